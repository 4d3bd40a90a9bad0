"""manager.py and update_loop.py: keys, groups, updates, and what becomes of errors (F4, F5)."""

from __future__ import annotations

import functools
import inspect
import logging
import threading
from typing import Any

import pytest

from arcade_pool import Frames, Lease, PoolError, PoolManager, RecycleReason, UnknownPool, Until
from helpers import FRAME, Coroutine, InjectedError, Thing, in_update, make_manager, perform, step

# --- keys ---


def test_the_default_key_is_the_factory() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    assert pool.key is Thing
    assert manager[Thing] is pool
    assert Thing in manager
    assert list(manager) == [Thing]
    assert len(manager) == 1
    assert type(manager.spawn(Thing)) is Thing


def test_two_classes_of_one_name_are_two_pools() -> None:
    """Section 3: identity, never the name."""

    def make() -> type[Thing]:
        class Bullet(Thing):
            pass

        return Bullet

    one, other = make(), make()
    manager = make_manager()
    manager.create_pool(one)
    assert other not in manager
    manager.create_pool(other)
    assert manager[one] is not manager[other]
    assert type(manager.spawn(other)) is other


@pytest.mark.parametrize("key", ["bullets", 3, (1, "a"), 0, "", False])
def test_any_hashable_can_be_a_key(key: Any) -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing, key=key)
    assert manager[key] is pool
    assert key in manager
    assert Thing not in manager
    assert pool.key == key
    assert manager.spawn(key) in pool


def test_a_key_in_use_is_refused() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    manager.create_pool(Thing, key="second")
    for key in (None, "second"):
        with pytest.raises(ValueError, match="in use"):
            manager.create_pool(Thing, key=key)
    assert manager[Thing] is pool
    assert len(manager) == 2


@pytest.mark.parametrize("factory", [None, 3, "Thing", Thing()])
def test_a_factory_can_be_called(factory: Any) -> None:
    with pytest.raises(TypeError, match="factory"):
        make_manager().create_pool(factory)


class _Wanting(Thing):
    def __init__(self, size: int, *, colour: str = "red") -> None:
        super().__init__()
        self.size, self.colour = size, colour


@pytest.mark.parametrize("factory", [_Wanting, lambda size: Thing(), functools.partial(_Wanting, colour="blue")])
def test_a_factory_that_wants_arguments_is_refused_before_there_is_a_pool(factory: Any) -> None:
    """What an Arcade game has in __init__ belongs elsewhere; the error says where."""
    manager = make_manager()
    with pytest.raises(TypeError, match=r"'size'.*to on_spawn.*lambda: ") as raised:
        manager.create_pool(factory)
    assert (getattr(factory, "__name__", "") or "_Wanting") in str(raised.value)
    with pytest.raises(TypeError, match="'size'"):
        manager.create_pool(factory, key="by another name", prewarm=1)
    assert len(manager) == 0


def test_a_factory_that_can_do_without_arguments_is_taken() -> None:
    manager = make_manager()
    for factory in (functools.partial(_Wanting, 3), lambda size=1: Thing(), lambda *sizes, **more: Thing()):
        assert isinstance(manager.create_pool(factory).spawn(), Thing)


def test_a_factory_that_tells_no_signature_is_taken() -> None:
    """Such as a class written in C; if it wants something after all, its own error comes when it is called."""
    factory: Any = map
    with pytest.raises(ValueError, match="signature"):
        inspect.signature(factory)
    pool = make_manager().create_pool(factory)
    with pytest.raises(TypeError, match="argument"):
        pool.spawn()
    assert pool.total_count == 0


def test_any_callable_makes_objects() -> None:
    manager = make_manager()
    factory = functools.partial(Thing)
    assert type(manager.create_pool(factory).spawn()) is Thing
    assert factory in manager


@pytest.mark.parametrize("key", ["nothing", Thing, 3, None])
def test_an_unknown_key_is_told_with_the_known_ones(key: Any) -> None:
    manager = make_manager()
    manager.create_pool(Thing, key="bullets")
    with pytest.raises(UnknownPool, match="bullets"):
        manager[key]
    with pytest.raises(UnknownPool, match="bullets"):
        manager.spawn(key)
    assert key not in manager


def test_iterating_over_the_keys_while_pools_close() -> None:
    manager = make_manager()
    for name in "abc":
        manager.create_pool(Thing, key=name)
    for key in manager:
        manager[key].close()
    assert len(manager) == 0


def test_an_empty_manager_is_true() -> None:
    assert make_manager()


