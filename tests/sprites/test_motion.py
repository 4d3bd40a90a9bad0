"""Batched motion (M1): the meaning of arcade.Sprite.update, for all sprites of a pool at once.

Wherever possible a second pool of the same class without batched motion, or a plain sprite, does the same, and both
must agree in all that can be asked of a sprite.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator
from typing import Any

import arcade
import hypothesis.strategies as st
import pytest
from arcade.types import LBWH
from hypothesis import HealthCheck, given, settings
from pytest_mock import MockerFixture

from arcade_pool import (
    Forever,
    OffScreen,
    PooledSprite,
    PooledSpriteList,
    PoolManager,
    RecycleReason,
    SpritePool,
    Until,
)

from .helpers import FRAME, ScriptError, assert_sound, run_script, run_updates, small_texture
from .test_fallback import RENAMING

#: The worst error after a thousand updates (the issue's own bound).
PRECISION = 1e-6


class Mover(PooledSprite):
    """Moved by the pool."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__(small_texture())


class Walker(PooledSprite):
    """Moved by Arcade."""

    def __init__(self) -> None:
        super().__init__(small_texture())


@pytest.fixture
def movers(manager: PoolManager) -> SpritePool[Mover]:
    return manager.create_sprite_pool(Mover)


def moving(pool: SpritePool[Any], x: float = 0, y: float = 0, *, speed: tuple[float, float] = (1, 0), **kw: Any) -> Any:
    """A sprite under way."""
    sprite = pool.spawn(x, y, **kw)
    sprite.velocity = speed
    return sprite


def points_of(sprite: Any) -> list[float]:
    return [coordinate for point in sprite.hit_box.get_adjusted_points() for coordinate in point]


def looks(sprite: Any) -> dict[str, Any]:
    """Everything that says where a sprite is and how it lies."""
    return {
        "position": list(sprite.position),
        "center": [sprite.center_x, sprite.center_y],
        "angle": [sprite.angle, sprite.radians],
        "edges": [sprite.left, sprite.right, sprite.bottom, sprite.top],
        "hit box": points_of(sprite),
        "velocity": list(sprite.velocity),
        "changes": [sprite.change_x, sprite.change_y, sprite.change_angle],
        "size": [sprite.width, sprite.height, *sprite.scale],
    }


def assert_alike(one: Any, other: Any) -> None:
    """Two sprites are in the same place, to the precision that is asked for."""
    mine, others = looks(one), looks(other)
    for name, values in mine.items():
        assert values == pytest.approx(others[name], rel=PRECISION, abs=PRECISION), name


# --- the meaning of Sprite.update ---


def test_speeds_are_per_sixtieth_of_a_second(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: as in Arcade."""
    mover = movers.spawn(10, 20, angle=5)
    mover.change_x, mover.change_y, mover.change_angle = 3, -2, 7
    manager.update(FRAME)
    assert (mover.position, mover.angle) == ((13, 18), 12)
    manager.update(0.5)
    assert mover.position == pytest.approx((103, -42))
    assert mover.angle == pytest.approx(222)


def test_no_sprite_is_updated_by_itself(manager: PoolManager, movers: SpritePool[Mover], mocker: MockerFixture) -> None:
    """M1: that is the point of it."""
    sprites = [moving(movers, number) for number in range(10)]
    mocker.patch.object(arcade.Sprite, "update", side_effect=AssertionError)
    # The class was looked at when the pool was made, not now.
    run_updates(manager)
    assert [sprite.center_x for sprite in sprites] == [number + 1 for number in range(10)]


def test_a_function_as_factory_is_batched_as_well(manager: PoolManager, mocker: MockerFixture) -> None:
    """M1: it is the class of the sprites that asks for it, whoever makes them."""

    def make() -> Mover:
        return Mover()

    pool = manager.create_sprite_pool(make)
    mover = moving(pool)
    update = mocker.spy(arcade.Sprite, "update")
    run_updates(manager)
    assert mover.center_x == 1
    assert update.call_count == 0


def test_time_scale_and_pause_act_on_motion(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """T6."""
    mover = moving(movers)
    manager.paused = True
    run_updates(manager, 3)
    assert mover.center_x == 0
    manager.paused = False
    manager.time_scale = 0.5
    manager.update(FRAME)
    assert mover.center_x == pytest.approx(0.5)
    manager.time_scale = 0
    manager.update(FRAME)
    manager.time_scale = 1
    manager.update(0.0)
    assert mover.center_x == pytest.approx(0.5)


def test_a_thousand_updates_far_away_lose_nothing(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: computed in double precision beside Arcade's buffer of single precision."""
    mover, plain = movers.spawn(123_456.789, -98_765.4321), Walker()
    plain.position = mover.position
    for sprite in (mover, plain):
        sprite.velocity = (0.001, 1 / 3)
        sprite.change_angle = 0.7
    for _ in range(1000):
        manager.update(FRAME)
        plain.update(FRAME)
    assert_alike(mover, plain)
    assert mover.position == plain.position


# --- equality over random programs ---

TEXTURES: tuple[arcade.Texture, ...] = (small_texture(), small_texture(10, 30, (9, 9, 9, 255)))
NUMBER = st.floats(-50, 50, allow_nan=False)
WRITES: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any, Any], object]]] = {
    "position": (st.tuples(NUMBER, NUMBER), lambda sprite, value: setattr(sprite, "position", value)),
    "center_x": (NUMBER, lambda sprite, value: setattr(sprite, "center_x", value)),
    "center_y": (NUMBER, lambda sprite, value: setattr(sprite, "center_y", sprite.center_y + value)),
    "left": (NUMBER, lambda sprite, value: setattr(sprite, "left", value)),
    "right": (NUMBER, lambda sprite, value: setattr(sprite, "right", value)),
    "top": (NUMBER, lambda sprite, value: setattr(sprite, "top", value)),
    "bottom": (NUMBER, lambda sprite, value: setattr(sprite, "bottom", value)),
    "angle": (NUMBER, lambda sprite, value: setattr(sprite, "angle", value)),
    "radians": (NUMBER, lambda sprite, value: setattr(sprite, "radians", value)),
    "velocity": (st.tuples(NUMBER, NUMBER), lambda sprite, value: setattr(sprite, "velocity", value)),
    "change_x": (NUMBER, lambda sprite, value: setattr(sprite, "change_x", value)),
    "change_y": (NUMBER, lambda sprite, value: setattr(sprite, "change_y", sprite.change_y / 2 + value)),
    "change_angle": (NUMBER, lambda sprite, value: setattr(sprite, "change_angle", value)),
    "scale": (st.floats(0.2, 4), lambda sprite, value: setattr(sprite, "scale", value)),
    "size": (st.tuples(st.floats(1, 60), st.floats(1, 60)), lambda sprite, value: setattr(sprite, "size", value)),
    "forward": (NUMBER, lambda sprite, value: sprite.forward(value)),
    "strafe": (NUMBER, lambda sprite, value: sprite.strafe(value)),
    "turn_left": (NUMBER, lambda sprite, value: sprite.turn_left(value)),
    "stop": (st.none(), lambda sprite, value: sprite.stop()),
    "reverse": (NUMBER, lambda sprite, value: sprite.reverse(value)),
    "turn_right": (NUMBER, lambda sprite, value: sprite.turn_right(value)),
    "texture": (st.integers(0, 1), lambda sprite, value: setattr(sprite, "texture", TEXTURES[value])),
    "update": (st.sampled_from([FRAME, 0.1]), lambda sprite, value: sprite.update(value)),
}

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


