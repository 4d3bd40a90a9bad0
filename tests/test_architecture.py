"""docs/architecture.md: its picture is what the code is like today."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from test_layering import LAYERS, MODULES

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT: dict[str, Any] = runpy.run_path(str(DOCS / "draw_architecture.py"))


def test_the_picture_shows_the_code_of_today() -> None:
    drawn = (DOCS / "images" / "architecture.svg").read_text(encoding="utf-8")
    assert drawn == SCRIPT["picture"](), "the modules have moved: run python docs/draw_architecture.py"


def test_the_bands_are_the_layers() -> None:
    assert tuple(band.members for band in SCRIPT["BANDS"]) == LAYERS
    shown = [module for band in SCRIPT["BANDS"] for module in SCRIPT["modules_of"](band)]
    assert sorted(shown) == [module for module in MODULES if not module.endswith("__init__.py")]


def test_the_page_names_modules_that_exist() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", page))
    known = {*MODULES, *(module.rpartition("/")[2] for module in MODULES)}
    root = DOCS.parent
    assert len(named) > 20
    assert not {name for name in named if name not in known and not (root / name).exists()}
