"""What the game is seen through: a camera that shows the whole arena in a window of any size, and the backdrop."""

from __future__ import annotations

import math

import arcade
from arcade.shape_list import Shape, ShapeElementList, create_line, create_triangles_strip_filled_with_colors
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
        view = arcade.LRBT(-WIDTH / 2, WIDTH / 2, -HEIGHT / 2, HEIGHT / 2)
        #: What the arena is seen through, which trembles, and what letters are seen through, which does not.
        self.camera, self.still = (
            arcade.Camera2D(projection=view, position=(WIDTH / 2, HEIGHT / 2), window=window) for _ in range(2)
        )
        self._tremor = self._trembled = 0.0
        self._night, self._grid = _night(), _grid()
        self._stars = textures.stars(170)
        self.fit(window.width, window.height)

    def fit(self, width: int, height: int) -> None:
        """Follows the size of the window, in pixels."""
        factor = min(width / WIDTH, height / HEIGHT)
        shown_width, shown_height = WIDTH * factor, HEIGHT * factor
        viewport = arcade.LBWH((width - shown_width) / 2, (height - shown_height) / 2, shown_width, shown_height)
        for camera in (self.camera, self.still):
            camera.viewport = viewport

    def shake(self, strength: float) -> None:
        """Shakes what is seen of the arena, by up to `strength` pixels."""
        self._tremor = max(self._tremor, strength)

    def update(self, delta_time: float) -> None:
        """Lets it come to rest again. By game time alone: what is off screen depends on it, so no chance may."""
        self._trembled += delta_time
        self._tremor = self._tremor * math.exp(-6 * delta_time) if self._tremor > 0.2 else 0.0
        x, y = math.sin(61 * self._trembled), math.cos(47 * self._trembled)
        self.camera.position = WIDTH / 2 + self._tremor * x, HEIGHT / 2 + self._tremor * y

    def draw_backdrop(self) -> None:
        """Draws night, stars and grid."""
        with self.camera.activate():
            for layer in (self._night, self._grid, self._stars):
                layer.draw()

    def place_of(self, x: float, y: float) -> tuple[float, float]:
        """The place in the arena that is shown at a pixel of the window."""
        place = self.still.unproject((x, y))
        return place.x, place.y


def _night() -> ShapeElementList[Shape]:
    """Darkness with some light in the middle. Shapes without blending: a picture of this size is slow to draw."""
    points: list[tuple[float, float]] = []
    for x, y in (*(rim := textures.polygon(48)), rim[0]):
        points += [(WIDTH * (0.5 + 0.75 * x), HEIGHT * (0.5 + 0.75 * y)), (WIDTH / 2, HEIGHT / 2)]
    shapes: ShapeElementList[Shape] = ShapeElementList(blend=False)
    shapes.append(create_triangles_strip_filled_with_colors(points, [NIGHT, Color(20, 22, 56)] * (len(points) // 2)))
    return shapes


def _grid() -> ShapeElementList[Shape]:
    shapes: ShapeElementList[Shape] = ShapeElementList()
    for column in range(WIDTH // _GRID + 1):
        x = column * _GRID
        shapes.append(create_line(x, 0, x, HEIGHT, _grid_colour(column)))
    for row in range(HEIGHT // _GRID + 1):
        y = HEIGHT / 2 % _GRID + row * _GRID
        shapes.append(create_line(0, y, WIDTH, y, _grid_colour(row)))
    return shapes


def _grid_colour(number: int) -> Color:
    return Color(110, 130, 255, 26 if number % 4 else 46)