def test_a_manager_is_its_own_world() -> None:
    one, other = make_manager(), make_manager()
    one.create_pool(Thing)
    assert Thing not in other
    one.update(1.0)
    assert other.time == 0.0


@pytest.mark.parametrize("errors", ["ignore", None, True])
def test_errors_is_raise_or_log(errors: Any) -> None:
    with pytest.raises(ValueError, match="errors"):
        make_manager(errors=errors)


def test_with_closes() -> None:
    with make_manager() as manager:
        pool = manager.create_pool(Thing, prewarm=2)
        lease = pool.lease(pool.spawn())
    assert lease.reason is RecycleReason.CLOSED
    assert len(manager) == pool.total_count == 0


def test_with_closes_after_an_error() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing, prewarm=2)
    with pytest.raises(InjectedError), manager:
        raise InjectedError
    assert pool.total_count == 0


def test_a_manager_can_be_used_again_after_closing() -> None:
    manager = make_manager()
    manager.create_pool(Thing).spawn()
    manager.close()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=Frames(1)))
    step(manager)
    assert not lease.alive


# --- groups ---


def grouped() -> tuple[PoolManager, dict[str, Lease[Any]], dict[str, Any]]:
    def forever() -> Coroutine:
        while True:
            yield None

    manager = make_manager()
    leases, tasks = {}, {}
    for group in ("level", "menu", None):
        pool = manager.create_pool(Thing, key=f"pool {group}", group=group, prewarm=2)
        assert pool.group == group
        leases[str(group)] = pool.lease(pool.spawn())
        tasks[str(group)] = manager.start(forever(), group=group)
    return manager, leases, tasks


def test_clearing_a_group_ends_its_leases_and_tasks_only() -> None:
    manager, leases, tasks = grouped()
    manager.clear("level")
    assert [lease.alive for lease in leases.values()] == [False, True, True]
    assert [task.done for task in tasks.values()] == [True, False, False]
    assert leases["level"].reason is RecycleReason.CLEARED
    assert len(manager) == 3
    assert manager["pool level"].idle_count == 2
    manager.clear("no such group")
    assert leases["menu"].alive
    manager.clear()
    assert not any(lease.alive for lease in leases.values())
    assert all(task.done for task in tasks.values())
    assert len(manager) == 3


def test_closing_a_group_forgets_its_pools_only() -> None:
    manager, leases, tasks = grouped()
    manager.close("menu")
    assert [lease.alive for lease in leases.values()] == [True, False, True]
    assert [task.done for task in tasks.values()] == [False, True, False]
    assert leases["menu"].reason is RecycleReason.CLOSED
    assert list(manager) == ["pool level", "pool None"]
    manager.close()
    assert len(manager) == 0
    assert all(task.done for task in tasks.values())


def test_clearing_leaves_side_tasks_to_their_leases() -> None:
    """A task of a lease ends with the lease, whatever group it is in."""

    def forever() -> Coroutine:
        yield 9.0

    manager = make_manager()
    pool = manager.create_pool(Thing, group="level")
    task = pool.lease(pool.spawn()).start(forever())
    manager.clear("menu")
    assert not task.done
    manager.clear("level")
    assert task.done


def test_a_task_may_clear_its_own_group() -> None:
    """L8: it is closed when it yields."""
    log: list[str] = []

    def wave() -> Coroutine:
        try:
            yield None
            manager.clear("level")
            log.append("still running")
            yield None
            log.append("resumed")
        finally:
            log.append("closed")

    manager = make_manager()
    task = manager.start(wave(), group="level")
    step(manager, 3)
    assert log == ["still running", "closed"]
    assert task.done


@pytest.mark.parametrize("inside", [False, True])
def test_a_task_may_clear_everything_before_its_first_yield(inside: bool) -> None:
    """L8: start returns a task that is done."""
    log: list[str] = []
    tasks: list[Any] = []

    def wave() -> Coroutine:
        try:
            manager.clear()
            log.append("still running")
            yield None
            log.append("resumed")
        finally:
            log.append("closed")

    manager = make_manager()
    perform(manager, lambda: tasks.append(manager.start(wave())), inside=inside)
    assert tasks[0].done
    step(manager, 2)
    assert log == ["still running", "closed"]


def test_trimming_all_pools() -> None:
    manager = make_manager()
    for key in "ab":
        manager.create_pool(Thing, key=key, prewarm=3)
    assert manager.trim(1) == 4
    assert manager.trim() == 2
    with pytest.raises(ValueError, match="max_idle"):
        manager.trim(-1)


# --- call_soon ---


