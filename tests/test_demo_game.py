"""The demo arena (design, section 6): its command line, its report, its rules and the ways between its screens."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import weakref
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pytest_mock import MockerFixture

# Read by Arcade when it is imported.
os.environ["ARCADE_HEADLESS"] = "True"

import arcade
from arcade import key
from pyglet.media import Player, Source

from arcade_pool import Frames, RecycleReason
from demo_game import __main__ as command
from demo_game.actors import Bomb, Ship
from demo_game.app import GameWindow
from demo_game.arena import Arena
from demo_game.cabinet import NoScreenError
from demo_game.run import DELTA_TIME, drive, percentile, report
from demo_game.screens import Screen
from demo_game.sounds import Sounds
from helpers import run_script

ROOT = Path(__file__).resolve().parents[1]
MakeGame = Callable[..., GameWindow]


# --- whole runs, each in a process of its own ---


def start_run(folder: Path, name: str, frames: int, seed: int, hash_seed: int) -> subprocess.Popen[str]:
    """Begins a run as a user begins it, with warnings as errors."""
    arguments = ["--headless", "--autoplay", f"--frames={frames}", f"--seed={seed}"]
    files = [f"--report={folder / name}.json", f"--screenshot={folder / name}.png"]
    return subprocess.Popen(  # noqa: S603  # our own game
        [sys.executable, "-W", "error", "-m", "demo_game", *arguments, *files],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, dict[str, Any]]]:
    """A longer run, and two shorter ones with one seed; the folder with their files, and their reports."""
    folder = tmp_path_factory.mktemp("runs")
    wanted = {"long": (620, 7, 0), "once": (150, 11, 1), "again": (150, 11, 2)}
    reports = {}
    processes = {name: start_run(folder, name, *settings) for name, settings in wanted.items()}
    for name, process in processes.items():
        output, errors = process.communicate(timeout=110)
        assert process.returncode == 0, output + errors
        reports[name] = json.loads((folder / f"{name}.json").read_text())
    return folder, reports


def test_same_seed_gives_the_same_game(runs: tuple[Path, dict[str, dict[str, Any]]]) -> None:
    """Section 6: same seed, same score, wave and kills; here also every single count of every pool."""
    once, again = runs[1]["once"], runs[1]["again"]
    figures = ("frames", "seed", "score", "wave", "kills", "rounds", "pools")
    assert {name: once[name] for name in figures} == {name: again[name] for name in figures}


def test_report_is_complete(runs: tuple[Path, dict[str, dict[str, Any]]]) -> None:
    """Section 6: what the report holds."""
    report = runs[1]["long"]
    assert set(report) == {
        "frames", "seed", "score", "wave", "kills", "rounds", "update_ms", "created_after_warmup", "pools",
    }  # fmt: skip
    assert (report["frames"], report["seed"]) == (620, 7)
    times = report["update_ms"]
    assert 0 < times["p50"] <= times["p95"] <= times["p99"] <= times["max"]
    assert {"bullets", "enemy bullets", "drifters", "explosions", "sparks", "popups", "bombs"} <= set(report["pools"])
    for stats in report["pools"].values():
        assert stats["created"] == stats["active"] + stats["idle"] + stats["retiring"] + stats["destroyed"]
        assert stats["hit_rate"] == 1.0


def test_nothing_is_made_after_the_warm_up(runs: tuple[Path, dict[str, dict[str, Any]]]) -> None:
    """Section 6: the pools are filled before the fight, and large enough for it."""
    assert runs[1]["long"]["created_after_warmup"] == 0


def test_autopilot_fights(runs: tuple[Path, dict[str, dict[str, Any]]]) -> None:
    """Section 6: ten seconds of it are enough for the second wave."""
    report = runs[1]["long"]
    assert report["kills"] >= 10
    assert report["wave"] >= 2
    assert report["score"] > 20 * report["kills"]


def test_screenshot_shows_the_fight(runs: tuple[Path, dict[str, dict[str, Any]]]) -> None:
    """Section 6: a PNG of the last frame. Of a window in which nothing is drawn it would have one colour."""
    with Image.open(runs[0] / "long.png") as picture:
        assert (picture.format, picture.size) == ("PNG", (1280, 720))
        assert len(picture.convert("RGB").getcolors(picture.width * picture.height) or ()) > 1000


# --- the command line ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--frames", "0"], "at least 1"),
        (["--frames", "-5"], "at least 1"),
        (["--frames", "many"], "whole number"),
        (["--seed", "-1"], "at least 0"),
        (["--seed", "1.5"], "whole number"),
        (["--report", "{folder}/missing/report.json"], "No such file"),
        (["--report", "{folder}"], "Is a directory"),
        (["--screenshot", "{folder}"], "Is a directory"),
        (["--screenshot", "{folder}/missing/shot.png"], "No such file"),
        (["--report", "{folder}/file/report.json"], "Not a directory"),
        (["--report", "{folder}/same", "--screenshot", "{folder}/same"], "the same file"),
        (["--report", "{folder}/" + 300 * "a"], "too long"),
    ],
)
def test_bad_command_line_ends_before_the_run(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    """A wrong command line is exit code 2, with the reason on stderr and nothing done."""
    play = mocker.patch.object(command, "_play")
    (tmp_path / "file").write_text("content")
    with pytest.raises(SystemExit) as stop:
        command.main(["--headless", *(argument.format(folder=tmp_path) for argument in arguments)])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert not play.called
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="pipes have no paths here")
def test_a_report_goes_into_a_pipe(mocker: MockerFixture, make_game: MakeGame) -> None:
    """As with ``--report >(jq .score)``: the pipe can be opened as /dev/fd/63, but not by what that is a link to."""
    mocker.patch("demo_game.app.open_game", return_value=make_game(autoplay=True))
    reading, writing = os.pipe()
    assert command.main(["--headless", "--frames", "2", "--report", f"/dev/fd/{writing}"]) == 0
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        assert json.load(pipe)["frames"] == 2


def test_a_link_that_leads_nowhere_yet_stays(tmp_path: Path, mocker: MockerFixture) -> None:
    """The file that is tried is the one behind it."""
    play = mocker.patch.object(command, "_play", return_value=0)
    link = tmp_path / "latest.json"
    link.symlink_to(tmp_path / "report.json")
    assert command.main(["--headless", "--report", str(link)]) == 0
    assert link.is_symlink()
    assert not link.exists()
    assert play.call_args.args[0].report.resolve() == (tmp_path / "report.json").resolve()


def test_folder_that_takes_no_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    """Mocked, because an administrator may write to any folder."""
    mocker.patch.object(Path, "open", side_effect=PermissionError(13, "Permission denied"))
    with pytest.raises(SystemExit) as stop:
        command.main(["--headless", "--screenshot", str(tmp_path / "shot.png")])
    assert stop.value.code == 2
    assert "Permission denied" in capsys.readouterr().err


def test_file_that_cannot_be_written_at_the_end_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mocker: MockerFixture, make_game: MakeGame
) -> None:
    """A folder that has gone meanwhile: exit code 1, and no traceback."""
    window = make_game(autoplay=True)
    mocker.patch("demo_game.app.open_game", return_value=window)
    folder = tmp_path / "folder"
    folder.mkdir()
    window.arena.pools.call_soon(folder.rmdir)
    assert command.main(["--headless", "--frames", "2", "--report", str(folder / "report.json")]) == 1
    assert "demo_game: a file could not be written" in capsys.readouterr().err


def test_without_a_display_it_plays_headless_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mocker: MockerFixture
) -> None:
    """Section 6: on Linux, neither DISPLAY nor WAYLAND_DISPLAY means that there is nothing to see."""
    play = mocker.patch.object(command, "_play", return_value=0)
    monkeypatch.setattr(sys, "platform", "linux")
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "ARCADE_HEADLESS", "PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS"):
        monkeypatch.delenv(variable, raising=False)
    assert command.main([]) == 0
    assert capsys.readouterr().out.count("\n") == 1
    options = play.call_args.args[0]
    assert (options.headless, options.autoplay, options.frames, options.seed) == (True, True, 1800, 7)
    assert os.environ["ARCADE_HEADLESS"] == "True"
    assert os.environ["PYGLET_AUDIO"] == "silent"
    monkeypatch.setenv("DISPLAY", ":0")
    for variable in ("ARCADE_HEADLESS", "PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS"):
        monkeypatch.delenv(variable)
    assert command.main([]) == 0
    options = play.call_args.args[0]
    assert (options.headless, options.autoplay, options.frames) == (False, False, None)
    assert not {"ARCADE_HEADLESS", "PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS"} & os.environ.keys()


def test_without_opengl_it_names_what_to_install(capsys: pytest.CaptureFixture[str], mocker: MockerFixture) -> None:
    """No traceback, but the packages; exit code 1. Mocked, because the tests themselves need OpenGL."""
    mocker.patch("demo_game.app.GameWindow", side_effect=NoScreenError("no context"))
    assert command.main(["--headless", "--frames", "1"]) == 1
    message = capsys.readouterr().err
    assert "no context" in message
    assert "libegl1 libgl1 libglu1-mesa libgl1-mesa-dri" in message


def test_percentiles_are_values_that_occurred() -> None:
    """Section 6: p50, p95 and p99 of the update times."""
    values = [float(value) for value in range(100, 0, -1)]
    assert [percentile(values, percent) for percent in (50, 95, 99, 100)] == [51.0, 96.0, 100.0, 100.0]
    assert percentile([3.0], 50) == 3.0
    assert percentile([], 99) == 0.0


# --- the game, in this process ---


@pytest.fixture
def make_game(games: list[GameWindow]) -> MakeGame:
    """Opens the window of the game."""

    def make(seed: int = 3, *, autoplay: bool = False, pooling: bool = True) -> GameWindow:
        window = GameWindow(seed, autoplay=autoplay, pooling=pooling)
        games.append(window)
        window.dispatch_events()  # its first size
        return window

    return make


def skip(window: GameWindow, seconds: float) -> None:
    """Lets time pass, without drawing."""
    for _ in range(round(seconds * 60)):
        view = window.current_view
        assert view is not None
        view.on_update(DELTA_TIME)


def send(window: GameWindow, event: str, *arguments: int) -> None:
    """An event as the window receives it."""
    window.dispatch_event(event, *arguments)
    window.dispatch_events()


def press(window: GameWindow, symbol: int) -> None:
    """Presses a key and keeps it down."""
    send(window, "on_key_press", symbol, 0)


def shown(window: GameWindow) -> arcade.View | None:
    """The view on show. (For a type checker, asking the window twice would be two answers to one question.)"""
    return window.current_view


def after(frames: int, action: Callable[[], object]) -> Generator[object, Any, None]:
    """A coroutine that does something in one of the next updates."""
    yield Frames(frames)
    action()


def ship_of(arena: Arena) -> Ship:
    """The ship, which must be alive."""
    ship = arena.ship.get()
    assert ship is not None
    return ship


def test_from_title_to_restart(make_game: MakeGame) -> None:
    """The way through the screens, by key and by mouse, and every screen drawn."""
    window = make_game()
    arena = window.arena
    assert shown(window) is window.title
    assert drive(window, 30).frames == 30
    press(window, key.ENTER)
    assert shown(window) is arena
    drive(window, 10)

    press(window, key.ESCAPE)
    assert isinstance(shown(window), Screen)
    time, active = arena.pools.time, arena.pools.total().active
    drive(window, 10)
    assert (arena.pools.time, arena.pools.total().active) == (time, active)
    press(window, key.P)
    assert shown(window) is arena

    ship_of(arena).health = 0
    for _ in range(600):
        if isinstance(shown(window), Screen):
            break
        skip(window, 1 / 60)
    over = shown(window)
    assert isinstance(over, Screen)
    send(window, "on_mouse_press", 640, 360, arcade.MOUSE_BUTTON_LEFT, 0)
    drive(window, 2)
    assert shown(window) is over, "a shot that came too late must not click the score away"
    skip(window, 1)
    send(window, "on_mouse_press", 640, 360, arcade.MOUSE_BUTTON_LEFT, 0)
    assert shown(window) is arena
    assert ship_of(arena).health == Ship.MAX_HEALTH
    assert (len(arena.rounds), arena.tally.score, arena.pools.time_scale) == (2, 0, 1.0)

    press(window, key.P)
    press(window, key.Q)
    assert shown(window) is window.title
    press(window, key.ESCAPE)
    assert window.closed


def test_a_new_round_makes_nothing_new(make_game: MakeGame) -> None:
    """The pools of the last round serve the next one; and no texture is drawn in a fight."""
    window = make_game(autoplay=True)
    atlas: Any = window.ctx.default_atlas
    created, drawn = window.arena.pools.total().created, len(atlas.textures)
    skip(window, 10)
    window.play()
    assert window.arena.pools.total().active == 1
    skip(window, 10)
    assert window.arena.pools.total().created == created
    assert len(atlas.textures) == drawn


def test_autopilot_begins_again_when_the_ship_is_lost(make_game: MakeGame) -> None:
    """Section 6: kills and the best score go on over the rounds."""
    window = make_game(autoplay=True)
    arena = window.arena
    skip(window, 10)
    first = arena.tally
    assert first.kills > 0
    ship_of(arena).health = 0
    skip(window, 3)
    assert shown(window) is arena
    assert arena.rounds == [first, arena.tally]
    assert first.kills > arena.tally.kills
    assert window.best.value == first.score > arena.tally.score


def test_keys_move_the_ship_and_the_mouse_aims_and_shoots(make_game: MakeGame) -> None:
    """WASD and arrows, the left button held; a released key stops."""
    window = make_game()
    window.play()
    ship = ship_of(window.arena)
    press(window, key.A)
    press(window, key.UP)
    send(window, "on_mouse_motion", 1279, 400, 0, 0)
    send(window, "on_mouse_press", 1279, 400, arcade.MOUSE_BUTTON_LEFT, 0)
    skip(window, 0.5)
    assert ship.center_x < 600
    assert ship.center_y > 400
    assert 90 < ship.angle < 110
    assert window.arena.spawner.bullets.active_count >= 3
    send(window, "on_mouse_release", 1279, 400, arcade.MOUSE_BUTTON_LEFT, 0)
    send(window, "on_key_release", key.A, 0)
    send(window, "on_key_release", key.UP, 0)
    skip(window, 2)
    assert window.arena.spawner.bullets.active_count == 0
    assert abs(ship.change_x) + abs(ship.change_y) < 0.01


def test_bomb_ticks_and_then_clears_its_surroundings(make_game: MakeGame) -> None:
    """Its lifetime is one coroutine (T4); what it spawns is a ring of 24 bullets."""
    window = make_game()
    window.play()
    arena = window.arena
    press(window, key.SPACE)
    skip(window, 1 / 60)
    assert (arena.tally.bombs, arena.spawner.bombs.active_count) == (2, 1)
    bomb = next(iter(arena.spawner.bombs))
    near = arena.spawner.enemies["hunters"].try_spawn(bomb.center_x + 150, bomb.center_y)
    far = arena.spawner.enemies["hunters"].try_spawn(bomb.center_x + Bomb.RADIUS + 350, bomb.center_y)
    assert near is not None
    assert far is not None
    near.speed = far.speed = 0.0  # type: ignore[attr-defined]  # hunters, which stand still for this
    shot = arena.spawner.enemy_bullets.spawn(bomb.center_x + 60, bomb.center_y - 200, angle=0)
    lives = [enemy.lease for enemy in (near, far)]
    skip(window, 1.15)
    assert bomb.lease.alive
    assert shot.lease.alive
    skip(window, 0.3)
    assert not bomb.lease.alive
    assert not shot.lease.alive
    assert [life.alive for life in lives] == [False, True]
    assert arena.tally.kills == 1
    assert arena.spawner.bullets.active_count == 24


def test_hits_cost_health(make_game: MakeGame) -> None:
    """A hit is followed by a moment of grace; a shield takes hits first."""
    window = make_game()
    window.play()
    ship = ship_of(window.arena)
    skip(window, 1.6)
    ship.hurt()
    ship.hurt()
    assert ship.health == 4
    skip(window, 1.6)
    ship.raise_shield()
    ship.hurt()
    assert ship.health == 4


def test_shield_goes_with_the_ship(make_game: MakeGame) -> None:
    """L4: what a lease has adopted ends with it."""
    window = make_game()
    window.play()
    arena, ship = window.arena, ship_of(window.arena)
    ship.raise_shield()
    assert arena.spawner.shields.active_count == 1
    ship.health = 0
    skip(window, 0.1)
    assert (arena.spawner.ships.active_count, arena.spawner.shields.active_count) == (0, 0)


def test_pickup_blinks_and_vanishes(make_game: MakeGame) -> None:
    """Its lifetime is a coroutine: still, blinking, gone."""
    window = make_game()
    window.play()
    left = window.arena.spawner.pickups.spawn(60, 60, kind="power")
    life = left.lease
    skip(window, 5.9)
    assert left.alpha == 255
    skip(window, 0.2)
    assert left.alpha < 255
    skip(window, 2.2)
    assert not life.alive


def test_pickup_is_collected(make_game: MakeGame) -> None:
    """Touching it is enough, and ends its lease."""
    window = make_game()
    window.play()
    arena, ship = window.arena, ship_of(window.arena)
    lives = [arena.spawner.pickups.spawn(*ship.position, kind=kind).lease for kind in ("power", "refill", "shield")]
    skip(window, 1 / 60)
    assert not any(life.alive for life in lives)
    assert (ship.barrels, arena.tally.bombs, arena.spawner.shields.active_count) == (2, 4, 1)
    skip(window, 10.1)
    assert ship.barrels == 1


def test_gunner_arrives_shoots_and_flees(make_game: MakeGame) -> None:
    """Its lifetime is a coroutine of three stages, and its gun a side task that the last stage stops."""
    window = make_game()
    window.play()
    arena = window.arena
    gunner = arena.spawner.enemies["gunners"].spawn(-48, 360)
    life = gunner.lease
    skip(window, 6)
    shots = arena.spawner.enemy_bullets.pool.stats().spawned
    assert shots > 0
    assert life.alive
    gunner.hp = 2
    skip(window, 0.1)
    assert abs(gunner.change_angle) == 7.0
    skip(window, 4)
    assert not life.alive
    assert life.reason is RecycleReason.EXPIRED


def test_a_full_pool_makes_the_squad_wait(make_game: MakeGame) -> None:
    """S1: the number of enemies stays bounded, and nothing is raised."""
    window = make_game()
    window.play()
    arena = window.arena
    drifters = arena.spawner.enemies["drifters"]
    skip(window, 1)
    while drifters.try_spawn(-48, 360) is not None:
        pass
    skip(window, 2)
    assert drifters.pool.total_count == drifters.pool.config.max_size
    assert drifters.pool.stats().exhausted > 1


def test_closing_the_window_in_a_wave_ends_the_run(make_game: MakeGame) -> None:
    """No error, and what was played until then is counted."""
    window = make_game(autoplay=True)
    window.arena.pools.start(after(41, window.close))
    run = drive(window, 100)
    assert window.closed
    assert (run.frames, len(run.update_ms), run.created_after_warmup) == (40, 41, 0)


def test_asking_to_close_ends_the_run(make_game: MakeGame) -> None:
    """The button of the window's frame asks; Arcade's own loop is not there to close it."""
    window = make_game(autoplay=True)
    window.arena.pools.start(after(5, window.on_close))
    assert drive(window, 100).frames == 5


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (1000, 1000), (1600, 600)])
def test_the_whole_arena_is_shown_in_a_window_of_any_size(make_game: MakeGame, size: tuple[int, int]) -> None:
    """The arena keeps its shape; the middle is the middle, and the nearer edges fill the window."""
    window = make_game()
    send(window, "on_resize", *size)
    width, height = size
    assert window.stage.place_of(width / 2, height / 2) == pytest.approx((640, 360), abs=2)
    left, bottom = window.stage.place_of(0, 0)
    assert left <= 2
    assert bottom <= 2
    assert max(left, bottom) == pytest.approx(0, abs=2)


# --- the end of the game ---


def objects_of_the_game() -> int:
    """Those that are instances of the game's own classes, and alive after a collection."""
    gc.collect()
    return sum(type(each).__module__.startswith("demo_game.") for each in gc.get_objects())


