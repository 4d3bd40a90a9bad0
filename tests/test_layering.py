"""The house of the design, section 2: what may import what, and how long a module is."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import arcade_pool

LIBRARY = Path(arcade_pool.__file__).parent
MODULES = sorted(path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob("*.py"))
CORE = [name for name in MODULES if not name.startswith(("sprites/", "overlay/", "preload.py"))]
#: What only the sprite layer may import.
HEAVY = {"arcade", "pyglet", "numpy", "PIL", "pymunk"}

#: Most lines of a module, and those that have a reason to exceed it.
MOST_LINES = 300
LONGER: dict[str, str] = {
    "pools/lease.py": "one class, each public call of which carries its contract",
    "pools/manager.py": "the public face of the library: half of it is the contract of each call",
    "pools/pool.py": "each public call carries its contract; how a lease begins and ends is elsewhere",
    "timing/scheduler.py": "the one hot loop and the waits it serves",
    "pools/inventory.py": "where items come from and where they go: both ends of the same lists",
    "sprites/batched_motion.py": "an option in one module, of which nothing else knows how it works",
    "sprites/pool.py": "each public call carries its contract, as in pool.py",
    "sprites/sprite_list.py": "one class that overrides every way into and out of an arcade.SpriteList",
}


def _dotted(module: str) -> str:
    return ".".join(["arcade_pool", *module.removesuffix(".py").split("/")]).removesuffix(".__init__")


def loaded_by(*statements: str) -> set[str]:
    """Which of the heavy packages are in a fresh interpreter after these statements."""
    program = "\n".join([*statements, "import sys", f"print(*sys.modules.keys() & set({sorted(HEAVY)!r}))"])
    # S603: the program is a constant of this test.
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=LIBRARY.parent, timeout=60
    )
    return set(done.stdout.split())


@pytest.mark.medium
def test_importing_the_library_imports_neither_arcade_nor_numpy() -> None:
    assert loaded_by("import arcade_pool") == set()


@pytest.mark.medium
def test_using_the_core_imports_neither_arcade_nor_numpy() -> None:
    """Also not when a pool of plain objects lives its whole life."""
    assert (
        loaded_by(
            "import arcade_pool",
            "from arcade_pool import Frames, PoolManager, Until",
            "class Thing:",
            "    lifetime = Frames(2) | 1.0",
            "with PoolManager() as manager:",
            "    pool = manager.create_pool(Thing, prewarm=2)",
            "    thing = manager.spawn(Thing)",
            "    pool.spawn(lifetime=Until(lambda each: False))",
            "    manager.update(0.5)",
            "    manager.recycle(thing)",
            "    manager.clear()",
            "    manager.report()",
            "    dir(arcade_pool)",
        )
        == set()
    )


@pytest.mark.medium
def test_no_module_of_the_core_brings_in_a_heavy_package() -> None:
    names = [_dotted(module) for module in CORE]
    assert loaded_by(*(f"import {name}" for name in names)) == set()


def _imports(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """The packages a module imports when it is imported or called, and whether at its top level."""

    def walk(node: ast.AST, top: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                for other in child.orelse:
                    yield from walk(ast.Module([other], []), top)
            elif isinstance(child, ast.Import):
                yield from ((alias.name, top) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                yield child.module or "", top
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from walk(child, top and not inside)

    return walk(tree, top=True)


@pytest.mark.parametrize("module", CORE)
def test_the_core_imports_nothing_heavy(module: str) -> None:
    """But under TYPE_CHECKING; nor the sprite layer, but inside a function that offers something of it."""
    tree = ast.parse((LIBRARY / module).read_text(encoding="utf-8"))
    for name, top in _imports(tree):
        assert name.split(".")[0] not in HEAVY, f"{module} imports {name}"
        if top:
            assert not name.startswith("arcade_pool.sprites"), f"{module} imports {name} at its top level"


def test_the_tests_of_the_core_import_nothing_heavy() -> None:
    """So that they say in seconds, and where no window opens, whether the core works."""
    tests = Path(__file__).parent
    for path in [tests / "conftest.py", tests / "helpers.py", *tests.glob("timing/*.py"), *tests.glob("pools/*.py")]:
        for name, _ in _imports(ast.parse(path.read_text(encoding="utf-8"))):
            assert name.split(".")[0] not in {*HEAVY, "sprites"}, f"{path} imports {name}"


def test_the_check_of_imports_sees_what_it_must() -> None:
    """A check that cannot fail proves nothing."""
    source = (
        "import numpy as np\nfrom arcade.types import Rect\nif TYPE_CHECKING:\n    import pyglet\n"
        "else:\n    import pymunk\ndef f():\n    import PIL\n"
    )
    assert sorted(_imports(ast.parse(source))) == [
        ("PIL", False),
        ("arcade.types", True),
        ("numpy", True),
        ("pymunk", True),
    ]


@pytest.mark.parametrize("module", MODULES)
def test_modules_are_short_or_have_a_reason(module: str) -> None:
    lines = len((LIBRARY / module).read_text(encoding="utf-8").splitlines())
    if module in LONGER:
        assert lines > MOST_LINES, f"{module} needs no exception any more"
    else:
        assert lines <= MOST_LINES, f"{module} has {lines} lines: split it, or give a reason"


def test_exceptions_name_modules_that_exist() -> None:
    assert set(LONGER) <= set(MODULES)


# --- the public names ---

#: Section 3 of the design.
PUBLIC = {
    *("PoolManager", "Pool", "SpritePool", "PooledSpriteList", "PoolConfig", "Shrink", "Lease", "PooledSprite"),
    *("PooledView", "LifetimeSpec", "Seconds", "Frames", "Until", "Forever", "OffScreen", "AnimationDone", "Task"),
    *("Bounds", "Prewarm", "PoolStats", "RecycleReason", "PoolError", "PoolExhausted", "StaleLease", "NotPooled"),
    *("UnknownPool", "PoolClosed", "BadYield", "Condition", "Polled", "PoolItem"),
}


def _init() -> ast.Module:
    return ast.parse((LIBRARY / "__init__.py").read_text(encoding="utf-8"))


def test_all_is_complete() -> None:
    """Every name of the design is there, every name that is there exists."""
    names = arcade_pool.__all__
    assert set(names) >= PUBLIC
    assert len(names) == len(set(names))
    assert not any(name.startswith("_") for name in names)


def test_all_is_what_the_package_imports() -> None:
    """What is imported for users is exported, and nothing else: for type checkers and at run time."""
    imported: set[str] = set()
    for node in _init().body:
        body = node.body if isinstance(node, ast.If) else [node]
        for each in body:
            if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("arcade_pool."):
                imported.update(alias.asname or alias.name for alias in each.names)
    assert imported == set(arcade_pool.__all__)


@pytest.mark.parametrize("module", CORE)
def test_what_a_module_exports_exists(module: str) -> None:
    loaded = importlib.import_module(_dotted(module))
    names = set(getattr(loaded, "__all__", ())) - set(arcade_pool._LAZY)
    assert all(hasattr(loaded, name) for name in names)


def test_the_names_of_the_sprite_layer_are_those_that_are_lazy() -> None:
    """`from arcade_pool import PooledSprite` works at run time because of a table: it must name the same things."""
    checked: set[str] = set()
    for node in _init().body:
        if isinstance(node, ast.If):
            for each in node.body:
                if isinstance(each, ast.ImportFrom):
                    module = (each.module or "").removeprefix("arcade_pool.")
                    checked.update(f"{alias.name}:{module}" for alias in each.names)
    assert checked == {f"{name}:{module}" for name, module in arcade_pool._LAZY.items()}
    assert set(dir(arcade_pool)) >= set(arcade_pool.__all__)


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="NoSuchName"):
        arcade_pool.NoSuchName
    assert not hasattr(arcade_pool, "arcade")


def test_every_module_says_what_it_is() -> None:
    for module in MODULES:
        tree = ast.parse((LIBRARY / module).read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), f"{module} has no docstring"
