"""GameClock: the game time of a manager's pools, and what runs on it: updates and the coroutines of the game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from time import perf_counter
from typing import Any

from arcade_pool.checks import checked_coroutine, checked_seconds
from arcade_pool.errors import RecycleReason
from arcade_pool.pools.collection import PoolCollection
from arcade_pool.pools.repair import repair
from arcade_pool.pools.update_loop import UpdateLoop
from arcade_pool.timing.task import Task, start_task, stop_tasks

__all__ = ["GameClock"]


class GameClock(PoolCollection):
    """Pools on game time: how fast it runs, whether it stands still, and what one update does.

    Args:
        loop: The update loop of the manager.
    """

    def __init__(self, loop: UpdateLoop) -> None:
        super().__init__(loop)
        #: True to let game time stand still.
        self.paused = False
        # The coroutines of the game, with their groups.
        self._tasks: dict[Task, object] = {}

    @property
    def time(self) -> float:
        """Game time in seconds."""
        return self._loop.scheduler.time

    @property
    def time_scale(self) -> float:
        """How fast game time runs: 0.5 is slow motion; 0 stands still like `paused`.

        Raises:
            ValueError: When set to a negative, NaN or infinite number.
            TypeError: When set to something else.
        """
        return self._loop.time_scale

    @time_scale.setter
    def time_scale(self, value: float) -> None:
        self._loop.time_scale = checked_seconds(value, "time_scale")

    def call_soon(self, function: Callable[..., object], *args: Any) -> None:
        """Call ``function(*args)`` in the next update, paused or not. May be called from any thread. Cost: O(1).

        Raises:
            TypeError: `function` cannot be called.
        """
        self._loop.call_soon(function, *args)

    def update(self, delta_time: float) -> None:
        """Move game time and everything that depends on it (I2). Call it once, in ``on_update``.

        Order: the clock; what `call_soon` asked for; the sprites' updates; what is due.

        Args:
            delta_time: Seconds since the last update.

        Raises:
            ValueError: `delta_time` is negative, NaN or infinite, or game time would be more than 1e9 s; nothing was
                changed.
            TypeError: `delta_time` is not a number; nothing was changed.
            PoolError: Called from inside an update, or while another thread is updating.
            Exception: The one error that was raised inside; an `ExceptionGroup` of several. By then everything else
                has been done.
        """
        self._loop.run(self._update, delta_time, paused=self.paused)

    def _update(self, delta_time: float) -> None:
        loop = self._loop
        if loop.torn:
            # First, so that an error does not have every update begin like this. An interruption sets it again.
            loop.torn = False
            repair(loop, self._registry, self._borrows, self._lifecycles.values(), self._tasks)
        # Before anything else happens: a frame is over for what user code may hold of it (L2).
        for lifecycle in self._lifecycles.values():
            if lifecycle.inventory.resting:
                lifecycle.inventory.end_rest()
        scheduler = loop.scheduler
        frozen = self.paused or not loop.time_scale
        if not frozen:
            scheduler.move(delta_time)
        scheduler.run_updates()
        if loop.calls:
            loop.run_calls()
        if frozen:
            for lifecycle in list(self._lifecycles.values()):  # a hook may create or close a pool
                if lifecycle.updates is not None:
                    lifecycle.updates.end_removed()
            return
        self._update_sprites(delta_time)
        scheduler.run_due()
        for lifecycle in self._lifecycles.values():
            inventory = lifecycle.inventory
            inventory.counts.sample(delta_time, len(inventory.active), len(inventory.idle) + len(inventory.resting))

    def _update_sprites(self, delta_time: float) -> None:
        if self._loop.meters:
            self._update_metered(delta_time)
            return
        # All of them are listed before the first is updated, so that new ones wait for the next update (I2).
        updated = [lifecycle.updates for lifecycle in self._lifecycles.values()]
        listed = [(updates, updates.begin(delta_time)) for updates in updated if updates is not None]
        for updates, leases in listed:
            updates.update(leases, delta_time)

    def _update_metered(self, delta_time: float) -> None:
        """Do the same, and tell the meters what it took; apart, so that a game without an overlay pays nothing."""
        listed = []
        seconds = {lifecycle.pool: 0.0 for lifecycle in self._lifecycles.values()}
        for lifecycle in list(self._lifecycles.values()):
            if (updates := lifecycle.updates) is not None:
                start = perf_counter()
                listed.append((lifecycle.pool, updates, updates.begin(delta_time)))
                seconds[lifecycle.pool] = perf_counter() - start
        for pool, updates, leases in listed:
            start = perf_counter()
            updates.update(leases, delta_time)
            seconds[pool] += perf_counter() - start
        for meter in list(self._loop.meters):
            meter(seconds)

    def draw(self, **kwargs: Any) -> None:
        """Draw the sprite pools, in the order of their creation.

        Args:
            **kwargs: As for ``arcade.SpriteList.draw``.
        """
        for lifecycle in self._lifecycles.values():
            if lifecycle.updates is not None:
                lifecycle.updates.draw(**kwargs)

    def start(self, coroutine: Generator[object, Any, Any], *, group: Hashable = None) -> Task:
        """Run a coroutine that belongs to the game: a wave, a cutscene, a boss fight.

        Args:
            coroutine: A generator, as a function with ``yield`` returns it. Runs to its first ``yield`` in here.
            group: What it is cleared and closed together with.

        Raises:
            TypeError: `coroutine` is not a generator, or was started before.
            Exception: What its first step raised.
        """
        self._check_thread("start")
        checked_coroutine(coroutine, "a task")
        return start_task(coroutine, self._loop.scheduler, self._tasks, group=group)

    def clear(self, group: Hashable = None) -> None:
        """End every lease (reason ``CLEARED``) and the tasks of the game; pools, idle items and sizing stay.

        Args:
            group: Only those of this group; None: all.
        """
        self._check_thread("clear")
        errors: list[BaseException] = []
        self._stop_tasks(group, errors)
        for lifecycle in self._of_group(group):
            lifecycle.end_all(RecycleReason.CLEARED, errors)
        self._loop.settle(errors)

    def close(self, group: Hashable = None) -> None:
        """End every lease (reason ``CLOSED``), task and prewarm, destroy every item, forget the pools.

        Args:
            group: Only those of this group; None: all.
        """
        self._check_thread("close")
        errors: list[BaseException] = []
        self._stop_tasks(group, errors)
        if group is None:
            stop_tasks(self._loop.loading, errors)
        for lifecycle in self._of_group(group):
            lifecycle.pool._close(errors)
        # What hooks have started meanwhile does not outlive this either.
        self._stop_tasks(group, errors)
        self._loop.settle(errors)

    def _stop_tasks(self, group: Hashable, errors: list[BaseException]) -> None:
        stop_tasks([task for task, its in self._tasks.items() if group is None or its == group], errors)
