"""Batched motion (M1) against Arcade's own over random programs.

Both must agree in all that can be asked of a sprite.
"""

from __future__ import annotations

import random
from typing import Any

import arcade
import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from arcade_pool import PoolManager, SpritePool
from sprites.helpers import FRAME, assert_sound, run_updates
from sprites.movers import NUMBER, WRITES, Mover, Walker, assert_alike, assert_drawn_where_they_are

SPAWN = st.tuples(st.just("spawn"), st.tuples(NUMBER, NUMBER), st.none() | NUMBER, st.none() | st.floats(0.2, 4))
WRITE = st.sampled_from(sorted(WRITES)).flatmap(
    lambda name: st.tuples(st.just("write"), st.integers(0, 999), st.just(name), WRITES[name][0])
)
STEPS = st.one_of(
    SPAWN,
    WRITE,
    WRITE,
    WRITE,
    st.tuples(st.just("update"), st.integers(1, 60), st.sampled_from([FRAME, 1 / 30, 0.1, 0.0])),
    st.tuples(st.just("recycle"), st.integers(0, 999)),
    st.tuples(st.just("collide"), st.integers(0, 999), st.sampled_from([0, 1, 2, 3])),
    st.tuples(st.just("join"), st.integers(0, 999)),
    st.tuples(st.just("look"), st.integers(0, 999)),
    st.just(("trim",)),
    st.just(("reorder",)),
)


class Twins:
    """A batched pool, and one that Arcade moves; both are told the same."""

    def __init__(self, *, hashed: bool) -> None:
        self.manager = PoolManager()
        self.pools: list[SpritePool[Any]] = [
            self.manager.create_sprite_pool(kind, use_spatial_hash=hashed) for kind in (Mover, Walker)
        ]
        self.own: list[arcade.SpriteList[Any]] = [arcade.SpriteList(use_spatial_hash=hashed) for _ in range(2)]
        self.living: list[tuple[Any, Any]] = []
        self.updates = 0

    def pick(self, number: int) -> tuple[Any, Any] | None:
        return self.living[number % len(self.living)] if self.living else None

    def run(self, step: tuple[Any, ...]) -> None:
        kind, *arguments = step
        getattr(self, f"do_{kind}")(*arguments)

    def do_spawn(self, place: tuple[float, float], angle: float | None, scale: float | None) -> None:
        one, other = (pool.spawn(*place, angle=angle, scale=scale) for pool in self.pools)
        assert_alike(one, other)
        self.living.append((one, other))

    def do_write(self, number: int, name: str, value: Any) -> None:
        for sprite in self.pick(number) or ():
            WRITES[name][1](sprite, value)

    def do_update(self, count: int, delta_time: float) -> None:
        run_updates(self.manager, count, delta_time)
        self.updates += count

    def do_recycle(self, number: int) -> None:
        if (pair := self.pick(number)) is not None:
            self.living.remove(pair)
            for sprite in pair:
                assert sprite.recycle()

    def do_collide(self, number: int, method: int) -> None:
        if (pair := self.pick(number)) is None:
            return
        probe = arcade.SpriteSolidColor(12, 12, *pair[1].position)
        for one, other in (self.pools, self.own):
            lists: list[Any] = [getattr(each, "sprites", each) for each in (one, other)]
            if lists[0]:
                hit = [self.numbers(arcade.check_for_collision_with_list(probe, each, method), lists) for each in lists]
                assert hit[0] == hit[1]

    def numbers(self, sprites: list[Any], lists: Any) -> set[int]:
        return {next(index for index, pair in enumerate(self.living) if sprite in pair) for sprite in sprites}

    def do_join(self, number: int) -> None:
        if (pair := self.pick(number)) is not None:
            for sprite, own in zip(pair, self.own, strict=True):
                if sprite in own:
                    own.remove(sprite)
                else:
                    own.append(sprite)

    def do_look(self, number: int) -> None:
        if (pair := self.pick(number)) is not None:
            assert_alike(*pair)

    def do_trim(self) -> None:
        assert self.pools[0].trim() == self.pools[1].trim()

    def do_reorder(self) -> None:
        for pool in self.pools:
            pool.sprites.reverse()

    def check(self) -> None:
        for pair in self.living:
            assert_alike(*pair)
        for pool in self.pools:
            assert_sound(pool)
        for own in self.own:
            assert_drawn_where_they_are(own)


# The same programs in every run, so that nobody waits for another's luck.
PROGRAMS = settings(
    max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@PROGRAMS
@given(
    hashed=st.booleans(),
    begin=st.lists(SPAWN, min_size=3, max_size=6),
    program=st.lists(STEPS, min_size=30, max_size=80),
)
def test_random_programs_come_to_the_same(
    window: arcade.Window, hashed: bool, begin: list[tuple[Any, ...]], program: list[tuple[Any, ...]]
) -> None:
    """M1: spawns, writes, collisions and recycles, then on to a thousand updates."""
    twins = Twins(hashed=hashed)
    for step in (*begin, *program):
        twins.run(step)
    twins.check()
    run_updates(twins.manager, max(1000 - twins.updates, 0))
    twins.check()
    twins.manager.close()


@pytest.mark.parametrize("seed", range(3))
def test_long_crowded_programs_come_to_the_same(window: arcade.Window, seed: int) -> None:
    """M1: several hundred sprites, so that arrays grow and places are read from the list of all of them."""
    draw = random.Random(seed)  # noqa: S311  # a test's own choice
    twins = Twins(hashed=seed == 2)
    for _ in range(250):
        for _ in range(draw.randrange(6)):
            twins.do_spawn((draw.uniform(-90, 90), draw.uniform(-90, 90)), draw.uniform(0, 360), None)
        for _ in range(draw.randrange(5)):
            number = draw.randrange(999)
            twins.do_write(number, "velocity", (draw.uniform(-2, 2), draw.uniform(-2, 2)))
            twins.do_write(draw.randrange(999), "change_angle", draw.uniform(-5, 5))
            twins.do_write(draw.randrange(999), "center_x", draw.uniform(-90, 90))
            twins.do_look(number)
        if draw.random() < 0.1:
            twins.do_collide(draw.randrange(999), draw.randrange(4))
        for _ in range(draw.randrange(4)):
            twins.do_recycle(draw.randrange(999))
        twins.do_update(4, FRAME)
    assert len(twins.living) > 150
    twins.check()
    twins.manager.close()
