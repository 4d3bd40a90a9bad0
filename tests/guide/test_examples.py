"""The examples: each is short, says how it is run, and runs."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
#: The one that is no game but tests of a game.
TESTS = ROOT / "examples" / "08_testing.py"
FRAMES = 240

#: For which reasons the leases of each game's pools end, with the mouse of drive_example.py.
ENDS = {
    "01_hello_pool": {"bullets": {"RECYCLED", "EXPIRED"}, "stars": {"RECYCLED", "EXPIRED"}},
    "02_lifetimes": {
        "coins": {"EXPIRED"},
        "gems": {"EXPIRED"},
        "rockets": {"RECYCLED", "EXPIRED"},
        "mines": {"RECYCLED"},
    },
    "03_stages": {"bees": {"EXPIRED"}, "stings": {"EXPIRED"}},
    "04_waves": {"slimes": {"EXPIRED"}, "drops": {"STOLEN"}},
    "05_effects": {"blasts": {"EXPIRED"}, "bangs": {"EXPIRED"}, "beams": {"CLEARED"}},
    "06_bullets": {"bullets": {"KILLED", "EXPIRED"}},
    "07_plain_objects": {"words": {"EXPIRED"}, "shakes": {"EXPIRED"}},
}
#: What a pool of theirs must have done by then: at least so much of a figure of its stats.
FIGURES = {
    "03_stages": ("stings", "spawned", 10),
    "04_waves": ("slimes", "exhausted", 5),
    "05_effects": ("blasts", "recycled", 10),
}

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
each_game = pytest.mark.parametrize("example", [path for path in EXAMPLES if path != TESTS], ids=lambda path: path.stem)


def play(example: Path, frames: int) -> dict[str, Any]:
    """Plays an example in a process of its own, where warnings are errors too; returns what it reports."""
    optimised = [] if __debug__ else ["-O"]
    driver = str(ROOT / "tests" / "guide" / "drive_example.py")
    played = subprocess.run(  # noqa: S603  # our own files
        [sys.executable, *optimised, "-W", "error", driver, str(example), str(frames)],
        check=False,  # the assertion below shows what it printed
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert played.returncode == 0, played.stderr
    report: dict[str, Any] = json.loads(played.stdout.splitlines()[-1])
    return report


def test_there_are_examples() -> None:
    """Else the tests below would pass without looking at anything."""
    assert EXAMPLES


@each_example
def test_example_says_how_to_run_it(example: Path) -> None:
    """Design, section 2: runnable files. The first thing one reads is how."""
    docstring = ast.get_docstring(ast.parse(example.read_text(encoding="utf-8"))) or ""
    assert re.search(rf"python examples/{example.name}\b", docstring)


@each_example
def test_example_is_short(example: Path) -> None:
    """Design, section 2: each under 60 lines."""
    assert len(example.read_text(encoding="utf-8").splitlines()) < 60


@each_game
def test_example_runs(example: Path) -> None:
    """As a user starts it, with clicks and mouse moves, and with warnings as errors; its pools do what it shows."""
    report = play(example, FRAMES)
    assert report["frames"] == FRAMES
    ends = {pool: set(reasons) for pool, reasons in report["ends"].items()}
    last = report["pools"][str(FRAMES - 1)]
    if example.stem == "09_loading":
        # How long its thread takes is not ours to say; what is made on the update thread is.
        assert ends.keys() == {"enemies"}
        assert last["enemies"]["created"] == 40
    else:
        assert ends == ENDS[example.stem]
    if example.stem in FIGURES:
        pool, figure, least = FIGURES[example.stem]
        assert last[pool][figure] >= least


def test_example_of_tests_passes_as_a_script() -> None:
    """Issue 8: testing one's own game. It runs as every other example does, and its tests are more than none."""
    passed = subprocess.run(  # noqa: S603  # our own file
        [sys.executable, "-W", "error", str(TESTS)],
        check=False,
        cwd=ROOT,
        env={**os.environ, "ARCADE_HEADLESS": "True"},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert passed.returncode == 0, passed.stdout
    assert re.search(r"\b[3-9] passed", passed.stdout)
