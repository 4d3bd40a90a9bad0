"""Sparks that fly from the mouse, with emitters of arcade.particles."""

import arcade
from arcade.particles import EmitBurst, Emitter, FadeParticle

STAR = ":resources:/images/items/star.png"


def make_spark(emitter):
    return FadeParticle(STAR, arcade.math.rand_in_circle((0, 0), 4), lifetime=1.0, scale=0.3)


class Game(arcade.View):
    def __init__(self):
        super().__init__()
        self.emitters = []

    def on_mouse_press(self, x, y, button, modifiers):
        self.emitters.append(Emitter((x, y), EmitBurst(40), make_spark))

    def on_update(self, delta_time):
        for emitter in self.emitters:
            emitter.update(delta_time)
        self.emitters = [emitter for emitter in self.emitters if not emitter.can_reap()]

    def on_draw(self):
        self.clear()
        for emitter in self.emitters:
            emitter.draw()


if __name__ == "__main__":
    arcade.Window(800, 600, "Sparks")
    arcade.run(Game())
