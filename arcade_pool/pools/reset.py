"""Reset: what an instance was right after construction, and how it is made so again (L7).

Optimised for: restoring, once per lease. Storing every attribute back costs a fifth of comparing them first, and
comparing is not even right: ``1.0 == True``, and arrays do not compare to a truth value. So nothing is compared.
What restoring costs besides is fetching the snapshot from memory, since an item's was last used a life ago; so
instances that are alike share one.

Refused: a deep copy of the instance. Nested objects (other than the containers below) are put back as they are.
"""

from __future__ import annotations

import copy
import types
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from arcade_pool.timing.waiter import Subject

__all__ = ["CONTAINERS", "Snapshot", "slots_of"]

#: What an instance is given back as a fresh copy.
CONTAINERS: Final = (list, dict, set, deque)
_MISSING = object()
#: By these a class says itself how it is copied.
_COPYING: Final = ("__copy__", "__reduce__", "__reduce_ex__")


def slots_of(cls: type) -> tuple[tuple[str, Any], ...]:
    """The slots of a class and its bases as pairs of name and descriptor."""
    return _slots_of(cast(Any, cls))


# Asked again for each instance it was a sixth of what prewarming costs. Bounded, so that it keeps few classes alive.
@lru_cache(maxsize=64)
def _slots_of(cls: type) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (name, member)
        for base in cls.__mro__
        # Types of C have members of the same kind, but no __slots__; those are not ours to set.
        if "__slots__" in vars(base)
        for name, member in vars(base).items()
        if isinstance(member, types.MemberDescriptorType)
    )


class Snapshot:
    """An instance's fresh state.

    Args:
        obj: The instance, right after construction.
        slots: Which of its slots to look after, as pairs of name and descriptor.
        ignored: Attributes in its dictionary that the caller looks after.
    """

    __slots__ = ("_aliased", "_content", "_copies", "_names", "_plain", "_rest", "_slot_copies", "_slots")

    def __init__(self, obj: object, slots: Sequence[tuple[str, Any]], *, ignored: Iterable[str] = ()) -> None:
        attributes: dict[str, Any] = getattr(obj, "__dict__", {})
        ours = {name: value for name, value in attributes.items() if name not in ignored}
        # Containers are not kept themselves, but a copy: they would keep what a life puts in.
        contents = _Contents()
        # Containers by their type: what a proxy or a mock says of its class is not what it is.
        self._copies = {
            name: contents.of(value, obj, name) for name, value in ours.items() if issubclass(type(value), CONTAINERS)
        }
        self._plain = {name: value for name, value in ours.items() if name not in self._copies}
        self._names = frozenset(attributes)
        self._slots: dict[Any, Any] = {}
        self._slot_copies: dict[Any, Any] = {}
        for name, member in slots:
            try:
                value = member.__get__(obj)
            except AttributeError:
                value = _MISSING
            if issubclass(type(value), CONTAINERS):
                self._slot_copies[member] = contents.of(value, obj, name)
            else:
                self._slots[member] = value
        self._aliased = contents.aliased
        # A pooled container is its own content.
        self._content: Any = None
        if isinstance(obj, CONTAINERS):
            self._content = dict(obj) if isinstance(obj, dict) else list(obj)
        self._rest = bool(self._slots or self._slot_copies or self._content is not None)

    def shared(self, other: Snapshot | None) -> Snapshot:
        """Return `other`, a snapshot of another instance, if it holds the same; else this one. It saves memory."""
        if type(other) is not type(self) or self._aliased or other._aliased:
            return self
        parts = [name for base in type(self).__mro__ for name in getattr(base, "__slots__", ())]
        return other if all(_part_is_same(name, getattr(self, name), getattr(other, name)) for name in parts) else self

    def restore(self, item: Subject) -> None:
        """Make the object of an item what it was. Cost: O(number of its attributes)."""
        obj = item.obj
        fresh = self._shared_copies().__getitem__ if self._aliased else _copy
        if self._names or hasattr(obj, "__dict__"):
            attributes = obj.__dict__
            if self._plain:
                attributes.update(self._plain)
            if self._copies:
                for name, content in self._copies.items():
                    attributes[name] = fresh(content)
            if len(attributes) != len(self._names):
                for name in [name for name in attributes if name not in self._names]:
                    del attributes[name]
        if self._rest:
            self._store_rest_back(obj, fresh)

    def restore_except(self, item: Subject, keep: tuple[str, ...]) -> None:
        """Make the object of an item what it was, except for the attributes with the public names `keep`."""
        obj = item.obj
        kept = [(name, getattr(obj, name)) for name in keep if hasattr(obj, name)]
        self.restore(item)
        for name, value in kept:
            setattr(obj, name, value)

    def _store_rest_back(self, obj: Any, fresh: Callable[[Any], Any]) -> None:
        for member, value in self._slots.items():
            if value is not _MISSING:
                member.__set__(obj, value)
            else:
                _delete(member, obj)
        for member, content in self._slot_copies.items():
            member.__set__(obj, fresh(content))
        if self._content is not None:
            obj.clear()
            if isinstance(obj, list | deque):
                obj.extend(self._content)
            else:
                obj.update(self._content)

    def _shared_copies(self) -> _Copies:
        """One copy for each container, so that names of one stay names of one."""
        return _Copies({id(each): _copy(each) for each in [*self._copies.values(), *self._slot_copies.values()]})


