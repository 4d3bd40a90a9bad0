"""What the library uses of Arcade's inside, and whether the installed Arcade has it.

Entering and leaving a sprite list in constant time, and putting a sprite's state back in one go, need attributes
that Arcade does not document. They are named here, and `DIFFERENCE` says at import what is not as expected: the
library then warns once and uses Arcade's public methods instead, which are slower and mean the same.
"""

from __future__ import annotations

import warnings
from array import array
from typing import Any, Final

import arcade
from arcade.hitbox import HitBox, RotatableHitBox
from arcade.sprite_list.spatial_hash import SpatialHash

__all__ = [
    "DIFFERENCE",
    "FAST",
    "ITEM",
    "LAST_LEASE",
    "PYMUNK_SETTINGS",
    "ROW",
    "SPRITE_SLOTS",
    "box_state",
    "leave_foreign_list",
    "leave_hash",
    "set_box_state",
    "sync_hit_box",
]

#: Where a pooled sprite keeps its item, in its instance dictionary.
ITEM: Final = "_pool_item"
#: Where a destroyed sprite keeps its last lease, in its instance dictionary.
LAST_LEASE: Final = "_pool_last_lease"
#: Where a sprite in batched motion keeps its row, in its instance dictionary.
ROW: Final = "_motion_row"
#: The slots of `arcade.Sprite` that `SpriteSnapshot` stores back by name.
SPRITE_SLOTS: Final = frozenset({
    "_position", "_depth", "_width", "_height", "_scale", "_color", "_texture", "_hit_box", "_visible", "sprite_lists",
    "_angle", "_velocity", "change_angle", "_properties", "boundary_left", "boundary_right", "boundary_top",
    "boundary_bottom", "textures", "cur_texture_index", "physics_engines", "guid", "force",
})  # fmt: skip
#: The attributes of a sprite's ``pymunk``, in the order in which `SpriteSnapshot` puts them back.
PYMUNK_SETTINGS: Final = ("damping", "gravity", "max_velocity", "max_horizontal_velocity", "max_vertical_velocity")


def _of_sprites() -> str | None:
    """What of a sprite's inside is not as the fast ways need it; None if all is."""
    sprite = arcade.SpriteSolidColor(1, 1)
    for name in SPRITE_SLOTS:
        if not hasattr(sprite, name):
            return f"a sprite has no attribute {name}"
        if not hasattr(arcade.Sprite, name):
            return f"arcade.Sprite has no slot {name}"
    for name in ("_position", "_scale", "_angle", "_adjusted_cache_dirty"):
        if not hasattr(sprite._hit_box, name):
            return f"a hit box has no attribute {name}"
    if not {"_position", "_angle", "_adjusted_cache_dirty"} <= getattr(sprite._hit_box, "__dict__", {}).keys():
        return "a hit box keeps its place otherwise than in its instance dictionary"
    for name in PYMUNK_SETTINGS:
        if not hasattr(sprite.pymunk, name):
            return f"a sprite's pymunk settings have no attribute {name}"
    sprite.velocity, sprite.change_angle = (3, -2), 7
    sprite.update(1 / 30)
    if (sprite.position, sprite.angle, sprite._velocity) != ((6, -4), 14, (3, -2)):
        return "arcade.Sprite.update moves otherwise"
    return None


