"""Borrows: objects that other threads hold on to for a moment (L9), and what those threads ask for.

Other threads only resolve, borrow and ask; every change of state happens on the update thread. A borrow and the end
of a lease may race. Each side first says what it does and then looks what the other has said: the borrower enters
itself and then looks whether the lease lasts; `end_lease` makes the lease stale and then looks for borrowers. So at
least one of them sees the other, and a borrowed object is never reset. A game without borrows pays for one look at
an empty dictionary at the end of a lease.
"""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, TypeVar

from arcade_pool.errors import PoolError, RecycleReason
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.messages import place_of_caller
from arcade_pool.pools.update_loop import UpdateLoop

__all__ = ["Borrows"]

T = TypeVar("T")


class Borrows:
    """The open borrows of one manager.

    Args:
        loop: The update loop on whose thread a borrowed object is stored.
    """

    def __init__(self, loop: UpdateLoop) -> None:
        #: The update loop.
        self.loop = loop
        # Re-entrant: a borrow that was dropped is given back by the garbage collector, in the middle of anything.
        self._lock = threading.RLock()
        #: By lease, a token for each open borrow. Read without the lock to know whether there is any.
        self.open: dict[Lease[Any], list[_Token]] = {}
        self._held: dict[Lease[Any], PoolItem[Any]] = {}
        _of_all_managers.add(self)

    def after_fork(self) -> None:
        """Makes a child of ``os.fork`` independent of the parent's other threads, which it does not have."""
        # One of them may have been inside the lock.
        self._lock = threading.RLock()
        here = threading.get_ident()
        for lease, tokens in list(self.open.items()):
            for token in [token for token in tokens if token.thread != here]:
                self.give_back(lease, token)

    def borrow(self, lease: Lease[T]) -> AbstractContextManager[T]:
        """Gives the object of a lease, and keeps it from being reset meanwhile. From any thread."""
        return _Borrow(self, lease)

    def enter(self, lease: Lease[Any], token: _Token) -> None:
        """Says that the lease is borrowed."""
        with self._lock:
            tokens = self.open.get(lease, [])
            tokens.append(token)
            # After the token is in: the last other one may have been given back this very moment.
            self.open[lease] = tokens

    def give_back(self, lease: Lease[Any], token: _Token | None) -> None:
        """Says that it no longer is; the last one finishes what has ended meanwhile."""
        try:
            with self._lock:
                tokens = self.open.get(lease, [])
                if token in tokens:  # an interrupt may have come before it was in
                    tokens.remove(token)
                if tokens:
                    return
                self.open.pop(lease, None)
                item = self._held.pop(lease, None)
            if item is None:
                return
            if self.loop.on_update_thread():
                item.release()
            else:
                self.loop.call_soon(item.release)
        except BaseException as error:
            self.loop.note_interruption(error)
            raise

    def ask_end(self, lease: Lease[Any], delay_frames: int) -> bool:
        """Have a lease ended in the next update, for another thread. Return True if it is alive."""
        alive = lease.alive
        if alive:
            hooks = lease._lifecycle.hooks
            line = None if hooks is None else hooks.line_that_asked()
            self.loop.call_soon(self._end_asked, lease, delay_frames, line)
        return alive

    def _end_asked(self, lease: Lease[Any], delay_frames: int, line: Any) -> None:
        lifecycle = lease._lifecycle
        if not lease.alive:
            # It lasted when the thread asked, so the second end is not a mistake.
            lifecycle.inventory.counts.refused += 1
            return
        if lifecycle.hooks is not None:
            lifecycle.hooks.asked_end(lease, line)
        lifecycle.end(lease, RecycleReason.RECYCLED, delay_frames=delay_frames)

    def drop_closed(self) -> None:
        """Forgets what an interruption has left of borrows that were closed."""
        with self._lock:
            for lease in [lease for lease, tokens in self.open.items() if not tokens]:
                del self.open[lease]
            for lease in [lease for lease in self._held if lease not in self.open]:
                del self._held[lease]

    def held_items(self) -> list[PoolItem[Any]]:
        """The items whose lease has ended while it was borrowed."""
        return list(self._held.values())

    def hold(self, lease: Lease[Any], item: PoolItem[Any]) -> None:
        """Keeps the item of a lease that ends from being reset while it is borrowed. On the update thread."""
        with self._lock:
            if lease in self.open:
                item.holds += 1
                self._held[lease] = item

    def held(self) -> list[tuple[Lease[Any], str | None]]:
        """The leases that have ended while they were borrowed, and still are; in debug mode with the oldest's place."""
        with self._lock:
            # Of the keys alone: no pair is made that could set off a collection while the dictionary is walked.
            return [(lease, _place(self.open.get(lease))) for lease in list(self._held)]


#: Those of every manager, for a forked child; the same way `logging` keeps its locks usable.
_of_all_managers: weakref.WeakSet[Borrows] = weakref.WeakSet()


def _after_fork() -> None:
    for borrows in list(_of_all_managers):
        borrows.loop.after_fork()
        borrows.after_fork()


if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
    os.register_at_fork(after_in_child=_after_fork)


class _Token:
    """One open borrow.

    Args:
        place: In debug mode the line that opened it, as ``file:line``.
    """

    __slots__ = ("place", "thread")

    def __init__(self, place: str | None) -> None:
        self.place = place
        self.thread = threading.get_ident()


def _place(tokens: list[_Token] | None) -> str | None:
    return tokens[0].place if tokens else None


class _Borrow(AbstractContextManager[T]):
    """One borrow: open from the beginning of its ``with`` to the end, or until it is dropped."""

    #: None while it is not open. Not the borrow itself, which would then never be dropped.
    _token: _Token | None = None

    def __init__(self, borrows: Borrows, lease: Lease[T]) -> None:
        self._borrows = borrows
        self._lease = lease

    def __enter__(self) -> T:
        if self._token is not None:
            raise PoolError("this borrow is open already; call lease.borrow() for another one")
        self._token = token = _Token(place_of_caller() if self._borrows.loop.refuse_thread is not None else None)
        try:
            self._borrows.enter(self._lease, token)
            return self._lease._item_for("borrow", any_thread=True).obj
        except BaseException:
            self._close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is None:
            raise PoolError("this borrow is not open; use it as: with lease.borrow() as obj")
        self._close()

    def __del__(self) -> None:
        if self._token is not None:
            try:
                self._close()
            except BaseException as error:  # the collector would swallow it
                self._borrows.loop.settle_later([error])

    def _close(self) -> None:
        self._borrows.give_back(self._lease, self._token)
        self._token = None
