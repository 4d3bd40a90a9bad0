"""scheduler.py: the rules of time, T1 to T6."""

from __future__ import annotations

import gc
import logging
import math
import weakref
from typing import Any

import pytest

from arcade_pool import Condition, Forever, Frames, Pool, PoolManager, RecycleReason, Seconds, Task, Until
from helpers import FRAME, Coroutine, Thing, in_update, make_manager, step, updates_until_end

MICROSECOND = 1e-6


def make_pool() -> tuple[PoolManager, Pool[Thing]]:
    manager = make_manager()
    return manager, manager.create_pool(Thing)


def log_end(pool: Pool[Thing], lifetime: Any, log: list[Any], name: object) -> Thing:
    """Spawns an object that notes its name when its lease ends."""
    obj = pool.spawn(lifetime=lifetime)
    pool.lease(obj).defer(log.append, name)
    return obj


# --- T1: what an update takes ---


@pytest.mark.parametrize("delta_time", [-1.0, -1e-9, math.nan, math.inf, -math.inf, -1])
def test_update_refuses_values_out_of_range_and_changes_nothing(delta_time: float) -> None:
    """T1."""
    manager, pool = make_pool()
    obj = pool.spawn(lifetime=Frames(1))
    called: list[int] = []
    manager.call_soon(called.append, 1)
    manager.update(0.25)
    lease = pool.lease(pool.spawn(lifetime=Frames(1)))
    manager.call_soon(called.append, 2)
    with pytest.raises(ValueError, match="delta_time"):
        manager.update(delta_time)
    assert manager.time == 0.25
    assert called == [1]
    assert obj in pool or lease.alive
    assert lease.alive
    assert lease.age == 0.0
    manager.update(0.25)
    assert called == [1, 2]
    assert not lease.alive


@pytest.mark.parametrize("delta_time", [None, "0.1", True, 1j])
def test_update_refuses_what_is_no_number(delta_time: Any) -> None:
    """T1."""
    manager = make_manager()
    with pytest.raises(TypeError, match="delta_time"):
        manager.update(delta_time)
    assert manager.time == 0.0


def test_a_refused_update_is_no_update() -> None:
    """T1: nor is a later one taken for a nested one."""
    manager = make_manager()
    with pytest.raises(ValueError, match="delta_time"):
        manager.update(math.nan)
    manager.update(0.5)
    assert manager.time == 0.5


def test_zero_is_an_update() -> None:
    """T1: zero is allowed; it counts as an update for waits in updates, and moves no time."""
    manager, pool = make_pool()
    frames = pool.lease(pool.spawn(lifetime=Frames(2)))
    seconds = pool.lease(pool.spawn(lifetime=0.1))
    manager.update(0)
    assert frames.alive
    manager.update(0.0)
    assert not frames.alive
    assert seconds.alive
    assert manager.time == 0.0


# --- T2: seconds and frames ---


@pytest.mark.parametrize("start", [0.0, 3_600.1, 86_399.987654321])
@pytest.mark.parametrize("fps", [24, 30, 50, 59, 60, 75, 90, 120, 144, 240, 1000])
def test_two_seconds_end_in_exactly_the_last_of_their_updates(fps: int, start: float) -> None:
    """T2: at 60 updates a second in the 120th, also after a day of game time."""
    manager, pool = make_pool()
    manager.update(start)
    lease = pool.lease(pool.spawn(lifetime=2.0))
    assert updates_until_end(manager, lambda: lease.alive, 1 / fps) == 2 * fps
    assert lease.reason is RecycleReason.EXPIRED


def test_each_of_many_spawns_ends_in_its_120th_update() -> None:
    """T2: whatever phase the sum of frames is in."""
    manager, pool = make_pool()
    lengths: list[int] = []
    now = [0]
    for _ in range(400):
        pool.lease(pool.spawn(lifetime=2.0)).defer(lambda born=now[0]: lengths.append(now[0] - born))
        now[0] += 1
        manager.update(FRAME)
    assert len(lengths) == 281
    assert set(lengths) == {120}


