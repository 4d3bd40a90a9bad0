"""Lifetimes: what may end a lease by itself, and how it is started."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from arcade_pool.checks import checked_coroutine, checked_seconds
from arcade_pool.timing.conditions import Condition, Forever
from arcade_pool.timing.scheduler import NEVER
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    from arcade_pool.pools.lease import Lease

__all__ = [
    "Coroutine",
    "LifetimeSpec",
    "checked_default",
    "checked_lifetime",
    "lifetime_of_class",
    "made_generator",
    "nothing_ends",
    "start_lifetime",
]

#: The token of a lease whose lifetime is declared as Forever(). No `seq` ever reaches it either.
MEANT_TO_LAST: Final = NEVER - 1

#: What a function with ``yield`` returns that can be a lifetime or a task.
Coroutine: TypeAlias = "Generator[object, Any, Any]"

#: What ends a lease by itself: nothing, seconds, a condition, a generator function of the object, or a generator.
LifetimeSpec: TypeAlias = (
    "float | Condition | Callable[[Any], Generator[object, Any, Any]] | Generator[object, Any, Any] | None"
)


def checked_lifetime(spec: Any, what: str = "lifetime") -> Any:
    """Returns `spec` if it can be a lifetime.

    Raises:
        TypeError: A bool, a string, an ``async def``, a generator that was started, or anything else that is none.
        ValueError: A number that is negative, NaN or infinite.
    """
    if type(spec) is float and 0.0 <= spec < math.inf:
        return spec  # by far the commonest: a spawn with a lifetime of its own
    if spec is None or isinstance(spec, Condition):
        return spec
    if isinstance(spec, (int, float)):
        try:
            return checked_seconds(spec, what)
        except ValueError as problem:
            raise ValueError(f"{problem}; for no end use None or Forever()") from None
    if isinstance(spec, Generator) or inspect.iscoroutine(spec) or inspect.iscoroutinefunction(spec):
        return checked_coroutine(spec, what)
    if inspect.isasyncgenfunction(spec) or not callable(spec):
        raise TypeError(
            f"{what} must be a number of seconds, a condition, a generator function, a generator or None, not {spec!r}"
        )
    return spec


def checked_default(spec: Any, what: str = "lifetime") -> Any:
    """Returns `spec` if it can be the lifetime of many leases: as `checked_lifetime`, but no generator object.

    Raises:
        TypeError: It is none, or a generator object.
        ValueError: A number that is negative, NaN or infinite.
    """
    if isinstance(spec, Generator):
        raise TypeError(
            f"{what} is a generator object, which can serve one spawn only; as a default give the generator function "
            "itself, without calling it"
        )
    return checked_lifetime(spec, what)


def nothing_ends(lease: Lease[Any]) -> bool:
    """True if a living lease has neither a wait (`Forever` counts as one) nor a running coroutine as its lifetime."""
    return lease._wait == NEVER and not (lease._resources is not None and lease._resources.has_lifetime())


def made_generator(spec: Callable[[Any], Any], obj: object) -> Generator[object, Any, Any]:
    """Calls a lifetime function for an object.

    Raises:
        TypeError: It returned no generator.
        Exception: What it raised.
    """
    made = spec(obj)
    name = getattr(spec, "__qualname__", repr(spec))
    return checked_coroutine(made, f"what the lifetime function {name} returned")


def start_lifetime(lease: Lease[Any], spec: LifetimeSpec) -> None:
    """Starts a checked lifetime; a coroutine runs to its first ``yield`` in here.

    Raises:
        TypeError: A condition that does not suit the object, or a function that returned no generator.
        Exception: What the coroutine or the function raised.
    """
    scheduler = lease.pool._scheduler
    now = lease._since = scheduler.time
    lease._deadline = None
    if isinstance(spec, Condition):
        if (bound := spec.bound) is not None:
            lease._deadline = now + bound
        if isinstance(spec, Forever):
            lease._wait = MEANT_TO_LAST
        else:
            lease._wait = scheduler.next_seq()
            spec.arm(scheduler, lease, now, None)
    elif isinstance(spec, float):
        lease._deadline = now + spec
        lease._wait = scheduler.after(spec, lease, now)
    elif spec is None:
        lease._wait = NEVER
    else:
        lease._wait = NEVER
        generator = spec if isinstance(spec, Generator) else made_generator(spec, lease.get())
        if lease._item is None:
            return  # the function has ended the lease: what it returned is not started any more
        task = Task(generator, scheduler, lease._given().tasks, lease, ends_lease=True)
        if (error := task._step(now)) is not None:
            raise error
        if task.done and not task._cancelled:
            lease._lifetime_over(None)


def lifetime_of_class(kind: type, obj: Any = None) -> Any:
    """Return the default lifetime that a class defines, or that an object defines for itself.

    Raises:
        TypeError: It can be no default.
        ValueError: It is a number out of range.
    """
    spec = getattr(kind, "lifetime", None)
    # A slot or a property of this name holds what the object says.
    if hasattr(type(spec), "__set__"):
        spec = getattr(obj, "lifetime", None)
    elif "lifetime" in getattr(obj, "__dict__", ()):
        spec = obj.lifetime
    return checked_default(spec, f"{kind.__name__}.lifetime")
