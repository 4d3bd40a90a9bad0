"""The update of `arcade.Sprite`, written out for all sprites of a pool.

Without its calls it takes less than half of the time, and a sixth at rest. Places, angles, hit boxes and buffers come
out the same. It is for classes that override nothing of it; an ``update`` that is set on a single sprite later is not
called.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

import arcade
from arcade.hitbox import RotatableHitBox

from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["is_default", "update_written_out"]

_UPDATE: Final = arcade.Sprite.update


class _Owner(Protocol):
    """The part of `SpriteUpdates` that is needed here."""

    def update_one(self, sprite: Any, delta_time: float) -> None: ...
    def fail(self, sprite: Any, error: Exception) -> None: ...


def is_default(kinds: Iterable[type[Any]]) -> bool:
    """True if classes have the update of `arcade.Sprite`: a test may have patched one meanwhile."""
    for kind in kinds:  # noqa: SIM110  # three times as fast as all() for the one class that most pools have
        if kind.update is not _UPDATE:
            return False
    return True


def update_written_out(moved: Iterable[Any], delta_time: float, sprites: PooledSpriteList[Any], owner: _Owner) -> None:
    """Update sprites as their ``update`` would.

    Args:
        moved: The sprites; of a pool whose list has no spatial hash.
        delta_time: Seconds.
        sprites: The list of their pool.
        owner: Updates a sprite that is in other lists as well, and ends the lease of one whose update raised.
    """
    steps = delta_time * 60
    changed = False
    slots, data = sprites.sprite_slot, sprites._sprite_pos_angle_data
    for sprite in moved:
        try:
            velocity = sprite._velocity
            if velocity[0] or velocity[1]:
                if len(sprite.sprite_lists) != 1:
                    owner.update_one(sprite, delta_time)
                    continue
                before = sprite._position
                sprite._position = position = (before[0] + velocity[0] * steps, before[1] + velocity[1] * steps)
                if position != before:
                    box = sprite._hit_box
                    if type(box) is RotatableHitBox:
                        box._position = position
                        box._adjusted_cache_dirty = True
                    else:
                        box.position = position
                    start = slots[sprite] * 4
                    data[start], data[start + 1] = position
                    changed = True
            if sprite.change_angle:
                sprite.angle += sprite.change_angle * steps
        except Exception as error:
            owner.fail(sprite, error)
    if changed:
        sprites._sprite_pos_angle_changed = True
