"""A bot that plays by the same controls as a person: eight directions, an aim, a trigger, a bomb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcade

from demo_game.shots import Bullet
from demo_game.textures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from demo_game.arena import Arena


def steer(arena: Arena) -> None:
    """Sets the controls for the next frame."""
    controls, ship, spawner = arena.controls, arena.ship.get(), arena.spawner
    enemies = [enemy for enemy in spawner.everybody() if 0 < enemy.center_x < WIDTH and 0 < enemy.center_y < HEIGHT]
    controls.fire = bool(enemies) and ship is not None
    if ship is None:
        return
    # Places and ways are complex numbers: they can be added, and `abs` is a distance.
    here = _place(ship)
    # It wants to the middle, away from what is near, and to pickups.
    urge = complex(0.5 - here.real / WIDTH, 0.5 - here.imag / HEIGHT)
    for danger in (*enemies, *spawner.enemy_bullets):
        way = here - _place(danger)
        if 0 < abs(way) < 150:
            urge += 2 * (1 - abs(way) / 150) * way / abs(way)
    for pickup in spawner.pickups:
        way = _place(pickup) - here
        if 0 < abs(way) < 420:
            urge += 0.8 * way / abs(way)
    controls.move_x, controls.move_y = _as_key(urge.real), _as_key(urge.imag)
    if enemies:
        prey = min(enemies, key=lambda enemy: abs(here - _place(enemy)))
        ahead = abs(here - _place(prey)) / Bullet.SPEED
        controls.aim = prey.center_x + prey.change_x * ahead, prey.center_y + prey.change_y * ahead
    near = sum(abs(here - _place(enemy)) < 230 for enemy in enemies)
    controls.drop_bomb = near >= (4 if ship.health < 3 else 6) and not spawner.bombs.active_count


def _place(sprite: arcade.Sprite) -> complex:
    return complex(*sprite.position)


def _as_key(push: float) -> int:
    return 0 if abs(push) < 0.25 else 1 if push > 0 else -1
