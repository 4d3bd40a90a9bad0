"""The ways of having many short-lived sprites, one small file each.

A way makes sprites that are drawn and hit from their spawn on, and ends them when their time has come. What a way
promises is the same for all, so that their times can be compared; `Timed` and `Way` say it. Each is written as its
author's documentation, or a careful user of Arcade, would write it, with public names only.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

import arcade

__all__ = ["Timed", "Way"]


class Timed(ABC):
    """A way of having sprites that end by time.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name: ClassVar[str]
    #: Whether an ended sprite is out of the list, so that it can be neither drawn nor hit. If not, the way is measured
    #: all the same, but does not count as one of "the others": it does less.
    complete: ClassVar[bool] = True
    #: Whether it is so slow with many sprites that quick runs leave it out there.
    slow: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, alive: int) -> None:
        raise NotImplementedError

    @abstractmethod
    def spawn(self, x: float, y: float, lifetime: float) -> Any:
        """One shot, at `x` and `y` pixels, that ends after `lifetime` seconds."""

    @abstractmethod
    def update(self, delta_time: float) -> None:
        """One frame of `delta_time` seconds."""

    @abstractmethod
    def alive(self) -> int:
        """How many sprites are alive."""


class Way(Timed):
    """A way that the game can also tell to end a sprite."""

    #: What Arcade draws and hits.
    sprites: arcade.SpriteList[Any]

    @abstractmethod
    def spawn(self, x: float, y: float, lifetime: float) -> Any:
        """As in `Timed`; returns the sprite."""

    def spawn_lasting(self, x: float, y: float) -> Any:
        """One shot that only the game ends; returns the sprite."""
        return self.spawn(x, y, math.inf)

    @abstractmethod
    def end(self, sprite: Any) -> None:
        """Ends a sprite before its time."""

    def spawn_many(self, positions: Iterable[tuple[float, float]], lifetime: float) -> None:
        """One shot at each position."""
        for x, y in positions:
            self.spawn(x, y, lifetime)

    def alive(self) -> int:
        """How many sprites are alive."""
        return len(self.sprites)
