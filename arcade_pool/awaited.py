"""Awaited: what a coroutine may yield to wait for its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self

if TYPE_CHECKING:
    from arcade_pool.scheduler import Scheduler, Waiter

__all__ = ["Awaited"]


class Awaited:
    """A task or a lease.

    There is one of each: a copy is the same again, as it is for a class or a module, also within a deep copy of what
    holds it. A second one would end the same life a second time.
    """

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"{self!r} is of this run of the game and cannot be saved; save what its object needs to be spawned again"
        )

    def _join(self, scheduler: Scheduler, waiter: Waiter) -> None:
        """Fires `waiter` when this has ended; in the next update if it has already."""
        raise NotImplementedError
