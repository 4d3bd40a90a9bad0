"""Scan: which of many sprites may be off screen, asked of the buffer that Arcade draws from.

Common case: none is. Optimised for: few calls of numpy, which for some hundred sprites cost more than the numbers do
(benchmarks/lease.py, rows "off-screen" and "classes"). A sprite can only be outside if its centre is not well inside;
what is exact is asked of the few that are left.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import arcade
import numpy as np
import numpy.typing as npt

from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["Scan"]

# Made once: telling numpy what to do is half of the time.
_SLOT = np.dtype(np.int32)
#: A slot's four numbers, x, y, depth and angle, as one that can be gathered at once.
_ROW = np.dtype(np.complex128)
_POINT = np.dtype(np.complex64)
_COORDINATE = np.dtype(np.float32)

_Coordinates: TypeAlias = "npt.NDArray[np.float32]"


class Scan:
    """Finds those of many sprites that may be off screen."""

    def __init__(self) -> None:
        self._margin = 0.0
        self._area: arcade.Rect | None = None
        self._middle = 0j
        self._half = (0.0, 0.0)
        self._limits = np.zeros(0, _COORDINATE)

    def candidates(self, sprites: PooledSpriteList[Any], area: arcade.Rect, margin: float) -> list[int]:
        """The slots of drawn sprites whose centre is not well inside the area. Cost: O(drawn), in numpy.

        Args:
            sprites: The list that draws them.
            area: The area.
            margin: Pixels by which the sprites must be further away, at the least.

        The views of Arcade's buffers die with this call: a buffer of which one is alive cannot grow.
        """
        count = sprites._sprite_index_slots
        if not count:
            return []
        if area is not self._area or margin != self._margin:
            self._margin = margin
            self._aim_at(area)
        slots = np.frombuffer(sprites._sprite_index_data, _SLOT, count)
        rows = np.frombuffer(sprites._sprite_pos_angle_data, _ROW).take(slots)
        # A row's first two numbers are one complex number: both are measured from the middle of the area at once.
        offsets = rows.view(_POINT)[::2] - self._middle
        inside = abs(offsets.view(_COORDINATE)) < self._limits_for(count)
        if np.count_nonzero(inside) == 2 * count:
            return []
        candidates: list[int] = slots[~(inside[::2] & inside[1::2])].tolist()
        return candidates

    def _aim_at(self, area: arcade.Rect) -> None:
        left, right, bottom, top = area.lrbt
        # The buffer holds single precision: a sprite nearer to the edge than its rounding is asked exactly.
        slack = 1.0 + 1e-6 * max(abs(left), abs(right), abs(bottom), abs(top)) - self._margin
        # In whole pixels, so that a camera that only moves does not change them.
        half = _single(((right - left) / 2 - slack) // 1), _single(((top - bottom) / 2 - slack) // 1)
        if half != self._half:
            self._half = half
            self._limits = np.zeros(0, _COORDINATE)
        self._middle = complex(_single((left + right) / 2), _single((bottom + top) / 2))
        self._area = area

    def _limits_for(self, count: int) -> _Coordinates:
        """Half a width and half a height in turn, as often as asked for: one comparison then is enough for both."""
        if len(self._limits) < 2 * count:
            self._limits = np.tile(np.array(self._half, _COORDINATE), 2 * count)
        return self._limits[: 2 * count]


def _single(number: float) -> float:
    """Return what single precision can hold of a number; what is beyond that is asked exactly."""
    return max(min(number, 1e38), -1e38)
