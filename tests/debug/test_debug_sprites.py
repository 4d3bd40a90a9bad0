"""Debug mode with sprites (D1): silent where all is well, whatever Arcade keeps on a sprite; exact where it is not."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import arcade
import numpy as np
import pytest
from arcade.types import LBWH

from arcade_pool import (
    OffScreen,
    PooledSprite,
    PoolManager,
    PoolWarning,
    RecycleReason,
    SpritePool,
    StaleLease,
    WrongThread,
)
from helpers import next_frame
from sprites.helpers import FRAME, Dot, assert_sound, run_updates, small_texture

T = TypeVar("T")


class Glider(PooledSprite):
    """Moved by its pool."""

    batched_motion = True

    def __init__(self) -> None:
        super().__init__(small_texture())


class Blast(PooledSprite, arcade.TextureAnimationSprite):
    """Animated by Arcade."""

    def __init__(self) -> None:
        super().__init__(animation=_animation())


class GlidingBlast(Blast):
    """Animated by Arcade, moved by its pool."""

    batched_motion = True


def _animation() -> Any:
    frames = [arcade.TextureKeyframe(small_texture(8, 8, (number, 9, 9, 255)), 50) for number in range(3)]
    return arcade.TextureAnimation(frames)


def plain_sprite() -> arcade.Sprite:
    return arcade.Sprite(small_texture())


def solid_color() -> arcade.SpriteSolidColor:
    return arcade.SpriteSolidColor(8, 8)


def basic_sprite() -> arcade.BasicSprite:
    return arcade.BasicSprite(small_texture())


KINDS: list[Callable[[], Any]] = [Dot, Glider, Blast, GlidingBlast, plain_sprite, solid_color, basic_sprite]


def here() -> str:
    """The file and line of the caller."""
    frame = sys._getframe(1)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def elsewhere(function: Callable[[], T]) -> T:
    """Calls the function on another thread."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function).result(20)


@pytest.fixture
def watched(window: arcade.Window) -> Iterator[PoolManager]:
    """A manager in debug mode."""
    with PoolManager(debug=True) as made:
        yield made


def live(sprite: Any, own: arcade.SpriteList[Any]) -> None:
    """Changes all that Arcade lets a game change."""
    sprite.position = (30, 40)
    sprite.scale = 2.0
    sprite.color = (1, 2, 3, 4)
    sprite.alpha = 77
    sprite.visible = False
    sprite.depth = 3.0
    sprite.texture = small_texture(8, 8)
    if isinstance(sprite, arcade.Sprite):
        sprite.angle = 30
        sprite.velocity = (3, 4)
        sprite.change_angle = 5
        sprite.hit_box = arcade.hitbox.HitBox(((0, 0), (9, 0), (9, 9)))
        sprite.properties["a"] = 1
        sprite.append_texture(small_texture(4, 4))
        sprite.cur_texture_index = 1
        sprite.boundary_left = 4
        sprite.pymunk.damping = 0.5
        sprite.force = [1, 2]
        sprite.guid = "one"
        vars(sprite)["hp"] = 3
    own.append(sprite)


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_sprites_that_live_normally_are_not_warned_of(
    watched: PoolManager, kind: Callable[[], Any], hashed: bool
) -> None:
    """D1: warnings are errors here. Many sprites, so that buffers grow and places are read in every way."""
    pool: SpritePool[Any] = watched.create_sprite_pool(kind, prewarm=3, use_spatial_hash=hashed)
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    for count in (5, 150, 40):
        sprites = [pool.spawn(number, 20, angle=None, lifetime=0.5) for number in range(count)]
        for number, sprite in enumerate(sprites):
            if number % 3 == 0:
                live(sprite, own)
        run_updates(watched, 2)
        assert all(sprite.position for sprite in sprites)
        watched.draw()
        for sprite in sprites[::2]:
            assert pool.recycle(sprite)
        run_updates(watched, 40)
        assert_sound(pool)
    assert pool.stats().recycled == 195
    assert len(own) == 0


SPRITE_CHANGES: dict[str, Callable[[Any], object]] = {
    "position": lambda sprite: setattr(sprite, "position", (9, 9)),
    "angle": lambda sprite: setattr(sprite, "angle", 9),
    "velocity": lambda sprite: setattr(sprite, "change_x", 9),
    "change_angle": lambda sprite: setattr(sprite, "change_angle", 9),
    "scale": lambda sprite: setattr(sprite, "scale", 9),
    "color": lambda sprite: setattr(sprite, "color", (9, 9, 9, 9)),
    "visible": lambda sprite: setattr(sprite, "visible", False),
    "texture": lambda sprite: setattr(sprite, "texture", small_texture(4, 4)),
    "hit_box": lambda sprite: setattr(sprite, "hit_box", arcade.hitbox.HitBox(((0, 0), (9, 0), (9, 9)))),
    "textures": lambda sprite: sprite.append_texture(small_texture(4, 4)),
    "tag": lambda sprite: setattr(sprite, "tag", 9),
}