@pytest.mark.parametrize(("short", "ended"), [(0.9, True), (1.5, False), (0.0, True)])
def test_tolerance_is_one_microsecond(short: float, ended: bool) -> None:
    """T2."""
    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=1.0))
    manager.update(1.0 - short * MICROSECOND)
    assert (not lease.alive) is ended


def test_same_seconds_of_a_coroutine_take_as_long() -> None:
    """T2 for a coroutine's wait."""

    def life(_thing: Thing) -> Coroutine:
        yield 2.0

    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=life))
    assert updates_until_end(manager, lambda: lease.alive, FRAME) == 120


def test_a_spawn_inside_an_update_counts_from_its_time() -> None:
    """T2: also one made by what fell due earlier in that update."""
    manager, pool = make_pool()
    leases: list[Any] = []

    def spawner() -> Coroutine:
        yield 0.1
        leases.append(pool.lease(pool.spawn(lifetime=0.5)))

    manager.start(spawner())
    in_update(manager, lambda: leases.append(pool.lease(pool.spawn(lifetime=0.5))), 0.5)
    assert [lease.remaining for lease in leases] == [0.5, 0.5]
    manager.update(0.4)
    assert [lease.alive for lease in leases] == [True, True]
    manager.update(0.1)
    assert [lease.alive for lease in leases] == [False, False]


@pytest.mark.parametrize(("frames", "updates"), [(0, 1), (1, 1), (2, 2), (17, 17)])
def test_frames_end_in_the_nth_update(frames: int, updates: int) -> None:
    """T2, whatever the frame rate."""
    manager, pool = make_pool()
    for delta_time in (0.0, 0.001, 3.0):
        lease = pool.lease(pool.spawn(lifetime=Frames(frames)))
        assert updates_until_end(manager, lambda lease=lease: lease.alive, delta_time) == updates  # type: ignore[misc]


def test_frames_of_a_spawn_inside_an_update_begin_with_the_next() -> None:
    """T2: the n-th update after the spawn, wherever in an update that was."""
    manager, pool = make_pool()
    leases: list[Any] = []

    def spawner() -> Coroutine:
        yield None
        leases.append(pool.lease(pool.spawn(lifetime=Frames(1))))

    manager.start(spawner())
    in_update(manager, lambda: leases.append(pool.lease(pool.spawn(lifetime=Frames(1)))))
    assert [lease.alive for lease in leases] == [True, True]
    step(manager)
    assert [lease.alive for lease in leases] == [False, False]


# --- T3: the order within one update ---


def test_deadlines_run_in_their_order_in_a_long_update() -> None:
    """T3."""
    manager, pool = make_pool()
    log: list[Any] = []
    for seconds in (0.3, 0.1, 0.2, 0.25, 0.05):
        log_end(pool, seconds, log, seconds)
    manager.update(1.0)
    assert log == [0.05, 0.1, 0.2, 0.25, 0.3]


def test_equal_deadlines_run_in_the_order_of_their_start() -> None:
    """T3."""
    manager, pool = make_pool()
    log: list[Any] = []
    for name in "abcdefgh":
        log_end(pool, 0.5, log, name)
    manager.update(0.75)
    assert "".join(log) == "abcdefgh"


def test_what_is_due_now_runs_in_the_order_of_its_start_whatever_it_waits_for() -> None:
    """T3: seconds that end now, conditions, frames and yield None all count as due at this update's time."""
    manager, pool = make_pool()
    log: list[Any] = []

    def waits(name: str) -> Coroutine:
        yield None
        log.append(name)

    log_end(pool, Until(lambda _: True), log, "a")
    log_end(pool, 0.5, log, "b")
    log_end(pool, Frames(1), log, "c")
    manager.start(waits("d"))
    log_end(pool, 0.5, log, "e")
    log_end(pool, Until(lambda _: True), log, "f")
    log_end(pool, 0, log, "g")
    log_end(pool, 0.5 & Forever() | 0.5, log, "h")
    manager.update(0.5)
    assert "".join(log) == "abcdefgh"


