"""What an editor knows: mypy tells the types of the calls that a game makes most."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

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


def test_spawn_gives_the_type_of_the_sprite(tmp_path: Path) -> None:
    """Issue 8: typing of `spawn` gives the right type to an editor. Under --strict, as a careful game is checked."""
    program = tmp_path / "game.py"
    program.write_text(PROGRAM, encoding="utf-8")
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", str(program)],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
    )
    told = {
        int(line): re.sub(r"\b(?:[a-z_]+\.)*(?:game|arcade_pool)\.(?:\w+\.)*", "", kind).replace("builtins.", "")
        for line, kind in re.findall(r'game\.py:(\d+): note: Revealed type is "([^"]*)"', done.stdout)
    }
    wanted = {
        number: line.partition("  # ")[2]
        for number, line in enumerate(PROGRAM.splitlines(), start=1)
        if "reveal_type" in line
    }
    assert told == wanted, done.stdout + done.stderr
    assert "error" not in done.stdout, done.stdout


def test_wrong_use_is_told(tmp_path: Path) -> None:
    """A check that cannot fail proves nothing: types that do not fit are errors."""
    program = tmp_path / "game.py"
    program.write_text(
        "from arcade_pool import PooledSprite, PoolManager\n"
        "class Bullet(PooledSprite): ...\n"
        "number: int = PoolManager().spawn(Bullet)\n"
        "PoolManager().create_sprite_pool(3)\n",
        encoding="utf-8",
    )
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(program)],
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert re.findall(r"game\.py:(\d+): error", done.stdout) == ["3", "4"], done.stdout
