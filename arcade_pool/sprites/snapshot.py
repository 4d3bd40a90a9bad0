"""SpriteSnapshot: a fresh sprite's state, put back in a few stores."""

from __future__ import annotations

import operator
from typing import Any

import arcade

from arcade_pool.reset import Snapshot, slots_of
from arcade_pool.sprites.arcade_inside import FAST, ITEM, SPRITE_SLOTS, sync_hit_box

__all__ = ["SpriteSnapshot", "snapshot_of"]


def snapshot_of(sprite: arcade.BasicSprite, like: Snapshot | None) -> Snapshot:
    """The fresh state of a sprite that is in no list and no physics engine.

    Args:
        sprite: The sprite, right after construction.
        like: A snapshot of another sprite, to share parts with.
    """
    if FAST and isinstance(sprite, arcade.Sprite):
        return SpriteSnapshot(sprite, like if isinstance(like, SpriteSnapshot) else None)
    return _PlainSpriteSnapshot(sprite, slots_of(type(sprite)), ignored=(ITEM,), like=like)


class _PlainSpriteSnapshot(Snapshot):
    """For other sprites, and for an Arcade that differs inside: slot by slot."""

    __slots__ = ()

    def _store_back(self, obj: Any) -> None:
        super()._store_back(obj)
        sync_hit_box(obj)


class SpriteSnapshot(Snapshot):
    """A sprite's fresh state: Arcade's own properties by name, and what `Snapshot` looks after besides.

    The hit box is the one that the sprite was made with, at the sprite's fresh place again.

    Args:
        sprite: The sprite, right after construction.
        like: A snapshot of another sprite, to share parts with.
    """

    __slots__ = ("_bare", "_force", "_hit_box", "_own", "_pymunk", "_pymunk_state", "_textures")

    def __init__(self, sprite: arcade.Sprite, like: SpriteSnapshot | None) -> None:
        # Of the slots that are stored back by name, only the custom properties may hold a dict.
        by_name = SPRITE_SLOTS - {"_properties"} if sprite._properties is not None else SPRITE_SLOTS
        slots = [(name, member) for name, member in slots_of(type(sprite)) if name not in by_name]
        super().__init__(sprite, slots, ignored=("pymunk", ITEM), like=like)
        # Whether a sprite of its class has no attributes but Arcade's.
        self._bare = not (self._plain or self._copies or self._rest)
        self._hit_box = sprite._hit_box
        self._pymunk: Any = sprite.pymunk
        self._pymunk_state = _pymunk_state(self._pymunk)
        self._own = _own_state(sprite)
        self._textures = tuple(sprite.textures)
        self._force = tuple(sprite.force)
        if like is not None:
            if self._pymunk_state == like._pymunk_state:
                self._pymunk_state = like._pymunk_state
            # Equal numbers of another type mean the same to Arcade; a texture must be the very same.
            if self._own == like._own and sprite._texture is like._own[0]:
                self._own = like._own
            if len(self._textures) == len(like._textures) and all(map(operator.is_, self._textures, like._textures)):
                self._textures = like._textures
            if self._force == like._force:
                self._force = like._force

    def _store_back(self, obj: Any) -> None:
        # One unpacking into the slots costs a fraction of a loop over them (benchmarks/lease.py). The lists of sprite
        # lists and of engines are empty by now.
        obj._hit_box = hit_box = self._hit_box
        (
            obj._texture, position, obj._depth, obj._width, obj._height, scale, obj._color, obj._visible, angle,
            obj._velocity, obj.change_angle, obj._properties, obj.boundary_left, obj.boundary_right, obj.boundary_top,
            obj.boundary_bottom, obj.cur_texture_index, obj.guid,
        ) = self._own  # fmt: skip
        obj._position = hit_box._position = position
        obj._scale = hit_box._scale = scale
        obj._angle = hit_box._angle = angle
        hit_box._adjusted_cache_dirty = True
        obj.textures = [*self._textures]
        obj.force = [*self._force]
        obj.pymunk = pymunk = self._pymunk
        (
            pymunk.damping, pymunk.gravity, pymunk.max_velocity, pymunk.max_horizontal_velocity,
            pymunk.max_vertical_velocity,
        ) = self._pymunk_state  # fmt: skip
        if self._bare and len(obj.__dict__) == len(self._names):
            return  # nothing but what is put back above
        Snapshot._store_back(self, obj)


def _own_state(sprite: Any) -> tuple[Any, ...]:
    return (
        sprite._texture, sprite._position, sprite._depth, sprite._width, sprite._height, sprite._scale, sprite._color,
        sprite._visible, sprite._angle, sprite._velocity, sprite.change_angle, sprite._properties, sprite.boundary_left,
        sprite.boundary_right, sprite.boundary_top, sprite.boundary_bottom, sprite.cur_texture_index, sprite.guid,
    )  # fmt: skip


def _pymunk_state(pymunk: Any) -> tuple[Any, ...]:
    return (
        pymunk.damping, pymunk.gravity, pymunk.max_velocity, pymunk.max_horizontal_velocity,
        pymunk.max_vertical_velocity,
    )  # fmt: skip
