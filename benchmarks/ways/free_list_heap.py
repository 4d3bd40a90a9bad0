"""A hand-made free list with a heap of deadlines: an expert's way, which touches only what is due."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(arcade.Sprite):
    """A sprite with the number of its present life; 0 while it is idle."""

    life = 0


class FreeListHeap(Way):
    """Idle sprites in a list; deadlines in a heap, each with the number of the life it belongs to.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "hand-made free list, heap of deadlines"

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)
        self._idle = [Shot(TEXTURE) for _ in range(alive + alive // 10)]
        self._deadlines: list[tuple[float, int, Shot]] = []
        self._next_life = count(1).__next__
        self._time = 0.0

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot = self._idle.pop() if self._idle else Shot(TEXTURE)
        shot.position = x, y
        shot.life = life = self._next_life()
        if lifetime != inf:
            heappush(self._deadlines, (self._time + lifetime, life, shot))
        self.sprites.append(shot)
        return shot

    def end(self, sprite: Shot) -> None:
        """Ends a shot."""
        sprite.life = 0
        sprite.remove_from_sprite_lists()
        self._idle.append(sprite)

    def update(self, delta_time: float) -> None:
        """One frame."""
        self._time += delta_time
        due = self._time + 1e-6
        deadlines = self._deadlines
        while deadlines and deadlines[0][0] <= due:
            _, life, shot = heappop(deadlines)
            # A sprite that ended early may live again: this deadline is not that life's.
            if shot.life == life:
                self.end(shot)
