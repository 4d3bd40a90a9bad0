"""Batched motion (M1): all sprites of a pool moved by a few array operations.

A class that says ``batched_motion = True`` gets descriptors over the few slots in which Arcade keeps a sprite's place,
turn, speed and hit box. Whatever reads or writes a sprite goes through those slots in the end, so it sees the moved
place, and nothing else has to know. While a sprite is pooled its place lies in arrays of double precision, by vertex
slot; Arcade's own buffer, which has single precision, is only written.

They are Python's arrays, and numpy looks at their memory while it moves them: one number is read from such an array in
a third of the time that a numpy array takes (benchmarks, row "price of batched motion"). Refused: lists of all places,
made anew after each move. They are faster still to read, but not by what making them costs.
"""

from __future__ import annotations

import warnings
from array import array
from typing import TYPE_CHECKING, Any, Final, cast

import arcade
import numpy as np
from arcade.hitbox import RotatableHitBox

from arcade_pool.sprites.arcade_inside import DIFFERENCE, FAST, ROW, set_box_state

if TYPE_CHECKING:
    from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["DIRECT", "Motion", "Row", "is_batched"]

_slots: dict[str, Any] = {}
if FAST:
    _slots = {name: getattr(arcade.Sprite, name) for name in ("_position", "_angle", "_hit_box")}