class _Copies:
    """The copies of one reset, by the content they are of."""

    def __init__(self, made: dict[int, Any]) -> None:
        self._made = made

    def __getitem__(self, content: object) -> Any:
        return self._made[id(content)]


class _Contents:
    """Copies of containers, one for each container however many names it has."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any]] = {}
        self.aliased = False

    def of(self, container: Any, obj: object, name: str) -> Any:
        known = self._known.get(id(container))
        if known is not None:
            self.aliased = True
            return known[1]
        try:
            content = _copy(container)
        except Exception as error:
            error.add_note(
                f"while {type(obj).__name__}.{name} was copied for its resets: {type(container).__name__} needs a "
                "__copy__ that returns another one with the same content"
            )
            raise
        # The container is kept as well, so that its id is not given to another one meanwhile.
        self._known[id(container)] = (container, content)
        return content


def _copy(content: Any) -> Any:
    kind = type(content)
    if kind in CONTAINERS:
        return content.copy()
    base: Any = next(each for each in kind.__mro__ if each.__module__ in ("builtins", "collections"))
    copied_by_itself = any(getattr(kind, name, None) is not getattr(base, name, None) for name in _COPYING)
    if kind.__init__ is base.__init__ or base in (list, dict) or copied_by_itself:
        return copy.copy(content)
    # The copy module would hand the content to the __init__ of its class, which may mean something else by it.
    made = base.__new__(kind)
    if issubclass(base, deque):
        base.__init__(made, content, content.maxlen)
    elif issubclass(base, defaultdict):
        base.__init__(made, content.default_factory, content)
    else:
        base.__init__(made, content)
    getattr(made, "__dict__", {}).update(getattr(content, "__dict__", {}))
    for name, member in slots_of(kind):
        if hasattr(content, name):
            member.__set__(made, member.__get__(content))
    return made


def _delete(member: Any, obj: object) -> None:
    try:
        member.__get__(obj)
    except AttributeError:
        return
    member.__delete__(obj)


def _part_is_same(name: str, one: Any, other: Any) -> bool:
    """True if a part of one snapshot may stand for that of another."""
    if name in ("_copies", "_slot_copies"):
        return [*one] == [*other] and all(_content_is_same(each, other[key]) for key, each in one.items())
    if type(one) is dict:
        return _content_is_same(one, other)
    return one == other if type(one) is frozenset else _is_same(one, other)


def _content_is_same(one: Any, other: Any) -> bool:
    """True if two containers hold the same, in the same order: a game may rely on it."""
    kind = type(one)
    if kind is not type(other) or kind not in CONTAINERS or getattr(one, "maxlen", 0) != getattr(other, "maxlen", 0):
        return False
    if kind is set:
        return set(map(id, one)) == set(map(id, other))
    if kind is dict:
        one, other = [*one, *one.values()], [*other, *other.values()]
    return len(one) == len(other) and all(map(_is_same, one, other))


def _is_same(one: Any, other: Any) -> bool:
    """True for the same object, and for equal values that cannot change."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in (float, int, str):
        return repr(one) == repr(other)  # tells 0.0 from -0.0
    return issubclass(kind, tuple) and len(one) == len(other) and all(map(_is_same, one, other))
