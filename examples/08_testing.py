"""Tests of a pooled game. Run ``python examples/08_testing.py``, or ``python -m pytest examples/08_testing.py``.

Time is an argument, so nothing here waits, and no window is needed.
"""

import pytest

from arcade_pool import PooledSprite, PoolManager, RecycleReason
from arcade_pool.testing import advance, check_reusable


class Bullet(PooledSprite):
    lifetime = 2.0

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserBlue01.png")
        self.change_y = 10


class Enemy(PooledSprite):
    def __init__(self):
        super().__init__(":resources:/images/enemies/slimeGreen.png")
        self.hp = 3
        self.wounds = []

    def hit(self, damage):
        self.hp -= damage
        self.wounds.append(damage)
        if self.hp <= 0:
            self.recycle()


@pytest.fixture
def pools():
    with PoolManager(debug=True) as manager:  # debug mode warns about what would hide a mistake
        yield manager


def test_bullet_lives_for_two_seconds(pools):
    bullet = pools.spawn(Bullet, 100, 0)
    advance(pools, 1.9)
    assert bullet.center_y == pytest.approx(10 * 60 * 1.9)
    advance(pools, 0.2)
    assert bullet.lease.reason is RecycleReason.EXPIRED


def test_wounded_enemy_comes_back_unharmed(pools):
    pool = pools.create_sprite_pool(Enemy)
    check_reusable(pool, lambda enemy: enemy.hit(2))  # plays it on a fresh and on a used one, and compares them


def test_game_leaves_nothing_behind(pools):
    pools.spawn(Bullet)
    advance(pools, 60)
    assert pools.leaks(older_than=30) == []


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
