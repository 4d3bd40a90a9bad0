"""Repair what an interruption has left half-done (F8).

A Ctrl-C may come between any two lines of the library. No operation guards against that step by step: the one that is
stopped only notes it, and the next update calls `repair`. Every item is put where it belongs, or destroyed if that is
not known. Nothing here runs in a game that is not interrupted.

When an update begins no code of a lease is running. So an item is held by delays and borrows alone, and a task that
says it is running was stopped in the middle of a step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arcade_pool.errors import RecycleReason
from arcade_pool.pools.borrows import Borrows
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.item import ACQUIRING, ACTIVE, DESTROYED, FREE, RETIRING, PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.lifecycle import Lifecycle
from arcade_pool.pools.registry import Registry
from arcade_pool.pools.update_loop import UpdateLoop
from arcade_pool.timing.task import Task, close_torn_tasks, lifetimes_among
from arcade_pool.timing.waiter import NEVER

__all__ = ["repair"]


def repair(
    loop: UpdateLoop, registry: Registry, borrows: Borrows, lifecycles: Iterable[Lifecycle[Any]], tasks: Iterable[Task]
) -> None:
    """Make counts, lists and tasks of a manager agree. Cost: O(items).

    Args:
        loop: The update loop, at the beginning of an update.
        registry: The objects of the manager.
        borrows: Its open borrows.
        lifecycles: Those of its pools; pools that were closed are found by their items.
        tasks: Its own.
    """
    errors: list[BaseException] = []
    borrows.drop_closed()
    borrowed = Counter(map(id, borrows.held_items()))
    by_lifecycle: dict[Lifecycle[Any], list[PoolItem[Any]]] = {lifecycle: [] for lifecycle in lifecycles}
    for item in list(registry.items.values()):
        by_lifecycle.setdefault(item.lifecycle, []).append(item)
    for lifecycle, items in by_lifecycle.items():
        _repair_pool(lifecycle, items, borrowed, errors)
    close_torn_tasks([*tasks, *loop.loading], errors)
    loop.settle(errors)


def _repair_pool(
    lifecycle: Lifecycle[Any], items: list[PoolItem[Any]], borrowed: Counter[int], errors: list[BaseException]
) -> None:
    inventory, active, delayed = lifecycle.inventory, lifecycle.inventory.active, lifecycle.delayed
    inventory.making = 0
    for item in delayed:
        # The call that ends the delay may never have been asked for; a second one does nothing.
        lifecycle.scheduler.call_after_updates(1, lifecycle.end_delay, item)
    _repair_idle(inventory, items)
    for item in items:
        item.holds = (item in delayed) + borrowed[id(item)]
        if item.is_on_lease():
            if item.state is ACTIVE and item.lease in active:
                item.holds = 0
            else:
                _give_up(lifecycle, item, errors)
        elif item.state in (RETIRING, ACQUIRING, ACTIVE):
            if not (item.holds and _has_ended(lifecycle, item)):
                _give_up(lifecycle, item, errors)
        elif item.state is DESTROYED:
            inventory.destroy(item)
    for lease in [lease for lease in active if not lease.alive]:
        del active[lease]
    if lifecycle.placement is not None:
        known = [item for item in items if lifecycle.registry.items.get(id(item.obj)) is item]
        for obj, error in lifecycle.placement.repair(known):
            # A list that cannot take a sprite where it is (a NaN into a spatial hash): its lease has failed (F4).
            errors.append(error)
            lifecycle.end(lifecycle.registry.lease(obj), RecycleReason.FAILED, errors)
    _repair_lifetimes(lifecycle, errors)
    lifecycle.sizing.repair(errors)
    inventory.counts.settle(len(inventory.items()), len(active))


def _repair_idle(inventory: Inventory[Any], items: list[PoolItem[Any]]) -> None:
    """Make every free item idle or resting, once."""
    free = {id(item): item for item in items if item.state is FREE and not item.is_on_lease()}
    idle = [item for item in inventory.idle if free.pop(id(item), None) is not None]
    resting = [item for item in inventory.resting if free.pop(id(item), None) is not None]
    inventory.idle[:] = [*idle, *free.values()]
    inventory.resting.clear()
    inventory.resting.extend(resting)


def _has_ended(lifecycle: Lifecycle[Any], item: PoolItem[Any]) -> bool:
    """True if all steps of an end but the last two are done."""
    placed = lifecycle.placement is not None and lifecycle.placement.is_placed(item)
    return item.state is RETIRING and item.lease is not None and item.lease._resources is None and not placed


def _give_up(lifecycle: Lifecycle[Any], item: PoolItem[Any], errors: list[BaseException]) -> None:
    """Destroy the item that was being worked on; what its lease was given is released as at every end."""
    if item.lease is not None:
        _finish_end(lifecycle, item.lease, item, errors)
    lifecycle.delayed.pop(item, None)
    item.holds = 0
    item.fault()
    lifecycle.inventory.destroy(item)


def _finish_end(lifecycle: Lifecycle[Any], lease: Lease[Any], item: PoolItem[Any], errors: list[BaseException]) -> None:
    """End a lease whose end or spawn was interrupted, except for the hooks and the reset."""
    active = lifecycle.inventory.active
    if lease.alive:
        active[lease] = None
        lifecycle.invalidate(lease, item, lease.reason or RecycleReason.FAILED)
    lease._wait = NEVER
    active.pop(lease, None)
    resources = lease._resources
    if resources is not None:
        resources.stop_tasks(errors)
        for child in reversed(resources.children or ()):
            child._lifecycle.end(child, RecycleReason.PARENT, errors)
        resources.run_deferred(lease.reason or RecycleReason.FAILED, errors)
        lease._resources = None


def _repair_lifetimes(lifecycle: Lifecycle[Any], errors: list[BaseException]) -> None:
    """End the leases whose lifetime is over or was stopped in the middle of a step (F7)."""
    for lease in list(lifecycle.inventory.active):
        resources = lease._resources
        if resources is None or not lease.alive:
            continue
        over = [task for task in lifetimes_among(resources.tasks) if task.done]
        torn = lifetimes_among(close_torn_tasks(list(resources.tasks), errors))
        if over or torn:
            failed = not over or over[0].error is not None
            lifecycle.end(lease, RecycleReason.FAILED if failed else RecycleReason.EXPIRED, errors)
