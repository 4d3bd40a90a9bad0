"""What a hit costs: ``sprite.recycle()`` goes from the sprite to its item to the lifecycle."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from arcade_pool import PoolManager

from .helpers import Dot, run_updates


class Glider(Dot):
    """A sprite in batched motion."""

    batched_motion = True


def calls_of(function: Callable[[], object]) -> list[str]:
    """The Python functions that are called meanwhile, the first one included."""
    called: list[str] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(("kind", "most"), [(Dot, 8), (Glider, 16)])
def test_a_hit_takes_few_calls(manager: PoolManager, kind: type[Any], most: int) -> None:
    """A step without anything to do is not called."""
    pool = manager.create_sprite_pool(kind, lifetime=2.0)
    for _ in range(2):
        sprite = pool.spawn(5, 5)
        run_updates(manager)
        called = calls_of(sprite.recycle)
        run_updates(manager)
    assert len(called) <= most, called
    assert called[:4] == ["recycle", "end", "invalidate", "detach"]
    assert {"store", "restore"} <= set(called)
