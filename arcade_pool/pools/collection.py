"""PoolCollection: the pools of one manager by their keys, and what they have done."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, TypeVar, overload

from arcade_pool.checks import checked_count, checked_factory, checked_seconds
from arcade_pool.errors import UnknownPool
from arcade_pool.pools.borrows import Borrows
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.leaks import Leak, find_leaks
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.lifecycle import Lifecycle
from arcade_pool.pools.registry import Registry
from arcade_pool.pools.stats import PoolStats, table
from arcade_pool.pools.update_loop import UpdateLoop

__all__ = ["PoolCollection"]

T = TypeVar("T")


class PoolCollection:
    """Pools by their keys. Iterating gives the keys; ``collection[key]`` is the pool. It is always true.

    Args:
        loop: The update loop of the manager.
    """

    def __init__(self, loop: UpdateLoop) -> None:
        self._loop = loop
        self._registry = Registry()
        self._borrows = Borrows(loop)
        self._lifecycles: dict[Hashable, Lifecycle[Any]] = {}
        # Settings for every pool, now and later.
        self._defaults: dict[str, Any] = {}

    def _check_thread(self, what: str) -> None:
        self._loop.check_thread(f"{what} of the manager")

    def __getitem__(self, key: Any) -> Any:
        try:
            return self._lifecycles[key].pool
        except KeyError:
            known = ", ".join(each.name for each in self._lifecycles.values()) or "none yet"
            name = getattr(key, "__name__", repr(key))
            raise UnknownPool(
                f"there is no pool {name}; known pools: {known}. Make it with create_pool or create_sprite_pool"
            ) from None

    def __contains__(self, key: object) -> bool:
        return key in self._lifecycles

    def __iter__(self) -> Iterator[Hashable]:
        return iter(list(self._lifecycles))

    def __len__(self) -> int:
        return len(self._lifecycles)

    def __bool__(self) -> bool:
        return True

    def _free_key(self, factory: Any, key: Hashable) -> Hashable:
        checked_factory(factory)
        pool_key: Hashable = factory if key is None else key
        if pool_key in self._lifecycles:
            raise ValueError(f"key {pool_key!r} is in use; pass key= for a second pool of the same factory")
        return pool_key

    def _forget_pool(self, pool: Any) -> None:
        known = self._lifecycles.get(pool.key)
        if known is not None and known.pool is pool:
            del self._lifecycles[pool.key]

    def _of_group(self, group: Hashable) -> list[Lifecycle[Any]]:
        return [each for each in self._lifecycles.values() if group is None or each.pool.group == group]

    def stats(self) -> dict[Hashable, PoolStats]:
        """Return every pool's snapshot, by key."""
        return {key: lifecycle.inventory.stats() for key, lifecycle in self._lifecycles.items()}

    def total(self) -> PoolStats:
        """Return the sum of all pools."""
        return sum(self.stats().values(), PoolStats())

    def report(self) -> str:
        """Return the main figures of all pools as a text table."""
        rows = [(lifecycle.name, lifecycle.inventory.stats()) for lifecycle in self._lifecycles.values()]
        return table([*rows, ("total", self.total())])

    def reset_stats(self) -> None:
        """Set event counts and means to zero, and peaks to now; created, destroyed, lost and faulted go on."""
        self._check_thread("reset_stats")
        for lifecycle in self._lifecycles.values():
            inventory = lifecycle.inventory
            inventory.counts.reset(len(inventory.active), inventory.total_count)

    # --- leases ---

    def recycle(self, obj_or_lease: object) -> bool:
        """End the lease, or the present lease of the object, whichever pool it belongs to.

        Returns:
            True if this call ended a lease; False if it had ended before.

        Raises:
            NotPooled: No pool of this manager owns it.
        """
        self._check_thread("recycle")
        return self._registry.lease(obj_or_lease).recycle()

    @overload
    def lease(self, obj: Lease[T]) -> Lease[T]: ...
    @overload
    def lease(self, obj: T) -> Lease[T]: ...
    def lease(self, obj: Any) -> Lease[Any]:
        """Return the object's present lease, else its last one, also when the pool has destroyed the object.

        Raises:
            NotPooled: No pool of this manager owns it.
        """
        return self._registry.lease(obj)

    # --- all pools ---

    def configure(self, **overrides: Any) -> None:
        """Change settings of every pool, now and later.

        Args:
            **overrides: Fields of `PoolConfig`.

        Raises:
            TypeError: A name is not a setting, or a value has the wrong type; nothing was changed.
            ValueError: A value is out of its range for a pool; nothing was changed.
        """
        self._check_thread("configure")
        PoolConfig().replace({**self._defaults, **overrides})
        pools = [lifecycle.pool for lifecycle in self._lifecycles.values()]
        for pool in pools:
            pool.config.replace(overrides)
        self._defaults.update(overrides)
        for pool in pools:
            pool.configure(**overrides)

    def trim(self, max_idle: int = 0) -> int:
        """Destroy idle items above `max_idle` in each pool; return how many in all."""
        self._check_thread("trim")
        checked_count(max_idle, "max_idle")
        return sum(lifecycle.pool.trim(max_idle) for lifecycle in self._of_group(None))

    def leaks(self, older_than: float = 30.0) -> list[Leak]:
        """Return old leases that nothing will end, grouped by the line that spawned them; the oldest group first.

        A lease with seconds to run, a running coroutine or a polled condition is not a leak. What is meant to last says
        so with ``lifetime=Forever()``. Borrows that were never closed are named too. In
        debug mode each group has its line; a difference of two `stats` shows what a level has left behind.

        Cost: O(active). No garbage collection is needed.

        Args:
            older_than: Seconds of game time.

        Raises:
            ValueError: `older_than` is negative, NaN or infinite.
        """
        checked_seconds(older_than, "older_than")
        return find_leaks(self._lifecycles.values(), self._borrows.held(), self._loop.scheduler.time, older_than)
