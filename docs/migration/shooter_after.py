"""A shooter with bullets and explosions, whose sprites come from pools."""

import arcade

from arcade_pool import OffScreen, PooledSprite, PoolManager

IMAGES = ":resources:/images/"


class Bullet(PooledSprite):
    lifetime = OffScreen()

    def __init__(self):
        super().__init__(f"{IMAGES}space_shooter/laserBlue01.png", 0.8, angle=-90)
        self.change_y = 8


class Explosion(PooledSprite):
    lifetime = 0.5

    def __init__(self):
        super().__init__(f"{IMAGES}items/star.png", 0.2)

    def update(self, delta_time=1 / 60):
        self.scale = 0.2 + self.lease.progress
        self.alpha = 255 * (1 - self.lease.progress)


class Game(arcade.View):
    def __init__(self):
        super().__init__()
        self.score = 0
        self.pools = PoolManager()
        self.bullets = self.pools.create_sprite_pool(Bullet, prewarm=20)
        self.explosions = self.pools.create_sprite_pool(Explosion, prewarm=10)
        self.targets = arcade.SpriteList()
        for column in range(10):
            for row in range(3):
                self.targets.append(
                    arcade.Sprite(f"{IMAGES}items/coinGold.png", 0.5, 40 + 80 * column, 350 + 80 * row),
                )

    def on_mouse_press(self, x, y, button, modifiers):
        self.bullets.spawn(x, y)

    def on_update(self, delta_time):
        self.pools.update(delta_time)
        for bullet in self.bullets:
            for target in arcade.check_for_collision_with_list(bullet, self.targets):
                self.explosions.spawn(target.center_x, target.center_y)
                target.kill()
                bullet.kill()
                self.score += 1

    def on_draw(self):
        self.clear()
        self.targets.draw()
        self.pools.draw()


if __name__ == "__main__":
    arcade.Window(800, 600, "Shooter")
    arcade.run(Game())
