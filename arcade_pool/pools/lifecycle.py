"""Lifecycle: how the leases of a pool begin (L3), how they end (L4), and how a failed spawn is undone (F2).

Every lease of every pool begins in `Lifecycle.spawn` and ends in `Lifecycle.end`, whatever the reason.

A spawn: acquire, place, run spawn hooks, start lifetime. An end: invalidate, detach, stop tasks, end children, run
deferred, run recycle hooks, reset, store. A second end finds nothing to do (L5).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from arcade_pool.errors import RecycleReason, StaleLease
from arcade_pool.pools.borrows import Borrows
from arcade_pool.pools.family import end_family
from arcade_pool.pools.hooks import PoolHooks
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.item import ACQUIRING, ACTIVE, RETIRING, PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.messages import tell
from arcade_pool.pools.overflow import acquire
from arcade_pool.pools.placement import Updates
from arcade_pool.pools.sizing import Sizing
from arcade_pool.timing.lifetimes import DEFAULT, checked_lifetime
from arcade_pool.timing.waiter import NEVER

__all__ = ["Lifecycle"]

T = TypeVar("T")


class Lifecycle(Generic[T]):
    """The leases of one pool.

    Args:
        pool: The pool.
        inventory: Its items.
        borrows: The open borrows of the manager.
        hooks: Debug mode; None without it.
    """

    def __init__(self, pool: Any, inventory: Inventory[T], borrows: Borrows, hooks: PoolHooks | None) -> None:
        self._pool: Callable[[], Any] = lambda: pool
        self.name = inventory.name
        self.inventory = inventory
        self.placement = inventory.placement
        self.registry = inventory.registry
        self.loop = inventory.loop
        self.scheduler = self.loop.scheduler
        self.borrows = borrows
        self.hooks = inventory.hooks = hooks
        self.lease_type: type[Lease[Any]] = Lease if hooks is None else hooks.lease_type
        inventory.lifecycle = self
        self.sizing = Sizing(inventory)
        self.updates: Updates | None = None
        #: Items of ended leases that wait for some updates to pass (L10).
        self.delayed: dict[PoolItem[T], None] = {}

    @property
    def pool(self) -> Any:
        """The pool; None once it was closed and dropped."""
        return self._pool()

    def spawn(self, where: tuple[Any, ...], lifetime: Any, kwargs: dict[str, Any]) -> PoolItem[T] | None:
        """Begin a lease: the whole of L3.

        Args:
            where: For `Placement.place`.
            lifetime: As handed to ``spawn``, or `DEFAULT`.
            kwargs: For ``on_spawn``.

        Returns:
            The item; None if the pool is exhausted. If anything raises, the spawn is undone (F2).
        """
        if self.hooks is not None:
            self.check_thread("spawn")
        if lifetime is not DEFAULT:
            lifetime = checked_lifetime(lifetime)
        lease: Lease[T] | None = None
        inventory = self.inventory
        counts = inventory.counts
        runs_code = False
        epoch = 0
        # Two handlers, since no handler covers its own lines: what interrupts the undoing is noted as well (F8).
        try:
            try:
                if inventory.idle and inventory.config.validate is None:
                    item = inventory.idle.pop()
                elif (acquired := acquire(self)) is not None:
                    item = acquired
                else:
                    return None
                item.generation = generation = item.generation + 1
                epoch = counts.epoch
                item.lease = lease = self.lease_type(self, item, generation, self.scheduler.time)
                if item.runs_code or kwargs:
                    runs_code = True  # all that runs in here is code of the lease (L8)
                    item.holds += 1
                    item.state = ACQUIRING
                else:
                    item.state = ACTIVE
                active = inventory.active
                active[lease] = None
                counts.spawned += 1
                if generation == 1 and not item.prewarmed:
                    counts.misses += 1
                if len(active) > counts.recent_peak:
                    counts.recent_peak = len(active)
                # Now, because a factory may have changed the settings.
                if lifetime is DEFAULT and (lifetime := inventory.config.lifetime) is None:
                    lifetime = item.lifetime
                if self.hooks is not None:
                    self.hooks.spawning(item)
                if self.placement is not None:
                    self.placement.place(item, where)
                if runs_code:
                    item.run_spawn_hooks(lease, kwargs)
                    if lease._item is not None:
                        item.state = ACTIVE
                if not lease._wait:  # else a hook has ended the lease or set a lifetime
                    lease._start_lifetime(lifetime)
            except BaseException as error:
                if lease is not None:
                    self.undo(lease, error, epoch)
                    if runs_code:
                        item.release()
                raise
            if runs_code:
                item.release()
            return item
        except BaseException as error:
            self.loop.note_interruption(error)
            raise

    def undo(self, lease: Lease[Any], error: BaseException, epoch: int) -> None:
        """Take a spawn back (F2), as if it had not been; nothing happens if its lease has ended.

        What else is raised meanwhile is noted on `error`; `epoch` is that in which the spawn was counted.
        """
        item = lease._item
        if item is None or lease not in self.inventory.active:
            return
        errors: list[BaseException] = []
        self.end(lease, RecycleReason.FAILED, errors, hooks=False)
        self.inventory.counts.undo(epoch, missed=lease.generation == 1 and not item.prewarmed)
        for other in errors:
            error.add_note(f"while the spawn was undone, this was raised too: {other!r}")

    def end(
        self,
        lease: Lease[Any],
        reason: RecycleReason,
        errors: list[BaseException] | None = None,
        *,
        delay_frames: int = 0,
        hooks: bool = True,
    ) -> bool:
        """End a lease: the whole of L4.

        Args:
            lease: The lease.
            reason: Why.
            errors: Takes all that is raised, interruptions too; the rest is released all the same (F3). None: the
                errors are settled, and a lease that has ended counts as refused.
            delay_frames: Updates until the item is reset and idle.
            hooks: True to run ``on_recycle``; False when a spawn is undone (F2).

        Returns:
            True if the lease was alive.
        """
        if errors is None and self.hooks is not None:
            self.check_thread("the end of a lease")
        item = lease._item
        if item is None:
            if errors is None:
                self.inventory.counts.refused += 1
                if self.hooks is not None:
                    self.hooks.refused(lease)
            return False
        collected: list[BaseException] = [] if errors is None else errors
        try:
            resources = lease._resources
            if resources is None or not resources.children:
                known = len(collected)
                self.invalidate(lease, item, reason)
                item.holds += 1
                if self.placement is not None:
                    self.placement.detach(item, collected)
                if resources is not None:
                    resources.stop_tasks(collected)
                    resources.run_deferred(reason, collected)
                    lease._resources = None
                self.conclude(item, collected, known, delay_frames, hooks, resources is not None)
            else:
                end_family(lease, reason, collected, delay_frames, hooks)
        except BaseException as error:  # what user code raises is collected: this came between two lines of the library
            self.loop.note_interruption(error)
            raise
        if errors is None and collected:
            self.loop.settle(collected)
        return True

    def invalidate(self, lease: Lease[Any], item: PoolItem[Any], reason: RecycleReason) -> None:
        """Make a lease stale: the first step of its end."""
        # In this order: another thread that finds it ended finds out why and when, too.
        lease._ended = self.scheduler.time
        lease.reason = reason
        lease._last_item = item.ref
        lease._item = None
        lease._wait = NEVER
        item.state = RETIRING
        del self.inventory.active[lease]
        if self.borrows.open:
            self.borrows.hold(lease, item)
        if self.hooks is not None:
            self.hooks.ended(lease)

    def conclude(
        self, item: PoolItem[Any], errors: list[BaseException], known: int, delay: int, hooks: bool, ran_code: bool
    ) -> None:
        """Run the recycle hooks; reset and store the item, now or when nothing holds it any longer."""
        if item.runs_code:
            ran_code = True
            if hooks:
                item.run_recycle_hooks(errors)
        if len(errors) != known:
            item.fault()
        if delay:
            self.delayed[item] = None
            self.scheduler.call_after_updates(delay, self.end_delay, item)
            return
        item.holds -= 1
        if not item.holds:
            if ran_code:
                self._detach_again(item, errors)
            self.inventory.store(item, errors)

    def _detach_again(self, item: PoolItem[Any], errors: list[BaseException]) -> None:
        """Take an object out of what code of its ended life put it into (test_ended_sprite_that_joins_a_list_...)."""
        if self.placement is not None:
            known = len(errors)
            self.placement.detach(item, errors)
            if len(errors) != known:
                item.fault()

    def end_delay(self, item: PoolItem[Any]) -> None:
        """Store an item whose delay is over, or whose pool closes."""
        if item in self.delayed:
            del self.delayed[item]
            item.release()

    def store_late(self, item: PoolItem[Any]) -> None:
        """Reset and store an item whose last hold is gone."""
        errors: list[BaseException] = []
        self._detach_again(item, errors)
        self.inventory.store(item, errors)
        self.loop.settle(errors)

    def end_all(self, reason: RecycleReason, errors: list[BaseException]) -> None:
        """End every lease; what hooks spawn meanwhile stays."""
        for lease in list(self.inventory.active):
            self.end(lease, reason, errors)

    def close(self, errors: list[BaseException]) -> None:
        """End every lease and destroy every item. See `Pool.close`."""
        self.inventory.close()
        self.sizing.stop(errors)
        # Idle items first: no hook may get one in what follows.
        self.inventory.destroy_idle(self.inventory.idle_count)
        self.end_all(RecycleReason.CLOSED, errors)
        for item in list(self.delayed):
            self.end_delay(item)

    def drop_cycles(self) -> None:
        """Refer to a closed pool weakly, so that it needs no garbage collection."""
        self._pool = weakref.ref(self.pool)
        self.inventory.lifecycle = self.updates = None

    def never_spawned(self, item: PoolItem[T]) -> Lease[T]:
        """Return the lease of an item before its first spawn: one that has ended."""
        lease: Lease[T] = Lease(self, None, 0, self.scheduler.time)
        lease.reason = RecycleReason.RECYCLED
        lease._last_item = item.ref
        lease._ended = lease._born
        return lease

    def stale_lease(self, lease: Lease[T], what: str) -> StaleLease:
        """Return the error for a call that needs a living lease."""
        return StaleLease(
            f"{what}: {tell(lease)}. Check lease.alive first, or ask for the present lease with pool.lease(obj)"
        )

    def check_thread(self, what: str) -> None:
        """See `UpdateLoop.check_thread`."""
        self.loop.check_thread(f"{what} of pool {self.name}")
