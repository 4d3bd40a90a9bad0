"""Visit: one iteration over a pool's list, during which sprites may leave and enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import length_hint
from typing import Generic, TypeVar

import arcade

__all__ = ["Visit"]

S = TypeVar("S", bound=arcade.BasicSprite)


class Visit(Generic[S]):
    """One iteration, at the speed of a plain list as long as no sprite leaves.

    Args:
        ahead: The sprites to be visited, in their order; taken over.
        stayed: True for a sprite that has not left since the iteration began.
    """

    __slots__ = ("__weakref__", "_ahead", "_rest", "_stayed", "_walk")

    def __init__(self, ahead: list[S], stayed: Callable[[S], bool]) -> None:
        self._ahead = ahead
        self._stayed = stayed
        self._walk = iter(ahead)
        self._rest: list[S] = []

    def sprites(self) -> Iterator[S]:
        """Visit one after the other."""
        return chain(self._walk, self._rest_of_them())

    def check_each(self) -> None:
        """End the quick walk, because a sprite leaves: from here on each is checked before it is visited."""
        if self._ahead:
            self._rest = self._ahead[len(self._ahead) - length_hint(self._walk) :]
            self._ahead.clear()

    def _rest_of_them(self) -> Iterator[S]:
        for sprite in self._rest:
            if self._stayed(sprite):
                yield sprite
