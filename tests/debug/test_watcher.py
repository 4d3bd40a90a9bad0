"""Debug mode (D1): it names places, changes and threads; without it nothing is there."""

from __future__ import annotations

import ast
import gc
import logging
import random
import re
import sys
import threading
import warnings
import weakref
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import Mock

import pytest

import arcade_pool
from arcade_pool import (
    Forever,
    Frames,
    Lease,
    Pool,
    PoolConfig,
    PoolManager,
    PoolWarning,
    RecycleReason,
    StaleLease,
    WrongThread,
)
from arcade_pool.debug.state_diff import MOST_PARTS
from arcade_pool.testing import advance, check_reusable
from helpers import FRAME, Coroutine, InjectedError, Thing, in_update, make_manager, next_frame, run_script, step

T = TypeVar("T")


def here() -> str:
    """The file and line of the caller."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def elsewhere(function: Callable[[], T]) -> T:
    """Calls the function on another thread."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function).result(20)


def story(lease: Lease[Any]) -> str:
    """What the library tells about an ended lease."""
    with pytest.raises(StaleLease) as caught:
        lease.defer(print)
    return str(caught.value)


@pytest.fixture
def manager() -> PoolManager:
    return make_manager(debug=True)


# --- off, unless asked for ---


def test_debug_mode_is_off_by_default() -> None:
    """D1: what it would name passes in silence; a warning would be an error here."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    assert pool.recycle(thing)
    assert not pool.recycle(thing)
    thing.hp = 99
    assert pool.spawn() is thing
    assert elsewhere(pool.spawn) is not thing


@pytest.mark.parametrize("debug", [False, True])
def test_no_mode_replaces_a_method_of_a_pool(debug: bool) -> None:
    """D1: debug mode is a hooks object, and without it there is none."""
    manager = make_manager(debug=debug)
    pool = manager.create_pool(Thing)
    for part in (manager, pool, pool._lifecycle, pool._inventory):
        replaced = {name for name in vars(part) if callable(getattr(type(part), name, None))}
        assert not replaced
    assert (pool._lifecycle.hooks is not None) == debug
    assert (type(pool.lease(pool.spawn())) is Lease) != debug


@pytest.mark.medium
def test_without_debug_mode_its_module_is_not_even_imported() -> None:
    source = (
        "import sys\n"
        "from arcade_pool import PoolManager\n"
        "pool = PoolManager().create_pool(type('Thing', (), {}))\n"
        "thing = pool.spawn()\n"
        "assert pool.recycle(thing) and not pool.recycle(thing)\n"
        "assert 'arcade_pool.debug.watcher' not in sys.modules\n"
        "PoolManager(debug=True).create_pool(object)\n"
        "assert 'arcade_pool.debug.watcher' in sys.modules\n"
    )
    assert run_script(source) == ""


def test_debug_mode_of_one_manager_does_not_reach_another(manager: PoolManager) -> None:
    """No global state."""
    watched, plain = manager.create_pool(Thing), make_manager().create_pool(Thing)
    for pool in (plain, watched):
        thing = pool.spawn()
        pool.recycle(thing)
        if pool is watched:
            with pytest.warns(PoolWarning):
                pool.recycle(thing)
        else:
            pool.recycle(thing)


# --- places ---


def place_of(function: Any) -> str:
    """The file and line of a function whose body is a single line."""
    code = function.__code__
    return f"{code.co_filename}:{max(line for *_, line in code.co_lines() if line)}"


class Case:
    """A lease that is about to end."""

    def __init__(self, manager: PoolManager) -> None:
        self.manager = manager
        self.pool: Pool[Any] = manager.create_pool(Thing, key="things")
        self.parents: Pool[Any] = manager.create_pool(Thing, key="parents")
        self.parent = self.parents.spawn()
        self.lease = self.pool.lease(self.pool.spawn())

    def live(self, lifetime: Any) -> None:
        self.lease.set_lifetime(lifetime)

    def adopted(self, generations: int) -> None:
        child: Any = self.lease
        for _ in range(generations - 1):
            between = self.parents.spawn()
            self.parents.lease(between).adopt(child)
            child = between
        self.parents.lease(self.parent).adopt(child)

    def fail(self, thing: Any) -> Coroutine:
        yield None
        raise InjectedError

    def full(self) -> None:
        self.pool.configure(max_size=1, overflow="steal_oldest")


SPAWNS: dict[str, Callable[[Case], Any]] = {
    "pool": lambda case: case.pool.spawn(),
    "try_spawn": lambda case: case.pool.try_spawn(),
    "manager": lambda case: case.manager.spawn("things"),
    "with a lifetime": lambda case: case.pool.spawn(lifetime=2.0),
}


@pytest.mark.parametrize("way", SPAWNS)
@pytest.mark.parametrize("idle", [False, True])
def test_the_line_of_the_spawn_is_remembered(manager: PoolManager, way: str, idle: bool) -> None:
    """D1: by whichever call, whether the object is new or not."""
    case = Case(manager)
    if idle:
        case.lease.recycle()
        next_frame(case.pool)
    lease = case.pool.lease(SPAWNS[way](case))
    lease.recycle()
    assert f"spawned at 0.00 s by {place_of(SPAWNS[way])}," in story(lease)


def test_spawns_in_hooks_coroutines_and_calls_have_their_own_lines(manager: PoolManager) -> None:
    """D1: the nearest line of the game, not the one that set it off."""
    places: list[str] = []
    leases: list[Lease[Any]] = []

    def note(place: str, thing: Thing) -> None:
        places.append(place)
        leases.append(things.lease(thing))

    class Parent:
        def on_spawn(self) -> None:
            note(here(), things.spawn())

    def life(parent: Parent) -> Coroutine:
        yield None
        note(here(), things.spawn())

    things, parents = manager.create_pool(Thing), manager.create_pool(Parent)
    parents.spawn(lifetime=life)
    manager.call_soon(lambda: note(here(), things.spawn()))
    manager.update(FRAME)
    assert len(set(places)) == 3
    for place, lease in zip(places, leases, strict=True):
        lease.recycle()
        assert f"by {place}, ended" in story(lease)


#: What is done first, and the line that ends the lease.
ENDS: dict[str, tuple[Callable[[Case], object] | None, Callable[[Case], object]]] = {
    "pool": (None, lambda case: case.pool.recycle(case.lease.get())),
    "lease": (None, lambda case: case.lease.recycle()),
    "delay": (None, lambda case: case.lease.recycle(delay_frames=2)),
    "manager": (None, lambda case: case.manager.recycle(case.lease)),
    "clear": (None, lambda case: case.pool.clear()),
    "close": (None, lambda case: case.pool.close()),
    "manager clear": (None, lambda case: case.manager.clear()),
    "manager close": (None, lambda case: case.manager.close()),
    "theft": (lambda case: case.full(), lambda case: case.pool.spawn()),
    "seconds": (lambda case: case.live(0.01), lambda case: case.manager.update(FRAME)),
    "frames": (lambda case: case.live(Frames(1)), lambda case: case.manager.update(FRAME)),
    "coroutine": (lambda case: case.live(lambda _: (yield)), lambda case: case.manager.update(FRAME)),
    "failure": (lambda case: case.live(case.fail), lambda case: case.manager.update(FRAME)),
    "parent": (lambda case: case.adopted(1), lambda case: case.parents.recycle(case.parent)),
    "grandparent": (lambda case: case.adopted(2), lambda case: case.parents.recycle(case.parent)),
}


@pytest.mark.parametrize("way", ENDS)
def test_the_line_of_the_end_is_remembered(manager: PoolManager, way: str) -> None:
    """D1: of each end, for whatever reason."""
    case = Case(manager)
    prepare, end = ENDS[way]
    if prepare is not None:
        prepare(case)
    with suppress(InjectedError):
        end(case)
    assert case.lease.reason is not None
    ended = rf"ended at \d+\.\d\d s by {re.escape(place_of(end))} \({case.lease.reason.value}\)"
    assert re.search(ended, story(case.lease))


def test_the_end_that_another_thread_asked_for_has_the_line_that_asked(manager: PoolManager) -> None:
    """D1, L9: not the line of the update that carries it out."""
    case = Case(manager)

    def ask() -> bool:
        return case.lease.recycle()

    assert elsewhere(ask)
    manager.update(FRAME)
    assert f"by {place_of(ask)} (recycled)" in story(case.lease)


def test_the_end_in_a_coroutine_has_its_line(manager: PoolManager) -> None:
    case = Case(manager)
    places: list[str] = []

    def end(place: str, ended: bool) -> None:
        places.append(place)

    def task() -> Coroutine:
        yield None
        end(here(), case.lease.recycle())

    case.lease.start(task())
    manager.update(FRAME)
    assert f"by {places[0]} (recycled)" in story(case.lease)


def test_the_end_of_a_spawn_that_failed_has_its_line(manager: PoolManager) -> None:
    """D1, F2: the undone lease tells it, too."""
    leases: list[Lease[Any]] = []

    class Failing:
        def on_spawn(self) -> None:
            leases.append(pool.lease(self))
            raise InjectedError

    pool = manager.create_pool(Failing)

    def spawn() -> None:
        pool.spawn()

    with pytest.raises(InjectedError):
        spawn()
    text = story(leases[0])
    assert f"spawned at 0.00 s by {place_of(spawn)}" in text
    assert f"by {place_of(spawn)} (failed)" in text


def test_no_place_lies_in_the_library(manager: PoolManager) -> None:
    """D1: whatever stands between the game and the pool."""
    library = str(Path(arcade_pool.__file__).parent)
    pool = manager.create_pool(Thing)
    lifetimes: list[Any] = [0.0, Frames(1), 0.1 | Frames(9), Forever() & Frames(1), 0.05, lambda thing: (yield 0.1)]
    leases = [pool.lease(pool.spawn(lifetime=lifetime)) for lifetime in lifetimes]
    advance(manager, 0.05)
    leases.append(pool.lease(pool.spawn(lifetime=None)))
    advance(manager, 0.2)
    manager.clear()
    for lease in leases:
        places = re.findall(r"\bby (\S+):\d+", story(lease))
        assert len(places) == 2
        assert not [place for place in places if place.startswith(library)]


# --- a second recycle ---


def second_by_pool(pool: Pool[Any], thing: Any, lease: Lease[Any]) -> tuple[str, bool]:
    return here(), pool.recycle(thing)


def second_by_lease(pool: Pool[Any], thing: Any, lease: Lease[Any]) -> tuple[str, bool]:
    return here(), lease.recycle()


def second_by_manager(pool: Pool[Any], thing: Any, lease: Lease[Any]) -> tuple[str, bool]:
    return here(), pool._lifecycle.loop.manager.recycle(thing)


def second_by_delay(pool: Pool[Any], thing: Any, lease: Lease[Any]) -> tuple[str, bool]:
    return here(), pool.recycle(lease, delay_frames=3)


@pytest.mark.parametrize("second", [second_by_pool, second_by_lease, second_by_manager, second_by_delay])
def test_second_recycle_is_warned_of_with_both_places(
    manager: PoolManager, second: Callable[[Pool[Any], Any, Lease[Any]], tuple[str, bool]]
) -> None:
    """D1, L5: at the line of the second; nothing else happens."""
    pool = manager.create_pool(Thing)
    spawned_at, thing = here(), pool.spawn()
    lease = pool.lease(thing)
    ended_at, first = here(), pool.recycle(thing)
    assert first
    with pytest.warns(PoolWarning) as caught:
        place, result = second(pool, thing, lease)
    assert result is False
    (warning,) = caught
    text = str(warning.message)
    assert f"by {place}" in text
    assert f"by {spawned_at}" in text
    assert f"by {ended_at}" in text
    assert f"{warning.filename}:{warning.lineno}" == place
    assert (pool.stats().refused, pool.idle_count) == (1, 1)


def test_stale_lease_of_an_object_in_use_is_warned_of_and_leaves_it_alone(manager: PoolManager) -> None:
    """D1: the classic bug, a handle from an earlier life."""
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    old = pool.lease(thing)
    pool.recycle(thing)
    next_frame(pool)
    assert pool.spawn() is thing
    with pytest.warns(PoolWarning, match="on lease again"):
        assert not old.recycle()
    assert thing in pool


def test_a_second_recycle_inside_on_recycle_is_warned_of(manager: PoolManager) -> None:
    """D1, L5."""

    class Eager:
        def on_recycle(self) -> None:
            pool.recycle(self)

    pool = manager.create_pool(Eager)
    eager = pool.spawn()
    with pytest.warns(PoolWarning, match="a second time"):
        assert pool.recycle(eager)
    assert pool.idle_count == 1


def test_ends_that_find_nothing_to_do_are_not_warned_of(manager: PoolManager) -> None:
    """D1: only a recycle says "end this one"; a clear after a recycle is no mistake."""
    pool = manager.create_pool(Thing)
    parent, child = pool.spawn(lifetime=0.0), pool.spawn(lifetime=0.0)
    pool.lease(parent).adopt(child)
    pool.recycle(child)
    pool.recycle(parent)
    pool.clear()
    manager.clear()
    manager.update(FRAME)
    manager.close()
    assert pool.stats().refused == 0


def test_warning_is_shown_once_for_each_line_by_default() -> None:
    """D1: a mistake in a loop does not fill the screen; another line is shown, too."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing)
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        warnings.simplefilter("default")
        for _ in range(5):
            next_frame(pool)
            thing = pool.spawn()
            pool.recycle(thing)
            pool.recycle(thing)
            manager.update(FRAME)
        one_line = len(caught)
        pool.recycle(thing)
    assert one_line == 1
    assert len(caught) == 2


