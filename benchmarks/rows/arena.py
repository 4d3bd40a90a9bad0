"""A minute of the demo arena, with pooling and without."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from operator import truediv
from pathlib import Path
from statistics import median

from benchmarks.measure import FULL, Effort
from benchmarks.results import Ratio, Row

__all__ = ["arena", "least_of_each"]

ROOT = Path(__file__).parents[2]
#: A minute, and how often it is played each way.
FRAMES, GAMES = 3_600, 3
TITLE = "a minute of the demo arena: milliseconds of an update"
POOLED, UNPOOLED = "pooled", "without pooling"
_GAME = f"""
import json, sys
from demo_game.app import open_game
from demo_game.run import drive
window = open_game(1, autoplay=True, pooling=sys.argv[1] == "{POOLED}")
print(json.dumps(drive(window, {FRAMES}).update_ms))
"""


def arena(effort: Effort) -> Row:
    """3,600 frames of the same game; each in a process of its own, as a game is."""
    if effort != FULL:
        return Row("arena", TITLE, "ms", {}, note="not measured in a quick run")
    games: dict[str, list[list[float]]] = {POOLED: [], UNPOOLED: []}
    for _ in range(GAMES):
        for way, played in games.items():
            played.append(_play(way))
    figures = {
        name: {way: median(_percentile(game, percent) for game in played) for way, played in games.items()}
        for name, percent in (("p50", 50), ("p95", 95), ("p99", 99), ("max", 100))
    }
    worst = {way: max(least_of_each(played)) for way, played in games.items()}
    return Row(
        "arena",
        TITLE,
        "ms",
        figures,
        [
            Ratio("worst update against the median one, pooled", worst[POOLED], 3.0, less=True, by_frame=True),
            Ratio("worst update against the median one, without pooling", worst[UNPOOLED], less=True, by_frame=True),
            Ratio("median update, times as fast as without pooling", figures["p50"][UNPOOLED] / figures["p50"][POOLED]),
        ],
    )


def least_of_each(games: Sequence[Sequence[float]]) -> list[float]:
    """The least that each frame took, as a multiple of its game's median.

    Frame by frame the games are the same: what differs is what else the machine did.
    """
    medians = [median(game) for game in games]
    return [min(map(truediv, frame, medians)) for frame in zip(*games, strict=True)]


def _percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]


def _play(way: str) -> list[float]:
    # S603: the program is Python itself, and the game is the one above.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _GAME, way], capture_output=True, text=True, check=True, cwd=ROOT
    )
    # Pre-releases of Arcade say something of their own first.
    update_ms: list[float] = json.loads(done.stdout.splitlines()[-1])
    return update_ms
