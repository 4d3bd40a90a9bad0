"""Lease: one life of an item, and what belongs to it.

Everything a lease was given (tasks, children, deferred callbacks) belongs to the lease and not to the object, so that
nothing of it can reach the object's next life.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from threading import get_ident
from typing import Any, Final, Generic, TypeVar

from arcade_pool.checks import check_runs_at_once, checked_coroutine, checked_count
from arcade_pool.errors import RecycleReason
from arcade_pool.pools.item import ACQUIRING, PoolItem
from arcade_pool.pools.resources import LeaseResources
from arcade_pool.timing.conditions import Condition, Forever
from arcade_pool.timing.lifetimes import MEANT_TO_LAST, LifetimeSpec, checked_lifetime, made_generator
from arcade_pool.timing.task import Task, start_lifetime_task, start_task
from arcade_pool.timing.waiter import NEVER, Awaited, Timer, Waiter, Waiters

__all__ = ["Lease", "RecycleReason"]

T = TypeVar("T")
C = TypeVar("C")

# As a global for the commonest end; see item.py.
_EXPIRED: Final = RecycleReason.EXPIRED


class Lease(Waiter, Awaited, Generic[T]):
    """One life of a pooled object, and its handle: any code may keep it, and it goes stale when the life ends.

    A stale lease never comes back to life, and nothing done with it reaches the object's next life. Leases are hashable
    and compare by identity. They are made by spawning, never directly.
    """

    _since: float
    _ended: float
    _last_item: weakref.ref[PoolItem[T]]
    __slots__ = (
        "__weakref__", "_born", "_deadline", "_ended", "_item", "_last_item", "_lifecycle", "_resources", "_since",
        "generation", "reason",
    )  # fmt: skip

    def __init__(self, lifecycle: Any, item: PoolItem[T] | None, generation: int, born: float) -> None:
        self._lifecycle = lifecycle  # that of its pool, which is defined above this module
        self._item = item  # while the lease lasts; user code calls get()
        #: How many lives the item had with this one.
        self.generation = generation
        #: Why it ended; None while it lasts.
        self.reason: RecycleReason | None = None
        # 0 until a lifetime is set: the first seq is greater, so that nothing is live before.
        self._wait = 0
        # Game times, in seconds: of the spawn; of the end of a lifetime in seconds, and with it _since, from which that
        # counts. The end of the lease sets _ended, and _last_item, the item it was of.
        self._born = born
        self._resources: LeaseResources | None = None
        self._deadline: float | None = None

    def __repr__(self) -> str:
        state = "alive" if self.reason is None else self.reason.value if self.generation else "never spawned"
        return f"<Lease {self.generation} of {self._lifecycle.name} ({state})>"

    @property
    def pool(self) -> Any:
        """The pool it belongs to; None once that was closed and dropped."""
        return self._lifecycle.pool

    @property
    def alive(self) -> bool:
        """True while it lasts. Cost: O(1)."""
        return self._item is not None

    def get(self) -> T | None:
        """Return the object while the lease lasts, else None. Cost: O(1)."""
        item = self._item
        return None if item is None else item.obj

    @property
    def age(self) -> float:
        """Seconds of game time since the spawn; constant once the lease has ended."""
        return self._now() - self._born

    @property
    def remaining(self) -> float | None:
        """Seconds to the end of a lifetime of seconds, alone or in an ``a | b``; None without one."""
        deadline = self._deadline  # read once: another thread may read while the lifetime is replaced
        return None if deadline is None else max(deadline - self._now(), 0.0)

    @property
    def progress(self) -> float | None:
        """The share of a lifetime of seconds that is over, from 0 to 1; None without one."""
        deadline = self._deadline
        if deadline is None:
            return None
        length = deadline - self._since
        return min((self._now() - self._since) / length, 1.0) if length > 0 else 1.0

    def _now(self) -> float:
        now: float = self._lifecycle.scheduler.time if self.reason is None else self._ended
        return now

    def borrow(self) -> AbstractContextManager[T]:
        """Give the object and keep it from being reset until the ``with`` is over. From any thread.

        If the lease ends meanwhile, the object disappears from the game at once but stays as it is (L9). Example:
        ``with lease.borrow() as enemy: plan_path(enemy.position)``.

        Raises:
            StaleLease: On entering, if the lease has ended.
        """
        borrow: AbstractContextManager[T] = self._lifecycle.borrows.borrow(self)
        return borrow

    def recycle(self, *, delay_frames: int = 0) -> bool:
        """End the lease. From any thread; off the update thread it takes effect in the next update.

        Cost: O(1), besides its hooks and resources.

        Args:
            delay_frames: Updates to wait before the item is reset and idle again; it disappears at once (L10).

        Returns:
            True if this call ended it; False if it had ended before. Off the update thread: True if it was alive.
        """
        if delay_frames:
            checked_count(delay_frames, "delay_frames")
        lifecycle = self._lifecycle
        if get_ident() != lifecycle.loop.thread:
            asked: bool = lifecycle.borrows.ask_end(self, delay_frames)
            return asked
        ended: bool = lifecycle.end(self, RecycleReason.RECYCLED, delay_frames=delay_frames)
        return ended

    def set_lifetime(self, spec: LifetimeSpec) -> None:
        """Replace the running lifetime; called in ``on_spawn``, the one that the spawn would start.

        Args:
            spec: Seconds, a condition, a generator function or generator, or None for no end. Counts from now.

        Raises:
            StaleLease: The lease has ended.
            TypeError: `spec` cannot be a lifetime; nothing was changed.
            ValueError: A number that is negative, NaN or infinite; nothing was changed.
        """
        item = self._item_for("set_lifetime")
        spec = checked_lifetime(spec)
        if isinstance(spec, Condition):
            spec.check(self)
        errors: list[BaseException] = []
        try:
            try:
                item.holds += 1  # all that runs in here is code of the lease (L8)
                if callable(spec) and not isinstance(spec, Condition):
                    spec = made_generator(spec, item.obj)
                if self._resources is not None:
                    self._resources.stop_lifetime(errors)
                self._item_for("set_lifetime")
                self._start_instead(item, spec, errors)
            finally:
                item.release()
        except BaseException as error:
            self._lifecycle.loop.note_interruption(error)
            raise
        self._lifecycle.loop.settle(errors)

    def _start_instead(self, item: PoolItem[T], spec: Any, errors: list[BaseException]) -> None:
        try:
            self._start_lifetime(spec)
        except BaseException as error:
            if item.state is ACQUIRING:
                # In on_spawn it is the spawn that fails; if the hook goes on, with the lifetime it would have had.
                self._wait = 0
                raise
            errors.append(error)
            self._lifecycle.end(self, RecycleReason.FAILED, errors)

    def _start_lifetime(self, spec: Any) -> None:
        """Start a checked lifetime, the last step of a spawn; a coroutine runs to its first ``yield`` in here."""
        scheduler = self._lifecycle.scheduler
        now = self._since = scheduler.time
        if type(spec) is float:
            self._deadline = now + spec
            self._wait = scheduler.after(spec, self, now)
            return
        self._deadline = None
        self._wait = NEVER
        if isinstance(spec, Condition):
            if (bound := spec.bound) is not None:
                self._deadline = now + bound
            if isinstance(spec, Forever):
                self._wait = MEANT_TO_LAST
            else:
                self._wait = scheduler.next_seq()
                spec.arm(scheduler, self, now, None)
        elif spec is not None:
            item: Any = self._item
            item.holds += 1  # the function is code of the lease (L8)
            try:
                generator = spec if isinstance(spec, Generator) else made_generator(spec, item.obj)
            finally:
                item.release()
            if self._item is not None:  # else the function has ended the lease: what it returned is not started
                start_lifetime_task(generator, scheduler, self._given().tasks, self)

    def start(self, coroutine: Generator[object, Any, Any]) -> Task:
        """Run a side task that ends with the lease; its own end does not end the lease.

        Args:
            coroutine: A generator, as a function with ``yield`` returns it. Runs to its first ``yield`` in here.

        Raises:
            StaleLease: The lease has ended.
            TypeError: `coroutine` is not a generator, or was started before.
            Exception: What its first step raised.
        """
        self._item_for("start")
        generator = checked_coroutine(coroutine, "a task")
        return start_task(generator, self._lifecycle.scheduler, self._given().tasks, self)

    def defer(self, callback: Callable[..., object], *args: Any) -> None:
        """Call ``callback(*args)`` when the lease ends, last registered first. Cost: O(1).

        Raises:
            StaleLease: The lease has ended.
            TypeError: `callback` cannot be called.
        """
        self._item_for("defer")
        if not callable(callback):
            raise TypeError(f"defer takes a function and its arguments, not {callback!r}")
        check_runs_at_once(callback, "the callback of defer", "drop the yield or async")
        self._given().defer(callback, args)

    def adopt(self, child: C) -> C:
        """Recycle `child` when this lease ends (reason ``PARENT``), unless its present life is over by then.

        Args:
            child: A pooled object on lease in any pool of the same manager, or its lease.

        Returns:
            The child.

        Raises:
            StaleLease: This lease or the child's has ended.
            NotPooled: The manager does not know the child.
            ValueError: The child is the object itself.
        """
        item = self._item_for("adopt")
        lease: Lease[Any] = self._lifecycle.registry.lease(child)
        if lease is self:
            raise ValueError(f"{item.obj!r} cannot adopt itself")
        lease._item_for("adopt")
        self._given().adopt(lease)
        return child

    def _given(self) -> LeaseResources:
        if self._resources is None:
            self._resources = LeaseResources()
        return self._resources

    def _item_for(self, what: str, *, any_thread: bool = False) -> PoolItem[T]:
        """Return the item, for a call that needs a living lease and, in debug mode, the update thread."""
        if self._lifecycle.hooks is not None and not any_thread:
            self._lifecycle.loop.check_thread(f"{what} of a lease of pool {self._lifecycle.name}")
        item = self._item  # read once: on another thread the lease may end between two reads
        if item is None:
            raise self._lifecycle.stale_lease(self, what)
        return item

    # --- as a waiter for its lifetime, and as what others wait for ---

    def _fire(self, when: float, value: object) -> None:
        """End the lease: its lifetime is over."""
        if self._item is not None:
            self._lifecycle.end(self, _EXPIRED)

    def _fail(self, when: float, error: BaseException) -> None:
        """End the lease: its lifetime raised (F4)."""
        try:
            self._lifecycle.loop.report(error)
        finally:  # an interruption is raised by the report, and no lease goes on without its lifetime
            if self._item is not None:
                self._lifecycle.end(self, RecycleReason.FAILED)

    def _subject(self) -> PoolItem[Any] | None:
        """See `Waiter._subject`."""
        return self._item

    def _join(self, scheduler: Timer, waiter: Waiter) -> None:
        """See `Awaited._join`."""
        if self._item is None:
            scheduler.after_frames(1, waiter, self.reason)
        else:
            resources = self._given()
            resources.joined = resources.joined or Waiters()
            resources.joined.add(scheduler, waiter)
