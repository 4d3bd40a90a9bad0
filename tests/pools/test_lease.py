"""lease.py: one life, how it begins and ends (L3 to L5, L8, L10), and what belongs to it."""

from __future__ import annotations

import contextlib
import copy
import gc
import itertools
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from arcade_pool import (
    Forever,
    Frames,
    Lease,
    NotPooled,
    Pool,
    PoolManager,
    RecycleReason,
    Seconds,
    StaleLease,
    Task,
    Until,
)
from helpers import Coroutine, InjectedError, Thing, check, in_update, make_manager, step


def make_pool() -> tuple[PoolManager, Pool[Thing]]:
    manager = make_manager()
    return manager, manager.create_pool(Thing)


def spawned(pool: Pool[Thing], **kwargs: Any) -> tuple[Thing, Lease[Thing]]:
    obj = pool.spawn(**kwargs)
    return obj, pool.lease(obj)


def forever() -> Coroutine:
    yield Forever()


class Recorder(Thing):
    """Notes the order in which things happen to it."""

    log: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.components = [Part("first"), Part("second")]

    def on_spawn(self, **kwargs: Any) -> None:
        self.log.append(f"on_spawn {kwargs}" if kwargs else "on_spawn")

    def on_recycle(self) -> None:
        self.log.append("on_recycle")


class Part:
    def __init__(self, name: str) -> None:
        self.name = name

    def on_spawn(self, owner: Recorder) -> None:
        owner.log.append(f"{self.name} on_spawn")

    def on_recycle(self, owner: Recorder) -> None:
        owner.log.append(f"{self.name} on_recycle")


def recording(manager: PoolManager) -> tuple[Pool[Recorder], list[str]]:
    log: list[str] = []

    class Fresh(Recorder):
        pass

    Fresh.log = log
    return manager.create_pool(Fresh), log


# --- the handle ---


def test_a_lease_is_the_handle_of_one_life() -> None:
    _manager, pool = make_pool()
    obj, lease = spawned(pool)
    assert lease.alive
    assert lease.get() is obj
    assert lease.reason is None
    assert lease.pool is pool
    assert lease.generation == 1
    assert pool.lease(obj) is lease
    assert lease.recycle() is True
    assert not lease.alive
    assert lease.get() is None
    assert lease.reason is RecycleReason.RECYCLED
    assert lease.generation == 1


def test_each_life_has_a_lease_of_its_own() -> None:
    """L3: a new generation."""
    _manager, pool = make_pool()
    obj, first = spawned(pool)
    first.recycle()
    assert pool.lease(obj) is first, "the last one, while there is no present one"
    again, second = spawned(pool)
    assert again is obj
    assert second is not first
    assert (first.generation, second.generation) == (1, 2)
    assert (first.alive, second.alive) == (False, True)


def test_a_stale_lease_never_touches_the_next_life() -> None:
    """L5."""
    _manager, pool = make_pool()
    obj, first = spawned(pool)
    first.recycle()
    _, second = spawned(pool)
    assert first.recycle() is False
    assert pool.recycle(first) is False
    assert second.alive
    assert obj in pool
    assert pool.stats().refused == 2


def test_leases_compare_by_identity_and_are_hashable() -> None:
    _manager, pool = make_pool()
    _, one = spawned(pool)
    _, other = spawned(pool)
    assert one != other
    assert len({one, other, one}) == 2


def test_before_the_first_life_the_lease_is_one_that_has_ended() -> None:
    manager = make_manager()
    made: list[Thing] = []

    def make() -> Thing:
        made.append(Thing())
        return made[-1]

    pool = manager.create_pool(make, prewarm=1)
    lease = pool.lease(made[0])
    assert not lease.alive
    assert lease.get() is None
    assert lease.reason is not None
    assert lease.recycle() is False
    assert pool.recycle(made[0]) is False
    assert pool.lease(made[0]) is lease
    assert pool.spawn() is made[0]
    assert pool.lease(made[0]).generation == 1
    assert not lease.alive


def test_repr_says_pool_generation_and_state() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing, key="bullets")
    _, lease = spawned(pool)
    assert "bullets" in repr(lease)
    assert "alive" in repr(lease)
    lease.recycle()
    assert "recycled" in repr(lease)


# --- L3, L4: the steps of beginning and ending ---


def test_the_steps_of_a_spawn_are_the_same_in_every_life() -> None:
    """L3: object's hook, its components', then the lifetime."""
    manager = make_manager()
    pool, log = recording(manager)

    def life(thing: Recorder) -> Coroutine:
        thing.log.append("lifetime")
        yield None

    for _ in range(3):
        log.clear()
        obj = pool.spawn(lifetime=life, speed=3)
        assert log == ["on_spawn {'speed': 3}", "first on_spawn", "second on_spawn", "lifetime"]
        pool.recycle(obj)


