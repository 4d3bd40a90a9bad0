"""The structure of the library: what may import what, how long a module is, how often one reaches into another."""

from __future__ import annotations

import ast
import importlib
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import arcade_pool

LIBRARY = Path(arcade_pool.__file__).parent
MODULES = sorted(path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob("*.py"))
#: What only the sprite layer, and what is above it, may import.
HEAVY = {"arcade", "pyglet", "numpy", "PIL", "pymunk"}

#: The library from the ground up. A module imports from its own layer and from those above it in this list.
LAYERS = (
    ("errors.py", "checks.py", "gc.py"),
    ("timing/",),
    ("pools/",),
    ("sprites/",),
    ("debug/", "overlay/", "config_file.py", "preload.py"),
    ("testing.py", "__init__.py", "__main__.py"),
)
#: The imports that point up: for type checkers, or inside the one method that offers the thing.
UPWARD = {
    ("pools/manager.py", "sprites/bounds.py"),
    ("pools/manager.py", "sprites/pool.py"),
    ("pools/manager.py", "sprites/sprite_list.py"),
    ("pools/manager.py", "preload.py"),
    ("pools/manager.py", "config_file.py"),
    ("pools/manager.py", "debug/watcher.py"),
}
CORE = [name for name in MODULES if not name.startswith(("sprites/", "overlay/", "preload.py"))]

#: Most lines of a module in all.
MOST_LINES = 300
#: Most accesses to a private attribute of an object of another module, per 1,000 lines of code.
MOST_PRIVATE = 20
#: Most lines of code, in all and without `overlay` and `debug`. To be lowered where something is saved.
MOST_CODE, MOST_CODE_OF_CORE = 6840, 5610


@cache
def tree_of(module: str) -> ast.Module:
    """A module of the library, parsed."""
    return ast.parse((LIBRARY / module).read_text(encoding="utf-8"))


@cache
def size_of(module: str) -> int:
    """The lines of code of a module of the library."""
    return code_lines((LIBRARY / module).read_text(encoding="utf-8"))


def dotted(module: str) -> str:
    """The name by which a module is imported."""
    return ".".join(["arcade_pool", *module.removesuffix(".py").split("/")]).removesuffix(".__init__")


def layer_of(module: str) -> int:
    """The number of a module's layer."""
    return next(
        number
        for number, layer in enumerate(LAYERS)
        if module in layer or any(name.endswith("/") and module.startswith(name) for name in layer)
    )


def imported_by(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported: at the top, for type checkers, inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_imports(tree: ast.AST) -> set[str]:
    """The modules of the library that are imported, as file names; not the face of the package."""
    files = {dotted(module): module for module in MODULES if not module.endswith("__init__.py")}
    return {files[name] for name in imported_by(tree) if name in files}


def code_lines(source: str) -> int:
    """Lines with code: without blank lines, comments and docstrings."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            documented.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    blank = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in blank:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - documented)


def private_accesses(tree: ast.AST) -> list[str]:
    """Private attributes that are read or set of another object than ``self``, and that this module does not define."""
    own: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            own.add(node.attr)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            own.add(node.target.id)
        elif isinstance(node, ast.Assign):
            own.update(target.id for target in node.targets if isinstance(target, ast.Name))
            if any(isinstance(target, ast.Name) and target.id == "__slots__" for target in node.targets):
                own.update(str(each.value) for each in ast.walk(node.value) if isinstance(each, ast.Constant))
    return [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not _is_self(node.value)
        and node.attr not in own
    ]


def _is_self(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


# --- the direction of imports ---


def test_every_import_points_down() -> None:
    """Imports for type checkers and inside functions included, but for those that are named."""
    for module in MODULES:
        for name in own_imports(tree_of(module)):
            down = layer_of(name) <= layer_of(module)
            assert down or (module, name) in UPWARD, f"{module} may not import {name}: it is above it"


def test_there_is_no_circle() -> None:
    """Not even with the imports that point up."""
    graph = {module: own_imports(tree_of(module)) for module in MODULES}
    assert [*TopologicalSorter(graph).static_order()]


def test_the_imports_that_point_up_are_there() -> None:
    assert all(name in own_imports(tree_of(module)) for module, name in UPWARD)
    assert all(layer_of(name) > layer_of(module) for module, name in UPWARD)


def test_the_core_imports_nothing_heavy() -> None:
    """But for type checkers."""
    for module in CORE:
        tree = ast.parse((LIBRARY / module).read_text(encoding="utf-8"))
        for node in list(ast.walk(tree)):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
                node.body = [ast.Pass()]
        assert not {name.split(".")[0] for name in imported_by(tree)} & HEAVY, module


def test_the_tests_of_the_core_import_nothing_heavy() -> None:
    """So that they say in seconds, and where no window opens, whether the core works."""
    tests = Path(__file__).parent
    for path in [tests / "conftest.py", tests / "helpers.py", *tests.glob("timing/*.py"), *tests.glob("pools/*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        # A fixture that a test of the core does not ask for may import anything.
        tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert not {name.split(".")[0] for name in imported_by(tree)} & {*HEAVY, "sprites"}, path


def test_the_checks_see_what_they_must() -> None:
    """A check that cannot fail proves nothing."""
    source = (
        "import numpy as np\nfrom arcade_pool.pools.pool import Pool\nif TYPE_CHECKING:\n    import pyglet\n"
        "def f(other):\n    from arcade_pool.sprites import view\n    return other._hidden, self._own, other._mine\n"
        "def _mine(): pass\n"
    )
    tree = ast.parse(source)
    assert {"numpy", "pyglet"} <= set(imported_by(tree))
    assert own_imports(tree) == {"pools/pool.py", "sprites/view.py"}
    assert private_accesses(tree) == ["_hidden"]
    assert code_lines('"""A module."""\n\n# why\nx = """\ntext"""\n') == 2


def test_no_protection_rests_on_an_assert() -> None:
    """Python drops them with -O."""
    for module in MODULES:
        assert not [node.lineno for node in ast.walk(tree_of(module)) if isinstance(node, ast.Assert)], module


# --- sizes ---


def test_modules_are_short() -> None:
    for module in MODULES:
        lines = len((LIBRARY / module).read_text(encoding="utf-8").splitlines())
        assert lines <= MOST_LINES, f"{module} has {lines} lines: split it"


def test_the_library_is_small() -> None:
    without = [module for module in MODULES if not module.startswith(("overlay/", "debug/"))]
    assert sum(map(size_of, MODULES)) <= MOST_CODE
    assert sum(map(size_of, without)) <= MOST_CODE_OF_CORE


def test_modules_rarely_reach_into_each_other() -> None:
    accesses = {module: private_accesses(tree_of(module)) for module in MODULES}
    lines = sum(map(size_of, MODULES))
    count = sum(map(len, accesses.values()))
    most = sorted(accesses, key=lambda module: len(accesses[module]), reverse=True)[:5]
    assert 1000 * count <= MOST_PRIVATE * lines, f"{count} in {lines} lines, most of them in {most}"


# --- what is loaded ---


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
    names = [dotted(module) for module in CORE]
    assert loaded_by(*(f"import {name}" for name in names)) == set()


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


def test_what_a_module_exports_exists() -> None:
    for module in CORE:
        loaded = importlib.import_module(dotted(module))
        names = set(getattr(loaded, "__all__", ())) - set(arcade_pool._LAZY)
        assert all(hasattr(loaded, name) for name in names), module


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
        assert ast.get_docstring(tree_of(module)), f"{module} has no docstring"
