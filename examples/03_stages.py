"""A life in stages. Run ``python examples/03_stages.py`` and click: bees fly in, shoot three times and leave."""

import arcade

from arcade_pool import Frames, OffScreen, PooledSprite, PooledView, Until


class Sting(PooledSprite):
    lifetime = OffScreen()

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserRed01.png", 0.5, angle=180)
        self.change_y = -7


class Bee(PooledSprite):
    def __init__(self, stings):
        super().__init__(":resources:/images/enemies/bee.png", 0.5)
        self.stings = stings

    def lifetime(self):  # the life ends when this returns; whatever ends it before closes this at its yield
        self.lease.start(self.wobble())  # runs beside it, for as long as this life lasts
        self.change_y = -4
        yield Until(lambda bee: bee.center_y < 400)  # asked once per update
        self.change_y = 0
        for _ in range(3):
            yield 0.4  # seconds
            yield from self.shoot()
        self.change_x = 6
        yield OffScreen()

    def shoot(self):
        self.color = arcade.color.RED
        yield Frames(6)  # updates
        self.color = arcade.color.WHITE
        self.stings.spawn(self.center_x, self.bottom)

    def wobble(self):
        while True:
            for angle in (6, -6):
                self.angle = angle
                yield 0.1


class Game(PooledView):
    def __init__(self):
        super().__init__(background_color=arcade.color.SKY_BLUE)
        self.stings = self.pools.create_sprite_pool(Sting, prewarm=30)
        self.bees = self.pools.create_sprite_pool(lambda: Bee(self.stings), prewarm=10)

    def on_mouse_press(self, x, y, button, modifiers):
        self.bees.spawn(x, 640)  # it needs no tidying up: a bee that is shot down takes its stages with it


if __name__ == "__main__":
    arcade.Window(800, 600, "Stages")
    arcade.run(Game())
