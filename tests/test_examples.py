"""The examples: each is short, says how it is run, and runs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
FRAMES = 120

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)


def play(example: Path, frames: int) -> dict[str, Any]:
    """Plays an example in a process of its own, where warnings are errors too; returns what it reports."""
    optimised = [] if __debug__ else ["-O"]
    driver = str(ROOT / "tests" / "drive_example.py")
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


@each_example
def test_example_runs(example: Path) -> None:
    """As a user starts it, with clicks and mouse moves, and with warnings as errors."""
    assert play(example, FRAMES)["frames"] == FRAMES
