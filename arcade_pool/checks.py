"""Checks of what a game hands in: each returns the value, or raises an error that says what it should have been."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Generator
from types import GeneratorType
from typing import Any, Final

__all__ = [
    "check_hooks", "check_names", "check_runs_at_once", "checked_coroutine", "checked_count", "checked_factory",
    "checked_seconds",
]  # fmt: skip


_SUSPENDS: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


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


def checked_factory(factory: Any) -> Callable[[], Any]:
    """Returns `factory` if it can be called without arguments.

    Raises:
        TypeError: It cannot be called, or wants arguments; the message says where those belong.
    """
    if not callable(factory):
        raise TypeError(f"a factory is a class or a function without arguments, not {factory!r}")
    check_runs_at_once(factory, "the factory", "return one new object from it")
    if (signature := _signature(factory)) is not None:
        try:
            signature.bind()
        except TypeError as problem:
            name = getattr(factory, "__name__", repr(factory))
            raise TypeError(
                f"a pool calls its factory without arguments, and {name} wants some ({problem}): give what belongs to "
                f"one life to on_spawn, and what all have in common to a function, such as lambda: {name}(...)"
            ) from None
    return factory  # type: ignore[no-any-return]


def check_names(hook: Callable[..., Any], spawn: Callable[..., Any]) -> None:
    """Checks that an ``on_spawn`` wants no keyword that ``spawn`` takes for itself, and so never hands on.

    Raises:
        TypeError: It does; the message names it.
    """
    for name in sorted(_named(spawn) & _named(hook)):
        raise TypeError(
            f"{getattr(hook, '__qualname__', hook)} has a parameter {name!r}, which spawn takes for itself and does "
            "not hand on: give it another name"
        )


def check_hooks(owner: Any) -> None:
    """Check the hooks of a class, an object or a component, and the ``update`` of a sprite.

    Raises:
        TypeError: A hook is not a method, or its body would never run.
    """
    kind = owner if isinstance(owner, type) else type(owner)
    for name in ("on_spawn", "on_recycle", "update", "update_animation"):
        hook = getattr(owner, name, None)
        # Of a class it may be a property or a slot: what that holds is known of its instances only.
        asked = name.startswith("on_") and not isinstance(owner, type)
        if asked and hook is not None and not callable(hook):
            raise TypeError(
                f"{kind.__name__}.{name} must be a method, which the pool calls, not {hook!r}; or rename it"
            )
        check_runs_at_once(
            hook,
            f"{kind.__name__}.{name}",
            "put what takes time into a method of its own and start it in on_spawn: self.lease.start(self.steps())",
        )


def check_runs_at_once(function: object, what: str, instead: str) -> None:
    """Check that calling a function runs its body: with a ``yield`` or ``async`` in it, a call only makes an object.

    Cost: some attribute reads. Conditions are made for single spawns, so neither `inspect` nor a repr is asked for.

    Args:
        function: Any callable.
        what: What it is, for the message.
        instead: What to write instead, for the message.

    Raises:
        TypeError: It is a generator function or an ``async def``.
    """
    called = function
    while isinstance(called, functools.partial):
        called = called.func
    called = getattr(called, "__func__", called)
    if not hasattr(called, "__code__"):
        called = getattr(type(called), "__call__", None)  # noqa: B004  # an object that can be called
    flags = getattr(getattr(called, "__code__", None), "co_flags", 0)
    if isinstance(flags, int) and flags & _SUSPENDS:
        kind = "a generator function (it has a yield)" if flags & inspect.CO_GENERATOR else "an 'async def'"
        raise TypeError(f"{what} is {kind}, so that a call runs nothing of {function!r}; {instead}")


def _named(function: Callable[..., Any]) -> set[str]:
    signature = _signature(function)
    parameters = () if signature is None else signature.parameters.values()
    return {each.name for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)}


def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    """None for what tells none, such as a class written in C: it is called as it is then, and may refuse itself."""
    try:
        return inspect.signature(function)
    except Exception:
        return None
