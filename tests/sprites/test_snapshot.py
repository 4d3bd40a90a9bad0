"""The reset of a sprite (L7): whatever a life changed, the next one begins as the instance was made."""

from __future__ import annotations

import copy
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from itertools import count
from typing import Any

import arcade
import numpy as np
import pytest
from arcade.hitbox import HitBox, RotatableHitBox

from arcade_pool import PooledSprite, PoolManager, SpritePool
from helpers import next_frame

from .helpers import Dot, ScriptError, assert_sound, small_texture

TRIANGLE = ((0.0, 0.0), (10.0, 0.0), (0.0, 10.0))

#: Everything that Arcade documents about a sprite, besides its hit box.
PROPERTIES = (
    "position", "center_x", "center_y", "angle", "radians", "scale", "scale_x", "scale_y", "width", "height", "size",
    "color", "rgb", "alpha", "visible", "depth", "texture", "textures", "cur_texture_index", "velocity", "change_x",
    "change_y", "change_angle", "boundary_left", "boundary_right", "boundary_top", "boundary_bottom", "properties",
    "force", "guid", "sprite_lists", "physics_engines", "left", "right", "top", "bottom", "rect",
)  # fmt: skip
PYMUNK = ("damping", "gravity", "max_velocity", "max_horizontal_velocity", "max_vertical_velocity")


def full_state(sprite: Any) -> dict[str, Any]:
    """All that a game can see of a sprite, as a copy."""
    state = {name: getattr(sprite, name) for name in PROPERTIES}
    state |= {name: list(state[name]) for name in ("textures", "force", "sprite_lists", "physics_engines")}
    state["properties"] = dict(state["properties"])
    state |= {f"pymunk.{name}": getattr(sprite.pymunk, name) for name in PYMUNK}
    box = sprite.hit_box
    state |= {f"hit_box.{name}": getattr(box, name) for name in ("position", "scale", "angle", "points")}
    state["corners"] = list(box.get_adjusted_points())
    own = {name: value for name, value in vars(sprite).items() if name not in ("pymunk", "_pool_item", "_pool_touched")}
    return state | {"own": {name: (copy.copy(value), type(value)) for name, value in own.items()}}


class Plain(Dot):
    """Nothing set when it is made."""


class Rich(PooledSprite):
    """Everything set when it is made."""

    def __init__(self) -> None:
        super().__init__(small_texture(), (2, -3), 40, 50, 60)
        self.color = (1, 2, 3, 4)
        self.visible = False
        self.depth = 5.5
        self.append_texture(small_texture(8, 8))
        self.cur_texture_index = 1
        self.velocity = (1, -1)
        self.change_angle = 7
        self.hit_box = RotatableHitBox(TRIANGLE, position=self.position, scale=self.scale, angle=self.angle)
        self.boundary_left, self.boundary_right, self.boundary_top, self.boundary_bottom = 1, 2, 3, 4
        self.properties = {"kind": "rich", "tags": ("a", "b")}
        self.force = [3.0, 4.0]
        self.guid = "rich"
        self.pymunk.damping = 0.5
        self.pymunk.gravity = (0, -9)
        self.pymunk.max_velocity = 100
        self.hp = 3
        self.trail = [1, 2]
        self.seen = {"x"}
        self.memory = {"a": 1}
        self.recent = deque([1, 2, 3], maxlen=3)


def _grow_in_place(sprite: Any) -> None:
    sprite.textures.append(small_texture(8, 8))
    sprite.textures.insert(0, small_texture(4, 4))
    sprite.force[0] += 9
    sprite.properties["new"] = 1
    sprite.properties.pop("kind", None)


def _change_containers(sprite: Any) -> None:
    for name, value in list(vars(sprite).items()):
        if isinstance(value, list | deque):
            value.append("more")
        elif isinstance(value, dict):
            value["more"] = 1
            value.pop("a", None)
        elif isinstance(value, set):
            value.add("more")
        elif name == "hp":
            sprite.hp = None


def _add_attributes(sprite: Any) -> None:
    sprite.target = object()
    sprite.more = [1]
    sprite.lease_like = {}


def _delete_attributes(sprite: Any) -> None:
    for name in [name for name in vars(sprite) if not name.startswith("_") and name != "components"]:
        delattr(sprite, name)