@pytest.mark.parametrize("change", SPRITE_CHANGES)
@pytest.mark.parametrize("kind", [Dot, Glider, plain_sprite], ids=lambda kind: kind.__name__)
def test_what_was_changed_on_an_idle_sprite_is_named(
    watched: PoolManager, kind: Callable[[], Any], change: str
) -> None:
    """D1: the bullet that still steers its target, which is another's by now."""
    pool: SpritePool[Any] = watched.create_sprite_pool(kind)
    for _ in range(2):
        next_frame(pool)
        sprite = pool.spawn(5, 5)
        pool.recycle(sprite)
    SPRITE_CHANGES[change](sprite)
    next_frame(pool)
    with pytest.warns(PoolWarning, match="while it was idle") as caught:
        assert pool.spawn(6, 6) is sprite
    (warning,) = caught
    assert re.search(rf"\.{change}\b", str(warning.message))
    pool.recycle(sprite)
    next_frame(pool)
    pool.recycle(pool.spawn(7, 7))


def test_nested_state_of_a_sprite_is_named(watched: PoolManager) -> None:
    """D1."""

    class Tank(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())
            self.cargo = [[1], [2]]

    pool = watched.create_sprite_pool(Tank)
    tank = pool.spawn(5, 5)
    tank.cargo[0].append(3)
    with pytest.warns(PoolWarning, match=r"reset could not restore Tank\.cargo\[0\] "):
        tank.recycle()


def test_a_game_that_a_sprite_knows_is_not_its_state(watched: PoolManager) -> None:
    """D1: a view with pools, lists and a score, handed to every sprite."""

    class Game:
        def __init__(self) -> None:
            self.pools = watched
            self.walls: arcade.SpriteList[Any] = arcade.SpriteList()
            self.scores = {"one": [0]}

    game = Game()

    class Tank(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())
            self.game = game
            self.walls = game.walls
            self.ground = np.zeros(4)

    pool = watched.create_sprite_pool(Tank, prewarm=1)
    for _ in range(3):
        next_frame(pool)
        tank = pool.spawn(5, 5, lifetime=0.05)
        game.scores["one"].append(1)
        game.walls.append(plain_sprite())
        run_updates(watched, 5)
    tank = pool.spawn(5, 5)
    tank.ground[1] = 1
    with pytest.warns(PoolWarning, match=r"reset could not restore Tank\.ground after"):
        tank.recycle()


def test_an_animated_sprite_has_no_nested_state_of_its_own_fault(watched: PoolManager) -> None:
    """D1: Arcade's own animation runs on between lives without a warning."""
    pool = watched.create_sprite_pool(Blast)
    for _ in range(3):
        next_frame(pool)
        pool.spawn(5, 5, lifetime=0.12)
        run_updates(watched, 9)
    assert pool.stats().recycled == 3


# --- places ---


def _story(sprite: Any) -> str:
    with pytest.raises(StaleLease) as caught:
        sprite.lease.defer(print)
    return str(caught.value)


SPAWNS: dict[str, Callable[[SpritePool[Any]], Any]] = {
    "spawn": lambda pool: pool.spawn(5, 5),
    "try_spawn": lambda pool: pool.try_spawn(5, 5),
    "spawn_many": lambda pool: pool.spawn_many([(5, 5), (6, 6)])[1],
    "manager": lambda pool: pool._lifecycle.loop.manager.spawn(Dot, 5, 5),
}
ENDS: dict[str, Callable[[Any], object]] = {
    "recycle": lambda dot: dot.recycle(),
    "kill": lambda dot: dot.kill(),
    "remove_from_sprite_lists": lambda dot: dot.remove_from_sprite_lists(),
    "list remove": lambda dot: dot.sprite_lists[0].remove(dot),
    "list pop": lambda dot: dot.sprite_lists[0].pop(-1),
    "list clear": lambda dot: dot.sprite_lists[0].clear(),
}


@pytest.mark.parametrize("spawn", SPAWNS)
@pytest.mark.parametrize("end", ENDS)
def test_places_of_sprites_are_lines_of_the_game(watched: PoolManager, spawn: str, end: str) -> None:
    """D1: also where Arcade's list stands between."""
    pool = watched.create_sprite_pool(Dot)
    dot = SPAWNS[spawn](pool)
    ENDS[end](dot)
    text = _story(dot)
    for function in (SPAWNS[spawn], ENDS[end]):
        code: Any = function.__code__
        assert f"by {code.co_filename}:{code.co_firstlineno}" in text


