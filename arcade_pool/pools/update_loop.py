"""GameClock: the one door through which game time enters, and what one update does."""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Callable
from threading import get_ident
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from arcade_pool.checks import check_runs_at_once, checked_seconds
from arcade_pool.errors import PoolError
from arcade_pool.pools.borrows import Borrows
from arcade_pool.pools.messages import place_of_caller
from arcade_pool.timing.scheduler import Scheduler

if TYPE_CHECKING:
    from arcade_pool.pools.manager import PoolManager

__all__ = ["GameClock"]

#: Seconds of game time, some thirty years. Much beyond that a float no longer tells two frames apart, and a short wait
#: would be due again at once, for ever.
MOST_TIME: Final = 1e9

_log = logging.getLogger("arcade_pool")


class GameClock:
    """The part of a `PoolManager` that has to do with time, and with the errors that are raised meanwhile."""

    def __init__(self, errors: Literal["raise", "log"], max_delta_time: float | None) -> None:
        if errors not in ("raise", "log"):
            raise ValueError(f"errors must be 'raise' or 'log', not {errors!r}")
        if max_delta_time is not None and not checked_seconds(max_delta_time, "max_delta_time"):
            raise ValueError("max_delta_time must be more than 0 seconds, else time stands still; use paused for that")
        #: Whether game time stands still.
        self.paused = False
        self._log_errors = errors == "log"
        self._max_delta_time = max_delta_time
        self._time_scale = 1.0
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        # The update thread: the one that made the manager, until update runs on another.
        self._thread = get_ident()
        #: The update that has moved it to another thread, as ``file:line``.
        self._moved_by: str | None = None
        self._borrows = Borrows(self)
        self._updating = False
        # True after an interruption between two lines of the library: the next update repairs what it has left (F8).
        self._torn = False
        self._errors: list[BaseException] = []
        self._scheduler = Scheduler(cast("PoolManager", self), lambda error: self._settle([error]))

    @property
    def time(self) -> float:
        """Game time in seconds."""
        return self._scheduler.time

    @property
    def time_scale(self) -> float:
        """How fast game time runs: 0.5 is slow motion; 0 stands still like `paused`.

        Raises:
            ValueError: When set to a negative, NaN or infinite number.
            TypeError: When set to something else.
        """
        return self._time_scale

    @time_scale.setter
    def time_scale(self, value: float) -> None:
        self._time_scale = checked_seconds(value, "time_scale")

    def update(self, delta_time: float) -> None:
        """Moves game time and everything that depends on it (I2). Call it once, in ``on_update``.

        Order: the clock; what `call_soon` asked for; the sprites' updates; what is due.

        Args:
            delta_time: Seconds since the last update.

        Raises:
            ValueError: `delta_time` is negative, NaN or infinite, or game time would be more than 1e9 s; nothing was
                changed.
            TypeError: `delta_time` is no number; nothing was changed.
            PoolError: Called from inside an update, or while another thread is updating.
            Exception: The one error that was raised inside; an `ExceptionGroup` of several. By then everybody else
                has been served.
        """
        delta_time = checked_seconds(delta_time, "delta_time")
        if self._updating and self._is_under_way():
            where = "from inside an update" if self._on_update_thread() else "while another thread is updating"
            raise PoolError(f"update was called {where}; a manager is updated once per frame, in on_update")
        if self._max_delta_time is not None:
            delta_time = min(delta_time, self._max_delta_time)
        delta_time *= self._time_scale
        if not self.paused and self._scheduler.time + delta_time > MOST_TIME:
            raise ValueError(
                f"delta_time is too large: game time would be {self._scheduler.time + delta_time:.3g} s, and may be at "
                f"most {MOST_TIME:.0e} s; PoolManager(max_delta_time=...) limits what one update adds"
            )
        if (thread := get_ident()) != self._thread:
            self._thread = thread
            self._moved_by = place_of_caller()
        try:
            self._updating = True
            self._update(delta_time)
            self._updating = False
        except BaseException as error:
            self._updating = False
            self._note_interruption(error)
            raise
        if self._errors:
            errors, self._errors = self._errors, []
            if self._log_errors:
                for each in filter(_is_error, errors):
                    _log.error("raised in a pool's update", exc_info=each)
                errors = [each for each in errors if not _is_error(each)]
            _raise(errors)

    def _update(self, delta_time: float) -> None:
        if self._torn:
            self._repair()
            self._torn = False
        # Before anything else happens: a frame is over for what user code may hold of it (L2).
        self._end_rests()
        scheduler = self._scheduler
        frozen = self.paused or not self._time_scale
        if not frozen:
            scheduler.move(delta_time)
        scheduler.run_updates()
        if self._calls:
            self._run_calls()
        if frozen:
            return
        self._update_sprites(delta_time)
        scheduler.run_due()
        self._sample(delta_time)

    def _repair(self) -> None:
        raise NotImplementedError

    def _end_rests(self) -> None:
        raise NotImplementedError

    def _update_sprites(self, delta_time: float) -> None:
        raise NotImplementedError

    def _sample(self, delta_time: float) -> None:
        raise NotImplementedError

    def _run_calls(self) -> None:
        # What a call asks for in its turn runs in the next update, so that an update ends.
        for _ in range(len(self._calls)):
            function, args = self._calls.popleft()
            try:
                function(*args)
            except Exception as error:
                self._settle([error])

    def call_soon(self, function: Callable[..., object], *args: Any) -> None:
        """Calls ``function(*args)`` in the next update, paused or not. May be called from any thread. Cost: O(1).

        Raises:
            TypeError: `function` cannot be called.
        """
        if not callable(function):
            raise TypeError(f"call_soon takes a function and its arguments, not {function!r}")
        check_runs_at_once(function, "the function of call_soon", "start a coroutine with manager.start(function())")
        self._calls.append((function, args))

    def _note_interruption(self, error: BaseException) -> None:
        """Has the next update repair what an operation of the library leaves half-done (F8).

        Args:
            error: What has stopped it: it may have come between any two lines.
        """
        if not isinstance(error, Exception) or isinstance(error, MemoryError | RecursionError):
            self._torn = True

    def _is_under_way(self) -> bool:
        """True if an update is running, also on another thread; False if two interruptions have left only the note."""
        frames = list(sys._current_frames().values())
        running = sys._getframe(1)
        while frames:
            frame = frames.pop()
            if frame is not running and frame.f_code is running.f_code and frame.f_locals.get("self") is self:
                return True
            if frame.f_back is not None:
                frames.append(frame.f_back)
        self._torn = True
        return False

    def _after_fork(self) -> None:
        """Makes this thread the update thread of a forked child that does not have the parent's."""
        if not self._on_update_thread():
            self._thread = get_ident()
            self._updating = False
            # The parent's may have been in the middle of anything.
            self._torn = True

    def _on_update_thread(self) -> bool:
        return get_ident() == self._thread

    # --- errors ---

    def _settle(self, errors: list[BaseException]) -> None:
        """Hands errors on: inside an update they are collected for its end (F5), outside they are raised.

        Raises:
            BaseException: An interruption (a KeyboardInterrupt, a SystemExit), at once in any case.
        """
        for error in errors:
            self._note_interruption(error)
        if not self._updating:
            _raise(errors)
        self._settle_later([error for error in errors if _is_error(error)])
        _raise([error for error in errors if not _is_error(error)])

    def _settle_later(self, errors: list[BaseException]) -> None:
        """Collects errors for the end of this update or of the next one, where raising now would cut work short."""
        self._errors.extend(error for error in errors if not any(error is each for each in self._errors))


def _is_error(error: BaseException) -> bool:
    """Whether it is an error, and no interruption."""
    return isinstance(error, Exception)


def _raise(errors: list[BaseException]) -> None:
    if len(errors) == 1:
        raise errors[0]
    for interruption in errors:
        if not _is_error(interruption):
            # By itself, for in a group nobody would know it.
            for error in errors:
                if error is not interruption:
                    interruption.add_note(f"beside this, there was raised: {error!r}")
            raise interruption
    if errors:
        raise BaseExceptionGroup(f"{len(errors)} errors in pools", errors)
