"""The demo arena (design, section 6): without pools, under stress, with a boss, and what it keeps of its player."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_mock import MockerFixture

# Read by Arcade when it is imported.
os.environ["ARCADE_HEADLESS"] = "True"

import arcade
from arcade import key

from demo_game.actors import Ship
from demo_game.app import GameWindow
from demo_game.arena import Arena
from demo_game.controls import Devices
from demo_game.lifetimes import STORM_SHOT
from demo_game.run import DELTA_TIME, drive
from demo_game.score import BestScore
from demo_game.spawner import SPARKS_AT_ONCE
from demo_game.waves import BOSS_EVERY, plan

# --- the game, in this process ---


def open_game(games: list[GameWindow], seed: int = 3, *, autoplay: bool = False, pooling: bool = True) -> GameWindow:
    """The game, in the arena."""
    window = GameWindow(seed, autoplay=autoplay, pooling=pooling)
    games.append(window)
    window.dispatch_events()
    if not autoplay:
        window.play()
    return window


def skip(window: GameWindow, seconds: float) -> None:
    """Lets time pass, without drawing."""
    for _ in range(round(seconds * 60)):
        view = window.current_view
        assert view is not None
        view.on_update(DELTA_TIME)


def press(window: GameWindow, symbol: int) -> None:
    """Presses a key."""
    window.dispatch_event("on_key_press", symbol, 0)
    window.dispatch_events()


def course_of(arena: Arena) -> tuple[object, ...]:
    """The course of the game; any chance that was used otherwise shows in the last one."""
    return arena.rounds, arena.rng.getstate()


def test_the_game_is_the_same_without_pools(games: list[GameWindow]) -> None:
    """Section 6: same seed, same score, wave and kills, pooled or not."""
    courses, stats = [], []
    for pooling in (True, False):
        window = open_game(games, 7, autoplay=True, pooling=pooling)
        skip(window, 18)
        courses.append(course_of(window.arena))
        stats.append(window.arena.pools.stats())
    assert courses[0] == courses[1]
    assert window.arena.tally.kills != 0
    assert stats[0]["without pools"].spawned == 0
    assert stats[1]["sparks"].spawned == 0
    # Each of them was made for its one spawn, and is gone.
    lone = stats[1]["without pools"]
    assert lone.created == lone.spawned > 1000
    assert lone.destroyed == lone.created - lone.active


def test_without_pools_each_spawn_is_a_new_sprite_that_is_killed(games: list[GameWindow]) -> None:
    """Section 6: a new sprite in a plain SpriteList; its end is ``kill()``."""
    window = open_game(games, pooling=False)
    supply = window.arena.spawner.bullets
    first = supply.spawn(640, 360)
    assert type(supply.plain) is arcade.SpriteList
    assert first.sprite_lists == [supply.plain]
    assert first.recycle()
    assert (first.sprite_lists, len(supply.plain)) == ([], 0)
    second = supply.spawn(640, 360)
    assert second is not first
    skip(window, 1.4)
    assert second.sprite_lists == [], "its lifetime has ended it"


def test_f2_lets_what_is_alive_finish_as_it_began(games: list[GameWindow]) -> None:
    """Section 6: switched in the running game, and back. The graph shows it."""
    window = open_game(games)
    arena = window.arena
    supply = arena.spawner.enemies["drifters"]
    pooled = supply.spawn(300, 300)
    press(window, key.F2)
    lone = supply.spawn(900, 300)
    assert list(supply) == [pooled, lone]
    assert supply.active_count == 2
    places = pooled.position, lone.position
    skip(window, 0.5)
    assert pooled.position != places[0]
    assert lone.position != places[1]
    bullets = [arena.spawner.bullets.spawn(*enemy.position) for enemy in (pooled, lone)]
    assert [next(arena.spawner.bullets.touching(enemy)) for enemy in (pooled, lone)] == bullets
    press(window, key.F2)
    assert supply.spawn(600, 600) in supply.pool
    for enemy in list(supply):
        enemy.recycle()
    assert supply.active_count == 0


def test_without_pools_the_limits_are_the_same(games: list[GameWindow]) -> None:
    """S1: where a full pool refuses, or takes the oldest one's place, so does the other way."""
    window = open_game(games, pooling=False)
    drifters, popups = window.arena.spawner.enemies["drifters"], window.arena.spawner.popups
    while drifters.try_spawn(300, 300) is not None:
        pass
    assert len(drifters.plain) == drifters.pool.config.max_size
    oldest = popups.spawn(1, 1, text="1", colour=arcade.color.RED)
    for _ in range(popups.pool.config.max_size or 0):
        popups.spawn(2, 2, text="1", colour=arcade.color.RED)
    assert oldest.sprite_lists == []
    assert len(popups.plain) == popups.pool.config.max_size


