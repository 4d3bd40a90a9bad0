"""AnimationDone: the condition that a sprite's animation has run once around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import arcade

from arcade_pool.sprites.item import sprite_of
from arcade_pool.timing.conditions import Polled
from arcade_pool.timing.scheduler import TOLERANCE, Scheduler
from arcade_pool.timing.waiter import Waiter

__all__ = ["AnimationDone"]


class _Run(Polled):
    """One run of an animation: the state of one wait for `AnimationDone`.

    Args:
        sprite: Whose animation is waited for. Arcade's time goes on when another animation is set, and so does it when
            an animation begins again.
    """

    __slots__ = ("_began", "_last", "_seen")

    def __init__(self, sprite: arcade.TextureAnimationSprite) -> None:
        self._last: object = None  # Arcade raises when there is none yet
        self._began = self._seen = sprite.time

    def holds(self, *obj: Any) -> bool:
        sprite: arcade.TextureAnimationSprite = obj[0]
        animation, time = sprite.animation, sprite.time
        if time < self._seen:
            self._began = 0.0  # the game has set it back
        elif self._last is not None and animation is not self._last:
            self._began = self._seen
        self._last, self._seen = animation, time
        # Times are sums of frame times; a rounding error must not add a frame.
        return time - self._began >= animation.duration_seconds - TOLERANCE


@dataclass(frozen=True)
class AnimationDone(Polled):
    """True once the sprite's present ``TextureAnimation`` has run once around.

    Counts from when the wait began, or from when the animation was set, if that was later.

    For sprites that mix in Arcade's animation: ``class Blast(PooledSprite, arcade.TextureAnimationSprite)``. Arcade's
    own animations always loop; this is where one ends.
    """

    def check(self, waiter: Waiter) -> None:
        """Only a sprite with an animation can be done with it."""
        sprite = sprite_of(waiter, "AnimationDone")
        if not isinstance(sprite, arcade.TextureAnimationSprite):
            raise TypeError(
                f"AnimationDone needs a sprite with a TextureAnimation, not {type(sprite).__name__}; derive it "
                "from PooledSprite and arcade.TextureAnimationSprite"
            )

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1), and a look per update."""
        self.check(waiter)
        sprite: Any = sprite_of(waiter, "AnimationDone")
        scheduler.poll(_Run(sprite), waiter, value)