def test_the_steps_of_an_end_are_in_order() -> None:
    """L4: stale, tasks (last started first, inner before outer), children, callbacks, hooks, reset, idle."""
    manager = make_manager()
    pool, log = recording(manager)
    children = manager.create_pool(Thing, key="children")
    seen: list[tuple[bool, bool, int]] = []

    def closing(name: str, inner: bool = True) -> Coroutine:
        try:
            if inner:
                yield from closing(f"{name} inner", inner=False)
            yield Forever()
        finally:
            seen.append((lease.alive, obj in pool, pool.idle_count))
            log.append(f"{name} closed")

    def life(_thing: object) -> Coroutine:
        return closing("lifetime")

    obj = pool.spawn(lifetime=life)
    lease = pool.lease(obj)
    lease.start(closing("side one"))
    lease.start(closing("side two"))
    for name in ("child one", "child two"):
        child = lease.adopt(children.spawn())
        children.lease(child).defer(log.append, name)
    lease.defer(log.append, "deferred one")
    lease.defer(log.append, "deferred two")
    obj.hp = 0
    lease.defer(lambda: log.append(f"hp {obj.hp}"))
    log.clear()
    assert lease.recycle() is True
    assert log == [
        "side two inner closed",
        "side two closed",
        "side one inner closed",
        "side one closed",
        "lifetime inner closed",
        "lifetime closed",
        "child two",
        "child one",
        "hp 0",
        "deferred two",
        "deferred one",
        "second on_recycle",
        "first on_recycle",
        "on_recycle",
    ]
    assert seen == [(False, False, 0)] * 6
    assert obj.hp == 3
    assert pool.idle_count == 1


def test_on_recycle_sees_the_life_that_ends() -> None:
    """L4: attributes are reset after it; the lease is that of the life that ends."""
    seen: list[Any] = []

    class Dying(Thing):
        def on_recycle(self) -> None:
            lease = pool.lease(self)
            seen.append((self.hp, lease.alive, lease.reason, lease.generation, self in pool))

    pool = make_manager().create_pool(Dying)
    obj = pool.spawn()
    obj.hp = -5
    pool.recycle(obj)
    assert seen == [(-5, False, RecycleReason.RECYCLED, 1, False)]


def test_keywords_reach_on_spawn() -> None:
    class Shot(Thing):
        def on_spawn(self, *, speed: float = 1.0) -> None:
            self.hp = int(speed)

    pool = make_manager().create_pool(Shot)
    assert pool.spawn(speed=9).hp == 9
    assert pool.spawn().hp == 1


@pytest.mark.parametrize("hooked", [True, False])
def test_keywords_that_nobody_takes_are_a_type_error(hooked: bool) -> None:
    """L3; the spawn is undone (F2)."""

    class Hooked(Thing):
        def on_spawn(self) -> None: ...

    pool: Pool[Any] = make_manager().create_pool(Hooked if hooked else Thing)
    with pytest.raises(TypeError, match="speed"):
        pool.spawn(speed=1)
    assert (pool.active_count, pool.idle_count) == (0, 1)


def test_a_component_without_hooks_is_fine() -> None:
    class Bare(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.components = [object(), Part("only")]
            self.log: list[str] = []

    pool = make_manager().create_pool(Bare)
    obj = pool.spawn()
    assert obj.log == ["only on_spawn"]
    pool.recycle(obj)


def test_component_hooks_do_not_begin_a_life_that_is_over() -> None:
    """L4, L8: on_spawn may recycle; what a component would begin afterwards nobody would end, and it would reach the
    next lease.
    """
    log: list[str] = []

    class Balanced:
        def on_spawn(self, owner: Thing) -> None:
            log.append("begin")

        def on_recycle(self, owner: Thing) -> None:
            log.append("end")

    class Doomed(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.components = [Balanced()]

        def on_spawn(self) -> None:
            pool.recycle(self)

    pool = make_manager().create_pool(Doomed)
    pool.spawn()
    assert log in ([], ["end"]), "begun after its end"


# --- L5: a lease ends once ---


def test_second_recycle_is_refused() -> None:
    """L5."""
    ended: list[int] = []
    _manager, pool = make_pool()
    obj, lease = spawned(pool)
    lease.defer(ended.append, 1)
    assert pool.recycle(obj) is True
    assert pool.recycle(obj) is False
    assert lease.recycle() is False
    assert pool.recycle(lease) is False
    pool.clear()
    assert ended == [1]
    assert lease.reason is RecycleReason.RECYCLED
    assert (pool.stats().recycled, pool.stats().refused) == (1, 3)


def test_recycling_inside_on_recycle_is_refused() -> None:
    """L5."""
    answers: list[bool] = []

    class Dying(Thing):
        def on_recycle(self) -> None:
            answers.extend((pool.recycle(self), pool.lease(self).recycle()))

    pool = make_manager().create_pool(Dying)
    assert pool.recycle(pool.spawn()) is True
    assert answers == [False, False]


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (lambda pool, _lease: pool.clear(), RecycleReason.CLEARED),
        (lambda pool, _lease: pool.close(), RecycleReason.CLOSED),
        (lambda _pool, lease: lease.recycle(), RecycleReason.RECYCLED),
        (lambda pool, _lease: pool._lifecycle.loop.manager.update(5.0), RecycleReason.EXPIRED),
    ],
)
def test_the_reason_says_why_it_ended(end: Callable[[Any, Any], Any], reason: RecycleReason) -> None:
    _manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=5.0)
    end(pool, lease)
    assert lease.reason is reason
    lease.recycle()
    assert lease.reason is reason


