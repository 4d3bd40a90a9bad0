"""What more a lease costs when its class does more, and in debug mode."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from arcade_pool import OffScreen, PooledSprite
from benchmarks.measure import Effort, Rounds, alternate, settled
from benchmarks.results import Ratio, Row
from benchmarks.texture import TEXTURE
from benchmarks.ways.pooled import Pooled, Shot
from benchmarks.workload import Stream, constant

__all__ = ["classes", "debug_mode"]

ALIVE = 1_200
PLAIN = "plain lease"


class Hooked(PooledSprite):
    """Both hooks, and a list that has to be emptied."""

    lifetime = 2.0

    def __init__(self) -> None:
        super().__init__(TEXTURE)
        self.hits: list[int] = []

    def on_spawn(self) -> None:
        """Changes the list."""
        self.hits.append(1)

    def on_recycle(self) -> None:
        """Changes it again."""
        self.hits.append(2)


class Generated(PooledSprite):
    """A lifetime that is a generator."""

    def __init__(self) -> None:
        super().__init__(TEXTURE)

    def lifetime(self) -> Generator[float, None, None]:
        """Two seconds."""
        yield 2.0


class Either(PooledSprite):
    """A lifetime of two conditions; none of the sprites leaves the screen."""

    lifetime = 2.0 | OffScreen()

    def __init__(self) -> None:
        super().__init__(TEXTURE)


class _ByClass(Pooled):
    """The lifetime is that of the class."""

    def spawn(self, x: float, y: float, lifetime: float) -> Any:  # noqa: ARG002  # the class has one
        return self.pool.spawn(x, y)


def classes(effort: Effort) -> Row:
    """Hooks, a generator, two conditions."""
    kinds: dict[str, type[PooledSprite]] = {
        PLAIN: Shot,
        "both hooks and a list": Hooked,
        "generator lifetime": Generated,
        "2.0 | OffScreen()": Either,
    }
    rounds = _rounds(effort, {name: _ByClass(ALIVE, kind=kind) for name, kind in kinds.items()})
    bounds = {"both hooks and a list": (1.8, 1.3), "generator lifetime": (3.0, 2.0), "2.0 | OffScreen()": (1.6, 1.3)}
    return Row(
        "classes",
        "a class that does more, against a plain lease, 1,200 alive",
        "us per lease",
        {"1,200 alive": rounds.medians()},
        [Ratio(name, rounds.ratio(name, PLAIN), must, aim, less=True) for name, (must, aim) in bounds.items()],
    )


def debug_mode(effort: Effort) -> Row:
    """Debug mode remembers where each lease was begun and ended."""
    rounds = _rounds(effort, {PLAIN: Pooled(ALIVE), "debug mode": Pooled(ALIVE, debug=True)})
    return Row(
        "debug",
        "debug mode, 1,200 alive",
        "us per lease",
        {"1,200 alive": rounds.medians()},
        [Ratio("against a plain lease", rounds.ratio("debug mode", PLAIN), 3.0, 2.0, less=True)],
    )


def _rounds(effort: Effort, ways: dict[str, Pooled]) -> Rounds:
    with settled():
        streams = {name: Stream(way, ALIVE, constant) for name, way in ways.items()}
        for stream in streams.values():
            stream.fill()
            stream.run(effort.times(240))
        return alternate(
            {name: stream.round_of(effort.times(1_500)) for name, stream in streams.items()}, effort.rounds
        )
