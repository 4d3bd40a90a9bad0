"""pool.py, inventory.py: states and counts (L1, L2), ownership (L6), sizes (S1, S2), iteration (I1), faults (F1 to F3).

How a pool's leases begin and end is in test_lease.py, how its size changes over time in test_sizing.py.
"""

from __future__ import annotations

import functools
import gc
import weakref
from typing import Any

import pytest

from arcade_pool import (
    Lease,
    NotPooled,
    Pool,
    PoolClosed,
    PoolExhausted,
    PoolManager,
    PoolWarning,
    RecycleReason,
    Until,
)
from helpers import FRAME, Coroutine, InjectedError, Thing, check, in_update, make_manager, next_frame, perform, step


def make_pool(**settings: Any) -> tuple[PoolManager, Pool[Thing]]:
    manager = make_manager()
    return manager, manager.create_pool(Thing, **settings)


# --- L1, L2 ---


def test_the_counts_add_up_at_every_step() -> None:
    """L1."""
    manager, pool = make_pool(max_size=6, max_idle=2, prewarm=1)
    objs: list[Thing] = []
    for _ in range(6):
        objs.append(pool.spawn())
        check(pool)
    pool.recycle(objs[0], delay_frames=2)
    check(pool)
    for obj in objs:
        pool.recycle(obj)
        check(pool)
    step(manager, 3)
    check(pool)
    pool.invalidate()
    check(pool)
    pool.close()
    check(pool)
    assert pool.total_count == 0


def test_the_states_of_an_item_as_the_counts_show_them() -> None:
    """L1: FREE, ACQUIRING and ACTIVE, RETIRING, FREE."""
    seen: list[tuple[str, int, int, int]] = []

    class Looking(Thing):
        def on_spawn(self) -> None:
            look("acquiring")

        def on_recycle(self) -> None:
            look("retiring")

    def look(name: str) -> None:
        stats = pool.stats()
        seen.append((name, stats.active, stats.idle, stats.retiring))

    pool = make_manager().create_pool(Looking, prewarm=1)
    look("free")
    obj = pool.spawn()
    look("active")
    pool.recycle(obj)
    look("free")
    assert seen == [
        ("free", 0, 1, 0),
        ("acquiring", 1, 0, 0),
        ("active", 1, 0, 0),
        ("retiring", 0, 0, 1),
        ("free", 0, 1, 0),
    ]


def test_a_broken_invariant_is_noticed() -> None:
    """L1: `Pool._check` asserts it."""
    manager = PoolManager()
    pool = manager.create_pool(Thing)
    pool.recycle(pool.spawn())
    next_frame(pool)
    pool._check()
    pool._inventory.idle.append(pool._inventory.idle[0])
    with pytest.raises(AssertionError):
        pool._check()
    del pool._inventory.idle[:]
    pool._inventory.counts.destroyed += 2
    with pytest.raises(AssertionError):
        pool._check()


def test_idle_items_are_reused_last_in_first_out() -> None:
    """L2."""
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(4)]
    for number in (2, 0, 3, 1):
        pool.recycle(objs[number])
    next_frame(pool)
    assert [objs.index(pool.spawn()) for _ in range(4)] == [1, 3, 0, 2]


def test_what_has_ended_in_this_frame_is_reused_last() -> None:
    """L2: what user code may still hold does not turn into a newborn as long as the pool has another one."""
    manager, pool = make_pool(prewarm=4)
    first, second = pool.spawn(), pool.spawn()
    pool.recycle(first)
    pool.recycle(second)
    assert pool.idle_count == pool.stats().idle == 4
    others = [pool.spawn() for _ in range(2)]
    assert first not in others
    assert second not in others
    assert pool.spawn() is first, "it has rested for longest"
    assert pool.total_count == 4, "nothing more is made for it"
    pool.recycle(first)
    manager.update(0)
    assert pool.spawn() is first, "idle for the shortest time"


@pytest.mark.parametrize("how", ["paused", "no time", "moving"])
def test_a_rest_ends_before_anything_else_in_an_update(how: str) -> None:
    """L2."""
    manager, pool = make_pool()
    thing = pool.spawn()
    pool.recycle(thing)
    manager.paused = how == "paused"
    spawned: list[Thing] = []
    manager.call_soon(lambda: spawned.append(pool.spawn()))
    manager.call_soon(lambda: spawned.append(pool.spawn()))
    manager.update(0 if how == "no time" else FRAME)
    assert spawned[0] is thing
    assert spawned[1] is not thing


def test_what_was_cleared_does_not_rest() -> None:
    """L2: a level that begins anew finds its objects in their order."""
    _manager, pool = make_pool()
    things = [pool.spawn() for _ in range(3)]
    pool.clear()
    assert [pool.spawn() for _ in range(3)] == things[::-1]


def test_resting_items_count_towards_every_limit() -> None:
    """L2, S1, S2."""
    _manager, pool = make_pool(max_idle=2)
    for thing in [pool.spawn() for _ in range(4)]:
        pool.recycle(thing)
    assert (pool.idle_count, pool.total_count) == (2, 2)
    assert pool.trim(1) == 1
    pool.configure(max_idle=0)
    assert pool.total_count == 0


def test_what_was_stolen_is_handed_out_at_once() -> None:
    """L2, S1: stealing comes last, and its object does not wait."""
    _manager, pool = make_pool(max_size=2, overflow="steal_oldest")
    oldest, second = pool.spawn(), pool.spawn()
    assert pool.spawn() is oldest
    pool.recycle(second)
    assert pool.spawn() is second, "what rests comes before what would have to be stolen"
    assert pool.stats().stolen == 1


