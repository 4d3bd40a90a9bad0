"""Borrows and other threads (L9): they resolve, borrow and ask; whatever changes is done on the update thread."""

from __future__ import annotations

import gc
import inspect
import logging
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

import arcade_pool
from arcade_pool import (
    Forever,
    Leak,
    Lease,
    Pool,
    PoolError,
    PoolExhausted,
    PoolManager,
    RecycleReason,
    StaleLease,
)
from helpers import FRAME, Coroutine, InjectedError, Thing, check, in_update, make_manager, run_script, step

T = TypeVar("T")

#: Seconds after which a thread that should have answered counts as stuck. No test that passes waits for it.
STUCK = 20


class Other:
    """One other thread, told what to do next."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        self._executor = executor

    def do(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Calls the function on the thread, and waits for what it returns or raises."""
        return self._executor.submit(function, *args, **kwargs).result(STUCK)


class OpenBorrow:
    """A borrow that some thread opened and closes when it is told to."""

    def __init__(self, other: Other | None, lease: Lease[Any]) -> None:
        self._other = other
        self._context: AbstractContextManager[Any] = lease.borrow()
        self.obj = other.do(self._context.__enter__) if other else self._context.__enter__()

    def close(self) -> None:
        if self._other:
            self._other.do(self._context.__exit__, None, None, None)
        else:
            self._context.__exit__(None, None, None)


@contextmanager
def another_thread() -> Iterator[Other]:
    with ThreadPoolExecutor(1) as executor:
        yield Other(executor)


@pytest.fixture
def other() -> Iterator[Other]:
    with another_thread() as made:
        yield made


class Probe:
    """Says which lease it serves; a reset takes that away."""

    def __init__(self) -> None:
        self.serial: int | None = None
        self.log: list[str] = []

    def on_spawn(self, *, serial: int = 1) -> None:
        self.serial = serial
        self.twin = serial

    def intact(self, serial: int) -> bool:
        return self.serial == serial and vars(self).get("twin") == serial


def probes(manager: PoolManager, **settings: Any) -> Pool[Probe]:
    return manager.create_pool(Probe, **settings)


# --- a borrow and the end of a lease ---


def test_borrow_gives_the_object_and_changes_nothing() -> None:
    """L9: a borrow that ends before the lease leaves no trace."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    before = pool.stats()
    with lease.borrow() as borrowed:
        assert borrowed is probe
        assert lease.alive
        assert pool.stats() == before
    assert pool.stats() == before
    assert lease.recycle()
    assert pool.idle_count == 1


def test_borrow_on_another_thread_gives_the_object(other: Other) -> None:
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    borrow = OpenBorrow(other, pool.lease(probe))
    assert borrow.obj is probe
    borrow.close()
    assert pool.recycle(probe)
    assert pool.idle_count == 1


@pytest.mark.parametrize("elsewhere", [False, True])
def test_borrow_of_a_stale_lease_is_refused(elsewhere: bool) -> None:
    """Also when the object is on lease again; and the attempt leaves nothing open."""
    manager = make_manager()
    pool = probes(manager, max_size=1, overflow="steal_oldest")
    lease = pool.lease(pool.spawn())
    lease.recycle()
    again = pool.spawn(serial=2)
    with another_thread() as other:
        run = other.do if elsewhere else _call
        with pytest.raises(StaleLease, match="borrow"):
            run(lease.borrow().__enter__)
    assert again.intact(2)
    assert pool.spawn(serial=3) is again, "the attempt still counts as a borrow"
    assert manager.leaks(0)[0].borrowed is False


def _call(function: Callable[..., T], *args: Any) -> T:
    return function(*args)


def test_a_borrow_is_made_when_it_is_entered() -> None:
    """A context manager that nobody enters holds nothing; one that is entered too late finds the lease stale."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    context = lease.borrow()
    assert lease.recycle()
    assert pool.idle_count == 1
    with pytest.raises(StaleLease):
        context.__enter__()