def test_idle_and_reset_warnings_are_shown_once_for_each_line_by_default() -> None:
    """D1: these, too."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Deep)
    with warnings.catch_warnings(record=True) as caught:
        warnings.resetwarnings()
        warnings.simplefilter("default")
        for number in range(5):
            next_frame(pool)
            deep = pool.spawn()
            deep.grid[0][0] += 1
            pool.recycle(deep)
            deep.hp = number + 10
    assert len(caught) == 2, [str(each.message) for each in caught]


def test_warnings_as_errors_reach_the_caller_and_change_nothing(manager: PoolManager) -> None:
    """A game's tests run so."""
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    pool.recycle(thing)
    with pytest.raises(PoolWarning):
        pool.recycle(thing)
    assert pool.idle_count == 1
    next_frame(pool)
    assert pool.spawn() is thing


# --- what reset could not restore ---


class Weapon:
    def __init__(self) -> None:
        self.ammo = 6
        self.parts = ["barrel"]


class Slotted:
    __slots__ = ("ammo",)

    def __init__(self) -> None:
        self.ammo = 6


class Deep:
    """Has depth that no reset reaches."""

    def __init__(self) -> None:
        self.hp = 3
        self.bag: list[object] = []
        self.seen: set[object] = set()
        self.names = {"a": 1}
        self.grid = [[0, 0], [0, 0]]
        self.table: dict[str, list[int]] = {"row": [1]}
        self.pair = ([1], 2)
        self.queue = deque([{"a": 1}])
        self.weapon = Weapon()
        self.arms = [Weapon(), Weapon()]
        self.slotted = Slotted()
        self._holster = Weapon()


