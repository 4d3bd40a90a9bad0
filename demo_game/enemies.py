"""The other side: what there is to shoot at, and what it shoots."""

from __future__ import annotations

import math
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from arcade.types import Color

from arcade_pool import Frames
from demo_game import lifetimes, textures
from demo_game.actors import Actor, course, heading
from demo_game.blasts import stagger
from demo_game.lifetimes import Script
from demo_game.textures import GOLD, HEIGHT, ORANGE, PINK, RED, VIOLET, WIDTH

if TYPE_CHECKING:
    from demo_game.arena import Arena


class Enemy(Actor):
    """Something to shoot at.

    Args:
        arena: Where it lives.
    """

    SHAPE: ClassVar[str]  #: in `textures.SHAPES`
    COLOUR: ClassVar[Color]
    RADIUS: ClassVar[float]  #: pixels
    POINTS: ClassVar[int]
    STRENGTH: ClassVar[int] = 1
    LUCK: ClassVar[float] = 0.05  #: chance of leaving a pickup

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena, textures.neon(self.SHAPE, self.COLOUR, self.RADIUS))
        self.hp = self.STRENGTH
        self._lit = textures.neon(self.SHAPE, self.COLOUR, self.RADIUS, lit=True)

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

    def fall_apart(self) -> None:
        """Called when it is destroyed, while it is still there."""

    def _flare(self) -> Script:
        normal, self.texture = self.textures[0], self._lit
        yield Frames(3)
        self.texture = normal

    def _steer(self, towards: tuple[float, float], speed: float, turning: float) -> None:
        """Turns by at most `turning` degrees and flies on."""
        off = (self._direction_to(towards) - self.angle + 180) % 360 - 180
        self.angle += min(max(off, -turning), turning)
        self.velocity = course(self.angle, speed)


class Drifter(Enemy):
    """Tumbles across the screen, in on one side and out on another."""

    lifetime = lifetimes.DRIFTER
    SHAPE, COLOUR, RADIUS, POINTS = "drifter", PINK, 17, 20

    def on_spawn(self) -> None:
        """Takes aim at the middle of the screen, more or less."""
        rng = self.arena.rng
        middle = rng.uniform(0.25, 0.75) * WIDTH, rng.uniform(0.2, 0.8) * HEIGHT
        self.velocity = course(self._direction_to(middle), rng.uniform(2.2, 3.4))
        self.change_angle = rng.choice((-1, 1)) * rng.uniform(1.5, 3.5)


class Hunter(Enemy):
    """Follows the ship, but turns less quickly."""

    lifetime = lifetimes.HUNTER
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "hunter", ORANGE, 18, 40, 3, 0.08

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        self.speed = self.aside = 0.0

    def on_spawn(self) -> None:
        """Each has a speed and a side of its own: else they would all end up in one spot."""
        self.speed = self.arena.rng.uniform(2.5, 3.2) + min(0.1 * self.arena.tally.wave, 1.2)
        self.aside = self.arena.rng.uniform(-110, 110)
        self.angle = self._direction_to(self.arena.target)

    def _act(self, delta_time: float) -> None:
        x, y = self.arena.target
        far = min(math.dist((x, y), self.position) / 300, 1.0)
        aside_x, aside_y = course(self.angle + 90, self.aside * far)
        self._steer((x + aside_x, y + aside_y), self.speed, 150 * delta_time)


class _Guard(Enemy):
    """Something that takes up a post, and leaves in the end."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        self.post = (0.0, 0.0)

    @property
    def distance_to_post(self) -> float:
        """Pixels."""
        return math.dist(self.post, self.position)

    def fly_to_post(self) -> None:
        """Chooses a place inside, and heads for it."""
        self.post = self._choose_post()
        self.velocity = course(self._direction_to(self.post), 4.0)
        self.change_angle = 2.0

    def _choose_post(self) -> tuple[float, float]:
        rng = self.arena.rng
        return rng.uniform(120, WIDTH - 120), rng.uniform(110, HEIGHT - 110)

    def leave(self, *, in_panic: bool) -> None:
        """Flies out, away from the middle."""
        outwards = heading(self.center_x - WIDTH / 2, self.center_y - HEIGHT / 2)
        self.velocity = course(outwards, 5.0 if in_panic else 2.5)
        self.change_angle = 7.0 if in_panic else 1.0


class Gunner(_Guard):
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


class Boss(_Guard):
    """Fills the air with bullets. See `lifetimes.boss`."""

    lifetime = lifetimes.boss
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "boss", RED, 58, 2000, 260, 1.0

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        # Hit all the time, it would be nothing but white.
        self._lit = textures.neon(self.SHAPE, ORANGE, self.RADIUS)

    @property
    def health(self) -> float:
        """From 1 to 0."""
        return self.hp / self.STRENGTH

    def _choose_post(self) -> tuple[float, float]:
        return WIDTH / 2, HEIGHT * 0.7

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

    def stagger(self) -> None:
        """The end of a phase: its bullets are gone, and something falls off."""
        stagger(self.arena, self)

    def ram(self) -> None:
        """Only the ship suffers."""

    def fall_apart(self) -> None:
        """Ends with a bang."""
        stagger(self.arena, self)


class Weaver(Enemy):
    """Winds its way across the screen and sheds rings of shots."""

    lifetime = lifetimes.WEAVER
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH, LUCK = "weaver", GOLD, 20, 60, 5, 0.12

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena)
        self.way = 0.0
        self.change_angle = 5.0

    def on_spawn(self) -> None:
        """Chooses its way, and starts shedding."""
        rng = self.arena.rng
        self.way = self._direction_to((rng.uniform(0.3, 0.7) * WIDTH, rng.uniform(0.3, 0.7) * HEIGHT))
        self.lease.start(self._shedding())

    def _act(self, delta_time: float) -> None:
        self.velocity = course(self.way + 65 * math.sin(2.5 * self.lease.age), 2.8)

    def _shedding(self) -> Script:
        while True:
            yield 1.2
            self.arena.spawner.enemy_ring(self, 6, self.angle)
