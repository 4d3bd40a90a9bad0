"""The cabinet: a window with all that surrounds a game: its stage, its sounds, its devices, and the best score."""

from __future__ import annotations

import arcade
import pyglet
from arcade.resources import resolve

from demo_game.controls import Devices
from demo_game.score import BestScore, best_score_file
from demo_game.sounds import Sounds
from demo_game.stage import Stage
from demo_game.textures import FONT_FILES, HEIGHT, NIGHT, WIDTH


class NoScreenError(Exception):
    """No window could be opened: there is no display, or no OpenGL 3.3."""


class Cabinet(arcade.Window):
    """The window. It knows no view.

    Args:
        keeps_best: Whether the best score is kept for the next game.

    Raises:
        NoScreenError: No window could be opened.
    """

    def __init__(self, *, keeps_best: bool) -> None:
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
        # A game that is played without a screen has no listener.
        self.sounds = Sounds(silent=self.headless)
        self.stage = Stage(self)
        self.devices = Devices(self)
        self.best = BestScore(best_score_file() if keeps_best and not self.headless else None)
        self.set_minimum_size(WIDTH // 4, HEIGHT // 4)

    def close(self) -> None:
        """Closes it, and lets go of what outlives a window: sounds, devices, and the clock."""
        self.sounds.close()
        self.devices.close()
        # Arcade 3.3 forgets this one. It would keep the window alive, and with it the whole game.
        pyglet.clock.unschedule(self._dispatch_frame)
        super().close()

    def show_pointer(self, *, visible: bool) -> None:
        """Shows the mouse pointer, or hides it."""
        # Arcade 4 has another name for what Arcade 3 calls set_mouse_visible.
        name = "set_mouse_cursor_visible" if hasattr(self, "set_mouse_cursor_visible") else "set_mouse_visible"
        getattr(self, name)(visible)

    def on_resize(self, width: int, height: int) -> None:
        """Shows the same stage in another size. The first size comes before there is anything to show."""
        if hasattr(self, "stage"):
            self.stage.fit(width, height)