def change_arm(deep: Deep) -> None:
    deep.arms[1].ammo = 0


NESTED: dict[str, tuple[str, Callable[[Deep], object]]] = {
    "list of lists": ("grid", lambda deep: deep.grid[1].append(7)),
    "element of an inner list": ("grid[1][0]", lambda deep: deep.grid[1].__setitem__(0, 7)),
    "dictionary of lists": ("table['row']", lambda deep: deep.table["row"].append(2)),
    "tuple of lists": ("pair[0]", lambda deep: deep.pair[0].append(2)),
    "deque of dictionaries": ("queue[0]", lambda deep: deep.queue[0].update(b=2)),
    "object": ("weapon.ammo", lambda deep: setattr(deep.weapon, "ammo", 0)),
    "list in an object": ("weapon.parts", lambda deep: deep.weapon.parts.append("sight")),
    "new attribute of an object": ("weapon.scope", lambda deep: setattr(deep.weapon, "scope", 1)),
    "object in a list": ("arms[1].ammo", change_arm),
    "object with slots": ("slotted.ammo", lambda deep: setattr(deep.slotted, "ammo", 0)),
    "private attribute": ("holster.ammo", lambda deep: setattr(deep._holster, "ammo", 0)),
}


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("life", [1, 3])
def test_nested_mutables_that_changed_are_named(manager: PoolManager, kind: str, life: int) -> None:
    """D1: class, attribute and path; in the first life and in a later one; with the life in which it happened."""
    path, change = NESTED[kind]
    pool = manager.create_pool(Deep)
    for _ in range(life - 1):
        next_frame(pool)
        pool.recycle(pool.spawn())
    next_frame(pool)
    deep = pool.spawn()
    lease = pool.lease(deep)
    change(deep)
    with pytest.warns(PoolWarning, match="reset could not restore") as caught:
        place, _ = here(), lease.recycle()
    (warning,) = caught
    text = str(warning.message)
    assert re.search(rf"\bDeep\.{re.escape(path)}", text)
    assert f"lease {lease.generation} of pool Deep" in text
    assert f"{warning.filename}:{warning.lineno}" == place
    next_frame(pool)
    assert pool.spawn() is deep, "handed out nevertheless"
    pool.recycle(deep)


def test_each_change_is_told_once_and_a_further_one_again(manager: PoolManager) -> None:
    """D1: what it is now is taken for fresh."""
    pool = manager.create_pool(Deep)
    for expected in (1, 0, 1):
        next_frame(pool)
        deep = pool.spawn()
        deep.weapon.ammo -= expected
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            pool.recycle(deep)
        assert len(caught) == expected


class Evil:
    """Whatever is asked of it raises."""

    def __eq__(self, other: object) -> bool:
        raise InjectedError

    def __hash__(self) -> int:
        return 1

    def __bool__(self) -> bool:
        raise InjectedError

    def __repr__(self) -> str:
        raise InjectedError


class Ended:
    """What is held by a proxy only, once the test lets it go."""


_lasting: list[Ended] = []


def proxy() -> object:
    _lasting.append(Ended())
    return weakref.proxy(_lasting[-1])


def ring() -> list[object]:
    made: list[object] = []
    made.append(made)
    return made


HELD: dict[str, Callable[[], object]] = {
    "evil": Evil,
    "evil in containers": lambda: [Evil(), (Evil(),), {"a": Evil()}, {Evil()}],
    "proxy": proxy,
    "proxy in containers": lambda: [proxy(), (proxy(),), {"a": proxy()}],
    "itself": ring,
    "lock": threading.Lock,
    "thread": threading.current_thread,
    "logger": lambda: logging.getLogger("game"),
    "mock": Mock,
    "weak set": weakref.WeakSet,
    "random numbers": lambda: random.Random(1),  # noqa: S311  # a test's own choice
}


