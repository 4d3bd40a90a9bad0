"""A bot that plays by the same controls as a person: eight directions, an aim, a trigger, a bomb."""

from __future__ import annotations

import arcade

from demo_game.actors import Ship
from demo_game.controls import Controls
from demo_game.shots import Bullet
from demo_game.spawner import Spawner
from demo_game.textures import HEIGHT, WIDTH


def steer(controls: Controls, ship: Ship | None, spawner: Spawner) -> None:
    """Sets the controls for the next frame.

    Args:
        controls: These.
        ship: The ship, unless it is lost.
        spawner: All that there is to shoot at, to shun and to collect.
    """
    enemies = [enemy for enemy in spawner.everybody() if 0 < enemy.center_x < WIDTH and 0 < enemy.center_y < HEIGHT]
    controls.fire = bool(enemies) and ship is not None
    if ship is None:
        return
    # Places and ways are complex numbers: they can be added, and `abs` is a distance.
    here = _place(ship)
    # It is drawn to the middle, away from what is near, and to pickups.
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
