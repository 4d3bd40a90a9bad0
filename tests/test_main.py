"""``python -m arcade_pool``: what a bug report needs, and what is missing where Arcade does not work."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a process of its own, where nothing says yet whether there is a screen."""
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("ARCADE_HEADLESS", "WAYLAND_DISPLAY")
    }
    return subprocess.run(  # noqa: S603  # our own module
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env={**inherited, "DISPLAY": "", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_it_prints_versions_renderer_and_list() -> None:
    """Issue 8. It finds out by itself that there is no screen; and with -W error nothing may warn."""
    done = run("-W", "error", "-m", "arcade_pool")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert any(line.startswith(f"Python: {platform.python_version()}") for line in lines)
    for package in ("arcade-pool", "arcade", "pyglet", "numpy"):
        assert f"{package}: {version(package)}" in lines
    assert any(re.match(r"OpenGL: [3-9]\.\d, \S", line) for line in lines), done.stdout
    assert "fast forms: all in use" in lines


def test_it_says_why_the_fast_list_is_not_in_use() -> None:
    """With an Arcade that has another inside; and that is no failure."""
    done = run(
        "-c",
        "import arcade, runpy\ndel arcade.SpriteList._next_slot\nrunpy.run_module('arcade_pool', run_name='__main__')",
        ARCADE_HEADLESS="True",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^fast forms: not in use for sprite lists \(because .*_next_slot", done.stdout, re.MULTILINE)
    assert "RuntimeWarning" not in done.stderr, "it is said once"


def test_without_arcade_it_says_what_to_install() -> None:
    """That is no matter of OpenGL."""
    done = run(
        "-c", "import sys, runpy\nsys.modules['arcade'] = None\nrunpy.run_module('arcade_pool', run_name='__main__')"
    )
    assert done.returncode == 1, done.stdout
    assert "pip install arcade" in done.stdout
    assert "OpenGL" not in done.stdout
    assert "Traceback" not in done.stderr


def test_without_opengl_it_says_what_to_install() -> None:
    """A display that is not there is as good as none. The packages are those that the scripts install."""
    done = run("-m", "arcade_pool", DISPLAY=":4711")
    assert done.returncode == 1, done.stdout
    assert f"arcade-pool: {version('arcade-pool')}" in done.stdout
    packages = re.search(r"LIBRARY_PACKAGES=\((.*)\)", (ROOT / "scripts" / "env.sh").read_text(encoding="utf-8"))
    assert packages is not None
    assert f"apt-get install {packages[1]}\n" in done.stdout
    assert "ARCADE_HEADLESS=True" in done.stdout
    assert "Traceback" not in done.stderr
