"""Conditions: immutable descriptions of an event to wait for.

A condition holds no running state, so one instance serves a thousand leases at the same time. What is already true is
remembered by the wait (`AllOf`), never here. They are combined with ``|`` and ``&``; a number there means seconds.

A condition of your own is a subclass of `Polled` with a method ``holds(obj)``, asked once per update. If many leases
share it and asking one by one is too slow, it may also offer ``watch(manager)``: see `Watch`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from arcade_pool.checks import check_runs_at_once, checked_seconds
from arcade_pool.timing.polling import Watch
from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.waiter import NEVER, Subject, Waiter

__all__ = ["AllOf", "AnyOf", "Condition", "Forever", "Frames", "Polled", "Seconds", "Until"]


def _as_condition(value: object) -> Condition | None:
    if isinstance(value, int | float):
        return Seconds(value)
    return value if isinstance(value, Condition) else None


class Condition:
    """An event to wait for. Combine with ``|`` (the first of them) and ``&`` (all of them)."""

    __slots__ = ()

    #: Seconds until it comes true at the latest, as far as that is known beforehand.
    bound: float | None = None

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """Enter a wait for this condition.

        Args:
            scheduler: Where the wait is entered.
            waiter: What fires when the condition is true.
            start: Game time in seconds from which the wait counts.
            value: What the waiter is handed when this condition ends its wait.

        Raises:
            TypeError: The waiter's object is not one that this condition can be asked about.
        """
        raise NotImplementedError(f"{type(self).__name__} must say how it is waited for; subclass Polled instead")

    def check(self, waiter: Waiter) -> None:
        """Refuse a waiter that this condition cannot be asked about, with a TypeError. By default takes all."""

    def __or__(self, other: object) -> Condition:
        part = _as_condition(other)
        return NotImplemented if part is None else AnyOf((self, part))

    def __ror__(self, other: object) -> Condition:
        part = _as_condition(other)
        return NotImplemented if part is None else AnyOf((part, self))

    def __and__(self, other: object) -> Condition:
        part = _as_condition(other)
        return NotImplemented if part is None else AllOf((self, part))

    def __rand__(self, other: object) -> Condition:
        part = _as_condition(other)
        return NotImplemented if part is None else AllOf((part, self))


@dataclass(frozen=True, slots=True)
class Seconds(Condition):
    """True after this many seconds of game time. A plain number means the same.

    Args:
        seconds: Seconds of game time; 0 comes true at the next update.

    Raises:
        TypeError: Not a number.
        ValueError: Negative, NaN or infinite.
    """

    seconds: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", checked_seconds(self.seconds))

    @property
    def bound(self) -> float:  # type: ignore[override]  # read-only here, by design
        """The seconds themselves."""
        return self.seconds

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(log n) of the waits in seconds."""
        scheduler.after(self.seconds, waiter, start, value)


