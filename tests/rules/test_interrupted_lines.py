"""F8: an interruption (Ctrl-C) between any two lines of the library.

Each test walks through all lines that an operation runs, and interrupts it at one after the other. After the next
update counts and lists agree, every later call works, and nothing that should have ended lives on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import arcade
import pytest
from arcade.types import LBWH

import arcade_pool
from arcade_pool import (
    Forever,
    Frames,
    Lease,
    OffScreen,
    Pool,
    PooledSprite,
    PoolManager,
    RecycleReason,
    Shrink,
    SpritePool,
    Task,
    Until,
)
from helpers import Coroutine, check
from sprites.helpers import FRAME, Dot, assert_sound, run_updates, small_texture

# What garbage collection calls may be interrupted as well: Python itself reports that and goes on.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

LIBRARY = os.path.dirname(arcade_pool.__file__)
MOST = 3


class Glider(Dot):
    batched_motion = True


class Part:
    def on_spawn(self, owner: Any) -> None:
        owner.bag.append("part")

    def on_recycle(self, owner: Any) -> None:
        pass


class Actor(PooledSprite):
    """Has everything that a class may have."""

    def __init__(self) -> None:
        super().__init__(small_texture())
        self.hp = 3
        self.bag: list[object] = []
        self.components = (Part(),)

    def on_spawn(self, *, hp: int = 2) -> None:
        self.hp = hp
        self.lease.defer(str)
        self.lease.start(side())

    def on_recycle(self) -> None:
        self.bag.append("recycled")

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        super().update(delta_time)
        self.bag.append("updated")


def side() -> Coroutine:
    try:
        while True:
            yield None
    finally:
        ""


def life(_sprite: object) -> Coroutine:
    yield 0.03
    yield Until(lambda _: True)


class Scene:
    """A small game: a full pool, and another one for what belongs to others."""

    def __init__(self, kind: Any) -> None:
        self.manager = PoolManager(bounds=LBWH(0, 0, 100, 100))
        self.pool: SpritePool[Any] = self.manager.create_sprite_pool(kind, max_size=MOST, shrink=Shrink(window=0.2))
        self.others: SpritePool[Any] = self.manager.create_sprite_pool(Dot, key="others", prewarm=4)
        self.things: Pool[Any] = self.manager.create_pool(list, key="things")
        self.first = self.pool.spawn(50, 50, lifetime=0.04 | OffScreen())
        second = self.pool.spawn(1, 1, lifetime=life)
        self.manager.update(0)
        second.recycle()
        self.lease: Lease[Any] = self.first.lease

    def furnish(self) -> Scene:
        """Gives the first sprite all that a lease may have."""
        self.lease.adopt(self.others.spawn(5, 5))
        self.lease.start(side())
        self.lease.defer(str)
        self.lease.defer(self.things.spawn)
        self.manager.start(_waits_for(self.lease))
        self.own: arcade.SpriteList[Any] = arcade.SpriteList()
        self.own.append(self.first)
        return self

    def busy(self) -> Scene:
        """Has the next update end something of every kind."""
        self.lease.set_lifetime(0.01)
        for lifetime in (Frames(1), Until(lambda _: True), 0.01 & Frames(1), life):
            self.others.spawn(5, 5, lifetime=lifetime)
        self.others.spawn(5, 5, lifetime=OffScreen(entered=True)).change_x = 4
        self.others.spawn(500, 5, lifetime=OffScreen())
        self.others.spawn(5, 5, lifetime=lambda _: side()).recycle(delay_frames=1)
        self.manager.start(side())
        self.manager.call_soon(partial(self.others.spawn, 7, 7, lifetime=0.05))
        self.others.prewarm_async(30, per_frame=2)
        return self


def _waits_for(lease: Lease[Any]) -> Coroutine:
    yield lease


def borrows(scene: Scene) -> None:
    with scene.lease.borrow():
        scene.lease.recycle()


def full(scene: Scene) -> Callable[[], object]:
    scene.pool.configure(overflow="steal_oldest")
    while scene.pool.active_count < MOST:
        scene.pool.spawn(1, 1, lifetime=None)
    return lambda: scene.pool.spawn(5, 5)


def task_of(scene: Scene) -> Task:
    return scene.lease.start(side())


OPERATIONS: dict[str, Callable[[Scene], Callable[[], object]]] = {
    "spawn": lambda scene: lambda: scene.pool.spawn(5, 5, lifetime=life),
    "spawn with seconds": lambda scene: lambda: scene.pool.spawn(5, 5, lifetime=0.02),
    "spawn with conditions": lambda scene: lambda: scene.pool.spawn(5, 5, lifetime=0.02 & Frames(1) | OffScreen()),
    "spawn of a new one": lambda scene: lambda: [scene.pool.spawn(5, 5) for _ in range(2)],
    "spawn by stealing": full,
    "spawn_many": lambda scene: lambda: scene.pool.spawn_many([(5, 5), (6, 6)], angle=4, scale=2),
    "recycle": lambda scene: scene.first.recycle,
    "recycle of a furnished one": lambda scene: scene.furnish().first.recycle,
    "recycle later": lambda scene: lambda: scene.first.recycle(delay_frames=1),
    "kill": lambda scene: scene.first.kill,
    "removal": lambda scene: lambda: scene.pool.sprites.remove(scene.first),
    "borrow": lambda scene: lambda: borrows(scene),
    "clear": lambda scene: scene.furnish().manager.clear,
    "close": lambda scene: scene.furnish().others.close,
    "trim": lambda scene: scene.manager.trim,
    "prewarm": lambda scene: lambda: scene.pool.prewarm(MOST),
    "configure": lambda scene: lambda: scene.others.configure(max_size=20, max_idle=1, shrink=Shrink(window=1.0)),
    "invalidate": lambda scene: scene.pool.invalidate,
    "set_lifetime": lambda scene: lambda: scene.lease.set_lifetime(life),
    "start": lambda scene: lambda: scene.lease.start(side()),
    "start of the game's own": lambda scene: lambda: scene.manager.start(side()),
    "cancel": lambda scene: task_of(scene).cancel,
    "adopt": lambda scene: lambda: scene.lease.adopt(scene.others.spawn(5, 5)),
    "update": lambda scene: lambda: scene.manager.update(FRAME),
    "busy update": lambda scene: partial(scene.busy().manager.update, FRAME),
    "long update": lambda scene: partial(scene.furnish().busy().manager.update, 0.3),
}


def interrupted_at(number: int, call: Callable[[], object]) -> str | None:
    """Calls, and interrupts at the n-th line of the library that is run; returns where, or None if there are fewer."""
    left, where = number, None

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left, where
        if not frame.f_code.co_filename.startswith(LIBRARY):
            return trace if event == "call" else None
        if event == "line":
            left -= 1
            if not left:
                where = f"{os.path.relpath(frame.f_code.co_filename, LIBRARY)}:{frame.f_lineno}"
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    return where


def assert_whole(scene: Scene) -> None:
    """What must hold after the next updates, whatever was interrupted."""
    run_updates(scene.manager, 30)
    for pool in (scene.pool, scene.others):
        if pool.key in scene.manager:
            assert_sound(pool)
            check(pool)
            assert pool.stats().retiring == 0
            for sprite in pool:
                assert pool.lease(sprite)._wait > 1 << 60, f"{pool.lease(sprite)} has outlived its lifetime"
    assert not scene.lease.alive or scene.lease.remaining is None
    scene.manager.clear()
    scene.manager.update(FRAME)
    assert scene.manager.total().active == 0
    assert not scene.manager._tasks
    scene.pool.configure(max_size=MOST)
    for sprite in scene.pool.spawn_many([(2, 2)] * MOST):
        assert (sprite.position, sprite.angle, sprite.scale, sprite.velocity) == ((2, 2), 0, (1, 1), (0, 0))
        if isinstance(sprite, Actor):
            assert (sprite.hp, sprite.bag) == (2, ["part"])
        sprite.recycle()
    run_updates(scene.manager, 2)
    assert_sound(scene.pool)
    scene.manager.close()
    assert (scene.pool.total_count, scene.others.total_count, len(scene.manager)) == (0, 0, 0)


#: Every n-th line, from one that differs from test to test; all of them in the slow tests.
SAMPLE = 61


def walk(operation: str, kind: Any, first: int, each: int, meanwhile: Callable[[Scene], object]) -> None:
    """Interrupts an operation at some of its lines, and looks at what has become of the scene each time."""
    for number in range(first, 4000, each):
        scene = Scene(kind)
        where = interrupted_at(number, OPERATIONS[operation](scene))
        if where is None:
            return
        try:
            meanwhile(scene)
            assert_whole(scene)
        except BaseException as error:
            error.add_note(f"interrupted at line {number}: {where}")
            raise
    raise AssertionError("the operation has more lines than were walked")


@pytest.mark.parametrize("kind", [Dot, Glider, Actor])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_interruption_at_some_line_is_repaired(operation: str, kind: Any, window: arcade.Window) -> None:
    """F8."""
    walk(operation, kind, 1 + len(operation + kind.__name__) % SAMPLE, SAMPLE, lambda _: None)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", [Dot, Glider, Actor])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_interruption_at_any_line_is_repaired(operation: str, kind: Any, window: arcade.Window) -> None:
    """F8."""
    walk(operation, kind, 1, 1, lambda _: None)


def goes_on(scene: Scene) -> None:
    """What a game may do before its next frame."""
    scene.pool.try_spawn(4, 4, lifetime=0.01)
    scene.others.spawn(4, 4, lifetime=0.01)
    list(scene.pool)
    list(scene.pool.sprites)
    scene.lease.recycle()
    scene.pool.trim()


@pytest.mark.parametrize("each", [SAMPLE, pytest.param(1, marks=[pytest.mark.slow, pytest.mark.timeout(600)])])
@pytest.mark.parametrize("operation", ["spawn", "recycle of a furnished one", "busy update"])
def test_calls_between_an_interruption_and_the_next_update_work(
    operation: str, each: int, window: arcade.Window
) -> None:
    """F8."""
    walk(operation, Actor, 1, each, goes_on)


def test_an_update_that_was_interrupted_twice_is_not_taken_for_a_running_one(window: arcade.Window) -> None:
    """F8: the second Ctrl-C comes while the library notes the first."""
    scene = Scene(Dot)
    scene.manager._loop.updating = True
    scene.manager.update(FRAME)
    assert_whole(scene)


def test_a_lease_that_was_interrupted_has_failed(window: arcade.Window) -> None:
    """F7, F8: at most the object that was being worked on is destroyed; others go on."""
    scene = Scene(Dot)
    other = scene.others.spawn(5, 5, lifetime=Forever()).lease
    scene.first.lease._item.holds += 1  # as between two lines
    scene.manager._loop.note_interruption(KeyboardInterrupt())
    scene.manager.update(FRAME)
    assert other.alive
    assert scene.lease.alive
    assert scene.first.recycle()
    assert scene.lease.reason is RecycleReason.RECYCLED
    assert_whole(scene)
