"""The benchmarks measure what they say. How fast anything is decides nothing here."""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
from collections.abc import Iterator
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Read by Arcade when it is imported.
os.environ["ARCADE_HEADLESS"] = "True"

import arcade

from benchmarks import __main__ as command
from benchmarks import plot, results, rivals
from benchmarks.floor import Floor
from benchmarks.measure import Effort, Rounds, alternate, settled
from benchmarks.results import BadResultsError, Ratio, Report, Row
from benchmarks.rivals import RIVALS, Rival
from benchmarks.rows import ROWS
from benchmarks.rows.arena import least_of_each
from benchmarks.text import as_text
from benchmarks.ways import Timed, Way
from benchmarks.workload import DELTA_TIME, MEAN, Stream, constant, scattered
from helpers import freeze_what_is_loaded

#: The shortest there is.
GLANCE = Effort(rounds=1, length=0.01)
COMMITTED = sorted(results.RESULTS.glob("*.json"))


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    """A window of this module's own; whoever had one before finds it again."""
    try:
        before = arcade.get_window()
    except RuntimeError:
        before = None
    made = arcade.Window(800, 600)
    yield
    freeze_what_is_loaded()  # what is measured thaws it
    made.close()
    if before is not None:
        arcade.set_window(before)
        before.switch_to()


def report_of(*rows: Row, **changes: Any) -> Report:
    known: dict[str, Any] = {
        "made": "2020-01-01",
        "quick": False,
        "machine": results.machine(),
        "versions": {"Python": "3.11.0", "arcade": "3.3.3"},
        "missing": {},
    }
    return Report(**(known | changes), rows=list(rows))


def row_of(*ratios: Ratio) -> Row:
    return Row("row", "a row", "us", {"case": {"arcade_pool": 1.0}}, list(ratios))


@pytest.mark.parametrize("kind", [*rivals.all_rivals(), Floor], ids=lambda kind: str(kind.name))
def test_way_keeps_the_promised_number_alive(kind: type[Timed]) -> None:
    """Each way spawns, ages and ends: 60 alive means 60, give or take the frame in which the last ones end."""
    way = kind(60)
    stream = Stream(way, 60, constant)
    stream.fill()
    for _ in range(150):
        stream.run(1)
        assert 59 <= way.alive() <= 61


@pytest.mark.parametrize("kind", rivals.all_rivals(), ids=lambda kind: str(kind.name))
def test_way_is_full_at_once_and_stays_so(kind: type[Timed]) -> None:
    """With random lifetimes, a stream begins with as many as it keeps alive."""
    way = kind(200)
    stream = Stream(way, 200, scattered)
    stream.fill()
    alive = []
    for _ in range(60):
        stream.run(1)
        alive.append(way.alive())
    assert min(alive) > 150
    assert max(alive) < 250


@pytest.mark.parametrize("kind", rivals.all_ways(), ids=lambda kind: str(kind.name))
def test_game_ends_what_it_likes(kind: type[Way]) -> None:
    """An ended sprite is out of the list; those that only the game ends stay, whatever time it is."""
    way = kind(10)
    sprites = [way.spawn_lasting(float(number), 0.0) for number in range(5)]
    way.end(sprites[1])
    way.end(sprites[4])
    for _ in range(round(2 * MEAN / DELTA_TIME)):
        way.update(DELTA_TIME)
    assert set(way.sprites) == {sprites[0], sprites[2], sprites[3]}
    way.spawn_many([(1.0, 2.0), (3.0, 4.0)], MEAN)
    assert {(1.0, 2.0), (3.0, 4.0)} <= {sprite.position for sprite in way.sprites}
    assert way.alive() == 5


def test_random_lifetimes_have_the_promised_mean() -> None:
    source = random.Random(3)  # noqa: S311  # what the benchmarks draw from
    drawn = [scattered(source) for _ in range(2_000)]
    assert min(drawn) >= 0.5
    assert max(drawn) <= 3.5
    assert sum(drawn) / len(drawn) == pytest.approx(MEAN, rel=0.05)


def test_rounds_alternate_and_a_ratio_is_that_of_the_rounds() -> None:
    """Fair method: a machine that becomes slower between two rounds changes no ratio."""
    order: list[str] = []
    slowness = iter((1.0, 1.0, 5.0, 5.0, 9.0, 9.0))

    def task(name: str, cost: float) -> float:
        order.append(name)
        return cost * next(slowness)

    rounds = alternate({"one": lambda: task("one", 1.0), "two": lambda: task("two", 3.0)}, 3)
    assert sorted(order[:2]) == sorted(order[2:4]) == sorted(order[4:]) == ["one", "two"]
    assert rounds.ratio("two", "one") == 3.0
    assert rounds.medians() == {"one": 5.0, "two": 15.0}


@pytest.mark.parametrize("count", [2, 3, 10])
def test_nobody_is_measured_twice_in_succession(count: int) -> None:
    """The second time would find its own things in the processor's caches, which is worth a third to some."""
    order: list[str] = []

    def task(name: str) -> float:
        order.append(name)
        return 1.0

    alternate({str(each): partial(task, str(each)) for each in range(count)}, 40)
    assert all(one != other for one, other in itertools.pairwise(order))


