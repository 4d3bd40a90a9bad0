"""Every code block of the guide is true: it runs here, or comes from a file that another test runs."""

from __future__ import annotations

import doctest
import os
import re
import tomllib
import warnings
from pathlib import Path
from typing import Any

import arcade
import pytest

import arcade_pool

from .snippets import DOCS

ROOT = DOCS.parent
#: The design's blocks are signatures; they are pinned by tests/test_public_api.py.
PAGES = sorted(path for path in DOCS.glob("*.md") if path.name != "design.md")
FENCE = re.compile(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
#: What a block may be besides Python: what another test looks at (test_tutorial.py applies the changes), and what
#: Sphinx fills in.
OTHER = {"console", "toml", "diff", "{toctree}", "{literalinclude}", "{eval-rst}"}

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """A page's code blocks: line, language, text."""
    text = page.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start()) + 1, found[2], found[3]) for found in FENCE.finditer(text)]


def test_pages_are_found() -> None:
    """Else the tests below would pass without looking at anything."""
    assert {"index", "lifetimes", "migration"} <= {page.stem for page in PAGES}


@each_page
def test_python_of_a_page_runs(page: Path, window: arcade.Window) -> None:
    """From top to bottom, as a reader would type it; what stands after ``>>>`` gives what stands below it."""
    names: dict[str, Any] = {"__name__": page.stem}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for line, language, text in blocks(page):
        if language != "python":
            assert language in OTHER, f"{page.name}:{line}: who says that this is true?"
        elif text.startswith(">>>"):
            session = doctest.DocTestParser().get_doctest(text, {}, page.stem, str(page), line)
            session.globs = names
            report: list[str] = []
            assert not runner.run(session, out=report.append, clear_globs=False).failed, "".join(report)
        else:
            with warnings.catch_warnings():
                exec(compile("\n" * line + text, str(page), "exec", dont_inherit=True), names)  # noqa: S102  # it is what the reader types


@each_page
def test_toml_of_a_page_is_toml(page: Path) -> None:
    for _, language, text in blocks(page):
        if language == "toml":
            assert tomllib.loads(text)


@each_page
def test_commands_of_a_page_exist(page: Path) -> None:
    """Scripts, examples and modules that a page tells one to run."""
    text = page.read_text(encoding="utf-8")
    for path in re.findall(r"\b(?:scripts|examples|docs|tests)/[\w./]*\w", text):
        assert (ROOT / path).exists(), path
    for script in re.findall(r"\bscripts/\w+", text):
        assert os.access(ROOT / script, os.X_OK), script
    for module in re.findall(r"python -m (arcade_pool|demo_game|benchmarks[\w.]*)", text):
        path = ROOT / Path(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module


@each_page
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    """Those that stay in the guide."""
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_reference_has_every_public_name() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\.\. auto\w+:: arcade_pool\.(\w+)$", text, re.MULTILINE)) >= set(arcade_pool.__all__)
