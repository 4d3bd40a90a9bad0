"""Helpers for the users' own tests: advance, and check_reusable."""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest

from arcade_pool import Forever, Lease, Pool, PoolConfig, PoolError
from arcade_pool.testing import advance, check_reusable
from helpers import FRAME, Coroutine, InjectedError, Thing, check, make_manager, run_script, step

# --- advance ---


@pytest.mark.parametrize(
    ("seconds", "fps", "frames"),
    [
        (1.0, 60, 60),
        (2, 30, 60),
        (0.1, 60, 6),
        (0, 60, 0),
        (1 / 3, 60, 20),
        (0.5, 144, 72),
        (1.0, 0.5, 0),
        (2.0, 0.5, 1),
    ],
)
def test_advance_runs_whole_frames(seconds: float, fps: float, frames: int) -> None:
    """So many updates, each of a frame's length."""
    manager = make_manager()
    passed: list[float] = []

    def count() -> Coroutine:
        while True:
            yield None
            passed.append(manager.time)

    manager.start(count())
    advance(manager, seconds, fps)
    assert len(passed) == frames
    assert manager.time == pytest.approx(frames / fps)


def test_advance_by_a_lifetime_ends_it_and_by_less_does_not() -> None:
    """T2: two seconds are exactly 120 updates."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn(lifetime=2.0)
    advance(manager, 119 / 60)
    assert thing in pool
    advance(manager, 1 / 60)
    assert thing not in pool


def test_many_small_steps_are_one_large_one() -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    thing = pool.spawn(lifetime=1.0)
    for _ in range(60):
        advance(manager, FRAME)
    assert thing not in pool


def test_advance_stops_at_the_update_that_raises() -> None:
    """F5: what it raised; the frames after it are not run."""
    manager = make_manager()

    def fail() -> Coroutine:
        yield 0.5
        raise InjectedError

    manager.start(fail())
    with pytest.raises(InjectedError):
        advance(manager, 2.0)
    assert manager.time == pytest.approx(0.5)
    advance(manager, 0.5)
    assert manager.time == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("seconds", "fps", "error"),
    [
        (-1.0, 60, ValueError),
        (float("nan"), 60, ValueError),
        (float("inf"), 60, ValueError),
        (1.0, 0, ValueError),
        (1.0, -60, ValueError),
        (1.0, float("nan"), ValueError),
        (1.0, float("inf"), ValueError),
        ("1", 60, TypeError),
        (None, 60, TypeError),
        (True, 60, TypeError),
        (1.0, "60", TypeError),
    ],
)
def test_bad_steps_are_refused(seconds: Any, fps: Any, error: type[Exception]) -> None:
    manager = make_manager()
    with pytest.raises(error):
        advance(manager, seconds, fps)
    assert manager.time == 0


# --- check_reusable: classes that are in order ---


class Part:
    def __init__(self) -> None:
        self.wear = 0
        self.marks: list[int] = []


class Color(Enum):
    RED = 1


class Point(NamedTuple):
    x: float
    y: float


class Plain:
    """Attributes and containers of every kind that reset restores."""

    def __init__(self) -> None:
        self.hp = 3
        self.ratio = float("nan")
        self.name = "plain"
        self.color = Color.RED
        self.place = Point(1, 2)
        self.bag: list[object] = [1]
        self.seen: set[object] = {1, (2, 3)}
        self.names = {"a": 1}
        self.queue = deque([1], maxlen=3)
        self.counts = Counter("ab")
        self.ordered = OrderedDict(a=1)
        self.by_default: defaultdict[str, list[int]] = defaultdict(list)

    def use(self) -> int:
        self.hp -= 1
        self.ratio = 0.5
        self.bag.append(2)
        self.seen.add(4)
        self.names["b"] = 2
        self.queue.append(2)
        self.counts["c"] += 1
        self.ordered["b"] = 2
        self.by_default["a"].append(1)
        vars(self)["late"] = []
        self.place = Point(3, 4)
        return self.hp


class Slots:
    __slots__ = ("__weakref__", "bag", "hp", "late")

    def __init__(self) -> None:
        self.hp = 3
        self.bag = [1]

    def use(self) -> int:
        self.hp -= 1
        self.bag.append(1)
        self.late = 1
        return self.hp


class RepairedAtTheEnd:
    """Puts its nested part right in on_recycle."""

    def __init__(self) -> None:
        self.part = Part()

    def on_recycle(self) -> None:
        self.part.wear = 0
        self.part.marks.clear()

    def use(self) -> int:
        self.part.wear += 1
        self.part.marks.append(1)
        return self.part.wear


class RepairedAtTheStart(RepairedAtTheEnd):
    """Puts its nested part right in on_spawn."""

    def on_recycle(self) -> None:
        pass

    def on_spawn(self) -> None:
        self.part.wear = 0
        self.part.marks.clear()


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    "kind", [Plain, Slots, RepairedAtTheEnd, RepairedAtTheStart, Thing], ids=lambda kind: kind.__name__
)
def test_classes_in_order_pass(kind: Any, debug: bool) -> None:
    """Also in debug mode, whose warnings would be errors here."""
    manager = make_manager(debug=debug)
    pool: Pool[Any] = manager.create_pool(kind, prewarm=2)
    if kind is RepairedAtTheStart and debug:
        pool.configure(keep=("part",))  # what debug mode asks for, if it is meant to survive
    for _ in range(2):
        check_reusable(pool, getattr(kind, "use", lambda obj: None))
    assert pool.active_count == 0


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else [1]


def blink() -> Coroutine:
    yield Forever()


MADE: dict[str, Callable[[Lease[Any]], object]] = {
    "object": lambda lease: Part(),
    "objects in a dictionary of lists": lambda lease: {"left": [Part(), Part()], "right": []},
    "deep list": lambda lease: nested(6),
    "set of numbers": lambda lease: {float(each) for each in range(3)},
    "set of tuples": lambda lease: {(each, str(each)) for each in range(3)},
    "bytearray": lambda lease: bytearray(b"abc"),
    "array": lambda lease: array("d", [1.0]),
    "lease": lambda lease: lease,
    "task": lambda lease: lease.start(blink()),
    "function": lambda lease: lambda: lease.alive,
    "partial": lambda lease: partial(setattr, lease.get(), "hp"),
    "method": lambda lease: lease.recycle,
    "mock": lambda lease: Mock(),
    "generator": lambda lease: blink(),
    "error": lambda lease: ValueError(1),
    "manager": lambda lease: lease.pool._lifecycle.loop.manager,
}


@pytest.mark.parametrize("what", MADE)
def test_what_is_made_anew_at_each_spawn_is_no_difference(what: str) -> None:
    """Another object, and yet the same."""

    class Maker:
        def on_spawn(self) -> None:
            self.made = MADE[what](pool.lease(self))

    manager = make_manager()
    pool = manager.create_pool(Maker)
    check_reusable(pool, lambda maker: advance(manager, 0.1))
    assert pool.active_count == 0


def test_the_object_may_end_itself_in_the_scenario() -> None:
    """An enemy that is hit until it dies."""

    class Enemy:
        def __init__(self) -> None:
            self.hp = 2

        def hit(self) -> int:
            self.hp -= 1
            if not self.hp:
                pool.recycle(self)
            return self.hp

    for debug in (False, True):
        manager = make_manager(debug=debug)
        pool = manager.create_pool(Enemy)
        check_reusable(pool, lambda enemy: [enemy.hit() for _ in range(2)])
        assert pool.stats().refused == 0
        assert pool.active_count == 0


def test_the_object_may_expire_in_the_scenario() -> None:
    manager = make_manager()
    pool = manager.create_pool(Plain, lifetime=0.5)
    check_reusable(pool, lambda plain: advance(manager, 1.0))
    assert pool.active_count == 0


@pytest.mark.parametrize("order", ["others first", "others last", "others meanwhile"])
def test_the_scenario_may_spawn_and_recycle_others(order: str) -> None:
    """Of the same pool, before and after the object itself ends."""
    manager = make_manager()
    pool = manager.create_pool(Plain)

    def scenario(plain: Plain) -> int:
        others = [pool.spawn(), pool.spawn()]
        others[0].hp = 99
        if order == "others last":
            pool.recycle(plain)
        if order != "others meanwhile":
            for other in others:
                pool.recycle(other)
        if order == "others first":
            pool.recycle(plain)
        else:
            for other in others:
                pool.lease(other).recycle()
        return len(others)

    check_reusable(pool, scenario)
    assert pool.active_count == 0


def test_others_may_come_from_other_pools() -> None:
    manager = make_manager()
    pool, sparks = manager.create_pool(Plain), manager.create_pool(Thing)
    check_reusable(pool, lambda plain: sparks.spawn(lifetime=0.1))
    step(manager, 10)
    assert (pool.active_count, sparks.active_count) == (0, 0)


# --- check_reusable: classes that are not ---


class WornOut:
    """A nested part that nobody repairs."""

    def __init__(self) -> None:
        self.part = Part()
        self.grid = [[0]]
        self._hidden = Part()

    def wear(self) -> None:
        self.part.wear += 1

    def scratch(self) -> None:
        self.part.marks.append(1)

    def grow(self) -> None:
        self.grid[0].append(1)

    def hide(self) -> None:
        self._hidden.wear += 1

    def wear_all(self) -> None:
        self.wear()
        self.grow()


@pytest.mark.parametrize(
    ("use", "named"),
    [
        (WornOut.wear, "part.wear"),
        (WornOut.scratch, "part.marks"),
        (WornOut.grow, "grid[0]"),
        (WornOut.hide, "hidden.wear"),
    ],
    ids=["number", "list", "list of lists", "private"],
)
def test_nested_state_that_survives_is_named(use: Callable[[WornOut], object], named: str) -> None:
    """By class, path and both values, at the moment where it shows."""
    pool = make_manager().create_pool(WornOut)
    with pytest.raises(AssertionError) as caught:
        check_reusable(pool, use)
    text = str(caught.value)
    assert "WornOut" in text
    assert "at spawn" in text
    assert named in text
    assert "fresh" in text
    assert "recycled" in text


class Buffered:
    """Mutable state of kinds that reset does not know: the same object, with another content."""

    def __init__(self) -> None:
        self.raw = bytearray(b"abc")
        self.numbers = array("d", [1.0])


@pytest.mark.parametrize("name", ["raw", "numbers"])
def test_buffers_that_survive_are_named(name: str) -> None:
    pool = make_manager().create_pool(Buffered)
    with pytest.raises(AssertionError, match=name):
        check_reusable(pool, lambda buffered: getattr(buffered, name).append(1))


def test_what_is_kept_is_named() -> None:
    """The class may be told to keep it; its instances differ all the same."""
    pool = make_manager().create_pool(Plain, keep=("hp",))
    with pytest.raises(AssertionError, match=r"\bhp \(fresh .*3.*, recycled .*2"):
        check_reusable(pool, Plain.use)


def test_without_reset_everything_is_named() -> None:
    pool = make_manager().create_pool(Plain, reset="none")
    with pytest.raises(AssertionError) as caught:
        check_reusable(pool, Plain.use)
    assert all(name in str(caught.value) for name in ("hp", "bag", "seen", "names", "queue", "late", "place"))


def test_what_on_spawn_piles_up_is_named() -> None:
    class Hoarder:
        def __init__(self) -> None:
            self.part = Part()

        def on_spawn(self) -> None:
            self.part.marks.append(1)

    pool = make_manager().create_pool(Hoarder)
    with pytest.raises(AssertionError, match=r"part\.marks"):
        check_reusable(pool, lambda hoarder: None)


def test_state_of_the_class_shows_in_what_the_scenario_returns() -> None:
    class Numbered:
        lives = 0

        def live(self) -> int:
            type(self).lives += 1
            return self.lives

    pool = make_manager().create_pool(Numbered)
    with pytest.raises(AssertionError, match="after the scenario: what the scenario returned"):
        check_reusable(pool, Numbered.live)


def test_a_difference_that_comes_only_with_use_is_named() -> None:
    """Alike at spawn, not after the same scenario."""

    class Moody:
        def __init__(self) -> None:
            self.mood = "fine"

        def use(self) -> None:
            self.mood = "fine" if self not in used else "bad"
            used.append(self)

    used: list[Moody] = []
    pool = make_manager().create_pool(Moody)
    with pytest.raises(AssertionError, match="after the scenario: mood"):
        check_reusable(pool, Moody.use)


def test_one_and_true_and_one_point_zero_differ() -> None:
    class Sloppy:
        def on_spawn(self) -> None:
            self.flag = values.pop()

    values: list[object] = [1, True]
    pool = make_manager().create_pool(Sloppy)
    with pytest.raises(AssertionError, match="flag"):
        check_reusable(pool, lambda sloppy: None)


@pytest.mark.parametrize("ignored", ["part", "_part", "part.wear"])
def test_what_is_ignored_is_not_named(ignored: str) -> None:
    """By its name as the message has it, with all that is below."""
    pool = make_manager().create_pool(WornOut)
    check_reusable(pool, WornOut.wear, ignore=(ignored,))
    with pytest.raises(AssertionError, match="grid") as caught:
        check_reusable(pool, WornOut.wear_all, ignore=(ignored,))
    assert "part" not in str(caught.value)


def test_an_object_is_spawned_as_the_pool_would_spawn_it() -> None:
    """Keyword arguments reach on_spawn, both times."""
    seen: list[int] = []

    class Armed(Thing):
        def on_spawn(self, *, ammo: int) -> None:
            seen.append(ammo)

    pool = make_manager().create_pool(Armed)
    check_reusable(pool, lambda _: None, ammo=7, lifetime=1.0)
    assert seen == [7, 7]
    with pytest.raises(TypeError, match="ammo"):
        check_reusable(pool, lambda _: None)


def test_what_is_no_pool_and_what_is_no_manager_is_refused() -> None:
    manager = make_manager()
    pool: Any = manager.create_pool(Thing)
    with pytest.raises(TypeError, match=r"takes one pool, as manager\[key\] gives it, not"):
        check_reusable(manager, lambda _: None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a PoolManager, whose time it moves, not <Pool Thing"):
        advance(pool, 1.0)


def test_the_first_attribute_of_a_part_is_named() -> None:
    class Part:
        pass

    class Whole(Thing):
        def __init__(self) -> None:
            super().__init__()
            self.part = Part()

    def use(whole: Whole) -> None:
        vars(whole.part)["hp"] = 3

    with pytest.raises(AssertionError, match=r"at spawn: part\.hp \(fresh nothing, recycled 3\)"):
        check_reusable(make_manager().create_pool(Whole), use)


def test_a_longer_name_is_not_ignored_with_a_shorter_one() -> None:
    pool = make_manager().create_pool(WornOut)
    with pytest.raises(AssertionError, match="part"):
        check_reusable(pool, WornOut.wear, ignore=("par", "part.we"))


def test_a_single_name_to_ignore_is_refused() -> None:
    pool = make_manager().create_pool(WornOut, prewarm=1)
    with pytest.raises(TypeError, match=r"ignore=\('part',\)"):
        check_reusable(pool, WornOut.wear, ignore="part")  # type: ignore[arg-type]
    assert pool.stats().created == 1


def test_values_are_shown_as_they_are() -> None:
    pool = make_manager().create_pool(WornOut)
    with pytest.raises(AssertionError) as caught:
        check_reusable(pool, WornOut.wear_all)
    assert str(caught.value) == (
        "a recycled WornOut differs from a fresh one at spawn: part.wear (fresh 0, recycled 1), grid[0] (fresh "
        "list of 1, recycled list of 2)"
    )


# --- check_reusable: the pool ---


@pytest.mark.parametrize("outcome", ["passes", "differs", "raises"])
def test_the_pool_is_as_usable_as_before(outcome: str) -> None:
    """Nothing stays on lease, whatever came out; the settings are untouched."""
    manager = make_manager()
    pool = manager.create_pool(WornOut, prewarm=3, max_size=4)

    def scenario(worn: WornOut) -> None:
        if outcome == "differs":
            worn.wear()
        elif outcome == "raises":
            raise InjectedError

    if outcome == "passes":
        check_reusable(pool, scenario)
    else:
        with pytest.raises(AssertionError if outcome == "differs" else InjectedError):
            check_reusable(pool, scenario)
    assert (pool.active_count, pool.stats().retiring) == (0, 0)
    assert pool.config == PoolConfig(prewarm=3, max_size=4)
    check(pool)
    assert len({id(pool.spawn()) for _ in range(4)}) == 4


def test_a_pool_in_use_is_refused_untouched() -> None:
    manager = make_manager()
    pool = manager.create_pool(Plain, prewarm=3)
    plain = pool.spawn()
    before = pool.stats()
    with pytest.raises(ValueError, match="clear it first"):
        check_reusable(pool, Plain.use)
    assert pool.stats() == before
    assert plain in pool


def test_a_pool_that_keeps_nothing_is_told_so() -> None:
    """max_idle=0: there is no second life to compare."""
    pool = make_manager().create_pool(Plain, max_idle=0)
    with pytest.raises(AssertionError, match="does not come back"):
        check_reusable(pool, Plain.use)
    assert pool.total_count == 0


def test_an_object_that_validate_refuses_is_told_so() -> None:
    """Another one came instead: there is nothing to compare."""
    pool = make_manager().create_pool(Plain, validate=lambda plain: False)
    with pytest.raises(AssertionError, match="validate has refused it"):
        check_reusable(pool, Plain.use)
    assert pool.active_count == 0


@pytest.mark.parametrize("how", ["delay", "borrow"])
def test_an_object_that_comes_back_too_late_is_told_so(how: str) -> None:
    """Not destroyed, but still being retired; and it passes when the scenario waits for it."""
    manager = make_manager()
    pool = manager.create_pool(Plain)

    def scenario(plain: Plain) -> None:
        lease = pool.lease(plain)
        borrow = lease.borrow()
        if how == "borrow":
            borrow.__enter__()
        lease.recycle(delay_frames=2 if how == "delay" else 0)
        if patient:
            advance(manager, 0.1)
            if how == "borrow":
                borrow.__exit__(None, None, None)
        else:
            left.append(borrow)

    left: list[Any] = []
    patient = False
    with pytest.raises(AssertionError, match=r"does not come back .* delayed or it is still borrowed"):
        check_reusable(pool, scenario)
    patient = True
    if how == "borrow":
        left.pop().__exit__(None, None, None)
    advance(manager, 0.1)
    check_reusable(pool, scenario)
    assert pool.stats().destroyed == 1


def test_an_object_that_is_destroyed_by_its_own_end_is_told_so() -> None:
    """F3: faulted while it was cleaned: the error itself reaches the test."""

    class Failing:
        def on_recycle(self) -> None:
            raise InjectedError

    pool = make_manager().create_pool(Failing)
    with pytest.raises(InjectedError):
        check_reusable(pool, lambda failing: None)
    assert pool.total_count == 0


def test_a_closed_pool_is_refused() -> None:
    pool = make_manager().create_pool(Plain)
    pool.close()
    with pytest.raises(PoolError):
        check_reusable(pool, Plain.use)


# --- sprites, without a window ---

SPRITES = """
import arcade
import PIL.Image
from arcade_pool import OffScreen, PooledSprite, PoolManager
from arcade_pool.testing import advance, check_reusable

