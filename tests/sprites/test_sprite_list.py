"""PooledSpriteList: entering and leaving, iterating, and being changed behind the pool's back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import arcade
import pytest
from arcade.types import LBWH

from arcade_pool import PooledSpriteList, PoolManager, RecycleReason, SpritePool

from .helpers import Dot, ScriptError, assert_sound, run_updates, small_texture


@pytest.fixture(params=["any order", "keep_order", "spatial hash"])
def pool(request: pytest.FixtureRequest, manager: PoolManager) -> SpritePool[Dot]:
    """An empty pool with each kind of list."""
    return manager.create_sprite_pool(
        Dot, keep_order=request.param == "keep_order", use_spatial_hash=request.param == "spatial hash"
    )


def spawned(pool: SpritePool[Dot], count: int) -> list[Dot]:
    """Sprites in a row."""
    return [pool.spawn(10 * number, 20) for number in range(count)]


# --- entering and leaving ---


def test_index_buffer_follows_the_list_at_every_step(pool: SpritePool[Dot]) -> None:
    """Random spawns and ends, beyond the first capacity of the buffers."""
    draw = random.Random(1)  # noqa: S311
    alive: list[Dot] = []
    for number in range(1500):
        if alive and draw.random() < (0.3 if number < 900 else 0.6):
            alive.pop(draw.randrange(len(alive))).recycle()
        else:
            alive.append(pool.spawn(draw.uniform(0, 800), draw.uniform(0, 600)))
        sprites: Any = pool.sprites
        if number % 10 == 0:
            assert_sound(pool)
        assert list(sprites._sprite_index_data[: sprites._sprite_index_slots]) == [
            sprites.sprite_slot[sprite] for sprite in sprites.sprite_list
        ]
    assert pool.stats().peak_active > 256
    assert_sound(pool)


def test_kept_order_is_that_of_spawning(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot, keep_order=True)
    draw = random.Random(2)  # noqa: S311
    alive: list[Dot] = []
    for _ in range(400):
        if alive and draw.random() < 0.45:
            alive.pop(draw.randrange(len(alive))).kill()
        else:
            alive.append(pool.spawn())
        assert pool.sprites.sprite_list == alive
        assert list(pool.sprites) == alive
        assert list(pool) == alive
    assert_sound(pool)


@pytest.mark.parametrize("which", [0, 1, -1])
def test_any_sprite_may_leave(pool: SpritePool[Dot], which: int) -> None:
    """The first, one in the middle, the last; and then the only one."""
    dots = spawned(pool, 3)
    gone = dots.pop(which)
    gone.recycle()
    assert set(pool.sprites) == set(dots)
    assert gone not in pool.sprites
    assert all(dot in pool.sprites for dot in dots)
    assert_sound(pool)
    for dot in dots:
        dot.recycle()
        assert_sound(pool)
    assert len(pool.sprites) == 0
    assert not list(pool.sprites)


def test_trimmed_sprites_give_their_slots_back(pool: SpritePool[Dot]) -> None:
    """A long game that makes and destroys does not grow the buffers."""
    for _ in range(20):
        for dot in spawned(pool, 30):
            dot.recycle()
        assert_sound(pool)
        pool.trim(0)
    sprites: Any = pool.sprites
    assert sprites._sprite_buffer_slots <= 30
    assert sprites.sprite_slot == {}


def test_it_reads_as_a_list_of_arcade(pool: SpritePool[Dot]) -> None:
    """len, indexing, index, in, centre; an idle sprite is not in it."""
    dots = spawned(pool, 3)
    sprites = pool.sprites
    assert isinstance(sprites, arcade.SpriteList)
    assert (len(sprites), sprites[0], sprites[-1]) == (3, dots[0], dots[2])
    assert sprites.index(dots[1]) == 1
    assert sprites.center == (10, 20)
    dots[0].recycle()
    assert dots[0] not in sprites
    assert arcade.Sprite(small_texture()) not in sprites
    strange: Any = "sprite"
    assert strange not in sprites
    with pytest.raises(ValueError, match="not in list"):
        sprites.index(dots[0])


def test_moving_and_rescaling_the_whole_list(pool: SpritePool[Dot]) -> None:
    """Arcade's own methods on all sprites mean the active ones."""
    dots = spawned(pool, 4)
    dots[1].recycle()
    pool.sprites.move(5, 6)
    assert [dot.position for dot in (dots[0], dots[2], dots[3])] == [(5, 26), (25, 26), (35, 26)]
    assert dots[1].position == (0, 0)
    pool.sprites.rescale(2.0)
    assert dots[0].scale == (2, 2)
    assert dots[1].scale == (1, 1)
    assert_sound(pool)
    pool.clear()
    spawned(pool, 4)
    assert_sound(pool)