def test_garbage_collection_stays_on_while_measuring() -> None:
    """As in a game; and afterwards nothing is left frozen."""
    import gc

    gc.unfreeze()
    with settled():
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("name", ["far-deadline", "rings", "stages", "hits", "search", "collision"])
def test_row_measures_and_can_be_printed_saved_and_read(name: str, tmp_path: Path) -> None:
    row = ROWS[name](GLANCE)
    assert row.name == name
    assert row.ratios
    assert all(value > 0 for case in row.figures.values() for value in case.values())
    report = report_of(row)
    assert row.title in as_text(report)
    results.save(report, tmp_path / "results.json")
    read = results.load(tmp_path / "results.json")
    assert read.rows[0].ratios[0].name == row.ratios[0].name
    assert read.ratios.keys() == report.ratios.keys()


def test_a_file_tells_nothing_of_whose_machine_it_is(tmp_path: Path) -> None:
    """No host name and no path; machine and versions are there."""
    results.save(report_of(row_of()), tmp_path / "results.json")
    for path in (tmp_path / "results.json", *COMMITTED):
        content = json.loads(path.read_text(encoding="utf-8"))
        assert content["machine"].keys() == {"cpu", "cores", "system"}
        assert {"Python", "arcade"} <= content["versions"].keys()
        if sys.platform == "linux":
            assert os.uname().nodename not in path.read_text(encoding="utf-8")
        assert "/home" not in path.read_text(encoding="utf-8")


def test_results_are_committed_and_have_every_row() -> None:
    assert COMMITTED
    for path in COMMITTED:
        report = results.load(path)
        assert not report.quick
        assert {row.name for row in report.rows} == set(ROWS)
        assert results.committed(report.versions["arcade"]) in COMMITTED
    assert results.committed("1.0.0") is None