def test_a_borrow_that_is_open_is_not_opened_again() -> None:
    """Neither by itself nor by another thread; it stays open, and is closed once."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    context = lease.borrow()
    with context as probe:
        with pytest.raises(PoolError, match="open already"):
            context.__enter__()
        assert lease.recycle()
        assert probe.intact(1)
    assert pool.idle_count == 1


def test_a_borrow_may_be_opened_once_more_when_it_is_closed() -> None:
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    context = lease.borrow()
    for _ in range(2):
        with context as probe:
            assert probe is lease.get()
            assert len(manager._borrows.open) == 1
        assert not manager._borrows.open
    assert lease.recycle()
    with pytest.raises(StaleLease), context:
        pass


def test_a_borrow_that_is_not_open_cannot_be_closed() -> None:
    manager = make_manager()
    pool = probes(manager)
    context = pool.lease(pool.spawn()).borrow()
    with pytest.raises(PoolError, match="not open"):
        context.__exit__(None, None, None)
    assert not manager._borrows.open
    context.__enter__()
    context.__exit__(None, None, None)
    with pytest.raises(PoolError, match="not open"):
        context.__exit__(None, None, None)


def test_a_borrow_that_was_opened_by_hand_and_dropped_is_closed() -> None:
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    context = lease.borrow()
    context.__enter__()
    lease.recycle()
    assert pool.stats().retiring == 1
    del context
    assert pool.idle_count == 1


ENDINGS: dict[str, tuple[Callable[[PoolManager, Pool[Probe], Lease[Probe]], object], RecycleReason]] = {
    "recycle": (lambda manager, pool, lease: lease.recycle(), RecycleReason.RECYCLED),
    "recycle by object": (lambda manager, pool, lease: manager.recycle(lease.get()), RecycleReason.RECYCLED),
    "expiry": (lambda manager, pool, lease: _end_by_expiry(manager, lease), RecycleReason.EXPIRED),
    "clear": (lambda manager, pool, lease: pool.clear(), RecycleReason.CLEARED),
    "manager clear": (lambda manager, pool, lease: manager.clear(), RecycleReason.CLEARED),
    "parent": (lambda manager, pool, lease: _end_by_parent(manager, lease), RecycleReason.PARENT),
    "failure": (lambda manager, pool, lease: _end_by_failure(manager, lease), RecycleReason.FAILED),
}


def _end_by_expiry(manager: PoolManager, lease: Lease[Any]) -> None:
    lease.set_lifetime(0.0)
    manager.update(FRAME)


def _end_by_parent(manager: PoolManager, lease: Lease[Any]) -> None:
    parents = manager.create_pool(Thing)
    parent = parents.spawn()
    parents.lease(parent).adopt(lease)
    parents.recycle(parent)


def _end_by_failure(manager: PoolManager, lease: Lease[Any]) -> None:
    def fails(obj: object) -> Coroutine:
        yield None
        raise InjectedError

    lease.set_lifetime(fails)
    with pytest.raises(InjectedError):
        manager.update(FRAME)


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("ending", ENDINGS)
def test_borrowed_object_disappears_but_stays_as_it_is(ending: str, elsewhere: bool) -> None:
    """L9: stale, hooks run, tasks closed; neither reset nor handed out until the borrow closes."""
    manager = make_manager()
    pool = probes(manager)
    log: list[str] = []

    def task() -> Coroutine:
        try:
            yield Forever()
        finally:
            log.append("task closed")

    probe = pool.spawn()
    lease = pool.lease(probe)
    lease.start(task())
    lease.defer(log.append, "deferred")
    end, reason = ENDINGS[ending]
    with another_thread() as other:
        borrow = OpenBorrow(other if elsewhere else None, lease)
        end(manager, pool, lease)
        assert (lease.alive, lease.get(), lease.reason) == (False, None, reason)
        assert log == ["task closed", "deferred"]
        assert probe not in pool
        assert probe.intact(1)
        assert (pool.stats().retiring, pool.idle_count) == (1, 0)
        step(manager, 3)
        assert pool.spawn(serial=2) is not probe
        assert probe.intact(1)
        check(pool)
        borrow.close()
        if elsewhere:
            assert probe.intact(1), "changed off the update thread"
            assert pool.stats().retiring == 1
            manager.update(0.0)
    assert (probe.serial, vars(probe).get("twin")) == (None, None)
    assert (pool.stats().retiring, pool.idle_count) == (0, 1)
    assert pool.spawn(serial=3) is probe


def test_on_recycle_runs_while_the_object_is_borrowed() -> None:
    """L9: hooks run at the end of the lease, not of the borrow."""
    log: list[object] = []

    class Hooked:
        def on_recycle(self) -> None:
            log.append(self)

    manager = make_manager()
    pool = manager.create_pool(Hooked)
    hooked = pool.spawn()
    with pool.lease(hooked).borrow():
        pool.recycle(hooked)
        assert log == [hooked]
    assert log == [hooked]


def test_the_last_of_several_borrows_finishes(other: Other) -> None:
    """L9: two borrows on the update thread, two on another one, one of them nested."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    borrows = [OpenBorrow(each, lease) for each in (None, other, other, None)]
    assert lease.recycle()
    for borrow in borrows[1:]:
        borrow.close()
        step(manager)
        assert probe.intact(1)
        assert pool.stats().retiring == 1
    borrows[0].close()
    assert probe.serial is None
    assert pool.idle_count == 1


def test_a_refused_borrow_does_not_close_another_ones(other: Other) -> None:
    """L9: the attempt on the stale lease counts neither up nor down."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    borrow = OpenBorrow(other, lease)
    lease.recycle()
    for _ in range(2):
        with pytest.raises(StaleLease):
            lease.borrow().__enter__()
        step(manager)
        assert probe.intact(1)
    borrow.close()
    step(manager)
    assert pool.idle_count == 1


def test_a_borrow_that_raises_is_closed() -> None:
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)

    def borrow_and_fail() -> None:
        with lease.borrow():
            lease.recycle()
            raise InjectedError

    with pytest.raises(InjectedError):
        borrow_and_fail()
    assert pool.idle_count == 1


def test_a_borrow_outlasts_the_delay_of_a_recycle() -> None:
    """L9 and L10 together: whichever ends later."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    with lease.borrow():
        lease.recycle(delay_frames=2)
        step(manager, 4)
        assert probe.intact(1)
    assert pool.idle_count == 1
    probe = pool.spawn()
    lease = pool.lease(probe)
    with lease.borrow():
        lease.recycle(delay_frames=2)
        step(manager)
    assert probe.intact(1)
    step(manager)
    assert (probe.serial, pool.idle_count) == (None, 1)


def test_a_borrow_and_running_code_of_the_lease_both_hold_it() -> None:
    """L8 and L9 together: the item is finished when the later of them lets go."""
    manager = make_manager()
    pool = probes(manager)
    contexts: list[AbstractContextManager[Any]] = []

    def life(probe: Probe) -> Coroutine:
        yield None
        context = pool.lease(probe).borrow()
        context.__enter__()
        contexts.append(context)
        pool.recycle(probe)
        assert probe.intact(1)
        yield None

    probe = pool.spawn(lifetime=life)
    step(manager)
    assert probe.intact(1)
    assert pool.stats().retiring == 1
    contexts[0].__exit__(None, None, None)
    assert pool.idle_count == 1


