"""Task: one running coroutine on the scheduler.

A task may belong to a lease (its lifetime, or a side task) or to the game. While its code runs it holds the
lease's item, so that ending the lease from inside takes effect at once for the world, but the object is reset
only when the code yields or returns, and the generator is closed then (L8).
"""

from __future__ import annotations

import inspect
from collections.abc import Generator
from math import inf
from typing import TYPE_CHECKING, Any

from arcade_pool.checks import checked_seconds
from arcade_pool.errors import BadYield
from arcade_pool.timing.awaited import Awaited, Waiters
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.scheduler import NEVER, Scheduler, Waiter

if TYPE_CHECKING:
    from arcade_pool.pools.item import PoolItem
    from arcade_pool.pools.lease import Lease

__all__ = ["Task"]

#: Attempts at closing a generator that yields in its ``finally`` before it is left to the garbage collector.
_CLOSE_ATTEMPTS = 10


class Task(Waiter, Awaited):
    """One running coroutine. Made by `Lease.start` and `PoolManager.start`, never directly.

    Yielded by another coroutine it means: wait until it ends; the ``yield`` then evaluates to its `result`.
    """

    __slots__ = (
        "_cancelled",
        "_ends_lease",
        "_generator",
        "_home",
        "_joined",
        "_lease",
        "_running",
        "_scheduler",
        "done",
        "error",
        "result",
    )

    def __init__(
        self,
        generator: Generator[object, Any, Any],
        scheduler: Scheduler,
        home: dict[Task, object],
        lease: Lease[Any] | None = None,
        *,
        group: object = None,
        ends_lease: bool = False,
    ) -> None:
        self._wait = NEVER
        self._lease = lease
        #: Whether it has ended: returned, raised or cancelled.
        self.done = False
        #: What the coroutine returned; None before that, and when it did not return.
        self.result: Any = None
        #: What the coroutine raised, if it did.
        self.error: BaseException | None = None
        self._generator = generator
        self._scheduler = scheduler
        #: Whether this is the lease's lifetime: its end ends the lease.
        self._ends_lease = ends_lease
        self._running = False
        self._cancelled = False
        self._joined: Waiters | None = None
        # Where the living tasks of its owner are kept, with their groups. Last, so that only a whole one is there.
        self._home = home
        home[self] = group

    def __repr__(self) -> str:
        state = "done" if self.done else "running" if self._running else "waiting"
        return f"<Task {_name(self._generator)} ({state})>"

    def cancel(self) -> bool:
        """Closes the coroutine; when its own code calls this, as soon as that yields.

        Cost: O(1), besides what the coroutine does in its ``finally``.

        Returns:
            Whether it was still running or waiting.

        Raises:
            Exception: What the coroutine raised while it was being closed.
            WrongThread: In debug mode, off the update thread; nothing was changed.
        """
        manager = self._scheduler._manager
        if manager._debug and not manager._on_update_thread():
            from arcade_pool.debug.thread_check import refuse

            refuse(f"cancel of task {_name(self._generator)}", manager)
        errors: list[BaseException] = []
        ended = self._stop(errors)
        for error in errors:
            self._scheduler.report(error)
        return ended

    def _stop(self, errors: list[BaseException]) -> bool:
        """Like `cancel`, but adds what the coroutine raises to `errors`."""
        if self.done or self._cancelled:
            return False
        try:
            self._wait = NEVER
            self._cancelled = True
            if not self._running:
                self._close(errors)
        except BaseException as error:
            self._scheduler._manager._note_interruption(error)
            raise
        return True

    def _close(self, errors: list[BaseException]) -> None:
        item = self._subject()
        if item is not None:
            # Closing runs code of the lease: what that does after ending the lease reaches no later one (L8).
            item.holds += 1
        failure: BaseException | None = None
        try:
            for _ in range(_CLOSE_ATTEMPTS):
                try:
                    self._generator.close()
                    break
                except BaseException as error:
                    # A generator that yields in its finally refuses to close (F6); later attempts get past each yield.
                    failure = failure or error
        finally:
            self._end(None, failure)
            if item is not None:
                item.release()
        if failure is not None:
            errors.append(failure)

    def _end(self, result: object, error: BaseException | None) -> None:
        self._wait = NEVER
        self.result = result
        self.error = error
        if self._joined is not None:
            self._joined.wake(result)
            self._joined = None
        if self._cancelled or not self._ends_lease:
            # A lifetime that is over stays with its lease until that has ended.
            self._home.pop(self, None)
        self.done = True

    def _join(self, scheduler: Scheduler, waiter: Waiter) -> None:
        """See `Awaited._join`."""
        if self.done:
            scheduler.after_frames(1, waiter, self.result)
        else:
            self._joined = self._joined or Waiters()
            self._joined.add(scheduler, waiter)

    def _subject(self) -> PoolItem[Any] | None:
        """See `Waiter._subject`."""
        return None if self._lease is None else self._lease._item

    def _fire(self, when: float, value: object) -> None:
        """Resumes the coroutine with what ended its wait."""
        failure = self._step(when, value)
        if self.done:
            self._ended(failure)

    def _fail(self, when: float, error: Exception) -> None:
        """Raises `error` inside the coroutine, at its ``yield``."""
        failure = self._step(when, None, error)
        if self.done:
            self._ended(failure)

    def _ended(self, failure: BaseException | None) -> None:
        try:
            if failure is not None:
                self._scheduler.report(failure)
        finally:  # an interruption is raised by the report, and no lease goes on without its lifetime
            if self._ends_lease and not self._cancelled and self._lease is not None:
                self._lease._lifetime_over(failure)

    def _step(self, when: float, value: object = None, error: Exception | None = None) -> BaseException | None:
        """Runs the coroutine to its next ``yield`` or to its end.

        Args:
            when: Game time from which its next wait counts: the moment this one fell due, so that waiting does
                not drift (T4).
            value: What the present ``yield`` evaluates to.
            error: Raised at the present ``yield`` instead.

        Returns:
            What the coroutine raised, if it did; it is done then.
        """
        lease = self._lease
        item = None if lease is None else lease._item
        try:
            if item is not None:
                item.holds += 1
            self._running = True
            self._wait = NEVER
            failure = self._run(when, value, error)
            self._running = False
            if self._cancelled and not self.done:
                failure = self._close_late(item)
            if item is not None:
                item.release()
        except BaseException as interruption:
            # What the coroutine raises is returned: this came between two lines of the library's own.
            self._scheduler._manager._note_interruption(interruption)
            raise
        return failure

    def _close_late(self, item: PoolItem[Any] | None) -> BaseException | None:
        """Closes a coroutine that its own code has stopped, now that it has yielded."""
        errors: list[BaseException] = []
        self._close(errors)
        if item is not None and errors:
            item.fault()
        return errors[0] if errors else None

    def _run(self, when: float, value: object, error: Exception | None) -> BaseException | None:
        generator = self._generator
        while True:
            try:
                wanted = generator.send(value) if error is None else generator.throw(error)
            except StopIteration as stop:
                self._end(stop.value, None)
                return None
            except BaseException as failure:
                self._end(None, failure)
                return failure
            if self._cancelled:
                return None
            try:
                wait_for(self._scheduler, self, wanted, when)
                return None
            except Exception as problem:
                value, error = None, problem


