"""A hand-made free list with an age loop: the pool of most tutorials, done right."""

from __future__ import annotations

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(arcade.Sprite):
    """A sprite that knows how long it has to live."""

    left_to_live = 0.0


class FreeList(Way):
    """Idle sprites wait in a list, and are in no sprite list: there they would be drawn, or at least hit.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "hand-made free list, age loop"

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)
        self._idle = [Shot(TEXTURE) for _ in range(alive + alive // 10)]

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot = self._idle.pop() if self._idle else Shot(TEXTURE)
        shot.position = x, y
        shot.left_to_live = lifetime
        self.sprites.append(shot)
        return shot

    def end(self, sprite: Shot) -> None:
        """Ends a shot."""
        sprite.remove_from_sprite_lists()
        self._idle.append(sprite)

    def update(self, delta_time: float) -> None:
        """One frame."""
        for shot in list(self.sprites):
            shot.left_to_live -= delta_time
            if shot.left_to_live <= 1e-6:
                self.end(shot)
