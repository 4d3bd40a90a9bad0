"""Borrows: objects that other threads hold on to for a moment (L9), and what those threads ask for.

Other threads only resolve, borrow and ask; every change of state happens on the update thread. A borrow and the end
of a lease may race. Each side first says what it does and then looks what the other has said: the borrower enters
itself and then looks whether the lease lasts; `end_lease` makes the lease stale and then looks for borrowers. So at
least one of them sees the other, and a borrowed object is never reset. A game without borrows pays for one look at
an empty dictionary at the end of a lease.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from arcade_pool.clock import GameClock
    from arcade_pool.item import PoolItem
    from arcade_pool.lease import Lease

__all__ = ["Borrows"]

T = TypeVar("T")


class Borrows:
    """The open borrows of one manager.

    Args:
        clock: Whose update thread finishes what was borrowed.
    """

    def __init__(self, clock: GameClock) -> None:
        self._clock = clock
        # Re-entrant: a borrow that was dropped is given back by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        #: By lease, a token for each open borrow. Looked at without the lock by whoever only wants to know of any.
        self.open: dict[Lease[Any], list[object]] = {}
        self._held: dict[Lease[Any], PoolItem[Any]] = {}

    @contextmanager
    def borrow(self, lease: Lease[T]) -> Iterator[T]:
        """Gives the object of a lease, and keeps it from being reset meanwhile. From any thread."""
        token = object()
        with self._lock:
            tokens = self.open.get(lease, [])
            tokens.append(token)
            # After the token is in: the last other one may have been given back this very moment.
            self.open[lease] = tokens
        try:
            yield lease._living_item("borrow").obj
        finally:
            self._give_back(lease, token)

    def _give_back(self, lease: Lease[Any], token: object) -> None:
        with self._lock:
            tokens = self.open[lease]
            tokens.remove(token)
            if tokens:
                return
            del self.open[lease]
            item = self._held.pop(lease, None)
        if item is None:
            return
        if self._clock._on_update_thread():
            item.release()
        else:
            self._clock.call_soon(item.release)

    def hold(self, lease: Lease[Any], item: PoolItem[Any]) -> None:
        """Keeps the item of a lease that ends from being reset while it is borrowed. On the update thread."""
        with self._lock:
            if lease in self.open:
                item.holds += 1
                self._held[lease] = item

    def held(self) -> list[Lease[Any]]:
        """The leases that have ended while they were borrowed, and still are."""
        with self._lock:
            # Of the keys alone: no pair is made that could set off a collection while the dictionary is walked.
            return list(self._held)