def test_borrow_inside_on_spawn_of_a_spawn_that_fails() -> None:
    """F2 and L9: the undone lease's object is finished when the borrow closes."""
    manager = make_manager()
    contexts: list[AbstractContextManager[Any]] = []

    class Failing:
        def on_spawn(self) -> None:
            self.half = True
            context = pool.lease(self).borrow()
            context.__enter__()
            contexts.append(context)
            raise InjectedError

    pool = manager.create_pool(Failing)
    with pytest.raises(InjectedError):
        pool.spawn()
    assert (pool.stats().retiring, pool.stats().spawned) == (1, 0)
    check(pool)
    contexts[0].__exit__(None, None, None)
    assert (pool.stats().retiring, pool.idle_count) == (0, 1)


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("how", ["invalidate", "max_idle", "close", "manager close", "faulted"])
def test_borrowed_item_that_is_to_be_destroyed_is_destroyed_at_the_close(how: str, elsewhere: bool) -> None:
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)

    def fails() -> None:
        raise InjectedError

    with another_thread() as other:
        borrow = OpenBorrow(other if elsewhere else None, lease)
        if how == "invalidate":
            pool.invalidate()
        elif how == "max_idle":
            pool.configure(max_idle=0)
        elif how == "faulted":
            lease.defer(fails)
        if how == "close":
            pool.close()
        elif how == "manager close":
            manager.close()
        elif how == "faulted":
            with pytest.raises(InjectedError):
                lease.recycle()
        else:
            lease.recycle()
        assert lease.reason is (RecycleReason.CLOSED if "close" in how else RecycleReason.RECYCLED)
        assert probe.intact(1)
        assert (pool.stats().destroyed, pool.stats().retiring) == (0, 1)
        borrow.close()
    step(manager)
    assert (pool.stats().destroyed, pool.stats().retiring, pool.total_count) == (1, 0, 0)
    assert pool.stats().faulted == (how == "faulted")
    check(pool)


class Unrestorable:
    """Its reset raises: a kept attribute refuses to be put back."""

    def __init__(self) -> None:
        self.own = 1

    @property
    def kept(self) -> int:
        return 1

    @kept.setter
    def kept(self, value: int) -> None:
        raise InjectedError


def test_failing_reset_after_a_borrow_reaches_the_borrower() -> None:
    """F3: on the update thread, outside an update, whoever finished it hears of it."""
    manager = make_manager()
    pool = manager.create_pool(Unrestorable, keep=("kept",))
    lease = pool.lease(pool.spawn())
    with pytest.raises(InjectedError), lease.borrow():
        lease.recycle()
    assert (pool.stats().faulted, pool.total_count) == (1, 0)


def test_failing_reset_after_a_dropped_borrow_reaches_the_next_update() -> None:
    """F5: the collector calls on nobody's behalf."""

    manager = make_manager()
    pool = manager.create_pool(Unrestorable, keep=("kept",))
    lease = pool.lease(pool.spawn())
    borrow = lease.borrow()
    borrow.__enter__()
    lease.recycle()
    del borrow
    gc.collect()
    assert (pool.stats().faulted, pool.total_count) == (1, 0)
    with pytest.raises(InjectedError):
        manager.update(FRAME)
    manager.update(FRAME)


def test_failing_reset_after_a_borrow_of_another_thread_reaches_the_update(other: Other) -> None:
    """F5: never the other thread; the next update works."""
    manager = make_manager()
    pool = manager.create_pool(Unrestorable, keep=("kept",))
    lease = pool.lease(pool.spawn())
    borrow = OpenBorrow(other, lease)
    lease.recycle()
    borrow.close()
    with pytest.raises(InjectedError):
        manager.update(FRAME)
    assert (pool.stats().faulted, pool.total_count) == (1, 0)
    step(manager)


# --- stealing ---


def test_borrowed_leases_are_passed_over_by_steal_oldest(other: Other) -> None:
    """S1: the oldest that is not borrowed; when none is left, it refuses."""
    manager = make_manager()
    pool = probes(manager, max_size=3, overflow="steal_oldest")
    leases = [pool.lease(pool.spawn(serial=number)) for number in range(3)]
    borrows = [OpenBorrow(None, leases[0]), OpenBorrow(other, leases[1])]
    pool.spawn(serial=3)
    assert [lease.reason for lease in leases] == [None, None, RecycleReason.STOLEN]
    third = next(probe for probe in pool if probe.serial == 3)
    borrows.append(OpenBorrow(other, pool.lease(third)))
    with pytest.raises(PoolExhausted):
        pool.spawn(serial=4)
    assert pool.try_spawn(serial=4) is None
    assert (pool.stats().exhausted, pool.stats().stolen) == (2, 1)
    assert sorted(probe.serial or 0 for probe in pool) == [0, 1, 3]
    borrows[1].close()
    pool.spawn(serial=5)
    assert leases[1].reason is RecycleReason.STOLEN
    borrows[0].close()
    borrows[2].close()
    assert pool.total_count == 3


def test_a_held_item_keeps_its_place_in_max_size(other: Other) -> None:
    """S1 and L9: what is borrowed still counts after its lease."""
    manager = make_manager()
    pool = probes(manager, max_size=1)
    lease = pool.lease(pool.spawn())
    borrow = OpenBorrow(other, lease)
    lease.recycle()
    assert pool.try_spawn() is None
    borrow.close()
    assert pool.try_spawn() is None, "finished off the update thread"
    step(manager)
    assert pool.try_spawn() is not None


