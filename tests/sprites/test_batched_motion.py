"""Batched motion (M1): the meaning of arcade.Sprite.update, for all sprites of a pool at once.

Wherever possible a second pool of the same class without batched motion, or a plain sprite, does the same, and both
must agree in all that can be asked of a sprite. Random programs are in test_motion_model.py.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Callable, Generator
from typing import Any

import arcade
import numpy as np
import pytest
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list.spatial_hash import SpatialHash
from arcade.types import LBWH
from pyglet.math import Vec2, Vec3
from pytest_mock import MockerFixture

from arcade_pool import (
    Forever,
    OffScreen,
    PooledSprite,
    PooledSpriteList,
    PoolManager,
    PoolWarning,
    RecycleReason,
    SpritePool,
    Until,
)
from helpers import next_frame, run_script

from .helpers import FRAME, ScriptError, assert_sound, run_updates, small_texture
from .movers import WRITES, Mover, Walker, assert_alike, assert_drawn_where_they_are, moving, points_of
from .test_arcade_internals import RENAMING


@pytest.fixture
def movers(manager: PoolManager) -> SpritePool[Mover]:
    return manager.create_sprite_pool(Mover)


# --- the meaning of Sprite.update ---


def test_speeds_are_per_sixtieth_of_a_second(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1: as in Arcade."""
    mover = movers.spawn(10, 20, angle=5)
    mover.change_x, mover.change_y, mover.change_angle = 3, -2, 7
    manager.update(FRAME)
    assert (mover.position, mover.angle) == ((13, 18), 12)
    mover.depth = 5.0  # shares a buffer with place and angle
    manager.update(0.5)
    assert mover.position == pytest.approx((103, -42))
    assert mover.angle == pytest.approx(222)
    assert_sound(movers)


@pytest.mark.parametrize("by_function", [False, True])
def test_no_sprite_is_updated_by_itself(manager: PoolManager, mocker: MockerFixture, by_function: bool) -> None:
    """M1: that is the point of it. It is the class of the sprites that asks for it, whoever makes them."""

    def make() -> Mover:
        return Mover()

    pool = manager.create_sprite_pool(make if by_function else Mover)
    sprites = [moving(pool, number) for number in range(10)]
    mocker.patch.object(arcade.Sprite, "update", side_effect=AssertionError)
    # The class was looked at when the pool was made, not now.
    updates: Any = pool._lifecycle.updates
    assert updates.begin(0.0) == []
    run_updates(manager)
    assert [sprite.center_x for sprite in sprites] == [number + 1 for number in range(10)]


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
    placement: Any = pool._lifecycle.placement
    assert list(placement.motion.elsewhere) == [leaver]
    early.kill()
    assert len(own) == 0


@pytest.mark.parametrize("hashed", [False, True])
def test_a_list_joined_before_the_spawn_sees_it_move(
    manager: PoolManager, movers: SpritePool[Mover], hashed: bool
) -> None:
    """M1: as Arcade's property would have it; also for one that was put there while it was idle."""
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=hashed)
    mover = movers.spawn(5, 5)
    mover.recycle()
    own.append(mover)
    assert movers.spawn(500, 10) is mover
    assert_drawn_where_they_are(own)
    assert arcade.get_sprites_at_point((500, 10), own) == [mover]
    mover.change_x = 40
    run_updates(manager, 3)
    assert_drawn_where_they_are(own)
    assert arcade.get_sprites_at_point((620, 10), own) == [mover]


def test_who_rests_is_not_moved_in_lists(manager: PoolManager, mocker: MockerFixture) -> None:
    """As in Arcade, where a place that does not change is not stored: a thousand resting sprites cost nothing."""
    pool = manager.create_sprite_pool(Mover, use_spatial_hash=True)
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    sprites = [pool.spawn(number, 0) for number in range(5)]
    own.extend(sprites)
    sprites[2].change_angle = 1
    move = mocker.spy(SpatialHash, "move")
    run_updates(manager)
    assert [call.args[1] for call in move.call_args_list] == [sprites[2]] * 2
    sprites[2].stop()
    sprites[2].change_angle = 0
    run_updates(manager)
    assert move.call_count == 2


# --- writing ---