# --- age, remaining, progress ---


def test_age_remaining_progress_of_a_lifetime_in_seconds() -> None:
    manager, pool = make_pool()
    manager.update(10.0)
    _, lease = spawned(pool, lifetime=4.0)
    assert (lease.age, lease.remaining, lease.progress) == (0.0, 4.0, 0.0)
    manager.update(1.0)
    assert (lease.age, lease.remaining, lease.progress) == (1.0, 3.0, 0.25)
    manager.update(3.0)
    assert not lease.alive
    assert (lease.age, lease.remaining, lease.progress) == (4.0, 0.0, 1.0)


def test_they_stand_still_when_the_lease_has_ended() -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=4.0)
    manager.update(1.0)
    lease.recycle()
    manager.update(1.0)
    pool.spawn(lifetime=100.0)
    manager.update(50.0)
    assert (lease.age, lease.remaining, lease.progress) == (1.0, 3.0, 0.25)


def test_they_never_leave_their_range_in_a_long_update() -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=1.0)
    manager.update(5.0)
    assert lease.remaining == 0.0
    assert lease.progress == 1.0


@pytest.mark.parametrize("lifetime", [None, Forever(), Frames(3), Until(lambda _: False), lambda _: forever()])
def test_without_seconds_there_is_no_remaining(lifetime: Any) -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=lifetime)
    manager.update(1.0)
    assert (lease.age, lease.remaining, lease.progress) == (1.0, None, None)


@pytest.mark.parametrize("lifetime", [Seconds(2.0), 2.0 | Forever(), Frames(9) | (2.0 | Seconds(5.0))])
def test_seconds_in_a_combination_count(lifetime: Any) -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=lifetime)
    manager.update(0.5)
    assert (lease.remaining, lease.progress) == (1.5, 0.25)


def test_a_lifetime_of_zero_is_over_already() -> None:
    _manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=0)
    assert (lease.remaining, lease.progress) == (0.0, 1.0)


def test_the_age_of_an_end_in_the_same_moment_is_zero() -> None:
    _manager, pool = make_pool()
    _, lease = spawned(pool)
    lease.recycle()
    assert lease.age == 0.0


# --- set_lifetime ---


def test_set_lifetime_replaces_and_counts_from_now() -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=1.0)
    manager.update(0.75)
    lease.set_lifetime(1.0)
    assert (lease.age, lease.remaining, lease.progress) == (0.75, 1.0, 0.0)
    manager.update(0.75)
    assert lease.alive
    manager.update(0.25)
    assert lease.reason is RecycleReason.EXPIRED


SPECS: dict[str, Callable[[], Any]] = {
    "seconds": lambda: 2.0,
    "frames": lambda: Frames(1),
    "until": lambda: Until(lambda _: True),
    "both": lambda: Frames(1) & Until(lambda _: True),
    "either": lambda: 0.5 | Frames(7),
    "coroutine": lambda: _short,
    "generator": lambda: _short(None),
    "zero": lambda: 0,
    "none": lambda: None,
}


def _short(_thing: object) -> Coroutine:
    yield 0.1


@pytest.mark.parametrize("old", list(SPECS))
@pytest.mark.parametrize("new", list(SPECS))
def test_nothing_of_a_replaced_lifetime_is_left(old: str, new: str) -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=SPECS[old]())
    lease.set_lifetime(SPECS[new]())
    lease.set_lifetime(None)
    step(manager, 5, 1.0)
    assert lease.alive
    assert (lease.remaining, lease.progress) == (None, None)
    lease.set_lifetime(Frames(2))
    step(manager)
    assert lease.alive
    step(manager)
    assert not lease.alive


