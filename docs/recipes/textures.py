import random

import arcade

from arcade_pool import PooledSprite

METEORS = [
    arcade.load_texture(f":resources:/images/space_shooter/meteorGrey_{name}.png") for name in ("big1", "med1", "tiny1")
]


class Meteor(PooledSprite):
    def __init__(self):
        super().__init__(METEORS[0])

    def on_spawn(self, *, texture=None):
        self.texture = texture or random.choice(METEORS)
        self.sync_hit_box_to_texture()  # Arcade leaves the outline of the old texture
