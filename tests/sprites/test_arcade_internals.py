"""The wall to Arcade: what is declared of its private names, and an Arcade in which a part of them differs.

Each test of the second kind changes something in Arcade's own sources while they are imported, in a program of its
own, and then lets pools play through what the other tests ask of them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import arcade
import pytest

import arcade_pool
from arcade_pool.sprites.arcade_internals import PARTS
from helpers import run_script

RENAMING = """
import importlib.machinery, re, sys, warnings

OLD, NEW, WHERE = sys.argv[1], sys.argv[2], sys.argv[3]


class Renaming(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        source = self.get_data(self.path).decode()
        renamed = re.sub(OLD, NEW, source) if re.fullmatch(WHERE, fullname) else source
        return compile(renamed, self.path, "exec", dont_inherit=True)


class Finder:
    @staticmethod
    def find_spec(fullname, path=None, target=None):
        if not fullname.startswith("arcade."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = Renaming(fullname, spec.origin)
        return spec


if OLD:
    sys.meta_path.insert(0, Finder)
import arcade

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import arcade_pool
    from arcade_pool import OffScreen, PooledSprite, PooledSpriteList, PoolManager, RecycleReason, Frames
    from arcade_pool.sprites import arcade_internals
told = [each for each in caught if "arcade_pool" in str(each.message)]
slow = [part.name for part in arcade_internals.PARTS if not part.matches]
print(", ".join(slow) or "none", len(told), *[each.category.__name__ for each in told])
assert all(name in str(told[0].message) for name in slow)
"""

PLAY = """
import random
from arcade.types import LBWH


class Dot(PooledSprite):
    def __init__(self):
        super().__init__(arcade.make_soft_square_texture(12, arcade.color.RED, 255, 255))
        self.hp = 3
        self.trail = []

    def on_recycle(self):
        log.append(self)


def sound(pool):
    pool._check()
    sprites = pool.sprites
    assert set(sprites) == set(sprites.sprite_list) == set(pool) and len(sprites) == len(pool)
    assert all(sprite in sprites and sprite.sprite_lists.count(sprites) == 1 for sprite in pool)


class Glider(Dot):
    batched_motion = True


log = []
manager = PoolManager()
own = arcade.SpriteList(use_spatial_hash=True)
early = manager.create_sprite_pool(Dot, key="before the window")
early.spawn(30, 30)
window = arcade.Window(200, 200)
for kind, keep_order, hashed in (
    (Dot, False, False), (Dot, True, False), (Dot, False, True), (Glider, False, False), (Glider, True, True),
):
    key = (kind, keep_order, hashed)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "batched_motion is not used", RuntimeWarning)
        pool = manager.create_sprite_pool(kind, key=key, keep_order=keep_order, use_spatial_hash=hashed)

    # spawn, change, end, spawn again: fresh, in place, out of every list
    dots = [pool.spawn(10 * number, 20) for number in range(6)]
    sound(pool)
    assert list(pool.sprites) == dots
    dots[1].color, dots[1].scale, dots[1].angle, dots[1].hp = (1, 2, 3, 4), 3, 45, 0
    dots[1].trail.append(1)
    dots[1].hit_box = arcade.hitbox.HitBox(((0, 0), (9, 0), (9, 9)))
    dots[1].velocity = (5, 5)
    own.append(dots[1])
    lease = dots[1].lease
    assert dots[1].recycle() and not dots[1].recycle() and not lease.alive
    assert log.pop() is dots[1] and dots[1] not in pool.sprites and len(own) == 0 and dots[1].sprite_lists == []
    sound(pool)
    again = pool.spawn(150, 150)
    assert again is dots[1] and again.position == (150, 150)
    assert (again.color, again.scale, again.angle) == ((255, 255, 255, 255), (1, 1), 0)
    assert (again.hp, again.trail, again.velocity) == (3, [], (0, 0))
    fresh = arcade.Sprite(again.texture, 1, 150, 150)
    assert list(again.hit_box.get_adjusted_points()) == list(fresh.hit_box.get_adjusted_points())
    probe = arcade.SpriteSolidColor(4, 4, 150, 150)
    assert arcade.check_for_collision_with_list(probe, pool.sprites) == [again]
    sound(pool)

    # every other way to end
    again.kill()
    pool.sprites.remove(dots[0])
    popped = pool.sprites.pop()
    sound(pool)
    assert {pool.lease(each).reason for each in (again, dots[0], popped)} == {RecycleReason.KILLED}
    assert len(pool) == 3
    pool.sprites.clear()
    sound(pool)
    assert len(pool) == 0 and pool.idle_count == 6
    short, gone = pool.spawn(5, 5, lifetime=Frames(2)), pool.spawn(-50, 5, lifetime=OffScreen())
    kept = pool.spawn(5, 5, lifetime=OffScreen(bounds=LBWH(0, 0, 50, 50)))
    kept.change_x = 10
    manager.update(1 / 60)
    assert (pool.lease(short).alive, pool.lease(gone).alive, kept.lease.alive) == (True, False, True)
    manager.update(1 / 60)
    assert not pool.lease(short).alive and kept.center_x == 25
    for _ in range(5):
        manager.update(1 / 60)
    assert not kept.lease.alive
    sound(pool)

    # iterating
    dots = [pool.spawn(number, 5) for number in range(6)]
    visited = []
    for number, dot in enumerate(pool.sprites):
        visited.append(dot)
        dot.recycle()
        if number == 0:
            dots[3].recycle()
            pool.spawn(1, 1)
    assert visited == [*dots[:3], *dots[4:]], [dots.index(dot) for dot in visited]
    pool.clear()

    # faults
    for place in ((float("nan"), 5), (5, float("nan"))):
        try:
            pool.spawn(*place)
        except ValueError:
            assert hashed
    pool.clear()
    sound(pool)
    lost = pool.spawn(5, 5)
    try:
        lost.position = (float("nan"), 5)
    except ValueError:
        assert hashed
    lost.kill()
    assert lost.sprite_lists == []
    sound(pool)
    try:
        pool.sprites.append(arcade.Sprite())
    except ValueError:
        pass
    else:
        raise AssertionError("the list took a stranger in")
    sound(pool)

    # at random, drawn as a new list draws it
    draw = random.Random(19)
    alive = []
    for step in range(400):
        if not alive or draw.random() < 0.7:
            alive.append(pool.spawn(draw.uniform(0, 200), draw.uniform(0, 200), angle=draw.uniform(0, 90)))
        else:
            alive.pop(draw.randrange(len(alive))).recycle()
        dot = draw.choice(alive) if alive else None
        if dot is not None and draw.random() < 0.3:
            dot.color = [draw.randrange(256) for _ in range(4)]
            dot.scale = draw.uniform(0.5, 2)
        if keep_order:
            assert list(pool.sprites) == alive
        if step % 100 == 99:
            pool.sprites.sort(key=lambda dot: dot.center_x) if not keep_order else None
            pool.trim(5)
            sound(pool)
            window.clear()
            pool.draw()
            ours = arcade.get_image(0, 0, 200, 200).tobytes()
            new = arcade.SpriteList()
            new.extend(list(pool.sprites))
            window.clear()
            new.draw()
            assert arcade.get_image(0, 0, 200, 200).tobytes() == ours
            assert len(set(ours)) > 4
            new.clear()
    last = pool.spawn(50, 50)
    last.change_x, last.change_angle = 1, 3
    manager.update(1 / 2)
    pool.close()
    assert (pool.total_count, len(pool.sprites)) == (0, 0)
    assert (last.position, last.angle) == ((80, 50), 90) and last.hit_box.position == (80, 50), last.hit_box.position
assert len(early) == 1
manager.draw()
manager.close()
print("played")
"""


RAW_REMOVAL = """
class Dot(PooledSprite):
    def __init__(self):
        super().__init__(arcade.make_soft_square_texture(12, arcade.color.RED, 255, 255))


window = arcade.Window(200, 200)
manager = PoolManager()
pool = manager.create_sprite_pool(Dot)
dots = [pool.spawn(50 * number, 50) for number in range(4)]
pool.sprites.sprite_list.remove(dots[1])
manager.update(1 / 60)
assert dots[1].lease.reason is RecycleReason.KILLED and dots[1].sprite_lists == []
assert list(pool.sprites) == [dots[0], dots[2], dots[3]]
assert pool.spawn(20, 150) is dots[1]
window.clear()
pool.draw()
ours = arcade.get_image(0, 0, 200, 200).tobytes()
new = arcade.SpriteList()
new.extend(list(pool.sprites))
window.clear()
new.draw()
assert arcade.get_image(0, 0, 200, 200).tobytes() == ours
pool._check()
print("played")
"""


def test_with_the_arcade_that_is_installed_nothing_differs() -> None:
    """FAST, without a warning; and the same play."""
    printed = run_script(RENAMING + PLAY, "", "", "")
    assert printed.splitlines() == ["none 0", "played"]


LISTS, RESETS, MOTION, BOXES = (part.name for part in PARTS)

IN_LISTS, IN_BOXES = r"arcade\.sprite_list\..*", r"arcade\.hitbox\..*"
EVERYWHERE = r"arcade\.(sprite|sprite_list|hitbox)\..*"


@pytest.mark.parametrize(
    ("name", "where", "slow"),
    [
        ("_sprite_index_slots", IN_LISTS, [LISTS, MOTION]),
        ("_sprite_buffer_slots", IN_LISTS, [LISTS, MOTION]),
        ("_initialized", IN_LISTS, [LISTS, MOTION]),
        ("_init_deferred", IN_LISTS, [LISTS, MOTION]),
        ("_idx_capacity", IN_LISTS, [LISTS, MOTION]),
        ("sprite_slot", IN_LISTS, [LISTS, MOTION]),
        ("buckets_for_sprite", IN_LISTS, [LISTS, MOTION]),
        ("_properties", r"arcade\.sprite\..*", [RESETS]),
        ("_adjusted_cache_dirty", IN_BOXES, [RESETS, BOXES]),
        ("_position", EVERYWHERE, [LISTS, RESETS, MOTION, BOXES]),
        ("_angle", EVERYWHERE, [LISTS, RESETS, MOTION, BOXES]),
    ],
)
def test_a_part_that_differs_is_slow_and_the_others_are_fast(name: str, where: str, slow: list[str]) -> None:
    """It warns once, and everything a game asks for works as it did."""
    printed = run_script(RENAMING + PLAY, rf"\b{name}\b", f"{name}_renamed", where)
    assert printed.splitlines() == [f"{', '.join(slow)} 1 RuntimeWarning", "played"]


def test_hit_boxes_with_slots_are_moved_when_their_sprite_is_asked() -> None:
    """Batched motion goes on without boxes that follow it by themselves."""
    names = sorted(
        {"_adjusted_cache_dirty", *re.findall(r"self\.(_\w+)\b.*? = ", Path(arcade.hitbox.base.__file__).read_text())}
    )
    slots = ", ".join(f'"{name}"' for name in [*names, "__weakref__"] if name != "_angle")
    head = r'(class HitBox:\n    """(?s:.*?)""")'
    printed = run_script(RENAMING + PLAY, head, rf"\1\n    __slots__ = ({slots})\n", r"arcade\.hitbox\.base")
    assert printed.splitlines() == [f"{BOXES} 1 RuntimeWarning", "played"]


def test_removal_behind_the_back_is_seen_there_too() -> None:
    """I3: at the next update."""
    printed = run_script(RENAMING + RAW_REMOVAL, r"\b_next_slot\b", "_free_slot", IN_LISTS)
    assert printed.splitlines() == [f"{LISTS}, {MOTION} 1 RuntimeWarning", "played"]


# --- the declarations ---

SPRITES = Path(arcade_pool.__file__).parent / "sprites"


def private_names_of_arcade() -> set[str]:
    """The private attributes of Arcade's sprites, lists and hit boxes."""
    found: set[str] = set()
    for folder in ("sprite", "sprite_list", "hitbox"):
        for path in (Path(arcade.__file__).parent / folder).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            for one, other in re.findall(r"\bself\.(_[a-z]\w+)|def (_[a-z]\w+)\(self", source):
                found.add(one or other)
            found.update(re.findall(r'^ +"(_[a-z]\w+)",', source, re.MULTILINE))
    return found


def used_in(path: Path, *, itself: bool) -> set[str]:
    """The names that a module uses: attributes, methods it overrides, and names in strings.

    Args:
        path: The module.
        itself: True to count attributes of ``self`` as well.
    """
    used: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            if itself or not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                used.add(node.attr)
        elif isinstance(node, ast.FunctionDef) and itself:
            used.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.add(node.value)
    return used


def test_every_private_name_of_arcade_is_declared_by_the_part_that_uses_it() -> None:
    theirs = private_names_of_arcade()
    assert {"_sprite_index_data", "_position", "_init_deferred", "_adjusted_cache_dirty"} <= theirs
    for path in SPRITES.parent.rglob("*.py"):
        parts = [part for part in PARTS if path.parent == SPRITES and path.stem in part.used_in]
        declared = frozenset[str]().union(*(part.names for part in parts))
        if path.stem != "arcade_internals":
            assert not (used_in(path, itself=bool(parts)) & theirs) - declared, path.name


def test_nothing_is_declared_that_is_not_used() -> None:
    for part in PARTS:
        used = set().union(*(used_in(SPRITES / f"{module}.py", itself=True) for module in part.used_in))
        assert not part.names - used, part.name
