"""A shooter with bullets and explosions, which makes each sprite when it is needed."""

import arcade

IMAGES = ":resources:/images/"


class Bullet(arcade.Sprite):
    def __init__(self, x, y):
        super().__init__(f"{IMAGES}space_shooter/laserBlue01.png", 0.8, x, y, angle=-90)
        self.change_y = 8

    def update(self, delta_time=1 / 60):
        super().update(delta_time)
        if self.bottom > 600:
            self.remove_from_sprite_lists()


class Explosion(arcade.Sprite):
    def __init__(self, x, y):
        super().__init__(f"{IMAGES}items/star.png", 0.2, x, y)
        self.age = 0.0

    def update(self, delta_time=1 / 60):
        self.age += delta_time
        if self.age >= 0.5:
            self.remove_from_sprite_lists()
            return
        self.scale = 0.2 + 2 * self.age
        self.alpha = 255 * (1 - 2 * self.age)


class Game(arcade.View):
    def __init__(self):
        super().__init__()
        self.score = 0
        self.bullets = arcade.SpriteList()
        self.explosions = arcade.SpriteList()
        self.targets = arcade.SpriteList()
        for column in range(10):
            for row in range(3):
                self.targets.append(
                    arcade.Sprite(f"{IMAGES}items/coinGold.png", 0.5, 40 + 80 * column, 350 + 80 * row),
                )

    def on_mouse_press(self, x, y, button, modifiers):
        self.bullets.append(Bullet(x, y))

    def on_update(self, delta_time):
        self.bullets.update(delta_time)
        self.explosions.update(delta_time)
        for bullet in self.bullets:
            for target in arcade.check_for_collision_with_list(bullet, self.targets):
                self.explosions.append(Explosion(target.center_x, target.center_y))
                target.kill()
                bullet.kill()
                self.score += 1

    def on_draw(self):
        self.clear()
        self.targets.draw()
        self.bullets.draw()
        self.explosions.draw()


if __name__ == "__main__":
    arcade.Window(800, 600, "Shooter")
    arcade.run(Game())
