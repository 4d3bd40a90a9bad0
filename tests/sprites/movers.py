"""Sprites that their pool moves in a batch, the same moved by Arcade, and what must be alike in both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import arcade
import hypothesis.strategies as st
import pytest

from arcade_pool import PooledSprite, SpritePool

from .helpers import FRAME, small_texture

__all__ = [
    "NUMBER",
    "TEXTURES",
    "WRITES",
    "Mover",
    "Walker",
    "assert_alike",
    "assert_drawn_where_they_are",
    "moving",
    "points_of",
]

#: The worst error after a thousand updates (the issue's own bound).
PRECISION = 1e-6


class Mover(PooledSprite):
    """Moved by the pool."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__(small_texture())


class Walker(PooledSprite):
    """Moved by Arcade."""

    def __init__(self) -> None:
        super().__init__(small_texture())


def moving(pool: SpritePool[Any], x: float = 0, y: float = 0, *, speed: Sequence[float] = (1, 0), **kw: Any) -> Any:
    """A sprite under way."""
    sprite = pool.spawn(x, y, **kw)
    sprite.velocity = speed
    return sprite


def points_of(sprite: Any) -> list[float]:
    return [coordinate for point in sprite.hit_box.get_adjusted_points() for coordinate in point]


def looks(sprite: Any) -> dict[str, Any]:
    """Everything that says where a sprite is and how it lies."""
    return {
        "position": list(sprite.position),
        "center": [sprite.center_x, sprite.center_y],
        "angle": [sprite.angle, sprite.radians],
        "edges": [sprite.left, sprite.right, sprite.bottom, sprite.top],
        "hit box": points_of(sprite),
        "velocity": list(sprite.velocity),
        "changes": [sprite.change_x, sprite.change_y, sprite.change_angle],
        "size": [sprite.width, sprite.height, *sprite.scale],
    }


def assert_alike(one: Any, other: Any) -> None:
    """Two sprites are in the same place, to the precision that is asked for."""
    mine, others = looks(one), looks(other)
    for name, values in mine.items():
        assert values == pytest.approx(others[name], rel=PRECISION, abs=PRECISION), name


def assert_drawn_where_they_are(sprites: Any) -> None:
    """The buffers of a list of the game's own hold the places of its sprites."""
    for sprite in sprites:
        slot = sprites.sprite_slot[sprite]
        x, y, _, angle = sprites._sprite_pos_angle_data[slot * 4 : slot * 4 + 4]
        assert (x, y) == pytest.approx(sprite.position, rel=1e-6, abs=1e-5)
        assert angle == pytest.approx(sprite.angle, rel=1e-6, abs=1e-5)


def nudge(sprite: Any, value: float) -> None:
    """Changes the velocity in place, where it is a list."""
    if isinstance(sprite.velocity, list):
        sprite.velocity[0] += value


TEXTURES: tuple[arcade.Texture, ...] = (small_texture(), small_texture(10, 30, (9, 9, 9, 255)))
NUMBER = st.floats(-50, 50, allow_nan=False)
WRITES: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any, Any], object]]] = {
    "position": (st.tuples(NUMBER, NUMBER), lambda sprite, value: setattr(sprite, "position", value)),
    "center_x": (NUMBER, lambda sprite, value: setattr(sprite, "center_x", value)),
    "center_y": (NUMBER, lambda sprite, value: setattr(sprite, "center_y", sprite.center_y + value)),
    "left": (NUMBER, lambda sprite, value: setattr(sprite, "left", value)),
    "right": (NUMBER, lambda sprite, value: setattr(sprite, "right", value)),
    "top": (NUMBER, lambda sprite, value: setattr(sprite, "top", value)),
    "bottom": (NUMBER, lambda sprite, value: setattr(sprite, "bottom", value)),
    "angle": (NUMBER, lambda sprite, value: setattr(sprite, "angle", value)),
    "radians": (NUMBER, lambda sprite, value: setattr(sprite, "radians", value)),
    "velocity": (st.tuples(NUMBER, NUMBER), lambda sprite, value: setattr(sprite, "velocity", value)),
    "velocity as a list": (st.tuples(NUMBER, NUMBER), lambda sprite, value: setattr(sprite, "velocity", [*value])),
    "velocity in place": (NUMBER, nudge),
    "change_x": (NUMBER, lambda sprite, value: setattr(sprite, "change_x", value)),
    "change_y": (NUMBER, lambda sprite, value: setattr(sprite, "change_y", sprite.change_y / 2 + value)),
    "change_angle": (NUMBER, lambda sprite, value: setattr(sprite, "change_angle", value)),
    "scale": (st.floats(0.2, 4), lambda sprite, value: setattr(sprite, "scale", value)),
    "size": (st.tuples(st.floats(1, 60), st.floats(1, 60)), lambda sprite, value: setattr(sprite, "size", value)),
    "forward": (NUMBER, lambda sprite, value: sprite.forward(value)),
    "strafe": (NUMBER, lambda sprite, value: sprite.strafe(value)),
    "turn_left": (NUMBER, lambda sprite, value: sprite.turn_left(value)),
    "stop": (st.none(), lambda sprite, value: sprite.stop()),
    "reverse": (NUMBER, lambda sprite, value: sprite.reverse(value)),
    "turn_right": (NUMBER, lambda sprite, value: sprite.turn_right(value)),
    "texture": (st.integers(0, 1), lambda sprite, value: setattr(sprite, "texture", TEXTURES[value])),
    "update": (st.sampled_from([FRAME, 0.1]), lambda sprite, value: sprite.update(value)),
}
