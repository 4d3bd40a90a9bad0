"""The other side: what there is to shoot at, and what it shoots."""

from __future__ import annotations

import math
from itertools import count
from random import Random
from typing import ClassVar, Protocol

from arcade.types import Color

from arcade_pool import Frames
from demo_game import lifetimes, textures
from demo_game.actors import Actor, Arms, Pickup, World, course
from demo_game.lifetimes import Script
from demo_game.score import Tally
from demo_game.supply import Supply
from demo_game.textures import GOLD, HEIGHT, ORANGE, PINK, RED, VIOLET, WHITE, WIDTH


class EnemyArms(Arms, Protocol):
    """The spawner, as enemies know it."""

    pickups: Supply[Pickup]

    def enemy_shot(self, shooter: Enemy, angle: float) -> None:
        """A shot at the player."""

    def enemy_ring(self, shooter: Enemy, count: int, turn: float = 0.0, speed: float = 2.6) -> None:
        """Shots in all directions."""


class Front(World, Protocol):
    """The arena, as enemies know it."""

    #: Chances that change how the fight goes.
    rng: Random

    @property
    def tally(self) -> Tally:
        """The round so far."""

    @property
    def spawner(self) -> EnemyArms:
        """Makes what enemies send out."""

    def bang(self, x: float, y: float, reach: float, clear: float) -> None:
        """Something large goes off."""

    def destroy(self, enemy: Enemy, *, rammed: bool = False) -> None:
        """An enemy's end."""


class Enemy(Actor):
    """Something to shoot at.

    Args:
        arena: Where it lives.
    """

    arena: Front
    SHAPE: ClassVar[str]  #: in `textures.SHAPES`
    COLOUR: ClassVar[Color]
    FLARE: ClassVar[Color] = WHITE  #: for a moment, when it is hit
    RADIUS: ClassVar[float]  #: pixels
    POINTS: ClassVar[int]
    STRENGTH: ClassVar[int] = 1
    LUCK: ClassVar[float] = 0.05  #: chance of leaving a pickup

    def __init__(self, arena: Front) -> None:
        super().__init__(arena, textures.neon(self.SHAPE, self.COLOUR, self.RADIUS))
        self.hp = self.STRENGTH
        #: Where it has flown to.
        self.post = (0.0, 0.0)
        self._lit = textures.neon(self.SHAPE, self.FLARE, self.RADIUS)

    def hit(self, damage: int = 1) -> None:
        """Takes a hit, and is destroyed by the last one."""
        self.hp -= damage
        if self.hp <= 0:
            self.arena.destroy(self)
        else:
            self.lease.start(self._flare())

    def ram(self) -> None:
        """Runs into the ship, and is destroyed by that."""
        self.arena.destroy(self, rammed=True)

    def burst(self) -> None:
        """Called when it is destroyed, while it is still there."""

    def _flare(self) -> Script:
        normal, self.texture = self.textures[0], self._lit
        yield Frames(3)
        self.texture = normal

    def somewhere(self, margin: float) -> tuple[float, float]:
        """A place on the screen; `margin` is the share of it that is left out at each edge."""
        chance = self.arena.rng.uniform
        return chance(margin, 1 - margin) * WIDTH, chance(margin, 1 - margin) * HEIGHT

    def fly_to(self, post: tuple[float, float]) -> None:
        """Heads for a place inside."""
        self.post = post
        self.velocity = course(self._direction_to(post), 4.0)
        self.change_angle = 2.0

    def leave(self, *, in_panic: bool) -> None:
        """Flies out, away from the middle."""
        outwards = self._direction_to((WIDTH / 2, HEIGHT / 2)) + 180
        self.velocity = course(outwards, 5.0 if in_panic else 2.5)
        self.change_angle = 7.0 if in_panic else 1.0


class Drifter(Enemy):
    """Tumbles across the screen, in on one side and out on another."""

    lifetime = lifetimes.CROSSING
    SHAPE, COLOUR, RADIUS, POINTS = "drifter", PINK, 17, 20

    def on_spawn(self) -> None:
        """Takes aim at the middle of the screen, more or less."""
        rng = self.arena.rng
        self.velocity = course(self._direction_to(self.somewhere(0.25)), rng.uniform(2.2, 3.4))
        self.change_angle = rng.choice((-1, 1)) * rng.uniform(1.5, 3.5)