def _swap_pymunk(sprite: Any) -> None:
    other = arcade.Sprite(small_texture())
    other.pymunk.damping = 9
    sprite.pymunk = other.pymunk


def _set_pymunk(sprite: Any) -> None:
    for name in PYMUNK:
        setattr(sprite.pymunk, name, 77)


def _move_hit_box(sprite: Any) -> None:
    sprite.hit_box.position = (700, 700)
    sprite.hit_box.scale = (9, 9)
    sprite.hit_box.angle = 123


def _replace_and_move(sprite: Any) -> None:
    sprite.hit_box = HitBox(TRIANGLE, sprite.position, sprite.scale)
    sprite.position = (600, 500)
    sprite.angle = 11
    sprite.scale = 4


def _take_the_textures_box(sprite: Any) -> None:
    sprite.texture = small_texture(8, 8)
    sprite.sync_hit_box_to_texture()


def _move_on(sprite: Any) -> None:
    sprite.velocity = (2, 3)
    sprite.update(0.1)


def _set_boundaries(sprite: Any) -> None:
    for side in ("left", "right", "top", "bottom"):
        setattr(sprite, f"boundary_{side}", 70)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "position": lambda sprite: setattr(sprite, "position", (300, 200)),
    "center_x": lambda sprite: setattr(sprite, "center_x", -3),
    "center_y": lambda sprite: setattr(sprite, "center_y", 1e7),
    "left": lambda sprite: setattr(sprite, "left", 99),
    "top": lambda sprite: setattr(sprite, "top", 99),
    "angle": lambda sprite: setattr(sprite, "angle", 45),
    "radians": lambda sprite: setattr(sprite, "radians", 3),
    "scale": lambda sprite: setattr(sprite, "scale", 3),
    "scale pair": lambda sprite: setattr(sprite, "scale", (2, -5)),
    "scale_x": lambda sprite: setattr(sprite, "scale_x", 0),
    "add_scale": lambda sprite: sprite.add_scale(1),
    "multiply_scale": lambda sprite: sprite.multiply_scale(2),
    "rescale": lambda sprite: sprite.rescale_relative_to_point((9, 9), 3),
    "width": lambda sprite: setattr(sprite, "width", 64),
    "height": lambda sprite: setattr(sprite, "height", 64),
    "size": lambda sprite: setattr(sprite, "size", (31, 32)),
    "color": lambda sprite: setattr(sprite, "color", (9, 8, 7, 6)),
    "color without alpha": lambda sprite: setattr(sprite, "color", (9, 8, 7)),
    "rgb": lambda sprite: setattr(sprite, "rgb", (9, 8, 7)),
    "alpha": lambda sprite: setattr(sprite, "alpha", 99),
    "visible": lambda sprite: setattr(sprite, "visible", not sprite.visible),
    "depth": lambda sprite: setattr(sprite, "depth", 44.5),
    "texture": lambda sprite: setattr(sprite, "texture", small_texture(8, 8)),
    "texture and hit box": _take_the_textures_box,
    "set_texture": lambda sprite: sprite.set_texture(-1),
    "textures replaced": lambda sprite: setattr(sprite, "textures", []),
    "cur_texture_index": lambda sprite: setattr(sprite, "cur_texture_index", 5),
    "velocity": lambda sprite: setattr(sprite, "velocity", (9, 9)),
    "change_x": lambda sprite: setattr(sprite, "change_x", 9),
    "change_y": lambda sprite: setattr(sprite, "change_y", 9),
    "change_angle": lambda sprite: setattr(sprite, "change_angle", 9),
    "stop": lambda sprite: sprite.stop(),
    "update": _move_on,
    "forward": lambda sprite: sprite.forward(50),
    "boundaries": _set_boundaries,
    "properties": lambda sprite: setattr(sprite, "properties", {"other": 1}),
    "force": lambda sprite: setattr(sprite, "force", [7, 7]),
    "guid": lambda sprite: setattr(sprite, "guid", "other"),
    "hit box replaced": lambda sprite: setattr(sprite, "hit_box", RotatableHitBox(TRIANGLE)),
    "hit box replaced and moved": _replace_and_move,
    "hit box moved": _move_hit_box,
    "pymunk": _set_pymunk,
    "pymunk replaced": _swap_pymunk,
    "in place": _grow_in_place,
    "containers": _change_containers,
    "attributes added": _add_attributes,
    "attributes deleted": _delete_attributes,
}