def assert_drawn_where_they_are(sprites: Any) -> None:
    """The buffers of a list of the game's own hold the places of its sprites."""
    for sprite in sprites:
        slot = sprites.sprite_slot[sprite]
        x, y, _, angle = sprites._sprite_pos_angle_data[slot * 4 : slot * 4 + 4]
        assert (x, y) == pytest.approx(sprite.position, rel=1e-6, abs=1e-5)
        assert angle == pytest.approx(sprite.angle, rel=1e-6, abs=1e-5)


# The same programs in every run, so that nobody waits for another's luck.
PROGRAMS = settings(
    max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
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


# --- reading ---


def test_every_way_to_read_sees_the_moved_place(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: place, edges, angle, hit box, rectangle, distance; right after the update, in any order."""
    mover = moving(movers, 100, 100, speed=(10, 5))
    mover.change_angle = 90
    run_updates(manager, 3)
    plain = arcade.Sprite(small_texture(), 1, 130, 115, angle=270)
    assert points_of(mover) == pytest.approx(points_of(plain))
    run_updates(manager)
    assert (mover.left, mover.right, mover.bottom, mover.top) == pytest.approx((132, 148, 116, 124))
    run_updates(manager)
    assert mover.rect.center == pytest.approx((150, 125))
    assert arcade.get_distance_between_sprites(mover, arcade.SpriteSolidColor(1, 1, 150, 128)) == pytest.approx(3)
    assert mover.collides_with_point((151, 126))
    assert (mover.center_x, mover.center_y, mover.angle) == pytest.approx((150, 125, 450))


def test_few_and_many_reads_agree(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: whichever way the places are fetched, and with writes in between."""
    sprites = [moving(movers, number, 0, speed=(1, number)) for number in range(300)]
    for update in range(1, 4):
        run_updates(manager)
        for number, sprite in enumerate(sprites):
            assert sprite.position == (number + update, number * update)
            sprite.center_y += 1
            assert sprite.position == (number + update, number * update + 1)
            sprite.position = (sprite.center_x, sprite.center_y - 1)
        sprites[7].recycle()
        assert moving(movers, 7 + update, 7 * update, speed=(1, 7)) is sprites[7]
        assert sprites[7].position == (7 + update, 7 * update)


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("method", [0, 1, 2, 3])
def test_collisions_see_the_moved_place(manager: PoolManager, method: int, hashed: bool) -> None:
    """M1: spatial hash, graphics card, brute force; the sprite on either side."""
    pool = manager.create_sprite_pool(Mover, use_spatial_hash=hashed)
    others = [moving(pool, 10 * number, 500) for number in range(5)]
    mover = moving(pool, 100, 100, speed=(20, 0))
    mover.change_angle = 45
    walls: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=hashed)
    here, there = arcade.SpriteSolidColor(4, 4, 100, 100), arcade.SpriteSolidColor(4, 4, 400, 100)
    corner = arcade.SpriteSolidColor(2, 2, 400, 107)
    walls.extend([here, there])
    assert arcade.check_for_collision_with_list(here, pool.sprites, method) == [mover]
    assert arcade.check_for_collision_with_list(mover, walls, method) == [here]
    run_updates(manager, 15)
    assert arcade.check_for_collision_with_list(here, pool.sprites, method) == []
    assert arcade.check_for_collision_with_list(there, pool.sprites, method) == [mover]
    assert arcade.check_for_collision_with_list(mover, walls, method) == [there]
    assert arcade.check_for_collision_with_lists(there, [pool.sprites], method) == [mover]
    assert arcade.check_for_collision(mover, there)
    # Turned by 675 degrees a corner reaches as high as this; lying flat it would not.
    assert arcade.check_for_collision_with_list(corner, pool.sprites, method) == [mover]
    assert arcade.get_sprites_at_point((400, 100), pool.sprites) == [mover]
    assert arcade.get_sprites_in_rect(LBWH(390, 90, 20, 20), pool.sprites) == [mover]
    assert arcade.get_sprites_at_exact_point((400.0, 100.0), pool.sprites) == [mover]
    closest = arcade.get_closest_sprite(there, pool.sprites)
    assert closest is not None
    assert closest[0] is mover
    assert all(other.center_y == 500 for other in others)
    assert_sound(pool)


def picture(window: arcade.Window, sprites: arcade.SpriteList[Any]) -> bytes:
    window.clear()
    sprites.draw()
    return arcade.get_image(0, 0, 800, 600).tobytes()


def test_drawing_is_pixel_for_pixel_the_same(window: arcade.Window, manager: PoolManager) -> None:
    """M1: moved, turned, scaled, coloured, with gaps and newcomers; against a new list of plain sprites."""
    draw = random.Random(5)  # noqa: S311  # a test's own choice
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind) for kind in (Mover, Walker)]
    pairs: list[tuple[Any, Any]] = []
    empty = picture(window, arcade.SpriteList())
    for frame in range(12):
        for _ in range(12):
            place, angle = (draw.randrange(800), draw.randrange(600)), draw.randrange(360)
            pairs.append(tuple(pool.spawn(*place, angle=angle) for pool in pools))
            speed, turn, color = (draw.randrange(-9, 9), draw.randrange(-9, 9)), draw.randrange(9), draw.randrange(256)
            for sprite in pairs[-1]:
                sprite.velocity, sprite.change_angle, sprite.color = speed, turn, (color, 200, 100, 255)
                sprite.scale = 1 + color / 256
        for sprite in pairs.pop(draw.randrange(len(pairs))):
            sprite.recycle()
        run_updates(manager)
        if frame % 3 == 2:
            fresh: arcade.SpriteList[Any] = arcade.SpriteList()
            for _, walker in pairs:
                copy = arcade.Sprite(walker.texture, walker.scale, walker.center_x, walker.center_y, walker.angle)
                copy.color = walker.color
                fresh.append(copy)
            pools[0].sprites.sort(key=lambda sprite: next(n for n, pair in enumerate(pairs) if pair[0] is sprite))
            moved = picture(window, pools[0].sprites)
            assert moved == picture(window, fresh)
            assert moved != empty


