"""PoolHooks: the moments of which a pool notifies debug mode. A pool has a hooks object, or None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease

__all__ = ["PoolHooks"]


class PoolHooks(Protocol):
    """The moments in the life of a pool's items that debug mode watches."""

    #: The class of the pool's leases.
    lease_type: type[Lease[Any]]

    def make(self, factory: Callable[[], Any]) -> Any:
        """Call the factory and return the new object."""

    def prepared(self, item: PoolItem[Any]) -> None:
        """Note a new item."""

    def spawning(self, item: PoolItem[Any]) -> None:
        """Note a lease that begins, before the object is in its place."""

    def ended(self, lease: Lease[Any]) -> None:
        """Note a lease that has just become stale."""

    def was_reset(self, item: PoolItem[Any]) -> None:
        """Note an item that is about to be stored."""

    def destroyed(self, item: PoolItem[Any]) -> None:
        """Note an item that was destroyed."""

    def refused(self, lease: Lease[Any]) -> None:
        """Note a recycle of a lease that had ended."""

    def reused_in_frame(self, item: PoolItem[Any]) -> None:
        """Note a spawn that takes an object whose lease ended in this frame (L2)."""

    def initialised_again(self, item: PoolItem[Any]) -> None:
        """Note a sprite whose ``__init__`` ran again while it was on lease."""

    def line_that_asked(self) -> Any:
        """Return the line of user code that asks for an end from another thread."""

    def asked_end(self, lease: Lease[Any], line: Any) -> None:
        """Note the line that had asked for the end of a lease that ends now."""
