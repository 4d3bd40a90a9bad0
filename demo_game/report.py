"""What a run leaves behind: the report and the screenshot, and files that are written whole or not at all."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from demo_game.arena import Arena
    from demo_game.headless import Run


class OutputFile:
    """A file to be written later, checked now: a run of minutes must not end with a path that never was one.

    Args:
        path: Where to. An existing file is replaced when the new one is complete.

    Raises:
        OSError: It could not be written; the message says why.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path).resolve()
        self._part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        if not self.path.name or self.path.is_dir():
            raise IsADirectoryError(f"{path!r} is a folder; name a file in it")
        if not self.path.parent.is_dir():
            raise FileNotFoundError(f"{path!r}: there is no folder {self.path.parent}")
        if self.path.exists() and not self.path.is_file():
            raise OSError(f"{path!r} is no regular file")
        if self.path.exists() and not os.access(self.path, os.W_OK):
            raise PermissionError(f"{path!r} may not be written to")
        try:
            # The one sure way to learn whether the folder takes a new file.
            self._part.touch(exist_ok=False)
            self._part.unlink()
        except OSError as error:
            raise OSError(f"{path!r} cannot be written: {error.strerror}") from None

    def write(self, content: bytes) -> None:
        """Writes the file.

        Raises:
            OSError: It cannot be written any more, or the disk is full; what was there before is still there.
        """
        try:
            self._part.write_bytes(content)
            self._part.replace(self.path)
        finally:
            self._part.unlink(missing_ok=True)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that `percent` per cent of the values do not exceed; 0 without values."""
    if not values:
        return 0.0
    ranked = sorted(values)
    return ranked[min(int(len(ranked) * percent / 100), len(ranked) - 1)]


def report(run: Run, arena: Arena, seed: int) -> dict[str, Any]:
    """The report of a run.

    ``score`` is that of the best round, ``wave`` the highest wave of any round, ``kills`` the sum of all rounds, and
    ``rounds`` their number, the last one included although it has not ended.
    """
    session = arena.session
    milliseconds = {f"p{percent}": percentile(run.update_ms, percent) for percent in (50, 95, 99)}
    return {
        "frames": run.frames,
        "seed": seed,
        "score": session.best_score,
        "wave": session.best_wave,
        "kills": session.kills,
        "rounds": session.rounds,
        "update_ms": {
            name: round(value, 3) for name, value in {**milliseconds, "max": max(run.update_ms, default=0.0)}.items()
        },
        "created_after_warmup": run.created_after_warmup,
        "pools": {
            str(key): {**dataclasses.asdict(stats), "hits": stats.hits, "hit_rate": stats.hit_rate}
            for key, stats in arena.pools.stats().items()
        },
    }


def as_json(content: dict[str, Any]) -> bytes:
    """The report as it is written to a file."""
    return (json.dumps(content, indent=2, allow_nan=False) + "\n").encode()
