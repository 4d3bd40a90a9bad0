"""stats.py: snapshots, differences, tables; and that the counts count."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from arcade_pool import Pool, PoolManager, PoolStats
from helpers import InjectedError, Thing, make_manager, step


def counted(**settings: Any) -> tuple[PoolManager, Pool[Thing]]:
    manager = make_manager()
    return manager, manager.create_pool(Thing, **settings)


FIELDS = [
    *("created", "destroyed", "lost", "faulted", "spawned", "misses", "recycled", "refused", "exhausted", "stolen"),
    *("active", "idle", "retiring", "peak_active", "peak_total", "mean_active", "mean_idle"),
]


def test_a_snapshot_is_frozen_and_has_every_figure() -> None:
    _manager, pool = counted()
    stats = pool.stats()
    assert {field.name for field in dataclasses.fields(PoolStats)} >= set(FIELDS)
    for name in (*FIELDS, "hits", "hit_rate"):
        assert getattr(stats, name) == 0 or name == "hit_rate"
    with pytest.raises(dataclasses.FrozenInstanceError):
        stats.active = 1  # type: ignore[misc]
    pool.spawn()
    assert stats.active == 0, "a snapshot does not follow the pool"
    assert stats == PoolStats(), "nothing has happened yet"


def test_spawns_are_hits_or_misses() -> None:
    _manager, pool = counted(prewarm=2)
    objs = [pool.spawn() for _ in range(3)]
    stats = pool.stats()
    assert (stats.created, stats.spawned, stats.hits, stats.misses) == (3, 3, 2, 1)
    assert stats.hit_rate == pytest.approx(2 / 3)
    pool.recycle(objs[0])
    pool.spawn()
    assert (pool.stats().hits, pool.stats().misses) == (3, 1)


def test_the_hit_rate_without_spawns_is_one() -> None:
    assert PoolStats().hit_rate == 1.0


def test_every_kind_of_end_counts_as_recycled() -> None:
    manager, pool = counted()
    pool.recycle(pool.spawn())
    pool.spawn(lifetime=0.1)
    manager.update(0.1)
    pool.spawn()
    pool.clear()
    parent = pool.spawn()
    pool.lease(parent).adopt(pool.spawn())
    pool.recycle(parent)
    assert pool.stats().recycled == pool.stats().spawned == 5
    assert pool.stats().active == 0


def test_a_failed_spawn_counts_for_nothing_but_its_item() -> None:
    """F2."""

    class Bad(Thing):
        def on_spawn(self) -> None:
            raise InjectedError

    pool = make_manager().create_pool(Bad)
    for _ in range(2):
        with pytest.raises(InjectedError):
            pool.spawn()
    stats = pool.stats()
    assert (stats.created, stats.spawned, stats.misses, stats.recycled, stats.idle) == (1, 0, 0, 0, 1)


def test_peaks_are_remembered() -> None:
    _manager, pool = counted()
    objs = [pool.spawn() for _ in range(4)]
    for obj in objs:
        pool.recycle(obj)
    pool.trim()
    pool.spawn()
    stats = pool.stats()
    assert (stats.peak_active, stats.peak_total) == (4, 4)


def test_means_are_over_game_time() -> None:
    manager, pool = counted()
    obj = pool.spawn()
    manager.update(1.0)
    pool.spawn()
    manager.update(2.0)
    pool.recycle(obj)
    manager.update(1.0)
    stats = pool.stats()
    assert stats.mean_active == pytest.approx((1 * 1 + 2 * 2 + 1 * 1) / 4)
    assert stats.mean_idle == pytest.approx(1 / 4)
    manager.paused = True
    manager.update(100.0)
    assert pool.stats() == stats
    manager.paused = False
    manager.time_scale = 0.5
    manager.update(4.0)
    assert pool.stats().mean_active == pytest.approx((1 + 4 + 1 + 2) / 6)


def test_refused_exhausted_stolen_lost_are_counted() -> None:
    _manager, pool = counted(max_size=1, validate=lambda thing: thing.hp > 0, reset="none")
    obj = pool.spawn()
    assert pool.try_spawn() is None
    assert pool.try_spawn() is None
    obj.hp = 0
    lease = pool.lease(obj)
    pool.recycle(obj)
    pool.recycle(obj)
    lease.recycle()
    assert pool.spawn() is not obj
    pool.configure(overflow="steal_oldest")
    pool.spawn()
    stats = pool.stats()
    assert (stats.exhausted, stats.refused, stats.lost, stats.destroyed, stats.stolen) == (2, 2, 1, 1, 1)


def test_a_difference_is_what_happened_between() -> None:
    _manager, pool = counted()
    before = pool.stats()
    pool.spawn()
    pool.recycle(pool.spawn())
    difference = pool.stats() - before
    assert (difference.spawned, difference.recycled, difference.created) == (2, 1, 2)
    assert difference.hits == 0
    assert before + difference == pool.stats()


def test_only_snapshots_are_compared() -> None:
    others: list[Any] = [1, None, {}]
    for other in others:
        with pytest.raises(TypeError):
            PoolStats() - other
        with pytest.raises(TypeError):
            PoolStats() + other


def test_str_is_one_readable_line() -> None:
    _manager, pool = counted(prewarm=1)
    pool.spawn()
    text = str(pool.stats())
    assert "\n" not in text
    assert "1 active" in text
    assert "100.0%" in text


def test_the_total_and_the_report() -> None:
    manager = make_manager()
    one = manager.create_pool(Thing, key="one")
    two = manager.create_pool(Thing)
    one.spawn()
    two.spawn()
    two.spawn()
    assert manager.stats() == {"one": one.stats(), Thing: two.stats()}
    assert manager.total().spawned == 3
    assert manager.total() == one.stats() + two.stats()
    lines = manager.report().splitlines()
    assert len(lines) == 4
    for name, line in zip(("pool", "one", "Thing", "total"), lines, strict=True):
        assert line.startswith(name)
    assert len({len(line) for line in lines}) == 1


def test_the_report_of_no_pools() -> None:
    manager = make_manager()
    assert manager.total() == PoolStats()
    assert manager.stats() == {}
    assert "total" in manager.report()


def test_reset_stats_zeroes_events_and_means_and_sets_peaks_to_now() -> None:
    """created, destroyed, lost and faulted go on."""
    manager, pool = counted(validate=lambda thing: thing.hp > 0, reset="none")
    lost = pool.spawn()
    lost.hp = 0
    pool.recycle(lost)
    kept = pool.spawn()
    others = [pool.spawn() for _ in range(3)]
    manager.update(1.0)
    for obj in others:
        pool.recycle(obj)
    pool.recycle(others[0])
    manager.reset_stats()
    stats = pool.stats()
    assert (stats.created, stats.destroyed, stats.lost) == (5, 1, 1)
    assert (stats.spawned, stats.misses, stats.recycled, stats.refused, stats.exhausted, stats.stolen) == (0,) * 6
    assert (stats.active, stats.idle, stats.peak_active, stats.peak_total) == (1, 3, 1, 4)
    pool.recycle(kept)
    assert pool.stats().recycled == 1
    manager.update(1.0)
    assert pool.stats().mean_active == 0.0
    assert pool.stats().mean_idle == 4.0


@pytest.mark.parametrize("fails", [True, False])
def test_resetting_inside_a_spawn_leaves_no_negative_count(fails: bool) -> None:
    """L1: no counter is negative, at no moment."""

    class Resetting(Thing):
        def on_spawn(self) -> None:
            manager.reset_stats()
            if fails:
                raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Resetting)
    if fails:
        with pytest.raises(InjectedError):
            pool.spawn()
    else:
        pool.recycle(pool.spawn())
    assert all(value >= 0 for value in vars(pool.stats()).values()), pool.stats()
    assert pool.stats().recycled == (not fails)


def test_counts_inside_hooks_add_up() -> None:
    """L1: at every moment."""
    seen: list[PoolStats] = []

    class Looking(Thing):
        def on_spawn(self) -> None:
            seen.append(pool.stats())

        def on_recycle(self) -> None:
            seen.append(pool.stats())

    manager = make_manager()
    pool = manager.create_pool(Looking)
    pool.recycle(pool.spawn())
    for stats in seen:
        assert stats.created - stats.destroyed == stats.active + stats.idle + stats.retiring
    assert [(stats.active, stats.retiring) for stats in seen] == [(1, 0), (0, 1)]
    step(manager)
