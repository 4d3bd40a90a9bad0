"""Overflow: what a spawn takes, and what it may do when its pool is at `max_size` (L2).

A new policy is a new branch in `replaceable`, and a name in `PoolConfig.overflow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arcade_pool.errors import RecycleReason
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.timing.waiter import subject_of

__all__ = ["acquire", "replaceable"]


def acquire(lifecycle: Any) -> PoolItem[Any] | None:
    """Return an item to lease: idle, else resting, else new, else that of a lease that may be ended for it.

    Args:
        lifecycle: That of the pool.

    Returns:
        The item; None, counted as exhausted, if there is none.
    """
    inventory = lifecycle.inventory
    item: PoolItem[Any] | None = inventory.take(note_reuse=True)
    while item is None:
        if inventory.has_room():
            item = inventory.make()
            break
        lease = next(replaceable(lifecycle), None)
        if lease is None:
            inventory.counts.exhausted += 1
            return None
        inventory.counts.stolen += 1
        errors: list[BaseException] = []
        lifecycle.end(lease, RecycleReason.STOLEN, errors)
        lifecycle.loop.settle(errors)
        item = inventory.take(note_reuse=False)
    return item


def replaceable(lifecycle: Any) -> Iterator[Lease[Any]]:
    """Yield the leases that a spawn at `max_size` may end to take their item, the best one first.

    Never one whose object runs its own code or is borrowed, because such an object cannot be reset (S1).
    """
    inventory = lifecycle.inventory
    if inventory.config.overflow == "steal_oldest":
        for lease in inventory.active:
            item = subject_of(lease)
            if item is not None and not item.holds and lease not in lifecycle.borrows.open:
                yield lease
