"""Prepare: what a pool learns of a new object: its hooks, its lifetime, its fresh state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from arcade_pool.checks import check_hooks, check_names
from arcade_pool.pools.item import PoolItem
from arcade_pool.timing.lifetimes import lifetime_of_class

__all__ = ["check_class", "learn_hooks"]


def check_class(factory: Callable[[], Any]) -> None:
    """Check the hooks and the lifetime of a class before there is an instance.

    Args:
        factory: A class, or any other factory, of which nothing is known beforehand.

    Raises:
        TypeError: A hook or the lifetime is not usable.
        ValueError: The lifetime is a number out of range.
    """
    if isinstance(factory, type):
        lifetime_of_class(factory)
        check_hooks(factory)


def learn_hooks(item: PoolItem[Any], spawn: Callable[..., Any] | None) -> None:
    """Note the hooks, components and lifetime of a new object.

    Args:
        item: Its item.
        spawn: The pool's ``spawn``, whose keywords ``on_spawn`` may not have. None: that was checked before, because
            to inspect a function costs as much as to make a plain object.

    Raises:
        TypeError: A hook, the components or the lifetime is not usable.
        ValueError: The lifetime is a number out of range.
    """
    obj: Any = item.obj
    item.on_spawn = getattr(obj, "on_spawn", None)
    if spawn is not None and item.on_spawn is not None:
        check_names(item.on_spawn, spawn)
    item.on_recycle = getattr(obj, "on_recycle", None)
    check_hooks(obj)
    components = getattr(obj, "components", ())
    if not isinstance(components, Iterable):
        raise TypeError(f"{type(obj).__name__}.components must be a sequence of objects with hooks, not {components!r}")
    item.components = tuple(components)
    for component in item.components:
        check_hooks(component)
    item.lifetime = lifetime_of_class(type(obj), obj)
