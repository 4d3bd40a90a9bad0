"""OffScreen: the condition that a sprite is outside the screen, or another area."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import Any

import arcade

from arcade_pool.checks import check_runs_at_once
from arcade_pool.sprites.bounds import Bounds
from arcade_pool.sprites.item import SpriteItem, sprite_of
from arcade_pool.sprites.off_screen_watch import ArrivalWatch, ScreenWatch
from arcade_pool.timing.conditions import Polled
from arcade_pool.timing.polling import Watch
from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.waiter import Waiter, subject_of

__all__ = ["OffScreen"]


@dataclass(frozen=True, eq=False)
class OffScreen(Polled):
    """True when no part of the sprite is inside the bounds.

    A game with a scrolling camera sets ``manager.bounds = camera`` once; else the window's rectangle is meant, which
    is right only as long as the world does not scroll.

    The part that counts is the bounding box of the turned sprite; touching is outside. Without bounds and without a
    window it is never true. All leases that wait for equal conditions are looked at together: it costs a few array
    operations per update and pool, and a little Python for those near the edge or beyond.

    Args:
        margin: Pixels by which the sprite must be further away.
        bounds: The area; None: the manager's, else the window's. A ``Camera2D`` means the part of the world that it
            shows, at the time of the check.
        entered: Wait until the sprite has been inside once, for sprites that spawn outside and fly in.

    Raises:
        ValueError: `margin` is NaN or infinite.
        TypeError: An argument has the wrong type.
    """

    margin: float = 0.0
    bounds: Bounds | None = field(default=None, kw_only=True)
    entered: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        if isinstance(self.margin, bool) or not isinstance(self.margin, int | float):
            raise TypeError(f"OffScreen's margin must be a number of pixels, not {self.margin!r}")
        if not math.isfinite(self.margin):
            raise ValueError(f"OffScreen's margin must be finite, not {self.margin!r}")
        if self.bounds is not None and not (
            isinstance(self.bounds, arcade.Rect | arcade.Camera2D) or callable(self.bounds)
        ):
            raise TypeError(f"OffScreen's bounds must be a Rect, a Camera2D or a function, not {self.bounds!r}")
        check_runs_at_once(self.bounds, "the function of OffScreen's bounds", "return a Rect from it")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OffScreen) and (other.margin, other.watch_key()) == (self.margin, self.watch_key())

    def __hash__(self) -> int:
        return hash((self.margin, self.watch_key()))

    def enter_watch(self, watch: Any, seq: int, waiter: Waiter, value: object) -> None:
        """See `Polled.enter_watch`."""
        watch.watch((seq, waiter, value, self.margin))

    def watch_key(self) -> Hashable:
        """Conditions with the same bounds are looked at together, whatever their margins are."""
        return (OffScreen, self.entered, _key_of(self.bounds))

    def check(self, waiter: Waiter) -> None:
        """Only the sprite of a lease can be off screen."""
        sprite_of(waiter, "OffScreen")

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1)."""
        if not isinstance(subject_of(waiter), SpriteItem):
            self.check(waiter)
        scheduler.poll(self, waiter, value, shared=True)

    def watch(self, manager: Any) -> Watch:
        """Looks at all that wait for it together."""
        return (ArrivalWatch if self.entered else ScreenWatch)(self.bounds, manager)


def _key_of(bounds: Bounds | None) -> Hashable:
    """Return what bounds have in common that mean the same area, also when they are made for each spawn."""
    if isinstance(bounds, FunctionType):
        # A lambda is another object each time, but one with the same code and the same variables.
        parts = (bounds.__globals__, *(bounds.__closure__ or ()), *(bounds.__defaults__ or ()))
        return (bounds.__code__, *map(id, parts), id(bounds.__kwdefaults__))
    # A rectangle is a value, and methods of one object are equal; of others only the very same one is the same.
    return bounds if isinstance(bounds, arcade.Rect | MethodType | None) else id(bounds)
