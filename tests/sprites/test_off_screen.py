"""OffScreen (O1) and AnimationDone (O2)."""

from __future__ import annotations

import gc
import math
import random
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import arcade
import pytest
from arcade.types import LBWH, LRBT

from arcade_pool import (
    AnimationDone,
    BadYield,
    Frames,
    OffScreen,
    Pool,
    PooledSprite,
    PoolManager,
    RecycleReason,
    SpritePool,
)
from helpers import Coroutine, run_script

from .helpers import Dot, ScriptError, assert_sound, run_updates, small_texture

AREA = LBWH(100, 50, 400, 300)
NAN = math.nan


def is_outside(sprite: Any, area: arcade.Rect, margin: float = 0.0) -> bool:
    """The rule, from the corners of the turned rectangle."""
    angle = math.radians(-sprite.angle)
    xs, ys = [], []
    for across, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        x, y = across * sprite.width / 2, up * sprite.height / 2
        xs.append(sprite.center_x + x * math.cos(angle) - y * math.sin(angle))
        ys.append(sprite.center_y + x * math.sin(angle) + y * math.cos(angle))
    return bool(
        max(xs) + margin <= area.left
        or min(xs) - margin >= area.right
        or max(ys) + margin <= area.bottom
        or min(ys) - margin >= area.top
    )


def ended(manager: PoolManager, *sprites: Any) -> list[bool]:
    """Which of the leases one update ends."""
    leases = [manager.lease(sprite) for sprite in sprites]
    run_updates(manager)
    assert {lease.reason for lease in leases} <= {None, RecycleReason.EXPIRED}
    return [not lease.alive for lease in leases]


@pytest.fixture
def pool(manager: PoolManager) -> SpritePool[Dot]:
    """Sprites of 16 by 8 pixels that live inside AREA."""
    return manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=AREA))


# --- where the edge is ---


@pytest.mark.parametrize(
    ("x", "y", "outside"),
    [
        (300, 200, False),
        (92, 200, True),  # touches the left edge: 92 + 8 = 100
        (92.001, 200, False),
        (508, 200, True),
        (507.999, 200, False),
        (300, 46, True),
        (300, 46.001, False),
        (300, 354, True),
        (300, 353.999, False),
        (92.001, 46.001, False),
        (-1e9, 200, True),
        (300, 1e12, True),
        (math.inf, 200, True),
        (NAN, 200, True),
        (300, NAN, True),
    ],
)
def test_touching_is_outside(manager: PoolManager, pool: SpritePool[Dot], x: float, y: float, *, outside: bool) -> None:
    """O1: outside when no part is inside; a place that is no place is outside."""
    assert ended(manager, pool.spawn(x, y)) == [outside]
    assert_sound(pool)


@pytest.mark.parametrize("angle", [90, -90, 270, 450])
def test_touching_is_outside_for_a_sprite_on_its_side(
    manager: PoolManager, pool: SpritePool[Dot], angle: float
) -> None:
    """O1: 16 by 8 pixels, turned by a quarter, are 8 by 16."""
    touching = [pool.spawn(96, 200, angle=angle), pool.spawn(504, 200, angle=angle)]
    touching += [pool.spawn(300, 42, angle=angle), pool.spawn(300, 358, angle=angle)]
    inside = [pool.spawn(96.01, 200, angle=angle), pool.spawn(300, 357.99, angle=angle)]
    assert ended(manager, *touching, *inside) == [True] * 4 + [False] * 2
    # At the window's own edge, where a rounding error of the sine is not swallowed by the size of the numbers.
    at_origin = [pool.spawn(-4, 200, angle=angle, lifetime=OffScreen())]
    at_origin += [pool.spawn(200, -8, angle=angle, lifetime=OffScreen())]
    assert ended(manager, *at_origin) == [True] * 2


@pytest.mark.parametrize("angle", [0, 180, 360, -180])
def test_upright_sprite_has_its_own_size(manager: PoolManager, pool: SpritePool[Dot], angle: float) -> None:
    assert ended(manager, pool.spawn(92, 200, angle=angle), pool.spawn(92.01, 200, angle=angle)) == [True, False]


