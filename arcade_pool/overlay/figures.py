"""What the overlay writes: figures as lines of letters, all of them of one length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arcade_pool.pools.stats import PoolStats

__all__ = ["HEADING", "LINE", "RATE", "Row", "both_ends", "frame_figures", "line_of", "row_of", "shortened", "total_of"]

_NAME: Final = 24
_COLUMNS: Final = (("active", 8), ("idle", 7), ("peak", 8), ("created", 9), ("hit rate", 10), ("ms/update", 11))
#: Letters in a line.
LINE: Final = _NAME + sum(width for _, width in _COLUMNS)
#: Where in a line the hit rate stands.
RATE: Final = slice(LINE - 21, LINE - 11)
#: Below this share of spawns that found an idle item, a hit rate is worth a look.
_GOOD_RATE: Final = 0.9


class Row(NamedTuple):
    """A line of the table."""

    name: str
    figures: Sequence[str] = ("",) * len(_COLUMNS)
    colour: int | None = None  #: place in the palette
    share: float = 0.0  #: of its items that are active, 0 to 1
    warns: bool = False  #: whether its hit rate is worth a look


def row_of(name: str, stats: PoolStats, milliseconds: float | None, colour: int | None = None) -> Row:
    """The row of a pool.

    Args:
        name: What it is called.
        stats: Its figures.
        milliseconds: What its sprites' updates took in an update; None if that is not known.
        colour: Its place in the palette.
    """
    items = stats.active + stats.idle
    counts = map(_short, (stats.active, stats.idle, stats.peak_active, stats.created))
    # Rounded down, so that 100 % means all of them.
    rate = f"{math.floor(stats.hit_rate * 1000) / 10:.1f} %" if stats.spawned else "–"
    took = "–" if milliseconds is None else f"{milliseconds:.3f}"
    warns = stats.spawned > 0 and stats.hit_rate < _GOOD_RATE
    return Row(name, (*counts, rate, took), colour, stats.active / items if items else 0.0, warns)


def total_of(stats: Iterable[PoolStats]) -> PoolStats:
    """The sum of the figures that a row shows: that of all figures takes ten times as long."""
    active = idle = peak = created = spawned = misses = 0
    for each in stats:
        active += each.active
        idle += each.idle
        peak += each.peak_active
        created += each.created
        spawned += each.spawned
        misses += each.misses
    return PoolStats(active=active, idle=idle, peak_active=peak, created=created, spawned=spawned, misses=misses)


def line_of(row: Row) -> str:
    """The letters of a row; the first two are left for its colour."""
    return _columns("  " + shortened(row.name, _NAME - 2), row.figures)


def both_ends(left: str, right: str) -> str:
    """A line with something at either end."""
    return left + right.rjust(LINE - len(left))


def shortened(name: str, width: int) -> str:
    """The name with its middle left out where it is too long: names of a game differ at both ends."""
    if len(name) <= width:
        return name
    tail = (width - 1) // 2
    return name[: width - 1 - tail] + "…" + name[-tail:]


def frame_figures(mean: float, worst: float) -> str:
    """Two frame times in seconds, in words."""
    rate = f"{1 / mean:.0f} fps   " if mean > 0 else ""
    return f"{rate}mean {1000 * mean:.1f} ms   worst {1000 * worst:.1f} ms"


def _short(count: int) -> str:
    """A number in at most six letters, so that neighbours do not touch."""
    if count < 100_000:
        return f"{count:,}"
    if count < 1_000_000:
        return f"{count // 1000}k"
    return f"{count / 1e6:.1f}M" if count < 999_900_000 else f"{count:.0e}"


def _columns(name: str, figures: Iterable[str]) -> str:
    cells = (figure.rjust(width) for figure, (_, width) in zip(figures, _COLUMNS, strict=True))
    return name.ljust(_NAME) + "".join(cells)


#: The line above the rows.
HEADING: Final = _columns("pool", (heading for heading, _ in _COLUMNS))
