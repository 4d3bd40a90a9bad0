"""Leases that wait: what those that go on cost in each update."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from typing import Any

import arcade

from arcade_pool import OffScreen, PoolManager
from benchmarks.measure import Effort, alternate, clock, settled, timed
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
    """10,000 sprites, all on screen and all moved between two looks at them."""
    source = random.Random(1)
    frames = effort.times(20)
    with settled():
        pooled = Pooled(COUNT)
        plain: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=COUNT)
        for _ in range(COUNT):
            x, y = source.uniform(50, WIDTH - 50), source.uniform(50, HEIGHT - 50)
            pooled.pool.spawn(x, y, lifetime=OffScreen())
            plain.append(arcade.Sprite(TEXTURE, center_x=x, center_y=y))
        gc.freeze()

        def look() -> None:
            left, right, bottom, top = -8, WIDTH + 8, -8, HEIGHT + 8
            for sprite in plain:
                x, y = sprite.position
                if x < left or x > right or y < bottom or y > top:
                    raise AssertionError("all are on screen")

        def frames_of(sprites: arcade.SpriteList[Any], check: Callable[[], object]) -> Callable[[], float]:
            def run() -> float:
                spent = 0.0
                for number in range(frames):
                    sprites.move(*((1.0, 1.0) if number % 2 else (-1.0, -1.0)))
                    started = clock()
                    check()
                    spent += clock() - started
                return spent / frames * 1e6

            return run

        rounds = alternate(
            {
                Pooled.name: frames_of(pooled.sprites, lambda: pooled.pools.update(DELTA_TIME)),
                LOOP: frames_of(plain, look),
            },
            effort.rounds,
        )
    return Row(
        "off-screen",
        "10,000 OffScreen() leases on screen",
        "us per update",
        {"on screen": rounds.medians()},
        [Ratio("times as fast as a loop that compares sprite.position", rounds.ratio(LOOP, Pooled.name), 10, 20)],
    )
