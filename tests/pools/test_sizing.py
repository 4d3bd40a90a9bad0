"""sizing.py: prewarming over updates (S3) and shrinking (S4)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from arcade_pool import Pool, PoolClosed, PoolManager, Prewarm, Shrink
from arcade_pool.pools import sizing as sizing_module
from helpers import FRAME, InjectedError, Thing, in_update, make_manager, step


def make_pool(**settings: Any) -> tuple[PoolManager, Pool[Thing]]:
    manager = make_manager()
    return manager, manager.create_pool(Thing, **settings)


# --- prewarming at once ---


def test_prewarm_makes_idle_items_up_to_a_total() -> None:
    _manager, pool = make_pool()
    pool.prewarm(3)
    assert (pool.idle_count, pool.total_count) == (3, 3)
    pool.prewarm(2)
    assert pool.total_count == 3
    pool.spawn()
    pool.prewarm(4)
    assert (pool.active_count, pool.idle_count) == (1, 3)


def test_prewarm_never_exceeds_max_size() -> None:
    """S1."""
    _manager, pool = make_pool(max_size=3)
    pool.spawn()
    pool.prewarm(100)
    assert pool.total_count == 3


def test_prewarming_runs_no_hooks() -> None:
    """S3."""
    log: list[str] = []

    class Loud(Thing):
        def on_spawn(self) -> None:
            log.append("on_spawn")

        def on_recycle(self) -> None:
            log.append("on_recycle")

    manager = make_manager()
    pool = manager.create_pool(Loud, prewarm=2)
    pool.prewarm(4)
    pool.prewarm_async(6)
    step(manager, 3)
    pool.trim()
    assert pool.stats().created == 6
    assert log == []
    assert pool.stats().spawned == 0


@pytest.mark.parametrize(("wrong", "error"), [(-1, ValueError), (1.0, TypeError), (True, TypeError), (None, TypeError)])
def test_prewarm_takes_a_number_of_items(wrong: Any, error: type[Exception]) -> None:
    _manager, pool = make_pool()
    with pytest.raises(error, match="count"):
        pool.prewarm(wrong)
    with pytest.raises(error, match="count"):
        pool.prewarm_async(wrong)
    assert pool.total_count == 0


def test_what_was_made_before_the_factory_raised_stays() -> None:
    """F1."""
    made: list[Thing] = []

    def make() -> Thing:
        if len(made) == 2:
            raise InjectedError
        made.append(Thing())
        return made[-1]

    pool = make_manager().create_pool(make)
    with pytest.raises(InjectedError):
        pool.prewarm(5)
    assert pool.idle_count == 2


def test_a_pool_that_cannot_be_prewarmed_is_not_there() -> None:
    manager = make_manager()
    made: list[Thing] = []

    def make() -> Thing:
        if len(made) == 2:
            raise InjectedError
        made.append(Thing())
        return made[-1]

    with pytest.raises(InjectedError):
        manager.create_pool(make, key="things", prewarm=3)
    assert "things" not in manager
    assert len(manager) == 0
    made.clear()
    assert manager.create_pool(make, key="things", prewarm=2).idle_count == 2


def test_a_factory_that_prewarms_its_own_pool_does_not_exceed_the_limit() -> None:
    """S1: spawns, prewarms and both at once."""
    busy = [False]

    def make() -> Thing:
        if not busy[0]:
            busy[0] = True
            pool.prewarm(10)
        return Thing()

    manager = make_manager()
    pool = manager.create_pool(make, max_size=4)
    pool.spawn()
    assert pool.total_count <= 4
    pool.prewarm(10)
    assert pool.total_count == 4


def test_prewarming_a_closed_pool_makes_nothing() -> None:
    manager, pool = make_pool()
    pool.close()
    with pytest.raises(PoolClosed):
        pool.prewarm(3)
    try:
        pool.prewarm_async(3)
        step(manager, 3)
    except PoolClosed:
        pass
    assert pool.total_count == 0


# --- prewarming over updates ---


def test_prewarm_async_makes_at_most_per_frame_items_in_an_update() -> None:
    """S3."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(10, per_frame=4)
    assert isinstance(prewarm, Prewarm)
    totals = [pool.total_count]
    progress = [prewarm.progress]
    while not prewarm.done:
        manager.update(FRAME)
        totals.append(pool.total_count)
        progress.append(prewarm.progress)
    assert totals == [0, 4, 8, 10]
    assert progress == [0.0, 0.4, 0.8, 1.0]