def test_debug_mode_warns_once_of_a_reuse_within_a_frame() -> None:
    """L2."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing)
    pool.recycle(pool.spawn())
    with pytest.warns(PoolWarning, match=r"pool Thing reused a Thing whose lease ended in this frame.*prewarm"):
        pool.recycle(pool.spawn())
    pool.recycle(pool.spawn())
    full = manager.create_pool(Thing, key="full", max_size=1, overflow="steal_oldest")
    for _ in range(3):
        full.spawn()  # what was stolen for a spawn is no surprise


def test_a_warning_made_an_error_loses_no_item() -> None:
    """L1."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing, max_size=1)
    pool.recycle(pool.spawn())
    with pytest.raises(PoolWarning):  # warnings are errors in this suite
        pool.spawn()
    assert pool.idle_count == 1
    pool.spawn()


def test_an_idle_item_is_used_before_a_new_one_is_made() -> None:
    _manager, pool = make_pool(prewarm=2)
    for _ in range(2):
        pool.spawn()
    assert pool.total_count == 2
    pool.spawn()
    assert pool.total_count == 3


# --- L6 ---


def test_what_was_never_pooled_is_not_pooled() -> None:
    """L6: and nothing is changed."""
    manager, pool = make_pool()
    living = pool.spawn()
    before = pool.stats()
    strangers: list[Any] = [Thing(), object(), None, 3, "x", [], Thing]
    for stranger in strangers:
        for call in (pool.recycle, pool.lease, manager.recycle, manager.lease):
            with pytest.raises(NotPooled):
                call(stranger)
        assert stranger not in pool
    assert pool.stats() == before
    assert living in pool


def test_a_copy_of_a_pooled_object_is_not_pooled() -> None:
    """L1, L6: by identity."""
    _manager, pool = make_pool()

    class Same(Thing):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    pool2 = pool._lifecycle.loop.manager.create_pool(Same)
    pool2.spawn()
    with pytest.raises(NotPooled):
        pool2.recycle(Same())
    assert Same() not in pool2


def test_a_destroyed_object_is_remembered_only_as_long_as_user_code_keeps_it() -> None:
    """L7: without a garbage collection; and one that cannot be referenced weakly is forgotten."""
    manager, pool = make_pool()
    lists: Pool[list[object]] = manager.create_pool(list, key="lists")
    obj, content = pool.spawn(), lists.spawn()
    gone = weakref.ref(obj)
    manager.clear()
    manager.trim()
    with pytest.raises(NotPooled):
        manager.recycle(content)
    assert not manager.recycle(obj)
    del obj
    assert gone() is None
    assert not manager._registry._destroyed


def test_a_destroyed_object_may_be_pooled_again() -> None:
    """L6: its factory has kept it."""
    kept = Thing()
    manager = make_manager()
    pool = manager.create_pool(lambda: kept, key="kept", max_idle=0)
    for number in range(2):
        lease = pool.lease(pool.spawn())
        assert (lease.alive, lease.generation) == (True, 1), number
        assert pool.recycle(kept)
        assert not pool.recycle(kept)


@pytest.mark.parametrize("destroy", ["trim", "close", "max_idle", "invalidate", "manager"])
def test_recycling_a_destroyed_object_is_a_second_recycle(destroy: str) -> None:
    """L5, L6: it returns False wherever the first one left the object; `NotPooled` is for what was never pooled."""
    manager, pool = make_pool(max_idle=0 if destroy == "max_idle" else None)
    other = manager.create_pool(Thing, key="other")
    obj = pool.spawn()
    lease = pool.lease(obj)
    if destroy == "invalidate":
        pool.invalidate()
    pool.recycle(obj)
    if destroy == "trim":
        pool.trim()
    elif destroy in ("close", "manager"):
        (pool if destroy == "close" else manager).close()
    assert pool.total_count == 0
    assert pool.recycle(obj) is manager.recycle(obj) is False
    assert pool.lease(obj) is manager.lease(obj) is lease
    assert pool.stats().refused == 2
    assert obj not in pool
    with pytest.raises(NotPooled):
        other.recycle(obj)
    with pytest.raises(NotPooled):
        PoolManager().recycle(obj)
    assert lease.recycle() is False
    assert pool.recycle(lease) is False
    assert manager.recycle(lease) is False


def test_an_object_of_another_pool_goes_through_the_manager() -> None:
    """L6."""
    manager, pool = make_pool()
    other = manager.create_pool(Thing, key="other")
    for as_lease in (False, True):
        obj = other.spawn()
        handle: Any = other.lease(obj) if as_lease else obj
        with pytest.raises(NotPooled):
            pool.recycle(handle)
        with pytest.raises(NotPooled):
            pool.lease(handle)
        assert obj in other
        assert obj not in pool
        assert manager.lease(handle) is other.lease(obj)
        assert manager.recycle(handle) is True
        assert manager.recycle(handle) is False


def test_an_object_of_another_manager_is_not_pooled_here() -> None:
    """L6."""
    manager, pool = make_pool()
    other_manager, other = make_pool()
    obj = other.spawn()
    handles: list[Any] = [obj, other.lease(obj)]
    for handle in handles:
        with pytest.raises(NotPooled):
            manager.recycle(handle)
        with pytest.raises(NotPooled):
            pool.recycle(handle)
    assert other_manager.recycle(obj) is True


def test_destroyed_objects_are_let_go() -> None:
    """Without waiting for a full collection."""

    class Hooked(Thing):
        def on_spawn(self) -> None: ...

        def on_recycle(self) -> None: ...

    pool = make_manager().create_pool(Hooked)
    gc.collect()
    gc.disable()
    try:
        reference = weakref.ref(pool.spawn())
        pool.clear()
        pool.trim()
        assert reference() is None
    finally:
        gc.enable()


