"""config.py: settings are checked when they are made, and change at once or not at all."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

import pytest

from arcade_pool import Forever, Frames, PoolConfig, Shrink
from helpers import Thing, make_manager


def _generator_function(_obj: object) -> Any:
    yield None


def _always(_obj: object) -> bool:
    return True


def test_the_defaults() -> None:
    config = PoolConfig()
    assert dataclasses.asdict(config) == {
        "prewarm": 0,
        "max_size": None,
        "max_idle": None,
        "overflow": "refuse",
        "lifetime": None,
        "update": True,
        "reset": "auto",
        "keep": (),
        "validate": None,
        "shrink": {"window": 60.0, "headroom": 1.25, "min_idle": 0, "per_frame": 4},
    }


def test_a_config_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PoolConfig().prewarm = 1  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Shrink().window = 1  # type: ignore[misc]


GOOD: list[dict[str, Any]] = [
    {"prewarm": 3},
    {"prewarm": 3, "max_size": 3},
    {"max_size": 1},
    {"max_idle": 0},
    {"overflow": "steal_oldest"},
    {"lifetime": 2},
    {"lifetime": 2.5},
    {"lifetime": Frames(3)},
    {"lifetime": Forever()},
    {"lifetime": _generator_function},
    {"update": False},
    {"reset": "none"},
    {"keep": ("a", "b")},
    {"keep": ["a", "b"]},
    {"validate": _always},
    {"shrink": None},
    {"shrink": Shrink(1.0, 1.0, 5, 1)},
]

BAD: list[tuple[str, Any, type[Exception]]] = [
    ("prewarm", -1, ValueError),
    ("prewarm", 1.0, TypeError),
    ("prewarm", True, TypeError),
    ("prewarm", "1", TypeError),
    ("prewarm", None, TypeError),
    ("max_size", 0, ValueError),
    ("max_size", -1, ValueError),
    ("max_size", 1.5, TypeError),
    ("max_size", True, TypeError),
    ("max_idle", -1, ValueError),
    ("max_idle", "1", TypeError),
    ("overflow", "grow", ValueError),
    ("overflow", None, ValueError),
    ("lifetime", -1, ValueError),
    ("lifetime", math.inf, ValueError),
    ("lifetime", True, TypeError),
    ("lifetime", "2", TypeError),
    ("update", 1, TypeError),
    ("update", None, TypeError),
    ("reset", "all", ValueError),
    ("keep", "name", TypeError),
    ("keep", (1,), TypeError),
    ("keep", 3, TypeError),
    ("validate", 1, TypeError),
    ("shrink", 60.0, TypeError),
    ("shrink", {"window": 1}, TypeError),
]


@pytest.mark.parametrize("settings", GOOD)
def test_good_settings_are_taken(settings: dict[str, Any]) -> None:
    config = PoolConfig(**settings)
    pool = make_manager().create_pool(Thing, **settings)
    assert pool.config == config
    for name, value in settings.items():
        assert getattr(config, name) == (tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize(("name", "value", "error"), BAD)
def test_bad_settings_are_refused_wherever_they_are_given(name: str, value: Any, error: type[Exception]) -> None:
    """Nothing is changed."""
    manager = make_manager()
    pool = manager.create_pool(Thing)
    with pytest.raises(error):
        PoolConfig(**{name: value})
    with pytest.raises(error):
        manager.create_pool(Thing, key="other", **{name: value})
    with pytest.raises(error):
        pool.configure(**{name: value})
    with pytest.raises(error):
        manager.configure(**{name: value})
    assert "other" not in manager
    assert pool.config == PoolConfig()
    assert manager.create_pool(Thing, key="later").config == PoolConfig()


@pytest.mark.parametrize(("name", "value", "error"), BAD)
def test_bad_settings_for_later_pools_are_refused_too(name: str, value: Any, error: type[Exception]) -> None:
    """`PoolManager.configure`: a value that no pool can have must not spoil the pools to come."""
    manager = make_manager()
    with pytest.raises(error):
        manager.configure(**{name: value})
    assert manager.create_pool(Thing).config == PoolConfig()


def test_more_prewarm_than_max_size_is_refused() -> None:
    with pytest.raises(ValueError, match="max_size"):
        PoolConfig(prewarm=3, max_size=2)
    pool = make_manager().create_pool(Thing, prewarm=3)
    with pytest.raises(ValueError, match="max_size"):
        pool.configure(max_size=2)
    assert pool.config.max_size is None
    assert pool.total_count == 3


@pytest.mark.parametrize("where", ["create", "pool", "manager"])
def test_a_setting_that_does_not_exist_is_named_with_those_that_do(where: str) -> None:
    manager = make_manager()
    pool = manager.create_pool(Thing)
    calls: dict[str, Callable[..., object]] = {
        "create": functools.partial(manager.create_pool, Thing, key="other"),
        "pool": pool.configure,
        "manager": manager.configure,
    }
    with pytest.raises(TypeError, match=r"max_seize.*max_size"):
        calls[where](max_seize=1)
    assert len(manager) == 1


def test_overrides_go_over_the_config() -> None:
    config = PoolConfig(prewarm=1, max_size=5)
    pool = make_manager().create_pool(Thing, config=config, prewarm=2)
    assert (pool.config.prewarm, pool.config.max_size) == (2, 5)
    assert config.prewarm == 1
    assert pool.idle_count == 2


def test_the_managers_settings_hold_for_every_pool_now_and_later() -> None:
    manager = make_manager()
    now = manager.create_pool(Thing, key="now", max_size=3)
    manager.configure(max_idle=1, lifetime=Frames(1))
    manager.configure(max_idle=2)
    later = manager.create_pool(Thing, key="later")
    own = manager.create_pool(Thing, key="own", max_idle=7)
    assert [pool.config.max_idle for pool in (now, later, own)] == [2, 2, 7]
    assert now.config.max_size == 3
    assert later.config.lifetime == Frames(1)


def test_a_bad_setting_for_one_pool_changes_none() -> None:
    manager = make_manager()
    one = manager.create_pool(Thing, key="one")
    two = manager.create_pool(Thing, key="two", prewarm=5)
    with pytest.raises(ValueError, match="max_size"):
        manager.configure(max_size=3)
    assert one.config.max_size is None
    assert two.config.max_size is None
    assert manager.create_pool(Thing, key="three").config.max_size is None


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"window": 0}, ValueError),
        ({"window": -1}, ValueError),
        ({"window": math.nan}, ValueError),
        ({"window": math.inf}, ValueError),
        ({"window": "60"}, TypeError),
        ({"window": True}, TypeError),
        ({"headroom": 0.9}, ValueError),
        ({"headroom": math.nan}, ValueError),
        ({"headroom": None}, TypeError),
        ({"min_idle": -1}, ValueError),
        ({"min_idle": 1.0}, TypeError),
        ({"per_frame": 0}, ValueError),
        ({"per_frame": 1.0}, TypeError),
    ],
)
def test_bad_shrink_settings_are_refused(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=rf"Shrink\.{next(iter(settings))}"):
        Shrink(**settings)


def test_a_config_serves_many_pools() -> None:
    config = PoolConfig(prewarm=2)
    manager = make_manager()
    pools = [manager.create_pool(Thing, key=key, config=config) for key in "ab"]
    assert [pool.idle_count for pool in pools] == [2, 2]
    pools[0].configure(prewarm=0)
    assert pools[1].config.prewarm == 2
