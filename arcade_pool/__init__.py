"""An object-pool framework for games made with Python Arcade.

The core is imported at once and needs neither Arcade nor a window. The sprite layer is imported when one of its
names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcade_pool.errors import (
    BadYield,
    NotPooled,
    PoolClosed,
    PoolError,
    PoolExhausted,
    PoolWarning,
    StaleLease,
    UnknownPool,
    WrongThread,
)
from arcade_pool.gc import freeze_gc
from arcade_pool.pools.config import PoolConfig, Shrink
from arcade_pool.pools.item import ItemState, PoolItem
from arcade_pool.pools.leaks import Leak
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.manager import PoolManager
from arcade_pool.pools.pool import Pool
from arcade_pool.pools.sizing import Prewarm
from arcade_pool.pools.stats import PoolStats
from arcade_pool.timing.conditions import Condition, Forever, Frames, Polled, Seconds, Until
from arcade_pool.timing.lifetimes import Coroutine, LifetimeSpec
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    from arcade_pool.overlay.overlay import PoolOverlay
    from arcade_pool.preload import Preload
    from arcade_pool.sprites.animation_done import AnimationDone
    from arcade_pool.sprites.bounds import Bounds
    from arcade_pool.sprites.off_screen import OffScreen
    from arcade_pool.sprites.pool import SpritePool
    from arcade_pool.sprites.sprite import PooledSprite
    from arcade_pool.sprites.sprite_list import PooledSpriteList
    from arcade_pool.sprites.view import PooledView

__all__ = [
    "AnimationDone", "BadYield", "Bounds", "Condition", "Coroutine", "Forever", "Frames", "ItemState", "Leak",
    "Lease", "LifetimeSpec", "NotPooled", "OffScreen", "Polled", "Pool", "PoolClosed", "PoolConfig", "PoolError",
    "PoolExhausted", "PoolItem", "PoolManager", "PoolOverlay", "PoolStats", "PoolWarning", "PooledSprite",
    "PooledSpriteList", "PooledView", "Preload", "Prewarm", "RecycleReason", "Seconds", "Shrink", "SpritePool",
    "StaleLease", "Task", "UnknownPool", "Until", "WrongThread", "freeze_gc",
]  # fmt: skip

#: The names that need Arcade, and the modules that define them.
_LAZY = {
    "AnimationDone": "sprites.animation_done",
    "Bounds": "sprites.bounds",
    "OffScreen": "sprites.off_screen",
    "PoolOverlay": "overlay.overlay",
    "PooledSprite": "sprites.sprite",
    "PooledSpriteList": "sprites.sprite_list",
    "PooledView": "sprites.view",
    "Preload": "preload",
    "SpritePool": "sprites.pool",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
