"""The screens before, between and after: title, pause, game over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import arcade
from arcade import Text, key
from arcade.types import Color

from demo_game import textures
from demo_game.cabinet import Cabinet
from demo_game.enemies import Boss
from demo_game.score import Tally
from demo_game.spawner import ENEMIES
from demo_game.textures import CYAN, DIM, FONT, GOLD, HEIGHT, NIGHT, PALE, PINK, PLAIN_FONT, WIDTH

Part: TypeAlias = Text | arcade.SpriteList[arcade.Sprite]
Action: TypeAlias = Callable[[], None]
Keys: TypeAlias = dict[int, Action]

_MIDDLE = WIDTH / 2


def _text(text: str, y: float, size: int, colour: Color = PALE, x: float = _MIDDLE, anchor: str = "center") -> Text:
    return Text(text, x, y, colour, size, anchor_x=anchor, font_name=FONT if size > 40 else PLAIN_FONT)


def _controls(y: float, *rows: tuple[str, str]) -> list[Text]:
    """Two columns: what to press, and what it does."""
    texts = []
    for row, (press, what) in enumerate(rows):
        texts.append(_text(press, y - 28 * row, 14, CYAN, _MIDDLE - 14, "right"))
        texts.append(_text(what, y - 28 * row, 14, PALE, _MIDDLE + 14, "left"))
    return texts


class Screen(arcade.View):
    """A page of text. Behind it may be a view that gets no updates meanwhile: time stands still there.

    Args:
        window: Where it is shown.
        parts: What it says and shows.
        keys: What each key does; a click is as good as Enter.
        behind: What is shown behind it, dimmed.
        deaf: Seconds for which it hears nothing: who was just shooting would click it away unseen.
    """

    window: Cabinet

    def __init__(
        self,
        window: Cabinet,
        parts: Sequence[Part],
        keys: Keys,
        *,
        behind: arcade.View | None = None,
        deaf: float = 0.0,
    ) -> None:
        super().__init__(window, NIGHT)
        self._parts, self._behind, self._deaf = parts, behind, deaf
        # A gamepad's Start is P: it begins or goes on.
        self._keys = dict.fromkeys((key.NUM_ENTER, key.P), keys[key.ENTER]) | keys

    def on_update(self, delta_time: float) -> None:
        """Counts the seconds for which it is deaf."""
        self._deaf -= delta_time

    def on_draw(self) -> None:
        """The letters, and what is behind them."""
        stage = self.window.stage
        if self._behind is not None:
            self._behind.on_draw()
        else:
            self.clear()
            stage.draw_backdrop()
        with stage.still.activate():
            if self._behind is not None:
                arcade.draw_lrbt_rectangle_filled(0, WIDTH, 0, HEIGHT, Color(NIGHT.r, NIGHT.g, NIGHT.b, 195))
            for part in self._parts:
                part.draw()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Does what the key is for."""
        if self._deaf <= 0 and (action := self._keys.get(symbol)) is not None:
            action()

    def on_mouse_press(self, *args: int) -> None:
        """Does what Enter is for."""
        self.on_key_press(key.ENTER, 0)


def title_screen(window: Cabinet, *, play: Action, leave: Action) -> Screen:
    """The enemies there are, and how to play."""
    texts = [
        _text("Lease of Life", 580, 58, CYAN),
        _text("an arena in which everything is on lease from a pool", 540, 15, DIM),
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
        _text("Click, or press Enter", 40, 20, GOLD),
    ]
    gallery: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    kinds = [kind for kind, _ in ENEMIES.values() if kind is not Boss]
    for place, kind in enumerate(kinds):
        x = _MIDDLE + 150 * (place - (len(kinds) - 1) / 2)
        gallery.append(arcade.Sprite(textures.neon(kind.SHAPE, kind.COLOUR, kind.RADIUS), 1.0, x, 455))
        texts.append(_text(kind.__name__, 396, 13, kind.COLOUR, x))
    return Screen(window, [gallery, *texts], {key.ENTER: play, key.ESCAPE: leave})


def pause_screen(window: Cabinet, behind: arcade.View, *, resume: Action, give_up: Action) -> Screen:
    """The screen between one moment and the next."""
    texts = [
        _text("Paused", 330, 44, CYAN),
        *_controls(270, ("Esc, P  or click", "go on"), ("Q", "give up"), ("M", "volume")),
    ]
    keys = dict.fromkeys((key.ENTER, key.ESCAPE), resume) | {key.Q: give_up}
    return Screen(window, texts, keys, behind=behind)


def game_over_screen(
    window: Cabinet, behind: arcade.View, tally: Tally, *, is_record: bool, again: Action, leave: Action
) -> Screen:
    """The reckoning."""
    best = "a new best score" if is_record else f"best score {window.best.value:,}"
    texts = [
        _text("Lease ended", 430, 44, PINK),
        Text(f"{tally.score:,}", _MIDDLE, 356, GOLD, 36, anchor_x="center", font_name=PLAIN_FONT, bold=True),
        _text(f"Wave {tally.wave}     Kills {tally.kills}     {best}", 312, 16),
        *_controls(240, ("Enter  or click", "once more"), ("Esc", "back to the title")),
    ]
    return Screen(window, texts, {key.ENTER: again, key.ESCAPE: leave}, behind=behind, deaf=0.7)
