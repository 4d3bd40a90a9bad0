"""Sounds from Arcade's resources. A machine without sound plays the same game in silence.

The device is opened when Arcade is imported: by OpenAL, else PulseAudio, else a driver that plays nothing. Without a
sound card the system's library may write a few lines of its own then. A device may also fail later, at any sound.
"""

from __future__ import annotations

from contextlib import suppress
from weakref import WeakSet

import arcade
from pyglet.media import Player

#: Files in Arcade's resources, and how loud they are, 0 to 1.
_FILES = {
    "shot": ("laser2.wav", 0.10),
    "enemy_shot": ("laser4.wav", 0.08),
    "hit": ("hit3.wav", 0.12),
    "explosion": ("explosion2.wav", 0.22),
    "bomb": ("explosion1.wav", 0.6),
    "tick": ("hit1.wav", 0.2),
    "hurt": ("hurt2.wav", 0.5),
    "pickup": ("upgrade4.wav", 0.35),
    "wave": ("upgrade1.wav", 0.3),
    "game_over": ("gameover3.wav", 0.5),
}

_VOLUMES = (1.0, 0.5, 0.2, 0.0)


class Sounds:
    """Plays each sound at most once per frame: ten explosions in one frame would only be ten times as loud.

    Args:
        silent: Load nothing and play nothing.
    """

    def __init__(self, *, silent: bool = False) -> None:
        #: How loud all of it is, 0 to 1.
        self.volume = _VOLUMES[0]
        self._asked_for: dict[str, None] = {}
        self._loaded: dict[str, arcade.Sound] = {}
        #: Those that are heard. Weak: pyglet keeps each until it has ended.
        self._heard: WeakSet[Player] = WeakSet()
        for name, (file, _) in _FILES.items() if not silent else ():
            # No sound device, no driver, a codec that is missing: each backend raises errors of its own, and none of
            # them is a reason not to play. That sound stays silent.
            with suppress(Exception):
                self._loaded[name] = arcade.load_sound(f":resources:/sounds/{file}")

    def change_volume(self) -> None:
        """Less, less, none, and all of it again."""
        self.volume = _VOLUMES[(_VOLUMES.index(self.volume) + 1) % len(_VOLUMES)]

    def play(self, name: str) -> None:
        """Asks for a sound; it is heard with this frame's `flush`."""
        self._asked_for[name] = None

    def flush(self) -> None:
        """Plays what was asked for since the last call."""
        names, self._asked_for = self._asked_for, {}
        for name in names if self.volume else ():
            # Taken out, and put back when it was heard: a device that has gone since it was loaded (headphones pulled
            # out) makes it silent from now on. Not arcade.play_sound: in 3.3 its own warning is malformed.
            if (sound := self._loaded.pop(name, None)) is not None:
                with suppress(Exception):
                    self._heard.add(sound.play(_FILES[name][1] * self.volume))
                    self._loaded[name] = sound

    def close(self) -> None:
        """Silence from now on: a sound must not outlive its game, nor wait for an event loop that has ended."""
        self._loaded.clear()
        for player in list(self._heard):
            with suppress(Exception):
                arcade.stop_sound(player)
