"""PooledSprite: its hooks, components, lease and ends, and what it mixes with."""

from __future__ import annotations

import gc
import weakref
from typing import Any, ClassVar

import arcade
import pytest

from arcade_pool import Frames, NotPooled, PooledSprite, PoolManager, PoolWarning, RecycleReason, StaleLease

from .helpers import FRAME, Dot, ScriptError, assert_sound, run_updates, small_texture


class Part:
    """A component that notes its calls."""

    def __init__(self, name: str, log: list[Any]) -> None:
        self.name = name
        self.log = log

    def on_spawn(self, owner: PooledSprite) -> None:
        self.log.append(("spawn", self.name, owner))

    def on_recycle(self, owner: PooledSprite) -> None:
        self.log.append(("recycle", self.name, owner))


class Actor(Dot):
    """Notes what its hooks saw."""

    def __init__(self) -> None:
        super().__init__()
        self.components = [Part("first", _LOG), object(), Part("second", _LOG)]

    def on_spawn(self, *, speed: float = 1.0) -> None:
        self.change_y = speed
        _LOG.append(("spawn", "self", self))

    def on_recycle(self) -> None:
        _LOG.append(("recycle", "self", self))


_LOG: list[Any] = []


@pytest.fixture(autouse=True)
def _empty_log() -> None:
    _LOG.clear()


# --- hooks (L3, L4) ---


def test_first_lease_and_later_ones_run_the_same_steps(manager: PoolManager) -> None:
    """L3: also the order of hooks and components, and its reverse at the end."""
    pool = manager.create_sprite_pool(Actor)
    lives = []
    for _ in range(3):
        actor = pool.spawn(10, 20, speed=3.0)
        assert actor.change_y == 3.0
        actor.recycle()
        lives.append([(what, who) for what, who, _ in _LOG])
        assert all(owner is actor for *_, owner in _LOG)
        _LOG.clear()
    assert lives[0] == [
        ("spawn", "self"),
        ("spawn", "first"),
        ("spawn", "second"),
        ("recycle", "second"),
        ("recycle", "first"),
        ("recycle", "self"),
    ]
    assert lives[1:] == [lives[0]] * 2
    assert pool.stats().created == 1


def test_on_spawn_sees_the_sprite_in_its_place(manager: PoolManager) -> None:
    """L3: position, angle, scale and the list come before on_spawn."""

    class Witness(Dot):
        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            _LOG.append((self.position, self.angle, self.scale, self in pool.sprites, self in pool, self.lease.alive))
            _LOG.append(self.hit_box.position)
            _LOG.append(arcade.check_for_collision_with_list(probe, pool.sprites))

    probe = arcade.SpriteSolidColor(4, 4, 100, 200)
    pool = manager.create_sprite_pool(Witness)
    witness = pool.spawn(100, 200, angle=90, scale=2)
    place, box, hit = _LOG
    assert place == ((100, 200), 90, (2, 2), True, True, True)
    assert (box, hit) == ((100, 200), [witness])


def test_on_recycle_sees_the_life_that_ends(manager: PoolManager) -> None:
    """L4: out of the lists, the lease stale; place and attributes still those of the life that ends."""

    class Witness(Dot):
        tag = ""

        def on_recycle(self) -> None:
            _LOG.append((self.position, self.tag, self.sprite_lists, self in pool.sprites, self in pool))
            _LOG.append((self.lease, self.lease.alive, self.lease.reason))

    pool = manager.create_sprite_pool(Witness)
    witness = pool.spawn(7, 8)
    witness.tag = "mine"
    lease = witness.lease
    witness.recycle()
    seen, ended = _LOG
    assert seen == ((7, 8), "mine", [], False, False)
    assert ended == (lease, False, RecycleReason.RECYCLED)
    assert witness.tag == ""
    assert witness.position == (0, 0)


def test_prewarming_runs_no_hooks(manager: PoolManager) -> None:
    """S3."""
    pool = manager.create_sprite_pool(Actor, prewarm=5)
    assert (_LOG, pool.idle_count) == ([], 5)
    assert_sound(pool)