# --- what other threads may ask ---


def test_get_reason_and_age_off_the_update_thread(other: Other) -> None:
    """L9."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn(lifetime=2.0)
    lease = pool.lease(probe)
    step(manager, 60)
    assert other.do(lease.get) is probe
    assert other.do(lambda: lease.reason) is None
    assert other.do(lambda: (lease.age, lease.remaining, lease.progress)) == pytest.approx((1.0, 1.0, 0.5))
    step(manager, 60)
    assert other.do(lease.get) is None
    assert other.do(lambda: (lease.alive, lease.reason)) == (False, RecycleReason.EXPIRED)
    assert other.do(lambda: lease.age) == pytest.approx(2.0)


@pytest.mark.parametrize("paused", [False, True])
def test_recycle_of_another_thread_takes_effect_in_the_next_update(other: Other, paused: bool) -> None:
    """L9, T6: it tells whether the lease was alive; paused or not."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    manager.paused = paused
    assert other.do(lease.recycle) is True
    assert lease.alive
    assert probe in pool
    manager.update(FRAME)
    assert lease.reason is RecycleReason.RECYCLED
    assert pool.idle_count == 1
    assert other.do(lease.recycle) is False
    manager.update(FRAME)
    assert pool.stats().refused == 0, "a lease known to be stale was asked to end"


def test_delayed_recycle_of_another_thread_counts_from_the_update(other: Other) -> None:
    """L10."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    assert other.do(lease.recycle, delay_frames=2)
    step(manager)
    assert (lease.alive, pool.stats().retiring) == (False, 1)
    step(manager)
    assert pool.stats().retiring == 1
    step(manager)
    assert pool.idle_count == 1


def test_bad_delay_is_refused_on_the_thread_that_asks(other: Other) -> None:
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    with pytest.raises(ValueError, match="delay_frames"):
        other.do(lease.recycle, delay_frames=-1)
    with pytest.raises(TypeError, match="delay_frames"):
        other.do(lease.recycle, delay_frames=1.5)
    step(manager)
    assert lease.alive


def test_request_never_reaches_the_next_lease(other: Other) -> None:
    """L5: what was asked for one life does nothing to another one of the same object."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    assert other.do(pool.lease(probe).recycle)
    assert pool.recycle(probe)
    assert pool.spawn(serial=2) is probe
    step(manager)
    assert probe in pool
    assert probe.intact(2)
    assert pool.stats().refused == 1


def test_request_of_a_borrower_ends_the_lease_and_leaves_it_the_object(other: Other) -> None:
    """L9: the thread may ask for the end of what it borrows itself."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    lease = pool.lease(probe)
    borrow = OpenBorrow(other, lease)
    assert other.do(lease.recycle)
    step(manager)
    assert lease.reason is RecycleReason.RECYCLED
    assert probe.intact(1)
    borrow.close()
    step(manager)
    assert pool.idle_count == 1


def test_failing_hook_of_a_requested_recycle_reaches_the_update(other: Other) -> None:
    """F5: the thread that asked hears nothing."""

    class Failing:
        def on_recycle(self) -> None:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Failing)
    assert other.do(pool.lease(pool.spawn()).recycle) is True
    with pytest.raises(InjectedError):
        manager.update(FRAME)
    assert pool.stats().faulted == 1


# --- call_soon ---


def test_calls_run_in_the_next_update_in_their_order(other: Other) -> None:
    """I2: on the update thread, before anything that is due."""
    manager = make_manager()
    log: list[object] = []
    pool = probes(manager)
    pool.lease(pool.spawn(lifetime=0.0)).defer(log.append, "due")
    other.do(manager.call_soon, log.append, 1)
    manager.call_soon(lambda: log.append(threading.get_ident()))
    other.do(manager.call_soon, log.append, 2)
    assert log == []
    manager.update(FRAME)
    assert log == [1, threading.get_ident(), 2, "due"]
    manager.update(FRAME)
    assert len(log) == 4


def test_what_a_call_spawns_counts_from_this_update(other: Other) -> None:
    """I2."""
    manager = make_manager()
    pool = probes(manager)
    other.do(manager.call_soon, lambda: pool.spawn(lifetime=FRAME))
    manager.update(FRAME)
    (probe,) = pool
    assert pool.lease(probe).age == 0
    manager.update(FRAME)
    assert probe not in pool


def test_a_call_that_asks_for_a_call_waits_for_the_next_update() -> None:
    """An update ends, whatever is asked for."""
    manager = make_manager()
    log: list[float] = []

    def again() -> None:
        log.append(manager.time)
        manager.call_soon(again)

    manager.call_soon(again)
    step(manager, 3, 1.0)
    assert log == [1.0, 2.0, 3.0]


def fail(message: str) -> None:
    raise InjectedError(message)


def test_a_call_that_raises_hinders_nobody(other: Other) -> None:
    """F5: the others run, what is due runs, the error comes at the end; the next update works."""
    manager = make_manager()
    log: list[str] = []
    pool = probes(manager)
    pool.lease(pool.spawn(lifetime=0.0)).defer(log.append, "due")
    other.do(manager.call_soon, fail, "one")
    other.do(manager.call_soon, log.append, "after")
    with pytest.raises(InjectedError, match="one"):
        manager.update(FRAME)
    assert log == ["after", "due"]
    manager.update(FRAME)


def test_several_calls_that_raise_come_as_a_group(other: Other) -> None:
    manager = make_manager()
    for message in ("one", "two"):
        other.do(manager.call_soon, fail, message)
    with pytest.raises(ExceptionGroup) as caught:
        manager.update(FRAME)
    assert [str(error) for error in caught.value.exceptions] == ["one", "two"]
    manager.update(FRAME)


def test_a_call_that_raises_is_logged_if_so_asked(caplog: pytest.LogCaptureFixture) -> None:
    manager = make_manager(errors="log")
    manager.call_soon(fail, "one")
    with caplog.at_level(logging.ERROR, "arcade_pool"):
        manager.update(FRAME)
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], InjectedError)


def test_an_interrupted_call_loses_only_itself() -> None:
    """A KeyboardInterrupt passes through; the calls after it run in the next update."""
    manager = make_manager()
    log: list[str] = []

    def interrupt() -> None:
        raise KeyboardInterrupt

    manager.call_soon(interrupt)
    manager.call_soon(log.append, "after")
    with pytest.raises(KeyboardInterrupt):
        manager.update(FRAME)
    manager.update(FRAME)
    assert log == ["after"]


@pytest.mark.parametrize("bad", [None, 1, "function", Thing()])
def test_what_cannot_be_called_is_refused_at_once(other: Other, bad: Any) -> None:
    manager = make_manager()
    with pytest.raises(TypeError, match="call_soon"):
        other.do(manager.call_soon, bad)
    manager.update(FRAME)


# --- which thread is the update thread ---


def test_the_update_thread_moves_with_update(other: Other) -> None:
    """L9: the one that made the manager, until update runs on another."""
    manager = make_manager()
    pool = probes(manager)
    leases = [pool.lease(pool.spawn()) for _ in range(4)]
    assert leases[0].recycle()
    assert not leases[0].alive
    other.do(manager.update, FRAME)
    assert leases[1].recycle()
    assert leases[1].alive, "no longer the update thread"
    assert other.do(leases[2].recycle)
    assert not leases[2].alive, "the update thread by now"
    other.do(manager.update, FRAME)
    assert not leases[1].alive
    manager.update(FRAME)
    assert leases[3].recycle()
    assert not leases[3].alive


def test_a_borrow_closes_at_once_on_the_new_update_thread(other: Other) -> None:
    """L9: opened before the update thread moved, closed after."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    borrow = OpenBorrow(other, lease)
    other.do(manager.update, FRAME)
    other.do(lease.recycle)
    assert pool.stats().retiring == 1
    borrow.close()
    assert pool.idle_count == 1


