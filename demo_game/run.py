"""Runs of a given length: driven frame by frame, measured, and reported.

Each frame is 1/60 s long, whether there is a screen or not. `arcade.run` is not used: without a screen it is a loop of
another kind, which measures real time and never ends.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import arcade
from PIL.Image import Image

from demo_game.app import GameWindow

DELTA_TIME = 1 / 60
#: Frames after which no pool should make anything new: the first ten seconds.
WARM_UP = 600


@dataclass
class Run:
    """The measurements of a run. Real time is measured only: nothing in the game depends on it."""

    frames: int = 0
    #: Milliseconds that each update took.
    update_ms: list[float] = field(default_factory=list)
    #: Items that the pools made after `WARM_UP`.
    created_after_warmup: int = 0
    #: The last frame.
    picture: Image | None = None


def drive(window: GameWindow, frames: int, *, picture: bool = False) -> Run:
    """Plays `frames` frames, or fewer if the window is closed.

    Args:
        window: The game.
        frames: How many.
        picture: Whether to keep the last frame.
    """
    run = Run()
    created = 0
    while run.frames < frames:
        window.switch_to()
        window.dispatch_events()
        if window.closed or window.has_exit or window.current_view is None:
            break
        started = perf_counter()
        window.current_view.on_update(DELTA_TIME)
        run.update_ms.append(1000 * (perf_counter() - started))
        if window.closed:
            break
        # An update may have changed the view.
        window.current_view.on_draw()
        run.frames += 1
        if picture and run.frames == frames:
            run.picture = arcade.get_image(0, 0, window.width, window.height).convert("RGB")
        window.flip()
        # Software rendering queues its work. The next update must not be measured while it waits for that.
        window.ctx.finish()
        if run.frames == WARM_UP:
            created = _created(window)
    run.created_after_warmup = _created(window) - created if run.frames > WARM_UP else 0
    return run


def _created(window: GameWindow) -> int:
    return sum(stats.created for stats in window.arena.stats().values())


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` per cent of the values do not exceed; 0 without values."""
    ranked = sorted(values) or [0.0]
    return ranked[min(int(len(ranked) * percent / 100), len(ranked) - 1)]


def report(run: Run, window: GameWindow, seed: int) -> dict[str, Any]:
    """The report of a run.

    ``score`` is that of the best round, ``wave`` the highest wave of any round, ``kills`` the sum of all rounds, and
    ``rounds`` their number, the last one included although it has not ended.
    """
    rounds = window.arena.rounds
    percents = {"p50": 50, "p95": 95, "p99": 99, "max": 100}
    return {
        "frames": run.frames,
        "seed": seed,
        "score": max((tally.score for tally in rounds), default=0),
        "wave": max((tally.wave for tally in rounds), default=0),
        "kills": sum(tally.kills for tally in rounds),
        "rounds": len(rounds),
        "update_ms": {name: round(percentile(run.update_ms, percent), 3) for name, percent in percents.items()},
        "created_after_warmup": run.created_after_warmup,
        "pools": {
            str(key): {**dataclasses.asdict(stats), "hits": stats.hits, "hit_rate": stats.hit_rate}
            for key, stats in window.arena.stats().items()
        },
    }
