"""Soak: many leases of mixed lifetimes, and the sums at the end. Run ``python -m benchmarks.soak [--leases N]``.

The run is cut into stages. In each, every kind of lease begins and ends in every way; a ledger of its own knows how
many must be alive at any moment. At the end of a stage all are ended, and what Python's memory tracer counts then must
not grow from stage to stage. The time per lease is that under the tracer, so it says whether it stays flat and not
what a lease costs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

# Read by Arcade when it is imported; no window is opened.
os.environ.setdefault("ARCADE_HEADLESS", "True")

from arcade.types import LBWH

from arcade_pool import Frames, Lease, OffScreen, Pool, PooledSprite, PoolManager, RecycleReason, Until
from benchmarks.day import MOST_GROWTH as MOST_BLOCKS
from benchmarks.day import Day, play_day
from benchmarks.texture import TEXTURE

FPS = 60
#: Leases begun in an update, children not counted.
PER_UPDATE = 30
#: Items that no random peak comes near, so that nothing is made after the fill.
PREWARMED = {"shots": 1400, "bullets": 900, "bombs": 180, "sparks": 600, "walkers": 550, "crowd": 64}
#: Bytes by which memory may grow. An item counts its lives, and from the 257th on Python needs 32 bytes for that.
MOST_GROWTH = 64 * 1024 + 32 * sum(PREWARMED.values())


class PlannedError(Exception):
    """What the lifetimes that are meant to fail raise."""


class Shot(PooledSprite):
    """A sprite without hooks."""

    def __init__(self) -> None:
        super().__init__(TEXTURE)


class Bullet(PooledSprite):
    """Moved by its pool until it is off screen."""

    batched_motion = True
    lifetime = 3.0 | OffScreen()

    def __init__(self) -> None:
        super().__init__(TEXTURE)


class Bomb(PooledSprite):
    """Lives by a coroutine, with a side task, a child and a deferred call."""

    def __init__(self) -> None:
        super().__init__(TEXTURE)
        self.trail: list[tuple[float, float]] = []

    def on_spawn(self, *, soak: Soak, burning: int) -> None:
        """Burns for so many updates."""
        self.lease.set_lifetime(self.burn(burning / FPS))
        self.lease.adopt(soak.pools["sparks"].spawn(soak=soak, lifetime=None))
        self.lease.defer(soak.note_deferred)
        self.lease.start(self.smoke())

    def burn(self, seconds: float) -> Generator[float, None, None]:
        """The lifetime."""
        yield seconds

    def smoke(self) -> Generator[None, None, None]:
        """The side task."""
        while True:
            self.trail.append(self.position)
            yield


class Spark:
    """A plain object with both hooks."""

    soak: Soak

    def on_spawn(self, *, soak: Soak) -> None:
        """Counts."""
        self.soak = soak
        soak.hooks += 1

    def on_recycle(self) -> None:
        """Counts."""
        self.soak.hooks -= 1


class Walker:
    """A plain object that the game ends itself."""


class Crowded:
    """One of few: the oldest is taken for the newest."""


@dataclass
class Stage:
    """What one stage came to."""

    leases: int
    us_per_lease: float  #: microseconds, spawns and updates together
    traced: int  #: bytes, when all leases had ended
    created: int  #: items made so far


@dataclass
class Report:
    """What the whole run came to."""

    leases: int = 0
    failed_as_planned: int = 0
    stages: list[Stage] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def growth(self) -> int:
        """Bytes by which memory grew from the first to the second half of the stages after the first.

        Each half by its highest figure: a list that happens to be there at the end of a stage, or not, is no growth.
        """
        settled = [stage.traced for stage in self.stages[1:]]
        half = (len(settled) + 1) // 2
        return max(settled[half:]) - max(settled[:half]) if settled[half:] else 0

    def slowing(self) -> float:
        """How many times as long a lease took in the last stage as in the first."""
        return self.stages[-1].us_per_lease / self.stages[0].us_per_lease


class Soak:
    """The game that is soaked.

    Args:
        seed: Of everything that is drawn.
        other: Another thread, which asks for ends.
    """

    def __init__(self, seed: int, other: ThreadPoolExecutor) -> None:
        self.manager = manager = PoolManager(bounds=LBWH(0, 0, 800, 600))
        self.pools: dict[str, Pool[Any]] = {
            # They stand still: calling Arcade's update for each would take most of the time, and soak Arcade.
            "shots": manager.create_sprite_pool(Shot, prewarm=PREWARMED["shots"], shrink=None, update=False),
            "bullets": manager.create_sprite_pool(Bullet, prewarm=PREWARMED["bullets"], shrink=None),
            "bombs": manager.create_sprite_pool(Bomb, prewarm=PREWARMED["bombs"], shrink=None),
            "sparks": manager.create_pool(Spark, prewarm=PREWARMED["sparks"], shrink=None),
            "walkers": manager.create_pool(Walker, prewarm=PREWARMED["walkers"], shrink=None),
            "crowd": manager.create_pool(Crowded, max_size=PREWARMED["crowd"], overflow="steal_oldest", shrink=None),
        }
        self.pools["crowd"].prewarm(PREWARMED["crowd"])
        self.hooks = 0
        self.report = Report()
        self._random = random.Random(seed)
        self._other = other
        self._updates = 0
        # The ledger: by pool, how many end in which update; and what was counted since the beginning.
        self._due: dict[str, Counter[int]] = {name: Counter() for name in ("shots", "sparks", "bombs")}
        self._spawned: Counter[str] = Counter()
        self._refused = 0
        self._stolen = 0
        self._deferred = self._bombs = 0
        self._fail_next: list[Lease[Any]] = []
        self._walkers: list[Lease[Any]] = []
        self._asked: list[Lease[Any]] = []
        self._borrows: list[tuple[int, AbstractContextManager[Any]]] = []
        self._use_each_once()

    def _use_each_once(self) -> None:
        """Gives every item its first life: what an item keeps of its last one is no growth later on."""
        firsts: dict[str, dict[str, Any]] = {"bombs": {"soak": self, "burning": FPS}, "sparks": {"soak": self}}
        for name in (*firsts, *(name for name in self.pools if name not in firsts)):
            while self.pools[name].idle_count:
                self.pools[name].spawn(**firsts.get(name, {}))
        self.manager.clear()
        self.manager.reset_stats()
        self._deferred = 0

    def note_deferred(self) -> None:
        """A deferred call has run."""
        self._deferred += 1

    # --- spawning ---

    def spawn(self) -> None:
        """Begins one lease, or two."""
        draw = self._random
        choice = draw.random()
        if choice < 0.35:
            updates = draw.randrange(1, 180)
            self._begin("shots", updates, draw.uniform(0, 800), draw.uniform(0, 600), lifetime=updates / FPS)
        elif choice < 0.55:
            bullet = self.pools["bullets"].spawn(draw.uniform(0, 800), draw.uniform(0, 600), angle=draw.uniform(0, 360))  # type: ignore[call-arg]
            bullet.velocity = (draw.uniform(-9, 9), draw.uniform(-9, 9))
            self._spawned["bullets"] += 1
        elif choice < 0.80:
            updates = draw.randrange(1, 60)
            self._begin("sparks", updates, soak=self, lifetime=Frames(updates))
        elif choice < 0.83:
            updates = draw.randrange(1, 120)
            self._begin("bombs", updates, soak=self, burning=updates)
            self._bombs += 1
            self._spawned["sparks"] += 1
            self._due["sparks"][self._updates + updates] += 1
        elif choice < 0.95:
            self._walkers.append(self.pools["walkers"].lease(self.pools["walkers"].spawn()))
            self._spawned["walkers"] += 1
        elif choice < 0.9505:
            shot = self._begin("shots", 1, 5, 5, lifetime=Until(self._fail))
            self._fail_next.append(self.pools["shots"].lease(shot))
        else:
            self._stolen += self.pools["crowd"].active_count == PREWARMED["crowd"]
            self.pools["crowd"].spawn()
            self._spawned["crowd"] += 1

    def _begin(self, name: str, updates: int, *args: Any, **kwargs: Any) -> Any:
        self._spawned[name] += 1
        self._due[name][self._updates + updates] += 1
        return self.pools[name].spawn(*args, **kwargs)

    @staticmethod
    def _fail(_: object) -> bool:
        raise PlannedError

    # --- ending ---

    def end_some(self) -> None:
        """Ends walkers in every way that a game has."""
        draw = self._random
        while len(self._walkers) > 400:
            place = draw.randrange(len(self._walkers))
            self._walkers[place], self._walkers[-1] = self._walkers[-1], self._walkers[place]
            self._end(self._walkers.pop(), draw.random())
        if self._borrows and self._borrows[0][0] <= self._updates:
            self._borrows.pop(0)[1].__exit__(None, None, None)

    def _end(self, lease: Lease[Any], choice: float) -> None:
        if choice < 0.02:
            self._other.submit(lease.recycle).result()
            self._asked.append(lease)
            return
        if choice < 0.1:
            borrow = lease.borrow()
            borrow.__enter__()
            self._borrows.append((self._updates + 5, borrow))
        lease.recycle(delay_frames=3 if choice > 0.8 else 0)
        if choice > 0.98:
            self._refused += not lease.recycle()

    # --- running ---

    def update(self) -> None:
        """One update, and the errors that were planned for it."""
        self._updates += 1
        planned, self._fail_next = self._fail_next, []
        try:
            self.manager.update(1 / FPS)
        except* PlannedError as group:
            self.report.failed_as_planned += len(group.exceptions)
        for lease in planned:
            self.expect(lease.reason is RecycleReason.FAILED, f"{lease!r} should have failed")
        for lease in self._asked:
            self.expect(lease.reason is RecycleReason.RECYCLED, f"{lease!r} should have ended as another thread asked")
        self._asked.clear()
        for due in self._due.values():
            due.pop(self._updates, None)

    def run_stage(self, leases: int) -> None:
        """Begins so many leases, has all of them end, and notes what it came to."""
        before = sum(self._spawned.values())
        started = time.perf_counter()
        while sum(self._spawned.values()) - before < leases:
            for _ in range(PER_UPDATE):
                self.spawn()
            self.end_some()
            self.update()
            if not self._updates % 50:
                self.check()
        count = sum(self._spawned.values()) - before
        spent = time.perf_counter() - started
        self.drain()
        gc.collect()
        self.report.leases += count
        traced = tracemalloc.get_traced_memory()[0]
        self.report.stages.append(Stage(count, spent / count * 1e6, traced, self.manager.total().created))

    def drain(self) -> None:
        """Has every lease end."""
        for lease in self._walkers:
            lease.recycle()
        self._walkers.clear()
        self.pools["crowd"].clear()
        for _ in range(200):
            self.end_some()
            self.update()
        self.check()
        total = self.manager.total()
        self.expect((total.active, total.retiring) == (0, 0), f"something never ended: {total}")
        self.expect(self.manager.leaks(0) == [], f"leaks: {self.manager.leaks(0)}")
        self.expect(self.hooks == 0, f"{self.hooks} more on_spawn than on_recycle")
        self.expect(self._deferred == self._bombs, f"{self._deferred} of {self._bombs} deferred calls have run")

    # --- the sums ---

    def expect(self, holds: bool, problem: str) -> None:
        """Notes a problem, unless it is one too many."""
        if not holds and len(self.report.problems) < 20:
            self.report.problems.append(f"update {self._updates}: {problem}")

    def check(self) -> None:
        """Compares every count with the ledger."""
        for name, pool in self.pools.items():
            pool._check()
            stats = pool.stats()
            self.expect(stats.spawned == self._spawned[name], f"{name}: {self._spawned[name]} spawned, but {stats}")
            self.expect(stats.recycled == stats.spawned - stats.active, f"{name}: ends and beginnings differ: {stats}")
            self.expect(stats.created - stats.destroyed == pool.total_count, f"{name}: items are missing: {stats}")
            if name in self._due:
                alive = self._due[name].total()
                self.expect(stats.active == alive, f"{name}: {alive} must be alive, but {stats}")
            self.expect(stats.refused == (self._refused if name == "walkers" else 0), f"{name}: refused: {stats}")
        walkers, crowd = self.pools["walkers"].stats(), self.pools["crowd"].stats()
        self.expect(walkers.active == len(self._walkers), f"{len(self._walkers)} walkers must be alive, but {walkers}")
        self.expect(crowd.stolen == self._stolen, f"{self._stolen} must have been stolen, but {crowd}")
        active = sum(pool.active_count for pool in self.pools.values())
        self.expect(self.manager.total().active == active, "the total is not the sum")


def soak(leases: int, stages: int, seed: int) -> Report:
    """Runs it all, with every allocation traced.

    Args:
        leases: Leases in all, at least.
        stages: Number of stages.
        seed: Of everything that is drawn.
    """
    tracemalloc.start()
    try:
        with ThreadPoolExecutor(1) as other:
            run = Soak(seed, other)
            for _ in range(stages):
                run.run_stage(-(-leases // stages))
            report = run.report
            made, filled = report.stages[-1].created, sum(PREWARMED.values())
            run.expect(made == filled, f"{made - filled} items were made after the fill")
            growth = report.growth()
            run.expect(
                growth <= MOST_GROWTH, f"memory grew by {growth:,} bytes from one half of the stages to the other"
            )
            run.manager.close()
            total = run.manager.total()
            run.expect(total.created == 0, f"the closed manager still counts: {total}")
        return report
    finally:
        tracemalloc.stop()


def main() -> int:
    """Runs a soak, and prints what it came to; returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--leases", type=int, default=1_000_000, metavar="N", help="in all (1,000,000)")
    parser.add_argument("--stages", type=int, default=10, metavar="N", help="after each of which all have ended (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--slowest", type=float, metavar="X", help="fail if a lease takes X times as long at the end")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--day", action="store_true", help="24 hours of game time with scene changes instead")
    options = parser.parse_args()
    if options.day:
        return _show_day(play_day(seed=options.seed), options.slowest)
    report = soak(options.leases, options.stages, options.seed)
    for number, stage in enumerate(report.stages, 1):
        print(
            f"stage {number}: {stage.leases:,} leases, {stage.us_per_lease:.1f} us each (traced), "
            f"{stage.traced / 1024:,.1f} KiB when all had ended, {stage.created:,} items"
        )
    _note_slowing(report, options.slowest)
    print(
        f"{report.leases:,} leases, {report.failed_as_planned} of them failed as planned; memory grew by "
        f"{report.growth():,} bytes, time per lease {report.slowing():.2f} times that of the beginning"
    )
    for problem in report.problems:
        print(f"wrong: {problem}", file=sys.stderr)
    if options.json:
        figures = {**asdict(report), "growth": report.growth(), "slowing": report.slowing()}
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 1 if report.problems else 0


def _note_slowing(report: Report | Day, slowest: float | None) -> None:
    if slowest is not None and report.slowing() > slowest:
        report.problems.append(f"a lease took {report.slowing():.2f} times as long at the end as at the beginning")


def _show_day(day: Day, slowest: float | None) -> int:
    """Prints what a day came to; returns 1 if anything was wrong."""
    if day.growth() > MOST_BLOCKS:
        day.problems.append(f"{day.growth():,} more blocks are allocated at the end of the day")
    _note_slowing(day, slowest)
    print(
        f"{day.scenes} scenes, {day.updates:,} updates, {day.leases:,} leases; {day.growth():+,} blocks allocated from "
        f"the second to the last quarter, time per lease {day.slowing():.2f} times that of the beginning"
    )
    for problem in day.problems:
        print(f"wrong: {problem}", file=sys.stderr)
    return 1 if day.problems else 0


if __name__ == "__main__":
    sys.exit(main())
