"""PoolItem: the wrapper around one pooled object."""

from __future__ import annotations

import enum
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from arcade_pool.pools.lease import Lease
    from arcade_pool.pools.pool import Pool
    from arcade_pool.pools.reset import Snapshot

__all__ = ["ACQUIRING", "ACTIVE", "DESTROYED", "FREE", "RETIRING", "ItemState", "PoolItem"]

T = TypeVar("T")


class ItemState(enum.Enum):
    """Where an item is in its life (L1)."""

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


class PoolItem(Generic[T]):
    """One pooled object, with what the pool knows of it.

    `holds` counts what still stands on the object: its own code that is running (a hook, an update, a task), and
    delays. An item whose lease has ended stays RETIRING while anything holds it, and is reset and handed back
    when the last hold goes (L8, L10). That is how nothing an ended life still does reaches the next one.
    """

    __slots__ = (
        "__weakref__",
        "components",
        "doomed",
        "faulted",
        "generation",
        "holds",
        "lease",
        "lifetime",
        "looked_at",
        "obj",
        "on_recycle",
        "on_spawn",
        "plain",
        "pool",
        "prewarmed",
        "ref",
        "snapshot",
        "state",
    )

    def __init__(self, obj: T, pool: Pool[T]) -> None:
        self.obj = obj
        #: For ended leases, which may tell what became of the object but must not keep it.
        self.ref = weakref.ref(self)
        self.pool = pool
        self.state: ItemState = FREE
        #: Whether it was made ahead of need; else its first lease is a miss.
        self.prewarmed = False
        self.generation = 0
        self.holds = 0
        #: Destroyed, not handed back, when its lease ends.
        self.doomed = False
        #: Whether something raised while it was cleaned; a faulted item is doomed too.
        self.faulted = False
        #: The present lease, else the last one; None before the first.
        self.lease: Lease[T] | None = None
        self.snapshot: Snapshot | None = None
        self.on_spawn: Callable[..., object] | None = None
        self.on_recycle: Callable[[], object] | None = None
        self.components: Sequence[Any] = ()
        #: Whether neither its spawn nor its recycle runs code of the game's: there are no hooks, and no properties.
        self.plain = False
        #: Of a sprite whether somebody may have changed what hardly anybody asks for (sprites/seldom.py), in this life.
        self.looked_at = False
        #: The lifetime that its class says, if any.
        self.lifetime: Any = None

    def is_on_lease(self) -> bool:
        """True while its present lease lasts."""
        return self.lease is not None and self.lease._item is self

    def last_lease(self) -> Lease[T]:
        """Return the present lease, else the last one; before the first a lease that has ended."""
        if self.lease is None:
            self.lease = self.pool._never_spawned(self)
        return self.lease

    def release(self) -> None:
        """Gives up one hold. The last one finishes an item whose lease has ended."""
        try:
            self.holds -= 1
            if not self.holds and self.state is RETIRING:
                errors: list[BaseException] = []
                self.pool._finish(self, errors)
                self.pool._manager._settle(errors)
        except BaseException as error:
            self.pool._manager._note_interruption(error)
            raise

    def fault(self) -> None:
        """Has it destroyed when its lease is over, counted as faulted: it may be half-cleaned (F3)."""
        self.faulted = self.doomed = True