def test_update_from_a_second_thread_meanwhile_is_refused(other: Other) -> None:
    """L8: as a nested one; and the update thread stays where it is."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())

    def meanwhile() -> None:
        with pytest.raises(PoolError, match="while another thread is updating"):
            other.do(manager.update, FRAME)
        assert lease.recycle()
        assert not lease.alive

    in_update(manager, meanwhile)
    assert manager.time == pytest.approx(FRAME)
    assert pool.idle_count == 1


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf"), "1", True])
def test_a_refused_update_moves_nothing(other: Other, bad: Any) -> None:
    """T1: neither time nor the update thread."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    with pytest.raises((ValueError, TypeError)):
        other.do(manager.update, bad)
    assert manager.time == 0
    assert lease.recycle()
    assert not lease.alive


def test_a_manager_made_on_another_thread_belongs_to_it(other: Other) -> None:
    manager = other.do(make_manager)
    pool = probes(manager)
    lease = pool.lease(other.do(pool.spawn))
    assert lease.recycle()
    assert lease.alive
    other.do(manager.update, FRAME)
    assert not lease.alive


# --- a thread that outlives the manager ---


def test_a_thread_that_outlives_the_manager_finds_everything_ended(other: Other) -> None:
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    manager.close()
    assert other.do(lease.get) is None
    assert other.do(lambda: lease.reason) is RecycleReason.CLOSED
    assert other.do(lease.recycle) is False
    with pytest.raises(StaleLease):
        other.do(lease.borrow().__enter__)
    other.do(manager.call_soon, Thing)
    assert pool.total_count == 0