def test_keyword_that_nobody_takes_is_refused(manager: PoolManager) -> None:
    """L3, F2: by a class with a hook and by one without; nothing stays on lease."""
    for kind in (Actor, Dot):
        pool: Any = manager.create_sprite_pool(kind)
        with pytest.raises(TypeError):
            pool.spawn(1, 2, colour="red")
        assert (pool.active_count, pool.idle_count, pool.stats().spawned) == (0, 1, 0)
        assert_sound(pool)


def test_base_hook_takes_no_keyword(manager: PoolManager) -> None:
    """The base takes anything for type checkers, and nothing at run time, also through super()."""

    class Polite(Dot):
        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            super().on_spawn(**kwargs)

    pool = manager.create_sprite_pool(Polite)
    assert pool.spawn().lease.alive
    with pytest.raises(TypeError):
        pool.spawn(speed=3)


def test_failing_component_undoes_the_spawn(manager: PoolManager) -> None:
    """F2: on_recycle does not run, nobody's; the error reaches the caller."""

    class Broken(Part):
        def on_spawn(self, owner: PooledSprite) -> None:
            raise ScriptError

    class Owner(Actor):
        def __init__(self) -> None:
            super().__init__()
            self.components = [Part("first", _LOG), Broken("second", _LOG)]

    pool = manager.create_sprite_pool(Owner)
    with pytest.raises(ScriptError):
        pool.spawn()
    assert [(what, who) for what, who, _ in _LOG] == [("spawn", "self"), ("spawn", "first")]
    assert (pool.active_count, pool.idle_count) == (0, 1)
    assert_sound(pool)


def test_failing_end_of_a_component_destroys_the_sprite(manager: PoolManager) -> None:
    """F3: the other hooks run all the same."""

    class Broken(Part):
        def on_recycle(self, owner: PooledSprite) -> None:
            raise ScriptError

    class Owner(Actor):
        def __init__(self) -> None:
            super().__init__()
            self.components = [Part("first", _LOG), Broken("second", _LOG)]

    pool = manager.create_sprite_pool(Owner)
    actor = pool.spawn()
    _LOG.clear()
    with pytest.raises(ScriptError):
        actor.recycle()
    assert [(what, who) for what, who, _ in _LOG] == [("recycle", "first"), ("recycle", "self")]
    assert (pool.total_count, pool.stats().faulted) == (0, 1)
    assert not actor.lease.alive
    assert_sound(pool)


# --- lease and ends (L4, L5, L6) ---


def test_idle_sprite_that_was_never_spawned_has_an_ended_lease(manager: PoolManager) -> None:
    made: list[Dot] = []

    def make() -> Dot:
        made.append(Dot())
        return made[-1]

    pool = manager.create_sprite_pool(make, prewarm=1)
    lease = made[0].lease
    assert not lease.alive
    assert lease.get() is None
    assert not made[0].recycle()
    with pytest.raises(StaleLease):
        lease.defer(print)
    assert pool.spawn() is made[0]
    assert not lease.alive


def test_lease_is_the_present_one_and_goes_stale(manager: PoolManager) -> None:
    """L5: a stale lease never touches the next one."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn()
    first = dot.lease
    assert first is pool.lease(dot) is manager.lease(dot)
    assert dot.recycle()
    assert dot.lease is first
    assert pool.spawn() is dot
    assert dot.lease is not first
    assert not first.recycle()
    assert not pool.recycle(first)
    assert not manager.recycle(first)
    assert dot.lease.alive
    assert_sound(pool)


@pytest.mark.parametrize(
    ("end", "reason", "returned"),
    [
        (lambda dot: dot.recycle(), RecycleReason.RECYCLED, True),
        (lambda dot: dot.lease.pool.recycle(dot), RecycleReason.RECYCLED, True),
        (lambda dot: dot.kill(), RecycleReason.KILLED, None),
        (lambda dot: dot.remove_from_sprite_lists(), RecycleReason.KILLED, None),
    ],
    ids=["recycle", "pool.recycle", "kill", "remove_from_sprite_lists"],
)
def test_each_way_to_end_a_lease_ends_it_once(
    manager: PoolManager, end: Any, reason: RecycleReason, returned: bool | None
) -> None:
    """L5."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn(5, 5)
    lease = dot.lease
    assert end(dot) is returned
    assert lease.reason is reason
    assert dot not in pool.sprites
    assert dot.sprite_lists == []
    assert end(dot) is (None if returned is None else False)
    assert lease.reason is reason
    assert (pool.idle_count, pool.stats().recycled) == (1, 1)
    assert_sound(pool)


