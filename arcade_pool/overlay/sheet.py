"""Sheet: rectangles, lines of text and pictures of a panel, all of them in one buffer and drawn by one call.

Common case: some lines of text change a few times a second, the rest stays. Optimised for: that one; a line is put
together from the pixels of its letters by numpy. Refused: a text object for each figure, because laying out a text
again costs a hundred times as much; and a rectangle for each letter, which software OpenGL pays for in every frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import arcade
import arcade.gl
import numpy as np
import numpy.typing as npt
from arcade.resources import resolve
from PIL import Image, ImageDraw, ImageFont

__all__ = ["BARS", "GRAPH", "LETTER_HEIGHT", "LETTER_WIDTH", "PLAIN", "Ink", "Quads", "Sheet"]

#: Pixels that a letter takes.
LETTER_WIDTH: Final = 7
LETTER_HEIGHT: Final = 15
_BASELINE: Final = 12

#: Kinds of rectangles. From 0 on they show that line of text; -r, for r from 2 to 32, have corners of radius r.
PLAIN: Final = -1
#: The picture in the upper left part of the sheet's texture.
GRAPH: Final = -101
#: A bar for each texel in the last row of the sheet's texture: its colour, and its height as alpha.
BARS: Final = -102

Quads = npt.NDArray[np.void]

#: A rectangle: left, top, width, height in pixels from the panel's upper left corner; of a line of text, from which
#: pixel on it is shown.
_QUAD: Final = np.dtype([("box", "4f4"), ("colour", "4u1"), ("kind", "f4"), ("start", "f4")])

_FONT: Final = ":system:fonts/ttf/Liberation/Liberation_Mono_Regular.ttf"
#: Advance of a letter of that font, in its size.
_ADVANCE: Final = 0.6001
#: ASCII, Latin, Greek, Cyrillic, and some signs. The first is drawn for what is not among them.
_LETTERS: Final = "\ufffd" + "".join(
    map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x180), *range(0x386, 0x3CF), *range(0x401, 0x460)])
) + "–…"  # fmt: skip

_VERTEX_SHADER: Final = """#version 330
in vec2 in_corner;
in vec4 in_box;
in vec4 in_colour;
in float in_kind;
in float in_start;
uniform vec2 target;
uniform vec3 place;
uniform vec2 text;
out vec2 uv;
out vec2 at;
flat out vec2 half_size;
flat out vec4 colour;
flat out float kind;
void main() {
    vec2 pixel = place.xy + (in_box.xy + in_corner * in_box.zw) * place.z;
    gl_Position = vec4(pixel.x / target.x * 2.0 - 1.0, 1.0 - pixel.y / target.y * 2.0, 0.0, 1.0);
    uv = in_corner;
    if (in_kind >= 0.0) uv = vec2(in_start + in_corner.x * in_box.z, in_kind + in_corner.y) / text;
    at = (in_corner - 0.5) * in_box.zw;
    half_size = in_box.zw * 0.5;
    colour = in_colour;
    kind = in_kind;
}
"""

_FRAGMENT_SHADER: Final = """#version 330
in vec2 uv;
in vec2 at;
flat in vec2 half_size;
flat in vec4 colour;
flat in float kind;
uniform sampler2D letters;
uniform sampler2D pictures;
uniform vec2 graph;
out vec4 ink;
void main() {
    ink = colour;
    if (kind >= 0.0) {
        ink.a *= texture(letters, uv).r;
    } else if (kind == -101.0) {
        ink = texelFetch(pictures, ivec2(uv * graph), 0);
    } else if (kind == -102.0) {
        ivec2 size = textureSize(pictures, 0);
        vec4 bar = texelFetch(pictures, ivec2(int(uv.x * float(size.x)), size.y - 1), 0);
        ink = vec4(bar.rgb, 1.0 - uv.y < bar.a ? ink.a : 0.0);
    } else if (kind <= -2.0) {
        vec2 beyond = max(abs(at) - half_size - kind, 0.0);
        float depth = -kind - length(beyond);
        ink.a *= clamp(depth + 0.5, 0.0, 1.0);
        // What is large has a rim, to be told from a ground of its own colour.
        if (kind < -7.0 && depth < 1.0) ink.rgb += 0.16;
    }
}
"""

#: As usual for colours; what is solid stays solid, so that a screenshot has no holes.
_BLENDING: Final = (
    arcade.gl.SRC_ALPHA, arcade.gl.ONE_MINUS_SRC_ALPHA, arcade.gl.ONE, arcade.gl.ONE_MINUS_SRC_ALPHA
)  # fmt: skip


def _code_table() -> npt.NDArray[np.uint16]:
    # One more than the last letter: what lies beyond is clipped to that, and means the first.
    table = np.zeros(max(map(ord, _LETTERS[1:])) + 2, np.uint16)
    for code, letter in enumerate(_LETTERS[1:], 1):
        table[ord(letter)] = code
    return table


_CODES: Final = _code_table()


def _codes_of(text: str) -> npt.NDArray[np.uint16]:
    """The place of each letter among those that can be shown."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    return np.take(_CODES, points, mode="clip")


def _letter_pixels(width: int, height: int, baseline: int) -> npt.NDArray[np.uint8]:
    """How much of each pixel each letter covers."""
    font = ImageFont.truetype(str(resolve(_FONT)), width / _ADVANCE)
    # Below each other, so that rows of pixels are as the array has them.
    image = Image.new("L", (width, height * len(_LETTERS)))
    draw = ImageDraw.Draw(image)
    for code, letter in enumerate(_LETTERS):
        draw.text((0, code * height + baseline), letter, fill=255, font=font, anchor="ls")
    return np.asarray(image).reshape(len(_LETTERS), height, width)