def test_a_request_that_comes_too_late_for_the_manager_does_nothing(other: Other) -> None:
    """Asked before the close, carried out after it."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())
    assert other.do(lease.recycle)
    manager.close()
    assert lease.reason is RecycleReason.CLOSED
    manager.update(FRAME)
    assert lease.reason is RecycleReason.CLOSED
    assert pool.total_count == 0


def test_a_borrow_held_across_the_close_of_the_manager(other: Other) -> None:
    """L9: the object stays as it is until the borrow closes, and is destroyed then."""
    manager = make_manager()
    pool = probes(manager)
    probe = pool.spawn()
    borrow = OpenBorrow(other, pool.lease(probe))
    manager.close()
    assert other.do(probe.intact, 1)
    check(pool)
    borrow.close()
    check(pool)
    manager.update(FRAME)
    assert (pool.total_count, pool.stats().destroyed) == (0, 1)


# --- a borrow that is never closed ---


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_borrow_never_closed_is_named_by_leaks(elsewhere: bool) -> None:
    """D2: by its pool, with its age since the end; gone from there when it is closed."""
    manager = make_manager()
    pool = probes(manager, key="probes")
    lease = pool.lease(pool.spawn(lifetime=Forever()))
    with another_thread() as other:
        borrow = OpenBorrow(other if elsewhere else None, lease)
        step(manager, 10, 1.0)
        assert manager.leaks(5) == [], "borrowed and alive is no leak"
        lease.recycle()
        step(manager, 29, 1.0)
        assert manager.leaks() == []
        step(manager, 2, 1.0)
        (leak,) = manager.leaks()
        assert (leak.key, leak.count, leak.where, leak.borrowed) == ("probes", 1, None, True)
        assert leak.oldest == pytest.approx(31)
        borrow.close()
    step(manager)
    assert manager.leaks() == []


def test_in_debug_mode_leaks_name_the_line_that_borrowed() -> None:
    """D2: not that of the spawn, which is innocent."""
    manager = make_manager(debug=True)
    pool = probes(manager, key="probes")
    lease = pool.lease(pool.spawn())
    stack = ExitStack()
    line = inspect.currentframe().f_lineno + 1  # type: ignore[union-attr]
    stack.enter_context(lease.borrow())
    with lease.borrow():
        lease.recycle()
        assert manager.leaks(0) == [Leak("probes", 1, 0.0, f"{__file__}:{line}", borrowed=True)]
    assert manager.leaks(0) == [Leak("probes", 1, 0.0, f"{__file__}:{line}", borrowed=True)]
    stack.close()
    assert manager.leaks(0) == []


def test_unclosed_borrows_of_a_closed_pool_are_still_named() -> None:
    """They keep the capacity of nothing any more, but the thread that holds them is still a fault."""
    manager = make_manager()
    pool = probes(manager, key="probes")
    contexts = [pool.lease(pool.spawn()).borrow() for _ in range(2)]
    for context in contexts:
        context.__enter__()
    manager.close()
    step(manager, 31, 1.0)
    (leak,) = manager.leaks()
    assert (leak.key, leak.count, leak.borrowed) == ("probes", 2, True)
    for context in contexts:
        context.__exit__(None, None, None)
    assert manager.leaks(0) == []
    assert pool.total_count == 0


def test_a_borrow_whose_owner_is_gone_is_closed() -> None:
    """A generator or a frame that is dropped in the middle of its ``with`` gives its object back."""
    manager = make_manager()
    pool = probes(manager)
    lease = pool.lease(pool.spawn())

    def holder() -> Iterator[Probe]:
        with lease.borrow() as probe:
            yield probe

    holding = holder()
    next(holding)
    lease.recycle()
    assert pool.stats().retiring == 1
    del holding
    assert pool.idle_count == 1


DROPPED = """
import gc
from arcade_pool import PoolManager


class Thing:
    pass


def holder(lease):
    with lease.borrow() as thing:
        yield thing


# Garbage collection may come at any moment at which an object is made; each threshold is another one.
for threshold in range(1, 120):
    manager = PoolManager()
    pool = manager.create_pool(Thing)
    leases = [pool.lease(pool.spawn()) for _ in range(4)]
    kept = leases[0].borrow()
    kept.__enter__()
    leases[0].recycle()
    gc.collect()
    gc.disable()
    ring = [holder(leases[1])]
    next(ring[0])
    ring.append(ring)
    leases[1].recycle()
    del ring
    gc.set_threshold(threshold)
    gc.enable()
    manager.leaks(0)
    with leases[2].borrow():
        leases[2].recycle()
    gc.set_threshold(700)
    gc.collect()
    kept.__exit__(None, None, None)
    manager.update(0.1)
    assert (pool.active_count, pool.idle_count) == (1, 3), pool.stats()
print("done")
"""


@pytest.mark.medium
def test_a_dropped_borrow_may_be_collected_at_any_moment() -> None:
    """L9: also while the library itself counts the borrows. In a program of its own, which can be stopped."""
    assert run_script(DROPPED, timeout=STUCK) == "done\n"


# --- every order in which two threads can meet ---

_LIBRARY = str(Path(arcade_pool.__file__).parent)


def at_step(number: int, function: Callable[[], T], action: Callable[[], object]) -> tuple[bool, T | None, Any]:
    """Runs `function`, and `action` when the library has made `number` steps (bytecodes) in it.

    Returns:
        Whether there were so many steps, what the function returned, and what it raised.
    """
    steps = 0
    reached = False

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps, reached
        if not frame.f_code.co_filename.startswith(_LIBRARY):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            steps += 1
            if steps == number:
                reached = True
                action()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result, error = function(), None
    except Exception as raised:  # noqa: BLE001  # whatever it is, the test judges it
        result, error = None, raised
    finally:
        sys.settrace(before)
    return reached, result, error


def is_free(manager: PoolManager, thread: Other) -> bool:
    """Whether `thread` could go through the borrows' lock now; else it would only wait there."""
    lock = manager._borrows._lock
    if free := thread.do(lock.acquire, blocking=False):
        thread.do(lock.release)
    return free


def test_a_lease_that_ends_at_any_step_of_a_borrow() -> None:
    """L9: the borrower gets the object as it is, or StaleLease, and nothing else; also without a global lock."""
    outcomes: set[str] = set()
    with another_thread() as updates:
        number = 0
        reached = True
        while reached:
            number += 1
            manager = updates.do(make_manager)
            pool = probes(manager)
            probe = updates.do(pool.spawn)
            lease = pool.lease(probe)

            def end(manager: PoolManager = manager, lease: Lease[Probe] = lease) -> None:
                if is_free(manager, updates):
                    updates.do(lease.recycle)

            context = lease.borrow()
            reached, got, error = at_step(number, context.__enter__, end)
            if error is not None:
                assert isinstance(error, StaleLease), f"step {number}: {error!r}"
                outcomes.add("stale")
            else:
                assert got is probe
                updates.do(lease.recycle)
                assert updates.do(pool.spawn, serial=2) is not probe
                assert probe.intact(1), f"step {number}"
                outcomes.add("ended meanwhile" if reached else "ended afterwards")
                context.__exit__(None, None, None)
            updates.do(manager.update, FRAME)
            assert (pool.stats().retiring, pool.idle_count) == (0, 1), f"step {number}"
            check(pool)
    assert outcomes == {"stale", "ended meanwhile", "ended afterwards"}


