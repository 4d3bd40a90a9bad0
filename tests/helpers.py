"""What the tests of the core share: tracked managers, an invariant check, a plain object to pool.

Imports no arcade, so that these tests run without a window.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from arcade_pool import Pool, PoolManager

ROOT = Path(__file__).resolve().parents[1]

#: Seconds of one update at 60 updates a second.
FRAME = 1 / 60

#: What a coroutine is to a test: it may yield anything, also what it must not.
Coroutine = Generator[Any, Any, Any]

_managers: list[_TrackedManager] = []


class InjectedError(Exception):
    """Raised by the tests' own hooks and callbacks."""


class _TrackedManager(PoolManager):
    """A manager that remembers its pools beyond their closing, so that each can be checked after the test."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.pools_made: list[Pool[Any]] = []

    def create_pool(self, *args: Any, **kwargs: Any) -> Any:
        pool = super().create_pool(*args, **kwargs)
        self.pools_made.append(pool)
        return pool


def make_manager(**settings: Any) -> PoolManager:
    """A manager whose pools are all checked at the end of the test (see conftest)."""
    manager = _TrackedManager(**settings)
    _managers.append(manager)
    return manager


def forget_managers() -> None:
    """Starts a test with nothing tracked."""
    _managers.clear()


def check_all_managers() -> None:
    """Checks every pool that the test made."""
    for manager in _managers:
        for pool in manager.pools_made:
            check(pool)


def check(pool: Pool[Any]) -> None:
    """The invariants of L1, by `Pool._check` and once more by the public numbers alone."""
    pool._check()
    stats = pool.stats()
    assert stats.created - stats.destroyed == stats.active + stats.idle + stats.retiring == pool.total_count
    assert stats.lost + stats.faulted <= stats.destroyed, f"counted as destroyed before it was: {stats}"
    assert 0 <= stats.hits <= stats.spawned
    assert 0.0 <= stats.hit_rate <= 1.0
    assert stats.active <= stats.peak_active
    assert stats.active == pool.active_count == len(pool)
    assert stats.idle == pool.idle_count
    active = list(pool)
    assert len(active) == len(pool)
    assert len({id(obj) for obj in active}) == len(active)
    assert all(obj in pool and pool.lease(obj).alive and pool.lease(obj).get() is obj for obj in active)


class Thing:
    """A plain object without hooks."""

    def __init__(self) -> None:
        self.hp = 3
        self.bag: list[object] = []


def step(manager: PoolManager, updates: int = 1, delta_time: float = FRAME) -> None:
    """Updates several times."""
    for _ in range(updates):
        manager.update(delta_time)


def next_frame(pool: Pool[Any]) -> None:
    """Begins the next frame without moving time, so that what rests in the pool is idle (L2)."""
    pool._lifecycle.loop.manager.update(0)


def in_update(manager: PoolManager, function: Callable[[], object], delta_time: float = FRAME) -> None:
    """Runs `function` inside the next update."""
    manager.call_soon(function)
    manager.update(delta_time)


def perform(manager: PoolManager, function: Callable[[], object], *, inside: bool) -> None:
    """Runs `function` inside the next update, or outside any."""
    if inside:
        in_update(manager, function)
    else:
        function()


def updates_until_end(manager: PoolManager, alive: Callable[[], bool], delta_time: float, limit: int = 100_000) -> int:
    """How many updates it takes until `alive` is false."""
    for number in range(1, limit + 1):
        manager.update(delta_time)
        if not alive():
            return number
    raise AssertionError(f"still alive after {limit} updates")


def freeze_what_is_loaded() -> None:
    """Has later collections look at what the tests make, and not each time at all of pytest and Arcade.

    Called before the first test, and after one that has thawed everything.
    """
    gc.collect()
    gc.freeze()


def run_script(source: str, *arguments: str, timeout: float = 100) -> str:
    """Runs a program of its own, with every warning an error; returns what it printed.

    Args:
        source: The program.
        *arguments: Of its command line.
        timeout: Seconds after which it is stuck.
    """
    # Both, for a program may import a test, and that its helpers.
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, "ARCADE_HEADLESS": "True", "PYTHONPATH": paths}
    done = subprocess.run(  # noqa: S603  # the program is the test's own
        [sys.executable, "-W", "error", "-c", source, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    # pyglet 3 says which EGL it has found.
    return "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith("EGL version: "))