def test_ended_ones_are_not_visited_any_more(games: list[GameWindow]) -> None:
    """I1, for both ways: a hit may clear the air in the midst of a loop over what hits."""
    for pooling in (True, False):
        window = open_game(games, pooling=pooling)
        arena = window.arena
        ship = arena.ship.get()
        assert ship is not None
        shots = [arena.spawner.enemy_bullets.spawn(*ship.position) for _ in range(3)]
        touching = arena.spawner.enemy_bullets.touching(ship)
        first = next(touching)
        for shot in shots:
            if shot is not first:
                shot.recycle()
        assert list(touching) == []


def test_f3_fills_the_screen_and_changes_nothing_else(games: list[GameWindow]) -> None:
    """Section 6: thousands of bullets, of a class with batched motion (M1); they hit nothing."""
    courses = []
    for stormy in (False, True):
        window = open_game(games, 7, autoplay=True)
        if stormy:
            press(window, key.F3)
        skip(window, STORM_SHOT + 1.8)
        courses.append(course_of(window.arena))
    assert courses[0] == courses[1]
    storm = window.arena.spawner.storm
    assert 4000 < storm.active_count <= (storm.pool.config.max_size or 0)
    assert storm.pool.stats().misses < storm.pool.stats().spawned / 10, "it was filled ahead"
    drive(window, 1)
    press(window, key.F3)
    skip(window, STORM_SHOT + 0.1)
    assert storm.active_count == 0


def test_f1_shows_the_overlay_on_top_of_the_arena_only(games: list[GameWindow]) -> None:
    """Section 6: drawn while the arena is on show; a pause screen is not written over."""
    window = open_game(games)
    overlay = window.arena.showcase.overlay
    assert not overlay.visible
    drive(window, 2)
    plain = arcade.get_pixel(window.width - 30, window.height - 300)
    press(window, key.F1)
    drive(window, 3)
    assert overlay.visible
    assert arcade.get_pixel(window.width - 30, window.height - 300) != plain
    press(window, key.F2)
    drive(window, 2)
    press(window, key.F1)
    assert not overlay.visible


def test_a_new_round_ends_the_storm_and_keeps_the_way_of_spawning(games: list[GameWindow]) -> None:
    """Every lease and task of the last round ends, those without pools as well."""
    window = open_game(games)
    press(window, key.F2)
    press(window, key.F3)
    skip(window, 0.5)
    assert len(window.arena.spawner.storm.plain) > 500
    window.play()
    assert window.arena.pools.total().active == 1
    assert len(window.arena.spawner.storm.plain) == 0
    assert len(window.arena.spawner.ships.plain) == 1
    skip(window, 0.2)
    assert window.arena.spawner.storm.active_count == 0
    press(window, key.F3)
    skip(window, 0.2)
    assert window.arena.spawner.storm.active_count > 0


# --- bosses and blasts ---


def test_a_boss_comes_every_few_waves(games: list[GameWindow]) -> None:
    """And the wave lasts until it is gone."""
    rng = open_game(games).arena.rng
    waves = {wave: {squad.kind for squad in plan(wave, rng)} for wave in range(1, 3 * BOSS_EVERY)}
    assert [wave for wave, kinds in waves.items() if "bosses" in kinds] == [BOSS_EVERY, 2 * BOSS_EVERY]
    assert {"drifters", "hunters", "gunners", "weavers"} <= set().union(*waves.values())


