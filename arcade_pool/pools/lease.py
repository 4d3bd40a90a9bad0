"""Lease: one life of an item, and what belongs to it.

Everything a lease was given (tasks, children, deferred callbacks) hangs on the lease and not on the object, so
that nothing of it can reach the object's next life.
"""

from __future__ import annotations

import enum
import weakref
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from arcade_pool.checks import check_runs_at_once, checked_coroutine, checked_count
from arcade_pool.errors import StaleLease
from arcade_pool.pools.item import ACQUIRING, PoolItem
from arcade_pool.pools.messages import tell
from arcade_pool.timing.awaited import Awaited, Waiters
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.lifetimes import LifetimeSpec, checked_lifetime, made_generator, start_lifetime
from arcade_pool.timing.scheduler import Scheduler, Waiter
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    from arcade_pool.pools.pool import Pool

__all__ = ["Lease", "RecycleReason"]

T = TypeVar("T")
C = TypeVar("C")


class RecycleReason(enum.Enum):
    """Why a lease ended."""

    EXPIRED = "expired"  #: its lifetime was over
    RECYCLED = "recycled"  #: somebody called recycle
    KILLED = "killed"  #: kill() was called, or the sprite was taken out of the pool's list
    STOLEN = "stolen"  #: a spawn needed the item
    CLEARED = "cleared"  #: the pool or its group was cleared
    CLOSED = "closed"  #: the pool was closed
    PARENT = "parent"  #: the lease that had adopted it ended
    FAILED = "failed"  #: its spawn, its lifetime or its update raised


# As a global for the commonest end; see item.py.
_EXPIRED = RecycleReason.EXPIRED


class _Resources:
    """What a lease was given and gives back at its end; made when the first of it comes."""

    __slots__ = ("children", "deferred", "joined", "tasks")

    def __init__(self) -> None:
        self.tasks: dict[Task, object] = {}
        # Lists when the first comes: most leases that were given anything were given a task.
        self.children: list[Lease[Any]] | None = None
        self.deferred: list[tuple[Callable[..., object], tuple[Any, ...]]] | None = None
        self.joined: Waiters | None = None

    def stop_lifetime(self, errors: list[BaseException]) -> None:
        for task in [task for task in self.tasks if task._ends_lease]:
            task._stop(errors)

    def has_lifetime(self) -> bool:
        """True if a coroutine is running as the lifetime."""
        return any(task._ends_lease for task in self.tasks)

    def stop_tasks(self, errors: list[BaseException]) -> None:
        """Last started first; inner generators close before outer ones by themselves (L4)."""
        if self.tasks:
            for task in reversed(list(self.tasks)):
                task._stop(errors)

    def release_rest(self, reason: RecycleReason, errors: list[BaseException]) -> None:
        """Deferred callbacks, last registered first (L4); and whoever waits for the end is told."""
        while self.deferred:
            callback, args = self.deferred.pop()
            try:
                callback(*args)
            except BaseException as error:
                errors.append(error)
        if self.joined is not None:
            self.joined.wake(reason)


