"""The ship, what it drops and collects. And `Actor`, the base of what knows its arena, with what it knows: `World`.

No class resets anything: health, colour, size, texture and velocity go back to what ``__init__`` left, each time a
lease ends. ``on_spawn`` says only what is particular to one life.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, ClassVar, Protocol, Self

import arcade
from arcade.types import Color, Point2

from arcade_pool import Lease, PooledSprite, PoolManager, Until
from demo_game import lifetimes, textures
from demo_game.controls import Controls
from demo_game.lifetimes import Script
from demo_game.sounds import Sounds
from demo_game.supply import Supply
from demo_game.textures import CYAN, GOLD, GREEN, HEIGHT, RED, VIOLET, WHITE, WIDTH

_TRIGGER = Until(lambda ship: ship.arena.controls.fire or ship.arena.controls.pad_fire)


def course(angle: float, speed: float) -> tuple[float, float]:
    """The velocity of `speed` pixels per 1/60 s in the direction of an angle."""
    radians = math.radians(angle)
    return speed * math.sin(radians), speed * math.cos(radians)


class Arms(Protocol):
    """The spawner, as the ship knows it."""

    shields: Supply[Shield]

    def volley(self, ship: Ship, barrels: int) -> None:
        """A shot from each barrel."""

    def sparks(self, x: float, y: float, colour: Color, count: int, speed: float, towards: float | None = None) -> None:
        """Sparks that fly apart, or off in a direction."""


class World(Protocol):
    """The arena, as its sprites know it: no views, no keys, no waves. Enemies know a little more of it (`Front`)."""

    pools: PoolManager
    controls: Controls
    sounds: Sounds
    #: Chances of what is only for the eye.
    looks: Random
    #: The ship's place, or its last one.
    target: tuple[float, float]

    @property
    def spawner(self) -> Arms:
        """Makes what sprites send out."""

    def ship_was_hit(self, x: float, y: float) -> None:
        """A hit that no shield has taken."""

    def bomb_went_off(self, x: float, y: float, radius: float) -> None:
        """The end of a fuse."""


class Actor(PooledSprite):
    """A sprite that knows its arena: given once, to each instance, it survives every recycle.

    Args:
        arena: Where it lives.
        texture: What it looks like.
    """

    def __init__(self, arena: World, texture: arcade.Texture) -> None:
        super().__init__(texture)
        self.arena = arena

    @property
    def lease(self) -> Lease[Self]:
        """As for every pooled sprite; the manager knows it for those without a pool (`supply`), too."""
        return self.arena.pools.lease(self)

    @property
    def fading(self) -> float:
        """1 at the beginning of a lifetime of seconds, 0 at its end."""
        return 1.0 - (self.lease.progress or 0.0)

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Acts, and moves. The pools call it once per frame."""
        self._act(delta_time)
        super().update(delta_time)

    def _act(self, delta_time: float) -> None:
        """Its part of a frame, but for moving."""

    def _direction_to(self, place: Point2) -> float:
        """An angle: degrees, clockwise, 0 is up."""
        x, y = place
        return math.degrees(math.atan2(x - self.center_x, y - self.center_y))


