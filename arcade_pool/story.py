"""The story of a lease: what errors and warnings tell about it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from arcade_pool.item import ItemState

if TYPE_CHECKING:
    from arcade_pool.item import PoolItem
    from arcade_pool.lease import Lease

__all__ = ["place_of_caller", "tell"]


def place_of_caller() -> str:
    """The file and line, as ``file:line``, of the nearest code that belongs neither to this library nor to Arcade."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in (
        "arcade_pool",
        "arcade",
    ):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def tell(lease: Lease[Any]) -> str:
    """When and where a lease began and ended, and what its object is doing now. Places are known in debug mode."""
    began = _at(lease._born, getattr(lease, "spawned_by", None))
    item = lease._former() if lease._item is None else lease._item
    whose = "" if item is None else f"the {type(item.obj).__name__}'s "
    text = f"{whose}lease {lease.generation} of pool {lease.pool._name}, spawned {began}"
    if lease.reason is None:
        return f"{text}, still lasts"
    text = f"{text}, ended {_at(lease._ended, getattr(lease, 'ended_by', None))} ({lease.reason.value})"
    return f"{text}; {_present(lease)}"


def _at(time: float, place: str | None) -> str:
    return f"at {time:.2f} s" if place is None else f"at {time:.2f} s by {place}"


def _present(lease: Lease[Any]) -> str:
    item = lease._former()
    if item is None or item.state is ItemState.DESTROYED:
        return "its object was destroyed"
    return f"its object {_doing(item)}"


def _doing(item: PoolItem[Any]) -> str:
    if item.state is ItemState.FREE:
        return "is idle"
    if item.state is ItemState.RETIRING:
        return "is still being retired"
    present = item.lease
    if present is None:
        return "is being spawned"
    began = _at(present._born, getattr(present, "spawned_by", None))
    return f"is on lease again (lease {present.generation}, spawned {began})"
