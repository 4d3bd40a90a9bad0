"""Graphs: the two graphs of the overlay, with their scales and marks. Drawn in every frame, so it is little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import arcade.gl
import numpy as np
import numpy.typing as npt

from arcade_pool.sprites.figures import LINE, shortened
from arcade_pool.sprites.sheet import BARS, CELL_HEIGHT, CELL_WIDTH, GRAPH, PICTURE, Ink, Quads, Sheet, codes_of

__all__ = ["COLUMNS", "FRAMES", "HEIGHT", "MARKS", "PALETTE", "WIDTH", "Floats", "Graphs", "colour_of", "rounded_up"]

Floats = npt.NDArray[np.float32]

#: Pixels.
WIDTH: Final = LINE * CELL_WIDTH
HEIGHT: Final = 66
_COLUMN: Final = 2
#: Columns of the activity graph, and bars of the frame-time graph: one for a frame.
COLUMNS: Final = WIDTH // _COLUMN
FRAMES: Final = WIDTH
#: Marks shown at a time.
MARKS: Final = 8

#: Letters of a tag, a short text on ground of its own: those of the scales, and those of marks.
_SCALE_LETTERS: Final = 8
_MARK_LETTERS: Final = 24
#: Rectangles, in their order: the table, two graphs and two lines; the tags of the scales; the marks.
_LINES: Final = slice(3, 5)
_TAGS: Final = slice(5, 5 + 4 * (1 + _SCALE_LETTERS))
_QUADS_OF_MARK: Final = 2 + _MARK_LETTERS

_DIM: Final = (160, 170, 188, 255)
_TEXT: Final = (236, 240, 248, 255)
_GROUND: Final = (11, 13, 20, 200)
_LINE: Final = (255, 255, 255, 130)
_MARK: Final = (255, 255, 255, 240)
#: Frames that were in time, that were late, and that were slow.
_BAR_COLOURS: Final = np.array([(88, 196, 164), (245, 184, 72), (240, 88, 88)], np.uint8)
#: Seconds up to which a frame was in time for 60 and for 30 a second; a tenth more, since screens are not exact.
_LIMITS: Final = np.array([1.1 / 60, 1.1 / 30], np.float32)
#: Heights of the frame-time graph, in milliseconds.
_SCALES: Final = (25, 50, 100, 250, 500, 1000)

#: The colours of pools, told apart on dark ground.
PALETTE: Final = (
    (86, 180, 233), (245, 152, 66), (80, 200, 120), (240, 98, 146), (240, 205, 80), (155, 126, 240),
    (50, 198, 190), (232, 90, 80), (172, 212, 84), (92, 124, 245), (208, 162, 122), (200, 150, 220),
)  # fmt: skip


def colour_of(place: int) -> tuple[int, int, int]:
    """A colour of the palette; beyond its end they repeat."""
    return PALETTE[place % len(PALETTE)]


def rounded_up(value: float) -> int:
    """The next of 10, 15, 20, 30, 40, 60, 80, 100, 150, ... that is no less."""
    scale = 1
    while True:
        for factor in (10, 15, 20, 30, 40, 60, 80):
            if value <= factor * scale:
                return factor * scale
        scale *= 10


class Graphs:
    """The sheet that is drawn in every frame: the picture of the table, and the graphs on it.

    Args:
        ink: Of the window it is drawn in.
        table: Size of the table's picture, in pixels.
        left: Where the graphs begin, in pixels.
        tops: Where the activity graph and the frame-time graph begin, in pixels.
    """

    def __init__(self, ink: Ink, table: tuple[int, int], left: int, tops: tuple[int, int]) -> None:
        self._left = left
        self._activity_top, self._frames_top = tops
        self._per_item = self._per_second = 0.0
        self._mark_count = 0
        self._sheet = Sheet(ink, _TAGS.stop + MARKS * _QUADS_OF_MARK)
        quads = self._sheet.quads
        quads[0] = (0, 0, *table), 0, PICTURE
        quads[1] = (left, tops[0], COLUMNS * _COLUMN, HEIGHT), 0, GRAPH
        quads[2] = (left, tops[1], FRAMES, HEIGHT), 235, BARS
        quads["colour"][_LINES] = _LINE
        self._tags = quads[_TAGS].reshape(4, 1 + _SCALE_LETTERS)
        self._marks = quads[_TAGS.stop :].reshape(MARKS, _QUADS_OF_MARK)
        self._marks["colour"][:, 0] = _MARK
        for tags, colour in ((self._tags, _DIM), (self._marks[:, 1:], _TEXT)):
            tags["colour"] = colour
            tags["colour"][:, 0] = _GROUND
            tags["kind"][:, 0] = -3
        context = ink.context
        # The activity graph, and below it a line for the frame-time graph.
        self._texture = context.texture((FRAMES, HEIGHT + 1), filter=(context.NEAREST, context.NEAREST))
        self._activity = np.zeros((HEIGHT, COLUMNS, 4), np.uint8)
        self._bars = np.zeros((FRAMES, 4), np.uint8)

    def scale(self, most: float, slowest: float) -> None:
        """Sets what the tops of the graphs mean, for `most` items and frames of `slowest` seconds."""
        items = rounded_up(most)
        milliseconds = next((each for each in _SCALES if slowest * 1000 <= each), _SCALES[-1])
        self._per_item = HEIGHT / items
        self._per_second = HEIGHT * 1000 / milliseconds
        lines = self._sheet.quads[_LINES]
        lines["box"] = self._tags["box"] = 0
        left, right = self._left + 4, self._left + WIDTH - 4
        texts = [(f"{items:,}"[:_SCALE_LETTERS], left, self._activity_top + 1)]
        texts.append((f"{milliseconds} ms", left, self._frames_top + 1))
        for line, rate in zip(lines, (60, 30), strict=True):
            height = round(self._per_second / rate)
            if height < HEIGHT:
                top = self._frames_top + HEIGHT - height
                line["box"] = (self._left, top, WIDTH, 1)
                text = f"{rate} fps"
                texts.append((text, right - len(text) * CELL_WIDTH, top - CELL_HEIGHT - 1))
        for tag, (text, x, y) in zip(self._tags, texts, strict=False):
            _write_tag(tag, x, y, text)
        self._sheet.upload(slice(0, _TAGS.stop))

    def show_activity(self, counts: Floats, colours: Sequence[int], new: int = COLUMNS) -> None:
        """Draws the pools' counts above each other.

        Args:
            counts: A row for each pool, oldest first.
            colours: Each row's place in the palette.
            new: How many columns, from the right, were not drawn before; the others move.
        """
        self._activity[:, :-new] = self._activity[:, new:]
        tops = counts[:, -new:].cumsum(axis=0) * self._per_item
        middles = np.arange(HEIGHT, 0, -1) - np.float32(0.5)
        # How many of the pools end below a pixel says which one it belongs to; above all of them is nothing.
        owner = (tops[:, np.newaxis, :] < middles[:, np.newaxis]).sum(axis=0)
        inks = np.array([*((*colour_of(each), 225) for each in colours), (0, 0, 0, 0)], np.uint8)
        self._activity[:, -new:] = inks[owner]
        self._texture.write(self._activity.tobytes(), viewport=(0, 0, COLUMNS, HEIGHT))

    def show_frames(self, seconds: Floats) -> None:
        """Draws the frame times, oldest first."""
        self._bars[:, :3] = _BAR_COLOURS[np.searchsorted(_LIMITS, seconds)]
        self._bars[:, 3] = np.minimum(seconds * (self._per_second * 255 / HEIGHT), 255)
        self._texture.write(self._bars.tobytes(), viewport=(0, HEIGHT, FRAMES, 1))

    def show_marks(self, marks: Sequence[tuple[int, int, str]]) -> None:
        """Draws labelled lines into the frame-time graph.

        Args:
            marks: For each how many bars come after it, its lane (labels of neighbouring lanes do not cover each
                other), and its label.
        """
        self._mark_count = len(marks)
        if not marks:
            return
        self._marks["box"] = 0
        for mark, (ago, lane, label) in zip(self._marks, marks, strict=False):
            text = shortened(label, _MARK_LETTERS)
            line = self._left + WIDTH - ago
            mark["box"][0] = (line, self._frames_top, 1, HEIGHT)
            # Beside the line, but within the graph.
            beside = min(line + 5, self._left + WIDTH - 4 - len(text) * CELL_WIDTH)
            _write_tag(mark[1:], beside, self._frames_top + 3 + lane % 3 * (CELL_HEIGHT + 2), text)
        self._sheet.upload(slice(_TAGS.stop, _TAGS.stop + len(marks) * _QUADS_OF_MARK))

    def draw(self, target: tuple[int, int], place: tuple[float, float, float], table: arcade.gl.Texture2D) -> None:
        """Draws the picture of the table, and the graphs on it.

        Args:
            target: As for `Sheet.draw`.
            place: As for `Sheet.draw`.
            table: The texture that has the picture.
        """
        count = _TAGS.stop + self._mark_count * _QUADS_OF_MARK
        self._sheet.draw(target, place, count, table, self._texture)


def _write_tag(tag: Quads, left: float, top: float, text: str) -> None:
    width = len(text) * CELL_WIDTH
    tag["box"][0] = (left - 3, top, width + 6, CELL_HEIGHT)
    letters = tag[1 : 1 + len(text)]
    letters["box"][:, 0] = left + CELL_WIDTH * np.arange(len(text))
    letters["box"][:, 1:] = top, CELL_WIDTH, CELL_HEIGHT
    letters["kind"] = codes_of(text)
