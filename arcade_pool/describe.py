"""What an object looks like, flattened to named values, so that two looks can be compared and the difference named.

For debug mode and for tests, not for the game: it costs as much as the object has parts.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterable
from types import MemberDescriptorType
from typing import Any

from arcade_pool.reset import CONTAINERS, slots_of

__all__ = ["Look", "attributes_of", "describe", "differences", "has_depth"]

_MISSING = object()
_PLAIN = (int, float, complex, str, bytes, bool, type(None))
#: What changes with every lease and belongs to the pool or to Arcade's lists, not to the object's own state.
_NOT_ITS_OWN = frozenset({"_pool_item", "_motion_row", "sprite_lists", "physics_engines", "__weakref__"})
#: Objects of these packages are told apart by identity: they are resources, not state.
_RESOURCES = ("arcade_pool", "arcade", "pyglet", "pymunk", "PIL", "numpy", "builtins")


class _Same:
    """An object that only ever equals itself."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)

    def __repr__(self) -> str:
        return repr(self._value)


def attributes_of(obj: object) -> dict[str, Any]:
    """The instance attributes of an object, from its dictionary and its slots."""
    found: dict[str, Any] = dict(getattr(obj, "__dict__", ()))
    for name, member in slots_of(type(obj)):
        try:
            found[name] = member.__get__(obj)
        except AttributeError:
            continue
    for name in _NOT_ITS_OWN:
        found.pop(name, None)
    return found


class Look:
    """What an object's attributes are at a moment, cheaply: the very objects, and the elements of containers.

    Args:
        obj: The object.
    """

    __slots__ = ("_contents", "_count", "_read", "_shown", "_values")

    def __init__(self, obj: Any) -> None:
        kind = type(obj)
        attributes = attributes_of(obj)
        # A slot over which a class has put a property is not what it seems: what the property shows is compared.
        self._shown = {
            name: getattr(obj, name)
            for name in attributes
            if name not in getattr(obj, "__dict__", ()) and not isinstance(getattr(kind, name), MemberDescriptorType)
        }
        attributes = {name: value for name, value in attributes.items() if name not in self._shown}
        self._contents = {name: _elements(each) for name, each in attributes.items() if isinstance(each, CONTAINERS)}
        self._values = {name: value for name, value in attributes.items() if name not in self._contents}
        # One call for all of them, since debug mode asks at every spawn.
        self._read = operator.attrgetter(*self._values) if len(self._values) > 1 else None
        self._count = len(getattr(obj, "__dict__", ()))

    def changes(self, obj: Any) -> list[str]:
        """The attributes of the object that are not what they were; a container is if its elements are."""
        shown = [name for name, value in self._shown.items() if getattr(obj, name) != value]
        if not self._seems_unchanged(obj):
            now = attributes_of(obj)
            names = [name for name, value in self._values.items() if now.get(name, _MISSING) is not value]
            added = [name for name in getattr(obj, "__dict__", ()) if name in now and not self._knows(name)]
            return [*shown, *names, *(name for name in self._contents if not self._holds(name, now.get(name))), *added]
        return [*shown, *(name for name in self._contents if not self._holds(name, getattr(obj, name, None)))]

    def _seems_unchanged(self, obj: Any) -> bool:
        if self._read is None or len(getattr(obj, "__dict__", ())) != self._count:
            return False
        try:
            return all(map(operator.is_, self._read(obj), self._values.values()))
        except AttributeError:
            return False

    def _knows(self, name: str) -> bool:
        return name in self._values or name in self._contents

    def _holds(self, name: str, container: Any) -> bool:
        elements = self._contents[name]
        if not isinstance(container, CONTAINERS):
            return False
        present = _elements(container)
        return len(present) == len(elements) and all(map(operator.is_, present, elements))


def _elements(container: Any) -> list[Any]:
    return [*container, *container.values()] if isinstance(container, dict) else [*container]


def has_depth(value: object) -> bool:
    """Whether a value has parts that may change without the attribute that holds it."""
    if isinstance(value, (dict, list, tuple, set, frozenset, deque)):
        return any(map(_may_change, _elements(value)))
    return _may_change(value)


def _may_change(value: object) -> bool:
    """Whether a part of a container, or an attribute that is no container, may change by itself."""
    return not isinstance(value, _PLAIN) and (isinstance(value, CONTAINERS) or _has_state(value))


def describe(obj: object, depth: int = 3) -> dict[str, object]:
    """The state of an object as values by path, such as ``weapon.ammo`` and ``path[2]``.

    Args:
        obj: The object.
        depth: How many levels of nested objects are looked into.
    """
    found: dict[str, object] = {}
    _describe(obj, "", depth, found, is_root=True)
    return found


def _describe(value: Any, path: str, depth: int, found: dict[str, object], *, is_root: bool = False) -> None:
    if isinstance(value, _PLAIN):
        # The repr tells 1 from 1.0 and True, and finds NaN equal to NaN.
        found[path] = (type(value), repr(value))
    elif hasattr(value, "get_adjusted_points"):
        found[path] = tuple(map(tuple, value.get_adjusted_points()))
    elif isinstance(value, dict):
        _describe_parts(((f"{path}[{key!r}]", each) for key, each in value.items()), path, value, depth, found)
    elif isinstance(value, (list, tuple, deque)):
        _describe_parts(((f"{path}[{index}]", each) for index, each in enumerate(value)), path, value, depth, found)
    elif isinstance(value, (set, frozenset)):
        found[path] = frozenset(map(_Same, value)) if depth else len(value)
    elif depth and (is_root or _has_state(value)):
        start = f"{path}." if path else ""
        for name, each in attributes_of(value).items():
            _describe(each, start + name, depth - 1, found)
    else:
        found[path] = _Same(value)


def _describe_parts(
    parts: Iterable[tuple[str, Any]], path: str, whole: Any, depth: int, found: dict[str, object]
) -> None:
    found[path] = (type(whole), len(whole))
    if depth:
        for name, each in parts:
            _describe(each, name, depth - 1, found)


def _has_state(value: object) -> bool:
    if isinstance(value, type) or callable(value):
        return False
    bases = [base for base in type(value).__mro__ if base is not object]
    return not any(base.__module__.partition(".")[0] in _RESOURCES for base in bases)


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """The paths at which two descriptions differ, in order; a path below one that differs is left out."""
    paths = [path for path in dict.fromkeys([*one, *other]) if one.get(path, _Same) != other.get(path, _Same)]
    return [
        path for path in paths if not any(path != each and path.startswith((f"{each}.", f"{each}[")) for each in paths)
    ]
