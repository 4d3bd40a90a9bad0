"""The window, and the ways from one view to the next."""

from __future__ import annotations

import gc

from arcade import key

from arcade_pool import freeze_gc
from demo_game.arena import Arena
from demo_game.cabinet import Cabinet
from demo_game.screens import game_over_screen, pause_screen, title_screen
from demo_game.textures import upload


class GameWindow(Cabinet):
    """The window of the game. It makes the views once, and shows one of them.

    Args:
        seed: For the arena.
        autoplay: The autopilot plays: no title, and a new round at once after each game over.
        pooling: Whether the arena begins with pools.

    Raises:
        NoScreenError: No window could be opened.
    """

    def __init__(self, seed: int, *, autoplay: bool = False, pooling: bool = True) -> None:
        # Only what a person has reached counts.
        super().__init__(keeps_best=not autoplay)
        self.arena = Arena(self, seed, autoplay=autoplay, on_pause=self.pause, on_over=self.round_over)
        self.arena.spawner.without_pools.on = not pooling
        self.title = title_screen(self, play=self.play, leave=self.close)
        upload(self)
        if autoplay:
            self.play()
        else:
            self.show_title()

    # --- from view to view ---

    def show_title(self) -> None:
        """Back to the title. What a round that is given up has brought counts as well."""
        self._offer()
        self.show_view(self.title)

    def play(self) -> None:
        """A new round."""
        self.arena.new_round()
        self.show_view(self.arena)

    def pause(self) -> None:
        """Holds the round."""
        self.show_view(pause_screen(self, self.arena, resume=self.resume, give_up=self.show_title))

    def resume(self) -> None:
        """Goes on with the round."""
        self.show_view(self.arena)

    def round_over(self) -> None:
        """The ship is lost."""
        if self.arena.autoplay:
            self.arena.new_round()
        else:
            arena = self.arena
            over = game_over_screen(
                self, arena, arena.tally, is_record=arena.is_record, again=self.play, leave=self.show_title
            )
            self.show_view(over)

    def close(self) -> None:
        """Leaves the game, maybe in the middle of a round, and for the first time only."""
        if not self.closed:
            self._offer()
            self.arena.close()
            super().close()

    def _offer(self) -> None:
        if self.arena.rounds:
            self.best.offer(self.arena.tally.score)

    # --- events that concern every view ---

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """M changes the volume, F11 fills the screen. The view on show gets its keys first."""
        if symbol == key.M:
            self.sounds.change_volume()
            self.arena.spawner.notice(f"Sound {self.sounds.volume:.0%}")
            # To be heard on every page.
            self.sounds.play("pickup")
            self.sounds.flush()
        elif symbol == key.F11:
            self.set_fullscreen(not self.fullscreen)

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """The mouse aims, whatever is shown; Arcade calls this while it is dragged, too."""
        self.arena.controls.aim = self.stage.place_of(x, y)


def open_game(seed: int, *, autoplay: bool = False, pooling: bool = True) -> GameWindow:
    """The window, for a process that does nothing but play: loading is over, and garbage collections are made cheap.

    Raises:
        NoScreenError: As `GameWindow`.
    """
    window = GameWindow(seed, autoplay=autoplay, pooling=pooling)
    # What was loaded is not looked at any more. To look at the thousands of objects that have come since in a crowded
    # fight takes a millisecond: it is done every few minutes instead of every few seconds, but for those quite new.
    freeze_gc()
    gc.set_threshold(gc.get_threshold()[0], 200)
    return window
