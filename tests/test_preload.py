"""preload: textures decoded on a thread, uploaded on the update thread; what fails is named and stops nobody."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcade
import PIL.Image
import pytest
from pytest_mock import MockerFixture

from arcade_pool import PoolManager
from arcade_pool.preload import Preload

#: Seconds that a test waits for a thread at most; only a failing one does.
PATIENCE = 20.0

MakeImages = Callable[..., list[Path]]


@pytest.fixture
def make_images(tmp_path: Path) -> MakeImages:
    """Writes images of different colours, which no other test has loaded."""

    def made(count: int) -> list[Path]:
        paths = [tmp_path / f"{number}.png" for number in range(count)]
        for number, path in enumerate(paths):
            PIL.Image.new("RGBA", (8, 8), (10 * number + 5, 40, 90, 255)).save(path)
        return paths

    return made


def finish(manager: PoolManager, loading: Preload) -> list[Exception]:
    """Updates until it is done; what the updates raised."""
    errors: list[Exception] = []
    pause = threading.Event()
    for _ in range(int(PATIENCE / 0.001)):
        if loading.done:
            return errors
        try:
            manager.update(1 / 60)
        except ExceptionGroup as group:
            errors.extend(group.exceptions)
        except Exception as error:  # noqa: BLE001  # each test looks at what it was
            errors.append(error)
        pause.wait(0.001)  # lets the thread have the processor
    raise AssertionError(f"not done: {loading.progress}")


def decode_at_once(mocker: MockerFixture) -> None:
    """From now on the thread's work is done inside `start`, so that a test knows what has been decoded."""

    class Immediate:
        def __init__(self, *, target: Callable[[], None], name: str, daemon: bool) -> None:
            assert daemon, "a thread must not keep the game from ending"
            self.start = target

    mocker.patch.object(threading, "Thread", Immediate)


def texture_of(path: Path | str) -> arcade.Texture:
    """The texture that a sprite gets which names the file."""
    return arcade.Sprite(path).texture


def is_uploaded(texture: arcade.Texture) -> bool:
    """Whether the window's atlas has it."""
    return bool(arcade.get_window().ctx.default_atlas.has_texture(texture))


def test_images_arrive_and_sprites_find_them(manager: PoolManager, make_images: MakeImages) -> None:
    paths = make_images(5)
    loading = manager.preload(paths)
    assert not loading.done
    assert loading.progress == 0.0
    assert finish(manager, loading) == []
    assert loading.progress == 1.0
    textures = [texture_of(path) for path in paths]
    assert all(map(is_uploaded, textures))
    assert [texture_of(path) for path in paths] == textures


def test_decoding_is_done_on_a_thread_and_uploading_is_not(
    manager: PoolManager, make_images: MakeImages, mocker: MockerFixture
) -> None:
    """Section 3: decodes on a thread, uploads on the update thread."""
    atlas, cache = arcade.get_window().ctx.default_atlas, arcade.texture.default_texture_cache
    threads: dict[str, set[int]] = {"decode": set(), "upload": set()}
    add, load = atlas.add, cache.load_or_get_texture

    def added(texture: arcade.Texture) -> Any:
        threads["upload"].add(threading.get_ident())
        return add(texture)

    def loaded(path: str) -> Any:
        threads["decode"].add(threading.get_ident())
        return load(path)

    mocker.patch.object(atlas, "add", added)
    mocker.patch.object(cache, "load_or_get_texture", loaded)
    finish(manager, manager.preload(make_images(3)))
    assert threads["upload"] == {threading.get_ident()}
    assert len(threads["decode"]) == 1
    assert threads["decode"] != threads["upload"]


def test_no_more_are_uploaded_in_an_update_than_asked(
    manager: PoolManager, make_images: MakeImages, mocker: MockerFixture
) -> None:
    decode_at_once(mocker)
    loading = manager.preload(make_images(5), per_frame=2)
    progress = []
    while not loading.done:
        manager.update(1 / 60)
        progress.append(loading.progress)
    assert progress == [0.4, 0.8, 1.0]


def test_it_goes_on_while_the_game_is_paused(
    manager: PoolManager, make_images: MakeImages, mocker: MockerFixture
) -> None:
    """T6, as prewarming."""
    manager.paused = True
    decode_at_once(mocker)
    loading = manager.preload(make_images(2))
    manager.update(1 / 60)
    manager.update(1 / 60)
    assert loading.done


@pytest.mark.parametrize("bad", ["missing", "damaged", "no image", "folder"])
def test_bad_file_is_named_and_the_others_arrive(
    bad: str, manager: PoolManager, make_images: MakeImages, tmp_path: Path
) -> None:
    """Issue 8: a missing or damaged file is named and does not stop the others; a folder is one of those."""
    good = make_images(3)
    path = tmp_path / "bad.png"
    if bad == "damaged":
        path.write_bytes(good[0].read_bytes()[:40])
    elif bad == "no image":
        path.write_text("nothing to see")
    elif bad == "folder":
        path.mkdir()
    loading = manager.preload([good[0], path, *good[1:]])
    (error,) = finish(manager, loading)
    assert error.__notes__ == [f"while {path} was preloaded"]
    assert loading.progress == 1.0
    for each in good:
        assert is_uploaded(texture_of(each))
    manager.update(1 / 60)


