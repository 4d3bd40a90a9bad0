"""Conditions that look at the screen: OffScreen and AnimationDone."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import arcade

from arcade_pool.conditions import Polled, Watch
from arcade_pool.scheduler import TOLERANCE
from arcade_pool.sprites import arcade_inside
from arcade_pool.sprites.area import Bounds, area_of
from arcade_pool.sprites.pool import SpriteItem
from arcade_pool.sprites.scan import Scan
from arcade_pool.sprites.sprite_list import PooledSpriteList

if TYPE_CHECKING:
    from arcade_pool.manager import PoolManager
    from arcade_pool.scheduler import Scheduler, Waiter

__all__ = ["AnimationDone", "OffScreen"]

#: Updates between two clean-ups of waits that ended otherwise.
_TIDY_EVERY = 256


_Wait: TypeAlias = "tuple[int, Waiter, object]"
_Outcome: TypeAlias = "tuple[int, Waiter, object, Exception | None]"


def _is_outside(sprite: arcade.BasicSprite, area: arcade.Rect, margin: float) -> bool:
    """Whether no part of the sprite's turned rectangle, grown by `margin` pixels, is inside; touching is outside."""
    x, y = sprite.position
    half_width, half_height = abs(sprite.width) / 2, abs(sprite.height) / 2
    angle = getattr(sprite, "angle", 0.0)
    if not angle % 90:
        # Exact where a sine would not be: touching is outside, to the last digit.
        if angle % 180:
            half_width, half_height = half_height, half_width
    else:
        sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
        half_width, half_height = (
            half_width * cosine + half_height * sine,
            half_width * sine + half_height * cosine,
        )
    half_width += margin
    half_height += margin
    # Asked as "not inside", so that a NaN position counts as outside.
    return not (
        x + half_width > area.left
        and x - half_width < area.right
        and y + half_height > area.bottom
        and y - half_height < area.top
    )


