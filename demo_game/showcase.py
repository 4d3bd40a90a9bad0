"""The library at work in the running game: the overlay (F1), life without pools (F2), a storm (F3)."""

from __future__ import annotations

from itertools import count

from arcade_pool import PoolManager, PoolOverlay, Task
from demo_game.lifetimes import Script
from demo_game.spawner import Spawner
from demo_game.textures import CYAN, HEIGHT, PINK, VIOLET, WIDTH, polygon

#: Shots in each update, and in a ring; with `lifetimes.STORM_SHOT` they make some 5,000 at a time.
_ARMS, _RING = 24, 120


class Showcase:
    """The overlay, and the switches that it shows the effect of.

    Args:
        pools: The pools of the game.
        spawner: It spawns from them, or without them.
    """

    def __init__(self, pools: PoolManager, spawner: Spawner) -> None:
        self._pools, self._spawner = pools, spawner
        self._storm: Task | None = None
        self.overlay = PoolOverlay(pools, corner="upper right")  # the other one has the score

    def close(self) -> None:
        """Hides the overlay: while it is visible it measures the pools, which would keep them alive."""
        self.overlay.visible = False

    def switch_pooling(self) -> None:
        """Makes a sprite for each spawn, or takes it from the pools again. What is alive ends as it began."""
        without = self._spawner.without_pools
        without.on = not without.on
        self._tell("Pooling off" if without.on else "Pooling on")

    def switch_storm(self) -> None:
        """Begins or ends the stress pattern. What flies then flies on."""
        if self._storm is not None and not self._storm.done:
            self._storm.cancel()
            self._tell("Storm off")
        else:
            self._storm = self._pools.start(storm(self._spawner))
            self._tell("Storm on")

    def _tell(self, what: str) -> None:
        self.overlay.mark(what.lower())
        self._spawner.notice(what)


def storm(spawner: Spawner) -> Script:
    """Thousands of bullets in spirals and rings, which hit nothing and cannot be hit."""
    supply, centre = spawner.storm, (WIDTH / 2, HEIGHT / 2)
    # The first time the pool is empty: it is filled a little in each frame, always ahead of what is spawned.
    if not spawner.without_pools.on:
        supply.pool.prewarm_async(5400, per_frame=40)
    for step in count():
        # Arms that turn back and forth are spirals once they fly.
        turn = 90 * (1 - abs(step % 240 / 120 - 1)) + step
        supply.spawn_many(polygon(_ARMS, 20, turn, centre), origin=centre, colour=(CYAN, VIOLET)[step // 60 % 2])
        if step % 45 == 0:
            supply.spawn_many(polygon(_RING, 28, 0, centre), origin=centre, colour=PINK)
        yield None
