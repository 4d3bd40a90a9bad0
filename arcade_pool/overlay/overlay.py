"""PoolOverlay: what the pools of a running game are doing, drawn over it.

Common case: shown for minutes over a game that must not become slower by it. Optimised for: one draw call, figures
written a few times a second. Refused: sampling while it is hidden, which every game would pay for that leaves it in.
"""

from __future__ import annotations

import math
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any, Final, get_args

import arcade
import numpy as np

from arcade_pool.overlay.figures import Row, frame_figures, row_of, total_of
from arcade_pool.overlay.graphs import COLUMNS, FRAMES, MARKS, PALETTE, Floats
from arcade_pool.overlay.panel import Corner, Panel
from arcade_pool.pools.manager import PoolManager
from arcade_pool.pools.pool import Pool

__all__ = ["PoolOverlay"]

#: Seconds between two writings of the figures.
_REFRESH: Final = 0.25
#: Seconds of game time between two columns of the activity graph.
_STEP: Final = 0.05
#: Frames that the mean frame time is taken over.
_RECENT: Final = 15


class Meter:
    """How long the sprites' updates took since it was last read. It knows no overlay, so that it keeps none alive."""

    def __init__(self) -> None:
        self.updates = 0
        # Weak, because the finalizer of an overlay keeps its meter: a pool must not keep an overlay alive through it.
        self._seconds: weakref.WeakKeyDictionary[Pool[Any], float] = weakref.WeakKeyDictionary()

    def add(self, seconds: dict[Pool[Any], float]) -> None:
        """Takes in what one update took, by pool."""
        self.updates += 1
        for pool, each in seconds.items():
            self._seconds[pool] = self._seconds.get(pool, 0.0) + each

    def take(self) -> dict[Pool[Any], float]:
        """Milliseconds per update, by pool; nothing if there was none. Begins anew."""
        means = {pool: 1000 * each / self.updates for pool, each in self._seconds.items()}
        self.updates = 0
        self._seconds.clear()
        return means


class Activity:
    """The active items of each pool over the last seconds of game time.

    A pool that is gone keeps its place and colour until its past has left the graph.
    """

    def __init__(self) -> None:
        self.pools: list[Pool[Any] | None] = []
        self.colours: list[int] = []
        self.counts: Floats = np.zeros((0, COLUMNS), np.float32)
        self._column: int | None = None

    def follow(self, pools: list[Pool[Any]]) -> None:
        """Takes in pools that are new, and lets go of those that are gone."""
        present = set(pools)
        self.pools = [pool if pool in present else None for pool in self.pools]
        kept = [row for row, pool in enumerate(self.pools) if pool is not None or self.counts[row].any()]
        if len(kept) < len(self.pools):
            self.pools = [self.pools[row] for row in kept]
            self.colours = [self.colours[row] for row in kept]
            self.counts = self.counts[kept]
        known = set(self.pools)
        new = [pool for pool in pools if pool not in known]
        for pool in new:
            used = set(self.colours)
            self.pools.append(pool)
            # Beyond the palette they repeat, and are told apart by their place.
            self.colours.append(next((each for each in range(len(PALETTE)) if each not in used), len(used)))
        if new:
            self.counts = np.vstack([self.counts, np.zeros((len(new), COLUMNS), np.float32)])

    def sample(self, now: float) -> int:
        """Adds the columns that have become due by game time `now`; how many."""
        column = math.floor(now / _STEP)
        # What was before the first is not known.
        due = 1 if self._column is None else min(column - self._column, COLUMNS)
        if due <= 0:
            return 0
        self._column = column
        self.counts[:, :-due] = self.counts[:, due:]
        self.counts[:, -due:] = [[0 if pool is None else pool.active_count] for pool in self.pools] or 0
        return due