def test_an_earlier_deadline_runs_before_what_is_due_now() -> None:
    """T3: though it was started last."""
    manager, pool = make_pool()
    log: list[Any] = []
    log_end(pool, Until(lambda _: True), log, "polled")
    log_end(pool, Frames(1), log, "frames")
    log_end(pool, 0.5, log, "now")
    log_end(pool, 0.25, log, "earlier")
    manager.update(0.5)
    assert log == ["earlier", "polled", "frames", "now"]


def test_conditions_see_what_fell_due_earlier() -> None:
    """T3: a polled condition counts as due at this update's time, after earlier deadlines."""
    manager, pool = make_pool()
    first = pool.spawn(lifetime=0.1)
    second = pool.lease(pool.spawn(lifetime=Until(lambda _: first not in pool)))
    manager.update(0.2)
    assert not second.alive


def test_two_coroutines_interleave_by_their_deadlines_in_a_long_update() -> None:
    """T3, T4."""
    manager = make_manager()
    log: list[Any] = []

    def ticks(period: float, name: str) -> Coroutine:
        for _ in range(5):
            yield period
            log.append(name)

    manager.start(ticks(0.3, "slow"))
    manager.start(ticks(0.2, "quick"))
    manager.update(1.1)
    assert log == ["quick", "slow", "quick", "slow", "quick", "quick", "slow", "quick"]


def test_a_lease_that_ends_early_in_a_long_update_stops_its_task() -> None:
    """T3: what is due later in the same update does not reach it any more."""
    manager, pool = make_pool()
    log: list[int] = []

    def ticking() -> Coroutine:
        while True:
            yield 0.1
            log.append(1)

    pool.lease(pool.spawn(lifetime=0.35)).start(ticking())
    manager.update(1.0)
    assert len(log) == 3


def test_a_lease_ended_by_one_that_is_due_before_it_does_not_expire() -> None:
    """T3, L5."""
    manager, pool = make_pool()
    later = pool.lease(pool.spawn(lifetime=0.5))
    earlier = pool.lease(pool.spawn(lifetime=0.4))
    earlier.defer(later.recycle)
    manager.update(1.0)
    assert earlier.reason is RecycleReason.EXPIRED
    assert later.reason is RecycleReason.RECYCLED


def test_a_condition_is_first_looked_at_in_the_next_update() -> None:
    """T3, wherever the wait was started."""
    manager, pool = make_pool()
    asked: list[str] = []

    def ask(name: str) -> Condition:
        return Until(lambda *_: asked.append(name))

    def waits() -> Coroutine:
        yield None
        asked.append("started")
        yield ask("task")

    pool.spawn(lifetime=ask("outside"))
    manager.start(waits())
    in_update(manager, lambda: pool.spawn(lifetime=ask("call_soon")))
    assert asked == ["outside", "started"]
    step(manager)
    assert sorted(asked[2:]) == ["call_soon", "outside", "task"]


def test_a_condition_of_a_lease_that_ended_meanwhile_is_not_asked() -> None:
    """T3: the order of one update; what ended its lease was due before it."""
    manager, pool = make_pool()
    asked: list[int] = []
    lease = pool.lease(pool.spawn(lifetime=Until(lambda _: asked.append(1))))
    pool.lease(pool.spawn(lifetime=0.1)).defer(lease.recycle)
    manager.update(0.2)
    assert asked == []


# --- T4: waiting does not drift ---


@pytest.mark.parametrize("fps", [2, 7, 9.99, 10, 24, 60, 144])
def test_tenths_of_seconds_come_ten_times_a_second(fps: float) -> None:
    """T4: whatever the frame rate."""
    manager = make_manager()
    ticks = 0

    def ticking() -> Coroutine:
        nonlocal ticks
        while True:
            yield 0.1
            ticks += 1

    manager.start(ticking())
    updates = round(20 * fps)
    step(manager, updates, 1 / fps)
    assert ticks == int(updates / fps * 10 + 1e-4)


def test_a_short_wait_is_resumed_several_times_in_a_long_update() -> None:
    """T4."""
    manager = make_manager()
    ticks: list[float] = []

    def ticking() -> Coroutine:
        while True:
            yield 0.1
            ticks.append(manager.time)

    manager.start(ticking())
    manager.update(1.05)
    assert len(ticks) == 10
    manager.update(0.05)
    assert len(ticks) == 11


