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
from typing import TYPE_CHECKING, Any

from arcade_pool.pools.item import ACQUIRING, ACTIVE, DESTROYED, FREE, RETIRING, PoolItem
from arcade_pool.pools.lease import RecycleReason
from arcade_pool.pools.lifecycle import end_lease, finish_end
from arcade_pool.timing.scheduler import NEVER

if TYPE_CHECKING:
    from arcade_pool.pools.manager import PoolManager
    from arcade_pool.pools.pool import Pool
    from arcade_pool.timing.task import Task

__all__ = ["repair"]


def repair(manager: PoolManager) -> None:
    """Makes counts, lists and tasks of a manager agree. Cost: O(items).

    Args:
        manager: One that was interrupted, at the beginning of an update.
    """
    errors: list[BaseException] = []
    manager._borrows.drop_closed()
    by_pool: dict[Pool[Any], list[PoolItem[Any]]] = {pool: [] for pool in manager._pools.values()}
    for item in list(manager._items.values()):
        by_pool.setdefault(item.pool, []).append(item)
    for pool, items in by_pool.items():
        _repair_pool(pool, items, errors)
    _repair_tasks([*manager._tasks, *manager._loading], errors)
    manager._settle(errors)


def _repair_pool(pool: Pool[Any], items: list[PoolItem[Any]], errors: list[BaseException]) -> None:
    pool._making = 0
    for item in pool._delayed:
        # The call that ends the delay may never have been asked for; a second one does nothing.
        pool._scheduler.call_after_updates(1, pool._end_delay, item)
    _repair_stock(pool, items)
    borrowed = Counter(id(item) for item in pool._manager._borrows.held_items())
    for item in items:
        lease = item.lease
        item.holds = (item in pool._delayed) + borrowed[id(item)]
        if item.is_on_lease():
            if item.state is ACTIVE and lease in pool._active:
                item.holds = 0
            else:
                _give_up(pool, item, errors)
        elif item.state in (RETIRING, ACQUIRING, ACTIVE):
            ended = item.state is RETIRING and lease is not None and lease._resources is None
            if not (ended and item.holds and not pool._is_placed(item)):
                _give_up(pool, item, errors)
        elif item.state is DESTROYED:
            pool._destroy(item)
    for lease in [lease for lease in pool._active if lease._item is None]:
        del pool._active[lease]
    pool._repair_places([item for item in items if pool._manager._items.get(id(item.obj)) is item])
    _repair_leases(pool, errors)
    _repair_tasks(list(pool._sizing), errors)
    if pool._shrinker is not None and pool._shrinker.done and not pool._closed:
        pool._restart_shrinking()
    pool._counts.settle(sum(each.pool is pool for each in pool._manager._items.values()), len(pool._active))


def _repair_stock(pool: Pool[Any], items: list[PoolItem[Any]]) -> None:
    """Every free item is idle or rests, once."""
    free = {id(item): item for item in items if item.state is FREE and not item.is_on_lease()}
    idle = [item for item in pool._idle if free.pop(id(item), None) is not None]
    resting = [item for item in pool._resting if free.pop(id(item), None) is not None]
    pool._idle[:] = [*idle, *free.values()]
    pool._resting.clear()
    pool._resting.extend(resting)


def _give_up(pool: Pool[Any], item: PoolItem[Any], errors: list[BaseException]) -> None:
    """Destroys the item that was being worked on; what its lease was given is released as at every end."""
    lease = item.lease
    if lease is not None:
        finish_end(lease, item, errors)
    pool._delayed.pop(item, None)
    item.holds = 0
    item.fault()
    pool._destroy(item)


def _repair_leases(pool: Pool[Any], errors: list[BaseException]) -> None:
    """Ends the leases whose lifetime is over or was stopped in the middle of a step (F7)."""
    for lease in list(pool._active):
        if lease._resources is None or lease._item is None:
            continue
        over = [task for task in lease._resources.tasks if task._ends_lease and task.done]
        torn = [task for task in lease._resources.tasks if _is_torn(task)]
        _repair_tasks(torn, errors)
        if over or any(task._ends_lease for task in torn):
            failed = not over or over[0].error is not None
            end_lease(lease, RecycleReason.FAILED if failed else RecycleReason.EXPIRED, errors)


def _repair_tasks(tasks: Iterable[Task], errors: list[BaseException]) -> None:
    """Closes tasks that were stopped in the middle of a step: what they were to wait for is not known."""
    for task in tasks:
        if _is_torn(task):
            task._running = task._cancelled = False
            task._stop(errors)


def _is_torn(task: Task) -> bool:
    return not task.done and (task._running or task._cancelled or task._wait == NEVER)
