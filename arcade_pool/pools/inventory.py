"""Inventory: the items of one pool: where they come from, where they go, and how many there may be.

Idle items are a stack: the one that came back last goes out first, and shrinking takes from its bottom. An item whose
lease has ended *rests* until the next update begins, because user code may still hold its object in this frame (L2).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from arcade_pool.errors import PoolClosed, RecycleReason
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.hooks import PoolHooks
from arcade_pool.pools.item import DESTROYED, FREE, PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.placement import Placement
from arcade_pool.pools.prepare import check_class, learn_hooks
from arcade_pool.pools.registry import Registry
from arcade_pool.pools.reset import Snapshot, slots_of
from arcade_pool.pools.stats import Counters, PoolStats
from arcade_pool.pools.update_loop import UpdateLoop

__all__ = ["Inventory"]

T = TypeVar("T")

# As a global, since it is asked at every end; see item.py.
_CLEARED: Final = RecycleReason.CLEARED


class Inventory(Generic[T]):
    """The items of one pool.

    Args:
        name: That of the pool, for messages.
        factory: Makes an object.
        config: The settings of the pool.
        loop: The update loop of the manager.
        registry: The objects of the manager.
        placement: Where sprites are put; None for plain objects.
        spawn: The pool's ``spawn``, whose keywords ``on_spawn`` may not have.
    """

    def __init__(
        self,
        name: str,
        factory: Callable[[], T],
        config: PoolConfig,
        loop: UpdateLoop,
        registry: Registry,
        placement: Placement | None,
        spawn: Callable[..., Any],
    ) -> None:
        check_class(factory)
        self.name = name
        self.factory = factory
        self.loop = loop
        self.registry = registry
        self.placement = placement
        #: These two are set by the lifecycle of the pool, which is defined above this module.
        self.hooks: PoolHooks | None = None
        self.lifecycle: Any = None
        self.idle: list[PoolItem[T]] = []
        #: Free items whose lease has ended since the last update began; the first one has rested for longest.
        self.resting: deque[PoolItem[T]] = deque()
        #: In the order of their spawning, so that the oldest is the first.
        self.active: dict[Lease[T], None] = {}
        #: Items that a factory is making at this moment.
        self.making = 0
        self.closed = False
        self.counts = Counters()
        self._last_snapshot: Snapshot | None = None
        self._spawn = spawn
        self.adopt_config(config)

    def adopt_config(self, config: PoolConfig) -> None:
        """Take over changed settings."""
        self.config = config
        self.resets = config.reset == "auto"
        #: True if a reset makes the whole object fresh.
        self.resets_all = self.resets and not config.keep
        # True if not every item that comes back may be kept: asked at the end of every lease.
        self._limited = self.closed or config.max_size is not None or config.max_idle is not None

    def reconfigure(self, config: PoolConfig) -> None:
        """Take over changed settings, and destroy what is idle above their limits."""
        resets = self.resets
        self.adopt_config(config)
        if self.resets and not resets:
            # What its objects were like when they were fresh is not known.
            self.invalidate()
        if config.max_size is not None:
            self.destroy_idle(self.total_count - config.max_size)
        if config.max_idle is not None:
            self.destroy_idle(self.idle_count - config.max_idle)

    def items(self) -> list[PoolItem[T]]:
        """Return all items. Cost: O(items of the manager)."""
        return [item for item in self.registry.items.values() if item.lifecycle.inventory is self]

    def stats(self) -> PoolStats:
        """Return the counts. Cost: O(1)."""
        return self.counts.snapshot(len(self.active), self.idle_count)

    @property
    def total_count(self) -> int:
        """Items in all: active, idle and retiring."""
        return self.counts.created - self.counts.destroyed

    @property
    def idle_count(self) -> int:
        """Items waiting in the pool, resting ones included."""
        return len(self.idle) + len(self.resting)

    def within_limit(self, count: int) -> int:
        """Return `count`, or `max_size` if that is less."""
        limit = self.config.max_size
        return count if limit is None else min(count, limit)

    def has_room(self) -> bool:
        """True if one more item may be made. What a factory is making counts: it may spawn here itself (S1)."""
        limit = self.config.max_size
        return limit is None or self.total_count + self.making < limit

    def require_open(self) -> None:
        """Refuse a closed pool.

        Raises:
            PoolClosed: It is closed.
        """
        if self.closed:
            raise PoolClosed(f"pool {self.name} was closed and makes nothing more; create it again")

    def close(self) -> None:
        """Keep nothing that comes back from now on."""
        self.closed = self._limited = True
        self._last_snapshot = None

    # --- taking one ---

    def take(self, *, note_reuse: bool) -> PoolItem[T] | None:
        """Return an idle item, else one that rests; None without any that is valid.

        Args:
            note_reuse: True to tell debug mode of a resting item that has to go out again in this frame.
        """
        self.require_open()
        while self.idle or self.resting:
            if self.idle:
                item = self.idle.pop()
            else:
                if note_reuse and self.hooks is not None:
                    self.hooks.reused_in_frame(self.resting[0])
                item = self.resting.popleft()
            if self._is_valid(item):
                if self.closed:  # by validate
                    self.destroy(item)
                    self.require_open()
                return item
        return None

    def _is_valid(self, item: PoolItem[T]) -> bool:
        try:
            if self.config.validate is None or self.config.validate(item.obj):
                return True
        except BaseException as error:
            item.fault()
            self.destroy(item)
            if not isinstance(error, Exception):
                raise
            self.loop.settle([error])
            return False
        self.counts.lost += 1
        self.destroy(item)
        return False

    # --- making ---

    def make(self) -> PoolItem[T]:
        """Return a new item, neither idle nor on lease yet. If anything raises, nothing was made (F1)."""
        self.making += 1
        try:
            obj = self.factory() if self.hooks is None else self.hooks.make(self.factory)
        finally:
            self.making -= 1
        if self.closed:
            raise PoolClosed(f"pool {self.name} was closed by its own factory")
        if obj is None:
            raise TypeError(f"the factory of pool {self.name} returned None; it must return a new object")
        if id(obj) in self.registry.items:
            raise ValueError(
                f"the factory of pool {self.name} returned {obj!r}, which is pooled already; it must return "
                "a new object at each call"
            )
        item = self._prepared(obj)
        self.registry.items[id(obj)] = item
        counts = self.counts
        counts.created += 1
        counts.peak_total = max(counts.peak_total, self.total_count)
        return item

    def _prepared(self, obj: Any) -> PoolItem[T]:
        placement = self.placement
        item = PoolItem(obj, self.lifecycle) if placement is None else placement.new_item(obj, self.lifecycle)
        try:
            if placement is not None:
                placement.prepare(item)
            learn_hooks(item, None if self.counts.created else self._spawn)
            if self.resets:
                taken = Snapshot(obj, slots_of(type(obj))) if placement is None else placement.snapshot(obj)
                item.snapshot = self._last_snapshot = taken.shared(self._last_snapshot)
            if placement is not None:
                placement.prepared(item)
            item.runs_code |= bool(item.on_spawn or item.on_recycle or item.components)
        except BaseException:
            self._discard(item)
            raise
        if self.hooks is not None:
            self.hooks.prepared(item)
        return item

    # --- taking back and destroying ---

    def store(self, item: PoolItem[T], errors: list[BaseException]) -> None:
        """Reset an item and keep it for a later spawn: the last two steps of an end (L4). Or destroy it."""
        if item.destroy_on_return or (self._limited and self._is_over_limit()):
            self.destroy(item)
            return
        try:
            if self.resets_all:
                item.snapshot.restore(item)
            elif self.resets:
                item.snapshot.restore_except(item, self.config.keep)
            if self.hooks is not None:
                self.hooks.was_reset(item)
        except BaseException as error:
            # It may be half-cleaned (F3).
            item.fault()
            self.destroy(item)
            errors.append(error)
            return
        item.state = FREE
        # It rests first, unless `clear` has ended its lease (L2).
        if item.lease.reason is _CLEARED:
            self.idle.append(item)
        else:
            self.resting.append(item)

    def _is_over_limit(self) -> bool:
        config = self.config
        return (
            self.closed
            or (config.max_size is not None and self.total_count > config.max_size)
            or (config.max_idle is not None and self.idle_count >= config.max_idle)
        )

    def end_rest(self) -> None:
        """Make all resting items idle."""
        # In this order: what an interruption leaves in neither list is found again (F8); in both, it would live twice.
        resting, self.resting = self.resting, deque()
        self.idle += resting

    def destroy_idle(self, count: int) -> int:
        """Destroy up to `count` idle items, those idle for longest; return how many."""
        count = max(min(count, self.idle_count), 0)
        try:
            doomed = self.idle[:count]
            del self.idle[:count]
            doomed += [self.resting.popleft() for _ in range(count - len(doomed))]
            for item in doomed:
                self.destroy(item)
        except BaseException as error:
            self.loop.note_interruption(error)
            raise
        return count

    def invalidate(self) -> None:
        """Destroy all items: idle ones at once, active ones when their lease ends."""
        for item in self.items():
            item.destroy_on_return = True
        self.destroy_idle(self.idle_count)

    def destroy(self, item: PoolItem[T]) -> None:
        """Destroy an item that is on lease no longer."""
        item.state = DESTROYED
        self._discard(item)
        self.registry.destroy(item)
        self.counts.destroyed += 1
        self.counts.faulted += item.faulted
        item.forget_hooks()

    def _discard(self, item: PoolItem[T]) -> None:
        if self.placement is not None:
            errors: list[BaseException] = []
            self.placement.discard(item, errors)
            self.loop.settle_later(errors)
        if self.hooks is not None:
            self.hooks.destroyed(item)