def test_a_long_update_makes_no_more() -> None:
    """S3: it goes by updates, not by time."""
    manager, pool = make_pool(shrink=None)
    pool.prewarm_async(10, per_frame=4)
    manager.update(100.0)
    assert pool.total_count == 4


def test_prewarm_async_started_inside_an_update_begins_with_the_next() -> None:
    manager, pool = make_pool()
    in_update(manager, lambda: pool.prewarm_async(4, per_frame=4))
    assert pool.total_count == 0
    step(manager)
    assert pool.total_count == 4


def test_prewarm_async_counts_what_others_made_meanwhile() -> None:
    """Up to count items in all."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(6, per_frame=2)
    step(manager)
    pool.spawn()
    pool.prewarm(5)
    step(manager)
    assert pool.total_count == 6
    step(manager)
    assert prewarm.done
    assert pool.total_count == 6


def test_prewarm_async_ends_at_max_size() -> None:
    """S1, S3: it ends though its count is never reached."""
    manager, pool = make_pool(max_size=3)
    prewarm = pool.prewarm_async(10, per_frame=2)
    step(manager, 4)
    assert prewarm.done
    assert prewarm.progress == 1.0
    assert pool.total_count == 3


def test_a_limit_lowered_meanwhile_is_kept() -> None:
    """S1, S2."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(10, per_frame=2)
    step(manager, 2)
    pool.configure(max_size=3)
    step(manager, 3)
    assert pool.total_count == 3
    assert prewarm.done


def test_nothing_to_do_is_done_at_once() -> None:
    _manager, pool = make_pool(prewarm=3)
    for target in (0, 3):
        prewarm = pool.prewarm_async(target)
        assert prewarm.done
        assert prewarm.progress == 1.0


def test_cancelling_leaves_a_valid_pool() -> None:
    """S3."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(10, per_frame=4)
    step(manager)
    prewarm.cancel()
    prewarm.cancel()
    assert prewarm.done
    step(manager, 3)
    assert pool.total_count == 4
    pool.recycle(pool.spawn())
    again = pool.prewarm_async(6)
    step(manager, 2)
    assert again.done
    assert pool.total_count == 6


def test_cancelling_before_the_first_update_makes_nothing() -> None:
    manager, pool = make_pool()
    pool.prewarm_async(10).cancel()
    step(manager, 2)
    assert pool.total_count == 0


def test_a_factory_may_cancel_the_prewarm() -> None:
    """S3, L8: from inside."""
    prewarms: list[Prewarm] = []

    def make() -> Thing:
        if prewarms:
            prewarms[0].cancel()
        return Thing()

    manager = make_manager()
    pool = manager.create_pool(make)
    prewarms.append(pool.prewarm_async(10, per_frame=4))
    step(manager, 3)
    assert prewarms[0].done
    assert pool.total_count <= 4


def test_a_prewarm_that_takes_longer_than_the_window_of_shrinking_ends() -> None:
    """S3: it ends; shrinking must not take away what it makes as fast as it is made."""
    manager, pool = make_pool(shrink=Shrink(window=2.0, per_frame=4))
    prewarm = pool.prewarm_async(600, per_frame=1)
    step(manager, 605)
    assert prewarm.done
    assert pool.total_count == 600


def test_two_prewarms_together() -> None:
    manager, pool = make_pool()
    prewarms = [pool.prewarm_async(8, per_frame=2), pool.prewarm_async(5, per_frame=1)]
    step(manager, 8)
    assert all(prewarm.done for prewarm in prewarms)
    assert pool.total_count == 8


def test_a_budget_stops_an_update_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """S3: measured with perf_counter, which a test may not wait for: each look at it is about a millisecond later."""
    clock: Iterator[int] = count()
    monkeypatch.setattr(sizing_module, "perf_counter", lambda: next(clock) / 1024)
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(100, per_frame=50, budget=5 / 1024)
    step(manager)
    assert 4 <= pool.total_count <= 6
    step(manager)
    assert 8 <= pool.total_count <= 12
    assert not prewarm.done


def test_a_budget_of_nothing_still_makes_one_item_per_update() -> None:
    """S3: at least one, so that it ends."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(5, per_frame=8, budget=0.0)
    for made in range(1, 6):
        step(manager)
        assert pool.total_count == made
    step(manager)
    assert prewarm.done


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"per_frame": 0}, ValueError),
        ({"per_frame": -1}, ValueError),
        ({"per_frame": 1.5}, TypeError),
        ({"budget": -0.1}, ValueError),
        ({"budget": math.nan}, ValueError),
        ({"budget": "1"}, TypeError),
    ],
)
def test_bad_arguments_start_no_prewarm(arguments: dict[str, Any], error: type[Exception]) -> None:
    manager, pool = make_pool()
    with pytest.raises(error, match=next(iter(arguments))):
        pool.prewarm_async(5, **arguments)
    step(manager, 2)
    assert pool.total_count == 0


