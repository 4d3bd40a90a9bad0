"""What spreads from a place: bombs, and the clear air after a hit or a boss's phase.

Each is a coroutine that moves outwards a little in every update. It looks like a wave, and no frame has to do it all.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from demo_game.lifetimes import Script
from demo_game.textures import RED, polygon

if TYPE_CHECKING:
    from arcade_pool import Lease
    from demo_game.arena import Arena
    from demo_game.enemies import Enemy


def blast(arena: Arena, x: float, y: float, radius: float) -> None:
    """A bomb goes off: who is near takes heavy damage, and the air is clear of bullets."""
    arena.spawner.bullets.spawn_many(polygon(24, 20, 0, (x, y)), origin=(x, y))
    bang(arena, x, y, radius)
    arena.pools.start(sweep(arena, x, y, radius * 1.3))
    arena.pools.start(_damage(arena, x, y, radius))


def breathing_space(arena: Arena, x: float, y: float) -> None:
    """The ship was hit: no second hit at once."""
    arena.sounds.play("hurt")
    arena.spawner.shockwaves.spawn(x, y, colour=RED, reach=170)
    arena.spawner.sparks(x, y, RED, 24, 8)
    arena.window.stage.shake(9)
    arena.pools.start(sweep(arena, x, y, 170))


def bang(arena: Arena, x: float, y: float, reach: float) -> None:
    """Heard, seen and felt."""
    arena.sounds.play("bomb")
    arena.spawner.big_bang(x, y, reach)
    arena.window.stage.shake(14)


def sweep(arena: Arena, x: float, y: float, radius: float) -> Script:
    """Sweeps bullets away."""
    for reach in _outwards(radius):
        for bullet in arena.spawner.enemy_bullets:
            if math.dist(bullet.position, (x, y)) < reach:
                arena.spawner.sparks(*bullet.position, RED, 2, 3)
                bullet.recycle()
        yield None


def _damage(arena: Arena, x: float, y: float, radius: float) -> Script:
    """Hits each enemy once. Leases tell them apart: a sprite may be another enemy by the time the wave is there."""
    reached: set[Lease[Enemy]] = set()
    for reach in _outwards(radius):
        for supply in arena.spawner.enemies.values():
            for enemy in supply:
                if enemy.lease not in reached and math.dist(enemy.position, (x, y)) < reach:
                    reached.add(enemy.lease)
                    enemy.hit(6)
        yield None


def _outwards(radius: float) -> list[float]:
    # 25 to 50 pixels per update.
    steps = max(8, int(radius / 50))
    return [radius * step / steps for step in range(1, steps + 1)]
