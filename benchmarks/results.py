"""What a run of the benchmarks leaves behind, as text and as a file."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

__all__ = [
    "FORMAT",
    "RESULTS",
    "BadResultsError",
    "Ratio",
    "Report",
    "Row",
    "committed",
    "load",
    "machine",
    "save",
    "worse",
]

#: Version of the files; one of another version is refused.
FORMAT = 1
#: The committed ones.
RESULTS = Path(__file__).parent / "results"


class BadResultsError(Exception):
    """A file that cannot be used; the message says why and what to do."""


@dataclass(frozen=True)
class Ratio:
    """One figure that the design asks for, or that a reader wants to know."""

    name: str
    value: float
    #: What the design asks for, and what it hopes for; None: nothing.
    must: float | None = None
    aim: float | None = None
    #: Whether less is better.
    less: bool = False
    #: What it is a number of; a ratio has none.
    unit: str = ""
    #: The one of the others that was the fastest in this run.
    against: str = ""
    #: Whether single frames decide it: on a machine that others use as well they can be anything, so it fails no run.
    by_frame: bool = False

    def meets(self, bound: float | None) -> bool:
        """Whether the value is within a bound."""
        return bound is None or (self.value <= bound if self.less else self.value >= bound)


@dataclass(frozen=True)
class Row:
    """What was measured in one row."""

    name: str
    title: str
    #: Unit of the figures.
    unit: str
    #: By case, for example the number alive, and by way.
    figures: dict[str, dict[str, float]]
    ratios: list[Ratio] = field(default_factory=list)
    #: Milliseconds of each frame, by way.
    frames: dict[str, list[float]] = field(default_factory=dict)
    #: What a reader should know; why a row was not measured.
    note: str = ""


@dataclass(frozen=True)
class Report:
    """A whole run."""

    made: str
    quick: bool
    machine: dict[str, str]
    versions: dict[str, str]
    missing: dict[str, str]
    rows: list[Row]

    @property
    def ratios(self) -> dict[str, Ratio]:
        """Every ratio, by its name and its row's."""
        return {f"{row.name}: {ratio.name}": ratio for row in self.rows for ratio in row.ratios}


def machine() -> dict[str, str]:
    """What the figures depend on, and nothing that tells whose machine it is."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return {"cpu": model, "cores": str(os.cpu_count()), "system": f"{platform.system()} {platform.machine()}"}


def versions(rivals: dict[str, str]) -> dict[str, str]:
    """Of Python, of what the library stands on, and of the rivals."""
    return {
        "Python": platform.python_version(),
        **{name: metadata.version(name) for name in ("arcade", "pyglet", "numpy")},
        **rivals,
    }


def now() -> str:
    """The day, as it is written in a file."""
    return datetime.now(UTC).date().isoformat()


def save(report: Report, path: Path) -> None:
    """Writes a report."""
    content = {"format": FORMAT, **asdict(report)}
    path.write_text(json.dumps(_rounded(content), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    """With as many digits as mean something."""
    if isinstance(value, float):
        return float(f"{value:.4g}")
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_rounded(each) for each in value]
    return value


def load(path: Path) -> Report:
    """Reads a report.

    Raises:
        BadResultsError: The file cannot be read, is none of these, or is of another version.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadResultsError(f"{path}: cannot be read as a result file: {error}") from None
    version = content.pop("format", None) if isinstance(content, dict) else None
    if version is None:
        raise BadResultsError(f"{path}: is no result file; make one with: python -m benchmarks --json FILE")
    if version != FORMAT:
        raise BadResultsError(
            f"{path}: has format {version}, but format {FORMAT} is needed; measure anew with: "
            f"python -m benchmarks --json {path.name}"
        )
    try:
        rows = [Row(**{**row, "ratios": [Ratio(**ratio) for ratio in row["ratios"]]}) for row in content.pop("rows")]
        return Report(**content, rows=rows)
    except (TypeError, KeyError) as error:
        raise BadResultsError(f"{path}: says format {FORMAT}, but has not its fields: {error}") from None


def committed(arcade_version: str) -> Path | None:
    """The committed file for this release of Arcade, 3.3 or 4.0; None if there is none."""
    release = ".".join(arcade_version.split(".")[:2])
    return max(RESULTS.glob(f"arcade-{release}.*json"), default=None)


def worse(report: Report, before: Report) -> dict[str, str]:
    """The ratios that are worse than half of what they were: less than that can be the machine.

    Returns:
        By row and ratio, as in `Report.ratios`: what it is and was.
    """
    found = {}
    for name, ratio in report.ratios.items():
        known = before.ratios.get(name)
        # A few bytes or microseconds are no ratio: they may double without a reason.
        if known is None or ratio.unit or ratio.by_frame:
            continue
        if ratio.value > 2 * known.value if ratio.less else ratio.value < known.value / 2:
            found[name] = f"{ratio.value:.3g}, was {known.value:.3g}"
    return found
