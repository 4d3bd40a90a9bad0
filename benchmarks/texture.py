"""The texture that all ways share."""

from __future__ import annotations

import arcade

__all__ = ["TEXTURE"]

TEXTURE = arcade.make_soft_square_texture(8, arcade.color.RED, 255, 255)