def test_several_bad_files_are_all_named(manager: PoolManager, tmp_path: Path) -> None:
    paths = [tmp_path / f"missing{number}.png" for number in range(3)]
    errors = finish(manager, manager.preload(paths, per_frame=3))
    assert sorted(error.__notes__[0] for error in errors) == [f"while {path} was preloaded" for path in paths]


def test_bad_file_is_logged_where_errors_are(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """F5: `errors="log"`."""
    with PoolManager(errors="log") as manager:
        assert finish(manager, manager.preload([tmp_path / "missing.png"])) == []
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], FileNotFoundError)


def test_empty_list_is_done_at_once(manager: PoolManager) -> None:
    loading = manager.preload([])
    assert loading.done
    assert loading.progress == 1.0
    loading.cancel()
    manager.update(1 / 60)


def test_same_file_twice_is_loaded_once(manager: PoolManager, make_images: MakeImages, mocker: MockerFixture) -> None:
    """Also as a string and as a path."""
    (path,) = make_images(1)
    decode_at_once(mocker)
    loading = manager.preload([path, str(path), path])
    manager.update(1 / 60)
    assert loading.done


def test_what_is_loaded_already_stays_as_it_is(manager: PoolManager, make_images: MakeImages) -> None:
    (path,) = make_images(1)
    sprite = arcade.Sprite(path)
    sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    sprites.append(sprite)
    assert finish(manager, manager.preload([path])) == []
    assert texture_of(path) is sprite.texture


def test_resource_handles_can_be_preloaded(manager: PoolManager) -> None:
    """As for ``arcade.load_texture``."""
    handle = ":resources:/images/items/flagRed1.png"
    assert finish(manager, manager.preload([handle])) == []
    assert is_uploaded(texture_of(handle))


def test_cancelling_stops_it_and_keeps_what_has_arrived(
    manager: PoolManager, make_images: MakeImages, mocker: MockerFixture
) -> None:
    paths = make_images(4)
    decode_at_once(mocker)
    loading = manager.preload(paths)
    manager.update(1 / 60)
    loading.cancel()
    assert loading.done
    for _ in range(5):
        manager.update(1 / 60)
    assert [is_uploaded(texture_of(path)) for path in paths] == [True, False, False, False]
    loading.cancel()


def test_cancelled_thread_decodes_no_more(manager: PoolManager, make_images: MakeImages, mocker: MockerFixture) -> None:
    """The file that is being decoded is finished; the rest is never opened."""
    first_begun, go_on = threading.Event(), threading.Event()
    asked: list[str] = []

    def load(path: str) -> Any:
        asked.append(path)
        first_begun.set()
        assert go_on.wait(PATIENCE)
        raise FileNotFoundError(path)

    mocker.patch.object(arcade.texture.default_texture_cache, "load_or_get_texture", load)
    before = set(threading.enumerate())
    loading = manager.preload(make_images(3))
    (thread,) = set(threading.enumerate()) - before
    assert first_begun.wait(PATIENCE)
    loading.cancel()
    go_on.set()
    thread.join(PATIENCE)
    assert len(asked) == 1
    manager.update(1 / 60)


def test_closing_the_manager_cancels_it(make_images: MakeImages, window: arcade.Window, mocker: MockerFixture) -> None:
    decode_at_once(mocker)
    with PoolManager() as manager:
        loading = manager.preload(make_images(3))
    assert loading.done


def test_clearing_the_manager_does_not(manager: PoolManager, make_images: MakeImages) -> None:
    """Section 3: clear ends leases and the game's own tasks; sizing stays, and loading is like it."""
    loading = manager.preload(make_images(2))
    manager.clear()
    assert not loading.done
    assert finish(manager, loading) == []


def test_two_at_a_time_do_not_get_in_each_others_way(manager: PoolManager, make_images: MakeImages) -> None:
    paths = make_images(4)
    one, two = manager.preload(paths[:3]), manager.preload(paths[1:])
    assert finish(manager, one) == []
    assert finish(manager, two) == []
    assert all(is_uploaded(texture_of(path)) for path in paths)


@pytest.mark.parametrize("path", ["one.png", Path("one.png")])
def test_single_path_is_refused(path: Any, manager: PoolManager) -> None:
    """A string is a list of its letters otherwise."""
    with pytest.raises(TypeError, match=r"write \['one.png'\]"):
        manager.preload(path)


@pytest.mark.parametrize("wrong", [None, 3, b"one.png", ["one.png"]])
def test_what_is_no_path_is_refused_before_anything_is_loaded(
    wrong: Any, manager: PoolManager, mocker: MockerFixture
) -> None:
    """Its text would be looked for as a file."""
    mocker.patch.object(threading, "Thread", side_effect=AssertionError("a thread was started"))
    with pytest.raises(TypeError, match=re.escape(repr(wrong))):
        manager.preload(["good.png", wrong])
    with pytest.raises(TypeError):
        manager.preload(b"one.png")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("per_frame", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)]
)
def test_bad_number_is_refused(per_frame: Any, error: type[Exception], manager: PoolManager) -> None:
    with pytest.raises(error):
        manager.preload([], per_frame=per_frame)
