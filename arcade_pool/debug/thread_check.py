"""The guard of debug mode: what belongs to the update thread refuses any other (D1)."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable
from threading import get_ident
from typing import TYPE_CHECKING, Any, NoReturn

from arcade_pool.errors import WrongThread
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.messages import place_of_caller

if TYPE_CHECKING:
    from arcade_pool.pools.update_loop import GameClock

__all__ = ["MANAGER_CALLS", "POOL_CALLS", "GuardedLease", "guard", "refuse"]

#: What changes a pool or all of them, by a public call or by Arcade's kill().
POOL_CALLS = (
    "spawn", "try_spawn", "spawn_many", "recycle", "prewarm", "prewarm_async", "trim", "clear", "close", "invalidate",
    "configure", "_end", "_kill", "_kill_all",
)  # fmt: skip
#: What these are to a game.
_SAID = {
    "_end": "the end of a lease", "_kill": "the removal of a sprite", "_kill_all": "the clearing of the sprites",
}  # fmt: skip
MANAGER_CALLS = (
    "create_pool", "create_sprite_pool", "recycle", "start", "configure", "load_config", "preload", "trim", "clear",
    "close", "reset_stats",
)  # fmt: skip


def guard(target: Any, names: Iterable[str], clock: GameClock, what: str) -> None:
    """Has methods of `what`, a pool or a manager, refuse another thread than the update thread."""
    for name in names:
        if (method := getattr(target, name, None)) is not None:
            setattr(target, name, _guarded(method, clock, f"{_SAID.get(name, name)} of {what}"))


def _guarded(method: Callable[..., Any], clock: GameClock, what: str) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if get_ident() != clock._thread:
            refuse(what, clock)
        return method(*args, **kwargs)

    return guarded


def _guarded_of_lease(name: str) -> Any:
    method = getattr(Lease, name)

    @functools.wraps(method)
    def guarded(lease: Lease[Any], *args: Any, **kwargs: Any) -> Any:
        manager = lease.pool._manager
        if not manager._on_update_thread():
            refuse(f"{name} of a lease of pool {lease.pool._name}", manager)
        return method(lease, *args, **kwargs)

    return guarded


def refuse(what: str, clock: GameClock) -> NoReturn:
    """Says whose fault it is, and what to do instead.

    Args:
        what: Was called.
        clock: Whose update thread is another one. It may be that one which is wrong: then an update has made it so.

    Raises:
        WrongThread: Always.
    """
    since = "" if clock._moved_by is None else f", by {clock._moved_by}"
    raise WrongThread(
        f"{what} was called off the update thread: on {_named(get_ident())}, by {place_of_caller()}, while updates are "
        f"run on {_named(clock._thread)}{since}; use manager.call_soon, or the lease's recycle and borrow"
    )


def _named(ident: int) -> str:
    return next((each.name for each in threading.enumerate() if each.ident == ident), "a thread that has ended")


class GuardedLease(Lease[Any]):
    """A lease that other threads may look at, borrow and recycle (L9), and give nothing."""

    __slots__ = ()

    set_lifetime = _guarded_of_lease("set_lifetime")
    start = _guarded_of_lease("start")
    defer = _guarded_of_lease("defer")
    adopt = _guarded_of_lease("adopt")