def test_turned_box_counts(manager: PoolManager) -> None:
    """O1: the bounding box of the turned size, not the size and not the hit box."""
    pool = manager.create_sprite_pool(lambda: arcade.SpriteSolidColor(100, 2), lifetime=OffScreen(bounds=AREA))
    reach = math.sqrt(0.5) * 51
    flat = pool.spawn(100 - reach + 0.01, 200, angle=45)
    assert ended(manager, flat, pool.spawn(100 - reach - 0.01, 200, angle=45)) == [False, True]
    flat.angle = 90
    assert ended(manager, flat) == [True]


@pytest.mark.parametrize(("scale", "reach"), [(2, 16), (-2, 16), ((-3, 1), 24), ((0, 0), 0), (0.5, 4)], ids=str)
def test_scale_counts_whatever_its_sign(manager: PoolManager, pool: SpritePool[Dot], scale: Any, reach: float) -> None:
    """O1."""
    just_in, just_out = pool.spawn(100 - reach + 0.01, 200, scale=scale), pool.spawn(100 - reach, 200, scale=scale)
    assert ended(manager, just_in, just_out) == [False, True]


@pytest.mark.parametrize("margin", [0, 10, 2.5, -3, -30])
def test_margin_grows_the_sprite(manager: PoolManager, margin: float) -> None:
    """O1: pixels by which it must be further away; a negative one ends it earlier."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(margin, bounds=AREA))
    edge = 100 - 8 - margin
    assert ended(manager, pool.spawn(edge + 0.01, 200), pool.spawn(edge, 200)) == [False, True]


def test_hidden_and_see_through_sprites_count_too(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    hidden, clear = pool.spawn(300, 200), pool.spawn(300, 200)
    hidden.visible = False
    clear.alpha = 0
    assert ended(manager, hidden, clear) == [False, False]


def test_ten_thousand_random_sprites(manager: PoolManager) -> None:
    """O1, against the corners themselves: near the edges, turned, scaled, mirrored, with margins."""
    draw = random.Random(8)  # noqa: S311
    for margin in (0, 7, -4):
        pool = manager.create_sprite_pool(Dot, key=margin, lifetime=OffScreen(margin, bounds=AREA))
        for _ in range(6):
            dots = []
            for _ in range(600):
                x = draw.choice((AREA.left, AREA.right, draw.uniform(0, 600))) + draw.uniform(-40, 40)
                y = draw.choice((AREA.bottom, AREA.top, draw.uniform(0, 400))) + draw.uniform(-40, 40)
                scale = (draw.uniform(-4, 4), draw.uniform(-4, 4))
                dots.append(pool.spawn(x, y, angle=draw.uniform(-400, 400), scale=scale))
            expected = {dot.lease: is_outside(dot, AREA, margin) for dot in dots}
            run_updates(manager)
            assert {lease: not lease.alive for lease in expected} == expected
            assert_sound(pool)
            pool.clear()


def test_far_away_worlds(manager: PoolManager) -> None:
    """O1: the buffers hold single precision, the rule does not."""
    area = LBWH(16_000_000, -16_000_000, 1000, 1000)
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=area))
    just_in, just_out = pool.spawn(15_999_992.25, -15_999_500), pool.spawn(15_999_992, -15_999_500)
    assert ended(manager, just_in, just_out, pool.spawn(16_000_500, -15_999_500)) == [False, True, False]
    # A billion pixels away single precision knows every 64th pixel: it moves this sprite to the right by 31.
    far = LBWH(1e9 - 23, 0, 1000, 1000)
    assert ended(manager, pool.spawn(1e9 - 31, 500, lifetime=OffScreen(bounds=far))) == [True]


# --- when it is asked ---


@pytest.mark.parametrize("watched", [False, True])
def test_it_is_first_asked_in_the_update_after_the_spawn(
    manager: PoolManager, pool: SpritePool[Dot], *, watched: bool
) -> None:
    """T3: also for what is spawned inside an update, before or after what is due; and whether others wait already."""
    if watched:
        pool.spawn(300, 200)
        run_updates(manager)
    outside = pool.spawn(0, 0).lease
    assert outside.alive
    made: list[Any] = []

    def make() -> None:
        made.append(pool.spawn(0, 0).lease)

    def life(sprite: Any) -> Any:
        yield None
        make()
        yield None

    pool.spawn(300, 200, lifetime=life)
    manager.call_soon(make)
    run_updates(manager)
    assert not outside.alive
    assert [lease.alive for lease in made] == [True, True]
    run_updates(manager)
    assert [lease.alive for lease in made] == [False, False]


def test_it_sees_the_positions_of_this_frame(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """I2: after the sprites have moved."""
    dot = pool.spawn(93, 200)
    dot.change_x = -1
    assert ended(manager, dot) == [True]
    back = pool.spawn(91, 200)
    back.change_x = 2
    assert ended(manager, back) == [False]


def test_an_item_in_its_next_life_waits_anew(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """L5: what its last life waited for says nothing."""
    dot = pool.spawn(300, 200)
    run_updates(manager)
    dot.recycle()
    again = pool.spawn(0, 0, lifetime=None)
    assert again is dot
    run_updates(manager, 3)
    assert again.lease.alive
    again.recycle()
    assert pool.spawn(300, 200) is dot
    run_updates(manager, 3)
    assert dot.lease.alive
    dot.position = (0, 0)
    assert ended(manager, dot) == [True]


def test_new_sprite_with_an_old_slot_waits_anew(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """L5: the item was destroyed and its slot given to another."""
    old = pool.spawn(300, 200)
    run_updates(manager)
    old.recycle()
    pool.trim(0)
    new = pool.spawn(0, 0, lifetime=Frames(3))
    run_updates(manager, 2)
    assert new.lease.alive
    other = pool.spawn(0, 0)
    assert ended(manager, new, other) == [True, True]


def test_thousands_come_and_go(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """Nobody is forgotten while others end by recycle, by the screen, and slots change hands."""
    draw = random.Random(9)  # noqa: S311
    inside: dict[Dot, Any] = {}
    for _ in range(600):
        for _ in range(6):
            dot = pool.spawn(draw.uniform(110, 490), draw.uniform(60, 340))
            inside[dot] = dot.lease
        for dot in draw.sample(list(inside), min(len(inside), draw.randrange(6))):
            dot.recycle()
            del inside[dot]
        gone = []
        for dot in draw.sample(list(inside), min(len(inside), 3)):
            dot.position = (dot.center_x, 1000)
            gone.append(inside.pop(dot))
        if draw.random() < 0.1:
            pool.trim(draw.randrange(5))
        run_updates(manager)
        assert not any(lease.alive for lease in gone)
        assert all(lease.alive for lease in inside.values())
    assert_sound(pool)


# --- combined, and asked twice ---


def test_seconds_or_off_screen(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, lifetime=2.0 | OffScreen(bounds=AREA))
    stays, leaves = pool.spawn(300, 200), pool.spawn(300, 200)
    run_updates(manager, 60)
    leaves.position = (0, 0)
    assert ended(manager, stays, leaves) == [False, True]
    run_updates(manager, 58)
    assert stays.lease.alive
    assert ended(manager, stays) == [True]


def test_seconds_and_off_screen_is_remembered(manager: PoolManager) -> None:
    """a & b: each remembered once it was true."""
    pool = manager.create_sprite_pool(Dot, lifetime=Frames(5) & OffScreen(bounds=AREA))
    dot = pool.spawn(0, 0)
    run_updates(manager)
    dot.position = (300, 200)
    run_updates(manager, 3)
    assert dot.lease.alive
    assert ended(manager, dot) == [True]


def test_lifetime_and_task_may_wait_for_the_same(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """O1: both are told, whoever asked first."""
    log: list[str] = []

    def watch() -> Any:
        yield OffScreen(bounds=AREA)
        log.append("seen")
        yield None

    dot = pool.spawn(300, 200)
    dot.lease.start(watch())
    run_updates(manager, 2)
    assert log == []
    dot.position = (0, 0)
    run_updates(manager)
    assert not dot.lease.alive
    other = pool.spawn(300, 200, lifetime=None)
    for _ in range(2):
        other.lease.start(watch())
    log.clear()
    other.position = (0, 0)
    run_updates(manager, 2)
    assert log == ["seen", "seen"]


def test_parts_of_one_lifetime_may_wait_for_the_same(manager: PoolManager) -> None:
    """a & b on both sides of an |: the condition is remembered in each."""
    gone = OffScreen(bounds=AREA)
    pool = manager.create_sprite_pool(Dot, lifetime=(gone & Frames(9)) | (gone & Frames(4)))
    dot = pool.spawn(0, 0)
    run_updates(manager, 3)
    assert dot.lease.alive
    assert ended(manager, dot) == [True]


def test_new_lifetime_of_the_same_kind_replaces_the_old(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    dot = pool.spawn(300, 200)
    run_updates(manager)
    dot.lease.set_lifetime(OffScreen(bounds=AREA))
    dot.position = (0, 0)
    assert ended(manager, dot) == [True]


def test_a_coroutine_may_wait_for_it(manager: PoolManager) -> None:
    """The yield evaluates to the part that came true."""
    log: list[Any] = []
    gone = OffScreen(bounds=AREA)

    def life(sprite: Any) -> Any:
        while True:
            log.append((yield gone | Frames(3)))

    pool = manager.create_sprite_pool(Dot, lifetime=life)
    dot = pool.spawn(300, 200)
    run_updates(manager, 3)
    assert log == [Frames(3)]
    dot.position = (0, 0)
    run_updates(manager)
    assert log[1:] == [gone]


# --- entered ---


def test_entered_waits_until_it_was_inside(manager: PoolManager) -> None:
    """O1: for things that spawn outside and fly in."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=AREA, entered=True))
    comet = pool.spawn(0, 200)
    comet.change_x = 50
    lost = pool.spawn(0, 0)
    nowhere = pool.spawn(NAN, NAN)
    for _ in range(2):
        run_updates(manager, 12)
        assert not comet.lease.alive
        assert lost.lease.alive
        assert nowhere.lease.alive
        comet = pool.spawn(0, 200)
        comet.change_x = 50
    assert_sound(pool)


