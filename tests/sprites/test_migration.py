"""Moving over: each pair of games in docs/migration plays alike, and the page counts what changed."""

from __future__ import annotations

import difflib
import random
import re
from collections.abc import Callable
from typing import Any

import arcade
import pytest

from .snippets import DOCS, click, load, play

PAGE = (DOCS / "migration.md").read_text(encoding="utf-8")


def run(name: str, look: Callable[[Any], object], clicks: Callable[[int], tuple[float, float] | None]) -> list[object]:
    """Plays 240 frames of one game and looks at it after each."""
    random.seed(7)
    game = load(f"migration/{name}.py").Game()
    seen = []
    for frame in range(240):
        if (place := clicks(frame)) is not None:
            click(game, *place)
        play(game)
        seen.append(look(game))
    return seen


def test_shooter_plays_alike(window: arcade.Window) -> None:
    """The same shots hit the same targets.

    Where a bullet that removes itself makes Arcade's own loop skip the next one, the next one is late without pools.
    """

    def look(game: Any) -> object:
        return game.score, len(game.targets), len(game.explosions)

    def clicks(frame: int) -> tuple[float, float] | None:
        return (30 + 7 * frame % 740, 60) if frame % 9 == 0 else None

    before, after = (run(f"shooter_{each}", look, clicks) for each in ("before", "after"))
    assert before[-1] == after[-1]
    late = [(one, other) for one, other in zip(before, after, strict=True) if one[:2] != other[:2]]  # type: ignore[index]
    assert len(late) <= 3
    assert all(one[0] < other[0] for one, other in late)  # type: ignore[index]
    assert before[-1][0] > 10  # type: ignore[index]


def test_particles_play_alike(window: arcade.Window) -> None:
    """As many sparks at a time, but for the frame in which a burst ends."""

    def before_count(game: Any) -> object:
        return sum(emitter.get_count() for emitter in game.emitters)

    def clicks(frame: int) -> tuple[float, float] | None:
        return (400, 300) if frame in (0, 20, 100) else None

    before = run("particles_before", before_count, clicks)
    after = run("particles_after", lambda game: len(game.sparks), clicks)
    assert max(before) == max(after) == 80  # type: ignore[type-var]
    assert before[-1] == after[-1] == 0
    assert sum(one != other for one, other in zip(before, after, strict=True)) <= 3


def test_platformer_plays_alike(window: arcade.Window) -> None:
    """The same crates in the same places, and the same bodies in the engine: pooled sprites join it in every life."""

    def look(game: Any) -> object:
        places = sorted((round(crate.center_x, 3), round(crate.center_y, 3)) for crate in game.crates)
        return places, len(game.physics.sprites)

    def clicks(frame: int) -> tuple[float, float] | None:
        return (500 + 2 * frame, 300) if frame % 20 == 0 else None

    before, after = (run(f"platformer_{each}", look, clicks) for each in ("before", "after"))
    assert before == after
    counts = [len(each[0]) for each in after]  # type: ignore[index]
    assert 0 < counts[-1] < 12, "some have fallen over the edge"


@pytest.mark.parametrize("game", ["shooter", "particles", "platformer"])
def test_page_counts_the_changed_lines(game: str) -> None:
    """Issue 8: count the changed lines and show them. Blank lines and docstrings are no changes of the game."""
    before, after = (
        [
            line
            for line in (DOCS / f"migration/{game}_{each}.py").read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith('"""')
        ]
        for each in ("before", "after")
    )
    changes = list(difflib.ndiff(before, after))
    removed = sum(line.startswith("- ") for line in changes)
    added = sum(line.startswith("+ ") for line in changes)
    row = re.search(rf"^\| {game} \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert row is not None, "the page has a row for it"
    assert tuple(map(int, row.groups())) == (len(before), removed, added, len(after))
