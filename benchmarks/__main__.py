"""``python -m benchmarks``: what a lease costs, against every other way. See docs/performance.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import arcade

from benchmarks import results, rivals
from benchmarks.measure import FULL, QUICK, Effort
from benchmarks.results import BadResultsError, Report, Row
from benchmarks.rows import ROWS
from benchmarks.text import as_text
from benchmarks.texture import TEXTURE
from benchmarks.workload import HEIGHT, WIDTH

__all__ = ["main", "measure"]

_EPILOG = """\
Every ratio compares ways that took turns in this run, round by round. With --quick, the exit code is 1 if a ratio is
worse than half of the committed one for this release of Arcade (benchmarks/results), three times in succession; ratios
that single frames decide never count, and nothing else does."""
#: Measurements in a row that have to find a ratio worse: once or twice can be an accident of the machine's.
_TIMES = 3


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints.

    Returns:
        The exit code: 0; 1 when a quick run finds a ratio worse than half of the committed one, or a file could not
        be read or written.

    Raises:
        SystemExit: With code 2, for a wrong command line.
    """
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__, epilog=_EPILOG)
    parser.add_argument(
        "--quick", action="store_true", help="shorter rounds, fewer sizes; compares with what is committed"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to FILE as well")
    parser.add_argument("--rows", nargs="+", choices=list(ROWS), metavar="NAME", help=f"only these: {', '.join(ROWS)}")
    options = parser.parse_args(arguments)
    try:
        if options.json:
            _check_writable(options.json)
    except OSError as error:
        print(f"benchmarks: the figures cannot be written: {error}", file=sys.stderr)
        return 1
    try:
        # Read first: it may be the file that is to be written.
        before = _committed() if options.quick else None
    except (OSError, BadResultsError) as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 1
    report = measure(options.rows or list(ROWS), QUICK if options.quick else FULL, _say)
    print(as_text(report))
    try:
        if options.json:
            results.save(report, options.json)
    except OSError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 1
    return _compare(report, before) if before is not None else 0


def measure(names: list[str], effort: Effort, say: Callable[[str], None]) -> Report:
    """Measures some rows, each in a process of its own: what one row leaves in memory slows down no other.

    Args:
        names: Of the rows.
        effort: How long it may take.
        say: Told the name of each row before it is measured.
    """
    # A fork has everything imported already; but there is none on Windows, and none to be trusted on macOS.
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    rows: list[Row] = []
    with context.Pool(1, maxtasksperchild=1) as process:
        for name in names:
            say(name)
            rows.append(process.apply(_row, (name, effort)))
    return Report(
        made=results.now(),
        quick=effort != FULL,
        machine=results.machine(),
        versions=results.versions(rivals.versions()),
        missing=rivals.missing(),
        rows=rows,
    )


def _row(name: str, effort: Effort) -> Row:
    window = arcade.Window(WIDTH, HEIGHT, "benchmarks")
    window.ctx.default_atlas.add(TEXTURE)
    return ROWS[name](effort)


def _check_writable(path: Path) -> None:
    """Raises an OSError now, instead of after ten minutes of measuring; leaves no file behind."""
    existed = path.exists()
    with path.open("a"):
        pass
    if not existed:
        path.unlink()


def _say(name: str) -> None:
    print(f"measuring: {name}", file=sys.stderr, flush=True)


def _committed() -> Report | None:
    version = results.versions({})["arcade"]
    path = results.committed(version)
    if path is None:
        print(f"nothing to compare with: no committed results for Arcade {version}\n")
        return None
    return results.load(path)


def _compare(report: Report, before: Report) -> int:
    found = results.worse(report, before)
    for _ in range(_TIMES - 1):
        if not found:
            break
        rows = [row.name for row in report.rows if any(name.startswith(f"{row.name}: ") for name in found)]
        again = results.worse(measure(rows, QUICK, _say), before)
        found = {name: f"{values}; again {again[name]}" for name, values in found.items() if name in again}
    for name, values in found.items():
        print(f"\nworse than half of what is committed: {name}: {values}")
    if not found:
        print("\nno ratio is worse than half of the committed one")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
