"""FlyingHitBox: the hit box of a sprite in batched motion, which works out where it is when somebody asks it.

A collision check by brute force looks at every sprite, and Arcade 4 asks each of them for its hit box, though most are
far away (benchmarks, row "motion-price"). So the box that a sprite was made with is handed out as it is, and knows
itself where its sprite is; also where a game has kept it since an earlier update.

A box that a game has put in its place, or that another sprite has got hold of, is an ordinary one. From then on boxes
of that class are brought up to date each time a sprite is asked for its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcade.hitbox import RotatableHitBox

if TYPE_CHECKING:
    from arcade_pool.sprites.batched_motion import Row

__all__ = ["FlyingHitBox", "follows", "kind_of", "land", "share", "take_off"]


class FlyingHitBox(RotatableHitBox):
    """What a `RotatableHitBox` is as long as its place lies in a row."""

    _row: Row
    #: Place and angle that the present points were worked out for; and whether something else has changed since.
    _known: tuple[float, float, float] | None
    _stale: bool

    def _now(self) -> tuple[float, float, float]:
        row = self._row
        slot = row.slot
        return (row.xs[slot], row.ys[slot], row.angles[slot])

    # These three are attributes in Arcade. What Arcade sets them to when the sprite is moved, the row says already.
    # Whoever sets them to something else is another sprite with the same box, or the game: they have an ordinary one.

    @property
    def _position(self) -> tuple[float, float]:
        row = self._row
        return (row.xs[row.slot], row.ys[row.slot])

    @_position.setter
    def _position(self, value: Any) -> None:
        if value != self._position:
            share(self)
            self._position = value

    @property
    def _angle(self) -> float:
        row = self._row
        return row.angles[row.slot]

    @_angle.setter
    def _angle(self, value: float) -> None:
        if value != self._angle:
            share(self)
            self._angle = value

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
        return object.__new__, (RotatableHitBox,), _grounded(self)


def _grounded(box: FlyingHitBox) -> dict[str, Any]:
    """The attributes that a box has without a row."""
    state = {name: value for name, value in vars(box).items() if name not in ("_row", "_known", "_stale")}
    return state | {"_position": box._position, "_angle": box._angle, "_adjusted_cache_dirty": True}


def follows(box: object, row: Row) -> bool:
    """Whether a box is where a row says."""
    return type(box) is FlyingHitBox and box._row is row


def take_off(box: Any, row: Row) -> None:
    """Has an ordinary `RotatableHitBox` follow a row from now on.

    Args:
        box: The one that the row's sprite was made with.
        row: Where place and angle lie.
    """
    attributes = vars(box)
    # In this order, so that the box is whole after each line.
    attributes.update(_row=row, _known=None, _stale=True)
    box.__class__ = FlyingHitBox
    for name in ("_position", "_angle", "_adjusted_cache_dirty"):
        del attributes[name]


def share(box: Any) -> None:
    """Makes a box an ordinary one, because somebody else has got hold of it."""
    if type(box) is FlyingHitBox:
        box._row.lose_box()
        land(box)


def land(box: Any) -> None:
    """Makes a box an ordinary one, which stays where it is."""
    if type(box) is FlyingHitBox:
        ordinary: Any = RotatableHitBox
        # In this order, so that the box is whole after each line.
        vars(box).update(_grounded(box))
        box.__class__ = ordinary
        for name in ("_row", "_known", "_stale"):
            del vars(box)[name]


def kind_of(box: object) -> type:
    """The class of a box, as if none followed a row."""
    return RotatableHitBox if type(box) is FlyingHitBox else type(box)
