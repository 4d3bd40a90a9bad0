"""PooledSprite: what a sprite class of a game derives from."""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
from typing import TYPE_CHECKING, Any, ClassVar, Self

import arcade

from arcade_pool.checks import checked_count
from arcade_pool.errors import NotPooled, RecycleReason
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.sprites.keys import ITEM, LAST_LEASE
from arcade_pool.sprites.lazy_attributes import LazyAttribute
from arcade_pool.timing.lifetimes import LifetimeSpec

__all__ = ["PooledSprite"]


class PooledSprite(arcade.Sprite):
    """A sprite that lives in a pool. Derive from it, and spawn instead of constructing.

    It mixes with every sprite class of Arcade: ``class Blast(PooledSprite, arcade.TextureAnimationSprite)``.
    ``__init__`` runs once per instance, `on_spawn` once per lease. One that no pool made is an `arcade.Sprite`.

    Example::

        class Bullet(PooledSprite):
            lifetime = 2.0 | OffScreen()

            def __init__(self):
                super().__init__(":resources:/images/space_shooter/laserBlue01.png")

            def on_spawn(self, *, speed=10.0):
                self.change_y = speed
    """

    #: What ends a lease by itself unless spawn or the pool says otherwise: seconds, a condition, or a generator method.
    lifetime: ClassVar[LifetimeSpec | Any] = None
    #: Whether the pool moves all its sprites at once, with the meaning of `arcade.Sprite.update`, instead of calling
    #: that for each: some hundred times as fast, while reading a place costs two or three times as much. Such a class
    #: has no ``update`` of its own, nor a ``position``, ``angle`` or speed.
    batched_motion: ClassVar[bool] = False
    #: What `PoolManager.create_sprite_pool`, and the first use of a class, start from.
    pool_config: ClassVar[PoolConfig] = PoolConfig()
    #: Objects with ``on_spawn(owner)`` and ``on_recycle(owner)``; set in ``__init__``, each instance its own.
    components: Sequence[object] = ()

    if not TYPE_CHECKING:
        # To a type checker, and to a game, they are what arcade.Sprite says.
        textures = LazyAttribute("textures")
        force = LazyAttribute("force")
        physics_engines = LazyAttribute("physics_engines")
        pymunk = LazyAttribute("pymunk")

    if TYPE_CHECKING:

        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            """Called at every spawn, also at the first, when the sprite is in its place and in the list.

            A class that wants keyword arguments from ``spawn`` names them here.
            """
    else:

        def on_spawn(self) -> None:
            """Called at every spawn, also at the first, when the sprite is in its place and in the list.

            A class that wants keyword arguments from ``spawn`` names them here.
            """

    def on_recycle(self) -> None:
        """Called when a lease has ended; position and `lease` are still those of the life that ends."""

    @property
    def lease(self) -> Lease[Self]:
        """The present lease, else the last one (before the first: one that has ended).

        Raises:
            NotPooled: No pool of sprites made this sprite. (For one that came out of a pool of
                `PoolManager.create_pool`, ask ``pool.lease(sprite)``.)
        """
        item: PoolItem[Any] | None = self.__dict__.get(ITEM)
        lease: Lease[Self] | None = self.__dict__.get(LAST_LEASE) if item is None else item.last_lease()
        if lease is None:
            raise NotPooled(f"{self!r} belongs to no pool: it was not spawned from one")
        return lease

    def recycle(self, *, delay_frames: int = 0) -> bool:
        """Ends the present lease. `kill` and `remove_from_sprite_lists` do it too, and return None as in Arcade.

        Cost: O(1), besides hooks and resources.

        Args:
            delay_frames: Updates to wait before the item is reset and idle again; it disappears at once.

        Returns:
            True if this call ended it; False if it had ended before.

        Raises:
            NotPooled: No pool made this sprite.
        """
        if delay_frames:
            checked_count(delay_frames, "delay_frames")
        item: PoolItem[Any] | None = self.__dict__.get(ITEM)
        if item is not None and item.lease is not None and item.lifecycle.loop.thread == get_ident():
            ended: bool = item.lifecycle.end(item.lease, RecycleReason.RECYCLED, delay_frames=delay_frames)
            return ended
        return self.lease.recycle(delay_frames=delay_frames)

    def remove_from_sprite_lists(self) -> None:
        """Ends the present lease (reason ``KILLED``); without one, leaves all lists as in Arcade."""
        item: PoolItem[Any] | None = self.__dict__.get(ITEM)
        if item is not None and item.is_on_lease():
            item.lifecycle.end(item.last_lease(), RecycleReason.KILLED)
        else:
            super().remove_from_sprite_lists()
