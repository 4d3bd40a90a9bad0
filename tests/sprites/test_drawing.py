"""What is drawn: pixel for pixel what a fresh arcade.SpriteList with the same sprites in the same order draws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import arcade
import pytest

from arcade_pool import PooledSpriteList, PoolManager, SpritePool
from helpers import run_script

from .helpers import Dot, assert_sound, small_texture

WIDTH, HEIGHT = 160, 120
TEXTURES = [
    small_texture(16, 8),
    small_texture(8, 8, (0, 255, 0, 255)),
    small_texture(5, 20, (0, 0, 255, 128)),
    arcade.make_soft_circle_texture(24, arcade.color.YELLOW),
]


class Canvas:
    """A small surface to draw on, with a depth buffer."""

    def __init__(self, window: arcade.Window) -> None:
        self._context = window.ctx
        self._surface = window.ctx.framebuffer(
            color_attachments=[window.ctx.texture((WIDTH, HEIGHT))],
            depth_attachment=window.ctx.depth_texture((WIDTH, HEIGHT)),
        )

    def pixels(self, sprites: arcade.SpriteList[Any], *, depth: bool = False) -> bytes:
        """What a sprite list draws on an empty surface."""
        with self._surface.activate():
            self._surface.clear(color=(10, 20, 30, 255))
            if depth:
                with self._context.enabled(self._context.DEPTH_TEST):
                    sprites.draw()
            else:
                sprites.draw()
            return bytes(self._surface.read(components=4))


@pytest.fixture
def canvas(window: arcade.Window) -> Iterator[Canvas]:
    yield Canvas(window)
    window.use()


def assert_draws_alike(canvas: Canvas, pool: SpritePool[Any]) -> None:
    """The pool's list draws what new copies of its sprites in a new list draw."""
    fresh: arcade.SpriteList[Any] = arcade.SpriteList()
    for sprite in pool.sprites.sprite_list:
        x, y = sprite.position
        copy = arcade.Sprite(sprite.texture, sprite.scale, x, y, sprite.angle)
        copy.color = sprite.color
        copy.visible = sprite.visible
        copy.depth = sprite.depth
        fresh.append(copy)
    for depth in (False, True):
        assert canvas.pixels(pool.sprites, depth=depth) == canvas.pixels(fresh, depth=depth), f"depth test {depth}"
    fresh.clear()


def change_look(sprite: Any, draw: random.Random) -> None:
    """One random change that is to be seen."""
    change = draw.randrange(9)
    if change == 0:
        sprite.color = (draw.randrange(256), draw.randrange(256), draw.randrange(256), draw.randrange(256))
    elif change == 1:
        sprite.alpha = draw.randrange(256)
    elif change == 2:
        sprite.visible = not sprite.visible
    elif change == 3:
        sprite.depth = draw.uniform(-50, 50)
    elif change == 4:
        sprite.texture = draw.choice(TEXTURES)
    elif change == 5:
        sprite.scale = (draw.uniform(-2, 2), draw.uniform(-2, 2))
    elif change == 6:
        sprite.width = draw.uniform(1, 30)
    elif change == 7:
        sprite.angle = draw.uniform(-180, 180)
    else:
        sprite.position = (draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT))


