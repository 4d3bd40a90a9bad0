"""A sprite pool against a dumb model, driven at random.

The model knows which leases live, in which order they began, when each is due, which are borrowed, and which sprites
are idle. After each step the pool must agree with it, and what is drawn must be the living sprites as they look
(`assert_sound`). Another thread borrows, gives back and asks, one step at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import arcade
import hypothesis.strategies as st
import pytest
from arcade.types import LBWH
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arcade_pool import (
    Frames,
    Lease,
    OffScreen,
    PoolClosed,
    PooledSprite,
    PoolExhausted,
    PoolManager,
    RecycleReason,
    SpritePool,
    StaleLease,
)
from sprites.helpers import ScriptError, assert_sound, small_texture

T = TypeVar("T")

#: The other thread; it does nothing of its own accord.
OTHER = ThreadPoolExecutor(1)

AREA = LBWH(0, 0, 100, 100)
TOLERANCE = 1e-6

#: What code of a lease does, once: in on_spawn, in its first update, in its coroutine, in on_recycle.
ACTIONS = (
    "raise", "recycle self", "kill self", "recycle other", "spawn", "clear", "trim", "start", "defer", "adopt",
    "invalidate", "new lifetime",
)  # fmt: skip


@dataclass
class Life:
    """What the model knows of one lease."""

    actor: Actor
    lease: Lease[Any]
    spawned: tuple[float, float]
    #: Game time, or number of the update, at which it ends by itself; None: not known.
    due: float | None = None
    due_frame: int | None = None
    #: Whether it is certain when it ends.
    certain: bool = True
    #: Whether its own code gave it another lifetime than its spawn.
    replaced: bool = False
    #: Whether its sprite is destroyed when it ends.
    doomed: bool = False


def on_the_other(function: Callable[..., T], *args: Any) -> T:
    """Calls the function on the other thread."""
    return OTHER.submit(function, *args).result(20)


@dataclass
class Borrow:
    """An open borrow, on whichever thread."""

    life: Life
    context: AbstractContextManager[Any]
    elsewhere: bool

    def give_back(self) -> None:
        if self.elsewhere:
            on_the_other(self.context.__exit__, None, None, None)
        else:
            self.context.__exit__(None, None, None)


class Actor(PooledSprite):
    """Does what its spawn tells it, at each point where code of a lease runs."""

    world: World

    def __init__(self) -> None:
        super().__init__(small_texture())
        self.position = (50, 50)
        self.marks: list[str] = []
        self.tag = "fresh"

    def on_spawn(self, *, born: str = "", acts: str = "", dies: str = "") -> None:
        assert (self.tag, self.marks, self.color) == ("fresh", [], (255, 255, 255, 255)), "not reset"
        self.world.begin(self)
        self.acts = acts
        self.dies = dies
        self.tag = "used"
        self.marks.append("spawned")
        self.color = (len(self.world.lives) % 256, 2, 3, 255)
        self.world.act(self, born)
        self.marks.append("after")

    def update(self, delta_time: float = 0.0, *args: Any, **kwargs: Any) -> None:
        assert self.lease.alive, "updated after its end"
        acts, self.acts = self.acts, ""
        self.world.act(self, acts)
        self.alpha = 77
        self.late = True

    def on_recycle(self) -> None:
        assert not self.lease.alive
        assert self not in self.world.pool.sprites
        self.world.end(self)
        self.world.act(self, self.dies)
        self.position = (1, 2)
        self.color = (9, 9, 9, 9)
        self.tag = "ended"


class World:
    """The pool, and the model beside it."""

    def __init__(self, *, keep_order: bool, hashed: bool, max_size: int | None, steal: bool) -> None:
        self.manager = PoolManager()
        self.actor = type("Actor", (Actor,), {"world": self})
        self.pool: SpritePool[Any] = self.manager.create_sprite_pool(
            self.actor,
            keep_order=keep_order,
            use_spatial_hash=hashed,
            max_size=max_size,
            overflow="steal_oldest" if steal else "refuse",
            shrink=None,
        )
        #: In the order of their beginning.
        self.living: dict[Lease[Any], Life] = {}
        self.lives: list[Life] = []
        #: Idle sprites, the next one last; None: not known.
        self.idle: list[Any] | None = []
        self.frame = 0
        self.depth = 0
        self.own: arcade.SpriteList[Any] = arcade.SpriteList()
        self.borrows: list[Borrow] = []
        #: Ended leases that another thread has given back; their sprites are reset in the next update.
        self.given_back: list[Lease[Any]] = []
        #: Leases whose end another thread has asked for.
        self.asked: list[Lease[Any]] = []

    def is_borrowed(self, lease: Lease[Any]) -> bool:
        return any(borrow.life.lease is lease for borrow in self.borrows)

    def spawn_one(self) -> None:
        """What another thread asks for: it may come too late."""
        with suppress(PoolClosed):
            self.pool.try_spawn(50, 50, lifetime=None)

    # --- told by the hooks ---

    def begin(self, actor: Actor) -> None:
        lease = actor.lease
        assert lease.alive
        assert lease not in self.living
        life = Life(actor, lease, (actor.center_x, actor.center_y))
        self.living[lease] = life
        self.lives.append(life)

    def end(self, actor: Actor) -> None:
        lease = actor.lease
        assert lease in self.living, "ends twice, or never began"
        life = self.living.pop(lease)
        assert lease.reason is not None
        if lease.reason is RecycleReason.EXPIRED and life.certain:
            now = self.manager.time
            timely = (life.due is not None and life.due <= now + TOLERANCE) or (
                life.due_frame is not None and life.due_frame <= self.frame
            )
            assert timely, "ends before its time"

    def act(self, actor: Actor, action: str) -> None:
        """What a hook does. Errors of what it asks for stay with it, but for its own."""
        if not action:
            return
        self.idle = None
        if action == "raise":
            raise ScriptError(f"{actor}")
        self.depth += 1
        try:
            self.try_action(actor, action)
        except (PoolExhausted, PoolClosed):
            pass
        except (ScriptError, ExceptionGroup) as error:
            expect_scripted(error)
        finally:
            self.depth -= 1

    def try_action(self, actor: Actor, action: str) -> None:
        others = [life.actor for life in self.living.values() if life.actor is not actor]
        if action == "recycle self":
            actor.recycle()
        elif action == "kill self":
            actor.kill()
        elif action == "recycle other" and others:
            others[len(others) // 2].recycle()
        elif action == "spawn" and self.depth < 4:
            self.pool.spawn(60, 60)
        elif action == "clear" and self.depth < 3:
            self.pool.clear()
        elif action == "trim":
            self.pool.trim(1)
        elif action == "invalidate":
            self.invalidate()
        elif action == "adopt" and others and actor.lease.alive:
            actor.lease.adopt(others[0])
        elif action == "new lifetime" and actor.lease.alive:
            life = self.living[actor.lease]
            actor.lease.set_lifetime(0.1)
            life.due, life.due_frame, life.certain, life.replaced = None, None, False, True
        elif action == "start" and actor.lease.alive:
            actor.lease.start(self.walk(actor))
        elif action == "defer" and actor.lease.alive:
            actor.lease.defer(self.join_late, actor)

    def join_late(self, actor: Actor) -> None:
        """Joins a list of the game's when the lease has ended: it must not stay there."""
        if actor not in self.own:
            self.own.append(actor)

    def invalidate(self) -> None:
        self.pool.invalidate()
        self.idle = None
        for life in self.living.values():
            life.doomed = True

    def walk(self, actor: Actor) -> Any:
        """A side task that ends its lease after a while."""
        self.living[actor.lease].certain = False
        yield Frames(2)
        actor.recycle()
        yield None

    # --- what the model says ---

    def check(self) -> None:
        pool = self.pool
        assert list(pool) == [life.actor for life in self.living.values()]
        assert_sound(pool)
        stats = pool.stats()
        # Only one that waits for its delay may still be where late code put it.
        assert len(self.own) <= stats.retiring
        assert stats.spawned - stats.recycled == stats.active == len(self.living)
        assert stats.created - stats.destroyed == stats.active + stats.idle + stats.retiring == pool.total_count
        held = {borrow.life.lease for borrow in self.borrows if not borrow.life.lease.alive} | {*self.given_back}
        assert stats.retiring == len(held) or (stats.retiring > len(held) and self.waiting_for_delay())
        assert not any(borrow.life.lease.reason is RecycleReason.STOLEN for borrow in self.borrows)
        for lease in held:
            assert (actor := lease._last_item().obj).lease is lease, "spawned again while it is borrowed"  # type: ignore[union-attr]
            assert actor.tag != "fresh", "reset while it is borrowed"
        for life in self.lives[-40:]:
            alive = life.lease in self.living
            assert life.lease.alive is alive
            assert (life.lease.get() is life.actor) is alive
            assert (life.lease.reason is None) is alive
        if self.idle is not None:
            assert pool.idle_count == len(self.idle)

    def waiting_for_delay(self) -> bool:
        return bool(self.manager._loop.scheduler._in_updates)


