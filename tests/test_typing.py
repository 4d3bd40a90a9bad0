"""What an editor knows: mypy tells the types of the calls that a game makes most."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

#: Each line whose type is told, and that type.
PROGRAM = """
import arcade
from arcade_pool import Lease, PooledSprite, PoolManager

class Bullet(PooledSprite):
    def on_spawn(self, *, speed: float = 10.0) -> None:
        self.change_y = speed

class Word:
    text = ""

manager = PoolManager()
bullets = manager.create_sprite_pool(Bullet)
words = manager.create_pool(Word)
made = manager.create_sprite_pool(lambda: Bullet())

reveal_type(bullets)  # SpritePool[Bullet]
reveal_type(bullets.spawn(1, 2, speed=3.0))  # Bullet
reveal_type(bullets.try_spawn())  # Bullet | None
reveal_type(bullets.spawn_many([(0, 0)]))  # list[Bullet]
reveal_type(manager.spawn(Bullet, 1, 2))  # Bullet
reveal_type(manager.spawn(Word))  # Word
reveal_type(manager[Bullet])  # SpritePool[Bullet]
reveal_type(manager[Word])  # Pool[Word]
reveal_type(manager["words"])  # Any
reveal_type(manager.lease(bullets.spawn()))  # Lease[Bullet]
reveal_type(manager.lease(bullets.spawn().lease))  # Lease[Bullet]
reveal_type(made.spawn())  # Bullet
reveal_type(words.spawn())  # Word
reveal_type([bullet for bullet in bullets])  # list[Bullet]
reveal_type(bullets.sprites)  # PooledSpriteList[Bullet]
reveal_type([bullet for bullet in bullets.sprites])  # list[Bullet]
reveal_type(arcade.check_for_collision_with_list(bullets.spawn(), bullets.sprites))  # list[Bullet]
reveal_type(bullets.spawn().lease)  # Lease[Bullet]
reveal_type(bullets.lease(bullets.spawn()).get())  # Bullet | None
reveal_type(words.spawn().text)  # str
reveal_type(bullets.spawn().lease.adopt(words.spawn()))  # Word
with bullets.spawn().lease.borrow() as borrowed:
    reveal_type(borrowed)  # Bullet
reveal_type(bullets.spawn().recycle())  # bool
reveal_type(bullets.spawn().lease.progress)  # float | None
reveal_type(bullets.stats() - bullets.stats())  # PoolStats
"""


#: What a game may get wrong.
WRONG = """
from arcade_pool import PooledSprite, PoolManager
class Bullet(PooledSprite): ...
number: int = PoolManager().spawn(Bullet)
PoolManager().create_sprite_pool(3)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What mypy says of both. Under --strict, as a careful game is checked; at once, for it reads all of Arcade."""
    folder = tmp_path_factory.mktemp("typing")
    (folder / "game.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "wrong.py").write_text(WRONG, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "game.py", "wrong.py"],
        check=False,
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
    )
    return done.stdout + done.stderr


def test_spawn_gives_the_type_of_the_sprite(told: str) -> None:
    """Issue 8: typing of `spawn` gives the right type to an editor."""
    types = {
        int(line): re.sub(r"\b(?:[a-z_]+\.)*(?:game|arcade_pool)\.(?:\w+\.)*", "", kind).replace("builtins.", "")
        for line, kind in re.findall(r'^game\.py:(\d+): note: Revealed type is "([^"]*)"', told, re.MULTILINE)
    }
    wanted = {
        number: line.partition("  # ")[2]
        for number, line in enumerate(PROGRAM.splitlines(), start=1)
        if "reveal_type" in line
    }
    assert types == wanted, told
    assert all(line.startswith("wrong.py:") for line in told.splitlines() if "error" in line), told


def test_wrong_use_is_told(told: str) -> None:
    """A check that cannot fail proves nothing: types that do not fit are errors."""
    assert re.findall(r"^wrong\.py:(\d+): error", told, re.MULTILINE) == ["4", "5"], told
