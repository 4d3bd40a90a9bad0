"""A look notices what was changed, and nothing else."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arcade_pool.debug.attributes import Look


class Thing:
    __slots__ = ("__dict__", "late", "slot")

    def __init__(self) -> None:
        self.slot = 1
        self.hp = 3
        self.ratio = float("nan")
        self.array = np.zeros(3)
        self.bag: list[Any] = [np.zeros(2), 1]
        self.names = {"a": 1}
        self.seen = {1}
        self.queue = deque([1], maxlen=2)
        self.counts = Counter("a")
        self.ordered = OrderedDict(a=1, b=2)
        self.by_default: defaultdict[str, int] = defaultdict(int, a=1)


CHANGES: dict[str, Callable[[Any], object]] = {
    "hp": lambda thing: setattr(thing, "hp", 4),
    "ratio": lambda thing: setattr(thing, "ratio", 0.0),
    "array": lambda thing: setattr(thing, "array", np.ones(3)),
    "bag": lambda thing: thing.bag.__setitem__(0, np.ones(2)),
    "names": lambda thing: thing.names.clear(),
    "seen": lambda thing: thing.seen.add(2),
    "queue": lambda thing: thing.queue.append(2),
    "counts": lambda thing: thing.counts.update("b"),
    "ordered": lambda thing: thing.ordered.move_to_end("a"),
    "by_default": lambda thing: thing.by_default["b"],
    "slot": lambda thing: setattr(thing, "slot", 2),
    "late": lambda thing: setattr(thing, "late", 2),
    "added": lambda thing: setattr(thing, "added", 2),
    "a.dot": lambda thing: vars(thing).update({"a.dot": 1}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_named(name: str) -> None:
    """One changed, all the others as they were: also those that will not be compared as a whole."""
    thing = Thing()
    look = Look(thing)
    assert look.changes(thing) == []
    CHANGES[name](thing)
    assert look.changes(thing) == [name]
    assert Look(thing).changes(thing) == []


@pytest.mark.parametrize("name", ["hp", "slot"])
def test_what_was_deleted_is_named(name: str) -> None:
    thing = Thing()
    look = Look(thing)
    delattr(thing, name)
    assert look.changes(thing) == [name]


def test_a_change_of_kind_alone_is_named_beside_another() -> None:
    """Where values are equal, what a game sees is the same; looked at one by one, the kind counts, too."""
    thing = Thing()
    look = Look(thing)
    thing.hp, thing.slot = 3.0, 2  # type: ignore[assignment]
    assert set(look.changes(thing)) == {"hp", "slot"}


@pytest.mark.parametrize("values", [{}, {"one": 1}, {"a.dot": 1, "hp": 2}])
def test_objects_of_few_or_odd_attributes_are_looked_at_as_well(values: dict[str, object]) -> None:
    class Bare:
        pass

    bare = Bare()
    vars(bare).update(values)
    look = Look(bare)
    assert look.changes(bare) == []
    vars(bare)["late"] = 1
    assert look.changes(bare) == ["late"]
    for name in values:
        vars(bare)[name] = 9
    assert look.changes(bare) == [*values, "late"]
