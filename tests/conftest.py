"""Checks the invariants of every pool after each test, and closes games. Imports no arcade where no game is played."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING
from weakref import WeakSet

import pytest

from helpers import check_all_managers, forget_managers, freeze_what_is_loaded

pytest_plugins = ["sprites.fixtures"]

if TYPE_CHECKING:
    from demo_game.app import GameWindow

# Read when Arcade is imported, here and in the processes that tests start. No test is about the sound device of the
# machine; and where there is ALSA but no sound card, opening it writes to the error stream. The second one is for an
# Arcade that looks at it before pyglet chooses, which 3.3 does not.
for _variable in ("PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS"):
    os.environ.setdefault(_variable, "silent")

_failed = pytest.StashKey[bool]()


def pytest_collection_finish() -> None:
    freeze_what_is_loaded()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes whether the test itself failed: the check would only repeat it then."""
    report = yield
    if report.when == "call":
        item.stash[_failed] = report.failed
    return report


@pytest.fixture(autouse=True)
def _pools_stay_consistent(request: pytest.FixtureRequest) -> Iterator[None]:
    """L1 holds for every pool of a manager from `make_manager`, whatever the test did."""
    forget_managers()
    yield
    if not request.node.stash.get(_failed, False):
        check_all_managers()
    forget_managers()


@pytest.fixture(scope="module")
def _ended_games(request: pytest.FixtureRequest) -> Iterator[WeakSet[GameWindow]]:
    """The games of a module's tests: afterwards none of them is alive."""
    ended: WeakSet[GameWindow] = WeakSet()
    yield ended
    gc.collect()
    # The traceback of a test that failed may hold its game.
    if not request.session.testsfailed:
        assert not list(ended), "a game that was closed is still alive"


@pytest.fixture
def games(_ended_games: WeakSet[GameWindow]) -> Iterator[list[GameWindow]]:
    """The games that a test opens, closed afterwards; then another window that there was is the current one again."""
    import arcade  # here, because most tests need none

    try:
        before = arcade.get_window()
    except RuntimeError:
        before = None
    opened: list[GameWindow] = []
    yield opened
    while opened:  # emptied, because pytest keeps the list of the last test until its module is over
        window = opened.pop()
        window.close()
        _ended_games.add(window)
    if before is not None:
        arcade.set_window(before)
        before.switch_to()
        before.ctx.activate(before.ctx)
