"""SpriteSnapshot: a fresh sprite's state, put back in a few stores."""

from __future__ import annotations

from typing import Any

import arcade

from arcade_pool.reset import Snapshot, copier, slots_of
from arcade_pool.sprites import arcade_inside

__all__ = ["SpriteSnapshot"]

_PYMUNK = ("damping", "gravity", "max_velocity", "max_horizontal_velocity", "max_vertical_velocity")


class SpriteSnapshot(Snapshot):
    """A sprite's fresh state: Arcade's own properties, and what `Snapshot` looks after besides.

    The hit box is the one that the sprite was made with, at the sprite's fresh place again.
    """

    __slots__ = ("_force", "_own", "_pymunk", "_textures")

    def __init__(self, sprite: arcade.BasicSprite) -> None:
        slots = slots_of(type(sprite))
        fast = arcade_inside.FAST and isinstance(sprite, arcade.Sprite)
        if fast:
            slots = [(name, member) for name, member in slots if name not in arcade_inside.SPRITE_SLOTS]
        super().__init__(sprite, slots)
        self._own = _state_of(sprite) if fast else None
        self._textures = copier(getattr(sprite, "textures", None))
        self._force = copier(getattr(sprite, "force", None))
        pymunk = getattr(sprite, "pymunk", None)
        self._pymunk = [(name, getattr(pymunk, name)) for name in _PYMUNK if hasattr(pymunk, name)]

    def _store_back(self, obj: Any) -> None:
        super()._store_back(obj)
        if self._own is None:
            arcade_inside.sync_hit_box(obj)
        else:
            # One unpacking into the slots costs less than any loop over them (benchmarks/lease.py).
            (
                obj._position, obj._depth, obj._width, obj._height, obj._scale, obj._color, obj._texture, obj._hit_box,
                obj._visible, obj._angle, obj._velocity, obj.change_angle, obj._properties, obj.boundary_left,
                obj.boundary_right, obj.boundary_top, obj.boundary_bottom, obj.cur_texture_index, obj.guid,
            ) = self._own  # fmt: skip
            hit_box = obj._hit_box
            hit_box._position = obj._position
            hit_box._scale = obj._scale
            hit_box._angle = obj._angle
            hit_box._adjusted_cache_dirty = True
            obj.sprite_lists = []
            obj.physics_engines = []
            obj.textures = self._textures and self._textures()
            obj.force = self._force and self._force()
        for name, value in self._pymunk:
            setattr(obj.pymunk, name, value)


def _state_of(sprite: Any) -> tuple[Any, ...]:
    return (
        sprite._position, sprite._depth, sprite._width, sprite._height, sprite._scale, sprite._color, sprite._texture,
        sprite._hit_box, sprite._visible, sprite._angle, sprite._velocity, sprite.change_angle, sprite._properties,
        sprite.boundary_left, sprite.boundary_right, sprite.boundary_top, sprite.boundary_bottom,
        sprite.cur_texture_index, sprite.guid,
    )  # fmt: skip