@pytest.mark.parametrize("write", sorted(WRITES))
def test_every_way_to_write_works_as_always(manager: PoolManager, write: str) -> None:
    """M1: before and after a move; the next move goes on from there."""
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind) for kind in (Mover, Walker)]
    pair = [moving(pool, 10, 20, speed=(3, 4)) for pool in pools]
    values = {"stop": None, "texture": 1, "update": FRAME}
    pairs = ("position", "velocity", "velocity as a list", "size")
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


VELOCITIES: list[Callable[[], Any]] = [
    lambda: [1, 2],
    lambda: np.array([1.0, 2.0]),
    lambda: Vec2(1, 2),
    lambda: Vec3(1, 2, 3),
    lambda: (1, 2, 3),
]


@pytest.mark.parametrize("make", VELOCITIES)
def test_a_velocity_may_be_a_list_or_a_vector(manager: PoolManager, make: Callable[[], Any]) -> None:
    """M1: Arcade takes whatever has two numbers, and sees what a game changes in it afterwards."""
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind) for kind in (Mover, Walker)]
    pair = [moving(pool, speed=make()) for pool in pools]
    for number in range(3, 6):
        run_updates(manager)
        assert_alike(*pair)
        for sprite in pair:
            if isinstance(sprite.velocity, tuple):
                sprite.velocity = (number, 1)
            else:
                sprite.velocity[0] = number
    for sprite in pair:
        sprite.recycle()
    run_updates(manager)
    assert [tuple(pool.spawn().velocity) for pool in pools] == [(0, 0)] * 2


@pytest.mark.parametrize("value", [None, "3", 1j, 10**400], ids=["None", "text", "complex", "huge"])
@pytest.mark.parametrize("what", ["change_x", "change_y", "change_angle"])
def test_a_speed_that_is_no_number_is_refused_where_it_is_written(
    manager: PoolManager, movers: SpritePool[Mover], what: str, value: Any
) -> None:
    """M1: Arcade finds out in its next update; here nothing has changed, and the sprite goes on as it was."""
    mover = moving(movers, speed=(1, 2))
    mover.change_angle = 3
    with pytest.raises((TypeError, OverflowError)):
        setattr(mover, what, value)
    with pytest.raises((TypeError, IndexError)):
        mover.velocity = (9,) if what == "change_x" else None
    with pytest.raises(TypeError):
        mover.velocity = (9, None)
    assert (mover.velocity, mover.change_angle) == ((1, 2), 3)
    run_updates(manager)
    assert (mover.position, mover.angle) == ((1, 2), 3)
    mover.change_y = 4
    run_updates(manager)
    assert (mover.position, mover.angle) == ((2, 6), 6)


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("value", [None, math.nan], ids=["None", "NaN"])
def test_what_is_put_into_a_velocity_harms_nobody_else(manager: PoolManager, value: Any, hashed: bool) -> None:
    """F4: the sprite ends, once; or it is where a NaN has brought it."""
    pool = manager.create_sprite_pool(Mover, use_spatial_hash=hashed)
    good, bad = moving(pool, 5, 5, speed=[1, 1]), moving(pool, speed=[1, 1])
    bad.velocity[0] = value
    errors = 0
    for _ in range(3):
        try:
            manager.update(FRAME)
        except (TypeError, ValueError):
            errors += 1
    assert errors == (value is None or hashed)
    assert bad.lease.reason is (RecycleReason.FAILED if errors else None)
    assert good.position == (8, 8)


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


@pytest.mark.parametrize("velocity", [(0, 2), [0, 2]], ids=["tuple", "list"])
def test_a_speed_made_in_the_constructor_is_there_in_every_life(manager: PoolManager, velocity: Any) -> None:
    """L7: what the instance was after construction; each life has a list of its own."""

    class Arrow(PooledSprite):
        batched_motion = True

        def __init__(self) -> None:
            super().__init__(small_texture(), center_x=7, angle=30)
            self.velocity = velocity
            self.change_angle = 10

    pool = manager.create_sprite_pool(Arrow, prewarm=2)
    for _ in range(3):
        arrow: Any = pool.spawn()
        assert (arrow.position, arrow.angle) == ((7, 0), 30)
        run_updates(manager, 2)
        assert (arrow.position, arrow.angle) == ((7, 4), 50)
        if isinstance(velocity, list):
            arrow.velocity[0] = 50
        else:
            arrow.velocity = (50, 2)
        run_updates(manager)
        assert arrow.position == (57, 6)
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
    assert all(item.obj.position == (0, 0) for item in movers._inventory.idle)


