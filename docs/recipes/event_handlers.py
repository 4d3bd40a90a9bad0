from arcade_pool import PooledSprite


class Turret(PooledSprite):
    """Turns with the mouse wheel while it is there, and hears nothing of it while it waits in the pool."""

    def on_spawn(self, *, window):
        window.push_handlers(self.on_mouse_scroll)
        self.lease.defer(window.remove_handlers, self.on_mouse_scroll)

    def on_mouse_scroll(self, x, y, scroll_x, scroll_y):
        self.angle += 10 * scroll_y
