"""Hit boxes of sprites in batched motion (M1)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import arcade
import pytest
from arcade.hitbox import HitBox, RotatableHitBox

from arcade_pool import PoolManager, SpritePool
from arcade_pool.sprites.flying import kind_of

from .helpers import Dot, assert_sound, run_updates


class Mover(Dot):
    """16 by 8 pixels, moved in a batch."""

    batched_motion = True


class Upright(HitBox):
    """A box that does not turn."""


class Slotted(RotatableHitBox):
    """A box with an attribute that is not in its dictionary."""

    __slots__ = ("mark",)


def edges(box: HitBox) -> tuple[float, float, float, float]:
    """Left, right, bottom and top."""
    return (round(box.left, 6), round(box.right, 6), round(box.bottom, 6), round(box.top, 6))


@pytest.fixture
def pool(manager: PoolManager) -> SpritePool[Mover]:
    """Of movers."""
    return manager.create_sprite_pool(Mover)


def fly(pool: SpritePool[Mover], **kwargs: Any) -> Mover:
    """One that moves to the right and turns."""
    sprite = pool.spawn(100, 50, **kwargs)
    sprite.velocity, sprite.change_angle = (6, 0), 90
    return sprite


def test_a_box_that_a_game_has_kept_is_where_its_sprite_is(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """As with a sprite that moves by itself."""
    sprite = fly(pool)
    box = sprite.hit_box
    assert edges(box) == (92, 108, 46, 54)
    run_updates(manager)
    assert edges(box) == (102, 110, 42, 58)
    assert isinstance(box, RotatableHitBox)
    assert (box.position, box.angle) == ((106, 50), 90)
    assert sprite.hit_box is box
    sprite.position = (0, 0)
    sprite.angle = 0
    assert edges(box) == (-8, 8, -4, 4)
    sprite.scale = 2
    assert edges(box) == (-16, 16, -8, 8)


def test_points_are_worked_out_once_for_each_place(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """What rests is not turned anew for each check."""
    box = fly(pool).hit_box
    points = box.get_adjusted_points()
    assert box.get_adjusted_points() is points
    run_updates(manager)
    moved = box.get_adjusted_points()
    assert moved is not points
    assert box.get_adjusted_points() is moved


def test_a_box_is_of_its_own_class(pool: SpritePool[Mover]) -> None:
    """What follows a row is not for a game to see."""
    box = fly(pool).hit_box
    assert isinstance(box, RotatableHitBox)
    assert (type(box).__name__, type(box).__module__) == ("RotatableHitBox", RotatableHitBox.__module__)
    assert kind_of(box) is RotatableHitBox
    turned = box.create_rotatable(angle=90)
    assert type(turned) is RotatableHitBox
    assert edges(turned) == (96, 104, 42, 58)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda box: pickle.loads(pickle.dumps(box))])  # noqa: S301
def test_a_copy_stays_where_it_was_made(manager: PoolManager, pool: SpritePool[Mover], copied: Any) -> None:
    """And belongs to nobody."""
    sprite = fly(pool)
    run_updates(manager)
    other = copied(sprite.hit_box)
    assert type(other) is RotatableHitBox
    run_updates(manager)
    assert edges(other) == (102, 110, 42, 58)
    assert edges(sprite.hit_box) == (104, 120, 46, 54)


@pytest.mark.parametrize("kind", [RotatableHitBox, Slotted, Upright])
def test_a_box_of_the_games_own_follows_and_is_left_behind(
    manager: PoolManager, pool: SpritePool[Mover], kind: type[HitBox]
) -> None:
    """It is the very same object; when its sprite's life is over it stays where it was."""
    sprite = fly(pool)
    own = kind([(-1.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-1.0, 2.0)])
    first = sprite.hit_box
    sprite.hit_box = own
    assert sprite.hit_box is own
    run_updates(manager)
    expected = (105, 109, 48, 52) if kind is Upright else (104, 108, 47, 51)
    assert edges(own) == expected
    assert edges(first) == (92, 108, 46, 54), "it is nobody's any more"
    sprite.recycle()
    assert type(own) is kind
    assert edges(own) == expected
    again = fly(pool)
    assert again.hit_box is first
    assert edges(first) == (92, 108, 46, 54)
    assert_sound(pool)


def test_a_box_that_another_sprite_takes_follows_that(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """And its first sprite has it back in its next life."""
    one, other = fly(pool), fly(pool)
    box = one.hit_box
    other.hit_box = box
    other.position = (300, 50)
    assert edges(box) == (292, 308, 46, 54)
    other.recycle()
    one.recycle()
    again = fly(pool)
    assert again is one
    assert again.hit_box is box
    run_updates(manager)
    assert edges(box) == (102, 110, 42, 58)


def test_a_destroyed_sprite_keeps_its_box_where_it_is(pool: SpritePool[Mover]) -> None:
    """It is a sprite as any other, and its box follows it as Arcade has it."""
    sprite = fly(pool)
    box = sprite.hit_box
    pool.close()
    assert type(box) is RotatableHitBox
    sprite.position = (7, 8)
    assert edges(box) == (-1, 15, 4, 12)


def test_collisions_are_those_of_the_moved_boxes(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """By Arcade's own check."""
    target = arcade.SpriteSolidColor(4, 4, 134, 50)
    sprites = [fly(pool), pool.spawn(500, 50)]
    hits = []
    for _ in range(8):
        hits.append(arcade.check_for_collision_with_list(target, pool.sprites))
        run_updates(manager)
    assert hits[0] == hits[1] == []
    assert [sprites[0]] in hits
    assert all(sprites[1] not in found for found in hits)