def test_entered_begins_anew_in_the_next_life(manager: PoolManager) -> None:
    """L5."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=AREA, entered=True))
    dot = pool.spawn(300, 200)
    run_updates(manager, 2)
    dot.recycle()
    assert pool.spawn(0, 0) is dot
    run_updates(manager, 3)
    assert dot.lease.alive


def test_entered_needs_more_than_a_touch(manager: PoolManager) -> None:
    """O1: touching is outside, so it is not inside."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=AREA, entered=True))
    dot = pool.spawn(92, 200)
    run_updates(manager, 2)
    dot.position = (0, 0)
    run_updates(manager, 2)
    assert dot.lease.alive


# --- whose bounds ---


def test_bounds_are_its_own_then_the_managers_then_the_windows(manager: PoolManager, window: arcade.Window) -> None:
    """O1."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen())
    own = pool.spawn(700, 500, lifetime=OffScreen(bounds=LBWH(650, 450, 100, 100)))
    general = pool.spawn(700, 500)
    assert ended(manager, own, general, pool.spawn(808, 500), pool.spawn(700, -4)) == [False, False, True, True]
    manager.bounds = AREA
    assert ended(manager, own, general) == [False, True]
    manager.bounds = None
    assert ended(manager, pool.spawn(700, 500)) == [False]


def test_bounds_may_be_a_function(manager: PoolManager) -> None:
    """Asked at each check."""
    area = [AREA]
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=lambda: area[0]))
    dot = pool.spawn(300, 200)
    assert ended(manager, dot) == [False]
    area[0] = LRBT(0, 100, 0, 100)
    assert ended(manager, dot) == [True]


def test_bounds_may_be_an_object_that_is_called(manager: PoolManager) -> None:
    """Also one that Python cannot hash, as every dataclass that may change."""

    @dataclass
    class Level:
        width: float

        def __call__(self) -> arcade.Rect:
            return LRBT(0, self.width, 0, 400)

    level = Level(500)
    pool = manager.create_sprite_pool(Dot)
    dot, other = pool.spawn(300, 200, lifetime=OffScreen(bounds=level)), pool.spawn(lifetime=Frames(2))
    assert ended(manager, dot, other) == [False, False]
    level.width = 100
    assert ended(manager, dot, other) == [True, True]


def random_camera(draw: random.Random, window: arcade.Window) -> arcade.Camera2D:
    """One that is moved, zoomed, turned, and shows an area of its own."""
    width, height = draw.choice((400, 800)), draw.choice((300, 600))
    left, bottom = draw.choice((0, -width / 2, 50)), draw.choice((0, -height / 2, -75))
    return arcade.Camera2D(
        viewport=LBWH(draw.choice((0, 100)), 0, 400, 300),
        position=(draw.uniform(-1000, 1000), draw.uniform(-1000, 1000)),
        up=(math.sin(turn := math.radians(draw.choice((0, 90, 180, draw.uniform(-180, 180))))), math.cos(turn)),
        zoom=draw.choice((1.0, 0.5, 2.0, 3.3)),
        projection=LRBT(left, left + width, bottom, bottom + height),
        window=window,
    )


def test_camera_means_what_it_shows(manager: PoolManager, window: arcade.Window) -> None:
    """O1, section 7: with zoom, turn, place and a projection of its own, measured by what Arcade projects."""
    draw = random.Random(10)  # noqa: S311
    for number in range(40):
        camera = random_camera(draw, window)
        view = camera.viewport
        seen = [camera.unproject(corner) for corner in (view.bottom_left, view.bottom_right, view.top_left)]
        seen.append(camera.unproject(view.top_right))
        area = LRBT(
            min(point.x for point in seen),
            max(point.x for point in seen),
            min(point.y for point in seen),
            max(point.y for point in seen),
        )
        pool = manager.create_sprite_pool(Dot, key=number, lifetime=OffScreen(bounds=camera))
        slack = 0.01
        x, y = draw.uniform(area.left, area.right), draw.uniform(area.bottom, area.top)
        inside = [
            pool.spawn(area.left - 8 + slack, y),
            pool.spawn(area.right + 8 - slack, y),
            pool.spawn(x, area.bottom - 4 + slack),
            pool.spawn(x, area.top + 4 - slack),
            pool.spawn(x, y),
        ]
        outside = [
            pool.spawn(area.left - 8 - slack, y),
            pool.spawn(area.right + 8 + slack, y),
            pool.spawn(x, area.bottom - 4 - slack),
            pool.spawn(x, area.top + 4 + slack),
        ]
        assert ended(manager, *inside, *outside) == [False] * 5 + [True] * 4


def test_camera_is_asked_at_the_time_of_the_check(manager: PoolManager, window: arcade.Window) -> None:
    """O1: manager.bounds = camera once, for a scrolling game; whether or not the camera is in use."""
    camera = arcade.Camera2D(window=window)
    manager.bounds = camera
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen())
    camera.position = (5000, 300)
    here, there = pool.spawn(400, 300), pool.spawn(5000, 300)
    assert ended(manager, here, there) == [True, False]
    camera.zoom = 0.1
    wide = pool.spawn(1010, 300)
    assert ended(manager, wide, there) == [False, False]
    camera.zoom = 1.0
    assert ended(manager, wide, there) == [True, False]
    with camera.activate():
        assert ended(manager, there) == [False]


def test_without_a_window_it_is_never_true() -> None:
    """O1: and neither does it raise; with a window that is opened later it is."""
    printed = run_script(
        """
