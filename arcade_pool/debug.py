"""Debug mode (D1): what a pool notices when it is asked to.

It is put over a pool's methods one by one, so that a pool without it pays nothing at all.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from arcade_pool.describe import Look, attributes_of, describe, differences, has_depth
from arcade_pool.errors import PoolWarning, WrongThread
from arcade_pool.lease import Lease, RecycleReason
from arcade_pool.story import place_of_caller, tell

if TYPE_CHECKING:
    from arcade_pool.item import PoolItem
    from arcade_pool.manager import PoolManager
    from arcade_pool.pool import Pool

__all__ = ["MANAGER_CALLS", "DebugLease", "guard", "watch"]

#: What changes a pool or all of them, by a public call or by Arcade's kill(): it belongs to the update thread.
POOL_CALLS = (
    "spawn", "try_spawn", "spawn_many", "recycle", "prewarm", "prewarm_async", "trim", "clear", "close", "invalidate",
    "configure", "_end", "_kill", "_kill_all",
)  # fmt: skip
MANAGER_CALLS = ("create_pool", "create_sprite_pool", "recycle", "start", "configure", "trim", "clear", "close")


class DebugLease(Lease[Any]):
    """A lease that knows where it was spawned and ended."""

    __slots__ = ("ended_by", "spawned_by")

    def __init__(self, pool: Pool[Any], item: PoolItem[Any] | None, generation: int, born: float) -> None:
        super().__init__(pool, item, generation, born)
        self.spawned_by = place_of_caller()
        self.ended_by: str | None = None


def watch(pool: Pool[Any]) -> None:
    """Puts debug mode over a new pool."""
    Watcher(pool)


def guard(target: Any, names: Iterable[str], manager: PoolManager, what: str) -> None:
    """Has methods of `what`, a pool or a manager, refuse another thread than the update thread."""
    for name in names:
        if (method := getattr(target, name, None)) is not None:
            setattr(target, name, _guarded(method, manager, f"{name.lstrip('_')} of {what}"))


def _guarded(method: Callable[..., Any], manager: PoolManager, what: str) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if not manager._on_update_thread():
            raise WrongThread(
                f"{what} was called off the update thread, by {place_of_caller()}: use manager.call_soon, or the "
                "lease's recycle and borrow"
            )
        return method(*args, **kwargs)

    return guarded


class Watcher:
    """What debug mode does for one pool."""

    def __init__(self, pool: Pool[Any]) -> None:
        self._pool = pool
        # By item: what its attributes were when it was put away; and of those that have a depth of their own, which
        # reset cannot reach, what they looked like when the object was fresh.
        self._put_away: dict[int, Look] = {}
        self._fresh: dict[int, dict[str, dict[str, object]]] = {}
        # Items that were last put away with every attribute reset.
        self._reset: set[int] = set()
        self._told: set[tuple[str, str]] = set()
        overlay: Any = pool
        self._equip, self._clean, self._put_in = overlay._equip, overlay._clean, overlay._put_in
        self._discard, self._refused, self._take_out = overlay._discard, overlay._refused, overlay._take_out
        overlay._lease_type = DebugLease
        overlay._equip, overlay._clean, overlay._put_in = self.equip, self.clean, self.put_in
        overlay._discard, overlay._refused, overlay._take_out = self.discard, self.refused, self.take_out
        overlay._ask_end = self.ask_end
        guard(pool, POOL_CALLS, pool._manager, f"pool {pool._name}")

    def equip(self, item: PoolItem[Any]) -> None:
        """A new item: remembers what the fresh object looks like."""
        self._equip(item)
        self._fresh[id(item)] = {
            name: describe(value) for name, value in attributes_of(item.obj).items() if has_depth(value)
        }
        self._put_away[id(item)] = Look(item.obj)

    def discard(self, item: PoolItem[Any]) -> None:
        """An item is destroyed."""
        self._discard(item)
        self._fresh.pop(id(item), None)
        self._put_away.pop(id(item), None)
        self._reset.discard(id(item))

    def clean(self, item: PoolItem[Any]) -> None:
        """An item is reset: names what reset could not restore, which are nested objects that changed."""
        self._clean(item)
        config = self._pool.config
        changed = self._changed_depths(item) if config.reset == "auto" else []
        if changed:
            self._warn(
                "depth",
                f"reset could not restore {_named(item.obj, changed)} after {_story(item)}: it is nested too deep; "
                "put it right in on_recycle or on_spawn, or name it in keep if it is meant to survive",
            )
        if config.reset == "auto" and not config.keep and not changed:
            if id(item) in self._reset:
                return  # it looks as it did after the last reset, to the very objects
            self._reset.add(id(item))
        else:
            self._reset.discard(id(item))
        self._put_away[id(item)] = Look(item.obj)

    def _changed_depths(self, item: PoolItem[Any]) -> list[str]:
        fresh = self._fresh[id(item)]
        attributes = attributes_of(item.obj) if fresh else {}
        changed: list[str] = []
        for name, before in fresh.items():
            if name in attributes and name.lstrip("_") not in self._pool.config.keep:
                now = describe(attributes[name])
                changed.extend(
                    name + (path if not path or path.startswith("[") else f".{path}")
                    for path in differences(before, now)
                )
                # Each is told once: what it is now is the fresh state to come.
                fresh[name] = now
        return changed

    def put_in(self, item: PoolItem[Any], place: tuple[Any, ...]) -> None:
        """An item goes out: names what somebody changed while it was idle."""
        changed = self._put_away[id(item)].changes(item.obj)
        if changed:
            self._warn(
                "idle",
                f"somebody changed {_named(item.obj, changed)} while it was idle: a reference was kept from "
                "an earlier life; keep the lease instead of the object, and ask it with get()",
            )
        self._put_in(item, place)

    def take_out(self, item: PoolItem[Any], errors: list[Exception]) -> None:
        """A lease ends, whoever ends it: remembers where."""
        lease = item.lease
        if isinstance(lease, DebugLease) and lease.reason is not None and lease.ended_by is None:
            lease.ended_by = place_of_caller()
        self._take_out(item, errors)

    def ask_end(self, lease: Lease[Any], delay_frames: int) -> None:
        """Another thread asks for an end: it is that line which ends the lease."""
        self._pool._manager.call_soon(self._end_for, lease, place_of_caller(), delay_frames)

    def _end_for(self, lease: Lease[Any], place: str, delay_frames: int) -> None:
        if lease.alive and isinstance(lease, DebugLease):
            lease.ended_by = place
        self._pool._end(lease, RecycleReason.RECYCLED, delay_frames)

    def refused(self, lease: Lease[Any]) -> None:
        """A recycle came second: warns with both places."""
        self._refused(lease)
        self._warn("second", f"recycled a second time, by {place_of_caller()}: {tell(lease)}")

    def _warn(self, kind: str, message: str) -> None:
        place = place_of_caller()
        # Python tells equal warnings once for each line; these tell a story each, and no two are equal.
        if (kind, place) in self._told and not _told_each_time():
            return
        self._told.add((kind, place))
        file, _, line = place.rpartition(":")
        warnings.warn_explicit(message, PoolWarning, file, int(line))


def _told_each_time() -> bool:
    """Whether Python's filters ask for every `PoolWarning`, not only for the first at each line."""
    for action, message, category, *_ in warnings.filters:
        if message is None and issubclass(PoolWarning, category):
            return action in ("always", "all", "error")
    return False


def _story(item: PoolItem[Any]) -> str:
    return "its construction" if item.lease is None else tell(item.lease)


def _named(obj: object, paths: list[str]) -> str:
    return ", ".join(f"{type(obj).__name__}.{path.lstrip('_')}" for path in paths)
