"""PoolStats: what a pool has done so far, as a frozen snapshot that can be compared with another."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

__all__ = ["Counters", "PoolStats", "table"]


@dataclass(frozen=True)
class PoolStats:
    """A snapshot of one pool, or the sum of several.

    ``later - earlier`` is what happened between two snapshots, field by field; of peaks and means, by how much they
    have changed. ``str()`` is a line of the main figures.
    """

    created: int = 0  #: items ever made
    destroyed: int = 0  #: items ever destroyed, `lost` and `faulted` ones included
    lost: int = 0  #: idle items that failed `PoolConfig.validate`
    faulted: int = 0  #: items destroyed because something raised while they were cleaned
    spawned: int = 0  #: spawns that succeeded
    misses: int = 0  #: those of them that had to make an instance
    recycled: int = 0  #: leases that ended, for whatever reason
    refused: int = 0  #: recycles that came second or were stale, and did nothing
    exhausted: int = 0  #: spawns that were turned away at `max_size`
    stolen: int = 0  #: leases that were ended by a spawn at `max_size`
    active: int = 0  #: on lease now
    idle: int = 0  #: waiting in the pool now
    retiring: int = 0  #: ended, but not idle yet
    peak_active: int = 0  #: most on lease at a time
    peak_total: int = 0  #: most items at a time
    mean_active: float = 0.0  #: average on lease, over game time
    mean_idle: float = 0.0  #: average idle, over game time

    @property
    def hits(self) -> int:
        """Spawns that found an idle item."""
        return self.spawned - self.misses

    @property
    def hit_rate(self) -> float:
        """Share of spawns that found an idle item, 0 to 1; 1 without any spawn."""
        return self.hits / self.spawned if self.spawned else 1.0

    def __sub__(self, other: PoolStats) -> PoolStats:
        if not isinstance(other, PoolStats):
            return NotImplemented
        return _combined(operator.sub, self, other)

    def __add__(self, other: PoolStats) -> PoolStats:
        if not isinstance(other, PoolStats):
            return NotImplemented
        return _combined(operator.add, self, other)

    def __str__(self) -> str:
        return (
            f"{self.active} active (peak {self.peak_active}), {self.idle} idle, {self.retiring} retiring, "
            f"{self.created} created, {self.destroyed} destroyed, {self.spawned} spawned, {self.recycled} recycled, "
            f"hit rate {self.hit_rate:.1%}"
        )


def _combined(how: Callable[[Any, Any], Any], one: PoolStats, other: PoolStats) -> PoolStats:
    names = [field.name for field in dataclasses.fields(PoolStats)]
    return PoolStats(**{name: how(getattr(one, name), getattr(other, name)) for name in names})


_COLUMNS = (
    "active", "idle", "retiring", "peak_active", "created", "destroyed", "spawned", "recycled", "exhausted", "hit_rate",
)  # fmt: skip


def table(rows: Iterable[tuple[str, PoolStats]]) -> str:
    """The main figures of several pools as a text table, a line each."""
    lines: list[tuple[str, ...]] = [("pool", *_COLUMNS)]
    for name, stats in rows:
        figures = (getattr(stats, column) for column in _COLUMNS)
        lines.append((name, *(f"{each:.1%}" if isinstance(each, float) else str(each) for each in figures)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


class Counters:
    """The running counts of one pool. What follows from others is worked out in `snapshot`."""

    __slots__ = (
        "_active_seconds", "_demand", "_idle_seconds", "_peak_active", "_seconds", "_under_way", "created",
        "destroyed", "epoch", "exhausted", "faulted", "lost", "misses", "peak_total", "recent_peak", "refused",
        "spawned", "stolen",
    )  # fmt: skip

    def __init__(self) -> None:
        self.created = self.destroyed = self.lost = self.faulted = 0
        self._demand = self.recent_peak = 0
        #: Grows with every reset, so that a spawn knows whether it was counted before.
        self.epoch = 0
        self.reset(0, 0)

    def reset(self, active: int, total: int) -> None:
        """Event counts and means to zero, peaks to what is there now."""
        self.spawned = self.misses = self.refused = self.exhausted = self.stolen = 0
        self.epoch += 1
        # Leases that had begun before the counts did; they still end.
        self._under_way = active
        self._demand = max(self._demand, self.recent_peak)
        self.recent_peak = self._peak_active = active
        self.peak_total = total
        self._seconds = self._active_seconds = self._idle_seconds = 0.0

    def undo(self, epoch: int, *, missed: bool) -> None:
        """Takes back a spawn that was counted in `epoch`."""
        if epoch == self.epoch:
            self.spawned -= 1
            self.misses -= missed
        else:
            self._under_way -= 1

    def settle(self, known: int, active: int) -> None:
        """Corrects counts that an interruption has kept from being taken.

        Args:
            known: Items that there are.
            active: Leases that last.
        """
        more = self.created - self.destroyed - known
        self.destroyed += max(more, 0)
        self.created += max(-more, 0)
        self.spawned = max(self.spawned, active - self._under_way, 0)
        self.misses = min(max(self.misses, 0), self.spawned)

    def take_demand(self, active: int) -> int:
        """The most items in use at a time since this was last asked."""
        demand = max(self._demand, self.recent_peak)
        self._peak_active = max(self._peak_active, self.recent_peak)
        self._demand, self.recent_peak = 0, active
        return demand

    def expect(self, demand: int) -> None:
        """Counts a prewarm as demand, so that it is not undone by shrinking before it was of use."""
        self._demand = max(self._demand, demand)

    def sample(self, delta_time: float, active: int, idle: int) -> None:
        """Adds `delta_time` seconds of game time with these numbers to the means."""
        self._seconds += delta_time
        self._active_seconds += delta_time * active
        self._idle_seconds += delta_time * idle

    def snapshot(self, active: int, idle: int) -> PoolStats:
        """The counts as they stand."""
        seconds = self._seconds
        return PoolStats(
            created=self.created,
            destroyed=self.destroyed,
            lost=self.lost,
            faulted=self.faulted,
            spawned=self.spawned,
            misses=self.misses,
            recycled=self.spawned + self._under_way - active,
            refused=self.refused,
            exhausted=self.exhausted,
            stolen=self.stolen,
            active=active,
            idle=idle,
            retiring=self.created - self.destroyed - active - idle,
            peak_active=max(self._peak_active, self.recent_peak),
            peak_total=self.peak_total,
            mean_active=self._active_seconds / seconds if seconds else float(active),
            mean_idle=self._idle_seconds / seconds if seconds else float(idle),
        )
