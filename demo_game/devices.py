"""Keyboard, mouse and gamepad: what the player does with them, as `Controls`."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING

from arcade import key

if TYPE_CHECKING:
    from pyglet.input import Controller

    from demo_game.app import GameWindow
    from demo_game.state import Controls

#: Below this a stick is at rest: none of them returns quite to the middle.
_REST = 0.25
#: The gamepad's buttons are keys, so that every screen understands them.
_BUTTONS = {
    "a": key.ENTER,
    "b": key.ESCAPE,
    "start": key.ESCAPE,
    "back": key.ESCAPE,
    "x": key.SPACE,
    "leftshoulder": key.SPACE,
    "rightshoulder": key.SPACE,
}


class Devices:
    """What is held and moved at the moment.

    Args:
        window: Whose keyboard it is. Without a screen there are no devices.
    """

    def __init__(self, window: GameWindow) -> None:
        self._window = window
        self._pad: Controller | None = None
        if not window.headless:
            # No gamepad, no driver, no permission: each system raises errors of its own, and none of them matters.
            with suppress(Exception):
                # Here, because without a screen this cannot even be imported.
                from pyglet.input import get_controllers

                self._open(get_controllers())

    def _open(self, pads: list[Controller]) -> None:
        for pad in pads[:1]:
            pad.open()
            pad.push_handlers(on_button_press=self._on_button_press)
            self._pad = pad

    def _on_button_press(self, pad: Controller, button: str) -> None:
        if button in _BUTTONS:
            self._window.dispatch_event("on_key_press", _BUTTONS[button], 0)

    def read(self, controls: Controls, ship: tuple[float, float]) -> None:
        """Writes what the player wants. Polled: a key that is released behind the pause screen is not stuck.

        Args:
            controls: Where to.
            ship: Where the ship is; a stick aims from there.
        """
        held = self._window.keyboard
        if held is not None:
            controls.move_x = (held[key.D] or held[key.RIGHT]) - (held[key.A] or held[key.LEFT])
            controls.move_y = (held[key.W] or held[key.UP]) - (held[key.S] or held[key.DOWN])
        if self._pad is None:
            return
        move, aim = self._pad.leftanalog, self._pad.rightanalog
        if math.hypot(*move) > _REST:
            controls.move_x, controls.move_y = move
        aims = math.hypot(*aim) > _REST
        if aims:
            controls.aim = ship[0] + 260 * aim[0], ship[1] + 260 * aim[1]
        controls.pad_fire = aims or self._pad.righttrigger > _REST
