"""SpriteSnapshot: a fresh sprite's state, put back in a few stores."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import arcade
from arcade.hitbox import RotatableHitBox

from arcade_pool.pools.reset import CONTAINERS, Snapshot, slots_of
from arcade_pool.sprites.arcade_internals import PYMUNK_SETTINGS, RESET, SPRITE_SLOTS
from arcade_pool.sprites.batched_hit_box import BatchedHitBox, box_state, kind_of, set_box_state
from arcade_pool.sprites.keys import ITEM, ROW
from arcade_pool.sprites.lazy_attributes import LAZY

__all__ = ["SpriteSnapshot", "look_of", "snapshot_of"]


_pymunk_state = attrgetter(*PYMUNK_SETTINGS)

#: In the order in which `SpriteSnapshot.restore` stores them. In batched motion the row stores the first four.
_motion_of = attrgetter("_position", "_angle", "_velocity", "change_angle")
#: What is drawn of a sprite, apart from its place.
look_of = attrgetter("_texture", "_color", "_visible", "_width", "_height", "_depth")
_rest_of = attrgetter(
    "_scale", "_properties", "boundary_left", "boundary_right", "boundary_top", "boundary_bottom", "cur_texture_index",
    "guid",
)  # fmt: skip
#: Slots whose lists are empty by the time of a reset, or are put back by name.
_LISTS = frozenset({"sprite_lists", *LAZY})


def snapshot_of(sprite: arcade.BasicSprite) -> Snapshot:
    """The fresh state of a sprite that is in no list and no physics engine.

    Args:
        sprite: The sprite, right after construction.
    """
    if RESET.matches and isinstance(sprite, arcade.Sprite) and kind_of(sprite.hit_box) is RotatableHitBox:
        return SpriteSnapshot(sprite)
    return _PlainSpriteSnapshot(sprite)


class _PlainSpriteSnapshot(Snapshot):
    """For other sprites, and for an Arcade that differs inside: slot by slot."""

    __slots__ = ("_box_state", "_place")

    def __init__(self, sprite: arcade.BasicSprite) -> None:
        super().__init__(sprite, slots_of(type(sprite)), ignored=(ITEM, ROW))
        # Those of a sprite in batched motion are not in its slots.
        self._place = (sprite.position, sprite._angle) if getattr(sprite, ROW, None) is not None else None
        self._box_state = box_state(sprite.hit_box)

    def restore(self, item: Any) -> None:
        """See `Snapshot.restore`."""
        super().restore(item)
        if self._place is not None:
            item.obj._position, item.obj._angle = self._place
        set_box_state(item.obj.hit_box, self._box_state)

    def restore_except(self, item: Any, keep: tuple[str, ...]) -> None:
        """See `Snapshot.restore_except`. A kept hit box goes where the sprite goes."""
        super().restore_except(item, keep)
        _sync_kept_hit_box(item.obj, keep)


class SpriteSnapshot(Snapshot):
    """A sprite's fresh state: Arcade's own properties by name, and what `Snapshot` looks after besides.

    What a sprite has for itself alone (its hit box, its settings for pymunk) is kept by its item; so sprites that were
    alike share all of this.

    Args:
        sprite: The sprite, right after construction.
    """

    __slots__ = ("_bare", "_box_state", "_force", "_motion", "_others", "_pymunk_state", "_textures", "look")

    def __init__(self, sprite: arcade.Sprite) -> None:
        # A slot that is put back by name may hold a container of the class's own (a velocity that is a list, custom
        # properties): the base puts a copy of that back afterwards.
        by_name = {
            name for name in SPRITE_SLOTS if name in _LISTS or not issubclass(type(getattr(sprite, name)), CONTAINERS)
        }
        slots = [(name, member) for name, member in slots_of(type(sprite)) if name not in by_name]
        super().__init__(sprite, slots, ignored=("pymunk", ITEM, ROW))
        # How many attributes a sprite of its class has if all are Arcade's; -1 if it has its own.
        self._bare = -1 if self._plain or self._copies or self._rest else len(self._names)
        self._box_state = box_state(sprite.hit_box)
        self._pymunk_state = _pymunk_state(sprite.pymunk)
        self._motion = _motion_of(sprite)
        #: What is drawn of the sprite: the objects that are stored back.
        self.look = look_of(sprite)
        self._others = _rest_of(sprite)
        self._textures = tuple(sprite.textures)
        self._force = tuple(sprite.force)

    @property
    def speed(self) -> tuple[Any, Any]:
        """Velocity and turn: the objects that are stored back."""
        return self._motion[2:]

    def restore(self, item: Any) -> None:
        """See `Snapshot.restore`."""
        # A few unpackings into the slots cost a fraction of a loop over them (benchmarks/lease.py). The lists of sprite
        # lists and of engines are empty by now.
        sprite = item.obj
        row = item.row
        hit_box = item.hit_box
        if sprite._hit_box is not hit_box:
            sprite._hit_box = hit_box
        (
            sprite._texture, sprite._color, sprite._visible, sprite._width, sprite._height, sprite._depth,
        ) = self.look  # fmt: skip
        (
            sprite._scale, sprite._properties, sprite.boundary_left, sprite.boundary_right, sprite.boundary_top,
            sprite.boundary_bottom, sprite.cur_texture_index, sprite.guid,
        ) = self._others  # fmt: skip
        if row is None:
            sprite._position, sprite._angle, sprite._velocity, sprite.change_angle = self._motion
        else:
            row.restore(sprite, self._motion)
        if row is None or type(hit_box) is not BatchedHitBox:  # else it follows the row, which has the same by now
            hit_box._position, scale, hit_box._angle = self._box_state
        else:
            scale = self._box_state[1]
        if hit_box._scale is not scale:
            hit_box.scale = scale  # Arcade 4 keeps more that follows from it
        hit_box._adjusted_cache_dirty = True
        if item.touched:
            self._restore_lazy(item)
            item.touched = item.always_touched
        if len(sprite.__dict__) == self._bare:
            return  # nothing but what is put back above
        super().restore(item)

    def _restore_lazy(self, item: Any) -> None:
        sprite = item.obj
        sprite.textures = [*self._textures]
        sprite.force = [*self._force]
        sprite.pymunk = item.pymunk
        _set_pymunk(sprite.pymunk, self._pymunk_state)

    def restore_except(self, item: Any, keep: tuple[str, ...]) -> None:
        """See `Snapshot.restore_except`. A kept hit box goes where the sprite goes; kept pymunk settings stay."""
        kept = _pymunk_state(item.obj.pymunk) if "pymunk" in keep else None
        super().restore_except(item, keep)
        if kept is not None:
            _set_pymunk(item.obj.pymunk, kept)
        _sync_kept_hit_box(item.obj, keep)


def _sync_kept_hit_box(sprite: Any, keep: tuple[str, ...]) -> None:
    if "hit_box" in keep:
        set_box_state(sprite.hit_box, (sprite.position, sprite.scale, getattr(sprite, "angle", 0.0)))


def _set_pymunk(settings: Any, state: tuple[Any, ...]) -> None:
    for name, value in zip(PYMUNK_SETTINGS, state, strict=True):
        setattr(settings, name, value)
