"""Waves and limits. Run ``python examples/04_waves.py``: ever more slimes, of which no more than 20 at a time."""

import random

import arcade

from arcade_pool import OffScreen, PooledSprite, PooledView, Until


class Slime(PooledSprite):
    lifetime = OffScreen(entered=True)  # they start outside

    def __init__(self):
        super().__init__(":resources:/images/enemies/slimeBlue.png", 0.4)
        self.change_x = 4


class Drop(PooledSprite):
    lifetime = 1.0

    def __init__(self):
        super().__init__(":resources:/images/items/gemBlue.png", 0.15)


class Game(PooledView):
    def __init__(self):
        super().__init__(background_color=arcade.color.DARK_GREEN)
        self.slimes = self.pools.create_sprite_pool(Slime, max_size=20)  # a spawn too many is refused
        self.drops = self.pools.create_sprite_pool(Drop, max_size=40, overflow="steal_oldest")  # the oldest goes
        self.loading = self.slimes.prewarm_async(20, per_frame=2)
        self.wave = 0
        self.pools.start(self.waves())  # a coroutine of the game's own; clear() and close() end it

    def waves(self):
        yield Until(lambda: self.loading.done)
        while True:
            self.wave += 1
            yield from [self.pools.start(self.column(y, 8 * self.wave)) for y in (150, 300, 450)]  # side by side
            yield Until(lambda: not self.slimes.active_count) | 6.0  # a straggler does not hold up the next wave
            yield 0.5

    def column(self, y, count):
        for _ in range(count):
            while self.slimes.try_spawn(-20, y) is None:  # None instead of PoolExhausted: wait for room
                yield 0.1
            yield 0.15

    def on_mouse_press(self, x, y, button, modifiers):
        for slime in arcade.get_sprites_at_point((x, y), self.slimes.sprites):
            slime.recycle()
        for drop in self.drops.spawn_many([(x, y)] * 12):
            drop.velocity = random.uniform(-3, 3), random.uniform(-3, 3)


if __name__ == "__main__":
    arcade.Window(800, 600, "Waves")
    arcade.run(Game())