def test_mixed_waits_do_not_drift() -> None:
    """T4: seconds inside conditions count from the moment the wait before them was due."""
    manager = make_manager()
    ticks = 0

    def ticking() -> Coroutine:
        nonlocal ticks
        while True:
            yield Seconds(0.1) | Forever()
            ticks += 1
            yield 0.1
            ticks += 1
            yield Seconds(0.05) & Seconds(0.1)
            ticks += 1

    manager.start(ticking())
    step(manager, 70, 1 / 7)
    assert ticks == 100


@pytest.mark.parametrize("wait", [None, 0, 0.0, 1e-6, 5e-7, Seconds(0), Frames(0), Frames(1), 0 | Forever()])
def test_waits_of_no_length_resume_once_per_update(wait: Any) -> None:
    """T4: never in the update that started them, and once in a long one."""
    manager = make_manager()
    resumed: list[float] = []

    def waiting() -> Coroutine:
        while True:
            yield wait
            resumed.append(manager.time)

    in_update(manager, lambda: manager.start(waiting()))
    assert resumed == []
    manager.update(2.0)
    assert len(resumed) == 1
    step(manager, 5)
    assert len(resumed) == 6


def test_yield_none_after_a_late_wait_takes_the_next_update() -> None:
    """T4: a coroutine that was due early in a long update still waits for the next one."""
    manager = make_manager()
    resumed: list[str] = []

    def waiting() -> Coroutine:
        yield 0.1
        resumed.append("seconds")
        yield None
        resumed.append("next")

    manager.start(waiting())
    manager.update(1.0)
    assert resumed == ["seconds"]
    manager.update(0.0)
    assert resumed == ["seconds", "next"]


# --- T5: what a lifetime may be ---


@pytest.mark.parametrize("lifetime", [None, Forever()])
def test_none_and_forever_never_end(lifetime: Any) -> None:
    """T5."""
    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=lifetime))
    step(manager, 50, 1000.0)
    assert lease.alive


@pytest.mark.parametrize("lifetime", [0, 0.0, 1e-7, Seconds(0)])
@pytest.mark.parametrize("delta_time", [0.0, FRAME])
def test_zero_ends_at_the_next_update(lifetime: Any, delta_time: float) -> None:
    """T5."""
    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=lifetime))
    assert lease.alive
    manager.update(delta_time)
    assert lease.reason is RecycleReason.EXPIRED


def _started() -> Coroutine:
    def run() -> Coroutine:
        yield None

    generator = run()
    next(generator)
    return generator


async def _async_def(_obj: object) -> None: ...


async def _async_generator(_obj: object) -> Any:
    yield None


BAD_NUMBERS = [-1, -0.5, math.nan, math.inf, -math.inf]
BAD_KINDS: list[Any] = [True, False, "2", "soon", [2.0], object(), _async_def, _async_generator, 2j]


@pytest.mark.parametrize("lifetime", BAD_NUMBERS)
def test_a_number_out_of_range_is_no_lifetime(lifetime: float) -> None:
    """T5: nothing is spawned."""
    manager, pool = make_pool()
    with pytest.raises(ValueError, match="lifetime"):
        pool.spawn(lifetime=lifetime)
    with pytest.raises(ValueError, match="lifetime"):
        pool.try_spawn(lifetime=lifetime)
    with pytest.raises(ValueError, match="lifetime"):
        manager.create_pool(Thing, key="other", lifetime=lifetime)
    assert pool.stats().created == pool.stats().spawned == 0
    assert "other" not in manager


@pytest.mark.parametrize("lifetime", BAD_KINDS)
def test_another_kind_of_value_is_no_lifetime(lifetime: Any) -> None:
    """T5: nothing is spawned."""
    manager, pool = make_pool()
    with pytest.raises(TypeError):
        pool.spawn(lifetime=lifetime)
    with pytest.raises(TypeError):
        manager.create_pool(Thing, key="other", lifetime=lifetime)
    assert pool.stats().created == pool.stats().spawned == 0
    lease = pool.lease(pool.spawn(lifetime=0.5))
    with pytest.raises(TypeError):
        lease.set_lifetime(lifetime)
    assert lease.remaining == 0.5


