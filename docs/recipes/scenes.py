from arcade_pool import PooledSprite, PooledView


class Spark(PooledSprite):
    lifetime = 0.5

    def __init__(self):
        super().__init__(":resources:/images/items/star.png")


class Title(PooledView):  # every view has pools of its own, which are cleared when it is hidden
    def on_mouse_press(self, x, y, button, modifiers):
        self.pools.spawn(Spark, x, y)
        self.window.show_view(Level())


class Level(PooledView):
    clear_on_hide = False  # a level that is hidden by the pause screen goes on later where it was

    def on_mouse_press(self, x, y, button, modifiers):
        self.pools.spawn(Spark, x, y)

    def on_key_press(self, symbol, modifiers):
        self.window.show_view(Pause(self))

    def leave(self):
        self.pools.close()
        self.window.show_view(Title())


class Pause(PooledView):
    def __init__(self, level):
        super().__init__()
        self.level = level

    def on_key_press(self, symbol, modifiers):
        self.window.show_view(self.level)
