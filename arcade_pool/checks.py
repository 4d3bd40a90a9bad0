"""Checks of what a game hands in: each returns the value, or raises an error that says what it should have been."""

from __future__ import annotations

import inspect
import math
from collections.abc import Generator
from types import GeneratorType
from typing import Any

__all__ = ["checked_coroutine", "checked_count", "checked_seconds"]


def checked_seconds(value: object, what: str = "a number of seconds") -> float:
    """Returns `value` as seconds.

    Raises:
        TypeError: `value` is no number, or a `bool`.
        ValueError: `value` is negative, NaN or infinite.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what} must be an int or a float, not {value!r} (of another kind of number write float(x))")
    if not 0.0 <= value < math.inf:
        raise ValueError(f"{what} must be finite and not negative, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{what} is too large: {value!r}") from None


def checked_count(value: object, what: str) -> int:
    """Returns `value` if it is a whole number that is not negative.

    Raises:
        TypeError: It is no whole number.
        ValueError: It is negative.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{what} must be a whole number, not {value!r}")
    if value < 0:
        raise ValueError(f"{what} must not be negative, not {value!r}")
    return value


def checked_coroutine(coroutine: object, what: str) -> Generator[object, Any, Any]:
    """Returns `coroutine` if it is a generator that has not begun.

    Raises:
        TypeError: It is something else; the message says what it is and what to write instead.
    """
    if type(coroutine) is GeneratorType and inspect.getgeneratorstate(coroutine) == inspect.GEN_CREATED:
        return coroutine  # without asking the abstract class, which costs several times as much
    if not isinstance(coroutine, Generator):
        if inspect.iscoroutine(coroutine):
            coroutine.close()  # else Python warns that it was never awaited, on top of the error
        if inspect.iscoroutine(coroutine) or inspect.iscoroutinefunction(coroutine):
            raise TypeError(f"{what} is an 'async def' {coroutine!r}; write a plain 'def' with 'yield' instead")
        if callable(coroutine):
            raise TypeError(f"{what} must be a generator, not the function {coroutine!r}: call it")
        raise TypeError(f"{what} must be a generator (what a function with 'yield' returns), not {coroutine!r}")
    if inspect.isgenerator(coroutine) and inspect.getgeneratorstate(coroutine) != inspect.GEN_CREATED:
        raise TypeError(f"{what} {coroutine!r} has already been started; a generator can be used once: make a new one")
    return coroutine