def test_speed_given_to_an_idle_sprite_does_not_move_it(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """M1, L7: a reference kept too long, or an engine that still moves it; its next lease begins as it was made."""
    mover = movers.spawn(5, 5)
    mover.recycle()
    mover.change_x = 4
    mover.position = (50, 50)
    run_updates(manager, 3)
    assert mover.position == (50, 50)
    movers.spawn(0, 0)
    run_updates(manager)
    assert (mover.position, mover.velocity) == ((0, 0), (0, 0))


@pytest.mark.parametrize("closed", [False, True])
def test_a_destroyed_sprite_keeps_its_place_and_is_a_sprite_of_its_own(
    manager: PoolManager, movers: SpritePool[Mover], closed: bool
) -> None:
    """It no longer shares a row with whoever takes its slot."""
    mover = moving(movers, 10, 10, speed=(2, 0), angle=20)
    run_updates(manager)
    if closed:
        movers.close()
    else:
        movers.invalidate()
        mover.recycle()
        assert movers.total_count == 0
    mover.position, mover.angle = (50, 60), 15
    heir = moving(manager.create_sprite_pool(Mover) if closed else movers, 1, 1, speed=(7, 0))
    run_updates(manager, 2)
    assert heir is not mover
    assert (mover.position, mover.angle) == ((50, 60), 15)
    mover.change_x = 3
    mover.update(FRAME)
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    own.append(mover)
    own.update(FRAME)
    assert mover.position == (56, 60)
    assert points_of(mover)[0] == pytest.approx(56 - 8 * math.cos(math.radians(15)) - 4 * math.sin(math.radians(15)))
    assert heir.position == (15, 1)


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
    """Each has its own batch."""

    class Fast(Mover):
        pass

    pools: list[SpritePool[Any]] = [
        manager.create_sprite_pool(kind, key=n) for n, kind in enumerate((Mover, Mover, Fast))
    ]
    sprites = [moving(pool, 0, number) for number, pool in enumerate(pools)]
    run_updates(manager, 2)
    assert [sprite.position for sprite in sprites] == [(2, 0), (2, 1), (2, 2)]
    for pool in pools:
        assert_sound(pool)


# --- keep, and no reset ---


@pytest.mark.parametrize("settings", [{"keep": ("position", "angle", "velocity", "change_angle")}, {"reset": "none"}])
def test_what_is_not_reset_goes_on(manager: PoolManager, settings: dict[str, Any]) -> None:
    """L7: place, turn and speed by their public names, or all of it."""
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(kind, **settings) for kind in (Mover, Walker)]
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


# --- who comes and goes meanwhile ---


