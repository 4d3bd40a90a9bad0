"""``python -m benchmarks.plot``: the pictures and the table of docs/performance.md, from result files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.floor import Floor
from benchmarks.results import RESULTS, BadResultsError, Report, Row, load
from benchmarks.text import as_markdown
from benchmarks.ways.hidden import Hidden
from benchmarks.ways.pooled import Pooled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["main", "plot", "with_tables"]

DOCS = Path(__file__).parents[1] / "docs"
#: What stands between these lines of docs/performance.md is the table.
BEGIN, END = "<!-- results: written by python -m benchmarks.plot -->\n", "<!-- end of results -->\n"
#: Told apart also by those who do not see red and green, and in grey by their markers.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#8c564b", "#7f7f7f", "#bcbd22", "#17becf")
MARKERS = "sv^D<>pXh"
OURS = {"color": "#d55e00", "linewidth": 3, "marker": "o", "zorder": 5}
#: What does less than the library: not to be compared without a second thought.
LESS = {Floor.name: {"color": "black", "linestyle": ":"}, Hidden.name: {"color": "#7f7f7f", "linestyle": "--"}}
#: Frames of the storm that are shown: more would be a blur.
SHOWN = 240


def main(arguments: list[str] | None = None) -> int:
    """Draws the pictures.

    Returns:
        The exit code: 0; 1 when a file cannot be used, or matplotlib is not installed.

    Raises:
        SystemExit: With code 2, for a wrong command line.
    """
    parser = argparse.ArgumentParser("python -m benchmarks.plot", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="result files; else the committed ones")
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="for the pictures alone; else all goes into docs")
    options = parser.parse_args(arguments)
    try:
        reports = [load(path) for path in options.files or sorted(RESULTS.glob("*.json"))]
        written = plot(reports, options.output or DOCS / "images")
        if options.output is None:
            page = DOCS / "performance.md"
            page.write_text(with_tables(page.read_text(encoding="utf-8"), reports), encoding="utf-8")
            written.append(page)
    except (OSError, BadResultsError) as error:
        print(f"benchmarks.plot: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        print(f"benchmarks.plot: {error}: python -m pip install matplotlib", file=sys.stderr)
        return 1
    for path in written:
        print(path)
    return 0


def plot(reports: list[Report], folder: Path) -> list[Path]:
    """Draws both pictures.

    Args:
        reports: One row of diagrams for each.
        folder: Where to.

    Returns:
        The files.

    Raises:
        BadResultsError: There are no reports, or one is of a quick run or lacks the rows that are drawn.
        ModuleNotFoundError: matplotlib is not installed.
    """
    if not reports:
        raise BadResultsError(f"no result files in {RESULTS.name}: make one with python -m benchmarks --json FILE")
    for report in reports:
        if report.quick:
            raise BadResultsError(
                f"the results of {_whose(report)} are of a quick run, which leaves out most of what is drawn: measure "
                "anew without --quick"
            )
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    written = []
    for name, draw in (("performance_cost.png", _cost), ("performance_frames.png", _frames)):
        figure, axes = pyplot.subplots(
            len(reports), 2, figsize=(12, 5.5 * len(reports)), squeeze=False, layout="constrained"
        )
        for report, pair in zip(reports, axes, strict=True):
            draw(report, pair)
        figure.savefig(folder / name, dpi=100, metadata={"Software": None})
        pyplot.close(figure)
        written.append(folder / name)
    return written


def with_tables(page: str, reports: list[Report]) -> str:
    """The page with a table of each report's ratios in its place.

    Raises:
        BadResultsError: The page has no place for them.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise BadResultsError(f"the page has no lines {BEGIN.strip()} and {END.strip()}")
    return before + begin + "\n" + "\n\n".join(map(as_markdown, reports)) + "\n\n" + end + after


def _row(report: Report, name: str) -> Row:
    row = next((row for row in report.rows if row.name == name), None)
    if row is None:
        raise BadResultsError(f"the results of {_whose(report)} have no row {name}: measure all rows")
    return row


