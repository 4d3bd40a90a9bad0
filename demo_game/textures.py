"""The look of the game: every texture is drawn by code, once, in neon on dark."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import arcade
from arcade.types import Color
from PIL import Image, ImageDraw, ImageFilter, ImageFont

Outline: TypeAlias = "Sequence[tuple[float, float]]"

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


def polygon(corners: int, radius: float = 1.0, turn: float = 0.0) -> list[tuple[float, float]]:
    """A regular polygon around the origin, one corner up; `turn` in degrees, clockwise."""
    angles = [math.radians(turn + 360 * corner / corners) for corner in range(corners)]
    return [(radius * math.sin(angle), radius * math.cos(angle)) for angle in angles]


def _dart(wing: float) -> list[tuple[float, float]]:
    return [(0, 1), (wing * 0.42, -0.05), (wing, -0.75), (0, -0.42), (-wing, -0.75), (-wing * 0.42, -0.05)]


#: Outlines by name: unit coordinates, y up, nose up. The first of each is filled.
SHAPES: dict[str, list[Outline]] = {
    "ship": [[(0, 1), (0.78, -0.82), (0, -0.46), (-0.78, -0.82)], [(0, 0.42), (0.2, -0.2), (-0.2, -0.2)]],
    "drifter": [polygon(4), polygon(4, 0.45)],
    "hunter": [_dart(0.95)],
    "gunner": [polygon(6, turn=30), polygon(3, 0.55)],
    "weaver": [polygon(5), polygon(5, 0.55, turn=36), polygon(5, 0.25)],
    "boss": [polygon(8, turn=22.5), polygon(8, 0.8), polygon(4, 0.55, turn=45), polygon(4, 0.55), polygon(8, 0.22)],
    "bomb": [polygon(12, 0.8), polygon(12, 0.32)],
    "heal": [polygon(16), [(0, 0.5), (0, -0.5)], [(-0.5, 0), (0.5, 0)]],
    "refill": [polygon(16), polygon(10, 0.4)],
    "power": [polygon(16), [(-0.4, 0.0), (0, 0.42), (0.4, 0.0)], [(-0.4, -0.42), (0, 0.0), (0.4, -0.42)]],
    "shield": [polygon(16), [(-0.42, 0.4), (0.42, 0.4), (0.36, -0.1), (0, -0.5), (-0.36, -0.1)]],
}


@cache
def neon(name: str, colour: Color, radius: float, *, lit: bool = False) -> arcade.Texture:
    """A glowing outline of `SHAPES`, nose up, with a round hit box inside the glow.

    Args:
        name: Which shape.
        colour: Of its glow; the lines themselves are lighter.
        radius: Pixels from the centre to the corners.
        lit: Filled with light, for the moment after a hit.
    """
    glow = 6 + radius / 4
    half = math.ceil(radius + 2 * glow)
    size, middle = 2 * half * _OVERSIZE, half * _OVERSIZE
    lines, body = Image.new("L", (size, size)), Image.new("L", (size, size))
    for outline in SHAPES[name]:
        points = [(middle + x * radius * _OVERSIZE, middle - y * radius * _OVERSIZE) for x, y in outline]
        if outline is SHAPES[name][0]:
            ImageDraw.Draw(body).polygon(points, fill=160 if lit else 70)
        closed = [*points, points[0], points[1]] if len(points) > 2 else points
        ImageDraw.Draw(lines).line(closed, fill=255, width=int(2.4 * _OVERSIZE), joint="curve")
    # Blurring masks instead of colours keeps the edges free of dark fringes.
    halo = lines.filter(ImageFilter.GaussianBlur(glow * _OVERSIZE / 2)).point(lambda alpha: min(255, alpha * 3))
    light = colour.swizzle("rgb") if not lit else (255, 255, 255)
    image = _flood(light, halo)
    image.alpha_composite(_flood(light, body))
    image.alpha_composite(_flood(_lighter(light), lines))
    return _texture(image.resize((2 * half, 2 * half), Image.Resampling.LANCZOS), radius * 0.82)


@cache
def streak(length: int, width: int, colour: Color) -> arcade.Texture:
    """A shot: a white-hot line, nose up, in a coloured glow."""
    half_width, half_length = width * 3, length // 2 + width * 2
    size = (2 * half_width * _OVERSIZE, 2 * half_length * _OVERSIZE)
    ends = [(size[0] / 2, size[1] / 2 - sign * (length / 2) * _OVERSIZE) for sign in (1, -1)]
    thick, thin = Image.new("L", size), Image.new("L", size)
    ImageDraw.Draw(thick).line(ends, fill=255, width=2 * width * _OVERSIZE)
    ImageDraw.Draw(thin).line(ends, fill=255, width=width * _OVERSIZE)
    image = _flood(colour.swizzle("rgb"), thick.filter(ImageFilter.GaussianBlur(width * _OVERSIZE)))
    image.alpha_composite(_flood((255, 255, 255), thin.filter(ImageFilter.GaussianBlur(width * _OVERSIZE / 4))))
    return _texture(image.resize((2 * half_width, 2 * half_length), Image.Resampling.LANCZOS), width * 1.5)


@cache
def orb(radius: int, colour: Color) -> arcade.Texture:
    """An enemy's bullet: a bright core in a coloured halo."""
    image = _flood(colour.swizzle("rgb"), _disc(radius * 4, 1.6))
    core = _disc(radius * 2, 0.6)
    image.alpha_composite(_flood(_lighter(colour.swizzle("rgb"), 0.75), core), (radius, radius))
    return _texture(image, radius * 0.8)


