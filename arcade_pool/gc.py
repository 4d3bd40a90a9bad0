"""freeze_gc: garbage collections that no longer look at what a game has loaded."""

from __future__ import annotations

import gc

__all__ = ["freeze_gc"]


def freeze_gc() -> None:
    """Collects garbage, then excludes everything that is left from later collections. Call it once after loading.

    A full collection with Arcade loaded takes tens of milliseconds, more with many sprites: several lost frames.
    Afterwards it takes microseconds. It is a function of its own because its effect is global: cycles among what was
    frozen are never collected, so call it again after another level was loaded. `PoolManager.close`
    breaks the cycles of its own items itself.

    Cost: one full collection.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
