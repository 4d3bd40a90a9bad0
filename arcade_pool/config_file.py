"""Sizes from a file, and sizes for a file: TOML with a table for each pool."""

from __future__ import annotations

import dataclasses
import json
import math
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arcade_pool.pools.config import PoolConfig, Shrink
from arcade_pool.pools.lifecycle import Lifecycle

__all__ = ["read_config", "recommended"]

#: What a file can say; functions it cannot.
_SETTINGS = tuple(field.name for field in dataclasses.fields(PoolConfig) if field.name != "validate")
#: Settings that may be turned off; TOML has no null.
_OPTIONAL = ("max_size", "max_idle", "shrink", "lifetime")
_NONE = "none"


def read_config(path: str | Path, lifecycles: Iterable[Lifecycle[Any]]) -> list[tuple[Any, dict[str, Any]]]:
    """Reads a file of settings, and checks all of it.

    Args:
        path: The TOML file.
        lifecycles: Those of the pools there are.

    Returns:
        Each pool that is named, with its settings.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is no TOML; or a table fits no pool or two; or a setting does not exist, has the wrong type or is
            out of its range. The message names file, table and setting.
    """
    try:
        tables = tomllib.loads(Path(path).read_text(encoding="utf-8-sig"))  # some editors begin a file with a mark
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise ValueError(f"{path} is no TOML: {problem}") from None
    by_name: dict[str, list[Any]] = {}
    for lifecycle in lifecycles:
        by_name.setdefault(lifecycle.name, []).append(lifecycle.pool)
    found = []
    for name, table in tables.items():
        fitting = by_name.get(name, [])
        if len(fitting) > 1:
            raise ValueError(f"{path}: [{name}] fits {len(fitting)} pools; give them keys that are strings")
        if not fitting:
            dotted = [each for each in by_name if each.startswith(f"{name}.")]
            hint = f"; a name with a dot stands in quotes: [{_quoted(dotted[0])}]" if dotted else ""
            raise ValueError(
                f"{path}: [{name}] fits no pool; the pools are {', '.join(sorted(by_name)) or 'not made yet'}{hint}"
            )
        if not isinstance(table, dict):
            raise ValueError(f"{path}: {name} = {table!r} stands in no table; settings go below a line [{name}]")
        found.append((fitting[0], _settings(f"{path}: [{name}]", table, fitting[0].config)))
    return found


def _settings(where: str, table: dict[str, Any], config: PoolConfig) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for name, value in table.items():
        if name not in _SETTINGS:
            raise ValueError(f"{where} {name}: there is no such setting; the settings are {', '.join(_SETTINGS)}")
        try:
            settings[name] = _value(name, value)
            config.replace({name: settings[name]} if name not in ("prewarm", "max_size") else {})
        except (TypeError, ValueError) as problem:
            raise ValueError(f"{where} {name} = {value!r}: {problem}") from None
    try:
        config.replace(settings)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{where} {', '.join(settings)}: {problem}") from None
    return settings


def _value(name: str, value: Any) -> Any:
    if name in _OPTIONAL and value == _NONE:
        return None
    if name == "shrink":
        if not isinstance(value, dict):
            raise TypeError(
                f'must be a table of {", ".join(each.name for each in dataclasses.fields(Shrink))}, or "none"'
            )
        return Shrink(**value)
    if name == "lifetime" and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise TypeError("must be a number of seconds in a file")
    if name == "keep":
        if not isinstance(value, list):
            raise TypeError("must be a list of attribute names")
        return tuple(value)
    return value


def recommended(lifecycles: Iterable[Lifecycle[Any]]) -> str:
    """Settings with the sizes that this run has needed, as TOML that `read_config` takes.

    The most that were on lease at a time are made ahead, and a quarter more is allowed. A pool that was not used says
    nothing about its limit.
    """
    lifecycles = list(lifecycles)
    names = [lifecycle.name for lifecycle in lifecycles]
    lines = ["# Sizes learnt from the peaks of one run."]
    for lifecycle in lifecycles:
        stats = lifecycle.inventory.stats()
        alike = names.count(lifecycle.name)
        mark = "# " if alike > 1 else ""
        lines.append("")
        if alike > 1:
            lines.append(f"# {alike} pools have this name: give them keys that are strings.")
        lines.append(f"{mark}[{_quoted(lifecycle.name)}]")
        lines.append(f"{mark}prewarm = {stats.peak_active}  # on lease at a time")
        if stats.peak_active:
            most = math.ceil(stats.peak_active * 1.25)
            lines.append(f"{mark}max_size = {most}  # {stats.exhausted} spawns were turned away")
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    """A name as a TOML string, which is JSON's, but without halves of characters and with one more escape."""
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
