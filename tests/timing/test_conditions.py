"""conditions.py: immutable descriptions of events, and how they combine."""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from arcade_pool import Condition, Forever, Frames, Polled, PoolManager, RecycleReason, Seconds, Until
from arcade_pool.timing.polling import Watch
from arcade_pool.timing.waiter import Waiter
from helpers import Coroutine, InjectedError, Thing, in_update, make_manager, step, updates_until_end


def never(_obj: object) -> bool:
    return False


def lives(lifetime: Condition, delta_time: float = 0.1) -> int:
    """How many updates a lease with this lifetime lasts."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=lifetime))
    count = updates_until_end(manager, lambda: lease.alive, delta_time)
    assert lease.reason is RecycleReason.EXPIRED
    return count


# --- what can be made ---


@pytest.mark.parametrize("value", [-1, -0.001, math.nan, math.inf, -math.inf])
def test_seconds_refuses_numbers_out_of_range(value: float) -> None:
    """T5."""
    with pytest.raises(ValueError, match="finite"):
        Seconds(value)


@pytest.mark.parametrize("value", [True, False, "1", None, 1j, [1]])
def test_seconds_refuses_what_is_no_number(value: Any) -> None:
    """T5."""
    with pytest.raises(TypeError):
        Seconds(value)


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_frames_takes_whole_numbers_only(value: Any) -> None:
    with pytest.raises(TypeError):
        Frames(value)


def test_frames_refuses_negative_numbers() -> None:
    with pytest.raises(ValueError, match="negative"):
        Frames(-1)


@pytest.mark.parametrize("value", [None, 1, True, "hp <= 0"])
def test_until_refuses_what_cannot_be_called(value: Any) -> None:
    with pytest.raises(TypeError):
        Until(value)


@pytest.mark.parametrize(
    "condition", [Seconds(2), Frames(3), Until(never), Forever(), 2.0 | Until(never), Frames(1) & Seconds(1)]
)
def test_conditions_are_immutable_values(condition: Condition) -> None:
    """They hold no running state, and equal ones can be shared."""
    assert dataclasses.is_dataclass(condition)
    assert condition == dataclasses.replace(condition)
    assert hash(condition) == hash(dataclasses.replace(condition))
    name = next((each.name for each in dataclasses.fields(condition)), "anything")
    with pytest.raises((AttributeError, TypeError)):
        setattr(condition, name, None)
    with pytest.raises((AttributeError, TypeError)):
        setattr(condition, "running", 1)  # noqa: B010  # a plain store would not pass the type checker


def test_conditions_differ_by_kind_and_value() -> None:
    seconds: Condition = Seconds(1)
    assert seconds != Frames(1)
    assert Seconds(1) != Seconds(2)
    assert Seconds(1) == Seconds(1.0)


# --- combining ---


def test_a_number_means_seconds_on_either_side() -> None:
    until = Until(never)
    assert 2.0 | until == Seconds(2.0) | until
    assert until | 2 == until | Seconds(2.0)
    assert 2 & until == Seconds(2) & until
    assert until & 2.0 == until & Seconds(2)


def test_order_of_the_parts_is_kept() -> None:
    until = Until(never)
    assert (2.0 | until) != (until | 2.0)


@pytest.mark.parametrize("other", ["2", None, [1], never, object()])
def test_combining_with_something_else_is_a_type_error(other: Any) -> None:
    for operation in (operator.or_, operator.and_):
        for pair in ((Forever(), other), (other, Forever())):
            with pytest.raises(TypeError):
                operation(*pair)


def test_combining_checks_the_number() -> None:
    """T5: a bool is no number of seconds, a negative one no wait."""
    with pytest.raises(TypeError):
        True | Forever()
    with pytest.raises(ValueError, match="negative"):
        -1 | Forever()
    with pytest.raises(ValueError, match="finite"):
        Forever() & math.nan


def test_chains_of_one_kind_are_flat() -> None:
    """``a | b | c`` hands the part that came true to a yield, not ``a | b``."""
    a, b, c = Frames(3), Frames(1), Forever()
    assert (a | b) | c == a | (b | c)
    assert (a & b) & c == a & (b & c)
    assert (a | b) & c != a | (b & c)


def test_any_ends_with_its_first() -> None:
    assert lives(Seconds(0.5) | Frames(3)) == 3
    assert lives(Seconds(0.2) | Frames(3)) == 2
    assert lives(Forever() | 0.3) == 3


def test_all_ends_with_its_last() -> None:
    assert lives(Seconds(0.5) & Frames(3)) == 5
    assert lives(Frames(7) & 0.5) == 7


def test_all_remembers_each_part_that_was_true() -> None:
    """Each of ``a & b`` counts once it was true, though never both at a time."""
    now = {"update": 0}
    manager = make_manager()
    pool = manager.create_pool(Thing)
    odd = Until(lambda _: now["update"] == 1)
    later = Until(lambda _: now["update"] == 4)
    lease = pool.lease(pool.spawn(lifetime=odd & later))
    for update in range(1, 5):
        assert lease.alive
        now["update"] = update
        step(manager)
    assert lease.reason is RecycleReason.EXPIRED


def test_all_does_not_ask_a_part_that_was_true() -> None:
    asked: list[int] = []

    def asks(_thing: Thing) -> bool:
        asked.append(1)
        return True

    manager = make_manager()
    pool = manager.create_pool(Thing)
    pool.spawn(lifetime=Until(asks) & 1.0)
    step(manager, 5)
    assert asked == [1]


def test_one_condition_serves_many_waits_at_a_time() -> None:
    """No running state: what is remembered is remembered for each wait."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    shared = Frames(2) & Until(lambda thing: thing.hp == 0)
    first = pool.spawn(lifetime=shared)
    step(manager)
    second = pool.spawn(lifetime=shared)
    first.hp = second.hp = 0
    step(manager)
    assert first not in pool
    assert second in pool
    step(manager)
    assert second not in pool


