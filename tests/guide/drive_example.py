"""Plays an example without a screen and a person: a process of its own for each, so that each has its own window.

The file runs as a user runs it, its ``main()`` included. Only ``arcade.run`` is replaced, which without a screen never
returns: by a fixed number of frames, with a mouse that sweeps over the window and clicks.

    python tests/guide/drive_example.py FILE FRAMES [SCREENSHOT]

prints JSON: the number of frames played; for every tenth frame and the last the stats of the pools that the view (or
the window) has as attributes; and how often their leases ended for which reason.
"""

from __future__ import annotations

import collections
import dataclasses
import json
import math
import os
import random
import runpy
import sys
from typing import Any

os.environ["ARCADE_HEADLESS"] = "True"

import arcade

from arcade_pool import Lease, Pool

FPS = 60
CLICK_EVERY = 12  # frames; the button is held for half of them


class Player:
    """Stands in for ``arcade.run``.

    Args:
        frames: How many frames it plays.
        screenshot: Where the last frame is saved; None: nowhere.
    """

    def __init__(self, frames: int, screenshot: str | None) -> None:
        self.frames = frames
        self.screenshot = screenshot
        self.report: dict[str, Any] = {"frames": 0, "pools": {}, "ends": {}}
        self._leases: dict[str, set[Lease[Any]]] = collections.defaultdict(set)

    def run(self, view: arcade.View | None = None) -> None:
        """Plays the frames."""
        window = arcade.get_window()
        if view is not None:
            window.show_view(view)
        for frame in range(self.frames):
            self._move_mouse(window, frame)
            window.dispatch_events()
            active = window.current_view or window
            pools = {name: value for name, value in vars(active).items() if isinstance(value, Pool)}
            # Also before the update: what a click spawned may be hit in it.
            self._count_ends(pools)
            active.on_update(1 / FPS)
            self._count_ends(pools)
            active.on_draw()
            window.flip()
            self.report["frames"] = frame + 1
            if not frame % 10 or frame == self.frames - 1:
                self.report["pools"][frame] = {name: dataclasses.asdict(pool.stats()) for name, pool in pools.items()}
        if self.screenshot is not None:
            active.on_draw()
            arcade.get_image().convert("RGB").save(self.screenshot)

    def _count_ends(self, pools: dict[str, Pool[Any]]) -> None:
        for name, pool in pools.items():
            ends = self.report["ends"].setdefault(name, collections.Counter())
            leases = self._leases[name] | {pool.lease(obj) for obj in pool}
            ends.update(lease.reason.name for lease in leases if lease.reason is not None)
            self._leases[name] = {lease for lease in leases if lease.alive}

    def _move_mouse(self, window: arcade.Window, frame: int) -> None:
        x = round(window.width * (0.5 + 0.4 * math.sin(frame / 50)))
        y = round(window.height * (0.2 + 0.05 * math.sin(frame / 31)))
        window.dispatch_event("on_mouse_motion", x, y, 0, 0)
        if frame % CLICK_EVERY == 0:
            window.dispatch_event("on_mouse_press", x, y, arcade.MOUSE_BUTTON_LEFT, 0)
        elif frame % CLICK_EVERY == CLICK_EVERY // 2:
            window.dispatch_event("on_mouse_release", x, y, arcade.MOUSE_BUTTON_LEFT, 0)


def main() -> None:
    """Plays the example that the command line names."""
    file, frames, *screenshot = sys.argv[1:]
    player = Player(int(frames), screenshot[0] if screenshot else None)
    arcade.run = player.run
    random.seed(1)
    runpy.run_path(file, run_name="__main__")
    print(json.dumps(player.report))


if __name__ == "__main__":
    main()
