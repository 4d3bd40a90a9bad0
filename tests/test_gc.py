"""freeze_gc: what is loaded is left alone by later collections, and nothing that is in use is lost."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from arcade_pool import PoolManager, freeze_gc
from helpers import freeze_what_is_loaded


class Node:
    """Something that can be part of a cycle."""

    def __init__(self) -> None:
        self.other: Node | None = None


def cycle() -> Node:
    """Two that keep each other alive."""
    one, two = Node(), Node()
    one.other, two.other = two, one
    return one


@pytest.fixture(autouse=True, scope="module")
def _frozen_as_before() -> Iterator[None]:
    """The effect is global: the other tests must not notice."""
    yield
    gc.unfreeze()
    freeze_what_is_loaded()


def test_what_is_left_is_frozen() -> None:
    """Design, section 3: unfreeze, collect, freeze."""
    gc.unfreeze()
    kept = cycle()
    freeze_gc()
    assert gc.get_freeze_count() > 0
    assert all(each is not kept for each in gc.get_objects()), "a collection does not look at it any more"
    assert kept.other is not None


def test_garbage_goes_before_freezing() -> None:
    lost = weakref.ref(cycle())
    freeze_gc()
    assert lost() is None


def test_frozen_cycles_stay_until_it_is_called_again() -> None:
    """Why it is called once more after another level was loaded."""
    node = cycle()
    freeze_gc()
    level = weakref.ref(node)
    del node
    gc.collect()
    assert level() is not None
    freeze_gc()
    assert level() is None


def test_closing_frees_frozen_items_without_a_collection() -> None:
    """Design, section 7: close() breaks its own cycles."""
    with PoolManager() as manager:
        pool = manager.create_pool(Node, prewarm=3)
        freeze_gc()
        gone = weakref.ref(pool.spawn())
        assert gone() is not None
    gc.disable()
    try:
        del pool, manager
        assert gone() is None
    finally:
        gc.enable()
