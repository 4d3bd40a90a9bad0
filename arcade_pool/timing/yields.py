"""Yields: what a coroutine may yield, and the wait that each means (T1)."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from math import inf
from typing import Any

from arcade_pool.checks import checked_seconds
from arcade_pool.errors import BadYield
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.scheduler import Scheduler
from arcade_pool.timing.waiter import Awaited, Waiter

__all__ = ["name_of", "wait_for"]


def wait_for(
    scheduler: Scheduler, waiter: Waiter, generator: Generator[object, Any, Any], wanted: object, when: float
) -> int:
    """Enter the wait that a coroutine asked for; return its number.

    Args:
        scheduler: Where the wait is entered.
        waiter: The task that runs the coroutine.
        generator: The coroutine.
        wanted: What it yielded.
        when: Game time from which the wait counts.

    Raises:
        BadYield: It cannot be waited for.
    """
    # The two that are by far the commonest come first.
    if type(wanted) is float and 0.0 <= wanted < inf:
        return scheduler.after(wanted, waiter, when)
    if wanted is None:
        return scheduler.after_frames(1, waiter)
    seq = scheduler.next_seq()
    if isinstance(wanted, Condition):
        try:
            wanted.arm(scheduler, waiter, when, None)
        except (TypeError, NotImplementedError) as problem:
            raise _bad_yield(generator, wanted, str(problem)) from None
    elif isinstance(wanted, Awaited):
        if id(wanted) == id(waiter):
            raise _bad_yield(generator, wanted, "a task cannot wait for itself")
        wanted._join(scheduler, waiter)
    else:
        try:
            seconds = checked_seconds(wanted)
        except (TypeError, ValueError) as problem:
            reason = str(problem) if isinstance(problem, ValueError) else ""
            raise _bad_yield(generator, wanted, reason) from None
        scheduler.after(seconds, waiter, when)
    return seq


def name_of(generator: Generator[object, Any, Any]) -> str:
    """Return the name of a coroutine, for messages."""
    return getattr(generator, "__qualname__", type(generator).__name__)


def _bad_yield(generator: Any, wanted: object, reason: str) -> BadYield:
    name = name_of(generator)
    # With `yield from`, the yield is in the innermost generator.
    while inspect.isgenerator(inner := getattr(generator, "gi_yieldfrom", None)):
        generator = inner
    where = ""
    if (frame := getattr(generator, "gi_frame", None)) is not None:
        where = f" ({frame.f_code.co_filename}:{frame.f_lineno})"
    reason = f" ({reason})" if reason else ""
    return BadYield(
        f"coroutine '{name}'{where} yielded {wanted!r}{reason}; yield None, a number of seconds, "
        "a condition, a task or a lease"
    )
