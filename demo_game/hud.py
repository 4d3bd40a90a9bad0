"""The head-up display. Its texts are made once and changed when their value does: laying out a text is slow."""

from __future__ import annotations

import arcade
from arcade.types import Color
from pyglet.graphics import Batch

from demo_game import textures
from demo_game.actors import Ship
from demo_game.controls import Controls
from demo_game.score import MAX_BOMBS, Tally
from demo_game.spawner import Spawner
from demo_game.textures import CYAN, DIM, GOLD, HEIGHT, NIGHT, PALE, PLAIN_FONT, RED, WIDTH

#: What a text has at first that will have others. A letter is drawn when a text has it for the first time: now, then,
#: and not in a fight.
_LETTERS = "".join(map(chr, range(0x20, 0x7F)))
#: Pixels of a boss's full health.
_BOSS_BAR = 420


class Hud:
    """Score, wave, health and bombs, a boss's health, the headlines, and the cross-hair.

    Args:
        controls: They have the aim.
        spawner: It has bosses and headlines.
    """

    def __init__(self, controls: Controls, spawner: Spawner) -> None:
        self._controls, self._spawner = controls, spawner
        self._batch = Batch()
        self._score = self._text(_LETTERS, 24, HEIGHT - 58, 24, PALE, "left")
        self._wave = self._text(_LETTERS, WIDTH / 2, HEIGHT - 32, 14, DIM, "center")
        self._best = self._text(_LETTERS, WIDTH - 24, HEIGHT - 52, 16, PALE, "right")
        self._headline = self._text(_LETTERS, WIDTH / 2, 470, 40, PALE, "center")
        self._detail = self._text(_LETTERS, WIDTH / 2, 436, 16, CYAN, "center")
        self._detail.bold = False
        # A batch does not keep its texts alive.
        self._captions = (
            self._text("Score", 24, HEIGHT - 26, 10, DIM, "left"),
            self._text("Best", WIDTH - 24, HEIGHT - 26, 10, DIM, "right"),
        )
        self._icons: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self._health = self._row("ship", CYAN, 34, Ship.MAX_HEALTH)
        self._bombs = self._row("bomb", GOLD, WIDTH - 4 - 30 * MAX_BOMBS, MAX_BOMBS)
        self._cross = [arcade.Sprite(textures.ring(64, 3), 0.5), arcade.Sprite(textures.spark(20), 0.4)]
        self._icons.extend(self._cross)

    def _text(self, value: str, x: float, y: float, size: int, colour: Color, anchor: str) -> arcade.Text:
        return arcade.Text(
            value, x, y, colour, size, anchor_x=anchor, font_name=PLAIN_FONT, bold=True, batch=self._batch
        )

    def _row(self, shape: str, colour: Color, x: float, count: int) -> list[arcade.Sprite]:
        icons = [arcade.Sprite(textures.neon(shape, colour, 11), 1.0, x + 30 * place, 30) for place in range(count)]
        self._icons.extend(icons)
        return icons

    def draw(self, tally: Tally, ship: Ship | None, best: int) -> None:
        """Draws it, in the coordinates of the arena.

        Args:
            tally: Of this round.
            ship: The ship, unless it is lost.
            best: The best score of all rounds that are over.
        """
        self._score.value = f"{tally.score:,}"
        self._best.value = f"{max(tally.score, best):,}"
        self._wave.value = f"Wave {tally.wave}" if tally.wave else ""
        self._show_newest_headline()
        self._batch.draw()
        for icons, left in ((self._health, ship.health if ship is not None else 0), (self._bombs, tally.bombs)):
            for place, icon in enumerate(icons):
                icon.alpha = 255 if place < left else 45  # it stands for one that is gone
        for part in self._cross:
            part.position = self._controls.aim
        self._icons.draw()
        for boss in self._spawner.enemies["bosses"]:
            for width, colour in ((_BOSS_BAR + 6, NIGHT), (_BOSS_BAR * boss.hp / boss.STRENGTH, RED)):
                arcade.draw_rect_filled(arcade.XYWH(WIDTH / 2, HEIGHT - 62, width, 10), colour)

    def _show_newest_headline(self) -> None:
        text, detail, progress = "", "", 0.0
        notices = self._spawner.notices
        for notice in notices:
            # The age of its lease is all the state that a fading headline needs.
            text, detail, progress = notice.text, notice.detail, notices.lease(notice).progress or 0.0
        alpha = int(255 * min(1.0, 8 * progress, 3 * (1 - progress)))
        for label, value in ((self._headline, text), (self._detail, detail)):
            label.value = value
            if value:
                label.color = Color(*label.color[:3], alpha)
