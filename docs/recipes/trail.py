from arcade_pool import OffScreen, PooledSprite


class Puff(PooledSprite):
    lifetime = 0.8  # its own, so it outlives the rocket that left it


class Rocket(PooledSprite):
    lifetime = OffScreen()

    def __init__(self, puffs):
        super().__init__(":resources:/images/space_shooter/laserRed01.png")
        self.puffs = puffs

    def on_spawn(self):
        self.change_y = 6
        self.lease.start(self.smoke())  # ends with the rocket; what it has spawned does not

    def smoke(self):
        while True:
            yield 0.05
            self.puffs.spawn(self.center_x, self.bottom)