def test_kill_inside_on_recycle_does_nothing(manager: PoolManager) -> None:
    """L5."""

    class Stubborn(Dot):
        def on_recycle(self) -> None:
            _LOG.append("recycle")
            self.kill()
            self.remove_from_sprite_lists()
            _LOG.append(self.recycle())

    pool = manager.create_sprite_pool(Stubborn)
    pool.spawn().kill()
    assert _LOG == ["recycle", False]
    assert (pool.idle_count, pool.total_count) == (1, 1)
    assert_sound(pool)


def test_kill_inside_on_spawn_ends_the_lease_that_begins(manager: PoolManager) -> None:
    """L8: spawn returns the sprite with its lease ended; it is idle by then."""

    class Hasty(Dot):
        def on_spawn(self, *args: Any, **kwargs: Any) -> None:
            self.kill()
            self.color = (255, 0, 0, 255)
            self.after = True

    pool = manager.create_sprite_pool(Hasty)
    hasty = pool.spawn(3, 3)
    assert not hasty.lease.alive
    assert hasty.lease.reason is RecycleReason.KILLED
    assert (pool.active_count, pool.idle_count) == (0, 1)
    assert hasty.color == (255, 255, 255, 255)
    assert not hasattr(hasty, "after")
    assert_sound(pool)


def test_ended_sprite_leaves_every_list(manager: PoolManager) -> None:
    """L4, also lists with a spatial hash; and its own pool's list is sound afterwards."""
    pool = manager.create_sprite_pool(Dot, use_spatial_hash=True)
    plain: arcade.SpriteList[Any] = arcade.SpriteList()
    hashed: arcade.SpriteList[Any] = arcade.SpriteList(use_spatial_hash=True)
    dots = [pool.spawn(50 * number, 50) for number in range(4)]
    for dot in dots:
        plain.append(dot)
        hashed.append(dot)
    dots[1].recycle()
    dots[3].kill()
    for sprites in (plain, hashed):
        assert list(sprites) == [dots[0], dots[2]]
    assert hashed.spatial_hash is not None
    assert hashed.spatial_hash.count == 2
    assert dots[1].sprite_lists == []
    assert_sound(pool)


def test_leaving_a_list_of_the_game_does_not_end_the_lease(manager: PoolManager) -> None:
    """I3."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn()
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    own.append(dot)
    own.remove(dot)
    own.append(dot)
    own.clear()
    run_updates(manager)
    assert dot.lease.alive
    assert_sound(pool)


def test_kill_without_a_lease_is_arcades_own(manager: PoolManager) -> None:
    """L6: a sprite whose end is delayed may lie about as a wreck, and leave that list when it is killed again."""
    pool = manager.create_sprite_pool(Dot)
    wrecks: arcade.SpriteList[Any] = arcade.SpriteList()
    dot = pool.spawn(5, 6)
    dot.recycle(delay_frames=9)
    for end in (dot.kill, dot.remove_from_sprite_lists):
        wrecks.append(dot)
        end()
        assert len(wrecks) == 0
    assert (pool.stats().retiring, pool.idle_count) == (1, 0)
    run_updates(manager, 9)
    assert pool.idle_count == 1
    assert_sound(pool)


@pytest.mark.parametrize("reset", ["auto", "none"])
def test_ended_sprite_that_joins_a_list_leaves_it_again(manager: PoolManager, reset: Any) -> None:
    """L4, L8: what code of the ended life does late does not reach the next one."""
    own: arcade.SpriteList[Any] = arcade.SpriteList()

    class Ghost(Dot):
        def on_recycle(self) -> None:
            own.append(self)

    pool = manager.create_sprite_pool(Ghost, reset=reset)
    ghost = pool.spawn()
    ghost.recycle()
    assert len(own) == 0
    assert ghost.sprite_lists == []
    assert pool.spawn(9, 9) is ghost
    assert len(own) == 0
    assert_sound(pool)


def test_sprite_that_joins_a_list_when_made_leaves_it(manager: PoolManager) -> None:
    """L3: the first lease is as every later one, and an idle sprite is in no list."""
    own: arcade.SpriteList[Any] = arcade.SpriteList()

    class Eager(Dot):
        def __init__(self) -> None:
            super().__init__()
            own.append(self)

    pool = manager.create_sprite_pool(Eager, prewarm=2)
    assert len(own) == 0
    eager = pool.spawn()
    assert eager.sprite_lists == [pool.sprites]
    assert_sound(pool)


def test_failing_list_of_the_game_stops_nothing_else(manager: PoolManager) -> None:
    """F3: the sprite is destroyed, everybody else is served, and the update tells of it."""

    class Stubborn(arcade.SpriteList[Any]):
        def remove(self, sprite: Any) -> None:
            raise ScriptError

    pool = manager.create_sprite_pool(Dot)
    own = Stubborn()
    dots = [pool.spawn(lifetime=0.5) for _ in range(3)]
    own.append(dots[0])
    with pytest.raises(ScriptError):
        manager.update(1.0)
    assert [dot.sprite_lists.count(pool.sprites) for dot in dots] == [0, 0, 0]
    assert (pool.active_count, pool.idle_count, pool.stats().faulted) == (0, 2, 1)
    manager.update(1.0)
    assert_sound(pool)


def test_failing_list_of_the_game_does_not_stop_a_clear(manager: PoolManager) -> None:
    """F3: outside an update the error comes after all is done."""

    class Stubborn(arcade.SpriteList[Any]):
        def remove(self, sprite: Any) -> None:
            raise ScriptError

    pool = manager.create_sprite_pool(Dot)
    own = Stubborn()
    dots = [pool.spawn() for _ in range(3)]
    own.append(dots[0])
    with pytest.raises(ScriptError):
        pool.clear()
    assert not any(dot in pool for dot in dots)
    assert (pool.active_count, pool.idle_count, pool.stats().faulted) == (0, 2, 1)
    assert_sound(pool)


def test_delayed_end_takes_the_sprite_away_at_once(manager: PoolManager) -> None:
    """L10."""
    pool = manager.create_sprite_pool(Actor)
    actor = pool.spawn(5, 6)
    _LOG.clear()
    assert actor.recycle(delay_frames=2)
    assert [(what, who) for what, who, _ in _LOG][-1] == ("recycle", "self")
    assert len(pool.sprites) == 0
    assert actor.position == (5, 6)
    assert (pool.idle_count, pool.stats().retiring) == (0, 1)
    run_updates(manager)
    assert (pool.idle_count, pool.stats().retiring) == (0, 1)
    other = pool.spawn()
    assert other is not actor
    run_updates(manager)
    assert (pool.idle_count, actor.position) == (1, (0, 0))
    assert pool.spawn() is actor
    assert_sound(pool)


def test_closing_destroys_also_those_whose_end_is_delayed(manager: PoolManager) -> None:
    """L10, close(): nobody may update the manager afterwards."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn()
    dot.recycle(delay_frames=2)
    manager.close()
    assert pool.total_count == 0
    assert not dot.lease.alive
    run_updates(manager, 3)
    assert (pool.total_count, pool.stats().destroyed) == (0, 1)


@pytest.mark.parametrize(("delay", "error"), [(-1, ValueError), (1.5, TypeError), (True, TypeError)])
def test_bad_delay_changes_nothing(manager: PoolManager, delay: Any, error: type[Exception]) -> None:
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn()
    with pytest.raises(error):
        dot.recycle(delay_frames=delay)
    assert dot.lease.alive
    assert_sound(pool)


def test_sprite_that_ends_in_its_own_update_is_reset_afterwards(manager: PoolManager) -> None:
    """L8: whatever the rest of the update does, the next life is fresh."""

    class Suicidal(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            self.recycle()
            _LOG.append((pool.idle_count, pool.try_spawn()))
            self.color = (1, 2, 3, 4)
            self.position = (99, 99)
            self.late = True

    pool = manager.create_sprite_pool(Suicidal, max_size=1)
    suicidal = pool.spawn(5, 5)
    run_updates(manager)
    assert _LOG == [(0, None)]
    assert pool.spawn() is suicidal
    assert suicidal.position == (0, 0)
    assert suicidal.color == (255, 255, 255, 255)
    assert not hasattr(suicidal, "late")
    assert_sound(pool)


def test_adopted_sprite_ends_with_its_parent(manager: PoolManager) -> None:
    """L4: unless its present life is over by then."""
    pool = manager.create_sprite_pool(Dot)
    parent, child, other = pool.spawn(), pool.spawn(), pool.spawn()
    assert parent.lease.adopt(child) is child
    parent.lease.adopt(other)
    other.recycle()
    again = pool.spawn()
    assert again is other
    lease = child.lease
    parent.kill()
    assert lease.reason is RecycleReason.PARENT
    assert again.lease.alive
    assert_sound(pool)


def test_destroyed_sprite_is_an_ordinary_one(manager: PoolManager) -> None:
    """L6: kill() of such a sprite is Arcade's own."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn()
    old = dot.lease
    pool.close()
    assert old.reason is RecycleReason.CLOSED
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    own.append(dot)
    dot.position = (4, 4)
    dot.kill()
    assert len(own) == 0
    assert dot.lease is old
    assert dot.recycle() is manager.recycle(dot) is False
    assert not old.recycle()


def test_idle_sprite_keeps_nothing_of_its_last_life_alive(manager: PoolManager) -> None:
    """L7."""

    class Thing:
        pass

    pool = manager.create_sprite_pool(Dot)
    dot: Any = pool.spawn(3, 4)
    thing = Thing()
    gone = weakref.ref(thing)
    dot.thing = thing
    dot.properties["thing"] = thing
    dot.textures.append(thing)
    dot.lease.defer(lambda kept: None, thing)
    dot.lease.set_lifetime(Frames(3))
    dot.hit_box = arcade.hitbox.RotatableHitBox(((0, 0), (1, 0), (1, 1)))
    dot.hit_box.thing = thing
    del thing
    dot.recycle()
    gc.collect()
    assert gone() is None


# --- what it mixes with ---


class Blast(PooledSprite, arcade.TextureAnimationSprite):
    """An animation of two frames of 100 ms."""

    def __init__(self) -> None:
        super().__init__()
        self.animation = arcade.TextureAnimation(
            [arcade.TextureKeyframe(small_texture(), 100), arcade.TextureKeyframe(small_texture(8, 8), 100)]
        )


class Block(PooledSprite, arcade.SpriteSolidColor):
    def __init__(self) -> None:
        super().__init__(20, 10, color=(10, 20, 30, 40))


class Ball(PooledSprite, arcade.SpriteCircle):
    def __init__(self) -> None:
        super().__init__(5, (10, 20, 30, 255))


class ReversedBlock(arcade.SpriteSolidColor, PooledSprite):
    def __init__(self) -> None:
        super().__init__(20, 10, color=(10, 20, 30, 40))


class Walker(PooledSprite, arcade.AnimatedWalkingSprite):
    def __init__(self) -> None:
        super().__init__()
        self.stand_right_textures = [small_texture()]
        self.walk_right_textures = [small_texture(), small_texture(8, 8)]


@pytest.mark.parametrize("kind", [Blast, Block, Ball, ReversedBlock, Walker])
def test_it_mixes_with_every_sprite_class_of_arcade(manager: PoolManager, kind: Any) -> None:
    """Each life moves, is drawn as it looks, ends, and leaves the sprite as a new one is."""
    pool = manager.create_sprite_pool(kind)
    fresh = kind()
    for _ in range(3):
        sprite = pool.spawn(50, 60)
        sprite.change_x = 30
        run_updates(manager, 9)
        assert sprite.center_x == pytest.approx(50 + 30 * 9)
        sprite.color = (1, 2, 3)
        sprite.scale = 3
        assert_sound(pool)
        sprite.kill()
        assert not sprite.lease.alive
        for name in ("position", "color", "scale", "texture", "width", "height", "velocity", "cur_texture_index"):
            assert getattr(sprite, name) == getattr(fresh, name), name
    assert pool.stats().created == 1
    assert_sound(pool)


def test_animation_starts_anew_in_each_lease(manager: PoolManager) -> None:
    """L7: time, frame and texture."""
    pool = manager.create_sprite_pool(Blast)
    for _ in range(2):
        blast = pool.spawn()
        run_updates(manager, 9)
        assert blast.texture is small_texture(8, 8)
        assert blast.time == pytest.approx(0.15)
        blast.recycle()
        assert (blast.time, blast.texture) == (0.0, small_texture())
    assert_sound(pool)


class PlainActor(arcade.Sprite):
    """A sprite of Arcade's own with hooks found by name."""

    lifetime: ClassVar[Any] = Frames(3)

    def __init__(self) -> None:
        super().__init__(small_texture())
        self.components = [Part("first", _LOG)]

    def on_spawn(self, *, speed: float = 0.0) -> None:
        self.change_x = speed
        _LOG.append(("spawn", "self", self))

    def on_recycle(self) -> None:
        _LOG.append(("recycle", "self", self))


def test_plain_sprite_is_pooled_with_its_hooks(manager: PoolManager) -> None:
    """Hooks, lifetime and components are found by name; pool.lease gives the rest."""
    pool = manager.create_sprite_pool(PlainActor)
    actor = pool.spawn(1, 2, speed=4.0)
    lease = pool.lease(actor)
    assert [(what, who) for what, who, _ in _LOG] == [("spawn", "self"), ("spawn", "first")]
    run_updates(manager, 2)
    assert actor.position == pytest.approx((9, 2))
    run_updates(manager)
    assert lease.reason is RecycleReason.EXPIRED
    assert [(what, who) for what, who, _ in _LOG[2:]] == [("recycle", "first"), ("recycle", "self")]
    assert actor.position == (0, 0)
    assert_sound(pool)


@pytest.mark.parametrize(
    "make",
    [
        lambda: arcade.Sprite(small_texture()),
        lambda: arcade.SpriteSolidColor(5, 5),
        lambda: arcade.SpriteCircle(5, (255, 0, 0, 255)),
        lambda: arcade.BasicSprite(small_texture()),
    ],
    ids=["Sprite", "SpriteSolidColor", "SpriteCircle", "BasicSprite"],
)
def test_sprite_of_arcade_is_pooled_and_ends_by_kill(manager: PoolManager, make: Any) -> None:
    """I3: Arcade's own kill() takes it out of the pool's list, which the pool sees at once."""
    pool = manager.create_sprite_pool(make)
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    for _ in range(2):
        sprite = pool.spawn(30, 40)
        own.append(sprite)
        sprite.color = (9, 8, 7, 6)
        sprite.scale = 2
        assert_sound(pool)
        sprite.kill()
        assert pool.lease(sprite).reason is RecycleReason.KILLED
        assert sprite.sprite_lists == []
        assert len(own) == 0
        assert (sprite.position, sprite.scale) == ((0, 0), (1, 1))
        assert_sound(pool)
    assert pool.stats().created == 1


def test_sprite_that_no_pool_made_is_arcades_own() -> None:
    sprite = Actor()
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    engine = arcade.PymunkPhysicsEngine()
    own.append(sprite)
    engine.add_sprite(sprite)
    assert sprite in own
    sprite.kill()
    assert (len(own), sprite.sprite_lists, sprite.physics_engines, engine.sprites) == (0, [], [], {})
    own.append(sprite)
    sprite.remove_from_sprite_lists()
    assert len(own) == 0
    assert _LOG == []
    with pytest.raises(NotPooled):
        sprite.recycle()
    with pytest.raises(NotPooled):
        sprite.lease


def test_sprite_that_no_pool_made_is_refused_by_pools(manager: PoolManager) -> None:
    """L6."""
    pool = manager.create_sprite_pool(Actor)
    for ask in (pool.recycle, pool.lease, manager.recycle, manager.lease):
        with pytest.raises(NotPooled):
            ask(Actor())
    assert Actor() not in pool


def test_lease_is_unknown_while_the_sprite_is_being_made(manager: PoolManager) -> None:
    class Curious(Dot):
        def __init__(self) -> None:
            super().__init__()
            with pytest.raises(NotPooled):
                self.lease
            self.kill()

    pool = manager.create_sprite_pool(Curious)
    assert pool.spawn().lease.alive


def test_nothing_else_is_in_its_namespace(manager: PoolManager) -> None:
    """Neither in the class nor in an instance; and there is no __init__."""
    added = {name for name in set(dir(PooledSprite)) - set(dir(arcade.Sprite)) if not name.startswith("_")}
    assert added <= {
        "batched_motion",
        "components",
        "lease",
        "lifetime",
        "on_recycle",
        "on_spawn",
        "pool_config",
        "pymunk",  # of the instance in Arcade
        "recycle",
    }
    assert PooledSprite.__init__ is arcade.Sprite.__init__
    pooled = manager.create_sprite_pool(Dot).spawn()
    more = set(vars(pooled)) - set(vars(arcade.Sprite(small_texture())))
    assert not [name for name in more if not name.startswith("_")]


def test_names_that_a_game_likes_are_free(manager: PoolManager) -> None:
    """Attributes of the game's own are never mixed up with the library's."""

    class Busy(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.pool = self.item = self.state = self.manager = self.timer = self.generation = "mine"
            self.age = self.alive = self.active = self.reason = self.task = self.holds = self.snapshot = "mine"

    pool = manager.create_sprite_pool(Busy)
    busy = pool.spawn(lifetime=0.1)
    busy.pool = "changed"
    run_updates(manager, 7)
    assert not busy.lease.alive
    assert {name for name, value in vars(busy).items() if value == "mine"} == {
        "pool", "item", "state", "manager", "timer", "generation", "age", "alive", "active", "reason", "task", "holds",
        "snapshot",
    }  # fmt: skip


# --- lifetimes ---


def test_default_lifetime_is_that_of_spawn_then_pool_then_class(manager: PoolManager) -> None:
    class Mortal(Dot):
        lifetime = Frames(4)

    plain = manager.create_sprite_pool(Mortal)
    configured = manager.create_sprite_pool(Mortal, key="configured", lifetime=Frames(2))
    leases = {
        "class": plain.spawn().lease,
        "pool": configured.spawn().lease,
        "spawn": configured.spawn(lifetime=Frames(1)).lease,
        "never": configured.spawn(lifetime=None).lease,
    }
    ended: dict[str, int] = {}
    for frame in range(1, 7):
        run_updates(manager)
        ended |= {name: frame for name, lease in leases.items() if not lease.alive and name not in ended}
    assert ended == {"class": 4, "pool": 2, "spawn": 1}


def test_lifetime_may_be_a_generator_method(manager: PoolManager) -> None:
    class Fader(Dot):
        def lifetime(self) -> Any:
            for alpha in (200, 100):
                self.alpha = alpha
                yield None

    pool = manager.create_sprite_pool(Fader)
    for _ in range(2):
        fader = pool.spawn()
        assert fader.alpha == 200
        assert_sound(pool)
        run_updates(manager)
        assert fader.alpha == 100
        assert_sound(pool)
        run_updates(manager)
        assert fader.lease.reason is RecycleReason.EXPIRED
        assert fader.alpha == 255


# --- what is refused (L1, F1) ---


def test_class_with_an_equality_of_its_own_is_refused(manager: PoolManager) -> None:
    """L1: Arcade keeps sprites in dicts."""

    class Equal(Dot):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = arcade.Sprite.__hash__

    class Hashed(Dot):
        def __hash__(self) -> int:
            return 1

    for kind in (Equal, Hashed):
        pool: Any = manager.create_sprite_pool(kind)
        with pytest.raises(TypeError):
            pool.spawn()
        assert (pool.total_count, pool.stats().created) == (0, 0)
        assert_sound(pool)


@pytest.mark.parametrize("made", [None, 3, "sprite", object()])
def test_factory_must_return_a_sprite(manager: PoolManager, made: Any) -> None:
    """F1."""
    pool: Any = manager.create_sprite_pool(lambda: made)
    with pytest.raises(TypeError):
        pool.spawn()
    assert (pool.total_count, pool.active_count) == (0, 0)
    assert_sound(pool)


def test_factory_must_return_a_new_sprite(manager: PoolManager) -> None:
    """F1: and the one that is pooled already is not disturbed."""
    one = Dot()
    pool = manager.create_sprite_pool(lambda: one)
    assert pool.spawn(3, 3) is one
    with pytest.raises(ValueError, match="pooled already"):
        pool.spawn()
    assert (pool.total_count, pool.active_count) == (1, 1)
    assert one.lease.alive
    assert_sound(pool)


def test_sprite_of_another_manager_is_pooled_already(manager: PoolManager) -> None:
    """F1: it would be on lease twice."""
    other = PoolManager()
    theirs = other.create_sprite_pool(Dot)
    dot = theirs.spawn(3, 3)
    pool = manager.create_sprite_pool(lambda: dot)
    with pytest.raises(ValueError, match="pooled already"):
        pool.spawn()
    assert dot.lease.pool is theirs
    assert dot.lease.alive
    assert_sound(theirs)


def test_first_use_of_a_class_starts_from_its_config(manager: PoolManager) -> None:
    from arcade_pool import PoolConfig

    class Rare(Dot):
        pool_config: ClassVar[PoolConfig] = PoolConfig(prewarm=2, max_size=3)

    rare = manager.spawn(Rare, 4, 5)
    assert rare.position == (4, 5)
    assert manager[Rare].config.max_size == 3
    assert manager[Rare].total_count == 2


# --- a second __init__ ---


class Begins(Dot):
    """Calls its own __init__, a common way to reset."""

    def __init__(self) -> None:
        super().__init__()
        self.hp = 3


class BeginsBatched(Begins):
    batched_motion = True


@pytest.mark.parametrize("kind", [Begins, BeginsBatched])
@pytest.mark.parametrize("when", ["on_spawn", "alive", "on_recycle", "idle"])
def test_a_second_init_leaves_no_ghost(manager: PoolManager, kind: Any, when: str) -> None:
    """L4, L7: the sprite stays in its list and its engines, is drawn where it says, and leaves them at its end."""

    def again(self: Any) -> None:
        self.__init__()
        self.position = (40, 50)

    pool = manager.create_sprite_pool(type("Again", (kind,), {when: again}), prewarm=2)
    engine = arcade.PymunkPhysicsEngine()
    for _ in range(3):
        sprite = pool.spawn(10, 20)
        if when == "alive":
            engine.add_sprite(sprite)
            again(sprite)
        if when in ("on_spawn", "alive"):
            assert (sprite.position, sprite.hp) == ((40, 50), 3)
        assert list(pool.sprites) == [sprite]
        assert_sound(pool)
        sprite.recycle()
        if when == "idle":
            again(sprite)
        assert len(pool.sprites) == 0
        assert not engine.sprites
        assert_sound(pool)
        run_updates(manager)
    pool.spawn(1, 1)
    pool.clear()
    assert len(pool.sprites) == 0


def test_a_second_init_of_arcades_own_sprite_leaves_no_ghost(manager: PoolManager) -> None:
    """L4: there is nothing in such a class that could notice."""
    pool = manager.create_sprite_pool(lambda: arcade.Sprite(small_texture()), key="plain")
    sprite = pool.spawn(10, 20)
    sprite.__init__(small_texture())  # type: ignore[misc]
    pool.recycle(sprite)
    assert len(pool.sprites) == 0
    assert_sound(pool)


def test_debug_mode_names_a_second_init() -> None:
    """D1."""
    watched = PoolManager(debug=True)
    sprite = watched.create_sprite_pool(Begins).spawn(1, 1)
    with pytest.warns(PoolWarning, match=r"Begins\.__init__ ran again while the Begins was on lease.*on_spawn"):
        sprite.__init__()  # type: ignore[misc]


# --- physics engines that hold their player by reference ---


@pytest.mark.parametrize("batched", [False, True])
def test_an_engine_that_still_moves_an_idle_sprite_does_not_move_its_next_lease(
    manager: PoolManager, batched: bool
) -> None:
    """L7: Arcade's platformer engine cannot be left; each lease begins with the speed that the sprite was made with."""
    pool = manager.create_sprite_pool(type("Enemy", (Dot,), {"batched_motion": batched}), update=False)
    enemy = pool.spawn(100, 100)
    engine = arcade.PhysicsEnginePlatformer(enemy, walls=[arcade.SpriteList()], gravity_constant=0.5)
    enemy.recycle()
    for _ in range(5):
        engine.update()
        manager.update(1 / 60)
    assert enemy.velocity != (0, 0)
    assert pool.spawn(100, 100) is enemy
    assert (enemy.position, enemy.velocity) == ((100, 100), (0, 0))
    assert_sound(pool)