def test_boss_goes_through_its_phases_and_makes_off(games: list[GameWindow]) -> None:
    """Its lifetime is one coroutine: a pattern until a third of its health is gone, then the next one."""
    window = open_game(games)
    arena = window.arena
    ship = arena.ship.get()
    assert ship is not None
    ship.invulnerable = True
    window.arena.pools.clear()  # no waves, and nothing to hit
    boss: Any = arena.spawner.enemies["bosses"].spawn(640, 760)
    life = boss.lease
    shots = arena.spawner.enemy_bullets
    patterns = []
    for health in (0.6, 0.3, 0.0):
        skip(window, 3)
        before = shots.pool.stats().spawned
        skip(window, 2)
        patterns.append(shots.pool.stats().spawned - before)
        assert boss.lease is life
        boss.hp = max(1, int(health * boss.STRENGTH)) if health else 0
        skip(window, 0.6)
        assert shots.active_count == 0, "the end of a phase clears the air"
    assert len(set(patterns)) == 3
    assert min(patterns) > 20
    skip(window, 5)
    assert not life.alive


def test_weaver_sheds_rings_on_its_way_across(games: list[GameWindow]) -> None:
    """The second kind that shoots: six shots all around, each time."""
    window = open_game(games)
    weaver = window.arena.spawner.enemies["weavers"].spawn(-48, 360)
    life = weaver.lease
    skip(window, 1.25)
    assert window.arena.spawner.enemy_bullets.active_count == 6
    directions = {round(shot.angle % 360) for shot in window.arena.spawner.enemy_bullets}
    assert len(directions) == 6
    window.arena.autoplay = False
    for _ in range(1200):
        if not life.alive:
            break
        skip(window, 1 / 60)
    assert not life.alive


def test_a_blast_hits_each_enemy_once(games: list[GameWindow]) -> None:
    """It takes some updates to spread, and must not hit again whom it has reached."""
    window = open_game(games)
    arena = window.arena
    gunner = arena.spawner.enemies["gunners"].spawn(300, 200)
    bomb = arena.spawner.bombs.spawn(220, 200)
    bomb.explode()
    arena.spawner.bullets.pool.clear()  # its ring would hit as well
    skip(window, 0.5)
    assert gunner.hp == gunner.STRENGTH - 6


def test_many_explosions_at_once_make_no_long_frame(games: list[GameWindow]) -> None:
    """Issue 5, "no hitches": sparks are spawned a few in each update; those that wait are not for ever."""
    window = open_game(games)
    spawner = window.arena.spawner
    for _ in range(100):
        spawner.explosion(640, 360, arcade.color.RED)
    stats, spawned = spawner.spark_pool.pool.stats, []
    for _ in range(40):
        before = stats().spawned
        skip(window, 1 / 60)
        spawned.append(stats().spawned - before)
    assert max(spawned) == SPARKS_AT_ONCE
    assert spawned[-1] == 0
    assert sum(spawned) == 200


# --- window and devices ---


def test_the_world_trembles_and_off_screen_follows_the_camera(games: list[GameWindow]) -> None:
    """O1: the manager's bounds are the camera. It comes to rest again, and the letters never move."""
    window = open_game(games)
    stage = window.stage
    assert window.arena.pools.bounds is stage.camera
    rest = tuple(stage.camera.position)
    stage.shake(12)
    skip(window, 1 / 60)
    assert tuple(stage.camera.position) != rest
    assert tuple(stage.still.position) == rest
    skip(window, 1.5)
    assert tuple(stage.camera.position) == rest


def test_f11_fills_the_screen_and_back(games: list[GameWindow], mocker: MockerFixture) -> None:
    """Mocked, because without a screen there is nothing to fill."""
    window = open_game(games)
    fill = mocker.patch.object(window, "set_fullscreen")
    press(window, key.F11)
    fill.assert_called_once_with(True)  # noqa: FBT003  # as Arcade has it