class Ship(Actor):
    """The player's ship. Gun, exhaust and invulnerability are side tasks of its lease, and end with it."""

    lifetime = lifetimes.SHIP
    MAX_HEALTH = 5
    SPEED = 6.2

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.neon("ship", CYAN, 22))
        self.health = self.MAX_HEALTH
        self.barrels = 1
        self.invulnerable = False

    def on_spawn(self) -> None:
        """Starts what runs for as long as the ship lives."""
        for task in (self._gun(), self._exhaust(), self._grace(1.5)):
            self.lease.start(task)

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Follows the controls; the nose follows the aim."""
        controls = self.arena.controls
        grip = 1 - math.exp(-11 * delta_time)
        # Two keys at once, for a diagonal, are no faster than one.
        speed = self.SPEED / max(1.0, math.hypot(controls.move_x, controls.move_y))
        self.change_x += (controls.move_x * speed - self.change_x) * grip
        self.change_y += (controls.move_y * speed - self.change_y) * grip
        super().update(delta_time)
        self.position = min(max(self.center_x, 26), WIDTH - 26), min(max(self.center_y, 26), HEIGHT - 26)
        self.angle = self._direction_to(controls.aim)
        self.arena.target = self.position

    def hurt(self) -> None:
        """Takes a hit: the shield, if there is one, else the ship."""
        if self.invulnerable:
            return
        if (shield := self._shield()) is not None:
            shield.strength -= 1
            self.lease.start(self._grace(0.4))
        else:
            self.health -= 1
            self.lease.start(self._grace(1.4))
            self.arena.ship_was_hit(*self.position)

    def raise_shield(self) -> None:
        """A new shield, or a fresh lifetime for the one that is up."""
        if (shield := self._shield()) is not None:
            shield.strength = Shield.STRENGTH
            shield.lease.set_lifetime(lifetimes.SHIELD)
        else:
            self.lease.adopt(self.arena.spawner.shields.spawn(*self.position).lease)

    def _shield(self) -> Shield | None:
        return next(iter(self.arena.spawner.shields), None)

    def overcharge(self) -> Script:
        """One barrel more, for a while. Each of several takes back its own."""
        self.barrels += 1
        yield 10.0
        self.barrels -= 1

    def _gun(self) -> Script:
        while True:
            yield _TRIGGER
            self.arena.spawner.volley(self, min(self.barrels, 4))
            yield 0.06

    def _exhaust(self) -> Script:
        while True:
            yield 0.03
            if abs(self.change_x) + abs(self.change_y) > 2:
                back = self._direction_to((self.center_x - self.change_x, self.center_y - self.change_y))
                x, y = course(back, 14)
                self.arena.spawner.sparks(self.center_x + x, self.center_y + y, CYAN, 1, 2.5, back)

    def _grace(self, seconds: float) -> Script:
        self.invulnerable = True
        end = self.lease.age + seconds
        while self.lease.age < end:
            self.alpha = 90 if self.alpha == 255 else 255
            yield 0.07
        self.alpha = 255
        self.invulnerable = False


class Shield(Actor):
    """A bubble around the ship."""

    lifetime = lifetimes.SHIELD
    STRENGTH = 3

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.ring(96, 3.0))
        self.color = VIOLET
        self.strength = self.STRENGTH

    def _act(self, delta_time: float) -> None:
        self.position = self.arena.target
        wearing_off = (self.lease.remaining or 0.0) < 2.0
        self.alpha = 60 if wearing_off and self.lease.age % 0.2 < 0.1 else 100 + 45 * self.strength


class Bomb(Actor):
    """Lies where it was dropped until its fuse is through. See `lifetimes.bomb`."""

    lifetime = lifetimes.bomb
    RADIUS = 250.0

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.neon("bomb", GOLD, 17))

    def blink(self) -> None:
        """Light on, light off."""
        self.color = RED if self.color == WHITE else WHITE
        self.arena.sounds.play("tick")

    def swell(self) -> None:
        """The last moment."""
        self.color = WHITE
        self.scale = 1.7

    def explode(self) -> None:
        """The end of the fuse."""
        self.arena.bomb_went_off(*self.position, self.RADIUS)


class Pickup(Actor):
    """Something useful that an enemy has left. See `lifetimes.pickup`."""

    lifetime = lifetimes.pickup
    #: By kind: what it says when it is collected, and its colour.
    KINDS: ClassVar[dict[str, tuple[str, Color]]] = {
        "heal": ("Repair", GREEN),
        "refill": ("Bomb", GOLD),
        "power": ("Overcharge", CYAN),
        "shield": ("Shield", VIOLET),
    }

    def __init__(self, arena: World) -> None:
        self.looks = {kind: textures.neon(kind, colour, 15) for kind, (_, colour) in self.KINDS.items()}
        super().__init__(arena, self.looks["heal"])
        self.kind = "heal"

    def on_spawn(self, *, kind: str) -> None:
        """Takes the looks of its kind."""
        self.kind, self.texture = kind, self.looks[kind]

    def _act(self, delta_time: float) -> None:
        near = math.dist(self.arena.target, self.position) < 130
        self.velocity = course(self._direction_to(self.arena.target), 4.5) if near else (0.0, 0.0)

    def blink(self) -> None:
        """Fades or comes back. Not by ``visible``: a sprite that is not visible would be collected all the same."""
        self.alpha = 60 if self.alpha == 255 else 255