import arcade
from arcade_pool import OffScreen, PooledSprite, PoolManager

manager = PoolManager()
pool = manager.create_sprite_pool(PooledSprite, lifetime=OffScreen())
dot = pool.spawn(-1e6, 5)
own = pool.spawn(-1e6, 5, lifetime=OffScreen(bounds=arcade.LBWH(0, 0, 10, 10)))
for _ in range(300):
    manager.update(1 / 60)
print(dot.lease.alive, own.lease.alive)
arcade.Window(100, 100)
manager.update(1 / 60)
print(dot.lease.alive)
"""
    )
    assert printed.split() == ["True", "False", "False"]


# --- what goes wrong ---


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"margin": "wide"}, TypeError),
        ({"margin": True}, TypeError),
        ({"margin": None}, TypeError),
        ({"margin": NAN}, ValueError),
        ({"margin": math.inf}, ValueError),
        ({"bounds": (0, 0, 1, 1)}, TypeError),
        ({"bounds": 5}, TypeError),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        OffScreen(**arguments)


def test_it_is_for_sprites_on_lease(manager: PoolManager) -> None:
    """TypeError at the spawn of anything else, BadYield in a task of the game's own."""
    pool: Pool[dict[str, int]] = manager.create_pool(dict)
    for condition in (OffScreen(), 2.0 | OffScreen(), OffScreen() & Frames(2), AnimationDone()):
        with pytest.raises(TypeError):
            pool.spawn(lifetime=condition)
        assert pool.active_count == 0

    def game(condition: Any) -> Any:
        yield condition

    for condition in (OffScreen(), AnimationDone()):
        with pytest.raises(BadYield):
            manager.start(game(condition))


