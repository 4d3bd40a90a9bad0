"""SpriteItem: what a pool of sprites knows of one sprite."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import arcade

from arcade_pool.pools.item import PoolItem
from arcade_pool.sprites.arcade_internals import MOTION, RESET
from arcade_pool.sprites.batched_motion import Row
from arcade_pool.sprites.lazy_attributes import is_touched
from arcade_pool.sprites.motion_descriptors import DIRECT, is_batched, moves_as_arcade_does
from arcade_pool.sprites.snapshot import SpriteSnapshot, look_of
from arcade_pool.timing.waiter import Waiter, subject_of

__all__ = ["SpriteItem", "sprite_of"]

S = TypeVar("S", bound=arcade.BasicSprite)

#: What a class may not override if its place is to be stored without its properties.
_MOVERS: Final = ("position", "center_x", "center_y", "angle", "scale", "hit_box")


class SpriteItem(PoolItem[S]):
    """An item whose object is a sprite.

    Args:
        obj: The sprite.
        lifecycle: That of its pool.
        placement: That of its pool.

    Raises:
        TypeError: Its class asks for batched motion, and overrides ``update`` as well.
    """

    __slots__ = (
        "always_touched", "animated", "batched", "default_update", "direct", "fresh", "hit_box", "placement", "pymunk",
        "row", "slot", "touched",
    )  # fmt: skip

    def __init__(self, obj: S, lifecycle: Any, placement: Any) -> None:
        super().__init__(obj, lifecycle)
        kind = type(obj)
        self.placement = placement
        #: True if its class has an ``update_animation`` of its own.
        self.animated = kind.update_animation is not arcade.BasicSprite.update_animation
        #: True if its pool moves it, in one batch with others.
        self.batched = is_batched(kind)
        #: Its place and speed in that batch.
        self.row: Row | None = None
        #: True if its place may be stored without its properties: its class changes none of them.
        self.direct = RESET.matches and all(
            getattr(kind, name, None) in (getattr(arcade.Sprite, name), DIRECT.get(name)) for name in _MOVERS
        )
        self.runs_code = not self.direct
        #: True if its update may be written out: its class overrides nothing that `arcade.Sprite.update` goes through.
        self.default_update = (
            self.direct
            and MOTION.matches
            and not (self.batched or self.animated or "update" in getattr(obj, "__dict__", ()))
            and moves_as_arcade_does(kind)
        )
        #: What is drawn of the fresh sprite, and its speed: the very objects that a reset stores back.
        self.fresh: tuple[Any, Any, Any] = ((), None, None)
        #: Its vertex slot in the pool's list; -1 where that is Arcade's business.
        self.slot = -1
        #: Its own hit box and pymunk settings.
        self.hit_box: Any = getattr(obj, "_hit_box", None)
        self.pymunk: Any = getattr(obj, "__dict__", {}).get("pymunk")
        #: True if a lazy attribute was accessed in this life, so that the reset must restore them.
        self.touched = is_touched(obj)
        #: True if one was accessed while the sprite was made: then user code may have a reference to it.
        self.always_touched = self.touched

    def note_fresh_look(self) -> None:
        """Note what is drawn of the fresh sprite."""
        if isinstance(self.obj, arcade.Sprite):
            snapshot = self.snapshot
            if isinstance(snapshot, SpriteSnapshot):
                self.fresh = (snapshot.look, *snapshot.speed)
            else:
                self.fresh = (look_of(self.obj), self.obj.velocity, self.obj.change_angle)
        # The snapshot's own accesses are over.
        self.touched = self.always_touched

    def was_written_to(self) -> bool:
        """True if user code has changed what is drawn of an idle sprite, or its speed.

        A reset stores the same objects back, so comparing the tuples compares no values. A speed may be anything.
        """
        sprite: Any = self.obj
        drawn, velocity, change_angle = self.fresh
        return (
            sprite._velocity is not velocity
            or sprite.change_angle is not change_angle
            or (sprite._texture, sprite._color, sprite._visible, sprite._width, sprite._height, sprite._depth) != drawn
        )

    def restore_speed(self) -> None:
        """Give an idle sprite the speed that it was made with.

        A physics engine that still holds the sprite has given it another one: that belongs to no life (L7).
        """
        _, velocity, change_angle = self.fresh
        if type(velocity) is tuple:
            sprite: Any = self.obj
            sprite._velocity, sprite.change_angle = velocity, change_angle

    def rejoin_list(self) -> None:
        """Note that a second ``__init__`` has made the sprite forget its lists."""
        self.placement.rejoin(self)


def sprite_of(waiter: Waiter, what: str) -> arcade.BasicSprite:
    """Return the sprite that a waiter acts for.

    Args:
        waiter: A lease or a task.
        what: The condition that asks, for the message.

    Raises:
        TypeError: It acts for the game, or for an object that is not a sprite.
    """
    item = subject_of(waiter)
    if item is None:
        raise TypeError(
            f"{what} asks about the sprite of a lease; a task that belongs to the game has none: start it "
            "with lease.start, or use Until"
        )
    if not isinstance(item.obj, arcade.BasicSprite):
        raise TypeError(f"{what} asks about a sprite, not {item.obj!r}")
    return item.obj
