"""Placement: what a pool of sprites does with its objects that a pool of plain objects does not."""

from __future__ import annotations

from typing import Any, Protocol

from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.reset import Snapshot

__all__ = ["Placement", "Updates"]


class Placement(Protocol):
    """The places of objects on lease: sprites are in their list. A pool of plain objects has no placement."""

    def new_item(self, obj: Any, lifecycle: Any) -> PoolItem[Any]:
        """Check a new object and return its item."""

    def prepare(self, item: Any) -> None:
        """Give a new item what it needs before a snapshot of its object is taken."""

    def snapshot(self, obj: Any) -> Snapshot:
        """Return the fresh state of an object."""

    def prepared(self, item: Any) -> None:
        """Note what is known once the snapshot was taken."""

    def place(self, item: Any, where: tuple[Any, ...]) -> None:
        """Put an object where a spawn wants it."""

    def detach(self, item: Any, errors: list[BaseException]) -> None:
        """Take an object out of every list and engine."""

    def discard(self, item: Any, errors: list[BaseException]) -> None:
        """Release what a destroyed item had."""

    def is_placed(self, item: Any) -> bool:
        """True if an object is in its place."""

    def repair(self, items: list[Any]) -> list[tuple[Any, Exception]]:
        """Put the objects of living leases into their places, and take all others out (F8).

        Returns:
            The objects for which that raised, and why.
        """


class Updates(Protocol):
    """The share of a pool of sprites in each update."""

    def end_removed(self) -> None:
        """End the leases of sprites that user code took out of the list's own list (I3)."""

    def begin(self, delta_time: float) -> list[Lease[Any]]:
        """Move what is moved in a batch; return the leases whose sprites are updated one by one."""

    def update(self, leases: list[Lease[Any]], delta_time: float) -> None:
        """Update the sprites of those leases that still last."""

    def draw(self, **kwargs: Any) -> None:
        """Draw the sprites."""
