"""Scan: nobody who is off screen is left out, and few of the others are asked."""

from __future__ import annotations

import math
import random
from typing import Any

import arcade
import pytest
from arcade.types import LRBT

from arcade_pool import PoolManager, SpritePool
from arcade_pool.sprites.off_screen_scan import Scan

from .helpers import Dot

SURE = 3.0


def distances(sprite: Any, area: arcade.Rect) -> tuple[float, float]:
    """How far its centre is inside, from the nearer of the two sides; less than nothing outside."""
    return (
        min(sprite.center_x - area.left, area.right - sprite.center_x),
        min(sprite.center_y - area.bottom, area.top - sprite.center_y),
    )


def found(pool: SpritePool[Dot], area: arcade.Rect, *, scan: Scan | None = None, margin: float = 0.0) -> set[int]:
    """The identities of the candidates."""
    slots = pool.sprites.sprite_slot
    candidates = (scan or Scan()).candidates(pool.sprites, area, margin)
    assert len(set(candidates)) == len(candidates)
    return {id(sprite) for sprite in pool if slots[sprite] in candidates}


@pytest.fixture
def pool(manager: PoolManager) -> SpritePool[Dot]:
    """Without sprites."""
    return manager.create_sprite_pool(Dot)


@pytest.mark.parametrize("margin", [0.0, 25.0, -40.0, -1e4, 1e39, -1e300])
@pytest.mark.parametrize("far", [0.0, 5e4])
def test_who_is_not_well_inside_is_a_candidate(pool: SpritePool[Dot], margin: float, far: float) -> None:
    """O1: with a camera that moves and zooms, and a list that grows and shrinks and has idle slots."""
    source = random.Random(8)  # noqa: S311  # places on a screen
    scan = Scan()
    for _ in range(40):
        for sprite in source.sample(list(pool), len(pool) // 3):
            sprite.recycle()
        for _ in range(source.randrange(60)):
            pool.spawn(far + source.uniform(-700, 700), source.uniform(-700, 700), angle=source.choice([0.0, 30.0]))
        left, bottom = far + source.uniform(-500, 100), source.uniform(-500, 100)
        area = LRBT(left, left + source.choice([300, 640.5]), bottom, bottom + source.uniform(100, 500))
        candidates = found(pool, area, scan=scan, margin=margin)
        for sprite in pool:
            inside = min(distances(sprite, area)) + margin
            if inside < 0:
                assert id(sprite) in candidates
            elif inside > SURE and margin < 1e9:
                assert id(sprite) not in candidates


@pytest.mark.parametrize("position", [(math.nan, 50.0), (50.0, math.nan), (math.inf, 50.0), (50.0, -math.inf)])
def test_who_is_nowhere_is_a_candidate(pool: SpritePool[Dot], position: tuple[float, float]) -> None:
    """A NaN position counts as outside."""
    lost = pool.spawn()
    lost._position = position
    lost.sprite_lists[0]._update_position(lost)
    here = pool.spawn(50, 50)
    candidates = found(pool, LRBT(0, 100, 0, 100))
    assert id(lost) in candidates
    assert id(here) not in candidates


def test_an_endless_area_leaves_all_to_the_exact_question(pool: SpritePool[Dot]) -> None:
    """There is no middle to measure from."""
    sprites = [pool.spawn(50, 50), pool.spawn(-50, 3e6)]
    area = LRBT(-math.inf, math.inf, -math.inf, math.inf)
    assert found(pool, area) == {id(sprite) for sprite in sprites}


def test_an_empty_list_has_no_candidates(pool: SpritePool[Dot]) -> None:
    """Idle sprites are not looked at."""
    pool.spawn(-500, -500).recycle()
    assert Scan().candidates(pool.sprites, LRBT(0, 100, 0, 100), 0.0) == []


def test_buffers_can_grow_after_a_scan(pool: SpritePool[Dot]) -> None:
    """An array of which a view is alive refuses to grow."""
    scan = Scan()
    for _ in range(700):
        pool.spawn(50, 50)
        assert scan.candidates(pool.sprites, LRBT(0, 100, 0, 100), 0.0) == []