def wait_for(scheduler: Scheduler, task: Task, wanted: object, when: float) -> None:
    """Enters the wait that a coroutine asked for by yielding `wanted`.

    Raises:
        BadYield: It cannot be waited for.
    """
    # The two that are common by far come first.
    if type(wanted) is float and 0.0 <= wanted < inf:
        task._wait = scheduler.after(wanted, task, when)
        return
    if wanted is None:
        task._wait = scheduler.after_frames(1, task)
        return
    task._wait = scheduler.next_seq()
    if isinstance(wanted, Condition):
        try:
            wanted.arm(scheduler, task, when, None)
        except (TypeError, NotImplementedError) as problem:
            raise _bad_yield(task, wanted, str(problem)) from None
    elif isinstance(wanted, Awaited):
        if wanted is task:
            raise _bad_yield(task, wanted, "a task cannot wait for itself")
        wanted._join(scheduler, task)
    else:
        try:
            seconds = checked_seconds(wanted)
        except (TypeError, ValueError) as problem:
            reason = str(problem) if isinstance(problem, ValueError) else ""
            raise _bad_yield(task, wanted, reason) from None
        scheduler.after(seconds, task, when)


def _name(generator: Generator[object, Any, Any]) -> str:
    return getattr(generator, "__qualname__", type(generator).__name__)


def _bad_yield(task: Task, wanted: object, reason: str) -> BadYield:
    generator: Any = task._generator
    # With `yield from`, the yield stands in the innermost generator.
    while inspect.isgenerator(inner := getattr(generator, "gi_yieldfrom", None)):
        generator = inner
    where = ""
    if (frame := getattr(generator, "gi_frame", None)) is not None:
        where = f" ({frame.f_code.co_filename}:{frame.f_lineno})"
    reason = f" ({reason})" if reason else ""
    return BadYield(
        f"coroutine '{_name(generator)}'{where} yielded {wanted!r}{reason}; yield None, a number of seconds, "
        "a condition, a task or a lease"
    )