def pad(mocker: MockerFixture) -> Any:
    """A gamepad at rest."""
    return SimpleNamespace(
        **{call: mocker.Mock() for call in ("open", "close", "set_handler", "remove_handler")},
        leftanalog=(0.1, 0),
        rightanalog=(0, 0),
        righttrigger=0.0,
    )


class Pads:
    """The gamepads, as pyglet knows them."""

    def __init__(self, *pads: Any) -> None:
        self.pads = list(pads)

    def get_controllers(self) -> list[Any]:
        """Those that are plugged in."""
        return list(self.pads)

    def push_handlers(self, *, on_connect: Callable[[Any], None], on_disconnect: Callable[[Any], None]) -> None:
        """As pyglet's event dispatchers."""
        self.connect, self.disconnect = on_connect, on_disconnect
        self.removed = False

    def remove_handlers(self, **handlers: Callable[[Any], None]) -> None:
        """As pyglet's event dispatchers."""
        self.removed = handlers == {"on_connect": self.connect, "on_disconnect": self.disconnect}


def plug_in(window: GameWindow, mocker: MockerFixture, pads: Callable[[], object]) -> Devices:
    """The devices of a window with a screen; without one, pyglet's gamepads cannot even be imported."""
    mocker.patch.dict("sys.modules", {"pyglet.input": SimpleNamespace(ControllerManager=pads)})
    return Devices(SimpleNamespace(headless=False, keyboard=None, dispatch_event=window.dispatch_event))  # type: ignore[arg-type]


def test_gamepad_moves_aims_and_shoots(games: list[GameWindow], mocker: MockerFixture) -> None:
    """Two sticks and a trigger; buttons are keys. Mocked, because there is none."""
    window = open_game(games)
    controls, stick = window.arena.controls, pad(mocker)
    devices = plug_in(window, mocker, lambda: Pads(stick))
    devices.read(controls, (100, 100))
    assert (controls.move_x, controls.pad_fire) == (0, False)
    stick.leftanalog, stick.rightanalog = (-0.5, 0.5), (1.0, 0.0)
    devices.read(controls, (100, 100))
    assert (controls.move_x, controls.move_y, controls.pad_fire) == (-0.5, 0.5, True)
    assert controls.aim == (360, 100)
    _, pushed = stick.set_handler.call_args.args
    pushed(stick, "x")
    window.dispatch_events()
    assert controls.drop_bomb
    pushed(stick, "start")
    window.dispatch_events()
    assert window.current_view is not window.arena


def test_gamepad_that_is_plugged_in_and_pulled_out_in_the_fight(games: list[GameWindow], mocker: MockerFixture) -> None:
    """It works from then on. Pulled out, the next one takes its place, and the game waits."""
    window = open_game(games)
    controls, stick, other, third, pads = window.arena.controls, *(pad(mocker) for _ in range(3)), Pads()
    devices = plug_in(window, mocker, lambda: pads)
    stick.righttrigger = other.righttrigger = 1.0
    devices.read(controls, (0, 0))
    assert not controls.pad_fire
    pads.connect(stick)
    pads.connect(other)
    assert (stick.open.call_count, other.open.call_count) == (1, 0)
    devices.read(controls, (0, 0))
    assert controls.pad_fire
    pads.disconnect(other)
    window.dispatch_events()
    assert window.current_view is window.arena
    pads.pads = [stick, third]
    pads.disconnect(stick)
    window.dispatch_events()
    assert window.current_view is not window.arena
    devices.read(controls, (0, 0))
    assert not controls.pad_fire
    third.righttrigger = 1.0
    devices.read(controls, (0, 0))
    assert controls.pad_fire


def test_a_closed_game_lets_go_of_its_gamepad(games: list[GameWindow], mocker: MockerFixture) -> None:
    """And takes no other one."""
    window = open_game(games)
    stick, pads = pad(mocker), Pads()
    devices = plug_in(window, mocker, lambda: pads)
    pads.connect(stick)
    stick.righttrigger = 1.0
    devices.close()
    devices.close()
    assert stick.close.call_count == 1
    assert pads.removed
    devices.read(window.arena.controls, (0, 0))
    assert not window.arena.controls.pad_fire


