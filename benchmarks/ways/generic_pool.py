"""The package generic-pool around sprites: acquire and release, with an age loop."""

from __future__ import annotations

import arcade
from generic_pool import Factory, Pool

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(arcade.Sprite):
    """A sprite that knows how long it has to live."""

    left_to_live = 0.0


class _ShotFactory(Factory):  # type: ignore[misc]  # the package has no type hints that a checker may use
    def create(self) -> Shot:
        return Shot(TEXTURE)


class GenericPoolWay(Way):
    """A `Pool` and a sprite list.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "generic-pool, age loop"
    slow = True  # it searches a list of all its objects at each call

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)
        self._pool = Pool(_ShotFactory())

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot: Shot = self._pool.acquire()
        shot.position = x, y
        shot.left_to_live = lifetime
        self.sprites.append(shot)
        return shot

    def end(self, sprite: Shot) -> None:
        """Ends a shot."""
        sprite.remove_from_sprite_lists()
        self._pool.release(sprite)

    def update(self, delta_time: float) -> None:
        """One frame."""
        for shot in list(self.sprites):
            shot.left_to_live -= delta_time
            if shot.left_to_live <= 1e-6:
                self.end(shot)