def test_the_place_is_in_the_sprites_own_update(watched: PoolManager) -> None:
    """D1: not in Arcade's or the library's loop over the sprites."""
    places: list[str] = []

    class Mayfly(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            places.append(here()), self.kill()  # type: ignore[func-returns-value]  # one line for both

    for update in (True, False):
        pool = watched.create_sprite_pool(Mayfly, key=update, update=update)
        mayfly = pool.spawn(5, 5)
        run_updates(watched)
        if not update:
            pool.sprites.update(FRAME)
        assert mayfly.lease.reason is RecycleReason.KILLED
        assert f"by {places.pop()}" in _story(mayfly)


def test_a_sprite_that_flies_off_was_ended_by_the_line_that_updates(watched: PoolManager) -> None:
    pool = watched.create_sprite_pool(Dot)
    dot = pool.spawn(-500, 5, lifetime=OffScreen(bounds=LBWH(0, 0, 10, 10)))

    def update() -> None:
        watched.update(FRAME)

    update()
    assert f"by {update.__code__.co_filename}:{update.__code__.co_firstlineno + 1}" in _story(dot)


def test_second_recycle_of_a_sprite_is_warned_of_and_a_second_kill_is_not(watched: PoolManager) -> None:
    """D1; kill means "leave the lists" in Arcade, and may be said twice."""
    pool = watched.create_sprite_pool(Dot)
    dot = pool.spawn(5, 5)
    dot.kill()
    dot.kill()
    next_frame(pool)
    place, dot = here(), pool.spawn(5, 5)
    dot.recycle()
    with pytest.warns(PoolWarning, match=re.escape(place)):
        assert not dot.recycle()


# --- the thread ---

CALLS: dict[str, Callable[[SpritePool[Any], Any], object]] = {
    "spawn": lambda pool, dot: pool.spawn(5, 5),
    "spawn_many": lambda pool, dot: pool.spawn_many([(5, 5)]),
    "try_spawn": lambda pool, dot: pool.try_spawn(5, 5),
    "kill": lambda pool, dot: dot.kill(),
    "remove_from_sprite_lists": lambda pool, dot: dot.remove_from_sprite_lists(),
    "sprites.remove": lambda pool, dot: pool.sprites.remove(dot),
    "sprites.pop": lambda pool, dot: pool.sprites.pop(),
    "sprites.clear": lambda pool, dot: pool.sprites.clear(),
}


@pytest.mark.parametrize("call", CALLS)
def test_sprites_used_off_the_update_thread_raise(watched: PoolManager, call: str) -> None:
    """D1: each way that ends or begins a lease, and nothing is done."""
    pool = watched.create_sprite_pool(Dot)
    dot = pool.spawn(5, 5)
    with pytest.raises(WrongThread):
        elsewhere(lambda: CALLS[call](pool, dot))
    assert dot.lease.alive
    assert_sound(pool)
    assert pool.total_count == 1
    CALLS[call](pool, dot)


def test_a_sprite_may_be_recycled_from_another_thread(watched: PoolManager) -> None:
    """L9: it is its lease's recycle, a request."""
    pool = watched.create_sprite_pool(Dot)
    dot = pool.spawn(5, 5)
    assert elsewhere(dot.recycle)
    assert dot in pool.sprites
    run_updates(watched)
    assert dot not in pool.sprites
    assert pool.idle_count == 1


def test_the_looks_of_debug_mode_are_none_of_the_game(watched: PoolManager) -> None:
    """They read what hardly any game asks for; with a note of that every reset would look after it."""
    pool = watched.create_sprite_pool(Dot, prewarm=1)

    def noted() -> bool:
        item: Any = pool._lifecycle.registry.items[id(dot)]
        return bool(item.touched)

    for _ in range(2):
        next_frame(pool)
        dot = pool.spawn(5, 5)
        assert not noted()
        dot.recycle()
        assert not noted()
    dot.force[0] = 1.0  # while it is idle
    next_frame(pool)
    with pytest.warns(PoolWarning, match="Dot.force"):
        pool.spawn(5, 5)
    assert noted()
    dot.recycle()
    next_frame(pool)
    assert pool.spawn(5, 5).force == [0, 0]


def test_an_engine_that_still_holds_an_idle_sprite_is_named(watched: PoolManager) -> None:
    """D1: Arcade's simple and platformer engines hold their player by reference; no sprite can leave them."""
    pool = watched.create_sprite_pool(Dot, update=False)
    dot = pool.spawn(5, 5)
    engines = [arcade.PhysicsEnginePlatformer(dot, walls=[arcade.SpriteList()], gravity_constant=0.5)]
    dot.recycle()
    for engine in engines:
        engine.update()
    next_frame(pool)
    with pytest.warns(PoolWarning, match=r"a PhysicsEnginePlatformer still holds an idle Dot.*lease\.defer"):
        dot = pool.spawn(5, 5)
    engine = engines[0]
    dot.lease.defer(engines.remove, engine)
    dot.recycle()
    for engine in engines:
        engine.update()
    next_frame(pool)
    pool.spawn(5, 5)
