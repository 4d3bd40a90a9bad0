"""Batched motion (M1): all sprites of a pool moved by a few array operations.

A class that says ``batched_motion = True`` gets descriptors over the few slots in which Arcade keeps a sprite's place,
turn, speed and hit box. Whatever reads or writes a sprite goes through those slots in the end, so it sees the moved
place, and nothing else has to know. While a sprite is pooled its place lies in arrays of double precision, by vertex
slot; Arcade's own buffer, which has single precision, is only written.

They are Python's arrays, and numpy looks at their memory while it moves them: one number is read from such an array in
a third of the time that a numpy array takes (benchmarks, row "motion-price"). Refused: lists of all places,
made anew after each move. They are faster still to read, but not by what making them costs.
"""

from __future__ import annotations

import math
import warnings
from array import array
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast

import arcade
import numpy as np
from arcade.hitbox import RotatableHitBox

from arcade_pool.sprites.arcade_internals import DIFFERENCE, FAST, ROW, set_box_state
from arcade_pool.sprites.batched_hit_box import follows, land, share, take_off

if TYPE_CHECKING:
    from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["DIRECT", "Motion", "Row", "is_batched"]


class Motion:
    """The places and speeds of one pool's sprites, by vertex slot.

    Args:
        sprites: The pool's list.
    """

    def __init__(self, sprites: PooledSpriteList[Any]) -> None:
        self.sprites = sprites
        #: Places in pixels and turns in degrees. The same arrays for good, so that rows may refer to them.
        self.places = (array("d"), array("d"), array("d"))
        #: The same per 1/60 s. The speed of idle sprites is 0 here.
        self.speeds = (array("d"), array("d"), array("d"))
        #: Active sprites that are in lists of the game's own as well, which have buffers of their own.
        self.elsewhere: dict[arcade.Sprite, None] = {}
        #: Active sprites whose velocity is a list or the like, in which a game may change a number.
        self.loose: dict[arcade.Sprite, None] = {}

    def make_room(self, slot: int) -> None:
        """Makes the arrays long enough for a vertex slot. Cost: amortised O(1)."""
        have = len(self.speeds[-1])
        if slot >= have:
            # As long as the first, which an interruption may have left longer than the others.
            wanted = max(slot + 1, 2 * have, len(self.places[0]))
            for numbers in (*self.places, *self.speeds):
                numbers.frombytes(bytes(8 * (wanted - len(numbers))))

    def move(self, delta_time: float) -> list[tuple[arcade.Sprite, Exception]]:
        """What `arcade.Sprite.update` means, for all active sprites at once. Cost: O(slots), in numpy.

        Args:
            delta_time: Seconds.

        Returns:
            Sprites that could not be moved, and why: a list they are in cannot take their place (a NaN has none in a
            spatial hash), or somebody has put something into their velocity that is no number.

        Raises:
            ValueError: `delta_time` is NaN or infinite, or 60 times as much is; nothing was moved.
        """
        # A number, before there is a view: an error there would keep it alive with its traceback.
        steps = float(delta_time) * 60
        if not math.isfinite(steps):
            # Also because 0 times infinity is no number: it would move who rests, and who is idle.
            raise ValueError(f"delta_time must be a finite number of seconds, not {delta_time!r}")
        failed: dict[arcade.Sprite, Exception] = {}
        for sprite in self.loose:
            try:
                sprite._velocity = sprite._velocity  # looks at it anew
            except Exception as error:
                failed[sprite] = error
        self._advance(steps)
        sprites = self.sprites
        xs, ys, angles = self.speeds
        for sprite in list(self.elsewhere if sprites.spatial_hash is None else sprites.sprite_list):
            row: Row | None = getattr(sprite, ROW, None)
            # Who rests costs nothing here, as in Arcade.
            if row is not None and (xs[row.slot] or ys[row.slot] or angles[row.slot]):
                try:
                    self.tell_lists(sprite)
                except Exception as error:
                    failed[sprite] = error
        return list(failed.items())

    def tell_lists(self, sprite: arcade.Sprite) -> None:
        """Has all lists see where the sprite is now, but for the buffer of the pool's own.

        Raises:
            Exception: A list cannot take it, for instance a NaN into a spatial hash.
        """
        for each in sprite.sprite_lists:
            if each is not self.sprites:
                each._update_position(sprite)
                each._update_angle(sprite)
            if each.spatial_hash is not None:
                each.spatial_hash.move(sprite)

    def _advance(self, steps: float) -> None:
        """Moves all places on, and writes them to Arcade's buffer.

        All views die with this call: an array of which one is alive cannot grow.
        """
        sprites = self.sprites
        # The list may be an old one with more slots than there ever were sprites here.
        count = min(sprites._sprite_buffer_slots, len(self.places[0]))
        if not count:
            return
        buffer = np.frombuffer(sprites._sprite_pos_angle_data, dtype=np.float32).reshape(-1, 4)
        # An infinite speed takes its sprite out of the world, and is nobody else's concern.
        with np.errstate(all="ignore"):
            for numbers, speeds, column in zip(self.places, self.speeds, (0, 1, 3), strict=True):
                places = np.frombuffer(numbers, count=count)
                places += np.frombuffer(speeds, count=count) * steps
                buffer[:count, column] = places
        sprites._sprite_pos_angle_changed = True


