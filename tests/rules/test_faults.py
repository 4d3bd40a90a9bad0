"""Fault injection (F1 to F6): every callable a user can supply raises, at every one of its calls in turn.

A scenario uses everything at once: hooks, components, lifetimes of every kind, side tasks, deferred callbacks,
children, validation. It is run once to count the calls of user code, then once for each of them, which raises. After
each run nothing may be lost: the error was told exactly once, the invariants hold, the capacity is there, what is
handed out is clean, and the next update works.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from arcade_pool import Frames, Lease, Polled, Pool, PoolManager, RecycleReason, Until
from helpers import Coroutine, InjectedError, Thing, check, in_update, make_manager, perform, step

CAPACITY = 3


class Injector:
    """Counts the calls of user code and raises at the chosen one."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.calls: list[str] = []
        self.where = ""

    def __call__(self, name: str) -> None:
        self.calls.append(name)
        if len(self.calls) == self.at:
            self.where = name
            raise InjectedError(name)


@dataclass(frozen=True)
class Weak(Polled):
    """A condition of the user's own."""

    inject: Injector
    limit: int = 0

    def holds(self, *obj: Any) -> bool:
        self.inject("Polled.holds")
        return bool(obj[0].hp <= self.limit)

    def __hash__(self) -> int:
        return id(self.inject)


class Part:
    def __init__(self, inject: Injector) -> None:
        self.inject = inject

    def on_spawn(self, owner: Hero) -> None:
        self.inject("component on_spawn")
        owner.bag.append("component")

    def on_recycle(self, owner: Hero) -> None:
        owner.bag.append("dirt")
        self.inject("component on_recycle")


class Hero(Thing):
    """Something with everything a pooled object can have."""

    def __init__(self, world: World) -> None:
        super().__init__()
        world.inject("__init__")
        self.world = world
        self.components = [Part(world.inject)]

    def on_spawn(self, *, armed: bool = True) -> None:
        self.world.inject("on_spawn")
        self.hp = 9
        self.bag.append("spawned")
        lease = self.world.heroes.lease(self)
        if armed:
            lease.defer(self.callback)
            lease.start(self.side())
            lease.adopt(self.world.children.spawn())
        self.world.inject("on_spawn's end")

    def on_recycle(self) -> None:
        self.bag.append("dirt")
        self.world.inject("on_recycle")

    def callback(self) -> None:
        self.bag.append("dirt")
        self.world.inject("deferred")

    def side(self) -> Coroutine:
        inject = self.world.inject
        try:
            inject("side task before its first yield")
            yield None
            inject("side task")
            yield Weak(inject, limit=-99)
        finally:
            self.bag.append("dirt")
            inject("side task's finally")

    def life(self) -> Coroutine:
        inject = self.world.inject
        try:
            inject("lifetime before its first yield")
            yield None
            inject("lifetime")
            yield Until(self.asks) | 9.0
            inject("lifetime's last step")
        finally:
            self.bag.append("dirt")
            inject("lifetime's finally")

    def asks(self, _hero: object) -> bool:
        self.world.inject("Until")
        return self.hp < 9


class Child(Thing):
    inject: Injector

    def on_spawn(self) -> None:
        self.inject("child's on_spawn")
        self.hp = -1

    def on_recycle(self) -> None:
        self.bag.append("dirt")
        self.inject("child's on_recycle")