def test_it_works_for_a_sprite_in_a_plain_pool(manager: PoolManager) -> None:
    """Any object can be pooled by create_pool; a sprite is a sprite there too."""
    pool = manager.create_pool(lambda: arcade.Sprite(small_texture()))
    sprite = pool.spawn(lifetime=OffScreen(bounds=AREA))
    lease = pool.lease(sprite)
    sprite.position = (300, 200)
    run_updates(manager, 2)
    assert lease.alive
    sprite.position = (0, 0)
    run_updates(manager)
    assert lease.reason is RecycleReason.EXPIRED


@pytest.mark.parametrize("wrong", [5, lambda: "area", lambda: 1 / 0], ids=["number", "no rect", "raises"])
def test_bounds_that_fail_end_the_leases_that_need_them(manager: PoolManager, wrong: Any) -> None:
    """F4, F5: theirs alone; the error comes at the end of the update, the next one works."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen())
    needing = [pool.spawn(300, 200).lease for _ in range(3)]
    other, due = pool.spawn(300, 200, lifetime=OffScreen(bounds=AREA)), pool.spawn(lifetime=Frames(1))
    manager.bounds = wrong
    with pytest.raises((TypeError, ZeroDivisionError)):
        run_updates(manager)
    assert {lease.reason for lease in needing} == {RecycleReason.FAILED}
    assert other.lease.alive
    assert not due.lease.alive
    run_updates(manager)
    assert_sound(pool)


@pytest.mark.parametrize("entered", [False, True])
def test_sprite_that_cannot_be_measured_fails_alone(manager: PoolManager, *, entered: bool) -> None:
    """F4: every other lease is served in the same update."""

    class Broken(Dot):
        broken = False

        @property
        def width(self) -> float:
            if self.broken:
                raise ScriptError
            return float(arcade.Sprite.width.fget(self))  # type: ignore[attr-defined]

        @width.setter
        def width(self, value: float) -> None:
            arcade.Sprite.width.fset(self, value)  # type: ignore[attr-defined]

    pool = manager.create_sprite_pool(Broken, lifetime=OffScreen(bounds=AREA, entered=entered))
    broken, gone, due = pool.spawn(0, 0), pool.spawn(300, 200), pool.spawn(300, 200, lifetime=Frames(2))
    run_updates(manager) if entered else None
    gone_lease, due_lease, broken_lease = gone.lease, due.lease, broken.lease
    gone.position = (0, 0)
    broken.broken = True
    with pytest.raises(ScriptError):
        run_updates(manager)
    assert broken_lease.reason is RecycleReason.FAILED
    assert not gone_lease.alive
    run_updates(manager, 2)
    assert not due_lease.alive
    assert_sound(pool)


def test_sprite_that_turns_without_end_fails_nobody_else(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """F4: an infinite angle, of a sprite that is off screen, has no sine."""
    endless, gone, due = pool.spawn(0, 0), pool.spawn(0, 0), pool.spawn(300, 200, lifetime=Frames(1))
    leases = [endless.lease, gone.lease, due.lease]
    endless.angle = math.inf
    try:
        run_updates(manager)
    except ValueError:
        assert leases[0].reason is RecycleReason.FAILED
    assert [lease.alive for lease in leases] == [False] * 3
    run_updates(manager)
    assert_sound(pool)


def test_closed_pools_are_not_held(manager: PoolManager) -> None:
    """A manager that lives on lets go of a pool's sprites when the pool is closed."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=AREA))
    dots = [pool.spawn(300, 200) for _ in range(5)]
    run_updates(manager)
    gone = [weakref.ref(dot) for dot in dots]
    pool.close()
    dots.clear()
    run_updates(manager, 2)
    gc.collect()
    assert [ref() for ref in gone] == [None] * 5


