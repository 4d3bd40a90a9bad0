"""A day of game time with scene changes, in some minutes: ``python -m benchmarks.soak --day``.

Every scene makes a manager with pools of its own and closes it at its end. Two managers live through the whole day, as
the music and the score of a game do: one begins at 0, the other so late that its day ends at 1e8 s. At the end of each
scene all that the scene made must be gone, and the blocks that Python has allocated must stay as many as they were.
"""

from __future__ import annotations

import gc
import random
import sys
import time
import weakref
from collections.abc import Generator
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from arcade.types import LBWH

from arcade_pool import Frames, Lease, OffScreen, PooledSprite, PoolManager, Until
from benchmarks.texture import TEXTURE

__all__ = ["Day", "play_day"]

FPS = 30
#: Seconds of one scene, and the scenes of a day.
SCENE = 900
SCENES = 96
#: Frames between two volleys, and the seconds that a beat of the long-lived managers lasts.
VOLLEY = 30
BEAT = 10.0
#: Blocks by which Python's allocations may grow from the first to the last quarter of the day.
MOST_GROWTH = 300
#: The latest game time at which waits are exact to the frame.
LATEST = 1e8


class Bullet(PooledSprite):
    """Flies until it is off screen."""

    batched_motion = True
    lifetime = 3.0 | OffScreen()

    def __init__(self) -> None:
        super().__init__(TEXTURE)

    def on_spawn(self, *, target: Lease[Any]) -> None:
        """Waits for the end of its target, which outlives it."""
        self.change_x = 8
        self.lease.start(_wait_for(target))


class Enemy(PooledSprite):
    """Lives by a coroutine, with a list of its own."""

    def __init__(self) -> None:
        super().__init__(TEXTURE)
        self.path: list[float] = []

    def lifetime(self) -> Generator[object, Any, None]:
        """Walks, and waits."""
        for _ in range(3):
            self.path.append(self.center_x)
            yield 0.2
        yield Until(lambda enemy: enemy.center_x >= 0) | 5.0


class Beat:
    """One beat of what lives through all scenes."""


def _wait_for(lease: Lease[Any]) -> Generator[Lease[Any], Any, None]:
    yield lease


@dataclass
class Day:
    """What a day came to."""

    scenes: int = 0
    updates: int = 0
    leases: int = 0
    blocks: list[int] = field(default_factory=list)  #: allocated at the end of each scene
    us_per_lease: list[float] = field(default_factory=list)  #: of each scene, its updates included
    problems: list[str] = field(default_factory=list)

    def growth(self) -> int:
        """Blocks by which the last quarter of the scenes exceeds the second; the first fills caches."""
        quarter = max(len(self.blocks) // 4, 1)
        return int(median(self.blocks[-quarter:]) - median(self.blocks[quarter : 2 * quarter] or self.blocks))

    def slowing(self) -> float:
        """How many times as long a lease took in the last quarter as in the first."""
        quarter = max(len(self.us_per_lease) // 4, 1)
        return median(self.us_per_lease[-quarter:]) / median(self.us_per_lease[:quarter])


class _Heart:
    """A manager that lives through all scenes: each of its leases must end in the very frame in which it is due."""

    def __init__(self, start: float) -> None:
        self.manager = PoolManager()
        self.manager.update(start)
        self.pool = self.manager.create_pool(Beat)
        self.lease = self.pool.lease(self.pool.spawn(lifetime=BEAT))
        self.frames = 0
        self.beats = 0

    def update(self) -> bool:
        """One update; False if the beat that is under way has come too early or too late."""
        self.frames += 1
        self.manager.update(1 / FPS)
        due = self.frames == BEAT * FPS
        if due:
            self.frames = 0
            self.beats += 1
            on_time = not self.lease.alive
            self.lease = self.pool.lease(self.pool.spawn(lifetime=BEAT))
            return on_time
        return self.lease.alive


def play_day(scenes: int = SCENES, seconds: int = SCENE, seed: int = 1) -> Day:
    """Plays a day.

    Args:
        scenes: How many scenes it has.
        seconds: Game time of each scene.
        seed: Of everything that is drawn.
    """
    day, draw = Day(), random.Random(seed)
    hearts = [_Heart(0.0), _Heart(LATEST - scenes * seconds)]
    for number in range(scenes):
        started = time.perf_counter()
        gone, leases = _play_scene(day, seconds, hearts, draw)
        spent = time.perf_counter() - started
        gc.collect()
        if gone() is not None:
            day.problems.append(f"scene {number}: its manager outlives it")
        day.scenes += 1
        day.leases += leases
        day.us_per_lease.append(spent / leases * 1e6)
        day.blocks.append(sys.getallocatedblocks())
    for heart in hearts:
        beats = int(scenes * seconds / BEAT)
        if heart.beats != beats:
            day.problems.append(f"{heart.beats} beats of {beats}")
    return day


def _play_scene(
    day: Day, seconds: int, hearts: list[_Heart], draw: random.Random
) -> tuple[weakref.ref[PoolManager], int]:
    manager = PoolManager(bounds=LBWH(0, 0, 800, 600))
    bullets = manager.create_sprite_pool(Bullet, prewarm=8)
    enemies = manager.create_sprite_pool(Enemy, prewarm=8)
    sparks = manager.create_pool(Beat, prewarm=8)
    boss = enemies.spawn(400, 300, lifetime=None).lease
    for frame in range(seconds * FPS):
        if not frame % VOLLEY:
            bullets.spawn(draw.uniform(0, 800), draw.uniform(0, 600), target=boss)
            enemies.spawn(draw.uniform(0, 800), draw.uniform(0, 600))
            sparks.spawn(lifetime=Frames(draw.randrange(1, 40)))
        manager.update(1 / FPS)
        for heart in hearts:
            if not heart.update() and len(day.problems) < 20:
                day.problems.append(f"at {heart.manager.time:,.2f} s a lease of {BEAT} s was not on time")
        day.updates += 1
    spawned = manager.total().spawned
    if manager.total().created > 60:
        day.problems.append(f"a scene made {manager.total().created} items")
    manager.close()
    return weakref.ref(manager), spawned
