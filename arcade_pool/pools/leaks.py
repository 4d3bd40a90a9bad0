"""Leaks: leases that have lasted for long, grouped by the line that spawned them (D2)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from arcade_pool.pools.lease import Lease
from arcade_pool.pools.lifecycle import Lifecycle
from arcade_pool.timing.waiter import NEVER

__all__ = ["Leak", "find_leaks"]


@dataclass(frozen=True)
class Leak:
    """Long leases of one pool that were spawned, or borrowed, by one line."""

    key: Hashable  #: of the pool
    count: int  #: how many
    oldest: float  #: age of the oldest, in seconds of game time
    where: str | None  #: ``file:line`` of the spawn, of a borrow that of the borrow, in debug mode, else None
    borrowed: bool = False  #: they have ended, but a borrow of theirs was never closed


def find_leaks(
    lifecycles: Iterable[Lifecycle[Any]],
    borrowed: Iterable[tuple[Lease[Any], str | None]],
    now: float,
    older_than: float,
) -> list[Leak]:
    """Groups what has lasted for at least `older_than` seconds; the oldest group comes first.

    Args:
        lifecycles: Those of the pools whose leases are meant. A lease with seconds, a condition (`Forever` too) or a
            coroutine as its lifetime is not a leak: something watches for its end, or it is meant to last.
        borrowed: Leases that have ended but are still borrowed, and where that was done.
        now: Game time in seconds.
        older_than: Seconds since the spawn; of a borrowed lease, since its end.
    """
    groups: dict[tuple[Hashable, str | None, bool], list[float]] = {}
    for lifecycle in lifecycles:
        for lease in lifecycle.inventory.active:
            if lease.age >= older_than and _nothing_ends(lease):
                groups.setdefault((lifecycle.pool.key, _where(lease), False), []).append(lease.age)
    for lease, place in borrowed:
        late = now - lease._ended
        if late >= older_than:
            groups.setdefault((lease.pool.key, place, True), []).append(late)
    leaks = [Leak(key, len(ages), max(ages), where, held) for (key, where, held), ages in groups.items()]
    return sorted(leaks, key=lambda leak: leak.oldest, reverse=True)


def _nothing_ends(lease: Lease[Any]) -> bool:
    """True if a living lease has neither a wait (`Forever` counts as one) nor a running coroutine as its lifetime."""
    resources = lease._resources
    return lease._wait == NEVER and (resources is None or not resources.has_lifetime())


def _where(lease: Lease[Any]) -> str | None:
    return getattr(lease, "spawned_by", None)
