"""The head-up display. Its texts are made once and changed when their value does: laying out a text is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcade
from arcade.types import Color
from pyglet.graphics import Batch

from demo_game import textures
from demo_game.actors import Ship
from demo_game.score import MAX_BOMBS
from demo_game.textures import CYAN, DIM, GOLD, HEIGHT, NIGHT, PALE, PLAIN_FONT, RED, WIDTH

if TYPE_CHECKING:
    from demo_game.arena import Arena

#: How much of an icon is left when it stands for something that is gone.
_SPENT = 45
#: What a text has at first that will have others. A letter is drawn when a text has it for the first time: now, then,
#: and not in a fight.
_LETTERS = "".join(map(chr, range(0x20, 0x7F)))
#: Pixels of a boss's full health.
_BOSS_BAR = 420


class Hud:
    """Score, wave, health and bombs, a boss's health, the headlines, and the cross-hair.

    Args:
        arena: What it shows.
    """

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._batch = Batch()
        # A batch does not keep its texts alive.
        self._texts: list[arcade.Text] = []
        self._text("Score", 24, HEIGHT - 26, 10, DIM)
        self._score = self._text(_LETTERS, 24, HEIGHT - 58, 24, PALE)
        self._wave = self._text(_LETTERS, WIDTH / 2, HEIGHT - 32, 14, DIM, "center")
        self._text("Best", WIDTH - 24, HEIGHT - 26, 10, DIM, "right")
        self._best = self._text(_LETTERS, WIDTH - 24, HEIGHT - 52, 16, PALE, "right")
        # Headlines fade, and a batch draws all of its texts alike.
        self._headline = arcade.Text(
            _LETTERS, WIDTH / 2, 470, PALE, 40, anchor_x="center", font_name=PLAIN_FONT, bold=True
        )
        self._detail = arcade.Text(_LETTERS, WIDTH / 2, 436, CYAN, 16, anchor_x="center", font_name=PLAIN_FONT)
        self._icons: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self._health = self._row("ship", CYAN, 34, Ship.MAX_HEALTH)
        self._bombs = self._row("bomb", GOLD, WIDTH - 4 - 30 * MAX_BOMBS, MAX_BOMBS)
        self._boss: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        for width, colour in ((_BOSS_BAR + 6, NIGHT), (_BOSS_BAR, RED)):
            self._boss.append(arcade.SpriteSolidColor(width, 10, WIDTH / 2, HEIGHT - 62, colour))
        self._cross: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        for texture, scale in ((textures.ring(64, 3), 0.5), (textures.spark(20), 0.4)):
            self._cross.append(arcade.Sprite(texture, scale))

    def _text(self, value: str, x: float, y: float, size: int, colour: Color, anchor: str = "left") -> arcade.Text:
        text = arcade.Text(
            value, x, y, colour, size, anchor_x=anchor, font_name=PLAIN_FONT, bold=True, batch=self._batch
        )
        self._texts.append(text)
        return text

    def _row(self, shape: str, colour: Color, x: float, count: int) -> list[arcade.Sprite]:
        icons = [arcade.Sprite(textures.neon(shape, colour, 11), 1.0, x + 30 * place, 30) for place in range(count)]
        self._icons.extend(icons)
        return icons

    def draw(self) -> None:
        """Draws it, in the coordinates of the arena."""
        tally, ship = self._arena.tally, self._arena.ship.get()
        self._score.value = f"{tally.score:,}"
        self._best.value = f"{max(tally.score, self._arena.window.best.value):,}"
        self._wave.value = f"Wave {tally.wave}" if tally.wave else ""
        self._batch.draw()
        for icons, left in ((self._health, ship.health if ship is not None else 0), (self._bombs, tally.bombs)):
            for place, icon in enumerate(icons):
                icon.alpha = 255 if place < left else _SPENT
        self._icons.draw()
        for boss in self._arena.spawner.enemies["bosses"]:
            self._boss[1].width = max(1.0, _BOSS_BAR * boss.hp / boss.STRENGTH)
            self._boss.draw()
        self._draw_headline()
        for part in self._cross:
            part.position = self._arena.controls.aim
        self._cross.draw()

    def _draw_headline(self) -> None:
        notices = self._arena.spawner.notices
        for notice in notices:
            # The age of its lease is all the state that a fading headline needs.
            progress = notices.lease(notice).progress or 0.0
            alpha = int(255 * min(1.0, 8 * progress, 3 * (1 - progress)))
            for text, value in ((self._headline, notice.text), (self._detail, notice.detail)):
                text.value = value
                text.color = Color(*text.color[:3], alpha)
                text.draw()
