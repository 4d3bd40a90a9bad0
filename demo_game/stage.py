"""The stage: a camera that shows the whole arena in a window of any size, and the backdrop."""

from __future__ import annotations

import math

import arcade
from arcade.shape_list import Shape, ShapeElementList, create_ellipse_filled_with_colors, create_line
from arcade.types import Color

from demo_game import textures
from demo_game.textures import HEIGHT, NIGHT, WIDTH

#: Pixels from one line of the grid to the next.
_GRID = 64


class Stage:
    """The arena has always the same size, so that a larger window is no advantage; bars fill what is left.

    Args:
        window: Where it is shown.
    """

    def __init__(self, window: arcade.Window) -> None:
        arena = arcade.LBWH(0, 0, WIDTH, HEIGHT)
        #: What the arena is seen through, which trembles, and what letters are seen through, which does not.
        self.camera, self.still = (arcade.Camera2D(None, (0, 0), projection=arena, window=window) for _ in range(2))
        self._tremor = self._trembled = 0.0
        self._backdrop = (_night(), _grid(), textures.stars(170))
        self.fit(window.width, window.height)

    def fit(self, width: int, height: int) -> None:
        """Follows the size of the window, in pixels."""
        factor = min(width / WIDTH, height / HEIGHT)
        shown = arcade.XYWH(width / 2, height / 2, WIDTH * factor, HEIGHT * factor)
        self.camera.viewport = self.still.viewport = shown

    def shake(self, strength: float) -> None:
        """Shakes what is seen of the arena, by up to `strength` pixels."""
        self._tremor = max(self._tremor, strength)

    def update(self, delta_time: float) -> None:
        """Lets it come to rest again. By game time alone: what is off screen depends on it, so no chance may."""
        self._trembled += delta_time
        self._tremor = self._tremor * math.exp(-6 * delta_time) if self._tremor > 0.2 else 0.0
        x, y = math.sin(61 * self._trembled), math.cos(47 * self._trembled)
        self.camera.position = self._tremor * x, self._tremor * y

    def draw_backdrop(self) -> None:
        """Draws night, stars and grid."""
        with self.camera.activate():
            for layer in self._backdrop:
                layer.draw()

    def place_of(self, x: float, y: float) -> tuple[float, float]:
        """The place in the arena that is shown at a pixel of the window."""
        place = self.still.unproject((x, y))
        return place.x, place.y


def _night() -> ShapeElementList[Shape]:
    """Darkness with some light in the middle. Shapes without blending: a picture of this size is slow to draw."""
    shapes: ShapeElementList[Shape] = ShapeElementList(blend=False)
    size = 0.75 * WIDTH, 0.75 * HEIGHT  # from the middle, and past the corners
    shapes.append(create_ellipse_filled_with_colors(WIDTH / 2, HEIGHT / 2, *size, NIGHT, Color(20, 22, 56)))
    return shapes


def _grid() -> ShapeElementList[Shape]:
    shapes: ShapeElementList[Shape] = ShapeElementList()
    for number in range(WIDTH // _GRID + 1):
        colour = Color(110, 130, 255, 26 if number % 4 else 46)
        x, y = number * _GRID, number * _GRID + HEIGHT / 2 % _GRID
        shapes.append(create_line(x, 0, x, HEIGHT, colour))
        if y < HEIGHT:
            shapes.append(create_line(0, y, WIDTH, y, colour))
    return shapes
