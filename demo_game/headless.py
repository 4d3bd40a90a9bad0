"""Frames driven by hand: a given number of them, each with the same length, whether there is a screen or not.

Without a screen `arcade.run` is a loop of another kind, which measures real time and never ends: it is not used here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

import arcade

if TYPE_CHECKING:
    from PIL.Image import Image

    from demo_game.app import GameWindow

DELTA_TIME = 1 / 60
#: Frames after which no pool should make anything new: the first ten seconds.
WARM_UP = 600


@dataclass
class Run:
    """What was measured. Real time is measured only: nothing in the game depends on it."""

    frames: int = 0
    #: Milliseconds that each update took.
    update_ms: list[float] = field(default_factory=list)
    #: Items that the pools made after `WARM_UP`.
    created_after_warmup: int = 0
    #: The last frame.
    picture: Image | None = None


def drive(
    window: GameWindow, frames: int, *, picture: bool = False, before_frame: Callable[[int], object] | None = None
) -> Run:
    """Plays `frames` frames, or fewer if the window is closed.

    Args:
        window: The game.
        frames: How many.
        picture: Whether to keep the last frame.
        before_frame: Called with the number of each frame before it is played, from 0.
    """
    run = Run()
    created = None
    while run.frames < frames:
        if before_frame is not None:
            before_frame(run.frames)
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
            created = window.arena.pools.total().created
    if created is not None:
        run.created_after_warmup = window.arena.pools.total().created - created
    return run
