"""Sparks that fly from the mouse, from a pool."""

import arcade

from arcade_pool import PooledSprite, PoolManager

STAR = ":resources:/images/items/star.png"


class Spark(PooledSprite):
    lifetime = 1.0

    def __init__(self):
        super().__init__(STAR, 0.3)

    def on_spawn(self):
        self.velocity = arcade.math.rand_in_circle((0, 0), 4)

    def update(self, delta_time=1 / 60):
        super().update(delta_time)
        self.alpha = 255 * (1 - self.lease.progress)


class Game(arcade.View):
    def __init__(self):
        super().__init__()
        self.pools = PoolManager()
        self.sparks = self.pools.create_sprite_pool(Spark, prewarm=200)

    def on_mouse_press(self, x, y, button, modifiers):
        self.sparks.spawn_many([(x, y)] * 40)

    def on_update(self, delta_time):
        self.pools.update(delta_time)

    def on_draw(self):
        self.clear()
        self.pools.draw()


if __name__ == "__main__":
    arcade.Window(800, 600, "Sparks")
    arcade.run(Game())