@pytest.mark.parametrize("pooling", [True, False])
def test_a_game_that_was_closed_is_freed(make_game: MakeGame, games: list[GameWindow], *, pooling: bool) -> None:
    """Window, arena and views, with all that lives in them; whatever was on show, and however it was spawned."""

    def play() -> list[weakref.ref[object]]:
        window = make_game(pooling=pooling)
        drive(window, 2)
        window.play()
        for symbol in (key.F1, key.F3, key.SPACE):
            press(window, symbol)
        skip(window, 0.5)
        drive(window, 2)
        press(window, key.P)
        drive(window, 2)
        paused = shown(window)
        press(window, key.P)
        ship_of(window.arena).health = 0
        skip(window, 2)
        drive(window, 2)
        over = shown(window)
        assert isinstance(over, Screen)
        window.play()
        skip(window, 2)
        drive(window, 2)
        window.close()
        arena = window.arena
        parts = (window, arena, arena.pools, arena.spawner, arena.hud, window.stage, window.title, paused, over)
        return [weakref.ref(part) for part in parts]

    before = objects_of_the_game()
    parts = play()
    games.clear()
    assert objects_of_the_game() == before
    assert [part() for part in parts] == [None] * len(parts)


def test_a_game_that_is_closed_within_an_update_is_freed(make_game: MakeGame, games: list[GameWindow]) -> None:
    """By a task of its own, which runs while all tasks are ended."""

    def play() -> weakref.ref[object]:
        window = make_game(autoplay=True)
        window.arena.pools.start(after(41, window.close))
        assert drive(window, 100).frames == 40
        return weakref.ref(window)

    before = objects_of_the_game()
    window = play()
    games.clear()
    assert objects_of_the_game() == before
    assert window() is None


