"""Attributes of a sprite that hold something changeable and that hardly any game asks for.

Arcade gives every sprite a list of textures, a force, a list of physics engines and settings for pymunk. A reset has
to put right what a life did to them. But looking at all four at the end of every lease costs as much as the rest of
the reset: they lie in memory that nobody has touched since the life before (benchmarks/lease.py, row "constant"). So
a `PooledSprite` notes that somebody asked for one of them, and a sprite without the note is spared the look.
"""

from __future__ import annotations

import types
from typing import Any, Final

import arcade

from arcade_pool.sprites.arcade_internals import ITEM

__all__ = ["SELDOM", "Seldom", "is_looked_at"]

#: Their names.
SELDOM: Final = ("textures", "force", "physics_engines", "pymunk")
#: Where a sprite keeps the note as long as no pool has made an item of it.
_LOOKED_AT: Final = "_pool_looked_at"


class Seldom:
    """An attribute of `arcade.Sprite` that notes when somebody asks for it.

    Args:
        name: What it is called.
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
        # The first value is what arcade.Sprite.__init__ makes, and nobody else has got hold of it.
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
        attributes[_LOOKED_AT] = True
    else:
        item.looked_at = True


def _keep_places(sprite: Any, engines: Any, before: Any) -> None:
    """After a second ``__init__`` of a sprite on lease: its list and its engines still have it, so it must know them.

    Arcade's ``__init__`` makes an empty list of sprite lists, and then sets ``physics_engines``.
    """
    item = sprite.__dict__.get(ITEM)
    if item is not None and not sprite.sprite_lists and type(engines) is list and not engines:
        engines.extend(before)
        item.pool._rejoin(item)


def is_looked_at(sprite: Any) -> bool:
    """Whether a fresh sprite's seldom attributes may be known to somebody; forgets the note.

    Always so for a sprite that is no `PooledSprite`, or whose class has made other attributes of these.
    """
    if all(type(getattr(type(sprite), name, None)) is Seldom for name in SELDOM):
        return bool(sprite.__dict__.pop(_LOOKED_AT, False))
    return True
