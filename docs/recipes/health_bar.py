from arcade_pool import PooledSprite


class HealthBar(PooledSprite):
    owner = None

    def on_spawn(self, *, owner):
        self.owner = owner

    def update(self, delta_time=1 / 60):
        self.position = self.owner.center_x, self.owner.top + 8
        self.scale_x = self.owner.hp / self.owner.max_hp


class Enemy(PooledSprite):
    max_hp = 5

    def __init__(self, bars):
        super().__init__(":resources:/images/enemies/slimeBlue.png")
        self.bars = bars
        self.hp = self.max_hp

    def on_spawn(self):
        self.lease.adopt(self.bars.spawn(owner=self))  # it goes when the enemy goes
