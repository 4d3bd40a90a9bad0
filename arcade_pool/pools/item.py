"""PoolItem: the wrapper around one pooled object."""

from __future__ import annotations

import enum
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

__all__ = ["ACQUIRING", "ACTIVE", "DESTROYED", "FREE", "RETIRING", "ItemState", "PoolItem"]

T = TypeVar("T")


class ItemState(enum.Enum):
    """The states of an item (L1)."""

    FREE = "free"
    ACQUIRING = "acquiring"
    ACTIVE = "active"
    RETIRING = "retiring"
    DESTROYED = "destroyed"


# Looking a member up in its Enum costs several times as much as a global; a lease does it half a dozen times.
FREE: Final = ItemState.FREE
ACQUIRING: Final = ItemState.ACQUIRING
ACTIVE: Final = ItemState.ACTIVE
RETIRING: Final = ItemState.RETIRING
DESTROYED: Final = ItemState.DESTROYED


class _Lifecycle(Protocol):
    """The part of a lifecycle that an item needs."""

    pool: Any
    loop: Any

    def store_late(self, item: Any) -> None:
        """Reset and store an item whose last hold has gone."""

    def never_spawned(self, item: Any) -> Any:
        """Return a lease that has ended, for an item before its first spawn."""


class PoolItem(Generic[T]):
    """One pooled object, with what the pool knows of it.

    `holds` counts what still uses the object: its own code that is running (a hook, an update, a task), and delays.
    An item whose lease has ended stays RETIRING while anything holds it, and is reset and stored when the last hold
    goes (L8, L10). So nothing that an ended life still does reaches the next one.
    """

    __slots__ = (
        "__weakref__", "components", "destroy_on_return", "faulted", "generation", "holds", "lease", "lifecycle",
        "lifetime", "obj", "on_recycle", "on_spawn", "prewarmed", "ref", "runs_code", "snapshot", "state",
    )  # fmt: skip

    def __init__(self, obj: T, lifecycle: _Lifecycle) -> None:
        self.obj = obj
        #: For ended leases, which may say what became of the object but must not keep it.
        self.ref = weakref.ref(self)
        self.lifecycle: Any = lifecycle
        self.state: ItemState = FREE
        #: True if it was made ahead of need; else its first lease is a miss.
        self.prewarmed = False
        self.generation = 0
        self.holds = 0
        #: True if it is to be destroyed, not stored, when its lease ends.
        self.destroy_on_return = False
        #: True if something raised while it was cleaned; such an item is destroyed on return too.
        self.faulted = False
        #: The present `Lease`, else the last one; None before the first. (Not its type, which is defined above this.)
        self.lease: Any = None
        self.snapshot: Any = None
        self.on_spawn: Callable[..., object] | None = None
        self.on_recycle: Callable[[], object] | None = None
        self.components: Sequence[Any] = ()
        #: True if a spawn or an end runs code of its class: hooks, properties.
        self.runs_code = False
        #: The lifetime that its class defines, if any.
        self.lifetime: Any = None

    def is_on_lease(self) -> bool:
        """True while its present lease lasts."""
        return self.lease is not None and self.lease.alive

    def last_lease(self) -> Any:
        """Return the present `Lease`, else the last one; before the first a lease that has ended."""
        if self.lease is None:
            self.lease = self.lifecycle.never_spawned(self)
        return self.lease

    def release(self) -> None:
        """Give up one hold. The last one resets and stores an item whose lease has ended."""
        try:
            self.holds -= 1
            if not self.holds and self.state is RETIRING:
                self.lifecycle.store_late(self)
        except BaseException as error:
            self.lifecycle.loop.note_interruption(error)
            raise

    def fault(self) -> None:
        """Have it destroyed when its lease is over, counted as faulted: it may be half-cleaned (F3)."""
        self.faulted = self.destroy_on_return = True

    def run_spawn_hooks(self, lease: Any, kwargs: dict[str, Any]) -> None:
        """Run ``on_spawn`` of the object and of its components."""
        if self.on_spawn is not None:
            self.on_spawn(**kwargs)
        elif kwargs:
            names = ", ".join(kwargs)
            raise TypeError(
                f"{self.lifecycle.name} takes no keyword arguments at spawn, but got {names}; define "
                f"on_spawn(self, *, {names}) in its class"
            )
        for component in self.components:
            if not lease.alive:
                break  # a life that is over is not begun
            if (hook := getattr(component, "on_spawn", None)) is not None:
                hook(self.obj)

    def run_recycle_hooks(self, errors: list[BaseException]) -> None:
        """Run ``on_recycle`` of the components, last one first, and of the object."""
        for component in reversed(self.components):
            _call_hook(getattr(component, "on_recycle", None), errors, self.obj)
        _call_hook(self.on_recycle, errors)

    def forget_hooks(self) -> None:
        """Drop what points back at the object, so that a destroyed one needs no garbage collection."""
        self.on_spawn = self.on_recycle = self.snapshot = None
        self.components = ()


def _call_hook(hook: Callable[..., object] | None, errors: list[BaseException], *args: object) -> None:
    if hook is not None:
        try:
            hook(*args)
        except BaseException as error:
            errors.append(error)
