"""errors.py: what each exception is, and that its message says what happened and what to do."""

from __future__ import annotations

import pytest

import arcade_pool
from arcade_pool import (
    BadYield,
    NotPooled,
    PoolClosed,
    PoolError,
    PoolExhausted,
    StaleLease,
    UnknownPool,
)
from helpers import Coroutine, Thing, make_manager


@pytest.mark.parametrize("kind", [BadYield, NotPooled, PoolClosed, PoolExhausted, StaleLease, UnknownPool])
def test_every_error_is_a_pool_error(kind: type[Exception]) -> None:
    assert issubclass(kind, PoolError)
    assert getattr(arcade_pool, kind.__name__) is kind


def test_pool_errors_are_no_wrong_arguments() -> None:
    """A wrong argument is a TypeError or ValueError, so nobody catches a pool's error by catching those."""
    for kind in (BadYield, NotPooled, PoolClosed, PoolExhausted, StaleLease, UnknownPool):
        assert not issubclass(kind, TypeError | ValueError)


def test_unknown_pool_is_a_key_error_and_readable() -> None:
    """A KeyError shows the repr of its message; this one is meant to be read and lists the known pools."""
    manager = make_manager()
    manager.create_pool(Thing, key="bullets")
    manager.create_pool(Thing)
    with pytest.raises(KeyError) as raised:
        manager["bulets"]
    assert isinstance(raised.value, UnknownPool)
    message = str(raised.value)
    assert not message.startswith(("'", '"'))
    for part in ("bulets", "bullets", "Thing"):
        assert part in message


def test_unknown_pool_says_so_when_there_is_none() -> None:
    with pytest.raises(UnknownPool, match="none"):
        make_manager()["x"]


def test_exhausted_names_pool_limit_and_ways_out() -> None:
    pool = make_manager().create_pool(Thing, key="bullets", max_size=1)
    pool.spawn()
    with pytest.raises(PoolExhausted, match=r"bullets.*max_size=1.*1 active.*(steal_oldest|try_spawn)"):
        pool.spawn()


def test_not_pooled_names_the_object() -> None:
    pool = make_manager().create_pool(Thing)
    stranger = Thing()
    with pytest.raises(NotPooled) as raised:
        pool.recycle(stranger)
    assert repr(stranger) in str(raised.value)


def test_not_pooled_at_another_pool_names_the_right_one() -> None:
    manager = make_manager()
    mine, other = manager.create_pool(Thing, key="mine"), manager.create_pool(Thing, key="other")
    obj = mine.spawn()
    with pytest.raises(NotPooled, match=r"mine.*other"):
        other.recycle(obj)
    with pytest.raises(NotPooled, match="other"):
        other.recycle(mine.lease(obj))


def test_stale_lease_names_what_was_asked() -> None:
    pool = make_manager().create_pool(Thing, key="bullets")
    lease = pool.lease(pool.spawn())
    lease.recycle()
    with pytest.raises(StaleLease, match=r"defer.*bullets"):
        lease.defer(print)
    with pytest.raises(StaleLease, match=r"set_lifetime.*bullets"):
        lease.set_lifetime(1.0)


def test_closed_names_the_pool() -> None:
    pool = make_manager().create_pool(Thing, key="bullets")
    pool.close()
    with pytest.raises(PoolClosed, match="bullets"):
        pool.spawn()


def test_bad_yield_names_coroutine_place_and_alternatives() -> None:
    def wrong() -> Coroutine:
        yield "soon"

    with pytest.raises(BadYield) as raised:
        make_manager().start(wrong())
    message = str(raised.value)
    code = wrong.__code__
    assert f"{code.co_filename}:{code.co_firstlineno + 1}" in message
    for part in ("wrong", "'soon'", "None", "seconds", "condition", "task", "lease"):
        assert part in message