@dataclass(frozen=True, slots=True)
class Frames(Condition):
    """True in the n-th update that moves game time.

    Args:
        frames: Number of updates; 0 counts like 1, since no wait ends before the next update.

    Raises:
        TypeError: Not an integer.
        ValueError: Negative.
    """

    frames: int

    def __post_init__(self) -> None:
        if isinstance(self.frames, bool) or not isinstance(self.frames, int):
            raise TypeError(f"Frames takes a whole number of updates, not {self.frames!r}")
        if self.frames < 0:
            raise ValueError(f"Frames takes a number of updates that is not negative, not {self.frames!r}")

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1)."""
        scheduler.after_frames(self.frames, waiter, value)


@dataclass(frozen=True, slots=True)
class Forever(Condition):
    """Never true: the lease lasts until user code ends it."""

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """Enters nothing. Cost: none."""


class Polled(Condition):
    """A condition that is asked once per update: the base of conditions of your own.

    Example::

        @dataclass(frozen=True)
        class BelowGround(Polled):
            level: float = 0.0

            def holds(self, sprite):
                return sprite.center_y < self.level
    """

    __slots__ = ()

    def holds(self, *obj: Any) -> object:
        """Return a true value if it is true now.

        Args:
            obj: The object of the lease that waits; no argument at all in a task that belongs to the game.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method holds(obj)")

    def watch(self, manager: Any) -> Watch | None:
        """Return a `Watch` that asks for all waits on conditions with the same key; None to be asked one by one.

        Args:
            manager: The `PoolManager` whose leases wait.
        """
        return None

    def enter_watch(self, watch: Any, seq: int, waiter: Waiter, value: object) -> None:
        """Enters a wait into the watch of this condition's key; for conditions that differ although they share one."""
        watch.add(seq, waiter, value)

    def watch_key(self) -> Hashable:
        """Return what conditions have in common that are asked together. By default: equal ones, by their hash."""
        return self

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. Cost: O(1), and one question per update."""
        self.check(waiter)
        # Only conditions that offer a watch need a hash.
        scheduler.poll(self, waiter, value, shared=type(self).watch is not Polled.watch)


@dataclass(frozen=True, slots=True)
class Until(Polled):
    """True once ``function(obj)`` is; in a task of the game's own, ``function()``.

    Args:
        function: Asked once per update, from the update after the one that started the wait.

    Raises:
        TypeError: `function` cannot be called.
    """

    function: Callable[..., object]

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise TypeError(f"Until takes a function that is asked once per update, not {self.function!r}")
        check_runs_at_once(self.function, "the function of Until", "return True or False from it")

    def holds(self, *obj: Any) -> object:
        """Asks the function."""
        return self.function(*obj)


def _flatten(parts: Iterable[Condition], kind: type[AnyOf | AllOf]) -> tuple[Condition, ...]:
    flat: list[Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return tuple(flat)


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    """``a | b``: the first of its parts. A ``yield`` evaluates to the part that came true."""

    parts: tuple[Condition, ...]

    #: The least of its parts' bounds.
    bound: float | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _flatten(self.parts, AnyOf))
        bounds = [part.bound for part in self.parts if part.bound is not None]
        object.__setattr__(self, "bound", min(bounds, default=None))

    def check(self, waiter: Waiter) -> None:
        """Check every part."""
        for part in self.parts:
            part.check(waiter)

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`. All parts share the waiter's token: the first to come true makes the others stale."""
        for part in self.parts:
            part.arm(scheduler, waiter, start, part)


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    """``a & b``: all of its parts, each remembered once it was true."""

    parts: tuple[Condition, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", _flatten(self.parts, AllOf))

    def check(self, waiter: Waiter) -> None:
        """Check every part."""
        for part in self.parts:
            part.check(waiter)

    def arm(self, scheduler: Scheduler, waiter: Waiter, start: float, value: object) -> None:
        """See `Condition.arm`."""
        whole = _Whole(waiter, scheduler.next_seq(), value)
        waiting = [(part, _Part(whole, scheduler.next_seq())) for part in self.parts]
        whole.missing.update(each for _, each in waiting)
        for part, each in waiting:
            part.arm(scheduler, each, start, None)


class _Whole:
    """The running state of one ``a & b``: which of its parts have not been true yet."""

    __slots__ = ("_seq", "_value", "missing", "waiter")

    def __init__(self, waiter: Waiter, seq: int, value: object) -> None:
        self.waiter = waiter
        self._seq = seq
        self._value = value
        self.missing: set[_Part] = set()

    def is_live(self) -> bool:
        return self._seq >= self.waiter._wait

    def part_fired(self, part: _Part, when: float) -> None:
        self.missing.discard(part)
        if not self.missing and self.is_live():
            self.waiter._fire(when, self._value)


class _Part(Waiter):
    """One part of an ``a & b``. It waits as long as the whole does, or until it was true."""

    __slots__ = ("_seq", "_whole")

    def __init__(self, whole: _Whole, seq: int) -> None:
        self._whole = whole
        self._seq = seq

    @property
    def _wait(self) -> int:  # type: ignore[override]  # derived, so that cancelling the whole cancels its parts
        return self._seq if self._whole.is_live() else NEVER

    def _fire(self, when: float, value: object) -> None:
        self._whole.part_fired(self, when)
        self._seq = NEVER

    def _fail(self, when: float, error: BaseException) -> None:
        self._whole.waiter._fail(when, error)

    def _subject(self) -> Subject | None:
        return self._whole.waiter._subject()