def test_set_lifetime_closes_the_old_coroutine_at_once() -> None:
    log: list[str] = []

    def life(_thing: object) -> Coroutine:
        try:
            yield Forever()
        finally:
            log.append("closed")

    _manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=life)
    lease.set_lifetime(1.0)
    assert log == ["closed"]
    assert lease.alive


def test_set_lifetime_leaves_side_tasks_alone() -> None:
    _manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=lambda _: forever())
    side = lease.start(forever())
    lease.set_lifetime(1.0)
    assert not side.done


@pytest.mark.parametrize("spec", [True, "x", -1.0, object(), lambda _: 3])
def test_a_bad_spec_changes_nothing(spec: Any) -> None:
    closed: list[int] = []

    def life(_thing: object) -> Coroutine:
        try:
            yield Frames(2)
        finally:
            closed.append(1)

    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=life)
    with pytest.raises((TypeError, ValueError)):
        lease.set_lifetime(spec)
    assert closed == []
    step(manager)
    assert lease.alive
    step(manager)
    assert not lease.alive


def test_set_lifetime_in_on_spawn_is_that_of_the_spawn() -> None:
    class Short(Thing):
        def on_spawn(self) -> None:
            pool.lease(self).set_lifetime(Frames(2))

    manager = make_manager()
    pool = manager.create_pool(Short, lifetime=100.0)
    started: list[int] = []

    def life(_thing: object) -> Coroutine:
        started.append(1)
        yield Forever()

    for lifetime in (100.0, life, None):
        lease = pool.lease(pool.spawn(lifetime=lifetime))
        step(manager)
        assert lease.alive
        step(manager)
        assert not lease.alive
    assert started == []


def test_set_lifetime_none_in_on_spawn_means_never() -> None:
    class Endless(Thing):
        def on_spawn(self) -> None:
            pool.lease(self).set_lifetime(None)

    manager = make_manager()
    pool = manager.create_pool(Endless, lifetime=1.0)
    obj = pool.spawn()
    step(manager, 3, 1.0)
    assert obj in pool


def test_a_lifetime_may_replace_itself() -> None:
    """L8: the old coroutine is closed when its code yields."""
    log: list[str] = []

    def life(thing: Thing) -> Coroutine:
        try:
            yield None
            pool.lease(thing).set_lifetime(Frames(2))
            log.append("still running")
            yield None
            log.append("resumed")
        finally:
            log.append("closed")

    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=life)
    step(manager)
    assert log == ["still running", "closed"]
    assert lease.alive
    step(manager)
    assert lease.alive
    step(manager)
    assert not lease.alive


def test_a_lifetime_that_replaced_itself_and_returns_does_not_end_the_lease() -> None:
    def life(thing: Thing) -> Coroutine:
        yield None
        pool.lease(thing).set_lifetime(9.0)

    manager, pool = make_pool()
    _, lease = spawned(pool, lifetime=life)
    step(manager, 3)
    assert lease.alive


def test_a_new_lifetime_may_be_over_at_once() -> None:
    def life(_thing: Thing) -> Coroutine:
        return
        yield

    _manager, pool = make_pool()
    _, lease = spawned(pool)
    lease.set_lifetime(life)
    assert lease.reason is RecycleReason.EXPIRED


def test_set_lifetime_starts_nothing_on_a_lease_that_the_old_one_ended() -> None:
    """L8, L5: the old coroutine's finally recycles; a new one must not run on into the next lease."""
    resumed: list[str] = []

    def old(thing: Thing) -> Coroutine:
        try:
            yield Forever()
        finally:
            pool.recycle(thing)

    def new(_thing: Thing) -> Coroutine:
        yield 0.1
        resumed.append("in the next life")

    manager, pool = make_pool()
    obj, lease = spawned(pool, lifetime=old)
    with contextlib.suppress(StaleLease):
        lease.set_lifetime(new)
    assert not lease.alive
    assert pool.spawn(lifetime=None) is obj
    manager.update(1.0)
    assert resumed == []
    assert obj in pool


@pytest.mark.parametrize("by", ["spawn", "set_lifetime"])
def test_a_lifetime_function_that_recycles_starts_nothing(by: str) -> None:
    """L8: a function that returns a generator is code of the lease too; what it returns is not started on its end."""
    resumed: list[str] = []

    def run() -> Coroutine:
        yield 0.1
        resumed.append("in the next life")

    def life(thing: Thing) -> Coroutine:
        pool.recycle(thing)
        return run()

    manager, pool = make_pool()
    if by == "spawn":
        obj = pool.spawn(lifetime=life)
    else:
        obj = pool.spawn()
        with contextlib.suppress(StaleLease):
            pool.lease(obj).set_lifetime(life)
    assert obj not in pool
    assert pool.spawn(lifetime=None) is obj
    manager.update(1.0)
    assert resumed == []
    assert obj in pool