@pytest.mark.parametrize("kind", HELD)
def test_an_object_may_hold_anything(manager: PoolManager, kind: str) -> None:
    """D1: looking at it calls for nothing that it will not do."""

    class Holder:
        def __init__(self) -> None:
            self.held = HELD[kind]()
            self.hp = 3

    pool = manager.create_pool(Holder, prewarm=1)
    _lasting.clear()
    for keep in ((), ("hp",), ()):
        pool.configure(keep=keep)
        for _ in range(2):
            next_frame(pool)
            pool.recycle(pool.spawn())
    next_frame(pool)
    holder = pool.spawn()
    pool.recycle(holder)
    holder.held = HELD[kind]()
    _lasting.clear()
    holder.hp = 4
    next_frame(pool)
    with pytest.warns(PoolWarning, match=r"Holder\.hp"):
        pool.spawn()


class Shy(list[int]):
    """A container that keeps to itself."""

    def __len__(self) -> int:
        raise InjectedError

    __iter__: Any = __len__


class Base:
    __slots__ = ("wear",)


@pytest.mark.parametrize("error", [AttributeError, InjectedError, ReferenceError])
def test_what_will_not_be_looked_at_is_let_be(manager: PoolManager, error: type[Exception]) -> None:
    """D1: debug mode fails nothing that works without it."""

    class Part(Base):
        @property
        def wear(self) -> int:
            raise error

    class Holder(Part):
        def __init__(self) -> None:
            self.part = Part()
            self.parts = [Part(), Shy()]
            self.hp = 3
            vars(self)[5] = 6  # type: ignore[index]

    pool = manager.create_pool(Holder)
    for _ in range(2):
        next_frame(pool)
        pool.recycle(pool.spawn())
    loose = manager.create_pool(Holder, key="loose", reset="none")
    for _ in range(2):
        next_frame(loose)
        holder = loose.spawn()
        vars(holder)["shy"] = Shy()
        loose.recycle(holder)
    next_frame(pool)
    holder = pool.spawn()
    pool.recycle(holder)
    holder.hp = 4
    next_frame(pool)
    with pytest.warns(PoolWarning, match=r"Holder\.hp"):
        pool.spawn()
    check_reusable(make_manager().create_pool(Holder), lambda _: None)


