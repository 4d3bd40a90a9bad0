"""The traps of Arcade (design, section 7): a pool falls into none of them."""

from __future__ import annotations

import contextlib
import gc
import math
import weakref
from collections.abc import Callable
from typing import Any

import arcade
import pyglet
import pytest
from arcade.types import LBWH

from arcade_pool import AnimationDone, Frames, OffScreen, PooledSprite, PoolManager, RecycleReason, SpritePool
from sprites.helpers import FRAME, Dot, ScriptError, assert_sound, run_updates, small_texture

# --- "walk the live list: a sprite that removes itself makes the next one miss its turn" ---


@pytest.mark.parametrize("end", ["kill", "recycle", "remove_from_sprite_lists"])
@pytest.mark.parametrize("by_game", [False, True], ids=["manager", "sprites.update"])
def test_nobody_misses_a_turn(manager: PoolManager, end: str, *, by_game: bool) -> None:
    log: list[Any] = []

    class Brief(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            log.append(self)
            getattr(self, end)()

    pool = manager.create_sprite_pool(Brief, update=not by_game)
    briefs = [pool.spawn() for _ in range(7)]
    if by_game:
        pool.sprites.update(FRAME)
    else:
        run_updates(manager)
    assert log == briefs
    assert_sound(pool)


# --- "only leaving the list and the engine helps": pymunk ---


class Crate(Dot):
    """Falls in the engine of its game, in each life anew."""

    engine: Any = None

    def on_spawn(self, *args: Any, **kwargs: Any) -> None:
        ENGINES[-1].add_sprite(self, mass=1, collision_type="crate")


ENGINES: list[Any] = []


@pytest.fixture
def engine() -> Any:
    ENGINES.append(arcade.PymunkPhysicsEngine(gravity=(0, -100)))
    return ENGINES[-1]


def test_ended_sprite_has_no_body(manager: PoolManager, engine: Any) -> None:
    """L4: neither in the engine nor in its space; each life has a new one where the sprite is."""
    pool = manager.create_sprite_pool(Crate, update=False)
    bodies = []
    for end in (Crate.kill, Crate.recycle, Crate.remove_from_sprite_lists):
        crate = pool.spawn(50, 500)
        bodies.append(engine.get_physics_object(crate).body)
        assert bodies[-1].position == (50, 500)
        for _ in range(5):
            engine.step(FRAME)
        assert crate.center_y < 500
        end(crate)
        assert not any(map(len, (engine.sprites, engine.space.bodies, engine.space.shapes)))
        assert len(engine.non_static_sprite_list) == 0
        engine.step(FRAME)
        assert crate.position == (0, 0)
        assert_sound(pool)
    assert len(set(bodies)) == 3
    assert pool.stats().created == 1


def test_sprite_that_the_game_took_out_of_the_engine_ends_all_the_same(manager: PoolManager, engine: Any) -> None:
    """L4: Arcade's own kill() raises KeyError then, half-way."""
    pool = manager.create_sprite_pool(Crate)
    crate = pool.spawn(5, 5)
    engine.remove_sprite(crate)
    crate.kill()
    assert (crate.physics_engines, pool.idle_count, pool.stats().faulted) == ([], 1, 0)
    assert pool.spawn(5, 5) is crate
    assert list(engine.sprites) == [crate]


def test_sprite_in_two_engines_leaves_both(manager: PoolManager, engine: Any) -> None:
    other = arcade.PymunkPhysicsEngine()
    pool = manager.create_sprite_pool(Crate)
    crate = pool.spawn(5, 5)
    other.add_sprite(crate)
    crate.recycle()
    assert (engine.sprites, other.sprites, crate.physics_engines) == ({}, {}, [])


def test_sprite_that_ends_in_a_collision_leaves_the_engine(manager: PoolManager, engine: Any) -> None:
    """L8: while the engine steps, in a handler that it calls."""
    pool = manager.create_sprite_pool(Crate, update=False)
    floor = arcade.SpriteSolidColor(200, 20, 50, 0)
    engine.add_sprite(floor, body_type=arcade.PymunkPhysicsEngine.STATIC, collision_type="floor")
    hits: list[Any] = []

    def hit(crate: Any, *args: Any) -> bool:
        hits.append(crate.recycle())
        return False

    engine.add_collision_handler("crate", "floor", begin_handler=hit)
    for _ in range(2):
        crate = pool.spawn(50, 20)
        for _ in range(60):
            engine.step(FRAME)
        assert not crate.lease.alive
        assert list(engine.sprites) == [floor]
        assert_sound(pool)
    assert hits == [True, True]


def test_plain_sprite_in_an_engine_leaves_it(manager: PoolManager, engine: Any) -> None:
    """L4, also by Arcade's own kill()."""
    pool = manager.create_sprite_pool(lambda: arcade.Sprite(small_texture()))
    for end in (pool.recycle, lambda sprite: sprite.kill()):
        sprite = pool.spawn(5, 5)
        engine.add_sprite(sprite)
        end(sprite)
        assert not pool.lease(sprite).alive
        assert (engine.sprites, sprite.physics_engines) == ({}, [])
    assert_sound(pool)


class StubbornEngine:
    """Will not let a sprite go."""

    def remove_sprite(self, sprite: Any) -> None:
        raise ScriptError


def test_engine_that_fails_faults_its_sprite_alone(manager: PoolManager) -> None:
    """F3: everybody else ends in the same update; the error is told at its end."""
    pool = manager.create_sprite_pool(Dot)
    dots = [pool.spawn(lifetime=Frames(1)) for _ in range(4)]
    dots[1].register_physics_engine(StubbornEngine())
    with pytest.raises(ScriptError):
        run_updates(manager)
    assert (pool.active_count, pool.idle_count, pool.stats().faulted) == (0, 3, 1)
    assert_sound(pool)


def test_sprite_that_joins_an_engine_late_leaves_it(manager: PoolManager, engine: Any) -> None:
    """L8: in on_recycle, whatever the reset."""

    class Ghost(Dot):
        def on_recycle(self) -> None:
            engine.add_sprite(self)

    for reset in ("auto", "none"):
        pool: Any = manager.create_sprite_pool(Ghost, key=reset, reset=reset)
        ghost = pool.spawn(5, 5)
        ghost.recycle()
        assert (engine.sprites, ghost.physics_engines) == ({}, [])


# --- the simple and the platformer engine, which hold lists ---


def test_pooled_walls_stop_a_player_while_they_stand(manager: PoolManager) -> None:
    """PhysicsEngineSimple, with and without a spatial hash."""
    for hashed in (False, True):
        walls = manager.create_sprite_pool(
            lambda: arcade.SpriteSolidColor(20, 20), key=hashed, use_spatial_hash=hashed, update=False
        )
        player = arcade.SpriteSolidColor(20, 20, 0, 0)
        engine = arcade.PhysicsEngineSimple(player, [walls.sprites])

        def walk(sprite: Any = player, physics: Any = engine) -> float:
            sprite.position = (0, 0)
            for _ in range(60):
                sprite.change_x = 2
                physics.update()
            return float(sprite.center_x)

        assert walk() == 120
        wall = walls.spawn(60, 0)
        assert walk() == pytest.approx(40, abs=2)
        walls.recycle(wall)
        assert walk() == 120
        assert walls.spawn(90, 0) is wall
        assert walk() == pytest.approx(70, abs=2)
        walls.clear()
        assert_sound(walls)


def test_pooled_platforms_carry_a_player_while_they_are_there(manager: PoolManager) -> None:
    """PhysicsEnginePlatformer: moving platforms turn at their boundaries, in each life anew."""
    pool = manager.create_sprite_pool(lambda: arcade.SpriteSolidColor(100, 20), update=False)
    player = arcade.SpriteSolidColor(10, 10, 100, 16)
    engine = arcade.PhysicsEnginePlatformer(player, platforms=[pool.sprites], gravity_constant=0.5)
    for _ in range(2):
        player.position, player.velocity = (100, 16), (0, 0)
        platform = pool.spawn(100, 0)
        platform.boundary_left, platform.boundary_right, platform.change_x = 40, 170, 2
        for _ in range(60):
            engine.update()
        assert 0 < player.center_y < 30
        assert platform.left >= 40
        assert platform.right <= 172
        assert_sound(pool)
        pool.recycle(platform)
        assert platform.boundary_left is None
        assert platform.change_x == 0
        for _ in range(60):
            engine.update()
        assert player.center_y < -50


def test_pooled_ladder_holds_a_player_while_it_is_there(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(lambda: arcade.SpriteSolidColor(20, 200), update=False)
    player = arcade.SpriteSolidColor(10, 10, 0, 0)
    engine = arcade.PhysicsEnginePlatformer(player, ladders=[pool.sprites], gravity_constant=0.5)
    ladder = pool.spawn(0, 0)
    for _ in range(10):
        engine.update()
    assert engine.is_on_ladder()
    assert player.center_y == 0
    pool.recycle(ladder)
    for _ in range(10):
        engine.update()
    assert not engine.is_on_ladder()
    assert player.center_y < 0


# --- scenes ---


def test_scene_takes_a_pools_list(manager: PoolManager) -> None:
    """It updates and draws it; it cannot put strangers in."""
    pool = manager.create_sprite_pool(Dot, update=False)
    scene = arcade.Scene()
    scene.add_sprite_list("dots", sprite_list=pool.sprites)
    scene.add_sprite_list("others")
    dot = pool.spawn(5, 5)
    dot.change_x = 3
    scene.update(FRAME)
    scene.update_animation(FRAME)
    scene.draw()
    assert dot.center_x == pytest.approx(8)
    with pytest.raises(ValueError, match="spawn"):
        scene.add_sprite("dots", Dot())
    scene.add_sprite("others", dot)
    scene.move_sprite_list_before("others", "dots")
    dot.kill()
    assert (len(scene["others"]), len(scene["dots"])) == (0, 0)
    assert_sound(pool)
    lease = pool.spawn().lease
    scene.remove_sprite_list_by_object(pool.sprites)
    assert lease.alive
    assert_sound(pool)


def test_scene_may_clear_its_lists(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot)
    scene = arcade.Scene()
    scene.add_sprite_list("dots", sprite_list=pool.sprites)
    dots = [pool.spawn(number, 5) for number in range(4)]
    dots[2].recycle()
    scene["dots"].clear()
    assert dots[0].lease.reason is RecycleReason.KILLED
    assert_sound(pool)


# --- "remove, pop and clear do not call the sprite's own removal", "searches the list" ---


class Searchless(list[Any]):
    """A list in which nothing may be searched or moved."""

    def _refuse(self, *args: Any) -> Any:
        raise AssertionError("this costs O(n)")

    index = remove = insert = __contains__ = __iter__ = __delitem__ = count = _refuse

    def pop(self, *args: Any) -> Any:
        assert not args, "this moves the rest of the list"
        return super().pop()


def test_ending_searches_nothing(manager: PoolManager) -> None:
    """A lease of one among many begins and ends without a look at the others."""
    pool = manager.create_sprite_pool(Dot)
    dots = [pool.spawn(number, 0) for number in range(50)]
    pool.sprites.sprite_list = Searchless(pool.sprites.sprite_list)
    for dot in dots[::3]:
        dot.recycle()
    for dot in dots[1::3]:
        dot.kill()
    for _ in range(20):
        pool.spawn(1, 1)
    pool.sprites.sprite_list = [pool.sprites.sprite_list[place] for place in range(len(pool.sprites))]
    assert_sound(pool)


# --- "clear(deep=False) followed by kill() raises" ---


def expire(manager: PoolManager, dot: Any) -> None:
    """Lets its lifetime be over."""
    dot.lease.set_lifetime(0)
    run_updates(manager)


ENDS: dict[str, Callable[[PoolManager, Any], Any]] = {
    "kill": lambda manager, dot: dot.kill(),
    "recycle": lambda manager, dot: dot.recycle(),
    "expire": expire,
    "clear": lambda manager, dot: manager.clear(),
}


@pytest.mark.parametrize("end", list(ENDS))
@pytest.mark.parametrize("again", [False, True])
def test_shallow_clear_of_a_list_of_the_game(manager: PoolManager, end: str, *, again: bool) -> None:
    """L4: neither raises, nor leaves anything behind; also when the sprite was put in once more."""
    pool = manager.create_sprite_pool(Dot)
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    other: arcade.SpriteList[Any] = arcade.SpriteList()
    dot = pool.spawn(5, 5)
    lease = dot.lease
    own.append(dot)
    other.append(dot)
    own.clear(deep=False)
    if again:
        own.append(dot)
    ENDS[end](manager, dot)
    assert not lease.alive
    assert (dot.sprite_lists, len(own), len(other)) == ([], 0, 0)
    assert (pool.idle_count, pool.stats().faulted) == (1, 0)
    assert_sound(pool)


# --- "A NaN position with a spatial hash makes kill() raise half-way"; very far places ---


@pytest.mark.parametrize("end", list(ENDS))
@pytest.mark.parametrize("own_hash", [False, True], ids=["pool's hash", "game's hash"])
def test_sprite_lost_in_nan_ends(manager: PoolManager, end: str, *, own_hash: bool) -> None:
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=not own_hash)
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=own_hash)
    dot, other = pool.spawn(5, 5), pool.spawn(6, 6)
    own.append(dot)
    own.append(other)
    lease = dot.lease
    with pytest.raises(ValueError, match="NaN"):
        dot.position = (math.nan, math.nan)
    dot.velocity = (0, 0)
    if end == "expire":
        pool.configure(update=False)
    ENDS[end](manager, dot)
    assert not lease.alive
    assert dot.sprite_lists == []
    assert pool.stats().faulted == 0
    manager.clear()
    assert len(own) == 0
    assert_sound(pool)
    assert pool.spawn().position == (0, 0)
    assert_sound(pool)


