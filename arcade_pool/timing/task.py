"""Task: one running coroutine on the scheduler.

A task may belong to a lease (its lifetime, or a side task) or to the game. While its code runs it holds the object of
its lease. So when that code ends the lease, the end takes effect at once for the world, but the object is reset only
when the code yields or returns, and the generator is closed then (L8).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.waiter import NEVER, Awaited, Subject, Timer, Waiter, Waiters
from arcade_pool.timing.yields import name_of, wait_for

__all__ = ["Task", "close_torn_tasks", "lifetimes_among", "start_lifetime_task", "start_task", "stop_tasks"]

#: Attempts at closing a generator that yields in its ``finally`` before it is left to the garbage collector.
_CLOSE_ATTEMPTS: Final = 10


class Task(Waiter, Awaited):
    """One running coroutine. Made by `Lease.start` and `PoolManager.start`, never directly.

    Yielded by another coroutine it means: wait until it ends; the ``yield`` then evaluates to its `result`.
    """

    __slots__ = (
        "_cancelled", "_generator", "_home", "_is_lifetime", "_joined", "_owner", "_running", "_scheduler", "done",
        "error", "result",
    )  # fmt: skip

    def __init__(
        self,
        generator: Generator[object, Any, Any],
        scheduler: Scheduler,
        home: dict[Task, object],
        owner: Waiter | None = None,
        *,
        group: object = None,
        is_lifetime: bool = False,
    ) -> None:
        self._wait = NEVER
        self._owner = owner
        #: True once it has ended: returned, raised or cancelled.
        self.done = False
        #: What the coroutine returned; None before that, and when it did not return.
        self.result: Any = None
        #: What the coroutine raised, if it did.
        self.error: BaseException | None = None
        self._generator = generator
        self._scheduler = scheduler
        # True for a lifetime: its end ends the lease that owns it.
        self._is_lifetime = is_lifetime
        self._running = False
        self._cancelled = False
        self._joined: Waiters | None = None
        # The living tasks of its owner, with their groups. Last, so that only a complete task is there.
        self._home = home
        home[self] = group

    def __repr__(self) -> str:
        state = "done" if self.done else "running" if self._running else "waiting"
        return f"<Task {name_of(self._generator)} ({state})>"

    def cancel(self) -> bool:
        """Close the coroutine; when its own code calls this, as soon as that yields.

        Cost: O(1), besides what the coroutine does in its ``finally``.

        Returns:
            True if it was still running or waiting.

        Raises:
            Exception: What the coroutine raised while it was being closed.
            WrongThread: In debug mode, off the update thread; nothing was changed.
        """
        host = self._scheduler.host
        host.check_thread(f"cancel of task {name_of(self._generator)}")
        errors: list[BaseException] = []
        ended = self._stop(errors)
        for error in errors:
            host.report(error)
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
            self._scheduler.host.note_interruption(error)
            raise
        return True

    def _close(self, errors: list[BaseException]) -> None:
        subject = self._subject()
        if subject is not None:
            # Closing runs code of the lease: what that does after ending the lease reaches no later one (L8).
            subject.holds += 1
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
            if subject is not None:
                subject.release()
        if failure is not None:
            errors.append(failure)

    def _end(self, result: object, error: BaseException | None) -> None:
        self._wait = NEVER
        self.result = result
        self.error = error
        if self._joined is not None:
            self._joined.wake(result)
            self._joined = None
        if self._cancelled or not self._is_lifetime:
            # A lifetime that is over stays with its lease until that has ended.
            self._home.pop(self, None)
        self.done = True

    def _join(self, scheduler: Timer, waiter: Waiter) -> None:
        """See `Awaited._join`."""
        if self.done:
            scheduler.after_frames(1, waiter, self.result)
        else:
            self._joined = self._joined or Waiters()
            self._joined.add(scheduler, waiter)

    def _subject(self) -> Subject | None:
        """See `Waiter._subject`."""
        return None if self._owner is None else self._owner._subject()

    def _fire(self, when: float, value: object) -> None:
        """Resume the coroutine with what ended its wait."""
        failure = self._step(when, value)
        if self.done:
            self._ended(when, failure)

    def _fail(self, when: float, error: BaseException) -> None:
        """Raise `error` inside the coroutine, at its ``yield``."""
        failure = self._step(when, None, error)
        if self.done:
            self._ended(when, failure)

    def _ended(self, when: float, failure: BaseException | None) -> None:
        if self._owner is None or not self._is_lifetime or self._cancelled:
            if failure is not None:
                self._scheduler.host.report(failure)
        elif failure is None:
            self._owner._fire(when, None)
        else:
            self._owner._fail(when, failure)

    def _step(self, when: float, value: object = None, error: BaseException | None = None) -> BaseException | None:
        """Run the coroutine to its next ``yield`` or to its end.

        Args:
            when: Game time from which its next wait counts: the moment this one fell due, so that waiting does
                not drift (T4).
            value: What the present ``yield`` evaluates to.
            error: Raised at the present ``yield`` instead.

        Returns:
            What the coroutine raised, if it did; it is done then.
        """
        subject = self._subject()
        try:
            if subject is not None:
                subject.holds += 1
            self._running = True
            self._wait = NEVER
            failure = self._run(when, value, error)
            self._running = False
            if self._cancelled and not self.done:
                failure = self._close_late(subject)
            if subject is not None:
                subject.release()
        except BaseException as interruption:
            # What the coroutine raises is returned: this came between two lines of the library's own.
            self._scheduler.host.note_interruption(interruption)
            raise
        return failure

    def _close_late(self, subject: Subject | None) -> BaseException | None:
        """Close a coroutine that its own code has stopped, now that it has yielded."""
        errors: list[BaseException] = []
        self._close(errors)
        if subject is not None and errors:
            subject.fault()
        return errors[0] if errors else None

    def _run(self, when: float, value: object, error: BaseException | None) -> BaseException | None:
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
                self._wait = wait_for(self._scheduler, self, generator, wanted, when)
                return None
            except Exception as problem:
                value, error = None, problem


def start_task(
    generator: Generator[object, Any, Any],
    scheduler: Scheduler,
    home: dict[Task, object],
    owner: Waiter | None = None,
    *,
    group: object = None,
) -> Task:
    """Start a coroutine: it runs to its first ``yield`` in here.

    Args:
        generator: The coroutine, checked and not started.
        scheduler: Where it waits.
        home: Where the living tasks of its owner are kept.
        owner: The lease that it ends with; None: it belongs to the game.
        group: What it is cleared together with.

    Raises:
        Exception: What its first step raised.
    """
    task = Task(generator, scheduler, home, owner, group=group)
    if (error := task._step(scheduler.time)) is not None:
        raise error
    return task


def start_lifetime_task(
    generator: Generator[object, Any, Any], scheduler: Scheduler, home: dict[Task, object], owner: Waiter
) -> None:
    """Start a coroutine as the lifetime of a lease: its end fires the lease. See `start_task`."""
    task = Task(generator, scheduler, home, owner, is_lifetime=True)
    if (error := task._step(scheduler.time)) is not None:
        raise error
    if task.done and not task._cancelled:
        owner._fire(scheduler.time, None)


def lifetimes_among(tasks: Iterable[Task]) -> list[Task]:
    """Return the tasks that are the lifetime of their lease: running, or over while the lease has not ended yet."""
    return [task for task in tasks if task._is_lifetime]


def stop_tasks(tasks: Iterable[Task], errors: list[BaseException]) -> None:
    """Close tasks in this order; what their coroutines raise is added to `errors`."""
    for task in list(tasks):
        task._stop(errors)


def close_torn_tasks(tasks: Iterable[Task], errors: list[BaseException]) -> list[Task]:
    """Close the tasks that an interruption stopped in the middle of a step (F8): their next wait is not known.

    Returns:
        These tasks.
    """
    torn = [
        task for task in tasks if not task.done and (task._running or task._cancelled or task._wait == NEVER)
    ]  # fmt: skip
    for task in torn:
        task._running = task._cancelled = False
        task._stop(errors)
    return torn
