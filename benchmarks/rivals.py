"""Which ways there are, and which of them can be measured here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata

from benchmarks.ways import Timed, Way
from benchmarks.ways.pooled import Pooled

__all__ = ["RIVALS", "Rival", "all_rivals", "all_ways", "missing", "rivals", "versions", "ways"]


@dataclass(frozen=True)
class Rival:
    """One of the other ways."""

    #: Its module in `benchmarks.ways`, and its class there.
    module: str
    cls: str
    #: The package of the registry that it needs; None: Arcade is enough.
    package: str | None = None


RIVALS = (
    Rival("new_sprite", "NewSprite"),
    Rival("scheduled_sprite", "ScheduledSprite"),
    Rival("free_list", "FreeList"),
    Rival("free_list_heap", "FreeListHeap"),
    Rival("hidden", "Hidden"),
    Rival("emitter", "EmitterWay"),
    Rival("arcade_actions", "ArcadeActions", "arcade-actions"),
    Rival("object_pool", "ObjectPoolWay", "object-pool"),
    Rival("generic_pool", "GenericPoolWay", "generic-pool"),
)


@cache
def _load(rival: Rival) -> type[Timed] | str:
    """The class, or why it is missing and what to do about it."""
    try:
        cls: type[Timed] = getattr(import_module(f"benchmarks.ways.{rival.module}"), rival.cls)
    except Exception as error:  # whatever a package raises when it does not fit this Arcade
        if rival.package is None:
            raise
        install = f"python -m pip install {rival.package}"
        try:
            version = metadata.version(rival.package)
        except metadata.PackageNotFoundError:
            return f"not installed ({install})"
        return f"version {version} does not work with what is installed here ({error!r}); another one: {install}"
    return cls


def rivals() -> list[type[Timed]]:
    """Every other way that can be measured here."""
    return [cls for rival in RIVALS if not isinstance(cls := _load(rival), str)]


def ways() -> list[type[Way]]:
    """Those that differ when the game itself ends the sprites, so that how they count time is of no account."""
    timekeepers = ("scheduled_sprite", "free_list_heap")
    return [
        cls
        for rival in RIVALS
        if rival.module not in timekeepers and not isinstance(cls := _load(rival), str) and issubclass(cls, Way)
    ]


def all_rivals() -> list[type[Timed]]:
    """This library, then the rivals."""
    return [Pooled, *rivals()]


def all_ways() -> list[type[Way]]:
    """This library, then the ways."""
    return [Pooled, *ways()]


def missing() -> dict[str, str]:
    """By package: why it is not measured, and how to install it."""
    return {str(rival.package): why for rival in RIVALS if isinstance(why := _load(rival), str)}


def versions() -> dict[str, str]:
    """By package: the version that is measured."""
    return {
        rival.package: metadata.version(rival.package)
        for rival in RIVALS
        if rival.package is not None and not isinstance(_load(rival), str)
    }
