"""Every lifetime of the game, one kind after the other. Read it from top to bottom: this is the library on one page.

A lifetime says what ends a lease by itself. It is a number of seconds, a condition, or a generator function of the
object; whatever it is, the sprite goes back to its pool without a line of code in the game loop. Which class has
which is written in the classes, as ``lifetime = lifetimes.BULLET``.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any, Protocol, TypeAlias

from arcade_pool import AnimationDone, Forever, Frames, Lease, OffScreen, Until
from demo_game.textures import HEIGHT, WIDTH

#: What a function with ``yield`` returns that the pools can run.
Script: TypeAlias = Generator[object, Any, None]

# --- Numbers -------------------------------------------------------------------------------------------------------

#: Seconds of game time. While they run, `lease.progress` goes from 0 to 1: popups and shock waves fade and grow by it.
POPUP = 0.9
SHOCKWAVE = 0.45
NOTICE = 2.0
STORM_SHOT = 3.2

#: Updates instead of seconds, for what must be seen in exactly so many frames, however long these take.
MUZZLE_FLASH = Frames(3)

# --- Conditions ----------------------------------------------------------------------------------------------------

#: The first of two. A plain number in a combination means seconds.
BULLET = 1.3 | OffScreen()
ENEMY_BULLET = 6.0 | OffScreen()

#: Spawned outside of the screen, where a plain `OffScreen` would end it at once. ``entered=True`` waits until the
#: sprite has been inside: it may fly in, and is gone when it has crossed the screen and flown out.
CROSSING = OffScreen(entered=True)

#: Never by itself: a hunter is shot, or goes down with the ship it rams.
HUNTER = Forever()

#: Once a function of the sprite says so. The ship has no other end than this; a hit only counts down.
SHIP = Until(lambda ship: ship.health <= 0)

#: A shield wears off, or breaks before. It is adopted by the ship's lease as well, and goes when that ends.
SHIELD = 8.0 | Until(lambda shield: shield.strength <= 0)

#: When a sprite with a TextureAnimation has shown its last frame. (Arcade's own animations always loop.)
EXPLOSION = AnimationDone()

# --- Coroutines: lifetimes of several stages -----------------------------------------------------------------------
#
# A generator runs until it returns, and the lease ends with it. Whenever it yields, it waits: for a number of seconds,
# for a condition, for a task, for another lease. If the lease is ended from outside (shot, cleared, stolen),
# the generator is closed where it stands. There is no state machine and no timer variable.


def spark(spark: Cooling) -> Script:
    """Cools down in four steps. There are hundreds, so nothing is done for each of them in every frame."""
    for _ in range(4):
        yield spark.seconds / 4
        spark.cool_down(0.4)


def bomb(bomb: Fused) -> Script:
    """A fuse: slow ticks, then fast ones, then one deep breath, then the explosion."""
    for _ in range(3):
        bomb.blink()
        yield 0.2
    while bomb.lease.age < 1.2:
        bomb.blink()
        yield 0.05
    bomb.swell()
    yield Frames(5)
    bomb.explode()  # and the function returns: the bomb is gone


def pickup(pickup: Blinking) -> Script:
    """Lies there, blinks as a warning, faster and faster, and vanishes. Collecting it ends it at any time."""
    yield 6.0
    for pause in (*[0.2] * 6, *[0.08] * 12):
        pickup.blink()
        yield pause


#: Conditions hold no running state: one of them serves all gunners at the same time.
_IN_POSITION = Until(lambda enemy: math.dist(enemy.post, enemy.position) < 12)
_BADLY_HIT = Until(lambda enemy: enemy.hp <= 2)


def gunner(gunner: Gunning) -> Script:
    """Flies to its post, fights for a while, and leaves: at its ease, or in flight when it is badly hit."""
    gunner.fly_to(gunner.somewhere(0.14))
    yield _IN_POSITION | 5.0
    # A side task of the lease: the gun runs beside this function, and ends with the lease at the latest.
    gun = gunner.lease.start(gunner.shooting())
    # A yield evaluates to what ended the wait: of ``a | b``, the one that came true.
    ended_by = yield 9.0 | _BADLY_HIT
    gun.cancel()
    gunner.leave(in_panic=ended_by is _BADLY_HIT)
    yield OffScreen()


def boss(boss: Raging) -> Script:
    """Three phases, each with a pattern of its own until a third of its health is gone; then it makes off."""
    boss.fly_to((WIDTH / 2, HEIGHT * 0.7))
    # Both of two: it is in position, and there was time to read the headline.
    yield 2.0 & _IN_POSITION
    for pattern, floor in ((boss.rings, 2 / 3), (boss.spirals, 1 / 3), (boss.fury, 0.0)):
        # As many side tasks as there are phases, one after the other; when it is shot, the last one goes with it.
        firing = boss.lease.start(pattern())
        # (floor=floor: each function keeps the floor of its own phase.)
        yield Until(lambda boss, floor=floor: boss.hp <= floor * boss.STRENGTH) | 12.0
        firing.cancel()
        boss.burst()
        yield 1.0
    boss.leave(in_panic=True)
    yield OffScreen()


# --- What the coroutines ask of their sprites ----------------------------------------------------------------------
#
# Nothing but these few calls: the classes further up the house have them, and no lifetime needs to know the classes.


class Leased(Protocol):
    """A sprite that knows its lease."""

    @property
    def lease(self) -> Lease[Any]:
        """This life of it."""


class Cooling(Protocol):
    """A spark."""

    seconds: float  #: how long it glows

    def cool_down(self, share: float) -> None:
        """Loses a share of its speed and its light."""


class Blinking(Protocol):
    """A pickup."""

    def blink(self) -> None:
        """Light on, light off."""


class Fused(Leased, Blinking, Protocol):
    """A bomb."""

    def swell(self) -> None:
        """The last moment."""

    def explode(self) -> None:
        """The end."""


class Posted(Leased, Protocol):
    """An enemy that flies to a post and leaves it again."""

    def somewhere(self, margin: float) -> tuple[float, float]:
        """A place on the screen, with a margin at each edge."""

    def fly_to(self, post: tuple[float, float]) -> None:
        """Heads for a place inside."""

    def leave(self, *, in_panic: bool) -> None:
        """Flies out."""


class Gunning(Posted, Protocol):
    """A gunner."""

    def shooting(self) -> Script:
        """Its gun."""


class Raging(Posted, Protocol):
    """A boss."""

    def rings(self) -> Script:
        """The first pattern."""

    def spirals(self) -> Script:
        """The second one."""

    def fury(self) -> Script:
        """The last one."""

    def burst(self) -> None:
        """The end of a phase."""
