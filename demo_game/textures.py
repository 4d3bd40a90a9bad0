"""The look of the game: every texture is drawn by code, once, in neon on dark."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache

import arcade
from arcade.types import Color, Point2, Point2List
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

WIDTH, HEIGHT = 1280, 720
#: For large words. Not for figures: its 5 is an S.
FONT = "Kenney Future"
#: For reading; figures are bold.
PLAIN_FONT = "Liberation Sans"
_BOLD_FONT_FILE = ":resources:/fonts/ttf/Liberation/Liberation_Sans_Bold.ttf"
FONT_FILES = (
    ":resources:/fonts/ttf/Kenney/Kenney_Future.ttf",
    ":resources:/fonts/ttf/Liberation/Liberation_Sans_Regular.ttf",
    _BOLD_FONT_FILE,
)

NIGHT = Color(7, 8, 20)
WHITE = Color(255, 255, 255)
PALE = Color(206, 220, 255)
DIM = Color(120, 136, 186)
CYAN = Color(84, 214, 255)
PINK = Color(255, 78, 146)
ORANGE = Color(255, 152, 64)
VIOLET = Color(176, 116, 255)
GREEN = Color(112, 255, 150)
GOLD = Color(255, 222, 96)
RED = Color(255, 74, 84)

#: What was drawn so far.
_drawn: list[arcade.Texture] = []

#: Everything is drawn this many times larger and then scaled down: Pillow draws without antialiasing.
_OVERSIZE = 4
#: Width and height of the atlas, in pixels.
_ATLAS = 2048


def polygon(corners: int, radius: float = 1.0, turn: float = 0.0, centre: Point2 = (0.0, 0.0)) -> list[Point2]:
    """A regular polygon, one corner up; `turn` in degrees, clockwise."""
    x, y = centre
    angles = [math.radians(turn + 360 * corner / corners) for corner in range(corners)]
    return [(x + radius * math.sin(angle), y + radius * math.cos(angle)) for angle in angles]


#: Outlines by name: unit coordinates, y up, nose up. The first of each is filled.
SHAPES: dict[str, list[Point2List]] = {
    "ship": [[(0, 1), (0.78, -0.82), (0, -0.46), (-0.78, -0.82)], [(0, 0.42), (0.2, -0.2), (-0.2, -0.2)]],
    "drifter": [polygon(4), polygon(4, 0.45)],
    "hunter": [[(0, 1), (0.4, -0.05), (0.95, -0.75), (0, -0.42), (-0.95, -0.75), (-0.4, -0.05)]],
    "gunner": [polygon(6, turn=30), polygon(3, 0.55)],
    "weaver": [polygon(5), polygon(5, 0.55, turn=36), polygon(5, 0.25)],
    "boss": [polygon(8, turn=22.5), polygon(8, 0.8), polygon(4, 0.55, turn=45), polygon(4, 0.55), polygon(8, 0.22)],
    "shot": [[(-0.07, 1), (0.07, 1), (0.07, -1), (-0.07, -1)]],
    "bullet": [polygon(16, 0.6), polygon(8, 0.22)],
    "bomb": [polygon(12, 0.8), polygon(12, 0.32)],
    "heal": [polygon(16), [(0, 0.5), (0, -0.5)], [(-0.5, 0), (0.5, 0)]],
    "refill": [polygon(16), polygon(10, 0.4)],
    "power": [polygon(16), [(-0.4, 0.0), (0, 0.42), (0.4, 0.0)], [(-0.4, -0.42), (0, 0.0), (0.4, -0.42)]],
    "shield": [polygon(16), [(-0.42, 0.4), (0.42, 0.4), (0.36, -0.1), (0, -0.5), (-0.36, -0.1)]],
}


@cache
def neon(name: str, colour: Color, radius: float, *, solid: float = 0.82) -> arcade.Texture:
    """A glowing outline of `SHAPES`, nose up, with a round hit box inside the glow.

    Args:
        name: Which shape.
        colour: Of its glow; the lines themselves are lighter.
        radius: Pixels from the centre to the corners.
        solid: Radius of the hit box, as a part of that.
    """
    glow = 6 + radius / 4
    half = math.ceil(radius + 2 * glow)
    middle = half * _OVERSIZE
    lines, body = (Image.new("L", (2 * middle, 2 * middle)) for _ in range(2))
    for outline in SHAPES[name]:
        points = [(middle + x * radius * _OVERSIZE, middle - y * radius * _OVERSIZE) for x, y in outline]
        if outline is SHAPES[name][0]:
            ImageDraw.Draw(body).polygon(points, fill=70)
        closed = [*points, points[0], points[1]] if len(points) > 2 else points
        ImageDraw.Draw(lines).line(closed, fill=255, width=int(2.4 * _OVERSIZE), joint="curve")
    # Blurring masks instead of colours keeps the edges free of dark fringes.
    halo = lines.filter(ImageFilter.GaussianBlur(glow * _OVERSIZE / 2)).point(lambda alpha: min(255, alpha * 3))
    image = _flood(colour, halo)
    image.alpha_composite(_flood(colour, body))
    image.alpha_composite(_flood([int(part + (255 - part) * 0.55) for part in colour[:3]], lines))
    return _texture(image.resize((2 * half, 2 * half), Image.Resampling.LANCZOS), radius * solid)


@cache
def spark(diameter: int) -> arcade.Texture:
    """A soft white dot; its sprite's colour tints it."""
    return _texture(_flood(WHITE, _glow(diameter, 0, diameter / 4.4)), diameter / 4)


