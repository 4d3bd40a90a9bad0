"""task.py: coroutines, what they may yield, how they end."""

from __future__ import annotations

import inspect
import math
from collections.abc import Generator
from typing import Any

import pytest

from arcade_pool import BadYield, Condition, Forever, Frames, RecycleReason, Seconds, Task, Until
from helpers import FRAME, Coroutine, InjectedError, Thing, in_update, make_manager, step


def waiting(wait: Any, log: list[Any]) -> Coroutine:
    """Notes what its one yield evaluates to."""
    log.append((yield wait))


# --- beginning and ending ---


def test_a_coroutine_runs_to_its_first_yield_at_once() -> None:
    log: list[str] = []

    def game() -> Coroutine:
        log.append("begun")
        yield None
        log.append("resumed")

    manager = make_manager()
    task = manager.start(game())
    assert log == ["begun"]
    assert isinstance(task, Task)
    assert (task.done, task.result, task.error) == (False, None, None)
    step(manager)
    assert log == ["begun", "resumed"]
    assert task.done


def test_a_task_keeps_what_its_coroutine_returned() -> None:
    def game() -> Coroutine:
        yield None
        return "won"

    manager = make_manager()
    task = manager.start(game())
    before = task.result
    step(manager)
    assert (before, task.done, task.result, task.error) == (None, True, "won", None)


def test_a_task_may_return_before_its_first_yield() -> None:
    def game(wait: bool) -> Coroutine:
        if wait:
            yield None
        return "at once"

    task = make_manager().start(game(wait=False))
    assert (task.done, task.result) == (True, "at once")


def test_a_task_keeps_what_its_coroutine_raised() -> None:
    """F4, F5: the error comes out of the update; the task has it too."""
    problem = InjectedError("x")

    def game() -> Coroutine:
        yield None
        raise problem

    manager = make_manager()
    task = manager.start(game())
    with pytest.raises(InjectedError) as raised:
        step(manager)
    assert raised.value is problem
    assert (task.done, task.result, task.error) == (True, None, problem)


def test_an_error_before_the_first_yield_reaches_the_caller() -> None:
    def game() -> Coroutine:
        raise InjectedError
        yield

    manager = make_manager()
    with pytest.raises(InjectedError):
        manager.start(game())
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    with pytest.raises(InjectedError):
        lease.start(game())
    assert lease.alive
    step(manager, 2)


@pytest.mark.parametrize("wrong", [None, 1.0, "x", [], Seconds(1), lambda: None])
def test_only_a_generator_can_be_started(wrong: Any) -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    with pytest.raises(TypeError, match="generator"):
        manager.start(wrong)
    with pytest.raises(TypeError, match="generator"):
        lease.start(wrong)


def test_a_generator_function_is_refused_with_the_hint_to_call_it() -> None:
    def game() -> Coroutine:
        yield None

    with pytest.raises(TypeError, match="call it"):
        make_manager().start(game)  # type: ignore[arg-type]


def test_an_async_def_is_refused_without_a_warning() -> None:
    async def game() -> None: ...

    manager = make_manager()
    with pytest.raises(TypeError, match="async def"):
        manager.start(game())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="async def"):
        manager.start(game)  # type: ignore[arg-type]


def test_a_generator_is_started_once() -> None:
    def game() -> Coroutine:
        yield None

    manager = make_manager()
    generator = game()
    manager.start(generator)
    with pytest.raises(TypeError, match="already"):
        manager.start(generator)


def test_a_generator_of_ones_own_class_works() -> None:
    """collections.abc.Generator is what counts, not the compiler's own kind."""

    class Countdown(Generator[object, Any, str]):
        def __init__(self, updates: int) -> None:
            self.left = updates

        def send(self, value: object) -> object:
            self.left -= 1
            if self.left < 0:
                raise StopIteration("over")
            return None

        def throw(self, *error: Any) -> object:
            raise error[0]

    manager = make_manager()
    task = manager.start(Countdown(2))
    step(manager)
    assert not task.done
    step(manager)
    assert task.result == "over"


# --- what may be yielded, and what comes back ---


@pytest.mark.parametrize(
    ("wait", "updates"),
    [
        (None, 1),
        (0, 1),
        (0.25, 3),
        (1, 10),
        (Seconds(0.5), 5),
        (Frames(4), 4),
        (Until(lambda: True), 1),
        (Frames(2) & Seconds(0.4), 4),
    ],
)
def test_a_single_wait_evaluates_to_none(wait: Any, updates: int) -> None:
    manager = make_manager()
    log: list[Any] = []
    manager.start(waiting(wait, log))
    step(manager, updates - 1, 0.1)
    assert log == []
    step(manager, 1, 0.1)
    assert log == [None]


