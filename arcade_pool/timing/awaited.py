"""Awaited: what a coroutine may yield to wait for its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self

if TYPE_CHECKING:
    from arcade_pool.timing.scheduler import Scheduler, Waiter

__all__ = ["Awaited", "Waiters"]


class Waiters:
    """The waiters for the end of one task or lease; those that have ended first are dropped (amortised O(1))."""

    __slots__ = ("_entries", "_most")

    def __init__(self) -> None:
        # With their schedulers: a task of another manager may wait here too.
        self._entries: list[tuple[Scheduler, int, Waiter]] = []
        self._most = 16

    def add(self, scheduler: Scheduler, waiter: Waiter) -> None:
        """Enters a waiter."""
        if len(self._entries) >= self._most:
            self._entries = [entry for entry in self._entries if entry[1] >= entry[2]._wait]
            self._most = max(16, 2 * len(self._entries))
        self._entries.append((scheduler, scheduler.next_seq(), waiter))

    def wake(self, value: object) -> None:
        """Fires all of them."""
        for scheduler, seq, waiter in self._entries:
            scheduler.wake(seq, waiter, value)


class Awaited:
    """A task or a lease.

    There is one of each: a copy is the same again, as it is for a class or a module, also within a deep copy of what
    holds it. A second one would end the same life a second time.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{self!r} is of this run of the game and cannot be saved; save what its object needs to be spawned again"
        )

    def _join(self, scheduler: Scheduler, waiter: Waiter) -> None:
        """Fires `waiter` when this has ended; in the next update if it has already."""
        raise NotImplementedError