# --- S1: limits ---


def test_max_size_is_never_exceeded() -> None:
    """S1."""
    _manager, pool = make_pool(max_size=3)
    for _ in range(3):
        pool.spawn()
    with pytest.raises(PoolExhausted):
        pool.spawn()
    assert pool.try_spawn() is None
    pool.prewarm(10)
    assert pool.total_count == 3
    assert pool.stats().exhausted == 2
    pool.recycle(next(iter(pool)))
    assert pool.try_spawn() is not None


def test_idle_items_can_be_spawned_at_the_limit() -> None:
    _manager, pool = make_pool(max_size=2, prewarm=2)
    pool.spawn()
    pool.spawn()
    assert pool.try_spawn() is None


def test_an_exhausted_spawn_leaves_its_generator_unused() -> None:
    def life() -> Coroutine:
        yield None

    manager, pool = make_pool(max_size=1)
    pool.spawn()
    generator = life()
    assert pool.try_spawn(lifetime=generator) is None
    pool.clear()
    lease = pool.lease(pool.spawn(lifetime=generator))
    step(manager)
    assert not lease.alive


def test_try_spawn_returns_none_for_its_own_exhaustion_only() -> None:
    """None where *this* pool would raise PoolExhausted."""
    manager = make_manager()
    parts = manager.create_pool(Thing, max_size=1)
    parts.spawn()

    class Whole(Thing):
        def on_spawn(self) -> None:
            parts.spawn()

    wholes = manager.create_pool(Whole)
    with pytest.raises(PoolExhausted):
        wholes.try_spawn()
    assert wholes.idle_count == 1


def test_the_oldest_is_stolen() -> None:
    """S1: through the whole of L4, with reason STOLEN."""
    ended: list[int] = []
    _manager, pool = make_pool(max_size=3, overflow="steal_oldest")
    leases = [pool.lease(pool.spawn()) for _ in range(3)]
    for number, lease in enumerate(leases):
        lease.defer(ended.append, number)
    first = leases[0].get()
    assert first is not None
    first.hp = 0
    assert pool.spawn() is first
    assert first.hp == 3
    assert leases[0].reason is RecycleReason.STOLEN
    assert ended == [0]
    pool.spawn()
    assert ended == [0, 1]
    assert pool.stats().stolen == 2
    assert pool.total_count == 3


def test_age_is_by_spawn_not_by_instance() -> None:
    """S1: the oldest lease."""
    _manager, pool = make_pool(max_size=2, overflow="steal_oldest")
    one, two = pool.spawn(), pool.spawn()
    pool.recycle(one)
    assert pool.spawn() is one
    assert pool.spawn() is two


def test_running_leases_are_not_stolen() -> None:
    """S1: passed over; and when none is left it refuses."""
    got: list[Any] = []

    def life(_thing: object) -> Coroutine:
        yield None
        got.append(pool.try_spawn(lifetime=None))
        yield None

    manager, pool = make_pool(max_size=2, overflow="steal_oldest")
    running = pool.spawn(lifetime=life)
    resting = pool.spawn()
    step(manager)
    assert got == [resting]
    assert running in pool

    small = manager.create_pool(Thing, key="small", max_size=1, overflow="steal_oldest")

    def alone(_thing: object) -> Coroutine:
        yield None
        with pytest.raises(PoolExhausted):
            small.spawn()
        got.append("refused")
        yield None

    small.spawn(lifetime=alone)
    step(manager)
    assert got == [resting, "refused"]


def test_a_spawning_item_is_not_stolen_by_its_own_on_spawn() -> None:
    """S1."""
    answers: list[Any] = []

    class Greedy(Thing):
        def on_spawn(self) -> None:
            answers.append(pool.try_spawn())

    pool = make_manager().create_pool(Greedy, max_size=1, overflow="steal_oldest")
    obj = pool.spawn()
    assert answers == [None]
    assert obj in pool


def test_a_theft_whose_hook_takes_the_room_steals_again_or_refuses() -> None:
    """S1, L8: never beyond the limit, whatever the hooks of the stolen do."""

    class Reviving(Thing):
        def on_recycle(self) -> None:
            if pool.lease(self).reason is RecycleReason.STOLEN:
                pool.try_spawn()

    pool = make_manager().create_pool(Reviving, max_size=3, overflow="steal_oldest")
    for _ in range(3):
        pool.spawn()
    pool.try_spawn()
    assert pool.total_count <= 3
    assert pool.stats().retiring == 0


def test_a_theft_that_raises_does_not_lose_capacity() -> None:
    """F3: outside an update the error reaches the spawn that stole; the room is there for the next one."""

    class Bad(Thing):
        def on_recycle(self) -> None:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Bad, max_size=1, overflow="steal_oldest")
    pool.spawn()
    with pytest.raises(InjectedError):
        pool.spawn()
    check(pool)
    assert pool.stats().faulted == 1
    obj = pool.spawn()
    got: list[Any] = []
    with pytest.raises(InjectedError):
        in_update(manager, lambda: got.append(pool.spawn()))
    assert got == list(pool)
    assert got != [obj]


def test_a_factory_that_spawns_from_its_own_pool_does_not_exceed_the_limit() -> None:
    """S1: what a factory is making at this moment counts."""
    depth = [0]

    def make() -> Thing:
        depth[0] += 1
        if depth[0] < 10:
            pool.try_spawn()
        return Thing()

    pool = make_manager().create_pool(make, max_size=3)
    pool.spawn()
    assert pool.total_count == 3
    assert pool.active_count == 3