# --- AnimationDone (O2) ---


class Blast(PooledSprite, arcade.TextureAnimationSprite):
    """Three frames of 100, 50 and 150 ms: 0.3 seconds."""

    lifetime = AnimationDone()

    def __init__(self) -> None:
        super().__init__()
        self.animation = arcade.TextureAnimation(
            [arcade.TextureKeyframe(small_texture(8 + number, 8), ms) for number, ms in enumerate((100, 50, 150))]
        )


def test_animation_ends_when_it_has_run_its_length(manager: PoolManager) -> None:
    """O2: 0.3 seconds are 18 updates, in the first lease and in the next."""
    pool = manager.create_sprite_pool(Blast)
    for _ in range(3):
        blast = pool.spawn()
        seen = []
        for _ in range(17):
            run_updates(manager)
            assert blast.lease.alive
            seen.append(blast.texture.width)
        assert ended(manager, blast) == [True]
        assert set(seen) == {8, 9, 10}
        assert seen == sorted(seen)
    assert pool.stats().created == 1
    assert_sound(pool)


def test_one_long_update_ends_it_too(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Blast)
    blast = pool.spawn()
    manager.update(10)
    assert not blast.lease.alive


def test_time_that_stands_still_does_not_end_it(manager: PoolManager) -> None:
    """T6; and AnimationDone together with others."""
    pool = manager.create_sprite_pool(Blast)
    blast, short = pool.spawn(), pool.spawn(lifetime=AnimationDone() | 0.1)
    manager.paused = True
    run_updates(manager, 30)
    manager.paused = False
    run_updates(manager, 6)
    assert (blast.lease.alive, short.lease.alive) == (True, False)
    manager.time_scale = 0.5
    run_updates(manager, 23)
    assert blast.lease.alive
    assert ended(manager, blast) == [True]