def test_update_to_nan_fails_that_lease_alone(manager: PoolManager) -> None:
    """F4: with a hash Arcade raises in the sprite's update."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    dots = [pool.spawn(number, 5) for number in range(3)]
    leases = [dot.lease for dot in dots]
    dots[1].change_x = math.nan
    with pytest.raises(ValueError, match="NaN"):
        run_updates(manager)
    assert [lease.reason for lease in leases] == [None, RecycleReason.FAILED, None]
    assert_sound(pool)


def test_far_places_with_a_hash(manager: PoolManager) -> None:
    """1e12 pixels away, there and back, in one cell of the hash each time."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    dot = pool.spawn(1e12, -1e12)
    probe = arcade.SpriteSolidColor(10, 10, 1e12, -1e12)
    assert arcade.check_for_collision_with_list(probe, pool.sprites) == [dot]
    dot.position = (-1e12, 1e12)
    assert arcade.check_for_collision_with_list(probe, pool.sprites) == []
    assert_sound(pool)
    dot.kill()
    assert pool.spawn(3, 3) is dot
    assert_sound(pool)
    assert pool.sprites.spatial_hash is not None
    assert sum(len(bucket) for bucket in pool.sprites.spatial_hash.contents.values()) <= 4


# --- "A texture change leaves the hit box", "TextureAnimationSprite always loops, keeps the old time" ---


