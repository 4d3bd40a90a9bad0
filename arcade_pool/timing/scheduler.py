"""The one place where time passes.

Law: nothing in the library ends, resumes or is made over time but through `Scheduler.run_due` and
`Scheduler.run_updates`, called by `PoolManager.update`.

Common cases: thousands of leases that wait for seconds, most of which end by that wait; hundreds that end
earlier, by a hit. Optimised for: starting such a wait (one heap entry, no generator) and giving it up (one
store). Refused: a list of timers that is walked every update, and callbacks that must be unregistered. Refused as
well, after measuring: a wheel of buckets in the place of heap and queues.

How a wait is given up: every wait has a number, its `seq`, from one counter that only grows, and a waiter holds
the number of its present wait in `Waiter._wait`. An entry is live while ``entry.seq >= waiter._wait``. So storing
`NEVER` there makes all entries of a waiter stale at once, wherever they are, and ``a | b`` is simply two entries.
Stale entries are dropped when they are met, or by `Scheduler._tidy`. For the same reason an entry may be there twice:
what is under way is taken out only when it is safe elsewhere, so that an interruption between two lines loses none.

It is longer than most, so that starting, passing and giving up waits can be read side by side.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from arcade_pool.timing.conditions import Condition, Polled, Watch

if TYPE_CHECKING:
    from arcade_pool.pools.item import PoolItem
    from arcade_pool.pools.manager import PoolManager

__all__ = ["NEVER", "TOLERANCE", "Scheduler", "Waiter"]

#: The token of a waiter that waits for nothing: no `seq` ever reaches it.
NEVER: Final = sys.maxsize
#: Seconds by which a deadline may be missed and still count as met, so that rounding never adds a frame (T2).
TOLERANCE: Final = 1e-6

#: Updates between two clean-ups.
_TIDY_EVERY = 32
#: Lengths of waits that have a queue of their own; others share the heap.
_MOST_QUEUES = 16
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
        self._whole.part_fired(self, when)
        self._seq = NEVER

    def _fail(self, when: float, error: Exception) -> None:
        self._whole.waiter._fail(when, error)

    def _subject(self) -> PoolItem[Any] | None:
        return self._whole.waiter._subject()


class _Whole:
    """The running state of one ``a & b``: which of its parts have not been true yet."""

    __slots__ = ("_seq", "_value", "missing", "waiter")

    def __init__(self, waiter: Waiter, seq: int, value: object) -> None:
        self.waiter = waiter
        self._seq = seq
        self._value = value
        self.missing: set[_Part] = set()

    def alive(self) -> bool:
        return self._seq >= self.waiter._wait

    def part_fired(self, part: _Part, when: float) -> None:
        self.missing.discard(part)
        if not self.missing and self.alive():
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
        # What rounding has added to the time so far.
        self._rounding = 0.0
        #: Updates that moved game time.
        self.frame = 0
        #: All updates, those in a pause included.
        self.updates = 0
        self.next_seq: Callable[[], int] = count(1).__next__
        self._heap: list[Entry] = []
        # Waits by their length: those of one length mostly fall due in the order of their start, so a queue does what a
        # heap does, without its O(log n): a quarter of a lease (benchmarks, row "constant").
        self._queues: dict[float, deque[Entry]] = {}
        self._compact_at = 1024
        self._in_frames: dict[int, list[tuple[int, Waiter, object]]] = {}
        self._in_updates: dict[int, deque[tuple[Callable[..., object], tuple[object, ...]]]] = {}
        # Started since the last update began: first looked at in the next one (T3).
        self._fresh: list[tuple[int, Waiter, object, Polled]] = []
        self._polled: list[tuple[int, Waiter, object, Polled]] = []
        self._watches: dict[Hashable, Watch] = {}
        # The very same condition, as a class has it for all its sprites, is found without asking for its hash.
        self._known: dict[int, tuple[Polled, Watch]] = {}

    # --- starting waits ---

    def after(self, seconds: float, waiter: Waiter, start: float, value: object = None) -> int:
        """Fires `waiter` at game time ``start + seconds``; returns the wait's number.

        Cost: O(1) for the commonest lengths of waits, else O(log n).
        """
        if seconds <= TOLERANCE:
            return self.after_frames(1, waiter, value)
        seq = self.next_seq()
        when = start + seconds
        entry = (when, seq, waiter, value)
        if when <= self.time + TOLERANCE:
            # Due in the update that is under way, which looks into the heap alone from here on.
            heappush(self._heap, entry)
            return seq
        queue = self._queues.get(seconds)
        if queue is None and len(self._queues) < _MOST_QUEUES:
            queue = self._queues[seconds] = deque()
        if queue is not None and (not queue or queue[-1][0] <= when):
            queue.append(entry)
        else:
            heappush(self._heap, entry)
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
            condition.enter_watch(known[1], self.next_seq(), waiter, value)
        else:
            self._fresh.append((self.next_seq(), waiter, value, condition))

    def after_all(self, parts: Sequence[Condition], waiter: Waiter, start: float, value: object) -> None:
        """Fires `waiter` when each of `parts` has been true. Cost: that of its parts."""
        whole = _Whole(waiter, self.next_seq(), value)
        waiting = [(part, _Part(whole, self.next_seq())) for part in parts]
        whole.missing.update(each for _, each in waiting)
        for part, each in waiting:
            part.arm(self, each, start, None)

    def wake(self, seq: int, waiter: Waiter, value: object) -> None:
        """Fires `waiter` now: in this update if its due part is still to come or under way, else in the next."""
        heappush(self._heap, (self.time, seq, waiter, value))

    def call_after_updates(self, updates: int, function: Callable[..., object], *args: object) -> None:
        """Calls ``function(*args)`` at the beginning of the n-th following update, paused or not. Cost: O(1).

        After an interruption it may be called once more, so a second call must do nothing.
        """
        self._in_updates.setdefault(self.updates + updates, deque()).append((function, args))

    # --- passing time ---

    def run_updates(self) -> None:
        """Begins an update: what was asked for in numbers of updates. Paused or not."""
        self.updates += 1
        if not self.updates % _TIDY_EVERY:
            self._tidy()
        if not self._in_updates:
            return
        for number in sorted(number for number in self._in_updates if number <= self.updates):
            calls = self._in_updates[number]
            while calls:
                function, args = calls[0]
                try:
                    function(*args)
                except Exception as error:
                    self.report(error)
                # Only now, so that an interruption loses none; the functions that are called here may be called twice.
                calls.popleft()
            del self._in_updates[number]

    def move(self, delta_time: float) -> None:
        """Moves game time on, in seconds. What is waited for from here on counts from the new time."""
        # Kahan's compensated sum (https://en.wikipedia.org/wiki/Kahan_summation_algorithm): the rounding of a million
        # equal frames would add up to more than a frame (test_waits_are_exact_at_a_hundred_million_seconds).
        step = delta_time - self._rounding
        time = self.time + step
        self._rounding = (time - self.time) - step
        self.time = time
        if self.frame in self._in_frames:
            # An interruption has kept the last update from what was due in it.
            self._in_frames.setdefault(self.frame + 1, []).extend(self._in_frames[self.frame])
            del self._in_frames[self.frame]
        self.frame += 1
        if self._fresh:
            self._take_fresh()

    def _take_fresh(self) -> None:
        """Has what was started since the last update looked at from now on."""
        fresh = self._fresh
        try:
            self._fresh = []
            for wait in fresh:
                if wait[0] >= wait[1]._wait:
                    self._look_after(*wait)
        except BaseException:
            # An interruption: all of them begin in the next update. One that is asked twice ends once.
            self._fresh = fresh + self._fresh
            raise

    def _look_after(self, seq: int, waiter: Waiter, value: object, condition: Polled) -> None:
        """Has a condition asked from now on, together with others or by itself."""
        try:
            known = self._known.get(id(condition))
            watch = self._watch_for(condition) if known is None else known[1]
            if watch is not None:
                condition.enter_watch(watch, seq, waiter, value)
            else:
                self._polled.append((seq, waiter, value, condition))
        except Exception as error:
            waiter._fail(self.time, error)

    def _watch_for(self, condition: Polled) -> Watch | None:
        # Only those that offer one need a hash.
        if type(condition).watch is _NO_WATCH:
            return None
        key = condition.watch_key()
        watch = self._watches.get(key)
        if watch is None and (watch := condition.watch(self._manager)) is not None:
            self._watches[key] = watch
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
        entry: Entry | None = None
        due: list[Entry] = []
        try:
            for queue in self._queues.values():
                while queue and queue[0][0] <= late:
                    if queue[0][0] < early:
                        heappush(heap, queue[0])
                    else:
                        due.append(queue[0])
                    queue.popleft()
            while heap and heap[0][0] < early:
                entry = heap[0]
                heappop(heap)
                when, seq, waiter, value = entry
                if seq >= waiter._wait:
                    waiter._fire(when, value)
            if self._polled or self._watches:
                self._ask(now, due)
            if self.frame in self._in_frames:
                due += [(now, *wait) for wait in self._in_frames[self.frame]]
                del self._in_frames[self.frame]
            while due or (heap and heap[0][0] <= late):
                while heap and heap[0][0] <= late:
                    due.append(heap[0])
                    heappop(heap)
                if len(due) > 1:
                    due.sort(key=_by_seq, reverse=True)
                while due:
                    entry = due[-1]
                    del due[-1]
                    when, seq, waiter, value = entry
                    if seq >= waiter._wait:
                        waiter._fire(when, value)
        except BaseException:
            # An interruption: what was not served is due in the next update. To enter a wait twice, or one that was
            # served, does no harm: its waiter has another number by then.
            for each in [*due, *([] if entry is None else [entry])]:
                heappush(heap, each)
            raise

    def _ask(self, now: float, due: list[Entry]) -> None:
        """Asks every polled condition; adds the waits that came true to `due`, and fails those that raised."""
        if self._polled:
            self._ask_one_by_one(now, due)
        self._ask_together(now, due)

    def _ask_one_by_one(self, now: float, due: list[Entry]) -> None:
        asked = self._polled
        try:
            goes_on: list[tuple[int, Waiter, object, Polled]] = []
            self._polled = goes_on
            for entry in asked:
                seq, waiter, value, condition = entry
                if seq >= waiter._wait and (holds := _ask_one(condition, waiter, now)) is not None:
                    if holds:
                        due.append((now, seq, waiter, value))
                    else:
                        goes_on.append(entry)
        except BaseException:
            # An interruption: all are asked in the next update; those that have come true are due, too.
            self._polled = asked + self._polled
            raise

    def _ask_together(self, now: float, due: list[Entry]) -> None:
        for key, watch in list(self._watches.items()):
            try:
                outcomes = watch.poll()
            except Exception as error:
                self.report(error)
                continue
            # All that came true is noted before code of the game's runs: it is asked no more.
            due += [(now, seq, waiter, value) for seq, waiter, value, failure in outcomes if failure is None]
            for seq, waiter, _, failure in outcomes:
                if failure is not None and seq >= waiter._wait:
                    waiter._fail(now, failure)
            if not len(watch):
                self._forget(key)

    def _tidy(self) -> None:
        """Drops what is empty, and stale entries where they may be many: amortised O(1) per entry."""
        self._queues = {seconds: queue for seconds, queue in self._queues.items() if queue}
        if len(self._known) > _MOST_KNOWN:
            # Conditions that are made anew for each spawn (test_conditions_made_anew_are_not_collected).
            self._known = {}
        if self._entry_count() > self._compact_at:
            heap = list(filter(_is_live, self._heap))
            heapify(heap)
            self._heap = heap
            self._queues = {seconds: deque(filter(_is_live, queue)) for seconds, queue in self._queues.items()}
            self._fresh = [wait for wait in self._fresh if wait[0] >= wait[1]._wait]
            in_frames = {
                frame: [wait for wait in waits if wait[0] >= wait[1]._wait] for frame, waits in self._in_frames.items()
            }
            self._in_frames = {frame: waits for frame, waits in in_frames.items() if waits}
            self._compact_at = max(1024, 2 * self._entry_count())

    def _forget(self, key: Hashable) -> None:
        """Drops a watch that nothing waits in."""
        del self._watches[key]
        self._known = {}

    def _entry_count(self) -> int:
        queued = sum(map(len, self._queues.values()))
        return queued + len(self._heap) + len(self._fresh) + sum(map(len, self._in_frames.values()))


def _is_live(entry: Entry) -> bool:
    return entry[1] >= entry[2]._wait


def _ask_one(condition: Polled, waiter: Waiter, now: float) -> bool | None:
    """True if a condition holds for a waiter; None if asking raised, which the waiter was given."""
    item = waiter._subject()
    try:
        if item is None:
            return bool(condition.holds())
        # The question is code of the lease: if it ends the lease, the object is not reset under its feet (L8).
        item.holds += 1
        return bool(condition.holds(item.obj))
    except Exception as error:
        waiter._fail(now, error)
        return None
    finally:
        if item is not None:
            item.release()
