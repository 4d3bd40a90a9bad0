"""Run ``python examples/01_hello_pool.py``: move the mouse, click, and hit the stars."""

import random

import arcade

from arcade_pool import OffScreen, PooledSprite, PooledView


class Bullet(PooledSprite):
    lifetime = 2.0 | OffScreen()  # seconds, or gone from the screen: whichever comes first

    def __init__(self):  # once per instance, not once per shot
        super().__init__(":resources:/images/space_shooter/laserRed01.png")

    def on_spawn(self, *, change_x):  # at every shot; keyword arguments come from spawn
        self.velocity = change_x, 12


class Star(PooledSprite):
    lifetime = OffScreen(entered=True)  # stars come from above: wait until they have been in sight


class Game(PooledView):  # an arcade.View that has a PoolManager, self.pools, and updates and draws it
    def __init__(self):
        super().__init__(background_color=arcade.color.SPACE_CADET)
        self.ship = arcade.Sprite(":resources:/images/space_shooter/playerShip1_orange.png", center_x=400, center_y=80)
        self.bullets = self.pools.create_sprite_pool(Bullet, prewarm=60)
        self.stars = self.pools.create_sprite_pool(lambda: Star(":resources:/images/items/star.png"), prewarm=80)

    def on_mouse_motion(self, x, y, dx, dy):
        self.ship.position = x, y

    def on_mouse_press(self, x, y, button, modifiers):
        for change_x in (-4, -2, 0, 2, 4):
            self.bullets.spawn(x, y + 30, angle=5 * change_x, change_x=change_x)

    def on_update(self, delta_time):
        super().on_update(delta_time)
        if random.random() < 0.25:
            star = self.stars.spawn(random.uniform(0, 800), 650, scale=random.uniform(0.4, 1.2))
            star.change_y, star.change_angle = random.uniform(-4, -2), random.uniform(-3, 3)
        for bullet in self.bullets:
            for star in arcade.check_for_collision_with_list(bullet, self.stars.sprites):
                star.recycle()
                bullet.recycle()

    def on_draw(self):
        super().on_draw()
        arcade.draw_sprite(self.ship)


def main():
    arcade.Window(800, 600, "Hello, pool")
    arcade.run(Game())


if __name__ == "__main__":
    main()
