"""SpritePool: how a lease of a sprite begins, limits, and spawning many."""

from __future__ import annotations

import functools
import math
import random
from typing import Any

import arcade
import numpy as np
import pytest

from arcade_pool import (
    Frames,
    NotPooled,
    PoolClosed,
    PooledSprite,
    PoolExhausted,
    PoolManager,
    RecycleReason,
    SpritePool,
    UnknownPool,
)
from helpers import next_frame

from .helpers import FRAME, Dot, ScriptError, assert_sound, run_updates, small_texture

NAN = math.nan

# --- where it begins (L3) ---


def state_of(sprite: Any) -> dict[str, Any]:
    """What a game can see of a sprite."""
    names = (
        "position", "angle", "scale", "width", "height", "size", "color", "alpha", "visible", "depth", "texture",
        "textures", "cur_texture_index", "velocity", "change_angle", "properties", "boundary_left", "guid", "force",
        "left", "right", "top", "bottom",
    )  # fmt: skip
    state = {name: getattr(sprite, name) for name in names}
    return state | {"corners": list(sprite.hit_box.get_adjusted_points()), "lists": len(sprite.sprite_lists)}


class Ship(Dot):
    """Made away from the origin, turned, scaled and coloured."""

    def __init__(self) -> None:
        super().__init__()
        self.position = (70, 80)
        self.angle = 30
        self.scale = (2, 3)
        self.color = (1, 2, 3, 200)
        self.depth = 4
        self.velocity = (5, 6)


@pytest.mark.parametrize("prewarm", [0, 1])
@pytest.mark.parametrize(
    "place",
    [
        {},
        {"center_x": 5},
        {"center_y": 6},
        {"center_x": 5, "center_y": 6},
        {"angle": 45},
        {"scale": 3},
        {"scale": (2, -1)},
        {"center_x": -5.5, "center_y": 1e6, "angle": -720.5, "scale": 0.25},
    ],
    ids=str,
)
def test_first_lease_begins_as_every_later_one(manager: PoolManager, place: dict[str, Any], prewarm: int) -> None:
    """L3: also after a life that changed everything, and each time drawn as it looks."""
    pool = manager.create_sprite_pool(Ship, prewarm=prewarm)
    states = []
    for _ in range(4):
        ship = pool.spawn(**place)
        states.append(state_of(ship))
        assert_sound(pool)
        ship.position = (300, 300)
        ship.angle += 77
        ship.scale = 9
        ship.color = (9, 9, 9, 9)
        ship.depth = -7
        ship.visible = False
        ship.texture = small_texture(8, 8)
        assert_sound(pool)
        ship.recycle()
        assert_sound(pool)
    assert states[1:] == [states[0]] * 3
    expected = Ship()
    for name, value in place.items():
        setattr(expected, name, value)
    assert states[0] == {**state_of(expected), "lists": 1}


def test_what_is_not_given_is_as_the_instance_was_made(manager: PoolManager) -> None:
    """None means the same as nothing."""
    pool = manager.create_sprite_pool(Ship)
    ship = pool.spawn(None, 3, angle=None, scale=None)
    assert (ship.position, ship.angle, ship.scale) == ((70, 3), 30, (2, 3))
    assert ship.hit_box.position == (70, 3)