@pytest.mark.parametrize("kind", [Plain, Rich])
@pytest.mark.parametrize("change", list(CHANGES))
def test_every_change_of_a_life_is_put_back(manager: PoolManager, kind: Any, change: str) -> None:
    """L7: each property, also changed in place; and a second item of the pool does not feel it."""
    pool = manager.create_sprite_pool(kind)
    sprite, other = pool.spawn(), pool.spawn()
    fresh = full_state(kind())
    CHANGES[change](sprite)
    if change != "attributes deleted":
        assert full_state(sprite) != fresh, "the test changes nothing"
    sprite.recycle()
    assert full_state(sprite) == fresh
    other.recycle()
    assert full_state(other) == fresh
    next_frame(pool)
    assert pool.spawn() is other
    next_frame(pool)
    assert pool.spawn() is sprite
    assert full_state(sprite) == {**fresh, "sprite_lists": [pool.sprites]}
    assert_sound(pool)


def test_everything_at_once_many_times(manager: PoolManager) -> None:
    """L7: no change hides another, and the snapshot itself stays as it was."""
    pool = manager.create_sprite_pool(Rich)
    fresh = full_state(Rich())
    order = [name for name in CHANGES if name not in ("textures replaced", "attributes deleted")]
    for start in range(len(order)):
        sprite = pool.spawn(1, 2)
        for name in order[start:] + order[:start]:
            CHANGES[name](sprite)
        assert_sound(pool)
        sprite.recycle()
        assert full_state(sprite) == fresh
    assert pool.stats().created == 1


def test_items_do_not_share_what_they_may_change(manager: PoolManager) -> None:
    """L7: lists, dicts, sets and deques are each item's own in every life."""
    pool = manager.create_sprite_pool(Rich)
    for _ in range(2):
        one, other = pool.spawn(), pool.spawn()
        for name in ("textures", "force", "trail", "seen", "memory", "recent", "properties", "hit_box", "pymunk"):
            assert getattr(one, name) is not getattr(other, name), name
        one.recycle()
        other.recycle()


# --- containers ---


