"""``python -m arcade_pool``: what a bug report needs to say about the machine, and what is missing on it."""

from __future__ import annotations

import importlib
import os
import platform
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

__all__ = ["main"]

_PACKAGES = ("arcade-pool", "arcade", "pyglet", "pymunk", "numpy", "pillow")

_NO_OPENGL = """\
Arcade opens no window here ({problem}). It needs OpenGL 3.3.
On Debian and Ubuntu these packages are enough, for software rendering too:
    apt-get install libegl1 libgl1 libglu1-mesa libgl1-mesa-dri libfreetype6 libfontconfig1
Without a display, also set ARCADE_HEADLESS=True."""


def _versions() -> Iterator[str]:
    yield f"Python: {platform.python_version()} on {platform.platform()}"
    for package in _PACKAGES:
        try:
            yield f"{package}: {version(package)}"
        except PackageNotFoundError:
            yield f"{package}: not installed"


def _prefer_headless() -> None:
    # Without a display Arcade would fail where it need not. It reads this when it is imported.
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("ARCADE_HEADLESS", "True")


def _open_gl() -> Iterator[str]:
    # By name: the core itself imports no Arcade.
    arcade: Any = importlib.import_module("arcade")
    window = arcade.Window(64, 64, "arcade_pool", visible=False)
    try:
        info = window.ctx.info
        yield f"OpenGL: {window.ctx.gl_version[0]}.{window.ctx.gl_version[1]}, {info.VENDOR}, {info.RENDERER}"
    finally:
        window.close()


def _fast_forms() -> str:
    with warnings.catch_warnings():
        # It says at import what is said below.
        warnings.simplefilter("ignore", RuntimeWarning)
        from arcade_pool.sprites.arcade_internals import PARTS
    slow = [f"{part.name} (because {part.difference})" for part in PARTS if not part.matches]
    return f"fast forms: {'not in use for ' + '; '.join(slow) if slow else 'all in use'}"


def main() -> int:
    """Prints it.

    Returns:
        The exit status: 0, or 1 if Arcade cannot draw here.
    """
    for line in _versions():
        print(line)
    _prefer_headless()
    try:
        for line in _open_gl():
            print(line)
        print(_fast_forms())
    except ModuleNotFoundError as problem:
        print(f"A package is missing ({problem}). This installs what is needed:\n    pip install arcade numpy")
        return 1
    except Exception as problem:
        # Whatever Arcade, pyglet or a driver raises means the same to who reads this.
        print(_NO_OPENGL.format(problem=f"{type(problem).__name__}: {problem}"))
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
