"""Exceptions, and the reasons for which leases end. Each message says what happened and what to do about it.

A wrong argument is a plain `TypeError` or `ValueError`; the classes here are for what goes wrong between
a game and its pools.
"""

from __future__ import annotations

import enum

__all__ = [
    "BadYield", "NotPooled", "PoolClosed", "PoolError", "PoolExhausted", "PoolWarning", "RecycleReason", "StaleLease",
    "UnknownPool", "WrongThread",
]  # fmt: skip


class PoolError(Exception):
    """The base of every error that pools raise on their own account."""


class PoolExhausted(PoolError):
    """A spawn found the pool at ``max_size`` with nothing idle and nothing to steal."""


class StaleLease(PoolError):
    """Something was asked of a lease that has ended."""


class NotPooled(PoolError):
    """No pool of this manager has ever owned the object, or another pool than the one that was asked does."""


class UnknownPool(PoolError, KeyError):
    """No pool has this key."""

    def __str__(self) -> str:
        # KeyError shows the repr of its argument; this message is meant to be read.
        return Exception.__str__(self)


class PoolClosed(PoolError):
    """The pool was closed and makes nothing more."""


class BadYield(PoolError):
    """A coroutine yielded something that cannot be waited for. Raised inside it, at that yield."""


class WrongThread(PoolError):
    """A pool was used off the update thread. Noticed in debug mode."""


class PoolWarning(UserWarning):
    """What debug mode notices: a second recycle, what reset could not restore, what was changed on an idle object."""


class RecycleReason(enum.Enum):
    """Why a lease ended."""

    EXPIRED = "expired"  #: its lifetime was over
    RECYCLED = "recycled"  #: user code called recycle
    KILLED = "killed"  #: kill() was called, or the sprite was taken out of the pool's list
    STOLEN = "stolen"  #: a spawn needed the item
    CLEARED = "cleared"  #: the pool or its group was cleared
    CLOSED = "closed"  #: the pool was closed
    PARENT = "parent"  #: the lease that had adopted it ended
    FAILED = "failed"  #: its spawn, its lifetime or its update raised
