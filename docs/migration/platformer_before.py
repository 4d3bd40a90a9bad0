"""Crates that fall on a floor and over its edge, with bodies of pymunk."""

import arcade

TILES = ":resources:/images/tiles/"


class Crate(arcade.Sprite):
    def __init__(self, x, y):
        super().__init__(f"{TILES}boxCrate.png", 0.3, x, y)

    def pymunk_moved(self, physics_engine, dx, dy, d_angle):
        if self.top < 0:
            self.remove_from_sprite_lists()


class Game(arcade.View):
    def __init__(self):
        super().__init__()
        self.crates = arcade.SpriteList()
        self.floor = arcade.SpriteList()
        for column in range(8):
            self.floor.append(arcade.Sprite(f"{TILES}grassMid.png", 0.5, 160 + 64 * column, 100))
        self.physics = arcade.PymunkPhysicsEngine(gravity=(0, -900))
        self.physics.add_sprite_list(self.floor, body_type=arcade.PymunkPhysicsEngine.STATIC)

    def on_mouse_press(self, x, y, button, modifiers):
        crate = Crate(x, y)
        self.crates.append(crate)
        self.physics.add_sprite(crate, friction=0.1)
        self.physics.apply_impulse(crate, (400, 0))

    def on_update(self, delta_time):
        self.physics.step(delta_time)
        self.crates.update(delta_time)

    def on_draw(self):
        self.clear()
        self.floor.draw()
        self.crates.draw()


if __name__ == "__main__":
    arcade.Window(800, 600, "Crates")
    arcade.run(Game())