# --- S2: configure, trim, invalidate ---


def test_lowering_a_limit_destroys_idle_items_only() -> None:
    """S2: those above it are destroyed as they end."""
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(6)]
    for obj in objs[:2]:
        pool.recycle(obj)
    pool.configure(max_size=3)
    assert (pool.active_count, pool.idle_count) == (4, 0)
    assert pool.try_spawn() is None
    pool.recycle(objs[2])
    assert (pool.total_count, pool.idle_count) == (3, 0)
    pool.recycle(objs[3])
    assert (pool.total_count, pool.idle_count) == (3, 1)
    assert pool.spawn() is objs[3]


def test_raising_a_limit_takes_effect_at_once() -> None:
    _manager, pool = make_pool(max_size=1)
    pool.spawn()
    assert pool.try_spawn() is None
    pool.configure(max_size=2)
    assert pool.try_spawn() is not None
    pool.configure(max_size=None)
    assert pool.try_spawn() is not None


def test_max_idle_keeps_that_many() -> None:
    """S2."""
    _manager, pool = make_pool(max_idle=2)
    objs = [pool.spawn() for _ in range(5)]
    for obj in objs:
        pool.recycle(obj)
    assert (pool.idle_count, pool.total_count) == (2, 2)
    pool.configure(max_idle=1)
    assert pool.idle_count == 1
    pool.configure(max_idle=0)
    pool.recycle(pool.spawn())
    assert pool.total_count == 0


def test_configuring_makes_nothing() -> None:
    _manager, pool = make_pool()
    pool.configure(prewarm=5)
    assert pool.total_count == 0


def test_trim_destroys_those_idle_for_longest() -> None:
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(5)]
    for obj in objs[:4]:
        pool.recycle(obj)
    assert pool.trim(2) == 2
    assert pool.trim(2) == 0
    next_frame(pool)
    assert [pool.spawn() for _ in range(2)] == [objs[3], objs[2]]
    assert pool.trim() == 0
    assert pool.active_count == 3
    for wrong, error in ((-1, ValueError), (1.0, TypeError)):
        with pytest.raises(error, match="max_idle"):
            pool.trim(wrong)  # type: ignore[arg-type]


def test_invalidate_destroys_idle_items_now_and_active_ones_when_they_end() -> None:
    _manager, pool = make_pool()
    kept, old = pool.spawn(), pool.spawn()
    pool.recycle(old)
    pool.invalidate()
    assert (pool.active_count, pool.idle_count) == (1, 0)
    new = pool.spawn()
    assert new is not old
    pool.recycle(new)
    assert pool.idle_count == 1, "made after it, so it is kept"
    pool.recycle(kept)
    assert (pool.idle_count, pool.total_count) == (1, 1)
    assert not pool.lease(kept).alive


def test_invalidating_touches_no_other_pool() -> None:
    manager, pool = make_pool()
    other = manager.create_pool(Thing, key="other", prewarm=2)
    pool.invalidate()
    assert other.idle_count == 2


# --- validate ---


def test_an_idle_item_that_fails_validation_is_lost() -> None:
    """Asked at spawn; destroyed, counted as lost; the spawn goes on to the next one."""
    asked: list[Thing] = []

    def valid(thing: Thing) -> bool:
        asked.append(thing)
        return thing.hp > 0

    _manager, pool = make_pool(validate=valid, reset="none", max_size=2)
    bad, good = pool.spawn(), pool.spawn()
    assert asked == [], "a new one is not asked about"
    pool.recycle(good)
    pool.recycle(bad)
    bad.hp = 0
    next_frame(pool)
    assert pool.spawn() is good
    assert asked == [bad, good]
    assert (pool.stats().lost, pool.stats().destroyed, pool.total_count) == (1, 1, 1)
    next_frame(pool)
    assert pool.spawn() is not bad
    assert pool.stats().lost == 1


@pytest.mark.parametrize("inside", [False, True])
def test_a_validate_that_raises_destroys_the_item(inside: bool) -> None:
    """F3: faulted; outside an update the error reaches the spawn, inside it is collected and the spawn goes on."""
    broken: list[Thing] = []

    def valid(thing: Thing) -> bool:
        if thing in broken:
            raise InjectedError
        return True

    manager, pool = make_pool(validate=valid, max_size=2)
    objs = [pool.spawn(), pool.spawn()]
    pool.clear()
    broken.append(objs[1])
    got: list[Thing] = []
    with pytest.raises(InjectedError):
        perform(manager, lambda: got.append(pool.spawn()), inside=inside)
    assert got == ([objs[0]] if inside else [])
    check(pool)
    assert (pool.stats().faulted, pool.stats().lost, pool.total_count) == (1, 0, 1)
    pool.clear()
    assert pool.spawn() is objs[0]


def test_a_validate_that_closes_the_pool_makes_no_lease_in_it() -> None:
    """close ends every lease and destroys every item: none begins on what it was asked about."""

    def valid(_thing: Thing) -> bool:
        pool.close()
        return True

    _manager, pool = make_pool(validate=valid)
    pool.recycle(pool.spawn())
    with pytest.raises(PoolClosed):
        pool.spawn()
    assert (pool.active_count, pool.total_count) == (0, 0)


# --- F1: the factory ---


