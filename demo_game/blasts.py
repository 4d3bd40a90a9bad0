"""Blasts: they spread from a place, a little farther in every update, so that no frame has to do it all."""

from __future__ import annotations

import math

from arcade_pool import Lease
from demo_game.enemies import Enemy
from demo_game.lifetimes import Script
from demo_game.spawner import Spawner
from demo_game.textures import RED


def sweep(spawner: Spawner, x: float, y: float, radius: float) -> Script:
    """Clears the air of bullets."""
    for reach in _outwards(radius):
        for bullet in spawner.enemy_bullets:
            if math.dist(bullet.position, (x, y)) < reach:
                spawner.sparks(*bullet.position, RED, 2, 3)
                bullet.recycle()
        yield None


def damage(spawner: Spawner, x: float, y: float, radius: float) -> Script:
    """Hits each enemy once. Leases tell them apart: it may be another enemy by the time the wave is there."""
    reached: set[Lease[Enemy]] = set()
    for reach in _outwards(radius):
        for enemy in spawner.everybody():
            if enemy.lease not in reached and math.dist(enemy.position, (x, y)) < reach:
                reached.add(enemy.lease)
                enemy.hit(6)
        yield None


def _outwards(radius: float) -> list[float]:
    # 25 to 50 pixels per update.
    steps = max(8, int(radius / 50))
    return [radius * step / steps for step in range(1, steps + 1)]