def test_spatial_hash_may_come_and_go(manager: PoolManager) -> None:
    """Idle sprites are not in it."""
    pool = manager.create_sprite_pool(Dot)
    dots = spawned(pool, 4)
    dots[0].recycle()
    pool.sprites.enable_spatial_hashing(64)
    assert_sound(pool)
    dots[1].recycle()
    pool.spawn(300, 300)
    assert_sound(pool)
    pool.sprites.disable_spatial_hashing()
    dots[2].recycle()
    pool.spawn(300, 300)
    assert_sound(pool)


@pytest.mark.parametrize("method", [0, 1, 2, 3], ids=["auto", "hash", "gpu", "simple"])
def test_collisions_mean_the_active_sprites_where_they_are(pool: SpritePool[Dot], method: int) -> None:
    """L3: hit at the new place, never at the old one, whatever the way of asking."""
    draw = random.Random(3)  # noqa: S311
    probe = arcade.SpriteSolidColor(200, 200, 400, 300)
    alive: list[Dot] = []
    for _ in range(12):
        for _ in range(20):
            if alive and draw.random() < 0.4:
                alive.pop(draw.randrange(len(alive))).recycle()
            else:
                alive.append(pool.spawn(draw.uniform(0, 800), draw.uniform(0, 600)))
        expected = {dot for dot in alive if arcade.check_for_collision(probe, dot)}
        assert set(arcade.check_for_collision_with_list(probe, pool.sprites, method=method)) == expected
        assert set(arcade.check_for_collision_with_lists(probe, [pool.sprites], method=method)) == expected
    assert set(arcade.get_sprites_at_point((400, 300), pool.sprites)) <= set(alive)


def test_arcades_questions_mean_the_active_sprites(pool: SpritePool[Dot]) -> None:
    """The closest, those at a point, those in a rectangle, walls in sight: idle ones are nowhere."""
    dots = spawned(pool, 8)
    for dot in dots[1:7]:
        dot.recycle()
    near, far = dots[0], dots[7]
    probe = arcade.SpriteSolidColor(4, 4, 12, 20)
    assert arcade.get_closest_sprite(probe, pool.sprites) == (near, 12)
    assert arcade.get_sprites_at_point((0, 20), pool.sprites) == [near]
    assert arcade.get_sprites_at_point((30, 20), pool.sprites) == []
    assert arcade.get_sprites_at_exact_point((70, 20), pool.sprites) == [far]
    assert arcade.get_sprites_in_rect(LBWH(20, 0, 30, 100), pool.sprites) == []
    assert set(arcade.get_sprites_in_rect(LBWH(-20, 0, 200, 100), pool.sprites)) == {near, far}
    assert arcade.has_line_of_sight((30, 0), (30, 40), pool.sprites)
    assert not arcade.has_line_of_sight((70, 0), (70, 40), pool.sprites)
    dots[3].recycle()
    pool.spawn(30, 20)
    assert not arcade.has_line_of_sight((30, 0), (30, 40), pool.sprites)


# --- iterating (I1) ---