class World:
    """One run of the scenario."""

    def __init__(self, at: int, inside: bool, errors: str = "raise") -> None:
        self.inject = Injector(at)
        self.inside = inside
        self.manager: PoolManager = make_manager(errors=errors)
        self.told: list[Exception] = []

        class Minion(Child):
            inject = self.inject

        self.children: Pool[Child] = self.manager.create_pool(Minion)
        self.heroes: Pool[Hero] = self.manager.create_pool(
            self.make, key="heroes", max_size=CAPACITY, validate=self.validate
        )

    def make(self) -> Hero:
        self.inject("factory")
        return Hero(self)

    def validate(self, _hero: Hero) -> bool:
        self.inject("validate")
        return True

    def act(self, function: Callable[[], object]) -> None:
        """Does something, outside an update or inside one, and notes what error comes of it."""
        try:
            if self.inside:
                in_update(self.manager, function, 0.0)
            else:
                function()
        except InjectedError as error:
            self.told.append(error)
        except ExceptionGroup as group:
            self.told.extend(group.exceptions)
        self.check()

    def update(self) -> None:
        try:
            self.manager.update(0.1)
        except InjectedError as error:
            self.told.append(error)
        except ExceptionGroup as group:
            self.told.extend(group.exceptions)
        self.check()

    def check(self) -> None:
        for pool in (self.heroes, self.children):
            check(pool)
            assert pool.stats().retiring == 0

    def agrees(self, _hero: Hero) -> bool:
        self.inject("Until")
        return True

    def first(self) -> Hero | None:
        return next(iter(self.heroes), None)

    def recycle_first(self) -> None:
        if (hero := self.first()) is not None:
            self.heroes.recycle(hero)

    def play(self) -> None:
        """The scenario."""
        heroes = self.heroes
        self.act(lambda: heroes.spawn(lifetime=Hero.life))
        self.act(lambda: heroes.spawn(lifetime=Weak(self.inject) | 9.0))
        self.act(lambda: heroes.spawn(lifetime=Frames(3) & Until(self.agrees)))
        for _ in range(4):
            self.update()
        self.act(self.recycle_first)
        self.act(lambda: heroes.spawn(lifetime=Hero.life, armed=False))
        self.update()
        self.act(self.hurt)
        self.update()
        self.act(self.end_a_task_early)
        self.act(lambda: self.manager.call_soon(self.inject, "call_soon"))
        self.update()
        self.act(self.replace_a_lifetime)
        self.act(heroes.clear)
        self.act(lambda: heroes.spawn(lifetime=Hero.life))
        self.act(self.manager.clear)
        self.update()

    def hurt(self) -> None:
        for hero in self.heroes:
            hero.hp = 1

    def end_a_task_early(self) -> None:
        if (hero := self.first()) is not None:
            self.heroes.lease(hero).start(hero.side()).cancel()

    def replace_a_lifetime(self) -> None:
        if (hero := self.first()) is not None:
            lease = self.heroes.lease(hero)
            lease.set_lifetime(Hero.life)
            if lease.alive:
                lease.set_lifetime(5.0)


def count_calls(inside: bool) -> list[str]:
    world = World(0, inside)
    # If it goes wrong it is the test below that says so, not the collection of all tests.
    with contextlib.suppress(Exception):
        world.play()
    return world.inject.calls


CALLS = {inside: count_calls(inside) for inside in (False, True)}


@pytest.mark.parametrize("inside", [False, True])
def test_the_scenario_without_a_fault_runs_to_its_end(inside: bool) -> None:
    """Else the tests below would prove less than they say."""
    world = World(0, inside)
    world.play()
    assert world.told == []
    assert world.inject.calls == CALLS[inside]
    assert_nothing_is_lost(world)


def test_the_scenario_calls_everything_a_user_can_supply() -> None:
    assert set(CALLS[False]) == set(CALLS[True])
    assert set(CALLS[False]) == {
        "factory",
        "__init__",
        "validate",
        "on_spawn",
        "on_spawn's end",
        "component on_spawn",
        "child's on_spawn",
        "side task before its first yield",
        "side task",
        "side task's finally",
        "lifetime before its first yield",
        "lifetime",
        "lifetime's last step",
        "lifetime's finally",
        "Until",
        "Polled.holds",
        "deferred",
        "component on_recycle",
        "on_recycle",
        "child's on_recycle",
        "call_soon",
    }


def assert_nothing_is_lost(world: World) -> None:
    """The capacity is there, what is handed out is clean, the next update works."""
    manager, heroes = world.manager, world.heroes
    assert heroes.active_count == world.children.active_count == 0
    heroes.configure(validate=None)
    spawned: list[Hero] = []
    leases: list[Lease[Hero]] = []
    for _ in range(CAPACITY):
        hero = heroes.spawn(armed=False, lifetime=Frames(1))
        assert (hero.hp, hero.bag) == (9, ["spawned", "component"]), "handed out half-cleaned"
        spawned.append(hero)
        leases.append(heroes.lease(hero))
    assert len({id(hero) for hero in spawned}) == CAPACITY
    assert heroes.try_spawn() is None
    child = world.children.spawn()
    assert (child.hp, child.bag) == (-1, [])
    world.children.recycle(child)
    manager.update(0.1)
    assert [lease.reason for lease in leases] == [RecycleReason.EXPIRED] * CAPACITY
    step(manager, 2)
    world.check()


@pytest.mark.parametrize(
    ("inside", "at"),
    [
        pytest.param(inside, number, id=f"{'inside' if inside else 'outside'}-{number}-{name}")
        for inside, calls in CALLS.items()
        for number, name in enumerate(calls, 1)
    ],
)
def test_a_fault_anywhere_loses_nothing(inside: bool, at: int) -> None:
    """F1 to F5, L1."""
    world = World(at, inside)
    world.play()
    assert world.inject.where == CALLS[inside][at - 1]
    assert [str(error) for error in world.told] == [world.inject.where], "told once, and nothing else went wrong"
    assert_nothing_is_lost(world)


