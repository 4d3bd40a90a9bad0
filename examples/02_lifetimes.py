"""Lifetimes, combined. Run ``python examples/02_lifetimes.py``: each click drops a coin, a gem, a rocket and a mine."""

import arcade

from arcade_pool import Forever, OffScreen, PooledSprite, PooledView, Until

ITEMS = ":resources:/images/items/"


class Coin(PooledSprite):
    lifetime = 1.5  # seconds of game time: they stand still while the game is paused

    def update(self, delta_time=1 / 60):
        super().update(delta_time)
        self.alpha = 255 * (1 - self.lease.progress)  # 0 at the start of its life, 1 at the end


class Gem(PooledSprite):
    lifetime = 1.0 & Until(lambda gem: gem.bottom <= 0)  # both: at least a second, and it has reached the ground


class Rocket(PooledSprite):
    lifetime = 3.0 | OffScreen()  # the first of the two

    def on_spawn(self):
        self.change_y = 8


class Mine(PooledSprite):
    lifetime = Forever()  # until somebody recycles it; here, the rocket that flies into it


class Game(PooledView):
    def __init__(self):
        super().__init__(background_color=arcade.color.DARK_SLATE_GRAY)
        create = self.pools.create_sprite_pool
        self.coins = create(lambda: Coin(f"{ITEMS}coinGold.png", 0.5), prewarm=10)
        self.gems = create(lambda: Gem(f"{ITEMS}gemBlue.png", 0.5), prewarm=10)
        self.rockets = create(lambda: Rocket(":resources:/images/space_shooter/laserRed01.png"), prewarm=10)
        self.mines = create(lambda: Mine(":resources:/images/enemies/saw.png", 0.4), prewarm=10)

    def on_mouse_press(self, x, y, button, modifiers):
        self.coins.spawn(x - 80, y)
        self.gems.spawn(x + 80, y).change_y = -3
        self.rockets.spawn(x, y)
        self.mines.spawn(x, y + 200, lifetime=2.0 if button == arcade.MOUSE_BUTTON_RIGHT else Forever())

    def on_update(self, delta_time):
        super().on_update(delta_time)
        for rocket in self.rockets:
            for mine in arcade.check_for_collision_with_list(rocket, self.mines.sprites):
                mine.recycle()
                rocket.recycle()


if __name__ == "__main__":
    arcade.Window(800, 600, "Lifetimes")
    arcade.run(Game())
