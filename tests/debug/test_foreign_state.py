"""D1: parts of an object that are Arcade's, or of a class that derives from Arcade's: debug mode and check_reusable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import arcade
import arcade.particles
import pytest

from arcade_pool import PooledSprite, PoolManager, PoolWarning
from arcade_pool.testing import check_reusable
from helpers import next_frame
from sprites.helpers import Dot, run_updates, small_texture


class Turret(arcade.Sprite):
    """A part that is a sprite of the game's own class, without a pool."""

    def __init__(self) -> None:
        super().__init__(small_texture())
        self.ammo = 6
        self._heat = 0


def emitter() -> Any:
    return arcade.particles.Emitter(
        center_xy=(0, 0),
        emit_controller=arcade.particles.EmitBurst(5),
        particle_factory=lambda _: arcade.particles.EternalParticle(small_texture(), (0, 0)),
    )


def sprite() -> arcade.Sprite:
    return arcade.Sprite(small_texture())


#: How a part is made, what a lease does to it, and the end of the path that is named.
PARTS: dict[str, tuple[Callable[[], Any], Callable[[Any], object], str]] = {
    "attribute of a subclass": (Turret, lambda part: setattr(part, "ammo", 0), "ammo"),
    "private attribute of a subclass": (Turret, lambda part: setattr(part, "_heat", 9), "_heat"),
    "angle of a sprite": (sprite, lambda part: setattr(part, "angle", 45), "angle"),
    "place of a sprite": (sprite, lambda part: setattr(part, "center_x", 45), "position"),
    "look of a sprite": (sprite, lambda part: setattr(part, "alpha", 45), "color"),
    "text": (lambda: arcade.Text("10", 0, 0), lambda part: setattr(part, "text", "99"), "text"),
    "list": (arcade.SpriteList, lambda part: part.append(sprite()), "content"),
    "emitter": (emitter, lambda part: part.update(), "_particles"),
    "camera": (arcade.Camera2D, lambda part: setattr(part, "zoom", 2.0), "zoom"),
    "sprite in a list": (lambda: [sprite()], lambda part: setattr(part[0], "angle", 45), r"part\[0\].angle"),
}


def owner_of(make: Callable[[], Any]) -> Any:
    class Tank(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.part = make()

    return Tank


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_of_arcade_that_changed_is_named(kind: str, window: arcade.Window) -> None:
    """D1: the reset does not reach it, and its next lease would feel it."""
    make, change, name = PARTS[kind]
    pool = PoolManager(debug=True).create_sprite_pool(owner_of(make), prewarm=1)
    tank = pool.spawn(0, 0)
    change(tank.part)
    with pytest.warns(PoolWarning, match=rf"could not restore .*{name}"):
        tank.recycle()
    next_frame(pool)
    pool.spawn(0, 0).recycle()  # told once
    with pytest.raises(AssertionError, match=name):
        check_reusable(PoolManager().create_sprite_pool(owner_of(make)), lambda tank: change(tank.part))


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_that_is_put_right_or_only_used_is_not_named(kind: str, window: arcade.Window) -> None:
    """D1: reading and drawing change nothing."""
    make, _, _ = PARTS[kind]
    pool = PoolManager(debug=True).create_sprite_pool(owner_of(make))
    for _ in range(2):
        tank = pool.spawn(0, 0)
        for part in tank.part if isinstance(tank.part, list) else [tank.part]:
            if hasattr(part, "draw"):
                part.draw()
            repr(part)
        pool.draw()
        tank.recycle()
        next_frame(pool)
    check_reusable(PoolManager().create_sprite_pool(owner_of(make)), lambda tank: None)


SHARED: dict[str, Callable[[Any], object]] = {
    "a list of the game": lambda game: game.sprites,
    "a camera of the game": lambda game: game.camera,
    "the window": lambda game: game.window,
    "a sprite of the game": lambda game: game.player,
    "a texture": lambda game: small_texture(),
    "an animation": lambda game: game.animation,
}


class Game:
    def __init__(self, window: arcade.Window) -> None:
        self.window = window
        self.sprites: arcade.SpriteList[Any] = arcade.SpriteList()
        self.camera = arcade.Camera2D()
        self.player = sprite()
        self.animation = arcade.TextureAnimation([arcade.TextureKeyframe(small_texture(), 100)])

    def goes_on(self, _sprite: PooledSprite) -> None:
        self.sprites.append(sprite())
        self.camera.position = (self.camera.position[0] + 5, 0)
        self.player.angle += 10
        self.window.set_caption(f"{self.player.angle}")


@pytest.mark.parametrize("what", SHARED)
def test_what_is_only_held_by_reference_is_not_named(what: str, window: arcade.Window) -> None:
    """D1: the game goes on, and that is no change of the object."""
    game = Game(window)
    kind = owner_of(lambda: SHARED[what](game))
    manager = PoolManager(debug=True)
    pool = manager.create_sprite_pool(kind)
    for _ in range(3):
        tank = pool.spawn(0, 0)
        game.goes_on(tank)
        tank.recycle()
        game.goes_on(tank)
        run_updates(manager)
    check_reusable(PoolManager().create_sprite_pool(kind), game.goes_on)
