"""Sheet: rectangles and letters of a panel, all of them in one buffer and drawn by one call.

Common case: a few letters and bars change, the rest stays. Optimised for: that one; a letter is a number in an array.
Refused: a text object for each figure, because laying out a text again costs a hundred times as much.
"""

from __future__ import annotations

from typing import Any, Final

import arcade
import arcade.gl
import numpy as np
import numpy.typing as npt
from arcade.resources import resolve
from PIL import Image, ImageDraw, ImageFont

__all__ = ["CELL_HEIGHT", "CELL_WIDTH", "PLAIN", "Quads", "Sheet", "codes_of"]

#: Pixels that a letter takes.
CELL_WIDTH: Final = 7
CELL_HEIGHT: Final = 15

#: The `kind` of a plain rectangle. Kinds from 0 on are letters; -r, for r of 2 and more, has corners of radius r.
PLAIN: Final = -1

Quads = npt.NDArray[np.void]

#: A rectangle: left, top, width, height in pixels from the panel's upper left corner.
_QUAD: Final = np.dtype([("box", "4f4"), ("colour", "4u1"), ("kind", "f4")])

_FONT: Final = ":system:fonts/ttf/Liberation/Liberation_Mono_Regular.ttf"
#: Advance of a letter of that font, in its size.
_ADVANCE: Final = 0.6001
#: ASCII, Latin, Greek, Cyrillic, and some signs. The first is drawn for what is not among them.
_LETTERS: Final = "\ufffd" + "".join(
    map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x180), *range(0x386, 0x3CF), *range(0x401, 0x460)])
) + "–…×·"  # fmt: skip
_COLUMNS: Final = 32

_VERTEX_SHADER: Final = """#version 330
in vec2 in_corner;
in vec4 in_box;
in vec4 in_colour;
in float in_kind;
uniform vec2 target;
uniform vec3 place;
uniform vec2 cell;
uniform vec2 pitch;
uniform float columns;
out vec4 colour;
out vec2 uv;
out vec2 at;
flat out vec2 half_size;
flat out float kind;
void main() {
    vec2 pixel = place.xy + (in_box.xy + in_corner * in_box.zw) * place.z;
    gl_Position = vec4(pixel.x / target.x * 2.0 - 1.0, 1.0 - pixel.y / target.y * 2.0, 0.0, 1.0);
    float row = floor((in_kind + 0.5) / columns);
    uv = vec2(in_kind - row * columns, row) * pitch + in_corner * cell;
    at = (in_corner - 0.5) * in_box.zw;
    half_size = in_box.zw * 0.5;
    colour = in_colour;
    kind = in_kind;
}
"""

_FRAGMENT_SHADER: Final = """#version 330
in vec4 colour;
in vec2 uv;
in vec2 at;
flat in vec2 half_size;
flat in float kind;
uniform sampler2D letters;
out vec4 result;
void main() {
    float cover = texture(letters, uv).r;
    if (kind < 0.0) {
        float radius = kind < -1.5 ? -kind : 0.0;
        vec2 beyond = max(abs(at) - half_size + radius, 0.0);
        cover = radius > 0.0 ? clamp(radius + 0.5 - length(beyond), 0.0, 1.0) : 1.0;
    }
    result = vec4(colour.rgb, colour.a * cover);
}
"""


def _code_table() -> npt.NDArray[np.float32]:
    # One more than the last letter: what lies beyond is clipped to that, and means the first.
    table = np.zeros(max(map(ord, _LETTERS[1:])) + 2, np.float32)
    for code, letter in enumerate(_LETTERS[1:], 1):
        table[ord(letter)] = code
    return table


_CODES: Final = _code_table()


