"""One window for all tests, without a screen, and a manager for each that asks for one.

A plugin of conftest.py, for tests with sprites are in several folders. It imports arcade only when a test asks for one
of these fixtures, so that those of the core do without.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from arcade_pool import PoolManager

if TYPE_CHECKING:
    import arcade

# Read by Arcade when it is imported.
os.environ["ARCADE_HEADLESS"] = "True"


@pytest.fixture(scope="session")
def window() -> Iterator[arcade.Window]:
    """The one window: 800 by 600 pixels."""
    import arcade

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
    from .helpers import small_texture

    made: arcade.Texture = small_texture()
    return made
