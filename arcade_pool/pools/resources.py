"""LeaseResources: what a lease was given, and gives back at its end (L4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arcade_pool.errors import RecycleReason
from arcade_pool.timing.task import Task, lifetimes_among, stop_tasks
from arcade_pool.timing.waiter import Waiters

__all__ = ["LeaseResources"]


class LeaseResources:
    """The tasks, children, deferred callbacks and waiters of one lease; made when the first of them comes."""

    __slots__ = ("children", "deferred", "joined", "tasks")

    def __init__(self) -> None:
        self.tasks: dict[Task, object] = {}
        # Lists when the first comes: most leases with any resource have a task. Children are leases.
        self.children: list[Any] | None = None
        self.deferred: list[tuple[Callable[..., object], tuple[Any, ...]]] | None = None
        self.joined: Waiters | None = None

    def has_lifetime(self) -> bool:
        """True if a coroutine is running as the lifetime."""
        return bool(lifetimes_among(self.tasks))

    def stop_lifetime(self, errors: list[BaseException]) -> None:
        """Close the coroutine that is the lifetime, if there is one."""
        stop_tasks(lifetimes_among(self.tasks), errors)

    def stop_tasks(self, errors: list[BaseException]) -> None:
        """Close all tasks, last started first; inner generators close before outer ones by themselves."""
        if self.tasks:
            stop_tasks(reversed(list(self.tasks)), errors)

    def defer(self, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        """Register a callback for the end."""
        self.deferred = self.deferred or []
        self.deferred.append((callback, args))

    def adopt(self, child: Any) -> None:
        """Register a lease that ends with this one. Cost: O(1), amortised."""
        children = self.children = self.children or []
        if len(children) >= 32 and not len(children) & (len(children) - 1):
            # A parent that lives long forgets the children that ended before it, each time their number has doubled.
            children[:] = [each for each in children if each.alive]
        children.append(child)

    def run_deferred(self, reason: RecycleReason, errors: list[BaseException]) -> None:
        """Call the deferred callbacks, last registered first, and wake what waits for the end of the lease."""
        while self.deferred:
            callback, args = self.deferred.pop()
            try:
                callback(*args)
            except BaseException as error:
                errors.append(error)
        if self.joined is not None:
            self.joined.wake(reason)
