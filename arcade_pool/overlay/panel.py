"""Panel: what the overlay looks like. Turns figures into rectangles and letters; knows nothing of pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import arcade
import numpy as np

from arcade_pool.overlay.figures import HEADING, LINE, RATE, Row, both_ends, line_of
from arcade_pool.overlay.graphs import COLUMNS, FRAMES, HEIGHT, LINES, QUADS, WIDTH, Floats, Graphs, colour_of
from arcade_pool.overlay.sheet import LETTER_HEIGHT, LETTER_WIDTH, PLAIN, Ink, Sheet

__all__ = ["Corner", "Panel"]

Corner: TypeAlias = Literal["upper left", "upper right", "lower left", "lower right"]

# Pixels.
_PAD: Final = 12
_FULL_WIDTH: Final = WIDTH + 2 * _PAD
_PITCH: Final = 17
_GAP: Final = 10
_MARGIN: Final = 8
_TABLE_TOP: Final = _PAD + 2 * _PITCH + 6
#: Rows that are shown even where the panel must be drawn smaller to have room for them.
_FEWEST_ROWS: Final = 4
#: Rectangles before those of the rows: ground, separators, and the grounds and grids of the graphs.
_FRAME: Final = 9

_BACK: Final = (11, 13, 20, 225)
_EDGE: Final = (255, 255, 255, 34)
_SHADE: Final = (255, 255, 255, 9)
_WELL: Final = (0, 0, 0, 90)
_GRID: Final = (255, 255, 255, 20)
_NONE: Final = (0, 0, 0, 0)
_TEXT: Final = (228, 233, 242, 255)
_DIM: Final = (142, 152, 172, 255)
_WARN: Final = (250, 190, 80, 255)


class Panel:
    """A table and two graphs.

    Args:
        context: Of the window it is drawn in.
        ratio: Real pixels for one pixel of the window.
    """

    def __init__(self, context: arcade.ArcadeContext, ratio: float) -> None:
        self.context = context
        self.ratio = ratio
        self._ink = Ink(context, ratio)
        self._rows = 0
        self.lay_out(1)

    @staticmethod
    def room(target: tuple[int, int]) -> int:
        """How many rows, that of the total included, there is room for on a target of this size in pixels."""
        # Where it must be drawn smaller to have room for its width, there is room for more of them.
        scale = _scale(target, 0)
        if scale <= 0:
            return _FEWEST_ROWS
        return max(_FEWEST_ROWS, int(((target[1] - 2 * _MARGIN) / scale - _height_of(0)) // _PITCH))

    def lay_out(self, rows: int) -> None:
        """Makes room for so many rows, that of the total included."""
        if rows == self._rows:
            return
        self._rows = rows
        self._height = _height_of(rows)
        table_end = _TABLE_TOP + rows * _PITCH
        activity_top = table_end + _GAP + _PITCH
        tops = activity_top, activity_top + HEIGHT + _GAP + _PITCH
        lines = 4 + rows
        text_start = _FRAME + 3 * rows
        graphs_start = text_start + 3 * lines
        self._sheet = Sheet(
            self._ink, graphs_start + QUADS, (LINE, lines + LINES), graph=(COLUMNS, HEIGHT), bars=FRAMES
        )
        quads = self._sheet.quads
        self._parts = quads[_FRAME:text_start].reshape(3, rows)
        self._text = quads[text_start:graphs_start].reshape(lines, 3)
        self._table = slice(0, graphs_start)
        #: Changed a few times a second, or with every frame.
        self.graphs = Graphs(self._sheet, graphs_start, lines, _PAD, tops)
        self._place_frame(table_end, tops)
        self._place_rows()
        self._place_text(tops)
        self._sheet.upload(slice(0, len(quads)))

    def _place_frame(self, table_end: int, graph_tops: tuple[int, int]) -> None:
        boxes = [
            ((0, 0, _FULL_WIDTH, self._height), _BACK, -8),
            ((_PAD, _TABLE_TOP - 4, WIDTH, 1), _EDGE, PLAIN),
            ((_PAD, table_end - _PITCH - 1, WIDTH, 1), _EDGE, PLAIN),
        ]
        for top in graph_tops:
            boxes.append(((_PAD, top, WIDTH, HEIGHT), _WELL, PLAIN))
            boxes += [((_PAD, top + part * HEIGHT // 3, WIDTH, 1), _GRID, PLAIN) for part in (1, 2)]
        for quad, box in zip(self._sheet.quads, boxes, strict=False):
            quad["box"], quad["colour"], quad["kind"] = box

    def _place_rows(self) -> None:
        shades, _, swatches = self._parts
        tops = _TABLE_TOP + _PITCH * np.arange(self._rows)
        self._parts["box"][..., 0] = _PAD - 4
        self._parts["box"][..., 1] = tops - 1
        shades["box"][:, 2] = WIDTH + 8
        self._parts["box"][..., 3] = _PITCH
        shades["colour"][1::2] = _SHADE
        swatches["box"][:, 0] = _PAD
        swatches["box"][:, 1] = tops + 4
        swatches["box"][:, 2:] = 8
        swatches["kind"] = -2

    def _place_text(self, graph_tops: tuple[int, int]) -> None:
        tops = [_PAD - 2, _PAD + _PITCH + 2, *(_TABLE_TOP + row * _PITCH for row in range(self._rows))]
        tops += [top - _PITCH for top in graph_tops]
        # Each line in three parts, since the hit rate has a colour of its own.
        starts = LETTER_WIDTH * np.array([0, RATE.start, RATE.stop, LINE])
        text = self._text
        text["box"][..., 0] = _PAD + starts[:-1]
        text["box"][..., 1] = np.array(tops)[:, np.newaxis]
        text["box"][..., 2] = np.diff(starts)
        text["box"][..., 3] = LETTER_HEIGHT
        text["kind"] = np.arange(len(tops))[:, np.newaxis]
        text["start"] = starts[:-1]
        text["colour"] = _TEXT
        text["colour"][1] = text["colour"][-2:] = _DIM

    def write(
        self, title: tuple[str, str], rows: Sequence[Row], activity: tuple[str, str], frames: tuple[str, str]
    ) -> None:
        """Writes all lines; each but the rows has a left and a right part.

        Args:
            title: The line above the table.
            rows: As many as there was made room for; the last one is the total.
            activity: The line above the activity graph.
            frames: The line above the frame-time graph.
        """
        lines = [both_ends(*title), HEADING, *map(line_of, rows), both_ends(*activity), both_ends(*frames)]
        self._sheet.write(lines, 0)
        self._text["colour"][2:-2, 1] = [_WARN if row.warns else _TEXT for row in rows]
        _, gauges, swatches = self._parts
        swatches["colour"] = [_NONE if row.colour is None else (*colour_of(row.colour), 255) for row in rows]
        gauges["colour"] = swatches["colour"]
        gauges["colour"][:, 3] //= 6
        gauges["box"][:, 2] = [row.share * (WIDTH + 8) for row in rows]
        self._sheet.upload(self._table)

    def draw(
        self, target: tuple[int, int], corner: Corner, seconds: Floats, marks: Sequence[tuple[int, int, str]]
    ) -> None:
        """Draws the panel into a corner; smaller where it would not fit.

        Args:
            target: Size of what is drawn on, in pixels.
            corner: Of the target.
            seconds: The frame times, oldest first.
            marks: As for `Graphs.show_marks`.
        """
        scale = _scale(target, self._height)
        if scale > 0:
            self.graphs.show_frames(seconds)
            # Whole pixels, so that letters stay sharp.
            left = target[0] - _MARGIN - int(_FULL_WIDTH * scale) if corner.endswith("right") else _MARGIN
            top = target[1] - _MARGIN - int(self._height * scale) if corner.startswith("lower") else _MARGIN
            self._sheet.draw(target, (left, top, scale), self.graphs.show_marks(marks))


def _height_of(rows: int) -> int:
    return _TABLE_TOP + rows * _PITCH + 2 * (_GAP + _PITCH + HEIGHT) + _PAD


def _scale(target: tuple[int, int], height: int) -> float:
    """How large a panel of this height is drawn on the target: at most as it is."""
    width_left, height_left = (side - 2 * _MARGIN for side in target)
    return min(1.0, width_left / _FULL_WIDTH, height_left / max(height, 1))