def test_rows_of_the_cost_table_carry_its_bounds() -> None:
    """Design, section 5: must and aim, from the committed results."""
    ratios = results.load(COMMITTED[0]).ratios
    bounds = {(ratio.must, ratio.aim) for ratio in ratios.values()}
    assert {
        (1.7, 2.5), (1.0, None), (3.0, 4.0), (6.0, 10.0), (15, 30), (2.5, 1.7), (3.0, 2.0), (1.0, 0.2), (10, 20),
        (100, 200), (5, 2), (2.5, 1.5), (1.35, 1.05), (1.8, 1.3), (1.6, 1.3), (0, None), (64, None),
    } <= bounds  # fmt: skip


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('{"format": 0, "rows": []}', "has format 0, but format 1 is needed"),
        ('{"rows": []}', "is no result file"),
        ("[1]", "is no result file"),
        ("no json", "cannot be read"),
        ('{"format": 1, "rows": [{"name": "a"}]}', "has not its fields"),
    ],
)
def test_file_of_another_version_is_refused_by_the_plot(
    content: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bad input: a clear message, and what to do."""
    path = tmp_path / "old.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadResultsError, match=words):
        results.load(path)
    assert plot.main([str(path), "--output", str(tmp_path)]) == 1
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert plot.main([str(tmp_path / "none.json")]) == 1
    assert "none.json" in capsys.readouterr().err


def test_pictures_are_drawn_or_what_they_need_is_named(tmp_path: Path) -> None:
    """matplotlib is in the extra "bench" alone; both outcomes are right, each where it belongs."""
    code = plot.main([*map(str, COMMITTED), "--output", str(tmp_path)])
    if find_spec("matplotlib") is None:
        assert code == 1
    else:
        assert code == 0
        assert {path.name for path in tmp_path.iterdir()} == {"performance_cost.png", "performance_frames.png"}


def test_plot_without_matplotlib_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert plot.main([*map(str, COMMITTED), "--output", str(tmp_path)]) == 1
    assert "python -m pip install matplotlib" in capsys.readouterr().err


def test_plot_of_results_without_the_rows_it_draws_is_refused() -> None:
    """A file of some rows alone is no picture."""
    with pytest.raises(BadResultsError, match="have no row constant: measure all rows"):
        plot._row(report_of(row_of()), "constant")
    with pytest.raises(BadResultsError, match="are of a quick run"):
        plot.plot([report_of(row_of(), quick=True)], Path())
    with pytest.raises(BadResultsError, match="no result files"):
        plot.plot([], Path())


def test_page_shows_the_committed_figures() -> None:
    """docs/performance.md was written by ``python -m benchmarks.plot`` from what is committed."""
    page = (plot.DOCS / "performance.md").read_text(encoding="utf-8")
    assert plot.with_tables(page, [results.load(path) for path in COMMITTED]) == page
    for image in ("performance_cost.png", "performance_frames.png"):
        assert f"(images/{image})" in page
        assert (plot.DOCS / "images" / image).exists()
    with pytest.raises(BadResultsError, match="has no lines"):
        plot.with_tables("a page without a place", [])


def test_missing_rival_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad input: the others are measured."""

    def not_installed(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setitem(sys.modules, "object_pool", None)
    monkeypatch.delitem(sys.modules, "benchmarks.ways.object_pool", raising=False)
    monkeypatch.setattr(metadata, "version", not_installed)
    rivals._load.cache_clear()
    try:
        missing, others = rivals.missing(), rivals.rivals()
    finally:
        rivals._load.cache_clear()
    assert missing["object-pool"] == "not installed (python -m pip install object-pool)"
    assert len(others) == len(RIVALS) - len(missing)
    assert "not measured: object-pool: not installed" in as_text(report_of(missing=missing))


def test_rival_that_does_not_fit_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed, but not for this Arcade, says so instead of ending the run."""
    monkeypatch.setattr(metadata, "version", lambda _: "9.9")
    rival = Rival("no_such_way", "NoSuchWay", "some-package")
    found = rivals._load(rival)
    assert isinstance(found, str)
    assert "version 9.9 does not work with what is installed here" in found
    with pytest.raises(ModuleNotFoundError):
        rivals._load(Rival("no_such_way", "NoSuchWay"))


def test_only_a_ratio_worse_than_half_fails() -> None:
    """Less than that can be the machine; and what is no ratio never fails."""
    before = report_of(
        row_of(
            Ratio("more", 4.0),
            Ratio("less", 2.0, less=True),
            Ratio("bytes", 10.0, less=True, unit="bytes"),
            Ratio("worst frame", 9.0, by_frame=True),
        )
    )
    noisy = report_of(
        row_of(
            Ratio("more", 2.1),
            Ratio("less", 3.9, less=True),
            Ratio("bytes", 99.0, less=True, unit="bytes"),
            Ratio("a new one", 0.1),
            Ratio("worst frame", 0.1, by_frame=True),
        )
    )
    bad = report_of(row_of(Ratio("more", 1.9), Ratio("less", 4.1, less=True)))
    assert results.worse(noisy, before) == {}
    assert results.worse(bad, before) == {"row: more": "1.9, was 4", "row: less": "4.1, was 2"}


@pytest.mark.parametrize("out", ["out.json", "committed.json"])
@pytest.mark.parametrize(("values", "code"), [([4.0], 0), ([1.0, 1.0, 1.0], 1), ([1.0, 4.0], 0), ([1.0, 1.0, 4.0], 0)])
def test_quick_run_exits_with_1_when_a_ratio_has_halved_three_times(
    values: list[float],
    code: int,
    out: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also when the new figures replace those that they are compared with."""
    file = tmp_path / "committed.json"
    results.save(report_of(row_of(Ratio("more", 4.0))), file)
    monkeypatch.setattr(results, "committed", lambda _: file)
    measured: list[list[str]] = []

    def measure(names: list[str], *_: object) -> Report:
        measured.append(names)
        return report_of(row_of(Ratio("more", values[len(measured) - 1])), quick=True)

    monkeypatch.setattr(command, "measure", measure)
    assert command.main(["--quick", "--json", str(tmp_path / out)]) == code
    assert results.load(tmp_path / out).quick
    assert ("worse than half of what is committed: row: more" in capsys.readouterr().out) == bool(code)
    assert measured == [list(ROWS), ["row"], ["row"]][: len(values)]


def test_file_that_cannot_be_written_is_refused_before_measuring(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits ten minutes for a file that was never possible; and a file that is possible is not made yet."""
    monkeypatch.setattr(command, "measure", lambda *_: pytest.fail("was measured"))
    assert command.main(["--json", str(tmp_path / "no folder" / "out.json")]) == 1
    assert "no folder" in capsys.readouterr().err
    assert command.main(["--json", str(tmp_path)]) == 1
    command._check_writable(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_unknown_row_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main(["--rows", "nonsense"])
    assert "constant" in capsys.readouterr().err


def test_bounds_count_in_the_right_direction() -> None:
    assert Ratio("more is better", 2.0, must=1.7).meets(1.7)
    assert not Ratio("more is better", 1.6, must=1.7).meets(1.7)
    assert Ratio("less is better", 1.6, must=1.7, less=True).meets(1.7)
    assert not Ratio("less is better", 1.8, must=1.7, less=True).meets(1.7)
    assert "MISSED" in as_text(report_of(row_of(Ratio("ratio", 1.0, must=2.0))))
    assert "aim met" in as_text(report_of(row_of(Ratio("ratio", 3.0, must=2.0, aim=3.0))))


def test_a_ratio_needs_rounds_of_both() -> None:
    with pytest.raises(ValueError, match="argument"):
        Rounds({"one": [1.0, 2.0], "two": [1.0]}).ratio("one", "two")


def test_arena_takes_the_least_of_each_frame() -> None:
    """What differs between games that are the same is the machine; what all of them have is a hitch of the game."""
    # In the second game the machine was half as fast.
    assert least_of_each([[1.0, 9.0, 2.0], [4.0, 20.0, 3.0]]) == [0.5, 4.5, 0.75]
