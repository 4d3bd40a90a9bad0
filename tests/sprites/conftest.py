"""Arcade without a screen, one window for all tests, and a manager for each."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

# Read by Arcade when it is imported.
os.environ["ARCADE_HEADLESS"] = "True"

import arcade

from arcade_pool import PoolManager

from .helpers import small_texture


@pytest.fixture(scope="session")
def window() -> Iterator[arcade.Window]:
    """The one window: 800 by 600 pixels."""
    made = arcade.Window(800, 600)
    yield made
    made.close()


@pytest.fixture
def manager(window: arcade.Window) -> Iterator[PoolManager]:
    """A manager in a program that has a window."""
    with PoolManager() as made:
        yield made


@pytest.fixture
def texture() -> arcade.Texture:
    """A texture of 16 by 8 pixels."""
    made: arcade.Texture = small_texture()
    return made
