"""PooledView: a scene with pools of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import arcade
import pytest

from arcade_pool import Frames, PooledView, PoolManager, RecycleReason

from .helpers import FRAME, Dot, assert_sound


class Level(PooledView):
    """A scene with one pool."""

    def __init__(self) -> None:
        super().__init__()
        self.dots = self.pools.create_sprite_pool(Dot)
        self.log: list[Any] = []

    def on_update(self, delta_time: float) -> None:
        self.log.append("before")
        super().on_update(delta_time)
        self.log.append("after")


class Paused(Level):
    """One that a pause screen of its own hides."""

    clear_on_hide: ClassVar[bool] = False


def frame(window: arcade.Window) -> None:
    """What Arcade's loop does in one frame; without a screen it is done by hand."""
    assert window.current_view is not None
    window.current_view.on_update(FRAME)
    window.current_view.on_draw()


@pytest.fixture
def shown(window: arcade.Window) -> Iterator[arcade.Window]:
    """The window, without a view afterwards."""
    yield window
    window.hide_view()


def test_each_view_makes_its_own_manager(shown: arcade.Window) -> None:
    one, other = Level(), Level()
    assert isinstance(one.pools, PoolManager)
    assert one.pools is not other.pools
    assert isinstance(one, arcade.View)
    assert one.window is shown


def test_it_updates_and_draws_its_pools(shown: arcade.Window) -> None:
    """On what is cleared first, so that nothing of the last frame is left."""
    level = Level()
    level.background_color = arcade.color.BLUE
    shown.show_view(level)
    dot = level.dots.spawn(50, 60, lifetime=Frames(3))
    dot.change_x = 100
    old = (50, 600 - 60)
    for _ in range(2):
        before = (int(dot.center_x), old[1])
        frame(shown)
        picture = arcade.get_image(0, 0, 800, 600)
        assert picture.getpixel(before) == arcade.color.BLUE
        # Arcade 4 draws each channel a little off, also without a pool.
        assert picture.getpixel((int(dot.center_x), old[1])) == pytest.approx((200, 90, 30, 255), abs=8)
    assert level.log == ["before", "after"] * 2
    frame(shown)
    assert not dot.lease.alive
    assert arcade.get_image(0, 0, 800, 600).getcolors() == [(800 * 600, arcade.color.BLUE)]
    assert_sound(level.dots)


def test_hiding_ends_the_leases(shown: arcade.Window) -> None:
    """And the game's own tasks; pools and idle items stay for the next time."""
    level = Level()
    shown.show_view(level)
    lease = level.dots.spawn().lease

    def wave() -> Any:
        yield 10

    task = level.pools.start(wave())
    shown.show_view(arcade.View())
    assert lease.reason is RecycleReason.CLEARED
    assert task.done
    assert (level.dots.active_count, level.dots.idle_count) == (0, 1)
    shown.show_view(level)
    assert level.dots.spawn().lease.alive
    assert_sound(level.dots)


def test_a_level_may_keep_its_leases(shown: arcade.Window) -> None:
    """clear_on_hide = False: time stands still meanwhile, since nobody updates it."""
    level = Paused()
    shown.show_view(level)
    dot = level.dots.spawn(lifetime=Frames(2))
    frame(shown)
    shown.show_view(PooledView())
    for _ in range(10):
        frame(shown)
    assert dot.lease.alive
    shown.show_view(level)
    frame(shown)
    assert not dot.lease.alive


def test_arguments_go_to_the_view(shown: arcade.Window) -> None:
    view = PooledView(shown, background_color=arcade.color.RED)
    assert view.window is shown
    assert view.background_color == arcade.color.RED
