"""load_config and recommend: settings from TOML and for it. Whatever is wrong is named, and nothing is changed then."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arcade_pool import Forever, Pool, PoolConfig, PoolManager, Shrink
from helpers import Thing, make_manager

Write = Callable[[str], Path]


class Spark(Thing):
    """Another kind."""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of settings."""

    def written(text: str) -> Path:
        path = tmp_path / "pools.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def manager() -> PoolManager:
    """Two pools: one that its class names, one that a string names."""
    manager = make_manager()
    manager.create_pool(Thing)
    manager.create_pool(Spark, key="sparks")
    return manager


def configs(manager: PoolManager) -> list[PoolConfig]:
    """The settings of all pools."""
    return [manager[key].config for key in manager]


def test_every_setting_can_be_given(manager: PoolManager, write: Write) -> None:
    """A table per pool: by its key if that is a string, else by its class."""
    manager.load_config(
        write(
            """
            [Thing]
            prewarm = 5
            max_size = 50
            max_idle = 20
            overflow = "steal_oldest"
            lifetime = 2.5
            update = false
            reset = "none"
            keep = ["hp"]
            shrink = { window = 30.0, headroom = 1.5, min_idle = 2, per_frame = 8 }
            [sparks]
            lifetime = 3
            """
        )
    )
    assert manager[Thing].config == PoolConfig(
        prewarm=5,
        max_size=50,
        max_idle=20,
        overflow="steal_oldest",
        lifetime=2.5,
        update=False,
        reset="none",
        keep=("hp",),
        shrink=Shrink(window=30.0, headroom=1.5, min_idle=2, per_frame=8),
    )
    assert manager["sparks"].config == PoolConfig(lifetime=3.0)


def test_none_turns_a_setting_off(manager: PoolManager, write: Write) -> None:
    """TOML has no null."""
    manager.configure(max_size=10, max_idle=5, lifetime=1.0)
    manager.load_config(write('[Thing]\nmax_size = "none"\nmax_idle = "none"\nshrink = "none"\nlifetime = "none"\n'))
    assert manager[Thing].config == PoolConfig(shrink=None)
    assert manager["sparks"].config.max_size == 10


def test_settings_take_effect_at_once(manager: PoolManager, write: Write) -> None:
    """S2, as by configure: idle items above the limit are destroyed, active ones stay; nothing is made."""
    pool: Pool[Thing] = manager[Thing]
    pool.spawn()
    pool.prewarm(10)
    manager.load_config(write("[Thing]\nmax_size = 4\nprewarm = 4\n"))
    assert (pool.active_count, pool.total_count) == (1, 4)
    manager.load_config(write("[sparks]\nprewarm = 4\n"))
    assert manager["sparks"].total_count == 0


def test_what_is_not_named_stays(manager: PoolManager, write: Write) -> None:
    manager.configure(lifetime=Forever(), keep=("hp",))
    manager.load_config(write("[Thing]\nmax_size = 4\n"))
    assert manager[Thing].config == PoolConfig(max_size=4, lifetime=Forever(), keep=("hp",))
    manager.load_config(write(""))
    assert manager[Thing].config.max_size == 4


def test_path_may_be_a_string(manager: PoolManager, write: Write) -> None:
    manager.load_config(str(write("[Thing]\nmax_size = 4\n")))
    assert manager[Thing].config.max_size == 4


