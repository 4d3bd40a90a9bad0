"""What one update does to the sprites of a pool: its order, its faults, who takes part."""

from __future__ import annotations

import random
from typing import Any

import arcade
import pytest

from arcade_pool import Frames, OffScreen, PoolManager, RecycleReason, SpritePool

from .helpers import FRAME, Dot, ScriptError, assert_sound, run_updates, small_texture


class Moving(Dot):
    """Notes when it is updated."""

    def on_spawn(self, *, log: list[Any], name: str = "") -> None:
        self.log: Any = (log,)
        self.name = name

    def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
        super().update(delta_time)
        self.log[0].append((self.name, delta_time))


class Animated(Dot):
    """Notes its animation."""

    def on_spawn(self, *, log: list[Any]) -> None:
        self.log: Any = (log,)

    def update_animation(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
        self.log[0].append(("animation", delta_time))


# --- the order (I1, I2) ---


def test_update_moves_as_arcade_does(manager: PoolManager) -> None:
    """Velocity is pixels per 1/60 s; time_scale and paused act on it (T6)."""
    pool = manager.create_sprite_pool(Dot)
    dot, twin = pool.spawn(10, 10), arcade.Sprite(small_texture(), 1, 10, 10)
    for sprite in (dot, twin):
        sprite.velocity = (1.5, -2)
        sprite.change_angle = 3
    for delta_time in (FRAME, 0.1, 0.0):
        manager.update(delta_time)
        twin.update(delta_time)
    manager.time_scale = 0.5
    manager.update(0.1)
    twin.update(0.05)
    assert (dot.position, dot.angle) == (twin.position, twin.angle)
    manager.paused = True
    manager.update(0.1)
    assert dot.position == twin.position
    assert_sound(pool)


def test_update_goes_clock_calls_sprites_due(manager: PoolManager) -> None:
    """I2: what call_soon spawns takes part in this update; conditions see this frame's positions."""
    log: list[Any] = []
    pool = manager.create_sprite_pool(Moving)

    def life(sprite: Any) -> Any:
        while True:
            log.append(("due", sprite.center_x, manager.time))
            yield None

    first = pool.spawn(0, 0, lifetime=life, log=log, name="first")
    first.change_x = 6
    log.clear()
    manager.call_soon(lambda: log.append(("call", manager.time)))
    manager.call_soon(lambda: pool.spawn(0, 0, log=log, name="second"))
    manager.update(0.1)
    assert log == [("call", 0.1), ("first", 0.1), ("second", 0.1), ("due", pytest.approx(36), 0.1)]


@pytest.mark.parametrize("bullets_first", [False, True])
def test_what_a_sprites_update_spawns_waits_for_the_next(manager: PoolManager, *, bullets_first: bool) -> None:
    """I2: in its own pool, and in one that is updated earlier or later."""
    log: list[Any] = []

    class Gun(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            if not log:
                log.append("gun")
                manager["bullets"].spawn(log=log, name="bullet")
                manager["guns"].spawn()

    kinds: list[tuple[str, Any]] = [("guns", Gun), ("bullets", Moving)]
    for key, kind in reversed(kinds) if bullets_first else kinds:
        manager.create_sprite_pool(kind, key=key)
    manager["guns"].spawn()
    run_updates(manager)
    assert log == ["gun"]
    run_updates(manager)
    assert log == ["gun", ("bullet", FRAME)]
    assert_sound(manager["guns"])
    assert_sound(manager["bullets"])


def test_what_a_lifetime_spawns_waits_for_the_next(manager: PoolManager) -> None:
    """I2."""
    log: list[Any] = []

    def life(sprite: Any) -> Any:
        yield Frames(1)
        pool.spawn(log=log, name="child")
        yield Frames(5)

    pool = manager.create_sprite_pool(Moving)
    pool.spawn(lifetime=life, log=log, name="parent")
    run_updates(manager)
    assert [name for name, _ in log] == ["parent"]
    run_updates(manager)
    assert [name for name, _ in log] == ["parent", "parent", "child"]


def test_sprite_that_ends_another_spares_it_its_update(manager: PoolManager) -> None:
    """I1: visits nobody whose lease has ended, nor its item in a new lease."""
    log: list[Any] = []

    class Killer(Dot):
        victim: Any = None

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            log.append(self)
            if self.victim is not None:
                self.victim.recycle()
                assert pool.spawn() is self.victim
                self.victim = None

    pool = manager.create_sprite_pool(Killer)
    killers = [pool.spawn() for _ in range(4)]
    killers[1].victim = killers[2]
    run_updates(manager)
    assert log == [killers[0], killers[1], killers[3]]
    assert_sound(pool)


def test_leases_end_in_random_order(manager: PoolManager) -> None:
    """T2, with many lifetimes at once: nobody lives longer or shorter than it should."""
    draw = random.Random(7)  # noqa: S311
    pool = manager.create_sprite_pool(Dot)
    due: dict[Any, int] = {}
    for frame in range(200):
        for _ in range(draw.randrange(4)):
            frames = draw.randrange(1, 60)
            dot = pool.spawn(draw.random(), 0, lifetime=frames / 60)
            due[dot.lease] = frame + frames
        run_updates(manager)
        assert {lease for lease, end in due.items() if end > frame + 1} == {lease for lease in due if lease.alive}
    assert_sound(pool)


def test_pool_grows_after_the_screen_was_looked_at(manager: PoolManager) -> None:
    """Section 7: a numpy view that stayed alive would make the growth of a buffer raise."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen())
    for number in range(700):
        pool.spawn(number, 5)
        if number % 50 == 0:
            run_updates(manager)
    assert pool.active_count == 700
    assert_sound(pool)


# --- the animation ---


def test_update_animation_is_called_where_it_is_overridden(manager: PoolManager) -> None:
    """I2: after update."""
    log: list[Any] = []

    class Both(Animated):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            self.log[0].append(("update", delta_time))

    manager.create_sprite_pool(Both).spawn(log=log)
    manager.update(0.1)
    assert log == [("update", 0.1), ("animation", 0.1)]


def test_update_animation_of_arcade_itself_is_not_called(manager: PoolManager, monkeypatch: pytest.MonkeyPatch) -> None:
    """I2: it does nothing, so calling it for a thousand sprites would be for nothing."""
    calls: list[Any] = []
    pool = manager.create_sprite_pool(Dot)
    pool.spawn()
    monkeypatch.setattr(arcade.BasicSprite, "update_animation", lambda self, *args: calls.append(self))
    run_updates(manager)
    assert calls == []


def test_sprite_that_ends_in_its_update_is_not_animated(manager: PoolManager) -> None:
    """I1: its lease has ended."""
    log: list[Any] = []

    class Both(Animated):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            self.kill()

    pool = manager.create_sprite_pool(Both)
    pool.spawn(log=log)
    run_updates(manager)
    assert log == []
    assert_sound(pool)


# --- left to the game (PoolConfig.update) ---


def test_update_may_be_left_to_the_game(manager: PoolManager) -> None:
    """With update=False the manager calls neither; pool.sprites does, and lifetimes go on."""
    log: list[Any] = []

    class Both(Animated):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            self.log[0].append(("update", delta_time, args, kwargs))

    pool = manager.create_sprite_pool(Both, update=False, lifetime=Frames(3))
    pool.spawn(log=log)
    run_updates(manager)
    assert log == []
    pool.sprites.update(0.1, 7, key=8)
    assert log[:1] == [("update", 0.1, (7,), {"key": 8})]
    log.clear()
    pool.sprites.update_animation(0.2)
    assert log == [("animation", 0.2)]
    run_updates(manager, 2)
    assert pool.active_count == 0


def test_update_may_be_switched_in_the_running_game(manager: PoolManager) -> None:
    log: list[Any] = []
    pool = manager.create_sprite_pool(Moving)
    pool.spawn(log=log)
    for update, count in ((True, 1), (False, 1), (True, 2)):
        pool.configure(update=update)
        run_updates(manager)
        assert len(log) == count


def test_failing_update_of_the_list_reaches_the_game(manager: PoolManager) -> None:
    """The game called it; the lease is not the pool's to end, and the sprite is not left half held."""

    class Failing(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            raise ScriptError

    pool = manager.create_sprite_pool(Failing, update=False)
    failing = pool.spawn()
    with pytest.raises(ScriptError):
        pool.sprites.update()
    assert failing.recycle()
    assert (pool.idle_count, pool.stats().retiring) == (1, 0)
    assert_sound(pool)


# --- faults (F4, F5) and re-entrancy (L8) ---


@pytest.mark.parametrize("method", ["update", "update_animation"])
def test_failing_update_ends_that_lease_alone(manager: PoolManager, method: str) -> None:
    """F4, F5: every other sprite is updated, the error comes at the end, the next update works."""
    log: list[Any] = []

    class Failing(Dot):
        fails = False

        def step(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            log.append(self)
            if self.fails:
                raise ScriptError

    setattr(Failing, method, Failing.step)
    pool = manager.create_sprite_pool(Failing)
    sprites = [pool.spawn() for _ in range(4)]
    leases = [sprite.lease for sprite in sprites]
    sprites[1].fails = True
    with pytest.raises(ScriptError):
        run_updates(manager)
    assert log == sprites
    assert [lease.reason for lease in leases] == [None, RecycleReason.FAILED, None, None]
    assert not sprites[1].fails
    assert pool.idle_count == 1
    assert_sound(pool)
    log.clear()
    run_updates(manager)
    assert log == [sprites[0], sprites[2], sprites[3]]


def test_several_failing_updates_come_together(manager: PoolManager) -> None:
    """F5."""

    class Failing(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            raise ScriptError(self)

    pool = manager.create_sprite_pool(Failing, lifetime=Frames(1))
    for _ in range(3):
        pool.spawn()
    with pytest.raises(ExceptionGroup) as caught:
        run_updates(manager)
    assert [type(error) for error in caught.value.exceptions] == [ScriptError] * 3
    assert (pool.active_count, pool.idle_count) == (0, 3)
    assert_sound(pool)


def test_sprite_that_ends_itself_and_then_fails(manager: PoolManager) -> None:
    """F4, L5, L8: its lease ended by its own call, once; the error is told; the item is fresh."""

    class Failing(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            self.recycle()
            self.alpha = 3
            raise ScriptError

    pool = manager.create_sprite_pool(Failing)
    failing = pool.spawn()
    lease = failing.lease
    with pytest.raises(ScriptError):
        run_updates(manager)
    assert lease.reason is RecycleReason.RECYCLED
    assert (pool.idle_count, failing.alpha) == (1, 255)
    assert_sound(pool)


def test_interruption_leaves_the_pool_whole(manager: PoolManager) -> None:
    """Ctrl-C inside a sprite's update is nobody's fault: it passes through, and the game may go on."""

    class Long(Dot):
        interrupted = True

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            if self.interrupted:
                self.interrupted = False
                raise KeyboardInterrupt

    pool = manager.create_sprite_pool(Long, lifetime=Frames(9))
    sprites = [pool.spawn(), pool.spawn()]
    for _ in sprites:
        with pytest.raises(KeyboardInterrupt):
            run_updates(manager)
    run_updates(manager)
    assert [sprite.lease.alive for sprite in sprites] == [True, True]
    assert sprites[0].recycle()
    assert (pool.idle_count, pool.stats().retiring) == (1, 0)
    run_updates(manager, 9)
    assert not sprites[1].lease.alive
    assert_sound(pool)


def test_update_that_clears_its_pool(manager: PoolManager) -> None:
    """L8: no other sprite is updated afterwards, all of them are idle at the end."""
    log: list[Any] = []

    class Bomb(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            log.append(self)
            pool.clear()
            self.alpha = 3

    pool = manager.create_sprite_pool(Bomb)
    bombs = [pool.spawn() for _ in range(5)]
    run_updates(manager)
    assert log == [bombs[0]]
    assert (pool.active_count, pool.idle_count) == (0, 5)
    assert bombs[0].alpha == 255
    assert_sound(pool)


def test_update_that_closes_its_pool(manager: PoolManager) -> None:
    """L8: the one that is running is destroyed when it returns."""

    class Bomb(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            pool.close()
            assert pool.total_count == 1

    pool: SpritePool[Any] = manager.create_sprite_pool(Bomb, prewarm=3)
    pool.spawn()
    pool.spawn()
    run_updates(manager)
    assert (pool.total_count, len(pool.sprites)) == (0, 0)
    assert Bomb not in manager
    run_updates(manager)


def test_sprite_of_one_pool_ends_those_of_another(manager: PoolManager) -> None:
    """L8, I1: a hit in a bullet's update; the enemy that was hit is not updated any more."""
    log: list[Any] = []

    class Bullet(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            for enemy in arcade.check_for_collision_with_list(self, manager["enemies"].sprites):
                enemy.kill()
                self.kill()

    class Enemy(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            log.append(self)

    bullets = manager.create_sprite_pool(Bullet)
    enemies = manager.create_sprite_pool(Enemy, key="enemies")
    hit, missed = enemies.spawn(5, 5), enemies.spawn(500, 5)
    bullet = bullets.spawn(5, 5)
    run_updates(manager)
    assert log == [missed]
    assert [hit.lease.alive, bullet.lease.alive] == [False, False]
    assert_sound(bullets)
    assert_sound(enemies)
