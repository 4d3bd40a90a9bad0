"""How everything is measured: in turn, in one process, with medians.

A machine that is busy with other things becomes slower by half from one second to the next, but for all alike. So the
ways take turns, round by round, and a ratio is the median of the ratios of the rounds: absolute times drift, ratios
hold. Nobody comes twice in succession, for the second time it would find its own things in the processor's caches,
which is worth up to a third. Time is that of the processor where it can be had with enough digits, so that nobody pays
for a pause.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median

__all__ = ["FULL", "QUICK", "Effort", "Rounds", "alternate", "clock", "settled", "timed"]


@dataclass(frozen=True)
class Effort:
    """How long a measurement may take."""

    rounds: int
    #: Factor for the length of a round, and for what comes before the first.
    length: float

    def times(self, count: int) -> int:
        """So many, at this effort."""
        return max(1, round(count * self.length))


FULL = Effort(rounds=9, length=1.0)
QUICK = Effort(rounds=3, length=0.25)


@dataclass
class Rounds:
    """What each way took in each round."""

    taken: dict[str, list[float]] = field(default_factory=dict)

    def median(self, name: str) -> float:
        """The median of one way's rounds."""
        return median(self.taken[name])

    def medians(self) -> dict[str, float]:
        """The median of each way's rounds."""
        return {name: median(taken) for name, taken in self.taken.items()}

    def ratio(self, name: str, to: str) -> float:
        """How many times as much as `to` a way took."""
        return median(one / other for one, other in zip(self.taken[name], self.taken[to], strict=True))


def alternate(tasks: Mapping[str, Callable[[], float]], rounds: int) -> Rounds:
    """Runs each task in turn, so many times.

    Args:
        tasks: By name; each returns its figure for one round.
        rounds: How many.
    """
    result = Rounds({name: [] for name in tasks})
    source = random.Random(1)
    names = list(tasks)
    for _ in range(rounds):
        last = names[-1]
        # Where there are more than two, who comes after whom changes, so that nobody always finds the caches that the
        # same other has left. But who came last does not come first: its own are no caches that a game, which draws
        # meanwhile, would find.
        source.shuffle(names)
        if names[0] == last:
            names.reverse()
        for name in names:
            result.taken[name].append(tasks[name]())
    return result


#: Seconds, from any beginning.
clock: Callable[[], float] = (
    time.thread_time if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter
)


def timed(task: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    started = clock()
    task()
    return clock() - started


@contextmanager
def settled() -> Iterator[None]:
    """Garbage collection as in a game that froze its objects after loading, until the end of the block.

    It stays on. But ten ways are alive here at the same time, and none of them should pay for a look at the others'
    sprites: what makes them calls ``gc.freeze`` after each. What is made from then on is looked at, and paid for by
    those who make it.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.collect()
