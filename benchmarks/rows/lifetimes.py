"""Spawn, live, end: what a lease costs at different numbers alive, against every other way."""

from __future__ import annotations

import gc

from benchmarks.floor import Floor
from benchmarks.measure import FULL, Effort, Rounds, alternate, settled
from benchmarks.results import Ratio, Row
from benchmarks.rivals import all_rivals, rivals
from benchmarks.ways import Timed
from benchmarks.ways.free_list_heap import FreeListHeap
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import Lifetimes, Stream, constant, scattered

__all__ = ["constant_lifetimes", "fastest", "random_lifetimes"]

SIZES = (200, 1_200, 6_000, 20_000)
#: Where bounds are close: three times the rounds, for single ones differ by a tenth.
CLOSE = (1_200, 6_000)
#: Shots of a round, about.
SHOTS = 1_500


def constant_lifetimes(effort: Effort) -> Row:
    """``lifetime=2.0``."""
    measured = _all(effort, constant, SIZES if effort == FULL else (1_200,), floor=True)
    rounds = measured[1_200]
    name, ratio = fastest(rounds, besides=(FreeListHeap.name,))
    return Row(
        "constant",
        "spawn + recycle, lifetime=2.0",
        "us per lease",
        {f"{size:,} alive": figures.medians() for size, figures in measured.items()},
        [
            Ratio("1,200 alive, times as fast as the fastest of the others", ratio, 1.7, 2.5, against=name),
            Ratio("1,200 alive, times as fast as the expert's way", rounds.ratio(FreeListHeap.name, Pooled.name), 1.0),
            Ratio("1,200 alive, against the floor", rounds.ratio(Pooled.name, Floor.name), 3.0, 2.0, less=True),
            _growth(effort, constant),
        ],
    )


def random_lifetimes(effort: Effort) -> Row:
    """Lifetimes uniform between 0.5 and 3.5 s."""
    measured = _all(effort, scattered, SIZES if effort == FULL else (20_000,), floor=False)
    ratios = []
    for size, must, aim in ((6_000, 3.0, 4.0), (20_000, 6.0, 10.0)):
        if size not in measured:
            continue
        name, ratio = fastest(measured[size])
        ratios.append(
            Ratio(f"{size:,} alive, times as fast as the fastest of the others", ratio, must, aim, against=name)
        )
    return Row(
        "random",
        "spawn + recycle, lifetimes between 0.5 and 3.5 s, ends in no order",
        "us per lease",
        {f"{size:,} alive": figures.medians() for size, figures in measured.items()},
        [*ratios, _growth(effort, scattered)],
    )


def fastest(rounds: Rounds, besides: tuple[str, ...] = ()) -> tuple[str, float]:
    """The fastest of the ways that do all that this library does, and how many times as long it takes.

    Args:
        rounds: What was measured.
        besides: Names of ways that do not count.
    """
    others = [cls.name for cls in rivals() if cls.complete and cls.name in rounds.taken and cls.name not in besides]
    ratio, name = min((rounds.ratio(name, Pooled.name), name) for name in others)
    return name, ratio


def _all(effort: Effort, lifetimes: Lifetimes, sizes: tuple[int, ...], *, floor: bool) -> dict[int, Rounds]:
    kinds = [kind for kind in all_rivals() if effort == FULL or not kind.slow]
    if floor:
        kinds.append(Floor)
    # Some rivals need a second for each frame of 20,000: half a lifetime has to be enough for all.
    return {
        size: _streams(
            effort, {kind.name: (kind, size) for kind in kinds}, lifetimes, 60, times=3 if size in CLOSE else 1
        )
        for size in sizes
    }


def _growth(effort: Effort, lifetimes: Lifetimes) -> Ratio:
    """Two pools of different size in turn: compared with each other, not over time."""
    rounds = _streams(effort, {f"{size}": (Pooled, size) for size in (200, 20_000)}, lifetimes, 480)
    return Ratio("20,000 alive against 200, per lease", rounds.ratio("20000", "200"), 2.5, 1.7, less=True)


def _streams(
    effort: Effort, cases: dict[str, tuple[type[Timed], int]], lifetimes: Lifetimes, frames: int, *, times: int = 1
) -> Rounds:
    with settled():
        streams = {}
        for name, (kind, size) in cases.items():
            streams[name] = stream = Stream(kind(size), size, lifetimes)
            stream.fill()
            # Past the first ends, so that what comes back has been used, and lies where use has left it.
            stream.run(frames if effort == FULL else frames // 8)
            # None of the ways should pay for a look at the sprites of the others.
            gc.freeze()
        return alternate(
            {name: stream.round_of(effort.times(SHOTS)) for name, stream in streams.items()}, times * effort.rounds
        )
