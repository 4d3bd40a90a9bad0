"""Lifetimes: what can end a lease by itself."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Generator
from typing import Any, Final, TypeAlias

from arcade_pool.checks import checked_coroutine, checked_seconds
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.waiter import NEVER

__all__ = [
    "DEFAULT", "MEANT_TO_LAST", "Coroutine", "LifetimeSpec", "checked_default", "checked_lifetime",
    "lifetime_of_class", "made_generator",
]  # fmt: skip

#: The present wait of a lease whose lifetime is `Forever()`. No `seq` ever reaches it either.
MEANT_TO_LAST: Final = NEVER - 1

#: What a function with ``yield`` returns that can be a lifetime or a task.
Coroutine: TypeAlias = "Generator[object, Any, Any]"

#: What ends a lease by itself: nothing, seconds, a condition, a generator function of the object, or a generator.
LifetimeSpec: TypeAlias = (
    "float | Condition | Callable[[Any], Generator[object, Any, Any]] | Generator[object, Any, Any] | None"
)


class _Default:
    def __repr__(self) -> str:
        return "<the default>"


#: Means "no lifetime given": the pool's or the class's is used. (None means: never ends by itself.)
DEFAULT: Final[Any] = _Default()


def checked_lifetime(spec: Any, what: str = "lifetime") -> Any:
    """Return `spec` if it can be a lifetime.

    Raises:
        TypeError: A bool, a string, an ``async def``, a generator that was started, or anything else.
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
    """Return `spec` if it can be the lifetime of many leases: as `checked_lifetime`, but no generator object.

    Raises:
        TypeError: It cannot be a lifetime, or is a generator object.
        ValueError: A number that is negative, NaN or infinite.
    """
    if isinstance(spec, Generator):
        raise TypeError(
            f"{what} is a generator object, which can serve one spawn only; as a default give the generator function "
            "itself, without calling it"
        )
    return checked_lifetime(spec, what)


def made_generator(spec: Callable[[Any], Any], obj: object) -> Generator[object, Any, Any]:
    """Call a lifetime function for an object.

    Raises:
        TypeError: It did not return a generator.
        Exception: What it raised.
    """
    made = spec(obj)
    name = getattr(spec, "__qualname__", repr(spec))
    return checked_coroutine(made, f"what the lifetime function {name} returned")


def lifetime_of_class(kind: type, obj: Any = None) -> Any:
    """Return the default lifetime that a class defines, or that an object defines for itself.

    Raises:
        TypeError: It cannot be a default.
        ValueError: It is a number out of range.
    """
    spec = getattr(kind, "lifetime", None)
    # A slot or a property of this name holds what the object says.
    if hasattr(type(spec), "__set__"):
        spec = getattr(obj, "lifetime", None)
    elif "lifetime" in getattr(obj, "__dict__", ()):
        spec = obj.lifetime
    return checked_default(spec, f"{kind.__name__}.lifetime")