@cache
def ring(diameter: int, thickness: float) -> arcade.Texture:
    """A soft white ring, for shock waves and shields."""
    return _texture(_flood(WHITE, _glow(diameter, diameter / 2 - thickness * 2.5, thickness)), diameter / 2)


@cache
def explosion(frames: int = 14, diameter: int = 128) -> list[arcade.Texture]:
    """The frames of an explosion: a flash that sinks into itself inside a ring that grows. White, to be tinted."""
    textures = []
    for left in (1 - frame / frames for frame in range(frames)):
        reach = 8 + (1 - left**3) * (diameter / 2 - 16)
        fire = _glow(diameter, reach, 1.5 + 5 * left, left), _glow(diameter, 0, 1 + diameter / 4.5 * left**1.5)
        textures.append(_texture(_flood(WHITE, ImageChops.screen(*fire)), diameter / 2))
    return textures


@cache
def label(text: str, colour: Color) -> arcade.Texture:
    """A short text as a texture, for what floats up from a kill."""
    font = ImageFont.truetype(str(arcade.resources.resolve(_BOLD_FONT_FILE)), 17)
    image = Image.new("RGBA", (int(font.getlength(text)) + 8, 28))
    middle = image.width / 2, image.height / 2
    ImageDraw.Draw(image).text(middle, text, colour, font, "mm", stroke_width=2, stroke_fill=(7, 8, 20, 200))
    return _texture(image, 8)


def stars(count: int) -> arcade.SpriteList[arcade.Sprite]:
    """The star field; a little larger than the screen, for when that trembles."""
    rng = random.Random(count)
    layer: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    for _ in range(count):
        x, y = rng.uniform(-20, WIDTH + 20), rng.uniform(-20, HEIGHT + 20)
        star = arcade.Sprite(spark(12), rng.uniform(0.2, 0.75), x, y)
        star.color = Color(*rng.choice((PALE, CYAN, VIOLET))[:3], rng.randint(50, 190))
        layer.append(star)
    return layer


def upload(window: arcade.Window) -> None:
    """Hands what was drawn so far to the graphics card: in the midst of a fight that would cost frames."""
    atlas = window.ctx.default_atlas
    if atlas.width < _ATLAS:
        # Large enough for everything: growing step by step, it would copy itself again and again.
        atlas.resize((_ATLAS, _ATLAS))
    for texture in _drawn:
        atlas.add(texture)


def _texture(image: Image.Image, radius: float) -> arcade.Texture:
    """A texture with a round hit box: the glow around a shape must neither hit nor be hit."""
    texture = arcade.Texture(image, hit_box_points=polygon(8, radius))
    _drawn.append(texture)
    return texture


def _flood(colour: Sequence[int], mask: Image.Image) -> Image.Image:
    image = Image.new("RGBA", mask.size, (*colour[:3], 0))
    image.putalpha(mask)
    return image


def _glow(diameter: int, radius: float, width: float, light: float = 1.0) -> Image.Image:
    """A round mask: brightest at `radius` pixels from its middle, fading over `width` pixels to both sides."""
    # Pillow's gradient reaches 255 in the corners, and the edges of the circle at 255 / sqrt(2).
    distances = Image.radial_gradient("L").resize((diameter, diameter), Image.Resampling.BILINEAR)
    pixels = diameter / 2 / 180
    return distances.point(lambda value: int(255 * light * math.exp(-(((value * pixels - radius) / width) ** 2))))