def test_depth_survives_motion(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """It shares a buffer with place and angle."""
    mover = moving(movers)
    mover.depth = 5.0
    run_updates(manager, 2)
    assert_sound(movers)
    assert mover.depth == 5.0


def test_off_screen_sees_the_moved_place(manager: PoolManager) -> None:
    """M1, O1: in the update in which the last pixel leaves; touching is outside."""
    area = LBWH(0, 0, 100, 100)
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind) for kind in (Mover, Walker)]
    pairs = [
        [moving(pool, 50, 50, speed=speed, lifetime=OffScreen(bounds=area)) for pool in pools]
        for speed in ((29, 0), (-7, 0), (0, 54), (3, -6), (1e9, 0), (0, 0))
    ]
    for pair in pairs:
        for sprite in pair:
            sprite.change_angle = 3
    for update in range(30):
        manager.update(FRAME)
        for pair in pairs:
            leases = [sprite.lease for sprite in pair]
            assert leases[0].alive == leases[1].alive, f"update {update}"
    assert [pair[0].lease.alive for pair in pairs] == [False] * 5 + [True]


def test_conditions_see_this_frames_positions(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """I2."""
    mover = moving(movers, lifetime=Until(lambda sprite: sprite.center_x >= 3))
    run_updates(manager, 2)
    assert mover.lease.alive
    run_updates(manager)
    assert mover.lease.reason is RecycleReason.EXPIRED


# --- a second list ---


@pytest.mark.parametrize("hashed", [False, True])
def test_a_second_list_sees_the_moved_place(window: arcade.Window, manager: PoolManager, hashed: bool) -> None:
    """M1: drawn and hit there, too; whenever the sprite joined it, and no more when it has left."""

    class Joiner(Mover):
        def on_spawn(self) -> None:
            own.append(self)

    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=hashed)
    early = moving(manager.create_sprite_pool(Joiner), 100, 300, speed=(20, 0))
    pool = manager.create_sprite_pool(Mover)
    late, leaver = moving(pool, 100, 100, speed=(20, 0)), moving(pool, 100, 500, speed=(20, 0))
    run_updates(manager)
    own.extend([late, leaver])
    run_updates(manager, 13)
    own.remove(leaver)
    run_updates(manager)
    for sprite, y in ((early, 300), (late, 100)):
        probe = arcade.SpriteSolidColor(4, 4, 400, y)
        for method in (0, 1, 2, 3):
            assert arcade.check_for_collision_with_list(probe, own, method) == [sprite]
        assert arcade.get_sprites_at_point((400, y), own) == [sprite]
    assert_drawn_where_they_are(own)
    plain: arcade.SpriteList[Any] = arcade.SpriteList()
    plain.extend([arcade.Sprite(sprite.texture, 1, *sprite.position) for sprite in own])
    assert picture(window, own) == picture(window, plain)
    late.recycle()
    run_updates(manager, 2)
    assert list(own) == [early]
    assert pool.spawn(700, 100) is late
    run_updates(manager, 2)
    assert list(own) == [early]
    early.kill()
    assert len(own) == 0


