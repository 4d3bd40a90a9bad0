"""Family: the end of a lease that has adopted others.

Those may have adopted others again. A stack of their ends, not a chain of calls, runs them, so that a snake may have
any number of limbs (test_a_chain_of_a_thousand_ends_with_its_head).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arcade_pool.errors import RecycleReason
from arcade_pool.pools.lease import Lease
from arcade_pool.timing.waiter import subject_of

__all__ = ["end_family"]


def end_family(
    lease: Lease[Any], reason: RecycleReason, errors: list[BaseException], delay_frames: int, hooks: bool
) -> None:
    """End a living lease and those it has adopted. See `Lifecycle.end`."""
    ends = [_steps(lease, reason, errors, delay_frames, hooks)]
    while ends:
        child = next(ends[-1], None)
        if child is None:
            ends.pop()
        elif child.alive:
            ends.append(_steps(child, RecycleReason.PARENT, errors, 0, hooks=True))


def _steps(
    lease: Lease[Any], reason: RecycleReason, errors: list[BaseException], delay_frames: int, hooks: bool
) -> Iterator[Lease[Any]]:
    """Run the steps of one end; yield each child when it is its turn to end."""
    item: Any = subject_of(lease)
    lifecycle, resources = item.lifecycle, lease._resources
    known = len(errors)
    lifecycle.invalidate(lease, item, reason)
    item.holds += 1
    if lifecycle.placement is not None:
        lifecycle.placement.detach(item, errors)
    if resources is not None:
        resources.stop_tasks(errors)
        before = len(errors)
        yield from reversed(resources.children or ())
        # What went wrong with the children is not the fault of this one.
        known += len(errors) - before
        resources.run_deferred(reason, errors)
        lease._resources = None
    lifecycle.conclude(item, errors, known, delay_frames, hooks, ran_code=True)
