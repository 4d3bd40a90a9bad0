"""Thread check: in debug mode, a call off the update thread is an error (D1)."""

from __future__ import annotations

import threading
from functools import partial
from threading import get_ident
from typing import NoReturn

from arcade_pool.errors import WrongThread
from arcade_pool.pools.messages import place_of_caller
from arcade_pool.pools.update_loop import UpdateLoop

__all__ = ["refuse_other_threads"]


def refuse_other_threads(loop: UpdateLoop) -> None:
    """Have an update loop refuse calls off the update thread."""
    loop.refuse_thread = partial(_refuse, loop)


def _refuse(loop: UpdateLoop, what: str) -> NoReturn:
    """Say which thread called, and what to do instead.

    Args:
        loop: The update loop whose thread another one is. That one may be wrong: then an update has made it so.
        what: Was called.

    Raises:
        WrongThread: Always.
    """
    since = "" if loop.moved_by is None else f", by {loop.moved_by}"
    raise WrongThread(
        f"{what} was called off the update thread: on {_named(get_ident())}, by {place_of_caller()}, while updates are "
        f"run on {_named(loop.thread)}{since}; use manager.call_soon, or the lease's recycle and borrow"
    )


def _named(ident: int) -> str:
    return next((each.name for each in threading.enumerate() if each.ident == ident), "a thread that has ended")