def lifetimes() -> st.SearchStrategy[Any]:
    """Kinds of lifetime, by name and length."""
    return st.one_of(
        st.just(("forever", 0)),
        st.tuples(st.just("seconds"), st.sampled_from([0.0, 1 / 60, 0.05, 0.1, 0.25, 1.0])),
        st.tuples(st.just("frames"), st.integers(0, 6)),
        st.tuples(st.just("coroutine"), st.sampled_from([0.05, 0.2])),
        st.just(("failing coroutine", 0.05)),
        st.just(("screen", 0)),
        st.tuples(st.just("seconds or screen"), st.sampled_from([0.05, 0.5])),
    )


def expect_scripted(error: Exception) -> None:
    """Passes on what was not raised on purpose."""
    for each in error.exceptions if isinstance(error, ExceptionGroup) else (error,):
        if isinstance(each, ExceptionGroup):
            expect_scripted(each)
        elif not isinstance(each, ScriptError):
            raise error


def sleep_and_fail(seconds: float) -> Any:
    def life(actor: Actor) -> Any:
        actor.world.living[actor.lease].certain = False
        yield seconds
        raise ScriptError

    return life


def sleep(seconds: float) -> Any:
    def life(actor: Actor) -> Any:
        yield seconds

    return life


ACTION = st.sampled_from(("",) * 12 + ACTIONS)
PLACE = st.sampled_from([(10.0, 10.0), (50.0, 95.0), (150.0, 50.0), (-8.0, 50.0), (-500.0, -500.0)])


