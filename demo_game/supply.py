"""A supply: one kind of thing, from its pool or, for comparison, made anew each time.

The game spawns, iterates and collides through supplies and does not know which of the two it gets. Switched in the
running game (F2), what is alive finishes as it began.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
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
        self._newest: arcade.Sprite | None = None
        self._lives: Pool[Any] = pools.create_pool(lambda: self._newest, key="without pools", max_idle=0, reset="none")

    def begin_life(self, sprite: Any, **kwargs: Any) -> None:
        """Runs its ``on_spawn``, and starts its lifetime."""
        # A component is told when a lease ends.
        sprite.components = (self,)
        self._newest = sprite
        self._lives.spawn(**kwargs)

    def on_recycle(self, sprite: arcade.Sprite) -> None:
        """The end, as in a game without pools."""
        sprite.kill()


class Supply(Generic[A]):
    """Where one kind of thing comes from.

    Args:
        pools: The manager of the game.
        without: The other way.
        key: What it is called.
        make: Makes a sprite.
        size: Most that there are at a time.
        glow: Whether it adds its light to what is behind it when it is drawn.
        steal: Whether the oldest makes room when there are that many; else nothing is spawned then.
        prewarm: Whether all of them are made now.
        make_plain: Makes a sprite for the way without pools, if that is another one.
    """

    def __init__(
        self,
        pools: PoolManager,
        without: WithoutPools,
        key: str,
        make: Callable[[], A],
        size: int,
        *,
        glow: bool = False,
        steal: bool = False,
        prewarm: bool = True,
        make_plain: Callable[[], A] | None = None,
    ) -> None:
        self.pool = pools.create_sprite_pool(
            make,
            key=key,
            prewarm=size if prewarm else 0,
            max_size=size,
            overflow="steal_oldest" if steal else "refuse",
        )
        #: Those that no pool made.
        self.plain: arcade.SpriteList[A] = arcade.SpriteList()
        self._pools, self._without = pools, without
        self._make_plain = make_plain or make
        self._size, self._glow, self._steal = size, glow, steal

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
        return self._spawn_plain(x, y, **kwargs) if self.room else None

    def spawn_many(self, places: Iterable[tuple[float, float]], **kwargs: Any) -> None:
        """As `SpritePool.spawn_many`, but does nothing where there is not room for all."""
        places = list(places)
        if len(places) > self.room:
            return
        if not self._without.on:
            self.pool.spawn_many(places, **kwargs)
            return
        for x, y in places:
            self._spawn_plain(x, y, **kwargs)

    def _spawn_plain(self, x: float, y: float, **kwargs: Any) -> A:
        if len(self.plain) >= self._size:
            self._pools.recycle(self.plain[0])
        sprite = self._make_plain()
        sprite.position = x, y
        for name in ("angle", "scale"):
            if name in kwargs:
                setattr(sprite, name, kwargs.pop(name))
        self.plain.append(sprite)
        self._without.begin_life(sprite, **kwargs)
        return sprite

    # --- what there is ---

    @property
    def room(self) -> int:
        """How many more can be spawned."""
        if self._steal:
            return self._size
        return self._size - (len(self.plain) if self._without.on else self.pool.active_count)

    @property
    def active_count(self) -> int:
        """How many there are."""
        return self.pool.active_count + len(self.plain)

    def __iter__(self) -> Iterator[A]:
        """Those that there are, oldest first; what ends meanwhile is not visited any more."""
        yield from self.pool
        yield from filter(_is_there, list(self.plain))

    def touching(self, sprite: arcade.Sprite) -> Iterator[A]:
        """Those that touch `sprite`, nearest first; what ends meanwhile is not visited any more."""
        # Method 3 is Arcade's plain check of all: the order of its others is not the same in every run.
        near = arcade.check_for_collision_with_lists(sprite, (self.pool.sprites, self.plain), method=3)
        if len(near) > 1:
            near.sort(key=lambda other: math.dist(sprite.position, other.position))
        return filter(_is_there, near)

    # --- a frame ---

    def update_plain(self, delta_time: float) -> None:
        """What the manager does for its pools."""
        self.plain.update(delta_time)
        if isinstance(self.plain[0], arcade.TextureAnimationSprite):
            self.plain.update_animation(delta_time)

    def draw(self) -> None:
        """Draws them."""
        ctx = arcade.get_window().ctx
        blending = (ctx.SRC_ALPHA, ctx.ONE) if self._glow else ctx.BLEND_DEFAULT
        for sprites in (self.pool.sprites, self.plain):
            if sprites:
                sprites.draw(blend_function=blending)


def _is_there(sprite: arcade.Sprite) -> bool:
    # Not by a lease: of a sprite that no pool made, nothing is known once it has ended.
    return bool(sprite.sprite_lists)
