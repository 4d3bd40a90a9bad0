"""A minute of the demo arena, with pooling and without."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.measure import FULL, Effort
from benchmarks.results import Ratio, Row

__all__ = ["arena"]

ROOT = Path(__file__).parents[2]
OPTION = "--no-pool"
#: A minute, and how often it is played each way.
FRAMES, GAMES = 3_600, 3
TITLE = "a minute of the demo arena: milliseconds of an update"
POOLED, UNPOOLED = "pooled", "without pooling"


def arena(effort: Effort) -> Row:
    """3,600 frames of the same game; each in a process of its own, as a game is."""
    if effort != FULL:
        return Row("arena", TITLE, "ms", {}, note="not measured in a quick run")
    if OPTION not in _run("--help"):
        return Row("arena", TITLE, "ms", {}, note=f"not measured: this demo has no option {OPTION}")
    taken: dict[str, list[dict[str, float]]] = {POOLED: [], UNPOOLED: []}
    for _ in range(GAMES):
        taken[POOLED].append(_play())
        taken[UNPOOLED].append(_play(OPTION))
    figures = {
        percent: {name: median(game[percent] for game in played) for name, played in taken.items()}
        for percent in ("p50", "p95", "p99", "max")
    }
    return Row(
        "arena",
        TITLE,
        "ms",
        figures,
        [
            Ratio("worst update against the median one, pooled", _worst(taken[POOLED]), 3.0, less=True, by_frame=True),
            Ratio(
                "worst update against the median one, without pooling",
                _worst(taken[UNPOOLED]),
                less=True,
                by_frame=True,
            ),
            Ratio("median update, times as fast as without pooling", figures["p50"][UNPOOLED] / figures["p50"][POOLED]),
        ],
    )


def _worst(games: list[dict[str, float]]) -> float:
    return median(game["max"] / game["p50"] for game in games)


def _play(*options: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        _run(
            "--headless", "--autoplay", "--frames", str(FRAMES), "--seed", "1", "--report", str(report), *options
        )  # fmt: skip
        update_ms: dict[str, float] = json.loads(report.read_text(encoding="utf-8"))["update_ms"]
        return update_ms


def _run(*arguments: str) -> str:
    # S603: the program is Python itself, and the arguments are those above.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "demo_game", *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout
