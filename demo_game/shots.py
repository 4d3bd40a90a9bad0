"""The shots of both sides: they fly straight on until they hit, or `lifetimes` ends them."""

from __future__ import annotations

from typing import ClassVar

from demo_game import lifetimes, textures
from demo_game.actors import Actor, World, course
from demo_game.textures import CYAN, RED


class Shot(Actor):
    """Flies in the direction of its angle; with an `origin`, away from there."""

    SPEED: ClassVar[float]

    def on_spawn(self, *, origin: tuple[float, float] | None = None, speed: float | None = None) -> None:
        """Flies off."""
        if origin is not None:
            self.angle = self._direction_to(origin) + 180
        self.velocity = course(self.angle, speed or self.SPEED)


class Bullet(Shot):
    """One of the player's shots."""

    lifetime = lifetimes.BULLET
    SPEED = 15.0

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.neon("shot", CYAN, 9, solid=0.5))


class EnemyBullet(Shot):
    """A shot at the player."""

    lifetime = lifetimes.ENEMY_BULLET
    SPEED = 4.2

    def __init__(self, arena: World) -> None:
        super().__init__(arena, textures.neon("bullet", RED, 7, solid=0.8))
