"""DestroyedObjects: the last leases of objects that a pool has destroyed.

User code may still hold such an object and recycle it once more: that is a second recycle, and not a mistake (L5).
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arcade_pool.pools.lease import Lease

__all__ = ["DestroyedObjects"]


class DestroyedObjects:
    """The destroyed objects of one manager, by identity, for as long as user code keeps them.

    An object of a class that cannot be referenced weakly (a list, a class with slots) is not remembered.
    """

    def __init__(self) -> None:
        self._entries: dict[int, tuple[weakref.ref[Any], Lease[Any]]] = {}

    def add(self, obj: Any, lease: Lease[Any]) -> None:
        """Remember the last lease of an object. Cost: O(1)."""
        key = id(obj)
        try:
            # Called as pop(key, reference) when the object goes, before its id can be that of another one. It is not a
            # function of Python's own, which an interruption could stop without anyone hearing of it.
            self._entries[key] = (weakref.ref(obj, partial(self._entries.pop, key)), lease)
        except TypeError:
            return

    def last_lease(self, obj: object) -> Lease[Any] | None:
        """Return the last lease of a destroyed object; None if this manager has not destroyed it. Cost: O(1)."""
        reference, lease = self._entries.get(id(obj), (None, None))
        return lease if reference is not None and reference() is obj else None
