"""Lazy attributes: attributes of a sprite that hold something changeable and that games rarely use.

Arcade gives every sprite a list of textures, a force, a list of physics engines and settings for pymunk. A reset has
to restore what a life did to them. But looking at all four at the end of every lease costs as much as the rest of the
reset: they are in memory that was not used since the life before (benchmarks/lease.py, row "constant"). So a
`PooledSprite` notes when one of them is accessed, and the reset skips them for a sprite without the note.
"""

from __future__ import annotations

import types
from typing import Any, Final

import arcade

from arcade_pool.sprites.keys import ITEM

__all__ = ["LAZY", "LazyAttribute", "is_touched"]

#: Their names.
LAZY: Final = ("textures", "force", "physics_engines", "pymunk")
#: Where a sprite keeps the note until a pool has made an item of it.
_TOUCHED: Final = "_pool_touched"


class LazyAttribute:
    """An attribute of `arcade.Sprite` that notes each access.

    Args:
        name: The name of the attribute.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        slot = vars(arcade.Sprite).get(name)
        self._slot = slot if isinstance(slot, types.MemberDescriptorType) else None

    def __get__(self, sprite: Any, owner: type | None = None) -> Any:
        if sprite is None:
            return self
        value = self._value(sprite)
        _note(sprite)
        return value

    def __set__(self, sprite: Any, value: object) -> None:
        # The first value is what arcade.Sprite.__init__ makes, to which no other code has a reference.
        if self._is_set(sprite):
            _note(sprite)
            if self._name == "physics_engines":
                _keep_places(sprite, value, self._value(sprite))
        if self._slot is None:
            sprite.__dict__[self._name] = value
        else:
            self._slot.__set__(sprite, value)

    def __delete__(self, sprite: Any) -> None:
        _note(sprite)
        if self._slot is None:
            self._value(sprite)
            del sprite.__dict__[self._name]
        else:
            self._slot.__delete__(sprite)

    def _is_set(self, sprite: Any) -> bool:
        try:
            self._value(sprite)
        except AttributeError:
            return False
        return True

    def _value(self, sprite: Any) -> Any:
        if self._slot is not None:
            return self._slot.__get__(sprite)
        try:
            return sprite.__dict__[self._name]
        except KeyError:
            raise AttributeError(f"{type(sprite).__name__!r} object has no attribute {self._name!r}") from None


def _note(sprite: Any) -> None:
    attributes = sprite.__dict__
    item = attributes.get(ITEM)
    if item is None:
        attributes[_TOUCHED] = True
    else:
        item.touched = True


def _keep_places(sprite: Any, engines: Any, before: Any) -> None:
    """After a second ``__init__`` of a sprite on lease: its list and its engines still have it, so it must know them.

    Arcade's ``__init__`` makes an empty list of sprite lists, and then sets ``physics_engines``.
    """
    item = sprite.__dict__.get(ITEM)
    if item is not None and not sprite.sprite_lists and type(engines) is list and not engines:
        engines.extend(before)
        item.rejoin_list()


def is_touched(sprite: Any) -> bool:
    """True if a fresh sprite's lazy attributes were accessed; forgets the note.

    Always so for a sprite that is not a `PooledSprite`, or whose class has made other attributes of these.
    """
    if all(type(getattr(type(sprite), name, None)) is LazyAttribute for name in LAZY):
        return bool(sprite.__dict__.pop(_TOUCHED, False))
    return True
