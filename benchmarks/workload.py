"""A steady stream of shots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from benchmarks.measure import clock
from benchmarks.ways import Timed

__all__ = ["DELTA_TIME", "FPS", "HEIGHT", "MEAN", "WAVE", "WIDTH", "Lifetimes", "Stream", "constant", "scattered"]

FPS = 60
DELTA_TIME = 1 / FPS
#: Mean lifetime in seconds, in all workloads.
MEAN = 2.0
#: Pixels of the window.
WIDTH, HEIGHT = 800, 600
#: Pixels between all shots and the edge of the screen: leaving it is a row of its own.
EDGE = 20
#: The shortest and the longest of random lifetimes, in seconds.
SHORTEST, LONGEST = 0.5, 3.5
#: Shots of a wave.
WAVE = 500

#: Draws the seconds that a shot lives.
Lifetimes = Callable[[random.Random], float]


def constant(_: random.Random) -> float:
    """All live equally long."""
    return MEAN


def scattered(source: random.Random) -> float:
    """They end in an order unrelated to their start."""
    return source.uniform(SHORTEST, LONGEST)


class Stream:
    """Shots on one way, as many in each frame as it takes to keep a number of them alive.

    Args:
        way: What is measured.
        alive: Shots alive at a time.
        lifetimes: Draws the seconds that a shot lives; their mean is `MEAN`.
    """

    def __init__(self, way: Timed, alive: int, lifetimes: Lifetimes) -> None:
        self.way = way
        self._alive = alive
        #: Shots that begin in each frame, on average.
        self.per_frame = alive / MEAN / FPS
        self._due = 0.0
        self._random = random.Random(1)
        self._lifetimes = lifetimes

    def _places(self, lives: Iterable[float]) -> list[tuple[float, float, float]]:
        return [
            (self._random.uniform(EDGE, WIDTH - EDGE), self._random.uniform(EDGE, HEIGHT - EDGE), lifetime)
            for lifetime in lives
        ]

    def fill(self) -> None:
        """As many as should be alive, at once if they end in no order.

        Each gets the rest of a life that has begun some time ago: from then on as many end in each frame as begin.
        """
        if self._lifetimes is constant:
            self.run(round(MEAN * FPS))
            return
        rests: list[float] = []
        while len(rests) < self._alive:
            # At any moment, long lives are met more often than short ones.
            lifetime = self._lifetimes(self._random)
            if self._random.random() * LONGEST < lifetime:
                rests.append(lifetime * self._random.random())
        for place in self._places(rests):
            self.way.spawn(*place)

    def run(self, frames: int) -> float:
        """Runs some frames; returns microseconds per shot."""
        spawn, update = self.way.spawn, self.way.update
        shots = 0
        spent = 0.0
        for _ in range(frames):
            self._due += self.per_frame
            count = int(self._due)
            self._due -= count
            shots += count
            places = self._places(self._lifetimes(self._random) for _ in range(count))
            started = clock()
            for x, y, lifetime in places:
                spawn(x, y, lifetime)
            update(DELTA_TIME)
            spent += clock() - started
        return spent / max(shots, 1) * 1e6

    def round_of(self, shots: int) -> Callable[[], float]:
        """A function that runs as many frames as make so many shots."""
        frames = max(2, round(shots / self.per_frame))
        return lambda: self.run(frames)

    def frame_times(self, frames: int) -> list[float]:
        """Runs some frames, with a wave of `WAVE` more in each second; returns milliseconds of each."""
        taken = []
        for number in range(frames):
            count = round(self.per_frame) + (WAVE if number % FPS == FPS // 2 else 0)
            places = self._places(self._lifetimes(self._random) for _ in range(count))
            started = clock()
            for x, y, lifetime in places:
                self.way.spawn(x, y, lifetime)
            self.way.update(DELTA_TIME)
            taken.append((clock() - started) * 1e3)
        return taken
