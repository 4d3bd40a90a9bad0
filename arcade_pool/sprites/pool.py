"""SpritePool[T]: a pool of sprites, with the sprite list that holds the active ones."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from typing import Any, TypeVar

import arcade
from arcade.types import Point2

from arcade_pool.errors import PoolExhausted
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.overflow import replaceable
from arcade_pool.pools.pool import Pool
from arcade_pool.pools.shared import Shared
from arcade_pool.sprites.motion_descriptors import is_batched
from arcade_pool.sprites.placement import SpritePlacement
from arcade_pool.sprites.places import places_of
from arcade_pool.sprites.sprite_list import PooledSpriteList
from arcade_pool.sprites.updates import SpriteUpdates
from arcade_pool.timing.lifetimes import DEFAULT, LifetimeSpec, checked_lifetime

__all__ = ["SpritePool"]

S = TypeVar("S", bound=arcade.BasicSprite)


class SpritePool(Pool[S]):
    """A pool of sprites. Made by `PoolManager.create_sprite_pool`, never directly."""

    def __init__(
        self,
        shared: Shared,
        factory: Callable[[], S],
        key: Hashable,
        group: Hashable,
        config: PoolConfig,
        sprites: PooledSpriteList[S],
    ) -> None:
        if isinstance(factory, type):
            is_batched(factory)  # refuses before there is a pool
        placement = SpritePlacement(sprites)
        super().__init__(shared, factory, key, group, config, placement)
        self._sprites = sprites
        self._lifecycle.updates = updates = SpriteUpdates(self._lifecycle, placement)
        sprites._serve(updates)

    @property
    def sprites(self) -> PooledSpriteList[S]:
        """The active sprites: an `arcade.SpriteList`, for drawing and for Arcade's collision functions."""
        return self._sprites

    def draw(self, **kwargs: Any) -> None:
        """Draw the active sprites.

        Args:
            **kwargs: As for ``arcade.SpriteList.draw``.
        """
        self._sprites.draw(**kwargs)

    # --- spawning ---

    def spawn(
        self,
        center_x: float | None = None,
        center_y: float | None = None,
        *,
        angle: float | None = None,
        scale: float | Point2 | None = None,
        velocity: Point2 | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> S:
        """Begin a lease: the sprite is in its place, drawn and hit from now on.

        Cost: O(1); a new instance where nothing is idle.

        Args:
            center_x: Pixels; None: as the instance was made.
            center_y: Pixels; None: as the instance was made.
            angle: Degrees, clockwise; None: as the instance was made.
            scale: Factor, or one for each axis; None: as the instance was made.
            velocity: Pixels per 1/60 s along x and y, as ``arcade.Sprite.velocity``; None: as the instance was made.
            lifetime: What ends this lease; None: nothing does. Not given: the pool's default, else the class's.
            **kwargs: Handed to the sprite's ``on_spawn``.

        Returns:
            The sprite. Its lease may be over already, if ``on_spawn`` or the lifetime ended it.

        Raises:
            PoolExhausted: The pool is at `max_size`, with nothing idle and nothing to steal.
            PoolClosed: The pool was closed.
            TypeError: A bad lifetime, a place or velocity that is not numbers, or keyword arguments that ``on_spawn``
                does not take.
            Exception: What the factory, ``on_spawn`` or the lifetime raised; the spawn is undone then.
        """
        item = self._lifecycle.spawn((center_x, center_y, angle, scale, velocity), lifetime, kwargs)
        return self._raise_exhausted() if item is None else item.obj

    def try_spawn(
        self,
        center_x: float | None = None,
        center_y: float | None = None,
        *,
        angle: float | None = None,
        scale: float | Point2 | None = None,
        velocity: Point2 | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> S | None:
        """Like `spawn`, but returns None where this pool would raise `PoolExhausted`."""
        item = self._lifecycle.spawn((center_x, center_y, angle, scale, velocity), lifetime, kwargs)
        return None if item is None else item.obj

    def spawn_many(
        self,
        positions: Iterable[tuple[float, float]],
        *,
        angle: float | Iterable[float] | None = None,
        scale: float | Iterable[float] | None = None,
        velocity: Point2 | Iterable[Point2] | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> list[S]:
        """Spawn one sprite at each position: all of them, or none.

        Cost: O(positions).

        Args:
            positions: Pairs of pixels.
            angle: Degrees: a number for all, or one for each position.
            scale: A factor for all, or one for each position.
            velocity: A pair for all, or one for each position, as for `spawn`.
            lifetime: As for `spawn`, the same for all.
            **kwargs: Handed to each sprite's ``on_spawn``.

        Returns:
            The sprites, in the order of the positions.

        Raises:
            PoolExhausted: There is not room for all (what may be stolen counts as room); nothing was done.
            ValueError: There are more or fewer angles, scales or velocities than positions; nothing was done.
            TypeError: `lifetime` is a generator object, which can serve one spawn only; nothing was done.
            Exception: What a spawn raised; those before it are undone then.
        """
        if isinstance(lifetime, Generator):
            raise TypeError(
                "a generator object can serve one spawn only; give spawn_many the generator function itself"
            )
        if lifetime is not DEFAULT:
            checked_lifetime(lifetime)
        places = places_of(positions, angle, scale, velocity)
        lifecycle = self._lifecycle
        self._require_room(len(places))
        spawned: list[tuple[S, Lease[S], int]] = []
        try:
            for place in places:
                epoch = self._inventory.counts.epoch
                item = lifecycle.spawn(place, lifetime, kwargs)
                if item is None:
                    self._raise_exhausted()
                spawned.append((item.obj, item.lease, epoch))
        except BaseException as error:
            for _, lease, epoch in reversed(spawned):
                lifecycle.undo(lease, error, epoch)
            raise
        return [sprite for sprite, *_ in spawned]

    def _require_room(self, needed: int) -> None:
        """Refuse to spawn more sprites than there is room for; what may be stolen is counted only if it must be."""
        inventory = self._inventory
        if inventory.config.max_size is None:
            return
        room = inventory.config.max_size - inventory.total_count - inventory.making + inventory.idle_count
        if room < needed:
            room += sum(1 for _ in replaceable(self._lifecycle))
        if room < needed:
            inventory.counts.exhausted += 1
            raise PoolExhausted(
                f"pool {self._lifecycle.name} has room for {room} of {needed} sprites: raise max_size, or spawn fewer"
            )

    def _close(self, errors: list[BaseException]) -> None:
        if not self._inventory.closed:
            super()._close(errors)
            self._sprites._dismiss()
