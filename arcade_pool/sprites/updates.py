"""SpriteUpdates: what a pool of sprites does in each update, and what its list asks of it."""

from __future__ import annotations

from typing import Any

import arcade

from arcade_pool.errors import RecycleReason
from arcade_pool.pools.item import RETIRING
from arcade_pool.pools.lease import Lease
from arcade_pool.pools.lifecycle import Lifecycle
from arcade_pool.sprites.batched_motion import Motion
from arcade_pool.sprites.default_update import update_written_out
from arcade_pool.sprites.placement import SpritePlacement

__all__ = ["SpriteUpdates"]


class SpriteUpdates:
    """The `Updates` of a pool of sprites, and the owner of its list.

    Args:
        lifecycle: That of the pool.
        placement: That of the pool.
    """

    def __init__(self, lifecycle: Lifecycle[Any], placement: SpritePlacement) -> None:
        self.name = lifecycle.name
        self._lifecycle = lifecycle
        self._placement = placement
        self._active = lifecycle.inventory.active
        # While the update is written out, the count of spawns when it began.
        self._written_out: tuple[int, int] | None = None
        # Leases whose sprites could not be moved in this update, and why.
        self._stuck: list[tuple[Lease[Any], Exception]] = []

    # --- for the manager ---

    def begin(self, delta_time: float) -> list[Lease[Any]]:
        """Move what is moved in a batch; return the leases whose sprites are updated one by one."""
        placement = self._placement
        self.end_removed()
        if not self._active or not self._lifecycle.inventory.config.update:
            self._written_out = None
            return []
        if placement.motion is not None:
            # Now, before any sprite's own update: what those spawn here moves from the next update on (I2).
            self._stuck = self._move(placement.motion, delta_time)
        self._written_out = None
        # Sprites that `call_soon` spawned in this update take part in it (I2). They are as old as those still to come.
        if placement.is_written_out() and next(reversed(self._active)).age > 0:
            counts = self._lifecycle.inventory.counts
            self._written_out = (counts.epoch, counts.spawned)
            return []
        return list(self._active) if placement.one_by_one else []

    def update(self, leases: list[Lease[Any]], delta_time: float) -> None:
        """Update the sprites of those leases that still last."""
        if self._stuck:
            stuck, self._stuck = self._stuck, []
            self._end_stuck(stuck)
        if self._written_out is not None:
            self._update_written_out(delta_time)
        if leases:
            self._update_leases(leases, delta_time)

    def _update_leases(self, leases: list[Lease[Any]], delta_time: float) -> None:
        for lease in leases:
            item: Any = lease._item
            if item is None:
                continue
            item.holds += 1
            try:
                if not item.batched:
                    item.obj.update(delta_time)
                if item.animated and lease.alive:
                    item.obj.update_animation(delta_time)
            except Exception as error:
                lease._fail(0.0, error)
            finally:
                # What goes on, and that is nearly all, needs no call.
                if item.state is RETIRING:
                    item.release()
                else:
                    item.holds -= 1

    def _update_written_out(self, delta_time: float) -> None:
        sprites = self._placement.sprites
        counts = self._lifecycle.inventory.counts
        moved: list[Any] = sprites.sprite_list.copy()
        if self._written_out != (counts.epoch, counts.spawned):
            # Sprites that were spawned in this update wait for the next one (I2).
            moved = [sprite for sprite in moved if self.lease(sprite).age > 0]
        update_written_out(moved, delta_time, sprites, self)

    def update_one(self, sprite: Any, delta_time: float) -> None:
        """Update a sprite by itself."""
        self._update_leases([self.lease(sprite)], delta_time)

    def fail(self, sprite: Any, error: Exception) -> None:
        """End the lease of a sprite whose update raised (F4)."""
        self.lease(sprite)._fail(0.0, error)

    def draw(self, **kwargs: Any) -> None:
        """Draw the sprites."""
        self._placement.sprites.draw(**kwargs)

    def _move(self, motion: Motion, delta_time: float) -> list[tuple[Lease[Any], Exception]]:
        return [(self.lease(sprite), error) for sprite, error in motion.move(delta_time)]

    def _end_stuck(self, stuck: list[tuple[Lease[Any], Exception]]) -> None:
        """End the leases of sprites that could not be moved (F4)."""
        errors: list[BaseException] = []
        for lease, error in stuck:
            errors.append(error)
            self._lifecycle.end(lease, RecycleReason.FAILED, errors)
        self._lifecycle.loop.settle(errors)

    def end_removed(self) -> None:
        """End the leases of sprites that user code took out of the list's own list (I3)."""
        sprites = self._placement.sprites
        if len(sprites.sprite_list) == len(self._active):
            return
        sprites._follow_list()
        present = {id(sprite) for sprite in sprites.sprite_list}
        for lease in list(self._active):
            if lease.alive and id(lease.get()) not in present:
                self._lifecycle.end(lease, RecycleReason.KILLED)

    # --- for the list ---

    def lease(self, sprite: Any) -> Lease[Any]:
        """Return the lease of a sprite."""
        return self._lifecycle.registry.lease_in(self._lifecycle, sprite)

    def kill(self, sprite: arcade.BasicSprite) -> None:
        """End the lease of a sprite that is taken out of the list (I3)."""
        self._lifecycle.end(self.lease(sprite), RecycleReason.KILLED)

    def kill_all(self) -> None:
        """End every lease, because the list is cleared (I3)."""
        if self._lifecycle.hooks is not None:
            self._lifecycle.check_thread("the clearing of the sprites")
        errors: list[BaseException] = []
        self._lifecycle.end_all(RecycleReason.KILLED, errors)
        self._lifecycle.loop.settle(errors)

    def update_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Update every active sprite on behalf of user code, which sees what that raises."""
        if self._placement.motion is not None:
            self._end_stuck(self._move(self._placement.motion, delta_time))
        # Without arguments to hand on an update costs a tenth less.
        more = args or kwargs
        for lease in list(self._active):
            item: Any = lease._item
            if item is not None and not item.batched:
                item.holds += 1
                try:
                    if more:
                        item.obj.update(delta_time, *args, **kwargs)
                    else:
                        item.obj.update(delta_time)
                finally:
                    if item.state is RETIRING:
                        item.release()
                    else:
                        item.holds -= 1

    def animate_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Animate every active sprite on behalf of user code, which sees what that raises."""
        for lease in list(self._active):
            item = lease._item
            if item is not None:
                item.holds += 1
                try:
                    item.obj.update_animation(delta_time, *args, **kwargs)
                finally:
                    item.release()
