"""Sizing: prewarm and shrink, the size of a pool over time, as coroutines on the manager's scheduler."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator
from time import perf_counter
from typing import Any, Final

from arcade_pool.checks import checked_count, checked_seconds
from arcade_pool.pools.config import Shrink
from arcade_pool.pools.inventory import Inventory
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.task import Task, close_torn_tasks, start_task, stop_tasks
from arcade_pool.timing.waiter import Waiter, is_live

__all__ = ["NextUpdate", "Prewarm", "Sizing"]

#: Parts into which a shrink's window is divided; a peak is forgotten at most one part later than the window says.
_PARTS: Final = 8


class NextUpdate(Condition):
    """True in the next update, also while the game is paused (T6)."""

    __slots__ = ()

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`."""
        scheduler.call_after_updates(1, _fire, scheduler, scheduler.next_seq(), waiter)


class _SecondsFromNow(Condition):
    """Fires `seconds` after the current game time; missed intervals are not made up."""

    __slots__ = ("_seconds",)

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        scheduler.after(self._seconds, waiter, scheduler.time)


def _fire(scheduler: Scheduler, seq: int, waiter: Waiter) -> None:
    if is_live(seq, waiter):
        waiter._fire(scheduler.time, None)


class Sizing:
    """The prewarms and the shrinking of one pool. They belong to no lease and no group, and survive ``clear``.

    Args:
        inventory: The items of the pool.
    """

    def __init__(self, inventory: Inventory[Any]) -> None:
        self.inventory = inventory
        #: The running coroutines.
        self.tasks: dict[Task, object] = {}
        self._shrinker: Task | None = None

    def start(self, coroutine: Generator[object, Any, None]) -> Task:
        """Run a coroutine of this pool."""
        return start_task(coroutine, self.inventory.loop.scheduler, self.tasks)

    def make_idle(self, target: int) -> bool:
        """Make one item ahead of need, up to `target` in all. Return True if it was made."""
        inventory = self.inventory
        if inventory.total_count + inventory.making >= inventory.within_limit(target):
            return False
        try:
            item = inventory.make()
            item.prewarmed = True
            inventory.idle.append(item)
        except BaseException as error:
            inventory.loop.note_interruption(error)
            raise
        limit = inventory.config.max_size
        if limit is not None and inventory.total_count > limit:
            # The factory has lowered the limit meanwhile.
            inventory.destroy_idle(1)
            return False
        return True

    def restart_shrinking(self) -> None:
        """Shrink as the settings say from now on."""
        if self._shrinker is not None:
            self._shrinker.cancel()
            self._shrinker = None
        if self.inventory.config.shrink is not None:
            self._shrinker = self.start(_shrinking(self.inventory, self.inventory.config.shrink))

    def stop(self, errors: list[BaseException]) -> None:
        """Stop everything permanently."""
        stop_tasks(self.tasks, errors)

    def repair(self, errors: list[BaseException]) -> None:
        """Close what an interruption stopped in the middle of a step, and begin to shrink again (F8)."""
        close_torn_tasks(self.tasks, errors)
        if self._shrinker is not None and self._shrinker.done and not self.inventory.closed:
            self.restart_shrinking()


class Prewarm:
    """Items being made over several updates. Made by `Pool.prewarm_async`.

    It goes on while the game is paused, and may be cancelled at any time.
    """

    def __init__(self, sizing: Sizing, count: int, per_frame: int, budget: float | None) -> None:
        self._sizing = sizing
        self._inventory = sizing.inventory
        self._count = checked_count(count, "count")
        self._per_frame = checked_count(per_frame, "per_frame")
        if not per_frame:
            raise ValueError("per_frame must be at least 1, else prewarming never ends")
        self._budget = None if budget is None else checked_seconds(budget, "budget")
        self._task = sizing.start(self._run())

    def _target(self) -> int:
        return self._inventory.within_limit(self._count)

    @property
    def progress(self) -> float:
        """The share that is made, 0 to 1; 1 when it is done."""
        target = self._target()
        return 1.0 if self.done or not target else min(self._inventory.total_count / target, 1.0)

    @property
    def done(self) -> bool:
        """True if it has ended: everything made, cancelled, or the factory raised."""
        return self._task.done

    def cancel(self) -> None:
        """Stop making items; those that are made stay."""
        self._task.cancel()

    def _run(self) -> Generator[object, Any, None]:
        inventory = self._inventory
        while inventory.total_count < self._target():
            # Repeated in each update: a long prewarm outlasts the window of shrinking.
            inventory.counts.expect(self._target())
            yield NextUpdate()
            started = perf_counter()
            for made in range(self._per_frame):
                # The first item is made whatever the budget, so that a budget of nothing still ends (S3).
                spent = made and self._budget is not None and perf_counter() - started >= self._budget
                if spent or not self._sizing.make_idle(self._target()):
                    break


def _shrinking(inventory: Inventory[Any], shrink: Shrink) -> Generator[object, Any, None]:
    """Destroy idle items that the last `window` seconds had no use for (S4).

    Peaks are taken over an eighth of the window each; nothing is destroyed before a whole window was seen.
    """
    peaks: deque[int] = deque(maxlen=_PARTS + 1)
    while True:
        yield _SecondsFromNow(shrink.window / _PARTS)
        peaks.append(inventory.counts.take_demand(len(inventory.active)))
        if len(peaks) <= _PARTS:
            continue
        while True:
            active = len(inventory.active)
            needed = max(math.ceil(max(peaks) * shrink.headroom), inventory.config.prewarm, active + shrink.min_idle)
            spare = min(inventory.total_count - needed, shrink.per_frame)
            if spare <= 0 or not inventory.destroy_idle(spare):
                break
            yield None
            peaks[-1] = max(peaks[-1], inventory.counts.take_demand(len(inventory.active)))
