"""The wishes of the player, and the keyboard, mouse and gamepad that express them."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import arcade
from arcade import key

from demo_game.textures import HEIGHT, WIDTH

if TYPE_CHECKING:
    from pyglet.input import Controller, ControllerManager

#: Below this a stick is at rest: none of them returns quite to the middle.
_REST = 0.25
#: The gamepad's buttons are keys, so that every screen understands them.
_BUTTONS = {
    "a": key.ENTER,
    "start": key.P,
    "back": key.ESCAPE,
    "y": key.Q,
    **dict.fromkeys(("x", "leftshoulder", "rightshoulder"), key.SPACE),
}


@dataclass
class Controls:
    """The wishes of the player. Keyboard and mouse write them, or the autopilot: the game cannot tell which."""

    move_x: float = 0  #: -1 to 1
    move_y: float = 0
    aim: tuple[float, float] = (WIDTH / 2, 0.8 * HEIGHT)  #: a place in the arena
    fire: bool = False
    pad_fire: bool = False  #: the same, by the gamepad
    drop_bomb: bool = False  #: taken back when it was obeyed


class Devices:
    """The keys, buttons and sticks that are held at the moment.

    Args:
        window: Whose keyboard it is. Without a screen there are no devices.
    """

    def __init__(self, window: arcade.Window) -> None:
        self._window = window
        self._pad: Controller | None = None
        self._pads: ControllerManager | None = None
        if not window.headless:
            # No driver, no permission: each system raises errors of its own, and a game without a gamepad is no error.
            with suppress(Exception):
                # Here, because without a screen this cannot even be imported.
                from pyglet.input import ControllerManager

                self._pads = ControllerManager()
                self._pads.push_handlers(on_connect=self._connect, on_disconnect=self._disconnect)
                for pad in self._pads.get_controllers():
                    self._connect(pad)

    def _connect(self, pad: Controller) -> None:
        if self._pad is None:
            with suppress(Exception):  # as above: one that cannot be opened is none
                pad.open()
                pad.set_handler("on_button_press", self._on_button_press)
                self._pad = pad

    def _disconnect(self, pad: Controller) -> None:
        if pad is self._pad:
            self._pad = None
            for other in self._pads.get_controllers() if self._pads is not None else ():
                if other is not pad:
                    self._connect(other)
            # The player needs a moment: the same as another window in front of this one.
            self._window.dispatch_event("on_deactivate")

    def _on_button_press(self, pad: Controller, button: str) -> None:
        if button in _BUTTONS:
            self._window.dispatch_event("on_key_press", _BUTTONS[button], 0)

    def close(self) -> None:
        """Lets go of the gamepad, and asks for no other one."""
        pads, pad, self._pads, self._pad = self._pads, self._pad, None, None
        with suppress(Exception):  # as above
            if pads is not None:
                pads.remove_handlers(on_connect=self._connect, on_disconnect=self._disconnect)
            if pad is not None:
                pad.remove_handler("on_button_press", self._on_button_press)
                pad.close()

    def read(self, controls: Controls, ship: tuple[float, float]) -> None:
        """Writes the wishes of the player. Polled: a key that is released behind the pause screen is not stuck.

        Args:
            controls: Where to.
            ship: Where the ship is; a stick aims from there.
        """
        held = self._window.keyboard
        if held is not None:
            controls.move_x = (held[key.D] or held[key.RIGHT]) - (held[key.A] or held[key.LEFT])
            controls.move_y = (held[key.W] or held[key.UP]) - (held[key.S] or held[key.DOWN])
        controls.pad_fire = False
        if self._pad is not None:
            move, aim = self._pad.leftanalog, self._pad.rightanalog
            if math.hypot(*move) > _REST:
                controls.move_x, controls.move_y = move
            if aims := math.hypot(*aim) > _REST:
                controls.aim = ship[0] + 260 * aim[0], ship[1] + 260 * aim[1]
            controls.pad_fire = aims or self._pad.righttrigger > _REST
