"""default_update.py: the update of arcade.Sprite written out comes to the same as Arcade's own (I2, F4)."""

from __future__ import annotations

import math
import random
from typing import Any

import arcade
import numpy as np
import pytest
from arcade.hitbox import HitBox, RotatableHitBox

from arcade_pool import PoolManager, RecycleReason

from .helpers import FRAME, Dot, assert_sound, run_updates, small_texture

TRIANGLE = ((-4.0, -4.0), (6.0, -4.0), (0.0, 8.0))


class OwnBox(RotatableHitBox):
    """Of a class of the game's."""


def plain(place: tuple[float, float], angle: float) -> arcade.Sprite:
    """The same sprite as a Dot, and no pool."""
    return arcade.Sprite(small_texture(), 1, *place, angle)


def change(draw: random.Random, sprite: Any, other: Any, own: Any, others: Any) -> None:
    """One thing that a game may do to a sprite, done to both."""
    act = draw.choice(["velocity", "velocity", "turn", "stop", "place", "list", "box", "odd"])
    if act == "velocity":
        sprite.velocity = other.velocity = (draw.uniform(-9, 9), draw.choice([0, 0.5, -7]))
    elif act == "turn":
        sprite.change_angle = other.change_angle = draw.choice([0, 5, -0.25, 400])
    elif act == "stop":
        sprite.velocity = other.velocity = (0, 0)
    elif act == "place":
        sprite.position = other.position = draw.choice([(5, 7), (1e9, -1e9), (2.0**24, 0.1), (-0.0, 3)])
    elif act == "list" and sprite not in own:
        own.append(sprite)
        others.append(other)
    elif act == "box":
        kind = draw.choice([HitBox, RotatableHitBox, OwnBox])
        sprite.hit_box, other.hit_box = (kind(TRIANGLE, position=each.position) for each in (sprite, other))
    elif act == "odd":
        sprite.velocity = other.velocity = draw.choice([[1, 2], np.array([3.0, -1.0]), (math.nan, 1), (math.inf, 0)])


@pytest.mark.parametrize("seed", range(12))
def test_random_sprites_come_to_the_same_as_in_a_sprite_list(manager: PoolManager, seed: int) -> None:
    """Places, angles, edges and buffers, whatever the game does meanwhile."""
    draw = random.Random(seed)  # noqa: S311  # as long as it is the same every time
    pool = manager.create_sprite_pool(Dot)
    alike: Any = arcade.SpriteList()
    own, others = arcade.SpriteList[Any](), arcade.SpriteList[Any]()
    pairs: list[tuple[Any, Any]] = []
    for _ in range(30):
        place, angle = (draw.uniform(0, 800), draw.randrange(600)), draw.choice([0, 90, 33.3])
        pairs.append((pool.spawn(*place, angle=angle), plain(place, angle)))
        alike.append(pairs[-1][1])
    assert pool._lifecycle.updates is not None
    for _ in range(25):
        for _ in range(6):
            change(draw, *draw.choice(pairs), own, others)
        delta_time = draw.choice([FRAME, 0.0, 0.1, 1 / 7])
        manager.update(delta_time)
        alike.update(delta_time)
        for sprite, other in pairs:
            assert np.array_equal(sprite.position, other.position, equal_nan=True)
            assert sprite.angle == other.angle
            points, wanted = sprite.hit_box.get_adjusted_points(), other.hit_box.get_adjusted_points()
            assert np.array_equal(points, wanted, equal_nan=True)
            for each, theirs in ((pool.sprites, alike), (own, others)):
                if sprite in each:
                    slot, slot2 = each.sprite_slot[sprite] * 4, theirs.sprite_slot[other] * 4
                    ours, alikes = each._sprite_pos_angle_data, theirs._sprite_pos_angle_data
                    assert np.array_equal(ours[slot : slot + 4], alikes[slot2 : slot2 + 4], equal_nan=True)


@pytest.mark.parametrize("batched", [False, True])
def test_a_pool_at_rest_has_nothing_to_upload(manager: PoolManager, batched: bool) -> None:
    """As in Arcade, the buffer is only sent again when something moves."""
    pool = manager.create_sprite_pool(type("Stone", (Dot,), {"batched_motion": batched}))
    sprites: Any = [pool.spawn(number, 5) for number in range(5)]
    run_updates(manager)
    manager.draw()
    run_updates(manager)
    assert not pool.sprites._sprite_pos_angle_changed
    for name in ("change_x", "change_y", "change_angle"):
        setattr(sprites[2], name, 1)
        run_updates(manager)
        assert pool.sprites._sprite_pos_angle_changed
        manager.draw()
        setattr(sprites[2], name, 0)
        run_updates(manager)
        assert not pool.sprites._sprite_pos_angle_changed
    assert_sound(pool)


