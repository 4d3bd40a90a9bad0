"""An Arcade that differs inside: the library warns once, and pools work by Arcade's public methods.

Each test renames something in Arcade's own sources while they are imported, in a program of its own, and then lets
pools play through what the other tests ask of them.
"""

from __future__ import annotations

import pytest

from helpers import run_script

RENAMING = """
import importlib.machinery, re, sys, warnings

OLD, NEW, WHERE = sys.argv[1], sys.argv[2], sys.argv[3]


class Renaming(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        source = self.get_data(self.path).decode()
        renamed = re.sub(rf"\\b{OLD}\\b", NEW, source) if re.fullmatch(WHERE, fullname) else source
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
print(arcade_internals.FAST, len(told), *[each.category.__name__ for each in told], sep=" ")
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


log = []
manager = PoolManager()
own = arcade.SpriteList(use_spatial_hash=True)
early = manager.create_sprite_pool(Dot, key="before the window")
early.spawn(30, 30)
window = arcade.Window(200, 200)
for keep_order, hashed in ((False, False), (True, False), (False, True)):
    key = (keep_order, hashed)
    pool = manager.create_sprite_pool(Dot, key=key, keep_order=keep_order, use_spatial_hash=hashed)

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
    pool.close()
    assert (pool.total_count, len(pool.sprites)) == (0, 0)
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
    assert printed.splitlines() == ["True 0", "played"]


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("_sprite_index_slots", r"arcade\.sprite_list\..*"),
        ("_sprite_buffer_slots", r"arcade\.sprite_list\..*"),
        ("_initialized", r"arcade\.sprite_list\..*"),
        ("_init_deferred", r"arcade\.sprite_list\..*"),
        ("_idx_capacity", r"arcade\.sprite_list\..*"),
        ("sprite_slot", r"arcade\.sprite_list\..*"),
        ("buckets_for_sprite", r"arcade\.sprite_list\..*"),
        ("_adjusted_cache_dirty", r"arcade\.hitbox\..*"),
        ("_position", r"arcade\.(sprite|sprite_list|hitbox)\..*"),
        ("_angle", r"arcade\.(sprite|sprite_list|hitbox)\..*"),
    ],
)
def test_pools_work_where_arcade_has_another_inside(name: str, where: str) -> None:
    """It warns once, and everything a game asks for works as it did."""
    printed = run_script(RENAMING + PLAY, name, f"{name}_renamed", where)
    assert printed.splitlines() == ["False 1 RuntimeWarning", "played"]


def test_removal_behind_the_back_is_seen_there_too() -> None:
    """I3: at the next update."""
    printed = run_script(RENAMING + RAW_REMOVAL, "_next_slot", "_free_slot", r"arcade\.sprite_list\..*")
    assert printed.splitlines() == ["False 1 RuntimeWarning", "played"]
