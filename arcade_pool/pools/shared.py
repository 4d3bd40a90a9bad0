"""Shared: what all pools of one manager share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arcade_pool.pools.borrows import Borrows
from arcade_pool.pools.hooks import PoolHooks
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.registry import Registry
from arcade_pool.pools.update_loop import UpdateLoop

__all__ = ["Shared"]


@dataclass(frozen=True)
class Shared:
    """The objects that a manager hands to each of its pools."""

    loop: UpdateLoop  #: time, the update thread, errors
    registry: Registry  #: which item an object belongs to
    borrows: Borrows  #: what other threads hold
    forget: Callable[[Any], object]  #: called with a pool that was closed
    make_hooks: Callable[[Inventory[Any]], PoolHooks] | None  #: debug mode; None without it