def test_a_factory_that_raises_ends_the_prewarm() -> None:
    """F1, F5."""
    broken = [True]

    def make() -> Thing:
        if broken[0]:
            raise InjectedError
        return Thing()

    manager = make_manager()
    pool = manager.create_pool(make)
    prewarm = pool.prewarm_async(4)
    with pytest.raises(InjectedError):
        step(manager)
    assert prewarm.done
    assert pool.total_count == 0
    broken[0] = False
    step(manager, 2)
    assert pool.total_count == 0
    pool.prewarm_async(4)
    step(manager, 2)
    assert pool.total_count == 4


def test_clearing_leaves_a_prewarm_running_and_closing_ends_it() -> None:
    """manager.clear: sizing stays; manager.close ends every prewarm."""
    manager, pool = make_pool()
    prewarm = pool.prewarm_async(8, per_frame=2)
    step(manager)
    manager.clear()
    step(manager)
    assert pool.total_count == 4
    manager.close()
    assert prewarm.done
    step(manager, 2)
    assert pool.total_count == 0


# --- shrinking ---

WINDOW = Shrink(window=8.0, headroom=1.25, per_frame=4)


def swing(pool: Pool[Thing], objs: list[Thing], level: int) -> None:
    while len(objs) > level:
        pool.recycle(objs.pop())
    while len(objs) < level:
        objs.append(pool.spawn())


@pytest.mark.parametrize("shrink", [Shrink(), WINDOW, Shrink(window=4.0, headroom=1.0)])
def test_a_swinging_pool_stops_creating_and_destroying(shrink: Shrink) -> None:
    """S4: between 10 and 100 every two seconds."""
    manager, pool = make_pool(shrink=shrink)
    objs: list[Thing] = []
    settled: Any = None
    for second in range(0, 240, 2):
        swing(pool, objs, 100 if second % 4 else 10)
        step(manager, 60, 2 / 60)
        if second == 2:
            settled = pool.stats()
    assert (pool.stats().created, pool.stats().destroyed) == (settled.created, settled.destroyed) == (100, 0)


def test_idle_items_of_no_use_are_destroyed_after_the_window() -> None:
    """S4."""
    manager, pool = make_pool(shrink=WINDOW)
    objs: list[Thing] = []
    swing(pool, objs, 40)
    swing(pool, objs, 4)
    step(manager, 79, 0.1)
    assert pool.total_count == 40, "the peak is remembered for a whole window"
    step(manager, 600, 0.1)
    assert pool.total_count == 5, "the peak of the last window times headroom"
    assert pool.active_count == 4


def test_never_more_than_per_frame_in_an_update() -> None:
    """S4, in long updates too."""
    for delta_time in (0.1, 1.0, 30.0, 1000.0):
        manager, pool = make_pool(shrink=Shrink(window=8.0, per_frame=3))
        objs: list[Thing] = []
        swing(pool, objs, 50)
        swing(pool, objs, 0)
        before = pool.total_count
        for _ in range(400 if delta_time < 1 else 40):
            manager.update(delta_time)
            assert 0 <= before - pool.total_count <= 3
            before = pool.total_count
        assert pool.total_count == 0


def test_what_is_destroyed_was_idle_for_longest() -> None:
    """L2: the stack keeps its warm top."""
    manager, pool = make_pool(shrink=Shrink(window=8.0, headroom=1.0))
    objs = [pool.spawn() for _ in range(6)]
    for obj in objs:
        pool.recycle(obj)
    manager.update(0)
    for _ in range(200):
        warm = pool.spawn()
        manager.update(0.1)
        pool.recycle(warm)
    assert pool.total_count == 1
    assert pool.spawn() is objs[-1]


