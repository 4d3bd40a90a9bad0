"""Panel: what the overlay looks like. Turns figures into rectangles and letters; knows nothing of pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import arcade
import numpy as np
import numpy.typing as npt

from arcade_pool.sprites.figures import HEADING, LINE, RATE, Row, both_ends, line_of, shortened
from arcade_pool.sprites.sheet import CELL_HEIGHT, CELL_WIDTH, PLAIN, Quads, Sheet, codes_of

__all__ = ["ACTIVITY_COLUMNS", "BARS", "MARKS", "PALETTE", "Panel"]

Floats = npt.NDArray[np.float32]

# Pixels.
_PAD: Final = 12
_INNER: Final = LINE * CELL_WIDTH
_WIDTH: Final = _INNER + 2 * _PAD
_PITCH: Final = 17
_GRAPH: Final = 66
_MARGIN: Final = 8
#: Rows of pools that are shown even where the panel must be drawn smaller to have room for them.
_FEWEST_ROWS: Final = 3

#: Bars of the frame-time graph, one for a frame, and columns of the activity graph.
BARS: Final = _INNER
_COLUMN: Final = 2
ACTIVITY_COLUMNS: Final = _INNER // _COLUMN
#: Marks shown at a time.
MARKS: Final = 8
#: Most letters of a tag: a short text in a graph, on ground of its own.
_TAG_LETTERS: Final = 24
_TAG_QUADS: Final = 1 + _TAG_LETTERS
#: The tags of the scales: two tops, and the lines of the frame-time graph.
_TAGS: Final = 4

_BACK: Final = (11, 13, 20, 222)
_EDGE: Final = (255, 255, 255, 34)
_SHADE: Final = (255, 255, 255, 9)
_WELL: Final = (0, 0, 0, 90)
_GRID: Final = (255, 255, 255, 20)
_TEXT: Final = (228, 233, 242, 255)
_DIM: Final = (142, 152, 172, 255)
_WARN: Final = (250, 190, 80, 255)
_FAST: Final = (88, 196, 164, 235)
_LATE: Final = (245, 184, 72, 245)
_SLOW: Final = (240, 88, 88, 255)
_SIXTY: Final = (255, 255, 255, 120)
_MARK: Final = (255, 255, 255, 235)
_GROUND: Final = (11, 13, 20, 200)

#: The colours of pools, told apart on dark ground.
PALETTE: Final = (
    (86, 180, 233), (245, 152, 66), (80, 200, 120), (240, 98, 146), (240, 205, 80), (155, 126, 240),
    (50, 198, 190), (232, 90, 80), (172, 212, 84), (92, 124, 245), (208, 162, 122), (200, 150, 220),
)  # fmt: skip

#: Seconds up to which a frame was in time for 60 and for 30 a second; a tenth more, since screens are not exact.
_LIMITS: Final = np.array([1.1 / 60, 1.1 / 30], np.float32)
_BAR_COLOURS: Final = np.array([_FAST, _LATE, _SLOW], np.uint8)
#: Heights of the frame-time graph, in milliseconds.
_SCALES: Final = (25, 50, 100, 250, 500, 1000)


def rounded_up(value: float) -> int:
    """The next of 10, 15, 20, 30, 40, 60, 80, 100, 150, ... that is no less."""
    scale = 1
    while True:
        for factor in (10, 15, 20, 30, 40, 60, 80):
            if value <= factor * scale:
                return factor * scale
        scale *= 10


class Panel:
    """A table and two graphs on a sheet.

    Args:
        context: Of the window it is drawn in.
        ratio: Real pixels for one pixel of the window.
    """

    def __init__(self, context: arcade.ArcadeContext, ratio: float) -> None:
        self.context = context
        self.ratio = ratio
        self._sheet = Sheet(context, ratio)
        self._size: tuple[int, int] | None = None
        self._per_item = self._per_second = 0.0
        self._marked = False

    @staticmethod
    def room(height: int) -> int:
        """How many rows, that of the total included, a target of this many pixels has room for."""
        return max(_FEWEST_ROWS, (height - 2 * _MARGIN - _height_of(0)) // _PITCH)

    def lay_out(self, rows: int, slots: int) -> bool:
        """Makes room for a table of `rows` rows and a graph of `slots` pools; whether that was a change."""
        if self._size == (rows, slots):
            return False
        self._size = (rows, slots)
        self._rows = rows
        self._height = _height_of(rows)
        self._top = _PAD + 2 * _PITCH + 6
        table_end = self._top + rows * _PITCH
        self._activity_top = table_end + 10 + _PITCH
        self._frames_top = self._activity_top + _GRAPH + 10 + _PITCH
        counts = {
            "back": 10 + 3 * rows,
            "activity": slots * ACTIVITY_COLUMNS,
            "bars": BARS,
            "front": 2,
            "lines": (4 + rows) * LINE,
            "tags": _TAGS * _TAG_QUADS,
            "marks": MARKS * (1 + _TAG_QUADS),
        }
        self._parts: dict[str, slice] = {}
        start = 0
        for name, count in counts.items():
            self._parts[name] = slice(start, start + count)
            start += count
        self._sheet.reserve(start)
        self._place_back(table_end)
        self._place_graphs(slots)
        self._place_letters()
        return True

    def _place_back(self, table_end: int) -> None:
        back = self._sheet.quads[self._parts["back"]]
        boxes = [
            ((0, 0, _WIDTH, self._height), _EDGE, -8),
            ((1, 1, _WIDTH - 2, self._height - 2), _BACK, -7),
            ((_PAD, self._top - 4, _INNER, 1), _EDGE, PLAIN),
            ((_PAD, table_end - _PITCH - 1, _INNER, 1), _EDGE, PLAIN),
        ]
        for top in (self._activity_top, self._frames_top):
            boxes.append(((_PAD, top, _INNER, _GRAPH), _WELL, PLAIN))
            boxes += [((_PAD, top + part * _GRAPH // 4, _INNER, 1), _GRID, PLAIN) for part in (1, 3)]
        for place, box in enumerate(boxes):
            back[place] = box
        for row in range(self._rows):
            top = self._top + row * _PITCH
            shade, gauge, swatch = (10 + part * self._rows + row for part in range(3))
            back["box"][shade] = (_PAD - 4, top - 1, _INNER + 8, _PITCH)
            back["colour"][shade] = _SHADE if row % 2 else (0, 0, 0, 0)
            back["box"][gauge] = (_PAD - 4, top - 1, 0, _PITCH)
            back["box"][swatch] = (_PAD, top + 4, 8, 8)
            back["kind"][swatch] = -2

    def _place_graphs(self, slots: int) -> None:
        quads = self._sheet.quads
        activity = quads[self._parts["activity"]].reshape(slots, ACTIVITY_COLUMNS)
        activity["box"][..., 0] = _PAD + _COLUMN * np.arange(ACTIVITY_COLUMNS)
        activity["box"][..., 2] = _COLUMN
        bars = quads[self._parts["bars"]]
        bars["box"][:, 0] = _PAD + np.arange(BARS)
        bars["box"][:, 2] = 1
        quads[self._parts["front"]]["colour"] = _SIXTY

    def _place_letters(self) -> None:
        letters = self._sheet.quads[self._parts["lines"]].reshape(4 + self._rows, LINE)
        tops = [_PAD - 2, _PAD + _PITCH + 2]
        tops += [self._top + row * _PITCH for row in range(self._rows)]
        tops += [self._activity_top - _PITCH, self._frames_top - _PITCH]
        letters["box"][..., 0] = _PAD + CELL_WIDTH * np.arange(LINE)
        letters["box"][..., 1] = np.array(tops)[:, np.newaxis]
        letters["colour"] = _TEXT
        letters["colour"][1] = letters["colour"][-2:] = _DIM
        letters["box"][..., 2:] = CELL_WIDTH, CELL_HEIGHT
        tags = self._sheet.quads[self._parts["tags"]].reshape(_TAGS, _TAG_QUADS)
        marks = self._sheet.quads[self._parts["marks"]].reshape(MARKS, 1 + _TAG_QUADS)
        marks["colour"][:, 0] = _MARK
        for part, colour in ((tags, _DIM), (marks[:, 1:], _TEXT)):
            part["colour"] = colour
            part["colour"][:, 0] = _GROUND
            part["kind"][:, 0] = -3

    # --- figures ---

    def show_table(
        self, title: tuple[str, str], rows: Sequence[Row], activity: tuple[str, str], frames: tuple[str, str]
    ) -> None:
        """Writes all lines; the last row is the total."""
        lines = [both_ends(*title), HEADING, *map(line_of, rows), both_ends(*activity), both_ends(*frames)]
        quads = self._sheet.quads
        letters = quads[self._parts["lines"]].reshape(len(lines), LINE)
        letters["kind"] = codes_of("".join(line[:LINE] for line in lines)).reshape(letters.shape)
        letters["colour"][2:-2, RATE] = [[_WARN if row.warns else _TEXT] for row in rows]
        back = quads[self._parts["back"]][10:].reshape(3, self._rows)
        colours = [(0, 0, 0, 0) if row.colour is None else (*_colour(row.colour), 255) for row in rows]
        back["colour"][1:] = colours
        back["colour"][1, :, 3] //= 6
        back["box"][1, :, 2] = [row.share * (_INNER + 8) for row in rows]
        self._sheet.upload(self._parts["back"])
        self._sheet.upload(self._parts["lines"])

    def scale_graphs(self, most: float, slowest: float) -> None:
        """Sets what the tops of the graphs mean, for `most` items and frames of `slowest` seconds."""
        items = rounded_up(most)
        milliseconds = next((each for each in _SCALES if slowest * 1000 <= each), _SCALES[-1])
        self._per_item = _GRAPH / items
        self._per_second = _GRAPH * 1000 / milliseconds
        front = self._sheet.quads[self._parts["front"]]
        tags = self._sheet.quads[self._parts["tags"]].reshape(_TAGS, _TAG_QUADS)
        front["box"] = tags["box"] = 0
        texts = [
            (f"{items:,}", _PAD + 4, self._activity_top + 1),
            (f"{milliseconds} ms", _PAD + 4, self._frames_top + 1),
        ]
        bottom = self._frames_top + _GRAPH
        for line, rate in zip(front, (60, 30), strict=True):
            height = round(self._per_second / rate)
            if height < _GRAPH:
                line["box"] = (_PAD, bottom - height, _INNER, 1)
                text = f"{rate} fps"
                texts.append((text, _PAD + _INNER - 4 - len(text) * CELL_WIDTH, bottom - height - CELL_HEIGHT - 1))
        for tag, (text, left, top) in zip(tags, texts, strict=False):
            _write_tag(tag, left, top, text)
        self._sheet.upload(self._parts["front"])
        self._sheet.upload(self._parts["tags"])

    def show_activity(self, counts: Floats, colours: Sequence[int]) -> None:
        """Draws the pools' counts above each other.

        Args:
            counts: A row for each pool, oldest first.
            colours: Each row's place in `PALETTE`.
        """
        part = self._parts["activity"]
        activity = self._sheet.quads[part].reshape(-1, ACTIVITY_COLUMNS)[: len(counts)]
        # Whole pixels, so that what is above each other neither overlaps nor leaves a gap.
        heights = np.minimum(np.rint(counts.cumsum(axis=0) * self._per_item), _GRAPH)
        activity["box"][..., 1] = self._activity_top + _GRAPH - heights
        heights[1:] -= heights[:-1].copy()
        activity["box"][..., 3] = heights
        activity["colour"] = [[(*_colour(each), 225)] for each in colours]
        self._sheet.upload(part)

    def show_frames(self, seconds: Floats) -> None:
        """Draws the frame times, oldest first."""
        part = self._parts["bars"]
        bars = self._sheet.quads[part]
        heights = np.minimum(seconds * self._per_second, _GRAPH)
        box = bars["box"]
        box[:, 1] = self._frames_top + _GRAPH - heights
        box[:, 3] = heights
        bars["colour"] = _BAR_COLOURS[np.searchsorted(_LIMITS, seconds)]
        self._sheet.upload(part)

    def show_marks(self, marks: Sequence[tuple[int, int, str]]) -> None:
        """Draws labelled lines into the frame-time graph.

        Args:
            marks: For each how many bars come after it, its lane (labels of neighbouring lanes do not cover each
                other), and its label.
        """
        if not marks and not self._marked:
            return
        self._marked = bool(marks)
        part = self._parts["marks"]
        shown = self._sheet.quads[part].reshape(MARKS, 1 + _TAG_QUADS)
        shown["box"] = 0
        for mark, (ago, lane, label) in zip(shown, marks, strict=False):
            text = shortened(label, _TAG_LETTERS)
            left = _PAD + BARS - ago
            mark["box"][0] = (left, self._frames_top, 1, _GRAPH)
            # Beside the line, but within the graph.
            beside = min(left + 5, _PAD + _INNER - 4 - len(text) * CELL_WIDTH)
            _write_tag(mark[1:], beside, self._frames_top + 3 + lane % 3 * (CELL_HEIGHT + 2), text)
        self._sheet.upload(part)

    def draw(self, target: tuple[int, int]) -> None:
        """Draws the panel into the upper left corner; smaller where it would not fit.

        Args:
            target: Size of what is drawn on, in pixels.
        """
        scale = min(1.0, (target[0] - 2 * _MARGIN) / _WIDTH, (target[1] - 2 * _MARGIN) / self._height)
        if scale > 0:
            self._sheet.draw(target, (_MARGIN, _MARGIN, scale))


def _height_of(rows: int) -> int:
    return _PAD + 2 * _PITCH + 6 + rows * _PITCH + 2 * (10 + _PITCH + _GRAPH) + _PAD


def _write_tag(tag: Quads, left: float, top: float, text: str) -> None:
    width = len(text) * CELL_WIDTH
    tag["box"][0] = (left - 3, top, width + 6, CELL_HEIGHT)
    letters = tag[1 : 1 + len(text)]
    letters["box"][:, 0] = left + CELL_WIDTH * np.arange(len(text))
    letters["box"][:, 1:] = top, CELL_WIDTH, CELL_HEIGHT
    letters["kind"] = codes_of(text)


def _colour(place: int) -> tuple[int, int, int]:
    return PALETTE[place % len(PALETTE)]
