"""F7: interruptions (Ctrl-C, `sys.exit`) in a game's own code pass through, and the game may go on.

An update is left at once: what it had not served is served by the next one. What ends is ended as a whole first.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from arcade_pool import Forever, Frames, Pool, PoolClosed, PoolManager, RecycleReason, Until
from helpers import FRAME, Coroutine, InjectedError, Thing, check, make_manager, perform, step

INTERRUPTIONS = (KeyboardInterrupt, SystemExit)


def interrupt(*_args: object) -> Any:
    raise KeyboardInterrupt


def interrupted_at_its_end() -> Coroutine:
    try:
        yield Forever()
    finally:
        interrupt()


def make_pool(factory: Any = Thing, **settings: Any) -> tuple[PoolManager, Pool[Any]]:
    manager = make_manager()
    return manager, manager.create_pool(factory, **settings)


class Stubborn(Thing):
    """Is interrupted while it is reset; its pool keeps `mood`."""

    def __init__(self) -> None:
        super().__init__()
        self._mood = 1

    @property
    def mood(self) -> int:
        return self._mood

    @mood.setter
    def mood(self, value: int) -> None:
        interrupt()


class Hooked(Thing):
    def on_recycle(self) -> None:
        interrupt()


# --- what an end releases ---


def test_the_end_of_a_lease_is_finished_first() -> None:
    """F3: tasks, children, callbacks and whoever waits for the end."""
    log: list[object] = []

    def side() -> Coroutine:
        try:
            while True:
                yield None
                log.append("still runs")
        finally:
            log.append("closed")

    def waits() -> Coroutine:
        log.append((yield lease))

    manager, pool = make_pool(Hooked)
    lease = pool.lease(pool.spawn())
    child = manager.create_pool(Thing).spawn()
    lease.start(side())
    lease.start(interrupted_at_its_end())
    lease.adopt(child)
    lease.defer(log.append, "deferred")
    lease.defer(interrupt)
    manager.start(waits())
    with pytest.raises(KeyboardInterrupt) as caught:
        lease.recycle()
    assert log == ["closed", "deferred"]
    # One is raised by itself, so that it is recognised; it names the others.
    assert caught.value.__notes__ == ["beside this, there was raised: KeyboardInterrupt()"] * 2
    assert manager.lease(child).reason is RecycleReason.PARENT
    assert (pool.stats().faulted, pool.total_count) == (1, 0)
    step(manager, 2)
    assert log == ["closed", "deferred", RecycleReason.RECYCLED]


def test_an_end_that_is_interrupted_before_it_began_can_be_had_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """L1: the lease goes on as if nobody had asked, and its object is not lost to its pool."""
    manager, pool = make_pool(max_size=1)
    lease = pool.lease(pool.spawn())
    with monkeypatch.context() as context:
        context.setattr("arcade_pool.pools.lifecycle.Lifecycle.invalidate", interrupt)
        with pytest.raises(KeyboardInterrupt):
            lease.recycle()
    assert lease.alive
    assert lease.recycle()
    assert (pool.idle_count, pool.stats().retiring) == (1, 0)
    pool._check()
    pool.spawn()
    step(manager)


@pytest.mark.parametrize("how", ["recycle", "delay", "borrow", "on_recycle", "update"])
def test_an_interrupted_reset_does_not_lose_capacity(how: str) -> None:
    """L1: the object is half-cleaned, so it is destroyed."""

    class Quiet(Stubborn):
        on_recycle: Any = None

    class Noisy(Stubborn):
        def on_recycle(self) -> None:
            pass

    manager, pool = make_pool(Noisy if how == "on_recycle" else Quiet, max_size=1, keep=("mood",))
    lease = pool.lease(pool.spawn(lifetime=Frames(1) if how == "update" else None))

    def end() -> None:
        match how:
            case "delay":
                lease.recycle(delay_frames=1)
                step(manager)
            case "borrow":
                with lease.borrow():
                    lease.recycle()
            case "update":
                step(manager)
            case _:
                lease.recycle()

    with pytest.raises(KeyboardInterrupt):
        end()
    assert (pool.stats().retiring, pool.stats().faulted) == (0, 1)
    pool.spawn()


@pytest.mark.parametrize("of", ["manager", "pool"])
@pytest.mark.parametrize("how", ["clear", "close"])
def test_clear_and_close_reach_everybody(of: str, how: str) -> None:
    manager, pool = make_pool(Hooked)
    leases = [pool.lease(pool.spawn()) for _ in range(3)]
    with pytest.raises(KeyboardInterrupt):
        getattr(manager if of == "manager" else pool, how)()
    assert not any(lease.alive for lease in leases)
    assert (pool in [manager[key] for key in manager]) == (how == "clear")


def test_closing_the_manager_ends_every_task() -> None:
    log: list[str] = []

    def side() -> Coroutine:
        while True:
            yield None
            log.append("still runs")

    manager, pool = make_pool()
    manager.start(side())
    manager.start(interrupted_at_its_end())
    manager.start(side())
    pool.spawn()
    with pytest.raises(KeyboardInterrupt):
        manager.close()
    step(manager, 2)
    assert (log, pool.total_count, len(manager)) == ([], 0, 0)


@pytest.mark.parametrize("interruption", INTERRUPTIONS)
def test_an_interruption_is_raised_among_errors_and_logged_never(
    interruption: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    """F5: the errors are not lost either."""

    def leaves() -> None:
        raise interruption

    def fails() -> None:
        raise InjectedError("beside it")

    for errors in ("raise", "log"):
        manager = make_manager(errors=errors)
        pool = manager.create_pool(Thing)
        lease = pool.lease(pool.spawn(lifetime=Frames(1)))
        lease.defer(leaves)
        lease.defer(fails)
        with caplog.at_level(logging.ERROR), pytest.raises(interruption):
            step(manager)
        assert (lease.reason, pool.total_count) == (RecycleReason.EXPIRED, 0)
        if errors == "raise":
            with pytest.raises(InjectedError, match="beside it"):
                step(manager)
        else:
            step(manager)
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], InjectedError)


# --- what an update has not served ---


def test_a_lifetime_that_is_interrupted_ends_its_lease() -> None:
    """F4: what has no lifetime any more would never end."""

    def life(_thing: object) -> Coroutine:
        yield None
        interrupt()

    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=life))
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    assert lease.reason is RecycleReason.FAILED
    assert pool.idle_count == 1


def test_a_lifetime_that_is_interrupted_as_it_is_set_ends_its_lease() -> None:
    def life(_thing: object) -> Coroutine:
        interrupt()
        yield None

    _, pool = make_pool()
    lease = pool.lease(pool.spawn())
    with pytest.raises(KeyboardInterrupt):
        lease.set_lifetime(life)
    assert lease.reason is RecycleReason.FAILED


def late(manager: PoolManager) -> None:
    """Interrupts an update before its waits in frames are served, by what is due earlier."""

    def overdue() -> Coroutine:
        yield FRAME / 4
        interrupt()

    manager.start(overdue())


def asks(manager: PoolManager) -> None:
    """Interrupts an update by a question."""
    answers: list[Callable[[], object]] = [lambda: True, interrupt]

    def question() -> object:
        return answers.pop()()

    manager.start(_asks(question))


def _asks(question: Callable[[], object]) -> Coroutine:
    yield Until(question)


def calls(manager: PoolManager) -> None:
    """Interrupts an update by a call."""
    manager.call_soon(interrupt)


@pytest.mark.parametrize("way", [late, asks, calls])
def test_waits_in_frames_are_served_by_the_next_update(way: Callable[[PoolManager], None]) -> None:
    """T4: a coroutine that waits for the next update goes on, and so do prewarming and shrinking."""
    resumed: list[float] = []

    def each_frame() -> Coroutine:
        while True:
            yield None
            resumed.append(manager.time)

    manager, pool = make_pool()
    lease = pool.lease(pool.spawn(lifetime=Frames(1)))
    manager.start(each_frame())
    way(manager)
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    step(manager, 3)
    assert not lease.alive
    assert len(resumed) == 3


def test_delays_end_in_the_next_update() -> None:
    """L10."""
    manager, pool = make_pool()
    stubborn = manager.create_pool(Stubborn, keep=("mood",))
    pool.recycle(pool.spawn(), delay_frames=1)
    stubborn.recycle(stubborn.spawn(), delay_frames=1)
    pool.recycle(pool.spawn(), delay_frames=1)
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    step(manager)
    assert (pool.idle_count, pool.stats().retiring, stubborn.total_count) == (2, 0, 0)


def test_a_question_is_asked_again() -> None:
    answers: list[Callable[[], object]] = [lambda: True, interrupt]
    manager, pool = make_pool()
    lifetimes = [Until(lambda _: answers.pop()()), Until(lambda _: True), Until(lambda _: True)]
    leases = [pool.lease(pool.spawn(lifetime=lifetime)) for lifetime in lifetimes]
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    step(manager)
    assert not any(lease.alive for lease in leases)


def test_conditions_whose_watch_was_interrupted_begin_in_the_next_update() -> None:
    class Hashless(Until):
        made = 0

        def watch(self, manager: PoolManager) -> None:
            Hashless.made += 1
            if Hashless.made == 2:
                interrupt()

    manager, pool = make_pool()
    leases = [pool.lease(pool.spawn(lifetime=Hashless(lambda _: True))) for _ in range(3)]
    with pytest.raises(KeyboardInterrupt):
        step(manager)
    step(manager, 2)
    assert not any(lease.alive for lease in leases)


@pytest.mark.parametrize("inside", [True, False])
def test_an_interrupted_first_step_of_a_task_reaches_the_caller(*, inside: bool) -> None:
    def first() -> Coroutine:
        interrupt()
        yield None

    manager, pool = make_pool()
    lease = pool.lease(pool.spawn())

    def starts() -> None:
        with pytest.raises(KeyboardInterrupt):
            lease.start(first())

    perform(manager, starts, inside=inside)
    assert lease.alive
    assert lease.recycle()
    assert pool.idle_count == 1


def test_a_close_that_is_interrupted_anywhere_harms_no_other_pool() -> None:
    """F8: the pool is closed, or can be closed once more; the others go on."""
    for number in range(1000):
        manager = make_manager()
        other, pool = manager.create_pool(Thing, key="other"), manager.create_pool(Thing, key="closed")
        other.spawn()
        pool.spawn()
        pool.recycle(pool.spawn())
        if not _interrupted_at(number, pool.close):
            assert number > 20
            return
        manager.update(0.1)
        with contextlib.suppress(PoolClosed):
            pool.spawn()
        other.invalidate()
        check(other)
        pool.close()
        assert (pool.total_count, len(manager)) == (0, 1)
    raise AssertionError("close has more lines than that")


def _interrupted_at(number: int, function: Callable[[], object]) -> bool:
    """Calls a function, and interrupts it at the n-th line of the library. Returns whether it came so far."""
    left = number

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal left
        if event == "line":
            left -= 1
            if left < 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    def enter(frame: FrameType, _event: str, _argument: object) -> Any:
        return trace if frame.f_globals.get("__name__", "").startswith("arcade_pool.") else None

    sys.settrace(enter)
    try:
        function()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False
