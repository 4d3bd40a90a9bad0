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
from typing import Any, TypeVar

from arcade_pool.checks import checked_seconds
from arcade_pool.debug.foreign_state import has_foreign_state
from arcade_pool.debug.ownership import made_by, shared_parts
from arcade_pool.debug.state_diff import describe, differences
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.manager import PoolManager
from arcade_pool.pools.pool import Pool

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
        TypeError: `manager` is not a PoolManager, or another argument is not a number.
        ValueError: `seconds` is negative, NaN or infinite, or `fps` is not positive.
        Exception: What an update raised; the frames after it are not run.
    """
    if not isinstance(manager, PoolManager):
        raise TypeError(f"advance takes a PoolManager, whose time it moves, not {manager!r}")
    frames = round(checked_seconds(seconds, "seconds") * checked_seconds(fps, "fps"))
    if not fps:
        raise ValueError("fps must be more than 0")
    for _ in range(frames):
        manager.update(1 / fps)


def check_reusable(
    pool: Pool[T], scenario: Callable[[T], object], *, ignore: tuple[str, ...] = (), **spawn: Any
) -> None:
    """Runs a scenario on a fresh and on a recycled instance, and compares what they look like before and after.

    The pool must be empty of active objects; its idle ones are destroyed first. The scenario may spawn and recycle
    others. Random behaviour must be seeded by the scenario. What `on_spawn` makes is compared by what it holds; objects
    of Arcade and the like by what can be set of them, one level deep.

    Args:
        pool: The pool whose objects are tried.
        scenario: What is done with the object; what it returns is compared too.
        ignore: Attributes that may differ, as the message names them; with all that is below them.
        **spawn: Handed to the pool's ``spawn``, as for an ``on_spawn`` that takes keyword arguments.

    Raises:
        AssertionError: The recycled instance differs; the message names the attributes.
        ValueError: The pool has active objects.
        TypeError: `pool` is not a pool, or `ignore` is a single name.
        Exception: What the spawn or the scenario raised.
    """
    if not isinstance(pool, Pool):
        raise TypeError(f"check_reusable takes one pool, as manager[key] gives it, not {pool!r}")
    if isinstance(ignore, str):
        raise TypeError(f"ignore takes a tuple of names: ignore=({ignore!r},)")
    if pool.active_count:
        raise ValueError(f"check_reusable needs {pool!r} without active objects: clear it first")
    pool.trim()
    inventory = pool._lifecycle.inventory
    fresh, apart = _spawn_new(pool, inventory, spawn)
    fresh_looks = _play(pool, fresh, scenario, apart)
    _put_on_top(inventory, fresh)
    used = pool.spawn(**spawn)
    if used is not fresh:
        pool.recycle(used)
        raise AssertionError(f"{type(fresh).__name__} does not come back from its pool: validate has refused it")
    used_looks = _play(pool, used, scenario, apart)
    inventory.end_rest()
    for moment, before, after in zip(("at spawn", "after the scenario"), fresh_looks, used_looks, strict=True):
        paths = [path for path in differences(before, after) if not _is_below(path, ignore)]
        if paths:
            names = ", ".join(_difference(path, before, after) for path in paths)
            raise AssertionError(f"a recycled {type(fresh).__name__} differs from a fresh one {moment}: {names}")


def _put_on_top(inventory: Inventory[T], obj: T) -> None:
    """Has the next spawn find this object, whatever else the scenario has left idle."""
    item = inventory.registry.items.get(id(obj))
    name = type(obj).__name__
    if item is None:
        raise AssertionError(f"{name} does not come back to its pool: it was destroyed when its life ended")
    inventory.end_rest()
    if item not in inventory.idle:
        raise AssertionError(
            f"{name} does not come back to its pool in the scenario: its end is delayed or it is still borrowed; have "
            "the scenario advance the manager, or close the borrow"
        )
    inventory.idle.remove(item)
    inventory.destroy_idle(inventory.idle_count)
    inventory.idle.append(item)


def _is_below(path: str, names: tuple[str, ...]) -> bool:
    shown = _shown(path)
    return any(shown == name or shown.startswith((f"{name}.", f"{name}[")) for name in map(_shown, names))


def _shown(path: str) -> str:
    return path.lstrip("._")


def _difference(path: str, before: dict[str, object], after: dict[str, object]) -> str:
    return f"{_shown(path)} (fresh {before.get(path, 'nothing')}, recycled {after.get(path, 'nothing')})"


def _spawn_new(pool: Pool[T], inventory: Inventory[T], spawn: dict[str, Any]) -> tuple[T, dict[int, object]]:
    """Spawns a new object.

    Returns:
        It, and what is not looked into, by id: the object itself, and objects of Arcade and the like that it holds by
        reference (a list of the game, a camera), because the game goes on changing them.
    """
    factory, apart = inventory.factory, {}

    def noting() -> T:
        obj, made = made_by(factory)
        apart.update(
            {id(obj): obj}
            | {key: part for key, part in shared_parts(obj, made or ()).items() if has_foreign_state(part)}
        )
        return obj

    inventory.factory = noting
    try:
        return pool.spawn(**spawn), apart
    finally:
        inventory.factory = factory


def _play(
    pool: Pool[T], obj: T, scenario: Callable[[T], object], apart: dict[int, object]
) -> tuple[dict[str, object], dict[str, object]]:
    lease = pool.lease(obj)
    try:
        at_spawn = describe(obj, apart=apart, whole=True)
        result = scenario(obj)
        afterwards = describe(obj, apart=apart, whole=True)
        afterwards |= describe(result, "what the scenario returned", apart=apart)
    finally:
        if lease.alive:  # the scenario may have ended it
            lease.recycle()
    return at_spawn, afterwards
