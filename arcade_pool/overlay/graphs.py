"""Graphs: the two graphs of the overlay, with their scales and marks. Drawn in every frame, so it is little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from arcade_pool.overlay.figures import LINE, shortened
from arcade_pool.overlay.sheet import BARS, GRAPH, LETTER_HEIGHT, LETTER_WIDTH, Quads, Sheet

__all__ = [
    "COLUMNS", "FRAMES", "HEIGHT", "LINES", "MARKS", "PALETTE", "QUADS", "WIDTH", "Floats", "Graphs", "colour_of",
    "rounded_up",
]  # fmt: skip

Floats = npt.NDArray[np.float32]

#: Pixels.
WIDTH: Final = LINE * LETTER_WIDTH
HEIGHT: Final = 66
_COLUMN: Final = 2
#: Columns of the activity graph, and bars of the frame-time graph: one for a frame.
COLUMNS: Final = WIDTH // _COLUMN
FRAMES: Final = WIDTH
#: Marks shown at a time.
MARKS: Final = 8

#: Letters of a mark's label.
_LABEL: Final = 24
#: Tags, short texts on ground of their own, that name the scales.
_TAGS: Final = 4
#: Rectangles that the graphs take: the graphs, lines at 60 and 30 frames a second, tags, and marks with theirs.
_BEFORE_MARKS: Final = 4 + 2 * _TAGS
QUADS: Final = _BEFORE_MARKS + 3 * MARKS
#: Lines of text that the graphs take.
LINES: Final = _TAGS + MARKS

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
    """The graphs on a sheet, with their scales and marks.

    Args:
        sheet: Where they are drawn.
        quads: From which rectangle on they take `QUADS`.
        lines: From which line of text on they take `LINES`.
        left: Where they begin, in pixels.
        tops: Where the activity graph and the frame-time graph begin, in pixels.
    """

    def __init__(self, sheet: Sheet, quads: int, lines: int, left: int, tops: tuple[int, int]) -> None:
        self._sheet = sheet
        self._first_quad, self._first_line = quads, lines
        self._left = left
        self._activity_top, self._frames_top = tops
        self._per_item = self._per_second = 0.0
        self._scale: tuple[int, int] | None = None
        self._labels: list[tuple[int, str] | None] = [None] * MARKS
        own = sheet.quads[quads : quads + QUADS]
        own["box"][0], own["kind"][0] = (left, tops[0], COLUMNS * _COLUMN, HEIGHT), GRAPH
        own["box"][1], own["kind"][1] = (left, tops[1], FRAMES, HEIGHT), BARS
        own["colour"][1] = 235
        self._rules = own[2:4]
        self._rules["colour"] = _LINE
        self._tags = own[4:_BEFORE_MARKS].reshape(_TAGS, 2)
        self._marks = own[_BEFORE_MARKS:].reshape(MARKS, 3)
        self._marks["colour"][:, 0] = _MARK
        for tags, colour in ((self._tags, _DIM), (self._marks[:, 1:], _TEXT)):
            tags["colour"] = _GROUND, colour
            tags["kind"][:, 0] = -3
        self._activity = np.zeros((HEIGHT, COLUMNS, 4), np.uint8)
        self._bars = np.zeros((FRAMES, 4), np.uint8)
        sheet.paint_graph(self._activity)

    def scale(self, most: float, slowest: float) -> bool:
        """Sets what the tops of the graphs mean, for `most` items and frames of `slowest` seconds.

        Returns:
            Whether that was a change, so that the activity must be drawn anew.
        """
        items = rounded_up(most)
        milliseconds = next((each for each in _SCALES if slowest * 1000 <= each), _SCALES[-1])
        if self._scale == (items, milliseconds):
            return False
        self._scale = (items, milliseconds)
        self._per_item = HEIGHT / items
        self._per_second = HEIGHT * 1000 / milliseconds
        self._rules["box"] = self._tags["box"] = 0
        left, right = self._left + 4, self._left + WIDTH - 4
        texts = [(f"{items:,}", left, self._activity_top + 1), (f"{milliseconds} ms", left, self._frames_top + 1)]
        for rule, rate in zip(self._rules, (60, 30), strict=True):
            height = round(self._per_second / rate)
            if height < HEIGHT:
                top = self._frames_top + HEIGHT - height
                rule["box"] = (self._left, top, WIDTH, 1)
                if rate == 30 and self._per_second / 60 < LETTER_HEIGHT:
                    # Too close to the other line to name both.
                    continue
                text = f"{rate} fps"
                texts.append((text, right - len(text) * LETTER_WIDTH, top - LETTER_HEIGHT - 1))
        self._sheet.write([text for text, _, _ in texts], self._first_line)
        for line, (text, x, y) in enumerate(texts, self._first_line):
            _place_tag(self._tags[line - self._first_line], x, y, text, line)
        self._sheet.upload(slice(self._first_quad, self._first_quad + _BEFORE_MARKS))
        return True

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
        self._sheet.paint_graph(self._activity)

    def show_frames(self, seconds: Floats) -> None:
        """Draws the frame times, oldest first."""
        self._bars[:, :3] = _BAR_COLOURS[np.searchsorted(_LIMITS, seconds)]
        self._bars[:, 3] = np.minimum(seconds * (self._per_second * 255 / HEIGHT), 255)
        self._sheet.paint_bars(self._bars)

    def show_marks(self, marks: Sequence[tuple[int, int, str]]) -> int:
        """Draws labelled lines into the frame-time graph.

        Args:
            marks: For each how many bars come after it, its number, and its label.

        Returns:
            How many rectangles of the sheet there are to draw.
        """
        for mark, (ago, number, label) in zip(self._marks, marks, strict=False):
            text = shortened(label, _LABEL)
            # Labels move, but what they say stays.
            place = number % MARKS
            line = self._first_line + _TAGS + place
            if self._labels[place] != (number, label):
                self._labels[place] = (number, label)
                self._sheet.write([text], line)
            x = self._left + WIDTH - ago
            mark["box"][0] = (x, self._frames_top, 1, HEIGHT)
            # Beside the line, but left of what names the frame rates; by turns at three heights, since marks may follow
            # closely.
            beside = min(x + 5, self._left + WIDTH - 4 - (len(text) + len(" 60 fps")) * LETTER_WIDTH)
            _place_tag(mark[1:], beside, self._frames_top + 3 + number % 3 * (LETTER_HEIGHT + 2), text, line)
        start = self._first_quad + _BEFORE_MARKS
        if marks:
            self._sheet.upload(slice(start, start + 3 * len(marks)))
        return start + 3 * len(marks)


def _place_tag(tag: Quads, left: float, top: float, text: str, line: int) -> None:
    width = len(text) * LETTER_WIDTH
    tag["box"] = (left - 3, top, width + 6, LETTER_HEIGHT), (left, top, width, LETTER_HEIGHT)
    tag["kind"][1] = line
