"""This library, as its README says."""

from __future__ import annotations

import arcade

from arcade_pool import PooledSprite, PoolManager
from benchmarks.texture import TEXTURE


class Shot(PooledSprite):
    """A sprite without hooks."""

    lifetime = 2.0

    def __init__(self) -> None:
        super().__init__(TEXTURE)


class Pooled:
    """A sprite pool.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "arcade_pool"

    def __init__(self, alive: int) -> None:
        self.pools = PoolManager()
        self.pool = self.pools.create_sprite_pool(Shot, prewarm=alive + alive // 10, update=False)
        self.sprites: arcade.SpriteList[Shot] = self.pool.sprites

    def spawn(self, x: float, y: float, lifetime: float) -> None:
        """One shot."""
        self.pool.spawn(x, y, lifetime=lifetime)

    def update(self, delta_time: float) -> None:
        """One frame."""
        self.pools.update(delta_time)