def test_closing_ends_every_lease_and_keeps_the_figures(make_game: MakeGame) -> None:
    """A run that ends early has a report all the same."""
    window = make_game(autoplay=True)
    run = drive(window, 60)
    arena, ship, figures = window.arena, window.arena.ship, report(run, window, 3)
    window.close()
    window.close()
    assert not ship.alive
    assert list(arena.pools) == []
    assert report(run, window, 3) == figures
    assert figures["pools"]["ships"]["spawned"] == 1


# --- sounds ---


def test_without_a_sound_device_the_game_is_silent(mocker: MockerFixture) -> None:
    """A device that fails is mocked: at loading, and at playing."""
    load = mocker.patch("arcade.load_sound", side_effect=RuntimeError("no device"))
    sounds = Sounds()
    sounds.play("shot")
    sounds.flush()
    load.side_effect = None
    load.return_value.play.side_effect = OSError("unplugged")
    sounds = Sounds()
    for _ in range(2):
        sounds.play("shot")
        sounds.flush()
    assert load.return_value.play.call_count == 1


def test_with_a_sound_device_that_fails_the_game_goes_on(make_game: MakeGame, mocker: MockerFixture) -> None:
    """Mocked where pyglet asks for its driver. Each sound is tried once, and leaves no player behind."""
    window = make_game(autoplay=True)
    driver = mocker.patch("pyglet.media.player.get_audio_driver", side_effect=OSError("no sound card"))
    play = mocker.spy(arcade.Sound, "play")
    window.sounds = window.arena.sounds = Sounds()
    players = list(Source._players)
    skip(window, 6)
    press(window, key.M)
    tried = [call.args[0] for call in play.call_args_list]
    assert driver.called
    assert window.arena.tally.kills > 0
    assert len(tried) == len(set(tried)) > 3
    assert Source._players == players


