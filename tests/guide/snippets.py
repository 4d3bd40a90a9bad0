"""What the tests of the guide's code share: its files as modules, and a mouse that plays the same game twice."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from sprites.helpers import FRAME

DOCS = Path(__file__).resolve().parents[2] / "docs"


def load(path: str) -> ModuleType:
    """A file of the guide's folder, executed anew as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, DOCS / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def click(view: Any, x: float, y: float) -> None:
    """A press of the left mouse button."""
    view.on_mouse_press(x, y, 1, 0)


def play(view: Any, frames: int = 1) -> None:
    """Updates and draws a view."""
    for _ in range(frames):
        view.on_update(FRAME)
        view.on_draw()
