"""The house of the demo arena: its layers, and that every import points down in it. Imports no arcade, and no game."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "demo_game"
SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in HOUSE.glob("*.py")}

#: From the ground up. A module imports from the layers below its own; those of one layer do not know each other.
LAYERS = (
    ("__init__", "score", "sounds", "supply", "textures"),
    ("controls", "lifetimes", "stage"),
    ("actors", "cabinet"),
    ("effects", "enemies", "shots"),
    ("spawner",),
    ("autopilot", "blasts", "hud", "screens", "showcase", "waves"),
    ("arena",),
    ("app",),
    ("run",),
    ("__main__",),
)
#: Most lines of a module.
MOST_LINES = 300


def imported_by(source: str, modules: Sequence[str]) -> Iterator[str]:
    """The modules of the house that a source imports: at its top, under TYPE_CHECKING, or inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = ("demo_game." if node.level else "") + (node.module or "")
            names = [f"{package.rstrip('.')}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == "demo_game":
                module = rest.partition(".")[0]
                # What is no module is a name of the package itself.
                yield module if module in modules else "__init__"


def faults(sources: dict[str, str], layers: Sequence[Sequence[str]]) -> list[str]:
    """Every import that does not point down."""
    height = {module: number for number, layer in enumerate(layers) for module in layer}
    return [
        f"{module} imports {other}, which is not below it"
        for module, source in sorted(sources.items())
        for other in imported_by(source, list(sources))
        if height[other] >= height[module]
    ]


def test_every_module_has_its_place_in_the_house() -> None:
    placed = [module for layer in LAYERS for module in layer]
    assert sorted(placed) == sorted(SOURCES)
    assert len(SOURCES) == len(list(HOUSE.rglob("*.py"))), "a folder would need a place, too"


def test_every_import_points_down() -> None:
    """So that no circle can be closed, and a reader who goes up meets nothing that was not met before."""
    assert faults(SOURCES, LAYERS) == []


def test_no_module_is_imported_by_a_string() -> None:
    """That would be an arrow that nothing here sees."""
    for module, source in SOURCES.items():
        names = {getattr(node, "id", getattr(node, "attr", None)) for node in ast.walk(ast.parse(source))}
        assert not names & {"import_module", "__import__", "importlib"}, module


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_modules_are_short(module: str) -> None:
    assert len(SOURCES[module].splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    "upwards",
    [
        "from demo_game.roof import Tile",
        "import demo_game.roof",
        "import demo_game.roof as top",
        "from demo_game import roof",
        "from . import roof",
        "from .roof import Tile",
        "if TYPE_CHECKING:\n    from demo_game.roof import Tile",
        "def build():\n    from demo_game.roof import Tile",
        "class Wall:\n    async def build(self):\n        if self:\n            import demo_game.roof",
    ],
)
def test_the_check_sees_an_import_that_points_up(upwards: str) -> None:
    """A check that cannot fail proves nothing."""
    house = {"cellar": upwards, "roof": "import math\nfrom demo_game.cellar import Wall\nfrom demo_game import cellar"}
    assert faults(house, [("cellar",), ("roof",)]) == ["cellar imports roof, which is not below it"]


def test_the_check_sees_an_import_within_a_layer_and_of_the_module_itself() -> None:
    house = {"east": "import demo_game.west", "west": "from demo_game.west import Wall"}
    assert faults(house, [("east", "west")]) == [
        "east imports west, which is not below it",
        "west imports west, which is not below it",
    ]


def test_a_name_of_the_package_is_an_import_of_its_init() -> None:
    assert faults({"__init__": "from demo_game import VERSION"}, [("__init__",)]) != []
    assert faults({"__init__": "", "wall": "from demo_game import VERSION"}, [("__init__",), ("wall",)]) == []