def test_newcomers_are_not_moved_in_the_same_update(manager: PoolManager) -> None:
    """I2: spawned by another sprite's update, or by a coroutine; but those of call_soon take part. In either order of
    the pools."""

    class Gun(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            shoot(1)

    def fire(sprite: Any) -> Generator[Any, Any, Any]:
        yield None
        shoot(2)
        yield Forever()

    def shoot(y: int) -> None:
        shots.extend(moving(pool, 0, y) for pool in pools)

    shots: list[Any] = []
    pools: list[SpritePool[Any]] = [manager.create_sprite_pool(Mover, key="before")]
    guns = manager.create_sprite_pool(Gun)
    pools.append(manager.create_sprite_pool(Mover, key="after"))
    guns.spawn(0, 0, lifetime=fire)
    manager.call_soon(shoot, 3)
    manager.update(FRAME)
    assert {shot.position for shot in shots} == {(0, 1), (0, 2), (1, 3)}
    guns.clear()
    manager.update(FRAME)
    assert {shot.position for shot in shots} == {(1, 1), (1, 2), (2, 3)}
    assert len(shots) == 6


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
    """PoolConfig.update: pool.sprites.update does, paused or not, and the manager does not."""
    pool = manager.create_sprite_pool(Mover, update=False)
    mover = moving(pool)
    run_updates(manager, 3)
    assert mover.center_x == 0
    pool.sprites.update()
    assert mover.center_x == 1
    manager.paused = True
    pool.sprites.update(0.5)
    assert mover.center_x == pytest.approx(31)
    # Arcade's Sprite.update takes and ignores what else it is given.
    pool.sprites.update(FRAME, "anything", wind=3)
    pool.sprites.update(delta_time=FRAME)
    assert mover.center_x == pytest.approx(33)
    assert_sound(pool)


@pytest.mark.parametrize("delta_time", [math.nan, math.inf, -math.inf, 1e308])
def test_a_time_without_end_moves_nobody_who_rests(manager: PoolManager, delta_time: float) -> None:
    """M1: infinity times no speed would be no number, and those that are idle would come back there."""
    pool = manager.create_sprite_pool(Mover, update=False, prewarm=3)
    resting = pool.spawn(5, 6)
    with pytest.raises(ValueError, match="finite number of seconds"):
        pool.sprites.update(delta_time)
    assert resting.position == (5, 6)
    assert [pool.spawn().position for _ in range(3)] == [(0, 0)] * 3
    assert_sound(pool)


# --- classes ---


def done_otherwise(name: str) -> Any:
    """What Arcade does, in a function or property of a class's own."""
    arcades: Any = getattr(arcade.Sprite, name)
    if not hasattr(arcades, "__set__"):
        return functools.partialmethod(arcades)
    return property(arcades.__get__, arcades.__set__)


OVERRIDDEN = ["update", "position", "angle", "velocity", "change_x", "change_y", "change_angle", "update_spatial_hash"]


@pytest.mark.parametrize("base", ["new", "seen"])
@pytest.mark.parametrize("way", ["create", "first use", "inherited"])
@pytest.mark.parametrize("name", OVERRIDDEN)
def test_a_class_that_overrides_what_moves_it_is_refused(manager: PoolManager, name: str, way: str, base: str) -> None:
    """M1: TypeError that says which to drop, and there is no pool then. Moving all at once does not go through it."""

    class New(PooledSprite):
        batched_motion = True

        def __init__(self) -> None:
            super().__init__(small_texture())

    if base == "seen":
        manager.create_sprite_pool(New).close()
    both = type("Both", (New,), {name: done_otherwise(name)})
    kind = type("Heir", (both,), {}) if way == "inherited" else both
    create: Callable[[Any], object] = manager.spawn if way == "first use" else manager.create_sprite_pool
    with pytest.raises(TypeError, match=rf"{kind.__name__}.*overrides {name},.*drop {name} .*or drop batched_motion"):
        create(kind)
    assert kind not in manager
    # Without batched motion it is as good as any.
    free = type("Free", (kind,), {"batched_motion": False})
    sprite = moving(manager.create_sprite_pool(free))
    sprite.change_angle = 3
    run_updates(manager)
    assert (sprite.position, sprite.angle) == ((1, 0), 3)


def test_a_speed_of_the_class_is_refused(manager: PoolManager) -> None:
    """It hides Arcade's property, and is what Sprite.update would go by."""

    class Arrow(Mover):
        change_x = 5

    with pytest.raises(TypeError, match=r"overrides change_x,"):
        manager.create_sprite_pool(Arrow)


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


# --- classes that do things themselves ---


def test_one_factory_may_make_batched_sprites_and_others(manager: PoolManager) -> None:
    """M1: each is moved as its class says, whatever its base is."""

    class Slow(Mover):
        batched_motion = False

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            super().update(delta_time / 2, *args, **kwargs)

    class Quick(Walker):
        batched_motion = True

    kinds = itertools.cycle((Slow, Quick, Walker))

    def make() -> PooledSprite:
        return next(kinds)()

    pool = manager.create_sprite_pool(make)
    sprites = [moving(pool, 0, number) for number in range(6)]
    run_updates(manager, 2)
    assert [sprite.center_x for sprite in sprites] == [1, 2, 2, 1, 2, 2]
    pool.configure(update=False)
    pool.sprites.update(FRAME)
    assert [sprite.center_x for sprite in sprites] == [1.5, 3, 3, 1.5, 3, 3]
    assert_sound(pool)


class Fresh(PooledSprite):
    """As `Mover`, but no pool has seen it yet."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__(small_texture())


@pytest.mark.parametrize("base", [Mover, Fresh])
def test_a_class_may_have_properties_of_its_own(manager: PoolManager, base: type[PooledSprite]) -> None:
    """M1: of those that Arcade's update does not go through; also over a class that is batched already."""

    class Whole(base):  # type: ignore[misc, valid-type]  # either
        @property
        def center_x(self) -> Any:
            return round(super().center_x)

        @center_x.setter
        def center_x(self, value: Any) -> None:
            arcade.Sprite.center_x.fset(self, min(value, 100))  # type: ignore[attr-defined]

        def register_sprite_list(self, new_list: Any) -> None:
            super().register_sprite_list(new_list)
            joined.append(new_list)

    joined: list[Any] = []
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    sprite = moving(manager.create_sprite_pool(Whole), 5, 5, speed=(0.6, 0))
    sprite.center_x = 500
    assert sprite.position == (100, 5)
    own.append(sprite)
    run_updates(manager)
    assert joined == [own]
    assert (sprite.position, sprite.center_x) == ((100.6, 5), 101)
    assert_drawn_where_they_are(own)


class Turned(RotatableHitBox):
    """A game's own kind of hit box."""


class Upright(HitBox):
    """One that does not turn."""


@pytest.mark.parametrize("kind", [Turned, Upright])
def test_another_kind_of_hit_box_goes_and_comes_back_with_its_sprite(manager: PoolManager, kind: type[HitBox]) -> None:
    """M1, L7: such a sprite is reset slot by slot, but its place is in no slot."""

    class Boxed(Mover):
        def __init__(self) -> None:
            super().__init__()
            self.position = (7, 8)
            self.hit_box = kind(self.texture.hit_box_points, position=self.position)

    pool = manager.create_sprite_pool(Boxed)
    for _ in range(2):
        sprite = pool.spawn()
        assert (sprite.position, sprite.angle) == ((7, 8), 0)
        assert points_of(sprite) == pytest.approx([-1, 4, 15, 4, 15, 12, -1, 12])
        sprite.velocity, sprite.change_angle = (3, 4), 90
        run_updates(manager, 2)
        assert (sprite.position, sprite.angle) == ((13, 16), 180)
        corners = {(round(x), round(y)) for x, y in sprite.hit_box.get_adjusted_points()}
        assert corners == {(5, 12), (21, 12), (21, 20), (5, 20)}
        sprite.recycle()


def test_a_refused_class_costs_a_function_no_capacity(manager: PoolManager) -> None:
    """F1: nothing was made, and the next try may succeed."""

    class Both(Mover):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None: ...

    kinds: list[type[Mover]] = [Both, Mover, Both]

    def make() -> Mover:
        return kinds.pop()()

    pool = manager.create_sprite_pool(make, max_size=1)
    with pytest.raises(TypeError, match="drop"):
        pool.spawn(0, 0)
    pool._check()
    assert pool.total_count == 0
    mover = moving(pool)
    run_updates(manager)
    assert mover.center_x == 1
    mover.kill()
    pool.trim()
    with pytest.raises(TypeError, match="drop"):
        pool.spawn(0, 0)
    assert_sound(pool)
    kinds.append(Both)
    with pytest.raises(TypeError, match="drop"):
        manager.create_sprite_pool(make, key="prewarmed", prewarm=2)
    assert list(manager) == [pool.key]


# --- reports ---


def test_a_list_that_moves_its_sprites_reports_at_once(manager: PoolManager) -> None:
    """F4 with update=False: the error reaches whoever called, after all others were moved."""
    pool = manager.create_sprite_pool(Mover, update=False, use_spatial_hash=True)
    sprites = [moving(pool, 200 * number, 0) for number in range(4)]
    sprites[1].change_x = sprites[2].change_y = math.nan
    with pytest.raises(ExceptionGroup) as caught:
        pool.sprites.update(FRAME)
    assert len(caught.value.exceptions) == 2
    assert [sprite.lease.reason for sprite in sprites] == [None, RecycleReason.FAILED, RecycleReason.FAILED, None]
    pool.sprites.update(FRAME)
    assert [sprites[0].center_x, sprites[3].center_x] == [2, 602]
    assert_sound(pool)


def test_what_a_failed_sprite_leaves_behind_moves_from_the_next_update_on(manager: PoolManager) -> None:
    """I2: also in a pool that is moved after it; and its hook may clear its own pool."""

    class Fragile(Mover):
        def on_recycle(self) -> None:
            debris.append(moving(pieces, 5, 5))
            if clears:
                pool.clear()

    debris: list[Any] = []
    clears = False
    pool = manager.create_sprite_pool(Fragile, use_spatial_hash=True)
    pieces = manager.create_sprite_pool(Mover)
    for clears in (False, True):  # the hook reads it
        sprites = [moving(pool, 200 * number, 0) for number in range(3)]
        sprites[1].change_x = math.inf
        debris.clear()
        with pytest.raises((ValueError, OverflowError)):
            manager.update(FRAME)
        assert sprites[1].lease.reason is RecycleReason.FAILED
        assert {piece.position for piece in debris} == {(5, 5)}
        assert len(debris) == (3 if clears else 1)
        manager.update(FRAME)
        assert {piece.position for piece in debris} == {(6, 5)}
        assert_sound(pool)
        pool.clear()


def test_a_list_that_forgot_a_sprite_is_reported_once(manager: PoolManager, movers: SpritePool[Mover]) -> None:
    """F4: Arcade's clear(deep=False) leaves the sprite believing that it is in there."""
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    sprites = [moving(movers, number, 0) for number in range(3)]
    own.append(sprites[1])
    own.clear(deep=False)
    with pytest.raises(KeyError):
        manager.update(FRAME)
    assert [sprite.lease.reason for sprite in sprites] == [None, RecycleReason.FAILED, None]
    manager.update(FRAME)
    assert [sprites[0].center_x, sprites[2].center_x] == [2, 4]
    assert movers.spawn(9, 9) is sprites[1]
    manager.update(FRAME)
    assert_sound(movers)


def test_a_delta_time_that_is_no_number_leaves_no_view(manager: PoolManager) -> None:
    """A kept error must not keep the buffers from growing."""
    pool = manager.create_sprite_pool(Mover, update=False)
    movers = [moving(pool)]
    with pytest.raises(ValueError, match="could not convert") as caught:
        pool.sprites.update("soon")  # type: ignore[arg-type]  # what is tested
    movers.extend(moving(pool, number, 0) for number in range(500))
    pool.sprites.update(FRAME)
    assert movers[-1].center_x == 500
    assert caught.value is not None


def test_debug_mode_sees_what_happens_to_idle_ones(window: arcade.Window) -> None:
    """D1: a moved idle sprite is named, a moved and recycled one is not."""
    debug_manager = PoolManager(debug=True)
    pool = debug_manager.create_sprite_pool(Mover)
    mover = moving(pool, 3, 4)
    run_updates(debug_manager, 2)
    mover.recycle()
    next_frame(pool)
    assert pool.spawn(5, 5) is mover
    mover.recycle()
    mover.center_x = 50
    next_frame(pool)
    with pytest.warns(PoolWarning, match="position"):
        pool.spawn(5, 5)


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
    assert printed.splitlines() == ["none 0", "played"]


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
    warnings.simplefilter("always")
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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("_next_slot", "_next_slot_renamed"),
        ("_update_position", "_update_position_renamed"),
        ("_update_angle", "_update_angle_renamed"),
        ("__slots__", "no_slots"),
    ],
)
def test_on_another_arcade_it_falls_back_and_says_so_once(old: str, new: str) -> None:
    """M1: Sprite.update moves them then; the same play comes to the same."""
    printed = run_script(RENAMING + FALLBACK, old, new, r"arcade\.(sprite|sprite_list)\..*")
    slow, *rest = printed.splitlines()
    assert "batched motion" in slow
    assert rest == ["warned 1 RuntimeWarning", "played"]


def test_on_an_arcade_that_means_another_speed_it_falls_back() -> None:
    """M1: exactly the meaning of Sprite.update, whatever that is."""
    play = """
class Mover(PooledSprite):
    batched_motion = True


window = arcade.Window(200, 200)
warnings.simplefilter("ignore")
manager = PoolManager()
mover = manager.create_sprite_pool(Mover).spawn(0, 0)
mover.change_x = 6
manager.update(0.5)
print(mover.position)
"""
    printed = run_script(RENAMING + play, r"delta_time \*= 60", "delta_time *= 1", r"arcade\.sprite\.sprite")
    assert printed.splitlines() == ["batched motion 1 RuntimeWarning", "(3.0, 0.0)"]


def test_on_this_arcade_it_says_nothing() -> None:
    printed = run_script(RENAMING + FALLBACK, "", "", "")
    assert printed.splitlines() == ["none 0", "warned 0", "played"]
