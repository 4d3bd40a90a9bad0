"""The floor: what any pool of sprites has to do at least, with nothing around it.

Pop from a Python list, set ``position``, enter the drawn part of a sprite list, leave it, push back: each in constant
time. No handle, no reset, no safety, no deadline (all live equally long, so those that end are those that came
120 frames ago), and Arcade's inside used as if it were its outside.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways import Timed

__all__ = ["Floor"]

#: Frames that a shot lives: two seconds.
LIFE: Final = 120


class Floor(Timed):
    """A Python list of idle sprites, and a sprite list in which they keep their vertex slots.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "the floor"
    complete = False

    def __init__(self, alive: int) -> None:
        count = alive + alive // 10
        self.sprites: Any = arcade.SpriteList(capacity=count)
        self._idle = [arcade.Sprite(TEXTURE) for _ in range(count)]
        self.sprites.extend(self._idle)
        self._slot: dict[arcade.Sprite, int] = dict(self.sprites.sprite_slot)
        self._place = [0] * count
        for place, sprite in enumerate(self._idle):
            self._place[self._slot[sprite]] = place
        for sprite in reversed(self._idle):
            self._leave(sprite)
        self._now: list[arcade.Sprite] = []
        self._lives: deque[list[arcade.Sprite]] = deque()

    def _enter(self, sprite: arcade.Sprite) -> None:
        sprites = self.sprites
        slot = self._slot[sprite]
        count = sprites._sprite_index_slots
        sprites._sprite_index_data[count] = slot
        sprites._sprite_index_slots = count + 1
        sprites._sprite_index_changed = True
        sprites.sprite_list.append(sprite)
        sprite.sprite_lists.append(sprites)
        self._place[slot] = count

    def _leave(self, sprite: arcade.Sprite) -> None:
        sprites = self.sprites
        sprite.sprite_lists.remove(sprites)
        place = self._place[self._slot[sprite]]
        last = sprites.sprite_list.pop()
        count = sprites._sprite_index_slots - 1
        if last is not sprite:
            sprites.sprite_list[place] = last
            sprites._sprite_index_data[place] = moved = sprites._sprite_index_data[count]
            self._place[moved] = place
        sprites._sprite_index_slots = count
        sprites._sprite_index_changed = True

    def spawn(self, x: float, y: float, lifetime: float) -> None:  # noqa: ARG002  # all live equally long
        """One shot."""
        sprite = self._idle.pop()
        self._enter(sprite)
        sprite.position = x, y
        self._now.append(sprite)

    def update(self, delta_time: float) -> None:  # noqa: ARG002  # time is counted in frames here
        """One frame."""
        self._lives.append(self._now)
        self._now = []
        if len(self._lives) == LIFE:
            for sprite in self._lives.popleft():
                self._leave(sprite)
                self._idle.append(sprite)

    def alive(self) -> int:
        """How many sprites are alive."""
        return len(self.sprites.sprite_list)