class PoolOverlay:
    """A table of a manager's pools, their active items and the frame times of the last seconds, over the game.

    Two lines in a game: ``self.overlay = PoolOverlay(self.pools)`` once, and ``self.overlay.draw()`` at the end of
    ``on_draw``; and ``self.overlay.toggle()`` on a key. It may be made before the window is. It is drawn in pixels of
    the window (or of the framebuffer in use), whatever camera is active, and leaves that camera as it is.

    A hidden overlay costs nothing: it samples nothing, and the graphs begin anew when it is shown. The columns: active,
    idle and created items, the most that were active at a time, the share of spawns that found an idle item, and the
    milliseconds that the sprites' own updates take in an update of the manager (motion included; lifetimes and
    collisions not).

    Args:
        manager: Whose pools it shows.
        visible: Whether it is shown at once.
        corner: Where: "upper left", "upper right", "lower left" or "lower right". One that is free in the game; the
            panel is 563 pixels wide, and smaller where the window is.
        clock: Seconds of real time, for frame times. It is the one clock of the library that is not game time: how
            long a frame takes the player's machine is what the graph is about, also while the game is paused.

    Raises:
        ValueError: There is no such corner.
    """

    def __init__(
        self,
        manager: PoolManager,
        *,
        visible: bool = False,
        corner: Corner = "upper left",
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if corner not in get_args(Corner):
            raise ValueError(f"corner must be one of {', '.join(map(repr, get_args(Corner)))}, not {corner!r}")
        self._manager = manager
        self._corner = corner
        self._clock = clock
        self._panel: Panel | None = None
        # Stops measuring; there while it is visible.
        self._stop: weakref.finalize[..., Any] | None = None
        self.visible = visible

    @property
    def visible(self) -> bool:
        """Whether `draw` draws. Showing it begins the measurements, hiding it ends them and forgets them."""
        return self._stop is not None

    @visible.setter
    def visible(self, value: bool) -> None:
        if value == self.visible:
            return
        if self._stop is not None:
            self._stop()
            self._stop = None
        self._meter = Meter()
        self._activity = Activity()
        self._frames: Floats = np.zeros(FRAMES, np.float32)
        self._frame_count = 0
        self._marks: deque[tuple[int, int, str]] = deque(maxlen=MARKS)
        self._marked = 0
        self._drawn_at = self._written_at = -math.inf
        self._target = (0, 0)
        if value:
            meters = self._manager._loop.meters
            meters.append(self._meter.add)
            # An overlay that is dropped while it is visible must not leave the manager measuring.
            self._stop = weakref.finalize(self, meters.remove, self._meter.add)
            self._stop.atexit = False

    def toggle(self) -> None:
        """Shows it if it is hidden, hides it if it is shown."""
        self.visible = not self.visible

    def mark(self, label: str) -> None:
        """Puts a labelled line into the frame-time graph between the last frame and the next.

        It moves with the graph. The last eight are kept; while the overlay is hidden nothing happens.

        Args:
            label: A word or two; what is longer than 24 letters is shortened.
        """
        if self.visible:
            self._marks.append((self._frame_count, self._marked, str(label)))
            self._marked += 1

    def draw(self) -> None:
        """Draws it if it is visible. Call it at the end of ``on_draw``.

        Cost: some 0.1 ms and one draw call for a dozen pools; 0.5 ms where the figures are written anew, four times
        a second. Hidden, one comparison.

        Raises:
            RuntimeError: It is visible and there is no window.
        """
        if self._stop is None:
            return
        window = arcade.get_window()
        panel = self._panel_for(window)
        surface: Any = window.ctx.active_framebuffer
        target = window.get_size() if surface.is_default else surface.size
        now = self._clock()
        self._count_frame(now)
        if now - self._written_at >= _REFRESH or target != self._target:
            self._written_at = now
            self._target = target
            self._write(panel)
        if new := self._activity.sample(self._manager.time):
            panel.graphs.show_activity(self._activity.counts, self._activity.colours, new)
        while self._marks and self._frame_count - self._marks[0][0] > FRAMES:
            self._marks.popleft()
        marks = [(self._frame_count - count, number, label) for count, number, label in self._marks]
        panel.draw(target, self._corner, self._frames, marks)

    def _panel_for(self, window: arcade.Window) -> Panel:
        panel, ratio = self._panel, window.get_pixel_ratio()
        if panel is None or panel.context is not window.ctx or panel.ratio != ratio:
            self._panel = panel = Panel(window.ctx, ratio)
            self._written_at = -math.inf
        return panel

    def _count_frame(self, now: float) -> None:
        # Before the first there is nothing to measure from.
        if self._drawn_at > -math.inf:
            self._frames[:-1] = self._frames[1:]
            self._frames[-1] = now - self._drawn_at
            self._frame_count += 1
        self._drawn_at = now

    # --- figures, a few times a second ---

    def _write(self, panel: Panel) -> None:
        pools = [self._manager[key] for key in self._manager]
        activity = self._activity
        activity.follow(pools)
        took = self._meter.take()
        # One row is the total's, and one says how many pools there was no room for.
        room = panel.room(self._target) - 1
        shown = pools if len(pools) <= room else pools[: room - 1]
        colours = dict(zip(activity.pools, activity.colours, strict=True))
        stats = {pool: pool.stats() for pool in pools}
        rows = [row_of(pool._lifecycle.name, stats[pool], took.get(pool), colours[pool]) for pool in shown]
        if hidden := len(pools) - len(shown):
            rows.append(Row(f"and {hidden} more"))
        total = total_of(stats.values())
        rows.append(row_of("total" if pools else "no pools", total, sum(took.values()) if took else None))
        panel.lay_out(len(rows))
        in_use, seconds = activity.counts.sum(axis=0), self._frames[max(0, FRAMES - self._frame_count) :]
        # A single hitch is cut off rather than flatten all the others.
        slowest = float(np.quantile(seconds, 0.98)) if len(seconds) else 0.0
        if panel.graphs.scale(max(total.active, in_use.max()), slowest):
            panel.graphs.show_activity(activity.counts, activity.colours)
        panel.write(
            (f"{len(pools)} pool{'' if len(pools) == 1 else 's'}", self._time()),
            rows,
            ("active items", f"last {COLUMNS * _STEP:.0f} s of game time"),
            ("frame time", frame_figures(seconds[-_RECENT:].mean(), seconds.max()) if len(seconds) else ""),
        )

    def _time(self) -> str:
        manager = self._manager
        minutes, seconds = divmod(manager.time, 60)
        speed = "  paused" if manager.paused else f"  ×{manager.time_scale:g}" if manager.time_scale != 1 else ""
        return f"game time {minutes:.0f}:{seconds:04.1f}{speed}"