def test_animation_given_at_every_spawn_starts_at_its_beginning(manager: PoolManager) -> None:
    """The same animation object again and again: Arcade keeps the old time, a pool does not."""
    burning = arcade.TextureAnimation([arcade.TextureKeyframe(small_texture(8 + number, 8), 50) for number in range(4)])

    class Blast(PooledSprite, arcade.TextureAnimationSprite):
        lifetime = AnimationDone()

        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            self.animation = burning

    pool = manager.create_sprite_pool(Blast)
    for _ in range(3):
        blast = pool.spawn(50, 50)
        assert (blast.time, blast.texture) == (0, small_texture(8, 8))
        assert blast.right == 54
        run_updates(manager, 5)
        blast.position = (60, 60)
        run_updates(manager, 6)
        assert blast.lease.alive
        assert_sound(pool)
        run_updates(manager)
        assert not blast.lease.alive
    assert pool.stats().created == 1


# --- pyglet's clock ---


def test_nothing_is_put_on_the_clock(manager: PoolManager) -> None:
    """Lifetimes cannot be unscheduled by a game's own arcade.unschedule, nor keep a sprite alive there."""
    clock = pyglet.clock.get_default()
    before = (list(clock._schedule_items), list(clock._schedule_interval_items))

    def life(sprite: Any) -> Any:
        yield 0.1

    pool = manager.create_sprite_pool(Dot)
    leases = [pool.spawn(lifetime=lifetime).lease for lifetime in (0.1, Frames(6), 0.1 | OffScreen(), life)]
    run_updates(manager)
    assert (list(clock._schedule_items), list(clock._schedule_interval_items)) == before
    arcade.unschedule(pool.spawn().update)
    run_updates(manager, 5)
    assert not any(lease.alive for lease in leases)


