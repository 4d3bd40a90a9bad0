"""How a lease begins (L3), how it ends (L4), and how a spawn that failed is undone (F2).

Every lease of every pool begins and ends here, whatever the reason; these two functions and what they call are what
a lease costs.

A lease ends once: `end_lease` makes it stale in its first lines, and whoever comes second finds nothing to do (L5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from arcade_pool.pools.item import ACQUIRING, ACTIVE, RETIRING, PoolItem
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.timing.conditions import Condition
from arcade_pool.timing.lifetimes import checked_lifetime, start_lifetime
from arcade_pool.timing.scheduler import NEVER

if TYPE_CHECKING:
    from arcade_pool.pools.pool import Pool

__all__ = ["DEFAULT", "begin_lease", "end_lease", "undo_lease"]

T = TypeVar("T")


class _Default:
    def __repr__(self) -> str:
        return "<the default>"


#: Stands for "no lifetime given": the pool's or the class's is used. (None means: never ends by itself.)
DEFAULT: Final[Any] = _Default()

#: Lifetimes besides numbers that run no code of the game's when they start.
_QUIET: Final = (NoneType, Condition)


def begin_lease(pool: Pool[T], place: tuple[Any, ...], lifetime: Any, kwargs: dict[str, Any]) -> PoolItem[T] | None:
    """Begins a lease: the whole of L3.

    Args:
        pool: The pool.
        place: What `Pool._put_in` needs to know of the place.
        lifetime: As handed to ``spawn``, or `DEFAULT`.
        kwargs: For ``on_spawn``.

    Returns:
        The item; None, with nothing done but counting, if the pool is exhausted.

    Raises:
        Exception: Whatever went wrong; the spawn is undone then (F2).
    """
    # What most spawns say needs no call to be checked.
    if lifetime is not DEFAULT and not (type(lifetime) is float and 0.0 <= lifetime < inf):
        lifetime = checked_lifetime(lifetime)
    lease: Lease[T] | None = None
    counts = pool._counts
    epoch = counts.epoch
    try:
        if pool._idle and pool._config.validate is None:
            item = pool._idle.pop()
        elif (obtained := pool._obtain()) is not None:
            item = obtained
        else:
            return None
        item.generation = generation = item.generation + 1
        item.lease = lease = pool._lease_type(pool, item, generation, pool._scheduler.time)
        active = pool._active
        active[lease] = None
        epoch = counts.epoch
        counts.spawned += 1
        if generation == 1 and not item.prewarmed:
            counts.misses += 1
        if len(active) > counts.recent_peak:
            counts.recent_peak = len(active)
        if lifetime is DEFAULT and (lifetime := pool._config.lifetime) is None:
            lifetime = item.lifetime
        timed = type(lifetime) is float
        if item.plain and not kwargs and (timed or isinstance(lifetime, _QUIET)):
            # No code of the game's runs in here, so nothing needs to be held back for it: 7 percent of a spawn.
            item.state = ACTIVE
            pool._put_in(item, place)
            if timed:
                # As start_lifetime does it, without what that has to ask first.
                lease._since = now = lease._born
                lease._deadline = now + lifetime
                lease._wait = pool._scheduler.after(lifetime, lease, now)
            else:
                start_lifetime(lease, lifetime)
        else:
            _begin_with_code(lease, item, place, lifetime, kwargs, epoch)
        return item
    except BaseException as error:
        if lease in pool._active:
            undo_lease(lease, error, epoch)
        pool._manager._note_interruption(error)
        raise


def _begin_with_code(
    lease: Lease[Any], item: PoolItem[Any], place: tuple[Any, ...], lifetime: Any, kwargs: dict[str, Any], epoch: int
) -> None:
    """The rest of a spawn that runs the game's code (L8). Apart, since no ``try`` covers the line of an inner one."""
    item.state = ACQUIRING
    item.holds += 1
    try:
        item.pool._put_in(item, place)
        _welcome(lease, item, kwargs)
        if lease._item is not None:
            item.state = ACTIVE
            if not lease._wait:
                start_lifetime(lease, lifetime)
    except BaseException as error:
        undo_lease(lease, error, epoch)
        raise
    finally:
        item.release()


def _welcome(lease: Lease[Any], item: PoolItem[Any], kwargs: dict[str, Any]) -> None:
    """Calls what the game wants called at a spawn."""
    if item.on_spawn is not None:
        item.on_spawn(**kwargs)
    elif kwargs:
        raise TypeError(
            f"{lease.pool._name} takes no keyword arguments at spawn, but got {', '.join(kwargs)}; define "
            f"on_spawn(self, *, {', '.join(kwargs)}) in its class"
        )
    for component in item.components:
        if lease._item is None:
            break  # a life that is over is not begun
        if (hook := getattr(component, "on_spawn", None)) is not None:
            hook(item.obj)


def undo_lease(lease: Lease[Any], error: BaseException, epoch: int) -> None:
    """Takes a spawn back (F2), as if it had not been.

    Args:
        lease: The lease; nothing happens if it has ended.
        error: Why; notes what else is raised meanwhile.
        epoch: That of the pool's counts when the spawn was counted.
    """
    item = lease._item
    if item is None:
        return
    errors: list[BaseException] = []
    end_lease(lease, RecycleReason.FAILED, errors, hooks=False)
    lease.pool._counts.undo(epoch, missed=lease.generation == 1 and not item.prewarmed)
    for other in errors:
        error.add_note(f"while the spawn was undone, this was raised too: {other!r}")


