"""The classic experiment: finding an idle object by searching an array, or by popping from a free list."""

from __future__ import annotations

from collections.abc import Callable

from arcade_pool import PoolManager
from benchmarks.measure import Effort, alternate, settled, timed
from benchmarks.results import Ratio, Row

__all__ = ["array_or_free_list"]

OBJECTS = 100
SEARCH, FREE_LIST = "array search", "free list"


class Thing:
    """An object that knows whether it is in use."""

    def __init__(self) -> None:
        self.active = False


def array_or_free_list(effort: Effort) -> Row:
    """100 objects are all taken, and all given back; 1,000 rounds."""
    count = effort.times(1_000)
    rounds = {SEARCH: _search(), FREE_LIST: _free_list(), "arcade_pool, plain objects": _pool()}

    def rounds_of(one_round: Callable[[], None]) -> Callable[[], float]:
        def run() -> None:
            for _ in range(count):
                one_round()

        return lambda: timed(run) / count * 1e6

    with settled():
        taken = alternate({name: rounds_of(one_round) for name, one_round in rounds.items()}, effort.rounds)
    return Row(
        "search",
        "array search against a free list: 100 objects, 1,000 rounds",
        "us per round",
        {"100 objects": taken.medians()},
        [Ratio("free list, times as fast as an array search", taken.ratio(SEARCH, FREE_LIST))],
        note="Elsewhere the free list is claimed to be about four times as fast.",
    )


def _search() -> Callable[[], None]:
    things = [Thing() for _ in range(OBJECTS)]

    def take() -> Thing:
        for thing in things:
            if not thing.active:
                thing.active = True
                return thing
        raise LookupError("all are in use")

    def one_round() -> None:
        for thing in [take() for _ in range(OBJECTS)]:
            thing.active = False

    return one_round


def _free_list() -> Callable[[], None]:
    idle = [Thing() for _ in range(OBJECTS)]

    def take() -> Thing:
        thing = idle.pop()
        thing.active = True
        return thing

    def give_back(thing: Thing) -> None:
        thing.active = False
        idle.append(thing)

    def one_round() -> None:
        for thing in [take() for _ in range(OBJECTS)]:
            give_back(thing)

    return one_round


def _pool() -> Callable[[], None]:
    pool = PoolManager().create_pool(Thing, prewarm=OBJECTS)

    def one_round() -> None:
        for thing in [pool.spawn() for _ in range(OBJECTS)]:
            pool.recycle(thing)

    return one_round
