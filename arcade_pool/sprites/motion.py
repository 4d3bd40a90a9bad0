"""Batched motion (M1): all sprites of a pool moved by a few array operations.

A class that says ``batched_motion = True`` gets descriptors over the few slots in which Arcade keeps a sprite's place,
turn, speed and hit box. Whatever reads or writes a sprite goes through those slots in the end, so it sees the moved
place, and nothing else has to know. While a sprite is on lease its place lies in arrays of double precision, a row for
each vertex slot; Arcade's own buffer, which has single precision, is only written.

Reading one number out of an array costs several times as much as out of a list, and making a list costs as much as
hundreds of such reads. So the first reads of a frame go to the array, and once they are many, a list of all places is
made (benchmarks, row "price of batched motion").
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final, cast

import arcade
import numpy as np

from arcade_pool.sprites.arcade_inside import DIFFERENCE, FAST, ROW

if TYPE_CHECKING:
    from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["POSITION", "Motion", "motion_for"]

#: One in so many sprites read in a frame makes a list of all places worth its cost.
_READS = 32

_slots: dict[str, Any] = {}
if FAST:
    _slots = {
        name: getattr(arcade.Sprite, name) for name in ("_position", "_angle", "_velocity", "change_angle", "_hit_box")
    }


def motion_for(kind: object, sprites: PooledSpriteList[Any]) -> Motion | None:
    """The batch that moves the sprites of a pool; None if its class does not ask for one.

    Args:
        kind: The pool's factory.
        sprites: The pool's list.

    Raises:
        TypeError: The class overrides ``update`` as well.
    """
    if not (isinstance(kind, type) and issubclass(kind, arcade.Sprite) and getattr(kind, "batched_motion", False)):
        return None
    if kind.update is not arcade.Sprite.update:
        raise TypeError(
            f"{kind.__name__} says batched_motion = True and overrides update, which would then never be called: drop "
            "update (and use a coroutine or a hook), or drop batched_motion"
        )
    if not FAST:
        warnings.warn(
            f"batched_motion of {kind.__name__} is not used, because this Arcade differs inside ({DIFFERENCE}); "
            "arcade.Sprite.update moves the sprites instead",
            RuntimeWarning,
            stacklevel=5,
        )
        return None
    _install(kind)
    return Motion(sprites, animated=kind.update_animation is not arcade.Sprite.update_animation)


class Row:
    """Where one sprite's numbers lie."""

    __slots__ = ("active", "motion", "slot")

    def __init__(self, motion: Motion, slot: int) -> None:
        self.motion = motion
        self.slot = slot
        #: Whether it is on lease, and so moves.
        self.active = False