def _sprite_of(waiter: Waiter, what: str) -> arcade.BasicSprite:
    item = waiter._subject()
    if item is None:
        raise TypeError(
            f"{what} asks about the sprite of a lease; a task that belongs to the game has none: start it "
            "with lease.start, or use Until"
        )
    if not isinstance(item.obj, arcade.BasicSprite):
        raise TypeError(f"{what} asks about a sprite, not {item.obj!r}")
    return item.obj


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

    def _key(self) -> tuple[object, ...]:
        # A rectangle is a value; of a camera or a function only the very same one is the same.
        return (self.margin, self.entered, self.bounds if isinstance(self.bounds, arcade.Rect) else id(self.bounds))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OffScreen) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def check(self, waiter: Waiter) -> None:
        """Only the sprite of a lease can be off screen."""
        _sprite_of(waiter, "OffScreen")

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1)."""
        if not isinstance(waiter._subject(), SpriteItem):
            self.check(waiter)
        scheduler.poll(self, waiter, value)

    def watch(self, manager: PoolManager) -> Watch:
        """Looks at all that wait for it together."""
        return (_ArrivalWatch if self.entered else _ScreenWatch)(self, manager)


class _ScreenWatch:
    """All waits for one `OffScreen`.

    A sprite can only be outside if its centre is outside the area grown by the margin. That is asked of all drawn
    sprites of a list at once, from the buffer that Arcade draws from; what is exact is asked of the few that are left.
    """

    def __init__(self, condition: OffScreen, manager: PoolManager) -> None:
        self._condition = condition
        self._manager = manager
        # By list, by vertex slot. A slot's next lease simply takes its place, so that stale waits do not pile up.
        self._by_list: dict[PooledSpriteList[Any], dict[int, _Wait]] = {}
        # Sprites that have not been inside yet, and those that are not drawn by a pool's list.
        self._arriving: list[_Wait] = []
        self._single: list[_Wait] = []
        self._polls = 0
        self._scan = Scan(condition.margin)

    def add(self, seq: int, waiter: Waiter, value: object) -> None:
        """See `Watch.add`."""
        item: Any = waiter._subject()
        if not isinstance(item, SpriteItem) or not arcade_inside.FAST:
            self._single.append((seq, waiter, value))
            return
        pool: Any = item.pool
        waits = self._by_list.get(pool._sprites)
        if waits is None:
            waits = self._by_list[pool._sprites] = {}
        slot = item.slot
        known = waits.get(slot)
        if known is None or known[0] < known[1]._wait:
            waits[slot] = (seq, waiter, value)
        else:
            # A lifetime and a task of the same sprite may wait for the same.
            self._single.append((seq, waiter, value))

    def __len__(self) -> int:
        return len(self._arriving) + len(self._single) + sum(map(len, self._by_list.values()))

    def poll(self) -> list[_Outcome]:
        """See `Watch.poll`."""
        self._polls += 1
        if not self._polls % _TIDY_EVERY:
            self._tidy()
        bounds = self._condition.bounds
        try:
            area = area_of(self._manager.bounds if bounds is None else bounds)
        except Exception as error:
            # Bounds are part of each of these lifetimes: each of them has raised (F4).
            return [(*wait, error) for wait in self._give_up_all()]
        if area is None:
            return []
        over: list[_Outcome] = []
        arriving = self._arriving
        try:
            self._look(area, over)
        except BaseException:
            # An interruption: asked once more in the next update. Waits that are there twice end once.
            self._single.extend(outcome[:3] for outcome in over)
            self._arriving = arriving
            raise
        return over

    def _look(self, area: arcade.Rect, over: list[_Outcome]) -> None:
        for sprites, waits in self._by_list.items():
            for slot in self._scan.candidates(sprites, area):
                wait = waits.get(slot)
                if wait is not None and self._is_gone(wait, area, over):
                    del waits[slot]
        if self._single:
            self._single = [wait for wait in self._single if not self._is_gone(wait, area, over)]
        if self._arriving:
            self._look_for_arrivals(area, over)

    def _look_for_arrivals(self, area: arcade.Rect, over: list[_Outcome]) -> None:
        arriving, self._arriving = self._arriving, []
        for wait in arriving:
            failed: list[_Outcome] = []
            if self._is_gone(wait, area, failed):
                # Not inside yet, or it cannot be said.
                over.extend(outcome for outcome in failed if outcome[3] is not None)
                self._arriving.extend(outcome[:3] for outcome in failed if outcome[3] is None)
            else:
                _ScreenWatch.add(self, *wait)

    def _is_gone(self, wait: _Wait, area: arcade.Rect, over: list[_Outcome]) -> bool:
        """Whether a wait is over, or asking failed; adds it to `over` then."""
        item = wait[1]._subject()
        try:
            gone = item is None or _is_outside(item.obj, area, self._condition.margin)
        except Exception as error:
            over.append((*wait, error))
            return True
        if gone:
            over.append((*wait, None))
        return gone

    def _give_up_all(self) -> list[_Wait]:
        waits = [*self._arriving, *self._single, *(wait for waits in self._by_list.values() for wait in waits.values())]
        self._arriving, self._single, self._by_list = [], [], {}
        return waits

    def _tidy(self) -> None:
        """Forgets waits that ended otherwise, and lists without any."""
        self._arriving = [wait for wait in self._arriving if _live(wait)]
        self._single = [wait for wait in self._single if _live(wait)]
        self._by_list = {
            sprites: live
            for sprites, waits in self._by_list.items()
            if (live := {slot: wait for slot, wait in waits.items() if _live(wait)})
        }


class _ArrivalWatch(_ScreenWatch):
    """The same for sprites that have to be inside first."""

    def add(self, seq: int, waiter: Waiter, value: object) -> None:
        """See `Watch.add`."""
        self._arriving.append((seq, waiter, value))


def _live(wait: _Wait) -> bool:
    return wait[0] >= wait[1]._wait


@dataclass(frozen=True)
class AnimationDone(Polled):
    """True once the sprite's ``TextureAnimation`` has run its whole length in this lease.

    For sprites that mix in Arcade's animation: ``class Blast(PooledSprite, arcade.TextureAnimationSprite)``. Arcade's
    own animations always loop; this is where one ends.
    """

    def check(self, waiter: Waiter) -> None:
        """Only a sprite with an animation can be done with it."""
        sprite = _sprite_of(waiter, "AnimationDone")
        if not isinstance(sprite, arcade.TextureAnimationSprite):
            raise TypeError(
                f"AnimationDone needs a sprite with a TextureAnimation, not {type(sprite).__name__}; derive it "
                "from PooledSprite and arcade.TextureAnimationSprite"
            )

    def holds(self, *obj: Any) -> bool:
        """Whether the sprite's animation time has reached the animation's length."""
        sprite: arcade.TextureAnimationSprite = obj[0]
        # Times are sums of frame times; a rounding error must not add a frame.
        return sprite.time >= sprite.animation.duration_seconds - TOLERANCE
