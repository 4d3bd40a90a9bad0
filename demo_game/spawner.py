"""The one place where things are spawned: which pools there are, how large, and how each thing comes into being."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import arcade
from arcade.types import Color

from demo_game import actors, effects, enemies, textures
from demo_game.actors import course
from demo_game.enemies import Enemy
from demo_game.lifetimes import Script
from demo_game.supply import Supply, WithoutPools
from demo_game.textures import GOLD, PALE

if TYPE_CHECKING:
    from demo_game.arena import Arena

A = TypeVar("A", bound=arcade.Sprite)

#: The kinds of enemies, and how many of each there are at most.
_ENEMIES: dict[str, tuple[type[Enemy], int]] = {
    "gunners": (enemies.Gunner, 14),
    "drifters": (enemies.Drifter, 60),
    "hunters": (enemies.Hunter, 48),
    "weavers": (enemies.Weaver, 12),
    "bosses": (enemies.Boss, 1),
}
#: Shots of the stress pattern.
_STORM = 6000
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

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._supplies: list[Supply[Any]] = []
        self._sparks: deque[Callable[[], object]] = deque(maxlen=_SPARKS_WAITING)
        self.without_pools = WithoutPools(arena.pools)
        self.storm = self._supply(
            "storm", effects.StormShot, _STORM, glow=True, steal=True, prewarm=False, make_plain=effects.PlainStormShot
        )
        self.pickups = self._pool("pickups", actors.Pickup, 16)
        self.bombs = self._pool("bombs", actors.Bomb, 6)
        self.enemies = {key: self._pool(key, kind, size) for key, (kind, size) in _ENEMIES.items()}
        self.ships = self._pool("ships", actors.Ship, 1)
        self.shields = self._pool("shields", actors.Shield, 1, glow=True)
        self.shockwaves = self._pool("shockwaves", effects.Shockwave, 32, glow=True, steal=True)
        self.spark_pool = self._supply(
            "sparks", effects.Spark, 600, glow=True, steal=True, make_plain=effects.PlainSpark
        )
        self.explosions = self._pool("explosions", effects.Explosion, 64, glow=True, steal=True)
        self.bullets = self._pool("bullets", actors.Bullet, 240, glow=True)
        self.flashes = self._pool("muzzle flashes", effects.MuzzleFlash, 8, glow=True, steal=True)
        self.enemy_bullets = self._pool("enemy bullets", actors.EnemyBullet, 400)
        self.popups = self._pool("popups", effects.Popup, 48, steal=True)
        self.notices = arena.pools.create_pool(
            effects.Notice, key="notices", prewarm=3, max_size=3, overflow="steal_oldest"
        )
        _draw_beforehand()

    def _pool(self, key: str, kind: Callable[[Arena], A], size: int, **options: bool) -> Supply[A]:
        return self._supply(key, partial(kind, self._arena), size, **options)

    def _supply(self, key: str, make: Callable[[], A], size: int, **options: Any) -> Supply[A]:
        supply = Supply(self._arena.pools, self.without_pools, key, make, size, **options)
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

    @property
    def enemy_count(self) -> int:
        """Enemies on their way or in sight."""
        return sum(supply.active_count for supply in self.enemies.values())

    def enemy(self, kind: str, x: float, y: float, **kwargs: Any) -> Enemy | None:
        """An enemy, or None when there are enough of its kind."""
        return self.enemies[kind].try_spawn(x, y, **kwargs)

    def enemy_shot(self, shooter: Enemy, angle: float) -> None:
        """A shot at the player."""
        if self.enemy_bullets.try_spawn(*shooter.position, angle=angle) is not None:
            self._arena.sounds.play("enemy_shot")

    def enemy_ring(self, shooter: Enemy, count: int, turn: float = 0.0, speed: float = 2.6) -> None:
        """Shots in all directions, the first of them at angle `turn`."""
        x, y = shooter.position
        ring = [(x + dx, y + dy) for dx, dy in textures.polygon(count, shooter.RADIUS * 0.8, turn)]
        self.enemy_bullets.spawn_many(ring, origin=(x, y), speed=speed)
        self._arena.sounds.play("enemy_shot")

    def volley(self, ship: actors.Ship, barrels: int) -> None:
        """A shot of the ship's, from each of its barrels."""
        nose_x, nose_y = course(ship.angle, 24)
        x, y = ship.center_x + nose_x, ship.center_y + nose_y
        for barrel in range(barrels):
            self.bullets.try_spawn(x, y, angle=ship.angle + 6 * (barrel - (barrels - 1) / 2))
        self.flashes.spawn(x, y)
        self._arena.sounds.play("shot")

    def ring(self, x: float, y: float) -> None:
        """The player's shots in all directions: what a bomb hurls about."""
        ring = [(x + dx, y + dy) for dx, dy in textures.polygon(24, 20)]
        self.bullets.spawn_many(ring, origin=(x, y))

    # --- for the eye ---

    def explosion(self, x: float, y: float, colour: Color, size: float = 1.0) -> None:
        """Flash and sparks."""
        self.explosions.spawn(x, y, scale=size, colour=colour)
        self.sparks(x, y, colour, int(14 * size), 7 * size)

    def sparks(self, x: float, y: float, colour: Color, count: int, speed: float, towards: float | None = None) -> None:
        """Sparks that fly apart, or off in a direction."""
        self._sparks.extend([partial(self._spark, x, y, colour, speed, towards)] * count)

    def glitter(self) -> Script:
        """Spawns the sparks, a few in each update: ten explosions at once may take a moment, but not a long frame."""
        self._sparks.clear()
        while True:
            for _ in range(min(len(self._sparks), SPARKS_AT_ONCE)):
                self._sparks.popleft()()
            yield None

    def _spark(self, x: float, y: float, colour: Color, speed: float, towards: float | None) -> None:
        chance = self._arena.looks.uniform
        self.spark_pool.spawn(
            x,
            y,
            scale=chance(0.4, 1.0),
            colour=colour,
            angle=chance(0, 360) if towards is None else towards + chance(-25, 25),
            speed=speed * chance(0.25, 1.0),
            seconds=chance(0.3, 0.95),
        )

    def big_bang(self, x: float, y: float, reach: float) -> None:
        """Two shock waves, a flash and a fountain of sparks."""
        for colour, part in ((GOLD, 1.0), (PALE, 0.6)):
            self.shockwaves.spawn(x, y, colour=colour, reach=reach * part)
        self.explosions.spawn(x, y, scale=2.6, colour=GOLD)
        self.sparks(x, y, GOLD, 60, 11)

    def popup(self, x: float, y: float, text: str, colour: Color) -> None:
        """A few letters, for what has just happened there."""
        self.popups.spawn(x, y + 12, text=text, colour=colour)

    def notice(self, text: str, detail: str = "") -> None:
        """A headline."""
        self.notices.spawn(text=text, detail=detail)


def _draw_beforehand() -> None:
    """What the pools' sprites do not show when they are made: drawing it in the midst of a fight would cost frames."""
    labels = list(actors.Pickup.KINDS.values())
    for kind, _ in _ENEMIES.values():
        labels.append((f"+{kind.POINTS}", GOLD))
    for text, colour in labels:
        effects.Popup.look_of(text, colour)
    for pickup in actors.Pickup.KINDS:
        actors.Pickup.look_of(pickup)