def test_what_a_lifetime_function_does_after_its_end_does_not_last() -> None:
    """L8: the object is reset when the function has returned, not while it runs."""

    def life(thing: Thing) -> Coroutine:
        pool.recycle(thing)
        thing.hp = 99
        return forever()

    manager, pool = make_pool()
    obj = pool.spawn(lifetime=life)
    manager.update(0.1)
    assert pool.spawn(lifetime=None) is obj
    assert obj.hp == 3


# --- the default lifetime ---


def test_the_default_lifetime_in_order() -> None:
    """Section 3: the argument of spawn, the pool's configuration, the class's."""

    class Timed(Thing):
        lifetime = Frames(1)

    manager = make_manager()
    by_class = manager.create_pool(Timed, key="class")
    by_config = manager.create_pool(Timed, key="config", lifetime=Frames(2))
    by_none = manager.create_pool(Timed, key="none", lifetime=None)
    never = manager.create_pool(Timed, key="never", lifetime=Forever())
    leases: dict[str, Lease[Any]] = {
        "class": by_class.lease(by_class.spawn()),
        "config": by_config.lease(by_config.spawn()),
        "none": by_none.lease(by_none.spawn()),
        "never": never.lease(never.spawn()),
        "argument": by_config.lease(by_config.spawn(lifetime=Frames(3))),
        "argument none": by_class.lease(by_class.spawn(lifetime=None)),
    }
    ended: dict[str, int] = {}
    for name, lease in leases.items():
        lease.defer(lambda name=name: ended.setdefault(name, update))
    for update in range(1, 6):  # noqa: B007  # the callbacks read it
        step(manager)
    assert ended == {"class": 1, "none": 1, "config": 2, "argument": 3}


