"""What a game remembers: the player's wishes, this round, and all rounds."""

from __future__ import annotations

from dataclasses import dataclass

from demo_game.textures import HEIGHT, WIDTH

MAX_BOMBS = 5
MAX_MULTIPLIER = 5
#: Kills in a row for the next multiplier.
STREAK_STEP = 6


@dataclass
class Controls:
    """What the player wants. Keyboard and mouse write it, or the autopilot: the game cannot tell them apart."""

    move_x: float = 0  #: -1 to 1
    move_y: float = 0
    aim: tuple[float, float] = (WIDTH / 2, HEIGHT)  #: a place in the arena
    fire: bool = False
    pad_fire: bool = False  #: the same, by the gamepad
    drop_bomb: bool = False  #: taken back when it was obeyed


@dataclass
class Tally:
    """How this round goes."""

    score: int = 0
    wave: int = 0
    kills: int = 0
    bombs: int = 3
    streak: int = 0  #: kills in a row, none of them long after the last

    @property
    def multiplier(self) -> int:
        """What points are multiplied with."""
        return min(1 + self.streak // STREAK_STEP, MAX_MULTIPLIER)


@dataclass
class Session:
    """What stays from round to round. The report of a run shows these."""

    best_score: int = 0
    best_wave: int = 0
    kills: int = 0
    rounds: int = 0