# --- the garbage collector ---


def test_closed_pool_needs_no_garbage_collection(manager: PoolManager) -> None:
    """Cycles among frozen objects are never collected, so close() breaks its own."""

    class Whole(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.components = [object()]

        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            self.lease.defer(self.update)
            self.lease.start(self.walk())

        def walk(self) -> Any:
            while True:
                yield None

        def on_recycle(self) -> None:
            self.alpha = 3

    own: arcade.SpriteList[Any] = arcade.SpriteList()
    gc.collect()
    gc.disable()
    try:
        pool: SpritePool[Any] = manager.create_sprite_pool(Whole, lifetime=OffScreen() | 5.0, prewarm=5)
        sprites = [pool.spawn(50, 50) for _ in range(3)]
        own.append(sprites[0])
        run_updates(manager, 3)
        sprites[1].recycle()
        gone = [weakref.ref(sprite) for sprite in sprites] + [weakref.ref(sprites[2].lease)]
        del sprites
        pool.close()
        gone.append(weakref.ref(pool.sprites))
        del pool
        assert [ref() for ref in gone[:3]] == [None] * 3
        # What is left of their waits goes when it would have fallen due, or at the next tidying.
        run_updates(manager, 400)
        assert [ref() for ref in gone] == [None] * 5
    finally:
        gc.enable()


# --- the index buffer ---


@pytest.mark.parametrize("change", ["shuffle", "sort", "reverse"])
def test_screen_is_watched_whatever_the_index_buffer_is_made_of(manager: PoolManager, change: str) -> None:
    """array("i") in a new list, array("I") after a shuffle."""
    pool = manager.create_sprite_pool(Dot, lifetime=OffScreen(bounds=LBWH(0, 0, 100, 100)))
    dots = [pool.spawn(50, 50) for _ in range(20)]
    if change == "sort":
        pool.sprites.sort(key=id)
    else:
        getattr(pool.sprites, change)()
    for dot in dots[::2]:
        dot.position = (-500, 0)
    run_updates(manager)
    assert [dot.lease.alive for dot in dots] == [False, True] * 10
    assert_sound(pool)


def test_stale_entries_of_the_index_buffer_mislead_nobody(manager: PoolManager) -> None:
    """Arcade's swap searches the whole buffer, whose rear holds slots of sprites that left."""
    pool = manager.create_sprite_pool(Dot)
    dots = [pool.spawn(number, 0) for number in range(10)]
    for dot in reversed(dots[3:]):
        dot.recycle()
    for _ in range(3):
        pool.sprites.swap(0, 2)
        pool.sprites.swap(1, 0)
        assert_sound(pool)
        pool.spawn().recycle()
        assert_sound(pool)


# --- sprites that a list cannot take ---


class Drifter(Dot):
    """In batched motion."""

    batched_motion = True


@pytest.mark.parametrize("whose", ["pool", "game"])
def test_a_sprite_that_no_hash_can_hold_does_not_stop_the_repair(manager: PoolManager, whose: str) -> None:
    """F4, F8: its lease fails once, and time goes on."""
    pool = manager.create_sprite_pool(Drifter, use_spatial_hash=whose == "pool")
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=whose == "game")
    lost, other = pool.spawn(5, 5), pool.spawn(9, 9)
    lease = lost.lease
    own.append(lost)
    with pytest.raises(ValueError, match="NaN"):
        lost.position = (math.nan, 5)
    manager._loop.note_interruption(KeyboardInterrupt())
    with contextlib.suppress(KeyError, ValueError, ExceptionGroup):
        run_updates(manager)
    assert not lease.alive
    run_updates(manager, 3)
    assert manager.time == pytest.approx(4 * FRAME)
    assert other.lease.alive
    assert_sound(pool)


