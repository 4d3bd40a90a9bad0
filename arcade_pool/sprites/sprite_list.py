"""PooledSpriteList: the list of a pool's active sprites.

Without a pool it is an `arcade.SpriteList` in every respect. With one, sprites enter by spawning, and every way of
taking a sprite out ends its lease. How they enter and leave is in buffered_sprite_list.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import arcade
from arcade.texture_atlas import TextureAtlasBase

from arcade_pool.sprites.arcade_internals import LISTS

if TYPE_CHECKING or LISTS.matches:
    from arcade_pool.sprites.buffered_sprite_list import BufferedSpriteList as _EnteredSpriteList
else:
    from arcade_pool.sprites.plain_sprite_list import PlainSpriteList as _EnteredSpriteList

__all__ = ["PooledSpriteList", "list_for_pool"]

S = TypeVar("S", bound=arcade.BasicSprite)


class _Owner(Protocol):
    """The part of a pool that its list needs."""

    name: str

    def lease(self, sprite: Any) -> Any: ...
    def kill(self, sprite: Any) -> None: ...
    def kill_all(self) -> None: ...
    def update_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None: ...
    def animate_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None: ...


class PooledSpriteList(_EnteredSpriteList[S]):
    """An `arcade.SpriteList` for one pool's active sprites, for drawing and for Arcade's collision functions.

    Iterating over it while sprites are recycled or spawned skips none, visits none twice and no new ones.

    Args:
        use_spatial_hash: As in Arcade.
        spatial_hash_cell_size: As in Arcade, in pixels.
        atlas: As in Arcade.
        capacity: As in Arcade, in sprites.
        lazy: As in Arcade.
        visible: As in Arcade.
        keep_order: Draw in the order of spawning; leaving then costs O(n).
    """

    def __init__(
        self,
        use_spatial_hash: bool = False,
        spatial_hash_cell_size: int = 128,
        atlas: TextureAtlasBase | None = None,
        capacity: int = 100,
        lazy: bool = False,
        visible: bool = True,
        *,
        keep_order: bool = False,
    ) -> None:
        self._owner: _Owner | None = None
        self._set_up(keep_order)
        super().__init__(use_spatial_hash, spatial_hash_cell_size, atlas, capacity, lazy, visible)

    # --- for the pool ---

    def _serve(self, owner: _Owner) -> None:
        """Bind the list to its pool.

        Raises:
            ValueError: It is not empty, or serves another pool.
        """
        if self._owner is not None:
            raise ValueError(f"this sprite list serves pool {self._owner.name} already; make one for each pool")
        if len(self.sprite_list):
            raise ValueError("this sprite list has sprites of its own; give a pool an empty one")
        self._owner = owner

    def _dismiss(self) -> None:
        """Free the list from its pool, which was closed."""
        self._owner = None

    # --- looking ---

    def __iter__(self) -> Iterator[S]:
        return iter(self.sprite_list) if self._owner is None else self._visit(self._owner)

    def __reversed__(self) -> Iterator[S]:
        return reversed(self.sprite_list) if self._owner is None else self._visit(self._owner, backwards=True)

    def __contains__(self, sprite: object) -> bool:
        return super().__contains__(sprite) if self._owner is None else self._holds(sprite)

    # --- changing ---

    def _refuse(self) -> NoReturn:
        name = self._owner.name if self._owner is not None else ""
        raise ValueError(
            f"this list belongs to pool {name}, which puts its sprites in: spawn from the pool, or use a "
            "list of your own besides"
        )

    def append(self, sprite: S) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._owner is not None:
            self._refuse()
        super().append(sprite)

    def insert(self, index: int, sprite: S) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._owner is not None:
            self._refuse()
        super().insert(index, sprite)

    def extend(self, sprites: Iterable[S]) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._owner is not None:
            self._refuse()
        super().extend(sprites)

    def __setitem__(self, index: int, sprite: S) -> None:
        if self._owner is not None:
            self._refuse()
        super().__setitem__(index, sprite)

    def remove(self, sprite: S) -> None:
        """As in Arcade; in a pool's list it ends the sprite's lease (reason ``KILLED``)."""
        if self._owner is None:
            super().remove(sprite)
        elif self not in sprite.sprite_lists:
            raise ValueError("Sprite is not in the SpriteList")
        else:
            self._owner.kill(sprite)

    def pop(self, index: int = -1) -> S:
        """As in Arcade; in a pool's list it ends the sprite's lease (reason ``KILLED``)."""
        if self._owner is None:
            return super().pop(index)
        sprite = self.sprite_list[index]
        self._owner.kill(sprite)
        return sprite

    def clear(self, *, capacity: int | None = None, deep: bool = True) -> None:
        """As in Arcade; in a pool's list it ends every lease (reason ``KILLED``), however deep, and keeps the buffers.

        Args:
            capacity: As in Arcade; of no effect in a pool's list, whose idle sprites keep their slots.
            deep: As in Arcade; of no effect in a pool's list.
        """
        if self._owner is None:
            super().clear(capacity=capacity, deep=deep)
        else:
            self._owner.kill_all()

    def swap(self, index_1: int, index_2: int) -> None:
        """As in Arcade."""
        super().swap(index_1, index_2)
        self._follow()

    def reverse(self) -> None:
        """As in Arcade. Cost: O(n)."""
        super().reverse()
        self._follow()

    def shuffle(self) -> None:
        """As in Arcade. Cost: O(n)."""
        if self.sprite_list:  # Arcade's raises for an empty list
            super().shuffle()
            self._follow()

    def sort(self, *, key: Callable[[S], Any], reverse: bool = False) -> None:
        """As in Arcade. Cost: O(n log n)."""
        super().sort(key=key, reverse=reverse)
        self._follow()

    def _follow(self) -> None:
        if self._owner is not None:
            self._follow_list()

    # --- updating ---

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Calls ``update`` of every sprite. Not needed unless the pool says ``update=False``: the manager does it."""
        if self._owner is None:
            super().update(delta_time, *args, **kwargs)
        else:
            self._owner.update_each(delta_time, args, kwargs)

    def update_animation(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Calls ``update_animation`` of every sprite. Not needed unless the pool says ``update=False``."""
        if self._owner is None:
            super().update_animation(delta_time, *args, **kwargs)
        else:
            self._owner.animate_each(delta_time, args, kwargs)


def list_for_pool(
    sprites: PooledSpriteList[S] | None, *, keep_order: bool, use_spatial_hash: bool
) -> PooledSpriteList[S]:
    """Return the list for a new pool: the given one, or a new one with these parameters.

    Raises:
        TypeError: The given one is not a `PooledSpriteList`.
        ValueError: A list and parameters for one are given.
    """
    if sprites is None:
        return PooledSpriteList(use_spatial_hash=use_spatial_hash, keep_order=keep_order)
    if not isinstance(sprites, PooledSpriteList):
        raise TypeError(f"a pool's list must be a PooledSpriteList, not {sprites!r}; it takes the same parameters")
    if use_spatial_hash or keep_order:
        raise ValueError("keep_order and use_spatial_hash belong to the list: give them to your PooledSpriteList")
    return sprites