def _whose(report: Report) -> str:
    return f"Arcade {report.versions['arcade']}, Python {report.versions['Python']}"


def _cost(report: Report, pair: Any) -> None:
    """Cost per lease against sprites alive."""
    rows = [_row(report, name) for name in ("constant", "random")]
    # The same way looks the same in both.
    names = list(dict.fromkeys(name for row in rows for case in row.figures.values() for name in case))
    styles = _styles(names)
    for axes, row, title in zip(pair, rows, ("all live 2 s", "0.5 to 3.5 s, ends in no order"), strict=True):
        for name in names:
            points = [
                (int(case.split()[0].replace(",", "")), values[name])
                for case, values in row.figures.items()
                if name in values
            ]
            if points:
                axes.plot(*zip(*points, strict=True), label=name, **styles[name])
        axes.set(
            xscale="log",
            yscale="log",
            xlabel="sprites alive",
            ylabel="microseconds per lease",
            title=f"{title} ({_whose(report)})",
        )
        ticks = [int(case.split()[0].replace(",", "")) for case in row.figures]
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.grid(alpha=0.3)
    if not pair[0].figure.legends:
        pair[0].figure.legend(
            *pair[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize="small"
        )
    low, high = zip(*(axes.get_ylim() for axes in pair), strict=True)
    for axes in pair:
        axes.set_ylim(min(low), max(high))
        axes.set_yticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])


def _styles(names: list[str]) -> dict[str, dict[str, Any]]:
    others = iter(zip(COLOURS, MARKERS, strict=True))
    styles: dict[str, dict[str, Any]] = {}
    for name in names:
        if name == Pooled.name:
            styles[name] = OURS
        elif name in LESS:
            styles[name] = LESS[name]
        else:
            colour, marker = next(others)
            styles[name] = {"color": colour, "marker": marker, "linewidth": 1.2}
    return styles


def _frames(report: Report, pair: Any) -> None:
    """Frame times of the storm and of the demo arena, with and without pooling."""
    _storm(report, pair[0])
    _arena(report, pair[1])


def _storm(report: Report, axes: Axes) -> None:
    row = _row(report, "storm")
    styles = _styles(list(row.frames))
    for name, taken in reversed(row.frames.items()):
        style = {**styles[name], "marker": None, "linewidth": 1.5}
        axes.plot(taken[:SHOWN], label=name, **style)
    axes.set(
        yscale="log",
        xlabel="frame",
        ylabel="milliseconds of spawning and ending",
        title=f"6,000 alive, a wave of 500 each second ({_whose(report)})",
    )
    ticks = [0.3, 1, 3, 10, 30, 100]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.axhline(1000 / 60, color="black", linewidth=0.8, linestyle=":")
    axes.text(0, 1000 / 60, "a frame at 60 per second ", va="bottom", fontsize="small")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")


def _arena(report: Report, axes: Axes) -> None:
    row = _row(report, "arena")
    if not row.figures:
        axes.text(0.5, 0.5, row.note, ha="center", wrap=True)
        axes.set_axis_off()
        return
    names = list(next(iter(row.figures.values())))
    for number, name in enumerate(names):
        values = [case[name] for case in row.figures.values()]
        places = [place + 0.4 * number - 0.2 for place in range(len(values))]
        bars = axes.bar(places, values, width=0.38, label=name, color=(OURS["color"], COLOURS[0])[number])
        axes.bar_label(bars, fmt="%.1f", fontsize="small")
    axes.set_xticks(range(len(row.figures)), ["median", "95th", "99th", "worst"])
    axes.set(
        ylabel="milliseconds of an update",
        xlabel="percentile of 3,600 frames",
        title=f"a minute of the demo arena ({_whose(report)})",
    )
    axes.grid(alpha=0.3, axis="y")
    axes.legend(fontsize="small")


if __name__ == "__main__":
    sys.exit(main())