#: A machine where no sound device can be opened, for a process of its own: pyglet chooses its driver once only.
NO_DEVICE = """
import os, sys, types
asked = []
def fail(*_):
    asked.append(True)
    raise OSError("no sound card")
for name in ("directsound", "openal", "pulse", "xaudio2"):
    sys.modules["pyglet.media.drivers." + name] = types.SimpleNamespace(create_audio_driver=fail)
for variable in ("PYGLET_AUDIO", "ARCADE_SOUND_BACKENDS"):
    os.environ.pop(variable, None)
"""


def test_where_no_sound_device_can_be_opened_the_game_is_played() -> None:
    """By the driver that pyglet falls back on, which plays nothing."""
    played = """
from demo_game.app import GameWindow
from demo_game.run import drive
from demo_game.sounds import Sounds
window = GameWindow(3, autoplay=True)
window.sounds = window.arena.sounds = Sounds()
assert asked, "the machine has not been asked for a device"
assert drive(window, 60).frames == 60
window.close()
print("played")
"""
    assert run_script(NO_DEVICE + played) == "played\n"


def test_without_a_screen_no_sound_device_is_opened() -> None:
    """It has no listener; and where there is ALSA but no sound card, that alone would write to the error stream."""
    played = """
from demo_game.__main__ import main
assert main(["--headless", "--frames", "2"]) == 0
print(len(asked))
"""
    assert run_script(NO_DEVICE + played).splitlines()[-1] == "0"