def test_a_warning_names_some_of_many_changes(manager: PoolManager) -> None:
    class Field(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.grid = [[0] * 30 for _ in range(30)]

    pool = manager.create_pool(Field)
    field = pool.spawn()
    for row in field.grid:
        row[:] = range(1, 31)
    with pytest.warns(PoolWarning) as caught:
        pool.recycle(field)
    (warning,) = caught
    assert "Field.grid[0][7] and 892 more after" in str(warning.message)


def test_only_some_of_very_many_parts_are_looked_at(manager: PoolManager) -> None:
    """What an object holds by the hundred thousand costs a look at the first thousand, at every spawn and end."""

    class Watched:
        looks = 0

        @property
        def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
            Watched.looks += 1
            return {"n": 1}

    class Field(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.parts = [Watched() for _ in range(20_000)]
            self.bag: list[object] = [{Watched() for _ in range(5_000)}]

    pool = manager.create_pool(Field)
    field = pool.spawn()
    Watched.looks = 0
    pool.recycle(field)
    next_frame(pool)
    pool.spawn()
    assert 0 < Watched.looks < 5 * MOST_PARTS


def test_several_changes_are_named_together(manager: PoolManager) -> None:
    pool = manager.create_pool(Deep)
    deep = pool.spawn()
    deep.weapon.ammo = 0
    deep.grid[0][0] = 5
    with pytest.warns(PoolWarning) as caught:
        pool.recycle(deep)
    (warning,) = caught
    assert {"Deep.weapon.ammo", "Deep.grid[0][0]"} <= set(re.findall(r"Deep\.[\w.\[\]]*[\w\]]", str(warning.message)))


def test_what_reset_restores_is_not_named(manager: PoolManager) -> None:
    """D1, L7: attributes rebound, added, removed; containers changed in place; nested objects replaced."""
    pool = manager.create_pool(Deep)
    for _ in range(3):
        next_frame(pool)
        deep = pool.spawn()
        deep.hp = 0
        deep.bag.append(1)
        deep.seen.add(2)
        deep.names["b"] = 3
        deep.weapon = Weapon()
        deep.weapon.ammo = 0
        deep.arms.append(Weapon())
        vars(deep)["added"] = []
        del deep.pair
        pool.recycle(deep)
    assert pool.stats().recycled == 3


def test_a_change_that_is_undone_in_time_is_not_named(manager: PoolManager) -> None:
    """D1: by the game itself, or in on_recycle."""

    class Careful(Deep):
        def on_recycle(self) -> None:
            self.weapon.ammo = 6

    pool = manager.create_pool(Careful)
    for _ in range(2):
        next_frame(pool)
        careful = pool.spawn()
        careful.weapon.ammo = 0
        careful.grid[0][0] = 1
        careful.grid[0][0] = 0
        pool.recycle(careful)
    assert pool.stats().recycled == 2


@pytest.mark.parametrize("attribute", ["weapon", "holster", "grid"])
def test_what_is_kept_is_not_named(manager: PoolManager, attribute: str) -> None:
    """D1, L7: keep says that it is meant to survive, by its public name."""

    class Keeper(Deep):
        @property
        def holster(self) -> Weapon:
            return self._holster

        @holster.setter
        def holster(self, value: Weapon) -> None:
            self._holster = value

    pool = manager.create_pool(Keeper, keep=(attribute,))
    for ammo in range(3):
        next_frame(pool)
        keeper = pool.spawn()
        if attribute == "grid":
            keeper.grid[0][0] += 1
        else:
            getattr(keeper, attribute).ammo = ammo
        pool.recycle(keeper)
    next_frame(pool)
    kept = pool.spawn()
    assert kept.grid[0][0] == 3 if attribute == "grid" else getattr(kept, attribute).ammo == 2


def test_keeping_one_does_not_hide_another(manager: PoolManager) -> None:
    pool = manager.create_pool(Deep, keep=("weapon",))
    deep = pool.spawn()
    deep.weapon.ammo = 0
    deep.arms[0].ammo = 0
    with pytest.warns(PoolWarning) as caught:
        pool.recycle(deep)
    (warning,) = caught
    assert "Deep.arms[0].ammo" in str(warning.message)
    assert "Deep.weapon" not in str(warning.message)


def test_without_reset_nothing_is_named(manager: PoolManager) -> None:
    """D1: reset="none" restores nothing, and is asked for."""
    pool = manager.create_pool(Deep, reset="none")
    for ammo in range(3):
        next_frame(pool)
        deep = pool.spawn()
        deep.hp = deep.weapon.ammo = ammo
        pool.recycle(deep)
    next_frame(pool)
    assert pool.spawn().hp == 2


@pytest.mark.parametrize("what", ["manager", "pool", "lease", "pools"])
def test_an_object_that_holds_what_belongs_to_the_library_is_in_order(manager: PoolManager, what: str) -> None:
    """D1: a game passes its manager around; that time goes on and pools fill is no change of the object."""
    others = manager.create_pool(Thing)
    boss = others.lease(others.spawn())
    shared: dict[str, object] = {"manager": manager, "pool": others, "lease": boss, "pools": [others, others]}

    class Holder:
        def __init__(self) -> None:
            self.shared = shared[what]

    pool = manager.create_pool(Holder)
    for _ in range(3):
        holders = [pool.spawn(lifetime=1.0) for _ in range(3)]
        others.spawn()
        step(manager, 5)
        for holder in holders:
            pool.recycle(holder)
        others.clear()
        step(manager, 5)
    assert pool.stats().recycled == 9


class Game:
    """What every object of a game knows."""

    def __init__(self) -> None:
        self.score = 0
        self.log: list[str] = []
        self.grid = [[0]]


class Tool:
    """A part that knows the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.wear = 0


SHARED: dict[str, Callable[[Game], object]] = {
    "attribute": lambda game: game,
    "part of a part": Tool,
    "in a list": lambda game: [game, game],
    "in a dictionary": lambda game: {"game": game},
    "in a tuple": lambda game: (game, 1),
    "in a set": lambda game: {game},
    "list of lists": lambda game: game.grid,
    "list of a part": lambda game: [game.log],
}


@pytest.mark.parametrize("prewarm", [0, 2])
@pytest.mark.parametrize("how", SHARED)
def test_what_an_object_only_holds_by_reference_is_not_its_state(manager: PoolManager, how: str, prewarm: int) -> None:
    """D1: the game goes on, in its lives and between them; that is no change of the object."""
    game = Game()

    class Holder:
        def __init__(self) -> None:
            self.shared = SHARED[how](game)

    pool = manager.create_pool(Holder, prewarm=prewarm)
    for number in range(3):
        next_frame(pool)
        holders = [pool.spawn() for _ in range(3)]
        game.score += 1
        game.log.append("spawned")
        game.grid[0].append(number)
        for holder in holders:
            pool.recycle(holder)
        game.score += 1
        game.log.append("recycled")
        game.grid[0].append(number)
    assert pool.stats().recycled == 9


def test_its_own_parts_are_named_beside_what_it_shares(manager: PoolManager) -> None:
    game = Game()

    class Holder:
        def __init__(self) -> None:
            self.game = game
            self.tool = Tool(game)

    pool = manager.create_pool(Holder)
    for expected in (1, 2):
        next_frame(pool)
        holder = pool.spawn()
        game.score = holder.tool.wear = expected
        with pytest.warns(PoolWarning, match=r"could not restore Holder\.tool\.wear after"):
            pool.recycle(holder)


@pytest.mark.parametrize("collecting", [True, False])
def test_what_belongs_to_whom_is_found_out_whatever_the_collector_does(manager: PoolManager, collecting: bool) -> None:
    """In a factory that makes many objects, that makes others of its pool, or with the collector off."""
    game = Game()

    class Holder:
        def __init__(self) -> None:
            self.game = game
            self.weapon = Weapon()
            self.many = [[number] for number in range(2_000)]

    def make() -> Holder:
        if not pool.total_count:
            pool.prewarm(1)
        return Holder()

    pool = manager.create_pool(make, key="holders")
    if not collecting:
        gc.disable()
    try:
        holders = [pool.spawn() for _ in range(2)]
        assert gc.isenabled() is collecting
    finally:
        gc.enable()
    game.score = 1
    for holder in holders:
        holder.weapon.ammo = 0
        with pytest.warns(PoolWarning, match=r"could not restore Holder\.weapon\.ammo after"):
            pool.recycle(holder)


def test_a_factory_that_fails_leaves_the_collector_on(manager: PoolManager) -> None:
    def make() -> Thing:
        raise InjectedError

    with pytest.raises(InjectedError):
        manager.create_pool(make).spawn()
    assert gc.isenabled()


def test_an_object_that_was_there_before_is_taken_as_it_is(manager: PoolManager) -> None:
    """A factory that hands out what the game made: what is whose cannot be told, so everything is its own."""
    ready = [Deep()]
    pool = manager.create_pool(ready.pop)
    deep = pool.spawn()
    deep.weapon.ammo = 0
    with pytest.warns(PoolWarning, match=r"could not restore Deep\.weapon\.ammo"):
        pool.recycle(deep)


class Buffers:
    """Holds memory: a reset puts back the same object."""

    def __init__(self) -> None:
        self.raw = bytearray(b"abc")
        self.numbers = array("d", [1.0])
        self.part = Weapon()
        self.part.parts = bytearray(b"abc")  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("raw", lambda each: each.raw.append(1)),
        ("raw", lambda each: each.raw.__setitem__(0, 1)),
        ("numbers", lambda each: each.numbers.__setitem__(0, 2.0)),
        ("part.parts", lambda each: each.part.parts.__setitem__(0, 1)),
    ],
    ids=["longer", "changed", "array", "of a part"],
)
def test_buffers_that_changed_in_place_are_named(
    manager: PoolManager, path: str, change: Callable[[Any], object]
) -> None:
    """D1: in a life, and between two."""
    pool = manager.create_pool(Buffers)
    buffers = pool.spawn()
    change(buffers)
    with pytest.warns(PoolWarning, match=rf"could not restore Buffers\.{re.escape(path)} after"):
        pool.recycle(buffers)
    next_frame(pool)
    pool.recycle(pool.spawn())
    buffers.raw[:] = b"xyz"
    next_frame(pool)
    with pytest.warns(PoolWarning, match=r"changed Buffers\.raw while it was idle"):
        pool.spawn()


# --- the advice works ---


def advice(caught: pytest.WarningsRecorder) -> str:
    (warning,) = caught
    return str(warning.message)


class Used(Deep):
    """Its nested parts wear out."""

    def use(self) -> None:
        self.weapon.ammo -= 1
        self._holster.ammo -= 1


class RepairedInOnRecycle(Used):
    def on_recycle(self) -> None:
        self.weapon.ammo = self._holster.ammo = 6


class RepairedInOnSpawn(Used):
    def on_spawn(self) -> None:
        self.weapon.ammo = self._holster.ammo = 6


def use_three_times(pool: Pool[Any]) -> None:
    for _ in range(3):
        next_frame(pool)
        used = pool.spawn()
        used.use()
        pool.recycle(used)


def test_to_repair_in_on_recycle_silences_the_warning(manager: PoolManager) -> None:
    """As it advises."""
    pool = manager.create_pool(Used)
    used = pool.spawn()
    used.use()
    with pytest.warns(PoolWarning) as caught:
        pool.recycle(used)
    assert "put it right in on_recycle" in advice(caught)
    use_three_times(manager.create_pool(RepairedInOnRecycle))


@pytest.mark.parametrize("kind", [Used, RepairedInOnSpawn])
def test_to_keep_what_the_advice_names_silences_the_warning(manager: PoolManager, kind: type[Used]) -> None:
    """As it advises for what is meant to survive, and for what on_spawn puts right: word for word."""
    pool = manager.create_pool(kind)
    used = pool.spawn()
    used.use()
    with pytest.warns(PoolWarning) as caught:
        pool.recycle(used)
    named = re.search(r"keep=(\(.*?,\))", advice(caught))
    assert named is not None
    pool.configure(keep=ast.literal_eval(named[1]))
    use_three_times(pool)
    # Nor is it taken for a change of an idle object, once nothing is kept any more.
    pool.configure(keep=())
    next_frame(pool)
    pool.spawn()


# --- what was changed while it was idle ---


class Idler:
    __slots__ = ("__dict__", "__weakref__", "slot")

    def __init__(self) -> None:
        self.hp = 3
        self.bag: list[object] = [1]
        self.names = {"a": 1}
        self.seen = {1}
        self.queue = deque([1])
        self.slot = 1
        self._private = 1


def exchange(idler: Idler) -> None:
    del idler.hp
    vars(idler)["late"] = 1


IDLE: dict[str, tuple[str, Callable[[Idler], object]]] = {
    "number": ("hp", lambda idler: setattr(idler, "hp", 99)),
    "rebound list": ("bag", lambda idler: setattr(idler, "bag", [2])),
    "list in place": ("bag", lambda idler: idler.bag.append(2)),
    "dictionary in place": ("names", lambda idler: idler.names.update(a=2)),
    "set in place": ("seen", lambda idler: idler.seen.add(2)),
    "deque in place": ("queue", lambda idler: idler.queue.clear()),
    "new attribute": ("late", lambda idler: setattr(idler, "late", 1)),
    "attribute deleted": ("hp", lambda idler: delattr(idler, "hp")),
    "one deleted, one added": ("late", exchange),
    "slot": ("slot", lambda idler: setattr(idler, "slot", 2)),
    "slot deleted": ("slot", lambda idler: delattr(idler, "slot")),
    "private attribute": ("private", lambda idler: setattr(idler, "_private", 2)),
}


def _felt_at_the_next_spawn(pool: Pool[Any], idler: object, named: str) -> None:
    """The spawn warns of it at its own line, and neither its end nor the next life does once more."""
    with pytest.warns(PoolWarning, match="while it was idle") as caught:
        place, again = here(), pool.spawn()
    assert again is idler
    (warning,) = caught
    assert re.search(named, str(warning.message))
    assert f"{warning.filename}:{warning.lineno}" == place
    pool.recycle(idler)
    next_frame(pool)
    pool.recycle(pool.spawn())


@pytest.mark.parametrize("life", [0, 1, 3])
@pytest.mark.parametrize("kind", IDLE)
def test_what_was_changed_on_an_idle_object_is_named(manager: PoolManager, kind: str, life: int) -> None:
    """D1: at the spawn that gets to feel it; before any life, after the first, after a later one."""
    name, change = IDLE[kind]
    pool = manager.create_pool(Idler)
    idler = pool.spawn() if life else None
    if idler is None:
        next_frame(pool)
        pool.recycle(pool.spawn())
        pool.trim()
        pool.prewarm(1)
        idler = next(each for each in _objects(pool))
    else:
        pool.recycle(idler)
    for _ in range(life - 1):
        next_frame(pool)
        pool.recycle(pool.spawn())
    change(idler)
    next_frame(pool)
    _felt_at_the_next_spawn(pool, idler, rf"\bIdler\.{name}\b")


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("life", [0, 1, 3])
def test_nested_state_that_was_changed_on_an_idle_object_is_named_as_such(
    manager: PoolManager, kind: str, life: int
) -> None:
    """D1: at the spawn that gets to feel it, and not once more at its end, whose life has not done it."""
    path, change = NESTED[kind]
    pool = manager.create_pool(Deep, prewarm=1)
    deep = next(_objects(pool))
    for _ in range(life):
        next_frame(pool)
        pool.recycle(pool.spawn())
    change(deep)
    next_frame(pool)
    _felt_at_the_next_spawn(pool, deep, rf"\bDeep\.{re.escape(path)}")


def test_an_exchanged_part_is_named_once(manager: PoolManager) -> None:
    """D1: the attribute; not also what is in it."""
    pool = manager.create_pool(Deep)
    deep = pool.spawn()
    pool.recycle(deep)
    deep.weapon = Weapon()
    deep.weapon.ammo = 0
    next_frame(pool)
    with pytest.warns(PoolWarning, match=r"changed Deep\.weapon while") as caught:
        pool.spawn()
    assert len(caught) == 1
    pool.recycle(deep)
    next_frame(pool)
    pool.recycle(pool.spawn())


@pytest.mark.parametrize("change", [{"keep": ("weapon", "grid")}, {"reset": "none"}])
def test_nested_settings_that_change_back_and_forth_are_no_change(manager: PoolManager, change: dict[str, Any]) -> None:
    pool = manager.create_pool(Deep)

    def live() -> None:
        next_frame(pool)
        deep = pool.spawn()
        deep.weapon.ammo += 1
        deep.grid[0][0] += 1
        pool.recycle(deep)

    for _ in range(2):
        pool.configure(**change)
        live()
        live()
        pool.configure(keep=PoolConfig().keep, reset=PoolConfig().reset)
        next_frame(pool)
        pool.recycle(pool.spawn())


def _objects(pool: Pool[Any]) -> Iterator[Any]:
    """The idle objects of a pool that nobody has spawned yet."""
    return (item.obj for item in pool._inventory.idle)


def test_nothing_is_named_that_nobody_changed(manager: PoolManager) -> None:
    """D1: prewarmed, reset, or reset after a change."""
    pool = manager.create_pool(Idler, prewarm=2)
    for _ in range(4):
        idlers = [pool.spawn() for _ in range(4)]
        for idler in idlers:
            idler.hp -= 1
            idler.bag.append(2)
            idler.slot = 5
            del idler.queue
            pool.recycle(idler)
        step(manager, 3)
    assert pool.stats().spawned == 16


def test_what_code_of_the_ended_life_changes_is_not_named(manager: PoolManager) -> None:
    """D1, L8 to L10: not idle yet: running code, a delay, a borrow."""
    pool = manager.create_pool(Idler)

    def life(idler: Idler) -> Coroutine:
        yield None
        pool.recycle(idler)
        idler.hp = 1
        yield None

    next_frame(pool)
    pool.spawn(lifetime=life)
    step(manager)
    next_frame(pool)
    idler = pool.spawn()
    pool.recycle(idler, delay_frames=1)
    idler.hp = 2
    step(manager)
    next_frame(pool)
    idler = pool.spawn()
    with pool.lease(idler).borrow():
        pool.recycle(idler)
        idler.hp = 4
    next_frame(pool)
    assert pool.spawn().hp == 3


@pytest.mark.parametrize("change", [{"keep": ("hp",)}, {"reset": "none"}])
def test_settings_that_change_back_and_forth_are_no_change_of_the_object(
    manager: PoolManager, change: dict[str, Any]
) -> None:
    """D1: the pool itself put the attribute away like that."""
    pool = manager.create_pool(Idler)

    def live() -> None:
        next_frame(pool)
        idler = pool.spawn()
        idler.hp -= 1
        pool.recycle(idler)

    live()
    live()
    pool.configure(**change)
    live()
    live()
    pool.configure(keep=PoolConfig().keep, reset=PoolConfig().reset)
    live()
    live()
    next_frame(pool)
    assert pool.spawn().hp == 3


def test_destroyed_objects_are_let_go(manager: PoolManager) -> None:
    """Debug mode remembers what an object looked like, and forgets it with the object."""
    pool = manager.create_pool(Idler)
    gone = weakref.ref(pool.spawn())
    pool.clear()
    pool.trim()
    gc.collect()
    assert gone() is None
    assert pool.total_count == 0


def test_an_idle_object_keeps_nothing_of_its_life(manager: PoolManager) -> None:
    """L7 holds in debug mode."""

    class Loot:
        pass

    pool = manager.create_pool(Idler)
    for _ in range(3):
        next_frame(pool)
        idler = pool.spawn()
        loot = Loot()
        gone = weakref.ref(loot)
        idler.bag.append(loot)
        vars(idler)["loot"] = loot
        del loot
        pool.recycle(idler)
        gc.collect()
        assert gone() is None


# --- the thread ---


POOL_CALLS: dict[str, Callable[[Pool[Any], Any], object]] = {
    "spawn": lambda pool, thing: pool.spawn(),
    "try_spawn": lambda pool, thing: pool.try_spawn(),
    "recycle": lambda pool, thing: pool.recycle(thing),
    "prewarm": lambda pool, thing: pool.prewarm(5),
    "prewarm_async": lambda pool, thing: pool.prewarm_async(5),
    "trim": lambda pool, thing: pool.trim(),
    "clear": lambda pool, thing: pool.clear(),
    "close": lambda pool, thing: pool.close(),
    "invalidate": lambda pool, thing: pool.invalidate(),
    "configure": lambda pool, thing: pool.configure(max_size=9),
}
LEASE_CALLS: dict[str, Callable[[Lease[Any]], object]] = {
    "start": lambda lease: lease.start(_wait()),
    "defer": lambda lease: lease.defer(print),
    "adopt": lambda lease: lease.adopt(lease.pool._lifecycle.loop.manager["others"].spawn()),
    "set_lifetime": lambda lease: lease.set_lifetime(0.1),
}


def _wait() -> Coroutine:
    yield Forever()


@pytest.mark.parametrize("stale", [False, True])
@pytest.mark.parametrize("call", LEASE_CALLS)
def test_a_lease_is_given_nothing_off_the_update_thread(manager: PoolManager, call: str, stale: bool) -> None:
    """D1, L9: what belongs to a lease is the update thread's; nothing is done."""
    pool, others = manager.create_pool(Thing), manager.create_pool(Thing, key="others")
    other = others.lease(others.spawn())
    lease = pool.lease(pool.spawn(lifetime=5.0))
    if stale:
        lease.recycle()
    calls: dict[str, Callable[[Any], object]] = {**LEASE_CALLS, "adopt": lambda lease: lease.adopt(other)}
    with pytest.raises(
        WrongThread, match=f"{call} of a lease of pool Thing .*update thread.* by {re.escape(__file__)}"
    ):
        elsewhere(lambda: calls[call](lease))
    assert lease._resources is None
    advance(manager, 1.0)
    assert lease.alive is not stale
    if not stale:
        LEASE_CALLS[call](lease)


MANAGER_CALLS: dict[str, Callable[[Pool[Any], Any], object]] = {
    "manager.spawn": lambda pool, thing: pool._lifecycle.loop.manager.spawn(Thing),
    "manager.recycle": lambda pool, thing: pool._lifecycle.loop.manager.recycle(thing),
    "manager.trim": lambda pool, thing: pool._lifecycle.loop.manager.trim(),
    "manager.clear": lambda pool, thing: pool._lifecycle.loop.manager.clear(),
    "manager.close": lambda pool, thing: pool._lifecycle.loop.manager.close(),
    "manager.configure": lambda pool, thing: pool._lifecycle.loop.manager.configure(max_size=9),
    "manager.create_pool": lambda pool, thing: pool._lifecycle.loop.manager.create_pool(Weapon),
    "manager.start": lambda pool, thing: pool._lifecycle.loop.manager.start(_wait()),
    "manager.reset_stats": lambda pool, thing: pool._lifecycle.loop.manager.reset_stats(),
}


@pytest.mark.parametrize("call", [*POOL_CALLS, *MANAGER_CALLS])
def test_a_pool_used_off_the_update_thread_raises(manager: PoolManager, call: str) -> None:
    """D1: WrongThread, and nothing is done."""
    pool = manager.create_pool(Thing, prewarm=2)
    thing = pool.spawn()
    before, config = pool.stats(), pool.config
    with pytest.raises(WrongThread, match="update thread"):
        elsewhere(lambda: (POOL_CALLS | MANAGER_CALLS)[call](pool, thing))
    assert (pool.stats(), pool.config) == (before, config)
    assert thing in pool
    assert Thing in manager
    step(manager, 3)
    assert pool.total_count == 2
    (POOL_CALLS | MANAGER_CALLS)[call](pool, thing)


@pytest.mark.parametrize("what", ["task of the game", "task of a lease", "prewarm"])
def test_a_task_is_not_cancelled_off_the_update_thread(manager: PoolManager, what: str) -> None:
    """D1: it may be running this very moment."""
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    task: Any
    if what == "prewarm":
        task = pool.prewarm_async(100, per_frame=1)
    else:
        task = manager.start(_wait()) if what == "task of the game" else lease.start(_wait())
    with pytest.raises(WrongThread, match=r"cancel of task .* off the update thread"):
        elsewhere(task.cancel)
    assert not task.done
    task.cancel()
    assert task.done


def test_without_debug_mode_a_task_may_be_cancelled_anywhere() -> None:
    """As ever: it is the game's own risk."""
    task = make_manager().start(_wait())
    assert elsewhere(task.cancel)


def test_an_end_that_several_threads_ask_for_is_no_mistake(manager: PoolManager) -> None:
    """D1: it lasted when they asked; counted, as any second recycle, and not warned of."""
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    assert [elsewhere(lease.recycle) for _ in range(3)] == [True] * 3
    manager.update(FRAME)
    assert elsewhere(lease.recycle) is False
    assert (pool.stats().recycled, pool.stats().refused) == (1, 2)


def test_wrong_thread_names_call_pool_line_and_the_way_out(manager: PoolManager) -> None:
    pool = manager.create_pool(Thing, key="things")

    def spawn() -> None:
        pool.spawn()

    with pytest.raises(WrongThread) as caught:
        elsewhere(spawn)
    text = str(caught.value)
    assert "spawn of pool things" in text
    assert re.search(
        rf"on ThreadPool\w+-\w+, by {re.escape(place_of(spawn))}, while updates are run on MainThread; use", text
    )
    assert "call_soon" in text


def test_what_other_threads_may_do_is_let_pass(manager: PoolManager) -> None:
    """L9 holds in debug mode."""
    pool = manager.create_pool(Thing, prewarm=3)
    leases = [pool.lease(pool.spawn()) for _ in range(2)]

    def work() -> None:
        assert leases[0].get() is not None
        with leases[0].borrow() as thing:
            thing.hp -= 1
        assert leases[1].recycle()
        assert pool.stats().active == 2
        manager.call_soon(pool.spawn)

    elsewhere(work)
    manager.update(FRAME)
    assert (leases[1].alive, pool.active_count) == (False, 2)


def test_wrong_thread_follows_the_update_thread(manager: PoolManager) -> None:
    """L9: update moved; the old thread is the wrong one now."""
    pool = manager.create_pool(Thing)

    def update() -> None:
        manager.update(FRAME)

    elsewhere(update)
    with pytest.raises(WrongThread) as caught:
        pool.spawn()
    # It may well be the update that is wrong.
    assert f"updates are run on a thread that has ended, by {place_of(update)}; use" in str(caught.value)
    manager.update(FRAME)
    assert pool.spawn() in pool


def test_wrong_thread_in_a_call_of_another_thread_is_no_matter(manager: PoolManager) -> None:
    """What call_soon was given runs on the update thread."""
    pool = manager.create_pool(Thing)
    elsewhere(lambda: manager.call_soon(lambda: pool.recycle(pool.spawn())))
    manager.update(FRAME)
    assert pool.stats().recycled == 1


# --- all else is as it was ---


class Player:
    """Does a bit of everything, and logs it."""

    log: list[object]

    def __init__(self) -> None:
        self.hp = 3
        self.bag: list[object] = []

    def on_spawn(self, *, name: int) -> None:
        self.name = name
        self.log.append(("spawn", name, self.hp, len(self.bag)))
        self.hp -= 1
        self.bag.append(name)

    def on_recycle(self) -> None:
        self.log.append(("recycle", self.name))


def play(seed: int, *, debug: bool) -> tuple[list[object], object]:
    """A random game; what happened, and the counts at its end."""
    draw = random.Random(seed)  # noqa: S311  # a test's own choice
    log: list[object] = []
    kind = type("Player", (Player,), {"log": log})
    manager = make_manager(debug=debug)
    pool: Pool[Any] = manager.create_pool(kind, max_size=12, overflow="steal_oldest", prewarm=3)
    leases: list[Lease[Any]] = []
    for number in range(400):
        choice = draw.random()
        alive = [lease for lease in leases if lease.alive]
        if choice < 0.5:
            lifetime = draw.choice([None, 0.05, 0.2, Frames(3), 0.1 | Frames(2)])
            leases.append(pool.lease(pool.spawn(name=number, lifetime=lifetime)))
        elif choice < 0.6 and alive:
            draw.choice(alive).recycle(delay_frames=draw.randrange(3))
        elif choice < 0.7 and len(alive) > 1:
            parent, child = draw.sample(alive, 2)
            parent.adopt(child)
        elif choice < 0.75 and alive:
            draw.choice(alive).defer(log.append, ("deferred", number))
        elif choice < 0.77:
            pool.trim(1)
        elif choice < 0.78:
            in_update(manager, pool.clear)
        else:
            manager.update(FRAME)
    manager.close()
    step(manager, 3)
    log.extend(lease.reason for lease in leases)
    assert RecycleReason.STOLEN in log
    assert RecycleReason.PARENT in log
    return log, pool.stats()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.filterwarnings("ignore:pool .* reused a")
def test_debug_mode_changes_nothing_that_happens(seed: int) -> None:
    """D1: the same play, the same order, the same counts."""
    assert play(seed, debug=True) == play(seed, debug=False)