def drive(canvas: Canvas, pool: SpritePool[Any], steps: int, seed: int, looks: int) -> None:
    """Random spawns, ends and changes; compares every now and then."""
    draw = random.Random(seed)  # noqa: S311
    alive: list[Any] = []
    for step in range(steps):
        # Tides of some hundreds, so that the list grows over its first capacity and empties again.
        if not alive or draw.random() < (0.6 if step // 2000 % 2 == 0 else 0.4):
            place: dict[str, Any] = {"angle": draw.uniform(0, 360)} if draw.random() < 0.3 else {}
            place |= {"scale": draw.uniform(0.5, 2)} if draw.random() < 0.3 else {}
            alive.append(pool.spawn(draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT), **place))
        else:
            alive.pop(draw.randrange(len(alive))).recycle()
        if alive and draw.random() < 0.5:
            change_look(draw.choice(alive), draw)
        if step % 800 == 799:
            pool.trim(draw.randrange(40))
        if step % (steps // looks) == 0:
            assert_draws_alike(canvas, pool)
            assert_sound(pool)
    assert_draws_alike(canvas, pool)


def test_ten_thousand_spawns_and_ends(manager: PoolManager, canvas: Canvas) -> None:
    """L3, and the heart of the list: no sprite is drawn with anything of another life."""
    pool = manager.create_sprite_pool(Dot)
    drive(canvas, pool, steps=10_000, seed=11, looks=25)
    assert pool.stats().peak_active > 256


def test_with_the_order_kept_and_a_hash(manager: PoolManager, canvas: Canvas) -> None:
    pool = manager.create_sprite_pool(Dot, keep_order=True, use_spatial_hash=True)
    drive(canvas, pool, steps=2000, seed=12, looks=10)


def test_lazy_list_draws_from_its_first_frame_on(manager: PoolManager, canvas: Canvas) -> None:
    """Prewarmed, spawned, changed and recycled before OpenGL has heard of it."""
    sprites: PooledSpriteList[Dot] = PooledSpriteList(lazy=True)
    pool = manager.create_sprite_pool(Dot, sprites=sprites, prewarm=300)
    draw = random.Random(13)  # noqa: S311
    for _ in range(3):
        dots = [pool.spawn(draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT)) for _ in range(280)]
        for dot in dots:
            change_look(dot, draw)
        for dot in draw.sample(dots, 200):
            dot.recycle()
    assert not sprites._initialized
    assert_draws_alike(canvas, pool)
    drive(canvas, pool, steps=1000, seed=14, looks=5)


def test_sprites_that_were_idle_when_the_list_was_first_drawn(manager: PoolManager, canvas: Canvas) -> None:
    """Arcade writes the textures of those that are drawn then; the others have theirs when they come."""

    class Tinted(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.texture = small_texture(13, 21, (0, 200, 200, 255))

    sprites: PooledSpriteList[Tinted] = PooledSpriteList(lazy=True)
    pool = manager.create_sprite_pool(Tinted, sprites=sprites)
    for tinted in [pool.spawn(20 * number, 30) for number in range(6)]:
        tinted.recycle()
    pool.spawn(20, 90)
    assert_draws_alike(canvas, pool)
    assert sprites.atlas is not None
    # Else the test would see no difference from a slot that nobody has written.
    assert sprites.atlas.get_texture_id(small_texture(13, 21, (0, 200, 200, 255))) != 0
    for number in range(5):
        pool.spawn(20 * number, 60)
    assert_draws_alike(canvas, pool)
    assert_sound(pool)


def test_small_capacity_grows_while_it_is_drawn(manager: PoolManager, canvas: Canvas) -> None:
    """Buffers that double under OpenGL keep what idle sprites look like."""
    sprites: PooledSpriteList[Dot] = PooledSpriteList(capacity=1)
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    draw = random.Random(15)  # noqa: S311
    for count in (10, 256, 257, 600, 1100):
        while pool.active_count < count:
            pool.spawn(draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT))
        assert_draws_alike(canvas, pool)
        for dot in list(pool)[::2]:
            dot.recycle()
        assert_draws_alike(canvas, pool)
    assert_sound(pool)


def test_changed_order_is_drawn(manager: PoolManager, canvas: Canvas) -> None:
    """Sorting and the like, also with nothing else changed in between (section 7: insert forgets to tell)."""
    pool = manager.create_sprite_pool(Dot)
    draw = random.Random(16)  # noqa: S311
    for _ in range(60):
        dot = pool.spawn(draw.uniform(40, 80), draw.uniform(40, 80))
        dot.texture = draw.choice(TEXTURES[:2])
    for change in (
        lambda: pool.sprites.sort(key=lambda dot: dot.center_x),
        pool.sprites.reverse,
        pool.sprites.shuffle,
        lambda: pool.sprites.swap(0, 59),
        pool.sprites[30].recycle,
        lambda: pool.spawn(60, 60),
    ):
        canvas.pixels(pool.sprites)
        change()
        assert_draws_alike(canvas, pool)


