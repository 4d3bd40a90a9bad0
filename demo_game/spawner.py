"""The one place where things are spawned: which pools there are, how large, and how each thing comes into being."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from arcade.types import Color

from demo_game import actors, effects, enemies, shots, textures
from demo_game.actors import course
from demo_game.enemies import Enemy, Front
from demo_game.lifetimes import Script
from demo_game.supply import A, Supply, WithoutPools
from demo_game.textures import GOLD, PALE

#: The kinds of enemies, and how many of each there are at most.
ENEMIES: dict[str, tuple[type[Enemy], int]] = {
    "gunners": (enemies.Gunner, 14),
    "drifters": (enemies.Drifter, 60),
    "hunters": (enemies.Hunter, 48),
    "weavers": (enemies.Weaver, 12),
    "bosses": (enemies.Boss, 1),
}
#: For what is only for the eye.
_STEAL = "steal_oldest"
#: Sparks that are spawned in one update at most, and that may wait for it.
SPARKS_AT_ONCE, _SPARKS_WAITING = 10, 200


class Spawner:
    """Makes the pools of an arena, and spawns from them.

    The pools are made in the order in which they are drawn. Each is filled beforehand and never grows, so that nothing
    is constructed while the game runs. Where a full pool refuses, the game waits or goes without; what is only for the
    eye takes the oldest one's place instead.

    Args:
        arena: Whose pools they are.
    """

    def __init__(self, arena: Front) -> None:
        self._arena = arena
        self._supplies: list[Supply[Any]] = []
        self._sparks: deque[tuple[float, float, Color, float, float | None]] = deque(maxlen=_SPARKS_WAITING)
        self.without_pools = WithoutPools(arena.pools)
        # Not filled beforehand: most players never ask for it (F3).
        self.storm = self._pool("storm", effects.StormShot, 6000, glow=True, overflow=_STEAL, prewarm=0)
        self.pickups = self._pool("pickups", actors.Pickup, 16)
        self.bombs = self._pool("bombs", actors.Bomb, 6)
        self.enemies = {key: self._pool(key, kind, size) for key, (kind, size) in ENEMIES.items()}
        self.ships = self._pool("ships", actors.Ship, 1)
        self.shields = self._pool("shields", actors.Shield, 1, glow=True)
        self.shockwaves = self._pool("shockwaves", effects.Shockwave, 32, glow=True, overflow=_STEAL)
        self.spark_pool = self._pool("sparks", effects.Spark, 600, glow=True, overflow=_STEAL)
        self.explosions = self._pool("explosions", effects.Explosion, 64, glow=True, overflow=_STEAL)
        self.bullets = self._pool("bullets", shots.Bullet, 240, glow=True)
        self.flashes = self._pool("muzzle flashes", effects.MuzzleFlash, 8, glow=True, overflow=_STEAL)
        self.enemy_bullets = self._pool("enemy bullets", shots.EnemyBullet, 400)
        self.popups = self._pool("popups", effects.Popup, 48, overflow=_STEAL)
        self.notices = arena.pools.create_pool(effects.Notice, key="notices", prewarm=3, max_size=3, overflow=_STEAL)
        # Without a pool nothing moves them all at once, and to be ready for that would only make them slower.
        self.storm.make_plain = partial(effects.PlainStormShot, arena)
        self.spark_pool.make_plain = partial(effects.PlainSpark, arena)
        # What popups do not show when they are made: to draw it in the midst of a fight would cost frames.
        for enemy, _ in ENEMIES.values():
            textures.label(f"+{enemy.POINTS}", GOLD)
        for text, colour in actors.Pickup.KINDS.values():
            textures.label(text, colour)

    def _pool(self, key: str, kind: Callable[[Front], A], size: int, **config: Any) -> Supply[A]:
        config.setdefault("prewarm", size)
        supply = Supply(self.without_pools, partial(kind, self._arena), size, key=key, **config)
        self._supplies.append(supply)
        return supply

    # --- a frame ---

    def update(self, delta_time: float) -> None:
        """Updates what no pool updates."""
        for supply in self._supplies:
            if supply.plain:
                supply.update_plain(delta_time)

    def draw(self) -> None:
        """Draws everything, in the order in which it was made."""
        for supply in self._supplies:
            supply.draw()

    # --- the fight ---

    def everybody(self) -> Iterator[Enemy]:
        """All enemies, on their way or in sight; who ends meanwhile is not visited any more."""
        return chain.from_iterable(self.enemies.values())

    def enemy_shot(self, shooter: Enemy, angle: float) -> None:
        """A shot at the player."""
        if self.enemy_bullets.try_spawn(*shooter.position, angle=angle) is not None:
            self._arena.sounds.play("enemy_shot")

    def enemy_ring(self, shooter: Enemy, count: int, turn: float = 0.0, speed: float = 2.6) -> None:
        """Shots in all directions, the first of them at angle `turn`."""
        ring = textures.polygon(count, shooter.RADIUS * 0.8, turn, shooter.position)
        self.enemy_bullets.spawn_many(ring, origin=shooter.position, speed=speed)
        self._arena.sounds.play("enemy_shot")

    def volley(self, ship: actors.Ship, barrels: int) -> None:
        """A shot of the ship's, from each of its barrels."""
        nose_x, nose_y = course(ship.angle, 24)
        x, y = ship.center_x + nose_x, ship.center_y + nose_y
        for barrel in range(barrels):
            self.bullets.try_spawn(x, y, angle=ship.angle + 6 * (barrel - (barrels - 1) / 2))
        self.flashes.spawn(x, y)
        self._arena.sounds.play("shot")

    # --- for the eye ---

    def explosion(self, x: float, y: float, colour: Color, size: float = 1.0) -> None:
        """Flash and sparks."""
        self.explosions.spawn(x, y, scale=size, colour=colour)
        self.sparks(x, y, colour, int(14 * size), 7 * size)

    def sparks(self, x: float, y: float, colour: Color, count: int, speed: float, towards: float | None = None) -> None:
        """Sparks that fly apart, or off in a direction."""
        self._sparks.extend([(x, y, colour, speed, towards)] * count)

    def glitter(self) -> Script:
        """Spawns the sparks, a few in each update: ten explosions at once may take a moment, but not a long frame."""
        self._sparks.clear()
        while True:
            for _ in range(min(len(self._sparks), SPARKS_AT_ONCE)):
                x, y, colour, speed, towards = self._sparks.popleft()
                self.spark_pool.spawn(x, y, colour=colour, speed=speed, towards=towards)
            yield None

    def big_bang(self, x: float, y: float, reach: float) -> None:
        """Two shock waves, a flash and a fountain of sparks."""
        for colour, part in ((GOLD, 1.0), (PALE, 0.6)):
            self.shockwaves.spawn(x, y, colour=colour, reach=reach * part)
        self.explosions.spawn(x, y, scale=2.6, colour=GOLD)
        self.sparks(x, y, GOLD, 60, 11)

    def notice(self, text: str, detail: str = "") -> None:
        """A headline."""
        self.notices.spawn(text=text, detail=detail)
