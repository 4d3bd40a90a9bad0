"""Moving over: each pair of games in docs/migration plays alike, and the page counts what changed."""

from __future__ import annotations

import difflib
import importlib.util
import math
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import pytest

from sprites.helpers import FRAME

from .snippets import DOCS, click, load, play

PAGE = (DOCS / "migration.md").read_text(encoding="utf-8")


#: What the page changes in Arcade's own example.
BULLETS = (DOCS / "migration/bullets.diff").read_text(encoding="utf-8")


def arcades_bullets() -> str:
    """The example of the Arcade that is installed."""
    spec = importlib.util.find_spec("arcade.examples.sprite_bullets")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def moved_over(source: str) -> str:
    """The example after the changes of the page."""
    for block in re.split(r"^@@.*\n", BULLETS, flags=re.MULTILINE)[1:]:
        lines = block.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        assert source.count(before) == 1, f"the example has this not exactly once:\n{before}"
        source = source.replace(before, "".join(line[1:] for line in lines if line[0] != "-"))
    return source


def play_bullets(source: str) -> list[tuple[int, int, int]]:
    """Score, bullets and coins after each frame, with a restart in the middle."""
    names: dict[str, Any] = {"__name__": "bullets"}
    exec(compile(source, "bullets", "exec", dont_inherit=True), names)  # noqa: S102  # the page's, or Arcade's own
    # The one window of the tests is smaller.
    names.update(WINDOW_WIDTH=800, WINDOW_HEIGHT=600)
    random.seed(7)
    game = names["GameView"]()
    game.setup()
    seen = []
    for frame in range(600):
        if frame == 400:
            game.setup()
        game.on_mouse_motion(round(400 + 380 * math.sin(frame / 37)), 0, 0, 0)
        if frame % 7 == 0:
            click(game, 0, 0)
        game.on_update(FRAME)
        if frame % 50 == 0:
            game.on_draw()  # slow, for its text
        seen.append(
            (game.score, len(game.bullets if "bullets" in vars(game) else game.bullet_list), len(game.coin_list))
        )
    return seen


# Arcade warns of its example's way to draw text, which is slow.
@pytest.mark.filterwarnings("ignore::arcade.exceptions.PerformanceWarning")
def test_bullet_example_of_arcade_moves_over_by_the_page_alone(
    window: arcade.Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 8. It plays as before, but that a bullet may be a frame earlier: Arcade's loop skips the next one."""
    monkeypatch.setattr(arcade, "play_sound", lambda sound: None)  # hundreds of them
    before = play_bullets(arcades_bullets())
    after = play_bullets(moved_over(arcades_bullets()))
    late = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert len(late) <= 3
    assert all(one[0] <= other[0] and one[1] >= other[1] for one, other in late)
    assert before[399][0] == after[399][0] > 10
    assert before[-1] == after[-1]
    assert before[-1][0] > 5
    assert max(bullets for _, bullets, _ in after) > 10


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


def code_lines(source: str) -> list[str]:
    """Blank lines, comments and docstrings are no part of the game."""
    source = re.sub(r'^ *"""(?s:.*?)"""\n', "", source, flags=re.MULTILINE)
    return [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("game", ["bullets", "shooter", "particles", "platformer"])
def test_page_counts_the_changed_lines(game: str) -> None:
    """Issue 8: count the changed lines and show them."""
    if game == "bullets":
        sources = [arcades_bullets(), moved_over(arcades_bullets())]
    else:
        sources = [(DOCS / f"migration/{game}_{each}.py").read_text(encoding="utf-8") for each in ("before", "after")]
    before, after = map(code_lines, sources)
    changes = list(difflib.ndiff(before, after))
    removed = sum(line.startswith("- ") for line in changes)
    added = sum(line.startswith("+ ") for line in changes)
    row = re.search(rf"^\| {game} \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert row is not None, "the page has a row for it"
    assert tuple(map(int, row.groups())) == (len(before), removed, added, len(after))