texture = arcade.Texture(PIL.Image.new("RGBA", (16, 8)), hit_box_points=((-8, -4), (8, -4), (8, 4), (-8, 4)))
other = arcade.Texture(PIL.Image.new("RGBA", (4, 4)), hit_box_points=((-2, -2), (2, -2), (2, 2), (-2, 2)))


class Enemy(PooledSprite):
    def __init__(self):
        super().__init__(texture, center_x=5)
        self.hp = 3
        self.wounds = [[]]

    def on_spawn(self):
        self.change_x = 2

    def live(self):
        advance(manager, 0.5)
        self.position = (self.center_x + 1, 4)
        self.angle += 10
        self.scale = 2
        self.color = (1, 2, 3, 4)
        self.texture = other
        self.visible = False
        self.hit_box = arcade.hitbox.HitBox(((0, 0), (9, 0), (9, 9)))
        self.velocity = (1, 1)
        self.change_angle = 3
        self.hp -= 1
        advance(manager, 0.5)
        return self.position, self.angle, [tuple(point) for point in self.hit_box.get_adjusted_points()]

    def suffer(self):
        self.wounds[0].append(1)

    def die(self):
        self.kill()


class Glider(Enemy):
    batched_motion = True


def refused(pool, scenario, *names):
    try:
        check_reusable(pool, scenario)
    except AssertionError as error:
        missing = [name for name in names if name not in str(error)]
        assert not missing, f"{missing} is missing in: {error}"
    else:
        raise SystemExit(f"{pool} passed {scenario}")
    assert pool.active_count == len(pool.sprites) == 0


