"""What may happen inside what (L8): every place where user code runs, times everything it may do there.

Each place is of one of three kinds: code of a lease that lasts (``live``), code of a lease that has ended
(``ended``), and code that is nobody's (``foreign``). After it has acted, the code of a lease goes on and dirties its
object: nothing of that may ever reach the next lease.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arcade_pool import (
    Forever,
    Frames,
    Lease,
    Pool,
    PoolClosed,
    PoolError,
    RecycleReason,
    StaleLease,
    Task,
    Until,
)
from helpers import FRAME, Coroutine, Thing, check, in_update, make_manager, step

LIVE, ENDED, FOREIGN = "live", "ended", "foreign"


class Actor(Thing):
    """Lets its scene act wherever its code runs."""

    scene: Scene

    def __init__(self) -> None:
        super().__init__()
        self.components = [Part()]

    def on_spawn(self) -> None:
        self.scene.enter("on_spawn", self)

    def on_recycle(self) -> None:
        self.scene.enter("on_recycle", self)


class Part:
    def on_spawn(self, owner: Actor) -> None:
        owner.scene.enter("component on_spawn", owner)

    def on_recycle(self, owner: Actor) -> None:
        owner.scene.enter("component on_recycle", owner)


class Scene:
    """A pool with a bystander and a game task; in one place, once, the action is played."""

    def __init__(self, place: str, kind: str, action: Action, inside: bool) -> None:
        self.place, self.kind, self.action, self.inside = place, kind, action, inside
        self.manager = make_manager()

        class Fresh(Actor):
            scene = self

        self.armed = False
        self.pool: Pool[Actor] = self.manager.create_pool(Fresh)
        self.bystander = self.pool.spawn()
        self.bystander_lease = self.pool.lease(self.bystander)
        self.task: Task = self.manager.start(ticking([]))
        self.lease: Lease[Actor] | None = None
        self.resumed_late = False

    def enter(self, place: str, obj: Actor) -> None:
        """Called wherever code runs; acts in the right place, once."""
        if place != self.place or not self.armed:
            return
        self.armed = False
        self.lease = lease = self.pool.lease(obj)
        self.before = lease.reason
        assert lease.alive == (self.kind != ENDED)
        self.action.act(self, obj, lease)
        if self.kind != FOREIGN:
            if not lease.alive:
                # Over for the world, but not handed back while its code runs.
                assert obj not in self.pool
                assert obj not in list(self.pool)
                assert self.pool.stats().retiring >= 1
                assert all(item.obj is not obj for item in self.pool._inventory.idle)
            obj.hp = -99
            obj.bag.append("late")

    def do(self, function: Callable[[], Any]) -> None:
        if self.inside:
            in_update(self.manager, function)
        else:
            function()

    def spawn(self, lifetime: Any = None) -> Actor:
        obj: list[Actor] = []
        self.do(lambda: obj.append(self.pool.spawn(lifetime=lifetime)))
        return obj[0]


def ticking(log: list[str]) -> Coroutine:
    try:
        while True:
            log.append("tick")
            yield None
    finally:
        log.append("closed")


# --- the places ---


def in_a_hook(scene: Scene) -> None:
    scene.armed = True
    scene.spawn()


def at_the_end(scene: Scene) -> None:
    obj = scene.spawn()
    scene.armed = True
    scene.do(lambda: scene.pool.recycle(obj))


def in_a_callback(scene: Scene) -> None:
    obj = scene.spawn()
    scene.pool.lease(obj).defer(scene.enter, "deferred", obj)
    scene.armed = True
    scene.do(lambda: scene.pool.recycle(obj))


def running(scene: Scene, obj: Actor, waits: int) -> Coroutine:
    """A coroutine that acts after some updates, and must never be resumed once its lease is over."""
    for _ in range(waits):
        yield None
    scene.enter(scene.place, obj)
    yield None
    assert scene.lease is not None
    scene.resumed_late |= not scene.lease.alive
    yield Forever()


def closing(scene: Scene, obj: Actor) -> Coroutine:
    """A coroutine that acts when it is closed."""
    try:
        yield Forever()
    finally:
        scene.enter(scene.place, obj)


def in_a_lifetimes_first_step(scene: Scene) -> None:
    scene.armed = True
    scene.spawn(lambda obj: running(scene, obj, 0))


def in_a_lifetime(scene: Scene) -> None:
    scene.armed = True
    scene.spawn(lambda obj: running(scene, obj, 1))
    step(scene.manager)


def in_a_lifetime_function(scene: Scene) -> None:
    """A plain function that returns a generator."""

    def life(obj: Actor) -> Coroutine:
        scene.enter(scene.place, obj)
        return running(scene, obj, 1)

    scene.armed = True
    scene.spawn(life)


def in_a_lifetimes_finally(scene: Scene) -> None:
    obj = scene.spawn(lambda each: closing(scene, each))
    scene.armed = True
    scene.do(lambda: scene.pool.recycle(obj))


def in_a_replaced_lifetimes_finally(scene: Scene) -> None:
    obj = scene.spawn(lambda each: closing(scene, each))
    scene.armed = True

    def replace() -> None:
        try:
            scene.pool.lease(obj).set_lifetime(None)
        except StaleLease:
            assert obj not in scene.pool

    scene.do(replace)


def in_a_side_tasks_first_step(scene: Scene) -> None:
    obj = scene.spawn()
    scene.armed = True
    scene.do(lambda: scene.pool.lease(obj).start(running(scene, obj, 0)))


def in_a_side_task(scene: Scene) -> None:
    obj = scene.spawn()
    scene.armed = True
    scene.do(lambda: scene.pool.lease(obj).start(running(scene, obj, 1)))
    step(scene.manager)


def in_a_cancelled_side_task(scene: Scene) -> None:
    obj = scene.spawn()
    task = scene.pool.lease(obj).start(closing(scene, obj))
    scene.armed = True
    scene.do(task.cancel)


def in_a_question(scene: Scene) -> None:
    scene.armed = True

    def asks(obj: Actor) -> bool:
        scene.enter(scene.place, obj)
        return False

    scene.spawn(Until(asks))
    step(scene.manager)


def in_a_question_of_a_side_task(scene: Scene) -> None:
    scene.armed = True

    def asks(obj: Actor) -> bool:
        scene.enter(scene.place, obj)
        return False

    def side() -> Coroutine:
        yield Until(asks) & Forever()

    obj = scene.spawn()
    scene.pool.lease(obj).start(side())
    step(scene.manager)


def in_a_call(scene: Scene) -> None:
    obj = scene.spawn()
    scene.armed = True
    scene.manager.call_soon(scene.enter, scene.place, obj)
    step(scene.manager)


#: Each place: its kind, how to get there, and whether there is a way outside an update.
PLACES: dict[str, tuple[str, Callable[[Scene], None], bool]] = {
    "on_spawn": (LIVE, in_a_hook, True),
    "component on_spawn": (LIVE, in_a_hook, True),
    "lifetime's first step": (LIVE, in_a_lifetimes_first_step, True),
    "lifetime": (LIVE, in_a_lifetime, False),
    "lifetime function": (LIVE, in_a_lifetime_function, True),
    "replaced lifetime's finally": (LIVE, in_a_replaced_lifetimes_finally, True),
    "side task's first step": (LIVE, in_a_side_tasks_first_step, True),
    "side task": (LIVE, in_a_side_task, False),
    "cancelled side task's finally": (LIVE, in_a_cancelled_side_task, True),
    "Until": (LIVE, in_a_question, False),
    "Until of a side task": (LIVE, in_a_question_of_a_side_task, False),
    "lifetime's finally": (ENDED, in_a_lifetimes_finally, True),
    "deferred": (ENDED, in_a_callback, True),
    "component on_recycle": (ENDED, at_the_end, True),
    "on_recycle": (ENDED, at_the_end, True),
    "call_soon": (FOREIGN, in_a_call, False),
}


# --- the actions ---


class Action:
    """Something user code does, and what must come of it."""

    #: Whether the pool is closed by it.
    closes = False

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        raise NotImplementedError

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        """After the code has returned; by default nothing happened to the lease that acted."""
        assert lease.alive == (scene.kind != ENDED)
        assert scene.bystander_lease.alive


class SpawnHere(Action):
    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        self.new = scene.pool.spawn()
        assert self.new is not obj
        assert self.new is not scene.bystander
        assert (self.new.hp, self.new.bag) == (3, [])

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        assert self.new in scene.pool
        assert (self.new.hp, self.new.bag) == (3, [])


class RecycleSelf(Action):
    """At once for the world; the item stays RETIRING until the code returns. Ended already: refused (L5)."""

    times = 1

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        answers = [scene.pool.recycle(obj), *(lease.recycle() for _ in range(self.times - 1))]
        assert answers == [scene.kind != ENDED, *[False] * (self.times - 1)]
        assert not lease.alive
        assert lease.get() is None
        assert scene.pool.stats().retiring == (scene.kind != FOREIGN)
        # The object itself is not handed out meanwhile.
        assert (scene.pool.spawn() is obj) == (scene.kind == FOREIGN)

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.reason is RecycleReason.RECYCLED
        assert scene.bystander_lease.alive


class RecycleTwice(RecycleSelf):
    times = 2


class RecycleOther(Action):
    """None of its code is running, so it is idle at once."""

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert scene.pool.recycle(scene.bystander) is True
        assert scene.pool.recycle(scene.bystander_lease) is False
        assert scene.pool.spawn() is scene.bystander

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.alive == (scene.kind != ENDED)
        assert scene.bystander_lease.reason is RecycleReason.RECYCLED
        assert scene.bystander in scene.pool


class EndAll(Action):
    """clear and close, of the pool and of the manager."""

    def __init__(self, whose: str, what: str) -> None:
        self.whose, self.what = whose, what
        self.closes = what == "close"
        self.reason = RecycleReason.CLOSED if self.closes else RecycleReason.CLEARED

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        getattr(getattr(scene, self.whose), self.what)()
        assert scene.pool.active_count == 0
        assert lease.reason is (scene.before or self.reason)
        assert scene.bystander_lease.reason is self.reason
        assert scene.task.done == (self.whose == "manager")
        if self.closes:
            assert len(scene.manager) == 0
            assert scene.pool.total_count == (scene.kind != FOREIGN)
            with pytest.raises(PoolClosed):
                scene.pool.spawn()
        else:
            assert scene.pool.stats().retiring == (scene.kind != FOREIGN)

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.reason is (scene.before or self.reason)
        assert scene.pool.active_count == 0
        if self.closes:
            assert scene.pool.total_count == 0
            assert not scene.pool.recycle(obj)


class Update(Action):
    """Nested it is an error; in a hook outside any update it is an update like another."""

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        before = scene.manager.time
        if scene.inside:
            with pytest.raises(PoolError, match="inside an update"):
                scene.manager.update(FRAME)
            assert scene.manager.time == before
        else:
            scene.manager.update(FRAME)
            assert scene.manager.time == pytest.approx(before + FRAME)


class TakeOn(Action):
    """What an ended lease refuses with StaleLease, and a living one carries out."""

    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        raise NotImplementedError

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        if lease.alive:
            self.take_on(scene, lease)
        else:
            with pytest.raises(StaleLease):
                self.take_on(scene, lease)


class SetLifetime(TakeOn):
    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        lease.set_lifetime(Frames(2))

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        if scene.kind == ENDED:
            return
        if scene.place == "replaced lifetime's finally":
            # Whoever replaced the lifetime whose finally this was has the last word.
            step(scene.manager, 3)
            assert lease.alive
        else:
            step(scene.manager)
            assert lease.alive
            step(scene.manager)
            assert lease.reason is RecycleReason.EXPIRED


class Start(TakeOn):
    def __init__(self) -> None:
        self.log: list[str] = []

    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        lease.start(ticking(self.log))
        assert self.log == ["tick"]

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        if scene.kind == ENDED:
            assert self.log == []
            return
        step(scene.manager)
        assert set(self.log) == {"tick"}
        lease.recycle()
        assert self.log[-1] == "closed"
        ticks = len(self.log)
        step(scene.manager, 2)
        assert len(self.log) == ticks


class StartAndEnd(TakeOn):
    """A side task that ends the lease in its first step, from inside other code of the same lease."""

    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        task = lease.start(self.ends(scene, lease))
        assert task.done
        assert not lease.alive

    def ends(self, scene: Scene, lease: Lease[Actor]) -> Coroutine:
        lease.recycle()
        yield None
        raise AssertionError("resumed after its end")

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().act(scene, obj, lease)
        assert scene.pool.stats().retiring == (scene.kind != FOREIGN)

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.reason is RecycleReason.RECYCLED


class Defer(TakeOn):
    def __init__(self) -> None:
        self.log: list[int] = []

    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        lease.defer(self.log.append, 1)

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        assert self.log == []
        assert lease.recycle() == (scene.kind != ENDED)
        assert self.log == ([] if scene.kind == ENDED else [1])


class Adopt(TakeOn):
    def take_on(self, scene: Scene, lease: Lease[Actor]) -> None:
        assert lease.adopt(scene.bystander) is scene.bystander

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        lease.recycle()
        assert scene.bystander_lease.alive == (scene.kind == ENDED)


class Delay(Action):
    """L10 and L8: at the n-th following update, and not before the code has returned."""

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.recycle(delay_frames=2) == (scene.kind != ENDED)
        assert scene.pool.stats().retiring == 1

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        assert lease.reason is RecycleReason.RECYCLED
        if scene.kind != ENDED:
            assert scene.pool.stats().retiring == 1
            step(scene.manager)
            assert scene.pool.stats().retiring == 1
            step(scene.manager)
        assert scene.pool.stats().retiring == 0


class Invalidate(Action):
    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        scene.pool.invalidate()

    def verify(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        super().verify(scene, obj, lease)
        lease.recycle()
        assert not scene.pool.lease(obj).alive
        assert scene.pool.lease(obj) is lease


class Shrink(Action):
    """Trimming and lower limits touch idle items only (S2)."""

    def act(self, scene: Scene, obj: Actor, lease: Lease[Actor]) -> None:
        scene.pool.prewarm(5)
        scene.pool.trim()
        assert scene.pool.total_count == 2
        scene.pool.configure(max_size=5, max_idle=3)


ACTIONS: dict[str, Callable[[], Action]] = {
    "spawn from the same pool": SpawnHere,
    "recycle itself": RecycleSelf,
    "recycle itself twice": RecycleTwice,
    "recycle another": RecycleOther,
    "pool.clear": lambda: EndAll("pool", "clear"),
    "pool.close": lambda: EndAll("pool", "close"),
    "manager.clear": lambda: EndAll("manager", "clear"),
    "manager.close": lambda: EndAll("manager", "close"),
    "update": Update,
    "set_lifetime": SetLifetime,
    "start": Start,
    "start a task that recycles": StartAndEnd,
    "defer": Defer,
    "adopt another": Adopt,
    "recycle itself with a delay": Delay,
    "invalidate": Invalidate,
    "trim and configure": Shrink,
}


@pytest.mark.parametrize("action", list(ACTIONS))
@pytest.mark.parametrize(
    ("place", "inside"),
    [
        pytest.param(place, inside, id=f"{place} {'inside' if inside else 'outside'}")
        for place, (_, _, outside) in PLACES.items()
        for inside in ([False, True] if outside else [True])
    ],
)
def test_anything_may_happen_anywhere(place: str, action: str, inside: bool) -> None:
    """L8, L5, L4."""
    kind, go, _ = PLACES[place]
    play = ACTIONS[action]()
    scene = Scene(place, kind, play, inside)
    objs: list[Actor] = []
    enter = scene.enter

    def noting(where: str, obj: Actor) -> None:
        if where == place and scene.armed:
            objs.append(obj)
        enter(where, obj)

    scene.enter = noting  # type: ignore[assignment, method-assign]
    go(scene)
    assert len(objs) == 1, "the scene was not played"
    lease = scene.lease
    assert lease is not None
    check(scene.pool)
    assert scene.pool.stats().retiring == isinstance(play, Delay) * (kind != ENDED)
    play.verify(scene, objs[0], lease)
    check(scene.pool)
    lease.recycle()
    assert scene.pool.stats().retiring == 0
    step(scene.manager, 3)
    check(scene.pool)
    assert not scene.resumed_late
    if play.closes:
        return
    # Whatever the code did after its lease was over: everybody who is spawned now is fresh.
    scene.pool.clear()
    scene.pool.configure(max_size=None)
    for obj in [scene.pool.spawn() for _ in range(scene.pool.idle_count + 1)]:
        assert (obj.hp, obj.bag) == (3, [])
