"""What an object means, flattened to marks by path, so that two descriptions can be compared and the difference named.

What is made again for each life is another object each time and yet the same: so values are told apart by what they
hold, and by identity only where that is all there is to tell (a texture, a class, what the caller holds apart).

For debug mode and for tests, not for the game: it costs as much as the object has parts.
"""

from __future__ import annotations

import reprlib
import sys
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from functools import partial
from itertools import islice
from types import BuiltinMethodType, FunctionType, GeneratorType, MethodType, MethodWrapperType, ModuleType
from typing import Any, Final
from weakref import ProxyTypes

from arcade_pool.debug.attributes import ITEM, attributes_of
from arcade_pool.debug.foreign_state import has_foreign_state, is_of, state_of
from arcade_pool.pools.lease import Lease
from arcade_pool.timing.task import Task

__all__ = ["DEPTH", "MOST_PARTS", "PLAIN", "describe", "differences", "has_state", "parts_of"]

#: Levels of nested objects that are looked into.
DEPTH: Final = 3
#: Parts of an attribute that debug mode looks at, at every spawn and every end: some milliseconds.
MOST_PARTS: Final = 1000
#: Values without parts.
PLAIN: Final = (int, float, complex, str, bytes, bool, type(None))
#: Objects of these packages are told apart by identity: they are resources, not state.
_RESOURCES = ("arcade_pool", "arcade", "pyglet", "pymunk", "PIL", "numpy")


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # a game's own repr; what stands for the object is compared all the same
        return f"a {type(value).__name__}"


class _Mark:
    """Stands for a value: compared by the key, shown as the text."""

    __slots__ = ("_key", "_text")

    def __init__(self, text: str, *key: object) -> None:
        self._text = text
        self._key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mark) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return self._text


class _Same:
    """Stands for an object that only ever equals itself."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)

    def __repr__(self) -> str:
        return _shown(self._value)


class _Alike:
    """Stands for an object that shows no parts: equal to what it calls equal, else to every object of its type."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Alike) or type(other._value) is not type(self._value):
            return False
        kind: Any = type(self._value)
        if other._value is self._value or kind.__eq__ is object.__eq__:
            return True
        try:
            return bool(other._value == self._value)
        except Exception:  # what cannot be compared is not alike
            return False

    def __hash__(self) -> int:
        return hash(type(self._value))

    def __repr__(self) -> str:
        return _shown(self._value)


def describe(
    obj: object,
    path: str = "",
    *,
    depth: int = DEPTH,
    apart: Collection[int] = (),
    whole: bool = False,
    limit: int = sys.maxsize,
) -> dict[str, object]:
    """What an object means, as marks by path, such as ``.weapon.ammo`` and ``.path[2]``.

    Args:
        obj: The object.
        path: What its own path is.
        depth: How many levels of nested objects are looked into.
        apart: Ids of objects that are not looked into, and told apart by identity.
        whole: Whether its attributes are looked at whatever it is: a sprite's, too.
        limit: How many parts are looked at; of a set that has more elements, none.
    """
    describer = _Describer(apart, limit)
    describer.add(obj, path, depth, whole=whole)
    return describer.found


def parts_of(value: object, apart: Collection[int] = ()) -> Iterable[object]:
    """The parts of a value, as `describe` looks into it."""
    return [each for _, each in _Describer(apart)._look(value, 1, whole=False)[1]]


class _Describer:
    """One description in the making."""

    def __init__(self, apart: Collection[int], limit: int = sys.maxsize) -> None:
        self.found: dict[str, object] = {}
        self._apart = apart
        self._limit = limit

    def add(self, value: Any, path: str, depth: int, *, whole: bool = False) -> None:
        self.found[path], parts = self._look(value, depth, whole=whole)
        for name, each in parts:
            if len(self.found) >= self._limit:
                break
            self.add(each, path + name, depth - 1)

    def _look(self, value: Any, depth: int, *, whole: bool) -> tuple[object, list[tuple[str, Any]]]:
        """What stands for a value, and its parts with their names; whatever it does when it is looked at."""
        try:
            mark, parts = self._look_at(value, depth, whole=whole)
            return mark, list(islice(parts, self._limit)) if depth else []
        except Exception:  # a game's own container may raise anything
            return _Alike(value), []

    def _look_at(self, value: Any, depth: int, *, whole: bool) -> tuple[object, Iterable[tuple[str, Any]]]:
        # By their types, since isinstance asks a proxy for the class of what may be gone.
        kind: Any = type(value)
        if kind is _Mark:
            return value, ()
        if issubclass(kind, PLAIN):
            # The repr tells 1 from 1.0 and True, and finds NaN equal to NaN.
            text = _shown(value)
            return _Mark(text, kind, text), ()
        if not whole:
            if issubclass(kind, (type, ModuleType, Enum, *ProxyTypes)) or id(value) in self._apart:
                return _Same(value), ()
            if (seen := _of_the_library(value) or _callable(value)) is not None:
                return seen
            if hasattr(kind, "get_adjusted_points"):
                points = tuple(map(tuple, value.get_adjusted_points()))
                return _Mark(str(points), points), ()
        if issubclass(kind, (set, frozenset)):
            return self._bag(value, depth), _attributes(value)
        if issubclass(kind, (dict, list, tuple, deque)):
            return _Mark(f"{kind.__name__} of {len(value)}", kind, len(value)), _elements_and_attributes(value)
        if (buffer := _buffer_of(value)) is not None:
            return _Mark(reprlib.repr(value), kind, buffer), ()
        if whole or has_state(value):
            attributes = list(_attributes(value))
            # An object without attributes may get some, and is told apart by nothing else then.
            if attributes or (kind.__eq__ is object.__eq__ and hasattr(value, "__dict__")):
                # By the name of its class: some have a class each, as mocks do.
                return _Mark(f"a {kind.__name__}", kind.__module__, kind.__qualname__), attributes
        if depth and has_foreign_state(value):
            state = list(state_of(value))
            return _Mark(f"a {kind.__name__}", kind), [(f".{name}", _Mark(repr(each), each)) for name, each in state]
        return _Same(value) if is_of(kind, _RESOURCES) else _Alike(value), ()

    def _bag(self, value: Collection[Any], depth: int) -> object:
        """Elements without an order or a name, each described by itself."""
        kind = type(value)
        if not depth or len(value) > self._limit:
            return _Mark(f"{kind.__name__} of {len(value)}", kind, len(value))
        described = [describe(each, depth=depth - 1, apart=self._apart) for each in value]
        elements = Counter(frozenset(each.items()) for each in described)
        return _Mark(reprlib.repr(value), kind, frozenset(elements.items()))