for kind in (Enemy, Glider):
    for debug in (False, True):
        manager = PoolManager(debug=debug)
        pool = manager.create_sprite_pool(kind, prewarm=100, use_spatial_hash=debug)
        for use in (kind.live, kind.die):
            check_reusable(pool, use)
            check_reusable(pool, use)
            assert pool.active_count == len(pool.sprites) == 0
        many = [pool.spawn(each, each) for each in range(100)]
        pool.clear()
        check_reusable(pool, kind.live)
    manager = PoolManager()
    pool = manager.create_sprite_pool(kind)
    refused(pool, kind.suffer, kind.__name__, "wounds[0]")
    pool.configure(keep=("position", "angle", "hp"))
    refused(pool, kind.live, "position", "angle", "hp")
    pool.configure(keep=(), reset="none")
    refused(pool, kind.live, "position", "angle", "scale", "color", "texture", "visible", "velocity", "change_angle")
for kind, given in ((arcade.Sprite, (texture,)), (arcade.SpriteSolidColor, (4, 4)), (arcade.BasicSprite, (texture,))):
    pool = manager.create_sprite_pool(lambda: kind(*given), key=kind)
    check_reusable(pool, lambda sprite: setattr(sprite, "position", (5, 5)))
try:
    arcade.get_window()
except RuntimeError:
    print("done without a window")
"""


@pytest.mark.medium
def test_sprites_are_checked_without_a_window() -> None:
    """Plain, batched and Arcade's own; in a program of its own, since other tests open one."""
    assert run_script(SPRITES).splitlines()[-1] == "done without a window"
