"""Scheduler: the one place where time passes.

Law: nothing in the library ends, resumes or is made over time except through `Scheduler.run_due` and
`Scheduler.run_updates`, which `PoolManager.update` calls.

Common cases: thousands of leases that wait for seconds, most of which end by that wait; hundreds that end earlier, by
a hit. Optimised for: starting such a wait (one entry, no generator) and cancelling it (one store, see waiter.py).
Refused: a list of timers that is walked every update, and callbacks that must be unregistered. Refused as well, after
measuring: a wheel of buckets instead of the heap and the queues.

Stale entries are dropped when they are met, or by `Scheduler._tidy`. An entry may be there twice: it is taken out only
when it is safe elsewhere, so that an interruption between two lines loses none (F8).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import count
from operator import itemgetter
from typing import Final, TypeAlias

from arcade_pool.timing.polling import Host, Polls, Question
from arcade_pool.timing.waiter import Waiter, is_live

__all__ = ["TOLERANCE", "Scheduler"]

#: Seconds by which a deadline may be missed and still count as met, so that rounding never adds a frame (T2).
TOLERANCE: Final = 1e-6

#: Updates between two clean-ups.
_TIDY_EVERY: Final = 32
#: Lengths of waits that have a queue of their own; others share the heap.
_MOST_QUEUES: Final = 16

_by_seq = itemgetter(1)

Entry: TypeAlias = "tuple[float, int, Waiter, object]"


class Scheduler:
    """All waits of one manager, on game time.

    Args:
        host: The update loop that drives it.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
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
        # heap does, without its O(log n): a sixth of a lease (benchmarks, row "constant").
        self._queues: dict[float, deque[Entry]] = {}
        self._compact_at = 1024
        self._in_frames: dict[int, list[tuple[int, Waiter, object]]] = {}
        self._in_updates: dict[int, deque[tuple[Callable[..., object], tuple[object, ...]]]] = {}
        self._polls = Polls(host)

    # --- starting waits ---

    def after(self, seconds: float, waiter: Waiter, start: float, value: object = None) -> int:
        """Fire `waiter` at game time ``start + seconds``; return the wait's number.

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
        """Fire `waiter` in the n-th update of game time, in the next one at the earliest. Cost: O(1)."""
        seq = self.next_seq()
        frame = self.frame + (frames if frames > 1 else 1)
        waits = self._in_frames.get(frame)
        if waits is None:
            waits = self._in_frames[frame] = []
        waits.append((seq, waiter, value))
        return seq

    def poll(self, condition: Question, waiter: Waiter, value: object, *, shared: bool = False) -> None:
        """Fire `waiter` once `condition` holds, from the next update on. Cost: O(1), and a question per update.

        Args:
            condition: What is asked.
            waiter: What fires.
            value: What the waiter is handed then.
            shared: True if the condition offers a `Watch`.
        """
        self._polls.add(self.next_seq(), waiter, value, condition, shared)

    def wake(self, seq: int, waiter: Waiter, value: object) -> None:
        """Fire `waiter` now: in this update if its due part is still to come or under way, else in the next."""
        heappush(self._heap, (self.time, seq, waiter, value))

    def call_after_updates(self, updates: int, function: Callable[..., object], *args: object) -> None:
        """Call ``function(*args)`` at the beginning of the n-th following update, paused or not. Cost: O(1).

        After an interruption it may be called once more, so a second call must do nothing.
        """
        self._in_updates.setdefault(self.updates + updates, deque()).append((function, args))

    # --- passing time ---

    def run_updates(self) -> None:
        """Begin an update: run what was asked for in numbers of updates. Paused or not."""
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
                    self.host.report(error)
                # Only now, so that an interruption loses none; the functions that are called here may be called twice.
                calls.popleft()
            del self._in_updates[number]

    def move(self, delta_time: float) -> None:
        """Move game time on, in seconds. Waits that start from here on count from the new time."""
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
        if self._polls.fresh:
            self._polls.begin(time)

    def run_due(self) -> None:
        """Run what is due at the present time: the hot loop.

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
            if self._polls.single or self._polls.watches:
                self._polls.ask(now, due)
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

    def _tidy(self) -> None:
        """Drop what is empty, and stale entries where they may be many: amortised O(1) per entry."""
        self._queues = {seconds: queue for seconds, queue in self._queues.items() if queue}
        self._polls.tidy()
        if self._entry_count() > self._compact_at:
            heap = list(filter(_is_live, self._heap))
            heapify(heap)
            self._heap = heap
            self._queues = {seconds: deque(filter(_is_live, queue)) for seconds, queue in self._queues.items()}
            self._polls.drop_stale()
            in_frames = {
                frame: [wait for wait in waits if wait[0] >= wait[1]._wait] for frame, waits in self._in_frames.items()
            }
            self._in_frames = {frame: waits for frame, waits in in_frames.items() if waits}
            self._compact_at = max(1024, 2 * self._entry_count())

    def _entry_count(self) -> int:
        queued = sum(map(len, self._queues.values()))
        return queued + len(self._heap) + len(self._polls.fresh) + sum(map(len, self._in_frames.values()))


def _is_live(entry: Entry) -> bool:
    return is_live(entry[1], entry[2])
