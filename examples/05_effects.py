"""Effects that end with their animation or their sound. Run ``python examples/05_effects.py``; hold the button."""

import functools

import arcade

from arcade_pool import AnimationDone, PooledSprite, PooledView


@functools.cache
def explosion():  # loaded once, for all of them
    sheet = arcade.load_spritesheet(":resources:/images/spritesheets/explosion.png")
    frames = [arcade.TextureKeyframe(each, duration=16) for each in sheet.get_texture_grid((256, 256), 16, 60)]
    return arcade.TextureAnimation(frames)


class Blast(PooledSprite, arcade.TextureAnimationSprite):
    lifetime = AnimationDone()  # Arcade's animations loop for ever; this is where it ends

    def __init__(self):
        super().__init__(animation=explosion())


class Bang(PooledSprite):
    def __init__(self, sound):
        super().__init__(":resources:/images/items/star.png")
        self.sound = sound

    def on_spawn(self):
        self.sound.play()
        self.lease.set_lifetime(self.sound.get_length())  # it is seen for as long as it is heard


class Beam(PooledSprite):
    def on_spawn(self, *, hum):  # it is heard for as long as it is seen, whatever ends it
        self.lease.defer(arcade.stop_sound, hum.play(loop=True))


class Game(PooledView):
    def __init__(self):
        super().__init__()
        self.bang, self.hum = (arcade.load_sound(f":resources:/sounds/{name}.wav") for name in ("hit5", "upgrade1"))
        self.blasts = self.pools.create_sprite_pool(Blast, prewarm=8)
        self.bangs = self.pools.create_sprite_pool(lambda: Bang(self.bang), prewarm=8)
        self.beams = self.pools.create_sprite_pool(lambda: Beam(":resources:/images/items/gemRed.png"))

    def on_mouse_press(self, x, y, button, modifiers):
        self.blasts.spawn(x, y)
        self.bangs.spawn(x, y + 200, scale=0.4)
        self.beams.spawn(x, y + 350, hum=self.hum)

    def on_mouse_release(self, x, y, button, modifiers):
        self.beams.clear()


if __name__ == "__main__":
    arcade.Window(800, 600, "Effects")
    arcade.run(Game())
