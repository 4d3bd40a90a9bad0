"""Look: what an idle object's attributes are, compared in a moment with what they are later."""

from __future__ import annotations

import copy
import operator
from typing import Any

from arcade_pool.pools.reset import CONTAINERS, slots_of

__all__ = ["ITEM", "Look", "attributes_of"]

_MISSING = object()
#: Where a pooled sprite keeps its item (`arcade_internals.ITEM`, which this layer may not import).
ITEM = "_pool_item"
#: What changes with every lease and belongs to the pool or to Arcade's lists, not to the object's own state.
_NOT_ITS_OWN = frozenset({ITEM, "_pool_last_lease", "_motion_row", "sprite_lists", "physics_engines", "__weakref__"})


def attributes_of(obj: object) -> dict[str, Any]:
    """The instance attributes of an object, from its dictionary and its slots."""
    found: dict[str, Any] = {name: each for name, each in getattr(obj, "__dict__", {}).items() if type(name) is str}
    for name, _ in slots_of(type(obj)):
        # Not what is in the slot: where a class has put a property over it, what that shows counts.
        try:
            found[name] = getattr(obj, name)
        except Exception:  # noqa: S112  # not set, or a property that will not be read: nothing is there to see
            continue
    for name in _NOT_ITS_OWN:
        found.pop(name, None)
    return found


class Look:
    """The attributes of an object at a moment; of containers their elements.

    Debug mode compares one at every spawn, so all that is usually there to see, that nothing has changed, is one read
    of all attributes and one comparison of tuples, which asks no two values that are the same object
    (benchmarks, row "debug").

    Args:
        obj: The object.
    """

    __slots__ = ("_count", "_expected", "_read", "_unset", "_values")

    def __init__(self, obj: Any) -> None:
        attributes = attributes_of(obj)
        self._values = {
            # By its type: isinstance asks a proxy for the class of what may be gone.
            name: _copy(value) if issubclass(type(value), CONTAINERS) else value
            for name, value in attributes.items()
        }
        self._expected = tuple(self._values.values())
        self._unset = [name for name, _ in slots_of(type(obj)) if name not in attributes and not _has(obj, name)]
        self._read = operator.attrgetter(*self._values) if len(self._values) > 1 else None
        self._count = len(getattr(obj, "__dict__", ()))

    def changes(self, obj: Any) -> list[str]:
        """The attributes of the object that are not what they were. Cost: O(1) calls, if none is."""
        if self._seems_unchanged(obj):
            return []
        now = attributes_of(obj)
        changed = [name for name, value in self._values.items() if not _is_same(now.get(name, _MISSING), value)]
        return [*changed, *(name for name in now if name not in self._values)]

    def _seems_unchanged(self, obj: Any) -> bool:
        if self._read is None or len(getattr(obj, "__dict__", ())) != self._count:
            return False
        try:
            return bool(self._read(obj) == self._expected) and not any(_has(obj, name) for name in self._unset)
        except Exception:  # an attribute is gone, or two values will not be compared: looked at one by one
            return False


def _copy(container: Any) -> Any:
    try:
        return copy.copy(container)
    except Exception:  # a game's own container may refuse
        return container


def _has(obj: Any, name: str) -> bool:
    try:
        return hasattr(obj, name)
    except Exception:  # a property that will not be read, over a slot
        return False


def _is_same(value: Any, before: Any) -> bool:
    if value is before:
        return True
    try:
        return type(value) is type(before) and bool(value == before)
    except Exception:  # what cannot be compared is not the same
        return False
