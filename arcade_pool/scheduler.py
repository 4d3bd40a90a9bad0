"""The one place where time passes.

Law: nothing in the library ends, resumes or is made over time but through `Scheduler.run_due` and
`Scheduler.run_updates`, called by `PoolManager.update`.

Common cases: thousands of leases that wait for seconds, most of which end by that wait; hundreds that end
earlier, by a hit. Optimised for: starting such a wait (one heap entry, no generator) and giving it up (one
store). Refused: a list of timers that is walked every update, and callbacks that must be unregistered. Refused as
well, after measuring: a wheel of buckets in the place of heap and lanes. It is as fast at 6,000 random lifetimes and a
seventh faster at 20,000, but slower by a twentieth where waits are equally long.

How a wait is given up: every wait has a number, its `seq`, from one counter that only grows, and a waiter holds
the number of its present wait in `Waiter._wait`. An entry is live while ``entry.seq >= waiter._wait``. So storing
`NEVER` there makes all entries of a waiter stale at once, wherever they are, and ``a | b`` is simply two entries.
Stale entries are dropped when they are met, or by `Scheduler._tidy`.

It is longer than most, so that starting, passing and giving up waits can be read side by side.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from arcade_pool.conditions import Condition, Polled, Watch

if TYPE_CHECKING:
    from arcade_pool.item import PoolItem
    from arcade_pool.manager import PoolManager

__all__ = ["NEVER", "TOLERANCE", "Scheduler", "Waiter"]

#: The token of a waiter that waits for nothing: no `seq` ever reaches it.
NEVER: Final = sys.maxsize
#: Seconds by which a deadline may be missed and still count as met, so that rounding never adds a frame (T2).
TOLERANCE: Final = 1e-6

#: Updates between two clean-ups.
_TIDY_EVERY = 32
#: Lengths of waits that have a lane of their own; others share the heap.
_MOST_LANES = 16
#: Conditions that are found by identity.
_MOST_KNOWN = 64

_NO_WATCH: Final = Polled.watch
_by_seq = itemgetter(1)

Entry: TypeAlias = "tuple[float, int, Waiter, object]"


class Waiter:
    """Something that waits: a lease for its lifetime, a task at a yield, or one part of an ``a & b``."""

    __slots__ = ("_wait",)

    #: Number of the present wait; `NEVER` without one.
    _wait: int

    def _fire(self, when: float, value: object) -> None:
        """The wait is over.

        Args:
            when: The game time at which it fell due, which may be a little before the present update's.
            value: What ended it: the condition of an ``a | b``, the result of a task, the reason of a lease, or None.
        """
        raise NotImplementedError

    def _fail(self, when: float, error: Exception) -> None:
        """What was waited for raised."""
        raise NotImplementedError

    def _subject(self) -> PoolItem[Any] | None:
        """The item of the object on whose behalf this waits; None in a task that belongs to the game."""
        raise NotImplementedError


class _Part(Waiter):
    """One part of an ``a & b``. It waits as long as the whole does, or until it was true."""

    __slots__ = ("_seq", "_whole")

    def __init__(self, whole: _Whole, seq: int) -> None:
        self._whole = whole
        self._seq = seq

    @property
    def _wait(self) -> int:  # type: ignore[override]  # worked out, so that giving the whole up gives up its parts
        return self._seq if self._whole.alive() else NEVER

    def _fire(self, when: float, value: object) -> None:
        self._seq = NEVER
        self._whole.part_fired(when)

    def _fail(self, when: float, error: Exception) -> None:
        self._whole.waiter._fail(when, error)

    def _subject(self) -> PoolItem[Any] | None:
        return self._whole.waiter._subject()


class _Whole:
    """The running state of one ``a & b``: how many of its parts have not been true yet."""

    __slots__ = ("_missing", "_seq", "_value", "waiter")

    def __init__(self, waiter: Waiter, seq: int, value: object, missing: int) -> None:
        self.waiter = waiter
        self._seq = seq
        self._value = value
        self._missing = missing

    def alive(self) -> bool:
        return self._seq >= self.waiter._wait

    def part_fired(self, when: float) -> None:
        self._missing -= 1
        if not self._missing and self.alive():
            self.waiter._fire(when, self._value)


class Scheduler:
    """All waits of one manager, on game time.

    Args:
        manager: Whose time it is; handed to conditions that look at its bounds.
        report: Called with every error that a deferred call raises.
    """

    def __init__(self, manager: PoolManager, report: Callable[[BaseException], None]) -> None:
        self._manager = manager
        #: Takes an error that nobody else can be given: collected inside an update, raised outside.
        self.report = report
        #: Game time in seconds.
        self.time = 0.0
        #: Updates that moved game time.
        self.frame = 0
        #: All updates, those in a pause included.
        self.updates = 0
        self.next_seq: Callable[[], int] = count(1).__next__
        self._heap: list[Entry] = []
        # Waits by their length: those of one length mostly fall due in the order of their start, so a queue does what
        # a heap does, without its O(log n) (benchmarks/lease.py, row "constant"). What does not goes into the heap, and
        # so does what is due already.
        self._lanes: dict[float, deque[Entry]] = {}
        self._compact_at = 1024
        self._in_frames: dict[int, list[tuple[int, Waiter, object]]] = {}
        self._in_updates: dict[int, list[tuple[Callable[..., object], tuple[object, ...]]]] = {}
        # Started since the last update began: first looked at in the next one (T3).
        self._fresh: list[tuple[int, Waiter, object, Polled]] = []
        self._polled: list[tuple[int, Waiter, object, Polled]] = []
        self._watches: dict[Polled, Watch] = {}
        # The very same condition, as a class has it for all its sprites, is found without asking for its hash.
        self._known: dict[int, tuple[Polled, Watch]] = {}

    # --- starting waits ---

    def after(self, seconds: float, waiter: Waiter, start: float, value: object = None) -> int:
        """Fires `waiter` at game time ``start + seconds``; returns the wait's number.

        Cost: O(1) for the commonest lengths of waits, else O(log n).
        """
        when = start + seconds
        lane = self._lanes.get(seconds)
        ahead = start == self.time or when > self.time + TOLERANCE
        if ahead and lane and lane[-1][0] <= when:
            # As most waits: as long as one before. None that is due at once has a lane.
            seq = self.next_seq()
            lane.append((when, seq, waiter, value))
            return seq
        if seconds <= TOLERANCE:
            return self.after_frames(1, waiter, value)
        seq = self.next_seq()
        if ahead and not lane and (lane is not None or len(self._lanes) < _MOST_LANES):
            self._lanes.setdefault(seconds, deque()).append((when, seq, waiter, value))
        else:
            heappush(self._heap, (when, seq, waiter, value))
        return seq

    def after_frames(self, frames: int, waiter: Waiter, value: object = None) -> int:
        """Fires `waiter` in the n-th update of game time, in the next one at the earliest. Cost: O(1)."""
        seq = self.next_seq()
        frame = self.frame + (frames if frames > 1 else 1)
        waits = self._in_frames.get(frame)
        if waits is None:
            waits = self._in_frames[frame] = []
        waits.append((seq, waiter, value))
        return seq

    def poll(self, condition: Polled, waiter: Waiter, value: object) -> None:
        """Fires `waiter` once `condition` holds, from the next update on. Cost: O(1), and a question per update."""
        known = self._known.get(id(condition))
        if known is not None and not self._manager._updating:
            # Between two updates it may be watched at once: the next one is the first that looks at it in any case.
            known[1].add(self.next_seq(), waiter, value)
        else:
            self._fresh.append((self.next_seq(), waiter, value, condition))

    def after_all(self, parts: Sequence[Condition], waiter: Waiter, start: float, value: object) -> None:
        """Fires `waiter` when each of `parts` has been true. Cost: that of its parts."""
        whole = _Whole(waiter, self.next_seq(), value, len(parts))
        for part in parts:
            part.arm(self, _Part(whole, self.next_seq()), start, None)

    def wake(self, seq: int, waiter: Waiter, value: object) -> None:
        """Fires `waiter` now: in this update if its due part is still to come or under way, else in the next."""
        heappush(self._heap, (self.time, seq, waiter, value))

    def call_after_updates(self, updates: int, function: Callable[..., object], *args: object) -> None:
        """Calls ``function(*args)`` at the beginning of the n-th following update, paused or not. Cost: O(1)."""
        self._in_updates.setdefault(self.updates + updates, []).append((function, args))

    # --- passing time ---

    def run_updates(self) -> None:
        """Begins an update: what was asked for in numbers of updates. Paused or not."""
        self.updates += 1
        calls = self._in_updates.pop(self.updates, [])
        for index, (function, args) in enumerate(calls, 1):
            try:
                function(*args)
            except Exception as error:
                self.report(error)
            except BaseException:
                # An interruption: the others are called in the next update.
                self._in_updates.setdefault(self.updates + 1, []).extend(calls[index:])
                raise

    def move(self, delta_time: float) -> None:
        """Moves game time on, in seconds. What is waited for from here on counts from the new time."""
        self.time += delta_time
        if self.frame in self._in_frames:
            # An interruption has kept the last update from what was due in it.
            self._in_frames.setdefault(self.frame + 1, []).extend(self._in_frames.pop(self.frame))
        self.frame += 1
        if self._fresh:
            self._take_fresh()

    def _take_fresh(self) -> None:
        """Has what was started since the last update looked at from now on."""
        fresh, self._fresh = self._fresh, []
        fresh.reverse()
        while fresh:
            seq, waiter, value, condition = fresh.pop()
            if seq < waiter._wait:
                continue
            try:
                known = self._known.get(id(condition))
                watch = self._watch_for(condition) if known is None else known[1]
                if watch is not None:
                    watch.add(seq, waiter, value)
                else:
                    self._polled.append((seq, waiter, value, condition))
            except Exception as error:
                waiter._fail(self.time, error)
            except BaseException:
                # An interruption: this one and the others begin in the next update.
                self._fresh.extend([(seq, waiter, value, condition), *reversed(fresh)])
                raise

    def _watch_for(self, condition: Polled) -> Watch | None:
        # Only those that offer one need a hash.
        if type(condition).watch is _NO_WATCH:
            return None
        watch = self._watches.get(condition)
        if watch is None and (watch := condition.watch(self._manager)) is not None:
            self._watches[condition] = watch
        if watch is not None:
            self._known[id(condition)] = (condition, watch)
        return watch

    def run_due(self) -> None:
        """Runs what is due at the present time: the hot loop.

        Order (T3): by deadline, then by start. Deadlines within the tolerance count as this moment, like what is
        polled and like waits in frames. What is due earlier runs first, so that conditions see its effects.

        Cost: O(log n) for each wait in seconds that ends, O(1) for each other one; nothing for those that go on,
        but for a question to each condition that is polled.
        """
        now = self.time
        heap = self._heap
        early, late = now - TOLERANCE, now + TOLERANCE
        ready = [lane for lane in self._lanes.values() if lane and lane[0][0] <= late]
        for lane in ready:
            while lane and lane[0][0] < early:
                heappush(heap, lane.popleft())
        while heap and heap[0][0] < early:
            when, seq, waiter, value = heappop(heap)
            if seq >= waiter._wait:
                waiter._fire(when, value)
        due = self._ask(now) if self._polled or self._watches else []
        for seq, waiter, value in self._in_frames.pop(self.frame, ()):
            due.append((now, seq, waiter, value))
        if len(ready) == 1 and not due and not (heap and heap[0][0] <= late):
            lane = ready[0]
            while lane and lane[0][0] <= late:
                when, seq, waiter, value = lane.popleft()
                if seq >= waiter._wait:
                    waiter._fire(when, value)
        for lane in ready:
            while lane and lane[0][0] <= late:
                due.append(lane.popleft())
        while True:
            while heap and heap[0][0] <= late:
                due.append(heappop(heap))
            if not due:
                break
            if len(due) > 1:
                due.sort(key=_by_seq, reverse=True)
            try:
                while due:
                    when, seq, waiter, value = due.pop()
                    if seq >= waiter._wait:
                        waiter._fire(when, value)
            finally:
                # Only a KeyboardInterrupt and the like gets here with something left: it stays due.
                for entry in due:
                    heappush(heap, entry)
                due.clear()
        if not self.frame % _TIDY_EVERY:
            self._tidy()

    def _ask(self, now: float) -> list[Entry]:
        """Asks every polled condition; returns the waits that came true, and fails those that raised."""
        due: list[Entry] = []
        try:
            if self._polled:
                self._ask_one_by_one(now, due)
            self._ask_together(now, due)
        except BaseException:
            # An interruption: what is due stays so.
            for late in due:
                heappush(self._heap, late)
            raise
        return due

    def _ask_one_by_one(self, now: float, due: list[Entry]) -> None:
        asked, self._polled = self._polled, []
        asked.reverse()
        while asked:
            entry = asked.pop()
            seq, waiter, value, condition = entry
            if seq < waiter._wait:
                continue
            try:
                try:
                    holds = _ask_one(condition, waiter._subject())
                except Exception as error:
                    waiter._fail(now, error)
                    continue
            except BaseException:
                # An interruption: this one and the others are asked in the next update.
                self._polled.extend([entry, *reversed(asked)])
                raise
            if holds:
                due.append((now, seq, waiter, value))
            else:
                self._polled.append(entry)

    def _ask_together(self, now: float, due: list[Entry]) -> None:
        for condition, watch in list(self._watches.items()):
            try:
                outcomes = watch.poll()
            except Exception as error:
                self.report(error)
                continue
            for seq, waiter, value, failure in outcomes:
                if seq < waiter._wait:
                    continue
                if failure is None:
                    due.append((now, seq, waiter, value))
                else:
                    waiter._fail(now, failure)
            if outcomes and not len(watch):
                self._forget(condition)

    def _tidy(self) -> None:
        """Drops what is empty, and stale entries where they may be many: amortised O(1) per entry."""
        self._lanes = {seconds: lane for seconds, lane in self._lanes.items() if lane}
        for condition, watch in list(self._watches.items()):
            if not len(watch):
                self._forget(condition)
        if len(self._known) > _MOST_KNOWN:
            # Conditions that are made anew for each spawn (test_conditions_made_anew_are_not_collected).
            self._known.clear()
        if self._entry_count() > self._compact_at:
            self._heap[:] = filter(_is_live, self._heap)
            heapify(self._heap)
            for seconds, lane in self._lanes.items():
                self._lanes[seconds] = deque(filter(_is_live, lane))
            for frame, waits in list(self._in_frames.items()):
                if live := [wait for wait in waits if wait[0] >= wait[1]._wait]:
                    self._in_frames[frame] = live
                else:
                    del self._in_frames[frame]
            self._compact_at = max(1024, 2 * self._entry_count())

    def _forget(self, condition: Polled) -> None:
        """Drops the watch of a condition that nobody waits for."""
        del self._watches[condition]
        self._known.clear()

    def _entry_count(self) -> int:
        return len(self._heap) + sum(map(len, self._lanes.values())) + sum(map(len, self._in_frames.values()))


def _is_live(entry: Entry) -> bool:
    return entry[1] >= entry[2]._wait


def _ask_one(condition: Polled, item: PoolItem[Any] | None) -> object:
    if item is None:
        return condition.holds()
    # The question is code of the lease: if it ends the lease, the object is not reset under its feet (L8).
    item.holds += 1
    try:
        return condition.holds(item.obj)
    finally:
        item.release()
