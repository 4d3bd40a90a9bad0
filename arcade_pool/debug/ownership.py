"""Ownership: which parts of an object are its own state, and which it only holds by reference.

For debug mode: a change of its own nested state survives a reset; one of the game that it knows is no change of its.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, TypeVar
from weakref import ProxyTypes

from arcade_pool.debug.attributes import attributes_of
from arcade_pool.debug.foreign_state import has_foreign_state
from arcade_pool.debug.state_diff import DEPTH, MOST_PARTS, PLAIN, has_state, parts_of
from arcade_pool.pools.reset import CONTAINERS

__all__ = ["has_depth", "made_by", "shared_parts"]

T = TypeVar("T")


def has_depth(value: object) -> bool:
    """Whether a value has parts that may change without the attribute that holds it, out of the reset's reach."""
    try:
        if issubclass(type(value), CONTAINERS):
            return any(map(_may_change, _elements(value)))
        return _may_change(value)
    except Exception:  # a user-defined container, whose parts cannot be seen
        return False


def _elements(container: Any) -> list[Any]:
    return [*container, *container.values()] if isinstance(container, dict) else [*container]


def _may_change(value: object) -> bool:
    """Whether a part of a container, or an attribute that is no container, may change by itself."""
    kind = type(value)
    if issubclass(kind, (*PLAIN, Enum, *ProxyTypes)):
        return False
    if issubclass(kind, (tuple, frozenset)):
        return any(map(_may_change, _elements(value)))
    return issubclass(kind, CONTAINERS) or has_state(value) or has_foreign_state(value) or _is_writable(value)


def _is_writable(value: Any) -> bool:
    try:
        with memoryview(value) as view:
            return not view.readonly
    except (TypeError, ValueError, BufferError):
        return False


def made_by(factory: Callable[[], T]) -> tuple[T, set[int] | None]:
    """Calls a factory, and finds out which objects were made meanwhile.

    Returns:
        What it returned, and the ids of the objects made that the garbage collector knows and that still exist; None
        instead of them if that cannot be told, since the object itself is not among them.
    """
    enabled = gc.isenabled()
    # A collection would move what is made now among the old.
    gc.disable()
    try:
        young = gc.get_objects(generation=0)
        obj = factory()
        made = set(map(id, gc.get_objects(generation=0))).difference(map(id, young))
    finally:
        if enabled:
            gc.enable()
    return obj, made if id(obj) in made else None


def shared_parts(obj: object, made: Collection[int]) -> dict[int, object]:
    """The parts of a new object that were there before it: held by reference, and not its own state.

    Args:
        obj: The object.
        made: The ids of what was made with it.
    """
    shared: dict[int, object] = {}
    left = MOST_PARTS

    def walk(part: object, depth: int) -> None:
        nonlocal left
        for each in _elements(part) if issubclass(type(part), (set, frozenset)) else parts_of(part, (id(obj),)):
            left -= 1
            if left < 0:
                return
            # What holds nothing that could be part of a cycle is unknown to the collector, and is taken for its own.
            if _may_change(each) and gc.is_tracked(each) and id(each) not in made:
                shared[id(each)] = each
            elif depth:
                walk(each, depth - 1)

    for value in attributes_of(obj).values():
        left = MOST_PARTS
        # A container is given back as a copy by every reset, wherever it came from.
        if (
            issubclass(type(value), CONTAINERS)
            or not gc.is_tracked(value)
            or id(value) in made
            or not _may_change(value)
        ):
            walk(value, DEPTH)
        else:
            shared[id(value)] = value
    return shared
