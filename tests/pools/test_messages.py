"""messages.py: what StaleLease and a second recycle tell of a lease."""

from __future__ import annotations

import gc
import re
import sys
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from arcade_pool import (
    Forever,
    Frames,
    Lease,
    Pool,
    PoolManager,
    PoolWarning,
    RecycleReason,
    StaleLease,
)
from helpers import FRAME, Coroutine, InjectedError, Thing, make_manager, step


def here() -> str:
    """The file and line of the caller."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def story(lease: Lease[Any]) -> str:
    with pytest.raises(StaleLease) as caught:
        lease.defer(print)
    return str(caught.value)


def wait() -> Coroutine:
    yield Forever()


ASKED: dict[str, Callable[[Lease[Any]], object]] = {
    "start": lambda lease: lease.start(wait()),
    "defer": lambda lease: lease.defer(print),
    "adopt": lambda lease: lease.adopt(lease.pool.spawn()),
    "set_lifetime": lambda lease: lease.set_lifetime(1.0),
    "borrow": lambda lease: lease.borrow().__enter__(),
}


@pytest.mark.parametrize("what", ASKED)
def test_stale_lease_says_what_was_asked_and_tells_its_story(what: str) -> None:
    """Pool, life, when it began, when and why it ended, what the object does now, and the way out."""
    manager = make_manager()
    pool = manager.create_pool(Thing, key="things")
    pool.recycle(pool.spawn())
    manager.update(1.5)
    lease = pool.lease(pool.spawn())
    manager.update(2.25)
    lease.recycle()
    manager.update(1.0)
    with pytest.raises(StaleLease) as caught:
        ASKED[what](lease)
    text = str(caught.value)
    assert text.startswith(f"{what}: ")
    assert "lease 2 of pool things" in text
    assert "spawned at 1.50 s" in text
    assert "ended at 3.75 s (recycled)" in text
    assert "pool.lease(obj)" in text


def test_the_story_names_the_object() -> None:
    """Pool and object: the pool's name is the game's own, and need not say what is in it."""
    manager = make_manager()
    pool = manager.create_pool(Thing, key="first stage")
    lease = pool.lease(pool.spawn())
    lease.recycle()
    assert "Thing" in story(lease)


def test_without_debug_mode_no_place_is_told() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    lease.recycle()
    assert not re.search(r"\.py:\d", story(lease))


def test_in_debug_mode_both_places_are_told() -> None:
    """D1."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing)
    began, thing = here(), pool.spawn()
    lease = pool.lease(thing)
    manager.update(0.5)
    ended, _ = here(), lease.recycle()
    assert f"spawned at 0.00 s by {began}, ended at 0.50 s by {ended} (recycled)" in story(lease)


def test_times_are_game_time() -> None:
    """T6: slow motion and pauses count."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    manager.time_scale = 0.5
    manager.update(2.0)
    lease = pool.lease(pool.spawn())
    manager.paused = True
    manager.update(5.0)
    manager.paused = False
    manager.update(1.0)
    lease.recycle()
    assert "spawned at 1.00 s, ended at 1.50 s" in story(lease)


# --- why ---


def by_expiry(pool: Pool[Any], lease: Lease[Any]) -> None:
    lease.set_lifetime(Frames(1))
    pool._lifecycle.loop.manager.update(FRAME)


def by_theft(pool: Pool[Any], lease: Lease[Any]) -> None:
    pool.configure(max_size=1, overflow="steal_oldest")
    pool.spawn()


def by_parent(pool: Pool[Any], lease: Lease[Any]) -> None:
    parent = pool.spawn()
    pool.lease(parent).adopt(lease)
    pool.recycle(parent)


def by_failure(pool: Pool[Any], lease: Lease[Any]) -> None:
    def fail(thing: object) -> Coroutine:
        yield None
        raise InjectedError

    lease.set_lifetime(fail)
    with pytest.raises(InjectedError):
        pool._lifecycle.loop.manager.update(FRAME)


REASONS: dict[RecycleReason, Callable[[Pool[Any], Lease[Any]], object]] = {
    RecycleReason.EXPIRED: by_expiry,
    RecycleReason.RECYCLED: lambda pool, lease: lease.recycle(),
    RecycleReason.STOLEN: by_theft,
    RecycleReason.CLEARED: lambda pool, lease: pool.clear(),
    RecycleReason.CLOSED: lambda pool, lease: pool.close(),
    RecycleReason.PARENT: by_parent,
    RecycleReason.FAILED: by_failure,
}


@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.value)
def test_the_story_says_why(reason: RecycleReason) -> None:
    """KILLED is for sprites alone."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    REASONS[reason](pool, lease)
    assert lease.reason is reason
    assert f"({reason.value})" in story(lease)


# --- what the object is doing now ---


def test_an_idle_object_is_told_as_such() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    lease.recycle()
    assert "its object is idle" in story(lease)


@pytest.mark.parametrize("debug", [False, True])
def test_an_object_on_lease_again_is_told_with_its_present_life(debug: bool) -> None:
    """The bug that pools are feared for: a handle to somebody else's bullet."""
    manager = make_manager(debug=debug)
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    lease.recycle()
    manager.update(1.0)
    place, _ = here(), pool.spawn()
    text = story(lease)
    assert "on lease again (lease 2, spawned at 1.00 s" in text
    assert text.count(place) == debug


def test_an_object_that_is_just_being_spawned_is_on_lease_again() -> None:
    """From inside the next life's on_spawn."""
    texts: list[str] = []

    class Curious:
        def on_spawn(self) -> None:
            if leases:
                texts.append(story(leases[0]))
            leases.append(pool.lease(self))

    leases: list[Lease[Any]] = []
    manager = make_manager()
    pool = manager.create_pool(Curious)
    pool.recycle(pool.spawn())
    pool.spawn()
    assert "lease 2" in texts[0]


