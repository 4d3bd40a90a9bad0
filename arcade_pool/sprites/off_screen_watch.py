"""ScreenWatch: all waits of a manager for sprites to leave one area, looked at together."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import arcade

from arcade_pool.sprites.arcade_internals import LISTS
from arcade_pool.sprites.bounds import Bounds, area_of
from arcade_pool.sprites.item import SpriteItem
from arcade_pool.sprites.off_screen_scan import Scan
from arcade_pool.sprites.sprite_list import PooledSpriteList
from arcade_pool.timing.waiter import Waiter, is_live, subject_of

__all__ = ["ArrivalWatch", "ScreenWatch"]

#: Updates between two clean-ups of waits that ended otherwise.
_TIDY_EVERY = 256


#: Waits that are looked at one by one, which is faster for so few than to ask numpy.
_FEW = 8

#: Number, waiter, value, and the margin in pixels.
_Wait: TypeAlias = "tuple[int, Waiter, object, float]"
_Outcome: TypeAlias = "tuple[int, Waiter, object, Exception | None]"


def _is_outside(sprite: arcade.BasicSprite, area: arcade.Rect, margin: float) -> bool:
    """True if no part of the sprite's turned rectangle, grown by `margin` pixels, is inside; touching is outside."""
    x, y = sprite.position
    if area.left < x + margin and x - margin < area.right and area.bottom < y + margin and y - margin < area.top:
        return False  # its centre is inside already
    half_width, half_height = abs(sprite.width) / 2, abs(sprite.height) / 2
    angle = getattr(sprite, "angle", 0.0)
    if not angle % 90:
        # Exact where a sine would not be: touching is outside, to the last digit.
        if angle % 180:
            half_width, half_height = half_height, half_width
    else:
        sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
        half_width, half_height = (half_width * cosine + half_height * sine, half_width * sine + half_height * cosine)
    half_width += margin
    half_height += margin
    # Asked as "not inside", so that a NaN position counts as outside.
    return not (
        x + half_width > area.left
        and x - half_width < area.right
        and y + half_height > area.bottom
        and y - half_height < area.top
    )


class ScreenWatch:
    """All waits for one area.

    A sprite can only be outside if its centre is outside the area grown by the least margin. That is asked of all drawn
    sprites of a list at once, from the buffer that Arcade draws from; what is exact is asked of the few that are left.

    Args:
        bounds: The area, as for `OffScreen`.
        manager: The `PoolManager`, whose bounds count where there are none.
    """

    def __init__(self, bounds: Bounds | None, manager: Any) -> None:
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

    def add(self, seq: int, waiter: Waiter, value: object) -> None:
        """See `Watch.add`."""
        self.watch((seq, waiter, value, 0.0))

    def watch(self, wait: _Wait) -> None:
        """Takes a wait on, with its margin. Cost: O(1)."""
        _, waiter, _, margin = wait
        if margin < self._least_margin:
            self._least_margin = margin
        item: Any = subject_of(waiter)
        if not isinstance(item, SpriteItem) or not LISTS.matches:
            self._single.append(wait)
            return
        sprites = item.placement.sprites
        waits = self._by_list.get(sprites)
        if waits is None:
            waits = self._by_list[sprites] = {}
        known = waits.get(item.slot)
        if known is None or not _live(known):
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
        self._over = over = [outcome for outcome in self._over if is_live(outcome[0], outcome[1])]
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
            if len(waits) > 2 * len(sprites.sprite_list) + _FEW:
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
                ScreenWatch.watch(self, wait)
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


class ArrivalWatch(ScreenWatch):
    """The same for sprites that have to be inside first."""

    def watch(self, wait: _Wait) -> None:
        """See `ScreenWatch.watch`."""
        self._arriving.append(wait)


def _live(wait: _Wait) -> bool:
    return is_live(wait[0], wait[1])


def _subject_of(wait: _Wait) -> arcade.BasicSprite:
    item: Any = subject_of(wait[1])
    sprite: arcade.BasicSprite = item.obj
    return sprite
