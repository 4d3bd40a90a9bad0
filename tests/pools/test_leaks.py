"""Leaks (D2): leases that have lasted for long, by the line that spawned them, in game time."""

from __future__ import annotations

import gc
import sys
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from arcade_pool import Forever, Frames, Leak, PoolManager, Until
from helpers import FRAME, Coroutine, Thing, in_update, make_manager, step


def here() -> str:
    """The file and line of the caller."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def seconds(manager: PoolManager, count: int) -> None:
    """Lets game time pass."""
    step(manager, count, 1.0)


def test_long_leases_are_grouped_by_pool_without_debug_mode() -> None:
    """D2: key, count, oldest age; no line."""
    manager = make_manager()
    bullets, sparks = manager.create_pool(Thing, key="bullets"), manager.create_pool(Thing, key="sparks")
    bullets.spawn()
    seconds(manager, 5)
    kept = [bullets.spawn(), bullets.spawn()]
    sparks.spawn()
    seconds(manager, 30)
    assert manager.leaks() == [Leak("bullets", 3, 35.0, None), Leak("sparks", 1, 30.0, None)]
    assert len(kept) == 2


def test_young_leases_are_no_leaks() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    pool.spawn()
    seconds(manager, 29)
    assert manager.leaks() == []
    assert [leak.count for leak in manager.leaks(older_than=10)] == [1]
    pool.spawn()
    assert [leak.count for leak in manager.leaks(older_than=1)] == [1]
    assert [leak.count for leak in manager.leaks(older_than=0)] == [2]
    seconds(manager, 2)
    assert [(leak.count, leak.oldest) for leak in manager.leaks()] == [(1, 31.0)]


def test_in_debug_mode_leaks_are_grouped_by_line() -> None:
    """D1, D2: the line of the game that spawned them."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing)
    loop, things = here(), [pool.spawn() for _ in range(5)]
    seconds(manager, 1)
    single, thing = here(), pool.spawn()
    seconds(manager, 30)
    assert manager.leaks() == [Leak(Thing, 5, 31.0, loop), Leak(Thing, 1, 30.0, single)]
    assert thing not in things


def test_one_line_that_spawns_from_two_pools_is_two_groups() -> None:
    manager = make_manager(debug=True)
    pools = [manager.create_pool(Thing, key=key) for key in ("a", "b")]
    place, things = here(), [pool.spawn() for pool in pools]
    seconds(manager, 31)
    assert sorted((str(leak.key), leak.where) for leak in manager.leaks()) == [("a", place), ("b", place)]
    assert len(things) == 2


def test_the_oldest_group_comes_first() -> None:
    manager = make_manager()
    pools = [manager.create_pool(Thing, key=number) for number in range(4)]
    for number in (2, 0, 3, 1):
        pools[number].spawn()
        seconds(manager, 3)
    assert [leak.key for leak in manager.leaks(1)] == [2, 0, 3, 1]


def test_ages_are_game_time() -> None:
    """D2, T6."""
    manager = make_manager()
    manager.create_pool(Thing).spawn()
    manager.paused = True
    seconds(manager, 100)
    assert manager.leaks(0.5) == []
    manager.paused = False
    manager.time_scale = 0.5
    seconds(manager, 40)
    assert manager.leaks() == []
    assert [leak.oldest for leak in manager.leaks(20)] == [20.0]


# --- what is meant to last ---


class Boss:
    """Lives as long as it takes."""

    lifetime = Forever()


def by_spawn(manager: PoolManager) -> None:
    manager.create_pool(Thing).spawn(lifetime=Forever())


def by_class(manager: PoolManager) -> None:
    manager.create_pool(Boss).spawn()


def by_pool(manager: PoolManager) -> None:
    manager.create_pool(Thing, lifetime=Forever()).spawn()


def by_set_lifetime(manager: PoolManager) -> None:
    pool = manager.create_pool(Thing)
    pool.lease(pool.spawn()).set_lifetime(Forever())


def by_on_spawn(manager: PoolManager) -> None:
    class Eternal:
        def on_spawn(self) -> None:
            pool.lease(self).set_lifetime(Forever())

    pool = manager.create_pool(Eternal, lifetime=2.0)
    pool.spawn()


def by_change(manager: PoolManager) -> None:
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=5.0))
    lease.set_lifetime(None)
    lease.set_lifetime(Forever())


@pytest.mark.parametrize("declare", [by_spawn, by_class, by_pool, by_set_lifetime, by_on_spawn, by_change])
@pytest.mark.parametrize("debug", [False, True])
def test_a_declared_forever_is_no_leak_however_old(declare: Any, debug: bool) -> None:
    """D2: a boss that lives ten minutes."""
    manager = make_manager(debug=debug)
    declare(manager)
    seconds(manager, 600)
    assert manager.total().active == 1
    assert manager.leaks() == []
    assert manager.leaks(0) == []


