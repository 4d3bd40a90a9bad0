"""Watcher: what debug mode remembers of a pool's items, compares and warns of (D1, D2)."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from typing import Any, Final

from arcade_pool.debug.attributes import Look, attributes_of
from arcade_pool.debug.foreign_state import engine_of
from arcade_pool.debug.ownership import has_depth, made_by, shared_parts
from arcade_pool.debug.state_diff import MOST_PARTS, describe, differences
from arcade_pool.debug.thread_check import refuse_other_threads
from arcade_pool.errors import PoolWarning
from arcade_pool.pools.inventory import Inventory
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.messages import line_of_caller, place_of_caller, tell

__all__ = ["Watcher", "refuse_other_threads"]

#: Changed parts that one warning names.
_MOST_NAMED: Final = 8


class DebugLease(Lease[Any]):
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
    """The `PoolHooks` of debug mode, for one pool.

    Args:
        inventory: The items of the pool.
    """

    lease_type: type[Lease[Any]] = DebugLease

    def __init__(self, inventory: Inventory[Any]) -> None:
        self._inventory = inventory
        self._made: set[int] | None = None
        self._memories: dict[int, _Memory] = {}
        self._told: set[tuple[str, str, int]] = set()
        self._warned_of_reuse = False

    def make(self, factory: Callable[[], Any]) -> Any:
        """Call the factory, and note what is made with the new object."""
        # Only then, for the factory may make others of this pool meanwhile.
        obj, self._made = made_by(factory)
        return obj

    def prepared(self, item: PoolItem[Any]) -> None:
        """Remember what a fresh object looks like."""
        made, self._made = self._made, None
        touched = _touched(item)
        self._memories[id(item)] = _Memory(item.obj, made)
        _restore_touched(item, touched)

    def destroyed(self, item: PoolItem[Any]) -> None:
        """Forget an item."""
        self._memories.pop(id(item), None)

    def was_reset(self, item: PoolItem[Any]) -> None:
        """Name what the reset could not restore: nested objects that changed."""
        touched = _touched(item)
        self._look_for_depths(item, self._memories[id(item)])
        _restore_touched(item, touched)

    def _look_for_depths(self, item: PoolItem[Any], memory: _Memory) -> None:
        changed = self._restored(memory.changed_depths(item.obj)) if memory.depths else {}
        if changed:
            names = ", ".join(repr(_public(name)) for name in changed)
            self._warn(
                "depth",
                f"reset could not restore {_named(item.obj, changed)} after {tell(item.last_lease())}: it is nested "
                "too deep; put it right in on_recycle, or name it in keep if it is meant to survive or if on_spawn "
                f"puts it right: keep=({names},)",
            )
        if self._inventory.resets_all and not changed:
            if memory.is_reset:
                return  # it looks as it did after the last reset
            memory.is_reset = True
        else:
            memory.is_reset = False
        memory.look = Look(item.obj)

    def _restored(self, changed: dict[str, list[str]]) -> dict[str, list[str]]:
        """Return those of the attributes that a reset is to restore."""
        config = self._inventory.config
        if not self._inventory.resets:
            return {}
        return {
            name: paths
            for name, paths in changed.items()
            if name not in config.keep and _public(name) not in config.keep
        }

    def spawning(self, item: PoolItem[Any]) -> None:
        """Remember where a lease begins, and name what user code changed while the object was idle."""
        item.lease.spawned_at = line_of_caller()
        memory = self._memories[id(item)]
        # These accesses are not the game's: with a note of them every reset would restore the lazy attributes, a
        # quarter of a lease in debug mode.
        touched = _touched(item)
        names = memory.look.changes(item.obj)
        if memory.depths or names:
            self._tell_idle_changes(item, memory, names)
        _restore_touched(item, touched)

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

    def ended(self, lease: Lease[Any]) -> None:
        """Remember where a lease ends."""
        if isinstance(lease, DebugLease) and not hasattr(lease, "ended_at"):
            lease.ended_at = line_of_caller()

    def line_that_asked(self) -> tuple[str, int]:
        """Return the line that asks for an end from another thread."""
        return line_of_caller()

    def asked_end(self, lease: Lease[Any], line: Any) -> None:
        """Remember that this line ends the lease."""
        if isinstance(lease, DebugLease):
            lease.ended_at = line

    def reused_in_frame(self, item: PoolItem[Any]) -> None:
        """Warn, once for each pool, of a spawn that takes an object whose lease ended in this frame (L2)."""
        if not self._warned_of_reuse:
            self._warned_of_reuse = True
            self._warn(
                "rest",
                f"pool {self._inventory.name} reused a {type(item.obj).__name__} whose lease ended in this frame, "
                f"because none of its {self._inventory.total_count} was idle: code that still holds it now holds the "
                "new one; make more with prewarm, or raise max_size",
            )

    def initialised_again(self, item: PoolItem[Any]) -> None:
        """Warn of a sprite whose ``__init__`` ran again while it was on lease."""
        name = type(item.obj).__name__
        self._warn(
            "init",
            f"{name}.__init__ ran again while the {name} was on lease: the pool resets every attribute by itself, so "
            "drop the call; what each lease needs belongs in on_spawn",
        )

    def refused(self, lease: Lease[Any]) -> None:
        """Warn of a recycle that came second, with both places."""
        what = "recycled a second time" if lease.generation else "recycled without having been spawned"
        self._warn("second", f"{what}, by {place_of_caller()}: {tell(lease)}")

    def _warn(self, kind: str, message: str) -> None:
        file, line = line_of_caller()
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


def _touched(item: Any) -> bool | None:
    """Return the note that a lazy attribute of a sprite was accessed; None for other objects."""
    return getattr(item, "touched", None)


def _restore_touched(item: Any, touched: bool | None) -> None:
    if touched is not None:
        item.touched = touched


def _public(name: str) -> str:
    return name.lstrip("_")


def _named(obj: object, changed: dict[str, list[str]]) -> str:
    paths = [f"{type(obj).__name__}.{_public(path)}" for paths in changed.values() for path in paths]
    more = f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else ""
    return ", ".join(paths[:_MOST_NAMED]) + more