@cache
def spark(diameter: int) -> arcade.Texture:
    """A soft white dot; its sprite's colour tints it."""
    return _texture(_flood((255, 255, 255), _disc(diameter, 1.5)), diameter / 4)


@cache
def ring(diameter: int, thickness: float) -> arcade.Texture:
    """A soft white ring, for shock waves and shields."""
    return _texture(_flood((255, 255, 255), _ring(diameter, diameter / 2 - thickness * 2.5, thickness)), diameter / 2)


@cache
def explosion(frames: int = 14, diameter: int = 128) -> tuple[arcade.Texture, ...]:
    """The frames of an explosion: a flash that sinks into itself inside a ring that grows. White, to be tinted."""
    textures = []
    for frame in range(frames):
        time = frame / frames
        reach = 1 - (1 - time) ** 3
        alpha = _ring(diameter, 8 + reach * (diameter / 2 - 16), 1.5 + 5 * (1 - time))
        alpha = alpha.point(lambda value, time=time: int(value * (1 - time)))
        core = _disc(max(4, int(diameter * 0.85 * (1 - time) ** 1.5)), 1.1)
        image = _flood((255, 255, 255), alpha)
        corner = (diameter - core.width) // 2
        image.alpha_composite(_flood((255, 255, 255), core), (corner, corner))
        textures.append(_texture(image, diameter / 2))
    return tuple(textures)


@cache
def label(text: str, size: int, colour: Color) -> arcade.Texture:
    """A short text as a texture, for what floats up from a kill."""
    font = ImageFont.truetype(str(arcade.resources.resolve(_BOLD_FONT_FILE)), size)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    image = Image.new("RGBA", (right - left + 8, bottom - top + 8))
    draw = ImageDraw.Draw(image)
    draw.text((4 - left, 4 - top), text, font=font, fill=tuple(colour), stroke_width=2, stroke_fill=(7, 8, 20, 200))
    return _texture(image, size / 2)


def stars(count: int) -> arcade.SpriteList[arcade.Sprite]:
    """The star field; a little larger than the screen, for when that trembles."""
    rng = random.Random(count)
    layer: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    for _ in range(count):
        star = arcade.Sprite(
            spark(12), rng.uniform(0.2, 0.75), rng.uniform(-20, WIDTH + 20), rng.uniform(-20, HEIGHT + 20)
        )
        star.color = rng.choice((PALE, CYAN, VIOLET))
        star.alpha = rng.randint(50, 190)
        layer.append(star)
    return layer


def _texture(image: Image.Image, radius: float) -> arcade.Texture:
    """A texture with a round hit box: the glow around a shape must neither hit nor be hit."""
    texture = arcade.Texture(image, hit_box_points=polygon(8, radius))
    _drawn.append(texture)
    return texture


def upload(window: arcade.Window) -> None:
    """Hands what was drawn so far to the graphics card: in the midst of a fight that would cost frames."""
    atlas = window.ctx.default_atlas
    if atlas.width < _ATLAS:
        # Large enough for everything: growing step by step, it would copy itself again and again.
        atlas.resize((_ATLAS, _ATLAS))
    for texture in _drawn:
        atlas.add(texture)


def _flood(colour: tuple[int, ...], mask: Image.Image) -> Image.Image:
    image = Image.new("RGBA", mask.size, (*colour, 0))
    image.putalpha(mask)
    return image


def _lighter(colour: tuple[int, ...], by: float = 0.55) -> tuple[int, ...]:
    return tuple(int(part + (255 - part) * by) for part in colour)


def _disc(diameter: int, falloff: float) -> Image.Image:
    """A round mask, 255 in the middle and 0 at the edge; the greater `falloff`, the smaller the bright part."""
    # Pillow's gradient reaches 255 in the corners, and the edges of the circle at 255 / sqrt(2).
    gradient = Image.radial_gradient("L").resize((diameter, diameter), Image.Resampling.BILINEAR)
    return gradient.point(lambda value: int(255 * max(0.0, 1 - value / 180) ** falloff))


def _ring(diameter: int, radius: float, thickness: float) -> Image.Image:
    gradient = Image.radial_gradient("L").resize((diameter, diameter), Image.Resampling.BILINEAR)
    per_value = diameter / 2 / 180
    return gradient.point(lambda value: int(255 * math.exp(-(((value * per_value - radius) / thickness) ** 2))))
