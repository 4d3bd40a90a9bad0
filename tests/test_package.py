"""The package: what wheel and sdist hold, and what they say about themselves. scripts/package installs the wheel."""

from __future__ import annotations

import email.message
import email.parser
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"arcade_pool-{PROJECT['version']}"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and sdist, built from the working tree."""
    folder = tmp_path_factory.mktemp("dist")
    built = subprocess.run(  # noqa: S603  # our own package
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(dist / f"{NAME}-py3-none-any.whl")


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    return email.parser.Parser().parsestr(wheel.read(f"{NAME}.dist-info/METADATA").decode())


@pytest.fixture(scope="module")
def sdist(dist: Path) -> list[str]:
    with tarfile.open(dist / f"{NAME}.tar.gz") as archive:
        return [name.removeprefix(f"{NAME}/") for name in archive.getnames()]


def test_wheel_holds_the_library_and_the_demo(wheel: zipfile.ZipFile) -> None:
    """Every module of both, ``py.typed``, and nothing else: no test, no cache, no other file."""
    modules = {
        path.relative_to(ROOT).as_posix()
        for package in ("arcade_pool", "demo_game")
        for path in ROOT.glob(f"{package}/**/*.py")
    }
    own = {name for name in wheel.namelist() if not name.startswith(f"{NAME}.dist-info/")}
    assert own == modules | {"arcade_pool/py.typed"}


def test_wheel_can_be_read_again_by_any_python(wheel: zipfile.ZipFile) -> None:
    """Pure Python, one wheel for all."""
    assert "Tag: py3-none-any" in wheel.read(f"{NAME}.dist-info/WHEEL").decode()
    assert wheel.testzip() is None


def test_licence_is_in_it(wheel: zipfile.ZipFile, metadata: email.message.Message) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert wheel.read(f"{NAME}.dist-info/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_metadata_says_what_it_is_and_what_it_needs(metadata: email.message.Message) -> None:
    assert metadata["Name"] == "arcade-pool"
    assert metadata["Summary"]
    assert metadata["Requires-Python"] == ">=3.11"
    needed = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert sorted(needed) == sorted(PROJECT["dependencies"])
    assert {"arcade", "numpy"} <= {each.partition(">")[0] for each in needed}
    assert {"dev", "docs"} <= set(metadata.get_all("Provides-Extra", []))
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert metadata["Description-Content-Type"] == "text/markdown"
    payload = metadata.get_payload()
    assert isinstance(payload, str)
    assert payload.strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()


def test_sdist_holds_what_it_takes_to_test_and_document_it(sdist: list[str]) -> None:
    wanted = ["pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO", "arcade_pool/py.typed"]
    wanted += ["tests/conftest.py", "tests/public_api.txt", "tests/sprites/fixtures.py", "examples/01_hello_pool.py"]
    wanted += [
        "docs/conf.py",
        "docs/index.md",
        "docs/links.txt",
        "docs/recipes/fading.py",
        "scripts/test",
        "scripts/docs",
    ]
    assert set(wanted) <= set(sdist)
    for name in sdist:
        assert not {"__pycache__", "_build", ".git", ".venv", "output"} & set(Path(name).parts), name


def test_changelog_knows_the_version_or_what_is_to_come() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {PROJECT['version']}" in changelog or "## Unreleased" in changelog