def test_a_coroutine_may_wait_for_the_animation(manager: PoolManager) -> None:
    log: list[str] = []

    def life(sprite: Any) -> Any:
        yield AnimationDone()
        log.append("burnt out")
        sprite.time = 0.0
        yield AnimationDone()
        log.append("twice")

    pool = manager.create_sprite_pool(Blast)
    blast = pool.spawn(lifetime=life)
    run_updates(manager, 18)
    assert log == ["burnt out"]
    run_updates(manager, 18)
    assert log == ["burnt out", "twice"]
    assert not blast.lease.alive


def test_sprite_without_an_animation_is_refused(manager: PoolManager) -> None:
    """O2: at the spawn, with nothing left on lease."""
    pool = manager.create_sprite_pool(Dot)
    with pytest.raises(TypeError, match="TextureAnimation"):
        pool.spawn(lifetime=AnimationDone())
    assert (pool.active_count, pool.idle_count) == (0, 1)
    assert_sound(pool)


def test_animation_that_is_never_set_fails_alone(manager: PoolManager) -> None:
    """F4: Arcade raises when it is asked for it."""

    class Empty(PooledSprite, arcade.TextureAnimationSprite):
        def update_animation(self, delta_time: float = 0.0, **kwargs: Any) -> None:
            pass

    pool = manager.create_sprite_pool(Empty)
    lease, other = pool.spawn(lifetime=AnimationDone()).lease, pool.spawn()
    with pytest.raises(RuntimeError, match="No animation"):
        run_updates(manager)
    assert lease.reason is RecycleReason.FAILED
    assert other.lease.alive
    assert_sound(pool)


@pytest.mark.parametrize("entered", [False, True])
def test_an_interruption_loses_no_wait(manager: PoolManager, *, entered: bool) -> None:
    """Ctrl-C in the bounds, or in what a sprite says of itself: the next update asks again."""
    interruptions: list[str] = []

    def maybe(where: str) -> None:
        if where in interruptions:
            interruptions.remove(where)
            raise KeyboardInterrupt

    def bounds() -> arcade.Rect:
        maybe("bounds")
        return AREA

    class Own(Dot):
        @property  # type: ignore[misc]  # nobody writes it here
        def width(self) -> float:
            maybe("width")
            return 10.0

    manager.bounds = bounds
    pools = [manager.create_sprite_pool(kind, lifetime=OffScreen(entered=entered)) for kind in (Dot, Own)]
    leases = [pool.spawn(200, 200).lease for pool in pools for _ in range(2)]
    for place, alive in (((100, 200), True), ((5000, 0), False)):
        for lease in leases:
            sprite: Any = lease.get()
            sprite.position = place
        interruptions += ["bounds", "width", "bounds", "width"]
        while interruptions:
            with pytest.raises(KeyboardInterrupt):
                run_updates(manager)
        run_updates(manager)
        assert [lease.alive for lease in leases] == [alive] * 4


# --- AnimationDone counts from the right moment (O2) ---


def _animation(frames: int) -> arcade.TextureAnimation:
    keyframes = [arcade.TextureKeyframe(small_texture(8 + 2 * number), 100) for number in range(frames)]
    return arcade.TextureAnimation(keyframes)