class Lease(Waiter, Awaited, Generic[T]):
    """One life of a pooled object, and its handle: it may be kept by anyone, and goes stale when the life ends.

    A stale lease never comes back to life, and nothing done with it reaches the object's next life. Leases are
    hashable and compare by identity. They are made by spawning, never directly.
    """

    _since: float
    _ended: float
    _former: weakref.ref[PoolItem[T]]
    __slots__ = (
        "__weakref__",
        "_born",
        "_deadline",
        "_ended",
        "_former",
        "_item",
        "_resources",
        "_since",
        "generation",
        "pool",
        "reason",
    )

    def __init__(self, pool: Pool[T], item: PoolItem[T] | None, generation: int, born: float) -> None:
        #: The pool it belongs to.
        self.pool = pool
        # The item while the lease lasts. Internal: use get().
        self._item = item
        #: How many lives the item had with this one.
        self.generation = generation
        #: Why it ended; None while it lasts.
        self.reason: RecycleReason | None = None
        # 0 until a lifetime is set: the first seq is greater, so that nothing is live before.
        self._wait = 0
        # Game times, in seconds: of the spawn; of the end of a lifetime in seconds, if it has one. With that comes
        # _since, the time from which it counts, and at the end of the lease _ended and _former, the item it was of.
        self._born = born
        self._resources: _Resources | None = None
        self._deadline: float | None = None

    def __repr__(self) -> str:
        state = "alive" if self.reason is None else self.reason.value if self.generation else "never spawned"
        return f"<Lease {self.generation} of {self.pool._name} ({state})>"

    # --- looking ---

    @property
    def alive(self) -> bool:
        """Whether it still lasts. Cost: O(1)."""
        return self._item is not None

    def get(self) -> T | None:
        """The object while the lease lasts, else None. Cost: O(1)."""
        item = self._item
        return None if item is None else item.obj

    @property
    def age(self) -> float:
        """Seconds of game time since the spawn; stands still when the lease has ended."""
        return self._now() - self._born

    @property
    def remaining(self) -> float | None:
        """Seconds to the end of a lifetime of seconds, alone or in an ``a | b``; None without one."""
        # Read once: another thread may look while the lifetime is replaced.
        deadline = self._deadline
        return None if deadline is None else max(deadline - self._now(), 0.0)

    @property
    def progress(self) -> float | None:
        """How much of a lifetime of seconds is over, from 0 to 1; None without one."""
        deadline = self._deadline
        if deadline is None:
            return None
        length = deadline - self._since
        return min((self._now() - self._since) / length, 1.0) if length > 0 else 1.0

    def _now(self) -> float:
        return self.pool._scheduler.time if self.reason is None else self._ended

    def borrow(self) -> AbstractContextManager[T]:
        """Gives the object and keeps it from being reset until the ``with`` is over. From any thread.

        If the lease ends meanwhile, the object disappears from the game at once but stays as it is (L9).

        Example::

            with lease.borrow() as enemy:
                plan_path(enemy.position)

        Raises:
            StaleLease: On entering, if the lease has ended.
        """
        return self.pool._manager._borrows.borrow(self)

    # --- ending ---

    def recycle(self, *, delay_frames: int = 0) -> bool:
        """Ends the lease. From any thread; off the update thread it takes effect in the next update.

        Cost: O(1), besides its hooks and resources.

        Args:
            delay_frames: Updates to wait before the item is reset and idle again; it disappears at once (L10).

        Returns:
            True if this call ended it; False if it had ended before, and then nothing happens. Off the update thread:
            whether it was alive.
        """
        checked_count(delay_frames, "delay_frames")
        manager = self.pool._manager
        if manager._on_update_thread():
            return self.pool._end(self, RecycleReason.RECYCLED, delay_frames)
        if alive := self.alive:
            self.pool._ask_end(self, delay_frames)
        return alive

    # --- what belongs to it ---

    def set_lifetime(self, spec: LifetimeSpec) -> None:
        """Replaces the running lifetime; called in ``on_spawn``, the one that the spawn would start.

        Args:
            spec: Seconds, a condition, a generator function or generator, or None for no end. Counts from now.

        Raises:
            StaleLease: The lease has ended.
            TypeError: `spec` can be no lifetime; nothing was changed.
            ValueError: A number that is negative, NaN or infinite; nothing was changed.
        """
        item = self._living_item("set_lifetime")
        spec = checked_lifetime(spec)
        if isinstance(spec, Condition):
            spec.check(self)
        errors: list[BaseException] = []
        try:
            self._replace_lifetime(item, spec, errors)
        except BaseException as error:
            self.pool._manager._note_interruption(error)
            raise
        self.pool._manager._settle(errors)

    def _replace_lifetime(self, item: PoolItem[T], spec: Any, errors: list[BaseException]) -> None:
        # All that runs in here is code of the lease (L8): the function, the old coroutine's finally, the first step.
        item.holds += 1
        try:
            if callable(spec) and not isinstance(spec, Condition):
                spec = made_generator(spec, item.obj)
            if self._resources is not None:
                self._resources.stop_lifetime(errors)
            self._living_item("set_lifetime")
            self._start_instead(item, spec, errors)
        finally:
            item.release()

    def _start_instead(self, item: PoolItem[T], spec: Any, errors: list[BaseException]) -> None:
        try:
            start_lifetime(self, spec)
        except BaseException as error:
            if item.state is ACQUIRING:
                # In on_spawn it is the spawn that fails; if the hook goes on, with the lifetime it would have had.
                self._wait = 0
                raise
            errors.append(error)
            self.pool._end_lease(self, RecycleReason.FAILED, errors)

    def start(self, coroutine: Generator[object, Any, Any]) -> Task:
        """Runs a side task that ends with the lease; its own end does not end the lease.

        Cost: O(1), besides its first step, which runs inside this call.

        Args:
            coroutine: A generator, as a function with ``yield`` returns it.

        Raises:
            StaleLease: The lease has ended.
            TypeError: `coroutine` is no generator, or was started before.
            Exception: What its first step raised.
        """
        self._living_item("start")
        task = Task(checked_coroutine(coroutine, "a task"), self.pool._scheduler, self._given().tasks, self)
        if (error := task._step(self.pool._scheduler.time)) is not None:
            raise error
        return task

    def defer(self, callback: Callable[..., object], *args: Any) -> None:
        """Calls ``callback(*args)`` when the lease ends, last registered first. Cost: O(1).

        Raises:
            StaleLease: The lease has ended.
            TypeError: `callback` cannot be called.
        """
        self._living_item("defer")
        if not callable(callback):
            raise TypeError(f"defer takes a function and its arguments, not {callback!r}")
        check_runs_at_once(callback, "the callback of defer", "drop the yield or async")
        resources = self._given()
        resources.deferred = resources.deferred or []
        resources.deferred.append((callback, args))

    def adopt(self, child: C) -> C:
        """Recycles `child` when this lease ends (reason ``PARENT``), unless its present life is over by then.

        Cost: O(1), amortised.

        Args:
            child: A pooled object on lease in any pool of the same manager, or its lease.

        Returns:
            The child.

        Raises:
            StaleLease: This lease or the child's has ended.
            NotPooled: The manager does not know the child.
            ValueError: The child is the object itself.
        """
        item = self._living_item("adopt")
        lease = self.pool._manager.lease(child)
        if lease is self:
            raise ValueError(f"{item.obj!r} cannot adopt itself")
        lease._living_item("adopt")
        resources = self._given()
        children = resources.children = resources.children or []
        if len(children) >= 32 and not len(children) & (len(children) - 1):
            # A parent that lives long forgets the children that ended before it, each time their number has doubled.
            children[:] = [each for each in children if each._item is not None]
        children.append(lease)
        return child

    def _join(self, scheduler: Scheduler, waiter: Waiter) -> None:
        """See `Awaited._join`."""
        if self._item is None:
            scheduler.after_frames(1, waiter, self.reason)
        else:
            resources = self._given()
            resources.joined = resources.joined or Waiters()
            resources.joined.add(scheduler, waiter)

    def _given(self) -> _Resources:
        if self._resources is None:
            self._resources = _Resources()
        return self._resources

    def _living_item(self, what: str) -> PoolItem[T]:
        # Read once: on another thread the lease may end between two looks.
        item = self._item
        if item is None:
            raise StaleLease(
                f"{what}: {tell(self)}. Check lease.alive first, or ask for the present lease with pool.lease(obj)"
            )
        return item

    # --- the lifetime, as a waiter ---

    def _fire(self, when: float, value: object) -> None:
        """The lifetime is over."""
        errors: list[BaseException] = []
        self.pool._end_lease(self, _EXPIRED, errors)
        if errors:
            self.pool._manager._settle(errors)

    def _fail(self, when: float, error: Exception) -> None:
        """The lifetime's condition raised (F4)."""
        self.pool._scheduler.report(error)
        self._lifetime_over(error)

    def _subject(self) -> PoolItem[Any] | None:
        """See `Waiter._subject`."""
        return self._item

    def _lifetime_over(self, failure: BaseException | None) -> None:
        """Ends the lease because its lifetime returned, came true or failed."""
        if self._item is not None:
            errors: list[BaseException] = []
            self.pool._end_lease(self, RecycleReason.EXPIRED if failure is None else RecycleReason.FAILED, errors)
            if errors:
                self.pool._manager._settle(errors)
