"""PoolOverlay: what it says, that it disturbs nothing, and that it is not there when it is hidden.

What it says is read from what it has drawn, letter by letter.
"""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Iterator
from typing import Any

import arcade
import numpy as np
import numpy.typing as npt
import pytest
from pytest_mock import MockerFixture

from arcade_pool import PoolManager, PoolOverlay, PoolStats
from arcade_pool.overlay.figures import row_of, shortened
from arcade_pool.overlay.graphs import COLUMNS, FRAMES, HEIGHT, MARKS, PALETTE, WIDTH, rounded_up
from arcade_pool.overlay.sheet import _LETTERS, LETTER_HEIGHT, LETTER_WIDTH, _letter_pixels
from helpers import run_script
from sprites.helpers import FRAME, Dot, run_updates

Pixels = npt.NDArray[np.uint8]

#: Where the panel and its parts are, in pixels from the upper left corner of what is drawn on.
LEFT = 20
TITLE, ROWS, PITCH = 18, 60, 17
PANEL_RIGHT = LEFT + WIDTH + 12
GROUND = (10, 20, 30, 255)

TEAL, AMBER, RED = (88, 196, 164), (245, 184, 72), (240, 88, 88)


class Clock:
    """Real time that moves when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Canvas:
    """A surface to draw on, of the window's size or another."""

    def __init__(self, window: arcade.Window, width: int = 800, height: int = 600) -> None:
        context = window.ctx
        self._surface = context.framebuffer(color_attachments=[context.texture((width, height))])

    def draw(self, overlay: PoolOverlay) -> None:
        """A frame of the overlay that nobody looks at."""
        with self._surface.activate():
            overlay.draw()

    def pixels(self, overlay: PoolOverlay) -> Pixels:
        """What the overlay draws on ground of one colour; the first row is the upper one."""
        with self._surface.activate():
            self._surface.clear(color=GROUND)
            overlay.draw()
            data = self._surface.read(components=4)
        return np.frombuffer(data, np.uint8).reshape(self._surface.height, self._surface.width, 4)[::-1].copy()


@pytest.fixture
def canvas(window: arcade.Window) -> Iterator[Canvas]:
    yield Canvas(window)
    window.use()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def overlay(manager: PoolManager, clock: Clock) -> PoolOverlay:
    return PoolOverlay(manager, visible=True, clock=clock)


def ground(canvas_width: int = 800, height: int = 600) -> Pixels:
    """What a canvas shows that nothing was drawn on."""
    return np.full((height, canvas_width, 4), GROUND, np.uint8)


def later(overlay: PoolOverlay, clock: Clock, canvas: Canvas, seconds: float = 0.3) -> Pixels:
    """The picture after so much real time: by default enough for new figures."""
    clock.now += seconds
    return canvas.pixels(overlay)


def after_frames(overlay: PoolOverlay, clock: Clock, canvas: Canvas, count: int) -> Pixels:
    """The picture of the last of so many frames."""
    for _ in range(count - 1):
        clock.now += 0.016
        canvas.draw(overlay)
    return later(overlay, clock, canvas, 0.016)


_MASKS = _letter_pixels(LETTER_WIDTH, LETTER_HEIGHT, 12).astype(float) / 255