class Walker(PooledSprite, arcade.TextureAnimationSprite):
    def __init__(self) -> None:
        self.walking, self.dying = _animation(3), _animation(4)
        arcade.TextureAnimationSprite.__init__(self, animation=self.walking)


@pytest.mark.parametrize("walked", [0, 1, 6, 17, 60])
@pytest.mark.parametrize("order", ["set, then asked", "asked, then set", "asked, then set later"])
def test_an_animation_is_shown_once_around_however_long_another_ran(
    manager: PoolManager, walked: int, order: str
) -> None:
    """O2: counts from when the present animation was set or asked for, whichever came last."""
    walker = manager.spawn(Walker)
    run_updates(manager, walked)
    if order == "set, then asked":
        walker.animation = walker.dying
    walker.lease.set_lifetime(AnimationDone())
    if order == "asked, then set later":
        run_updates(manager, 9)
    if order != "set, then asked":
        walker.animation = walker.dying
    updates = 0
    while walker.lease.alive:
        run_updates(manager)
        updates += 1
    assert updates == 24


def test_an_animation_that_is_asked_for_again_runs_again(manager: PoolManager) -> None:
    """O2."""
    turns: list[float] = []

    def twice(_sprite: Walker) -> Coroutine:
        for _ in range(2):
            yield AnimationDone()
            turns.append(manager.time)

    manager.spawn(Walker, lifetime=twice)
    run_updates(manager, 60)
    assert turns == [pytest.approx(0.3), pytest.approx(0.6)]


def test_an_animation_whose_time_was_set_back_counts_from_there(manager: PoolManager) -> None:
    """O2: the usual way to begin an animation in Arcade."""
    walker = manager.spawn(Walker)
    run_updates(manager, 15)
    walker.lease.set_lifetime(AnimationDone())
    run_updates(manager, 5)
    walker.time, walker.animation = 0.0, walker.dying
    run_updates(manager, 23)
    assert walker.lease.alive
    run_updates(manager)
    assert not walker.lease.alive


# --- conditions that are made anew for each spawn (O1) ---


class World:
    """A game that knows its own area."""

    def __init__(self) -> None:
        self.asked = 0

    def area(self) -> arcade.Rect:
        self.asked += 1
        return arcade.LBWH(0, 0, 800, 600)


_world = World()
MADE_ANEW: dict[str, Callable[[int], OffScreen]] = {
    "a method": lambda number: OffScreen(bounds=_world.area),
    "a lambda": lambda number: OffScreen(bounds=lambda: _world.area()),  # noqa: PLW0108  # the case
    "a rectangle": lambda number: OffScreen(bounds=arcade.LBWH(0, 0, 800, 600)),
    "other margins": lambda number: OffScreen(float(number), bounds=_world.area),
}


@pytest.mark.parametrize("way", MADE_ANEW)
def test_conditions_made_for_each_spawn_are_looked_at_together(manager: PoolManager, way: str) -> None:
    """O1: one look at the bounds for all of them, and none once their leases have ended."""
    pool = manager.create_sprite_pool(Dot)
    dots = [pool.spawn(400, 300, lifetime=MADE_ANEW[way](number)) for number in range(50)]
    run_updates(manager)
    _world.asked = 0
    run_updates(manager)
    assert _world.asked <= 1
    assert len(manager._loop.scheduler._polls.watches) == 1
    for number, dot in enumerate(dots):
        margin = float(number) if way == "other margins" else 0.0
        dot.center_x = -8 - margin if number % 2 else -7 - margin  # touching is outside
    run_updates(manager)
    assert [dot.lease.alive for dot in dots] == [number % 2 == 0 for number in range(50)]
    for dot in pool:
        dot.recycle()
    run_updates(manager)
    assert not manager._loop.scheduler._polls.watches


def test_lambdas_with_other_variables_have_areas_of_their_own(manager: PoolManager) -> None:
    """O1."""
    pool = manager.create_sprite_pool(Dot)
    areas = [arcade.LBWH(100 * number, 0, 100, 100) for number in range(12)]
    dots = [pool.spawn(550, 50, lifetime=OffScreen(bounds=lambda area=area: area)) for area in areas]  # type: ignore[misc]
    run_updates(manager)
    assert [number for number, dot in enumerate(dots) if dot.lease.alive] == [5]
