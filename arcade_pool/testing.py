"""Helpers for testing a game that uses pools; no window is needed.

Example::

    def test_bullet_is_gone_after_two_seconds(pools):
        bullet = pools.spawn(Bullet, 0, 0)
        advance(pools, 2.0)
        assert bullet not in pools[Bullet]

    def test_enemy_can_be_used_again(pools):
        check_reusable(pools[Enemy], lambda enemy: enemy.hit(5))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from arcade_pool.checks import checked_seconds
from arcade_pool.describe import describe, differences

if TYPE_CHECKING:
    from arcade_pool.manager import PoolManager
    from arcade_pool.pool import Pool

__all__ = ["advance", "check_reusable"]

T = TypeVar("T")


def advance(manager: PoolManager, seconds: float, fps: float = 60) -> None:
    """Moves a manager on by whole frames.

    Cost: that of ``seconds * fps`` updates.

    Args:
        manager: The manager.
        seconds: Seconds of game time; rounded to whole frames.
        fps: Frames per second.

    Raises:
        TypeError: An argument is no number.
        ValueError: `seconds` is negative, NaN or infinite, or `fps` is not positive.
        Exception: What an update raised; the frames after it are not run.
    """
    frames = round(checked_seconds(seconds, "seconds") * checked_seconds(fps, "fps"))
    if not fps:
        raise ValueError("fps must be more than 0")
    for _ in range(frames):
        manager.update(1 / fps)


def check_reusable(pool: Pool[T], scenario: Callable[[T], object]) -> None:
    """Runs a scenario on a fresh and on a recycled instance, and compares what they look like before and after.

    The pool must be empty of active objects; its idle ones are destroyed first. The scenario may spawn and recycle
    others. Random behaviour must be seeded by the scenario.

    Args:
        pool: The pool whose objects are tried.
        scenario: What is done with the object; what it returns is compared too.

    Raises:
        AssertionError: The recycled instance differs; the message names the attributes.
        ValueError: The pool has active objects.
        Exception: What the scenario raised.
    """
    if pool.active_count:
        raise ValueError(f"check_reusable needs {pool!r} without active objects: clear it first")
    pool.trim()
    fresh = pool.spawn()
    fresh_looks = _play(pool, fresh, scenario)
    used = pool.spawn()
    if used is not fresh:
        pool.recycle(used)
        raise AssertionError(
            f"{type(fresh).__name__} does not come back to its pool: it was destroyed when its life ended"
        )
    used_looks = _play(pool, used, scenario)
    for moment, before, after in zip(("at spawn", "after the scenario"), fresh_looks, used_looks, strict=True):
        if changed := differences(before, after):
            names = ", ".join(f"{path} (fresh {before.get(path)}, recycled {after.get(path)})" for path in changed)
            raise AssertionError(f"a recycled {type(fresh).__name__} differs from a fresh one {moment}: {names}")


def _play(pool: Pool[T], obj: T, scenario: Callable[[T], object]) -> tuple[dict[str, Any], dict[str, Any]]:
    lease = pool.lease(obj)
    try:
        at_spawn = describe(obj)
        result = scenario(obj)
        afterwards = {**describe(obj), "what the scenario returned": describe(result)}
    finally:
        if lease.alive:  # the scenario may have ended it
            lease.recycle()
    return at_spawn, afterwards