def test_of_any_the_one_that_came_true_comes_back() -> None:
    manager = make_manager()
    log: list[Any] = []
    frames, seconds, until = Frames(2), Seconds(9), Until(lambda: False)
    manager.start(waiting(seconds | frames | until, log))
    manager.start(waiting(until | (seconds | frames), log))
    step(manager, 2)
    assert len(log) == 2
    assert log[0] is frames
    assert log[1] is frames


def test_of_any_with_a_number_its_seconds_come_back() -> None:
    manager = make_manager()
    log: list[Any] = []
    manager.start(waiting(0.1 | Forever(), log))
    manager.update(0.1)
    assert log == [Seconds(0.1)]


def test_of_any_with_all_inside_the_all_comes_back() -> None:
    manager = make_manager()
    log: list[Any] = []
    both = Frames(1) & Frames(2)
    manager.start(waiting(both | Frames(3), log))
    step(manager, 2)
    assert log == [both]


def test_a_task_is_waited_for_and_gives_its_result() -> None:
    def inner() -> Coroutine:
        yield 0.2
        return "loot"

    manager = make_manager()
    log: list[Any] = []
    task = manager.start(inner())
    manager.start(waiting(task, log))
    manager.start(waiting(task, log))
    manager.update(0.1)
    assert log == []
    manager.update(0.1)
    assert log == ["loot", "loot"]


def test_a_task_that_is_done_is_waited_for_until_the_next_update() -> None:
    def inner() -> Coroutine:
        return "loot"
        yield

    manager = make_manager()
    log: list[Any] = []
    task = manager.start(inner())
    in_update(manager, lambda: manager.start(waiting(task, log)))
    assert log == []
    step(manager)
    assert log == ["loot"]


@pytest.mark.parametrize("end", ["raises", "cancelled"])
def test_waiting_for_a_task_that_fails_ends_with_none(end: str) -> None:
    def inner() -> Coroutine:
        yield 0.1
        raise InjectedError

    manager = make_manager()
    log: list[Any] = []
    task = manager.start(inner())
    manager.start(waiting(task, log))
    if end == "raises":
        with pytest.raises(InjectedError):
            manager.update(0.1)
    else:
        task.cancel()
        manager.update(0.05)
    assert log == [None]


def test_a_lease_is_waited_for_and_gives_its_reason() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    log: list[Any] = []
    expiring = pool.spawn(lifetime=0.1)
    recycled = pool.spawn()
    cleared = pool.spawn()
    for obj in (expiring, recycled, cleared):
        manager.start(waiting(pool.lease(obj), log))
    manager.update(0.1)
    assert log == [RecycleReason.EXPIRED]
    pool.recycle(recycled)
    assert log == [RecycleReason.EXPIRED]
    step(manager)
    assert log[1:] == [RecycleReason.RECYCLED]
    pool.clear()
    step(manager)
    assert log[2:] == [RecycleReason.CLEARED]


def test_a_lease_that_has_ended_is_waited_for_until_the_next_update() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    lease.recycle()
    log: list[Any] = []
    manager.start(waiting(lease, log))
    assert log == []
    step(manager)
    assert log == [RecycleReason.RECYCLED]


