"""Hit boxes of sprites in batched motion (M1)."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import arcade
import pytest
from arcade.hitbox import HitBox, RotatableHitBox

from arcade_pool import PoolManager, SpritePool
from arcade_pool.sprites.batched_hit_box import kind_of

from .helpers import Dot, assert_sound, run_updates


class Mover(Dot):
    """16 by 8 pixels, moved in a batch."""

    batched_motion = True


class Upright(HitBox):
    """A box that does not turn."""


class Turned(RotatableHitBox):
    """A game's own kind of box."""


class Aside(RotatableHitBox):
    """A box that stands 50 pixels to the right of its sprite."""

    @property
    def position(self) -> Any:
        """The place of the box."""
        return self._position

    @position.setter
    def position(self, value: Any) -> None:
        self._position = (value[0] + 50, value[1])
        self._adjusted_cache_dirty = True


def edges(box: HitBox) -> tuple[float, float, float, float]:
    """Left, right, bottom and top."""
    return (round(box.left, 6), round(box.right, 6), round(box.bottom, 6), round(box.top, 6))


@pytest.fixture
def pool(manager: PoolManager) -> SpritePool[Mover]:
    """Of movers, whose class nothing has been done to yet."""

    class Fresh(Mover):
        pass

    return manager.create_sprite_pool(Fresh)


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


def test_a_box_is_what_arcade_makes(pool: SpritePool[Mover]) -> None:
    """For a game there is no other kind."""
    box = fly(pool).hit_box
    assert isinstance(box, RotatableHitBox)
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


POINTS = [(-1.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-1.0, 2.0)]


@pytest.mark.parametrize("kind", [RotatableHitBox, Turned, Upright])
def test_a_box_of_the_games_own_is_where_its_sprite_is(
    manager: PoolManager, pool: SpritePool[Mover], kind: type[HitBox]
) -> None:
    """It is the very same object; when its sprite's life is over it stays where it was."""
    sprite = fly(pool)
    own = kind(POINTS)
    first = sprite.hit_box
    sprite.hit_box = own
    assert sprite.hit_box is own
    run_updates(manager)
    expected = (105, 109, 48, 52) if kind is Upright else (104, 108, 47, 51)
    assert edges(sprite.hit_box) == expected
    assert edges(first) == (92, 108, 46, 54), "it is nobody's any more"
    sprite.recycle()
    assert type(own) is kind
    assert edges(own) == expected
    again = fly(pool)
    assert again.hit_box is first
    run_updates(manager)
    assert edges(first) == (102, 110, 42, 58)
    assert_sound(pool)


def test_what_a_kind_of_box_makes_of_its_place_counts(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """As with a sprite that moves by itself."""
    sprite = fly(pool)
    sprite.change_angle = 0
    sprite.hit_box = Aside(POINTS)
    run_updates(manager)
    assert edges(sprite.hit_box) == (155, 159, 48, 52)


def test_sprites_that_exchange_their_boxes_have_them_where_they_are(
    manager: PoolManager, pool: SpritePool[Mover]
) -> None:
    """And each has its own back in its next life."""
    one, other = fly(pool), fly(pool)
    boxes = one.hit_box, other.hit_box
    one.hit_box, other.hit_box = other.hit_box, one.hit_box
    other.position = (300, 50)
    run_updates(manager)
    assert edges(one.hit_box) == (102, 110, 42, 58)
    assert edges(other.hit_box) == (302, 310, 42, 58)
    one.recycle()
    other.recycle()
    again, third = pool.spawn(0, 0), pool.spawn(50, 0)
    assert {again.hit_box, third.hit_box} == set(boxes)
    assert (edges(again.hit_box), edges(third.hit_box)) == ((-8, 8, -4, 4), (42, 58, -4, 4))


def test_a_box_that_another_sprite_takes_is_where_each_of_them_asks_for_it(
    manager: PoolManager, pool: SpritePool[Mover]
) -> None:
    """Also when the first of them has ended, lives again, or is destroyed."""
    one, other = fly(pool), fly(pool)
    other.hit_box = box = one.hit_box
    other.position = (300, 50)
    assert (edges(one.hit_box), edges(other.hit_box)) == ((92, 108, 46, 54), (292, 308, 46, 54))
    one.recycle()
    run_updates(manager)
    assert edges(other.hit_box) == (302, 310, 42, 58)
    again = fly(pool)
    assert again.hit_box is box
    run_updates(manager)
    assert edges(again.hit_box) == (102, 110, 42, 58)
    assert edges(other.hit_box) == (304, 320, 46, 54)
    again.recycle()
    pool.trim(0)
    run_updates(manager)
    assert edges(other.hit_box) == (314, 322, 42, 58)


def test_a_box_that_a_sprite_of_another_class_takes_is_where_both_ask_for_it(
    manager: PoolManager, pool: SpritePool[Mover]
) -> None:
    """Neither knows of the other."""

    class Other(Mover):
        pass

    one, other = fly(pool), manager.create_sprite_pool(Other).spawn(300, 50)
    other.hit_box = one.hit_box
    run_updates(manager)
    assert edges(other.hit_box) == (292, 308, 46, 54)
    assert edges(one.hit_box) == (102, 110, 42, 58)
    run_updates(manager)
    assert edges(one.hit_box) == (104, 120, 46, 54)


def test_a_box_for_a_whole_class_is_where_each_asks_for_it(manager: PoolManager) -> None:
    """Given to each in ``__init__``."""
    shared = RotatableHitBox(POINTS)

    class Alike(Mover):
        def __init__(self) -> None:
            super().__init__()
            self.hit_box = shared

    pool = manager.create_sprite_pool(Alike)
    for _ in range(2):
        sprites = [pool.spawn(100 * place, 0) for place in range(3)]
        for sprite in sprites:
            sprite.change_x = 6
        run_updates(manager)
        for _ in range(2):
            assert [sprite.hit_box.left for sprite in sprites] == [5, 105, 205]
        pool.clear()


def test_a_sprite_without_a_pool_that_takes_a_box_moves_it(manager: PoolManager, pool: SpritePool[Mover]) -> None:
    """As Arcade has it: whoever moved last."""
    plain = arcade.SpriteSolidColor(4, 4)
    sprite = fly(pool)
    plain.hit_box = sprite.hit_box
    sprite.recycle()
    plain.position = (300, 300)
    assert edges(plain.hit_box) == (292, 308, 296, 304)
    again = fly(pool)
    run_updates(manager)
    assert edges(again.hit_box) == (102, 110, 42, 58)


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