def codes_of(text: str) -> npt.NDArray[np.float32]:
    """The kinds of rectangles that show the letters of `text`, one for each."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    return np.take(_CODES, points, mode="clip")


def _letters_image(ratio: float) -> tuple[Image.Image, tuple[int, int], tuple[int, int]]:
    """All letters in rows, with the size of one and the distance from one to the next, in pixels."""
    width, height = round(CELL_WIDTH * ratio), round(CELL_HEIGHT * ratio)
    # A gap, so that a sheet that is drawn smaller shows nothing of the neighbours.
    across, down = width + 2, height + 2
    font = ImageFont.truetype(str(resolve(_FONT)), width / _ADVANCE)
    image = Image.new("L", (across * _COLUMNS, down * (len(_LETTERS) // _COLUMNS + 1)))
    draw = ImageDraw.Draw(image)
    for code, letter in enumerate(_LETTERS):
        row, column = divmod(code, _COLUMNS)
        draw.text((column * across, row * down + round(12 * ratio)), letter, fill=255, font=font, anchor="ls")
    return image, (width, height), (across, down)


class Sheet:
    """Rectangles and letters in the order in which they cover each other. Write into `quads`, then `upload`.

    Args:
        context: Of the window it is drawn in.
        ratio: Real pixels for one pixel of the window.
    """

    def __init__(self, context: arcade.ArcadeContext, ratio: float) -> None:
        self._context = context
        self.ratio = ratio
        image, cell, pitch = _letters_image(ratio)
        self._letters = context.texture(image.size, components=1, data=image.tobytes())
        self._program = context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self._program["cell"] = cell[0] / image.width, cell[1] / image.height
        self._program["pitch"] = pitch[0] / image.width, pitch[1] / image.height
        self._program["columns"] = float(_COLUMNS)
        self._corners = arcade.gl.BufferDescription(
            context.buffer(data=np.array([0, 0, 0, 1, 1, 0, 1, 1], np.float32).tobytes()), "2f", ["in_corner"]
        )
        self._placed: tuple[float, ...] = ()
        self.reserve(1)

    def reserve(self, count: int) -> None:
        """Makes room for `count` rectangles, all of them empty."""
        self.quads: Quads = np.zeros(count, _QUAD)
        self.quads["kind"] = PLAIN
        self._buffer = self._context.buffer(data=self.quads.tobytes(), usage="dynamic")
        described = arcade.gl.BufferDescription(
            self._buffer,
            "4f 4f1 1f",
            ["in_box", "in_colour", "in_kind"],
            normalized=["in_colour"],
            instanced=True,
        )
        self._geometry = self._context.geometry([self._corners, described], mode=self._context.TRIANGLE_STRIP)

    def upload(self, part: slice) -> None:
        """Hands rectangles that were changed to OpenGL."""
        self._buffer.write(self.quads[part].tobytes(), part.start * _QUAD.itemsize)

    def draw(self, target: tuple[int, int], place: tuple[float, float, float]) -> None:
        """Draws all of it over what is there, whatever camera, blending, scissor box or depth test are in force.

        Args:
            target: Size of what is drawn on, in pixels.
            place: Left and top in pixels from its upper left corner, and the scale.
        """
        context: Any = self._context
        if self._placed != (*target, *place):
            self._placed = (*target, *place)
            self._program["target"] = target
            self._program["place"] = place
        surface = context.active_framebuffer
        viewport, scissor, blending = surface.viewport, surface.scissor, context.blend_func
        # Straight to the surface: the context's own setter would make the default camera take part.
        surface.scissor = None
        surface.viewport = (0, 0, *target)
        # As usual for colours; what is solid stays solid, so that a screenshot has no holes.
        context.blend_func = (
            context.SRC_ALPHA, context.ONE_MINUS_SRC_ALPHA, context.ONE, context.ONE_MINUS_SRC_ALPHA
        )  # fmt: skip
        try:
            with context.enabled_only(context.BLEND):
                self._letters.use(0)
                self._geometry.render(self._program, instances=len(self.quads))
        finally:
            context.blend_func = blending
            surface.viewport = viewport
            surface.scissor = scissor
