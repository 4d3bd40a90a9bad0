"""UpdateLoop: game time, the update thread and the errors of one manager."""

from __future__ import annotations

import inspect
import logging
import sys
from collections import deque
from collections.abc import Callable
from math import inf
from threading import get_ident
from typing import Any, Final, Literal

from arcade_pool.checks import check_runs_at_once, checked_seconds
from arcade_pool.errors import PoolError
from arcade_pool.pools.messages import place_of_caller
from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.task import Task

__all__ = ["UpdateLoop"]

#: Seconds of game time, some thirty years. Much beyond that a float no longer tells two frames apart, and a short wait
#: would be due again at once, for ever.
MOST_TIME: Final = 1e9

_log = logging.getLogger("arcade_pool")


class UpdateLoop:
    """Game time, the update thread and the errors of one manager.

    Args:
        manager: The `PoolManager`; for conditions that ask for its bounds.
        errors: As for `PoolManager`.
        max_delta_time: As for `PoolManager`.
    """

    def __init__(self, manager: Any, errors: Literal["raise", "log"], max_delta_time: float | None) -> None:
        if errors not in ("raise", "log"):
            raise ValueError(f"errors must be 'raise' or 'log', not {errors!r}")
        if max_delta_time is not None and not checked_seconds(max_delta_time, "max_delta_time"):
            raise ValueError("max_delta_time must be more than 0 seconds, else time stands still; use paused for that")
        self.manager = manager
        self.time_scale = 1.0
        #: The update thread: the one that made the manager, until update runs on another.
        self.thread = get_ident()
        #: The update that has moved it to another thread, as ``file:line``.
        self.moved_by: str | None = None
        self.updating = False
        #: True after an interruption between two lines of the library: the next update repairs what it left (F8).
        self.torn = False
        #: In debug mode, refuses a call off the update thread.
        self.refuse_thread: Callable[[str], object] | None = None
        #: Called after each update with what the sprites' updates of each pool took, in seconds.
        self.meters: list[Callable[[dict[Any, float]], object]] = []
        #: Preloads under way.
        self.loading: dict[Task, object] = {}
        self._log_errors = errors == "log"
        self._max_delta_time = max_delta_time
        self.calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._errors: list[BaseException] = []
        self.scheduler = Scheduler(self)

    # --- one update ---

    def run(self, steps: Callable[[float], object], delta_time: float, *, paused: bool) -> None:
        """Run one update. See `PoolManager.update`.

        Args:
            steps: What an update does; called with the seconds of game time.
            delta_time: Seconds since the last update.
            paused: True if game time stands still.
        """
        if type(delta_time) is not float or not 0.0 <= delta_time < inf:
            delta_time = checked_seconds(delta_time, "delta_time")
        if self.updating and self._is_under_way():
            where = "from inside an update" if self.on_update_thread() else "while another thread is updating"
            raise PoolError(f"update was called {where}; a manager is updated once per frame, in on_update")
        if self._max_delta_time is not None:
            delta_time = min(delta_time, self._max_delta_time)
        delta_time *= self.time_scale
        time = self.scheduler.time + delta_time
        if time > MOST_TIME and not paused:
            raise ValueError(
                f"delta_time is too large: game time would be {time:.3g} s, and may be at most {MOST_TIME:.0e} s; "
                "PoolManager(max_delta_time=...) limits what one update adds"
            )
        if (thread := get_ident()) != self.thread:
            self.thread = thread
            self.moved_by = place_of_caller()
        try:
            self.updating = True
            steps(delta_time)
            self.updating = False
        except BaseException as error:
            self.updating = False
            self.note_interruption(error)
            raise
        if self._errors:
            self._raise_collected()

    def _raise_collected(self) -> None:
        errors, self._errors = self._errors, []
        if self._log_errors:
            for each in filter(_is_error, errors):
                _log.error("raised in a pool's update", exc_info=each)
            errors = [each for each in errors if not _is_error(each)]
        _raise(errors)

    def run_calls(self) -> None:
        """Run what `call_soon` asked for. What those calls ask for runs in the next update, so that an update ends."""
        for _ in range(len(self.calls)):
            function, args = self.calls.popleft()
            try:
                function(*args)
            except Exception as error:
                self.settle([error])

    def call_soon(self, function: Callable[..., object], *args: Any) -> None:
        """Call ``function(*args)`` in the next update. See `PoolManager.call_soon`."""
        if not callable(function):
            raise TypeError(f"call_soon takes a function and its arguments, not {function!r}")
        check_runs_at_once(function, "the function of call_soon", "start a coroutine with manager.start(function())")
        self.calls.append((function, args))

    # --- threads ---

    def on_update_thread(self) -> bool:
        """True if the caller runs on the update thread."""
        return get_ident() == self.thread

    def check_thread(self, what: str) -> None:
        """Refuse a call off the update thread, in debug mode (D1).

        Args:
            what: Was called.

        Raises:
            WrongThread: In debug mode, off the update thread.
        """
        if self.refuse_thread is not None and get_ident() != self.thread:
            self.refuse_thread(what)

    def after_fork(self) -> None:
        """Make this thread the update thread of a forked child that does not have the parent's."""
        if not self.on_update_thread():
            self.thread = get_ident()
            self.updating = False
            # The parent's may have been in the middle of anything.
            self.torn = True

    # --- interruptions ---

    def note_interruption(self, error: BaseException) -> None:
        """Have the next update repair what an operation of the library left half-done (F8).

        Args:
            error: What has stopped it: it may have come between any two lines.
        """
        if not isinstance(error, Exception) or isinstance(error, MemoryError | RecursionError):
            self.torn = True

    def _is_under_way(self) -> bool:
        """True if an update is running, also on another thread; False if two interruptions have left only the flag."""
        frames = list(sys._current_frames().values())
        running: Any = inspect.currentframe()
        running = running.f_back
        while frames:
            frame = frames.pop()
            if frame is not running and frame.f_code is running.f_code and frame.f_locals.get("self") is self:
                return True
            if frame.f_back is not None:
                frames.append(frame.f_back)
        self.torn = True
        return False

    # --- errors ---

    def report(self, error: BaseException) -> None:
        """Take an error that has no caller; as `settle`."""
        self.settle([error])

    def settle(self, errors: list[BaseException]) -> None:
        """Hand errors on: inside an update they are collected for its end (F5), outside they are raised.

        Raises:
            BaseException: An interruption (a KeyboardInterrupt, a SystemExit), at once in any case.
        """
        for error in errors:
            self.note_interruption(error)
        if not self.updating:
            _raise(errors)
        self.settle_later([error for error in errors if _is_error(error)])
        _raise([error for error in errors if not _is_error(error)])

    def settle_later(self, errors: list[BaseException]) -> None:
        """Collect errors for the end of this update or of the next one, where raising now would cut work short."""
        self._errors.extend(error for error in errors if not any(error is each for each in self._errors))


def _is_error(error: BaseException) -> bool:
    """True for an error, False for an interruption."""
    return isinstance(error, Exception)


def _raise(errors: list[BaseException]) -> None:
    if len(errors) == 1:
        raise errors[0]
    for interruption in errors:
        if not _is_error(interruption):
            # By itself, because in a group no `except KeyboardInterrupt` would find it.
            for error in errors:
                if error is not interruption:
                    interruption.add_note(f"beside this, there was raised: {error!r}")
            raise interruption
    if errors:
        raise BaseExceptionGroup(f"{len(errors)} errors in pools", errors)
