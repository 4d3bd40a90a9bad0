"""Debug mode (D1): what a pool notices when it is asked to.

It is put over a pool's methods one by one, so that a pool without it pays nothing at all.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection
from types import MethodType
from typing import TYPE_CHECKING, Any, Final

from arcade_pool.debug.attributes import Look, attributes_of
from arcade_pool.debug.foreign_state import engine_of
from arcade_pool.debug.ownership import has_depth, made_by, shared_parts
from arcade_pool.debug.state_diff import MOST_PARTS, describe, differences
from arcade_pool.debug.thread_check import POOL_CALLS, GuardedLease, guard
from arcade_pool.errors import PoolWarning
from arcade_pool.pools.inventory import Stock
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.messages import place_of_caller, spot_of_caller, tell

if TYPE_CHECKING:
    from arcade_pool.pools.item import PoolItem
    from arcade_pool.pools.pool import Pool

__all__ = ["DebugLease", "watch"]

#: Changed parts that one warning names.
_MOST_NAMED: Final = 8


class DebugLease(GuardedLease):
    """A lease that knows where it was spawned and ended, as files and lines."""

    __slots__ = ("ended_at", "spawned_at")

    spawned_at: tuple[str, int]
    ended_at: tuple[str, int]

    @property
    def spawned_by(self) -> str | None:
        """The place of the spawn, as ``file:line``."""
        return _place(self, "spawned_at")

    @property
    def ended_by(self) -> str | None:
        """The place of the end, as ``file:line``; None while it lasts."""
        return _place(self, "ended_at")


def _place(lease: DebugLease, name: str) -> str | None:
    # They are set when known, since setting them to None first would cost every lease.
    spot = getattr(lease, name, None)
    return None if spot is None else "{}:{}".format(*spot)


def watch(pool: Pool[Any]) -> None:
    """Puts debug mode over a new pool."""
    Watcher(pool)


class _Memory:
    """What is remembered of an item.

    Args:
        obj: Its object, when it is new.
        made: The ids of what was made with it; None: not known.
    """

    __slots__ = ("apart", "depths", "is_reset", "look")

    def __init__(self, obj: Any, made: set[int] | None) -> None:
        #: Not looked into, by id: the object itself, and what it holds by reference, which is not its own state.
        self.apart: dict[int, object] = {id(obj): obj}
        if made is not None:
            self.apart |= shared_parts(obj, made)
        #: What its attributes were when it was put away.
        self.look = Look(obj)
        #: Of those that have a depth of their own, which the reset cannot reach, what they looked like.
        self.depths = {
            name: describe(value, apart=self.apart, limit=MOST_PARTS)
            for name, value in attributes_of(obj).items()
            if has_depth(value) and id(value) not in self.apart
        }
        #: Whether it was last put away with every attribute reset.
        self.is_reset = False

    def changed_depths(self, obj: Any, exchanged: Collection[str] = ()) -> dict[str, list[str]]:
        """The attributes whose depths are not what they were, with the paths; told once, for now they are known.

        Args:
            obj: The object.
            exchanged: Attributes that hold something else at the moment, which the next reset will take away.
        """
        attributes = attributes_of(obj)
        changed: dict[str, list[str]] = {}
        for name, before in self.depths.items():
            if name in attributes and name not in exchanged:
                now = self.depths[name] = describe(attributes[name], apart=self.apart, limit=MOST_PARTS)
                if paths := differences(before, now):
                    changed[name] = [name + path for path in paths]
        return changed


class Watcher:
    """What debug mode does for one pool."""

    def __init__(self, pool: Pool[Any]) -> None:
        self._pool = pool
        self._made: set[int] | None = None
        self._memories: dict[int, _Memory] = {}
        self._told: set[tuple[str, str, int]] = set()
        self._resting_was_needed = False
        overlay: Any = pool
        self._factory = overlay._factory
        self._equip, self._clean, self._put_in = overlay._equip, overlay._clean, overlay._put_in
        self._discard, self._refused, self._take_out = overlay._discard, overlay._refused, overlay._take_out
        overlay._hand_out_resting = self.hand_out_resting
        overlay._noticed_second_init = self.noticed_second_init
        overlay._lease_type = DebugLease
        overlay._factory = self.make
        overlay._equip, overlay._clean, overlay._put_in = self.equip, self.clean, self.put_in
        overlay._discard, overlay._refused, overlay._take_out = self.discard, self.refused, self.take_out
        # Step by step, so that those are asked.
        overlay._retire = MethodType(Stock._retire, pool)
        overlay._ask_end = self.ask_end
        guard(pool, POOL_CALLS, pool._manager, f"pool {pool._name}")

    def make(self) -> Any:
        """A new object: notes what is made with it."""
        # Only then, for the factory may make others of this pool meanwhile.
        obj, self._made = made_by(self._factory)
        return obj

    def equip(self, item: PoolItem[Any]) -> None:
        """A new item: remembers what the fresh object looks like."""
        made, self._made = self._made, None
        self._equip(item)
        noted = item.looked_at
        self._memories[id(item)] = _Memory(item.obj, made)
        item.looked_at = noted

    def discard(self, item: PoolItem[Any]) -> None:
        """An item is destroyed."""
        self._discard(item)
        self._memories.pop(id(item), None)

    def clean(self, item: PoolItem[Any]) -> None:
        """An item is reset: names what reset could not restore, which are nested objects that changed."""
        self._clean(item)
        noted = item.looked_at
        self._look_for_depths(item, self._memories[id(item)])
        item.looked_at = noted

    def _look_for_depths(self, item: PoolItem[Any], memory: _Memory) -> None:
        changed = self._restored(memory.changed_depths(item.obj)) if memory.depths else {}
        if changed:
            names = ", ".join(repr(_public(name)) for name in changed)
            self._warn(
                "depth",
                f"reset could not restore {_named(item.obj, changed)} after {tell(_last_lease(item))}: it is nested "
                "too deep; put it right in on_recycle, or name it in keep if it is meant to survive or if on_spawn "
                f"puts it right: keep=({names},)",
            )
        config = self._pool.config
        if config.reset == "auto" and not config.keep and not changed:
            if memory.is_reset:
                return  # it looks as it did after the last reset
            memory.is_reset = True
        else:
            memory.is_reset = False
        memory.look = Look(item.obj)

    def _restored(self, changed: dict[str, list[str]]) -> dict[str, list[str]]:
        """Those of the attributes that a reset is to restore."""
        config = self._pool.config
        if config.reset != "auto":
            return {}
        return {
            name: paths
            for name, paths in changed.items()
            if name not in config.keep and _public(name) not in config.keep
        }

    def put_in(self, item: PoolItem[Any], place: tuple[Any, ...]) -> None:
        """An item goes out: remembers where, and names what somebody changed while it was idle."""
        lease: Any = item.lease
        lease.spawned_at = spot_of_caller()
        memory = self._memories[id(item)]
        # These looks are not the game's: with a note of them every reset would look after what is seldom asked for,
        # a quarter of a lease in debug mode.
        noted = item.looked_at
        names = memory.look.changes(item.obj)
        if memory.depths or names:
            self._tell_idle_changes(item, memory, names)
        item.looked_at = noted
        self._put_in(item, place)

    def _tell_idle_changes(self, item: PoolItem[Any], memory: _Memory, names: list[str]) -> None:
        changed = self._restored(memory.changed_depths(item.obj, names)) | {name: [name] for name in names}
        if changed and (engine := engine_of(item.obj)) is not None:
            self._warn(
                "engine",
                f"a {engine} still holds an idle {type(item.obj).__name__} and changed {_named(item.obj, changed)}: it "
                "cannot be left by a sprite, so stop updating it when the lease ends, for instance by "
                "lease.defer(engines.remove, engine)",
            )
        elif changed:
            self._warn(
                "idle",
                f"somebody changed {_named(item.obj, changed)} while it was idle: a reference was kept from "
                "an earlier life; keep the lease instead of the object, and ask it with get()",
            )

    def take_out(self, item: PoolItem[Any], errors: list[BaseException]) -> None:
        """A lease ends, whoever ends it: remembers where."""
        lease = item.lease
        if isinstance(lease, DebugLease) and lease.reason is not None and not hasattr(lease, "ended_at"):
            lease.ended_at = spot_of_caller()
        self._take_out(item, errors)

    def ask_end(self, lease: Lease[Any], delay_frames: int) -> None:
        """Another thread asks for an end: it is that line which ends the lease."""
        self._pool._manager.call_soon(self._end_for, lease, spot_of_caller(), delay_frames)

    def _end_for(self, lease: Lease[Any], spot: tuple[str, int], delay_frames: int) -> None:
        if lease.alive and isinstance(lease, DebugLease):
            lease.ended_at = spot
            self._pool._end(lease, RecycleReason.RECYCLED, delay_frames)
        else:
            # It lasted when the thread asked: that it has ended meanwhile is nobody's mistake.
            self._refused(lease)

    def hand_out_resting(self, item: PoolItem[Any]) -> None:
        """A spawn takes an object whose lease ended in this frame: warns once for each pool (L2)."""
        if not self._resting_was_needed:
            self._resting_was_needed = True
            total = self._pool.total_count
            self._warn(
                "rest",
                f"pool {self._pool._name} reused a {type(item.obj).__name__} whose lease ended in this frame, because "
                f"none of its {total} was idle: code that still holds it now holds the new one; make more with "
                "prewarm, or raise max_size",
            )

    def noticed_second_init(self, item: PoolItem[Any]) -> None:
        """The ``__init__`` of a sprite ran again while it was on lease: warns."""
        name = type(item.obj).__name__
        self._warn(
            "init",
            f"{name}.__init__ ran again while the {name} was on lease: the pool resets every attribute by itself, so "
            "drop the call; what each lease needs belongs in on_spawn",
        )

    def refused(self, lease: Lease[Any]) -> None:
        """A recycle came second: warns with both places."""
        self._refused(lease)
        what = "recycled a second time" if lease.generation else "recycled without having been spawned"
        self._warn("second", f"{what}, by {place_of_caller()}: {tell(lease)}")

    def _warn(self, kind: str, message: str) -> None:
        file, line = spot_of_caller()
        # Python tells equal warnings once for each line; these tell a story each, and no two are equal.
        if (kind, file, line) in self._told and not _told_each_time():
            return
        self._told.add((kind, file, line))
        warnings.warn_explicit(message, PoolWarning, file, line)


def _told_each_time() -> bool:
    """Whether Python's filters ask for every `PoolWarning`, not only for the first at each line."""
    for action, message, category, *_ in warnings.filters:
        if message is None and issubclass(PoolWarning, category):
            return action in ("always", "all", "error")
    return False


def _last_lease(item: PoolItem[Any]) -> Lease[Any]:
    return item.pool.lease(item.obj)


def _public(name: str) -> str:
    return name.lstrip("_")


def _named(obj: object, changed: dict[str, list[str]]) -> str:
    paths = [f"{type(obj).__name__}.{_public(path)}" for paths in changed.values() for path in paths]
    more = f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else ""
    return ", ".join(paths[:_MOST_NAMED]) + more