def test_a_coroutine_object_of_async_def_is_refused_without_a_warning() -> None:
    """T5: Python would warn that it was never awaited."""
    _manager, pool = make_pool()
    with pytest.raises(TypeError, match="async def"):
        pool.spawn(lifetime=_async_def(None))  # type: ignore[arg-type]


def test_a_started_generator_is_no_lifetime() -> None:
    """T5."""
    _manager, pool = make_pool()
    generator = _started()
    with pytest.raises(TypeError, match="already"):
        pool.spawn(lifetime=generator)
    assert pool.stats().created == 0
    generator.close()
    with pytest.raises(TypeError, match="already"):
        pool.spawn(lifetime=generator)


@pytest.mark.parametrize("returned", [None, 2.0, "x", [None]])
def test_a_function_that_returns_no_generator_is_no_lifetime(returned: Any) -> None:
    """T5: nothing is spawned."""
    _manager, pool = make_pool()
    with pytest.raises(TypeError, match="generator"):
        pool.spawn(lifetime=lambda _: returned)
    assert (pool.active_count, pool.stats().spawned, pool.stats().recycled) == (0, 0, 0)
    assert list(pool) == []


def test_an_async_function_behind_a_plain_one_is_no_lifetime() -> None:
    """T5: the coroutine object it returned is closed, not left to a warning."""
    _manager, pool = make_pool()
    hidden: Any = lambda obj: _async_def(obj)  # noqa: E731, PLW0108
    with pytest.raises(TypeError, match="async def"):
        pool.spawn(lifetime=hidden)


def test_a_generator_object_as_a_default_is_a_type_error() -> None:
    """Section 3: it can serve one spawn only."""

    def life() -> Coroutine:
        yield 1.0

    manager = make_manager()
    with pytest.raises(TypeError, match="one spawn"):
        manager.create_pool(Thing, lifetime=life())

    class Bad(Thing):
        lifetime = life()

    with pytest.raises(TypeError, match=r"Bad\.lifetime.*one spawn"):
        manager.create_pool(Bad)
    assert Bad not in manager
    # Of a function nobody knows beforehand what it makes.
    pool = manager.create_pool(lambda: Bad(), max_size=1)  # noqa: PLW0108
    with pytest.raises(TypeError, match=r"Bad\.lifetime.*one spawn"):
        pool.spawn()
    assert pool.total_count == 0


@pytest.mark.parametrize("bad", [-1.0, "soon", True])
def test_a_bad_lifetime_of_a_class_is_refused(bad: Any) -> None:
    """T5: when its pool is made, or else with its first object; nothing is spawned, the capacity is still there."""

    class Bad(Thing):
        lifetime = bad

    manager = make_manager()
    with pytest.raises((TypeError, ValueError), match=r"Bad\.lifetime"):
        manager.create_pool(Bad)
    assert Bad not in manager
    pool = manager.create_pool(lambda: Bad(), max_size=1)  # noqa: PLW0108
    for _ in range(2):
        with pytest.raises((TypeError, ValueError), match=r"Bad\.lifetime"):
            pool.spawn()
    assert pool.total_count == 0


# --- T6: game time ---


def test_paused_stops_game_time() -> None:
    """T6: ages, lifetimes, frames, conditions and the game's tasks stand still."""
    manager, pool = make_pool()
    asked: list[int] = []
    resumed: list[int] = []

    def game() -> Coroutine:
        while True:
            yield None
            resumed.append(1)

    seconds = pool.lease(pool.spawn(lifetime=0.5))
    frames = pool.lease(pool.spawn(lifetime=Frames(2)))
    until = pool.lease(pool.spawn(lifetime=Until(lambda _: asked.append(1))))
    manager.start(game())
    manager.paused = True
    step(manager, 10, 1.0)
    assert (manager.time, seconds.age, seconds.remaining) == (0.0, 0.0, 0.5)
    assert seconds.alive
    assert frames.alive
    assert until.alive
    assert asked == resumed == []
    manager.paused = False
    step(manager, 2, 0.25)
    assert not seconds.alive
    assert not frames.alive
    assert len(asked) == len(resumed) == 2