class Row:
    """Where one sprite's numbers lie, from its making to its end.

    Args:
        motion: Its pool's.
        sprite: A new, idle sprite.
        slot: Its vertex slot.
    """

    __slots__ = ("active", "angles", "box", "kind", "motion", "slot", "xs", "ys")

    def __init__(self, motion: Motion, sprite: arcade.Sprite, slot: int) -> None:
        motion.make_room(slot)
        self.motion = motion
        self.slot = slot
        #: The arrays of places, which are asked for more often than anything else.
        self.xs, self.ys, self.angles = motion.places
        #: Whether it is on lease, and so moves.
        self.active = False
        (self.xs[slot], self.ys[slot]), self.angles[slot] = sprite._position, sprite._angle
        self.kind = type(sprite)
        #: The hit box that the sprite was made with, if it can follow this.
        self.box: Any = None
        if type(sprite._hit_box) is RotatableHitBox:
            self.box = sprite._hit_box
            take_off(self.box, self)
        else:
            # Of the game's own kind, or one that another sprite has been given as well.
            share(sprite._hit_box)
            self.lose_box()
        sprite.__dict__[ROW] = self

    def dismiss(self, sprite: arcade.Sprite) -> None:
        """Lets a destroyed sprite keep its place by itself."""
        position, angle = sprite._position, sprite._angle
        if follows(self.box, self):
            land(self.box)
        sprite.__dict__.pop(ROW, None)
        sprite._position, sprite._angle = position, angle

    def lose_box(self) -> None:
        """Its sprite has got another hit box, or somebody else has got its own."""
        _ask_each_time(self.kind)

    def enter(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite from now on."""
        self.active = True
        self.head(sprite, sprite._velocity)
        self.motion.speeds[2][self.slot] = sprite.change_angle
        if sprite.sprite_lists:
            # Somebody has put it into a list while it was idle (test_a_list_joined_before_the_spawn_sees_it_move).
            self.motion.elsewhere[sprite] = None
            self.motion.tell_lists(sprite)

    def head(self, sprite: arcade.Sprite, velocity: Any) -> None:
        """Takes over a velocity, or nothing of it where it is none."""
        slot = self.slot
        xs, ys, _ = self.motion.speeds
        x = xs[slot]
        try:
            xs[slot], ys[slot] = velocity[0], velocity[1]
        except BaseException:
            xs[slot] = x
            raise
        if not isinstance(velocity, tuple):
            self.motion.loose[sprite] = None

    def repair(self, sprite: arcade.Sprite, *, active: bool) -> None:
        """Makes the arrays agree with the sprite again, after an interruption."""
        self.active = True
        self.leave(sprite)
        if active:
            self.enter(sprite)

    def leave(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite no more; it stays where it is."""
        if self.active:
            self.active = False
            slot = self.slot
            motion = self.motion
            xs, ys, angles = motion.speeds
            xs[slot] = ys[slot] = angles[slot] = 0.0
            motion.elsewhere.pop(sprite, None)
            motion.loose.pop(sprite, None)


# --- classes ---

#: What `arcade.Sprite.update` goes through. A class that does one of them its own way means another motion.
_MEANING: Final = (
    "update", "position", "angle", "velocity", "change_x", "change_y", "change_angle", "update_spatial_hash",
)  # fmt: skip


def is_batched(kind: Any) -> bool:
    """Whether sprites of a class are moved in a batch; the class gets its descriptors here.

    Args:
        kind: Any class of sprites.

    Raises:
        TypeError: It asks for a batch, and overrides ``update`` as well, or what that goes through.
    """
    if not (getattr(kind, "batched_motion", False) and issubclass(kind, arcade.Sprite)):
        return False
    if ROW not in vars(kind):
        _prepare(kind)
    return FAST


def _prepare(kind: Any) -> None:
    """Checks a class that no pool has seen yet, and gives it its descriptors where none of its bases has them."""
    own = [
        name
        for name in _MEANING
        if getattr(kind, name, None) not in (getattr(arcade.Sprite, name, None), DIRECT.get(name))
    ]
    if own:
        names = " and ".join(own)
        raise TypeError(
            f"{kind.__name__} says batched_motion = True and overrides {names}, which moving all sprites at once "
            f"passes over: drop {names} (and do it in a hook or a coroutine), or drop batched_motion"
        )
    inherited = hasattr(kind, ROW)
    setattr(kind, ROW, None)
    if not FAST:
        _tell_of_fallback()
    elif not inherited:
        _install(kind)


@cache  # once in a program, however many classes there are
def _tell_of_fallback() -> None:
    warnings.warn(
        f"batched_motion is not used, because this Arcade differs inside ({DIFFERENCE}); arcade.Sprite.update moves "
        "the sprites instead",
        RuntimeWarning,
        stacklevel=1,
    )


# --- the descriptors ---
#
# Arcade's own slots lie underneath: a sprite without a row is stored there.

_SLOTS = ("_position", "_angle", "_hit_box", "_velocity", "change_angle")
_slots: dict[str, Any] = {name: getattr(arcade.Sprite, name) for name in _SLOTS} if FAST else {}
_hit_box_of: Any = _slots["_hit_box"].__get__ if FAST else None


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


def _ask_each_time(kind: Any) -> None:
    """Has hit boxes of a class brought up to date whenever a sprite is asked for its own.

    As long as all boxes of a class are those that Arcade made, they do it themselves, and the slot is enough.
    """
    kind._hit_box = property(_get_hit_box, _set_hit_box)


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
            land(before)
        share(value)
        if value is row.box:
            take_off(value, row)
        else:
            row.lose_box()
    _slots["_hit_box"].__set__(sprite, value)


def _set_velocity(sprite: Any, value: Any) -> None:
    # Only the game changes a speed, so it stays where it is, and the batch is told.
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
if FAST:
    DIRECT["change_angle"] = property(_slots["change_angle"].__get__, _set_change_angle)


def _install(kind: Any) -> None:
    """Puts the descriptors over a class that has none of them yet."""
    kind._position = property(_get_position, _set_position)
    kind._angle = property(_get_angle, _set_angle)
    kind._hit_box = property(_hit_box_of, _set_hit_box)
    kind._velocity = property(_slots["_velocity"].__get__, _set_velocity)
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
