"""Polls: the waits whose conditions are asked once per update.

Conditions that offer a `Watch` are asked together, all others one by one. A wait is first asked in the update after
the one in which it began (T3).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, Protocol

from arcade_pool.timing.waiter import Waiter, is_live, subject_of

__all__ = ["Host", "Outcome", "Polls", "Question", "Watch"]

#: Conditions that are found by identity.
_MOST_KNOWN: Final = 64

#: Number, waiter and value of a wait, and the error that asking for it raised, if it did.
Outcome = tuple[int, Waiter, object, Exception | None]


class Host(Protocol):
    """The part of the update loop that its scheduler needs."""

    #: What `Polled.watch` is handed.
    manager: Any
    #: True while an update runs.
    updating: bool

    def report(self, error: BaseException) -> None:
        """Take an error that has no caller: collected inside an update, raised outside."""

    def note_interruption(self, error: BaseException) -> None:
        """Have the next update repair what an operation left half-done (F8)."""

    def check_thread(self, what: str) -> None:
        """Refuse a call off the update thread, in debug mode (D1)."""


class Watch(Protocol):
    """All waits of one scheduler for conditions with the same `Polled.watch_key`, asked together once per update.

    `Polled.watch` makes one; the scheduler keeps it as long as it is not empty.
    """

    def add(self, seq: int, waiter: Waiter, value: object) -> None:
        """Take a wait on. It is over when ``seq < waiter._wait``, and may then be dropped at any time."""

    def poll(self) -> Iterable[Outcome]:
        """Give up and return the waits that have come true, or whose question raised: those with the error."""

    def __len__(self) -> int: ...


class Question(Protocol):
    """A condition that can be asked: see `Polled`."""

    def holds(self, *obj: Any) -> object: ...
    def watch(self, manager: Any) -> Watch | None: ...
    def watch_key(self) -> Hashable: ...
    def enter_watch(self, watch: Any, seq: int, waiter: Waiter, value: object) -> None: ...


#: Number, waiter and value of a wait, its condition, and whether that offers a `Watch`.
_Wait = tuple[int, Waiter, object, Question, bool]


class Polls:
    """All polled waits of one scheduler.

    Args:
        host: The update loop.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        #: Started since the last update began: first asked in the next one (T3).
        self.fresh: list[_Wait] = []
        self.single: list[_Wait] = []
        self.watches: dict[Hashable, Watch] = {}
        # The very same condition, as a class has it for all its sprites, is found without asking for its hash.
        self._known: dict[int, tuple[Question, Watch]] = {}

    def add(self, seq: int, waiter: Waiter, value: object, condition: Question, shared: bool) -> None:
        """Ask `condition` from the next update on. Cost: O(1).

        Args:
            seq: The number of the wait.
            waiter: What fires when the condition is true.
            value: What the waiter is handed then.
            condition: The condition.
            shared: True if it offers a `Watch`.
        """
        known = self._known.get(id(condition))
        if known is not None and not self._host.updating:
            # Between two updates it may be watched at once: the next one is the first that asks in any case.
            condition.enter_watch(known[1], seq, waiter, value)
        else:
            self.fresh.append((seq, waiter, value, condition, shared))

    def begin(self, now: float) -> None:
        """Ask what began since the last update from now on."""
        fresh = self.fresh
        try:
            self.fresh = []
            for wait in fresh:
                if is_live(wait[0], wait[1]):
                    self._enter(wait, now)
        except BaseException:
            # An interruption: all of them begin in the next update. One that is asked twice ends once.
            self.fresh = fresh + self.fresh
            raise

    def _enter(self, wait: _Wait, now: float) -> None:
        seq, waiter, value, condition, shared = wait
        try:
            known = self._known.get(id(condition))
            watch = known[1] if known is not None else self._watch_for(condition) if shared else None
            if watch is not None:
                condition.enter_watch(watch, seq, waiter, value)
            else:
                self.single.append(wait)
        except Exception as error:
            waiter._fail(now, error)

    def _watch_for(self, condition: Question) -> Watch | None:
        key = condition.watch_key()
        watch = self.watches.get(key)
        if watch is None and (watch := condition.watch(self._host.manager)) is not None:
            self.watches[key] = watch
        if watch is not None:
            self._known[id(condition)] = (condition, watch)
        return watch

    def ask(self, now: float, due: list[tuple[float, int, Waiter, object]]) -> None:
        """Ask every condition; add the waits that are true to `due`, and fail those whose question raised."""
        if self.single:
            self._ask_one_by_one(now, due)
        if self.watches:
            self._ask_together(now, due)

    def _ask_one_by_one(self, now: float, due: list[tuple[float, int, Waiter, object]]) -> None:
        asked = self.single
        try:
            goes_on: list[_Wait] = []
            self.single = goes_on
            for wait in asked:
                seq, waiter, value, condition, _ = wait
                if seq >= waiter._wait and (holds := _ask(condition, waiter, now)) is not None:
                    if holds:
                        due.append((now, seq, waiter, value))
                    else:
                        goes_on.append(wait)
        except BaseException:
            # An interruption: all are asked in the next update; those that are true are due, too.
            self.single = asked + self.single
            raise

    def _ask_together(self, now: float, due: list[tuple[float, int, Waiter, object]]) -> None:
        for key, watch in list(self.watches.items()):
            try:
                outcomes = watch.poll()
            except Exception as error:
                self._host.report(error)
                continue
            # All that is true is noted before user code runs: it is not asked again.
            due += [(now, seq, waiter, value) for seq, waiter, value, failure in outcomes if failure is None]
            for seq, waiter, _, failure in outcomes:
                if failure is not None and is_live(seq, waiter):
                    waiter._fail(now, failure)
            if not len(watch):
                # Nothing waits in it.
                del self.watches[key]
                self._known = {}

    def tidy(self) -> None:
        """Forget conditions that are made for each spawn (test_conditions_made_anew_are_not_collected)."""
        if len(self._known) > _MOST_KNOWN:
            self._known = {}

    def drop_stale(self) -> None:
        """Drop waits that have ended before they were asked."""
        self.fresh = [wait for wait in self.fresh if is_live(wait[0], wait[1])]


def _ask(condition: Question, waiter: Waiter, now: float) -> bool | None:
    """Return the answer of a condition for a waiter; None if asking raised, which the waiter was handed."""
    subject = subject_of(waiter)
    try:
        if subject is None:
            return bool(condition.holds())
        # The question is code of the lease: if it ends the lease, the object is not reset meanwhile (L8).
        subject.holds += 1
        return bool(condition.holds(subject.obj))
    except Exception as error:
        waiter._fail(now, error)
        return None
    finally:
        if subject is not None:
            subject.release()
