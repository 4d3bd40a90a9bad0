"""A report as a screenful of text, and as a table for docs/performance.md."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.results import Ratio, Report, Row

__all__ = ["as_markdown", "as_text"]

WIDTH = 92


def as_text(report: Report) -> str:
    """The whole report."""
    lines = [
        ", ".join(f"{name} {version}" for name, version in report.versions.items()),
        f"{report.machine['cpu']}, {report.machine['cores']} cores, {report.machine['system']}",
    ]
    lines += [f"not measured: {package}: {why}" for package, why in report.missing.items()]
    for row in report.rows:
        if row.name in ("constant", "random"):
            lines += ["", *_table(row)]
    lines += ["", f"{'':{WIDTH}} {'measured':>10} {'must':>6} {'aim':>6}"]
    for row in report.rows:
        lines += _ratios(row)
    return "\n".join(lines)


def _table(row: Row) -> Iterator[str]:
    """The figures of a row: a line for each way, a column for each case."""
    yield f"{f'{row.title}: {row.unit}':{WIDTH - 40}}" + "".join(f"{case:>14}" for case in row.figures)
    names = dict.fromkeys(name for case in row.figures.values() for name in case)
    for name in names:
        values = [case.get(name) for case in row.figures.values()]
        yield f"  {name:{WIDTH - 42}}" + "".join(f"{'-' if value is None else f'{value:.2f}':>14}" for value in values)


def _ratios(row: Row) -> Iterator[str]:
    if not row.figures:
        yield f"{row.title}: {row.note}"
        return
    alone = len(row.ratios) == 1 and len(row.title) + 2 + len(_name(row.ratios[0])) <= WIDTH
    if not alone:
        yield row.title
    for ratio in row.ratios:
        name = f"{row.title}: {_name(ratio)}" if alone else f"  {_name(ratio)}"
        yield (
            _shortened(name)
            + f" {_number(ratio.value, ratio.unit):>10} {_bound(ratio.must)} {_bound(ratio.aim)}"
            + _verdict(ratio)
        )


def _name(ratio: Ratio) -> str:
    return f"{ratio.name} ({ratio.against})" if ratio.against else ratio.name


def _shortened(name: str) -> str:
    return f"{name:{WIDTH}}" if len(name) <= WIDTH else name[: WIDTH - 3] + "..."


def _number(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 or unit in ("bytes", "instances") else 2
    return f"{value:,.{digits}f}" + (f" {unit}" if unit else "")


def _bound(bound: float | None) -> str:
    return f"{'' if bound is None else f'{bound:g}':>6}"


def _verdict(ratio: Ratio) -> str:
    if ratio.must is None:
        return ""
    if not ratio.meets(ratio.must):
        return "  MISSED"
    return "  aim met" if ratio.aim is not None and ratio.meets(ratio.aim) else "  met"


def as_markdown(report: Report) -> str:
    """Every ratio, as a table."""
    lines = ["| what | measured | must be | aim | |", "|---|---|---|---|---|"]
    for row in report.rows:
        for ratio in row.ratios:
            bounds = " | ".join("" if bound is None else f"{bound:g}" for bound in (ratio.must, ratio.aim))
            what = f"{row.title}: {_name(ratio)}".replace("|", "\\|")
            lines.append(f"| {what} | {_number(ratio.value, ratio.unit)} | {bounds} | {_verdict(ratio).strip()} |")
    machine = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    return "\n".join(
        [*lines, "", f"Measured {report.made} on {report.machine['cpu']}, {report.machine['cores']} cores; {machine}."]
    )
