"""The tutorial: whoever follows it has a new enemy in the arena."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
CODE = ROOT / "docs" / "tutorial" / "spinner.py"

#: The lines of a block that are there already, and those that are added after them.
Change = tuple[list[str], list[str]]


def changes(file: str) -> list[Change]:
    """What the page tells one to add to a file."""
    section = next(part for part in re.split(r"^## ", PAGE, flags=re.MULTILINE) if f"In `{file}`" in part)
    found = []
    for block in re.findall(r"^```diff\n(.*?)^```$", section, re.MULTILINE | re.DOTALL):
        lines = block.splitlines()
        found.append(
            ([line[1:] for line in lines if line[0] == " "], [line[1:] for line in lines if line[0] == "+"]),
        )
    return found


def test_enemy_is_written_in_thirty_lines() -> None:
    assert len(CODE.read_text(encoding="utf-8").splitlines()) <= 30


def test_following_the_tutorial_adds_the_enemy(tmp_path: Path) -> None:
    """Each step is carried out on a copy of the game as the page says; then it is played."""
    game = tmp_path / "demo_game"
    shutil.copytree(ROOT / "demo_game", game, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CODE, game)
    for file in ("demo_game/spawner.py", "demo_game/waves.py"):
        source = (tmp_path / file).read_text(encoding="utf-8")
        assert changes(file)
        for before, added in changes(file):
            place = "\n".join(before) + "\n"
            assert source.count(place) == 1, f"{file} has {place!r} not exactly once"
            source = source.replace(place, place + "\n".join(added) + "\n")
        (tmp_path / file).write_text(source, encoding="utf-8")
    report = tmp_path / "report.json"
    arguments = ["--headless", "--autoplay", "--frames=600", "--seed=3", f"--report={report}"]
    played = subprocess.run(  # noqa: S603  # our own game
        [sys.executable, "-W", "error", "-m", "demo_game", *arguments],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert played.returncode == 0, played.stderr
    spinners = json.loads(report.read_text(encoding="utf-8"))["pools"]["spinners"]
    assert spinners["spawned"] >= 3
    assert spinners["recycled"] >= 1
    assert spinners["created"] == 12
