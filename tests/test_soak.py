"""The short soak, and that it would notice what it is there for. `scripts/soak` runs the long one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: what other tests leave in memory is no business of the soak."""
    return subprocess.run(  # noqa: S603  # the program is the project's own
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        cwd=ROOT,
        env={**os.environ, "ARCADE_HEADLESS": "True"},
    )


def test_twenty_thousand_leases_come_out_exactly(tmp_path: Path) -> None:
    """Counts exact at every moment, memory flat, nothing made after the fill, every planned failure reported."""
    file = tmp_path / "soak.json"
    done = run("-m", "benchmarks.soak", "--leases", "20000", "--stages", "4", "--json", str(file))
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    assert report["problems"] == []
    assert report["leases"] >= 20_000
    assert report["failed_as_planned"] > 0
    assert len(report["stages"]) == 4
    assert len({stage["created"] for stage in report["stages"]}) == 1


FAULTS = {
    "a lease too many": ("spawned, but", "run.pools['shots'].spawn()"),
    "a lease too few": ("must be alive", "run.pools['sparks'].clear()"),
    "a lost item": ("the manager knows another number", "run.manager._registry.items.popitem()"),
    "a stolen lease": ("must have been stolen", "run.pools['crowd']._inventory.counts.stolen += 1"),
    "a forgotten recycle": ("walkers must be alive", "kept.append(run.pools['walkers'].spawn())"),
    "a leak": ("memory grew", "kept.append(bytearray(200_000))"),
    "a lost call": ("deferred calls have run", "run.note_deferred = int"),
}

FAULTY = """
import sys
import benchmarks.soak as module

kept = []


class Faulty(module.Soak):
    def check(run):
        {fault}
        super().check()

    def run_stage(run, leases):
        if not run.report.problems:  # one is enough
            super().run_stage(leases)


module.Soak = Faulty
module.PREWARMED.update({name: 200 for name in module.PREWARMED if name != "crowd"})
sys.argv = ["soak", "--leases", "4800", "--stages", "3"]
try:
    sys.exit(module.main())
except AssertionError as error:
    sys.exit(str(error))
"""


@pytest.mark.parametrize("kind", FAULTS)
def test_the_soak_notices(kind: str) -> None:
    """A soak that cannot fail would prove nothing."""
    message, fault = FAULTS[kind]
    done = run("-c", FAULTY.replace("{fault}", fault))
    assert done.returncode == 1
    assert message in done.stderr


def test_a_short_day_with_scene_changes() -> None:
    """T1, T2, L7: beats that are exact to the frame up to 1e8 s, and scenes that leave nothing behind."""
    program = (
        "from benchmarks.day import MOST_GROWTH, play_day\n"
        "day = play_day(scenes=8, seconds=40)\n"
        "assert day.problems == [], day.problems\n"
        "assert (day.scenes, day.updates) == (8, 8 * 40 * 30)\n"
        "assert day.growth() < MOST_GROWTH, day.blocks\n"
    )
    done = run("-c", program)
    assert done.returncode == 0, done.stderr