def test_an_instance_may_say_its_lifetime() -> None:
    """Found by name, if the object has it."""

    class Timed(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.lifetime = 0.5

    manager = make_manager()
    pool = manager.create_pool(Timed)
    lease = pool.lease(pool.spawn())
    assert lease.remaining == 0.5


# --- start, defer, adopt ---


def test_defer_runs_last_registered_first_with_its_arguments() -> None:
    log: list[Any] = []
    _manager, pool = make_pool()
    _, lease = spawned(pool)
    for number in range(4):
        lease.defer(log.append, number)
    lease.defer(log.append, 3)
    lease.recycle()
    assert log == [3, 3, 2, 1, 0]
    pool.recycle(pool.spawn())
    assert log == [3, 3, 2, 1, 0]


@pytest.mark.parametrize("wrong", [None, 1, "print"])
def test_defer_takes_something_that_can_be_called(wrong: Any) -> None:
    _manager, pool = make_pool()
    _, lease = spawned(pool)
    with pytest.raises(TypeError, match="defer"):
        lease.defer(wrong)
    lease.recycle()


def test_adopted_children_end_with_their_parent() -> None:
    manager, pool = make_pool()
    other = manager.create_pool(Thing, key="other")
    _, parent = spawned(pool)
    child = other.spawn()
    assert parent.adopt(child) is child
    by_lease = other.lease(other.spawn())
    assert parent.adopt(by_lease) is by_lease
    lease = other.lease(child)
    parent.recycle()
    assert lease.reason is by_lease.reason is RecycleReason.PARENT


def test_a_child_that_lives_again_is_not_the_parents_any_more() -> None:
    """L5: what was adopted is the lease."""
    _manager, pool = make_pool()
    _, parent = spawned(pool)
    child = parent.adopt(pool.spawn())
    pool.recycle(child)
    assert pool.spawn() is child
    parent.recycle()
    assert child in pool


def test_a_grandchild_ends_too() -> None:
    _manager, pool = make_pool()
    leases = [pool.lease(pool.spawn()) for _ in range(5)]
    for parent, child in itertools.pairwise(leases):
        parent.adopt(child)
    leases[1].recycle()
    assert [lease.alive for lease in leases] == [True, False, False, False, False]


def test_a_circle_of_adoptions_ends() -> None:
    _manager, pool = make_pool()
    one, other = pool.lease(pool.spawn()), pool.lease(pool.spawn())
    one.adopt(other)
    other.adopt(one)
    one.recycle()
    assert (one.reason, other.reason) == (RecycleReason.RECYCLED, RecycleReason.PARENT)


def test_a_chain_of_a_thousand_ends_with_its_head() -> None:
    """L4: a long tail, each part adopted by the one before it, is released whole; no capacity is lost."""
    _manager, pool = make_pool()
    leases = [pool.lease(pool.spawn()) for _ in range(1000)]
    for parent, child in itertools.pairwise(leases):
        parent.adopt(child)
    leases[0].recycle()
    assert pool.active_count == 0
    assert pool.idle_count == 1000


def test_a_long_lived_parent_forgets_children_that_have_ended() -> None:
    _manager, pool = make_pool()
    _, parent = spawned(pool)
    ended: weakref.WeakSet[Lease[Thing]] = weakref.WeakSet()
    for _ in range(2000):
        child = parent.adopt(pool.spawn())
        ended.add(pool.lease(child))
        pool.recycle(child)
    gc.collect()
    assert len(ended) < 200
    survivor = pool.lease(parent.adopt(pool.spawn()))
    parent.recycle()
    assert not survivor.alive


def test_nobody_adopts_himself() -> None:
    _manager, pool = make_pool()
    obj, lease = spawned(pool)
    for child in (obj, lease):
        with pytest.raises(ValueError, match="itself"):
            lease.adopt(child)
    assert lease.alive


def test_adopting_what_is_not_pooled_here_is_refused() -> None:
    _manager, pool = make_pool()
    foreign = make_manager().create_pool(Thing)
    _, lease = spawned(pool)
    stranger = foreign.spawn()
    for child in (Thing(), stranger, foreign.lease(stranger)):
        with pytest.raises(NotPooled):
            lease.adopt(child)
    lease.recycle()
    assert stranger in foreign


def test_adopting_an_ended_life_is_refused() -> None:
    """L8."""
    _manager, pool = make_pool()
    _, parent = spawned(pool)
    child, lease = spawned(pool)
    lease.recycle()
    for each in (child, lease):
        with pytest.raises(StaleLease):
            parent.adopt(each)


@pytest.mark.parametrize("what", ["start", "defer", "adopt", "set_lifetime"])
def test_an_ended_lease_takes_nothing_on(what: str) -> None:
    """L8."""
    _manager, pool = make_pool()
    _, lease = spawned(pool)
    child = pool.spawn()
    lease.recycle()
    arguments: dict[str, Any] = {"start": forever(), "defer": print, "adopt": child, "set_lifetime": 1.0}
    with pytest.raises(StaleLease):
        getattr(lease, what)(arguments[what])


def test_a_generator_refused_by_an_ended_lease_is_still_unused() -> None:
    manager, pool = make_pool()
    _, lease = spawned(pool)
    lease.recycle()
    generator = forever()
    with pytest.raises(StaleLease):
        lease.start(generator)
    manager.start(generator)


# --- L8: ending from inside ---


def test_what_running_code_still_does_never_reaches_the_next_lease() -> None:
    """L8, for a lifetime that recycles its own object and goes on until it yields."""
    states: list[tuple[bool, int, int]] = []

    def life(thing: Thing) -> Coroutine:
        yield None
        pool.recycle(thing)
        states.append((thing in pool, pool.stats().retiring, pool.idle_count))
        other = pool.spawn(lifetime=None)
        assert other is not thing
        thing.hp = -1
        thing.bag.append("late")
        yield None
        raise AssertionError("resumed after its end")

    manager, pool = make_pool()
    obj = pool.spawn(lifetime=life)
    step(manager)
    assert states == [(False, 1, 0)]
    assert pool.idle_count == 1
    assert pool.spawn() is obj
    assert (obj.hp, obj.bag) == (3, [])
    step(manager, 3)


@pytest.mark.parametrize("how", ["cancel", "set_lifetime"])
def test_a_finally_that_recycles_and_goes_on_never_reaches_the_next_lease(how: str) -> None:
    """L8: closing a coroutine runs code of the lease too."""

    def stopped(thing: Thing) -> Coroutine:
        try:
            yield Forever()
        finally:
            pool.recycle(thing)
            thing.hp = -1
            thing.bag.append("late")

    _manager, pool = make_pool()
    obj = pool.spawn()
    lease = pool.lease(obj)
    if how == "cancel":
        lease.start(stopped(obj)).cancel()
    else:
        lease.set_lifetime(stopped)
        with contextlib.suppress(StaleLease):
            lease.set_lifetime(None)
    assert not lease.alive
    assert pool.spawn() is obj
    assert (obj.hp, obj.bag) == (3, [])


def test_an_interrupted_cancel_does_not_lose_capacity() -> None:
    """L1: a KeyboardInterrupt while a coroutine is closed leaves nothing standing on the object."""

    def side() -> Coroutine:
        try:
            yield Forever()
        finally:
            raise KeyboardInterrupt

    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)
    _, lease = spawned(pool)
    task = lease.start(side())
    with pytest.raises(KeyboardInterrupt):
        task.cancel()
    lease.recycle()
    assert pool.stats().retiring == 0
    pool.spawn()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda each: copy.deepcopy([each, {"it": each}])[0]])
