"""Waiter: anything that can wait, and Awaited: what a coroutine can wait for.

A wait is identified by its `seq`, a number from one counter that only grows. A waiter stores the number of its
present wait in `Waiter._wait`, and an entry is live while ``seq >= waiter._wait``. So storing `NEVER` there cancels
all entries of a waiter at once, wherever they are, and ``a | b`` is two entries with one waiter.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn, Protocol, Self

__all__ = ["NEVER", "Awaited", "Subject", "Timer", "Waiter", "Waiters", "is_live", "subject_of"]

#: The `seq` of a waiter that waits for nothing: no entry ever reaches it.
NEVER: Final = sys.maxsize


class Subject(Protocol):
    """The owner of the object that a waiter acts for. It counts what still uses the object (L8)."""

    obj: Any
    holds: int

    def release(self) -> None:
        """Give up one hold."""

    def fault(self) -> None:
        """Have the object destroyed when its lease is over (F3)."""


class Waiter:
    """Something that waits: a lease for its lifetime, a task at a yield, or one part of an ``a & b``."""

    __slots__ = ("_wait",)

    #: Number of the present wait; `NEVER` without one.
    _wait: int

    def _fire(self, when: float, value: object) -> None:
        """End the wait.

        Args:
            when: The game time at which the wait fell due, which may be a little before that of the present update.
            value: What ended it: the condition of an ``a | b``, the result of a task, the reason of a lease, or None.
        """
        raise NotImplementedError

    def _fail(self, when: float, error: BaseException) -> None:
        """End the wait because what it waited for raised."""
        raise NotImplementedError

    def _subject(self) -> Subject | None:
        """Return the owner of the object that this acts for; None for a task that belongs to the game."""
        raise NotImplementedError


def is_live(seq: int, waiter: Waiter) -> bool:
    """True if the wait with this number is not over."""
    return seq >= waiter._wait


def subject_of(waiter: Waiter) -> Subject | None:
    """Return the owner of the object that a waiter acts for; None for a task that belongs to the game."""
    return waiter._subject()


class Timer(Protocol):
    """The part of a scheduler that a waiter needs."""

    next_seq: Callable[[], int]

    def wake(self, seq: int, waiter: Waiter, value: object) -> None:
        """Fire a waiter in this update or the next one."""

    def after_frames(self, frames: int, waiter: Waiter, value: object = None) -> int:
        """Fire a waiter in the n-th update."""


class Waiters:
    """The waiters for the end of one task or lease; those that end first are dropped (amortised O(1))."""

    __slots__ = ("_entries", "_most")

    def __init__(self) -> None:
        # With their schedulers: a task of another manager may wait here too.
        self._entries: list[tuple[Timer, int, Waiter]] = []
        self._most = 16

    def add(self, scheduler: Timer, waiter: Waiter) -> None:
        """Enter a waiter."""
        if len(self._entries) >= self._most:
            self._entries = [entry for entry in self._entries if entry[1] >= entry[2]._wait]
            self._most = max(16, 2 * len(self._entries))
        self._entries.append((scheduler, scheduler.next_seq(), waiter))

    def wake(self, value: object) -> None:
        """Fire all of them."""
        for scheduler, seq, waiter in self._entries:
            scheduler.wake(seq, waiter, value)


class Awaited:
    """A task or a lease: what a coroutine may yield to wait for its end.

    ``copy()`` and ``deepcopy()`` return the same object: a task or a lease is a unique handle.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"cannot pickle {self!r}: it exists only while the game runs; save the data that spawns the object again"
        )

    def _join(self, scheduler: Timer, waiter: Waiter) -> None:
        """Fire `waiter` when this has ended; in the next update if it has already."""
        raise NotImplementedError
