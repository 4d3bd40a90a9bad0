"""A bot that plays by the same controls as a person: eight directions, an aim, a trigger, a bomb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import arcade

from demo_game.actors import Bullet
from demo_game.textures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from demo_game.arena import Arena

#: For how many 1/60 s it looks ahead at bullets.
_FORESIGHT = 45


def steer(arena: Arena) -> None:
    """Sets the controls for the next frame."""
    controls, ship = arena.controls, arena.ship.get()
    everybody = [enemy for supply in arena.spawner.enemies.values() for enemy in supply]
    enemies = [enemy for enemy in everybody if 0 < enemy.center_x < WIDTH and 0 < enemy.center_y < HEIGHT]
    controls.fire = bool(enemies) and ship is not None
    if ship is None:
        return
    # Places and ways are complex numbers: they can be added, and `abs` is a distance.
    here = _place(ship)
    ways = [here - _place(enemy) for enemy in enemies]
    urge = _urge(arena, here) + sum(_push(way, 190, 2.2) for way in ways)
    controls.move_x, controls.move_y = _as_key(urge.real), _as_key(urge.imag)
    if enemies:
        prey = min(enemies, key=lambda enemy: abs(here - _place(enemy)))
        ahead = abs(here - _place(prey)) / Bullet.SPEED
        controls.aim = prey.center_x + prey.change_x * ahead, prey.center_y + prey.change_y * ahead
    near = sum(abs(way) < 230 for way in ways)
    controls.drop_bomb = near >= (4 if ship.health < 3 else 6) and not arena.spawner.bombs.active_count


def _urge(arena: Arena, here: complex) -> complex:
    """Where it wants to go, apart from enemies: to the middle, out of the way of bullets, and to pickups."""
    urge = complex(0.5 - here.real / WIDTH, 0.5 - here.imag / HEIGHT)
    for bullet in arena.spawner.enemy_bullets:
        way, motion = here - _place(bullet), complex(*bullet.velocity)
        # When it will be nearest: the part of the way that lies in the direction of its motion.
        when = (way / motion).real if motion else 0.0
        if 0 < when < _FORESIGHT:
            urge += _push(way - when * motion, 60, 3 * (1 - when / _FORESIGHT))
    for pickup in arena.spawner.pickups:
        way = here - _place(pickup)
        if 0 < abs(way) < 420:
            urge -= 0.8 * way / abs(way)
    return urge


def _place(sprite: arcade.Sprite) -> complex:
    return complex(*sprite.position)


def _push(way: complex, reach: float, strength: float) -> complex:
    """A push along a way, the stronger the shorter that is; none from out of `reach`."""
    distance = abs(way)
    return strength * (1 - distance / reach) * way / distance if 0 < distance < reach else 0


def _as_key(push: float) -> int:
    return 0 if abs(push) < 0.25 else 1 if push > 0 else -1