def test_prewarm_and_min_idle_are_floors() -> None:
    """S4."""
    manager = make_manager()
    warm = manager.create_pool(Thing, key="warm", prewarm=7, shrink=WINDOW)
    idle = manager.create_pool(Thing, key="idle", shrink=Shrink(window=8.0, min_idle=5))
    for pool in (warm, idle):
        objs: list[Thing] = []
        swing(pool, objs, 30)
        swing(pool, objs, 3)
    step(manager, 600, 0.1)
    assert warm.total_count == 7
    assert (idle.active_count, idle.idle_count) == (3, 5)


def test_a_prewarm_is_not_undone_before_it_was_of_use() -> None:
    """S4: it counts as demand for one window."""
    manager, pool = make_pool(shrink=WINDOW)
    pool.prewarm(20)
    step(manager, 79, 0.1)
    assert pool.total_count == 20
    pool.prewarm_async(30, per_frame=30)
    step(manager, 79, 0.1)
    assert pool.total_count == 30


def test_without_shrink_nothing_is_destroyed() -> None:
    manager, pool = make_pool(shrink=None)
    objs: list[Thing] = []
    swing(pool, objs, 30)
    swing(pool, objs, 0)
    step(manager, 300, 10.0)
    assert pool.total_count == 30


def test_shrinking_can_be_switched_off_and_on() -> None:
    manager, pool = make_pool(shrink=WINDOW)
    objs: list[Thing] = []
    swing(pool, objs, 30)
    swing(pool, objs, 0)
    pool.configure(shrink=None)
    step(manager, 300, 0.1)
    assert pool.total_count == 30
    pool.configure(shrink=WINDOW)
    step(manager, 300, 0.1)
    assert pool.total_count == 0


def test_shrinking_stands_still_in_a_pause() -> None:
    """T6: it is measured in game time."""
    manager, pool = make_pool(shrink=WINDOW)
    objs: list[Thing] = []
    swing(pool, objs, 30)
    swing(pool, objs, 0)
    manager.paused = True
    step(manager, 500, 1.0)
    assert pool.total_count == 30


def test_clearing_does_not_stop_shrinking() -> None:
    manager, pool = make_pool(shrink=WINDOW)
    objs: list[Thing] = []
    swing(pool, objs, 30)
    manager.clear()
    step(manager, 300, 0.1)
    assert pool.total_count == 0


def test_resetting_the_stats_does_not_forget_the_demand() -> None:
    """S4 does not depend on what somebody looks at."""
    manager, pool = make_pool(shrink=WINDOW)
    objs: list[Thing] = []
    step(manager, 95, 0.1)
    swing(pool, objs, 30)
    swing(pool, objs, 0)
    manager.reset_stats()
    step(manager, 60, 0.1)
    assert pool.total_count == 30


@pytest.mark.parametrize("seed", range(6))
def test_the_peak_of_the_window_times_headroom_is_always_kept(seed: int) -> None:
    """S4, for any demand and frame time."""
    chance = random.Random(seed)  # noqa: S311
    shrink = Shrink(window=5.0, headroom=1.5, min_idle=2, per_frame=5)
    manager, pool = make_pool(shrink=shrink)
    objs: list[Thing] = []
    history: list[tuple[float, int]] = []
    before = 0
    for _ in range(800):
        if chance.random() < 0.1:
            level = chance.choice([0, 3, 10, 25, 60])
            swing(pool, objs, level)
            history.append((manager.time, level))
            before = max(before, pool.total_count)
        history.append((manager.time, len(objs)))
        manager.update(chance.choice([0.01, 0.1, 0.4, 2.0]))
        oldest = manager.time - shrink.window
        history = [(time, level) for time, level in history if time >= oldest]
        recent = [level for _, level in history]
        history.append((manager.time, len(objs)))
        needed = max([len(objs) + shrink.min_idle, *(math.ceil(level * shrink.headroom) for level in recent)])
        assert pool.total_count >= min(before, needed)
        assert before - pool.total_count <= shrink.per_frame
        before = pool.total_count
    assert pool.stats().destroyed > 0
