"""The public names and signatures, pinned: a change here is a change for every game, and is made on purpose.

What has a signature is listed with it in public_api.txt, properties and attributes by their names. After a change that
is meant: ``python tests/test_public_api.py > tests/public_api.txt``, and look at the difference.
"""

from __future__ import annotations

import enum
import inspect
import os
from pathlib import Path
from typing import Any

os.environ["ARCADE_HEADLESS"] = "True"

import arcade_pool
import arcade_pool.testing

TABLE = Path(__file__).with_name("public_api.txt")
#: Classes of Arcade and Python bring names of their own; only those of the library are looked at.
_OURS = "arcade_pool"
#: Made by the library only: how they are constructed, and what a `PoolItem` has, is no one else's business.
_NOT_MADE_BY_GAMES = {"Lease", "Pool", "PoolItem", "Prewarm", "SpritePool", "Task"}
#: Operators that are part of the contract.
_OPERATORS = ("__getitem__", "__contains__", "__iter__", "__len__", "__or__", "__and__", "__sub__", "__add__")


def _signature(function: Any) -> str:
    """A signature as it is called; types are checked by tests/test_typing.py, and defaults by what they mean."""
    given = list(inspect.signature(function).parameters.values())
    parameters = [str(each.replace(annotation=inspect.Parameter.empty)) for each in given]
    # Markers of keyword-only parameters are no parameters themselves.
    kinds = [each.kind for each in given]
    for number, kind in enumerate(kinds):
        if kind is inspect.Parameter.KEYWORD_ONLY and inspect.Parameter.VAR_POSITIONAL not in kinds:
            parameters.insert(number, "*")
            break
    return f"({', '.join(parameters)})"


def _members(owner: type) -> dict[str, str]:
    found = {}
    for kind in reversed(owner.__mro__):
        if not kind.__module__.startswith(_OURS):
            continue
        names = {*vars(kind), *getattr(kind, "__annotations__", ())}
        for name in names:
            if name.startswith("_") and name not in _OPERATORS:
                continue
            # Looked up on the class, so that overrides count.
            value = inspect.getattr_static(owner, name, None)
            if inspect.isfunction(value):
                found[name] = _signature(value)
            else:
                found[name] = ""
    return found


def _is_constructed_here(kind: type) -> bool:
    """Whether its ``__init__`` is the library's own, and not Arcade's or Python's."""
    return next(each for each in kind.__mro__ if "__init__" in vars(each)).__module__.startswith(_OURS)


def public_api() -> dict[str, str]:
    """Every public name with its signature, if it has one."""
    found = {}
    modules = {"": arcade_pool, "testing.": arcade_pool.testing}
    for prefix, module in modules.items():
        for name in module.__all__:
            value = getattr(module, name)
            path = f"{prefix}{name}"
            if not isinstance(value, type):
                found[path] = _signature(value) if callable(value) else ""
                continue
            if issubclass(value, enum.Enum):
                found.update({f"{path}.{member.name}": "" for member in value})
                continue
            found[path] = _signature(value) if name not in _NOT_MADE_BY_GAMES and _is_constructed_here(value) else ""
            if name != "PoolItem":
                found.update({f"{path}.{member}": text for member, text in _members(value).items()})
    return dict(sorted(found.items()))


def written(api: dict[str, str]) -> str:
    """As in the table."""
    return "\n".join(f"{name}{signature}" for name, signature in api.items())


def test_public_names_and_signatures_are_these() -> None:
    """Issue 8. Names that are added, dropped or changed all show in the difference."""
    assert written(public_api()).splitlines() == TABLE.read_text(encoding="utf-8").splitlines()


def test_attributes_of_instances_are_these() -> None:
    """Section 3: what a manager and a pool have besides what their classes say."""
    manager = arcade_pool.PoolManager()
    pool = manager.create_pool(list[int], key="lists", group="level")
    assert {name for name in vars(manager) if not name.startswith("_")} == {"paused", "bounds"}
    assert {name for name in vars(pool) if not name.startswith("_")} == {"key", "group"}
    assert (pool.key, pool.group) == ("lists", "level")


def test_everything_public_can_be_imported_by_its_name() -> None:
    """Section 3: everything named there is importable from `arcade_pool`."""
    for name in arcade_pool.__all__:
        assert getattr(arcade_pool, name) is not None
        assert name in dir(arcade_pool)


if __name__ == "__main__":
    print(written(public_api()))
