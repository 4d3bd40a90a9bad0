"""BatchedHitBox: the hit box of a sprite in batched motion, which works out where it is when it is asked.

A collision check by brute force looks at every sprite, and Arcade 4 asks each of them for its hit box, though most are
far away (benchmarks, row "motion-price"). So the box that a sprite was made with is handed out as it is, and knows
itself where its sprite is; also where user code has kept it since an earlier update.

A box that user code has put in its place, or that another sprite shares, is an ordinary one. From then on boxes of that
class are brought up to date each time a sprite is asked for its own.
"""

from __future__ import annotations

from typing import Any

from arcade.hitbox import HitBox, RotatableHitBox

__all__ = ["BatchedHitBox", "attach", "box_state", "detach", "detach_shared", "follows", "kind_of", "set_box_state"]


class BatchedHitBox(RotatableHitBox):
    """A `RotatableHitBox` whose place is in a row of `batched_motion`."""

    #: The row, of a class that is defined above this module.
    _row: Any
    #: Place and angle that the present points were worked out for; and whether something else has changed since.
    _known: tuple[float, float, float] | None
    _stale: bool

    def _now(self) -> tuple[float, float, float]:
        row = self._row
        slot = row.slot
        return (row.xs[slot], row.ys[slot], row.angles[slot])

    # These three are attributes in Arcade. What Arcade sets them to when the sprite is moved, the row has already.
    # Another value comes from another sprite with the same box, or from user code: the box becomes an ordinary one.

    @property
    def _position(self) -> tuple[float, float]:
        row = self._row
        return (row.xs[row.slot], row.ys[row.slot])

    @_position.setter
    def _position(self, value: Any) -> None:
        if value != self._position:
            detach_shared(self)
            self._position = value

    @property
    def _angle(self) -> float:
        row = self._row
        angle: float = row.angles[row.slot]
        return angle

    @_angle.setter
    def _angle(self, value: float) -> None:
        if value != self._angle:
            detach_shared(self)
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
        return object.__new__, (RotatableHitBox,), _own_state(self)


def _own_state(box: BatchedHitBox) -> dict[str, Any]:
    """Return the attributes that a box has without a row."""
    state = {name: value for name, value in vars(box).items() if name not in ("_row", "_known", "_stale")}
    return state | {"_position": box._position, "_angle": box._angle, "_adjusted_cache_dirty": True}


def follows(box: object, row: Any) -> bool:
    """True if a box follows a row."""
    return type(box) is BatchedHitBox and box._row is row


def attach(box: Any, row: Any) -> None:
    """Have an ordinary `RotatableHitBox` follow a row from now on.

    Args:
        box: The one that the row's sprite was made with.
        row: Where place and angle lie.
    """
    attributes = vars(box)
    # In this order, so that the box is whole after each line.
    attributes.update(_row=row, _known=None, _stale=True)
    box.__class__ = BatchedHitBox
    for name in ("_position", "_angle", "_adjusted_cache_dirty"):
        del attributes[name]


def detach_shared(box: Any) -> None:
    """Make a box an ordinary one, because it has another owner as well."""
    if type(box) is BatchedHitBox:
        box._row.lose_box()
        detach(box)


def detach(box: Any) -> None:
    """Make a box an ordinary one, which stays where it is."""
    if type(box) is BatchedHitBox:
        ordinary: Any = RotatableHitBox
        # In this order, so that the box is whole after each line.
        vars(box).update(_own_state(box))
        box.__class__ = ordinary
        for name in ("_row", "_known", "_stale"):
            del vars(box)[name]


def kind_of(box: object) -> type:
    """Return the class of a box, as if none followed a row."""
    return RotatableHitBox if type(box) is BatchedHitBox else type(box)


def box_state(hit_box: HitBox) -> tuple[Any, ...]:
    """Return the place, scale and angle of a hit box."""
    return (hit_box.position, hit_box.scale, hit_box.angle if isinstance(hit_box, RotatableHitBox) else 0.0)


def set_box_state(hit_box: HitBox, state: tuple[Any, ...]) -> None:
    """Set the place, scale and angle of a hit box."""
    hit_box.position, hit_box.scale, angle = state
    if isinstance(hit_box, RotatableHitBox):
        hit_box.angle = angle
