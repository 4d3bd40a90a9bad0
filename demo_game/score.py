"""The tally of a round, and the best score of all, kept where the system keeps what games remember."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

MAX_BOMBS = 5


@dataclass
class Tally:
    """The figures of a round."""

    score: int = 0
    wave: int = 0
    kills: int = 0
    bombs: int = 3


class BestScore:
    """The best score of all games.

    A file that cannot be read or written is no reason not to play: that is said once, and the game goes on without.

    Args:
        path: The file; None: nothing is read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.value = 0
        try:
            if path is not None and path.exists():
                points = json.loads(path.read_bytes())["best_score"]
                if type(points) is not int or not 0 <= points < 10**12:
                    raise ValueError("no score")
                self.value = points
        except (ValueError, LookupError, TypeError, RecursionError):
            self._write()  # damaged: replaced at once, so that it is the last time
        except OSError as error:
            self._give_up(error)

    def offer(self, score: int) -> bool:
        """Takes the score in if it is the best one, and says if it is."""
        if score <= self.value:
            return False
        self.value = score
        self._write()
        return True

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # Never half of it: written beside, and then moved.
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps({"best_score": self.value}), encoding="utf-8")
            part.replace(self._path)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        print(f"demo_game: the best score is not kept: {error}", file=sys.stderr)
        self._path = None


def best_score_file() -> Path:
    """The file in which it is kept."""
    return platformdirs.user_data_path("lease_of_life", appauthor=False) / "best.json"