@pytest.mark.parametrize("at", range(1, len(CALLS[True]) + 1))
def test_a_logged_fault_loses_nothing(at: int, caplog: pytest.LogCaptureFixture) -> None:
    """F5: the same with errors="log"; what is not raised is in the log, once."""
    world = World(at, inside=True, errors="log")
    world.play()
    logged = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert logged == [world.inject.where]
    assert world.told == []
    assert_nothing_is_lost(world)


# --- what each kind of fault means for its lease ---


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize(
    ("name", "faulted", "spawned"),
    [
        ("factory", 0, 0),
        ("__init__", 0, 0),
        ("on_spawn", 0, 0),
        ("on_spawn's end", 0, 0),
        ("component on_spawn", 0, 0),
        ("child's on_spawn", 0, 0),
        ("side task before its first yield", 0, 0),
        ("lifetime before its first yield", 0, 0),
        ("side task's finally", 1, 1),
        ("lifetime's finally", 1, 1),
        ("deferred", 1, 1),
        ("component on_recycle", 1, 1),
        ("on_recycle", 1, 1),
        ("child's on_recycle", 0, 1),
    ],
)
def test_what_a_fault_means_for_its_item(name: str, faulted: int, spawned: int, inside: bool) -> None:
    """F1, F2: as if nothing had been; F3: destroyed and counted; a child's fault is the child's."""
    counted = World(0, inside)
    counted.act(lambda: counted.heroes.spawn(lifetime=Hero.life))
    counted.act(counted.recycle_first)
    world = World(counted.inject.calls.index(name) + 1, inside)
    got: list[Hero] = []
    world.act(lambda: got.append(world.heroes.spawn(lifetime=Hero.life)))
    assert len(got) == world.heroes.stats().spawned == spawned
    assert len(world.told) == 1 - spawned
    world.act(world.recycle_first)
    assert [str(error) for error in world.told] == [name]
    assert world.heroes.stats().faulted == faulted
    assert world.children.stats().faulted == (name == "child's on_recycle")
    assert world.heroes.stats().created == (name not in ("factory", "__init__"))
    assert_nothing_is_lost(world)


@pytest.mark.parametrize("inside", [False, True])
def test_a_lifetime_that_ends_its_lease_and_fails_to_close(inside: bool) -> None:
    """L8, F3: recycled by its own code before its first yield, the coroutine raises when it is closed then."""

    def life(thing: Thing) -> Coroutine:
        try:
            pool.recycle(thing)
            yield None
        finally:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)
    with pytest.raises(InjectedError):
        perform(manager, lambda: pool.spawn(lifetime=life), inside=inside)
    check(pool)
    assert (pool.stats().retiring, pool.stats().faulted, pool.total_count) == (0, 1, 0)
    pool.spawn()
    step(manager)


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("raises", [False, True])
def test_a_side_task_that_ends_its_lease_and_fails_to_close(inside: bool, raises: bool) -> None:
    """L8, F3, F6."""

    def side(thing: Thing) -> Coroutine:
        try:
            pool.recycle(thing)
            yield None
        finally:
            if raises:
                raise InjectedError
            yield "refuses to close"

    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)
    obj = pool.spawn()
    lease = pool.lease(obj)
    with pytest.raises(InjectedError if raises else RuntimeError):
        perform(manager, lambda: lease.start(side(obj)), inside=inside)
    check(pool)
    assert (pool.stats().retiring, pool.stats().faulted, pool.total_count) == (0, 1, 0)
    pool.spawn()
    step(manager)


@pytest.mark.parametrize("where", ["first step", "later step"])
def test_a_lifetime_that_ends_its_lease_and_then_raises(where: str) -> None:
    """L8, F5: the error is told, the item is not lost."""

    def life(thing: Thing) -> Coroutine:
        if where == "later step":
            yield None
        pool.recycle(thing)
        thing.hp = -1
        raise InjectedError
        yield

    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)

    def spawn_and_update() -> None:
        pool.spawn(lifetime=life)
        step(manager)

    with pytest.raises(InjectedError):
        spawn_and_update()
    check(pool)
    assert pool.stats().retiring == 0
    assert pool.spawn().hp == 3
    step(manager)


