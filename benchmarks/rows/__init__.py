"""The rows: what is measured, in the order of the design's cost table, then the scenarios."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.measure import Effort
from benchmarks.results import Row
from benchmarks.rows import arena, bursts, classes, games, lifetimes, memory, moving, search, waiting

__all__ = ["ROWS"]

#: By name; each measures at an effort.
ROWS: dict[str, Callable[[Effort], Row]] = {
    "constant": lifetimes.constant_lifetimes,
    "random": lifetimes.random_lifetimes,
    "endings": bursts.endings,
    "far-deadline": waiting.far_deadlines,
    "off-screen": waiting.on_screen,
    "motion": moving.batched_motion,
    "motion-price": moving.price_of_batched_motion,
    "collision": moving.collisions,
    "classes": classes.classes,
    "steady": memory.steady_state,
    "debug": classes.debug_mode,
    "waves": bursts.waves,
    "leaving": games.leaving,
    "hits": games.hits,
    "rings": bursts.rings,
    "stages": games.stages,
    "storm": bursts.storm,
    "arena": arena.arena,
    "retained": memory.retained,
    "search": search.array_or_free_list,
}