def test_hidden_or_tinted_class_is_drawn_so_in_every_life(manager: PoolManager) -> None:
    """L3, L7: the slot's buffers hold the fresh look, not the default one."""

    class Shade(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.visible = False
            self.alpha = 99

    pool = manager.create_sprite_pool(Shade)
    for _ in range(3):
        shade = pool.spawn(1, 2)
        assert_sound(pool)
        shade.visible = True
        assert_sound(pool)
        shade.recycle()


def test_class_that_looks_different_at_each_place(manager: PoolManager) -> None:
    """L3: a position of the class's own that also sets scale, depth and colour is drawn so in every life."""

    class Perspective(Dot):
        @property
        def position(self) -> Any:
            return arcade.Sprite.position.fget(self)  # type: ignore[attr-defined]

        @position.setter
        def position(self, place: Any) -> None:
            arcade.Sprite.position.fset(self, place)  # type: ignore[attr-defined]
            self.scale = 1 + place[1] / 100
            self.depth = -place[1]
            self.alpha = int(place[1])

    pool = manager.create_sprite_pool(Perspective)
    for y in (10, 50, 90):
        sprite = pool.spawn(5, y)
        assert sprite.scale_y == pytest.approx(1 + y / 100)
        assert_sound(pool)
        sprite.recycle()


def test_class_that_looks_different_at_each_angle(manager: PoolManager) -> None:
    """L3: one texture per direction."""

    class Compass(Dot):
        @property
        def angle(self) -> float:
            return float(arcade.Sprite.angle.fget(self))  # type: ignore[attr-defined]

        @angle.setter
        def angle(self, value: float) -> None:
            arcade.Sprite.angle.fset(self, value)  # type: ignore[attr-defined]
            self.texture = small_texture(8 + int(value) // 90, 8)

    pool = manager.create_sprite_pool(Compass)
    for angle in (90, 180, 270):
        sprite = pool.spawn(5, 5, angle=angle)
        assert sprite.texture is small_texture(8 + angle // 90, 8)
        assert_sound(pool)
        sprite.recycle()


def test_look_changed_on_the_way_out_without_a_reset_is_drawn(manager: PoolManager) -> None:
    """L3: reset="none" leaves what on_recycle wrote; it is what is drawn in the next life."""

    class Chameleon(Dot):
        lives = 0

        def on_recycle(self) -> None:
            self.lives += 1
            self.color = (self.lives, 0, 0, 255)
            self.scale = self.lives

    pool = manager.create_sprite_pool(Chameleon, reset="none")
    for life in range(4):
        sprite = pool.spawn(5, 5)
        assert sprite.lives == life
        assert_sound(pool)
        sprite.recycle()


def test_look_that_is_kept_is_drawn(manager: PoolManager) -> None:
    """L7: keep names what survives, also where on_recycle wrote it."""

    class Chameleon(Dot):
        def on_recycle(self) -> None:
            self.alpha -= 10

    pool = manager.create_sprite_pool(Chameleon, keep=("color",))
    for life in range(4):
        sprite = pool.spawn(5, 5)
        assert sprite.alpha == 255 - 10 * life
        assert_sound(pool)
        sprite.recycle()


@pytest.mark.parametrize("before", [{"reset": "none"}, {"keep": ("color", "scale")}], ids=str)
def test_look_is_fresh_again_when_it_is_kept_no_more(manager: PoolManager, before: dict[str, Any]) -> None:
    """L7: configure takes effect at once, also on what is drawn."""
    pool = manager.create_sprite_pool(Dot, **before)
    dot = pool.spawn(5, 5)
    dot.color = (9, 8, 7, 6)
    dot.scale = 3
    for _ in range(2):
        dot.recycle()
        assert pool.spawn(6, 6) is dot
        assert dot.color == (9, 8, 7, 6)
        assert_sound(pool)
    pool.configure(reset="auto", keep=())
    dot.recycle()
    for _ in range(2):
        dot = pool.spawn(7, 7)
        assert (dot.color, dot.scale) == ((255, 255, 255, 255), (1, 1))
        assert_sound(pool)
        dot.recycle()


def test_idle_items_are_reused_last_in_first_out(manager: PoolManager) -> None:
    """L2."""
    pool = manager.create_sprite_pool(Dot)
    dots = [pool.spawn() for _ in range(5)]
    for number in (2, 0, 4):
        dots[number].recycle()
    next_frame(pool)
    assert [pool.spawn() for _ in range(3)] == [dots[4], dots[0], dots[2]]


# --- spawns that fail (F1, F2) ---


@pytest.mark.parametrize("place", [(NAN, 0), (0, NAN), (math.inf, 0), (0, -math.inf)], ids=str)
def test_place_that_no_hash_takes_undoes_the_spawn(manager: PoolManager, place: tuple[float, float]) -> None:
    """F2: the error reaches the caller, the sprite is idle and fresh, and spawns again."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    other = pool.spawn(100, 100)
    for _ in range(3):
        with pytest.raises((ValueError, OverflowError)):
            pool.spawn(*place)
        assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (1, 1, 1)
        assert_sound(pool)
    dot = pool.spawn()
    assert dot.position == (0, 0)
    assert dot.sprite_lists == [pool.sprites]
    assert other.lease.alive
    assert_sound(pool)


@pytest.mark.parametrize("place", [(NAN, 0), (math.inf, -math.inf)], ids=str)
def test_place_is_the_games_own_without_a_hash(manager: PoolManager, place: tuple[float, float]) -> None:
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn(*place)
    assert_sound(pool)
    dot.recycle()
    assert pool.spawn().position == (0, 0)
    assert_sound(pool)


def test_sprite_that_moves_to_nan_in_a_hash_ends_all_the_same(manager: PoolManager) -> None:
    """L4: Arcade throws it half out of the hash; in the pool's list and in one of the game's."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    own: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    for end in ("recycle", "kill"):
        dot, other = pool.spawn(5, 5), pool.spawn(6, 6)
        own.append(dot)
        own.append(other)
        with pytest.raises(ValueError, match="NaN"):
            dot.position = (NAN, 5)
        getattr(dot, end)()
        assert not dot.lease.alive
        assert list(own) == [other]
        assert_sound(pool)
        other.recycle()
        assert len(own) == 0
    assert own.spatial_hash is not None
    assert own.spatial_hash.count == 0
    assert (pool.total_count, pool.stats().faulted) == (2, 0)
    assert pool.sprites.spatial_hash is not None
    assert not any(pool.sprites.spatial_hash.contents.values())


def test_spawn_many_gives_sprites_whose_lives_are_over_at_once(manager: PoolManager) -> None:
    """As spawn does; also where the pool keeps no idle ones."""

    class Brief(Dot):
        def on_spawn(self) -> None:
            self.recycle()

    pool = manager.create_sprite_pool(Brief, max_idle=0)
    sprites = pool.spawn_many([(1, 2), (3, 4)])
    assert len(sprites) == 2
    assert (pool.active_count, pool.total_count, pool.stats().spawned) == (0, 0, 2)


def test_wrong_kind_of_place_undoes_the_spawn(manager: PoolManager) -> None:
    """F2: in the first life and in a later one."""
    pool = manager.create_sprite_pool(Dot)
    for _ in range(2):
        for wrong in ({"center_x": "left"}, {"angle": "up"}, {"scale": "big"}, {"scale": (1, 2, 3)}):
            with pytest.raises((TypeError, ValueError)):
                pool.spawn(**wrong)
            assert (pool.active_count, pool.idle_count) == (0, 1)
            assert_sound(pool)
        dot = pool.spawn(3, 4)
        assert (dot.angle, dot.scale) == (0, (1, 1))
        assert_sound(pool)
        dot.recycle()


@pytest.mark.parametrize("batched", [False, True])
def test_wrong_kind_of_place_is_named_with_the_remedy(manager: PoolManager, *, batched: bool) -> None:
    """A pair in the place of two numbers is the mistake that everybody makes once."""
    kind = type("Moved", (Dot,), {"batched_motion": batched})
    pool: SpritePool[Dot] = manager.create_sprite_pool(kind)
    with pytest.raises(TypeError, match=r"center_x=\(1, 2\) must be a number; .* spawn\(\*position\)"):
        pool.spawn((1, 2))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^angle='up' must be a number"):
        pool.spawn(1, 2, angle="up")  # type: ignore[arg-type]
    assert_sound(pool)


def test_failing_hook_undoes_the_spawn(manager: PoolManager) -> None:
    """F2: its resources are released, it is reset, on_recycle does not run."""
    log: list[str] = []

    class Failing(Dot):
        def on_spawn(self, *, fail: bool = False) -> None:
            own.append(self)
            self.color = (1, 2, 3, 4)
            self.lease.defer(log.append, "deferred")
            self.mark = True
            if fail:
                raise ScriptError

        def on_recycle(self) -> None:
            log.append("recycle")

    own: arcade.SpriteList[Any] = arcade.SpriteList()
    pool = manager.create_sprite_pool(Failing, max_size=1)
    for _ in range(2):
        with pytest.raises(ScriptError):
            pool.spawn(5, 5, fail=True)
        assert log == ["deferred"]
        assert len(own) == 0
        assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (0, 1, 0)
        assert_sound(pool)
        log.clear()
    failing = pool.spawn()
    assert pool.lease(failing).alive
    assert failing.position == (0, 0)
    assert_sound(pool)


@pytest.mark.parametrize("lifetime", [-1, NAN, math.inf, True, "2", lambda sprite: None], ids=str)
def test_bad_lifetime_spawns_nothing(manager: PoolManager, lifetime: Any) -> None:
    """T5, F2."""
    pool = manager.create_sprite_pool(Dot)
    with pytest.raises((TypeError, ValueError)):
        pool.spawn(5, 5, lifetime=lifetime)
    assert pool.active_count == 0
    assert pool.spawn().position == (0, 0)
    assert_sound(pool)


def test_failing_factory_leaves_the_capacity(manager: PoolManager) -> None:
    """F1."""
    failures = iter([ScriptError(), None])

    def make() -> Dot:
        if (failure := next(failures)) is not None:
            raise failure
        return Dot()

    pool = manager.create_sprite_pool(make, max_size=1)
    with pytest.raises(ScriptError):
        pool.spawn(5, 5)
    assert (pool.total_count, pool.stats().spawned) == (0, 0)
    assert pool.spawn(5, 5).lease.alive
    assert_sound(pool)


def test_closed_pool_spawns_nothing(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot)
    pool.spawn()
    pool.close()
    for spawn in (pool.spawn, pool.try_spawn, lambda: pool.spawn_many([(1, 2)])):
        with pytest.raises(PoolClosed):
            spawn()
    assert (len(pool.sprites), pool.total_count) == (0, 0)


def test_closing_pool_spawns_nothing_from_its_idle_items(manager: PoolManager) -> None:
    """close() ends every lease and destroys every item: what a hook asks for meanwhile is refused."""
    asked: list[Any] = []

    class Hydra(Dot):
        def on_recycle(self) -> None:
            try:
                asked.append(pool.spawn())
            except PoolClosed:
                asked.append("refused")

    pool = manager.create_sprite_pool(Hydra, prewarm=5)
    pool.spawn()
    pool.spawn()
    pool.close()
    assert asked == ["refused"] * 2
    assert (pool.active_count, pool.total_count, len(pool.sprites)) == (0, 0, 0)


# --- limits (S1) ---


def test_exhausted_pool_refuses(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, max_size=2)
    one, _ = pool.spawn(), pool.spawn()
    with pytest.raises(PoolExhausted):
        pool.spawn(1, 1)
    assert pool.try_spawn(1, 1) is None
    one.kill()
    assert pool.try_spawn(3, 3) is one
    assert_sound(pool)


def test_stolen_sprite_passes_through_its_whole_end(manager: PoolManager) -> None:
    """S1, L4: the oldest; fresh in its new place."""
    log: list[Any] = []

    class Mine(Dot):
        def on_recycle(self) -> None:
            log.append((self, self.position, self.lease.reason))

    pool = manager.create_sprite_pool(Mine, max_size=2, overflow="steal_oldest")
    first, second = pool.spawn(1, 1), pool.spawn(2, 2)
    first.color = (1, 2, 3, 4)
    old = first.lease
    assert pool.spawn(3, 3) is first
    assert log == [(first, (1, 1), RecycleReason.STOLEN)]
    assert old.reason is RecycleReason.STOLEN
    assert first.color == (255, 255, 255, 255)
    assert pool.spawn() is second
    assert pool.stats().stolen == 2
    assert_sound(pool)


def test_running_sprite_is_not_stolen(manager: PoolManager) -> None:
    """S1: the one whose update spawns keeps its lease; where none is left the spawn is refused."""
    got: list[Any] = []

    class Greedy(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            got.append(pool.try_spawn())

    pool = manager.create_sprite_pool(Greedy, max_size=1, overflow="steal_oldest")
    greedy = pool.spawn()
    lease = greedy.lease
    run_updates(manager)
    assert got == [None]
    assert lease.alive
    assert_sound(pool)


# --- spawn_many ---


def test_spawn_many_gives_them_in_order(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, keep_order=True)
    places = [(number, 2 * number) for number in range(10)]
    dots = pool.spawn_many((place for place in places), angle=45, scale=2, lifetime=Frames(2))
    assert [dot.position for dot in dots] == places
    assert {(dot.angle, dot.scale) for dot in dots} == {(45, (2, 2))}
    assert pool.sprites.sprite_list == list(pool) == dots
    assert_sound(pool)
    run_updates(manager, 2)
    assert pool.active_count == 0
    assert pool.spawn_many([]) == []
    assert_sound(pool)


def test_spawn_many_is_all_or_none_at_the_limit(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, max_size=4)
    kept = pool.spawn()
    with pytest.raises(PoolExhausted):
        pool.spawn_many([(0, 0)] * 4)
    assert list(pool) == [kept]
    assert pool.stats().spawned == 1
    assert len(pool.spawn_many([(0, 0)] * 3)) == 3
    assert_sound(pool)


def test_spawn_many_counts_what_may_be_stolen(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, max_size=4, overflow="steal_oldest")
    old = [dot.lease for dot in (pool.spawn(), pool.spawn(), pool.spawn())]
    dots = pool.spawn_many([(number, 0) for number in range(4)])
    assert {lease.reason for lease in old} == {RecycleReason.STOLEN}
    assert [dot.position for dot in dots] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert len(set(dots)) == 4
    with pytest.raises(PoolExhausted):
        pool.spawn_many([(0, 0)] * 5)
    assert all(dot.lease.alive for dot in dots)
    assert_sound(pool)


@pytest.mark.parametrize("bad", [0, 2, 4])
def test_spawn_many_undoes_those_before_a_failure(manager: PoolManager, bad: int) -> None:
    """All or none, also where a hash refuses one of the places."""
    log: list[Any] = []

    class Noting(Dot):
        def on_recycle(self) -> None:
            log.append(self)

    pool = manager.create_sprite_pool(Noting, use_spatial_hash=True)
    kept = pool.spawn(9, 9)
    places: list[tuple[float, float]] = [(number, 0) for number in range(5)]
    places[bad] = (NAN, 0)
    for _ in range(2):
        with pytest.raises(ValueError, match="NaN"):
            pool.spawn_many(places)
        assert list(pool) == [kept]
        assert log == []
        assert_sound(pool)
    stats = pool.stats()
    assert (stats.active, stats.retiring) == (1, 0)
    assert stats.spawned - stats.recycled == 1


def test_spawn_many_undoes_those_before_a_failing_hook(manager: PoolManager) -> None:
    class Third(Dot):
        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            if pool.active_count == 3:
                raise ScriptError

    pool = manager.create_sprite_pool(Third)
    with pytest.raises(ScriptError):
        pool.spawn_many([(0, 0)] * 5)
    assert (pool.active_count, pool.idle_count) == (0, 3)
    assert_sound(pool)


def test_undone_spawns_of_many_do_not_count(manager: PoolManager) -> None:
    """PoolStats.spawned: spawns that succeeded; as for a single spawn that is undone."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    with pytest.raises(ValueError, match="NaN"):
        pool.spawn_many([(0, 0), (1, 0), (NAN, 0)])
    assert (pool.stats().spawned, pool.stats().recycled, pool.stats().misses) == (0, 0, 0)


def test_spawn_many_refuses_what_serves_one_spawn_only(manager: PoolManager) -> None:
    """A generator object; and bad lifetimes and places, before anything is done."""

    def life(sprite: Any) -> Any:
        yield 0.1

    pool: Any = manager.create_sprite_pool(Dot)
    for wrong in (life(None), "2", -1.0):
        with pytest.raises((TypeError, ValueError)):
            pool.spawn_many([(0, 0), (1, 1)], lifetime=wrong)
        assert (pool.total_count, pool.active_count) == (0, 0)
    for places in ([(0, 0), (1,)], [(0, 0), None], 7):
        with pytest.raises((TypeError, ValueError)):
            pool.spawn_many(places)
        assert pool.active_count == 0
    assert len(pool.spawn_many([(0, 0), (1, 1)], lifetime=life)) == 2
    assert_sound(pool)


def test_spawn_many_of_sprites_that_end_at_once(manager: PoolManager) -> None:
    """L8: they are returned, their leases over."""

    class Hasty(Dot):
        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            self.recycle()

    pool = manager.create_sprite_pool(Hasty, max_size=2)
    made = pool.spawn_many([(0, 0), (1, 1)])
    assert len(made) == 2
    assert (pool.active_count, pool.total_count) == (0, 1)
    assert_sound(pool)


# --- the manager's calls ---


@pytest.mark.parametrize("name", ["angle", "scale", "velocity", "center_x", "center_y", "lifetime"])
def test_hook_that_wants_what_spawn_takes_for_itself_is_refused(name: str, manager: PoolManager) -> None:
    """Else its default would be used whatever the game gives."""
    scope: dict[str, Any] = {}
    exec(f"def on_spawn(self, *, {name}=0): pass", scope)  # noqa: S102  # one function for each name
    kind = type("Wanting", (Dot,), {"on_spawn": scope["on_spawn"]})
    pool = manager.create_sprite_pool(kind)
    with pytest.raises(TypeError, match=f"has a parameter '{name}', which spawn takes for itself"):
        pool.spawn(**{name: 5})  # type: ignore[arg-type]
    assert pool.total_count == 0


def test_class_of_pooled_sprites_is_refused_by_a_plain_pool(manager: PoolManager) -> None:
    """There it would be in no list, and know of no lease."""
    with pytest.raises(TypeError, match=r"Ship.*create_sprite_pool"):
        manager.create_pool(Ship)
    assert Ship not in manager
    # What a function makes is the game's own affair: the pool knows the lease, and kill() is Arcade's.
    pool = manager.create_pool(functools.partial(Ship), key="ships")
    ship = pool.spawn()
    with pytest.raises(NotPooled):
        ship.lease
    assert pool.lease(ship).alive


def test_manager_spawns_by_class_on_first_use(manager: PoolManager) -> None:
    class Bullet(Dot):
        def on_spawn(self, *, speed: float = 0.0) -> None:
            self.change_x = speed

    bullet = manager.spawn(Bullet, 3, 4, speed=5.0, lifetime=Frames(1))
    assert (bullet.position, bullet.change_x) == ((3, 4), 5)
    assert isinstance(manager[Bullet], SpritePool)
    assert manager.spawn(Bullet) in manager[Bullet]
    assert len(manager) == 1
    for key in ("Bullet", arcade.Sprite, object()):
        with pytest.raises(UnknownPool):
            manager.spawn(key)


def test_manager_draws_in_order_of_creation(manager: PoolManager, monkeypatch: pytest.MonkeyPatch) -> None:
    """And hands its keywords on."""
    log: list[Any] = []
    pools = [manager.create_sprite_pool(Dot, key=number) for number in range(3)]
    manager.create_pool(object)
    for pool in pools:
        monkeypatch.setattr(pool.sprites, "draw", lambda key=pool.key, **kwargs: log.append((key, kwargs)))
    manager.draw(pixelated=True)
    assert log == [(number, {"pixelated": True}) for number in range(3)]
    pools[1].draw()
    assert log[-1] == (1, {})


def test_base_class_itself_may_be_pooled(manager: PoolManager) -> None:
    """Arcade gives it its default texture."""
    pool = manager.create_sprite_pool(PooledSprite)
    sprite = pool.spawn(3, 4)
    assert sprite.position == (3, 4)
    assert_sound(pool)


# --- velocity, and values of their own for many ---


class Heading(Dot):
    """Notes the velocity that its hook sees."""

    def on_spawn(self) -> None:
        self.seen = self.velocity


class Drifting(Dot):
    """In batched motion, with a speed of its own."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__()
        self.velocity = (1.0, 2.0)


def test_a_velocity_is_there_before_the_hook_and_gone_with_the_lease(manager: PoolManager) -> None:
    """L3, L7."""
    pool = manager.create_sprite_pool(Heading)
    sprite = pool.spawn(5, 5, velocity=(3, -2))
    assert (sprite.seen, sprite.velocity) == ((3, -2), (3, -2))
    run_updates(manager)
    assert sprite.position == (8, 3)
    sprite.recycle()
    again = pool.try_spawn(5, 5)
    assert again is not None
    assert again.velocity == (0, 0)
    assert pool.spawn(5, 5, velocity=[4, 0]).velocity == (4, 0)  # type: ignore[arg-type]


def test_a_velocity_moves_a_batched_sprite(manager: PoolManager) -> None:
    """M1: from the next update on."""
    pool = manager.create_sprite_pool(Drifting)
    moved, own = pool.spawn(5, 5, velocity=(6, 0)), pool.spawn(5, 5)
    run_updates(manager)
    assert (moved.position, own.position) == ((11, 5), (6, 7))
    moved.recycle()
    run_updates(manager)
    assert pool.spawn(5, 5).velocity == (1.0, 2.0)
    assert_sound(pool)


@pytest.mark.parametrize("wrong", [5, (1,), (1, 2, 3), "up", (1, None), ((1, 2), (3, 4))])
def test_a_velocity_that_is_not_a_pair_of_numbers_spawns_nothing(manager: PoolManager, wrong: Any) -> None:
    """F2."""
    pool = manager.create_sprite_pool(Dot)
    with pytest.raises(TypeError, match=r"velocity must be a pair of numbers"):
        pool.spawn(5, 5, velocity=wrong)
    assert (pool.active_count, pool.stats().spawned, len(pool.sprites)) == (0, 0, 0)
    assert_sound(pool)


def test_a_sprite_without_a_velocity_is_given_none(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(lambda: arcade.BasicSprite(small_texture()))
    with pytest.raises(TypeError, match=r"velocity is for an arcade\.Sprite"):
        pool.spawn(5, 5, velocity=(1, 1))
    assert pool.active_count == 0


@pytest.mark.parametrize("kind", [Dot, Drifting])
@pytest.mark.parametrize("given", ["lists", "generators", "numpy"])
def test_many_get_values_of_their_own_as_in_a_loop(manager: PoolManager, kind: type[Any], given: str) -> None:
    """spawn_many is a loop of spawn."""
    draw = random.Random(given)  # noqa: S311
    positions = [(draw.uniform(0, 800), draw.uniform(0, 600)) for _ in range(20)]
    angles, scales = [draw.uniform(0, 360) for _ in positions], [draw.uniform(0.5, 2) for _ in positions]
    velocities = [(draw.uniform(-5, 5), draw.uniform(-5, 5)) for _ in positions]
    make: Any = {"lists": list, "generators": iter, "numpy": np.array}[given]
    pool = manager.create_sprite_pool(kind, key="many")
    many = pool.spawn_many(positions, angle=make(angles), scale=make(scales), velocity=make(velocities))
    other = manager.create_sprite_pool(kind, key="loop")
    loop = [
        other.spawn(*place, angle=angle, scale=scale, velocity=velocity)
        for place, angle, scale, velocity in zip(positions, angles, scales, velocities, strict=True)
    ]
    for _ in range(3):
        for one, two in zip(many, loop, strict=True):
            for name in ("position", "angle", "scale", "velocity", "size"):
                assert np.array_equal(getattr(one, name), getattr(two, name)), name
        run_updates(manager)
    assert_sound(pool)


def test_one_value_serves_all(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot)
    for sprite in pool.spawn_many([(1, 1), (2, 2)], angle=30, scale=2, velocity=(1, 0)):
        assert (sprite.angle, sprite.scale, sprite.velocity) == (30, (2, 2), (1, 0))


@pytest.mark.parametrize("name", ["angle", "scale", "velocity"])
@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_more_or_fewer_values_than_positions_spawn_nothing(manager: PoolManager, name: str, count: int) -> None:
    """F2: the error says how many there are."""
    pool = manager.create_sprite_pool(Dot)
    values: Any = [(1, 1)] * count if name == "velocity" else [1.0] * count
    with pytest.raises(ValueError, match=rf"got {count} values as {name} for 4 positions"):
        pool.spawn_many([(1, 1)] * 4, **{name: values})
    assert (pool.active_count, pool.stats().spawned) == (0, 0)
