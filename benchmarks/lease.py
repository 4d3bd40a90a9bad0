"""What a lease costs: spawn, live, end. Run ``python -m benchmarks.lease [--quick] [--json FILE]``.

Each row runs two ways in turn in one process, on the same workload, and compares the medians of several rounds; a
round's figure is the time of its spawns and updates divided by its leases. Garbage collection is on, as in a game.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways.new_sprite import NewSprite
from benchmarks.ways.pooled import Pooled

FPS = 60
#: Mean lifetime in seconds, in all workloads.
MEAN = 2.0


class Way(Protocol):
    """See `benchmarks.ways`."""

    def spawn(self, x: float, y: float, lifetime: float) -> None:
        """One shot."""

    def update(self, delta_time: float) -> None:
        """One frame."""


class Workload:
    """A steady stream of shots on one way.

    Args:
        way: What is measured.
        alive: Shots alive at a time.
        lifetimes: Draws the seconds that a shot lives; their mean is `MEAN`.
    """

    def __init__(self, way: Way, alive: int, lifetimes: Callable[[random.Random], float]) -> None:
        self._way = way
        self._per_frame = alive / MEAN / FPS
        self._due = 0.0
        self._random = random.Random(1)
        self._lifetimes = lifetimes

    def run(self, frames: int) -> float:
        """Runs some frames; returns microseconds per lease."""
        spawn, update = self._way.spawn, self._way.update
        shots = 0
        spent = 0.0
        for _ in range(frames):
            self._due += self._per_frame
            count = int(self._due)
            self._due -= count
            shots += count
            lives = [self._lifetimes(self._random) for _ in range(count)]
            started = time.perf_counter()
            for lifetime in lives:
                spawn(100.0, 100.0, lifetime)
            update(1 / FPS)
            spent += time.perf_counter() - started
        return spent / max(shots, 1) * 1e6


@dataclass(frozen=True)
class Row:
    """One comparison."""

    name: str
    pooled_us: float  #: microseconds per lease, this library
    other_us: float  #: microseconds per lease, a new sprite per shot
    ratio: float  #: how many times as fast
    must_be: float  #: what it has to be at least


def constant(_: random.Random) -> float:
    """All live equally long."""
    return MEAN


def scattered(source: random.Random) -> float:
    """Leases end in an order unrelated to their start."""
    return source.uniform(0.5, 2 * MEAN - 0.5)


def measure(
    name: str, alive: int, lifetimes: Callable[[random.Random], float], must_be: float, *, rounds: int, frames: int
) -> Row:
    """Runs both ways in turn."""
    ways: list[Way] = [Pooled(alive), NewSprite(alive)]
    workloads = [Workload(way, alive, lifetimes) for way in ways]
    for workload in workloads:
        # Until the first shots of a full life have ended, the number alive still grows.
        workload.run(int(2 * MEAN * FPS))
    figures: list[list[float]] = [[], []]
    for _ in range(rounds):
        for workload, taken in zip(workloads, figures, strict=True):
            taken.append(workload.run(frames))
    pooled, other = (statistics.median(taken) for taken in figures)
    return Row(name, pooled, other, other / pooled, must_be)


def main() -> None:
    """Measures and prints every row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lease", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    options = parser.parse_args()
    window = arcade.Window(200, 200, "benchmark")
    window.ctx.default_atlas.add(TEXTURE)
    rounds, frames = (3, 20) if options.quick else (7, 60)
    print(f"Python {platform.python_version()}, Arcade {arcade.__version__}, {platform.machine()}, {platform.system()}")
    rows = [
        measure("constant lifetimes, 1,200 alive", 1_200, constant, 2.0, rounds=rounds, frames=3 * frames),
        measure("random lifetimes, 20,000 alive", 20_000, scattered, 6.0, rounds=rounds, frames=frames // 4),
    ]
    for row in rows:
        print(
            f"{row.name}: {row.pooled_us:.2f} us a lease with a pool, {row.other_us:.2f} us with a new sprite each: "
            f"{row.ratio:.1f} times as fast (must be {row.must_be:g})"
        )
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
