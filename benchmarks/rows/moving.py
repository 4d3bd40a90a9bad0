"""Sprites that move, and sprites that are looked at: batched motion and collisions."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from typing import Any

import arcade

from arcade_pool import PooledSprite
from benchmarks.measure import Effort, Rounds, alternate, clock, settled, timed
from benchmarks.results import Ratio, Row
from benchmarks.texture import TEXTURE
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import DELTA_TIME, HEIGHT, WIDTH

__all__ = ["batched_motion", "collisions", "price_of_batched_motion"]

PLAIN = "arcade.SpriteList"
NOT_BATCHED = f"{Pooled.name}, without"
SOLID = arcade.make_soft_square_texture(32, arcade.color.BLUE, 255, 255)
#: Arcade's brute force, whatever the number of sprites.
BRUTE_FORCE = 3


class Batched(PooledSprite):
    """Moved by a few array operations."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__(TEXTURE)


def _both(count: int, kind: type[PooledSprite] | None = None) -> tuple[Pooled, arcade.SpriteList[arcade.Sprite]]:
    """As many sprites on lease as in a plain list, in the same places."""
    source = random.Random(1)
    pooled = Pooled(count) if kind is None else Pooled(count, kind=kind, update=True)
    plain: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=count)
    for _ in range(count):
        sprite = arcade.Sprite(TEXTURE, center_x=source.uniform(0, WIDTH), center_y=source.uniform(0, HEIGHT))
        plain.append(sprite)
        shot = pooled.pool.spawn(*sprite.position, lifetime=None)
        for each in (sprite, shot):
            each.velocity = (source.uniform(-1, 1), source.uniform(-1, 1))
            each.change_angle = 1.0
    gc.freeze()
    return pooled, plain


def batched_motion(effort: Effort) -> Row:
    """10,000 moving and turning sprites."""
    with settled():
        pooled, plain = _both(10_000, Batched)

        def many() -> None:
            for _ in range(20):
                pooled.update(DELTA_TIME)

        rounds = alternate(
            {
                Pooled.name: lambda: timed(many) / 20 * 1e6,
                PLAIN: lambda: timed(lambda: plain.update(DELTA_TIME)) * 1e6,
            },
            effort.rounds,
        )
    return Row(
        "motion",
        "10,000 moving sprites, batched_motion",
        "us per update",
        {"10,000 alive": rounds.medians()},
        [Ratio("times as fast as arcade.SpriteList.update", rounds.ratio(PLAIN, Pooled.name), 100, 200)],
    )


def price_of_batched_motion(effort: Effort) -> Row:
    """What it costs to look at sprites that were just moved, all of them or a few, and to spawn them."""
    with settled():
        pooled, plain = _both(10_000, Batched)
        few, few_plain = list(pooled.sprites)[:100], list(plain)[:100]
        reading = _after_each_move(effort, pooled, plain, _read_all, list(pooled.sprites), list(plain))
        reading_few = _after_each_move(effort, pooled, plain, _read_all, few, few_plain)
    with settled():
        pooled, plain = _both(1_000, Batched)
        hitting = _after_each_move(effort, pooled, plain, _hit_by(), pooled.sprites, plain)
    with settled():
        unbatched = Pooled(1_000)
        gc.freeze()
        leasing = alternate(
            {Pooled.name: _leases(effort, pooled), NOT_BATCHED: _leases(effort, unbatched)}, 2 * effort.rounds
        )
    return Row(
        "motion-price",
        "price of batched motion",
        "us",
        {
            "reading 10,000 positions": reading.medians(),
            "reading 100 of 10,000 positions": reading_few.medians(),
            "brute-force collision with 1,000": hitting.medians(),
            "spawn and recycle": leasing.medians(),
        },
        [
            Ratio(
                "reading every position, against a plain sprite's", reading.ratio(Pooled.name, PLAIN), 5, 2, less=True
            ),
            Ratio("reading one in a hundred", reading_few.ratio(Pooled.name, PLAIN), 5, 2, less=True),
            Ratio("brute-force collision", hitting.ratio(Pooled.name, PLAIN), 2.5, 1.5, less=True),
            Ratio("spawn and recycle, against the same without", leasing.ratio(Pooled.name, NOT_BATCHED), less=True),
        ],
    )


def collisions(effort: Effort) -> Row:
    """A sprite against 1,000 others, by brute force; none of them moves in between."""
    with settled():
        pooled, plain = _both(1_000)
        hit = _hit_by()

        def looks_at(sprites: Any) -> Callable[[], float]:
            def looks() -> None:
                for _ in range(10):
                    hit(sprites)

            return lambda: timed(looks) / 10 * 1e6

        rounds = alternate({Pooled.name: looks_at(pooled.sprites), PLAIN: looks_at(plain)}, 4 * effort.rounds)
    return Row(
        "collision",
        "brute-force collision against 1,000 pooled sprites",
        "us",
        {"1,000 alive": rounds.medians()},
        [Ratio("against a plain SpriteList", rounds.ratio(Pooled.name, PLAIN), 1.35, 1.05, less=True)],
    )


def _read_all(sprites: list[arcade.Sprite]) -> None:
    for sprite in sprites:
        sprite.position  # noqa: B018  # reading it is what is measured


def _hit_by() -> Callable[[arcade.SpriteList[arcade.Sprite]], object]:
    ship = arcade.Sprite(SOLID, center_x=WIDTH / 2, center_y=HEIGHT / 2)
    return lambda sprites: arcade.check_for_collision_with_list(ship, sprites, method=BRUTE_FORCE)


def _leases(effort: Effort, pooled: Pooled) -> Callable[[], float]:
    count = effort.times(1_000)

    def leases() -> None:
        for _ in range(count):
            pooled.end(pooled.spawn_lasting(300, 200))

    return lambda: timed(leases) / count * 1e6


def _after_each_move(
    effort: Effort,
    pooled: Pooled,
    plain: arcade.SpriteList[arcade.Sprite],
    look: Callable[[Any], object],
    at_pooled: Any,
    at_plain: Any,
) -> Rounds:
    count = 4

    def frames_of(move: Callable[[float], object], sprites: Any) -> Callable[[], float]:
        def frames() -> float:
            spent = 0.0
            for _ in range(count):
                move(DELTA_TIME)
                started = clock()
                look(sprites)
                spent += clock() - started
            return spent / count * 1e6

        return frames

    return alternate(
        {Pooled.name: frames_of(pooled.update, at_pooled), PLAIN: frames_of(plain.update, at_plain)}, 2 * effort.rounds
    )
