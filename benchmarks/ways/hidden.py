"""A hand-made pool that hides its idle sprites instead of removing them: fast, and a trap.

``visible = False`` leaves a sprite in its list, where Arcade's collision functions still hit it; every loop over the
list has to leave idle sprites out. It is measured because many tutorials do it, but it does less than the others.
"""

from __future__ import annotations

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways import Timed


class Shot(arcade.Sprite):
    """A sprite that knows how long it has to live."""

    left_to_live = 0.0


class Hidden(Timed):
    """All sprites stay in the sprite list.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "hand-made, idle sprites hidden (still hit)"
    complete = False

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)
        self._idle: list[Shot] = []
        for _ in range(alive + alive // 10):
            self._idle.append(self._new())

    def _new(self) -> Shot:
        shot = Shot(TEXTURE)
        shot.visible = False
        self.sprites.append(shot)
        return shot

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot = self._idle.pop() if self._idle else self._new()
        shot.position = x, y
        shot.left_to_live = lifetime
        shot.visible = True
        return shot

    def update(self, delta_time: float) -> None:
        """One frame."""
        for shot in self.sprites:
            if shot.visible:
                shot.left_to_live -= delta_time
                if shot.left_to_live <= 1e-6:
                    shot.visible = False
                    self._idle.append(shot)

    def alive(self) -> int:
        """How many sprites are alive."""
        return len(self.sprites) - len(self._idle)