@pytest.mark.parametrize("prewarm", [0, 1])
def test_a_hook_that_wants_what_spawn_takes_for_itself_is_refused(prewarm: int) -> None:
    """It would never get it. Also where a function makes the objects; and nothing was made then (F1)."""

    class Wanting(Thing):
        def on_spawn(self, *, lifetime: float = 1.0) -> None:
            """Never called."""

    manager = make_manager()
    with pytest.raises(TypeError, match=r"Wanting\.on_spawn has a parameter 'lifetime', which spawn takes for itself"):
        manager.create_pool(functools.partial(Wanting), key="wanting", prewarm=prewarm).spawn()
    assert ("wanting" in manager) == (not prewarm)
    assert manager.total().created == 0


def test_a_hook_may_have_names_of_places_where_there_are_none() -> None:
    """A plain pool hands on all but the lifetime; and what a hook names only to collect the rest is no name."""

    class Placed(Thing):
        def on_spawn(self, x: int, *, angle: int, **kwargs: Any) -> None:
            self.place = x, angle, kwargs

    assert make_manager().create_pool(Placed).spawn(x=1, angle=2, scale=3).place == (1, 2, {"scale": 3})


def test_a_factory_that_raises_changes_nothing() -> None:
    """F1."""
    broken = [True]

    def make() -> Thing:
        if broken[0]:
            raise InjectedError
        return Thing()

    pool = make_manager().create_pool(make, max_size=1)
    for _ in range(3):
        with pytest.raises(InjectedError):
            pool.spawn()
        check(pool)
    assert (pool.stats().created, pool.stats().spawned, pool.stats().exhausted) == (0, 0, 0)
    broken[0] = False
    pool.spawn()


def test_a_factory_that_returns_none_or_something_pooled_changes_nothing() -> None:
    """F1."""
    manager, pool = make_pool()
    obj, idle = pool.spawn(), pool.spawn()
    pool.recycle(idle)
    for returned, error in ((None, TypeError), (obj, ValueError), (idle, ValueError)):

        def make(returned: Any = returned) -> Any:
            return returned

        bad = manager.create_pool(make, max_size=1)
        for _ in range(2):
            with pytest.raises(error, match="factory"):
                bad.spawn()
            check(bad)
        assert bad.stats().created == 0
    assert obj in pool
    assert pool.spawn() is idle


def test_a_factory_that_returns_what_it_returned_before() -> None:
    """F1: a second time it is pooled already."""
    single = Thing()
    pool = make_manager().create_pool(lambda: single, max_size=2)
    assert pool.spawn() is single
    with pytest.raises(ValueError, match="pooled already"):
        pool.spawn()
    pool.recycle(single)
    assert pool.spawn() is single


def test_a_factory_that_pools_its_own_result_elsewhere_is_refused() -> None:
    """F1: the object is pooled by the time the factory returns."""
    manager = make_manager()
    inner = manager.create_pool(Thing, key="inner")
    outer = manager.create_pool(inner.spawn, key="outer")
    with pytest.raises(ValueError, match="pooled already"):
        outer.spawn()
    assert inner.active_count == 1
    check(outer)


def test_a_factory_that_closes_its_pool() -> None:
    def make() -> Thing:
        pool.close()
        return Thing()

    pool = make_manager().create_pool(make)
    with pytest.raises(PoolClosed):
        pool.spawn()
    assert pool.total_count == 0


@pytest.mark.parametrize("attribute", ["components", "lifetime", "on_spawn", "on_recycle"])
def test_an_object_that_cannot_be_looked_at_changes_nothing(attribute: str) -> None:
    """F1: what the pool reads from a new object may raise like its constructor."""

    def fails(_self: object) -> Any:
        raise InjectedError

    made: list[Thing] = []
    bad = type("Bad", (Thing,), {"lifetime" if attribute == "lifetime" else attribute: property(fails)})
    pool = make_manager().create_pool(lambda: made.append(bad()) or made[-1], max_size=1)  # type: ignore[func-returns-value]
    for _ in range(2):
        with pytest.raises((InjectedError, TypeError)):
            pool.spawn()
        check(pool)
    assert pool.total_count == 0


