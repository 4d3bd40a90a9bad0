"""For the eye only. Their chances come from `World.looks`, so that they never change how a fight goes."""

from __future__ import annotations

import arcade
from arcade.types import Color

from arcade_pool import PooledSprite
from demo_game import lifetimes, textures
from demo_game.actors import Actor, World, course
from demo_game.textures import CYAN


class PlainSpark(PooledSprite):
    """A glowing dot that slows down and fades, as `lifetimes.spark` says."""

    lifetime = lifetimes.spark

    def __init__(self, arena: World) -> None:
        super().__init__(textures.spark(20))
        self.arena = arena
        self.seconds = 0.0

    def on_spawn(self, *, colour: Color, speed: float, towards: float | None) -> None:
        """Flies off."""
        chance = self.arena.looks.uniform
        self.color, self.scale, self.seconds = colour, chance(0.4, 1.0), chance(0.3, 0.95)
        angle = chance(0, 360) if towards is None else towards + chance(-25, 25)
        self.velocity = course(angle, speed * chance(0.25, 1.0))

    def cool_down(self, share: float) -> None:
        """Loses a share of its speed and its light."""
        self.velocity = self.change_x * (1 - share), self.change_y * (1 - share)
        self.alpha = int(self.alpha * (1 - share))


class Spark(PlainSpark):
    """The same in its pool: all of them are moved at once, by a few array operations."""

    batched_motion = True


class PlainStormShot(PooledSprite):
    """One of thousands in the stress pattern."""

    lifetime = lifetimes.STORM_SHOT

    def __init__(self, _: World) -> None:
        super().__init__(textures.spark(20))

    def on_spawn(self, *, origin: tuple[float, float], colour: Color) -> None:
        """Flies away from `origin`, the faster the farther it is."""
        x, y = self.position
        self.velocity = (x - origin[0]) / 8, (y - origin[1]) / 8
        self.color = colour


class StormShot(PlainStormShot):
    """The same in its pool: all of them are moved at once, by a few array operations."""

    batched_motion = True


class Explosion(PooledSprite, arcade.TextureAnimationSprite):
    """A flash in a growing ring. `PooledSprite` mixes with every sprite class of Arcade."""

    lifetime = lifetimes.EXPLOSION

    def __init__(self, _: World) -> None:
        frames = [arcade.TextureKeyframe(texture, duration=34) for texture in textures.explosion()]
        super().__init__(animation=arcade.TextureAnimation(frames))

    def on_spawn(self, *, colour: Color) -> None:
        """Takes the colour of what has exploded."""
        self.color = colour


class MuzzleFlash(Actor):
    """A flash at the gun."""

    lifetime = lifetimes.MUZZLE_FLASH

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.spark(48))
        self.color = CYAN


class Shockwave(Actor):
    """A ring that grows to `reach` pixels and fades."""

    lifetime = lifetimes.SHOCKWAVE

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.ring(256, 6.0))
        self.reach = 0.0

    def on_spawn(self, *, colour: Color, reach: float) -> None:
        """Begins small."""
        self.color, self.reach, self.scale = colour, reach, 0.05

    def _act(self, delta_time: float) -> None:
        self.scale = self.reach / 128 * (1 - self.fading**3)
        self.alpha = int(255 * self.fading)


class Popup(Actor):
    """A few letters that float up and fade."""

    lifetime = lifetimes.POPUP

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.spark(20))
        self.change_y = 1.0

    def on_spawn(self, *, text: str, colour: Color) -> None:
        """Shows the text."""
        self.texture = textures.label(text, colour)
        self.center_y += 12

    def _act(self, delta_time: float) -> None:
        self.alpha = int(255 * min(1.0, 2 * self.fading))


class Notice:
    """A headline. Not a sprite: any object can be pooled. The head-up display shows what `Spawner.notices` holds."""

    lifetime = lifetimes.NOTICE

    def __init__(self) -> None:
        self.text = self.detail = ""

    def on_spawn(self, *, text: str, detail: str) -> None:
        """Takes what it says."""
        self.text, self.detail = text, detail