def is_batched(kind: Any) -> bool:
    """Whether sprites of a class are moved in a batch; the class gets its descriptors here.

    Args:
        kind: Any class of sprites.

    Raises:
        TypeError: It asks for a batch, and overrides ``update`` as well.
    """
    if not (getattr(kind, "batched_motion", False) and issubclass(kind, arcade.Sprite)):
        return False
    if kind.update is not arcade.Sprite.update:
        raise TypeError(
            f"{kind.__name__} says batched_motion = True and overrides update, which would then never be called: drop "
            "update (and use a coroutine or a hook), or drop batched_motion"
        )
    if not hasattr(kind, ROW):
        setattr(kind, ROW, None)
        if FAST:
            _install(kind)
        else:
            # Without the name of the class, and from here: Python shows what is said in one place only once.
            warnings.warn(
                f"batched_motion is not used, because this Arcade differs inside ({DIFFERENCE}); arcade.Sprite.update "
                "moves the sprites instead",
                RuntimeWarning,
                stacklevel=1,
            )
    return FAST


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

    def make_room(self, slot: int) -> None:
        """Makes the arrays long enough for a vertex slot. Cost: amortised O(1)."""
        have = len(self.places[0])
        if slot >= have:
            more = bytes(8 * (max(slot + 1, 2 * have) - have))
            for numbers in (*self.places, *self.speeds):
                numbers.frombytes(more)

    def move(self, delta_time: float) -> list[tuple[arcade.Sprite, Exception]]:
        """What `arcade.Sprite.update` means, for all active sprites at once. Cost: O(slots), in numpy.

        Args:
            delta_time: Seconds.

        Returns:
            Sprites that could not be moved in a list they are in, and why (a NaN has no place in a spatial hash).
        """
        # A number, before there is a view: an error there would keep it alive with its traceback.
        self._advance(float(delta_time) * 60)
        sprites = self.sprites
        xs, ys, angles = self.speeds
        failed: list[tuple[arcade.Sprite, Exception]] = []
        for sprite in list(self.elsewhere if sprites.spatial_hash is None else sprites.sprite_list):
            row: Row | None = getattr(sprite, ROW, None)
            # Who rests costs nothing here, as in Arcade.
            if row is not None and (xs[row.slot] or ys[row.slot] or angles[row.slot]):
                try:
                    self.tell_lists(sprite)
                except Exception as error:
                    failed.append((sprite, error))
        return failed

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

    __slots__ = ("active", "motion", "slot", "xs", "ys")

    def __init__(self, motion: Motion, sprite: arcade.Sprite, slot: int) -> None:
        motion.make_room(slot)
        self.motion = motion
        self.slot = slot
        #: Two of the arrays, which are asked for more often than anything else.
        self.xs, self.ys, angles = motion.places
        #: Whether it is on lease, and so moves.
        self.active = False
        (self.xs[slot], self.ys[slot]), angles[slot] = sprite._position, sprite._angle
        sprite.__dict__[ROW] = self

    def dismiss(self, sprite: arcade.Sprite) -> None:
        """Lets a destroyed sprite keep its place by itself."""
        position, angle = sprite._position, sprite._angle
        sprite.__dict__.pop(ROW, None)
        sprite._position, sprite._angle = position, angle

    def enter(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite from now on."""
        self.active = True
        self.follow(sprite)
        if sprite.sprite_lists:
            # Somebody has put it into a list while it was idle (test_a_list_joined_before_the_spawn_sees_it_move).
            self.motion.elsewhere[sprite] = None
            self.motion.tell_lists(sprite)

    def follow(self, sprite: arcade.Sprite) -> None:
        """Takes over the speeds that the sprite has."""
        slot = self.slot
        xs, ys, angles = self.motion.speeds
        xs[slot], ys[slot] = sprite._velocity
        angles[slot] = sprite.change_angle

    def leave(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite no more; it stays where it is."""
        if self.active:
            self.active = False
            slot = self.slot
            xs, ys, angles = self.motion.speeds
            xs[slot] = ys[slot] = angles[slot] = 0.0
            self.motion.elsewhere.pop(sprite, None)


# --- the descriptors ---


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
    return _slots["_angle"].__get__(sprite) if row is None else row.motion.places[2][row.slot]


def _set_angle(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is None:
        _slots["_angle"].__set__(sprite, value)
    else:
        row.motion.places[2][row.slot] = value


def _get_hit_box(sprite: Any) -> Any:
    box = _slots["_hit_box"].__get__(sprite)
    if sprite._motion_row is not None:
        position, angle = _get_position(sprite), _get_angle(sprite)
        if type(box) is not RotatableHitBox:
            set_box_state(box, (position, box.scale, angle))
        elif box._position != position or box._angle != angle:
            box._position, box._angle = position, angle
            box._adjusted_cache_dirty = True
    return box


def _of_sprite(name: str, getter: Any) -> property:
    return property(getter, cast(Any, getattr(arcade.Sprite, name)).fset)


#: Properties of `arcade.Sprite`, with one call less on the way to the place.
DIRECT: Final = {
    "position": _of_sprite("position", _get_position),
    "center_x": _of_sprite("center_x", _get_center_x),
    "center_y": _of_sprite("center_y", _get_center_y),
}


def _install(kind: Any) -> None:
    """Puts the descriptors over a class that has none of them yet; what it does itself stays underneath."""
    kind._position = property(_get_position, _set_position)
    kind._angle = property(_get_angle, _set_angle)
    kind._hit_box = property(_get_hit_box, _slots["_hit_box"].__set__)
    for name, direct in DIRECT.items():
        if getattr(kind, name) is getattr(arcade.Sprite, name):
            setattr(kind, name, direct)
    # Only the game changes a speed, so it stays where it is, and reading it costs nothing more.
    kind._velocity = _followed(kind._velocity)
    kind.change_angle = _followed(kind.change_angle)
    register = kind.register_sprite_list

    def register_sprite_list(sprite: Any, new_list: Any) -> None:
        register(sprite, new_list)
        row = sprite._motion_row
        if row is not None and row.active:
            row.motion.elsewhere[sprite] = None

    kind.register_sprite_list = register_sprite_list


def _followed(speed: Any) -> property:
    """A speed that the batch is told when it changes."""

    def change(sprite: Any, value: Any) -> None:
        speed.__set__(sprite, value)
        row = sprite._motion_row
        if row is not None and row.active:
            row.follow(sprite)

    return property(speed.__get__, change)