@pytest.mark.parametrize("collected", [False, True])
@pytest.mark.parametrize("how", ["trim", "close", "invalidate", "fault"])
def test_a_destroyed_object_is_told_as_such(how: str, collected: bool) -> None:
    """Whether or not anything is left of it."""

    def fail() -> None:
        raise InjectedError

    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    lease = pool.lease(thing)
    if how == "fault":
        lease.defer(fail)
        with pytest.raises(InjectedError):
            lease.recycle()
    else:
        lease.recycle()
        getattr(pool, how)()
    if collected:
        del thing
        gc.collect()
    assert pool.total_count == 0
    assert "was destroyed" in story(lease)


@pytest.mark.parametrize("how", ["delay", "borrow", "own code"])
def test_a_retiring_object_is_told_as_such(how: str) -> None:
    """L8 to L10."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    texts: list[str] = []

    def life(thing: Thing) -> Coroutine:
        yield None
        lease = pool.lease(thing)
        lease.recycle()
        texts.append(story(lease))

    lease = pool.lease(pool.spawn(lifetime=life if how == "own code" else None))
    if how == "delay":
        lease.recycle(delay_frames=2)
        texts.append(story(lease))
    elif how == "borrow":
        with lease.borrow():
            lease.recycle()
            texts.append(story(lease))
    step(manager)
    assert "being retired" in texts[0]
    step(manager, 2)
    assert "is idle" in story(lease)


def test_a_stale_child_tells_its_own_story() -> None:
    """adopt: it is the child's lease that has ended, not the parent's."""
    manager = make_manager()
    parents = manager.create_pool(Thing, key="parents")
    children = manager.create_pool(Thing, key="children")
    parent, child = parents.spawn(), children.spawn()
    lease = children.lease(child)
    lease.recycle()
    with pytest.raises(StaleLease) as caught:
        parents.lease(parent).adopt(lease)
    assert "of pool children" in str(caught.value)
    assert "of pool parents" not in str(caught.value)


def test_the_story_keeps_nothing_alive() -> None:
    """L7: telling it does not make the ended lease hold its object."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    gone = weakref.ref(thing)
    lease = pool.lease(thing)
    lease.recycle()
    text = story(lease)
    del thing
    pool.trim()
    gc.collect()
    assert gone() is None
    assert "Thing" in text


# --- a second recycle ---


@pytest.mark.parametrize("debug", [False, True])
def test_an_object_that_never_lived_is_told_as_such(debug: bool) -> None:
    """A lease of its own it never had: nobody spawned it, and nobody ended it."""
    manager = make_manager(debug=debug)
    made: list[Any] = []
    pool = manager.create_pool(lambda: made.append(Thing()) or made[-1], key="things", prewarm=1)  # type: ignore[func-returns-value]
    lease = pool.lease(made[0])
    text = "the Thing of pool things had not been spawned yet; it is idle. Check"
    assert text in story(lease)
    assert "spawned at" not in story(lease)
    assert "ended" not in story(lease)
    assert repr(lease) == "<Lease 0 of things (never spawned)>"
    manager.update(FRAME)
    assert pool.spawn() is made[0]
    assert "had not been spawned yet; it is on lease again (lease 1, spawned at 0.02 s" in story(lease)
    pool.clear()
    pool.trim()
    assert "had not been spawned yet; it was destroyed" in story(lease)


def test_a_recycle_of_an_object_that_never_lived_is_no_second_one() -> None:
    made: list[Any] = []
    pool = make_manager(debug=True).create_pool(lambda: made.append(Thing()) or made[-1], key="things", prewarm=1)  # type: ignore[func-returns-value]
    with pytest.warns(PoolWarning, match="recycled without having been spawned, by .*had not been spawned yet"):
        assert not pool.recycle(made[0])
    assert pool.idle_count == 1


def test_a_second_recycle_tells_the_story_in_debug_mode() -> None:
    """D1: all of it."""
    manager = make_manager(debug=True)
    pool = manager.create_pool(Thing, key="things")
    began, thing = here(), pool.spawn()
    lease = pool.lease(thing)
    manager.update(1.25)
    ended, _ = here(), lease.recycle()
    manager.update(1.0)
    again, _ = here(), pool.spawn()
    with pytest.warns(PoolWarning) as caught:
        second, _ = here(), lease.recycle()
    text = str(caught[0].message)
    assert f"by {second}" in text
    assert f"lease 1 of pool things, spawned at 0.00 s by {began}, ended at 1.25 s by {ended} (recycled)" in text
    assert f"on lease again (lease 2, spawned at 2.25 s by {again})" in text


def test_a_second_recycle_is_silent_otherwise() -> None:
    """L5: False says it; a warning would be an error here."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    lease = pool.lease(pool.spawn())
    assert lease.recycle()
    assert not lease.recycle()
    assert pool.stats().refused == 1


def test_a_manager_of_its_own_tells_only_of_its_own() -> None:
    """The same class in two managers: times and lives are those of the lease's own."""
    managers: list[PoolManager] = [make_manager(), make_manager()]
    leases = []
    for number, manager in enumerate(managers):
        pool = manager.create_pool(Thing)
        manager.update(float(number))
        leases.append(pool.lease(pool.spawn()))
        leases[-1].recycle()
    assert "spawned at 0.00 s" in story(leases[0])
    assert "spawned at 1.00 s" in story(leases[1])
