"""Draw the layers and modules of arcade_pool from the imports in its code: `docs/images/architecture.svg`.

Run it from the repository after modules have moved: ``python docs/draw_architecture.py``. In a band, a module stands
above all modules of the band that it imports.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "arcade_pool"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"


class Band(NamedTuple):
    """One layer of the library."""

    name: str
    knows: str
    members: tuple[str, ...]  #: folders and modules
    colour: str


#: The layers from the ground up.
BANDS = (
    Band("errors, checks", "exceptions and argument checks", ("errors.py", "checks.py", "gc.py"), "#8d99ae"),
    Band("timing", "game time; knows no pool", ("timing/",), "#2a9d8f"),
    Band("pools", "pools of any objects; knows timing, not Arcade", ("pools/",), "#3d6fb4"),
    Band("sprites", "sprite pools; knows pools and Arcade", ("sprites/",), "#7b52ab"),
    Band("on demand", "debug mode, overlay, files", ("debug/", "overlay/", "config_file.py", "preload.py"), "#c8553d"),
    Band("testing", "helpers for the tests of games", ("testing.py", "__init__.py", "__main__.py"), "#6c757d"),
)

WIDTH, MARGIN, LABELS = 1200, 20, 230
BOX, GAP, ROW = 26, 8, 36
FONT = "font-family='Segoe UI, Helvetica, Arial, sans-serif'"


def modules_of(band: Band) -> list[str]:
    """The modules of a band, as paths in the library."""
    files = sorted(path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob("*.py"))
    named = [name for name in files if not name.endswith("__init__.py")]
    folders = tuple(name for name in band.members if name.endswith("/"))
    return [name for name in named if name in band.members or (folders and name.startswith(folders))]


def imports_of(module: str) -> set[str]:
    """The modules of the library that a module imports, for type checkers and inside functions too."""
    found = set()
    for node in ast.walk(ast.parse((LIBRARY / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arcade_pool."):
            found.add((node.module or "").removeprefix("arcade_pool.").replace(".", "/") + ".py")
    return found


def rows_of(modules: list[str]) -> list[list[str]]:
    """Modules by how many others of them they stand on, the highest first."""
    below = {module: imports_of(module) & set(modules) for module in modules}
    heights: dict[str, int] = {}

    def height(module: str) -> int:
        if module not in heights:
            heights[module] = 1 + max(map(height, sorted(below[module])), default=-1)
        return heights[module]

    rows: list[list[str]] = [[] for _ in range(1 + max(map(height, modules)))]
    for module in modules:
        rows[-1 - height(module)].append(module)
    return [part for row in rows for part in _split(row)]


def _split(row: list[str]) -> list[list[str]]:
    """A row as several where the picture is not wide enough for it."""
    parts: list[list[str]] = [[]]
    x = 0.0
    for module in row:
        x += width_of(module) + GAP
        if x > WIDTH - 3 * MARGIN - LABELS:
            parts.append([])
            x = width_of(module) + GAP
        parts[-1].append(module)
    return parts


def width_of(module: str) -> float:
    """The width of a box."""
    return 7.4 * len(label_of(module)) + 20


def label_of(module: str) -> str:
    """The name of a module, with its folder where its band has several."""
    folder, _, name = module.removesuffix(".py").rpartition("/")
    return f"{folder}/{name}" if folder in ("debug", "overlay") else name


def text(x: float, y: float, words: str, style: str) -> str:
    """One line of text."""
    return f"<text x='{x:g}' y='{y:g}' {FONT} {style}>{escape(words)}</text>"


def boxes(rows: list[list[str]], top: float, colour: str) -> list[str]:
    """The modules of a band, row by row."""
    drawn = []
    for number, row in enumerate(rows):
        x = float(MARGIN + LABELS)
        y = top + number * ROW
        for module in row:
            name = label_of(module)
            # In fifties, so that the picture changes when a module does, and not with every line.
            lines = len((LIBRARY / module).read_text(encoding="utf-8").splitlines()) // 50 * 50
            width = width_of(module)
            drawn.append(
                f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{BOX}' rx='4' fill='{colour}' "
                f"fill-opacity='{0.25 + 0.75 * lines / 300:.2f}' stroke='{colour}'/>"
            )
            ink = "white" if lines > 100 else "#222"
            drawn.append(text(x + 8, y + 17, name, f"font-size='13' fill='{ink}'"))
            x += width + GAP
    return drawn


def arrow(x: float, start: float, end: float, words: str, *, dashed: bool = False) -> list[str]:
    """A vertical arrow with a few words beside it."""
    dash = " stroke-dasharray='5 4'" if dashed else ""
    head = 7 if end > start else -7
    return [
        f"<path d='M {x:g} {start:g} L {x:g} {end - head:g}' stroke='#444' stroke-width='2' fill='none'{dash}/>",
        f"<path d='M {x - 5:g} {end - head:g} L {x + 5:g} {end - head:g} L {x:g} {end:g} Z' fill='#444'/>",
        text(x + 10, (start + end) / 2 + 4, words, "font-size='11' fill='#444'"),
    ]


def picture() -> str:
    """The whole picture, as SVG."""
    members = [modules_of(band) for band in BANDS]
    heights = [max(len(rows_of(modules)) * ROW + 24, 76) for modules in members]
    tops: list[float] = []
    y = 72.0
    for height in reversed(heights):
        tops.insert(0, y)
        y += height + 34
    drawn = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{y:g}' viewBox='0 0 {WIDTH} {y:g}'>",
        f"<rect width='{WIDTH}' height='{y:g}' fill='#fdfdfb'/>",
        text(MARGIN, 32, "arcade_pool: every import points down", "font-size='20' font-weight='bold' fill='#222'"),
        text(
            MARGIN, 54, "A box is a module: the stronger its colour, the more lines it has. "
            "In a band, a module stands above what it imports.", "font-size='12' fill='#444'",
        ),
    ]  # fmt: skip
    for band, modules, height, top in zip(BANDS, members, heights, tops, strict=True):
        drawn.append(
            f"<rect x='{MARGIN}' y='{top:g}' width='{WIDTH - 2 * MARGIN}' height='{height}' rx='8' "
            f"fill='{band.colour}' fill-opacity='0.08' stroke='{band.colour}' stroke-opacity='0.5'/>"
        )
        drawn.append(text(MARGIN + 14, top + 28, band.name, f"font-size='17' font-weight='bold' fill='{band.colour}'"))
        for number, words in enumerate(_wrapped(band.knows)):
            drawn.append(text(MARGIN + 14, top + 48 + 15 * number, words, "font-size='12' fill='#444'"))
        drawn += boxes(rows_of(modules), top + 17, band.colour)
    for number, above in enumerate(members[1:], start=1):
        lower = {name for modules in members[:number] for name in modules}
        count = sum(len(imports_of(module) & lower) for module in above)
        drawn += arrow(
            WIDTH - 190, tops[number] + heights[number], tops[number - 1], f"{count} imports of what is below"
        )
    upward = imports_of("pools/manager.py") - {name for modules in members[:3] for name in modules}
    words = f"pools/manager: {len(upward)} imports inside the methods that offer these"
    drawn += arrow(WIDTH - 620, tops[2], tops[3] + heights[3], words, dashed=True)
    return "\n".join([*drawn, "</svg>", ""])


def _wrapped(words: str) -> list[str]:
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > 28:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"drew {PICTURE.relative_to(ROOT)}")