def end_lease(
    lease: Lease[Any], reason: RecycleReason, errors: list[BaseException], delay_frames: int = 0, *, hooks: bool = True
) -> bool:
    """Ends a lease: the whole of L4.

    Args:
        lease: The lease.
        reason: Why.
        errors: Takes whatever is raised, interruptions too; the rest of the lease is released all the same (F3).
        delay_frames: Updates until the item is reset and idle.
        hooks: Whether ``on_recycle`` runs; not so when a spawn is undone (F2).

    Returns:
        Whether the lease was alive.
    """
    item = lease._item
    if item is None:
        return False
    try:
        resources = lease._resources
        if item.plain and resources is None and not delay_frames:
            # As below, without asking for what a plain item and a lease without resources have not got.
            _make_stale(lease, item, reason)._retire(item, errors)
            return True
        known = len(errors)
        if resources is None or not resources.children:
            _leave_the_world(lease, item, reason, errors)
            if resources is not None:
                resources.stop_tasks(errors)
                resources.release_rest(reason, errors)
                lease._resources = None
            _conclude(item, errors, known, delay_frames, hooks)
            return True
        # A lease may have adopted others, and those others again: a stack of their endings, not a chain of calls, so
        # that a snake may have as many limbs as it likes (test_a_chain_of_a_thousand_ends_with_its_head).
        endings = [_ending(lease, item, reason, errors, delay_frames, hooks=hooks)]
        while endings:
            child = next(endings[-1], None)
            if child is None:
                endings.pop()
            elif child._item is not None:
                endings.append(_ending(child, child._item, RecycleReason.PARENT, errors, 0, hooks=True))
        return True
    except BaseException as error:
        # What the game's own code raises is in `errors`: this came between two lines of the library's own.
        lease.pool._manager._note_interruption(error)
        raise


def finish_end(lease: Lease[Any], item: PoolItem[Any], errors: list[BaseException]) -> None:
    """Ends a lease whose end or spawn was interrupted, but for the hooks and the reset (F8).

    Args:
        lease: The item's last one, ended or not.
        item: Its item, which is destroyed next.
        errors: Takes whatever is raised.
    """
    if lease._item is not None or lease.reason is None:
        lease._ended = lease.pool._scheduler.time
        lease.reason = lease.reason or RecycleReason.FAILED
        lease._former = item.ref
        lease._item = None
    lease._wait = NEVER
    lease.pool._active.pop(lease, None)
    resources = lease._resources
    if resources is not None:
        resources.stop_tasks(errors)
        for child in reversed(resources.children or ()):
            end_lease(child, RecycleReason.PARENT, errors)
        resources.release_rest(lease.reason, errors)
        lease._resources = None


def _leave_the_world(
    lease: Lease[Any], item: PoolItem[Any], reason: RecycleReason, errors: list[BaseException]
) -> None:
    """The lease goes stale, and the object leaves every list and engine; a hold is on it from here on."""
    pool = _make_stale(lease, item, reason)
    item.holds += 1
    pool._take_out(item, errors)


def _make_stale(lease: Lease[Any], item: PoolItem[Any], reason: RecycleReason) -> Pool[Any]:
    pool = lease.pool
    # In this order: another thread that finds it ended finds out why and when, too.
    lease._ended = pool._scheduler.time
    lease.reason = reason
    lease._former = item.ref
    lease._item = None
    lease._wait = NEVER
    item.state = RETIRING
    del pool._active[lease]
    if pool._manager._borrows.open:
        pool._manager._borrows.hold(lease, item)
    return pool


def _ending(
    lease: Lease[Any],
    item: PoolItem[Any],
    reason: RecycleReason,
    errors: list[BaseException],
    delay_frames: int,
    *,
    hooks: bool,
) -> Iterator[Lease[Any]]:
    """The end of a lease that has adopted others; yields each child when it is its turn to end."""
    known = len(errors)
    _leave_the_world(lease, item, reason, errors)
    resources = lease._given()
    resources.stop_tasks(errors)
    before = len(errors)
    yield from reversed(resources.children or ())
    # What went wrong with the children is no fault of this one.
    known += len(errors) - before
    resources.release_rest(reason, errors)
    lease._resources = None
    _conclude(item, errors, known, delay_frames, hooks)


def _conclude(item: PoolItem[Any], errors: list[BaseException], known: int, delay_frames: int, hooks: bool) -> None:
    """The hooks run, and the item is finished, now or later."""
    if hooks and item.components:
        for component in reversed(item.components):
            _call_hook(getattr(component, "on_recycle", None), errors, item.obj)
    if hooks and item.on_recycle is not None:
        _call_hook(item.on_recycle, errors)
    if len(errors) != known:
        item.fault()
    if delay_frames:
        item.pool._delay(item, delay_frames)
        return
    item.holds -= 1
    if not item.holds:
        item.pool._finish(item, errors)


def _call_hook(hook: Callable[..., object] | None, errors: list[BaseException], *args: object) -> None:
    if hook is not None:
        try:
            hook(*args)
        except BaseException as error:
            errors.append(error)