def test_a_list_joined_before_the_spawn_sees_it_move(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: as Arcade's property would have it; also for one that was put there while it was idle."""
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    mover = movers.spawn(5, 5)
    mover.recycle()
    own.append(mover)
    assert moving(movers, 10, 10) is mover
    run_updates(manager, 3)
    assert_drawn_where_they_are(own)


# --- writing ---


@pytest.mark.parametrize("write", sorted(WRITES))
def test_every_way_to_write_works_as_always(manager: PoolManager, write: str) -> None:
    """M1: before and after a move; the next move goes on from there."""
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind) for kind in (Mover, Walker)]
    pair = [moving(pool, 10, 20, speed=(3, 4)) for pool in pools]
    values = {"stop": None, "texture": 1, "update": FRAME}
    pairs = ("position", "velocity", "size")
    value = values.get(write, (7.5, 9.25) if write in pairs else 2.5)
    for sprite in pair:
        sprite.change_angle = 6
        WRITES[write][1](sprite, value)
    assert_alike(*pair)
    run_updates(manager, 2)
    assert_alike(*pair)
    for sprite in pair:
        WRITES[write][1](sprite, value)
    assert_alike(*pair)
    for pool in pools:
        assert_sound(pool)
    run_updates(manager, 2)
    assert_alike(*pair)


def test_writes_in_hooks_are_where_it_starts(manager: PoolManager) -> None:
    """M1: on_spawn, components, on_recycle."""

    class Steering:
        def on_spawn(self, owner: Any) -> None:
            owner.change_y = 2

    class Shot(Mover):
        def __init__(self) -> None:
            super().__init__()
            self.components = (Steering(),)

        def on_spawn(self, *, speed: float = 1.0) -> None:
            self.change_x = speed
            self.center_y += 100
            self.angle = 45

        def on_recycle(self) -> None:
            ends.append((*self.position, self.angle))
            self.position = (777, 777)
            self.velocity = (9, 9)

    ends: list[Any] = []
    pool = manager.create_sprite_pool(Shot)
    for speed in (3, 5):
        shot = pool.spawn(10, 10, speed=speed)
        assert shot.position == (10, 110)
        run_updates(manager, 2)
        assert (shot.position, shot.angle) == ((10 + 2 * speed, 114), 45)
        shot.recycle()
        run_updates(manager, 2)
    assert ends == [(16, 114, 45), (20, 114, 45)]
    assert pool.spawn().position == (0, 100)