# --- F2: a spawn that fails ---


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("where", ["on_spawn", "component", "lifetime", "side task", "keywords"])
def test_a_spawn_that_fails_is_undone(where: str, inside: bool) -> None:
    """F2: FAILED, resources released, reset, idle; on_recycle does not run; the error reaches the caller."""
    log: list[str] = []
    leases: list[Lease[Any]] = []

    class Part:
        def on_spawn(self, owner: object) -> None:
            if where == "component":
                raise InjectedError

        def on_recycle(self, owner: object) -> None:
            log.append("component on_recycle")

    class Bad(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.components = [Part()]

        def on_spawn(self) -> None:
            lease = pool.lease(self)
            leases.append(lease)
            lease.defer(log.append, "deferred")
            lease.start(ticking())
            lease.adopt(children.spawn())
            self.hp = 0
            self.bag.append(1)
            if where == "on_spawn":
                raise InjectedError
            if where == "side task":
                lease.start(failing())

        def on_recycle(self) -> None:
            log.append("on_recycle")

    def ticking() -> Coroutine:
        try:
            while True:
                yield None
        finally:
            log.append("closed")

    def failing() -> Coroutine:
        raise InjectedError
        yield

    def life(_thing: object) -> Coroutine:
        if where == "lifetime":
            raise InjectedError
        yield None

    manager = make_manager()
    children = manager.create_pool(Thing)
    pool = manager.create_pool(Bad, max_size=1)
    caught: list[Exception] = []

    def spawn() -> None:
        try:
            pool.spawn(lifetime=life, **({"speed": 1} if where == "keywords" else {}))
        except (InjectedError, TypeError) as error:
            caught.append(error)

    for _ in range(2):
        log.clear()
        caught.clear()
        leases.clear()
        if inside:
            in_update(manager, spawn)
        else:
            spawn()
        assert len(caught) == 1
        assert log == ([] if where == "keywords" else ["closed", "deferred"])
        assert [lease.reason for lease in leases] == [] if where == "keywords" else [RecycleReason.FAILED]
        assert children.active_count == 0
        assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (0, 1, 0)
        check(pool)
    step(manager, 2)


def test_a_spawn_that_fails_and_cannot_be_undone_cleanly_destroys_its_item() -> None:
    """F2 and F3: the first error reaches the caller and tells of the others."""

    class Bad(Thing):
        def on_spawn(self) -> None:
            pool.lease(self).defer(fails)
            raise InjectedError("first")

    def fails() -> None:
        raise InjectedError("second")

    pool = make_manager().create_pool(Bad, max_size=1)
    with pytest.raises(InjectedError, match="first") as raised:
        pool.spawn()
    told = "".join(getattr(raised.value, "__notes__", []))
    assert "second" in told
    assert (pool.stats().faulted, pool.total_count, pool.stats().spawned) == (1, 0, 0)


def test_an_on_spawn_that_recycles_and_then_raises() -> None:
    """L8, F2: the lease had ended already; the error reaches the caller, the item is idle."""

    class Bad(Thing):
        def on_spawn(self) -> None:
            pool.recycle(self)
            raise InjectedError

    pool = make_manager().create_pool(Bad, max_size=1)
    for _ in range(2):
        with pytest.raises(InjectedError):
            pool.spawn()
        check(pool)
        assert (pool.active_count, pool.idle_count) == (0, 1)


@pytest.mark.parametrize("name", ["on_spawn", "on_recycle", "components"])
def test_hooks_that_are_none_are_named(name: str) -> None:
    """F1: as where a class answers to every name; nothing was made."""

    class Odd(Thing):
        def __getattr__(self, asked: str) -> int:
            if asked == name:
                return 42
            raise AttributeError(asked)

    pool = make_manager().create_pool(Odd, max_size=1)
    with pytest.raises(TypeError, match=rf"Odd\.{name} must be .*, not 42"):
        pool.spawn()
    assert pool.total_count == 0


def test_an_interrupted_spawn_is_undone() -> None:
    """F2: also for what is no Exception."""

    class Bad(Thing):
        def on_spawn(self) -> None:
            raise KeyboardInterrupt

    pool = make_manager().create_pool(Bad, max_size=1)
    with pytest.raises(KeyboardInterrupt):
        pool.spawn()
    assert (pool.active_count, pool.idle_count) == (0, 1)


def test_a_lifetime_set_in_on_spawn_that_fails_undoes_the_spawn() -> None:
    """F2: in on_spawn it is that of the spawn; the error reaches the caller and on_recycle does not run."""
    log: list[str] = []

    class Bad(Thing):
        def on_spawn(self) -> None:
            pool.lease(self).set_lifetime(life)

        def on_recycle(self) -> None:
            log.append("on_recycle")

    def life(_thing: object) -> Coroutine:
        raise InjectedError
        yield

    pool = make_manager().create_pool(Bad, max_size=1)
    with pytest.raises(InjectedError):
        pool.spawn()
    assert log == []
    assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (0, 1, 0)


def test_an_interrupted_end_does_not_lose_capacity() -> None:
    """L1: the object may be half-cleaned, so it is destroyed."""

    class Bad(Thing):
        def on_recycle(self) -> None:
            raise KeyboardInterrupt

    pool = make_manager().create_pool(Bad, max_size=1)
    with pytest.raises(KeyboardInterrupt):
        pool.recycle(pool.spawn())
    assert pool.stats().retiring == 0
    pool.spawn()


# --- F3: an end that fails ---


class Fragile(Thing):
    """Raises where it is told to when its lease ends."""

    fails: set[str] = set()  # noqa: RUF012  # each test makes its own subclass
    log: list[str] = []  # noqa: RUF012

    def on_recycle(self) -> None:
        self.say("on_recycle")

    def say(self, name: str) -> None:
        self.log.append(name)
        if name in self.fails:
            raise InjectedError(name)

    def side(self, name: str) -> Coroutine:
        try:
            while True:
                yield None
        finally:
            self.say(name)


class FragilePart:
    def __init__(self, name: str) -> None:
        self.name = name

    def on_recycle(self, owner: Fragile) -> None:
        owner.say(self.name)


STEPS = ["side 2", "side 1", "child", "deferred 2", "deferred 1", "part 2", "part 1", "on_recycle"]


def fragile(manager: PoolManager, fails: set[str]) -> tuple[Pool[Any], Lease[Any], list[str]]:
    log: list[str] = []

    class Fresh(Fragile):
        def __init__(self) -> None:
            super().__init__()
            self.components = [FragilePart("part 1"), FragilePart("part 2")]

    Fresh.fails, Fresh.log = fails, log
    pool = manager.create_pool(Fresh, max_size=1)
    children = manager.create_pool(Thing, key="children")
    obj = pool.spawn()
    lease = pool.lease(obj)
    child = lease.adopt(children.spawn())
    children.lease(child).defer(obj.say, "child")
    for number in "12":
        lease.start(obj.side(f"side {number}"))
        lease.defer(obj.say, f"deferred {number}")
    return pool, lease, log


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("failing", [*STEPS, "all", "two"])
def test_an_end_that_fails_releases_everything_else(failing: str, inside: bool) -> None:
    """F3: the item is destroyed and counted, every other step is taken, every error is told."""
    fails = {"all": set(STEPS), "two": {"side 1", "on_recycle"}}.get(failing, {failing})
    manager = make_manager()
    pool, lease, log = fragile(manager, fails)
    returned: list[bool] = []
    with pytest.raises((InjectedError, ExceptionGroup)) as raised:
        perform(manager, lambda: returned.append(lease.recycle()), inside=inside)
    assert log == STEPS
    assert returned == ([True] if inside else []), "inside an update the ending call returns"
    error = raised.value
    assert {str(each) for each in getattr(error, "exceptions", [error])} == fails
    # A child's fault is the child's: its parent is clean.
    assert pool.stats().faulted == (fails != {"child"})
    assert manager["children"].stats().faulted == ("child" in fails)
    assert pool.total_count == (fails == {"child"})
    assert pool.stats().retiring == manager["children"].stats().retiring == 0
    pool.spawn()
    step(manager, 2)


def test_clearing_with_faults_ends_every_lease() -> None:
    """F3: after all is done, all of it is told."""

    class Bad(Thing):
        def on_recycle(self) -> None:
            raise InjectedError

    pool = make_manager().create_pool(Bad)
    for _ in range(3):
        pool.spawn()
    with pytest.raises(ExceptionGroup) as raised:
        pool.clear()
    assert len(raised.value.exceptions) == 3
    assert (pool.active_count, pool.stats().faulted) == (0, 3)


def test_closing_with_faults_closes() -> None:
    class Bad(Thing):
        def on_recycle(self) -> None:
            raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Bad, prewarm=3)
    pool.spawn()
    with pytest.raises(InjectedError):
        pool.close()
    assert pool.total_count == 0
    assert Bad not in manager


