"""Bounds: what an area of the world may be given as."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import arcade

__all__ = ["Bounds", "area_of"]

#: An area of the world, in pixels; of a camera, the part of the world that it shows.
Bounds: TypeAlias = "arcade.Rect | arcade.Camera2D | Callable[[], arcade.Rect]"


def area_of(bounds: Bounds | None) -> arcade.Rect | None:
    """The rectangle that `bounds` means at this moment, in pixels; without bounds the window's, without a window None.

    Raises:
        TypeError: It is not bounds, or a function that does not return a Rect.
    """
    if bounds is None:
        try:
            return _rect_of_size(*arcade.get_window().get_size())
        except RuntimeError:
            return None
    if isinstance(bounds, arcade.Rect):
        return bounds
    if isinstance(bounds, arcade.Camera2D):
        return _seen_by(bounds)
    area = bounds() if callable(bounds) else bounds
    if not isinstance(area, arcade.Rect):
        raise TypeError(f"bounds must be an arcade.Rect, a Camera2D or a function that returns a Rect, not {area!r}")
    return area


@lru_cache(maxsize=4)
def _rect_of_size(width: int, height: int) -> arcade.Rect:
    """As `arcade.Window.rect`: the very same for the same size, so that what follows from it is worked out once."""
    return arcade.LBWH(0, 0, width, height)


def _seen_by(camera: arcade.Camera2D) -> arcade.Rect:
    """The part of the world that a camera shows: its projection, zoomed, turned and moved.

    Worked out here because Camera2D.aabb() of Arcade 3.3 ignores the zoom and adds the viewport's corners.
    """
    zoom = camera.zoom
    left, right, bottom, top = camera.projection_data.lrbt
    (x, y), (up_x, up_y) = camera.position, camera.up
    # The camera's right is its up, turned a quarter clockwise.
    xs = [x + (a * up_y + b * up_x) / zoom for a in (left, right) for b in (bottom, top)]
    ys = [y + (b * up_y - a * up_x) / zoom for a in (left, right) for b in (bottom, top)]
    return arcade.LRBT(min(xs), max(xs), min(ys), max(ys))
