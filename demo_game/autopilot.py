"""A bot that plays by the same controls as a person: eight directions, an aim, a trigger, a bomb."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from demo_game.actors import Bullet, Ship
from demo_game.enemies import Enemy
from demo_game.textures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from demo_game.arena import Arena

#: Pixels at which it begins to mind enemies and walls, and 1/60 s for which it looks ahead at bullets.
_SHY, _WALL, _FORESIGHT = 190.0, 130.0, 45.0


def steer(arena: Arena) -> None:
    """Sets the controls for the next frame."""
    controls = arena.controls
    ship = arena.ship.get()
    if ship is None:
        controls.fire = False
        return
    everybody = [enemy for supply in arena.spawner.enemies.values() for enemy in supply]
    enemies = [enemy for enemy in everybody if 0 < enemy.center_x < WIDTH and 0 < enemy.center_y < HEIGHT]
    push_x, push_y = _urge(arena, ship, enemies)
    controls.move_x, controls.move_y = _as_key(push_x), _as_key(push_y)
    if enemies:
        prey = min(enemies, key=lambda enemy: math.dist(enemy.position, ship.position))
        ahead = math.dist(prey.position, ship.position) / Bullet.SPEED
        controls.aim = prey.center_x + prey.change_x * ahead, prey.center_y + prey.change_y * ahead
    controls.fire = bool(enemies)
    near = sum(math.dist(enemy.position, ship.position) < 230 for enemy in enemies)
    controls.drop_bomb = near >= (4 if ship.health < 3 else 6) and not arena.spawner.bombs.active_count


def _as_key(push: float) -> int:
    return 0 if abs(push) < 0.25 else 1 if push > 0 else -1


def _urge(arena: Arena, ship: Ship, enemies: list[Enemy]) -> tuple[float, float]:
    """Where it wants to go: the sum of what pushes and pulls."""
    x, y = ship.position
    urge_x, urge_y = (WIDTH / 2 - x) / WIDTH, (HEIGHT / 2 - y) / HEIGHT
    urge_x += max(0.0, 1 - x / _WALL) - max(0.0, 1 - (WIDTH - x) / _WALL)
    urge_y += max(0.0, 1 - y / _WALL) - max(0.0, 1 - (HEIGHT - y) / _WALL)
    for enemy in enemies:
        away_x, away_y = x - enemy.center_x, y - enemy.center_y
        distance = math.hypot(away_x, away_y) or 1.0
        if distance < _SHY:
            push = 2.2 * (1 - distance / _SHY) / distance
            urge_x, urge_y = urge_x + push * away_x, urge_y + push * away_y
    for bullet in arena.spawner.enemy_bullets:
        # Where it will be when it is nearest, as seen from the ship.
        away_x, away_y = x - bullet.center_x, y - bullet.center_y
        speed = bullet.change_x**2 + bullet.change_y**2
        when = (away_x * bullet.change_x + away_y * bullet.change_y) / speed if speed else 0.0
        if 0 < when < _FORESIGHT:
            miss_x, miss_y = away_x - when * bullet.change_x, away_y - when * bullet.change_y
            miss = math.hypot(miss_x, miss_y) or 1.0
            if miss < 60:
                push = 3.0 * (1 - miss / 60) * (1 - when / _FORESIGHT) / miss
                urge_x, urge_y = urge_x + push * miss_x, urge_y + push * miss_y
    for pickup in arena.spawner.pickups:
        distance = math.dist(pickup.position, ship.position) or 1.0
        if distance < 420:
            urge_x += 0.8 * (pickup.center_x - x) / distance
            urge_y += 0.8 * (pickup.center_y - y) / distance
    return urge_x, urge_y
