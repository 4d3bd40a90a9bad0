"""The window, and the ways from one view to the next."""

from __future__ import annotations

import gc

import arcade
import pyglet
from arcade import key
from arcade.resources import resolve

from arcade_pool import freeze_gc
from demo_game.arena import Arena
from demo_game.controls import Devices
from demo_game.score import BestScore, best_score_file
from demo_game.screens import game_over_screen, pause_screen, title_screen
from demo_game.sounds import Sounds
from demo_game.stage import Stage
from demo_game.textures import FONT_FILES, HEIGHT, NIGHT, WIDTH, upload


class NoScreenError(Exception):
    """No window could be opened: there is no display, or no OpenGL 3.3."""


class GameWindow(arcade.Window):
    """The window of the game. It makes the views once, and shows one of them.

    Args:
        seed: For the arena.
        autoplay: The autopilot plays: no title, and a new round at once after each game over.
        pooling: Whether the arena begins with pools.

    Raises:
        NoScreenError: No window could be opened.
    """

    def __init__(self, seed: int, *, autoplay: bool = False, pooling: bool = True) -> None:
        try:
            super().__init__(WIDTH, HEIGHT, "Lease of Life", resizable=True, antialiasing=False, vsync=True)
        except Exception as error:
            # X, EGL and the drivers raise errors of their own, some of them plain Exceptions.
            raise NoScreenError(str(error) or type(error).__name__) from error
        self.background_color = NIGHT
        for file in FONT_FILES:
            # Not arcade.load_font: it leaves the file open.
            with resolve(file).open("rb") as font:
                pyglet.font.add_file(font)
        # Nobody hears a game that is played without a screen.
        self.sounds = Sounds(silent=self.headless)
        self.stage = Stage(self)
        self.devices = Devices(self)
        # Only what a person has reached counts.
        self.best = BestScore(None if autoplay or self.headless else best_score_file())
        self.arena = Arena(self, seed, autoplay=autoplay)
        self.arena.spawner.without_pools.on = not pooling
        self.title = title_screen(self)
        upload(self)
        self.set_minimum_size(WIDTH // 4, HEIGHT // 4)
        if autoplay:
            self.play()
        else:
            self.show_title()

    # --- from view to view ---

    def show_title(self) -> None:
        """Back to the title. What a round that is given up has brought counts as well."""
        self._offer()
        self.show_view(self.title)

    def play(self) -> None:
        """A new round."""
        self.arena.new_round()
        self.show_view(self.arena)

    def pause(self) -> None:
        """Holds the round."""
        self.show_view(pause_screen(self))

    def resume(self) -> None:
        """Goes on with the round."""
        self.show_view(self.arena)

    def round_over(self) -> None:
        """The ship is lost."""
        if self.arena.autoplay:
            self.arena.new_round()
        else:
            self.show_view(game_over_screen(self))

    def close(self) -> None:
        """Leaves the game, maybe in the middle of a round."""
        self._offer()
        super().close()

    def _offer(self) -> None:
        if hasattr(self, "title") and self.arena.rounds:
            self.best.offer(self.arena.tally.score)

    # --- events that concern every view ---

    def show_pointer(self, *, visible: bool) -> None:
        """Shows the mouse pointer, or hides it."""
        # Arcade 4 has another name for what Arcade 3 calls set_mouse_visible.
        name = "set_mouse_cursor_visible" if hasattr(self, "set_mouse_cursor_visible") else "set_mouse_visible"
        getattr(self, name)(visible)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """M changes the volume, F11 fills the screen. The view on show gets its keys first."""
        if symbol == key.M:
            self.sounds.change_volume()
            self.arena.spawner.notice(f"Sound {self.sounds.volume:.0%}")
            # To be heard on every page.
            self.sounds.play("pickup")
            self.sounds.flush()
        elif symbol == key.F11:
            self.set_fullscreen(not self.fullscreen)

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The mouse aims, whatever is shown; Arcade calls this while it is dragged, too."""
        self.arena.controls.aim = self.stage.place_of(x, y)

    def on_resize(self, width: int, height: int) -> None:
        """Shows the same arena in another size. The first size comes before there is anything to show."""
        if hasattr(self, "stage"):
            self.stage.fit(width, height)


def open_game(seed: int, *, autoplay: bool = False, pooling: bool = True) -> GameWindow:
    """The window, for a process that does nothing but play: loading is over, and garbage collections are made cheap.

    Raises:
        NoScreenError: As `GameWindow`.
    """
    window = GameWindow(seed, autoplay=autoplay, pooling=pooling)
    # What was loaded is not looked at any more. To look at the thousands of objects that have come since in a crowded
    # fight takes a millisecond: it is done every few minutes instead of every few seconds, but for those quite new.
    freeze_gc()
    gc.set_threshold(gc.get_threshold()[0], 200)
    return window
