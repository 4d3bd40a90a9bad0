"""A new sprite per shot that ``arcade.schedule_once`` removes."""

from __future__ import annotations

import math

import arcade
import pyglet

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class ScheduledSprite(Way):
    """A plain sprite list and pyglet's clock.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "new sprite, arcade.schedule_once"

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=alive)
        self._time = 0.0
        # arcade.schedule_once uses pyglet's default clock, which shows real time unless it is told otherwise.
        self._clock = pyglet.clock.Clock(time_function=lambda: self._time)
        self._clock.tick()
        pyglet.clock.set_default(self._clock)

    def spawn(self, x: float, y: float, lifetime: float) -> arcade.Sprite:
        """One shot."""
        sprite = arcade.Sprite(TEXTURE, center_x=x, center_y=y)
        self.sprites.append(sprite)
        if lifetime != math.inf:
            # A function of its own for each: unscheduling one that is shared would cancel all.
            arcade.schedule_once(lambda _: sprite.remove_from_sprite_lists(), lifetime)
        return sprite

    def end(self, sprite: arcade.Sprite) -> None:
        """Ends a shot; what is scheduled finds it gone."""
        sprite.remove_from_sprite_lists()

    def update(self, delta_time: float) -> None:
        """One frame."""
        self._time += delta_time
        self._clock.tick()