def _elements_and_attributes(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield f"[{_named(key)}]", each
    elif isinstance(value, (list, tuple, deque)):
        for index, each in enumerate(value):
            yield f"[{index}]", each
    yield from _attributes(value)


def _attributes(value: Any) -> Iterator[tuple[str, Any]]:
    for name, each in attributes_of(value).items():
        yield f".{name}", each


def _named(key: Any) -> str:
    """A key of a dictionary; of an object only the type, since its repr may be that of one object only."""
    if isinstance(key, tuple):
        return f"({', '.join(map(_named, key))})"
    return repr(key) if isinstance(key, (*PLAIN, Enum)) else f"a {type(key).__name__}"


def _of_the_library(value: Any) -> tuple[object, Iterable[tuple[str, Any]]] | None:
    """Leases, tasks and pooled sprites: which of a kind it is changes with every life."""
    if isinstance(value, Lease):
        return _Mark(repr(value), Lease, _Same(value.pool), value.reason), ()
    if isinstance(value, Task):
        return _Mark(repr(value), Task, _Same(getattr(value._generator, "gi_code", None)), value.done), ()
    if (item := getattr(value, "__dict__", {}).get(ITEM)) is not None:
        alive = item.lease is not None and item.lease.alive
        return _Mark(f"a pooled {type(value).__name__}", type(value), _Same(item.pool), alive), ()
    return None


def _callable(value: Any) -> tuple[object, Iterable[tuple[str, Any]]] | None:
    """Functions and the like: by their code, and by what they hold."""
    if isinstance(value, FunctionType):
        return _Mark(repr(value), _Same(value.__code__)), _held_by(value)
    if isinstance(value, MethodType):
        return _Mark(f"method {value.__func__!r}", _Same(value.__func__)), [(".__self__", value.__self__)]
    if isinstance(value, (BuiltinMethodType, MethodWrapperType)):
        return _Mark(repr(value), type(value), value.__name__), [(".__self__", value.__self__)]
    if isinstance(value, partial):
        return _Mark("a partial", partial), [
            (".func", value.func), (".args", value.args), (".keywords", value.keywords),
        ]  # fmt: skip
    if isinstance(value, GeneratorType):
        line = None if value.gi_frame is None else value.gi_frame.f_lineno
        return _Mark(repr(value), _Same(value.gi_code), line), ()
    return None


def _held_by(function: FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield f".{name}", cell.cell_contents
        except ValueError:  # a variable that has no value yet
            continue
    yield ".__defaults__", function.__defaults__
    yield ".__kwdefaults__", function.__kwdefaults__


def has_state(value: object) -> bool:
    """Whether a value is a game's own object, whose attributes are its state."""
    bases = [base for base in type(value).__mro__ if base is not object]
    return not any(base.__module__.partition(".")[0] in (*_RESOURCES, "builtins") for base in bases)


def _buffer_of(value: Any) -> object:
    """The content of a bytearray, an array or whatever else offers its memory; None for other values."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return None
    with view:
        return view.format, view.shape, view.tobytes()


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """The paths at which two descriptions differ, in order; a path below one that differs is left out."""
    paths = [path for path in dict.fromkeys([*one, *other]) if one.get(path, _Same) != other.get(path, _Same)]
    return [
        path for path in paths if not any(path != each and path.startswith((f"{each}.", f"{each}[")) for each in paths)
    ]