Walk = Callable[[SpritePool[Dot]], Iterator[Dot]]
WALKS: list[Walk] = [iter, lambda pool: iter(pool.sprites)]


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_recycling_while_iterating_skips_nobody(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1, and the first trap of Arcade's own lists."""
    dots = spawned(pool, 10)
    visited = []
    for dot in walk(pool):
        visited.append(dot)
        dot.recycle()
    assert sorted(visited, key=id) == sorted(dots, key=id)
    assert pool.active_count == 0
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_the_ended_are_not_visited(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1."""
    dots = spawned(pool, 10)
    visited = []
    for number, dot in enumerate(walk(pool)):
        visited.append(dot)
        if number == 0:
            for other in dots[4:8]:
                other.kill()
    assert len(visited) == 6
    assert not set(visited) & set(dots[4:8])
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_newcomers_are_not_visited(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1: also where they are old acquaintances in a new life."""
    dots = spawned(pool, 5)
    visited = []
    for number, dot in enumerate(walk(pool)):
        visited.append(dot)
        if number == 0:
            dots[3].recycle()
            assert pool.spawn() is dots[3]
            pool.spawn()
    assert sorted(visited, key=id) == sorted([*dots[:3], dots[4]], key=id)
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_a_new_sprite_with_an_old_slot_is_not_visited(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1: the item is destroyed meanwhile and its slot given to a new sprite."""
    dots = spawned(pool, 5)
    visited = []
    for number, dot in enumerate(walk(pool)):
        visited.append(dot)
        if number == 0:
            dots[3].recycle()
            pool.trim(0)
            new = pool.spawn()
            assert new is not dots[3]
    assert sorted(visited, key=id) == sorted([*dots[:3], dots[4]], key=id)
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_nested_loops_see_each_its_own(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1."""
    dots = spawned(pool, 6)
    pairs = 0
    for outer, one in enumerate(walk(pool)):
        for inner, _ in enumerate(walk(pool)):
            pairs += 1
            if (outer, inner) == (1, 1):
                dots[5].recycle()
                pool.spawn()
        assert one in pool
    # One of the six goes in the second outer round, and a newcomer takes part in the later inner loops.
    assert pairs == 6 + 5 + 6 + 6 + 6
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
def test_iterating_survives_anything(pool: SpritePool[Dot], walk: Walk) -> None:
    """I1, at random: everybody who lives on is visited once, nobody else."""
    draw = random.Random(4)  # noqa: S311
    for _ in range(60):
        spawned(pool, draw.randrange(12))
        before = {dot: dot.lease for dot in pool}
        visited: list[Dot] = []
        for dot in walk(pool):
            assert dot.lease is before[dot], "visits somebody in a life that began later"
            assert dot.lease.alive, "visits somebody whose lease has ended"
            visited.append(dot)
            for _ in range(draw.randrange(3)):
                action = draw.randrange(4)
                living = list(pool)
                if action == 0:
                    pool.spawn()
                elif action == 1 and living:
                    draw.choice(living).recycle()
                elif action == 2:
                    pool.trim(draw.randrange(3))
                elif draw.random() < 0.05:
                    pool.clear()
        assert len(set(visited)) == len(visited)
        assert {dot for dot, lease in before.items() if lease.alive} <= set(visited)
        assert_sound(pool)


def test_an_iteration_that_is_dropped_is_forgotten(pool: SpritePool[Dot]) -> None:
    """Not begun, broken off after somebody has left, or at its end: nothing is noted for it any more."""
    dots = spawned(pool, 4)
    iter(pool.sprites)
    for dot in pool.sprites:
        dot.recycle()
        break
    assert len(list(pool.sprites)) == 3
    half = iter(pool.sprites)
    next(half)
    dots[1].recycle()
    assert pool.sprites._visits
    assert pool.sprites._left
    del half
    assert not pool.sprites._visits
    assert not pool.sprites._left


def test_an_iteration_begins_when_it_is_asked_for(pool: SpritePool[Dot]) -> None:
    """As with a list of Python's, what comes afterwards is a newcomer, or gone."""
    dots = spawned(pool, 3)
    walk = iter(pool.sprites)
    dots[0].recycle()
    pool.spawn()
    assert set(walk) == {dots[1], dots[2]}


def test_one_taken_out_and_killed_while_iterating_is_not_visited(pool: SpritePool[Dot]) -> None:
    """I1, I3: its lease has ended."""
    dots = spawned(pool, 4)
    visited = []
    for number, dot in enumerate(pool.sprites):
        visited.append(dot)
        if number == 0:
            pool.sprites.sprite_list.remove(dots[2])
            dots[2].kill()
            assert not dots[2].lease.alive
    assert dots[2] not in visited
    run_updates(pool._lifecycle.loop.manager)
    assert_sound(pool)


@pytest.mark.parametrize("walk", WALKS, ids=["pool", "sprites"])
@pytest.mark.parametrize("end", ["clear", "close", "invalidate"])
def test_pool_that_ends_while_it_is_walked(pool: SpritePool[Dot], walk: Walk, end: str) -> None:
    """I1: nobody else is visited, but by invalidate, which ends no lease."""
    dots = spawned(pool, 5)
    visited = []
    for dot in walk(pool):
        visited.append(dot)
        getattr(pool, end)()
    assert len(visited) == (5 if end == "invalidate" else 1)
    assert set(visited) <= set(dots)
    pool.clear()
    assert pool.total_count == (5 if end == "clear" else 0)


def test_update_of_the_list_follows_the_same_rules(manager: PoolManager) -> None:
    """I1: sprites.update() skips nobody, and neither the ended nor newcomers are updated."""
    updated: list[Dot] = []

    class Chain(Dot):
        victim: Any = None

        def update(self, delta_time: float = 0.0, *args: Any, **kwargs: Any) -> None:
            updated.append(self)
            if self.victim is not None:
                self.victim.recycle()
                chains.spawn()
            self.kill()

    chains: SpritePool[Any] = manager.create_sprite_pool(Chain, update=False)
    dots = [chains.spawn() for _ in range(6)]
    dots[0].victim = dots[4]
    chains.sprites.update(0.1)
    assert updated == [*dots[:4], dots[5]]
    assert chains.active_count == 1
    assert_sound(chains)


# --- behind the pool's back (I3) ---


def test_remove_ends_the_lease_at_once(pool: SpritePool[Dot]) -> None:
    """I3."""
    dots = spawned(pool, 3)
    leases = [dot.lease for dot in dots]
    pool.sprites.remove(dots[1])
    assert leases[1].reason is RecycleReason.KILLED
    assert dots[1].position == (0, 0)
    assert_sound(pool)
    with pytest.raises(ValueError, match="not in"):
        pool.sprites.remove(dots[1])
    with pytest.raises(ValueError, match="not in"):
        pool.sprites.remove(Dot())
    assert [lease.alive for lease in leases] == [True, False, True]
    assert_sound(pool)


def test_pop_ends_the_lease_at_once(pool: SpritePool[Dot]) -> None:
    """I3."""
    dots = spawned(pool, 4)
    leases = {dot: dot.lease for dot in dots}
    assert pool.sprites.pop() is dots[3]
    assert pool.sprites.pop(0) is dots[0]
    assert {leases[dot].reason for dot in (dots[0], dots[3])} == {RecycleReason.KILLED}
    assert set(pool.sprites) == {dots[1], dots[2]}
    assert_sound(pool)
    with pytest.raises(IndexError):
        pool.sprites.pop(7)
    pool.clear()
    with pytest.raises(IndexError):
        pool.sprites.pop()
    assert_sound(pool)


@pytest.mark.parametrize("deep", [True, False])
@pytest.mark.parametrize("capacity", [None, 1000])
def test_clear_ends_every_lease(pool: SpritePool[Dot], *, deep: bool, capacity: int | None) -> None:
    """I3: deep or shallow; the sprites are spawned again afterwards, and drawn."""
    for _ in range(2):
        leases = [dot.lease for dot in spawned(pool, 5)]
        pool.sprites.clear(deep=deep, capacity=capacity)
        assert {lease.reason for lease in leases} == {RecycleReason.KILLED}
        assert (len(pool.sprites), pool.active_count, pool.idle_count) == (0, 0, 5)
        assert_sound(pool)


def test_hook_that_spawns_during_a_clear_keeps_its_sprite(manager: PoolManager) -> None:
    """I3, L8."""

    class Hydra(Dot):
        heads = 1

        def on_recycle(self) -> None:
            for _ in range(self.heads):
                hydras.spawn().heads = 0

    hydras: SpritePool[Any] = manager.create_sprite_pool(Hydra)
    old = [hydras.spawn() for _ in range(3)]
    leases = [hydra.lease for hydra in old]
    hydras.sprites.clear()
    assert not any(lease.alive for lease in leases)
    assert hydras.active_count == 3
    assert_sound(hydras)


@pytest.mark.parametrize("which", [0, 1, 2])
def test_list_changed_behind_the_back(manager: PoolManager, pool: SpritePool[Dot], which: int) -> None:
    """I3: what the pool cannot see ends at the next update, and the index buffer follows again."""
    dots = spawned(pool, 3)
    leases = [dot.lease for dot in dots]
    pool.sprites.sprite_list.remove(dots[which])
    run_updates(manager)
    assert [lease.reason for lease in leases] == [
        RecycleReason.KILLED if number == which else None for number in range(3)
    ]
    assert pool.idle_count == 1
    assert_sound(pool)
    assert pool.spawn(1, 1) is dots[which]
    assert_sound(pool)


def test_raw_clear_of_the_list_ends_every_lease(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """I3."""
    leases = [dot.lease for dot in spawned(pool, 5)]
    pool.sprites.sprite_list.clear()
    run_updates(manager)
    assert {lease.reason for lease in leases} == {RecycleReason.KILLED}
    assert pool.idle_count == 5
    assert_sound(pool)
    spawned(pool, 6)
    assert_sound(pool)


def test_raw_removal_is_seen_also_where_the_pool_does_not_update(manager: PoolManager) -> None:
    """I3: update=False is about the sprites' own update."""
    pool = manager.create_sprite_pool(Dot, update=False)
    dots = spawned(pool, 3)
    lease = dots[1].lease
    pool.sprites.sprite_list.remove(dots[1])
    run_updates(manager)
    assert lease.reason is RecycleReason.KILLED
    assert_sound(pool)


@pytest.mark.parametrize("end", ["kill", "recycle", "clear", "expire"])
def test_raw_removal_and_then_an_end(manager: PoolManager, pool: SpritePool[Dot], end: str) -> None:
    """I3: the lease ends once, nothing raises, the others are drawn on."""
    dots = spawned(pool, 4)
    dots[1].lease.set_lifetime(0.01 if end == "expire" else None)
    lease = dots[1].lease
    pool.sprites.sprite_list.remove(dots[1])
    if end == "kill":
        dots[1].kill()
    elif end == "recycle":
        assert dots[1].recycle()
    elif end == "clear":
        pool.clear()
    run_updates(manager)
    assert not lease.alive
    assert pool.active_count == (0 if end == "clear" else 3)
    assert_sound(pool)
    spawned(pool, 5)
    assert_sound(pool)


def test_raw_removal_and_then_a_spawn(manager: PoolManager, pool: SpritePool[Dot]) -> None:
    """I3, L3: the newcomer is in the list at once, and may leave it at once."""
    dots = spawned(pool, 3)
    pool.sprites.sprite_list.remove(dots[0])
    new = pool.spawn(5, 5)
    assert new in pool.sprites
    assert new in pool.sprites.sprite_list
    other = pool.spawn(6, 6)
    pool.sprites.remove(new)
    assert other in pool.sprites
    run_updates(manager)
    assert not dots[0].lease.alive
    assert pool.active_count == 3
    assert_sound(pool)


def test_plain_sprite_may_be_killed_after_a_raw_removal(manager: PoolManager) -> None:
    """I3: Arcade's own kill() comes to the pool's list, where the pool can see it."""
    pool = manager.create_sprite_pool(lambda: arcade.Sprite(small_texture()))
    one, other = pool.spawn(), pool.spawn()
    pool.sprites.sprite_list.remove(one)
    one.kill()
    assert not pool.lease(one).alive
    run_updates(manager)
    assert pool.lease(other).alive
    assert_sound(pool)


# --- changing the order ---


@pytest.mark.parametrize("change", ["sort", "sort reversed", "reverse", "shuffle", "swap", "swap negative"])
def test_order_may_be_changed(pool: SpritePool[Dot], change: str) -> None:
    """And everything that comes and goes afterwards finds its place."""
    draw = random.Random(5)  # noqa: S311
    alive = spawned(pool, 12)
    for _ in range(25):
        sprites = pool.sprites
        before = list(sprites)
        if change == "sort":
            sprites.sort(key=lambda dot: dot.center_x)
            assert sprites.sprite_list == sorted(before, key=lambda dot: dot.center_x)
        elif change == "sort reversed":
            sprites.sort(key=lambda dot: dot.center_x, reverse=True)
        elif change == "reverse":
            sprites.reverse()
            assert sprites.sprite_list == before[::-1]
        elif change == "shuffle":
            sprites.shuffle()
            assert set(sprites) == set(before)
        elif change == "swap":
            sprites.swap(0, len(sprites) - 1)
            assert (sprites[0], sprites[-1]) == (before[-1], before[0])
        else:
            sprites.swap(-1, 0)
            assert (sprites[0], sprites[-1]) == (before[-1], before[0])
        assert_sound(pool)
        for _ in range(3):
            alive.pop(draw.randrange(len(alive))).recycle()
            assert_sound(pool)
        for _ in range(3):
            alive.append(pool.spawn(draw.uniform(0, 800), 5))
            assert_sound(pool)


def test_order_may_be_changed_while_idle_sprites_have_slots_below(pool: SpritePool[Dot]) -> None:
    """Stale entries behind the drawn part of the index buffer do not confuse a swap."""
    dots = spawned(pool, 8)
    for dot in dots[:5]:
        dot.recycle()
    pool.sprites.swap(0, 2)
    pool.sprites.reverse()
    assert_sound(pool)
    spawned(pool, 5)
    assert_sound(pool)


def test_empty_list_may_be_ordered(pool: SpritePool[Dot]) -> None:
    pool.sprites.sort(key=lambda dot: dot.center_x)
    pool.sprites.reverse()
    pool.sprites.shuffle()
    spawned(pool, 3)
    assert_sound(pool)


def test_failing_key_leaves_the_list_whole(pool: SpritePool[Dot]) -> None:
    """What the key raises reaches the game; the list and its buffers still agree."""
    dots = spawned(pool, 6)

    def key(dot: Dot) -> float:
        if dot is dots[4]:
            raise ScriptError
        return -dot.center_x

    with pytest.raises(ScriptError):
        pool.sprites.sort(key=key)
    assert_sound(pool)
    dots[2].recycle()
    assert_sound(pool)


# --- what is refused ---


def test_a_pools_list_takes_nobody_in(pool: SpritePool[Dot]) -> None:
    """Spawn instead: append, insert, extend and assignment change nothing."""
    dots = spawned(pool, 2)
    stranger = Dot()
    sprites = pool.sprites
    attempts: list[Callable[[], None]] = [
        lambda: sprites.append(stranger),
        lambda: sprites.insert(0, stranger),
        lambda: sprites.extend([stranger]),
        lambda: sprites.__setitem__(0, stranger),
        lambda: sprites.append(dots[0]),
    ]
    for attempt in attempts:
        with pytest.raises(ValueError, match="spawn"):
            attempt()
    assert stranger.sprite_lists == []
    assert_sound(pool)


def test_idle_sprite_cannot_be_put_in_by_hand(pool: SpritePool[Dot]) -> None:
    dot = pool.spawn()
    dot.recycle()
    with pytest.raises(ValueError, match="spawn"):
        pool.sprites.append(dot)
    assert_sound(pool)


def test_a_list_serves_one_pool(manager: PoolManager) -> None:
    """The second pool does not come into being."""
    sprites: PooledSpriteList[Dot] = PooledSpriteList()
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    assert pool.sprites is sprites
    with pytest.raises(ValueError, match="serves pool Dot already"):
        manager.create_sprite_pool(Dot, key="second", sprites=sprites)
    with pytest.raises(ValueError, match="serves pool Dot already"):
        PoolManager().create_sprite_pool(Dot, sprites=sprites)
    assert "second" not in manager
    pool.spawn()
    assert_sound(pool)


def test_a_list_is_free_again_when_its_pool_was_closed(manager: PoolManager) -> None:
    """It is a list of Arcade's again, and may serve another pool."""
    sprites: PooledSpriteList[Any] = PooledSpriteList(use_spatial_hash=True)
    for _ in range(3):
        pool = manager.create_sprite_pool(Dot, sprites=sprites)
        dots = spawned(pool, 5)
        dots[2].recycle()
        assert_sound(pool)
        pool.close()
        stranger = arcade.Sprite(small_texture())
        sprites.append(stranger)
        sprites.append(dots[0])
        assert list(sprites) == [stranger, dots[0]]
        stranger.kill()
        dots[0].kill()
        assert len(sprites) == 0


def test_a_list_with_sprites_is_refused(manager: PoolManager) -> None:
    sprites: PooledSpriteList[Any] = PooledSpriteList()
    sprites.append(arcade.Sprite(small_texture()))
    with pytest.raises(ValueError, match="empty"):
        manager.create_sprite_pool(Dot, sprites=sprites)
    assert len(manager) == 0
    sprites.clear()
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    pool.spawn()
    assert_sound(pool)


def test_a_list_is_free_again_when_its_pool_could_not_be_made(manager: PoolManager) -> None:
    """There is no pool then, so the list serves none."""
    sprites: PooledSpriteList[Dot] = PooledSpriteList()

    def fail() -> Dot:
        raise ScriptError

    with pytest.raises(ScriptError):
        manager.create_sprite_pool(fail, prewarm=1, sprites=sprites)
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    pool.spawn()
    assert_sound(pool)


def test_settings_of_a_given_list_are_its_own(manager: PoolManager) -> None:
    sprites: PooledSpriteList[Dot] = PooledSpriteList(
        use_spatial_hash=True, spatial_hash_cell_size=32, capacity=600, lazy=True, visible=False, keep_order=True
    )
    for wrong in ({"keep_order": True}, {"use_spatial_hash": True}):
        with pytest.raises(ValueError, match="PooledSpriteList"):
            manager.create_sprite_pool(Dot, sprites=sprites, **wrong)  # type: ignore[arg-type]
    pool = manager.create_sprite_pool(Dot, sprites=sprites)
    dots = spawned(pool, 5)
    dots[0].recycle()
    assert pool.sprites.sprite_list == dots[1:]
    assert pool.sprites.spatial_hash is not None
    assert pool.sprites.spatial_hash.cell_size == 32
    assert not pool.sprites.visible
    assert_sound(pool)


# --- without a pool ---


def test_without_a_pool_it_is_a_list_of_arcade(window: arcade.Window) -> None:
    """Every change gives what an arcade.SpriteList gives, in the list, the buffers and the sprites."""
    draw = random.Random(6)  # noqa: S311
    ours: Any = PooledSpriteList(use_spatial_hash=True)
    theirs: Any = arcade.SpriteList(use_spatial_hash=True)
    stock = [(arcade.Sprite(small_texture()), arcade.Sprite(small_texture())) for _ in range(40)]
    inside: list[int] = []
    for _ in range(2500):
        outside = [number for number in range(len(stock)) if number not in inside]
        action = draw.choice(("append", "insert", "remove", "pop", "kill", "swap", "sort", "set", "look", "clear"))
        if action in ("append", "insert", "set") and outside:
            new = draw.choice(outside)
            place = draw.randrange(len(inside) + 1)
            if action == "append":
                ours.append(stock[new][0])
                theirs.append(stock[new][1])
                inside.append(new)
            elif action == "insert":
                ours.insert(place, stock[new][0])
                theirs.insert(place, stock[new][1])
                inside.insert(place, new)
            elif place < len(inside):
                ours[place] = stock[new][0]
                theirs[place] = stock[new][1]
                inside[place] = new
        elif inside and action != "clear":
            place = draw.randrange(len(inside))
            mine, their = stock[inside[place]]
            if action == "remove":
                ours.remove(mine)
                theirs.remove(their)
                del inside[place]
            elif action == "pop":
                assert (ours.pop(place), theirs.pop(place)) == (mine, their)
                del inside[place]
            elif action == "kill":
                mine.kill()
                their.kill()
                del inside[place]
            elif action == "swap":
                ours.swap(0, place)
                theirs.swap(0, place)
                inside[0], inside[place] = inside[place], inside[0]
            elif action == "sort":
                ours.sort(key=lambda sprite: sprite.center_x)
                theirs.sort(key=lambda sprite: sprite.center_x)
                inside.sort(key=lambda number: stock[number][0].center_x)
            else:
                for sprite in (mine, their):
                    sprite.position = (place, 3 * place)
                    sprite.color = (place, 2, 3, 4)
                    sprite.scale = place
                    sprite.depth = place
                    sprite.angle = place
        elif action == "clear" and draw.random() < 0.05:
            deep = draw.random() < 0.5
            ours.clear(deep=deep)
            theirs.clear(deep=deep)
            if not deep:
                for number in inside:
                    for sprite in stock[number]:
                        sprite.sprite_lists.clear()
            inside.clear()
        assert ours.sprite_list == list(ours) == [stock[number][0] for number in inside]
        assert theirs.sprite_list == [stock[number][1] for number in inside]
        for name in (
            "_sprite_index_slots", "_sprite_buffer_slots", "_sprite_buffer_free_slots", "_sprite_index_data",
            "_sprite_pos_angle_data", "_sprite_size_data", "_sprite_color_data", "_sprite_texture_data",
        ):  # fmt: skip
            assert getattr(ours, name) == getattr(theirs, name), name
        assert ours.spatial_hash.count == theirs.spatial_hash.count
        for mine, their in stock:
            assert (mine.sprite_lists, their.sprite_lists) in (([], []), ([ours], [theirs]))
            assert (mine in ours) == (their in theirs)


def test_without_a_pool_its_mistakes_are_arcades(window: arcade.Window) -> None:
    """The same calls raise the same errors."""
    kinds: list[Any] = [arcade.SpriteList, PooledSpriteList]
    for kind in kinds:
        sprites: Any = kind()
        sprite = arcade.Sprite(small_texture())
        sprites.append(sprite)
        with pytest.raises(ValueError, match="already in"):
            sprites.append(sprite)
        with pytest.raises(ValueError, match="already in"):
            sprites.insert(0, sprite)
        sprites.pop()
        with pytest.raises(IndexError):
            sprites.pop()
        with pytest.raises(ValueError, match="not in"):
            sprites.remove(sprite)


def test_without_a_pool_it_updates_and_walks_as_arcade_does(window: arcade.Window) -> None:
    """Arguments of update are handed on."""

    class Noting(arcade.Sprite):
        def __init__(self) -> None:
            super().__init__(small_texture())
            self.seen: list[Any] = []

        def update(self, delta_time: float = 0.0, *args: Any, **kwargs: Any) -> None:
            self.seen.append(("update", delta_time, args, kwargs))

        def update_animation(self, delta_time: float = 0.0, *args: Any, **kwargs: Any) -> None:
            self.seen.append(("update_animation", delta_time, args, kwargs))

    sprites: PooledSpriteList[Any] = PooledSpriteList()
    sprite = Noting()
    sprites.extend([sprite])
    sprites.update(0.1, 1, key=2)
    sprites.update_animation(0.2, 3, key=4)
    assert sprite.seen == [("update", 0.1, (1,), {"key": 2}), ("update_animation", 0.2, (3,), {"key": 4})]


def test_pooled_sprites_of_another_pool_may_be_in_a_list_without_a_pool(manager: PoolManager) -> None:
    pool = manager.create_sprite_pool(Dot)
    own: PooledSpriteList[Dot] = PooledSpriteList(use_spatial_hash=True)
    dots = spawned(pool, 3)
    own.extend(dots)
    dots[1].recycle()
    assert list(own) == [dots[0], dots[2]]
    own.remove(dots[0])
    assert dots[0].lease.alive
    assert_sound(pool)


# --- backwards ---


@pytest.mark.parametrize("keep_order", [False, True])
def test_reversed_is_as_safe_as_iterating(manager: PoolManager, keep_order: bool) -> None:
    """I1: nobody twice, nobody whose lease has ended, no newcomers."""
    pool = manager.create_sprite_pool(Dot, keep_order=keep_order, prewarm=20)
    row = pool.spawn_many([(x, 0) for x in range(10)])
    order = list(pool.sprites)
    assert list(reversed(pool.sprites)) == order[::-1]
    seen = []
    for dot in reversed(pool.sprites):
        seen.append(row.index(dot))
        if dot is row[5]:
            row[2].recycle()
            pool.spawn(0, 0)
    assert seen == [9, 8, 7, 6, 5, 4, 3, 1, 0]
    for _ in reversed(pool.sprites):
        pool.clear()
    assert len(pool.sprites) == 0


def test_a_list_without_a_pool_is_reversed_as_arcades_own() -> None:
    own: PooledSpriteList[Any] = PooledSpriteList()
    dots = [Dot() for _ in range(3)]
    own.extend(dots)
    assert list(reversed(own)) == dots[::-1]
