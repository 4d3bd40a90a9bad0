"""``SpritePool`` of the package arcade-actions: acquire, show, release, as its documentation says.

It has no lifetimes; the age loop around it costs less than the package's own ``delay_until`` for each sprite.
"""

from __future__ import annotations

from collections.abc import Iterable

import arcade
from actions.pools import SpritePool

from benchmarks.texture import TEXTURE
from benchmarks.ways import Way


class Shot(arcade.Sprite):
    """A sprite that knows how long it has to live."""

    left_to_live = 0.0


class ArcadeActions(Way):
    """A `SpritePool`, filled at the start, and a sprite list.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "arcade-actions SpritePool, age loop"

    def __init__(self, alive: int) -> None:
        self.sprites: arcade.SpriteList[Shot] = arcade.SpriteList(capacity=alive)
        self._pool = SpritePool(lambda: Shot(TEXTURE), max_size=2 * alive)
        self._pool.assign(self._pool.acquire(alive + alive // 10))

    def spawn(self, x: float, y: float, lifetime: float) -> Shot:
        """One shot."""
        shot: Shot = self._pool.acquire(1)[0]
        self._show(shot, x, y, lifetime)
        return shot

    def spawn_many(self, positions: Iterable[tuple[float, float]], lifetime: float) -> None:
        """One shot at each position, all acquired at once."""
        places = list(positions)
        for shot, (x, y) in zip(self._pool.acquire(len(places)), places, strict=True):
            self._show(shot, x, y, lifetime)

    def _show(self, shot: Shot, x: float, y: float, lifetime: float) -> None:
        shot.position = x, y
        shot.visible = True
        shot.left_to_live = lifetime
        self.sprites.append(shot)

    def end(self, sprite: Shot) -> None:
        """Ends a shot."""
        self._pool.release([sprite])

    def update(self, delta_time: float) -> None:
        """One frame."""
        over = []
        for shot in self.sprites:
            shot.left_to_live -= delta_time
            if shot.left_to_live <= 1e-6:
                over.append(shot)
        self._pool.release(over)