def text_at(pixels: Pixels, top: int, left: int = LEFT, letters: int = WIDTH // LETTER_WIDTH) -> str:
    """The line of text that was drawn at a place: each letter the one whose pixels fit best."""
    read = []
    for place in range(letters):
        x = left + place * LETTER_WIDTH
        cell = pixels[top : top + LETTER_HEIGHT, x : x + LETTER_WIDTH, 1].astype(float)
        low, high = cell.min(), cell.max()
        if high - low < 60:
            read.append(" ")
            continue
        scaled = (cell - low) / (high - low)
        full = _MASKS / np.maximum(_MASKS.max(axis=(1, 2), keepdims=True), 0.01)
        read.append(_LETTERS[int(((full - scaled) ** 2).sum(axis=(1, 2)).argmin())])
    return "".join(read).rstrip()


def table(pixels: Pixels, rows: int) -> list[list[str]]:
    """The words of each row of the table, that of the total included."""
    # The first two letters of a row are its swatch.
    return [text_at(pixels, ROWS + row * PITCH, LEFT + 2 * LETTER_WIDTH, 75).split() for row in range(rows)]


def graph_tops(rows: int) -> tuple[int, int]:
    """Where the activity graph and the frame-time graph begin."""
    activity = ROWS + rows * PITCH + 10 + PITCH
    return activity, activity + HEIGHT + 10 + PITCH


def is_like(pixel: Any, colour: tuple[int, int, int]) -> bool:
    """Whether a colour, drawn a little translucent, is this one."""
    return bool(np.abs(pixel[:3].astype(int) - colour).max() < 35)


# --- its place ---


@pytest.mark.parametrize("corner", ["upper left", "upper right", "lower left", "lower right"])
@pytest.mark.parametrize("size", [(800, 600), (300, 500)], ids=["as it is", "smaller"])
def test_panel_is_drawn_in_its_corner(
    corner: Any, size: tuple[int, int], manager: PoolManager, clock: Clock, window: arcade.Window
) -> None:
    drawn = (
        Canvas(window, *size).pixels(PoolOverlay(manager, visible=True, corner=corner, clock=clock)) != GROUND
    ).any(axis=2)
    window.use()
    rows, columns = drawn.any(axis=1).nonzero()[0], drawn.any(axis=0).nonzero()[0]
    distances = {
        "upper": rows[0],
        "lower": size[1] - 1 - rows[-1],
        "left": columns[0],
        "right": size[0] - 1 - columns[-1],
    }
    assert [distances[side] for side in corner.split()] == pytest.approx([8, 8], abs=1)
    if size == (800, 600):
        assert columns[-1] - columns[0] + 1 == WIDTH + 24


def test_corner_that_does_not_exist_is_refused_with_those_that_do(manager: PoolManager) -> None:
    with pytest.raises(ValueError, match="one of 'upper left', 'upper right', 'lower left', 'lower right', not 'top'"):
        PoolOverlay(manager, corner="top")  # type: ignore[arg-type]


# --- the table ---


def test_table_shows_each_pool_and_the_total(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas) -> None:
    dots = manager.create_sprite_pool(Dot, key="dots", prewarm=3)
    manager.create_pool(list, key="lists")
    for _ in range(4):
        dots.spawn()
    dots.recycle(dots.spawn())
    pixels = canvas.pixels(overlay)
    assert text_at(pixels, TITLE).startswith("2 pools")
    # active, idle, peak, created, hit rate, milliseconds: nothing was updated yet
    assert table(pixels, 3) == [
        ["dots", "4", "1", "5", "5", "60.0", "%", "–"],
        ["lists", "0", "0", "0", "0", "–", "–"],
        ["total", "4", "1", "5", "5", "60.0", "%", "–"],
    ]


def test_figures_stand_for_a_while_and_are_written_anew(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    """Laying out text in every frame is what would make an overlay dear."""
    dots = manager.create_sprite_pool(Dot, key="dots")
    canvas.pixels(overlay)
    dots.spawn()
    assert table(later(overlay, clock, canvas, 0.1), 1)[0][1] == "0"
    assert table(later(overlay, clock, canvas, 0.2), 1)[0][1] == "1"


def test_milliseconds_are_those_of_one_update(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock, mocker: MockerFixture
) -> None:
    """Each reading of the clock takes a millisecond here, and a pool's part of an update lies between two, twice."""
    manager.create_sprite_pool(Dot, key="dots").spawn()
    mocker.patch("arcade_pool.pools.clock.perf_counter", side_effect=(tick / 1000 for tick in itertools.count()))
    run_updates(manager, 3)
    assert [row[-1] for row in table(canvas.pixels(overlay), 2)] == ["2.000", "2.000"]
    manager.paused = True
    run_updates(manager, 3)
    paused = later(overlay, clock, canvas)
    assert [row[-1] for row in table(paused, 2)] == ["–", "–"]
    assert "paused" in text_at(paused, TITLE)


def test_title_names_game_time_and_its_speed(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    manager.time_scale = 0.5
    manager.update(150.0)
    assert text_at(canvas.pixels(overlay), TITLE).endswith("game time 1:15.0  ×0.5")


def test_without_pools_it_says_so(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    pixels = canvas.pixels(overlay)
    assert text_at(pixels, TITLE).startswith("0 pools")
    assert table(pixels, 1)[0][:3] == ["no", "pools", "0"]


def test_a_closed_manager_has_no_pools(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    manager.create_sprite_pool(Dot, key="dots").spawn()
    manager.update(FRAME)
    canvas.pixels(overlay)
    manager.close()
    assert table(later(overlay, clock, canvas), 1)[0][:2] == ["no", "pools"]
    manager.update(FRAME)
    overlay.draw()


def test_pools_come_and_go(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    first = manager.create_sprite_pool(Dot, key="first")
    manager.create_sprite_pool(Dot, key="second")
    assert [row[0] for row in table(canvas.pixels(overlay), 3)] == ["first", "second", "total"]
    first.close()
    assert [row[0] for row in table(later(overlay, clock, canvas), 2)] == ["second", "total"]
    manager.create_sprite_pool(Dot, key="third")
    assert [row[0] for row in table(later(overlay, clock, canvas), 3)] == ["second", "third", "total"]


def test_long_names_keep_both_ends_and_the_columns_their_place(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas
) -> None:
    manager.create_pool(list, key="a_" + "very_" * 30 + "long_name")
    manager.create_pool(list, key="x")
    first, second, _ = (text_at(canvas.pixels(overlay), ROWS + row * PITCH, LEFT + 14, 75) for row in range(3))
    assert first.startswith("a_very_very…_long_name  ")
    assert first[22:] == second[22:]


@pytest.mark.parametrize("name", ["Gegner_äöü", "пиши", "敵", "a\nb", "\ud800", ""])
def test_any_name_can_be_drawn(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, name: str) -> None:
    """What the font has not is a box; nothing raises, and the figures stay where they are."""
    manager.create_pool(list, key=name)
    row, total = (text_at(canvas.pixels(overlay), ROWS + row * PITCH, LEFT + 14, 75) for row in range(2))
    assert row[22:] == total[22:]
    if name in ("Gegner_äöü", "пиши"):
        assert row.startswith(name + " ")


def test_pools_that_find_no_room_are_counted(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas) -> None:
    for number in range(60):
        manager.create_pool(list, key=f"pool{number}").spawn()
    pixels = canvas.pixels(overlay)
    rows = [row for row in table(pixels, (600 - ROWS) // PITCH) if row]
    last = next(place for place, row in enumerate(rows) if row[0] == "and")
    assert rows[last] == ["and", str(60 - last), "more"]
    assert rows[last + 1][:2] == ["total", "60"]
    assert text_at(pixels, TITLE).startswith("60 pools")
    # It ends above the lower edge.
    assert (pixels[-6:] == GROUND).all()


# --- figures ---


def test_hit_rate_is_rounded_down() -> None:
    """100 % means all of them."""
    assert row_of("", PoolStats(spawned=10_000, misses=1), None).figures[4] == "99.9 %"
    assert row_of("", PoolStats(spawned=10_000), None).figures[4] == "100.0 %"
    assert row_of("", PoolStats(), None).figures[4] == "–"


def test_a_low_hit_rate_is_marked() -> None:
    assert row_of("", PoolStats(spawned=10, misses=2), None).warns
    assert not row_of("", PoolStats(spawned=10, misses=1), None).warns
    assert not row_of("", PoolStats(), None).warns


@pytest.mark.parametrize("count", [0, 99_999, 100_000, 999_999, 1_000_000, 999_899_999, 999_900_000, 10**15])
def test_numbers_keep_their_distance(count: int) -> None:
    """Columns have seven letters and more: with six, neighbours never touch."""
    figures = row_of("", PoolStats(active=count, idle=count, peak_active=count, created=count), None).figures
    assert len(set(figures[:4])) == 1
    assert len(figures[0]) <= 6


def test_shortened_names_have_the_width_they_may_have() -> None:
    assert shortened("EnemyBullet", 11) == "EnemyBullet"
    assert shortened("EnemyBullets", 11) == "Enemy…llets"


def test_scales_are_round_and_close() -> None:
    for value in (0, 1, 10, 11, 15.5, 99, 101, 2139, 123_456):
        assert max(value, 10) <= rounded_up(value) <= max(10, 1.5 * value)


# --- the graphs ---


def test_frame_times_are_those_between_draws(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    """In real time: it moves on while the game is paused."""
    manager.paused = True
    canvas.pixels(overlay)
    for seconds in (0.016, 0.025, 0.1):
        clock.now += seconds
        canvas.pixels(overlay)
    clock.now += 0.016
    pixels = canvas.pixels(overlay)
    bottom = graph_tops(1)[1] + HEIGHT - 2
    colours = pixels[bottom, LEFT + WIDTH - 4 : LEFT + WIDTH]
    assert [is_like(*pair) for pair in zip(colours, (TEAL, AMBER, RED, TEAL), strict=True)] == [True] * 4
    assert not pixels[bottom, LEFT : LEFT + WIDTH - 4].max(axis=1).std()


def test_height_of_a_bar_is_its_frame_time(overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    """The 60 frames line lies where the bars of such frames end."""
    canvas.pixels(overlay)
    for _ in range(60):
        pixels = later(overlay, clock, canvas, 1 / 60)
    top = graph_tops(1)[1]
    column = pixels[top : top + HEIGHT, LEFT + WIDTH - 1]
    bar = [is_like(pixel, TEAL) for pixel in column]
    # 16.7 of 25 milliseconds, one pixel of which is the line.
    assert sum(bar) == pytest.approx(HEIGHT * 16.67 / 25, abs=1.5)
    line = bar.index(True) - 1
    assert column[line, 0] > 100
    title = text_at(pixels, top - PITCH)
    assert title.startswith("frame time")
    assert title.endswith("60 fps   mean 16.7 ms   worst 16.7 ms")
    assert text_at(pixels, top + 1, LEFT + 4, 5) == "25 ms"
    assert text_at(pixels, top + line - LETTER_HEIGHT - 1, LEFT + WIDTH - 4 - 6 * LETTER_WIDTH, 6) == "60 fps"


def test_one_hitch_does_not_flatten_the_graph(overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    canvas.pixels(overlay)
    for number in range(100):
        pixels = later(overlay, clock, canvas, 3.0 if number == 50 else 1 / 60)
    top = graph_tops(1)[1]
    assert text_at(pixels, top + 1, LEFT + 4, 5) == "25 ms"
    assert text_at(pixels, top - PITCH).endswith("worst 3000.0 ms")
    # The bar reaches the top, and no further.
    column = pixels[top - 1 : top + HEIGHT, LEFT + WIDTH - 50]
    assert not is_like(column[0], RED)
    assert is_like(column[1], RED)


@pytest.mark.parametrize(("seconds", "named"), [(0.04, True), (0.08, False)])
def test_lines_are_named_where_their_names_have_room(
    overlay: PoolOverlay, canvas: Canvas, clock: Clock, seconds: float, named: bool
) -> None:
    """On a graph of 100 milliseconds the lines at 30 and 60 frames a second lie closer than a letter is high."""
    canvas.pixels(overlay)
    for _ in range(10):
        pixels = later(overlay, clock, canvas, seconds)
    scale = 50 if named else 100
    bottom = graph_tops(1)[1] + HEIGHT
    left = LEFT + WIDTH - 4 - 6 * LETTER_WIDTH
    # The bars are behind the names: there are ten of them, and the tag covers those.
    tops = [bottom - round(HEIGHT * 1000 / rate / scale) - LETTER_HEIGHT - 1 for rate in (60, 30)]
    assert text_at(pixels, tops[0], left, 6) == "60 fps"
    assert (text_at(pixels, tops[1], left, 6) == "30 fps") == named


def test_activity_stacks_the_pools_in_their_colours(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    for count, key in ((4, "few"), (8, "more")):
        pool = manager.create_sprite_pool(Dot, key=key)
        for _ in range(count):
            pool.spawn()
    manager.update(0.05)
    pixels = canvas.pixels(overlay)
    top = graph_tops(3)[0]
    # Of 15, which is the next round number.
    assert text_at(pixels, top + 1, LEFT + 4, 2) == "15"
    column = pixels[top : top + HEIGHT, LEFT + 2 * COLUMNS - 1]
    assert sum(is_like(pixel, PALETTE[0]) for pixel in column) == pytest.approx(HEIGHT * 4 / 15, abs=1)
    assert sum(is_like(pixel, PALETTE[1]) for pixel in column) == pytest.approx(HEIGHT * 8 / 15, abs=1)
    assert is_like(column[-1], PALETTE[0])
    # The swatches in the table are of the same colours.
    for row in (0, 1):
        assert is_like(pixels[ROWS + row * PITCH + 8, LEFT + 4], PALETTE[row])
    # What was before the overlay was shown is not known.
    assert not is_like(pixels[top + HEIGHT - 1, LEFT + 2 * COLUMNS - 3], PALETTE[0])


def test_activity_goes_by_game_time(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    """It stands still while the game is paused, and shows every second as wide as any other."""
    manager.create_sprite_pool(Dot, key="dots").spawn()

    def drawn() -> int:
        row = later(overlay, clock, canvas)[graph_tops(2)[0] + HEIGHT - 1, LEFT : LEFT + WIDTH]
        return sum(is_like(pixel, PALETTE[0]) for pixel in row) // 2

    manager.update(0.05)
    assert drawn() == 1
    manager.paused = True
    run_updates(manager, 60)
    assert drawn() == 1
    manager.paused = False
    manager.update(1.0)
    assert drawn() == 21
    manager.update(1000.0)
    assert drawn() == COLUMNS


def test_a_pool_that_is_gone_keeps_its_past_and_others_their_colour(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    first = manager.create_sprite_pool(Dot, key="first")
    second = manager.create_sprite_pool(Dot, key="second")
    first.spawn()
    second.spawn()
    manager.update(0.05)
    canvas.pixels(overlay)
    first.close()
    manager.update(0.05)
    later(overlay, clock, canvas)
    manager.create_sprite_pool(Dot, key="third").spawn()
    manager.update(0.05)
    pixels = later(overlay, clock, canvas)
    bottom = graph_tops(3)[0] + HEIGHT - 1
    assert is_like(pixels[bottom, LEFT + 2 * COLUMNS - 5], PALETTE[0])
    assert is_like(pixels[bottom, LEFT + 2 * COLUMNS - 1], PALETTE[1])
    assert is_like(pixels[ROWS + 8, LEFT + 4], PALETTE[1])
    assert is_like(pixels[ROWS + PITCH + 8, LEFT + 4], PALETTE[2])
    # Once its past has left the graph, its colour is free again.
    for _ in range(2):
        manager.update(1000.0)
        later(overlay, clock, canvas)
    manager.create_sprite_pool(Dot, key="fourth")
    assert is_like(later(overlay, clock, canvas)[ROWS + 2 * PITCH + 8, LEFT + 4], PALETTE[0])


def test_more_pools_than_colours(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas) -> None:
    """The colours repeat."""
    for number in range(len(PALETTE) + 2):
        manager.create_sprite_pool(Dot, key=f"pool{number}").spawn()
    manager.update(0.05)
    pixels = canvas.pixels(overlay)
    assert text_at(pixels, ROWS + len(PALETTE) * PITCH, LEFT + 14, 6) == "pool12"
    assert all(is_like(pixels[ROWS + row * PITCH + 8, LEFT + 4], PALETTE[row % 12]) for row in range(14))


# --- marks ---


def columns_of_marks(pixels: Pixels) -> list[int]:
    """Where in the frame-time graph of an overlay without pools the lines are."""
    bottom = graph_tops(1)[1] + HEIGHT - 1
    return [int(x) for x in np.flatnonzero((pixels[bottom, LEFT : LEFT + WIDTH, :3] > 200).all(axis=1))]


def test_a_mark_moves_with_the_frames(overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    """It stands between the last frame before it and the first after it."""
    canvas.pixels(overlay)
    later(overlay, clock, canvas, 0.016)
    overlay.mark("pooling off")
    pixels = later(overlay, clock, canvas, 0.1)
    assert columns_of_marks(pixels) == [FRAMES - 1]
    assert is_like(pixels[graph_tops(1)[1] + HEIGHT - 1, LEFT + WIDTH - 2], TEAL)
    pixels = after_frames(overlay, clock, canvas, 200)
    assert columns_of_marks(pixels) == [FRAMES - 201]
    assert text_at(pixels, graph_tops(1)[1] + 3, LEFT + FRAMES - 201 + 5, 11) == "pooling off"


def test_a_label_stays_in_the_graph(overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    """Left of the frame rates where its line is at the right edge; also where it is longer than a label may be."""
    canvas.pixels(overlay)
    overlay.mark("pooling is switched off from here on")
    pixels = later(overlay, clock, canvas, 0.016)
    left = LEFT + WIDTH - 4 - (24 + 7) * LETTER_WIDTH
    assert text_at(pixels, graph_tops(1)[1] + 3, left, 24) == "pooling is s…rom here on"


def test_marks_leave_with_their_frames_and_only_the_last_are_kept(
    overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    canvas.pixels(overlay)
    for number in range(MARKS + 2):
        overlay.mark(f"mark {number}")
        pixels = after_frames(overlay, clock, canvas, 4)
    assert columns_of_marks(pixels) == [FRAMES - 4 * MARKS + 4 * place for place in range(MARKS)]
    assert columns_of_marks(after_frames(overlay, clock, canvas, FRAMES - 6)) == [2]
    assert columns_of_marks(after_frames(overlay, clock, canvas, 3)) == []


def test_hidden_overlays_take_no_marks(manager: PoolManager, canvas: Canvas, clock: Clock) -> None:
    overlay = PoolOverlay(manager, clock=clock)
    overlay.mark("early")
    overlay.toggle()
    canvas.pixels(overlay)
    assert columns_of_marks(later(overlay, clock, canvas, 0.016)) == []


# --- hidden and shown ---


def test_hidden_it_draws_nothing_and_asks_nobody(manager: PoolManager, canvas: Canvas, mocker: MockerFixture) -> None:
    """No clock is read, neither by the overlay nor for it."""
    clock = mocker.Mock(side_effect=AssertionError)
    mocker.patch("arcade_pool.pools.clock.perf_counter", clock)
    overlay = PoolOverlay(manager, clock=clock)
    manager.create_sprite_pool(Dot, key="dots").spawn()
    manager.update(FRAME)
    assert not overlay.visible
    assert (canvas.pixels(overlay) == ground()).all()
    overlay.visible = True
    overlay.toggle()
    assert not overlay.visible
    manager.update(FRAME)
    assert (canvas.pixels(overlay) == ground()).all()


def test_shown_again_it_begins_anew(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, clock: Clock) -> None:
    """The time it was hidden is no frame."""
    pool = manager.create_sprite_pool(Dot, key="dots")
    pool.spawn()
    fresh = canvas.pixels(overlay)
    for _ in range(20):
        manager.update(0.05)
        later(overlay, clock, canvas, 0.1)
    overlay.mark("mark")
    assert (later(overlay, clock, canvas)[graph_tops(2)[1] :] != fresh[graph_tops(2)[1] :]).any()
    overlay.toggle()
    clock.now += 50
    overlay.toggle()
    assert (canvas.pixels(overlay)[graph_tops(2)[1] :] == fresh[graph_tops(2)[1] :]).all()


def test_each_overlay_measures_for_itself(manager: PoolManager, canvas: Canvas, mocker: MockerFixture) -> None:
    """Hiding one does not stop the other."""
    mocker.patch("arcade_pool.pools.clock.perf_counter", side_effect=(tick / 1000 for tick in itertools.count()))
    manager.create_sprite_pool(Dot, key="dots")
    one, other = PoolOverlay(manager, visible=True), PoolOverlay(manager, visible=True)
    one.visible = True
    one.toggle()
    manager.update(FRAME)
    assert table(canvas.pixels(other), 1)[0][-1] == "2.000"


def test_a_dropped_overlay_leaves_nothing_behind(manager: PoolManager, canvas: Canvas, mocker: MockerFixture) -> None:
    """A scene that made one for a manager of the whole game may simply forget it."""
    overlay = PoolOverlay(manager, visible=True)
    canvas.pixels(overlay)
    del overlay
    gc.collect()
    mocker.patch("arcade_pool.pools.clock.perf_counter", side_effect=AssertionError)
    manager.create_sprite_pool(Dot, key="dots").spawn()
    manager.update(FRAME)


def test_updates_are_the_same_while_it_is_shown(manager: PoolManager, overlay: PoolOverlay, canvas: Canvas) -> None:
    """I2: what a sprite's update spawns is first updated in the next update. F5: errors come at the end."""
    updated = []

    class Parent(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            updated.append("parent")
            manager.spawn("children")
            raise ArithmeticError

    class Child(Dot):
        def update(self, delta_time: float = FRAME, *args: Any, **kwargs: Any) -> None:
            updated.append("child")

    manager.create_sprite_pool(Parent).spawn()
    manager.create_sprite_pool(Child, key="children")
    with pytest.raises(ArithmeticError):
        manager.update(FRAME)
    assert updated == ["parent"]
    manager.update(FRAME)
    assert updated == ["parent", "child"]


# --- where it is drawn ---


def test_it_is_drawn_on_the_screen_whatever_the_camera(
    window: arcade.Window, manager: PoolManager, overlay: PoolOverlay, canvas: Canvas
) -> None:
    """And the camera, its viewport and its scissor box are as they were."""
    manager.create_sprite_pool(Dot, key="dots").spawn()
    plain = canvas.pixels(overlay)
    camera = arcade.Camera2D(position=(4000, -300), zoom=2.5, viewport=arcade.LBWH(100, 50, 400, 300))
    camera.scissor = arcade.LBWH(150, 80, 200, 100)
    context = window.ctx

    def state() -> tuple[Any, ...]:
        view, projection = context.view_matrix, context.projection_matrix
        return context.current_camera, view, projection, context.viewport, context.scissor, context.active_framebuffer

    class Filmed(PoolOverlay):
        """Drawn as a game draws that forgets to leave its camera first."""

        def draw(self) -> None:
            with camera.activate():
                before = state()
                super().draw()
                assert state() == before

    filmed = Filmed(manager, visible=True)
    assert (canvas.pixels(filmed) == plain).all()


def test_it_is_drawn_whatever_state_the_game_has_set(
    window: arcade.Window, overlay: PoolOverlay, canvas: Canvas, clock: Clock
) -> None:
    """Depth test, culling and additive blending, which are as they were afterwards."""
    context = window.ctx
    plain = canvas.pixels(overlay)
    previous = context.blend_func
    context.blend_func = context.BLEND_ADDITIVE
    try:
        with context.enabled_only(context.DEPTH_TEST, context.CULL_FACE):
            assert (canvas.pixels(overlay) == plain).all()
            assert context.is_enabled(context.DEPTH_TEST)
            assert context.is_enabled(context.CULL_FACE)
            assert not context.is_enabled(context.BLEND)
            assert context.blend_func == context.BLEND_ADDITIVE
    finally:
        context.blend_func = previous
    assert context.error is None


def test_sprites_and_texts_are_drawn_as_before(
    window: arcade.Window, overlay: PoolOverlay, manager: PoolManager
) -> None:
    """Textures and buffers that Arcade expects to be bound still are."""
    sprites: arcade.SpriteList[Any] = arcade.SpriteList()
    sprite = Dot()
    sprite.position = (700, 100)
    sprites.append(sprite)
    text = arcade.Text("text", 650, 60)

    def corner() -> bytes:
        return arcade.get_image(600, 0, 200, 150).tobytes()

    def picture(*, shown: bool) -> bytes:
        window.clear()
        overlay.visible = shown
        overlay.draw()
        sprites.draw()
        text.draw()
        arcade.draw_rect_filled(arcade.LBWH(620, 20, 20, 20), arcade.color.RED)
        return corner()

    assert picture(shown=True) == picture(shown=False)


def test_it_follows_the_size_of_what_is_drawn_on(
    window: arcade.Window, manager: PoolManager, overlay: PoolOverlay, canvas: Canvas
) -> None:
    """It is drawn pixel for pixel while there is room, and smaller where there is not, but always whole."""
    for number in range(8):
        manager.create_pool(list, key=f"pool{number}")
    large = canvas.pixels(overlay)
    assert [row[0] for row in table(large, 9)] == [*(f"pool{number}" for number in range(8)), "total"]
    low = Canvas(window, 800, 380).pixels(overlay)
    assert [row[0] for row in table(low, 6)] == ["pool0", "pool1", "pool2", "pool3", "and", "total"]
    for width, height in ((300, 600), (800, 200), (120, 90)):
        small = Canvas(window, width, height).pixels(overlay)
        drawn = (small != GROUND).any(axis=2)
        assert drawn.any()
        assert not drawn[:, -7:].any()
        assert not drawn[-7:].any()
    assert (Canvas(window, 16, 16).pixels(overlay) == ground(16, 16)).all()
    assert table(canvas.pixels(overlay), 9) == table(large, 9)


def test_the_panel_leaves_the_rest_of_the_screen_alone(overlay: PoolOverlay, canvas: Canvas) -> None:
    pixels = canvas.pixels(overlay)
    assert (pixels[:, PANEL_RIGHT:] == GROUND).all()
    assert (pixels[:8] == GROUND).all()
    assert (pixels[:, :8] == GROUND).all()
    # Solid ground stays solid: a screenshot has no holes.
    assert (pixels[..., 3] == 255).all()


@pytest.mark.parametrize("colour", [(255, 255, 255, 255), (0, 0, 0, 255), (255, 255, 0, 255)])
def test_it_can_be_read_over_any_ground(
    manager: PoolManager, overlay: PoolOverlay, canvas: Canvas, monkeypatch: pytest.MonkeyPatch, colour: Any
) -> None:
    monkeypatch.setitem(globals(), "GROUND", colour)
    manager.create_sprite_pool(Dot, key="dots").spawn()
    assert table(canvas.pixels(overlay), 2)[0] == ["dots", "1", "0", "1", "1", "0.0", "%", "–"]


def test_it_may_be_made_before_the_window_and_outlive_it() -> None:
    """With the two lines that its documentation promises."""
    run_script(
        """
import arcade
from arcade_pool import PoolManager, PoolOverlay
manager = PoolManager()
manager.create_pool(list, key="lists")
overlay = PoolOverlay(manager, visible=True)
try:
    overlay.draw()
except RuntimeError:
    pass
else:
    raise AssertionError("without a window there is nothing to draw on")
pictures = []
for _ in range(2):
    window = arcade.Window(640, 480)
    overlay.visible = False
    overlay.visible = True
    window.clear()
    overlay.draw()
    assert window.ctx.error is None
    pictures.append(arcade.get_image(0, 0, 640, 480).tobytes())
    window.close()
assert pictures[0] == pictures[1]
assert len(set(pictures[0])) > 20
"""
    )


def _overlay_known_to_a_factory() -> weakref.ref[PoolOverlay]:
    manager = PoolManager()
    overlay = PoolOverlay(manager, visible=True)

    def factory() -> Dot:
        assert overlay.visible
        return Dot()

    manager.create_sprite_pool(factory).spawn()
    manager.update(FRAME)
    return weakref.ref(overlay)


def test_a_visible_overlay_goes_with_its_manager() -> None:
    """Its measurements keep no pool, and so no factory, that may know the overlay."""
    gone = _overlay_known_to_a_factory()
    gc.collect()
    assert gone() is None