def test_call_soon_runs_in_the_next_update_in_order() -> None:
    manager = make_manager()
    log: list[Any] = []
    manager.call_soon(log.append, 1)
    manager.call_soon(log.append, 2)
    assert log == []
    step(manager)
    assert log == [1, 2]
    step(manager)
    assert log == [1, 2]


def test_what_a_call_asks_for_runs_in_the_update_after() -> None:
    manager = make_manager()
    log: list[str] = []

    def again() -> None:
        log.append("call")
        manager.call_soon(again)

    manager.call_soon(again)
    for updates in range(1, 4):
        step(manager)
        assert len(log) == updates


def test_calls_come_before_what_is_due() -> None:
    """I2: and what they spawn counts from this update."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    log: list[str] = []
    due = pool.lease(pool.spawn(lifetime=0.5))
    due.defer(log.append, "due")
    manager.call_soon(log.append, "call")
    manager.call_soon(lambda: log.append(f"{manager.time}"))
    manager.update(0.5)
    assert log == ["call", "0.5", "due"]


def test_a_call_that_raises_does_not_stop_the_others() -> None:
    """F5."""
    manager = make_manager()
    log: list[int] = []

    def fails() -> None:
        raise InjectedError

    manager.call_soon(fails)
    manager.call_soon(log.append, 1)
    with pytest.raises(InjectedError):
        step(manager)
    assert log == [1]
    step(manager)
    assert log == [1]


@pytest.mark.parametrize("wrong", [None, 1, "print"])
def test_call_soon_takes_something_that_can_be_called(wrong: Any) -> None:
    manager = make_manager()
    with pytest.raises(TypeError, match="call_soon"):
        manager.call_soon(wrong)
    step(manager)


def test_call_soon_may_be_called_from_any_thread() -> None:
    manager = make_manager()
    log: list[int] = []

    def calls() -> None:
        for number in range(100):
            manager.call_soon(log.append, number)

    threads = [threading.Thread(target=calls) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    step(manager)
    assert len(log) == 400


# --- time ---


def test_time_is_the_sum_of_the_updates() -> None:
    manager = make_manager()
    for delta_time in (0.5, 0, 0.25, 1):
        manager.update(delta_time)
    assert manager.time == 1.75


def test_a_nested_update_is_an_error() -> None:
    """L8: the outer one goes on."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=Frames(1)))
    with pytest.raises(PoolError, match="inside"):
        in_update(manager, lambda: manager.update(0.1))
    assert not lease.alive
    assert manager.time == pytest.approx(FRAME)
    manager.update(0.1)


def test_an_update_of_another_manager_is_not_nested() -> None:
    manager, other = make_manager(), make_manager()
    in_update(manager, lambda: other.update(0.5))
    assert other.time == 0.5


def test_an_update_inside_a_hook_outside_an_update_is_not_nested() -> None:
    """L8: it is an update like any other."""

    class Hasty(Thing):
        def on_spawn(self) -> None:
            manager.update(0.5)

    manager = make_manager()
    pool = manager.create_pool(Hasty)
    other = manager.create_pool(Thing)
    lease = other.lease(other.spawn(lifetime=0.5))
    obj = pool.spawn(lifetime=0.25)
    assert not lease.alive
    assert obj in pool
    manager.update(0.25)
    assert obj not in pool


# --- F4, F5: errors inside an update ---


def failing(message: str = "") -> Coroutine:
    yield None
    raise InjectedError(message)


def test_a_lifetime_that_raises_ends_its_lease_only() -> None:
    """F4: FAILED; every other lease is served in the same update."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    before = pool.lease(pool.spawn(lifetime=Frames(1)))
    bad = pool.lease(pool.spawn(lifetime=lambda _: failing()))
    after = pool.lease(pool.spawn(lifetime=Frames(1)))
    with pytest.raises(InjectedError):
        step(manager)
    assert bad.reason is RecycleReason.FAILED
    assert before.reason is after.reason is RecycleReason.EXPIRED
    assert pool.idle_count == 3
    step(manager)


def test_a_condition_that_raises_ends_its_lease_only() -> None:
    """F4."""

    def asks(_thing: object) -> bool:
        raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing)
    for lifetime in (Until(asks), Until(asks) | 9.0, Until(asks) & 9.0, 9.0 | (Until(asks) & Until(asks))):
        bad = pool.lease(pool.spawn(lifetime=lifetime))
        other = pool.lease(pool.spawn(lifetime=Until(lambda _: True)))
        with pytest.raises(InjectedError):
            step(manager)
        assert bad.reason is RecycleReason.FAILED
        assert other.reason is RecycleReason.EXPIRED
        step(manager)
    assert pool.stats().faulted == 0


def test_one_error_is_raised_as_it_is() -> None:
    """F5."""
    problem = InjectedError()

    def game() -> Coroutine:
        yield None
        raise problem

    manager = make_manager()
    manager.start(game())
    with pytest.raises(InjectedError) as raised:
        step(manager)
    assert raised.value is problem
    step(manager)


def test_several_errors_are_raised_as_a_group() -> None:
    """F5: nothing is swallowed."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    manager.start(failing("task"))
    pool.spawn(lifetime=lambda _: failing("lifetime"))
    pool.lease(pool.spawn()).start(failing("side task"))

    def call() -> None:
        raise InjectedError("call")

    manager.call_soon(call)
    with pytest.raises(ExceptionGroup) as raised:
        step(manager)
    assert {str(error) for error in raised.value.exceptions} == {"task", "lifetime", "side task", "call"}
    step(manager)