@pytest.mark.parametrize("stop", ["paused", "time_scale"])
def test_calls_delays_and_prewarming_go_on_in_a_pause(stop: str) -> None:
    """T6."""
    manager, pool = make_pool()
    called: list[int] = []
    obj = pool.spawn()
    setattr(manager, stop, stop == "paused" or 0.0)
    pool.recycle(obj, delay_frames=2)
    prewarm = pool.prewarm_async(4, per_frame=2)
    manager.call_soon(called.append, 1)
    step(manager)
    assert called == [1]
    assert pool.stats().retiring == 1
    assert pool.total_count == 3
    step(manager)
    assert pool.stats().retiring == 0
    assert pool.total_count == 4
    step(manager)
    assert prewarm.done
    assert manager.time == 0.0


def test_a_spawn_in_a_pause_counts_from_where_time_stands() -> None:
    """T6."""
    manager, pool = make_pool()
    manager.update(1.0)
    manager.paused = True
    manager.update(1.0)
    lease = pool.lease(pool.spawn(lifetime=0.5))
    step(manager, 3, 1.0)
    assert (lease.age, lease.remaining) == (0.0, 0.5)
    manager.paused = False
    manager.update(0.5)
    assert not lease.alive


def test_time_scale_scales_ages_and_lifetimes() -> None:
    """T6."""
    manager, pool = make_pool()
    manager.time_scale = 0.5
    lease = pool.lease(pool.spawn(lifetime=1.0))
    manager.update(1.0)
    assert (manager.time, lease.age) == (0.5, 0.5)
    manager.time_scale = 2.0
    manager.update(0.25)
    assert manager.time == 1.0
    assert not lease.alive


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_time_scale_refuses_numbers_out_of_range(value: float) -> None:
    manager = make_manager()
    with pytest.raises(ValueError, match="time_scale"):
        manager.time_scale = value
    assert manager.time_scale == 1.0


@pytest.mark.parametrize("value", [True, "2", None])
def test_time_scale_refuses_what_is_no_number(value: Any) -> None:
    manager = make_manager()
    with pytest.raises(TypeError, match="time_scale"):
        manager.time_scale = value


def test_max_delta_time_clamps_before_time_scale() -> None:
    """T6."""
    manager = make_manager(max_delta_time=0.1)
    manager.time_scale = 3.0
    manager.update(5.0)
    assert manager.time == pytest.approx(0.3)
    manager.update(0.05)
    assert manager.time == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("value", "error"), [(0, ValueError), (-1, ValueError), (math.nan, ValueError), ("1", TypeError)]
)
def test_max_delta_time_must_be_a_length(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="max_delta_time"):
        make_manager(max_delta_time=value)


def test_pausing_inside_an_update_takes_effect_with_the_next() -> None:
    """T6: what falls due in an update that has begun is served."""
    manager, pool = make_pool()

    def pauses() -> Coroutine:
        yield 0.1
        manager.paused = True

    manager.start(pauses())
    lease = pool.lease(pool.spawn(lifetime=0.2))
    manager.update(0.3)
    assert not lease.alive
    manager.update(0.3)
    assert manager.time == pytest.approx(0.3)


# --- the inside of the hot loop ---


@pytest.mark.parametrize("lifetime", [500.0, Frames(30_000), Until(lambda _: False), Until(lambda _: False) & 500.0])
def test_waits_given_up_do_not_pile_up(lifetime: Any) -> None:
    """What waits follows what is live: thousands of leases ended by a hit leave nothing behind."""
    manager, pool = make_pool()
    living = [pool.lease(pool.spawn(lifetime=1000.0)) for _ in range(100)]
    ended: weakref.WeakSet[Any] = weakref.WeakSet()
    for _ in range(100):
        for _ in range(100):
            obj = pool.spawn(lifetime=lifetime)
            ended.add(pool.lease(obj))
            pool.recycle(obj)
        step(manager)
    gc.collect()
    assert len(ended) < 3000
    assert all(lease.alive for lease in living)
    manager.update(1001.0)
    assert pool.active_count == 0


