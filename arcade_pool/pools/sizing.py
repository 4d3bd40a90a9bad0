"""Prewarm and shrink: the size of a pool over time, as coroutines on the manager's scheduler."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator
from time import perf_counter
from typing import TYPE_CHECKING, Any

from arcade_pool.checks import checked_count, checked_seconds
from arcade_pool.pools.config import Shrink
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    from arcade_pool.pools.pool import Pool
    from arcade_pool.timing.scheduler import Scheduler, Waiter

__all__ = ["NextUpdate", "Prewarm", "shrinking"]

#: Parts into which a shrink's window is divided; a peak is forgotten at most one part later than the window says.
_PARTS = 8


class NextUpdate(Condition):
    """True in the next update, also while the game is paused (T6)."""

    __slots__ = ()

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        scheduler.call_after_updates(1, _fire, scheduler, scheduler.next_seq(), waiter)


class _SecondsFromNow(Condition):
    """True after some seconds, however long the last update was: what falls behind does not catch up."""

    __slots__ = ("_seconds",)

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        scheduler.after(self._seconds, waiter, scheduler.time)


def _fire(scheduler: Scheduler, seq: int, waiter: Waiter) -> None:
    if seq >= waiter._wait:
        waiter._fire(scheduler.time, None)


class Prewarm:
    """Items being made over several updates. Made by `Pool.prewarm_async`.

    It goes on while the game is paused, and may be cancelled at any time.
    """

    def __init__(self, pool: Pool[Any], count: int, per_frame: int, budget: float | None) -> None:
        self._pool = pool
        self._count = checked_count(count, "count")
        self._per_frame = checked_count(per_frame, "per_frame")
        if not per_frame:
            raise ValueError("per_frame must be at least 1, else prewarming never ends")
        self._budget = None if budget is None else checked_seconds(budget, "budget")
        self._task = Task(self._run(), pool._scheduler, pool._sizing)
        self._task._step(pool._scheduler.time)

    def _target(self) -> int:
        return self._pool._within_limit(self._count)

    @property
    def progress(self) -> float:
        """How much is made, 0 to 1; 1 when it is done."""
        target = self._target()
        return 1.0 if self.done or not target else min(self._pool.total_count / target, 1.0)

    @property
    def done(self) -> bool:
        """Whether it has ended: everything made, cancelled, or the factory raised."""
        return self._task.done

    def cancel(self) -> None:
        """Makes no more; what is made stays."""
        self._task.cancel()

    def _run(self) -> Generator[object, Any, None]:
        pool = self._pool
        while pool.total_count < self._target():
            # Said again and again: a long prewarm outlasts the window of shrinking.
            pool._counts.expect(self._target())
            yield NextUpdate()
            started = perf_counter()
            for made in range(self._per_frame):
                # The first item is made whatever the budget says, so that a budget of nothing still ends (S3).
                spent = made and self._budget is not None and perf_counter() - started >= self._budget
                if spent or not pool._make_idle(self._target()):
                    break


def shrinking(pool: Pool[Any], shrink: Shrink) -> Generator[object, Any, None]:
    """Destroys idle items that the last `window` seconds had no use for (S4).

    Peaks are taken over an eighth of the window each; nothing is destroyed before a whole window was seen.
    """
    peaks: deque[int] = deque(maxlen=_PARTS + 1)
    while True:
        yield _SecondsFromNow(shrink.window / _PARTS)
        peaks.append(pool._counts.take_demand(pool.active_count))
        if len(peaks) <= _PARTS:
            continue
        while True:
            needed = max(
                math.ceil(max(peaks) * shrink.headroom), pool.config.prewarm, pool.active_count + shrink.min_idle
            )
            spare = min(pool.total_count - needed, shrink.per_frame)
            if spare <= 0 or not pool._destroy_idle(spare):
                break
            yield None
            peaks[-1] = max(peaks[-1], pool._counts.take_demand(pool.active_count))