def test_it_calls_no_update(manager: PoolManager, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nothing would be gained; and a class that was patched is asked."""
    pool = manager.create_sprite_pool(Dot)
    sprite = pool.spawn(5, 5, lifetime=None)
    sprite.change_x = 2
    called: list[Any] = []
    monkeypatch.setattr(arcade.Sprite, "center_x", property(called.append))
    run_updates(manager)
    assert (sprite.position, called) == ((7, 5), [])
    monkeypatch.setattr(Dot, "update", lambda self, delta_time: called.append(self), raising=False)
    run_updates(manager)
    assert (sprite.position, called) == ((7, 5), [sprite])


class Shy(Dot):
    """Its update is its own business, and that of each instance."""

    def __init__(self) -> None:
        super().__init__()
        self.update = self.hide  # type: ignore[method-assign,assignment]

    def hide(self, delta_time: float) -> None:
        self.alpha = 7


class Turning(Dot):
    """Overrides what the update goes through."""

    @property
    def change_angle(self) -> float:
        return 3.0

    @change_angle.setter
    def change_angle(self, value: float) -> None:
        pass


class Stepping(Dot):
    """Has an update of its own."""

    def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
        self.center_x += 10


def test_what_a_class_does_its_own_way_is_called(manager: PoolManager) -> None:
    shy = manager.create_sprite_pool(Shy).spawn(5, 5)
    turning = manager.create_sprite_pool(Turning).spawn(5, 5)
    kinds = iter([Dot, Stepping])
    mixed = manager.create_sprite_pool(lambda: next(kinds)(), key="mixed")  # noqa: PLW0108  # another kind each time
    still, stepping = mixed.spawn(5, 5, velocity=(1, 0)), mixed.spawn(5, 5)
    run_updates(manager, 2)
    assert (shy.alpha, turning.angle, still.center_x, stepping.center_x) == (7, 6, 7, 25)


def test_a_sprite_that_is_spawned_in_an_update_waits_for_the_next(manager: PoolManager) -> None:
    """I2, also in a pool whose sprites are moved without a call, and after its counts were reset."""

    class Mother(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            if not born:
                manager.reset_stats()
                born.append(dots.spawn(5, 5, velocity=(1, 0)))

    born: list[Dot] = []
    mothers = manager.create_sprite_pool(Mother)
    dots = manager.create_sprite_pool(Dot)
    mothers.spawn(1, 1)
    old = dots.spawn(5, 5, velocity=(1, 0))
    run_updates(manager)
    assert (old.center_x, born[0].center_x) == (6, 5)
    run_updates(manager)
    assert (old.center_x, born[0].center_x) == (7, 6)


def test_a_sprite_that_call_soon_spawns_takes_part_in_this_update(manager: PoolManager) -> None:
    """I2, also when another one is born meanwhile, which does not."""

    class Mother(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            born.append(dots.spawn(5, 5, velocity=(1, 0)))

    born: list[Dot] = []
    mothers = manager.create_sprite_pool(Mother)
    dots = manager.create_sprite_pool(Dot)
    mothers.spawn(1, 1)
    asked: list[Dot] = []
    manager.call_soon(lambda: asked.append(dots.spawn(5, 5, velocity=(1, 0))))
    run_updates(manager)
    assert (asked[0].center_x, born[0].center_x) == (6, 5)


def test_an_update_that_raises_ends_its_lease_alone(manager: PoolManager) -> None:
    """F4."""
    pool = manager.create_sprite_pool(Dot)
    good, bad, last = (pool.spawn(5, 5, velocity=(1, 0)) for _ in range(3))
    lease = bad.lease
    bad.velocity = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        run_updates(manager)
    assert lease.reason is RecycleReason.FAILED
    assert (good.center_x, last.center_x) == (6, 6)
    assert_sound(pool)


def test_a_spatial_hash_follows(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    sprite = pool.spawn(5, 5, velocity=(500, 0))
    run_updates(manager)
    probe = plain((505, 5), 0)
    assert arcade.check_for_collision_with_list(probe, pool.sprites) == [sprite]
