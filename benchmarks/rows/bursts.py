"""Many at once: the worst frame, rings, and a storm frame by frame."""

from __future__ import annotations

import gc
import math
import random
from collections.abc import Callable
from statistics import median, quantiles

import arcade

from benchmarks.measure import FULL, Effort, alternate, clock, settled, timed
from benchmarks.results import Ratio, Row
from benchmarks.rivals import all_rivals, rivals
from benchmarks.texture import TEXTURE
from benchmarks.ways import Timed, Way
from benchmarks.ways.free_list import FreeList
from benchmarks.ways.free_list_heap import FreeListHeap
from benchmarks.ways.new_sprite import NewSprite
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import DELTA_TIME, FPS, HEIGHT, WAVE, WIDTH, Stream, constant, scattered

__all__ = ["endings", "rings", "storm", "waves"]

ALIVE = 20_000
ARCADE = "Arcade's removal"

RING = 36


def endings(effort: Effort) -> Row:
    """One frame in which 500 of 20,000 end at once, anywhere in the list and in the order of their deadlines."""
    source = random.Random(1)
    with settled():
        pooled = Pooled(ALIVE)
        sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=ALIVE)
        for _ in range(ALIVE):
            x, y = source.uniform(0, WIDTH), source.uniform(0, HEIGHT)
            pooled.spawn_lasting(x, y)
            sprites.append(arcade.Sprite(TEXTURE, center_x=x, center_y=y))
        gc.freeze()

        def with_a_pool() -> float:
            for shot in source.sample(list(pooled.pool), WAVE):
                shot.lease.set_lifetime(source.uniform(0.001, DELTA_TIME))
            taken = timed(lambda: pooled.update(DELTA_TIME))
            for _ in range(WAVE):
                pooled.spawn_lasting(100.0, 100.0)
            return taken * 1e3

        def by_arcade() -> float:
            leaving = source.sample(list(sprites), WAVE)
            started = clock()
            for sprite in leaving:
                sprite.remove_from_sprite_lists()
            taken = clock() - started
            sprites.extend(leaving)
            return taken * 1e3

        rounds = alternate({Pooled.name: with_a_pool, ARCADE: by_arcade}, 2 * effort.rounds)
    return Row(
        "endings",
        "worst frame when 500 of 20,000 end at once, in random order",
        "ms",
        {"20,000 alive": rounds.medians()},
        [Ratio("times as fast as Arcade's removal", rounds.ratio(ARCADE, Pooled.name), 15, 30, by_frame=True)],
    )


def waves(effort: Effort) -> Row:
    """1,200 alive; 500 more come in one frame and end in one frame: the worse of the two."""

    def worst_of(way: Timed, stream: Stream) -> Callable[[], float]:
        def one_wave() -> float:
            taken = []
            for number in range(16):
                started = clock()
                if number == 4:
                    for _ in range(WAVE):
                        way.spawn(100.0, 100.0, 8 * DELTA_TIME)
                taken.append(clock() - started + stream.run(1) * stream.per_frame * 1e-6)
            return max(taken) * 1e3

        return one_wave

    with settled():
        tasks = {}
        for kind in all_rivals():
            way: Timed = kind(1_200 + WAVE)
            stream = Stream(way, 1_200, constant)
            stream.fill()
            tasks[kind.name] = worst_of(way, stream)
            tasks[kind.name]()
            gc.freeze()
        rounds = alternate(tasks, effort.rounds)
    ratio, name = min((rounds.ratio(kind.name, Pooled.name), kind.name) for kind in rivals() if kind.complete)
    return Row(
        "waves",
        "worst frame of a wave of 500, with 1,200 others alive",
        "ms",
        {"worst frame": rounds.medians()},
        [
            Ratio("times as fast as the fastest of the others", ratio, against=name, by_frame=True),
            Ratio("times as fast as a new sprite each", rounds.ratio(NewSprite.name, Pooled.name), by_frame=True),
        ],
    )


def rings(effort: Effort) -> Row:
    """A ring of 36 bullets in each frame, which live for a second: 2,160 alive."""
    places = [
        (
            WIDTH / 2 + 50 * math.cos(2 * math.pi * number / RING),
            HEIGHT / 2 + 50 * math.sin(2 * math.pi * number / RING),
        )
        for number in range(RING)
    ]

    def frames_of(way: Way) -> Callable[[], float]:
        def frames() -> float:
            count = effort.times(60)
            started = clock()
            for _ in range(count):
                way.spawn_many(places, 1.0)
                way.update(DELTA_TIME)
            return (clock() - started) / count * 1e6

        return frames

    with settled():
        tasks = {}
        # All that can spawn where they are told to and at once: the rings end by time, so how that is told counts.
        kinds = [kind for kind in all_rivals() if issubclass(kind, Way)]
        for kind in kinds:
            way = kind(FPS * RING)
            for _ in range(FPS + 1):
                way.spawn_many(places, 1.0)
                way.update(DELTA_TIME)
            tasks[kind.name] = frames_of(way)
            gc.freeze()
        rounds = alternate(tasks, effort.rounds)
    ratio, name = min((rounds.ratio(kind.name, Pooled.name), kind.name) for kind in kinds if kind is not Pooled)
    return Row(
        "rings",
        "a ring of 36 by spawn_many in each frame, 2,160 alive",
        "us per frame",
        {"2,160 alive": rounds.medians()},
        [Ratio("times as fast as the fastest of the others", ratio, against=name)],
    )


def storm(effort: Effort) -> Row:
    """6,000 alive with random lifetimes, and a wave of 500 each second: each frame's time."""
    title = f"frame by frame: 6,000 alive, random lifetimes, a wave of {WAVE} each second"
    if effort != FULL:
        return Row("storm", title, "ms", {}, note="not measured in a quick run")
    kinds: tuple[type[Timed], ...] = (Pooled, FreeListHeap, FreeList, NewSprite)
    with settled():
        streams = {}
        for kind in kinds:
            streams[kind.name] = Stream(kind(6_000 + 2 * WAVE), 6_000, scattered)
            streams[kind.name].fill()
            gc.freeze()
        frames: dict[str, list[float]] = {name: [] for name in streams}
        for _ in range(10):
            for name, stream in streams.items():
                frames[name] += stream.frame_times(FPS)
    spread = {name: _spread(taken) for name, taken in frames.items()}
    worst = {
        name: median(max(taken[at : at + FPS]) for at in range(0, len(taken), FPS)) for name, taken in frames.items()
    }
    return Row(
        "storm",
        title,
        "ms",
        {percent: {name: values[percent] for name, values in spread.items()} for percent in spread[Pooled.name]},
        [
            Ratio(f"worst frame of a second, times as fast as {kind.name}", worst[kind.name] / worst[Pooled.name])
            for kind in kinds[1:]
        ],
        frames=frames,
    )


def _spread(taken: list[float]) -> dict[str, float]:
    cuts = quantiles(taken, n=100, method="inclusive")
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(taken)}
