"""Objects that are no sprites. Run ``python examples/07_plain_objects.py`` and click: words rise, the screen jolts.

Texts are the classic case: making one lays out every letter, which takes longer than many a frame has to spare.
"""

import random

import arcade

from arcade_pool import PooledView


class Word:  # any class will do: hooks and lifetime are found by their names
    lifetime = 1.2

    def __init__(self):
        self.text = arcade.Text("", 0, 0, font_size=24, anchor_x="center")

    def on_spawn(self, *, word, x, y):
        self.text.text, self.text.position = word, (x, y)

    def draw(self, age):
        self.text.y += 2
        self.text.color = arcade.color.GOLD.replace(a=round(255 * (1 - age)))
        self.text.draw()


class Shake:
    lifetime = 0.3

    def on_spawn(self, *, strength):
        self.offset = random.uniform(-strength, strength)


class Game(PooledView):
    def __init__(self):
        super().__init__(background_color=arcade.color.INDIGO)
        # A text keeps its state behind properties, out of sight of the automatic reset: on_spawn sets it all anew.
        self.words = self.pools.create_pool(Word, prewarm=20, reset="none")
        self.shakes = self.pools.create_pool(Shake, prewarm=5)
        self.camera = arcade.Camera2D()

    def on_mouse_press(self, x, y, button, modifiers):
        self.words.spawn(word=random.choice(("pow", "zap", "boom")), x=x, y=y)
        self.shakes.spawn(strength=6)

    def on_draw(self):
        super().on_draw()
        self.camera.position = [half + sum(shake.offset for shake in self.shakes) for half in (400, 300)]
        with self.camera.activate():
            for word in self.words:
                word.draw(self.words.lease(word).progress)


if __name__ == "__main__":
    arcade.Window(800, 600, "Words")
    arcade.run(Game())
