"""Arcade internals: every private name of Arcade that the library uses, and whether the installed Arcade has it.

Entering and leaving a sprite list in constant time, moving sprites in a batch and restoring a sprite in one go need
attributes that Arcade does not document. Each `Part` declares the names that it needs and checks at import what is
expected of them. A part that differs in the installed release switches to its slow form, which uses Arcade's public
methods alone and means the same; one warning names it.

To support another release of Arcade: change the declarations and checks here, then the modules that a part names.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final

import arcade

__all__ = ["HIT_BOXES", "LISTS", "MOTION", "PARTS", "PYMUNK_SETTINGS", "RESET", "SPRITE_SLOTS", "Part"]


@dataclass(frozen=True)
class Part:
    """One part of the library, with the internals of Arcade that it needs.

    Args:
        name: What it does, for the warning.
        slow: What is done instead.
        names: The private names of Arcade that it uses.
        used_in: The modules of the sprite layer that may use them.
        check: Returns what differs, as a sentence; None if nothing does.
        needs: Parts without which this one is slow as well.
    """

    name: str
    slow: str
    names: frozenset[str]
    used_in: tuple[str, ...]
    check: Callable[[], str | None]
    needs: tuple[Part, ...] = ()
    #: What differs in the installed Arcade; None if nothing does.
    difference: str | None = field(init=False)

    def __post_init__(self) -> None:
        try:
            difference = self.check()
        except Exception as error:
            difference = f"checking it raised {error!r}"
        for part in self.needs:
            difference = difference or part.difference
        object.__setattr__(self, "difference", difference)

    @property
    def matches(self) -> bool:
        """True if the fast form is used."""
        return self.difference is None


#: The slots of `arcade.Sprite` that `SpriteSnapshot` stores back by name.
SPRITE_SLOTS: Final = frozenset({
    "_position", "_depth", "_width", "_height", "_scale", "_color", "_texture", "_hit_box", "_visible", "sprite_lists",
    "_angle", "_velocity", "change_angle", "_properties", "boundary_left", "boundary_right", "boundary_top",
    "boundary_bottom", "textures", "cur_texture_index", "physics_engines", "guid", "force",
})  # fmt: skip
#: The attributes of a sprite's ``pymunk``, in the order in which `SpriteSnapshot` puts them back.
PYMUNK_SETTINGS: Final = ("damping", "gravity", "max_velocity", "max_horizontal_velocity", "max_vertical_velocity")

#: Attributes of a sprite list, by the type that is expected of each.
_LIST_ATTRIBUTES: Final[dict[str, type]] = {
    "sprite_list": list, "sprite_slot": dict, "_sprite_pos_angle_data": array, "_sprite_index_data": array,
    "_sprite_index_slots": int, "_sprite_index_changed": bool, "_sprite_pos_angle_changed": bool,
    "_initialized": bool, "_sprite_buffer_slots": int, "_idx_capacity": int,
}  # fmt: skip
_LIST_METHODS: Final = (
    "_next_slot", "_grow_index_buffer", "_init_deferred", "_update_all", "_update_position", "_update_angle",
    "_update_texture", "_update_color", "_update_size", "_update_width", "_update_height", "_update_depth",
)  # fmt: skip


def _check_lists() -> str | None:
    # Lazy, so that the check touches no window.
    sprites: Any = arcade.SpriteList(lazy=True, capacity=2)
    for name, kind in _LIST_ATTRIBUTES.items():
        if not isinstance(getattr(sprites, name, None), kind):
            return f"a sprite list has no {kind.__name__} {name}"
    for name in _LIST_METHODS:
        if not callable(getattr(sprites, name, None)):
            return f"a sprite list has no method {name}"
    free_slots, _ = attrgetter("_sprite_buffer_free_slots", "_atlas")(sprites)
    if not hasattr(free_slots, "append"):
        return "a sprite list keeps its free slots in another way"
    sprite, other = arcade.SpriteSolidColor(1, 1), arcade.SpriteSolidColor(1, 1)
    sprites.extend([sprite, other])
    slots = [sprites.sprite_slot[sprite], sprites.sprite_slot[other]]
    count, index, data = attrgetter("_sprite_index_slots", "_sprite_index_data", "_sprite_pos_angle_data")(sprites)
    if count != 2 or list(index[:2]) != slots:
        return "the index buffer does not follow the list"
    sprite.position, sprite.depth, sprite.angle = (3.0, 4.0), 5.0, 6.0
    if data.typecode != "f" or list(data[slots[0] * 4 : slots[0] * 4 + 4]) != [3.0, 4.0, 5.0, 6.0]:
        return "a sprite list keeps positions elsewhere"
    if attrgetter("_position", "_angle")(sprite) != ((3.0, 4.0), 6.0):
        return "a sprite keeps its place elsewhere"
    hashed: Any = arcade.SpriteList(use_spatial_hash=True, lazy=True, capacity=2)
    if not isinstance(getattr(hashed.spatial_hash, "buckets_for_sprite", None), dict):
        return "a spatial hash keeps its buckets elsewhere"
    return None


def _check_reset() -> str | None:
    sprite = arcade.SpriteSolidColor(1, 1)
    for name in sorted(SPRITE_SLOTS):
        if not hasattr(sprite, name):
            return f"a sprite has no attribute {name}"
        if not hasattr(arcade.Sprite, name):
            return f"arcade.Sprite has no slot {name}"
    for name in ("_position", "_scale", "_angle", "_adjusted_cache_dirty"):
        if not hasattr(sprite.hit_box, name):
            return f"a hit box has no attribute {name}"
    for name in PYMUNK_SETTINGS:
        if not hasattr(sprite.pymunk, name):
            return f"a sprite's pymunk settings have no attribute {name}"
    return None


def _check_hit_boxes() -> str | None:
    box = arcade.SpriteSolidColor(1, 1).hit_box
    if not {"_position", "_angle", "_adjusted_cache_dirty"} <= getattr(box, "__dict__", {}).keys():
        return "a hit box does not keep its place in its instance dictionary"
    return None


def _check_motion() -> str | None:
    sprite = arcade.SpriteSolidColor(1, 1)
    sprite.velocity, sprite.change_angle = (3, -2), 7
    sprite.update(1 / 30)
    if (sprite.position, sprite.angle, sprite.velocity) != ((6, -4), 14, (3, -2)):
        return "arcade.Sprite.update moves differently"
    for name in ("_position", "_angle", "_hit_box", "_velocity", "change_angle"):
        if not hasattr(getattr(arcade.Sprite, name, None), "__set__"):
            return f"arcade.Sprite has no slot {name}"
    return None


LISTS: Final = Part(
    name="sprite lists",
    slow="sprites enter and leave lists through append and remove, in O(n)",
    names=frozenset({*_LIST_ATTRIBUTES, *_LIST_METHODS, "_sprite_buffer_free_slots", "_atlas", "buckets_for_sprite",
                     "_position", "_angle"}) - {"sprite_list", "sprite_slot"},
    used_in=(
        "buffered_sprite_list", "batched_motion", "default_update", "off_screen_scan", "leaving",
    ),
    check=_check_lists,
)  # fmt: skip
RESET: Final = Part(
    name="resets",
    slow="sprites are restored slot by slot and placed through their properties",
    names=frozenset({*SPRITE_SLOTS, "_adjusted_cache_dirty"}),
    used_in=("snapshot", "placement", "item", "default_update"),
    check=_check_reset,
)
MOTION: Final = Part(
    name="batched motion",
    slow="arcade.Sprite.update moves each sprite",
    names=frozenset({"_position", "_angle", "_hit_box", "_velocity"}),
    used_in=("batched_motion", "motion_descriptors"),
    check=_check_motion,
    needs=(LISTS,),
)
HIT_BOXES: Final = Part(
    name="hit boxes in batched motion",
    slow="a hit box is moved each time its sprite is asked for it",
    names=frozenset({"_position", "_angle", "_adjusted_cache_dirty"}),
    used_in=("batched_hit_box",),
    check=_check_hit_boxes,
)
#: All of them.
PARTS: Final = (LISTS, RESET, MOTION, HIT_BOXES)


def _warn_of_differences() -> None:
    differing = [part for part in PARTS if part.difference]
    if differing:
        what = "; ".join(f"{part.name}: {part.difference}, so {part.slow}" for part in differing)
        warnings.warn(
            f"arcade_pool: this Arcade ({arcade.__version__}) differs inside. {what}", RuntimeWarning, stacklevel=2
        )


_warn_of_differences()
