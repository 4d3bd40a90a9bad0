"""What several tests of the sprite layer need: small sprites, and what must hold of a pool's list at any time."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

import arcade
import PIL.Image

from arcade_pool import PooledSprite, PoolManager, SpritePool

#: Seconds of one update at 60 updates a second.
FRAME = 1 / 60


@cache
def small_texture(width: int = 16, height: int = 8, color: tuple[int, int, int, int] = (200, 90, 30, 255)) -> Any:
    """A texture of one colour, with a hit box of its whole size."""
    half_width, half_height = width / 2, height / 2
    box = (
        (-half_width, -half_height),
        (half_width, -half_height),
        (half_width, half_height),
        (-half_width, half_height),
    )
    return arcade.Texture(PIL.Image.new("RGBA", (width, height), color), hit_box_points=box)


class Dot(PooledSprite):
    """The simplest pooled sprite: 16 by 8 pixels, no hooks."""

    def __init__(self) -> None:
        super().__init__(small_texture())


class ScriptError(Exception):
    """Raised on purpose, so that a test can tell it from the library's own errors."""


def run_updates(manager: PoolManager, count: int = 1, delta_time: float = FRAME) -> None:
    """Steps a manager."""
    for _ in range(count):
        manager.update(delta_time)


def single(*values: float) -> bytes:
    """Values as the bytes of single precision, so that NaN equals NaN."""
    return struct.pack(f"{len(values)}f", *values)


def assert_sound(pool: SpritePool[Any]) -> None:
    """What must hold of a sprite pool at any time that no code of a lease is running.

    The list holds the active sprites, the index buffer follows the list, and each drawn slot of the vertex buffers
    holds what Arcade itself would write for the sprite: so what is drawn is what the sprite says.
    """
    pool._check()
    sprites: Any = pool.sprites
    active = list(pool)
    assert len(sprites) == len(sprites.sprite_list) == len(active) == pool.active_count
    assert {id(sprite) for sprite in sprites.sprite_list} == {id(sprite) for sprite in active}
    assert {id(sprite) for sprite in sprites} == {id(sprite) for sprite in active}
    slots = [sprites.sprite_slot[sprite] for sprite in sprites.sprite_list]
    assert sprites._sprite_index_slots == len(slots)
    assert list(sprites._sprite_index_data[: sprites._sprite_index_slots]) == slots
    assert len(set(sprites.sprite_slot.values())) == len(sprites.sprite_slot)
    for sprite, slot in zip(sprites.sprite_list, slots, strict=True):
        assert slot < sprites._sprite_buffer_slots
        assert sprite in sprites
        assert sum(each is sprites for each in sprite.sprite_lists) == 1
        assert_looks_right(sprites, sprite, slot)
    if sprites.spatial_hash is not None:
        assert set(sprites.spatial_hash.buckets_for_sprite) == set(active)


def assert_looks_right(sprites: Any, sprite: Any, slot: int) -> None:
    """The vertex buffers hold at `slot` what `sprite` looks like."""
    place = sprites._sprite_pos_angle_data[slot * 4 : slot * 4 + 4].tobytes()
    assert place == single(*sprite.position, sprite.depth, sprite._angle), "place, depth or angle"
    red, green, blue, alpha = sprite.color
    colors = sprites._sprite_color_data[slot * 4 : slot * 4 + 4].tolist()
    assert colors == [red, green, blue, alpha * sprite.visible], "colour"
    # Before OpenGL knows of a list, Arcade does not write the size that comes with another texture.
    if sprites._initialized:
        size = sprites._sprite_size_data[slot * 2 : slot * 2 + 2].tobytes()
        assert size == single(sprite.width, sprite.height), "size"
        assert sprites._sprite_texture_data[slot] == sprites.atlas.get_texture_id(sprite.texture), "texture"
