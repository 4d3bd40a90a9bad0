"""PoolConfig: how a pool behaves, checked when it is made."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from arcade_pool.checks import check_runs_at_once, checked_count, checked_seconds
from arcade_pool.timing.lifetimes import LifetimeSpec, checked_default

__all__ = ["PoolConfig", "Shrink"]


@dataclass(frozen=True)
class Shrink:
    """When idle items that are no longer needed are destroyed.

    Args:
        window: Seconds of game time for which the peak of active items is remembered.
        headroom: Items kept, as a multiple of that peak; at least 1.
        min_idle: Idle items kept in any case.
        per_frame: Items destroyed in one update at most; at least 1.

    Raises:
        TypeError: A field is no number.
        ValueError: A field is out of its range.
    """

    window: float = 60.0
    headroom: float = 1.25
    min_idle: int = 0
    per_frame: int = 4

    def __post_init__(self) -> None:
        if not checked_seconds(self.window, "Shrink.window"):
            raise ValueError("Shrink.window must be longer than 0 seconds")
        if checked_seconds(self.headroom, "Shrink.headroom") < 1:
            raise ValueError(f"Shrink.headroom must be at least 1, not {self.headroom!r}")
        checked_count(self.min_idle, "Shrink.min_idle")
        if checked_count(self.per_frame, "Shrink.per_frame") < 1:
            raise ValueError("Shrink.per_frame must be at least 1; to shrink never, use shrink=None")


@dataclass(frozen=True)
class PoolConfig:
    """The settings of a pool.

    Args:
        prewarm: Items made at creation; later a floor for shrinking.
        max_size: Most items in all: active, idle and retiring. None: no limit.
        max_idle: Most idle items; more are destroyed as they come back. None: no limit.
        overflow: What a spawn at `max_size` does: ``"refuse"`` raises `PoolExhausted`, ``"steal_oldest"`` ends the
            oldest lease and takes its item.
        lifetime: The default lifetime; None: that of the class. For "never" say ``Forever()``.
        update: Sprite pools: the manager calls the sprites' ``update`` and ``update_animation``.
        reset: ``"auto"`` puts every attribute back at a recycle, ``"none"`` leaves that to ``on_spawn``. A change from
            none to auto replaces all instances, as `Pool.invalidate` does.
        keep: Public names of attributes that survive a recycle.
        validate: Asked at spawn about an idle object; one for which it returns false is destroyed, counted as lost.
        shrink: When idle items are destroyed by themselves; None: never.

    Raises:
        TypeError: A field has the wrong type.
        ValueError: A field is out of its range, or `prewarm` exceeds `max_size`.
    """

    prewarm: int = 0
    max_size: int | None = None
    max_idle: int | None = None
    overflow: Literal["refuse", "steal_oldest"] = "refuse"
    lifetime: LifetimeSpec = None
    update: bool = True
    reset: Literal["auto", "none"] = "auto"
    keep: tuple[str, ...] = ()
    validate: Callable[[Any], object] | None = None
    shrink: Shrink | None = field(default_factory=Shrink)

    def __post_init__(self) -> None:
        checked_count(self.prewarm, "prewarm")
        if self.max_size is not None and checked_count(self.max_size, "max_size") < 1:
            raise ValueError("max_size must be at least 1, or None for no limit")
        if self.max_idle is not None:
            checked_count(self.max_idle, "max_idle")
        if self.max_size is not None and self.prewarm > self.max_size:
            raise ValueError(
                f"prewarm={self.prewarm} is more than max_size={self.max_size} allows: raise the one or lower the other"
            )
        if self.overflow not in ("refuse", "steal_oldest"):
            raise ValueError(f"overflow must be 'refuse' or 'steal_oldest', not {self.overflow!r}")
        object.__setattr__(self, "lifetime", checked_default(self.lifetime))
        if not isinstance(self.update, bool):
            raise TypeError(f"update must be True or False, not {self.update!r}")
        if self.reset not in ("auto", "none"):
            raise ValueError(f"reset must be 'auto' or 'none', not {self.reset!r}")
        if isinstance(self.keep, str) or not all(isinstance(name, str) for name in self.keep):
            raise TypeError(f"keep must be a tuple of attribute names, not {self.keep!r}")
        object.__setattr__(self, "keep", tuple(self.keep))
        if self.validate is not None and not callable(self.validate):
            raise TypeError(f"validate must be a function of the object, not {self.validate!r}")
        check_runs_at_once(self.validate, "validate", "return True or False from it")
        if self.shrink is not None and not isinstance(self.shrink, Shrink):
            raise TypeError(f"shrink must be a Shrink or None, not {self.shrink!r}")

    def replace(self, overrides: dict[str, Any]) -> PoolConfig:
        """A copy with some fields changed.

        Raises:
            TypeError: A name is no field; the message lists the fields.
            ValueError: As for a new PoolConfig.
        """
        known = [each.name for each in dataclasses.fields(self)]
        for name in overrides:
            if name not in known:
                raise TypeError(f"a pool has no setting {name!r}; the settings are {', '.join(known)}")
        return dataclasses.replace(self, **overrides) if overrides else self