class PoolMachine(RuleBasedStateMachine):
    """Random play."""

    world: World

    @initialize(
        keep_order=st.booleans(), hashed=st.booleans(), max_size=st.sampled_from([None, 3, 8]), steal=st.booleans()
    )
    def make(self, *, keep_order: bool, hashed: bool, max_size: int | None, steal: bool) -> None:
        self.world = World(keep_order=keep_order, hashed=hashed, max_size=max_size, steal=steal)

    @rule(place=PLACE, lifetime=lifetimes(), born=ACTION, acts=ACTION, dies=ACTION)
    def spawn(self, place: tuple[float, float], lifetime: tuple[str, float], born: str, acts: str, dies: str) -> None:
        world, pool = self.world, self.world.pool
        kind, length = lifetime
        spec: Any = {
            "forever": None,
            "seconds": length,
            "frames": Frames(int(length)),
            "coroutine": sleep(length),
            "failing coroutine": sleep_and_fail(length),
            "screen": OffScreen(bounds=AREA),
            "seconds or screen": length | OffScreen(bounds=AREA),
        }[kind]
        before, known, count = list(world.living), world.idle, len(world.lives)
        now = world.manager.time
        full = pool.config.max_size is not None and pool.total_count >= pool.config.max_size and not pool.idle_count
        try:
            actor = pool.spawn(*place, lifetime=spec, born=born, acts=acts, dies=dies)
        except PoolExhausted:
            assert full
            # Those that wait for their delay cannot be stolen, nor those that are borrowed.
            stealable = [lease for lease in before if not world.is_borrowed(lease)]
            assert pool.config.overflow == "refuse" or not stealable or pool.stats().retiring
            return
        except (ScriptError, ExceptionGroup) as error:
            expect_scripted(error)
            # The spawn was undone (F2), or the end of the lease that it stole raised (F3), and nothing began.
            for life in world.lives[count:]:
                if life.lease.reason is RecycleReason.FAILED:
                    world.living.pop(life.lease, None)
            return
        life = next(each for each in world.lives[count:] if each.actor is actor)
        assert life.spawned == place
        if full:
            assert pool.config.overflow == "steal_oldest"
            oldest = next(lease for lease in before if not world.is_borrowed(lease))
            assert oldest.reason is RecycleReason.STOLEN or known is None or world.idle is None
        elif known and world.idle is not None:
            assert actor is known[-1], "not last in, first out"
            world.idle = known[:-1]
        if life.lease.alive and not life.replaced:
            self.note_end(life, kind, length, now)

    def note_end(self, life: Life, kind: str, length: float, now: float) -> None:
        """When the lease will end by itself."""
        world, actor = self.world, life.actor
        outside = not (-8 < life.spawned[0] < 108 and -4 < life.spawned[1] < 104)
        if kind in ("seconds", "seconds or screen", "coroutine"):
            life.due = now + length
            if length <= TOLERANCE:
                life.due, life.due_frame = None, world.frame + 1
        if kind == "frames":
            life.due_frame = world.frame + max(int(length), 1)
        if kind in ("screen", "seconds or screen") and outside:
            life.due_frame = world.frame + 1
        if kind == "failing coroutine":
            life.certain = False
        assert actor.lease is life.lease

    @precondition(lambda self: self.world.living)
    @rule(data=st.data(), way=st.sampled_from(["recycle", "lease", "kill", "remove", "pool", "manager", "pop"]))
    def end_one(self, data: st.DataObject, way: str) -> None:
        world = self.world
        living = list(world.living.values())
        life = living[data.draw(st.integers(0, len(living) - 1), "which")]
        actor = life.actor
        idle = world.idle
        # A life whose end does something of its own may leave more behind than this sprite.
        try:
            if way == "recycle":
                assert actor.recycle()
            elif way == "lease":
                assert life.lease.recycle()
            elif way == "kill":
                actor.kill()
            elif way == "remove":
                world.pool.sprites.remove(actor)
            elif way == "pool":
                assert world.pool.recycle(actor)
            elif way == "manager":
                assert world.manager.recycle(life.lease)
            else:
                assert world.pool.sprites.pop(world.pool.sprites.index(actor)) is actor
        except (ScriptError, ExceptionGroup) as error:
            expect_scripted(error)
            world.idle = None
        assert not life.lease.alive
        expected = RecycleReason.KILLED if way in ("kill", "remove", "pop") else RecycleReason.RECYCLED
        assert life.lease.reason is expected
        self.came_back(life, idle)

    def came_back(self, life: Life, idle: list[Any] | None) -> None:
        """Its sprite is idle now, if nothing else has happened."""
        world = self.world
        config = world.pool.config
        if world.is_borrowed(life.lease):
            return  # not yet
        if idle is None or world.idle is None or config.max_idle is not None or life.doomed:
            world.idle = None
        else:
            world.idle = [*idle, life.actor]
        if config.max_size is not None and world.pool.total_count > config.max_size:
            world.idle = None

    @precondition(lambda self: self.world.living)
    @rule(data=st.data(), frames=st.integers(1, 3))
    def end_late(self, data: st.DataObject, frames: int) -> None:
        """L10."""
        world = self.world
        living = list(world.living.values())
        life = living[data.draw(st.integers(0, len(living) - 1), "which")]
        world.idle = None
        try:
            assert life.actor.recycle(delay_frames=frames)
        except (ScriptError, ExceptionGroup) as error:
            expect_scripted(error)
        assert not life.lease.alive

    @precondition(lambda self: self.world.lives)
    @rule(data=st.data())
    def touch_a_stale_lease(self, data: st.DataObject) -> None:
        """L5."""
        world = self.world
        stale = [life for life in world.lives if life.lease not in world.living]
        if not stale:
            return
        life = stale[data.draw(st.integers(0, len(stale) - 1), "which")]
        reason, age = life.lease.reason, life.lease.age
        assert not life.lease.recycle()
        assert not world.pool.recycle(life.lease)
        assert not world.manager.recycle(life.lease)
        assert not on_the_other(life.lease.recycle)
        for call in (
            lambda: life.lease.set_lifetime(1),
            lambda: life.lease.defer(print),
            lambda: life.lease.adopt(life.actor),
            life.lease.borrow().__enter__,
            lambda: on_the_other(life.lease.borrow().__enter__),
        ):
            try:
                call()
            except StaleLease:
                continue
            raise AssertionError("a stale lease takes something")
        assert (life.lease.reason, life.lease.age) == (reason, age)

    @precondition(lambda self: self.world.living)
    @rule(data=st.data(), elsewhere=st.booleans())
    def borrow(self, data: st.DataObject, elsewhere: bool) -> None:
        """L9."""
        world = self.world
        living = list(world.living.values())
        life = living[data.draw(st.integers(0, len(living) - 1), "which")]
        context = life.lease.borrow()
        actor = on_the_other(context.__enter__) if elsewhere else context.__enter__()
        assert actor is life.actor
        world.borrows.append(Borrow(life, context, elsewhere))

    @precondition(lambda self: self.world.borrows)
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        """L9: what has ended meanwhile is reset now; of another thread, in the next update."""
        world = self.world
        borrow = world.borrows.pop(data.draw(st.integers(0, len(world.borrows) - 1), "which"))
        borrow.give_back()
        lease = borrow.life.lease
        if lease.alive or world.is_borrowed(lease):
            return
        if borrow.elsewhere:
            world.given_back.append(lease)
        elif world.waiting_for_delay():
            world.idle = None  # this one may have to wait, too
        else:
            self.came_back(borrow.life, world.idle)

    @precondition(lambda self: self.world.living)
    @rule(data=st.data(), frames=st.sampled_from([0, 0, 2]))
    def ask_for_an_end(self, data: st.DataObject, frames: int) -> None:
        """L9: in the next update, and not before."""
        world = self.world
        living = list(world.living.values())
        life = living[data.draw(st.integers(0, len(living) - 1), "which")]
        assert on_the_other(lambda: life.lease.recycle(delay_frames=frames))
        assert life.lease.alive
        world.asked.append(life.lease)

    @rule(count=st.integers(1, 3))
    def ask_for_spawns(self, count: int) -> None:
        """L9: what belongs to the update thread is asked for."""
        for _ in range(count):
            on_the_other(self.world.manager.call_soon, self.world.spawn_one)

    @rule(delta_time=st.sampled_from([0.0, 1 / 60, 1 / 60, 1 / 60, 0.05, 0.3, 2.5]))
    def update(self, delta_time: float) -> None:
        world = self.world
        idle, count = None if world.waiting_for_delay() else world.idle, len(world.lives)
        if world.given_back or world.manager._loop.calls:
            idle = None
        world.idle = idle
        before = list(world.living.values())
        world.frame += 1
        ended: list[Life] = []
        try:
            world.manager.update(delta_time)
        except ScriptError:
            world.idle = None
        except ExceptionGroup as group:
            world.idle = None
            expect_scripted(group)
        self.requests_were_served()
        now = world.manager.time
        for life in before:
            late = (life.due is not None and life.due < now - TOLERANCE) or (
                life.due_frame is not None and life.due_frame <= world.frame
            )
            if late:
                assert not life.lease.alive, "lives longer than it should"
            if not life.lease.alive:
                ended.append(life)
        plain = len(world.lives) == count and all(life.lease.reason is RecycleReason.EXPIRED for life in ended)
        if not plain or len(ended) > 1:
            # In which order several come back is another test's matter.
            world.idle = None
        elif ended:
            self.came_back(ended[0], idle)

    def requests_were_served(self) -> None:
        world = self.world
        assert not any(lease.alive for lease in world.asked), "another thread asked for its end"
        world.asked.clear()
        world.given_back.clear()

    @rule(count=st.integers(0, 12))
    def prewarm(self, count: int) -> None:
        world = self.world
        total = world.pool.total_count
        world.pool.prewarm(count)
        limit = world.pool.config.max_size
        assert world.pool.total_count == max(total, count if limit is None else min(count, limit))
        world.idle = None if world.pool.total_count != total else world.idle

    @rule(count=st.integers(0, 4))
    def trim(self, count: int) -> None:
        world = self.world
        idle = world.pool.idle_count
        assert world.pool.trim(count) == max(idle - count, 0)
        if world.idle is not None:
            # The coldest go.
            world.idle = world.idle[max(len(world.idle) - count, 0) :]
        if count == 0:
            world.idle = []

    @rule()
    def invalidate(self) -> None:
        world = self.world
        active = list(world.pool)
        world.invalidate()
        assert list(world.pool) == active
        assert world.pool.idle_count == 0

    @rule(limit=st.sampled_from([None, 2, 5]))
    def configure(self, limit: int | None) -> None:
        """S2."""
        world = self.world
        active = list(world.pool)
        world.pool.configure(max_idle=limit)
        assert list(world.pool) == active
        assert limit is None or world.pool.idle_count <= limit
        world.idle = None

    @rule(limit=st.sampled_from([None, 2, 6]))
    def configure_size(self, limit: int | None) -> None:
        """S2."""
        world = self.world
        active = list(world.pool)
        world.pool.configure(max_size=limit)
        assert list(world.pool) == active
        assert limit is None or world.pool.total_count <= max(limit, len(active) + world.pool.stats().retiring)
        world.idle = None

    @rule(way=st.sampled_from(["pool", "manager", "deep", "shallow", "raw"]))
    def clear(self, way: str) -> None:
        world = self.world
        before = list(world.living)
        world.idle = None
        try:
            if way == "pool":
                world.pool.clear()
            elif way == "manager":
                world.manager.clear()
            elif way == "raw":
                world.pool.sprites.sprite_list.clear()
                world.frame += 1
                try:
                    world.manager.update(0.0)
                finally:
                    self.requests_were_served()
            else:
                world.pool.sprites.clear(deep=way == "deep")
        except (ScriptError, ExceptionGroup) as error:
            expect_scripted(error)
        assert not any(lease.alive for lease in before)

    @rule(how=st.sampled_from(["reverse", "shuffle", "sort"]))
    def reorder(self, how: str) -> None:
        sprites = self.world.pool.sprites
        if how == "sort":
            sprites.sort(key=id)
        else:
            getattr(sprites, how)()

    @precondition(lambda self: self.world.living)
    @rule(data=st.data(), change=st.sampled_from(["color", "scale", "texture", "visible", "angle", "join"]))
    def change_one(self, data: st.DataObject, change: str) -> None:
        living = list(self.world.living.values())
        actor = living[data.draw(st.integers(0, len(living) - 1), "which")].actor
        if change == "color":
            actor.color = (7, 7, 7, 100)
        elif change == "scale":
            actor.scale = 0.5
        elif change == "texture":
            actor.texture = small_texture(8, 8)
        elif change == "visible":
            actor.visible = not actor.visible
        elif change == "angle":
            actor.angle += 90
        else:
            if actor not in self.world.own:
                self.world.own.append(actor)
            actor.lease.defer(lambda: None)
            self.world.own.remove(actor)

    @invariant()
    def agrees(self) -> None:
        if hasattr(self, "world"):
            self.world.check()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            try:
                self.world.manager.close()
            except (ScriptError, ExceptionGroup) as error:
                expect_scripted(error)
            for borrow in self.world.borrows:
                borrow.give_back()
            for _ in range(4):
                # Those of L10 wait for their update still.
                self.world.manager.update(0.0)
            assert self.world.pool.total_count == 0
            assert len(self.world.pool.sprites) == 0


# The same plays in every run, and no search for a shorter one, which takes minutes: MODEL_SHRINK=1 asks for that.
PoolMachine.TestCase.settings = settings(
    max_examples=int(os.environ.get("MODEL_EXAMPLES", "250")),
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.generate, Phase.shrink) if os.environ.get("MODEL_SHRINK") else (Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
TestModel = pytest.mark.usefixtures("window")(PoolMachine.TestCase)