def test_a_stick_is_as_fast_as_a_key_in_every_direction(games: list[GameWindow]) -> None:
    """Two keys at once are no faster, and a stick that is not quite straight is no slower."""
    arena = open_game(games).arena
    speeds = []
    for move in ((1, 0), (1, 1), (0.995, 0.1), (0.5, 0)):
        arena.new_round()
        ship = arena.ship.get()
        assert ship is not None
        arena.controls.move_x, arena.controls.move_y = move
        for _ in range(60):
            ship.update(1 / 60)
        speeds.append(math.hypot(*ship.velocity))
    assert speeds == pytest.approx([Ship.SPEED, Ship.SPEED, Ship.SPEED, Ship.SPEED / 2], rel=0.01)


def test_a_round_that_is_given_up_counts(games: list[GameWindow], tmp_path: Path) -> None:
    """By Q on the pause page, and by closing the window."""
    window = open_game(games)
    window.best = BestScore(tmp_path / "best.json")
    for score, leave in ((500, window.show_title), (700, window.close)):
        window.play()
        window.arena.tally.score = score
        leave()
        assert BestScore(tmp_path / "best.json").value == score


def test_a_gamepad_that_fails_is_none(games: list[GameWindow], mocker: MockerFixture) -> None:
    """No driver, no permission: no error."""
    window = open_game(games)
    controls, stick = window.arena.controls, pad(mocker)
    stick.open.side_effect = OSError("no permission")
    stick.righttrigger = 1.0
    for pads in (mocker.Mock(side_effect=OSError("no driver")), Pads, lambda: Pads(stick)):
        plug_in(window, mocker, pads).read(controls, (0, 0))
    assert controls.pad_fire is False


# --- the best score ---


def test_best_score_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only a better one replaces it, and no half-written file is left."""
    file = tmp_path / "data" / "best.json"
    best = BestScore(file)
    assert (best.value, best.offer(0)) == (0, False)
    assert not file.exists()
    assert best.offer(500)
    assert not best.offer(400)
    assert BestScore(file).value == 500
    assert [each.name for each in file.parent.iterdir()] == ["best.json"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"best_score": "many"}',
        b'{"best_score": -3}',
        b'{"best_score": true}',
        b"\xff\xfe",
        99_999 * b"[",
    ],
)
def test_a_damaged_file_is_replaced(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No crash, and the next start finds a whole one."""
    file = tmp_path / "best.json"
    file.write_bytes(content)
    assert BestScore(file).value == 0
    assert json.loads(file.read_text()) == {"best_score": 0}
    assert capsys.readouterr().err == ""


def test_a_home_that_takes_no_file_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the folder's place takes the part of a read-only home, which an administrator may write to."""
    (tmp_path / "data").write_text("in the way")
    best = BestScore(tmp_path / "data" / "best.json")
    assert best.offer(10)
    assert best.offer(20)
    assert best.value == 20
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "the best score is not kept" in message


def test_a_run_without_a_screen_touches_no_file(games: list[GameWindow], mocker: MockerFixture) -> None:
    """Headless runs neither read nor write what belongs to a player."""
    where = mocker.patch("demo_game.cabinet.best_score_file")
    window = open_game(games)
    assert window.best.offer(10)
    assert not where.called


def test_a_round_that_ends_with_the_best_score_says_so(games: list[GameWindow]) -> None:
    """The game-over screen asks the arena."""
    window = open_game(games)
    window.best = BestScore(None)
    for score, is_record in ((50, True), (20, False)):
        window.play()
        ship = window.arena.ship.get()
        assert ship is not None
        window.arena.tally.score = score
        ship.health = 0
        for _ in range(300):
            if window.current_view is not window.arena:
                break
            skip(window, 1 / 60)
        assert window.current_view is not window.arena
        assert window.arena.is_record is is_record
    assert window.best.value == 50