class Motion:
    """The places and speeds of one pool's sprites, by vertex slot.

    Args:
        sprites: The pool's list.
        animated: Whether the class has an ``update_animation`` of its own, which is called for each sprite.
    """

    def __init__(self, sprites: PooledSpriteList[Any], *, animated: bool) -> None:
        self._sprites = sprites
        self.animated = animated
        # x, y and angle; pixels, pixels and degrees, and the same per 1/60 s. The speed of idle sprites is 0 here.
        self._place = np.zeros((3, 64))
        self._speed = np.zeros((3, 64))
        #: All places, if so many were read since the last move that they were worth listing. As two lists of numbers:
        #: a list of pairs would set off the garbage collector.
        self.xs: list[float] | None = None
        self.ys: list[float] = []
        self._reads = 0
        # Sprites that are in lists of the game's own as well, which have buffers of their own.
        self._elsewhere: dict[arcade.Sprite, None] = {}

    # --- coming and going ---

    def adopt(self, sprite: arcade.Sprite, slot: int) -> None:
        """Takes a new, idle sprite on."""
        if slot >= self._place.shape[1]:
            more = np.zeros((3, self._place.shape[1]))
            self._place, self._speed = np.hstack([self._place, more]), np.hstack([self._speed, more])
        self.xs = None
        position, angle = sprite._position, sprite._angle
        sprite.__dict__[ROW] = Row(self, slot)
        sprite._position, sprite._angle = position, angle

    def dismiss(self, sprite: arcade.Sprite) -> None:
        """Lets a destroyed sprite keep its place by itself."""
        position, angle = sprite._position, sprite._angle
        sprite.__dict__.pop(ROW, None)
        sprite._position, sprite._angle = position, angle

    def enter(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite from now on."""
        row: Row = sprite.__dict__[ROW]
        row.active = True
        self._speed[0, row.slot], self._speed[1, row.slot] = sprite._velocity
        self._speed[2, row.slot] = sprite.change_angle

    def leave(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite no more; it stays where it is."""
        row: Row | None = sprite.__dict__.get(ROW)
        if row is None or not row.active:
            return
        row.active = False
        self._speed[:, row.slot] = 0.0
        self._elsewhere.pop(sprite, None)

    # --- moving ---

    def move(self, delta_time: float) -> None:
        """What `arcade.Sprite.update` means, for all active sprites at once. Cost: O(slots), in numpy.

        Args:
            delta_time: Seconds.
        """
        sprites = self._sprites
        count = sprites._sprite_buffer_slots
        place = self._place[:, :count]
        # An infinite speed takes its sprite out of the world, and is nobody else's concern.
        with np.errstate(all="ignore"):
            place += self._speed[:, :count] * (delta_time * 60)
            # The view dies with this call: a buffer of which one is alive cannot grow.
            buffer = np.frombuffer(sprites._sprite_pos_angle_data, dtype=np.float32).reshape(-1, 4)[:count]
            buffer[:, 0], buffer[:, 1], buffer[:, 3] = place
        sprites._sprite_pos_angle_changed = True
        self.xs = None
        self._reads = 0
        if sprites.spatial_hash is not None:
            for sprite in sprites.sprite_list:
                sprites.spatial_hash.move(sprite)
        for sprite in self._elsewhere:
            for other in sprite.sprite_lists:
                if other is not sprites:
                    other._update_position(sprite)
                    other._update_angle(sprite)
                    if other.spatial_hash is not None:
                        other.spatial_hash.move(sprite)

    # --- reading and writing one ---

    def point(self, slot: int) -> tuple[float, float]:
        """A place that is not listed."""
        self._reads += 1
        if self._reads * _READS < self._sprites._sprite_buffer_slots:
            return (self._place.item(0, slot), self._place.item(1, slot))
        count = self._sprites._sprite_buffer_slots
        self.xs, self.ys = self._place[0, :count].tolist(), self._place[1, :count].tolist()
        return (self.xs[slot], self.ys[slot])

    def put(self, slot: int, point: Any) -> None:
        """Sets a place."""
        x, y = point
        self._place[0, slot] = x
        self._place[1, slot] = y
        if self.xs is not None:
            self.xs[slot], self.ys[slot] = self._place.item(0, slot), self._place.item(1, slot)

    def angle(self, slot: int) -> float:
        """A turn, in degrees."""
        return self._place.item(2, slot)

    def turn(self, slot: int, angle: float) -> None:
        """Sets a turn, in degrees."""
        self._place[2, slot] = angle

    def speed(self, slot: int, velocity: Any) -> None:
        """Sets a speed, in pixels per 1/60 s."""
        self._speed[0, slot], self._speed[1, slot] = velocity

    def spin(self, slot: int, change_angle: float) -> None:
        """Sets a turning speed, in degrees per 1/60 s."""
        self._speed[2, slot] = change_angle

    def joined(self, sprite: arcade.Sprite) -> None:
        """The sprite has entered a list."""
        if len(sprite.sprite_lists) > 1:
            self._elsewhere[sprite] = None


# --- the descriptors ---


def _get_position(sprite: Any) -> Any:
    row = sprite._motion_row
    if row is None:
        return _slots["_position"].__get__(sprite)
    motion = row.motion
    xs = motion.xs
    slot = row.slot
    return motion.point(slot) if xs is None else (xs[slot], motion.ys[slot])


#: `arcade.Sprite.position`, with one call less on the way to the place.
POSITION: Final = property(_get_position, cast(Any, arcade.Sprite.position).fset)


def _set_position(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is None:
        _slots["_position"].__set__(sprite, value)
    else:
        row.motion.put(row.slot, value)


def _get_angle(sprite: Any) -> Any:
    row = sprite._motion_row
    return _slots["_angle"].__get__(sprite) if row is None else row.motion.angle(row.slot)


def _set_angle(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is None:
        _slots["_angle"].__set__(sprite, value)
    else:
        row.motion.turn(row.slot, value)


def _set_velocity(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is not None and row.active:
        row.motion.speed(row.slot, value)
    _slots["_velocity"].__set__(sprite, value)


def _set_change_angle(sprite: Any, value: Any) -> None:
    row = sprite._motion_row
    if row is not None and row.active:
        row.motion.spin(row.slot, value)
    _slots["change_angle"].__set__(sprite, value)


def _get_hit_box(sprite: Any) -> Any:
    box = _slots["_hit_box"].__get__(sprite)
    row = sprite._motion_row
    if row is not None:
        position, angle = _get_position(sprite), row.motion.angle(row.slot)
        if box._position != position or box._angle != angle:
            box._position, box._angle = position, angle
            box._adjusted_cache_dirty = True
    return box


def _register_sprite_list(sprite: Any, new_list: Any) -> None:
    arcade.Sprite.register_sprite_list(sprite, new_list)
    if (row := sprite._motion_row) is not None:
        row.motion.joined(sprite)


def _install(kind: Any) -> None:
    """Puts the descriptors over a class, once."""
    if ROW in vars(kind):
        return
    setattr(kind, ROW, None)
    kind._position = property(_get_position, _set_position)
    if kind.position is arcade.Sprite.position:
        kind.position = POSITION
    kind._angle = property(_get_angle, _set_angle)
    # Only the game changes a speed, so Arcade's slots hold it, and reading it costs nothing more.
    kind._velocity = property(_slots["_velocity"].__get__, _set_velocity)
    kind.change_angle = property(_slots["change_angle"].__get__, _set_change_angle)
    kind._hit_box = property(_get_hit_box, _slots["_hit_box"].__set__)
    kind.register_sprite_list = _register_sprite_list