def _of_lists() -> str | None:
    """What of a sprite list's inside is not as the fast ways need it; None if all is."""
    # Lazy, so that the check touches no window.
    sprites: Any = arcade.SpriteList(lazy=True, capacity=2)
    expected: dict[str, type] = {
        "sprite_list": list, "sprite_slot": dict, "_sprite_pos_angle_data": array, "_sprite_index_data": array,
        "_sprite_index_slots": int, "_sprite_index_changed": bool, "_sprite_pos_angle_changed": bool,
        "_initialized": bool, "_sprite_buffer_slots": int, "_idx_capacity": int,
    }  # fmt: skip
    for name, kind in expected.items():
        if not isinstance(getattr(sprites, name, None), kind):
            return f"a sprite list has no {kind.__name__} {name}"
    for name in (
        "_next_slot", "_grow_index_buffer", "_init_deferred", "_update_all", "_update_position", "_update_angle",
        "_update_texture", "_update_color", "_update_size", "_update_width", "_update_height", "_update_depth",
    ):  # fmt: skip
        if not callable(getattr(sprites, name, None)):
            return f"a sprite list has no method {name}"
    if not hasattr(sprites._sprite_buffer_free_slots, "append"):
        return "a sprite list keeps its free slots otherwise"
    sprite, other = arcade.SpriteSolidColor(1, 1), arcade.SpriteSolidColor(1, 1)
    sprites.extend([sprite, other])
    slots = [sprites.sprite_slot[sprite], sprites.sprite_slot[other]]
    if sprites._sprite_index_slots != 2 or list(sprites._sprite_index_data[:2]) != slots:
        return "the index buffer does not follow the list"
    sprite.position, sprite.depth, sprite.angle = (3.0, 4.0), 5.0, 6.0
    data = sprites._sprite_pos_angle_data
    if data.typecode != "f" or list(data[slots[0] * 4 : slots[0] * 4 + 4]) != [3.0, 4.0, 5.0, 6.0]:
        return "positions are kept otherwise"
    if not isinstance(SpatialHash(128).buckets_for_sprite, dict):
        return "a spatial hash keeps its buckets otherwise"
    return None


def _difference() -> str | None:
    try:
        return _of_sprites() or _of_lists()
    except Exception as error:
        return f"checking it raised {error!r}"


#: What differs, or None.
DIFFERENCE: Final = _difference()
#: Whether the fast ways are used.
FAST: Final = DIFFERENCE is None

if not FAST:
    warnings.warn(
        f"arcade_pool: this Arcade ({arcade.__version__}) differs inside ({DIFFERENCE}); its public methods are used "
        "instead, which cost more the more sprites there are",
        RuntimeWarning,
        stacklevel=2,
    )


def leave_hash(spatial_hash: SpatialHash[Any], sprite: arcade.BasicSprite) -> None:
    """Takes a sprite out of a spatial hash, also one that a NaN position has half thrown out already.

    Arcade's own ``remove`` raises then, because moving a sprite to NaN takes it out and fails to put it in again.
    """
    for bucket in spatial_hash.buckets_for_sprite.pop(sprite, ()):
        bucket.discard(sprite)


def leave_foreign_list(sprite: arcade.BasicSprite, sprites: arcade.SpriteList[Any]) -> None:
    """Takes a sprite out of a list that is not its pool's.

    Also where Arcade's ``remove`` would raise: the list was cleared with ``deep=False``, or the sprite's position was
    NaN while the list has a spatial hash.
    """
    if sprite not in sprites:
        if sprites in sprite.sprite_lists:
            sprite._unregister_sprite_list(sprites)
        return
    if FAST and (spatial_hash := sprites.spatial_hash) is not None:
        spatial_hash.buckets_for_sprite.setdefault(sprite, [])
    sprites.remove(sprite)


def box_state(hit_box: HitBox) -> tuple[Any, ...]:
    """A hit box's place, scale and angle."""
    return (hit_box.position, hit_box.scale, hit_box.angle if isinstance(hit_box, RotatableHitBox) else 0.0)


def set_box_state(hit_box: HitBox, state: tuple[Any, ...]) -> None:
    """Gives a hit box a place, scale and angle."""
    hit_box.position, hit_box.scale, angle = state
    if isinstance(hit_box, RotatableHitBox):
        hit_box.angle = angle


def sync_hit_box(sprite: arcade.BasicSprite) -> None:
    """Gives a sprite's hit box the sprite's place, scale and angle."""
    set_box_state(sprite.hit_box, (sprite.position, sprite.scale, getattr(sprite, "angle", 0.0)))