def test_forever_in_a_combination() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=Forever() & 0.1))
    step(manager, 100)
    assert lease.alive


def test_nested_combinations() -> None:
    assert lives((Frames(2) & Seconds(0.5)) | Frames(4)) == 4
    assert lives((Frames(2) | Seconds(0.5)) & Frames(4)) == 4
    assert lives((Frames(2) | Frames(3)) & (Frames(5) | Frames(1))) == 2
    assert lives((Frames(2) & Frames(3)) | (Frames(5) & Frames(1))) == 3


# --- Until ---


def test_until_asks_with_the_object_once_per_update() -> None:
    asked: list[object] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=Until(asked.append))
    assert asked == []
    step(manager, 3)
    assert asked == [obj, obj, obj]


def test_until_takes_any_true_value() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=Until(lambda thing: thing.bag))
    step(manager)
    obj.bag.append("x")
    step(manager)
    assert obj not in pool


def test_until_of_a_side_task_asks_with_the_object() -> None:
    asked: list[tuple[object, ...]] = []

    def side() -> Coroutine:
        yield Until(lambda *args: asked.append(args))

    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn()
    pool.lease(obj).start(side())
    step(manager)
    assert asked == [(obj,)]


def test_until_of_a_game_task_asks_without_argument() -> None:
    asked: list[tuple[object, ...]] = []

    def wave() -> Coroutine:
        yield Until(lambda *args: asked.append(args)) | 9.0

    manager = make_manager()
    manager.start(wave())
    step(manager)
    assert asked == [()]


def test_until_is_not_asked_after_the_lease() -> None:
    """L4: waits are given up when the lease ends."""
    asked: list[object] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=Until(asked.append) | 9.0)
    step(manager)
    pool.recycle(obj)
    step(manager, 3)
    assert asked == [obj]


def test_parts_of_all_are_not_asked_after_the_lease() -> None:
    """L4: a timer can never reach the next lease; nor does it ask about an object that is not on lease."""
    asked: list[tuple[object, ...]] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=Until(lambda *args: asked.append(args)) & Until(lambda *args: False))
    step(manager)
    pool.recycle(obj)
    step(manager, 3)
    assert asked == [(obj,)]


def test_parts_of_all_are_not_asked_after_another_part_ended_the_wait() -> None:
    """The wait of a coroutine is over with the first of ``a | b``, also where b is an ``&``."""
    asked: list[int] = []

    def wave() -> Coroutine:
        yield Frames(2) | (Until(lambda: asked.append(1)) & Forever())
        yield 9.0

    manager = make_manager()
    manager.start(wave())
    step(manager, 6)
    assert asked == [1, 1]


def test_parts_of_all_are_not_asked_after_a_cancel() -> None:
    asked: list[int] = []

    def wave() -> Coroutine:
        yield Until(lambda: asked.append(1)) & Forever()

    manager = make_manager()
    task = manager.start(wave())
    step(manager)
    task.cancel()
    step(manager, 3)
    assert asked == [1]


# --- conditions of one's own ---


@dataclass(frozen=True)
class BelowGround(Polled):
    level: int = 0

    def holds(self, *obj: Any) -> bool:
        return bool(obj[0].hp < self.level)


def test_a_polled_condition_of_ones_own() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=BelowGround(1) | 9.0)
    step(manager, 2)
    assert obj in pool
    obj.hp = 0
    step(manager)
    assert obj not in pool


