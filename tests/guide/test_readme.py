"""The README: its program, its snippets, its commands and its links are true."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

import arcade_pool
from arcade_pool import PooledSprite, PoolManager
from arcade_pool.testing import check_reusable

from .test_examples import ROOT, play

README = (ROOT / "README.md").read_text(encoding="utf-8")
HELLO = ROOT / "examples" / "01_hello_pool.py"

#: Frames by which the example's pools are warm, and frames played in all.
WARM, FRAMES = 300, 900


def blocks(language: str) -> list[str]:
    """The README's code blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """The lines of the README's console blocks, without comments."""
    return [line.split("#")[0].strip() for block in blocks("console") for line in block.splitlines()]


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """What the example's pools report."""
    return play(HELLO, FRAMES)


def test_program_is_the_first_example() -> None:
    """What the README shows is the file that runs."""
    assert blocks("python")[0] == HELLO.read_text(encoding="utf-8")


def test_program_shoots_hits_and_recycles(played: dict[str, Any]) -> None:
    """L3, L4: with the mouse clicking, bullets come and go; they and the stars end by a hit or by themselves."""
    last, ends = played["pools"][str(FRAMES - 1)], played["ends"]
    for pool in ("bullets", "stars"):
        assert last[pool]["spawned"] > 100
        assert ends[pool]["RECYCLED"] > 20
        assert ends[pool]["EXPIRED"] > 5
        assert ends[pool].keys() == {"RECYCLED", "EXPIRED"}
        assert last[pool]["recycled"] > 100


def test_program_makes_nothing_new_once_warm(played: dict[str, Any]) -> None:
    """L2: every spawn after the prewarming takes an idle sprite."""
    warm, last = played["pools"][str(WARM)], played["pools"][str(FRAMES - 1)]
    for pool in ("bullets", "stars"):
        assert last[pool]["spawned"] > warm[pool]["spawned"] + 50
        assert last[pool]["created"] == warm[pool]["created"]
        assert last[pool]["misses"] == 0


def test_snippets_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The short snippets do what their comments say, with the names that the text has introduced."""

    class Bullet(PooledSprite):
        pass

    lifetimes, sizes, writing = blocks("python")[1:]
    with PoolManager() as pools:
        names: dict[str, Any] = {name: getattr(arcade_pool, name) for name in arcade_pool.__all__}
        names.update(pools=pools, bullets=pools.create_sprite_pool(Bullet, key="for the lifetimes"), Bullet=Bullet)
        exec(lifetimes, names)  # noqa: S102  # it is what the reader is told to write
        assert names["bullets"].active_count == 1
        pools.update(0.5)
        assert names["bullets"].active_count == 0
        exec(sizes, names)  # noqa: S102
        bullets = names["bullets"]
        assert bullets is pools[Bullet]
        for _ in range(25):
            pools.update(1 / 60)
        assert bullets.idle_count == 400
        shots = [bullets.spawn(0, 0) for _ in range(501)]
        assert bullets.active_count == 500
        assert shots[0] is shots[-1]

    class Enemy(PooledSprite):
        def __init__(self) -> None:
            super().__init__()
            self.hp = 3

        def hit(self, damage: int) -> None:
            self.hp -= damage

    monkeypatch.chdir(tmp_path)
    Path("pools.toml").write_text("[Enemy]\nmax_size = 7\n", encoding="utf-8")
    names.update(Enemy=Enemy, check_reusable=check_reusable)
    exec(writing, names)  # noqa: S102
    with names["pools"] as pools:
        assert pools[Enemy].config.max_size == 7
        assert '["Enemy"]' in capsys.readouterr().out


def test_commands_exist() -> None:
    """Every script that a console block names is there and may be executed."""
    scripts = [command for command in commands() if command.startswith("scripts/")]
    assert scripts[:2] == ["scripts/demo", "scripts/test"]
    for script in scripts:
        assert os.access(ROOT / script.split()[0], os.X_OK), script


def test_links_lead_to_files() -> None:
    """Links and pictures of the README that stay in the repository lead somewhere."""
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert len(targets) > 3
    for target in targets:
        assert (ROOT / target.partition("#")[0]).exists(), target


def test_paths_in_commands_and_text_exist() -> None:
    """So do the paths that the text or a command names."""
    paths = re.findall(r"\b(?:scripts|examples|docs|benchmarks|tests)/[\w./]*\w", README)
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path


def test_modules_in_commands_exist() -> None:
    """`python -m` finds what the README tells one to run."""
    modules = re.findall(r"python -m ([\w.]+)", README)
    assert {"demo_game", "benchmarks", "arcade_pool"} <= set(modules)
    for module in set(modules) - {"venv"}:
        path = ROOT / Path(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