def test_ended_sprites_are_not_drawn(manager: PoolManager, canvas: Canvas) -> None:
    """L4: the last one either, and no pool draws anything when it is empty."""
    pool = manager.create_sprite_pool(Dot)
    empty = canvas.pixels(pool.sprites)
    dots = pool.spawn_many([(80, 60)] * 3)
    assert canvas.pixels(pool.sprites) != empty
    for dot in dots:
        dot.recycle()
    assert canvas.pixels(pool.sprites) == empty


def test_a_new_texture_is_drawn_in_the_next_life(manager: PoolManager, canvas: Canvas) -> None:
    """A texture that nobody holds any more leaves the atlas, and its slot there goes to another."""
    pool = manager.create_sprite_pool(Dot)
    for number in range(40):
        dot = pool.spawn(80, 60)
        dot.texture = arcade.make_circle_texture(30, (number * 6, 255 - number * 6, 99, 255))
        assert_draws_alike(canvas, pool)
        dot.recycle()
        pool.spawn(30, 30)
        assert_draws_alike(canvas, pool)
        pool.clear()


def test_atlas_that_grows_is_drawn_from(manager: PoolManager, canvas: Canvas) -> None:
    """Arcade moves every texture when its atlas is full; sprites that were idle then are drawn as they look."""
    atlas = arcade.DefaultTextureAtlas((128, 128))
    sprites: PooledSpriteList[Dot] = PooledSpriteList(atlas=atlas)
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    dots = [pool.spawn(10 * number, 60) for number in range(16)]
    for dot in dots[::2]:
        dot.recycle()
    textures = [arcade.make_circle_texture(60, (number * 20, 255, 0, 255)) for number in range(12)]
    before = atlas.size
    for dot, texture in zip(dots[1::2], textures, strict=False):
        dot.texture = texture
        assert_draws_alike(canvas, pool)
    assert atlas.size > before
    for dot in dots[1::2]:
        dot.recycle()
    for number in range(16):
        pool.spawn(10 * number, 30)
    assert_draws_alike(canvas, pool)
    assert_sound(pool)


def test_pool_made_before_the_window() -> None:
    """A pool of a program that opens its window later draws what a list made afterwards draws."""
    printed = run_script(
        """
import random
import arcade
from arcade_pool import PooledSprite, PoolManager
from sprites.helpers import Dot, assert_sound
from sprites.test_drawing import Canvas, assert_draws_alike, change_look, drive

draw = random.Random(17)
manager = PoolManager()
pool = manager.create_sprite_pool(Dot, prewarm=300)
for _ in range(3):
    dots = [pool.spawn(draw.uniform(0, 160), draw.uniform(0, 120)) for _ in range(280)]
    for dot in dots:
        change_look(dot, draw)
    for dot in draw.sample(dots, 200):
        dot.recycle()
assert_sound(pool)
for _ in range(2):
    # The second time round the window is another one: what OpenGL knew of the pool went with the first.
    window = arcade.Window(160, 120)
    canvas = Canvas(window)
    assert_draws_alike(canvas, pool)
    drive(canvas, pool, steps=600, seed=18, looks=6)
    window.close()
    for dot in [pool.spawn(40, 40) for _ in range(50)][::2]:
        change_look(dot, draw)
        dot.recycle()
print("drawn")
"""
    )
    assert printed == "drawn\n"


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_what_was_written_to_idle_sprites_is_drawn(
    manager: PoolManager, canvas: Canvas, seed: int, batched: bool
) -> None:
    """L7: by a reference that was kept too long; the next lease draws what the sprite says."""
    kind = type("Idle", (Dot,), {"batched_motion": batched})
    pool = manager.create_sprite_pool(kind)
    draw = random.Random(seed)  # noqa: S311  # a test's own choice
    for _ in range(60):
        sprites = pool.spawn_many([(draw.uniform(0, WIDTH), draw.uniform(0, HEIGHT)) for _ in range(6)])
        assert_draws_alike(canvas, pool)
        for sprite in sprites:
            sprite.recycle()
        for sprite in draw.sample(sprites, 3):
            change_look(sprite, draw)
        manager.update(0)
    pool.spawn_many([(20 * number, 40) for number in range(6)])
    assert_draws_alike(canvas, pool)
    assert_sound(pool)
