"""PlainSpriteList: a pool's list by Arcade's public methods alone, for an Arcade whose lists differ inside.

It means the same as `BufferedSpriteList` and costs O(n) for each sprite that leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import arcade

__all__ = ["PlainSpriteList"]

S = TypeVar("S", bound=arcade.BasicSprite)


class PlainSpriteList(arcade.SpriteList[S]):
    """Entering and leaving through ``append`` and ``remove``. See `BufferedSpriteList` for what each method means."""

    def _set_up(self, keep_order: bool) -> None:
        """Arcade's removal keeps the order in any case."""

    def _take_slot(self, sprite: S) -> int:
        return -1

    def _drop_slot(self, sprite: S) -> None:
        pass

    def _mark_outdated(self, sprite: S, slot: int) -> None:
        pass

    def _enter(self, sprite: S, slot: int, changed: bool, row: Any) -> None:
        super().append(sprite)

    def _leave(self, sprite: S, slot: int) -> None:
        if self not in sprite.sprite_lists:
            sprite.sprite_lists.append(self)
        try:
            super().remove(sprite)
        except KeyError:
            # A NaN position has taken it out of the spatial hash already; Arcade finds that out when all else is done.
            if self in sprite.sprite_lists:
                raise
        except ValueError:
            # User code has changed sprite_list itself: the list is filled again.
            rest = list(self.sprite_list)
            sprite.sprite_lists.remove(self)
            super().clear()
            for each in rest:
                if each is not sprite:
                    super().append(each)

    def _follow_list(self) -> None:
        pass

    def _rebuild(self, active: list[S], known: list[S]) -> list[tuple[S, Exception]]:
        wanted = {id(sprite): sprite for sprite in active}
        order = [sprite for sprite in self.sprite_list if wanted.pop(id(sprite), None) is not None]
        for sprite in known:
            sprite.sprite_lists[:] = [each for each in sprite.sprite_lists if each is not self]
        super().clear(deep=False)
        failed: list[tuple[S, Exception]] = []
        for sprite in [*order, *wanted.values()]:
            try:
                super().append(sprite)
            except Exception as error:
                failed.append((sprite, error))
        return failed

    def _slotted(self) -> list[S]:
        return list(self.sprite_list)

    def _visit(self, owner: Any, *, backwards: bool = False) -> Iterator[S]:
        leases = [(sprite, owner.lease(sprite)) for sprite in self.sprite_list]
        for sprite, lease in reversed(leases) if backwards else leases:
            if lease.alive:
                yield sprite

    def _holds(self, sprite: object) -> bool:
        return super().__contains__(sprite)