def test_writes_in_coroutines_count_from_the_next_move(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: a lifetime that steers."""

    def life(mover: Mover) -> Generator[Any, Any, Any]:
        mover.change_x = 1
        yield 2 / 60
        mover.velocity = (0, 10)
        mover.angle = 90
        yield None
        seen.append(mover.position)
        mover.position = (500, 500)
        yield Forever()

    seen: list[Any] = []
    mover = movers.spawn(0, 0, lifetime=life)
    run_updates(manager, 2)
    assert (mover.position, mover.angle) == ((2, 0), 90)
    run_updates(manager)
    assert seen == [(2, 10)]
    assert mover.position == (500, 500)
    run_updates(manager)
    assert mover.position == (500, 510)
    assert_sound(movers)


def test_writes_in_the_middle_of_an_update_stay(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: by another sprite's update, which comes after the move of the batch; and by call_soon, which comes before."""

    class Magnet(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            seen.append(mover.position)
            mover.center_y += 100
            mover.change_x = 5

    seen: list[Any] = []
    mover = moving(movers)
    manager.create_sprite_pool(Magnet).spawn(0, 0)
    run_updates(manager, 2)
    assert seen == [(1, 0), (6, 100)]
    assert mover.position == (6, 200)
    manager.call_soon(lambda: setattr(mover, "position", (0, 0)))
    run_updates(manager)
    assert seen[-1] == (5, 0)
    assert_sound(movers)


def test_velocity_written_as_a_list_or_a_vector_moves(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    from pyglet.math import Vec2

    sprites = [movers.spawn(0, 0) for _ in range(3)]
    for sprite, velocity in zip(sprites, ([1, 2], Vec2(1, 2), (1, 2)), strict=True):
        sprite.velocity = velocity  # type: ignore[assignment]  # Arcade takes them as well
        assert tuple(sprite.velocity) == (1, 2)
    run_updates(manager)
    assert [tuple(sprite.position) for sprite in sprites] == [(1, 2)] * 3


def test_a_physics_engine_moves_a_batched_player(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: Arcade's simple engine writes positions and is stopped by walls."""
    walls: arcade.SpriteList[Any] = arcade.SpriteList()
    walls.append(arcade.SpriteSolidColor(10, 100, 60, 0))
    player = movers.spawn(0, 0)
    engine = arcade.PhysicsEngineSimple(player, walls)
    player.change_x = 5
    for _ in range(20):
        engine.update()
    assert player.right <= 55
    assert player.center_x > 30
    assert_sound(movers)


# --- coming back, and being idle ---


def test_a_sprite_that_comes_back_starts_anew(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """L7: without the old place, turn or speed; also where it does not move at all."""
    mover = moving(movers, 100, 100, speed=(9, 9), angle=30)
    mover.change_angle = 5
    run_updates(manager, 3)
    mover.recycle()
    assert movers.spawn() is mover
    for _ in range(2):
        assert (mover.position, mover.angle, mover.velocity, mover.change_angle) == ((0, 0), 0, (0, 0), 0)
        assert points_of(mover) == [-8, -4, 8, -4, 8, 4, -8, 4]
        run_updates(manager, 2)
    assert_sound(movers)


def test_a_speed_made_in_the_constructor_is_there_in_every_life(manager: PoolManager) -> None:
    """L7: what the instance was after construction."""

    class Arrow(PooledSprite):
        batched_motion = True

        def __init__(self) -> None:
            super().__init__(small_texture(), center_x=7, angle=30)
            self.change_y = 2
            self.change_angle = 10

    pool = manager.create_sprite_pool(Arrow, prewarm=2)
    for _ in range(3):
        arrow = pool.spawn()
        assert (arrow.position, arrow.angle) == ((7, 0), 30)
        run_updates(manager, 2)
        assert (arrow.position, arrow.angle) == ((7, 4), 50)
        arrow.velocity = (50, 50)
        arrow.recycle()
        run_updates(manager)


def test_idle_sprites_do_not_move(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: neither reset ones nor those that still wait for a delay or a borrow; nor prewarmed ones."""
    movers.prewarm(10)
    sprites = [moving(movers, number, 5, speed=(3, 3)) for number in range(3)]
    sprites[0].recycle()
    sprites[1].recycle(delay_frames=5)
    with sprites[2].lease.borrow():
        sprites[2].recycle()
        run_updates(manager, 3)
        assert [sprite.position for sprite in sprites] == [(0, 0), (1, 5), (2, 5)]
    run_updates(manager, 5)
    assert all(sprite.position == (0, 0) for sprite in sprites)
    assert all(item.obj.position == (0, 0) for item in movers._idle)


def test_speed_given_to_an_idle_sprite_does_not_move_it(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: a reference kept too long; it moves from its next spawn on, as any sprite so treated would."""
    mover = movers.spawn(5, 5)
    mover.recycle()
    mover.change_x = 4
    mover.position = (50, 50)
    run_updates(manager, 3)
    assert mover.position == (50, 50)
    movers.spawn(0, 0)
    run_updates(manager)
    assert mover.position == (4, 0)


def test_a_destroyed_sprite_keeps_its_place_and_is_a_sprite_of_its_own(
    manager: PoolManager, movers: SpritePool[Mover]
) -> None:
    """It no longer shares a row with whoever takes its slot."""
    mover = moving(movers, 10, 10, speed=(2, 0), angle=20)
    run_updates(manager)
    movers.invalidate()
    mover.recycle()
    assert movers.total_count == 0
    mover.position, mover.angle = (50, 60), 15
    heir = moving(movers, 1, 1, speed=(7, 0))
    run_updates(manager, 2)
    assert heir is not mover
    assert (mover.position, mover.angle) == ((50, 60), 15)
    assert heir.position == (15, 1)
    mover.change_x = 3
    mover.update(FRAME)
    assert mover.position == (53, 60)
    assert heir.position == (15, 1)
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    own.append(mover)
    own.update(FRAME)
    assert mover.position == (56, 60)
    assert points_of(mover)[0] == pytest.approx(56 - 8 * math.cos(math.radians(15)) - 4 * math.sin(math.radians(15)))


def test_sprites_of_a_closed_pool_are_sprites_of_their_own(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    sprites = [moving(movers, number, 5) for number in range(3)]
    movers.close()
    for number, sprite in enumerate(sprites):
        sprite.position = (number, 9)
        sprite.change_x = 1
        sprite.update(FRAME)
    assert [sprite.position for sprite in sprites] == [(1, 9), (2, 9), (3, 9)]


def test_a_batched_class_outside_any_pool_is_a_sprite(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """Also when a pool of its class exists."""
    mover = Mover()
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    own.append(mover)
    mover.position, mover.change_y, mover.change_angle = (3, 4), 2, 9
    own.update(FRAME)
    assert (mover.position, mover.angle) == ((3, 6), 9)
    assert arcade.get_sprites_at_point((3, 6), own) == [mover]
    mover.kill()
    assert len(own) == 0


def test_two_pools_of_one_class_and_one_of_its_subclass(manager: PoolManager) -> None:
    """Each has its own batch; a subclass may do without."""

    class Fast(Mover):
        pass

    class Slow(Mover):
        batched_motion = False

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            super().update(delta_time / 2, *args, **kwargs)

    pools: list[SpritePool[Any]] = [
        manager.create_sprite_pool(Mover, key="one"),
        manager.create_sprite_pool(Mover, key="two"),
        manager.create_sprite_pool(Fast),
        manager.create_sprite_pool(Slow),
    ]
    sprites = [moving(pool, 0, number) for number, pool in enumerate(pools)]
    run_updates(manager, 2)
    assert [sprite.position for sprite in sprites] == [(2, 0), (2, 1), (2, 2), (1, 3)]
    for pool in pools:
        assert_sound(pool)


# --- keep, and no reset ---


def test_what_is_kept_goes_on(manager: PoolManager) -> None:
    """L7: place, turn and speed by their public names."""
    pools: list[SpritePool[Any]] = [
        manager.create_sprite_pool(kind, keep=("position", "angle", "velocity", "change_angle"))
        for kind in (Mover, Walker)
    ]
    pair = [moving(pool, 10, 10, speed=(2, 3), angle=30) for pool in pools]
    for sprite in pair:
        sprite.change_angle = 7
    for _ in range(3):
        run_updates(manager, 2)
        for sprite in pair:
            sprite.recycle()
        run_updates(manager, 2)
        assert_alike(*pair)
        assert [pool.spawn() for pool in pools] == pair
        assert_alike(*pair)
    assert pair[0].position == (22, 28)
    for pool in pools:
        assert_sound(pool)


def test_without_reset_all_goes_on(manager: PoolManager) -> None:
    """reset="none"."""
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind, reset="none") for kind in (Mover, Walker)]
    pair = [moving(pool, 10, 10, speed=(2, 3), angle=30) for pool in pools]
    for _ in range(3):
        run_updates(manager, 2)
        for sprite in pair:
            sprite.recycle()
        run_updates(manager, 2)
        assert [pool.spawn() for pool in pools] == pair
        assert_alike(*pair)
    assert pair[0].position == (22, 28)


# --- who comes and goes meanwhile ---


def test_newcomers_are_not_moved_in_the_same_update(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """I2: spawned by another sprite's update, by a coroutine, by a condition; but those of call_soon take part."""

    class Gun(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            shots.append(moving(movers, 0, 1))

    def fire(sprite: Any) -> Generator[Any, Any, Any]:
        yield None
        shots.append(moving(movers, 0, 2))
        yield Forever()

    shots: list[Any] = []
    guns = manager.create_sprite_pool(Gun)
    guns.spawn(0, 0, lifetime=fire)
    manager.call_soon(lambda: shots.append(moving(movers, 0, 3)))
    manager.update(FRAME)
    assert {shot.center_y: shot.center_x for shot in shots} == {1: 0, 2: 0, 3: 1}
    guns.clear()
    manager.update(FRAME)
    assert {shot.center_y: shot.center_x for shot in shots} == {1: 1, 2: 1, 3: 2}


def test_a_pool_created_before_or_after_its_gun_makes_no_difference(manager: PoolManager) -> None:
    """I2: the order of the pools does not matter to newcomers."""

    class Gun(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            shots.extend(moving(pool) for pool in pools)

    class Later(Mover):
        pass

    shots: list[Any] = []
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(Mover)]
    manager.create_sprite_pool(Gun).spawn(0, 0)
    pools.append(manager.create_sprite_pool(Later))
    manager.update(FRAME)
    assert [shot.center_x for shot in shots] == [0, 0]


def test_growth_in_the_middle_of_an_update(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """The buffers and arrays grow several times while sprites are updated and coroutines run."""

    class Gun(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            count = len(shots)
            shots.extend([moving(movers, count + number, 0, speed=(0, 1)) for number in range(150)])

    def burst(sprite: Any) -> Generator[Any, Any, Any]:
        for _ in range(3):
            yield None
            shots.extend(movers.spawn_many([(len(shots) + number, 0) for number in range(150)]))
        yield Forever()

    shots: list[Any] = []
    gun = manager.create_sprite_pool(Gun).spawn(0, 0, lifetime=burst)
    first = moving(movers, -5, 0)
    for _ in range(3):
        manager.update(FRAME)
        assert [shot.center_x for shot in shots] == list(range(len(shots)))
    gun.kill()
    assert len(shots) == 900
    assert first.center_x == -2
    before = [shot.position for shot in shots]
    manager.update(FRAME)
    assert [shot.position for shot in shots] == [
        (x, y + shot.change_y) for shot, (x, y) in zip(shots, before, strict=True)
    ]
    assert_sound(movers)


@pytest.mark.parametrize("earlier", ["another pool's", "the game's own", "the game's own, emptied from its end"])
def test_a_list_that_was_used_before_serves_a_batched_pool(manager: PoolManager, earlier: str) -> None:
    """A list is free again when its pool was closed, or when the game has emptied it."""
    sprites: PooledSpriteList[Any] = PooledSpriteList()
    if earlier == "another pool's":
        manager.create_sprite_pool(Walker, sprites=sprites, prewarm=300).close()
    else:
        own = [arcade.SpriteSolidColor(4, 4) for _ in range(300)]
        sprites.extend(own)
        for each in reversed(own) if "end" in earlier else own:
            sprites.remove(each)
    pool = manager.create_sprite_pool(Mover, sprites=sprites)
    movers = [moving(pool, number, 0) for number in range(5)]
    run_updates(manager)
    assert [mover.position for mover in movers] == [(number + 1, 0) for number in range(5)]
    assert_sound(pool)


def test_a_sprite_taken_out_behind_the_back_no_longer_moves(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """I3."""
    sprites = [moving(movers, number, 0) for number in range(4)]
    movers.sprites.sprite_list.remove(sprites[1])
    run_updates(manager)
    assert sprites[1].lease.reason is RecycleReason.KILLED
    assert [sprite.position for sprite in sprites] == [(1, 0), (0, 0), (3, 0), (4, 0)]
    assert_sound(movers)


# --- update=False ---


def test_without_update_the_list_moves_them(manager: PoolManager) -> None:
    """PoolConfig.update: pool.sprites.update does, and the manager does not."""
    pool = manager.create_sprite_pool(Mover, update=False)
    mover = moving(pool)
    run_updates(manager, 3)
    assert mover.center_x == 0
    pool.sprites.update()
    assert mover.center_x == 1
    pool.sprites.update(0.5)
    assert mover.center_x == pytest.approx(31)
    pool.sprites.update(delta_time=FRAME)
    assert mover.center_x == pytest.approx(32)
    assert_sound(pool)


def test_further_arguments_of_a_lists_update_are_let_pass(manager: PoolManager) -> None:
    """M1: Arcade's Sprite.update takes and ignores them."""
    pool = manager.create_sprite_pool(Mover, update=False)
    mover = moving(pool)
    pool.sprites.update(FRAME, "anything", wind=3)
    assert mover.center_x == 1


def test_without_update_a_paused_manager_does_not_matter(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Mover, update=False)
    mover = moving(pool)
    manager.paused = True
    pool.sprites.update(FRAME)
    assert mover.center_x == 1


# --- classes ---


@pytest.mark.parametrize("way", ["create", "first use", "inherited"])
def test_a_class_that_overrides_update_as_well_is_refused(manager: PoolManager, way: str) -> None:
    """M1: TypeError that says which to drop; and there is no pool then."""

    class Both(PooledSprite):
        batched_motion = True

        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None: ...

    class Heir(Both):
        pass

    kind = Heir if way == "inherited" else Both
    create: Callable[[Any], object] = manager.spawn if way == "first use" else manager.create_sprite_pool
    with pytest.raises(TypeError, match=rf"{kind.__name__}.*drop update.*or drop batched_motion"):
        create(kind)
    assert kind not in manager
    assert len(manager) == 0


def test_a_function_that_makes_such_sprites_is_refused(manager: PoolManager) -> None:
    """M1: at the latest when the first is made."""

    class Both(PooledSprite):
        batched_motion = True

        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None: ...

    def make() -> Both:
        return Both()

    def create_and_spawn() -> None:
        manager.create_sprite_pool(make).spawn(0, 0)

    with pytest.raises(TypeError, match="drop"):
        create_and_spawn()


class Blast(PooledSprite, arcade.TextureAnimationSprite):
    """Animated by Arcade, moved by its pool."""

    batched_motion = True

    def __init__(self) -> None:
        frames = [arcade.TextureKeyframe(small_texture(8, 8, (number, 9, 9, 255)), 50) for number in range(4)]
        super().__init__(animation=arcade.TextureAnimation(frames))


@pytest.mark.parametrize("update", [True, False])
def test_animated_sprites_are_moved_and_animated(manager: PoolManager, update: bool) -> None:
    """I2, M1: update_animation is called for each all the same."""
    pool = manager.create_sprite_pool(Blast, update=update)
    blasts = [moving(pool, number, 0) for number in range(3)]
    for _ in range(6):
        manager.update(FRAME)
        if not update:
            pool.sprites.update(FRAME)
            pool.sprites.update_animation(FRAME)
    assert [blast.center_x for blast in blasts] == [6, 7, 8]
    plain = arcade.TextureAnimationSprite(animation=blasts[0].animation)
    for _ in range(6):
        plain.update_animation(FRAME)
    assert plain.texture is not blasts[0].animation.keyframes[0].texture
    assert all((blast.time, blast.texture) == (plain.time, plain.texture) for blast in blasts)
    assert_sound(pool)
    blasts[0].recycle()
    assert pool.spawn(0, 0) is blasts[0]
    assert blasts[0].texture is blasts[0].animation.keyframes[0].texture


def test_a_failing_animation_ends_one_and_moves_all(manager: PoolManager) -> None:
    """F4."""

    class Fragile(Blast):
        broken = False

        def update_animation(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            if self.broken:
                raise ScriptError

    pool = manager.create_sprite_pool(Fragile)
    blasts = [moving(pool, number, 0) for number in range(3)]
    blasts[1].broken = True
    with pytest.raises(ScriptError):
        manager.update(FRAME)
    assert [blast.lease.reason for blast in blasts] == [None, RecycleReason.FAILED, None]
    assert [blast.center_x for blast in blasts] == [1, 0, 3]


# --- speeds that are no numbers ---

NONSENSE = [float("nan"), float("inf"), float("-inf"), 1e300]


@pytest.mark.parametrize("speed", NONSENSE, ids=str)
@pytest.mark.parametrize("what", ["change_x", "change_y", "change_angle"])
def test_a_nonsensical_speed_harms_nobody_else(manager: PoolManager, what: str, speed: float) -> None:
    """Warnings of numpy would be errors here. It ends off screen, or is reported; the others go on."""
    manager.bounds = LBWH(0, 0, 800, 600)
    pool = manager.create_sprite_pool(Mover)
    sprites = [moving(pool, 100 + number, 100, lifetime=OffScreen()) for number in range(3)]
    setattr(sprites[1], what, speed)
    run_updates(manager, 3)
    assert [sprites[0].position, sprites[2].position] == [(103, 100), (105, 100)]
    assert sprites[1].lease.alive is (what == "change_angle")
    sprites[1].kill()
    newcomers = [moving(pool, number, 100) for number in range(200)]
    run_updates(manager)
    assert newcomers[0].position == (1, 100)
    assert_sound(pool)


@pytest.mark.parametrize("speed", NONSENSE, ids=str)
@pytest.mark.parametrize("where", ["pool's list", "own list"])
def test_a_nonsensical_speed_in_a_spatial_hash_ends_that_sprite_alone(
    manager: PoolManager, where: str, speed: float
) -> None:
    """F4, F5: reported once, as FAILED or with its place still a number; hash and buffers stay sound."""
    pool = manager.create_sprite_pool(Mover, use_spatial_hash=where == "pool's list")
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    sprites = [moving(pool, 100 * number, 100) for number in range(5)]
    if where == "own list":
        own.extend(sprites)
    sprites[2].change_x = speed
    caught: list[Exception] = []
    for _ in range(3):
        try:
            manager.update(FRAME)
        except (ValueError, OverflowError) as error:
            caught.append(error)  # kept, with the frames that its traceback holds
    assert len(caught) == (speed != 1e300)
    if caught:
        assert sprites[2].lease.reason is RecycleReason.FAILED
    others = [sprite for sprite in sprites if sprite is not sprites[2]]
    assert [sprite.position for sprite in others] == [(3, 100), (103, 100), (303, 100), (403, 100)]
    newcomers = [moving(pool, 5 * number, 300) for number in range(300)]
    if where == "own list":
        own.extend(newcomers)
    manager.update(FRAME)
    for sprite in (*others, *newcomers):
        hit = arcade.get_sprites_at_exact_point(sprite.position, pool.sprites if where == "pool's list" else own)
        assert sprite in hit
    pool._check()
    pool.clear()
    assert len(own) == 0
    assert pool.sprites.spatial_hash is None or not pool.sprites.spatial_hash.buckets_for_sprite


def test_a_nonsensical_place_that_is_written_is_refused_as_always(manager: PoolManager) -> None:
    """F2 and L4: as with a sprite that Arcade moves."""
    pool = manager.create_sprite_pool(Mover, use_spatial_hash=True)
    with pytest.raises(ValueError, match="NaN"):
        pool.spawn(float("nan"), 5)
    mover = moving(pool, 5, 5)
    with pytest.raises(ValueError, match="NaN"):
        mover.position = (float("nan"), 5)
    mover.kill()
    assert pool.spawn(7, 7) is mover
    assert mover.position == (7, 7)
    assert_sound(pool)


# --- windows, and no window ---


def test_motion_needs_no_window() -> None:
    """Pools may be made and moved before the first window, and are drawn in it."""
    printed = run_script(
        RENAMING
        + """
class Mover(PooledSprite):
    batched_motion = True

    def __init__(self):
        super().__init__(arcade.make_soft_square_texture(12, arcade.color.RED, 255, 255))


manager = PoolManager()
pool = manager.create_sprite_pool(Mover)
movers = [pool.spawn(number, 20) for number in range(150)]
for mover in movers:
    mover.change_x = 1
manager.update(1 / 60)
window = arcade.Window(200, 200)
manager.update(1 / 60)
assert [mover.center_x for mover in movers] == [number + 2 for number in range(150)]
window.clear()
pool.draw()
ours = arcade.get_image(0, 0, 200, 200).tobytes()
plain = arcade.SpriteList()
plain.extend([arcade.Sprite(mover.texture, 1, *mover.position) for mover in movers])
window.clear()
plain.draw()
assert arcade.get_image(0, 0, 200, 200).tobytes() == ours
print("played")
""",
        "",
        "",
        "",
    )
    assert printed.splitlines() == ["True 0", "played"]


# --- an Arcade that differs inside ---

FALLBACK = """
class Mover(PooledSprite):
    batched_motion = True

    def __init__(self):
        super().__init__(arcade.make_soft_square_texture(12, arcade.color.RED, 255, 255))


class Second(Mover):
    pass


class Both(Mover):
    def update(self, delta_time=1 / 60, *args, **kwargs):
        pass


window = arcade.Window(200, 200)
manager = PoolManager()
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    pool = manager.create_sprite_pool(Mover)
    pools = [manager.create_sprite_pool(Mover, key=number) for number in range(3)]
    other = manager.create_sprite_pool(Second)
    manager.spawn(Second, 0, 0).kill()
about = [each for each in caught if "batched_motion" in str(each.message)]
assert len(about) == len(caught)
print("warned", len(about), *{each.category.__name__ for each in about})
try:
    manager.create_sprite_pool(Both)
except TypeError as error:
    assert "drop" in str(error)
else:
    raise AssertionError("overriding update was let pass")
own = arcade.SpriteList(use_spatial_hash=True)
mover = pool.spawn(10, 10, lifetime=OffScreen())
own.append(mover)
mover.velocity, mover.change_angle = (6, 3), 9
for _ in range(5):
    manager.update(1 / 60)
assert (mover.position, mover.angle) == ((40, 25), 45)
assert arcade.get_sprites_at_point((41, 27), own) == [mover]
assert arcade.check_for_collision_with_list(arcade.SpriteSolidColor(4, 4, 40, 25), pool.sprites) == [mover]
for _ in range(60):
    manager.update(1 / 60)
assert not mover.lease.alive and len(own) == 0
assert pool.spawn() is mover and (mover.position, mover.angle, mover.velocity) == ((0, 0), 0, (0, 0))
pool.configure(update=False)
mover.change_x = 1
manager.update(1 / 60)
assert mover.center_x == 0
pool.sprites.update(1 / 60)
assert mover.center_x == 1
print("played")
"""


@pytest.mark.parametrize("name", ["_sprite_buffer_slots", "_next_slot", "_update_all"])
def test_on_another_arcade_it_falls_back_and_says_so_once(name: str) -> None:
    """M1: Sprite.update moves them then; the same play comes to the same."""
    printed = run_script(RENAMING + FALLBACK, name, f"{name}_renamed", r"arcade\.sprite_list\..*")
    assert printed.splitlines() == ["False 1 RuntimeWarning", "warned 1 RuntimeWarning", "played"]


def test_on_this_arcade_it_says_nothing() -> None:
    printed = run_script(RENAMING + FALLBACK, "", "", "")
    assert printed.splitlines() == ["True 0", "warned 0", "played"]
