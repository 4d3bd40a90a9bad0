"""What two descriptions find alike, and what they tell apart."""

from __future__ import annotations

import decimal
import itertools
import operator
import types
from array import array
from collections import deque
from collections.abc import Callable, Generator
from enum import Enum
from functools import partial
from typing import Any

import numpy as np
import pytest

from arcade_pool import Lease
from arcade_pool.debug.attributes import attributes_of
from arcade_pool.debug.state_diff import describe, differences
from helpers import FRAME, Coroutine, Thing, make_manager


class Part:
    def __init__(self, wear: int = 0) -> None:
        self.wear = wear


class OtherPart(Part):
    pass


class Bag(list[int]):
    """A container with attributes of its own."""

    def __init__(self, name: str) -> None:
        super().__init__([1])
        self.name = name


class Caller(Part):
    def __call__(self) -> int:
        return self.wear


class Slots:
    __slots__ = ("wear",)

    def __init__(self, wear: int) -> None:
        self.wear = wear


class Prickly:
    """Will not be compared."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise TypeError

    def __hash__(self) -> int:
        return 0


class Color(Enum):
    RED = 1
    BLUE = 2


def counting(first: int) -> Generator[int, None, None]:
    yield first
    yield first


def stepped(steps: int) -> Generator[int, None, None]:
    generator = counting(0)
    for _ in range(steps):
        next(generator)
    return generator


def closure(value: object) -> Callable[[], object]:
    return lambda: value


def with_default(value: object) -> Callable[[], object]:
    def function(first: object = value, *, other: object = None) -> object:
        return first, other

    return function


def with_keyword(value: object) -> Callable[[], object]:
    def function(*, other: object = value) -> object:
        return other

    return function


def unset() -> Callable[[], object]:
    """A function whose variable has no value any more."""
    value = 1
    function = lambda: value  # noqa: E731, F821  # the point: it is deleted below
    del value
    return function


def leased(how: str) -> Lease[Thing]:
    lease = POOL.lease(POOL.spawn())
    if how != "alive":
        lease.recycle()
    return lease


def wait() -> Coroutine:
    yield None


def tasked(how: str) -> object:
    task = MANAGER.start(wait())
    if how != "waiting":
        task.cancel()
    return task


MANAGER = make_manager()
POOL = MANAGER.create_pool(Thing)

#: Makes of two arguments, each time anew, what is alike for equal ones and not for others.
KINDS: dict[str, tuple[Callable[[Any], object], Any, Any]] = {
    "number": (float, 1.5, 2.5),
    "number and truth": (lambda value: value, 1, True),
    "number and fraction": (lambda value: value, 1, 1.0),
    "NaN": (float, "nan", "1"),
    "object": (Part, 1, 2),
    "class of an object": (lambda kind: kind(), Part, OtherPart),
    "object with slots": (Slots, 1, 2),
    "object that can be called": (Caller, 1, 2),
    "object within objects": (lambda wear: types.SimpleNamespace(a=types.SimpleNamespace(b=Part(wear))), 1, 2),
    "list": (lambda wear: [Part(wear)], 1, 2),
    "length of a list": (lambda count: [1] * count, 1, 2),
    "kind of a list": (lambda kind: kind([1]), list, tuple),
    "deque": (lambda wear: deque([Part(wear)]), 1, 2),
    "dictionary": (lambda wear: {"a": Part(wear)}, 1, 2),
    "keys": (lambda key: {key: 1}, "a", "b"),
    "keys that are tuples": (lambda key: {(key, Color.RED): 1}, "a", "b"),
    "keys that are objects": (lambda value: {Part(): value}, 1, 2),
    "container with attributes": (Bag, "a", "b"),
    "set": (lambda wear: {Part(wear), Part(0)}, 1, 2),
    "set of tuples": (lambda value: {(value, 1)}, 1, 2),
    "frozen set": (lambda value: frozenset([float(value)]), 1, 2),
    "how many are alike in a set": (lambda wears: {Part(wear) for wear in wears}, (1, 1, 2), (1, 2, 2)),
    "bytearray": (bytearray, b"abc", b"abd"),
    "array": (lambda value: array("d", [value]), 1, 2),
    "type of an array": (lambda code: array(code, [1]), "d", "f"),
    "numpy array": (lambda value: np.full((2, 2), value), 1.0, 2.0),
    "shape of a numpy array": (np.zeros, (2, 3), (3, 2)),
    "function": (closure, 1, 2),
    "function that holds an object": (lambda wear: closure(Part(wear)), 1, 2),
    "default": (with_default, 1, 2),
    "keyword default": (with_keyword, 1, 2),
    "partial": (lambda value: partial(print, Part(value)), 1, 2),
    "partial with keywords": (lambda value: partial(print, end=value), "", "\n"),
    "method": (lambda wear: Caller(wear).__call__, 1, 2),
    "which method": (lambda name: getattr(bytearray(b"a"), name), "append", "clear"),
    "method of a list": (lambda value: [value].append, 1, 2),
    "wrapped method": (lambda value: [value].__len__, 1, 2),
    "generator": (stepped, 1, 2),
    "lease": (leased, "alive", "ended"),
    "method of a lease": (lambda how: leased(how).recycle, "alive", "ended"),
    "task": (tasked, "waiting", "done"),
    "decimal": (decimal.Decimal, "1.5", "2.5"),
    "range": (range, 1, 2),
    "simple namespace": (lambda value: types.SimpleNamespace(value=value), 1, 2),
    "which attributes": (lambda name: types.SimpleNamespace(**{name: 1}), "a", "b"),
    "enumeration": (lambda name: Color[name], "RED", "BLUE"),
    "class": (lambda kind: kind, Part, OtherPart),
    "module": (lambda module: module, types, itertools),
}


@pytest.mark.parametrize("kind", KINDS)
def test_alike_is_what_holds_the_same(kind: str) -> None:
    """Made twice of one argument, and once of another; the same at a depth."""
    make, one, other = KINDS[kind]
    assert differences(describe(make(one)), describe(make(one))) == []
    assert differences(describe(make(one)), describe(make(other))) != []
    held, again, different = (types.SimpleNamespace(part=[make(each)]) for each in (one, one, other))
    assert differences(describe(held, depth=5), describe(again, depth=5)) == []
    (path,) = {each[:8] for each in differences(describe(held, depth=5), describe(different, depth=5))}
    assert path == ".part[0]"


@pytest.mark.parametrize("make", [object, Exception, itertools.count, unset], ids=lambda make: make.__name__)
def test_what_shows_nothing_is_alike_to_its_kind(make: Callable[[], object]) -> None:
    assert differences(describe(make()), describe(make())) == []
    assert differences(describe(make()), describe(1)) == [""]


def test_what_will_not_be_compared_is_alike_to_itself_only() -> None:
    prickly = Prickly()
    assert differences(describe([prickly]), describe([prickly])) == []
    assert differences(describe([prickly]), describe([Prickly()])) == ["[0]"]


def test_below_the_depth_only_the_kind_counts() -> None:
    one, two, other = ([[[[kind(wear)]]]] for kind, wear in ((Part, 1), (Part, 2), (OtherPart, 1)))
    assert differences(describe(one, depth=4), describe(two, depth=4)) == []
    assert differences(describe(one, depth=4), describe(other, depth=4)) == ["[0][0][0][0]"]
    assert differences(describe(one, depth=5), describe(two, depth=5)) == ["[0][0][0][0].wear"]


def test_what_is_apart_counts_by_identity_and_is_not_looked_into() -> None:
    game, part = Part(), Part()
    part.game = game  # type: ignore[attr-defined]
    before = describe(part, apart=(id(game),))
    game.wear = 5
    assert differences(before, describe(part, apart=(id(game),))) == []
    part.game = Part()  # type: ignore[attr-defined]
    assert differences(before, describe(part, apart=(id(game),))) == [".game"]


def test_an_object_that_holds_itself_can_be_described() -> None:
    ring: Any = Part()
    ring.ring = [ring]
    assert differences(describe(ring), describe(ring)) == []


def test_a_property_over_a_slot_shows_what_counts() -> None:
    """As batched motion has it: the slot below holds something old."""

    class Moved(Slots):
        pass

    moved: Any = Moved(1)
    slot = Slots.__dict__["wear"]
    Moved.wear = property(lambda self: slot.__get__(self) + 10, slot.__set__)  # type: ignore[assignment]
    assert attributes_of(moved) == {"wear": 11}


def test_a_slot_that_two_classes_have_is_that_of_the_last() -> None:
    class Again(Slots):
        __slots__ = ("wear",)

    again = Again(5)
    slot: Any = Slots.__dict__["wear"]
    slot.__set__(again, 7)
    assert attributes_of(again) == {"wear": 5}


def test_a_limited_look_takes_the_first_parts() -> None:
    nested = [[1, 2], [3, 4], {5, 6, 7, 8}]
    assert list(describe(nested)) == ["", "[0]", "[0][0]", "[0][1]", "[1]", "[1][0]", "[1][1]", "[2]"]
    assert list(describe(nested, limit=4)) == ["", "[0]", "[0][0]", "[0][1]"]
    # The elements of a set have no order, so none of too many is looked at.
    assert describe({1, 2, 3}, limit=2) == describe({4, 5, 6}, limit=2)
    assert describe({1, 2, 3}, limit=3) != describe({4, 5, 6}, limit=3)


def test_what_raises_when_it_is_looked_at_is_alike_to_its_kind() -> None:
    class Shy(list[int]):
        def __len__(self) -> int:
            raise RuntimeError

    class Shier(Shy):
        pass

    assert describe([Shy(), 1]) == describe([Shy(), 1])
    assert describe([Shy(), 1]) != describe([Shier(), 1])
    assert list(describe([Shy(), 1])) == ["", "[0]", "[1]"]


def test_only_the_upper_one_of_two_differences_is_named() -> None:
    one, two = types.SimpleNamespace(part=[1]), types.SimpleNamespace(part=[2, 3])
    assert differences(describe(one), describe(two)) == [".part"]


def test_marks_say_what_they_stand_for() -> None:
    """As messages show them."""
    shown = {path: str(mark) for path, mark in describe(types.SimpleNamespace(a=1, b=[1, 2], c=Part())).items()}
    assert shown[".a"] == "1"
    assert shown[".b"] == "list of 2"
    assert shown[".c"] == "a Part"
    assert operator.itemgetter("")(shown) == "a SimpleNamespace"


def test_looking_changes_nothing() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn()
    generator = counting(1)
    next(generator)
    thing.bag = [pool.lease(thing), generator, itertools.count(), [1].append, lambda: thing]
    describe(thing)
    assert list(generator) == [1]
    manager.update(FRAME)
    assert pool.stats().spawned == 1