def test_a_copy_of_a_lease_or_a_task_is_itself(copied: Callable[[Any], Any]) -> None:
    """L5: a second handle of one life would end it a second time."""
    _, pool = make_pool()
    obj, lease = spawned(pool)
    task = lease.start(forever())
    assert copied(lease) is lease
    assert copied(task) is task
    assert lease.recycle()
    assert not copied(lease).recycle()
    assert copied(lease).get() is None
    assert pool.spawn() is obj


def test_a_lease_and_a_task_cannot_be_saved() -> None:
    """They are of this run; the error says what to save instead."""
    _, pool = make_pool()
    _, lease = spawned(pool)
    task = lease.start(forever())
    for each in (lease, task):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(TypeError, match=r"cannot pickle .*: it exists only while the game runs; save the data"):
                pickle.dumps({"target": each}, protocol)


def test_on_spawn_may_recycle() -> None:
    """L8: spawn returns the object with its lease ended, and starts no lifetime."""
    started: list[int] = []

    class Doomed(Thing):
        def on_spawn(self) -> None:
            pool.recycle(self)
            assert pool.stats().retiring == 1
            self.hp = -1

    def life(_thing: object) -> Coroutine:
        started.append(1)
        yield None

    pool = make_manager().create_pool(Doomed)
    obj = pool.spawn(lifetime=life)
    assert pool.lease(obj).reason is RecycleReason.RECYCLED
    assert (pool.active_count, pool.idle_count, obj.hp, started) == (0, 1, 3, [])


@pytest.mark.parametrize("inside", [True, False])
def test_a_side_task_may_end_its_lease_in_its_first_step(inside: bool) -> None:
    """L8."""
    tasks: list[Task] = []

    def side(thing: Thing) -> Coroutine:
        try:
            pool.recycle(thing)
            thing.hp = -1
            yield None
            raise AssertionError("resumed after its end")
        finally:
            thing.bag.append("late")

    manager, pool = make_pool()
    obj, lease = spawned(pool)
    if inside:
        in_update(manager, lambda: tasks.append(lease.start(side(obj))))
    else:
        tasks.append(lease.start(side(obj)))
    assert tasks[0].done
    assert pool.idle_count == 1
    assert (obj.hp, obj.bag) == (3, [])
    step(manager, 2)


def test_a_condition_may_end_its_own_lease() -> None:
    """L8: the question is code of the lease."""

    def asks(thing: Thing) -> bool:
        pool.recycle(thing)
        assert pool.stats().retiring == 1
        thing.hp = -1
        return True

    manager, pool = make_pool()
    obj, lease = spawned(pool, lifetime=Until(asks))
    step(manager, 2)
    assert lease.reason is RecycleReason.RECYCLED
    assert (obj.hp, pool.idle_count, pool.stats().refused) == (3, 1, 0)


# --- L10: delay_frames ---


@pytest.mark.parametrize("by", ["lease", "pool"])
@pytest.mark.parametrize("frames", [1, 2, 5])
def test_a_delayed_item_is_idle_at_the_nth_following_update(frames: int, by: str) -> None:
    """L10: gone at once, hooks run at once; reset and idle later, RETIRING until then."""
    manager = make_manager()
    pool, log = recording(manager)
    obj = pool.spawn()
    obj.hp = -1
    log.clear()
    lease = pool.lease(obj)
    assert lease.recycle(delay_frames=frames) if by == "lease" else pool.recycle(obj, delay_frames=frames)
    assert log == ["second on_recycle", "first on_recycle", "on_recycle"]
    for _ in range(frames - 1):
        step(manager)
        assert (lease.alive, obj in pool, pool.stats().retiring, pool.idle_count, obj.hp) == (False, False, 1, 0, -1)
    step(manager)
    assert (pool.stats().retiring, pool.idle_count, obj.hp) == (0, 1, 3)


def test_a_delay_asked_for_inside_an_update_counts_the_following_ones() -> None:
    """L10."""
    manager, pool = make_pool()
    obj, lease = spawned(pool)
    in_update(manager, lambda: lease.recycle(delay_frames=1))
    assert pool.stats().retiring == 1
    step(manager)
    assert pool.stats().retiring == 0
    assert pool.spawn() is obj


def test_a_delayed_item_is_not_handed_out_and_counts_for_the_limit() -> None:
    """L10, S1."""
    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)
    obj = pool.spawn()
    pool.recycle(obj, delay_frames=2)
    assert pool.try_spawn() is None
    step(manager)
    assert pool.try_spawn() is None
    step(manager)
    assert pool.spawn() is obj


