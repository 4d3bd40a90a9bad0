import arcade

from arcade_pool import PooledSprite


class Laser(PooledSprite):
    """Hums for as long as it is there, whatever ends it."""

    def on_spawn(self, *, hum):
        self.lease.defer(arcade.stop_sound, hum.play(loop=True))


class Gong(PooledSprite):
    """Is there for as long as its sound lasts."""

    def on_spawn(self, *, sound):
        sound.play()
        self.lease.set_lifetime(sound.get_length())
