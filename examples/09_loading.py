"""A loading screen. Run ``python examples/09_loading.py``: textures and sprites are made ready while a bar grows."""

import arcade

from arcade_pool import OffScreen, PooledSprite, PooledView, PoolManager, freeze_gc

FOLDER = arcade.resources.resolve(":resources:/images/enemies/bee.png").parent


class Enemy(PooledSprite):
    lifetime = OffScreen()

    def on_spawn(self, *, texture):
        self.texture = texture
        self.sync_hit_box_to_texture()  # a new texture has another outline
        self.change_y = -4


class Loading(arcade.View):
    def __init__(self):
        super().__init__(background_color=arcade.color.BLACK)
        self.pools = PoolManager()  # made here, so that the game finds it warm
        self.enemies = self.pools.create_sprite_pool(Enemy)
        self.paths = sorted(FOLDER.glob("*.png"))
        # Images are decoded on a thread; each update uploads two. A broken file is named in an error, once, and the
        # others still arrive.
        self.steps = [self.pools.preload(self.paths, per_frame=2), self.enemies.prewarm_async(40)]

    def on_update(self, delta_time):
        self.pools.update(delta_time)
        if all(step.done for step in self.steps):
            freeze_gc()  # what is loaded by now stays: garbage collections need not look at it again
            # A sprite that names a file finds what was preloaded; arcade.load_texture would read it once more.
            self.window.show_view(Game(self.pools, self.enemies, [arcade.Sprite(path).texture for path in self.paths]))

    def on_draw(self):
        self.clear()
        progress = sum(step.progress for step in self.steps) / len(self.steps)
        arcade.draw_lbwh_rectangle_filled(200, 290, 400 * progress, 20, arcade.color.GREEN)


class Game(PooledView):
    def __init__(self, pools, enemies, textures):
        super().__init__(background_color=arcade.color.DARK_MIDNIGHT_BLUE)
        self.pools, self.enemies, self.textures = pools, enemies, textures
        self.pools.start(self.rain())

    def rain(self):
        while True:
            for number, texture in enumerate(self.textures):
                self.enemies.spawn(20 + 40 * number, 590, scale=0.4, texture=texture)
                yield 0.1


if __name__ == "__main__":
    arcade.Window(800, 600, "Loading")
    arcade.run(Loading())
