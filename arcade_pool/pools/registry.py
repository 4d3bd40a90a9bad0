"""Registry: which item and which lease an object belongs to, in all pools of one manager."""

from __future__ import annotations

import weakref
from contextlib import suppress
from functools import partial
from typing import Any

from arcade_pool.errors import NotPooled
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease

__all__ = ["Registry"]


class Registry:
    """The pooled objects of one manager, by identity, destroyed ones included.

    User code may still hold a destroyed object and recycle it again: that is a second recycle, and not a mistake (L5).
    So the last lease of a destroyed object is kept as long as the object. An object of a class that cannot be
    referenced weakly (a list, a class with slots) is forgotten.
    """

    def __init__(self) -> None:
        #: The item of each pooled object, by its id.
        self.items: dict[int, PoolItem[Any]] = {}
        self._destroyed: dict[int, tuple[weakref.ref[Any], Lease[Any]]] = {}

    def destroy(self, item: PoolItem[Any]) -> None:
        """Forget an item, but not the last lease of its object. Cost: O(1)."""
        obj = item.obj
        key = id(obj)
        with suppress(TypeError):
            # Called as pop(key, reference) when the object goes, before its id can be that of another one. Not a Python
            # function, which an interruption could stop unnoticed.
            self._destroyed[key] = (weakref.ref(obj, partial(self._destroyed.pop, key)), item.last_lease())
        self.items.pop(key, None)

    def lease(self, obj: Any) -> Lease[Any]:
        """Return the object's present lease, else its last one; of a lease, the lease itself. Cost: O(1).

        Raises:
            NotPooled: No pool of this manager has ever owned it.
        """
        if isinstance(obj, Lease):
            if obj._lifecycle.registry is not self:
                raise NotPooled(f"{obj!r} belongs to another manager")
            return obj
        item = self.items.get(id(obj))
        if item is not None:
            lease: Lease[Any] = item.last_lease()
            return lease
        reference, last = self._destroyed.get(id(obj), (None, None))
        if reference is None or last is None or reference() is not obj:
            raise NotPooled(f"{obj!r} belongs to no pool here: it was not spawned by this manager")
        return last

    def lease_in(self, lifecycle: Any, obj: Any) -> Lease[Any]:
        """Return the lease of an object, as `lease`, if it is of the pool with this lifecycle.

        Raises:
            NotPooled: It is of another pool, or of none.
        """
        lease = self.lease(obj)
        if lease.pool is lifecycle.pool:
            return lease
        name = lifecycle.name
        if lease is obj:
            raise NotPooled(f"{obj!r} belongs to another pool than {name}; recycle it through the manager")
        raise NotPooled(f"{obj!r} belongs to pool {lease._lifecycle.name}, not to {name}; go through the manager")
