"""Leaving: how a sprite leaves lists and physics engines that are not its pool's."""

from __future__ import annotations

from typing import Any

import arcade
from arcade.sprite_list.spatial_hash import SpatialHash

from arcade_pool.sprites.arcade_internals import LISTS

__all__ = ["leave_engines", "leave_foreign_list", "leave_hash"]


def leave_hash(spatial_hash: SpatialHash[Any], sprite: arcade.BasicSprite) -> None:
    """Take a sprite out of a spatial hash, also one that a NaN position has half removed already.

    Arcade's own ``remove`` raises then, because moving a sprite to NaN takes it out and fails to put it in again.
    """
    for bucket in spatial_hash.buckets_for_sprite.pop(sprite, ()):
        bucket.discard(sprite)


def leave_foreign_list(sprite: arcade.BasicSprite, sprites: arcade.SpriteList[Any]) -> None:
    """Take a sprite out of a list that is not its pool's.

    Also where Arcade's ``remove`` would raise: the list was cleared with ``deep=False``, or the sprite's position was
    NaN while the list has a spatial hash.
    """
    if sprite not in sprites:
        if sprites in sprite.sprite_lists:
            sprite.sprite_lists.remove(sprites)
        return
    if LISTS.matches and (spatial_hash := sprites.spatial_hash) is not None:
        spatial_hash.buckets_for_sprite.setdefault(sprite, [])
    sprites.remove(sprite)


def leave_engines(sprite: Any, errors: list[BaseException]) -> None:
    """Take a sprite out of its physics engines."""
    for engine in list(sprite.physics_engines):
        try:
            # User code may have taken it out of the engine itself, which Arcade does not note on the sprite.
            if sprite in getattr(engine, "sprites", (sprite,)):
                engine.remove_sprite(sprite)
        except BaseException as error:
            errors.append(error)
    sprite.physics_engines.clear()
