"""Arcade's own bullet example with pools. Run ``python examples/06_bullets.py``; docs/migration.md moves it over."""

import random

import arcade

from arcade_pool import OffScreen, PooledSprite, PoolManager

WIDTH, HEIGHT, PEOPLE = 1280, 720, ":resources:/images/animated_characters"


class Bullet(PooledSprite):
    lifetime = OffScreen()  # instead of asking in every frame whether it is above the window

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserBlue01.png", 0.8, angle=-90)
        self.change_y = 5


class GameView(arcade.View):
    def __init__(self):
        super().__init__(background_color=arcade.color.AMAZON)
        self.player = arcade.Sprite(f"{PEOPLE}/female_person/femalePerson_idle.png", 0.6, center_x=50, center_y=70)
        self.coins = arcade.SpriteList()  # made once, and never again: no pool
        for _ in range(50):
            x, y = random.randrange(WIDTH), random.randrange(120, HEIGHT)
            self.coins.append(arcade.Sprite(":resources:/images/items/coinGold.png", 0.4, x, y))
        self.pools = PoolManager()
        self.bullets = self.pools.create_sprite_pool(Bullet, prewarm=20)
        self.gun, self.hit = (arcade.load_sound(f":resources:/sounds/{name}.wav") for name in ("hurt5", "hit5"))
        self.score = arcade.Text("0", 10, 20)

    def on_mouse_motion(self, x, y, dx, dy):
        self.player.center_x = x

    def on_mouse_press(self, x, y, button, modifiers):
        arcade.play_sound(self.gun)
        self.bullets.spawn(self.player.center_x).bottom = self.player.top

    def on_update(self, delta_time):
        self.pools.update(delta_time)  # moves the bullets: there is no bullet_list.update() any more
        for bullet in self.bullets:
            for coin in arcade.check_for_collision_with_list(bullet, self.coins):
                bullet.remove_from_sprite_lists()  # goes back to its pool
                coin.remove_from_sprite_lists()
                self.score.text = str(50 - len(self.coins))
                arcade.play_sound(self.hit)

    def on_draw(self):
        self.clear()
        self.coins.draw()
        self.pools.draw()
        arcade.draw_sprite(self.player)
        self.score.draw()


if __name__ == "__main__":
    arcade.Window(WIDTH, HEIGHT, "Bullets")
    arcade.run(GameView())
