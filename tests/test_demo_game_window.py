"""The demo arena in a real window: from the title to a restart, by keys and mouse, in Arcade's own loop.

A display is needed, which Xvfb is. The other tests of the game play it without one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: What the player does, and after how many frames. Frames are as fast as they come, each 1/60 s of game time.
SCRIPT = """
import arcade, sys
from arcade import key
from demo_game.app import open_game
from demo_game.screens import Screen

window = open_game(5)
arena = window.arena

def press(symbol):
    window.dispatch_event("on_key_press", symbol, 0)
    window.dispatch_event("on_key_release", symbol, 0)

def shoot(x, y):
    window.dispatch_event("on_mouse_motion", x, y, 0, 0)
    window.dispatch_event("on_mouse_press", x, y, arcade.MOUSE_BUTTON_LEFT, 0)

def play():
    yield 30
    assert window.current_view is window.title
    press(key.ENTER)
    yield 60
    shoot(900, 200)
    window.dispatch_event("on_key_press", key.W, 0)
    yield 60
    assert arena.spawner.bullets.active_count and arena.target[1] > 400, arena.target
    for symbol in (key.SPACE, key.F1, key.F3, key.M):
        press(symbol)
    yield 60
    press(key.F2)
    yield 30
    press(key.F2), press(key.F3), press(key.F1)
    press(key.P)
    yield 10
    time = arena.pools.time
    assert isinstance(window.current_view, Screen)
    window.set_size(900, 900)
    yield 10
    press(key.F11)
    yield 10
    press(key.F11)
    yield 10
    assert arena.pools.time == time
    press(key.ESCAPE)
    yield 10
    arena.tally.score += 1000
    arena.ship.get().health = 0
    while window.current_view is arena:
        yield 1
    yield 60
    window.dispatch_event("on_mouse_press", 400, 400, arcade.MOUSE_BUTTON_LEFT, 0)
    yield 30
    assert len(arena.rounds) == 2 and window.current_view is arena
    window.on_close()  # in the midst of a wave
    yield 1

def step(steps=play(), left=[1]):
    left[0] -= 1
    if not left[0]:
        left[0] = next(steps, 1)

update = window.on_update
window.on_update = lambda delta_time: (step(), update(delta_time))
arcade.run()
print("played")
"""

#: A game that is closed in the midst of a fight, by the button of the window's frame, while sounds are heard.
CLOSED = """
import arcade, gc, pyglet, weakref
from arcade import key
from demo_game.app import GameWindow

def play():
    window = GameWindow(5)
    events = {20: ("on_key_press", key.ENTER, 0), 40: ("on_mouse_press", 400, 400, arcade.MOUSE_BUTTON_LEFT, 0)}
    events |= {60: ("on_key_press", key.F1, 0), 90: ("on_close",)}
    left = iter(range(91))
    window.on_update = lambda delta_time: window.dispatch_event(*events.get(next(left), ("on_refresh", 0.0)))
    arcade.run()
    assert window.closed and window.arena.rounds
    return weakref.ref(window), weakref.ref(window.arena)

parts = play()
gc.collect()
assert [part() for part in parts] == [None, None]
assert not pyglet.media.Source._players
print("freed")
"""


@pytest.fixture
def display() -> Iterator[str]:
    """A screen of its own."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb, so there is no screen to play on")
    read, write = os.pipe()
    server = subprocess.Popen(  # noqa: S603  # the program is named here
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1300x1000x24"],  # noqa: S607
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as number:
        yield f":{number.readline().strip()}"
    server.terminate()
    server.wait()


def play(script: str, display: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Plays the game on a screen, with warnings as errors."""
    environment = {**os.environ, "DISPLAY": display, "XDG_DATA_HOME": str(home)}
    environment.pop("ARCADE_HEADLESS", None)
    return subprocess.run(  # noqa: S603  # our own game
        [sys.executable, "-W", "error", "-c", script],
        check=False,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
    )


def test_played_from_title_to_restart_without_a_line_on_the_error_stream(display: str, tmp_path: Path) -> None:
    """Issue 7. Warnings are errors, and an error is a traceback there."""
    played = play(SCRIPT, display, tmp_path)
    assert (played.returncode, played.stdout, played.stderr) == (0, "played\n", "")
    assert json.loads((tmp_path / "lease_of_life" / "best.json").read_text())["best_score"] >= 1000


def test_a_window_that_was_closed_is_freed_and_silent(display: str, tmp_path: Path) -> None:
    """With a screen there are devices and sounds, which outlive a window if they are let."""
    played = play(CLOSED, display, tmp_path)
    assert (played.returncode, played.stdout, played.stderr) == (0, "freed\n", "")
