"""Batched motion (M1): all sprites of a pool moved by a few array operations.

A class that says ``batched_motion = True`` gets descriptors (motion_descriptors.py) over the slots in which Arcade
keeps a sprite's place, turn, speed and hit box. While a sprite is pooled its place is in arrays of double precision, by
vertex slot; Arcade's own buffer, which has single precision, is only written.

They are Python's arrays, and numpy looks at their memory while it moves them: one number is read from such an array in
a third of the time that a numpy array takes (benchmarks, row "motion-price"). Refused: lists of all places,
made again after each move. They are faster still to read, but not by what making them costs.
"""

from __future__ import annotations

import math
from array import array
from typing import Any

import arcade
import numpy as np
from arcade.hitbox import RotatableHitBox

from arcade_pool.sprites.arcade_internals import HIT_BOXES
from arcade_pool.sprites.batched_hit_box import attach, detach, detach_shared, follows, set_box_state
from arcade_pool.sprites.keys import ROW
from arcade_pool.sprites.motion_descriptors import refresh_hit_boxes_of, store_turn, store_velocity, velocity_of
from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["Motion", "Row"]


class Motion:
    """The places and speeds of one pool's sprites, by vertex slot.

    Args:
        sprites: The pool's list.
    """

    def __init__(self, sprites: PooledSpriteList[Any]) -> None:
        self.sprites = sprites
        #: Places in pixels and turns in degrees. Always the same arrays, so that rows may refer to them.
        self.places = (array("d"), array("d"), array("d"))
        #: The same per 1/60 s. The speed of idle sprites is 0 here.
        self.speeds = (array("d"), array("d"), array("d"))
        #: Active sprites that are in lists of the game's own as well, which have buffers of their own.
        self.elsewhere: dict[arcade.Sprite, None] = {}
        #: Active sprites whose velocity is a list or the like, in which a game may change a number.
        self.loose: dict[arcade.Sprite, Row] = {}

    def make_room(self, slot: int) -> None:
        """Makes the arrays long enough for a vertex slot. Cost: amortised O(1)."""
        have = len(self.speeds[-1])
        if slot >= have:
            # As long as the first, which an interruption may have left longer than the others.
            wanted = max(slot + 1, 2 * have, len(self.places[0]))
            for numbers in (*self.places, *self.speeds):
                numbers.frombytes(bytes(8 * (wanted - len(numbers))))

    def move(self, delta_time: float) -> list[tuple[arcade.Sprite, Exception]]:
        """Do what `arcade.Sprite.update` means, for all active sprites at once. Cost: O(slots), in numpy.

        Args:
            delta_time: Seconds.

        Returns:
            Sprites that could not be moved, and why: a list they are in cannot take their place (a NaN has none in a
            spatial hash), or user code has put something into their velocity that is not a number.

        Raises:
            ValueError: `delta_time` is NaN or infinite, or 60 times as much is; nothing was moved.
        """
        # A number, before there is a view: an error there would keep it alive with its traceback.
        steps = float(delta_time) * 60
        if not math.isfinite(steps):
            # Also because 0 times infinity is no number: it would move who rests, and who is idle.
            raise ValueError(f"delta_time must be a finite number of seconds, not {delta_time!r}")
        failed: dict[arcade.Sprite, Exception] = {}
        for sprite, its in list(self.loose.items()):
            try:
                its.head(sprite, sprite.velocity)
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
        # An infinite speed takes its sprite out of the world, and concerns no other.
        with np.errstate(all="ignore"):
            for numbers, speeds, column in zip(self.places, self.speeds, (0, 1, 3), strict=True):
                moved = np.frombuffer(speeds, count=count)
                if moved.any():  # else Arcade would upload the buffer again for a pool at rest
                    places = np.frombuffer(numbers, count=count)
                    places += moved * steps
                    buffer[:count, column] = places
                    sprites._sprite_pos_angle_changed = True


class Row:
    """The numbers of one sprite in the arrays, from its making to its end.

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
        (self.xs[slot], self.ys[slot]), self.angles[slot] = sprite.position, sprite.angle
        self.kind = type(sprite)
        #: The hit box that the sprite was made with, if it can follow this.
        self.box: Any = None
        if type(sprite.hit_box) is RotatableHitBox and HIT_BOXES.matches:
            self.box = sprite.hit_box
            attach(self.box, self)
        else:
            # Of the game's own kind, or one that another sprite has been given as well.
            detach_shared(sprite.hit_box)
            self.lose_box()
        sprite.__dict__[ROW] = self

    def dismiss(self, sprite: arcade.Sprite) -> None:
        """Lets a destroyed sprite keep its place by itself."""
        position, angle = sprite.position, sprite.angle
        set_box_state(sprite.hit_box, (position, sprite.scale, angle))
        if follows(self.box, self):
            detach(self.box)
        sprite.__dict__.pop(ROW, None)
        sprite.position, sprite.angle = position, angle

    def lose_box(self) -> None:
        """Note that its sprite has another hit box, or that another sprite has its own."""
        refresh_hit_boxes_of(self.kind)

    def enter(self, sprite: arcade.Sprite) -> None:
        """Moves the sprite from now on."""
        self.active = True
        self.head(sprite, velocity_of(sprite))
        self.motion.speeds[2][self.slot] = sprite.change_angle
        if sprite.sprite_lists:
            # Somebody has put it into a list while it was idle (test_a_list_joined_before_the_spawn_sees_it_move).
            self.motion.elsewhere[sprite] = None
            self.motion.tell_lists(sprite)

    def restore(self, sprite: arcade.Sprite, motion: tuple[Any, Any, Any, Any]) -> None:
        """Restore position, angle, velocity and turn of an idle sprite, without the descriptors."""
        slot = self.slot
        (self.xs[slot], self.ys[slot]), self.angles[slot], velocity, turn = motion
        store_velocity(sprite, velocity)
        store_turn(sprite, turn)

    def head(self, sprite: arcade.Sprite, velocity: Any) -> None:
        """Take over a velocity, or nothing of it if it is not one."""
        slot = self.slot
        xs, ys, _ = self.motion.speeds
        x = xs[slot]
        try:
            xs[slot], ys[slot] = velocity[0], velocity[1]
        except BaseException:
            xs[slot] = x
            raise
        if not isinstance(velocity, tuple):
            self.motion.loose[sprite] = self

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