def test_a_borrow_at_any_step_of_the_end_of_a_lease() -> None:
    """L9: likewise, seen from the update thread; and the item is finished when the borrow closes."""
    outcomes: set[str] = set()
    with another_thread() as borrower:
        number = 0
        reached = True
        while reached:
            number += 1
            manager = make_manager()
            pool = probes(manager)
            probe = pool.spawn()
            lease = pool.lease(probe)
            open_borrows: list[OpenBorrow] = []

            def borrow(
                manager: PoolManager = manager, lease: Lease[Probe] = lease, opened: list[OpenBorrow] = open_borrows
            ) -> None:
                if is_free(manager, borrower):
                    try:
                        opened.append(OpenBorrow(borrower, lease))
                    except StaleLease:
                        outcomes.add("stale")

            reached, ended, error = at_step(number, lease.recycle, borrow)
            assert (ended, error) == (True, None), f"step {number}"
            for each in open_borrows:
                assert each.obj is probe
                assert probe.intact(1), f"step {number}: reset under the borrower"
                assert pool.spawn(serial=2) is not probe, f"step {number}: handed out while borrowed"
                outcomes.add("borrowed")
                each.close()
                assert probe.intact(1)
                manager.clear()
            manager.update(FRAME)
            assert (pool.stats().retiring, pool.active_count) == (0, 0), f"step {number}"
            check(pool)
    assert outcomes == {"stale", "borrowed"}


def test_a_borrow_that_closes_at_any_step_of_the_end_of_a_lease() -> None:
    """L9: the item is finished exactly once, whoever lets go of it last."""
    with another_thread() as borrower:
        number = 0
        reached = True
        while reached:
            number += 1
            manager = make_manager()
            pool = probes(manager)
            lease = pool.lease(pool.spawn())
            borrow = OpenBorrow(borrower, lease)
            closed: list[bool] = []

            def close(manager: PoolManager = manager, borrow: OpenBorrow = borrow, closed: Any = closed) -> None:
                if is_free(manager, borrower):
                    borrow.close()
                    closed.append(True)

            reached, ended, error = at_step(number, lease.recycle, close)
            assert (ended, error) == (True, None), f"step {number}"
            if not closed:
                borrow.close()
            manager.update(FRAME)
            assert (pool.stats().retiring, pool.idle_count) == (0, 1), f"step {number}"
            check(pool)


@pytest.mark.parametrize("change", ["recycle", "no_end", "other_end", "again"])
def test_a_look_at_a_lease_at_any_step_of_what_changes_it(change: str) -> None:
    """L9: whatever happens meanwhile, a look says what was so before or after, and raises nothing."""
    with another_thread() as updates:

        def made() -> tuple[PoolManager, Pool[Probe], Lease[Probe]]:
            manager = make_manager()
            pool = probes(manager)
            lease = pool.lease(pool.spawn(lifetime=2.0))
            manager.update(0.5)
            return manager, pool, lease

        def happens(pool: Pool[Probe], lease: Lease[Probe]) -> None:
            match change:
                case "no_end":
                    lease.set_lifetime(None)
                case "other_end":
                    lease.set_lifetime(4.0)
                case _:
                    lease.recycle()
                    if change == "again":
                        pool.spawn()

        for look in ("age", "remaining", "progress", "reason", "alive", "get", "__repr__"):

            def value(lease: Lease[Probe], look: str = look) -> Any:
                found = getattr(lease, look)
                return found() if callable(found) else found

            _, pool, lease = updates.do(made)
            before, _ = value(lease), updates.do(happens, pool, lease)
            possible = {before, value(lease)}
            number, reached = 0, True
            while reached:
                number += 1
                _, pool, lease = updates.do(made)
                looks, changes = partial(value, lease), partial(updates.do, happens, pool, lease)
                reached, got, error = at_step(number, looks, changes)
                assert error is None, f"{look}, step {number}: {error!r}"
                if look == "get":
                    assert got is None or isinstance(got, Probe)
                elif look == "progress" and got is not None:
                    assert 0 <= got <= 1  # of two numbers, one may be new
                else:
                    assert got in possible, f"{look}, step {number}: {got}"


# --- four threads ---