@pytest.mark.parametrize("stopped", ["paused", "time_scale"])
def test_a_raw_removal_is_seen_while_time_stands_still(manager: PoolManager, stopped: str) -> None:
    """I3."""
    pool = manager.create_sprite_pool(Dot)
    lease = pool.spawn(5, 5).lease
    setattr(manager, stopped, True if stopped == "paused" else 0)
    pool.sprites.sprite_list.clear()
    run_updates(manager)
    assert lease.reason is RecycleReason.KILLED


@pytest.mark.parametrize("change", ["create", "close"])
def test_a_hook_that_a_raw_removal_runs_while_paused_may_change_the_pools(manager: PoolManager, change: str) -> None:
    """I3."""

    class Changer(Dot):
        def on_recycle(self) -> None:
            if change == "create":
                manager.create_sprite_pool(Dot, key="new")
            else:
                other.close()

    pool, other = manager.create_sprite_pool(Changer), manager.create_sprite_pool(Dot, key="other")
    removed, kept = pool.spawn(5, 5).lease, other.spawn(5, 5).lease
    manager.paused = True
    pool.sprites.sprite_list.clear()
    run_updates(manager)
    assert removed.reason is RecycleReason.KILLED
    assert kept.reason is (None if change == "create" else RecycleReason.CLOSED)
    assert set(manager) == ({Changer, "other", "new"} if change == "create" else {Changer})
