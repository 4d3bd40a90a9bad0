"""PooledView: a scene with pools of its own."""

from __future__ import annotations

from typing import Any, ClassVar

import arcade

from arcade_pool.pools.manager import PoolManager

__all__ = ["PooledView"]


class PooledView(arcade.View):
    """A view that owns a `PoolManager`: updates, draws and clears it. Override the handlers and call ``super()``.

    Pools that live across scenes belong to a manager that the game keeps elsewhere.

    Args:
        *args: As for `arcade.View`.
        **kwargs: As for `arcade.View`.
    """

    #: Whether hiding the view ends its leases. Set to False for a level that a pause screen of its own hides.
    clear_on_hide: ClassVar[bool] = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        #: The scene's pools.
        self.pools = PoolManager()

    def on_update(self, delta_time: float) -> None:
        """Updates the pools.

        Args:
            delta_time: Seconds since the last update.
        """
        self.pools.update(delta_time)

    def on_draw(self) -> None:
        """Clears the window and draws the pools."""
        self.clear()
        self.pools.draw()

    def on_hide_view(self) -> None:
        """Ends every lease of the scene, unless `clear_on_hide` is False."""
        if self.clear_on_hide:
            self.pools.clear()