class Ink:
    """What outlasts a sheet: the pixels of the letters, and how rectangles are drawn.

    Args:
        context: Of the window.
        ratio: Real pixels for one pixel of the window.
    """

    def __init__(self, context: arcade.ArcadeContext, ratio: float) -> None:
        self.context = context
        self.ratio = ratio
        self.letters = _letter_pixels(*(round(each * ratio) for each in (LETTER_WIDTH, LETTER_HEIGHT, _BASELINE)))
        self.program = context.program(vertex_shader=_VERTEX_SHADER, fragment_shader=_FRAGMENT_SHADER)
        self.program["letters"] = 0
        self.program["pictures"] = 1
        corners = np.array([0, 0, 0, 1, 1, 0, 1, 1], np.float32)
        self.corners = arcade.gl.BufferDescription(context.buffer(data=corners.tobytes()), "2f", ["in_corner"])


class Sheet:
    """Rectangles in the order in which they cover each other. Write into `quads`, `upload`, and `draw`.

    Args:
        ink: Of the window it is drawn in.
        count: How many rectangles there are. They are plain and of no size.
        text: How many letters a line of text has, and how many lines there are.
        graph: Columns and rows of the picture that `GRAPH` means.
        bars: How many bars `BARS` means.
    """

    def __init__(self, ink: Ink, count: int, text: tuple[int, int], graph: tuple[int, int], bars: int) -> None:
        self._ink = ink
        self._letters_of_line = text[0]
        self.quads: Quads = np.zeros(count, _QUAD)
        self.quads["kind"] = PLAIN
        context = ink.context
        self._buffer = context.buffer(data=self.quads.tobytes(), usage="dynamic")
        described = arcade.gl.BufferDescription(
            self._buffer,
            "4f 4f1 1f 1f",
            ["in_box", "in_colour", "in_kind", "in_start"],
            normalized=["in_colour"],
            instanced=True,
        )
        self._geometry = context.geometry([ink.corners, described], mode=context.TRIANGLE_STRIP)
        _, height, width = ink.letters.shape
        self._text = context.texture((text[0] * width, text[1] * height), components=1)
        self._graph = graph
        self._pictures = context.texture((max(graph[0], bars), graph[1] + 1), filter=(context.NEAREST, context.NEAREST))
        ink.program["text"] = text[0] * LETTER_WIDTH, text[1]
        ink.program["graph"] = graph
        self._aim: tuple[tuple[int, int], tuple[float, float, float]] | None = None

    def upload(self, part: slice) -> None:
        """Hands rectangles that were changed to OpenGL."""
        self._buffer.write(self.quads[part].tobytes(), part.start * _QUAD.itemsize)

    def write(self, lines: Sequence[str], first: int) -> None:
        """Writes lines of text, from the line `first` on. What is too long is cut off."""
        length = self._letters_of_line
        codes = _codes_of("".join(line[:length].ljust(length) for line in lines)).reshape(len(lines), length)
        _, height, width = self._ink.letters.shape
        pixels = self._ink.letters[codes].transpose(0, 2, 1, 3)
        place = (0, first * height, length * width, len(lines) * height)
        self._text.write(pixels.tobytes(), viewport=place)

    def paint_graph(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Changes the picture: red, green, blue and alpha of each pixel, from the upper left one on."""
        self._pictures.write(pixels.tobytes(), viewport=(0, 0, *self._graph))

    def paint_bars(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Changes the bars: red, green, blue and height of each."""
        self._pictures.write(pixels.tobytes(), viewport=(0, self._graph[1], len(pixels), 1))

    def draw(self, target: tuple[int, int], place: tuple[float, float, float], count: int) -> None:
        """Draws over what is there, whatever camera, blending, scissor box or depth test are in force.

        Args:
            target: Size of what is drawn on, in pixels.
            place: Left and top in pixels from its upper left corner, and the scale.
            count: How many rectangles, from the first.
        """
        ink = self._ink
        context: Any = ink.context
        if self._aim != (target, place):
            self._aim_at(target, place)
        surface = context.active_framebuffer
        viewport, scissor, blending = surface.viewport, surface.scissor, context.blend_func
        in_the_way = [flag for flag in (context.DEPTH_TEST, context.CULL_FACE) if context.is_enabled(flag)]
        blends = context.is_enabled(context.BLEND)
        whole = (0, 0, *target)
        narrowed = viewport != whole or scissor is not None
        if narrowed:
            # Straight to the surface: the context's own setter would make the default camera take part.
            surface.scissor = None
            surface.viewport = whole
        context.disable(*in_the_way)
        context.enable(context.BLEND)
        context.blend_func = _BLENDING
        try:
            # The first unit last: what draws next expects it to be the current one.
            self._pictures.use(1)
            self._text.use(0)
            self._geometry.render(ink.program, instances=count)
        finally:
            context.blend_func = blending
            if not blends:
                context.disable(context.BLEND)
            context.enable(*in_the_way)
            if narrowed:
                surface.viewport = viewport
                surface.scissor = scissor

    def _aim_at(self, target: tuple[int, int], place: tuple[float, float, float]) -> None:
        ink = self._ink
        ink.program["target"] = target
        ink.program["place"] = place
        # Pixel for pixel where that is possible; it is also the cheaper way.
        exact = place[2] == 1 and ink.ratio == round(ink.ratio)
        context = ink.context
        self._text.filter = (context.NEAREST, context.NEAREST) if exact else (context.LINEAR, context.LINEAR)
        self._aim = target, place
