"""What stays behind: memory over many leases."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from statistics import median

from benchmarks.floor import Floor
from benchmarks.measure import FULL, Effort, alternate, settled
from benchmarks.results import Ratio, Row
from benchmarks.rivals import all_ways
from benchmarks.ways import Way
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import DELTA_TIME, FPS, MEAN, Stream, constant, scattered

__all__ = ["retained", "steady_state"]

ALIVE = 1_200
KIB = 1024


def steady_state(effort: Effort) -> Row:
    """Many leases with random lifetimes, traced from before the fill."""
    leases = 100_000 if effort == FULL else 20_000
    frames = round(leases / (ALIVE / MEAN / FPS))
    tracemalloc.start()
    try:
        pooled = Pooled(ALIVE)
        stream = Stream(pooled, ALIVE, scattered)
        stream.fill()
        stream.run(round(2 * MEAN * FPS))
        early, created = _traced(), pooled.pool.stats().created
        stream.run(frames)
        late, made = _traced(), pooled.pool.stats().created - created
    finally:
        tracemalloc.stop()
    # Time is told without tracing, which multiplies it, and in terms of something that cannot become slower: the
    # machine can.
    with settled():
        stream = Stream(Pooled(ALIVE), ALIVE, scattered)
        floor = Stream(Floor(ALIVE), ALIVE, constant)
        for each in (stream, floor):
            each.fill()
            each.run(round(2 * MEAN * FPS))
        gc.freeze()
        tenths = alternate({"pool": lambda: stream.run(frames // 10), "floor": lambda: floor.run(frames // 10)}, 10)
    taken = [one / other for one, other in zip(tenths.taken["pool"], tenths.taken["floor"], strict=True)]
    return Row(
        "steady",
        f"{leases:,} leases in steady state, 1,200 alive",
        "KiB",
        {"traced memory": {"after two lifetimes": early / KIB, "at the end": late / KIB}},
        [
            Ratio("instances created", made, 0, less=True, unit="instances"),
            Ratio("more memory at the end than after two lifetimes", (late - early) / KIB, 64, less=True, unit="KiB"),
            Ratio("time per lease, second half against first", median(taken[5:]) / median(taken[:5]), less=True),
        ],
    )


def retained(effort: Effort) -> Row:
    """Bytes that rounds of one spawn and one end leave behind."""
    count = 20_000
    figures = {kind.name: _left_by(_round_of(kind(10)), count) for kind in (all_ways() if effort == FULL else [Pooled])}
    return Row(
        "retained",
        f"bytes retained by {count:,} rounds of spawn and recycle",
        "bytes",
        {"retained": figures},
        [Ratio("retained by the pool", figures[Pooled.name], less=True, unit="bytes")],
        note="Elsewhere a pool is claimed to retain none.",
    )


def _round_of(way: Way) -> Callable[[], None]:
    def one_round() -> None:
        way.end(way.spawn(100.0, 100.0, MEAN))
        way.update(DELTA_TIME)

    return one_round


def _left_by(one_round: Callable[[], None], count: int) -> float:
    for _ in range(500):
        one_round()
    tracemalloc.start()
    try:
        # What the first rounds under tracing replace was made before it, and would count as new.
        for _ in range(500):
            one_round()
        before = _traced()
        for _ in range(count):
            one_round()
        return _traced() - before
    finally:
        tracemalloc.stop()


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