def sleep(thing: object) -> Coroutine:
    yield 1000


WATCHED: dict[str, Any] = {
    "seconds": 1000.0,
    "frames": Frames(1000),
    "until": Until(lambda thing: False),
    "coroutine": sleep,
    "either": 1000.0 | Until(lambda thing: False),
    "both": 1000.0 & Until(lambda thing: False),
    "forever or": Forever() | Until(lambda thing: False),
}


@pytest.mark.parametrize("kind", WATCHED)
def test_a_lease_whose_end_is_watched_for_is_not_a_leak(kind: str) -> None:
    """D2: seconds, a condition or a running coroutine ends it."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=WATCHED[kind]))
    pool.spawn()  # the only one that nothing will end
    seconds(manager, 31)
    assert [leak.count for leak in manager.leaks()] == [1]
    lease.set_lifetime(None)
    assert [leak.count for leak in manager.leaks()] == [2]


def test_a_side_task_does_not_end_a_lease() -> None:
    """D2: the lease that runs one is a leak all the same."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    pool.lease(pool.spawn()).start(sleep(None))
    seconds(manager, 31)
    assert [leak.count for leak in manager.leaks()] == [1]


def test_a_declaration_can_be_taken_back() -> None:
    manager = make_manager()
    pool = manager.create_pool(Boss)
    lease = pool.lease(pool.spawn())
    seconds(manager, 31)
    assert manager.leaks() == []
    lease.set_lifetime(None)
    assert [leak.count for leak in manager.leaks()] == [1]


# --- what is over ---


def test_a_lease_that_came_back_is_no_longer_named() -> None:
    """D2: nor is its object's next life, until it is long itself."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    seconds(manager, 31)
    assert len(manager.leaks()) == 1
    pool.recycle(thing)
    assert manager.leaks() == []
    assert pool.spawn() is thing
    seconds(manager, 29)
    assert manager.leaks() == []
    seconds(manager, 1)
    assert [leak.oldest for leak in manager.leaks()] == [30.0]


def test_only_what_is_on_lease_is_named() -> None:
    """D2: neither idle objects nor those that wait for a delay, nor closed pools."""
    manager = make_manager()
    pool, closed = manager.create_pool(Thing, prewarm=5), manager.create_pool(Thing, key="closed")
    closed.spawn()
    delayed = pool.spawn()
    seconds(manager, 31)
    pool.recycle(delayed, delay_frames=10)
    closed.close()
    assert manager.leaks(0) == []


def test_a_manager_without_pools_has_no_leaks() -> None:
    assert make_manager().leaks() == []


# --- how it is found out ---


def test_no_garbage_collection_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """D2: the pool knows what it gave out, also what the game has lost every reference to."""

    def refuse(*_: object) -> None:
        raise AssertionError("asked the garbage collector")

    for name in ("collect", "get_objects", "get_referrers"):
        monkeypatch.setattr(gc, name, refuse)
    enabled = gc.isenabled()
    gc.disable()
    try:
        manager = make_manager()
        manager.create_pool(Thing, key="lost").spawn()
        seconds(manager, 31)
        assert manager.leaks() == [Leak("lost", 1, 31.0, None)]
    finally:
        if enabled:
            gc.enable()


def test_looking_for_leaks_changes_nothing() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    pool.spawn()
    seconds(manager, 31)
    before = pool.stats()
    assert manager.leaks() == manager.leaks()
    assert pool.stats() == before
    assert pool.active_count == 1


def test_leaks_may_be_asked_for_inside_an_update() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    pool.spawn()
    seconds(manager, 31)
    found: list[Leak] = []
    in_update(manager, lambda: found.extend(manager.leaks()))
    assert [leak.count for leak in found] == [1]


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (-1.0, ValueError),
        (float("nan"), ValueError),
        (float("inf"), ValueError),
        (True, TypeError),
        ("30", TypeError),
        (None, TypeError),
    ],
)
def test_a_bad_age_is_refused(bad: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="older_than"):
        make_manager().leaks(bad)


def test_a_leak_is_a_value() -> None:
    """Frozen and comparable, so that two reports can be compared."""
    leak = Leak("bullets", 3, 35.0, None)
    assert leak == Leak("bullets", 3, 35.0, None)
    assert len({leak, Leak("bullets", 3, 35.0, None)}) == 1
    with pytest.raises(FrozenInstanceError):
        leak.count = 4  # type: ignore[misc]


def test_a_leak_shows_in_the_difference_of_two_snapshots() -> None:
    """A level that gives back what it took leaves `active` as it was."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    before = pool.stats()
    for _ in range(10):
        pool.spawn(lifetime=0.5)
    forgotten = pool.spawn()
    step(manager, 40, FRAME)
    difference = pool.stats() - before
    assert (difference.spawned, difference.recycled, difference.active) == (11, 10, 1)
    assert forgotten in pool
