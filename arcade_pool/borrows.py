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
        self._lock = threading.Lock()
        #: By lease: how many borrows are open. Looked at without the lock by whoever only wants to know of any.
        self.open: dict[Lease[Any], int] = {}
        self._held: dict[Lease[Any], PoolItem[Any]] = {}

    @contextmanager
    def borrow(self, lease: Lease[T]) -> Iterator[T]:
        """Gives the object of a lease, and keeps it from being reset meanwhile. From any thread."""
        with self._lock:
            self.open[lease] = self.open.get(lease, 0) + 1
        try:
            yield lease._living_item("borrow").obj
        finally:
            self._give_back(lease)

    def _give_back(self, lease: Lease[Any]) -> None:
        with self._lock:
            self.open[lease] -= 1
            if self.open[lease]:
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

    def held(self) -> list[tuple[Lease[Any], PoolItem[Any]]]:
        """The leases that have ended while they were borrowed, and still are."""
        with self._lock:
            return list(self._held.items())
