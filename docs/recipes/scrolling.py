import arcade

from arcade_pool import OffScreen, PooledSprite, PooledView


class Bullet(PooledSprite):
    lifetime = OffScreen(margin=50)  # 50 pixels beyond what the camera shows

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserBlue01.png")


class Game(PooledView):
    def __init__(self):
        super().__init__()
        self.bullets = self.pools.create_sprite_pool(Bullet)
        self.camera = arcade.Camera2D()
        self.pools.bounds = self.camera  # once; without it OffScreen means the window's own rectangle

    def on_draw(self):
        with self.camera.activate():
            super().on_draw()
