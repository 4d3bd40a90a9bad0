"""Conditions that look at the screen: OffScreen and AnimationDone."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, TypeAlias

import arcade

from arcade_pool.checks import check_runs_at_once
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


#: Waits that are looked at one by one, which is faster for so few than to ask numpy.
_FEW = 8

#: Number, waiter, value, and the margin in pixels.
_Wait: TypeAlias = "tuple[int, Waiter, object, float]"
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
        check_runs_at_once(self.bounds, f"the function {self.bounds!r} of OffScreen's bounds", "return a Rect from it")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OffScreen) and (other.margin, other.watch_key()) == (self.margin, self.watch_key())

    def __hash__(self) -> int:
        return hash((self.margin, self.watch_key()))

    def enter_watch(self, watch: Any, seq: int, waiter: Waiter, value: object) -> None:
        """See `Polled.enter_watch`."""
        watch.add(seq, waiter, value, self.margin)

    def watch_key(self) -> Hashable:
        """Conditions with the same bounds are looked at together, whatever their margins are."""
        return (OffScreen, self.entered, _key_of(self.bounds))

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
        return (_ArrivalWatch if self.entered else _ScreenWatch)(self.bounds, manager)


def _key_of(bounds: Bounds | None) -> Hashable:
    """What bounds have in common that always mean the same area, also when they are made anew for each spawn."""
    if isinstance(bounds, FunctionType):
        # A lambda is another object each time, but one with the same code and the same variables.
        parts = (bounds.__globals__, *(bounds.__closure__ or ()), *(bounds.__defaults__ or ()))
        return (bounds.__code__, *map(id, parts), id(bounds.__kwdefaults__))
    # A rectangle is a value, and methods of one object are equal; of others only the very same one is the same.
    return bounds if isinstance(bounds, arcade.Rect | MethodType | None) else id(bounds)


class _ScreenWatch:
    """All waits for one area.

    A sprite can only be outside if its centre is outside the area grown by the least margin. That is asked of all drawn
    sprites of a list at once, from the buffer that Arcade draws from; what is exact is asked of the few that are left.

    Args:
        bounds: The area, as for `OffScreen`.
        manager: Whose bounds count where there are none.
    """

    def __init__(self, bounds: Bounds | None, manager: PoolManager) -> None:
        self._bounds = bounds
        self._manager = manager
        # By list, by vertex slot. A slot's next lease simply takes its place, so that stale waits do not pile up.
        self._by_list: dict[PooledSpriteList[Any], dict[int, _Wait]] = {}
        # Sprites that have not been inside yet, and those that are not drawn by a pool's list.
        self._arriving: list[_Wait] = []
        self._single: list[_Wait] = []
        # The outcomes of the last poll: those that an interruption kept from being served come once more.
        self._over: list[_Outcome] = []
        self._least_margin = math.inf
        self._polls = 0
        self._scan = Scan()

    def add(self, seq: int, waiter: Waiter, value: object, margin: float = 0.0) -> None:
        """See `Watch.add`."""
        self._watch((seq, waiter, value, margin))

    def _watch(self, wait: _Wait) -> None:
        _, waiter, _, margin = wait
        if margin < self._least_margin:
            self._least_margin = margin
        item: Any = waiter._subject()
        if not isinstance(item, SpriteItem) or not arcade_inside.FAST:
            self._single.append(wait)
            return
        pool: Any = item.pool
        waits = self._by_list.get(pool._sprites)
        if waits is None:
            waits = self._by_list[pool._sprites] = {}
        known = waits.get(item.slot)
        if known is None or known[0] < known[1]._wait:
            waits[item.slot] = wait
        else:
            # A lifetime and a task of the same sprite may wait for the same.
            self._single.append(wait)

    def __len__(self) -> int:
        return len(self._arriving) + len(self._single) + sum(map(len, self._by_list.values()))

    def poll(self) -> list[_Outcome]:
        """See `Watch.poll`."""
        self._polls += 1
        if not self._polls % _TIDY_EVERY:
            self._tidy()
        self._over = over = [outcome for outcome in self._over if outcome[0] >= outcome[1]._wait]
        try:
            area = area_of(self._manager.bounds if self._bounds is None else self._bounds)
        except Exception as error:
            # Bounds are part of each of these lifetimes: each of them has raised (F4).
            over += [(*wait[:3], error) for wait in self._all()]
            self._arriving, self._single, self._by_list = [], [], {}
            return over
        if area is not None:
            self._look(area)
        return over

    def _look(self, area: arcade.Rect) -> None:
        for sprites, waits in self._by_list.items():
            if len(waits) > 2 * sprites._sprite_index_slots + _FEW:
                # Most of them have ended otherwise, for there is at most one for each drawn sprite.
                for slot in [slot for slot, wait in waits.items() if not _live(wait)]:
                    del waits[slot]
            few = len(waits) <= _FEW
            for slot in list(waits) if few else self._scan.candidates(sprites, area, self._least_margin):
                wait = waits.get(slot)
                if wait is not None and self._is_gone(wait, area):
                    del waits[slot]
        if self._single:
            self._single = [wait for wait in self._single if not self._is_gone(wait, area)]
        if self._arriving:
            self._look_for_arrivals(area)

    def _look_for_arrivals(self, area: arcade.Rect) -> None:
        still: list[_Wait] = []
        for wait in self._arriving:
            try:
                inside = _live(wait) and not _is_outside(_subject_of(wait), area, wait[3])
            except Exception as error:
                self._over.append((*wait[:3], error))
                continue
            if inside:
                self._watch(wait)
            elif _live(wait):
                still.append(wait)
        self._arriving = still

    def _is_gone(self, wait: _Wait, area: arcade.Rect) -> bool:
        """True if a wait is over, or if looking at its sprite raised; the outcome is noted then."""
        if not _live(wait):
            return True
        try:
            gone = _is_outside(_subject_of(wait), area, wait[3])
        except Exception as error:
            self._over.append((*wait[:3], error))
            return True
        if gone:
            self._over.append((*wait[:3], None))
        return gone

    def _all(self) -> list[_Wait]:
        return [*self._arriving, *self._single, *(wait for waits in self._by_list.values() for wait in waits.values())]

    def _tidy(self) -> None:
        """Forgets waits that ended otherwise, and lists without any."""
        self._arriving = [wait for wait in self._arriving if _live(wait)]
        self._single = [wait for wait in self._single if _live(wait)]
        self._by_list = {
            sprites: live
            for sprites, waits in self._by_list.items()
            if (live := {slot: wait for slot, wait in waits.items() if _live(wait)})
        }
        self._least_margin = min((wait[3] for wait in self._all()), default=math.inf)


class _ArrivalWatch(_ScreenWatch):
    """The same for sprites that have to be inside first."""

    def add(self, seq: int, waiter: Waiter, value: object, margin: float = 0.0) -> None:
        """See `Watch.add`."""
        self._arriving.append((seq, waiter, value, margin))


def _live(wait: _Wait) -> bool:
    return wait[0] >= wait[1]._wait


def _subject_of(wait: _Wait) -> arcade.BasicSprite:
    item: Any = wait[1]._subject()
    sprite: arcade.BasicSprite = item.obj
    return sprite


class _Run(Polled):
    """One run of an animation: the state of one wait for `AnimationDone`.

    Args:
        sprite: Whose animation is waited for. Arcade's time goes on when another animation is set, and so does it when
            an animation begins again.
    """

    __slots__ = ("_animation", "_began", "_seen")

    def __init__(self, sprite: arcade.TextureAnimationSprite) -> None:
        self._animation = sprite._animation
        self._began = self._seen = sprite.time

    def holds(self, *obj: Any) -> bool:
        sprite: arcade.TextureAnimationSprite = obj[0]
        animation, time = sprite.animation, sprite.time
        if time < self._seen:
            self._began = 0.0  # the game has set it back
        elif animation is not self._animation:
            self._began = self._seen
        self._animation, self._seen = animation, time
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
        sprite = _sprite_of(waiter, "AnimationDone")
        if not isinstance(sprite, arcade.TextureAnimationSprite):
            raise TypeError(
                f"AnimationDone needs a sprite with a TextureAnimation, not {type(sprite).__name__}; derive it "
                "from PooledSprite and arcade.TextureAnimationSprite"
            )

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1), and a look per update."""
        self.check(waiter)
        sprite: Any = _sprite_of(waiter, "AnimationDone")
        scheduler.poll(_Run(sprite), waiter, value)
