"""Leases that wait: what those that go on cost in each update."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from typing import Any

import arcade

from arcade_pool import OffScreen, PoolManager
from benchmarks.measure import Effort, Rounds, alternate, clock, settled, timed
from benchmarks.results import Ratio, Row
from benchmarks.texture import TEXTURE
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import DELTA_TIME, HEIGHT, WIDTH

__all__ = ["far_deadlines", "on_screen"]

COUNT = 10_000
LOOP = "a loop over sprite.position"


def far_deadlines(effort: Effort) -> Row:
    """An update of 10,000 leases that wait for a far deadline, and one of none."""
    source = random.Random(1)
    frames = effort.times(2_000)

    def updates_of(pools: PoolManager) -> Callable[[], float]:
        def updates() -> None:
            for _ in range(frames):
                pools.update(DELTA_TIME)

        return lambda: timed(updates) / frames * 1e6

    with settled():
        waiting, empty = Pooled(COUNT), Pooled(COUNT)
        for _ in range(COUNT):
            waiting.spawn(100.0, 100.0, source.uniform(1e5, 1e6))
        gc.freeze()
        rounds = alternate({"10,000 leases": updates_of(waiting.pools), "none": updates_of(empty.pools)}, effort.rounds)
    more = [one - other for one, other in zip(rounds.taken["10,000 leases"], rounds.taken["none"], strict=True)]
    return Row(
        "far-deadline",
        "10,000 leases that wait for a far deadline",
        "us per update",
        {"far deadlines": rounds.medians()},
        [Ratio("more per update", sorted(more)[len(more) // 2], 1.0, 0.2, less=True, unit="us")],
    )


def on_screen(effort: Effort) -> Row:
    """10,000 sprites that all stay on screen; some or all of them were moved since the last look."""
    source = random.Random(1)
    with settled():
        pooled = Pooled(COUNT)
        plain: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=COUNT)
        for _ in range(COUNT):
            x, y = source.uniform(50, WIDTH - 50), source.uniform(50, HEIGHT - 50)
            pooled.pool.spawn(x, y, lifetime=OffScreen())
            plain.append(arcade.Sprite(TEXTURE, center_x=x, center_y=y))
        # From the second update on, nobody is new.
        pooled.update(DELTA_TIME)
        gc.freeze()

        def look() -> None:
            left, right, bottom, top = -8, WIDTH + 8, -8, HEIGHT + 8
            for sprite in plain:
                x, y = sprite.position
                if x < left or x > right or y < bottom or y > top:
                    raise AssertionError("all are on screen")

        def compared(moved: int) -> Rounds:
            looks: dict[str, tuple[arcade.SpriteList[Any], Callable[[], object]]] = {
                Pooled.name: (pooled.sprites, lambda: pooled.update(DELTA_TIME)),
                LOOP: (plain, look),
            }
            return alternate(
                {name: _looks_at(sprites, check, moved) for name, (sprites, check) in looks.items()}, effort.rounds
            )

        few, every = compared(COUNT // 100), compared(COUNT)
    return Row(
        "off-screen",
        "10,000 OffScreen() leases on screen",
        "us per update",
        {"one in a hundred has moved": few.medians(), "all were moved one by one": every.medians()},
        [
            Ratio("times as fast as a loop that compares sprite.position", few.ratio(LOOP, Pooled.name), 10, 20),
            Ratio("the same, right after all were moved one by one", every.ratio(LOOP, Pooled.name)),
        ],
    )


def _looks_at(sprites: arcade.SpriteList[Any], check: Callable[[], object], moved: int) -> Callable[[], float]:
    """A function that moves sprites and looks at all, in turn; microseconds of a look."""
    moving = list(sprites)[:moved]
    frames = 12

    def run() -> float:
        spent = 0.0
        for number in range(frames):
            step = 1.0 if number % 2 else -1.0
            for sprite in moving:
                sprite.center_x += step
            started = clock()
            check()
            spent += clock() - started
        return spent / frames * 1e6

    return run