class Board:
    """Leases, posted by the update thread, that other threads look up."""

    def __init__(self, manager: PoolManager) -> None:
        self.manager = manager
        self.pool = probes(manager, max_size=48, overflow="steal_oldest", lifetime=0.5)
        self.posted: list[tuple[Lease[Probe], int]] = []
        self.leases: list[Lease[Probe]] = []
        self.asked = 0
        self.seen: dict[str, int] = {}
        self._lock = threading.Lock()
        # By object: under which lease it is borrowed at the moment, and how often.
        self._holders: dict[int, tuple[Lease[Probe], int]] = {}

    def post(self) -> None:
        probe = self.pool.try_spawn(serial=len(self.leases) + 1)
        if probe is not None:
            lease = self.pool.lease(probe)
            self.leases.append(lease)
            self.posted.append((lease, len(self.leases)))
            if len(self.posted) > 64:
                self.posted = self.posted[-48:]

    def work(self, seed: int, rounds: int) -> None:
        """One thread: looks leases up, borrows, and asks for ends."""
        draw = random.Random(seed)  # noqa: S311  # a test's own choice
        seen = {"alive": 0, "ended": 0, "borrowed": 0, "stale": 0, "ended while borrowed": 0}
        asked = 0
        for _ in range(rounds):
            posted = self.posted
            lease, serial = posted[draw.randrange(len(posted))]
            choice = draw.random()
            if choice < 0.3:
                obj = lease.get()
                if obj is None:
                    assert lease.reason is not None, "ended without a reason"
                seen["ended" if obj is None else "alive"] += 1
            elif choice < 0.85:
                seen[self.borrow(lease, serial, to_the_end=choice > 0.849)] += 1
            elif lease.recycle(delay_frames=draw.randrange(2)):
                asked += 1
        with self._lock:
            self.asked += asked
            for name, count in seen.items():
                self.seen[name] = self.seen.get(name, 0) + count

    def borrow(self, lease: Lease[Probe], serial: int, *, to_the_end: bool) -> str:
        try:
            with lease.borrow() as probe:
                self.enter(probe, lease)
                try:
                    looks = 20
                    while looks or (to_the_end and lease.alive):
                        assert probe.intact(serial), f"lease {serial} borrows {vars(probe)}"
                        looks = max(looks - 1, 0)
                    return "borrowed" if lease.alive else "ended while borrowed"
                finally:
                    self.leave(probe)
        except StaleLease:
            assert not lease.alive
            return "stale"

    def enter(self, probe: Probe, lease: Lease[Probe]) -> None:
        with self._lock:
            holder, count = self._holders.get(id(probe), (lease, 0))
            assert holder is lease, "one object under two leases"
            self._holders[id(probe)] = (lease, count + 1)

    def leave(self, probe: Probe) -> None:
        with self._lock:
            holder, count = self._holders.pop(id(probe))
            if count > 1:
                self._holders[id(probe)] = (holder, count - 1)


@pytest.fixture
def busy_switching() -> Iterator[None]:
    """Threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.medium
@pytest.mark.usefixtures("busy_switching")
@pytest.mark.filterwarnings("ignore:pool .* reused a")
@pytest.mark.parametrize(("rounds", "debug"), [(20_000, False), (4_000, True)])
def test_four_threads_resolve_borrow_and_ask_while_the_update_thread_spawns(rounds: int, debug: bool) -> None:
    """L9: no object under two leases, no borrow of a reset object, counts exact; so many rounds of each thread."""
    manager = make_manager(debug=debug)
    board = Board(manager)
    board.post()
    with ThreadPoolExecutor(4) as executor:
        working: list[Future[None]] = [executor.submit(board.work, seed, rounds) for seed in range(4)]
        while not all(each.done() for each in working):
            for _ in range(4):
                board.post()
            manager.update(FRAME)
        for each in working:
            each.result()
    manager.update(FRAME)
    manager.clear()
    step(manager, 3)
    check(board.pool)
    stats = board.pool.stats()
    reasons = [lease.reason for lease in board.leases]
    assert None not in reasons
    assert (stats.active, stats.retiring, stats.idle) == (0, 0, stats.created)
    assert stats.destroyed == 0
    assert stats.created <= 48
    assert stats.spawned == stats.recycled == len(board.leases)
    assert stats.stolen == reasons.count(RecycleReason.STOLEN)
    assert stats.refused == board.asked - reasons.count(RecycleReason.RECYCLED)
    assert manager.leaks(0) == []
    assert all(count > 0 for count in board.seen.values()), board.seen


# --- os.fork ---

FORKED = """
import os, signal, sys, threading, warnings
from arcade_pool import PoolManager
warnings.filterwarnings("ignore", category=DeprecationWarning)  # Python 3.12 warns of threads and forks

class Thing:
    pass

pools = PoolManager()
pool = pools.create_pool(Thing, max_size=2)
lease = pool.lease(pool.spawn())
held = pool.lease(pool.spawn())
ready, stop = threading.Event(), threading.Event()

def borrow_often():
    while not stop.is_set():
        with lease.borrow():
            pass

def hold():
    with held.borrow():
        ready.set()
        stop.wait()

threads = [threading.Thread(target=borrow_often) for _ in range(3)] + [threading.Thread(target=hold)]
for thread in threads:
    thread.start()
ready.wait()
held.recycle()
assert pool.stats().retiring == 1
failed = 0
for _ in range(6):
    child = os.fork()
    if not child:
        signal.alarm(5)
        with lease.borrow():
            pass
        pools.update(1 / 60)
        pool._check()
        assert pool.stats().retiring == 0, "the thread that held it is not in this process"
        pool.spawn(lifetime=0.1)
        pools.update(0.2)
        assert pool.active_count == 1
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
assert pool.stats().retiring == 1, "the parent goes on as it was"
stop.set()
for thread in threads:
    thread.join()
print(failed)
"""


@pytest.mark.medium
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_can_use_its_pools() -> None:
    """L9: it has none of the parent's other threads, and so none of their borrows and locks."""
    assert run_script(FORKED).strip() == "0"


@pytest.mark.medium
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_child_forked_by_another_thread_than_the_updates_has_updates_of_its_own() -> None:
    """L9: the parent's update thread, which may be inside an update, is not there."""
    program = """
import os, threading, warnings
from arcade_pool import PoolManager
warnings.filterwarnings("ignore", category=DeprecationWarning)
pools = PoolManager()
pool = pools.create_pool(type("Thing", (), {}))
status = []

def forks():
    child = os.fork()
    if not child:
        try:
            pools.update(1 / 60)
            pool.recycle(pool.spawn())
            pool._check()
            os._exit(0)
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
    status.append(os.waitpid(child, 0)[1])

def in_update():
    thread = threading.Thread(target=forks)
    thread.start()
    thread.join()

pools.call_soon(in_update)
pools.update(1 / 60)
print(status)
"""
    assert run_script(program).strip() == "[0]"
