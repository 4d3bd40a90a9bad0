"""This library, as its README says."""

from __future__ import annotations

from collections.abc import Iterable

import arcade

from arcade_pool import PooledSprite, PoolManager
from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(PooledSprite):
    """A sprite without hooks."""

    lifetime = 2.0

    def __init__(self) -> None:
        super().__init__(TEXTURE)


class Pooled(Way):
    """A sprite pool.

    Args:
        alive: Sprites that will be alive at a time.
        kind: What is pooled.
        update: Whether the manager moves the sprites, which the other ways do not do.
        debug: Debug mode.
    """

    name = "arcade_pool"

    def __init__(
        self, alive: int, *, kind: type[PooledSprite] = Shot, update: bool = False, debug: bool = False
    ) -> None:
        self.pools = PoolManager(debug=debug)
        self.pool = self.pools.create_sprite_pool(kind, prewarm=alive + alive // 10, update=update)
        self.sprites: arcade.SpriteList[PooledSprite] = self.pool.sprites

    def spawn(self, x: float, y: float, lifetime: float) -> PooledSprite:
        """One shot."""
        return self.pool.spawn(x, y, lifetime=lifetime)

    def spawn_lasting(self, x: float, y: float) -> PooledSprite:
        """One shot that only the game ends."""
        return self.pool.spawn(x, y, lifetime=None)

    def spawn_many(self, positions: Iterable[tuple[float, float]], lifetime: float) -> None:
        """One shot at each position."""
        self.pool.spawn_many(positions, lifetime=lifetime)

    def end(self, sprite: PooledSprite) -> None:
        """Ends a shot."""
        sprite.recycle()

    def update(self, delta_time: float) -> None:
        """One frame."""
        self.pools.update(delta_time)