#: What is wrong, and what the message must name besides the file.
BAD: dict[str, tuple[str, tuple[str, ...]]] = {
    "unknown pool": ("[Thinng]\nmax_size = 1", ("[Thinng]", "Thing", "sparks")),
    "class of a pool with a key": ("[Spark]\nmax_size = 1", ("[Spark]", "sparks")),
    "unknown setting": ("[Thing]\nmaxsize = 1", ("[Thing]", "maxsize", "max_size", "prewarm", "shrink")),
    "a function": ('[Thing]\nvalidate = "f"', ("[Thing]", "validate", "max_size")),
    "string for a number": ('[Thing]\nmax_size = "12"', ("[Thing]", "max_size", "'12'")),
    "number for a string": ("[Thing]\noverflow = 3", ("[Thing]", "overflow", "steal_oldest", "refuse")),
    "unknown word": ('[Thing]\nreset = "often"', ("[Thing]", "reset", "auto", "none")),
    "fraction of an item": ("[Thing]\nprewarm = 1.5", ("[Thing]", "prewarm", "1.5")),
    "bool for a number": ("[Thing]\nmax_size = true", ("[Thing]", "max_size", "True")),
    "number for a bool": ("[Thing]\nupdate = 1", ("[Thing]", "update", "True or False")),
    "negative": ("[Thing]\nprewarm = -1", ("[Thing]", "prewarm", "-1")),
    "no room at all": ("[Thing]\nmax_size = 0", ("[Thing]", "max_size", "at least 1")),
    "lifetime that is no number": ('[Thing]\nlifetime = "soon"', ("[Thing]", "lifetime", "seconds")),
    "lifetime that is a bool": ("[Thing]\nlifetime = true", ("[Thing]", "lifetime")),
    "lifetime that is infinite": ("[Thing]\nlifetime = inf", ("[Thing]", "lifetime", "inf")),
    "lifetime that is NaN": ("[Thing]\nlifetime = nan", ("[Thing]", "lifetime", "nan")),
    "lifetime that is negative": ("[Thing]\nlifetime = -1.0", ("[Thing]", "lifetime", "-1.0")),
    "string for a list": ('[Thing]\nkeep = "hp"', ("[Thing]", "keep", "list")),
    "list of numbers": ("[Thing]\nkeep = [1]", ("[Thing]", "keep", "names")),
    "shrink that is no table": ("[Thing]\nshrink = true", ("[Thing]", "shrink", "window", "none")),
    "unknown part of shrink": ("[Thing]\nshrink = { windows = 1 }", ("[Thing]", "shrink", "windows")),
    "shrink out of its range": ("[Thing]\nshrink = { headroom = 0.5 }", ("[Thing]", "shrink", "headroom")),
    "more prewarm than room": ("[Thing]\nprewarm = 9\nmax_size = 3", ("[Thing]", "prewarm", "max_size")),
    "setting in no table": ("max_size = 3", ("max_size", "[")),
    "value for a pool": ("Thing = 3", ("Thing", "[Thing]")),
    "not off": ('[Thing]\nprewarm = "none"', ("[Thing]", "prewarm", "none")),
    "no TOML": ("[Thing\nmax_size = 3", ("TOML",)),
    "same table twice": ("[Thing]\n[Thing]", ("TOML",)),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_named_and_changes_nothing(case: str, manager: PoolManager, write: Write) -> None:
    """Issue 8: names file, table and key, and the permitted ones; and what stands before it is not done either."""
    text, wanted = BAD[case]
    # In TOML what belongs to no table stands first.
    good = "[sparks]\nmax_size = 7\n"
    path = write(f"{text}\n{good}" if "[" not in text else f"{good}{text}\n")
    before = configs(manager)
    with pytest.raises(ValueError, match=r"pools\.toml") as raised:
        manager.load_config(path)
    for word in (str(path), *wanted):
        assert word in str(raised.value)
    assert configs(manager) == before


def test_name_with_a_dot_is_told_to_stand_in_quotes(manager: PoolManager, write: Write) -> None:
    """TOML reads [boss.shots] as a table in a table."""
    pool = manager.create_pool(Spark, key="boss.shots")
    with pytest.raises(ValueError, match=r'\[boss\] fits no pool.*\["boss\.shots"\]'):
        manager.load_config(write("[boss.shots]\nmax_size = 3\n"))
    manager.load_config(write('["boss.shots"]\nmax_size = 3\n'))
    assert pool.config.max_size == 3


def test_file_may_begin_with_a_mark_of_its_encoding(manager: PoolManager, tmp_path: Path) -> None:
    """As some editors of Windows write it."""
    path = tmp_path / "pools.toml"
    path.write_text("[Thing]\nmax_size = 3\n", encoding="utf-8-sig")
    manager.load_config(path)
    assert manager[Thing].config.max_size == 3


def test_file_that_is_nested_too_deeply_is_no_toml(manager: PoolManager, write: Write) -> None:
    with pytest.raises(ValueError, match=r"pools\.toml is no TOML"):
        manager.load_config(write("[Thing]\nkeep = " + 5000 * "["))


def test_name_of_two_pools_is_refused(write: Write) -> None:
    """Two classes of one name are two pools; a file cannot tell them apart."""
    manager = make_manager()

    def kind() -> type:
        class Twin(Thing):
            pass

        return Twin

    manager.create_pool(kind())
    manager.create_pool(kind())
    with pytest.raises(ValueError, match=r"\[Twin\] fits 2 pools; give them keys that are strings"):
        manager.load_config(write("[Twin]\nmax_size = 3\n"))
    assert all(config.max_size is None for config in configs(manager))


def test_without_pools_the_message_says_so(write: Write) -> None:
    with pytest.raises(ValueError, match="not made yet"):
        make_manager().load_config(write("[Thing]\nmax_size = 3\n"))


def test_missing_file_and_folder_raise_what_opening_them_does(manager: PoolManager, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        manager.load_config(tmp_path / "none.toml")
    with pytest.raises(OSError, match=str(tmp_path)):
        manager.load_config(tmp_path)


def test_bytes_that_are_no_text_are_no_toml(manager: PoolManager, tmp_path: Path) -> None:
    path = tmp_path / "pools.toml"
    path.write_bytes(b"[Thing]\nmax_size = \xff\n")
    with pytest.raises(ValueError, match="no TOML"):
        manager.load_config(path)


# --- recommend ---


def test_recommended_sizes_are_those_of_the_peaks(manager: PoolManager) -> None:
    """The peak is made ahead, a quarter more is allowed; also after it was over."""
    things: Pool[Thing] = manager[Thing]
    for _ in range(10):
        things.spawn()
    things.clear()
    things.spawn()
    tables = tomllib.loads(manager.recommend())
    assert tables == {"Thing": {"prewarm": 10, "max_size": 13}, "sparks": {"prewarm": 0}}


@pytest.mark.parametrize(
    "name", ["boss shots", "boss.shots", 'a "quote"', "back\\slash", "Größe", "😀", "a\x7f\n\tb", ""]
)
def test_recommendation_can_be_loaded_whatever_a_pool_is_called(name: str, write: Write) -> None:
    manager = make_manager()
    manager.create_pool(Thing, key=name).spawn()
    manager.load_config(write(manager.recommend()))
    assert manager[name].config.max_size == 2


def test_recommendation_can_be_loaded(manager: PoolManager, write: Write) -> None:
    """The same form: what one writes the other reads."""
    for _ in range(10):
        manager[Thing].spawn()
    manager.load_config(write(manager.recommend()))
    assert manager[Thing].config.prewarm == 10
    assert manager[Thing].config.max_size == 13
    assert manager["sparks"].config.max_size is None


def test_recommendation_tells_of_spawns_that_were_turned_away(manager: PoolManager) -> None:
    manager[Thing].configure(max_size=2)
    for _ in range(5):
        manager[Thing].try_spawn()
    assert "# 3 spawns were turned away" in manager.recommend()


@pytest.mark.parametrize("key", ["boss shots", 'the "big" one', "käse", "a.b", "x]"])
def test_keys_are_quoted(key: str, write: Write) -> None:
    manager = make_manager()
    manager.create_pool(Thing, key=key).spawn()
    assert tomllib.loads(manager.recommend()) == {key: {"prewarm": 1, "max_size": 2}}
    manager.load_config(write(manager.recommend()))
    assert manager[key].config.max_size == 2


def test_pools_that_a_file_cannot_name_are_commented_out(write: Write) -> None:
    """What `load_config` would refuse is there to be read, and not in its way."""
    manager = make_manager()
    manager.create_pool(Thing, key=(1, "a")).spawn()
    manager.create_pool(Thing, key=Thing)
    manager.create_pool(type("Thing", (), {}))
    text = manager.recommend()
    manager.load_config(write(text))
    tables: dict[str, Any] = tomllib.loads(text)
    assert "Thing" not in tables
    assert '# ["Thing"]' in text


def test_without_pools_it_is_still_toml() -> None:
    assert tomllib.loads(make_manager().recommend()) == {}
