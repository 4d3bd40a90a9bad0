"""A supply: one kind of thing, from its pool or, for comparison, made for each spawn.

The game spawns, iterates and collides through supplies and does not know which of the two it gets. Switched in the
running game (F2), what is alive finishes as it began.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import arcade

from arcade_pool import PoolExhausted

if TYPE_CHECKING:
    from arcade_pool import Pool, PoolManager

A = TypeVar("A", bound=arcade.Sprite)


class WithoutPools:
    """The other way: a new sprite for each spawn, in a plain `arcade.SpriteList`, and ``kill()`` at its end.

    Lifetimes stay those of the scheduler, so that the game is the same. They belong to leases, and those to a pool:
    to this one, which keeps nothing and makes nothing, but leases out the sprite that was just made.

    Args:
        pools: The manager of the game.
    """

    def __init__(self, pools: PoolManager) -> None:
        #: Whether sprites are spawned this way now.
        self.on = False
        self.pools = pools
        self._newest: arcade.Sprite | None = None
        self._lives: Pool[Any] = pools.create_pool(lambda: self._newest, key="without pools", max_idle=0, reset="none")

    def begin_life(self, sprite: Any, **kwargs: Any) -> None:
        """Runs its ``on_spawn``, and starts its lifetime."""
        self._newest = sprite
        self._lives.spawn(**kwargs)
        # The end, as in a game without pools.
        self._lives.lease(sprite).defer(sprite.kill)


class Supply(Generic[A]):
    """The source of one kind of thing.

    Args:
        without: The other way.
        make: Makes a sprite.
        size: Most that there are at a time.
        glow: Whether it adds its light to what is behind it when it is drawn.
        config: Of its pool.
    """

    def __init__(
        self, without: WithoutPools, make: Callable[[], A], size: int, *, glow: bool = False, **config: Any
    ) -> None:
        self.pool = without.pools.create_sprite_pool(make, max_size=size, **config)
        #: Those that no pool made, and what makes them.
        self.plain: arcade.SpriteList[A] = arcade.SpriteList()
        self.make_plain: Callable[[], Any] = make
        self._without, self._size, self._glow = without, size, glow

    # --- spawning ---

    def spawn(self, x: float, y: float, **kwargs: Any) -> A:
        """As `SpritePool.spawn`."""
        if (sprite := self.try_spawn(x, y, **kwargs)) is None:
            raise PoolExhausted(f"there are {self._size} already")
        return sprite

    def try_spawn(self, x: float, y: float, **kwargs: Any) -> A | None:
        """As `SpritePool.try_spawn`."""
        if not self._without.on:
            return self.pool.try_spawn(x, y, **kwargs)
        if not self._room():
            return None
        if len(self.plain) >= self._size:
            self._without.pools.recycle(self.plain[0])
        sprite: A = self.make_plain()
        sprite.position = x, y
        sprite.angle, sprite.scale = kwargs.pop("angle", sprite.angle), kwargs.pop("scale", sprite.scale)
        self.plain.append(sprite)
        self._without.begin_life(sprite, **kwargs)
        return sprite

    def spawn_many(self, places: list[tuple[float, float]], **kwargs: Any) -> None:
        """As `SpritePool.spawn_many`, but does nothing where there is not room for all."""
        if len(places) > self._room():
            return
        if not self._without.on:
            self.pool.spawn_many(places, **kwargs)
        else:
            for x, y in places:
                self.spawn(x, y, **kwargs)

    def _room(self) -> int:
        steals = self.pool.config.overflow == "steal_oldest"
        return self._size - (0 if steals else self.active_count)

    # --- what there is ---

    @property
    def active_count(self) -> int:
        """The number of those that there are."""
        return self.pool.active_count + len(self.plain)

    def __iter__(self) -> Iterator[A]:
        """Those that there are, oldest first; what ends meanwhile is not visited any more."""
        yield from self.pool
        yield from filter(_is_there, list(self.plain))

    def touching(self, sprite: arcade.Sprite) -> Iterator[A]:
        """Those that touch `sprite`, nearest first; what ends meanwhile is not visited any more."""
        # Method 3 is Arcade's plain check of all: the order of its others is not the same in every run.
        near = arcade.check_for_collision_with_lists(sprite, (self.pool.sprites, self.plain), method=3)
        return filter(_is_there, sorted(near, key=lambda other: math.dist(sprite.position, other.position)))

    # --- a frame ---

    def update_plain(self, delta_time: float) -> None:
        """Does for them as the manager does for its pools."""
        self.plain.update(delta_time)
        if isinstance(self.plain[0], arcade.TextureAnimationSprite):
            self.plain.update_animation(delta_time)

    def draw(self) -> None:
        """Draws them."""
        ctx = arcade.get_window().ctx
        blending = (ctx.SRC_ALPHA, ctx.ONE) if self._glow else ctx.BLEND_DEFAULT
        for sprites in (self.pool.sprites, self.plain):
            sprites.draw(blend_function=blending)


def _is_there(sprite: arcade.Sprite) -> bool:
    # Not by a lease: of a sprite that no pool made, nothing is known once it has ended.
    return bool(sprite.sprite_lists)
