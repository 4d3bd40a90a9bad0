"""``arcade.particles.Emitter`` with ``LifetimeParticle``: Arcade's own way of many short-lived sprites."""

from __future__ import annotations

from typing import Any

from arcade.particles import EmitController, Emitter, LifetimeParticle

from benchmarks.texture import TEXTURE
from benchmarks.ways import Timed


class _OnDemand(EmitController):
    """Emits what was asked for since the last update."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, float, float]] = []

    def how_many(self, delta_time: float, current_particle_count: int) -> int:  # noqa: ARG002  # Arcade's signature
        return len(self.asked)

    def is_complete(self) -> bool:
        return False


class EmitterWay(Timed):
    """One emitter. Its particles appear at the update after the request, and it has no list to hit them in.

    Args:
        alive: Sprites that will be alive at a time.
    """

    name = "arcade.particles.Emitter"
    slow = True  # it moves each particle, too

    def __init__(self, alive: int) -> None:  # noqa: ARG002  # an emitter cannot be told
        self._demand = _OnDemand()
        self._emitter: Any = Emitter((0.0, 0.0), self._demand, self._particle)

    def _particle(self, _: Emitter) -> LifetimeParticle:
        x, y, lifetime = self._demand.asked.pop()
        return LifetimeParticle(TEXTURE, (0.0, 0.0), lifetime, center_xy=(x, y))

    def spawn(self, x: float, y: float, lifetime: float) -> None:
        """One particle."""
        self._demand.asked.append((x, y, lifetime))

    def update(self, delta_time: float) -> None:
        """One frame."""
        self._emitter.update(delta_time)

    def alive(self) -> int:
        """How many particles are alive."""
        count: int = self._emitter.get_count()
        return count