def test_who_waits_for_a_lease_does_not_wait_for_the_next_life() -> None:
    """L5: a lease, not its item, is waited for."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(obj := pool.spawn())
    log: list[Any] = []
    manager.start(waiting(lease, log))
    lease.recycle()
    assert pool.spawn() is obj
    step(manager)
    assert log == [RecycleReason.RECYCLED]


def test_a_cancelled_wait_for_a_lease_is_given_up() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    log: list[Any] = []
    task = manager.start(waiting(lease, log))
    task.cancel()
    lease.recycle()
    step(manager, 2)
    assert log == []


def test_yield_from_nests_coroutines() -> None:
    manager = make_manager()
    log: list[Any] = []

    def inner(name: str) -> Coroutine:
        log.append((name, (yield Frames(1) | Forever())))
        return name.upper()

    def outer() -> Coroutine:
        log.append((yield from inner("a")))
        log.append((yield from inner("b")))

    task = manager.start(outer())
    step(manager, 2)
    assert log == [("a", Frames(1)), "A", ("b", Frames(1)), "B"]
    assert task.done


@pytest.mark.parametrize("owner", ["game", "lease"])
def test_two_tasks_that_wait_for_each_other_can_be_ended(owner: str) -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    start = manager.start if owner == "game" else lease.start
    tasks: list[Task] = []

    def waits_for(other: int) -> Coroutine:
        yield None
        yield tasks[other]

    tasks.extend(start(waits_for(other)) for other in (1, 0))
    step(manager, 3)
    assert not tasks[0].done
    manager.clear()
    assert tasks[0].done
    assert tasks[1].done


def test_a_lifetime_may_wait_for_its_own_lease() -> None:
    """It ends with it."""
    manager = make_manager()
    pool = manager.create_pool(Thing)

    def life(thing: Thing) -> Coroutine:
        yield pool.lease(thing)
        raise AssertionError("resumed in the next life")

    obj = pool.spawn(lifetime=life)
    step(manager)
    pool.recycle(obj)
    step(manager, 2)


def test_an_error_of_another_managers_task_is_no_error_of_this_one() -> None:
    """Pools that live across scenes belong to another manager: a scene's coroutine may wait for their leases. Its
    error must not keep the other manager from serving everybody in the same update (F4).
    """
    game, scene = make_manager(), make_manager()
    pool = game.create_pool(Thing)
    log: list[Any] = []

    def cutscene(lease: Any) -> Coroutine:
        yield lease
        raise InjectedError

    task = scene.start(cutscene(pool.lease(pool.spawn(lifetime=0.1))))
    game.start(waiting(pool.lease(pool.spawn(lifetime=0.1)), log))
    raised = 0
    for manager in (game, scene):
        try:
            manager.update(0.1)
        except InjectedError:
            raised += 1
        assert log == [RecycleReason.EXPIRED]
    assert task.done
    assert raised == 1


# --- BadYield ---

BAD: list[Any] = ["soon", True, [], (), object(), -1, -0.5, math.nan, math.inf, b"", {}, len, Thing]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_yield_is_raised_at_that_yield(bad: Any) -> None:
    """The coroutine can catch it there, and go on."""
    caught: list[BadYield] = []

    def game() -> Coroutine:
        try:
            yield bad
        except BadYield as error:
            caught.append(error)
        yield Frames(2)
        return "fine"

    manager = make_manager()
    task = manager.start(game())
    assert len(caught) == 1
    step(manager, 2)
    assert task.result == "fine"


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_yield_names_coroutine_file_line_and_what_may_be_yielded(bad: Any) -> None:
    def game() -> Coroutine:
        yield None
        yield bad

    line = inspect.getsourcelines(game)[1] + 2
    manager = make_manager()
    manager.start(game())
    with pytest.raises(BadYield) as raised:
        step(manager)
    message = str(raised.value)
    assert "game" in message
    assert f"{__file__}:{line}" in message
    for part in ("None", "seconds", "condition", "task", "lease"):
        assert part in message, message


def test_a_bad_yield_in_yield_from_is_raised_in_the_inner_coroutine() -> None:
    lines: list[str] = []

    def inner() -> Coroutine:
        try:
            yield "soon"
        except BadYield as error:
            lines.append(str(error))
            return "caught inside"

    def outer() -> Coroutine:
        return (yield from inner())

    task = make_manager().start(outer())
    assert task.result == "caught inside"
    assert f"{__file__}:{inspect.getsourcelines(inner)[1] + 2}" in lines[0]


def test_bad_yields_one_after_the_other() -> None:
    count = 0

    def game() -> Coroutine:
        nonlocal count
        for _ in range(5):
            try:
                yield "again"
            except BadYield:
                count += 1
        yield None

    manager = make_manager()
    task = manager.start(game())
    assert count == 5
    step(manager)
    assert task.done


def test_a_task_cannot_wait_for_itself() -> None:
    tasks: list[Task] = []

    def game() -> Coroutine:
        yield None
        yield tasks[0]

    manager = make_manager()
    tasks.append(manager.start(game()))
    with pytest.raises(BadYield, match="itself"):
        step(manager)
    assert tasks[0].done


def test_a_bad_yield_of_a_lifetime_ends_its_lease() -> None:
    """F4."""
    manager = make_manager()
    pool = manager.create_pool(Thing)

    def life(_thing: Thing) -> Coroutine:
        yield 0.1
        yield "soon"

    lease = pool.lease(pool.spawn(lifetime=life))
    other = pool.lease(pool.spawn(lifetime=0.1))
    with pytest.raises(BadYield):
        manager.update(0.1)
    assert lease.reason is RecycleReason.FAILED
    assert other.reason is RecycleReason.EXPIRED


def test_a_bad_yield_before_the_first_wait_undoes_the_spawn() -> None:
    """F2."""
    pool = make_manager().create_pool(Thing)

    def life(_thing: Thing) -> Coroutine:
        yield "soon"

    with pytest.raises(BadYield):
        pool.spawn(lifetime=life)
    assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (0, 1, 0)


def test_a_bare_condition_is_a_bad_yield() -> None:
    """F4, F5: whatever a coroutine yields, everybody else is served."""
    manager = make_manager()
    pool = manager.create_pool(Thing)

    def game() -> Coroutine:
        yield None
        yield Condition()

    task = manager.start(game())
    other = pool.lease(pool.spawn(lifetime=Frames(1)))
    with pytest.raises((BadYield, NotImplementedError)):
        step(manager)
    assert not other.alive
    assert task.done


# --- conditions that raise ---


def test_an_error_of_a_condition_is_raised_at_the_yield() -> None:
    """F4: a coroutine may catch what the condition it waits for raised."""
    caught: list[Exception] = []

    def asks() -> bool:
        raise InjectedError

    def game() -> Coroutine:
        try:
            yield Until(asks) | 9.0
        except InjectedError as error:
            caught.append(error)
        yield None
        return "went on"

    manager = make_manager()
    task = manager.start(game())
    step(manager)
    assert len(caught) == 1
    step(manager)
    assert task.result == "went on"


def test_an_error_of_a_part_of_all_is_raised_at_the_yield() -> None:
    def asks() -> bool:
        raise InjectedError

    def game() -> Coroutine:
        yield Frames(1) & Until(asks)

    manager = make_manager()
    task = manager.start(game())
    with pytest.raises(InjectedError):
        step(manager)
    assert isinstance(task.error, InjectedError)


# --- cancelling ---


def test_cancel_closes_the_coroutine_at_once() -> None:
    log: list[str] = []

    def game() -> Coroutine:
        try:
            yield 9.0
        finally:
            log.append("closed")

    manager = make_manager()
    task = manager.start(game())
    assert task.cancel() is True
    assert log == ["closed"]
    assert (task.done, task.result, task.error) == (True, None, None)
    assert task.cancel() is False
    step(manager, 3, 9.0)
    assert log == ["closed"]


def test_cancel_closes_inner_coroutines_before_outer() -> None:
    """L4."""
    log: list[str] = []

    def layer(depth: int) -> Coroutine:
        try:
            if depth < 3:
                yield from layer(depth + 1)
            else:
                yield 9.0
        finally:
            log.append(f"layer {depth}")

    make_manager().start(layer(1)).cancel()
    assert log == ["layer 3", "layer 2", "layer 1"]


def test_a_task_that_is_over_cannot_be_cancelled() -> None:
    def game() -> Coroutine:
        yield None
        return 1

    manager = make_manager()
    task = manager.start(game())
    step(manager)
    assert task.cancel() is False
    assert task.result == 1


def test_cancelling_oneself_takes_effect_at_the_next_yield() -> None:
    log: list[str] = []
    tasks: list[Task] = []

    def game() -> Coroutine:
        try:
            yield None
            assert tasks[0].cancel() is True
            assert tasks[0].cancel() is False
            log.append("still running")
            yield None
            log.append("resumed")
        finally:
            log.append("closed")

    manager = make_manager()
    tasks.append(manager.start(game()))
    step(manager, 3)
    assert log == ["still running", "closed"]
    assert tasks[0].done


def test_cancelling_raises_what_the_coroutine_raises() -> None:
    def game() -> Coroutine:
        try:
            yield 9.0
        finally:
            raise InjectedError

    manager = make_manager()
    task = manager.start(game())
    with pytest.raises(InjectedError):
        task.cancel()
    assert task.done
    inside = manager.start(game())
    with pytest.raises(InjectedError):
        in_update(manager, inside.cancel)
    assert inside.done
    step(manager)


def test_a_coroutine_that_swallows_the_close_and_returns_is_closed() -> None:
    def game() -> Coroutine:
        try:
            yield 9.0
        except GeneratorExit:
            return

    task = make_manager().start(game())
    assert task.cancel() is True
    assert task.done


def test_a_coroutine_that_refuses_to_close_is_an_error() -> None:
    """F6: it counts as one that raised; it is done all the same."""
    log: list[str] = []

    def game() -> Coroutine:
        try:
            yield 9.0
        finally:
            yield None
            log.append("never resumed")

    manager = make_manager()
    task = manager.start(game())
    with pytest.raises(RuntimeError, match="GeneratorExit"):
        task.cancel()
    assert task.done
    step(manager, 3)
    assert log == []


def test_a_lease_whose_coroutine_refuses_to_close_faults_its_item() -> None:
    """F6, F3: everything else is released, the item is destroyed."""
    log: list[str] = []

    def stubborn(_thing: object) -> Coroutine:
        try:
            yield 9.0
        finally:
            yield None

    pool = make_manager().create_pool(Thing)
    obj = pool.spawn(lifetime=stubborn)
    pool.lease(obj).defer(log.append, "deferred")
    with pytest.raises(RuntimeError):
        pool.recycle(obj)
    assert log == ["deferred"]
    assert (pool.stats().faulted, pool.total_count) == (1, 0)


def test_a_coroutine_that_never_closes_is_given_up() -> None:
    """F6: the game goes on."""
    stubborn = [True]

    def game() -> Coroutine:
        while stubborn:
            try:
                yield 9.0
            except GeneratorExit:
                continue

    generator = game()
    task = make_manager().start(generator)
    with pytest.raises(RuntimeError):
        task.cancel()
    assert task.done
    stubborn.clear()
    generator.close()


# --- tasks of a lease ---


def test_a_side_task_ends_with_its_lease() -> None:
    log: list[str] = []

    def side() -> Coroutine:
        try:
            while True:
                yield None
                log.append("tick")
        finally:
            log.append("closed")

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=Frames(3)))
    task = lease.start(side())
    step(manager, 6)
    assert log == ["tick", "tick", "closed"]
    assert task.done


def test_the_end_of_a_side_task_does_not_end_the_lease() -> None:
    def side(fail: bool) -> Coroutine:
        yield None
        if fail:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    lease.start(side(fail=False))
    failing = lease.start(side(fail=True))
    with pytest.raises(InjectedError):
        step(manager)
    assert failing.done
    assert lease.alive
    step(manager)


def test_the_end_of_the_lifetime_ends_the_lease() -> None:
    def life(_thing: Thing) -> Coroutine:
        yield 0.2

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=life))
    manager.update(0.1)
    assert lease.alive
    manager.update(0.1)
    assert lease.reason is RecycleReason.EXPIRED


def test_a_lifetime_may_be_over_before_its_first_yield() -> None:
    def life(_thing: Thing) -> Coroutine:
        return
        yield

    pool = make_manager().create_pool(Thing)
    obj = pool.spawn(lifetime=life)
    assert obj not in pool
    assert pool.lease(obj).reason is RecycleReason.EXPIRED
    assert pool.idle_count == 1
    assert pool.stats().spawned == pool.stats().recycled == 1


def test_a_lifetime_may_be_a_generator_object_for_one_spawn() -> None:
    def life(updates: int) -> Coroutine:
        yield Frames(updates)

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=life(2)))
    step(manager)
    assert lease.alive
    step(manager)
    assert not lease.alive


def test_a_class_may_say_its_lifetime_as_a_generator_method() -> None:
    class Fuse(Thing):
        def lifetime(self) -> Coroutine:
            while self.hp:
                yield None
                self.hp -= 1

    manager = make_manager()
    pool = manager.create_pool(Fuse)
    for _ in range(2):
        lease = pool.lease(pool.spawn())
        step(manager, 2)
        assert lease.alive
        step(manager, 1)
        assert not lease.alive


def test_a_task_is_not_resumed_after_its_lease() -> None:
    """A timer can never reach the next lease."""
    resumed: list[str] = []

    def life(thing: Thing) -> Coroutine:
        for wait in (0.1, None, Frames(1), Until(lambda _: True), Seconds(0.1) & Frames(1), 0.1 | Forever()):
            yield wait
            resumed.append("resumed")

    manager = make_manager()
    pool = manager.create_pool(Thing)
    for waits in range(6):
        obj = pool.spawn(lifetime=life)
        step(manager, waits, 0.1)
        resumed.clear()
        pool.recycle(obj)
        assert pool.spawn(lifetime=None) is obj
        step(manager, 3, 0.1)
        assert resumed == []
        assert obj in pool
        pool.recycle(obj)


def test_a_game_task_may_be_waited_for_by_a_lease_that_ends() -> None:
    def inner() -> Coroutine:
        yield 0.5

    manager = make_manager()
    pool = manager.create_pool(Thing)
    task = manager.start(inner())
    log: list[Any] = []
    lease = pool.lease(pool.spawn(lifetime=0.1))
    lease.start(waiting(task, log))
    step(manager, 40, FRAME)
    assert task.done
    assert log == []


def test_repr_of_a_task_names_coroutine_and_state() -> None:
    def game() -> Coroutine:
        yield None

    manager = make_manager()
    task = manager.start(game())
    assert "game" in repr(task)
    assert "waiting" in repr(task)
    step(manager)
    assert "done" in repr(task)
