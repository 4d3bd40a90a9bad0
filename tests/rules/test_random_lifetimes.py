"""T2, T3: lifetimes and frame times drawn at random. What else is true of time is in timing/test_scheduler.py."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from arcade_pool import PoolManager
from helpers import Thing

MICROSECOND = 1e-6


@settings(deadline=None, derandomize=True, database=None, max_examples=60)
@given(
    lifetimes=st.lists(st.sampled_from([0.1, 0.5, 0.1 + 0.2, 1.0]) | st.floats(0.01, 3.0), min_size=1, max_size=40),
    deltas=st.lists(st.sampled_from([0.1, 0.25]) | st.floats(0.0, 0.7), min_size=1, max_size=14),
)
def test_every_lease_ends_in_the_first_update_at_its_deadline(lifetimes: list[float], deltas: list[float]) -> None:
    """T2, T3, for any lifetimes and frame times."""
    manager = PoolManager()
    pool = manager.create_pool(Thing)
    ended: list[int] = []
    due: dict[int, float] = {}
    number = itertools.count()
    for delta_time in [*deltas, 3.0]:
        for seconds in lifetimes[:3]:
            name = next(number)
            due[name] = manager.time + seconds
            pool.lease(pool.spawn(lifetime=seconds)).defer(ended.append, name)
        lifetimes = lifetimes[3:]
        ended.clear()
        manager.update(delta_time)
        expected = [name for name, deadline in due.items() if deadline <= manager.time + MICROSECOND]
        # Within the tolerance of this moment the start decides, before it the deadline.
        moment = manager.time - MICROSECOND
        expected.sort(key=lambda name: (min(due[name], moment), name))
        assert ended == expected
        for name in expected:
            del due[name]
    pool._check()
