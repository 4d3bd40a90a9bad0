"""reset.py: an instance is made what it was right after construction (L7)."""

from __future__ import annotations

import functools
import gc
import types
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest

from arcade_pool import Pool, PoolManager
from helpers import InjectedError, Thing, make_manager


def pool_of(factory: Callable[[], Any], **settings: Any) -> Pool[Any]:
    return make_manager().create_pool(factory, **settings)


def relive(pool: Pool[Any], obj: Any) -> None:
    """Ends the life of an object and begins its next one."""
    pool.recycle(obj)
    assert pool.spawn() is obj


# --- attributes in a dict ---


class Hero:
    title: ClassVar[str] = "class"

    def __init__(self) -> None:
        self.hp = 3
        self.name = "fresh"
        self.target: object = None
        self.bag = [1, 2]
        self.skills = {"jump": 1}
        self.tags = {"new"}
        self.trail = deque([1, 2], maxlen=3)
        self.place = (0.0, 0.0)


def test_changed_attributes_are_rebound() -> None:
    """L7."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    for _ in range(3):
        obj.hp, obj.name, obj.target, obj.place = 0, "old", obj, (9, 9)
        relive(pool, obj)
        assert (obj.hp, obj.name, obj.target, obj.place) == (3, "fresh", None, (0.0, 0.0))


def test_the_very_object_comes_back_not_an_equal_one() -> None:
    """L7: nothing is compared; 1.0 == True is no reason to keep a bool."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    obj.hp = 3.0
    relive(pool, obj)
    assert type(obj.hp) is int


def test_values_that_do_not_compare_are_reset() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise InjectedError

        __hash__ = None  # type: ignore[assignment]

    first = Odd()

    class Holder:
        def __init__(self) -> None:
            self.odd: object = first

    pool = pool_of(Holder)
    obj = pool.spawn()
    obj.odd = Odd()
    relive(pool, obj)
    assert obj.odd is first


def test_added_attributes_are_removed() -> None:
    """L7."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    obj.aim = "x"
    obj.title = "instance"
    obj.__dict__["more"] = 1
    relive(pool, obj)
    assert not hasattr(obj, "aim")
    assert obj.title == "class"
    assert "more" not in vars(obj)


def test_deleted_attributes_come_back() -> None:
    """L7."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    del obj.hp, obj.bag, obj.tags
    relive(pool, obj)
    assert (obj.hp, obj.bag, obj.tags) == (3, [1, 2], {"new"})


def test_as_many_deleted_as_added() -> None:
    """L7: the number of attributes tells nothing."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    del obj.hp, obj.bag
    obj.other, obj.more = 1, 2
    relive(pool, obj)
    assert sorted(vars(obj)) == sorted(vars(Hero()))
    assert vars(obj) == vars(Hero())


def test_all_attributes_deleted() -> None:
    pool = pool_of(Hero)
    obj = pool.spawn()
    vars(obj).clear()
    relive(pool, obj)
    assert vars(obj) == vars(Hero())


def test_an_object_without_attributes_loses_added_ones() -> None:
    class Empty:
        pass

    pool = pool_of(Empty)
    obj = pool.spawn()
    obj.extra = 1
    relive(pool, obj)
    assert vars(obj) == {}


def test_on_spawn_finds_a_fresh_object() -> None:
    """L7: what on_spawn sets belongs to the life, not to the fresh state."""

    class Spawned(Hero):
        def on_spawn(self) -> None:
            assert self.hp == 3
            assert self.bag == [1, 2]
            self.hp = 99
            self.bag.append(3)

    pool = pool_of(Spawned, prewarm=1)
    obj = pool.spawn()
    for _ in range(2):
        relive(pool, obj)
        assert obj.bag == [1, 2, 3]


# --- containers ---


def test_containers_changed_in_place_are_restored() -> None:
    """L7: lists, dicts, sets and deques."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    for _ in range(3):
        obj.bag.append(9)
        obj.skills["fly"] = 1
        obj.skills.pop("jump")
        obj.tags.add("old")
        obj.trail.append(9)
        obj.trail.append(9)
        relive(pool, obj)
        assert (obj.bag, obj.skills, obj.tags) == ([1, 2], {"jump": 1}, {"new"})
        assert (obj.trail, obj.trail.maxlen) == (deque([1, 2]), 3)