# --- clear and close ---


def test_clearing_keeps_pool_and_items() -> None:
    _manager, pool = make_pool()
    leases = [pool.lease(pool.spawn()) for _ in range(3)]
    pool.clear()
    assert [lease.reason for lease in leases] == [RecycleReason.CLEARED] * 3
    assert (pool.active_count, pool.idle_count) == (0, 3)
    pool.spawn()
    assert pool.total_count == 3


def test_what_hooks_spawn_during_a_clear_stays() -> None:
    class Splitting(Thing):
        def on_recycle(self) -> None:
            pool.spawn()

    pool = make_manager().create_pool(Splitting)
    pool.spawn()
    pool.spawn()
    pool.clear()
    assert pool.active_count == 2


def test_closing_ends_destroys_and_forgets() -> None:
    manager, pool = make_pool(prewarm=3)
    lease = pool.lease(pool.spawn())
    pool.close()
    assert lease.reason is RecycleReason.CLOSED
    assert (pool.total_count, len(manager)) == (0, 0)
    pool.close()
    for call in (pool.spawn, pool.try_spawn):
        with pytest.raises(PoolClosed):
            call()
    pool.clear()
    assert pool.trim() == 0
    again = manager.create_pool(Thing)
    assert again is not pool
    pool.close()
    assert manager[Thing] is again


@pytest.mark.parametrize("whole", ["pool", "manager"])
@pytest.mark.parametrize("prewarm", [0, 3])
def test_what_hooks_spawn_during_a_close_is_refused(prewarm: int, whole: str) -> None:
    """close ends every lease and destroys every item: nothing may live in a closed pool."""
    answers: list[type[Exception]] = []

    class Splitting(Thing):
        def on_recycle(self) -> None:
            try:
                pool.spawn()
            except PoolClosed as error:
                answers.append(type(error))

    manager = make_manager()
    pool = manager.create_pool(Splitting, prewarm=prewarm)
    pool.spawn()
    if whole == "pool":
        pool.close()
    else:
        manager.close()
    assert answers == [PoolClosed]
    assert (pool.active_count, pool.total_count) == (0, 0)


# --- I1 ---


def test_iterating_gives_the_active_objects() -> None:
    _manager, pool = make_pool(prewarm=5)
    objs = [pool.spawn() for _ in range(3)]
    pool.recycle(objs[1])
    assert list(pool) == [objs[0], objs[2]]
    assert len(pool) == 2


def test_a_pool_is_always_true() -> None:
    _manager, pool = make_pool()
    assert len(pool) == 0
    assert pool


def test_recycling_while_iterating_skips_nobody() -> None:
    """I1."""
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(6)]
    seen = []
    for obj in pool:
        seen.append(obj)
        pool.recycle(obj)
    assert seen == objs
    assert len(pool) == 0


def test_nobody_whose_lease_has_ended_is_visited() -> None:
    """I1: not even if its object lives again."""
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(4)]
    seen = []
    for obj in pool:
        seen.append(obj)
        if obj is objs[0]:
            pool.recycle(objs[2])
            pool.recycle(objs[3])
            next_frame(pool)
            assert pool.spawn() is objs[3]
    assert seen == objs[:2]
    assert list(pool) == [objs[0], objs[1], objs[3]]


def test_newcomers_are_not_visited() -> None:
    """I1."""
    _manager, pool = make_pool()
    for _ in range(3):
        pool.spawn()
    seen = 0
    for _obj in pool:
        seen += 1
        pool.spawn()
    assert seen == 3
    assert len(pool) == 6


def test_nested_loops_work() -> None:
    """I1."""
    _manager, pool = make_pool()
    objs = [pool.spawn() for _ in range(4)]
    pairs = []
    for one in pool:
        for other in pool:
            pairs.append((objs.index(one), objs.index(other)))
            if (one, other) == (objs[1], objs[2]):
                pool.recycle(objs[1])
    assert pairs == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)] + [
        (one, other) for one in (2, 3) for other in (0, 2, 3)
    ]