def test_a_polled_condition_without_holds_says_so() -> None:
    class Lazy(Polled):
        pass

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=Lazy()))
    with pytest.raises(NotImplementedError, match=r"Lazy.*holds"):
        step(manager)
    assert lease.reason is RecycleReason.FAILED


def test_a_condition_of_no_kind_is_refused_at_the_spawn() -> None:
    """A bare Condition cannot be waited for; the spawn is undone (F2)."""
    pool = make_manager().create_pool(Thing)
    with pytest.raises(NotImplementedError, match="Polled"):
        pool.spawn(lifetime=Condition())
    assert (pool.active_count, pool.idle_count) == (0, 1)


def test_conditions_that_cannot_be_hashed_work() -> None:
    """F4, F5: a callable without a hash is a callable; whatever it does, every other lease is served."""

    @dataclass  # with __eq__ and so without __hash__
    class LowHp:
        limit: int

        def __call__(self, thing: Thing) -> bool:
            return thing.hp < self.limit

    manager = make_manager()
    pool = manager.create_pool(Thing)
    dying = pool.spawn(lifetime=Until(LowHp(2)))
    other = pool.spawn(lifetime=Frames(2))
    step(manager)
    dying.hp = 1
    step(manager)
    assert dying not in pool
    assert other not in pool


class Together:
    """A Watch for `Shared`: answers for all waits at once."""

    def __init__(self) -> None:
        self.waits: list[tuple[int, Waiter, object]] = []
        self.polls = 0

    def add(self, seq: int, waiter: Waiter, value: object) -> None:
        self.waits.append((seq, waiter, value))

    def poll(self) -> Iterable[tuple[int, Waiter, object, Exception | None]]:
        self.polls += 1
        true: list[tuple[int, Waiter, object, Exception | None]] = []
        waits, self.waits = self.waits, []
        for seq, waiter, value in waits:
            if seq < waiter._wait:
                continue
            item = waiter._subject()
            assert item is not None
            if item.obj.hp < 0:
                true.append((seq, waiter, value, InjectedError("negative")))
            elif item.obj.hp == 0:
                true.append((seq, waiter, value, None))
            else:
                self.waits.append((seq, waiter, value))
        return true

    def __len__(self) -> int:
        return len(self.waits)


@dataclass(frozen=True)
class Shared(Polled):
    made: tuple[list[Together], ...] = ()

    def watch(self, manager: PoolManager) -> Watch:
        together = Together()
        self.made[0].append(together)
        return together

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shared)


def test_a_watch_is_asked_once_for_all_waits() -> None:
    """The protocol for conditions that many leases share."""
    made: list[Together] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    things = [pool.spawn(lifetime=Shared((made,)) | 9.0) for _ in range(5)]
    step(manager, 2)
    assert len(made) == 1
    assert made[0].polls == 2
    things[1].hp = 0
    pool.recycle(things[3])
    step(manager)
    assert list(pool) == [things[0], things[2], things[4]]


def test_an_error_of_a_watch_ends_its_own_lease_only() -> None:
    """F4."""
    made: list[Together] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    bad, good, due = (pool.spawn(lifetime=Shared((made,))) for _ in range(3))
    bad_lease = pool.lease(bad)
    step(manager)
    bad.hp, due.hp = -1, 0
    with pytest.raises(InjectedError, match="negative"):
        step(manager)
    assert bad_lease.reason is RecycleReason.FAILED
    assert list(pool) == [good]


def test_conditions_made_anew_are_not_collected() -> None:
    """A game may write its condition into each spawn, and one of them may last for the whole game."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    made: list[Together] = []
    pool.spawn(lifetime=Shared((made,)))
    for _ in range(300):
        pool.spawn(lifetime=0.1 | Shared((made,)))
        step(manager)
    assert len(manager._loop.scheduler._polls._known) < 100


def test_a_watch_is_made_anew_after_it_was_empty() -> None:
    made: list[Together] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    for _ in range(2):
        obj = pool.spawn(lifetime=Shared((made,)))
        step(manager)
        obj.hp = 0
        step(manager)
        assert obj not in pool
        # An empty one goes when the scheduler tidies up next.
        step(manager, 32)
    assert len(made) == 2


def test_a_condition_may_be_looked_at_first_in_the_next_update() -> None:
    """T3: started inside an update, it is not asked in that one."""
    asked: list[int] = []
    manager = make_manager()
    pool = manager.create_pool(Thing)
    in_update(manager, lambda: pool.spawn(lifetime=Until(lambda _: asked.append(1))))
    assert asked == []
    step(manager)
    assert asked == [1]