def test_an_error_that_ends_in_another_is_told_with_it() -> None:
    """F5, F3: a lifetime that raises, and a hook that raises at its end."""

    class Bad(Thing):
        def on_recycle(self) -> None:
            raise InjectedError("hook")

    manager = make_manager()
    pool = manager.create_pool(Bad)
    pool.spawn(lifetime=lambda _: failing("lifetime"))
    with pytest.raises(ExceptionGroup) as raised:
        step(manager)
    assert {str(error) for error in raised.value.exceptions} == {"hook", "lifetime"}
    assert pool.stats().faulted == 1


def test_errors_are_logged_if_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    """F5: with their tracebacks, and nothing is raised."""
    manager = make_manager(errors="log")
    manager.start(failing("one"))
    manager.start(failing("two"))
    with caplog.at_level(logging.ERROR):
        step(manager)
    errors = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert {str(error) for error in errors} == {"one", "two"}
    assert all(record.name.startswith("arcade_pool") for record in caplog.records)


def test_outside_an_update_errors_reach_the_caller_whatever_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """F3: outside update the error reaches whoever ended the lease; errors="log" is about updates (F5)."""

    class Bad(Thing):
        def on_recycle(self) -> None:
            raise InjectedError

    manager = make_manager(errors="log")
    pool = manager.create_pool(Bad)
    with pytest.raises(InjectedError):
        pool.recycle(pool.spawn())
    with pytest.raises(TypeError):
        pool.spawn(lifetime=True)
    assert not caplog.records


def test_errors_raised_in_a_pause_come_out_too() -> None:
    """F5, T6."""

    def fails() -> None:
        raise InjectedError

    manager = make_manager()
    manager.paused = True
    manager.call_soon(fails)
    with pytest.raises(InjectedError):
        step(manager)
    step(manager)


def test_an_error_that_is_handled_inside_is_no_error() -> None:
    """The error of a spawn reaches its caller, inside an update too, and nobody else."""

    class Bad(Thing):
        def on_spawn(self) -> None:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Bad)

    def spawns() -> None:
        with pytest.raises(InjectedError):
            pool.spawn()

    in_update(manager, spawns)
    assert pool.idle_count == 1


def test_the_error_of_a_start_inside_an_update_reaches_its_caller_alone() -> None:
    def bad() -> Coroutine:
        raise InjectedError
        yield

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())

    def starts() -> None:
        with pytest.raises(InjectedError):
            lease.start(bad())
        with pytest.raises(InjectedError):
            manager.start(bad())

    in_update(manager, starts)
    assert lease.alive


def test_nothing_that_hooks_start_during_a_close_outlives_it() -> None:
    """close ends every task and every prewarm."""

    def forever() -> Coroutine:
        yield 9.0

    class Parting(Thing):
        def on_recycle(self) -> None:
            tasks.append(manager.start(forever()))

    manager = make_manager()
    tasks: list[Any] = []
    pool = manager.create_pool(Parting)
    pool.spawn()
    manager.close()
    assert [task.done for task in tasks] == [True]


@pytest.mark.parametrize("kind", ["clear", "close"])
def test_a_task_that_raises_while_it_is_closed_does_not_stop_the_rest(kind: str) -> None:
    """F3 for tasks of the game's own."""

    def stubborn() -> Coroutine:
        try:
            yield 9.0
        finally:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing)
    tasks = [manager.start(stubborn()) for _ in range(2)]
    lease = pool.lease(pool.spawn())
    with pytest.raises(ExceptionGroup):
        getattr(manager, kind)()
    assert not lease.alive
    assert all(task.done for task in tasks)
    step(manager)
