"""The state of objects of other packages (a Text, a SpriteList, a camera, an emitter), one level deep.

What a class of another package keeps inside is its own business, and much of it are caches. Its state is what user code
can set: public attributes, and properties that have a setter. Of what it contains the number of elements counts.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, cast

__all__ = ["engine_of", "has_foreign_state", "is_of", "state_of"]

#: Packages whose objects are looked at by these rules.
_PACKAGES: Final = ("arcade", "pyglet", "pymunk")
#: What is shared, or holds no state of a single object: told apart by identity.
_OPAQUE: Final = (
    "arcade.application", "arcade.camera.default", "arcade.context", "arcade.gl", "arcade.hitbox", "arcade.resources",
    "arcade.sound", "arcade.texture", "arcade.types", "pyglet.gl", "pyglet.graphics", "pyglet.image", "pyglet.window",
)  # fmt: skip
_OPAQUE_CLASSES: Final = frozenset({"PyMunk", "TextureAnimation", "TextureKeyframe"})
#: Of a sprite: the other properties follow from these.
_SPRITE: Final = (
    "position", "angle", "scale", "color", "visible", "texture", "depth", "size", "velocity", "change_angle",
)  # fmt: skip
_PLAIN: Final = (int, float, complex, str, bytes, bool, type(None))


def is_of(kind: type, packages: tuple[str, ...]) -> bool:
    """True if a class, or one of its bases, is defined in one of these packages."""
    return any(base.__module__.partition(".")[0] in packages for base in kind.__mro__)


def has_foreign_state(value: object) -> bool:
    """True if an object of another package has a state of its own. Cost: O(1), after the first one of its class."""
    return _has_state(cast(Any, type(value)))


# Bounded, so that it keeps few classes alive.
@lru_cache(maxsize=256)
def _has_state(kind: type) -> bool:
    for base in kind.__mro__:
        if base.__module__.startswith(_OPAQUE) or base.__name__ in _OPAQUE_CLASSES:
            return False
    return is_of(kind, _PACKAGES) and not issubclass(kind, (tuple, type, BaseException))


def state_of(value: Any) -> Iterator[tuple[str, object]]:
    """The state of an object of another package, as names and values that can be compared.

    Args:
        value: One for which `has_foreign_state` is true.
    """
    names = _settable(cast(Any, type(value)))
    attributes = getattr(value, "__dict__", {})
    if _is_a(value, "SpriteList"):
        yield "content", tuple(map(id, value))
        names, attributes = ("visible", "color"), {}
    for name in names:
        try:
            yield name, _shallow(getattr(value, name))
        except Exception:  # noqa: S112  # a property that will not be read now: there is nothing to see
            continue
    # Arcade keeps what is its own of a sprite in slots, so that everything here is the game's.
    whole = _is_a(value, "BasicSprite")
    for name, each in attributes.items():
        # Of other private parts only the containers, without what is in them: the rest may be caches.
        if whole or not name.startswith("_") or _is_container(each):
            yield name, _shallow(each)


@lru_cache(maxsize=256)
def _settable(kind: type) -> tuple[str, ...]:
    if any(base.__name__ == "BasicSprite" for base in kind.__mro__):
        return tuple(name for name in _SPRITE if hasattr(kind, name))
    found: dict[str, None] = {}
    for base in kind.__mro__:
        for name, member in vars(base).items():
            if not name.startswith("_") and isinstance(member, property) and member.fset is not None:
                found[name] = None
    return tuple(found)


def _is_container(value: Any) -> bool:
    return isinstance(value, list | dict | set | deque) or _is_a(value, "SpriteList")


def _is_a(value: object, name: str) -> bool:
    """True if a class of this name is among those of a value; Arcade is not imported here."""
    return any(base.__name__ == name for base in type(value).__mro__)


def _shallow(value: Any) -> object:
    """What is compared of a part: numbers and texts by value, containers by their size, other objects by identity."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple):
        return tuple(map(_shallow, value))
    if _is_container(value):
        return f"{type(value).__name__} of {len(value)}"
    return (type(value).__name__, id(value))


def engine_of(obj: object) -> str | None:
    """The class of one of Arcade's physics engines that refers to an object as its player; None without one.

    Cost: O(objects in the program); asked only when a warning is due.
    """
    for holder in gc.get_referrers(obj):
        # An instance is found by itself, or by its dictionary where it has been made.
        for each in (holder, *(gc.get_referrers(holder) if isinstance(holder, dict) else ())):
            kind = type(each)
            if kind.__name__.startswith("PhysicsEngine") and kind.__module__.startswith("arcade."):
                return kind.__name__
    return None
