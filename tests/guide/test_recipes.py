"""The recipes of the guide do what the page says. Each is a file of docs/recipes that the page shows as it is."""

from __future__ import annotations

import re
from typing import Any

import arcade
import pytest

from arcade_pool import PooledSprite, PoolManager, RecycleReason
from sprites.helpers import FRAME, run_updates, small_texture

from .snippets import DOCS, click, load, play

PAGE = (DOCS / "recipes.md").read_text(encoding="utf-8")


def test_page_shows_every_recipe() -> None:
    """And no other: each is one of the files that are tested here."""
    shown = re.findall(r"\{literalinclude\} recipes/(\w+)\.py", PAGE)
    assert sorted(shown) == sorted(path.stem for path in (DOCS / "recipes").glob("*.py"))
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert set(shown) <= tested


def test_collision_loop(manager: PoolManager) -> None:
    class Bullet(PooledSprite):
        def __init__(self) -> None:
            super().__init__(small_texture())

    class Enemy(Bullet):
        hp = 2

    bullets, enemies = manager.create_sprite_pool(Bullet), manager.create_sprite_pool(Enemy)
    hit_enemies = load("recipes/collision_loop.py").hit_enemies
    weak, strong = enemies.spawn(0, 0), enemies.spawn(100, 0)
    bullets.spawn_many([(0, 0), (0, 0), (100, 0), (300, 0)])
    hit_enemies(bullets, enemies)
    assert weak.lease.reason is RecycleReason.RECYCLED
    assert strong.hp == 1
    assert [bullet.center_x for bullet in bullets] == [300]


def test_bullet_pattern(manager: PoolManager) -> None:
    """A ring opens evenly, its shots point where they fly, and none is left when all are off screen."""
    recipe = load("recipes/bullet_pattern.py")
    shots = manager.create_sprite_pool(recipe.Shot)
    recipe.fire_ring(shots, 400, 300, count=8, turn=90)
    run_updates(manager, 50)
    places = [(round(shot.center_x), round(shot.center_y)) for shot in shots]
    assert places[:4] == [(600, 300), (541, 159), (400, 100), (259, 159)]
    assert [shot.angle for shot in shots][:3] == [90, 135, 180]
    run_updates(manager, 100)
    assert len(shots) == 0


def test_fading(manager: PoolManager) -> None:
    smoke = manager.spawn(load("recipes/fading.py").Smoke, 0, 0)
    manager.update(0.75)
    assert smoke.alpha == pytest.approx(128, abs=1)
    assert smoke.scale_x == pytest.approx(1.0)
    run_updates(manager, 46)
    assert not smoke.lease.alive
    assert smoke.alpha == 255


def test_sounds(manager: PoolManager) -> None:
    """A sound that stops with its lease, and a lease that lasts as long as its sound."""
    recipe = load("recipes/sounds.py")
    sound = arcade.load_sound(":resources:/sounds/hit5.wav")
    started: list[Any] = []

    class Recorded:
        def play(self, *, loop: bool) -> Any:
            started.append(sound.play(loop=loop))
            return started[-1]

    lasers = manager.create_sprite_pool(lambda: recipe.Laser(small_texture()))
    laser = lasers.spawn(hum=Recorded())
    assert started[0].playing
    laser.kill()
    assert not started[0].playing

    gong = manager.create_sprite_pool(lambda: recipe.Gong(small_texture())).spawn(sound=sound)
    manager.update(sound.get_length() - 0.01)
    assert gong.lease.alive
    manager.update(0.02)
    assert gong.lease.reason is RecycleReason.EXPIRED


def test_trail(manager: PoolManager) -> None:
    """What it has left behind outlives it, by a life of its own."""
    recipe = load("recipes/trail.py")
    puffs = manager.create_sprite_pool(lambda: recipe.Puff(small_texture()))
    rocket = manager.create_sprite_pool(lambda: recipe.Rocket(puffs)).spawn(400, 100)
    run_updates(manager, 30)
    assert len(puffs) == 10
    rocket.recycle()
    run_updates(manager, 3)
    assert len(puffs) == 10
    run_updates(manager, 60)
    assert len(puffs) == 0


def test_event_handlers(manager: PoolManager, window: arcade.Window) -> None:
    recipe = load("recipes/event_handlers.py")
    turrets = manager.create_sprite_pool(lambda: recipe.Turret(small_texture()))
    frames = len(window._event_stack)
    turret = turrets.spawn(window=window)
    window.dispatch_event("on_mouse_scroll", 0, 0, 0, 2)
    window.dispatch_events()
    assert turret.angle == 20
    turret.recycle()
    window.dispatch_event("on_mouse_scroll", 0, 0, 0, 2)
    window.dispatch_events()
    assert turret.angle == 0
    assert len(window._event_stack) == frames, "nothing stays behind"


def test_health_bar(manager: PoolManager) -> None:
    recipe = load("recipes/health_bar.py")
    bars = manager.create_sprite_pool(lambda: recipe.HealthBar(small_texture()))
    enemy = manager.create_sprite_pool(lambda: recipe.Enemy(bars)).spawn(200, 200)
    enemy.hp = 1
    manager.update(FRAME)
    (bar,) = bars
    assert bar.position == (200, enemy.top + 8)
    assert bar.scale_x == pytest.approx(0.2)
    enemy.recycle()
    assert bar.lease.reason is RecycleReason.PARENT
    assert bar.owner is None


def test_textures(manager: PoolManager) -> None:
    """Each variant has the hit box of its own texture."""
    recipe = load("recipes/textures.py")
    meteors = manager.create_sprite_pool(recipe.Meteor)
    for texture in [*recipe.METEORS, recipe.METEORS[0]]:
        meteor = meteors.spawn(0, 0, texture=texture)
        assert meteor.texture is texture
        assert list(meteor.hit_box.points) == list(texture.hit_box_points)
        meteor.recycle()
    assert meteors.stats().created == 1


def test_fixed_step(manager: PoolManager, window: arcade.Window) -> None:
    """All game time comes from the fixed steps."""
    game = load("recipes/fixed_step.py").Game()
    game.on_update(1.0)
    assert game.pools.time == 0.0
    game.on_fixed_update(FRAME)
    assert game.pools.time == FRAME


def test_scrolling(manager: PoolManager, window: arcade.Window) -> None:
    """A bullet far from the window's own rectangle lives on where the camera is."""
    game = load("recipes/scrolling.py").Game()
    game.camera.position = 5000, 300
    seen, unseen = game.bullets.spawn(5000, 300), game.bullets.spawn(400, 300)
    play(game)
    assert seen.lease.alive
    assert not unseen.lease.alive
    game.camera.position = 400, 300
    play(game)
    assert not seen.lease.alive


def test_scenes(manager: PoolManager, window: arcade.Window) -> None:
    """The title's sprites end with it; those of the level wait behind the pause screen."""
    recipe = load("recipes/scenes.py")
    title = recipe.Title()
    window.show_view(title)
    click(title, 10, 10)
    level: Any = window.current_view
    assert isinstance(level, recipe.Level)
    assert title.pools[recipe.Spark].active_count == 0
    click(level, 10, 10)
    level.on_key_press(0, 0)
    pause: Any = window.current_view
    play(pause, 60)
    assert level.pools[recipe.Spark].active_count == 1
    pause.on_key_press(0, 0)
    play(level, 31)
    assert level.pools[recipe.Spark].active_count == 0
    level.leave()
    assert len(level.pools) == 0
    window.hide_view()