class Hunter(Enemy):
    """Follows the ship, but turns less quickly."""

    lifetime = lifetimes.HUNTER
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "hunter", ORANGE, 18, 40, 3, 0.08
    speed = aside = 0.0

    def on_spawn(self) -> None:
        """Each has a speed and a side of its own: else they would all end up in one spot."""
        self.speed = self.arena.rng.uniform(2.5, 3.2) + min(0.1 * self.arena.tally.wave, 1.2)
        self.aside = self.arena.rng.uniform(-110, 110)
        self.angle = self._direction_to(self.arena.target)

    def _act(self, delta_time: float) -> None:
        x, y = self.arena.target
        far = min(math.dist((x, y), self.position) / 300, 1.0)
        aside_x, aside_y = course(self.angle + 90, self.aside * far)
        off = (self._direction_to((x + aside_x, y + aside_y)) - self.angle + 180) % 360 - 180
        turning = 150 * delta_time
        self.angle += min(max(off, -turning), turning)
        self.velocity = course(self.angle, self.speed)


class Gunner(Enemy):
    """Takes up a post and shoots at the ship. See `lifetimes.gunner`."""

    lifetime = lifetimes.gunner
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "gunner", VIOLET, 25, 100, 11, 0.4

    def shooting(self) -> Script:
        """Bursts of three fans, each of them aimed."""
        self.velocity = course(self.arena.rng.uniform(0, 360), 0.25)
        while True:
            yield 0.7
            for _ in range(3):
                for aside in (-16, 0, 16):
                    self.arena.spawner.enemy_shot(self, self._direction_to(self.arena.target) + aside)
                yield 0.16
            yield 0.6


class Boss(Enemy):
    """Fills the air with bullets. See `lifetimes.boss`."""

    lifetime = lifetimes.boss
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "boss", RED, 58, 2000, 260, 1.0
    FLARE = ORANGE  # hit all the time, it would be nothing but white

    def rings(self) -> Script:
        """Rings, each with its shots where the last one had its gaps."""
        self.velocity = 0.0, 0.0
        for step in count():
            self.arena.spawner.enemy_ring(self, 18, 10.0 * step)
            yield 0.8

    def spirals(self) -> Script:
        """Four arms that turn."""
        for step in count():
            self.arena.spawner.enemy_ring(self, 4, 8.0 * step, 3.0)
            yield 0.1

    def fury(self) -> Script:
        """Arms that turn against each other, and aimed fans between them."""
        for step in count():
            self.arena.spawner.enemy_ring(self, 3, 9.0 * step, 3.2)
            self.arena.spawner.enemy_ring(self, 3, -9.0 * step, 2.6)
            if step % 6 == 0:
                for aside in (-12, 0, 12):
                    self.arena.spawner.enemy_shot(self, self._direction_to(self.arena.target) + aside)
            yield 0.16

    def ram(self) -> None:
        """Only the ship suffers."""

    def burst(self) -> None:
        """The end of a phase: a bang, clear air, and something to collect."""
        x, y = self.position
        self.arena.bang(x, y, 320, WIDTH)
        self.arena.spawner.pickups.try_spawn(x, y, kind="heal")


class Weaver(Enemy):
    """Winds its way across the screen and sheds rings of shots."""

    lifetime = lifetimes.CROSSING
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "weaver", GOLD, 20, 60, 5, 0.12
    way = 0.0

    def on_spawn(self) -> None:
        """Chooses its way, and starts shedding."""
        self.way = self._direction_to(self.somewhere(0.3))
        self.change_angle = 5.0
        self.lease.start(self._shedding())

    def _act(self, delta_time: float) -> None:
        self.velocity = course(self.way + 65 * math.sin(2.5 * self.lease.age), 2.8)

    def _shedding(self) -> Script:
        while True:
            yield 1.2
            self.arena.spawner.enemy_ring(self, 6, self.angle)
