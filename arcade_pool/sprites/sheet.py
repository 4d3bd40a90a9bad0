"""Sheet: rectangles, letters and pictures of a panel, all of them in one buffer and drawn by one call.

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

__all__ = ["BARS", "CELL_HEIGHT", "CELL_WIDTH", "GRAPH", "PICTURE", "PLAIN", "Ink", "Quads", "Sheet", "codes_of"]

#: Pixels that a letter takes.
CELL_WIDTH: Final = 7
CELL_HEIGHT: Final = 15

#: Kinds of rectangles. From 0 on they are letters; -r, for r from 2 to 32, have corners of radius r.
PLAIN: Final = -1
#: The picture on the first texture that is given to `draw`.
PICTURE: Final = -100
#: A picture in the upper left part of the second texture.
GRAPH: Final = -101
#: A bar for each texel in the last row of the second texture: its colour, and its height as alpha.
BARS: Final = -102

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
    uv = in_corner;
    if (in_kind >= 0.0) {
        float row = floor((in_kind + 0.5) / columns);
        uv = vec2(in_kind - row * columns, row) * pitch + in_corner * cell;
    }
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
uniform sampler2D picture;
uniform sampler2D graphs;
uniform vec2 graph;
out vec4 result;
void main() {
    vec4 ink = colour;
    if (kind >= 0.0) {
        ink.a *= texture(letters, uv).r;
    } else if (kind == -100.0) {
        result = texture(picture, vec2(uv.x, 1.0 - uv.y));
        return;
    } else if (kind == -101.0) {
        ink = texelFetch(graphs, ivec2(uv * graph), 0);
    } else if (kind == -102.0) {
        ivec2 size = textureSize(graphs, 0);
        ink = texelFetch(graphs, ivec2(int(uv.x * float(size.x)), size.y - 1), 0);
        ink.a = 1.0 - uv.y < ink.a ? colour.a : 0.0;
    } else if (kind <= -2.0) {
        vec2 beyond = max(abs(at) - half_size - kind, 0.0);
        ink.a *= clamp(0.5 - kind - length(beyond), 0.0, 1.0);
    }
    result = vec4(ink.rgb * ink.a, ink.a);
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


class Ink:
    """What all sheets of a window share: the letters, and how rectangles are drawn.

    Args:
        context: Of the window.
        ratio: Real pixels for one pixel of the window.
        graph: Columns and rows of the picture that `GRAPH` means.
    """

    def __init__(self, context: arcade.ArcadeContext, ratio: float, graph: tuple[int, int]) -> None:
        self.context = context
        self.ratio = ratio
        image, cell, pitch = _letters_image(ratio)
        self.letters = context.texture(image.size, components=1, data=image.tobytes())
        self.program = context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self.program["cell"] = cell[0] / image.width, cell[1] / image.height
        self.program["pitch"] = pitch[0] / image.width, pitch[1] / image.height
        self.program["columns"] = float(_COLUMNS)
        self.program["graph"] = graph
        for unit, name in enumerate(("letters", "picture", "graphs")):
            self.program[name] = unit
        self._aim: tuple[tuple[int, int], tuple[float, float, float]] | None = None
        corners = np.array([0, 0, 0, 1, 1, 0, 1, 1], np.float32)
        self.corners = arcade.gl.BufferDescription(context.buffer(data=corners.tobytes()), "2f", ["in_corner"])

    def aim(self, target: tuple[int, int], place: tuple[float, float, float]) -> None:
        """Says where the next drawing goes; see `Sheet.draw`."""
        if self._aim != (target, place):
            self._aim = target, place
            self.program["target"] = target
            self.program["place"] = place


class Sheet:
    """Rectangles in the order in which they cover each other. Write into `quads`, `upload`, and `draw`.

    Args:
        ink: Of the window it is drawn in.
        count: How many there are. They are plain and of no size.
    """

    def __init__(self, ink: Ink, count: int) -> None:
        self._ink = ink
        self.quads: Quads = np.zeros(count, _QUAD)
        self.quads["kind"] = PLAIN
        context = ink.context
        self._buffer = context.buffer(data=self.quads.tobytes(), usage="dynamic")
        described = arcade.gl.BufferDescription(
            self._buffer,
            "4f 4f1 1f",
            ["in_box", "in_colour", "in_kind"],
            normalized=["in_colour"],
            instanced=True,
        )
        self._geometry = context.geometry([ink.corners, described], mode=context.TRIANGLE_STRIP)

    def upload(self, part: slice) -> None:
        """Hands rectangles that were changed to OpenGL."""
        self._buffer.write(self.quads[part].tobytes(), part.start * _QUAD.itemsize)

    def draw(
        self,
        target: tuple[int, int],
        place: tuple[float, float, float],
        count: int,
        *textures: arcade.gl.Texture2D,
    ) -> None:
        """Draws over what is there, whatever camera, blending, scissor box or depth test are in force.

        Args:
            target: Size of what is drawn on, in pixels.
            place: Left and top in pixels from its upper left corner, and the scale.
            count: How many rectangles, from the first.
            *textures: With the pictures.
        """
        ink = self._ink
        context: Any = ink.context
        ink.aim(target, place)
        surface = context.active_framebuffer
        viewport, scissor, blending = surface.viewport, surface.scissor, context.blend_func
        in_the_way = [flag for flag in (context.DEPTH_TEST, context.CULL_FACE) if context.is_enabled(flag)]
        blends = context.is_enabled(context.BLEND)
        # Straight to the surface: the context's own setter would make the default camera take part.
        surface.scissor = None
        surface.viewport = (0, 0, *target)
        context.disable(*in_the_way)
        context.enable(context.BLEND)
        # Colours come out of the shader multiplied by their alpha, so that a sheet may be drawn on another one.
        context.blend_func = context.ONE, context.ONE_MINUS_SRC_ALPHA
        try:
            # The first one last: what draws next expects that unit to be the current one.
            for unit in range(len(textures), 0, -1):
                textures[unit - 1].use(unit)
            ink.letters.use(0)
            self._geometry.render(ink.program, instances=count)
        finally:
            context.blend_func = blending
            if not blends:
                context.disable(context.BLEND)
            context.enable(*in_the_way)
            surface.viewport = viewport
            surface.scissor = scissor