def test_a_sound_is_played_once_per_frame_and_m_changes_the_volume(make_game: MakeGame, mocker: MockerFixture) -> None:
    """M goes from loud to silent and back; what was asked for while it was off is not heard later."""
    load = mocker.patch("arcade.load_sound")
    window = make_game()
    window.sounds = sounds = Sounds()
    for _ in range(3):
        sounds.play("pickup")
    sounds.flush()
    play = load.return_value.play
    assert play.call_count == 1
    loud = play.call_args.args[0]
    # Each time it is heard how loud it is now.
    press(window, key.M)
    assert 0 < play.call_args.args[0] < loud
    press(window, key.M)
    press(window, key.M)
    assert (sounds.volume, play.call_count) == (0, 3)
    sounds.play("shot")
    sounds.flush()
    press(window, key.M)
    assert play.call_count == 4
    assert play.call_args.args[0] == loud


def test_closing_ends_the_sounds(mocker: MockerFixture) -> None:
    """Those that are heard are stopped, those that have ended are forgotten, and none is played from then on."""
    heard, ended = Player(), Player()
    load, stop = mocker.patch("arcade.load_sound"), mocker.patch("arcade.stop_sound")
    load.return_value.play.side_effect = [ended, heard]
    sounds = Sounds()
    for name in ("shot", "hit"):
        sounds.play(name)
        sounds.flush()
    load.return_value.play.side_effect = None
    load.reset_mock()
    del ended
    gc.collect()
    sounds.close()
    stop.assert_called_once_with(heard)
    sounds.play("shot")
    sounds.flush()
    assert not load.return_value.play.called