def test_a_delay_of_running_code_waits_for_both() -> None:
    """L8, L10."""

    def life(thing: Thing) -> Coroutine:
        yield None
        pool.lease(thing).recycle(delay_frames=2)
        thing.hp = -1
        yield None

    manager, pool = make_pool()
    obj = pool.spawn(lifetime=life)
    step(manager)
    assert pool.stats().retiring == 1
    step(manager)
    assert (pool.stats().retiring, obj.hp) == (1, -1)
    step(manager)
    assert (pool.stats().retiring, pool.idle_count, obj.hp) == (0, 1, 3)


def test_clearing_or_a_second_recycle_does_not_shorten_a_delay() -> None:
    """L5, L10."""
    manager, pool = make_pool()
    obj, lease = spawned(pool)
    pool.recycle(obj, delay_frames=2)
    assert lease.recycle() is False
    pool.clear()
    assert pool.stats().retiring == 1
    step(manager, 2)
    assert pool.idle_count == 1


@pytest.mark.parametrize("whose", ["pool", "manager"])
def test_a_delayed_item_of_a_closed_pool_is_destroyed(whose: str) -> None:
    """close destroys every item: there may never be another update in which a delay could end."""
    manager, pool = make_pool()
    pool.recycle(pool.spawn(), delay_frames=2)
    if whose == "pool":
        pool.close()
    else:
        manager.close()
    assert pool.total_count == 0
    step(manager, 3)
    check(pool)


def test_a_delayed_item_of_an_invalidated_pool_is_destroyed() -> None:
    manager, pool = make_pool()
    pool.recycle(pool.spawn(), delay_frames=2)
    pool.invalidate()
    step(manager, 2)
    assert pool.total_count == 0


def test_a_delayed_item_that_faulted_counts_as_such_when_it_is_destroyed() -> None:
    """L1: at every moment faulted ones are among the destroyed; F3, L10."""
    manager, pool = make_pool()
    _, lease = spawned(pool)

    def fails() -> None:
        raise InjectedError

    lease.defer(fails)
    with pytest.raises(InjectedError):
        lease.recycle(delay_frames=2)
    stats = pool.stats()
    assert stats.faulted <= stats.destroyed
    step(manager, 2)
    assert (pool.stats().faulted, pool.stats().destroyed, pool.total_count) == (1, 1, 0)


@pytest.mark.parametrize(("wrong", "error"), [(-1, ValueError), (1.0, TypeError), (True, TypeError), ("1", TypeError)])
def test_a_delay_is_a_number_of_updates(wrong: Any, error: type[Exception]) -> None:
    _manager, pool = make_pool()
    obj, lease = spawned(pool)
    with pytest.raises(error, match="delay_frames"):
        lease.recycle(delay_frames=wrong)
    with pytest.raises(error, match="delay_frames"):
        pool.recycle(obj, delay_frames=wrong)
    assert lease.alive


# --- nothing is kept ---


@pytest.mark.parametrize("ending", ["recycle", "expire", "clear"])
def test_an_idle_object_keeps_nothing_of_its_last_lease_alive(ending: str) -> None:
    """L7: but the ended lease, which holds neither object nor lifetime nor resource."""

    class Marker:
        def __call__(self, *_args: object) -> bool:
            return False

    class Holder(Thing):
        def on_spawn(self, *, marker: Marker) -> None:
            self.bag.append(marker)

    manager = make_manager()
    pool = manager.create_pool(Holder)

    def use() -> list[weakref.ref[Marker]]:
        markers = [Marker() for _ in range(6)]

        def side() -> Coroutine:
            held = markers[0]
            yield Until(held)

        obj = pool.spawn(lifetime=Until(markers[1]) | Frames(2), marker=markers[2])
        lease = pool.lease(obj)
        lease.start(side())
        lease.defer(markers[3])
        lease.defer(bool, markers[4])
        obj.extra = markers[5]  # type: ignore[attr-defined]
        return [weakref.ref(marker) for marker in markers]

    references = use()
    step(manager)
    if ending == "recycle":
        pool.recycle(next(iter(pool)))
    elif ending == "expire":
        step(manager)
    else:
        manager.clear()
    assert pool.idle_count == 1
    # What was polled is dropped when the next update meets it.
    step(manager, 2)
    gc.collect()
    assert [reference() for reference in references] == [None] * 6


def test_a_kept_lease_keeps_neither_object_nor_lifetime_alive() -> None:
    """L7: a stale handle somebody keeps is no leak."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=Until(lambda thing: not thing) | 9.0)
    lease = pool.lease(obj)
    reference = weakref.ref(obj)
    pool.close()
    del obj
    gc.collect()
    assert reference() is None
    assert lease.reason is RecycleReason.CLOSED
