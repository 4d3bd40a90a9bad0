"""Reset: what an instance was right after construction, and how it is made so again (L7).

Optimised for: restoring, once per lease. Storing every attribute back costs a fifth of comparing them first, and
comparing is not even right: ``1.0 == True``, and arrays do not compare to a truth value. So nothing is compared.

Refused: a deep copy of the instance. Nested objects (other than the containers below) are put back as they are.
"""

from __future__ import annotations

import copy
import types
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["Snapshot", "copier", "slots_of"]

_CONTAINERS = (list, dict, set, deque)
_MISSING = object()


def copier(value: object) -> Callable[[], Any] | None:
    """A function that makes a fresh copy of `value` as it is now; None if `value` is no container.

    The containers are lists, dicts, sets, deques and subclasses of them.
    """
    if not isinstance(value, _CONTAINERS):
        return None
    content: Any = copy.copy(value)
    if type(value) in _CONTAINERS:
        return content.copy  # type: ignore[no-any-return]
    return lambda: copy.copy(content)


def slots_of(cls: type) -> list[tuple[str, Any]]:
    """The slots of a class and its bases as pairs of name and descriptor."""
    return [
        (name, member)
        for base in cls.__mro__
        for name, member in vars(base).items()
        if isinstance(member, types.MemberDescriptorType)
    ]


class Snapshot:
    """An instance's fresh state.

    Args:
        obj: The instance, right after construction.
        slots: Which of its slots to look after, as pairs of name and descriptor.
    """

    __slots__ = ("_content", "_copies", "_plain", "_slot_copies", "_slots")

    def __init__(self, obj: object, slots: Sequence[tuple[str, Any]]) -> None:
        self._plain: dict[str, Any] | None = None
        self._copies: list[tuple[str, Callable[[], Any]]] = []
        attributes = getattr(obj, "__dict__", None)
        if attributes is not None:
            self._plain = dict(attributes)
            for name, value in attributes.items():
                if (make := copier(value)) is not None:
                    self._copies.append((name, make))
        self._slots: list[tuple[Any, Any]] = []
        self._slot_copies: list[tuple[Any, Callable[[], Any]]] = []
        for _, member in slots:
            try:
                value = member.__get__(obj)
            except AttributeError:
                value = _MISSING
            make = copier(value)
            if make is None:
                self._slots.append((member, value))
            else:
                self._slot_copies.append((member, make))
        # A pooled container is its own content.
        self._content = copier(obj)

    def restore(self, obj: Any, keep: tuple[str, ...] = ()) -> None:
        """Makes `obj` what it was. Cost: O(number of its attributes).

        Args:
            obj: The instance.
            keep: Public names of attributes that are left as they are.
        """
        if not keep:
            self._store_back(obj)
            return
        kept = [(name, getattr(obj, name)) for name in keep if hasattr(obj, name)]
        self._store_back(obj)
        for name, value in kept:
            setattr(obj, name, value)

    def _store_back(self, obj: Any) -> None:
        plain = self._plain
        if plain is not None:
            attributes = obj.__dict__
            attributes.update(plain)
            if len(attributes) != len(plain):
                for name in [name for name in attributes if name not in plain]:
                    del attributes[name]
            for name, make in self._copies:
                attributes[name] = make()
        for member, value in self._slots:
            if value is not _MISSING:
                member.__set__(obj, value)
            else:
                _delete(member, obj)
        for member, make in self._slot_copies:
            member.__set__(obj, make())
        if self._content is not None:
            _refill(obj, self._content())


def _delete(member: Any, obj: object) -> None:
    try:
        member.__get__(obj)
    except AttributeError:
        return
    member.__delete__(obj)


def _refill(obj: Any, content: Any) -> None:
    obj.clear()
    if isinstance(obj, list | deque):
        obj.extend(content)
    else:
        obj.update(content)
