"""Messages: what errors and warnings say of a lease, and of the user code that called."""

from __future__ import annotations

import inspect
from typing import Any

from arcade_pool.pools.item import DESTROYED, FREE, RETIRING, PoolItem
from arcade_pool.pools.lease import Lease

__all__ = ["line_of_caller", "place_of_caller", "tell"]

#: Packages that call on behalf of user code: an `ExitStack` opens borrows and recycles.
_INSIDE = ("arcade_pool", "arcade", "contextlib")
#: By the name of a module, True if it belongs to one of them: debug mode asks at every lease.
_inside: dict[str, bool] = {}


def line_of_caller() -> tuple[str, int]:
    """Return file and line of the nearest code that is not in this library, Arcade or contextlib."""
    # The caller is in the library itself, and so is most of the way up, in runs of frames of one module.
    frame: Any = inspect.currentframe()
    known: object = None
    while (back := frame.f_back) is not None:
        module = frame.f_globals
        if module is not known:
            name = module.get("__name__", "")
            inside = _inside.get(name)
            if inside is None:
                inside = _inside[name] = name.partition(".")[0] in _INSIDE
            if not inside:
                break
            known = module
        frame = back
    return frame.f_code.co_filename, frame.f_lineno


def place_of_caller() -> str:
    """Return the same as ``file:line``."""
    file, line = line_of_caller()
    return f"{file}:{line}"


def tell(lease: Lease[Any]) -> str:
    """Say when and where a lease began and ended, and what its object does now. Places are known in debug mode."""
    item = lease._item or lease._last_item()
    name = lease._lifecycle.name
    if not lease.generation:
        # What an object has before its first spawn.
        whose = f"an object of pool {name}" if item is None else f"the {type(item.obj).__name__} of pool {name}"
        return f"{whose} had not been spawned yet; it {_present(item)}"
    began = _at(lease._born, getattr(lease, "spawned_by", None))
    whose = "" if item is None else f"the {type(item.obj).__name__}'s "
    text = f"{whose}lease {lease.generation} of pool {name}, spawned {began}"
    if lease.reason is None:
        return f"{text}, still lasts"
    text = f"{text}, ended {_at(lease._ended, getattr(lease, 'ended_by', None))} ({lease.reason.value})"
    return f"{text}; its object {_present(item)}"


def _at(time: float, place: str | None) -> str:
    return f"at {time:.2f} s" if place is None else f"at {time:.2f} s by {place}"


def _present(item: PoolItem[Any] | None) -> str:
    if item is None or item.state is DESTROYED:
        return "was destroyed"
    if item.state is FREE:
        return "is idle"
    if item.state is RETIRING:
        return "is still being retired"
    present = item.lease
    if present is None:
        return "is being spawned"
    began = _at(present._born, getattr(present, "spawned_by", None))
    return f"is on lease again (lease {present.generation}, spawned {began})"