@pytest.mark.parametrize("end", ["clear", "close"])
def test_clearing_while_iterating_ends_the_loop(end: str) -> None:
    """I1."""
    _manager, pool = make_pool()
    for _ in range(4):
        pool.spawn()
    seen = 0
    for _obj in pool:
        seen += 1
        getattr(pool, end)()
    assert seen == 1


def test_containment_is_being_on_lease() -> None:
    """True in on_spawn, false in on_recycle."""
    seen: list[bool] = []

    class Looking(Thing):
        def on_spawn(self) -> None:
            seen.append(self in pool)

        def on_recycle(self) -> None:
            seen.append(self in pool)

    pool = make_manager().create_pool(Looking, prewarm=1)
    obj = pool.spawn()
    assert obj in pool
    pool.recycle(obj)
    assert obj not in pool
    assert seen == [True, False]


def test_repr_names_the_pool_and_its_counts() -> None:
    pool = make_manager().create_pool(Thing, key="bullets", prewarm=2)
    pool.spawn()
    for part in ("bullets", "1 active", "1 idle"):
        assert part in repr(pool)


def test_a_pool_is_reversed_from_the_newest_on() -> None:
    """I1."""
    _manager, pool = make_pool(prewarm=8)
    things = [pool.spawn() for _ in range(4)]
    seen = []
    for thing in reversed(pool):
        seen.append(thing)
        if thing is things[3]:
            pool.recycle(things[1])
            pool.spawn()
    assert seen == [things[3], things[2], things[0]]


# --- functions whose call runs nothing ---


def _steps(*_args: Any) -> Any:
    yield 1.0


async def _later(*_args: Any) -> None:
    pass


_SUSPENDED = {"generator": _steps, "async": _later, "partial": functools.partial(_steps, 1)}


@pytest.mark.parametrize("function", _SUSPENDED.values(), ids=_SUSPENDED)
@pytest.mark.parametrize("name", ["on_spawn", "on_recycle"])
def test_a_hook_that_would_never_run_is_refused_when_the_pool_is_made(name: str, function: Any) -> None:
    """No beginner's mistake stays silent: of a class at once, of a component or a function's object with the first."""
    manager = make_manager()
    if isinstance(function, functools.partial):
        function = staticmethod(function)  # as Python 3.13 asks for, where it is an attribute of a class
    kind = type("Bullet", (Thing,), {name: function})
    with pytest.raises(TypeError, match=rf"Bullet\.{name} is .*lease\.start"):
        manager.create_pool(kind)
    assert len(manager) == 0
    pool = manager.create_pool(lambda: kind(), key="made")  # noqa: PLW0108  # the case
    with pytest.raises(TypeError, match=rf"Bullet\.{name} is"):
        pool.spawn()
    part = type("Part", (), {name: function})()
    parts = manager.create_pool(type("Whole", (Thing,), {"components": [part]}))
    with pytest.raises(TypeError, match=rf"Part\.{name} is"):
        parts.spawn()
    assert (pool.total_count, parts.total_count) == (0, 0)


@pytest.mark.parametrize("function", _SUSPENDED.values(), ids=_SUSPENDED)
def test_a_callback_that_would_never_run_is_refused(function: Any) -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    calls: list[Any] = [Until, manager.call_soon, lease.defer, lambda f: pool.configure(validate=f)]
    if function is not _SUSPENDED["partial"]:
        calls.append(lambda f: manager.create_pool(f, key="made"))
    for call in calls:
        with pytest.raises(TypeError, match=r"is (a generator function|an 'async def')"):
            call(function)


def test_a_hook_may_be_a_property_or_a_slot() -> None:
    """What a class shows is not what its objects have."""
    log: list[str] = []

    class Slotted:
        __slots__ = ("on_spawn",)

        def __init__(self) -> None:
            self.on_spawn = lambda: log.append("slot")

    class Made:
        @property
        def on_spawn(self) -> Any:
            return lambda: log.append("property")

    manager = make_manager()
    for kind in (Slotted, Made):
        manager.create_pool(kind).spawn()
    assert log == ["slot", "property"]


def test_a_callback_is_not_asked_for_its_repr() -> None:
    """A repr of the game's own may be slow, or raise in the middle of a spawn."""

    class Shy(Thing):
        def __repr__(self) -> str:
            raise InjectedError

        def called(self, *_args: object) -> bool:
            return True

    manager = make_manager()
    pool = manager.create_pool(Shy)
    shy = pool.spawn()
    pool.lease(shy).defer(shy.called)
    manager.call_soon(shy.called)
    pool.lease(shy).set_lifetime(Until(shy.called))
    manager.update(FRAME)
    manager.update(FRAME)
    assert pool.active_count == 0


# --- settings that change while an item is acquired ---


@pytest.mark.parametrize("when", ["factory", "validate", "recycle hook"])
def test_a_lifetime_that_is_set_while_the_item_is_acquired_counts(when: str) -> None:
    """``configure`` takes effect at once."""

    class Setting:
        def on_recycle(self) -> None:
            if when == "recycle hook":
                pool.configure(lifetime=5.0)

    def factory() -> Setting:
        if when == "factory" and manager_has_pool:
            pool.configure(lifetime=5.0)
        return Setting()

    def is_valid(_: object) -> bool:
        if when == "validate":
            pool.configure(lifetime=5.0)
        return True

    manager_has_pool: list[bool] = []
    steals = when == "recycle hook"
    pool = make_manager().create_pool(
        factory,
        lifetime=1.0,
        prewarm=1 if when != "factory" else 0,
        validate=is_valid,
        max_size=1 if steals else None,
        overflow="steal_oldest" if steals else "refuse",
    )
    manager_has_pool.append(True)
    if steals:
        pool.spawn()
    assert pool.lease(pool.spawn()).remaining == 5.0
