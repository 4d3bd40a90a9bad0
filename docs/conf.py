"""Sphinx's settings for the guide. Build it with scripts/docs."""

import os
import sys
import zlib
from importlib.metadata import version as version_of
from pathlib import Path

from sphinx.ext.napoleon.docstring import GoogleDocstring

HERE = Path(__file__).parent

os.environ["ARCADE_HEADLESS"] = "True"
sys.path.insert(0, str(HERE.parent))

project = "arcade_pool"
author = "The arcade_pool authors"
version = release = version_of("arcade-pool")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.intersphinx"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}
html_theme = "sphinx_rtd_theme"  # as in Arcade's own documentation
html_title = f"arcade_pool {version}"
html_show_copyright = False
default_role = "py:obj"

myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_inherit_docstrings = False
napoleon_use_rtype = False


def links_to(name: str) -> Path:
    """Writes what links.txt says about a project as an inventory, the form in which Sphinx looks for links."""
    lines = []
    for line in (HERE / "links.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name} "):
            _, kind, target, page = line.split()
            lines.append(f"{target} py:{kind} 1 {page} -\n")
    folder = HERE / "_build" / "inventories"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.inv"
    head = f"# Sphinx inventory version 2\n# Project: {name}\n# Version: \n"
    file.write_bytes(head.encode() + b"# The remainder of this file is compressed using zlib.\n")
    with file.open("ab") as out:
        out.write(zlib.compress("".join(lines).encode()))
    return file


# No address to fetch an inventory from: the build needs no network, and gives the same pages with and without one.
intersphinx_mapping = {"arcade": ("https://api.arcade.academy/en/stable/", str(links_to("arcade")))}


# Napoleon takes "Whether it lasts. Cost: O(1)." over a property for "type: description". So what it made of properties
# and attributes is made anew, as for a method.
_as_written: dict[str, list[str]] = {}


def keep(app, what, name, obj, options, lines):
    if what in ("attribute", "data", "property"):
        _as_written[name] = list(lines)


def make_anew(app, what, name, obj, options, lines):
    if name in _as_written:
        written = GoogleDocstring(_as_written.pop(name), app.config, app, "method", name, obj, options)
        lines[:] = written.lines()


def setup(app):
    # Napoleon itself comes at 500.
    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", make_anew, priority=600)
