"""Motion descriptors: what a class with `batched_motion` gets over the slots of `arcade.Sprite`.

Everything that reads or writes a sprite's place, turn, speed or hit box goes through those slots in the end. So it
sees the moved place, and no other code has to know. A sprite without a row is stored in Arcade's own slots.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any, Final, cast

import arcade

from arcade_pool.sprites.arcade_internals import MOTION
from arcade_pool.sprites.batched_hit_box import attach, detach, detach_shared, follows, set_box_state
from arcade_pool.sprites.keys import ROW

__all__ = [
    "DIRECT", "is_batched", "moves_as_arcade_does", "refresh_hit_boxes_of", "store_turn", "store_velocity",
    "velocity_of",
]  # fmt: skip

#: What `arcade.Sprite.update` goes through. A class that does one of them its own way means another motion.
_MEANING: Final = (
    "update", "position", "angle", "velocity", "change_x", "change_y", "change_angle", "update_spatial_hash",
)  # fmt: skip


def is_batched(kind: Any) -> bool:
    """True if sprites of a class are moved in a batch; the class gets its descriptors here.

    Args:
        kind: Any class of sprites.

    Raises:
        TypeError: It asks for a batch, and overrides ``update`` as well, or what that goes through.
    """
    if not (getattr(kind, "batched_motion", False) and issubclass(kind, arcade.Sprite)):
        return False
    if ROW not in vars(kind):
        _prepare(kind)
    return MOTION.matches


def moves_as_arcade_does(kind: Any) -> bool:
    """True if a class of sprites overrides neither ``update`` nor what that goes through."""
    return issubclass(kind, arcade.Sprite) and not _overridden_by(kind)


def _overridden_by(kind: Any) -> list[str]:
    return [
        name
        for name in _MEANING
        if getattr(kind, name, None) not in (getattr(arcade.Sprite, name, None), DIRECT.get(name))
    ]


def _prepare(kind: Any) -> None:
    """Checks a class that no pool has seen yet, and gives it its descriptors where none of its bases has them."""
    own = _overridden_by(kind)
    if own:
        names = " and ".join(own)
        raise TypeError(
            f"{kind.__name__} says batched_motion = True and overrides {names}, which moving all sprites at once "
            f"passes over: drop {names} (and do it in a hook or a coroutine), or drop batched_motion"
        )
    inherited = hasattr(kind, ROW)
    setattr(kind, ROW, None)
    if not MOTION.matches:
        _tell_of_fallback()
    elif not inherited:
        _install(kind)


@cache  # once in a program, however many classes there are
def _tell_of_fallback() -> None:
    warnings.warn(
        f"batched_motion is not used, because this Arcade differs inside ({MOTION.difference}); "
        "arcade.Sprite.update moves the sprites instead",
        RuntimeWarning,
        stacklevel=1,
    )


# --- the descriptors ---
#
# Arcade's own slots lie underneath: a sprite without a row is stored there.

_SLOTS = ("_position", "_angle", "_hit_box", "_velocity", "change_angle")
_slots: dict[str, Any] = {name: getattr(arcade.Sprite, name) for name in _SLOTS} if MOTION.matches else {}
_hit_box_of: Any = _slots["_hit_box"].__get__ if MOTION.matches else None
#: Straight to the slots, past the descriptors.
velocity_of: Any = _slots["_velocity"].__get__ if MOTION.matches else None
store_velocity: Any = _slots["_velocity"].__set__ if MOTION.matches else None
store_turn: Any = _slots["change_angle"].__set__ if MOTION.matches else None


def _get_position(sprite: Any) -> Any:
    row = sprite._motion_row
    if row is None:
        return _slots["_position"].__get__(sprite)
    slot = row.slot
    return (row.xs[slot], row.ys[slot])


def _set_position(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is None:
        _slots["_position"].__set__(sprite, value)
    else:
        slot = row.slot
        row.xs[slot], row.ys[slot] = value


def _get_center_x(sprite: Any) -> Any:
    row = sprite._motion_row
    return _slots["_position"].__get__(sprite)[0] if row is None else row.xs[row.slot]


def _get_center_y(sprite: Any) -> Any:
    row = sprite._motion_row
    return _slots["_position"].__get__(sprite)[1] if row is None else row.ys[row.slot]


def _get_angle(sprite: Any) -> Any:
    row = sprite._motion_row
    return _slots["_angle"].__get__(sprite) if row is None else row.angles[row.slot]


def _set_angle(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is None:
        _slots["_angle"].__set__(sprite, value)
    else:
        row.angles[row.slot] = value


def refresh_hit_boxes_of(kind: Any) -> None:
    """Has hit boxes of a class brought up to date whenever a sprite is asked for its own.

    As long as all boxes of a class are those that Arcade made, they do it themselves, and the slot is enough.
    """
    setattr(kind, "_hit_box", property(_get_hit_box, _set_hit_box))  # noqa: B010  # as in `_install`


def _get_hit_box(sprite: Any) -> Any:
    box = _hit_box_of(sprite)
    row = sprite._motion_row
    if row is not None and not follows(box, row):
        set_box_state(box, (_get_position(sprite), box.scale, _get_angle(sprite)))
    return box


def _set_hit_box(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is not None and value is not (before := _hit_box_of(sprite)):
        if follows(before, row):
            detach(before)
        detach_shared(value)
        if value is row.box:
            attach(value, row)
        else:
            row.lose_box()
    _slots["_hit_box"].__set__(sprite, value)


def _set_velocity(sprite: Any, value: Any) -> None:
    # Only user code changes a speed, so it stays in its slot, and the batch takes it over.
    row = sprite._motion_row
    if row is not None and row.active:
        row.head(sprite, value)
    _slots["_velocity"].__set__(sprite, value)


def _set_change_angle(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is not None and row.active:
        row.motion.speeds[2][row.slot] = value
    _slots["change_angle"].__set__(sprite, value)


def _of_sprite(name: str, getter: Any) -> property:
    return property(getter, cast(Any, getattr(arcade.Sprite, name)).fset)


#: Public names of `arcade.Sprite`. The first three are there already, and save one call on the way to the place.
DIRECT: Final = {
    "position": _of_sprite("position", _get_position),
    "center_x": _of_sprite("center_x", _get_center_x),
    "center_y": _of_sprite("center_y", _get_center_y),
}
if MOTION.matches:
    DIRECT["change_angle"] = property(_slots["change_angle"].__get__, _set_change_angle)


def _install(kind: Any) -> None:
    """Puts the descriptors over a class that has none of them yet."""
    for name, over_slot in {
        "_position": property(_get_position, _set_position),
        "_angle": property(_get_angle, _set_angle),
        "_hit_box": property(_hit_box_of, _set_hit_box),
        "_velocity": property(_slots["_velocity"].__get__, _set_velocity),
    }.items():
        setattr(kind, name, over_slot)
    for name, direct in DIRECT.items():
        # What a class does its own way stays (test_a_class_may_have_properties_of_its_own).
        if getattr(kind, name) is getattr(arcade.Sprite, name):
            setattr(kind, name, direct)
    register = kind.register_sprite_list

    def register_sprite_list(sprite: Any, new_list: Any) -> None:
        register(sprite, new_list)
        row = sprite._motion_row
        if row is not None and row.active:
            row.motion.elsewhere[sprite] = None

    kind.register_sprite_list = register_sprite_list
