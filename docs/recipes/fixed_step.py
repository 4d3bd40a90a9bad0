from arcade_pool import PooledView


class Game(PooledView):
    """Updated in steps of the same length, whatever the frame rate is."""

    def on_fixed_update(self, delta_time):
        self.pools.update(delta_time)  # once per step: all game time enters here

    def on_update(self, delta_time):
        """Without super().on_update(): else every frame would be counted twice."""