def test_containers_replaced_are_restored() -> None:
    pool = pool_of(Hero)
    obj = pool.spawn()
    obj.bag, obj.skills, obj.tags, obj.trail = (), None, [1], "x"
    relive(pool, obj)
    assert (obj.bag, obj.skills, obj.tags, list(obj.trail)) == ([1, 2], {"jump": 1}, {"new"}, [1, 2])
    assert type(obj.trail) is deque


def test_each_life_gets_a_copy_of_its_own() -> None:
    """L7: what somebody keeps of the last life is not changed by the next one."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    relive(pool, obj)
    kept = obj.bag
    kept.append("kept")
    relive(pool, obj)
    obj.bag.append("next")
    assert kept == [1, 2, "kept"]
    assert obj.bag == [1, 2, "next"]


def test_two_instances_share_no_container() -> None:
    pool = pool_of(Hero)
    one, other = pool.spawn(), pool.spawn()
    for obj in (one, other):
        pool.recycle(obj)
    assert {id(pool.spawn().bag), id(pool.spawn().bag)} == {id(one.bag), id(other.bag)}
    assert one.bag is not other.bag


class Ring(list[int]):
    """A list that knows more than its items."""

    colour = "red"

    def __init__(self) -> None:
        super().__init__([1, 2])
        self.colour = "blue"


def test_subclasses_of_containers_keep_their_class_and_settings() -> None:
    """L7."""

    class Holder:
        def __init__(self) -> None:
            self.ring = Ring()
            self.by_name: defaultdict[str, list[int]] = defaultdict(list, a=[1])
            self.order: OrderedDict[str, int] = OrderedDict(a=1, b=2)
            self.count = Counter("aab")

    pool = pool_of(Holder)
    obj = pool.spawn()
    for _ in range(2):
        obj.ring.append(9)
        obj.ring.colour = "green"
        assert obj.by_name["new"] == []
        obj.order.move_to_end("a")
        obj.count.update("zz")
        relive(pool, obj)
        assert (type(obj.ring), list(obj.ring), obj.ring.colour) == (Ring, [1, 2], "blue")
        assert (obj.by_name.default_factory, dict(obj.by_name)) == (list, {"a": [1]})
        assert list(obj.order) == ["a", "b"]
        assert obj.count == Counter(a=2, b=1)


def own(base: type, *args: Any) -> Any:
    """A container whose class is made in its own way, and so not by handing it the content."""

    class Slotted(base):  # type: ignore[misc]
        __slots__ = ("size",)

    class Own(Slotted):
        def __init__(self, *, owner: str) -> None:
            super().__init__(*args)
            self.owner = owner
            self.size = 3

    return Own(owner="hero")


OWN: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "list": (lambda: own(list, [1, 2]), lambda held: held.append(3)),
    "dict": (lambda: own(dict, {"a": 1, "b": 2}), lambda held: held.pop("a")),
    "set": (lambda: own(set, {1, 2}), lambda held: held.add(3)),
    "deque": (lambda: own(deque, [1, 2], 2), lambda held: held.append(3)),
    "Counter": (lambda: own(Counter, "aab"), lambda held: held.update("b")),
    "defaultdict": (lambda: own(defaultdict, list, {"a": 1}), lambda held: held["b"]),
    "OrderedDict": (lambda: own(OrderedDict, {"a": 1, "b": 2}), lambda held: held.move_to_end("a")),
}


@pytest.mark.parametrize("kind", OWN)
def test_containers_with_an_init_of_their_own_are_restored(kind: str) -> None:
    """L7: what their __init__ takes is not what they hold."""
    make, change = OWN[kind]

    class Holder:
        def __init__(self) -> None:
            self.held = make()

    pool = pool_of(Holder)
    obj = pool.spawn()
    kept, fresh = type(obj.held), list(make())
    for _ in range(2):
        assert (type(obj.held), list(obj.held), vars(obj.held), obj.held.size) == (kept, fresh, {"owner": "hero"}, 3)
        assert getattr(obj.held, "maxlen", 2) == 2
        assert getattr(obj.held, "default_factory", list) is list
        change(obj.held)
        assert list(obj.held) != fresh or kind == "Counter"
        obj.held.owner, obj.held.size = "nobody", 4
        relive(pool, obj)
    assert dict(obj.held) == dict(make()) if isinstance(obj.held, dict) else obj.held == make()


def test_a_container_that_will_not_be_copied_is_named() -> None:
    class Closed(list[int]):
        def __copy__(self) -> Any:
            raise InjectedError

    class Holder:
        def __init__(self) -> None:
            self.held = Closed()

    with pytest.raises(InjectedError) as caught:
        pool_of(Holder).spawn()
    (note,) = caught.value.__notes__
    assert note.startswith("while Holder.held was copied for its resets: Closed needs a __copy__")


def test_what_only_says_that_it_is_a_container_is_put_back_as_it_is() -> None:
    """A proxy and a mock have the class of something else."""
    ring = Ring()

    class Holder:
        def __init__(self) -> None:
            self.proxy = weakref.proxy(ring)
            self.mock = Mock(spec=list)

    pool = pool_of(Holder)
    obj = pool.spawn()
    before = vars(obj).copy()
    relive(pool, obj)
    assert all(vars(obj)[name] is value for name, value in before.items())
    # Also when what it stands for is gone already.
    gone = weakref.proxy(Ring())
    other = pool_of(lambda: types.SimpleNamespace(gone=gone))
    relive(other, other.spawn())


def test_nested_objects_are_put_back_as_they_are() -> None:
    """L7 goes as deep as the containers of the object itself: deeper ones are the same ones."""

    class Holder:
        def __init__(self) -> None:
            self.inner = Thing()
            self.table = [[1], [2]]

    pool = pool_of(Holder)
    obj = pool.spawn()
    inner, first = obj.inner, obj.table[0]
    obj.inner, obj.table[0] = None, None
    relive(pool, obj)
    assert obj.inner is inner
    assert obj.table[0] is first


def test_two_names_of_one_container_stay_one() -> None:
    """L7: right after construction they were one; code that relies on it must not work in the first life only."""

    class Squad:
        def __init__(self) -> None:
            self.members: list[str] = []
            self.targets = self.members

    pool = pool_of(Squad)
    obj = pool.spawn()
    relive(pool, obj)
    obj.members.append("x")
    assert obj.targets == ["x"]


def test_deleting_one_of_two_names_while_adding_another() -> None:
    """L7: what was added is removed, also where as much was deleted."""

    class Squad:
        def __init__(self) -> None:
            self.members = ["a"]
            self.targets = self.members

    pool = pool_of(Squad)
    obj = pool.spawn()
    del obj.targets
    obj.extra = 1
    relive(pool, obj)
    assert sorted(vars(obj)) == ["members", "targets"]
    assert obj.members is obj.targets
    assert obj.members == ["a"]


def test_slots_that_name_one_container_stay_one() -> None:
    """L7: the same without a dictionary of attributes."""

    class Squad:
        __slots__ = ("members", "targets")

        def __init__(self) -> None:
            self.members = self.targets = ["a"]

    pool = pool_of(Squad)
    obj = pool.spawn()
    obj.members.append("b")
    relive(pool, obj)
    assert obj.members is obj.targets
    assert obj.members == ["a"]


VARIANTS: list[tuple[Callable[[], Any], Callable[[], Any]]] = [
    (lambda: 1, lambda: True),
    (lambda: 0.0, lambda: -0.0),
    (list, tuple),
    (lambda: [1], lambda: [True]),
    (lambda: {1}, lambda: {1.0}),
    (lambda: {"a": 1}, lambda: {"a": 1.0}),
    (lambda: {"a": 1, "b": 2}, lambda: {"b": 2, "a": 1}),
    (lambda: deque(maxlen=2), lambda: deque(maxlen=3)),
    (lambda: deque(maxlen=2), deque),
    (lambda: OrderedDict(a=1), lambda: {"a": 1}),
    (list, lambda: Ring()),  # noqa: PLW0108
    (lambda: defaultdict(list), lambda: defaultdict(int)),
]


@pytest.mark.parametrize("slotted", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_instances_that_differ_are_reset_to_what_each_of_them_was(
    variant: tuple[Callable[[], Any], Callable[[], Any]], slotted: bool
) -> None:
    """L7: of two instances of one class each has a first state of its own, however alike they look."""
    make = iter([*variant, *variant])

    class Plain:
        def __init__(self) -> None:
            self.value = next(make)()

    class WithSlots:
        __slots__ = ("value",)

        def __init__(self) -> None:
            self.value = next(make)()

    pool = pool_of(WithSlots if slotted else Plain)
    objs = [pool.spawn() for _ in range(4)]
    for obj in objs:
        obj.value = None
    pool.clear()
    for obj, first in zip(objs, [*variant, *variant], strict=True):
        expected = first()
        assert type(obj.value) is type(expected)
        assert repr(obj.value) == repr(expected)


def test_instances_of_several_classes_in_one_pool() -> None:
    """A factory may make what it likes."""
    kinds = iter([Hero, Thing, Hero, Slotted, Thing])

    def make() -> Any:
        return next(kinds)()

    pool = pool_of(make)
    objs = [pool.spawn() for _ in range(5)]
    for obj in objs:
        obj.hp = 0
        obj.bag.append("x")
    pool.clear()
    assert [(obj.hp, obj.bag) for obj in objs] == [(3, [1, 2]), (3, []), (3, [1, 2]), (3, [1]), (3, [])]


# --- slots ---


class Slotted:
    __slots__ = ("__weakref__", "bag", "hp", "later", "tags")

    def __init__(self) -> None:
        self.hp = 3
        self.bag = [1]
        self.tags = {1}


class SlottedChild(Slotted):
    __slots__ = ("armour",)

    def __init__(self) -> None:
        super().__init__()
        self.armour = 5


class SlottedWithDict(Slotted):
    def __init__(self) -> None:
        super().__init__()
        self.extra = [1]


@pytest.mark.parametrize("factory", [Slotted, SlottedChild, SlottedWithDict])
def test_slots_are_reset(factory: type[Slotted]) -> None:
    """L7: changed, changed in place, filled, emptied."""
    pool = pool_of(factory)
    obj = pool.spawn()
    for _ in range(3):
        obj.hp = 0
        obj.bag.append(2)
        del obj.tags
        obj.later = "set"
        if isinstance(obj, SlottedChild):
            del obj.armour
        if isinstance(obj, SlottedWithDict):
            obj.extra.append(2)
            obj.added = 1  # type: ignore[attr-defined]
        relive(pool, obj)
        assert (obj.hp, obj.bag, obj.tags) == (3, [1], {1})
        assert not hasattr(obj, "later")
        if isinstance(obj, SlottedChild):
            assert obj.armour == 5
        if isinstance(obj, SlottedWithDict):
            assert vars(obj) == {"extra": [1]}


def test_slots_of_dataclasses_are_reset() -> None:
    @dataclass(slots=True)
    class Shot:
        speed: float = 2.0
        hits: list[int] = field(default_factory=list)

    pool = pool_of(Shot)
    obj = pool.spawn()
    obj.speed = 9.0
    obj.hits.append(1)
    relive(pool, obj)
    assert obj == Shot()


def test_a_slot_of_one_name_in_two_classes() -> None:
    class Base:
        __slots__ = ("x",)

        def base_x(self) -> object:
            return Base.x.__get__(self)  # type: ignore[attr-defined]

    class Child(Base):
        __slots__ = ("x",)

        def __init__(self) -> None:
            Base.x.__set__(self, "base")  # type: ignore[attr-defined]
            self.x = "child"

    pool = pool_of(Child)
    obj = pool.spawn()
    obj.x = "changed"
    Base.x.__set__(obj, "changed")  # type: ignore[attr-defined]
    relive(pool, obj)
    assert (obj.x, obj.base_x()) == ("child", "base")


def test_a_frozen_dataclass_is_reset() -> None:
    @dataclass(frozen=True)
    class Frozen:
        hits: list[int] = field(default_factory=list)

    pool = pool_of(Frozen)
    obj = pool.spawn()
    obj.hits.append(1)
    relive(pool, obj)
    assert obj.hits == []


def _named() -> types.SimpleNamespace:
    return types.SimpleNamespace(hp=3, bag=[])


def test_a_namespace_can_be_pooled() -> None:
    """Any Python object: also one whose ``__dict__`` is a member that cannot be set."""
    pool = pool_of(_named)
    obj = pool.spawn()
    obj.hp, obj.extra = 0, 1
    obj.bag.append(1)
    assert pool.recycle(obj) is True
    assert pool.spawn() is obj
    assert obj == _named()


def test_an_object_with_members_that_cannot_be_set_can_be_pooled() -> None:
    """Any Python object: a `functools.partial` has such members."""
    pool = pool_of(lambda: functools.partial(max, 1))
    obj = pool.spawn()
    obj.note = "x"
    assert pool.recycle(obj) is True
    assert pool.spawn() is obj
    assert obj(2) == 2
    assert not hasattr(obj, "note")


class _Hit(Exception):  # noqa: N818  # an exception that is pooled, not raised
    def __init__(self) -> None:
        super().__init__("fresh")
        self.power = 1


def test_an_exception_can_be_pooled() -> None:
    pool = pool_of(_Hit)
    obj = pool.spawn()
    obj.power = 9
    relive(pool, obj)
    assert obj.power == 1


@pytest.mark.parametrize("value", [object, lambda: (1, 2), lambda: iter([1]), lambda: lambda: None])
def test_objects_without_state_can_be_pooled(value: Callable[[], Any]) -> None:
    keep: list[Any] = []

    def fresh() -> Any:
        # A tuple of constants is one object for ever: make each anew.
        made = value()
        made = (made,) if isinstance(made, tuple) else made
        keep.append(made)
        return made

    pool = pool_of(fresh)
    obj = pool.spawn()
    relive(pool, obj)
    assert len(keep) == 1


# --- objects that are containers ---


@pytest.mark.parametrize(
    ("factory", "change"),
    [
        (lambda: [1, 2], lambda obj: obj.append(3)),
        (lambda: {"a": 1}, lambda obj: obj.update(b=2)),
        (lambda: {1}, lambda obj: obj.add(2)),
        (lambda: deque([1], maxlen=2), lambda obj: obj.extend([2, 3])),
        (lambda: defaultdict(list, a=[]), lambda obj: obj["b"]),
        (lambda: Counter("aa"), lambda obj: obj.update("ab")),
        (lambda: OrderedDict(a=1, b=2), lambda obj: obj.move_to_end("a")),
        (Ring, lambda obj: obj.append(9)),
    ],
)
def test_a_pooled_container_gets_its_content_back(factory: Callable[[], Any], change: Callable[[Any], object]) -> None:
    """L7: it is its own content."""
    pool = pool_of(factory)
    obj = pool.spawn()
    for _ in range(2):
        change(obj)
        assert list(obj) != list(factory()) or obj != factory()
        relive(pool, obj)
        assert obj == factory()
        assert list(obj) == list(factory())


def test_a_pooled_container_with_attributes() -> None:
    pool = pool_of(Ring)
    obj = pool.spawn()
    obj.append(9)
    obj.colour = "green"
    obj.extra = 1
    relive(pool, obj)
    assert (list(obj), vars(obj)) == ([1, 2], {"colour": "blue"})


def test_a_pooled_container_keeps_nothing_of_its_first_life_alive() -> None:
    """L7: an idle object keeps nothing of its last lease alive, nor does what restores it."""

    class Squad(list[int]):
        def __init__(self) -> None:
            super().__init__()
            self.targets: list[object] = []

    pool = pool_of(Squad)
    obj = pool.spawn()
    target = Thing()
    reference = weakref.ref(target)
    obj.targets.append(target)
    pool.recycle(obj)
    del target
    gc.collect()
    assert reference() is None


def test_a_first_life_leaves_nothing_in_the_containers() -> None:
    """L7: also not in the copies from which later lives are made."""
    pool = pool_of(Hero)
    obj = pool.spawn()
    target = Thing()
    reference = weakref.ref(target)
    obj.bag.append(target)
    obj.skills["t"] = target
    obj.tags.add(target)
    obj.trail.append(target)
    obj.target = target
    obj.extra = target
    pool.recycle(obj)
    del target
    gc.collect()
    assert reference() is None


# --- identity, not equality ---


def test_equal_and_unhashable_objects_are_told_apart() -> None:
    """L1: by identity, never by == or hash."""

    @dataclass
    class Same:
        x: int = 0

    manager = make_manager()
    pool = manager.create_pool(Same)
    one, other = pool.spawn(), pool.spawn()
    assert one == other
    pool.recycle(one)
    assert one not in pool
    assert other in pool
    assert list(pool) == [other]
    assert manager.lease(other).alive


def test_objects_that_are_false_are_spawned_like_others() -> None:
    class Nothing(Thing):
        def __bool__(self) -> bool:
            return False

        def __len__(self) -> int:
            return 0

    pool = pool_of(Nothing)
    obj = pool.spawn()
    assert type(obj) is Nothing
    assert pool.try_spawn() is not None
    assert pool.recycle(obj) is True


# --- keep, none ---


def test_keep_names_what_survives() -> None:
    """L7."""
    pool = pool_of(Hero, keep=("hp", "bag", "aim", "absent"))
    obj = pool.spawn()
    obj.hp, obj.aim, obj.name = 1, "kept", "old"
    bag = obj.bag
    bag.append(3)
    relive(pool, obj)
    assert (obj.hp, obj.aim, obj.name) == (1, "kept", "fresh")
    assert obj.bag is bag
    assert bag == [1, 2, 3]
    assert not hasattr(obj, "absent")


def test_keep_goes_by_public_name() -> None:
    """L7: a property, not the attribute behind it."""

    class Named:
        def __init__(self) -> None:
            self._name = "fresh"

        @property
        def name(self) -> str:
            return self._name

        @name.setter
        def name(self, value: str) -> None:
            self._name = value

    pool = pool_of(Named, keep=("name",))
    obj = pool.spawn()
    obj.name = "kept"
    relive(pool, obj)
    assert obj.name == "kept"


def test_keep_of_a_slot() -> None:
    pool = pool_of(Slotted, keep=("hp", "later"))
    obj = pool.spawn()
    obj.hp, obj.later = 1, "kept"
    obj.bag.append(2)
    relive(pool, obj)
    assert (obj.hp, obj.later, obj.bag) == (1, "kept", [1])


def test_keep_by_configure_takes_effect_at_once() -> None:
    pool = pool_of(Hero)
    obj = pool.spawn()
    obj.hp = 1
    pool.configure(keep=("hp",))
    relive(pool, obj)
    assert obj.hp == 1
    pool.configure(keep=())
    relive(pool, obj)
    assert obj.hp == 3


def test_reset_none_leaves_everything() -> None:
    pool = pool_of(Hero, reset="none")
    obj = pool.spawn()
    obj.hp, obj.extra = 0, 1
    obj.bag.append(3)
    relive(pool, obj)
    assert (obj.hp, obj.extra, obj.bag) == (0, 1, [1, 2, 3])


def test_items_made_without_a_reset_are_replaced_when_there_is_one() -> None:
    """L7: what they were like when they were fresh is not known."""
    pool = pool_of(Hero, reset="none", prewarm=3)
    obj = pool.spawn()
    obj.hp = 0
    pool.configure(reset="auto")
    assert (pool.idle_count, pool.active_count) == (0, 1)
    pool.recycle(obj)
    assert pool.total_count == 0
    for _ in range(2):
        fresh = pool.spawn()
        assert fresh is not obj
        assert vars(fresh) == vars(Hero())
        fresh.hp = 1
        pool.recycle(fresh)


# --- a reset that fails ---


class Picky:
    """Its kept property refuses to be set when it is told to."""

    refuses: ClassVar[set[int]] = set()

    def __init__(self) -> None:
        self.value = 0

    @property
    def kept(self) -> int:
        return self.value

    @kept.setter
    def kept(self, value: int) -> None:
        if value in self.refuses:
            raise InjectedError(str(value))
        self.value = value


def picky_pool(manager: PoolManager, refuses: set[int], **settings: Any) -> Pool[Picky]:
    class Fresh(Picky):
        pass

    Fresh.refuses = refuses
    return manager.create_pool(Fresh, keep=("kept",), **settings)


def test_a_failed_reset_destroys_the_item() -> None:
    """F3: never handed out half-cleaned."""
    pool = picky_pool(make_manager(), {1}, max_size=1)
    obj = pool.spawn()
    obj.value = 1
    with pytest.raises(InjectedError):
        pool.recycle(obj)
    assert (pool.stats().faulted, pool.total_count) == (1, 0)
    assert pool.spawn() is not obj


def test_a_failed_reset_does_not_keep_others_from_being_cleared() -> None:
    """F3: outside an update the error reaches whoever ended the leases, after all is done."""
    manager = make_manager()
    pool = picky_pool(manager, {1})
    other = manager.create_pool(Thing)
    things = [pool.spawn() for _ in range(3)]
    other.spawn()
    things[0].value = 1
    with pytest.raises(InjectedError):
        manager.clear()
    assert (pool.active_count, other.active_count) == (0, 0)
    assert (pool.idle_count, pool.stats().faulted) == (2, 1)


def test_a_failed_reset_of_a_child_does_not_stop_the_end_of_its_parent() -> None:
    """F3: everything else of the lease is still released."""
    manager = make_manager()
    pool = picky_pool(manager, {1})
    parents = manager.create_pool(Thing)
    lease = parents.lease(parents.spawn())
    log: list[str] = []
    lease.defer(log.append, "deferred")
    lease.adopt(pool.spawn()).value = 1
    with pytest.raises(InjectedError):
        lease.recycle()
    assert log == ["deferred"]
    assert parents.stats().retiring == 0
    assert (parents.idle_count, pool.stats().faulted) == (1, 1)


def test_a_failed_reset_inside_an_update_is_collected() -> None:
    """F3, F5."""
    manager = make_manager()
    pool = picky_pool(manager, {1})
    bad, good = pool.spawn(lifetime=0.1), pool.spawn(lifetime=0.1)
    bad.value = 1
    with pytest.raises(InjectedError):
        manager.update(0.1)
    assert good not in pool
    assert (pool.idle_count, pool.stats().faulted) == (1, 1)
    manager.update(0.1)


def test_every_error_of_a_failed_reset_and_a_child_is_told() -> None:
    """F5: nothing is swallowed."""
    manager = make_manager()
    pool = picky_pool(manager, {1, 2})
    parent = pool.spawn()
    lease = pool.lease(parent)
    child = lease.adopt(pool.spawn())
    parent.value, child.value = 1, 2
    with pytest.raises(ExceptionGroup) as raised:
        lease.recycle()
    assert {str(error) for error in raised.value.exceptions} == {"1", "2"}
    assert pool.stats().faulted == 2