def test_empty_properties_made_in_init_are_empty_again(manager: PoolManager) -> None:
    """L7: a dict that is empty at first is a dict made in __init__ like any other."""

    class Tagged(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.properties = {}

    pool = manager.create_sprite_pool(Tagged)
    one, other = pool.spawn(), pool.spawn()
    one.properties["hit"] = True
    one.recycle()
    assert one.properties == {}
    assert other.properties == {}
    other.recycle()
    one, other = pool.spawn(), pool.spawn()
    one.properties["hit"] = True
    assert other.properties == {}


def test_velocity_that_is_a_list_is_restored(manager: PoolManager) -> None:
    """L7: Arcade takes any pair; a list changed in place is put back, and no other item feels it."""

    class Old(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.velocity = [1.0, 2.0]  # type: ignore[assignment]

    pool = manager.create_sprite_pool(Old)
    one, other = pool.spawn(), pool.spawn()
    one.velocity[0] = 50.0  # type: ignore[index]
    assert other.change_x == 1.0
    one.recycle()
    other.recycle()
    for sprite in (one, other):
        assert list(sprite.velocity) == [1.0, 2.0]
    one, other = pool.spawn(), pool.spawn()
    one.velocity[0] = 50.0  # type: ignore[index]
    assert other.change_x == 1.0


def test_velocity_that_is_an_array_is_taken(manager: PoolManager) -> None:
    """L7: nothing is compared that has no truth value."""

    class Scientific(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.velocity = np.array([1.0, 2.0])  # type: ignore[assignment]
            self.samples = np.zeros(3)

    pool = manager.create_sprite_pool(Scientific)
    for sprite in (pool.spawn(), pool.spawn()):
        sprite.velocity = (9, 9)
        sprite.samples = None  # type: ignore[assignment]
        sprite.recycle()
        assert list(sprite.velocity) == [1.0, 2.0]
        assert list(sprite.samples) == [0, 0, 0]
    assert_sound(pool)


class Ordered(list[Any]):
    """A list class of a game's own, with an attribute."""

    label = ""


def test_every_kind_of_container_is_restored_as_itself(manager: PoolManager) -> None:
    """L7: lists, dicts, sets and deques, and their subclasses; each its own type, order and limits."""
    made = count()

    class Collector(Dot):
        def __init__(self) -> None:
            super().__init__()
            number = next(made)
            self.limited: Any = deque(maxlen=2 + number)
            self.order: Any = dict.fromkeys("ab" if number % 2 else "ba", 0)
            self.counts: Any = Counter("aab")
            self.lists: Any = defaultdict(list, a=[number])
            self.ordered: Any = OrderedDict(b=1, a=2)
            self.own: Any = Ordered([1, 2])
            self.frozen: Any = frozenset({1})
            self.text = "text"

    names = ("limited", "order", "counts", "lists", "ordered", "own", "frozen", "text")
    pool = manager.create_sprite_pool(Collector)
    sprites = [pool.spawn() for _ in range(3)]
    for number, sprite in enumerate(sprites):
        sprite.limited.extend([1, 2, 3])
        sprite.order["c"] = sprite.order.pop("a")
        sprite.counts.update("zzz")
        sprite.lists["new"].append(1)
        sprite.ordered.move_to_end("b")
        sprite.own.append(3)
        sprite.frozen = {2}
        sprite.text = "changed"
        sprite.recycle()
        assert sprite.limited == deque()
        assert sprite.limited.maxlen == 2 + number
        assert list(sprite.order) == (["a", "b"] if number % 2 else ["b", "a"])
        assert sprite.counts == {"a": 2, "b": 1}
        assert sprite.lists == {"a": [number]}
        assert sprite.lists["z"] == []
        assert list(sprite.ordered) == ["b", "a"]
        assert (sprite.own, sprite.frozen, sprite.text) == ([1, 2], {1}, "text")
        assert [type(getattr(sprite, name)) for name in names] == [
            deque, dict, Counter, defaultdict, OrderedDict, Ordered, frozenset, str,
        ]  # fmt: skip


def test_slots_of_a_class_are_restored(manager: PoolManager) -> None:
    """L7: also those that were empty at first, and containers in them."""

    class Slotted(Dot):
        __slots__ = ("bag", "late", "level")

        def __init__(self) -> None:
            super().__init__()
            self.level = 1
            self.bag: list[int] = []

    pool: SpritePool[Any] = manager.create_sprite_pool(Slotted)
    one, other = pool.spawn(), pool.spawn()
    one.level = 9
    one.bag.append(1)
    one.late = "set"
    assert other.bag == []
    one.recycle()
    assert (one.level, one.bag, hasattr(one, "late")) == (1, [], False)


def test_instances_that_differ_are_each_restored_to_their_own(manager: PoolManager) -> None:
    """L7: what the factory made is what an item goes back to, not what its neighbour is."""
    made = count(1)

    def make() -> Any:
        number = next(made)
        kinds: list[Callable[[], Any]] = [Plain, Rich, Dot, lambda: arcade.SpriteSolidColor(4, 4)]
        sprite = kinds[number % 4]()
        sprite.position = (number, -number)
        sprite.scale = number
        sprite.color = (number, 0, 0, 255)
        sprite.velocity = (number, number)
        sprite.texture = small_texture(4 + number, 8)
        sprite.textures = [sprite.texture] * number
        sprite.properties = {"number": number}
        sprite.force = [number, 0]
        sprite.pymunk.damping = number
        sprite.number = number
        sprite.numbers = [number]
        return sprite

    pool = manager.create_sprite_pool(make, reset="auto")
    sprites = [pool.spawn() for _ in range(12)]
    states = [{**full_state(sprite), "sprite_lists": []} for sprite in sprites]
    for _ in range(2):
        for sprite in sprites:
            for name in ("position", "scale", "color", "velocity", "texture", "in place", "containers", "pymunk"):
                CHANGES[name](sprite)
        pool.clear()
        assert [full_state(sprite) for sprite in sprites] == states
        for _ in sprites:
            pool.spawn()
        assert_sound(pool)


# --- the hit box ---


def test_hit_box_that_is_larger_than_the_sprite_stays_so(manager: PoolManager) -> None:
    """L7: a scale of its own, given in __init__, is part of how the instance was made."""

    class Generous(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.hit_box = RotatableHitBox(TRIANGLE, position=self.position, scale=(3.0, 3.0), angle=90.0)

    pool = manager.create_sprite_pool(Generous)
    fresh = full_state(Generous())
    sprite = pool.spawn()
    assert full_state(sprite) == {**fresh, "sprite_lists": [pool.sprites]}
    sprite.recycle()
    assert full_state(sprite) == fresh


def test_hit_box_is_at_the_new_place_in_every_life(manager: PoolManager) -> None:
    """L3: hit at its new place, never at its old one, also after the texture's box was taken over."""
    pool = manager.create_sprite_pool(Dot)
    for x in (100, 300, 500):
        dot = pool.spawn(x, 10)
        probe = arcade.SpriteSolidColor(4, 4, x, 10)
        assert arcade.check_for_collision(probe, dot)
        dot.texture = small_texture(8, 30)
        dot.sync_hit_box_to_texture()
        dot.position = (x + 50, 10)
        assert not arcade.check_for_collision(probe, dot)
        dot.recycle()


@pytest.mark.parametrize("reset", ["auto", "none"])
def test_hit_box_is_worked_out_anew_at_each_spawn(manager: PoolManager, reset: Any) -> None:
    """L3: Arcade keeps the corners that it worked out last; nobody resets them where reset="none"."""
    pool = manager.create_sprite_pool(Dot, reset=reset)
    for x in (100, 300):
        dot = pool.spawn(x, 10)
        assert (dot.left, dot.right, dot.bottom, dot.top) == (x - 8, x + 8, 6, 14)
        dot.recycle()


def test_hit_box_keeps_its_life_apart_from_one_that_a_game_holds(manager: PoolManager) -> None:
    """L7: a box that was replaced and is still held elsewhere does not move with the next life."""
    pool = manager.create_sprite_pool(Dot)
    dot = pool.spawn(50, 50)
    shared = RotatableHitBox(TRIANGLE, position=(50, 50))
    dot.hit_box = shared
    dot.recycle()
    again = pool.spawn(400, 400)
    assert shared.position == (50, 50)
    assert again.hit_box is not shared


# --- keep and reset (PoolConfig) ---


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", (7, 8)),
        ("center_x", 7),
        ("angle", 33),
        ("scale", (2, 3)),
        ("width", 77),
        ("color", (9, 8, 7, 6)),
        ("alpha", 9),
        ("visible", False),
        ("depth", 6.5),
        ("texture", small_texture(8, 8)),
        ("textures", [small_texture(8, 8)]),
        ("cur_texture_index", 3),
        ("velocity", (3, 4)),
        ("change_x", 5),
        ("change_angle", 5),
        ("properties", {"kept": True}),
        ("force", [5, 6]),
        ("boundary_left", 5),
        ("guid", "kept"),
        ("hp", 1),
        ("trail", [5]),
        ("new", "kept"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_keep_names_exceptions(manager: PoolManager, name: str, value: Any) -> None:
    """L7: by public name; everything else is put back, and it is drawn as it is."""
    pool = manager.create_sprite_pool(Rich, keep=(name, "no such attribute"))
    sprite: Any = pool.spawn()
    fresh = Rich()
    sprite.tint = "added"
    sprite.memory["z"] = 1
    setattr(sprite, name, value)
    for _ in range(3):
        sprite.recycle()
        assert getattr(sprite, name) == value
        assert not hasattr(sprite, "tint")
        assert sprite.memory == fresh.memory
        assert pool.spawn() is sprite
        assert getattr(sprite, name) == value
        assert_sound(pool)


def test_kept_pymunk_settings_survive(manager: PoolManager) -> None:
    """L7."""
    pool = manager.create_sprite_pool(Rich, keep=("pymunk",))
    sprite = pool.spawn()
    sprite.pymunk.damping = 0.9
    sprite.pymunk.max_velocity = 7
    sprite.recycle()
    assert (sprite.pymunk.damping, sprite.pymunk.max_velocity) == (0.9, 7)


@pytest.mark.parametrize("place", [{}, {"center_x": 300, "center_y": 300}, {"angle": 10, "scale": 2}], ids=str)
def test_kept_hit_box_goes_with_the_sprite(manager: PoolManager, place: dict[str, Any]) -> None:
    """L3: the box of the last life is kept, its place, angle and scale are those of the new one."""
    pool = manager.create_sprite_pool(Dot, keep=("hit_box",))
    sprite = pool.spawn(50, 60, angle=45, scale=3)
    box = RotatableHitBox(TRIANGLE, position=sprite.position, angle=sprite.angle, scale=sprite.scale)
    sprite.hit_box = box
    sprite.recycle()
    assert pool.spawn(**place) is sprite
    assert sprite.hit_box is box
    assert (box.position, box.angle, box.scale) == (sprite.position, sprite.angle, sprite.scale)


@pytest.mark.parametrize("batched", [False, True])
def test_what_arcade_works_out_from_a_hit_box_is_reset_with_it(manager: PoolManager, *, batched: bool) -> None:
    """L7: Arcade 4 keeps the radius of a box until its scale changes."""
    pool = manager.create_sprite_pool(type("Sized", (Dot,), {"batched_motion": batched}))
    wall = arcade.SpriteSolidColor(20, 20, 119, 100)
    small = pool.spawn(100, 100, scale=0.1)
    assert not arcade.check_for_collision(small, wall)
    small.recycle()
    assert pool.spawn(103, 100) is small
    assert arcade.check_for_collision(small, wall)


def test_without_a_reset_everything_stays_but_lists_and_engines(manager: PoolManager) -> None:
    """reset="none" leaves it to on_spawn; L4 holds all the same."""
    pool = manager.create_sprite_pool(Rich, reset="none")
    own: arcade.SpriteList[Any] = arcade.SpriteList()
    sprite = pool.spawn(3, 4)
    own.append(sprite)
    sprite.hp = 0
    sprite.trail.append(9)
    sprite.color = (5, 5, 5, 5)
    sprite.recycle()
    assert (sprite.hp, sprite.trail, sprite.color, sprite.position) == (0, [1, 2, 9], (5, 5, 5, 5), (3, 4))
    assert (sprite.sprite_lists, len(own)) == ([], 0)
    assert pool.spawn(7, 8).position == (7, 8)
    assert_sound(pool)


def test_reset_that_fails_destroys_the_sprite(manager: PoolManager) -> None:
    """F3: never handed out half-cleaned; the error reaches whoever ended the lease."""

    class Brittle(Dot):
        broken = False

        @property
        def mood(self) -> str:
            return "good"

        @mood.setter
        def mood(self, value: str) -> None:
            raise ScriptError

    pool = manager.create_sprite_pool(Brittle, keep=("mood",))
    sprite = pool.spawn()
    with pytest.raises(ScriptError):
        sprite.recycle()
    assert (pool.total_count, pool.stats().faulted) == (0, 1)
    assert not sprite.lease.alive
    assert_sound(pool)


@pytest.mark.parametrize("error", [ScriptError, KeyboardInterrupt])
@pytest.mark.parametrize("keep", [(), ("angle",)])
def test_a_container_that_cannot_be_copied_any_more_destroys_the_sprite(
    manager: PoolManager, keep: tuple[str, ...], error: type[BaseException]
) -> None:
    """F3, F7: whether the end of a sprite goes the short way or the long one."""
    failing = False

    class Bag(list[int]):
        def __copy__(self) -> Bag:
            if failing:
                raise error
            return Bag(self)

    class Owner(Dot):
        def __init__(self) -> None:
            super().__init__()
            self.bag = Bag([1])

    pool = manager.create_sprite_pool(Owner, keep=keep, max_size=1)
    sprite = pool.spawn(lifetime=1.0)
    failing = True
    with pytest.raises(error):
        sprite.recycle()
    assert (pool.total_count, pool.stats().faulted, pool.stats().retiring) == (0, 1, 0)
    failing = False
    assert pool.spawn() is not sprite
    assert_sound(pool)


def test_basic_sprite_is_restored_too(manager: PoolManager) -> None:
    """L7, for a sprite without rotation and velocity."""
    pool = manager.create_sprite_pool(lambda: arcade.BasicSprite(small_texture(), 2, 5, 6))
    sprite = pool.spawn()
    sprite.position = (50, 60)
    sprite.scale = 7
    sprite.color = (1, 2, 3, 4)
    sprite.visible = False
    sprite.depth = 3
    sprite.texture = small_texture(8, 8)
    assert_sound(pool)
    pool.recycle(sprite)
    fresh = arcade.BasicSprite(small_texture(), 2, 5, 6)
    for name in ("position", "scale", "width", "height", "color", "visible", "depth", "texture", "left", "top"):
        assert getattr(sprite, name) == getattr(fresh, name), name
    assert pool.spawn() is sprite
    assert_sound(pool)
