"""Places: what `SpritePool.spawn_many` is given for each of its sprites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from arcade.types import Point2

__all__ = ["Place", "pair_of", "places_of"]

#: Position, angle, scale and velocity of a spawn, each of them or None.
Place = tuple[float | None, float | None, Any, Any, Any]

_NUMBERS = (int, float, np.number)


def pair_of(velocity: Any) -> tuple[float, float]:
    """Return a velocity as a tuple.

    Raises:
        TypeError: It is not a pair of numbers.
    """
    try:
        x, y = velocity
    except (TypeError, ValueError):
        x = y = None
    if isinstance(x, _NUMBERS) and isinstance(y, _NUMBERS):
        return (x, y)  # type: ignore[return-value]  # numpy's numbers are good enough
    raise TypeError(f"velocity must be a pair of numbers, as velocity=(3, 0), not {velocity!r}")


def places_of(
    positions: Iterable[tuple[float, float]],
    angle: float | Iterable[float] | None,
    scale: float | Iterable[float] | None,
    velocity: Point2 | Iterable[Point2] | None,
) -> list[Place]:
    """Return a place for each position.

    Raises:
        ValueError: There are more or fewer values than positions.
        TypeError: A velocity is not a pair of numbers.
    """
    places = [(x, y) for x, y in positions]
    count = len(places)
    angles, scales = _spread("angle", angle, count), _spread("scale", scale, count)
    velocities = _velocities(velocity, count)
    return [(*place, *rest) for place, *rest in zip(places, angles, scales, velocities, strict=True)]


def _spread(name: str, value: Any, count: int) -> list[Any]:
    """Return one value for each position."""
    if value is None or isinstance(value, _NUMBERS):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise ValueError(
            f"spawn_many got {len(values)} values as {name} for {count} positions; give one each, or a number"
        )
    return values


def _velocities(velocity: Any, count: int) -> list[tuple[float, float] | None]:
    if velocity is None:
        return [None] * count
    values = list(velocity) if isinstance(velocity, Iterable) else []
    if not isinstance(velocity, Iterable) or (len(values) == 2 and isinstance(values[0], _NUMBERS)):
        return [pair_of(values or velocity)] * count
    if len(values) != count:
        raise ValueError(
            f"spawn_many got {len(values)} values as velocity for {count} positions; give a pair each, or one pair"
        )
    return [pair_of(each) for each in values]