def test_a_condition_that_ends_its_lease_and_then_raises() -> None:
    """L8, F5: alone, in ``a | b``, in ``a & b``, asked for a lifetime or for a side task: the error is told."""

    def asks(thing: Thing) -> bool:
        pool.recycle(thing)
        thing.hp = -1
        raise InjectedError

    def side(wait: Any) -> Coroutine:
        yield wait

    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=1)
    for wait in (Until(asks), Until(asks) | 9.0, Until(asks) & 9.0):
        for as_task in (False, True):
            lease = pool.lease(pool.spawn(lifetime=None if as_task else wait))
            if as_task:
                lease.start(side(wait))
            with pytest.raises(InjectedError):
                step(manager)
            assert lease.reason is RecycleReason.RECYCLED
            check(pool)
            assert (pool.stats().retiring, pool.idle_count) == (0, 1)
            assert pool.spawn(lifetime=None).hp == 3
            pool.clear()
            step(manager)


@pytest.mark.parametrize("method", ["check", "arm", "watch", "__hash__", "__eq__"])
@pytest.mark.parametrize("waiter", ["lifetime", "side task", "game task", "new lifetime"])
def test_a_condition_that_cannot_even_be_waited_for(method: str, waiter: str) -> None:
    """F4, F5: whatever of a user's condition raises, all others are served in that update, and the next one works."""

    class Odd(Polled):
        def holds(self, *_obj: Any) -> bool:
            return False

        def __eq__(self, other: object) -> bool:
            return method == "__eq__" and self.fail()

        def __hash__(self) -> int:
            return self.fail() if method == "__hash__" else 1

        def fail(self, *_args: object) -> Any:
            raise InjectedError(method)

    if method in ("check", "arm", "watch"):
        setattr(Odd, method, Odd.fail)

    def waits(_thing: object = None) -> Coroutine:
        yield Frames(2)
        yield Odd()
        yield Odd() | 9.0

    manager = make_manager()
    pool = manager.create_pool(Thing)
    obj = pool.spawn(lifetime=waits if waiter == "lifetime" else None)
    lease = pool.lease(obj)
    if waiter == "side task":
        lease.start(waits())
    elif waiter == "game task":
        manager.start(waits())
    elif waiter == "new lifetime":

        def call() -> None:
            lease.set_lifetime(Odd() & Odd())

        lease.start(_after(2, call))
    told = 0
    for update in range(1, 6):
        others = [pool.lease(pool.spawn(lifetime=wait)) for wait in (Frames(1), 0.1, Until(lambda _: True))]
        try:
            manager.update(0.1)
        except (InjectedError, ExceptionGroup):
            told += 1
        assert [other.alive for other in others] == [False] * 3, f"update {update}"
        check(pool)
    # What is never compared or hashed may well work.
    assert told >= 1 or method in ("__eq__", "__hash__")
    pool.clear()
    manager.clear()
    step(manager, 3)
    assert pool.stats().retiring == 0


def _after(updates: int, call: Callable[[], object]) -> Coroutine:
    yield Frames(updates)
    call()


@pytest.mark.parametrize("inside", [False, True])
def test_a_lifetime_that_raises_while_it_is_replaced(inside: bool) -> None:
    """F3, F5: the error is told; the new lifetime is in force."""

    def old(_thing: object) -> Coroutine:
        try:
            yield 9.0
        finally:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn(lifetime=old))
    with pytest.raises(InjectedError):
        perform(manager, lambda: lease.set_lifetime(Frames(1)), inside=inside)
    assert lease.alive
    step(manager)
    assert lease.reason is RecycleReason.EXPIRED
    assert pool.stats().retiring == 0


def test_a_fault_inside_a_fault() -> None:
    """F3: a callback that ends another lease whose callback raises."""
    manager = make_manager()
    pool = manager.create_pool(Thing, max_size=2)
    one, two = pool.lease(pool.spawn()), pool.lease(pool.spawn())

    def fails() -> None:
        raise InjectedError("two")

    two.defer(fails)
    one.defer(two.recycle)
    with pytest.raises(InjectedError, match="two"):
        one.recycle()
    # Outside an update the error of two reached its ender, the callback of one: so that raised, too.
    assert (pool.stats().faulted, pool.total_count) == (2, 0)
    one, two = pool.lease(pool.spawn()), pool.lease(pool.spawn())
    two.defer(fails)
    one.defer(two.recycle)
    with pytest.raises(InjectedError, match="two"):
        in_update(manager, one.recycle)
    # Inside one the ending call returns, so nothing went wrong with one.
    assert (pool.stats().faulted, pool.total_count, pool.idle_count) == (3, 1, 1)
