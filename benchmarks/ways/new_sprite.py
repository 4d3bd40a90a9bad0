"""A new sprite per shot with an age that is counted in a loop: what Arcade's own examples lead to."""

from __future__ import annotations

import arcade

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(arcade.Sprite):
    """A sprite that knows how long it has to live."""

    def __init__(self, x: float, y: float, lifetime: float) -> None:
        super().__init__(TEXTURE, center_x=x, center_y=y)
        self.left_to_live = lifetime


class NewSprite(Way):
    """A plain sprite list, ``append`` and ``remove_from_sprite_lists``.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "new sprite, age loop"

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot = Shot(x, y, lifetime)
        self.sprites.append(shot)
        return shot

    def end(self, sprite: Shot) -> None:
        """Ends a shot."""
        sprite.remove_from_sprite_lists()

    def update(self, delta_time: float) -> None:
        """One frame."""
        # A copy: a sprite that leaves the list during the loop makes the next one miss its turn.
        for sprite in list(self.sprites):
            sprite.left_to_live -= delta_time
            if sprite.left_to_live <= 1e-6:
                sprite.remove_from_sprite_lists()
