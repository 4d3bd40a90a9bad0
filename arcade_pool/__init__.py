"""An object-pool framework for games made with Python Arcade.

The core is imported at once and needs neither Arcade nor a window. The sprite layer is imported when one of its
names is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcade_pool.conditions import Condition, Forever, Frames, Polled, Seconds, Until
from arcade_pool.config import PoolConfig, Shrink
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
from arcade_pool.item import ItemState, PoolItem
from arcade_pool.leaks import Leak
from arcade_pool.lease import Lease, RecycleReason
from arcade_pool.lifetime import Coroutine, LifetimeSpec
from arcade_pool.manager import PoolManager
from arcade_pool.memory import freeze_gc
from arcade_pool.pool import Pool
from arcade_pool.sizing import Prewarm
from arcade_pool.stats import PoolStats
from arcade_pool.task import Task

if TYPE_CHECKING:
    from arcade_pool.sprites.area import Bounds
    from arcade_pool.sprites.overlay import PoolOverlay
    from arcade_pool.sprites.pool import SpritePool
    from arcade_pool.sprites.preload import Preload
    from arcade_pool.sprites.screen import AnimationDone, OffScreen
    from arcade_pool.sprites.sprite import PooledSprite
    from arcade_pool.sprites.sprite_list import PooledSpriteList
    from arcade_pool.sprites.view import PooledView

__all__ = [
    "AnimationDone",
    "BadYield",
    "Bounds",
    "Condition",
    "Coroutine",
    "Forever",
    "Frames",
    "ItemState",
    "Leak",
    "Lease",
    "LifetimeSpec",
    "NotPooled",
    "OffScreen",
    "Polled",
    "Pool",
    "PoolClosed",
    "PoolConfig",
    "PoolError",
    "PoolExhausted",
    "PoolItem",
    "PoolManager",
    "PoolOverlay",
    "PoolStats",
    "PoolWarning",
    "PooledSprite",
    "PooledSpriteList",
    "PooledView",
    "Preload",
    "Prewarm",
    "RecycleReason",
    "Seconds",
    "Shrink",
    "SpritePool",
    "StaleLease",
    "Task",
    "UnknownPool",
    "Until",
    "WrongThread",
    "freeze_gc",
]

#: The names of the sprite layer and the modules they live in.
_SPRITE_LAYER = {
    "AnimationDone": "screen",
    "Bounds": "area",
    "OffScreen": "screen",
    "PoolOverlay": "overlay",
    "PooledSprite": "sprite",
    "PooledSpriteList": "sprite_list",
    "PooledView": "view",
    "Preload": "preload",
    "SpritePool": "pool",
}


def __getattr__(name: str) -> Any:
    if name not in _SPRITE_LAYER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.sprites.{_SPRITE_LAYER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