def test_an_interruption_loses_nothing_that_is_due() -> None:
    """A KeyboardInterrupt leaves the update at once; what was due is served by the next one."""

    def interrupted() -> Coroutine:
        yield None
        raise KeyboardInterrupt

    manager, pool = make_pool()
    before = pool.lease(pool.spawn(lifetime=Until(lambda _: True)))
    manager.start(interrupted())
    after = [pool.lease(pool.spawn(lifetime=wait)) for wait in (0.1, Frames(1), Until(lambda _: True))]
    with pytest.raises(KeyboardInterrupt):
        manager.update(0.1)
    assert not before.alive
    manager.update(0.0)
    assert [lease.alive for lease in after] == [False, False, False]


def test_an_interrupted_condition_does_not_stop_the_others() -> None:
    interrupt = [True]

    def asks(_obj: object) -> bool:
        if interrupt:
            interrupt.clear()
            raise KeyboardInterrupt
        return True

    manager, pool = make_pool()
    leases = [pool.lease(pool.spawn(lifetime=Until(lambda _: True))) for _ in range(2)]
    leases.insert(1, pool.lease(pool.spawn(lifetime=Until(asks))))
    leases.append(pool.lease(pool.spawn(lifetime=Until(lambda _: True))))
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    step(manager)
    # The interrupted question has no answer, so it is asked again.
    assert not any(lease.alive for lease in leases)


def test_logging_is_quiet_without_errors(caplog: pytest.LogCaptureFixture) -> None:
    manager = make_manager(errors="log")
    with caplog.at_level(logging.DEBUG):
        step(manager, 3)
    assert not caplog.records


# --- long games ---


@pytest.mark.parametrize("start", [0.0, 1e4, 1e6, 1e8 - 100.0])
@pytest.mark.parametrize("length", [0.5, 2.0, 10.0, 60.0])
def test_waits_are_exact_at_a_hundred_million_seconds(start: float, length: float) -> None:
    """T1, T2: rounding does not add up to a frame, however late it is."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    manager.update(start)
    lease = pool.lease(pool.spawn(lifetime=length))
    assert updates_until_end(manager, lambda: lease.alive, FRAME) == round(length * 60)


@pytest.mark.parametrize("delta_time", [1e10, 1e17, 1.7e308])
def test_an_update_beyond_all_games_is_refused(delta_time: float) -> None:
    """T1: it names the remedy, and nothing has changed."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=1.0))
    with pytest.raises(ValueError, match="max_delta_time"):
        manager.update(delta_time)
    assert (manager.time, lease.alive) == (0.0, True)
    manager.paused = True
    manager.update(delta_time)  # game time stands still
    manager.paused = False
    manager.update(FRAME)
    assert manager.time == FRAME
    manager.update(9e8)
    with pytest.raises(ValueError, match="max_delta_time"):
        manager.update(2e8)
    clamped = PoolManager(max_delta_time=0.1)
    clamped.update(delta_time)
    assert clamped.time == 0.1


# --- what waits leaves nothing behind ---


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("wait", ["lease", "task", "seconds", "frames", "until", "both"])
def test_who_ends_before_what_it_waits_for_leaves_nothing(wait: str, paused: bool) -> None:
    """L7: neither in a list of waiters nor among the waits, in a pause either."""
    manager = make_manager()
    pool = manager.create_pool(Thing, prewarm=16)

    def goes_on() -> Coroutine:
        while True:
            yield 1.0

    waits: dict[str, Any] = {
        "lease": pool.lease(pool.spawn()), "task": manager.start(goes_on()), "seconds": 1e6, "frames": Frames(10**9),
        "until": Until(lambda _: False), "both": Until(lambda _: False) & 1e6,
    }  # fmt: skip

    def life(_thing: Thing) -> Coroutine:
        yield waits[wait]

    def known() -> int:
        gc.collect()
        return sum(isinstance(each, Task) for each in gc.get_objects())

    manager.paused = paused
    before = known()
    for _ in range(300):
        for thing in [pool.spawn(lifetime=life) for _ in range(12)]:
            pool.recycle(thing)
        manager.update(FRAME)
    assert known() - before < 2000, "of 3,600 that have ended"
