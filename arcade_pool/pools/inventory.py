"""Stock[T]: where a pool's items come from and where they go; capacity.

A spawn takes an idle item, else a resting one, else a new one, else, if the configuration says so, the oldest lease's
(L2). Idle items are a stack: the one that came back last goes out first, and shrinking takes from its bottom. An item
whose lease has ended rests until the next update begins, because game code may still hold its object in this frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from arcade_pool.checks import check_hooks, check_names
from arcade_pool.errors import PoolClosed
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.item import DESTROYED, FREE, PoolItem
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.lifecycle import end_lease
from arcade_pool.pools.reset import Snapshot, slots_of
from arcade_pool.pools.stats import Counters
from arcade_pool.timing.lifetimes import lifetime_of_class

if TYPE_CHECKING:
    from arcade_pool.pools.manager import PoolManager
    from arcade_pool.pools.pool import Pool

__all__ = ["Stock"]

T = TypeVar("T")


class Stock(Generic[T]):
    """The items of one pool."""

    #: How leases of this pool end; a lease itself stands below the module that says it.
    _end_lease = staticmethod(end_lease)
    _lease_type: type[Lease[Any]] = Lease

    def __init__(
        self, manager: PoolManager, factory: Callable[[], T], key: Hashable, group: Hashable, config: PoolConfig
    ) -> None:
        if isinstance(factory, type):
            lifetime_of_class(factory)
            check_hooks(factory)
        #: What it is called in the manager.
        self.key = key
        #: The group it is cleared and closed with.
        self.group = group
        self._manager = manager
        self._scheduler = manager._scheduler
        self._factory = factory
        self._name = key if isinstance(key, str) else getattr(key, "__name__", None) or repr(key)
        self._adopt_config(config)
        self._idle: list[PoolItem[T]] = []
        # Free items whose lease has ended since the last update began; the first one has rested for longest.
        self._resting: deque[PoolItem[T]] = deque()
        # In the order of their spawning, so that the oldest is the first.
        self._active: dict[Lease[T], None] = {}
        self._last_snapshot: Snapshot | None = None
        # Ended leases' items that wait for some updates to pass.
        self._delayed: dict[PoolItem[T], None] = {}
        self._making = 0
        self._closed = False
        self._counts = Counters()

    def _adopt_config(self, config: PoolConfig) -> None:
        self._config = config
        # Asked at the end of every lease.
        self._limited = config.max_size is not None or config.max_idle is not None
        self._resets = config.reset == "auto"
        # Whether it is the snapshot alone that makes an item fresh.
        self._straight = self._resets and not config.keep

    @property
    def total_count(self) -> int:
        """Items in all: active, idle and retiring."""
        return self._counts.created - self._counts.destroyed

    @property
    def idle_count(self) -> int:
        """Items waiting in the pool, resting ones included."""
        return len(self._idle) + len(self._resting)

    def _within_limit(self, count: int) -> int:
        limit = self._config.max_size
        return count if limit is None else min(count, limit)

    def _require_open(self) -> None:
        if self._closed:
            raise PoolClosed(f"pool {self._name} was closed and makes nothing more; create it anew")

    # --- getting one ---

    def _obtain(self) -> PoolItem[T] | None:
        """An item to lease: idle, else resting, else new, else stolen. None if the pool is exhausted."""
        self._require_open()
        stolen = False
        while True:
            while self._idle or self._resting:
                if self._idle:
                    item = self._idle.pop()
                else:
                    if not stolen:
                        self._hand_out_resting(self._resting[0])
                    item = self._resting.popleft()
                if self._valid(item):
                    if not self._closed:
                        return item
                    self._destroy(item)
                    return self._obtain()  # validate has closed the pool: refuses
            limit = self._config.max_size
            # What a factory is making at this moment counts: it may spawn or prewarm here itself (S1).
            if limit is None or self.total_count + self._making < limit:
                return self._make()
            if self._config.overflow == "refuse" or not self._steal():
                self._counts.exhausted += 1
                return None
            stolen = True

    def _hand_out_resting(self, item: PoolItem[T]) -> None:
        """Notes that a spawn takes an object whose lease ended in this frame; debug mode warns."""

    def _valid(self, item: PoolItem[T]) -> bool:
        try:
            if self._config.validate is None or self._config.validate(item.obj):
                return True
        except BaseException as error:
            item.fault()
            self._destroy(item)
            if not isinstance(error, Exception):
                raise
            self._manager._settle([error])
            return False
        self._counts.lost += 1
        self._destroy(item)
        return False

    def _steal(self) -> bool:
        """Ends the oldest lease whose object is at rest. Returns whether there was one."""
        for lease in self._active:
            if self._at_rest(lease):
                errors: list[BaseException] = []
                self._counts.stolen += 1
                self._end_lease(lease, RecycleReason.STOLEN, errors)
                self._manager._settle(errors)
                return True
        return False

    def _at_rest(self, lease: Lease[T]) -> bool:
        """Whether neither its own code nor a borrower stands on the object, so that it could be stolen (S1)."""
        return lease._item is not None and not lease._item.holds and lease not in self._manager._borrows.open

    # --- making ---

    def _make(self) -> PoolItem[T]:
        """A new item, neither idle nor on lease yet. Whatever raises, nothing was made (F1)."""
        self._making += 1
        try:
            obj = self._factory()
        finally:
            self._making -= 1
        if self._closed:
            raise PoolClosed(f"pool {self._name} was closed by its own factory")
        if obj is None:
            raise TypeError(f"the factory of pool {self._name} returned None; it must return a new object")
        if id(obj) in self._manager._items:
            raise ValueError(
                f"the factory of pool {self._name} returned {obj!r}, which is pooled already; it must return "
                "a new object at each call"
            )
        item = self._new_item(obj)
        self._equip(item)
        self._manager._items[id(obj)] = item
        counts = self._counts
        counts.created += 1
        counts.peak_total = max(counts.peak_total, self.total_count)
        return item

    def _new_item(self, obj: T) -> PoolItem[T]:
        return PoolItem(obj, cast("Pool[T]", self))

    def _equip(self, item: PoolItem[T]) -> None:
        """Learns what the object offers (hooks, lifetime, components), and what it is when fresh."""
        obj: Any = item.obj
        item.on_spawn = getattr(obj, "on_spawn", None)
        if not self._counts.created and item.on_spawn is not None:
            # With the first one only: to look at a function costs as much as to make a plain object.
            check_names(item.on_spawn, cast("type[Pool[T]]", type(self)).spawn)
        item.on_recycle = getattr(obj, "on_recycle", None)
        check_hooks(obj)
        components = getattr(obj, "components", ())
        if not isinstance(components, Iterable):
            raise TypeError(
                f"{type(obj).__name__}.components must be a sequence of objects with hooks, not {components!r}"
            )
        item.components = tuple(components)
        for component in item.components:
            check_hooks(component)
        item.plain = item.on_spawn is item.on_recycle is None and not item.components
        item.lifetime = lifetime_of_class(type(obj), obj)
        if self._resets:
            item.snapshot = self._last_snapshot = self._snapshot(obj).shared(self._last_snapshot)

    def _snapshot(self, obj: T) -> Snapshot:
        return Snapshot(obj, slots_of(type(obj)))

    def _make_idle(self, target: int) -> bool:
        """Makes one item ahead of need, up to `target` in all. Returns whether it did."""
        if self.total_count + self._making >= self._within_limit(target):
            return False
        try:
            item = self._make()
            item.prewarmed = True
            self._idle.append(item)
        except BaseException as error:
            self._manager._note_interruption(error)
            raise
        if self._config.max_size is not None and self.total_count > self._config.max_size:
            # The factory has lowered the limit under its own feet.
            self._destroy_idle(1)
            return False
        return True

    # --- taking back ---

    def _delay(self, item: PoolItem[T], updates: int) -> None:
        """Keeps a hold on the item for some updates (L10), or until the pool is closed."""
        self._delayed[item] = None
        self._scheduler.call_after_updates(updates, self._end_delay, item)

    def _end_delay(self, item: PoolItem[T]) -> None:
        if item in self._delayed:
            del self._delayed[item]
            item.release()

    def _retire(self, item: PoolItem[T], errors: list[BaseException]) -> None:
        """The rest of the end of a plain item, whose lease is stale by now."""
        known = len(errors)
        item.holds += 1
        try:
            self._take_out(item, errors)
        finally:
            item.holds -= 1
        if len(errors) != known:
            item.fault()
        if not item.holds:
            self._finish(item, errors)

    def _take_out(self, item: PoolItem[T], errors: list[BaseException]) -> None:
        """Takes the object out of its place; a plain pool has none."""

    def _finish(self, item: PoolItem[T], errors: list[BaseException]) -> None:
        """The end of a lease's end: the item is reset and idle, or destroyed."""
        if item.doomed or self._closed or (self._limited and self._over_limit()):
            self._destroy(item)
            return
        try:
            self._clean(item)
        except BaseException as error:
            self._give_up_on(item, error, errors)
            return
        self._store(item)

    def _store(self, item: PoolItem[T]) -> None:
        """Keeps a clean item for a later spawn; it rests first, unless `clear` has ended its lease (L2)."""
        item.state = FREE
        if item.lease is not None and item.lease.reason is RecycleReason.CLEARED:
            self._idle.append(item)
        else:
            self._resting.append(item)

    def _end_rest(self) -> None:
        """Makes all resting items idle."""
        # In this order: what an interruption leaves in neither is found again (F8), what is in both would live twice.
        resting, self._resting = self._resting, deque()
        self._idle += resting

    def _give_up_on(self, item: PoolItem[T], error: BaseException, errors: list[BaseException]) -> None:
        """Destroys an item that could not be cleaned (F3)."""
        item.fault()
        self._destroy(item)
        errors.append(error)

    def _over_limit(self) -> bool:
        config = self._config
        return (config.max_size is not None and self.total_count > config.max_size) or (
            config.max_idle is not None and self.idle_count >= config.max_idle
        )

    def _clean(self, item: PoolItem[T]) -> None:
        if self._resets and item.snapshot is not None:
            item.snapshot.restore(item, self._config.keep)

    def _destroy_idle(self, count: int) -> int:
        """Destroys up to `count` idle items, those idle for longest; returns how many."""
        count = max(min(count, self.idle_count), 0)
        try:
            doomed = self._idle[:count]
            del self._idle[:count]
            doomed += [self._resting.popleft() for _ in range(count - len(doomed))]
            for item in doomed:
                self._destroy(item)
        except BaseException as error:
            self._manager._note_interruption(error)
            raise
        return count

    def _never_spawned(self, item: PoolItem[T]) -> Lease[T]:
        """The lease of an item before its first spawn: one that has ended."""
        lease = Lease(cast("Pool[T]", self), None, 0, self._scheduler.time)
        lease.reason = RecycleReason.RECYCLED
        lease._former = item.ref
        lease._ended = lease._born
        return lease

    def _destroy(self, item: PoolItem[T]) -> None:
        item.state = DESTROYED
        self._manager._destroyed.add(item.obj, item.last_lease())
        self._discard(item)
        self._manager._items.pop(id(item.obj), None)
        self._counts.destroyed += 1
        self._counts.faulted += item.faulted
        # Bound methods point back at the object: without this each destroyed one would wait for a full collection.
        item.on_spawn = item.on_recycle = item.snapshot = None
        item.components = ()

    def _discard(self, item: PoolItem[T]) -> None:
        """For pools that keep more of an item than this one."""

    def _is_placed(self, item: PoolItem[T]) -> bool:
        """True if the object is in its place; a plain pool has none."""
        return False

    def _repair_places(self, items: list[PoolItem[T]]) -> None:
        """Puts the objects of living leases into their places, and takes all others out, after an interruption."""
