"""Panel: what the overlay looks like. Turns figures into rectangles and letters; knows nothing of pools.

The table changes a few times a second, so it is drawn into a picture, and each frame draws that and the graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import arcade
import numpy as np

from arcade_pool.sprites.figures import HEADING, LINE, RATE, Row, both_ends, line_of
from arcade_pool.sprites.graphs import COLUMNS, HEIGHT, WIDTH, Graphs, colour_of
from arcade_pool.sprites.sheet import CELL_HEIGHT, CELL_WIDTH, PLAIN, Ink, Sheet, codes_of

__all__ = ["Panel"]

# Pixels.
_PAD: Final = 12
_FULL_WIDTH: Final = WIDTH + 2 * _PAD
_PITCH: Final = 17
_GAP: Final = 10
_MARGIN: Final = 8
_TABLE_TOP: Final = _PAD + 2 * _PITCH + 6
#: Rows that are shown even where the panel must be drawn smaller to have room for them.
_FEWEST_ROWS: Final = 4
#: Rectangles before those of the rows: ground, edge, separators, and the grounds and grids of the graphs.
_FRAME: Final = 10

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
        self._ink = Ink(context, ratio, (COLUMNS, HEIGHT))
        self._rows = 0
        self._stale = True
        self.lay_out(1)

    @staticmethod
    def room(height: int) -> int:
        """How many rows, that of the total included, a target of this many pixels has room for."""
        return max(_FEWEST_ROWS, (height - 2 * _MARGIN - _height_of(0)) // _PITCH)

    def lay_out(self, rows: int) -> None:
        """Makes room for so many rows, that of the total included."""
        if rows == self._rows:
            return
        self._rows = rows
        self._height = _height_of(rows)
        table_end = _TABLE_TOP + rows * _PITCH
        activity_top = table_end + _GAP + _PITCH
        tops = activity_top, activity_top + HEIGHT + _GAP + _PITCH
        size = round(_FULL_WIDTH * self.ratio), round(self._height * self.ratio)
        self._picture = self.context.framebuffer(color_attachments=[self.context.texture(size)])
        #: Drawn in every frame.
        self.graphs = Graphs(self._ink, (_FULL_WIDTH, self._height), _PAD, tops)
        self._sheet = Sheet(self._ink, _FRAME + 3 * rows + (4 + rows) * LINE)
        quads = self._sheet.quads
        self._parts = quads[_FRAME : _FRAME + 3 * rows].reshape(3, rows)
        self._letters = quads[_FRAME + 3 * rows :].reshape(4 + rows, LINE)
        self._place_frame(table_end, tops)
        self._place_rows()
        self._place_letters(tops)

    def _place_frame(self, table_end: int, graph_tops: tuple[int, int]) -> None:
        boxes = [
            ((0, 0, _FULL_WIDTH, self._height), _EDGE, -8),
            ((1, 1, _FULL_WIDTH - 2, self._height - 2), _BACK, -7),
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

    def _place_letters(self, graph_tops: tuple[int, int]) -> None:
        tops = [_PAD - 2, _PAD + _PITCH + 2, *(_TABLE_TOP + row * _PITCH for row in range(self._rows))]
        tops += [top - _PITCH for top in graph_tops]
        letters = self._letters
        letters["box"][..., 0] = _PAD + CELL_WIDTH * np.arange(LINE)
        letters["box"][..., 1] = np.array(tops)[:, np.newaxis]
        letters["box"][..., 2:] = CELL_WIDTH, CELL_HEIGHT
        letters["colour"] = _TEXT
        letters["colour"][1] = letters["colour"][-2:] = _DIM

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
        self._letters["kind"] = codes_of("".join(line[:LINE] for line in lines)).reshape(self._letters.shape)
        self._letters["colour"][2:-2, RATE] = [[_WARN if row.warns else _TEXT] for row in rows]
        _, gauges, swatches = self._parts
        swatches["colour"] = [_NONE if row.colour is None else (*colour_of(row.colour), 255) for row in rows]
        gauges["colour"] = swatches["colour"]
        gauges["colour"][:, 3] //= 6
        gauges["box"][:, 2] = [row.share * (WIDTH + 8) for row in rows]
        self._stale = True

    def _draw_picture(self) -> None:
        count = len(self._sheet.quads)
        self._sheet.upload(slice(0, count))
        with self._picture.activate():
            self._picture.clear()
            # The picture may have been drawn with before, and nobody may draw on what he draws with.
            self._sheet.draw(self._picture.size, (0, 0, self.ratio), count, self._ink.letters)
        self._stale = False

    def draw(self, target: tuple[int, int]) -> None:
        """Draws the panel into the upper left corner; smaller where it would not fit.

        Args:
            target: Size of what is drawn on, in pixels.
        """
        scale = min(1.0, (target[0] - 2 * _MARGIN) / _FULL_WIDTH, (target[1] - 2 * _MARGIN) / self._height)
        if scale > 0:
            # After all else was uploaded: some drivers finish what was drawn before they take anything more.
            if self._stale:
                self._draw_picture()
            self.graphs.draw(target, (_MARGIN, _MARGIN, scale), self._picture.color_attachments[0])


def _height_of(rows: int) -> int:
    return _TABLE_TOP + rows * _PITCH + 2 * (_GAP + _PITCH + HEIGHT) + _PAD
