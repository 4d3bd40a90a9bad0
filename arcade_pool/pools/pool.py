"""Pool[T]: the public calls of a pool.

Common cases: a spawn that finds an idle item, and a lease that ends. Optimised for: those two, at whatever number
of active items; both are O(1). Refused: a flag on the items and a search for one that is free, which costs more the
fuller the pool is.

It is long because each public call carries its contract; how a lease begins and ends is in life.py.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

from arcade_pool.checks import checked_count
from arcade_pool.errors import NotPooled, PoolExhausted
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.inventory import Stock
from arcade_pool.pools.item import FREE, PoolItem
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.lifecycle import DEFAULT, begin_lease
from arcade_pool.pools.sizing import Prewarm, shrinking
from arcade_pool.pools.stats import PoolStats
from arcade_pool.timing.lifetimes import LifetimeSpec
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    from arcade_pool.pools.manager import PoolManager

__all__ = ["Pool"]

T = TypeVar("T")


class Pool(Stock[T]):
    """All instances made by one factory. Made by `PoolManager.create_pool`, never directly.

    Iterating gives the active objects, oldest first; spawning and recycling meanwhile is safe, ended ones and
    newcomers are not visited. ``obj in pool`` says whether it is on lease here. A pool is always true.
    """

    def __init__(
        self, manager: PoolManager, factory: Callable[[], T], key: Hashable, group: Hashable, config: PoolConfig
    ) -> None:
        super().__init__(manager, factory, key, group, config)
        # Prewarming and shrinking; they are no leases' and no game's tasks, and survive clear().
        self._sizing: dict[Task, object] = {}
        self._shrinker: Task | None = None

    def _open(self) -> None:
        """Makes what the configuration asks for at creation."""
        self.prewarm(self._config.prewarm)
        self._restart_shrinking()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._name}: {self.active_count} active, {self.idle_count} idle>"

    # --- spawning ---

    def spawn(self, *, lifetime: LifetimeSpec = DEFAULT, **kwargs: Any) -> T:
        """Begins a lease and returns its object.

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
        item = begin_lease(self, (), lifetime, kwargs)
        return self._turn_away() if item is None else item.obj

    def try_spawn(self, *, lifetime: LifetimeSpec = DEFAULT, **kwargs: Any) -> T | None:
        """Like `spawn`, but returns None where this pool would raise `PoolExhausted`."""
        item = begin_lease(self, (), lifetime, kwargs)
        return None if item is None else item.obj

    def _put_in(self, item: PoolItem[T], place: tuple[Any, ...]) -> None:
        """Puts the object in its place; a plain pool has none."""

    def _turn_away(self) -> NoReturn:
        stats = self.stats()
        raise PoolExhausted(
            f"pool {self._name} is exhausted: max_size={self._config.max_size}, {stats.active} active, "
            f"{stats.retiring} retiring; raise max_size, set overflow='steal_oldest', or use try_spawn"
        )

    # --- ending ---

    def recycle(self, obj_or_lease: T | Lease[T], *, delay_frames: int = 0) -> bool:
        """Ends the lease, or the present lease of the object.

        Cost: O(1), besides its hooks and resources.

        Args:
            obj_or_lease: A pooled object of this pool, or a lease.
            delay_frames: Updates to wait before the item is reset and idle again; it disappears at once.

        Returns:
            True if this call ended a lease; False if it had ended before.

        Raises:
            NotPooled: This pool does not own it.
        """
        checked_count(delay_frames, "delay_frames")
        return self._end(self.lease(cast(T, obj_or_lease)), RecycleReason.RECYCLED, delay_frames)

    def _end(self, lease: Lease[Any], reason: RecycleReason, delay_frames: int = 0) -> bool:
        errors: list[BaseException] = []
        ended = self._end_lease(lease, reason, errors, delay_frames)
        if not ended:
            self._refused(lease)
        elif errors:
            self._manager._settle(errors)
        return ended

    def _ask_end(self, lease: Lease[Any], delay_frames: int) -> None:
        """Has a lease ended in the next update, on behalf of another thread."""
        self._manager.call_soon(self._end, lease, RecycleReason.RECYCLED, delay_frames)

    def _refused(self, lease: Lease[Any]) -> None:
        """Notes that somebody ended a lease that had ended."""
        self._counts.refused += 1

    def _end_all(self, reason: RecycleReason, errors: list[BaseException]) -> None:
        for lease in list(self._active):
            self._end_lease(lease, reason, errors)

    def clear(self) -> None:
        """Ends every lease (reason ``CLEARED``); what hooks spawn meanwhile stays. Cost: O(active)."""
        errors: list[BaseException] = []
        self._end_all(RecycleReason.CLEARED, errors)
        self._manager._settle(errors)

    def close(self) -> None:
        """Ends every lease, destroys every item and forgets the pool. A second call does nothing.

        Cost: O(items). An object whose own code is running is destroyed when that returns.
        """
        errors: list[BaseException] = []
        self._close(errors)
        self._manager._settle(errors)

    def _close(self, errors: list[BaseException]) -> None:
        if self._closed:
            return
        try:
            self._closed = True
            for task in list(self._sizing):
                task._stop(errors)
            # Idle items first: no hook may get hold of one in what follows.
            self._destroy_idle(self.idle_count)
            self._end_all(RecycleReason.CLOSED, errors)
            for item in list(self._delayed):
                self._end_delay(item)
            self._last_snapshot = None
            self._manager._forget_pool(self)
        except BaseException as error:
            self._closed = False  # it can be closed once more
            self._manager._note_interruption(error)
            raise

    # --- what a pool of sprites does besides ---

    def _to_update(self, delta_time: float) -> list[Lease[T]]:
        """The leases whose objects the manager updates; a plain pool's objects have no update."""
        return []

    def _update(self, leases: list[Lease[T]], delta_time: float) -> None:
        """Updates those of them that still last."""

    def _draw(self, kwargs: dict[str, Any]) -> None:
        """Draws what there is to draw."""

    # --- sizes ---

    def prewarm(self, count: int) -> None:
        """Makes idle items at once, up to `count` items in all, never beyond `max_size`. Runs no hooks.

        Raises:
            TypeError: `count` is no whole number.
            ValueError: `count` is negative.
            Exception: What the factory raised; what was made before stays.
        """
        checked_count(count, "count")
        self._require_open()
        self._counts.expect(self._within_limit(count))
        while self._make_idle(count):
            pass

    def prewarm_async(self, count: int, *, per_frame: int = 8, budget: float | None = None) -> Prewarm:
        """Makes idle items over the next updates, up to `count` items in all, never beyond `max_size`.

        Args:
            count: Items in all.
            per_frame: Most items made in one update, at least 1.
            budget: Seconds of real time after which an update makes no more; one item is made in any case.

        Returns:
            Its progress, and a way to cancel it.

        Raises:
            TypeError: An argument is no number.
            ValueError: An argument is out of its range.
        """
        self._require_open()
        return Prewarm(self, count, per_frame, budget)

    def trim(self, max_idle: int = 0) -> int:
        """Destroys idle items above `max_idle`, those idle for longest first; returns how many."""
        return self._destroy_idle(self.idle_count - checked_count(max_idle, "max_idle"))

    def invalidate(self) -> None:
        """The factory makes something else now: idle items are destroyed, active ones when they end."""
        for item in list(self._manager._items.values()):
            if item.pool is self:
                item.doomed = True
        self._destroy_idle(self.idle_count)

    def configure(self, **overrides: Any) -> None:
        """Changes settings; takes effect at once, but makes nothing. Cost: O(items it destroys).

        Args:
            **overrides: Fields of `PoolConfig`.

        Raises:
            TypeError: A name is no setting, or a value has the wrong type; nothing was changed.
            ValueError: A value is out of its range; nothing was changed.
        """
        self._require_open()
        config = self._config.replace(overrides)
        resized = config.shrink != self._config.shrink
        resets = self._resets
        self._adopt_config(config)
        if self._resets and not resets:
            # What they were like when they were fresh is not known.
            self.invalidate()
        if config.max_size is not None:
            self._destroy_idle(self.total_count - config.max_size)
        if config.max_idle is not None:
            self._destroy_idle(self.idle_count - config.max_idle)
        if resized:
            self._restart_shrinking()

    def _restart_shrinking(self) -> None:
        if self._shrinker is not None:
            self._shrinker.cancel()
            self._shrinker = None
        if self._config.shrink is not None:
            self._shrinker = Task(shrinking(self, self._config.shrink), self._scheduler, self._sizing)
            self._shrinker._step(self._scheduler.time)

    # --- looking ---

    @property
    def config(self) -> PoolConfig:
        """The settings in force."""
        return self._config

    @property
    def active_count(self) -> int:
        """Objects on lease."""
        return len(self._active)

    def stats(self) -> PoolStats:
        """What the pool has done so far. Cost: O(1)."""
        return self._counts.snapshot(len(self._active), self.idle_count)

    def lease(self, obj: T) -> Lease[T]:
        """The object's present lease, else its last one (before the first: one that has ended).

        That of an object that this pool has destroyed has ended.

        Raises:
            NotPooled: This pool does not own the object.
        """
        if isinstance(obj, Lease):
            if obj.pool is self:
                return obj
            raise NotPooled(f"{obj!r} belongs to another pool than {self._name}; recycle it through the manager")
        lease: Lease[T] = self._manager.lease(obj)
        if lease.pool is not self:
            raise NotPooled(f"{obj!r} belongs to pool {lease.pool._name}, not to {self._name}; go through the manager")
        return lease

    def __iter__(self) -> Iterator[T]:
        return self._visit()

    def __reversed__(self) -> Iterator[T]:
        return self._visit(backwards=True)

    def _visit(self, *, backwards: bool = False) -> Iterator[T]:
        leases = list(self._active)
        for lease in reversed(leases) if backwards else leases:
            if lease._item is not None:
                yield lease._item.obj

    def __len__(self) -> int:
        return len(self._active)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, obj: object) -> bool:
        item = self._manager._items.get(id(obj))
        return item is not None and item.pool is self and item.is_on_lease()

    def _check(self) -> None:
        """Checks the invariants of L1.

        Raises:
            AssertionError: One does not hold; the message says which.
        """
        stats = self.stats()
        idle, active = [*self._idle, *self._resting], [lease._item for lease in self._active]
        problems = [
            (any(value < 0 for value in vars(stats).values()), "a counter is negative"),
            (any(item.state is not FREE or item.holds for item in idle), "an idle item is not free"),
            (None in active, "an ended lease counts as active"),
            (len({id(item) for item in [*idle, *active]}) != len(idle) + len(active), "an item is in two places"),
            (
                self._config.max_size is not None and not active and stats.idle > self._config.max_size,
                "more idle items than max_size",
            ),
            (
                sum(item.pool is self for item in self._manager._items.values()) != self.total_count,
                "the manager knows another number of items",
            ),
        ]
        for wrong, what in problems:
            if wrong:
                raise AssertionError(f"{self!r}: {what}: {stats}")
