"""The director: one coroutine that sends wave after wave, for as long as the ship lives.

It waits for seconds, for tasks and for conditions. It is started with ``pools.start(director(arena))``, and cancelled
or cleared together with everything else of the round.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple, Protocol

from arcade_pool import PoolManager, Until
from demo_game.lifetimes import Script
from demo_game.spawner import Spawner
from demo_game.textures import HEIGHT, WIDTH

#: Waves from one boss to the next.
BOSS_EVERY = 4
_NEWS = {1: "Drifters, hunters, gunners", 2: "Weavers", 3: "A swarm from all sides"}
#: Pixels outside of the screen at which enemies are spawned.
_OUTSIDE = 48


class Campaign(Protocol):
    """The arena, as its director knows it."""

    pools: PoolManager
    rng: Random
    spawner: Spawner

    def begin_wave(self, wave: int, news: str) -> None:
        """Announces a wave."""

    def end_wave(self) -> None:
        """Rewards a wave that was survived."""


class Squad(NamedTuple):
    """Enemies of one kind that come one after the other.

    Args:
        kind: Key of their pool.
        size: How many.
        after: Seconds from the beginning of the wave to the first.
        gap: Seconds from one to the next.
        scattered: From all sides in turn, instead of all from one.
    """

    kind: str
    size: int
    after: float
    gap: float
    scattered: bool = False


def director(arena: Campaign) -> Script:
    """Sends waves that grow, with a breath between them."""
    yield 0.6
    for wave in count(1):
        with_boss = wave % BOSS_EVERY == 0
        arena.begin_wave(wave, "Something large is coming" if with_boss else _NEWS.get(wave, ""))
        yield from one_wave(arena, wave)
        arena.end_wave()
        yield 0.4


def one_wave(arena: Campaign, wave: int) -> Script:
    """Sends the squads of a wave side by side, and waits until most of them are gone."""
    yield 0.9
    # Each squad is a task, and to yield a task is to wait for it: until all of them are on their way.
    yield from [arena.pools.start(squadron(arena, squad)) for squad in plan(wave, arena.rng)]
    # A boss has the stage to itself, until it is gone one way or the other.
    yield Until(lambda: not arena.spawner.enemies["bosses"].active_count)
    # Stragglers do not hold up the next wave for ever.
    yield Until(lambda: len(list(arena.spawner.everybody())) <= 3 + wave) | 8.0


def squadron(arena: Campaign, squad: Squad) -> Script:
    """Spawns one squad."""
    yield squad.after
    side = arena.rng.randrange(4)
    for _ in range(squad.size):
        x, y = outside(side, arena.rng)
        # A full pool refuses. The squad then waits for room: that is how the number of enemies stays bounded.
        while arena.spawner.enemies[squad.kind].try_spawn(x, y) is None:
            yield 0.25
        if squad.scattered:
            side = (side + 1) % 4
        yield squad.gap


def plan(wave: int, rng: Random) -> list[Squad]:
    """The squads of a wave."""
    pace = 0.93**wave
    if wave % BOSS_EVERY == 0:
        return [Squad("bosses", 1, 0, 0), Squad("drifters", 4 + wave, 6.0, 1.2, scattered=True)]
    squads = [
        Squad("drifters", 9 + 4 * wave, 0, 0.32 * pace, scattered=wave % 2 == 0),
        Squad("hunters", 4 + 3 * wave, 1.0, 0.5 * pace, scattered=wave > 2),
        Squad("gunners", 1 + (wave + 1) // 2, 1.5, 1.0 * pace, scattered=True),
    ]
    if wave >= 2:
        squads.append(Squad("weavers", wave, 2.0, 1.0 * pace, scattered=True))
    if wave % 3 == 0:
        squads.append(Squad(rng.choice(("drifters", "hunters")), 12 + wave, 4.0, 0.05, scattered=True))
    return squads


def outside(side: int, rng: Random) -> tuple[float, float]:
    """A place beyond one edge of the screen: 0 is the top, 1 the right, 2 the bottom, 3 the left."""
    along = rng.random()
    if side % 2 == 0:
        return WIDTH * along, HEIGHT + _OUTSIDE if side == 0 else -_OUTSIDE
    return WIDTH + _OUTSIDE if side == 1 else -_OUTSIDE, HEIGHT * along
