"""What is shown before, between and after: title, pause, game over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import arcade
from arcade import key
from arcade.types import Color

from demo_game import textures
from demo_game.enemies import Drifter, Gunner, Hunter, Weaver
from demo_game.textures import CYAN, DIM, FONT, GOLD, HEIGHT, NIGHT, PALE, PINK, PLAIN_FONT, WIDTH

if TYPE_CHECKING:
    from demo_game.app import GameWindow

_GO = (key.ENTER, key.NUM_ENTER)


def _headline(text: str, y: float, size: int, colour: Color) -> arcade.Text:
    return arcade.Text(text, WIDTH / 2, y, colour, size, anchor_x="center", font_name=FONT)


def _line(
    text: str, y: float, size: int = 15, colour: Color = PALE, x: float = WIDTH / 2, anchor: str = "center"
) -> arcade.Text:
    return arcade.Text(text, x, y, colour, size, anchor_x=anchor, font_name=PLAIN_FONT)


def _controls(y: float, *rows: tuple[str, str]) -> list[arcade.Text]:
    """Two columns: what to press, and what it does."""
    texts = []
    for row, (press, what) in enumerate(rows):
        for text, colour, anchor, aside in ((press, CYAN, "right", -14), (what, PALE, "left", 14)):
            texts.append(_line(text, y - 28 * row, 14, colour, WIDTH / 2 + aside, anchor))
    return texts


class Screen(arcade.View):
    """A page of text. On top of the arena that gets no updates meanwhile: time stands still there.

    Args:
        window: Where it is shown.
        lines: What it says.
        keys: What each key does.
        click: What a click does.
        pictures: What it shows instead of the dimmed arena.
        deaf: Seconds for which it hears nothing: who was just shooting would click it away unseen.
    """

    window: GameWindow

    def __init__(
        self,
        window: GameWindow,
        lines: list[arcade.Text],
        keys: dict[int, Callable[[], None]],
        click: Callable[[], None],
        *,
        pictures: arcade.SpriteList[arcade.Sprite] | None = None,
        deaf: float = 0.0,
    ) -> None:
        super().__init__(window, NIGHT)
        self._lines, self._keys, self._click, self._pictures, self._deaf = lines, keys, click, pictures, deaf

    def on_update(self, delta_time: float) -> None:
        """Counts the seconds for which it is deaf."""
        self._deaf -= delta_time

    def on_draw(self) -> None:
        """The letters, and what is behind them."""
        stage = self.window.stage
        if self._pictures is None:
            self.window.arena.on_draw()
        else:
            self.clear()
            stage.draw_backdrop()
        with stage.still.activate():
            if self._pictures is None:
                arcade.draw_lrbt_rectangle_filled(0, WIDTH, 0, HEIGHT, Color(NIGHT.r, NIGHT.g, NIGHT.b, 195))
            else:
                self._pictures.draw()
            for line in self._lines:
                line.draw()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Does what the key is for."""
        if self._deaf <= 0 and (action := self._keys.get(symbol)) is not None:
            action()

    def on_mouse_press(self, *args: int) -> None:
        """Does what a click is for."""
        if self._deaf <= 0:
            self._click()


def title_screen(window: GameWindow) -> Screen:
    """Who there is, and how to play."""
    lines = [
        _headline("Lease of Life", 580, 58, CYAN),
        _line("an arena in which everything is on lease from a pool", 540, 15, DIM),
        *_controls(
            350,
            ("W A S D  or arrows", "move"),
            ("Mouse", "aim; hold the left button to shoot"),
            ("Space  or right button", "drop a bomb"),
            ("Gamepad", "sticks and trigger; X for a bomb"),
            ("P  or Esc", "pause"),
            ("M", "volume"),
            ("F1", "what the pools are doing"),
            ("F2", "the same game without pools, and back"),
            ("F3", "thousands of bullets"),
            ("F11", "full screen"),
        ),
        _line("Click, or press Enter", 40, 20, GOLD),
    ]
    gallery: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    for place, kind in enumerate((Drifter, Hunter, Gunner, Weaver)):
        x = WIDTH / 2 + 150 * (place - 1.5)
        gallery.append(arcade.Sprite(textures.neon(kind.SHAPE, kind.COLOUR, kind.RADIUS), 1.0, x, 455))
        lines.append(_line(kind.__name__, 396, 13, kind.COLOUR, x))
    keys = dict.fromkeys(_GO, window.play) | {key.ESCAPE: window.close}
    return Screen(window, lines, keys, window.play, pictures=gallery)


def pause_screen(window: GameWindow) -> Screen:
    """The screen between one moment and the next."""
    lines = [
        _headline("Paused", 330, 44, CYAN),
        *_controls(270, ("Esc, P  or click", "go on"), ("Q", "give up"), ("M", "volume")),
    ]
    keys = dict.fromkeys((key.ESCAPE, key.P, *_GO), window.resume) | {key.Q: window.show_title}
    return Screen(window, lines, keys, window.resume)


def game_over_screen(window: GameWindow) -> Screen:
    """The reckoning."""
    tally = window.arena.tally
    best = "a new best score" if window.arena.is_record else f"best score {window.best.value:,}"
    lines = [
        _headline("Lease ended", 430, 44, PINK),
        arcade.Text(f"{tally.score:,}", WIDTH / 2, 356, GOLD, 36, anchor_x="center", font_name=PLAIN_FONT, bold=True),
        _line(f"Wave {tally.wave}     {tally.kills} kills     {best}", 312, 16),
        *_controls(240, ("Enter  or click", "once more"), ("Esc", "back to the title")),
    ]
    keys = dict.fromkeys(_GO, window.play) | {key.ESCAPE: window.show_title}
    return Screen(window, lines, keys, window.play, deaf=0.7)
