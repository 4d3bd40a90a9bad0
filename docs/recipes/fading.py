from arcade_pool import PooledSprite


class Smoke(PooledSprite):
    lifetime = 1.5

    def __init__(self):
        super().__init__(":resources:/images/items/star.png")

    def update(self, delta_time=1 / 60):
        super().update(delta_time)
        progress = self.lease.progress  # 0 at the spawn, 1 at the end; None without a lifetime of seconds
        self.alpha = round(255 * (1 - progress))
        self.scale = 0.5 + progress
