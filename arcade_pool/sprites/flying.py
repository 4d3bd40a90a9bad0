"""Hit boxes of sprites in batched motion: where a box is, is worked out when somebody asks it.

A collision check by brute force looks at every sprite, and Arcade 4 asks each of them for its hit box, though most are
far away (benchmarks, row "motion-price"). So a box is handed out as it is, and knows itself where its sprite is; also
one that a game has kept since an earlier update.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from arcade.hitbox import HitBox, RotatableHitBox

if TYPE_CHECKING:
    from arcade_pool.sprites.motion import Row

__all__ = ["kind_of", "land", "take_off"]


class _Flying:
    """What is put in front of a hit box's class as long as the sprite's place lies in a row."""

    #: The class that is behind.
    on_ground: ClassVar[type[HitBox]]
    _row: Row
    #: Place and angle that the present points were worked out for; and whether something else has changed since.
    _known: tuple[float, float, float] | None
    _stale: bool

    def _now(self) -> tuple[float, float, float]:
        row = self._row
        slot = row.slot
        return (row.xs[slot], row.ys[slot], row.angles[slot])

    # These three are attributes in Arcade. What Arcade sets them to, when a sprite is moved, is in the row already.

    @property
    def _position(self) -> tuple[float, float]:
        row = self._row
        return (row.xs[row.slot], row.ys[row.slot])

    @_position.setter
    def _position(self, value: object) -> None:
        pass

    @property
    def _angle(self) -> float:
        row = self._row
        return row.angles[row.slot]

    @_angle.setter
    def _angle(self, value: object) -> None:
        pass

    @property
    def _adjusted_cache_dirty(self) -> bool:
        return self._stale or self._known != self._now()

    @_adjusted_cache_dirty.setter
    def _adjusted_cache_dirty(self, value: bool) -> None:
        self._stale = value
        if not value:
            self._known = self._now()

    def __reduce_ex__(self, protocol: Any) -> Any:
        # A copy is a box of its own: it stays where this one is now.
        return object.__new__, (self.on_ground,), _on_ground(self)


@cache
def _in_flight(kind: Any) -> Any:
    # By the name of its own class: it is what it was, as far as a game can see.
    return type(kind.__name__, (_Flying, kind), {"__module__": kind.__module__, "on_ground": kind})


def _on_ground(box: Any) -> dict[str, Any]:
    """The attributes that a box has without a row."""
    state = {name: value for name, value in vars(box).items() if name not in ("_row", "_known", "_stale")}
    state |= {"_position": box._position, "_adjusted_cache_dirty": True}
    if issubclass(box.on_ground, RotatableHitBox):
        state["_angle"] = box._angle
    return state


def take_off(box: Any, row: Row) -> None:
    """Has a box follow a row from now on.

    Args:
        box: Of the sprite whose row it is.
        row: Where place and angle lie.
    """
    land(box)
    attributes = vars(box)
    for name in ("_position", "_angle", "_adjusted_cache_dirty"):
        attributes.pop(name, None)
    attributes.update(_row=row, _known=None, _stale=True)
    kind: Any = type(box)
    box.__class__ = _in_flight(kind)


def land(box: Any) -> None:
    """Has a box stay where it is, if it follows a row."""
    if isinstance(box, _Flying):
        state = _on_ground(box)
        kind: Any = box.on_ground
        box.__class__ = kind
        vars(box).clear()
        vars(box).update(state)


def kind_of(box: object) -> type:
    """The class of a box, whether it follows a row or not."""
    return box.on_ground if isinstance(box, _Flying) else type(box)
