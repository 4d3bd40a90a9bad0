"""Pool[T]: the public calls of a pool.

Common cases: a spawn that finds an idle item, and a lease that ends. Optimised for: those two, with any number of
active items; both are O(1). Refused: a flag on the items and a search for one that is free, which costs more the
fuller the pool is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, NoReturn, TypeVar, cast

from arcade_pool.checks import checked_count
from arcade_pool.errors import PoolExhausted, RecycleReason
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.item import FREE
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.lifecycle import Lifecycle
from arcade_pool.pools.placement import Placement
from arcade_pool.pools.shared import Shared
from arcade_pool.pools.sizing import Prewarm
from arcade_pool.pools.stats import PoolStats
from arcade_pool.timing.lifetimes import DEFAULT, LifetimeSpec

__all__ = ["Pool"]

T = TypeVar("T")


class Pool(Generic[T]):
    """All instances made by one factory. Made by `PoolManager.create_pool`, never directly.

    Iterating gives the active objects, oldest first; spawning and recycling meanwhile is safe, and objects whose lease
    ended or began meanwhile are not visited. ``obj in pool`` is true while it is on lease here. A pool is always true.
    """

    def __init__(
        self,
        shared: Shared,
        factory: Callable[[], T],
        key: Hashable,
        group: Hashable,
        config: PoolConfig,
        placement: Placement | None = None,
    ) -> None:
        #: The name by which the manager finds it.
        self.key = key
        #: The group it is cleared and closed with.
        self.group = group
        name = key if isinstance(key, str) else getattr(key, "__name__", None) or repr(key)
        self._inventory = Inventory(name, factory, config, shared.loop, shared.registry, placement, type(self).spawn)
        hooks = None if shared.make_hooks is None else shared.make_hooks(self._inventory)
        self._lifecycle = Lifecycle(self, self._inventory, shared.borrows, hooks)
        self._forget = shared.forget

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self._lifecycle.name}: {self.active_count} active, {self.idle_count} idle>"
        )  # fmt: skip

    def _check_thread(self, what: str) -> None:
        if self._lifecycle.hooks is not None:
            self._lifecycle.check_thread(what)

    # --- spawning ---

    def spawn(self, *, lifetime: LifetimeSpec = DEFAULT, **kwargs: Any) -> T:
        """Begin a lease and return its object.

        Cost: O(1); a new instance where nothing is idle.

        Args:
            lifetime: What ends this lease; None: nothing does. Not given: the pool's default, else the class's.
            **kwargs: Handed to the object's ``on_spawn``.

        Returns:
            The object. Its lease may be over already, if ``on_spawn`` or the lifetime ended it.

        Raises:
            PoolExhausted: The pool is at `max_size`, with nothing idle and nothing to steal.
            PoolClosed: The pool was closed.
            TypeError: A bad lifetime, or keyword arguments that ``on_spawn`` does not take.
            Exception: What the factory, ``on_spawn`` or the lifetime raised; the spawn is undone then.
        """
        item = self._lifecycle.spawn((), lifetime, kwargs)
        return self._raise_exhausted() if item is None else item.obj

    def try_spawn(self, *, lifetime: LifetimeSpec = DEFAULT, **kwargs: Any) -> T | None:
        """Like `spawn`, but returns None where this pool would raise `PoolExhausted`."""
        item = self._lifecycle.spawn((), lifetime, kwargs)
        return None if item is None else item.obj

    def _raise_exhausted(self) -> NoReturn:
        stats = self.stats()
        raise PoolExhausted(
            f"pool {self._lifecycle.name} is exhausted: max_size={self.config.max_size}, {stats.active} active, "
            f"{stats.retiring} retiring; raise max_size, set overflow='steal_oldest', or use try_spawn"
        )

    # --- ending ---

    def recycle(self, obj_or_lease: T | Lease[T], *, delay_frames: int = 0) -> bool:
        """End the lease, or the present lease of the object.

        Cost: O(1), besides its hooks and resources.

        Args:
            obj_or_lease: A pooled object of this pool, or a lease.
            delay_frames: Updates to wait before the item is reset and idle again; it disappears at once.

        Returns:
            True if this call ended a lease; False if it had ended before.

        Raises:
            NotPooled: This pool does not own it.
        """
        self._check_thread("recycle")
        checked_count(delay_frames, "delay_frames")
        lease = self.lease(cast(T, obj_or_lease))
        return self._lifecycle.end(lease, RecycleReason.RECYCLED, delay_frames=delay_frames)

    def clear(self) -> None:
        """End every lease (reason ``CLEARED``); what hooks spawn meanwhile stays. Cost: O(active)."""
        self._check_thread("clear")
        errors: list[BaseException] = []
        self._lifecycle.end_all(RecycleReason.CLEARED, errors)
        self._lifecycle.loop.settle(errors)

    def close(self) -> None:
        """End every lease, destroy every item and forget the pool. A second call does nothing.

        Cost: O(items). An object whose own code is running is destroyed when that returns.
        """
        self._check_thread("close")
        errors: list[BaseException] = []
        self._close(errors)
        self._lifecycle.loop.settle(errors)

    def _close(self, errors: list[BaseException]) -> None:
        inventory = self._inventory
        if inventory.closed:
            return
        try:
            self._lifecycle.close(errors)
            self._forget(self)
        except BaseException as error:
            inventory.closed = False  # it can be closed once more
            self._lifecycle.loop.note_interruption(error)
            raise
        # Not before: a pool that can be closed once more is whole.
        self._lifecycle.drop_cycles()

    # --- sizes ---

    def prewarm(self, count: int) -> None:
        """Make idle items at once, up to `count` items in all, never beyond `max_size`. Runs no hooks.

        Raises:
            TypeError: `count` is not a whole number.
            ValueError: `count` is negative.
            Exception: What the factory raised; what was made before stays.
        """
        self._check_thread("prewarm")
        checked_count(count, "count")
        inventory = self._inventory
        inventory.require_open()
        inventory.counts.expect(inventory.within_limit(count))
        while self._lifecycle.sizing.make_idle(count):
            pass

    def prewarm_async(self, count: int, *, per_frame: int = 8, budget: float | None = None) -> Prewarm:
        """Make idle items over the next updates, up to `count` items in all, never beyond `max_size`.

        Args:
            count: Items in all.
            per_frame: Most items made in one update, at least 1.
            budget: Seconds of real time after which an update makes no more; one item is made in any case.

        Returns:
            Its progress, and a way to cancel it.

        Raises:
            TypeError: An argument is not a number.
            ValueError: An argument is out of its range.
        """
        self._check_thread("prewarm_async")
        self._inventory.require_open()
        return Prewarm(self._lifecycle.sizing, count, per_frame, budget)

    def trim(self, max_idle: int = 0) -> int:
        """Destroy idle items above `max_idle`, those idle for longest first; return how many."""
        self._check_thread("trim")
        return self._inventory.destroy_idle(self.idle_count - checked_count(max_idle, "max_idle"))

    def invalidate(self) -> None:
        """Replace all instances, because the factory makes something else now: active ones when they end."""
        self._check_thread("invalidate")
        self._inventory.invalidate()

    def configure(self, **overrides: Any) -> None:
        """Change settings; takes effect at once, but makes nothing. Cost: O(items it destroys).

        Args:
            **overrides: Fields of `PoolConfig`.

        Raises:
            TypeError: A name is not a setting, or a value has the wrong type; nothing was changed.
            ValueError: A value is out of its range; nothing was changed.
        """
        self._check_thread("configure")
        self._inventory.require_open()
        before = self.config
        self._inventory.reconfigure(before.replace(overrides))
        if self.config.shrink != before.shrink:
            self._lifecycle.sizing.restart_shrinking()

    # --- looking ---

    @property
    def config(self) -> PoolConfig:
        """The settings in force."""
        return self._inventory.config

    @property
    def active_count(self) -> int:
        """Objects on lease."""
        return len(self._inventory.active)

    @property
    def total_count(self) -> int:
        """Items in all: active, idle and retiring."""
        return self._inventory.total_count

    @property
    def idle_count(self) -> int:
        """Items waiting in the pool, resting ones included."""
        return self._inventory.idle_count

    def stats(self) -> PoolStats:
        """Return what the pool has done so far. Cost: O(1)."""
        return self._inventory.stats()

    def lease(self, obj: T) -> Lease[T]:
        """Return the object's present lease, else its last one (before the first: one that has ended).

        That of an object that this pool has destroyed has ended.

        Raises:
            NotPooled: This pool does not own the object.
        """
        return self._lifecycle.registry.lease_in(self._lifecycle, obj)

    def __iter__(self) -> Iterator[T]:
        return _living(list(self._inventory.active))

    def __reversed__(self) -> Iterator[T]:
        return _living(list(reversed(self._inventory.active)))

    def __contains__(self, obj: object) -> bool:
        item = self._lifecycle.registry.items.get(id(obj))
        return item is not None and item.is_on_lease() and item.lifecycle is self._lifecycle

    def __len__(self) -> int:
        return self.active_count

    def __bool__(self) -> bool:
        return True

    def _check(self) -> None:
        """Check what must hold at any time that no code of a lease is running, for tests (L1).

        Raises:
            AssertionError: Something does not hold; the message says what.
        """
        inventory = self._inventory
        stats = self.stats()
        idle, active = [*inventory.idle, *inventory.resting], [lease._item for lease in inventory.active]
        limit = self.config.max_size
        problems = [
            (any(value < 0 for value in vars(stats).values()), "a counter is negative"),
            (any(item.state is not FREE or item.holds for item in idle), "an idle item is not free"),
            (None in active, "an ended lease counts as active"),
            (len({id(item) for item in [*idle, *active]}) != len(idle) + len(active), "an item is in two places"),
            (limit is not None and not active and stats.idle > limit, "more idle items than max_size"),
            (len(inventory.items()) != self.total_count, "the manager knows another number of items"),
        ]
        for wrong, what in problems:
            if wrong:
                raise AssertionError(f"{self!r}: {what}: {stats}")


def _living(leases: list[Lease[T]]) -> Iterator[T]:
    for lease in leases:
        if (obj := lease.get()) is not None:
            yield obj
