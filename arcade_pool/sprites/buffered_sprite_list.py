"""BufferedSpriteList: a sprite list that sprites enter and leave in O(1), by Arcade's own buffers.

A sprite keeps its vertex slot and its atlas entry while it is idle. Entering appends its slot to the drawn part of the
index buffer; leaving moves the last drawn slot into its place. So the order of drawing changes as sprites come and go,
unless `keep_order` asks for Arcade's O(n) removal.

The buffers of a slot hold the sprite's fresh look, until a setter changes it: then Arcade calls one of the
``_update_...`` methods, the slot is marked as outdated, and is written again when the sprite next enters.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any, TypeVar

import arcade

from arcade_pool.sprites.leaving import leave_hash
from arcade_pool.sprites.visit import Visit

__all__ = ["BufferedSpriteList"]

S = TypeVar("S", bound=arcade.BasicSprite)


def _marking(name: str) -> Any:
    """Return a method of Arcade's that writes a look into a buffer, and marks the slot as outdated before.

    It is called for each change of a colour or a size. Without ``super`` and a method for the mark, a setter costs a
    tenth less.
    """
    write = getattr(arcade.SpriteList, name, None)

    def update(sprites: Any, sprite: Any) -> None:
        sprites._outdated.add(sprites.sprite_slot[sprite])
        write(sprites, sprite)  # type: ignore[misc]  # it is there, else this class is not used

    return update


class BufferedSpriteList(arcade.SpriteList[S]):
    """Entering and leaving in constant time."""

    def _set_up(self, keep_order: bool) -> None:
        """Prepare, before Arcade's ``__init__``.

        Args:
            keep_order: True to draw in the order of spawning; leaving then costs O(n).
        """
        self._keep_order = keep_order
        # By slot: the index of its sprite in sprite_list (meaningless while it is idle).
        self._place: list[int] = []
        # The iterations that are under way; and while there are any, by slot, the number of leavings when its sprite
        # last left. A greater one than an iteration began with means that the sprite is not the one it meant to visit.
        self._visits: list[weakref.ref[Visit[S]]] = []
        self._left: dict[int, int] = {}
        self._leavings = 0
        # Slots whose buffers may not hold the sprite's fresh look.
        self._outdated: set[int] = set()

    def _take_slot(self, sprite: S) -> int:
        """Give a new sprite its vertex slot, without drawing it yet."""
        slot = self._next_slot()
        while len(self._place) <= slot:
            self._place.append(0)
        self._outdated.add(slot)
        self.sprite_slot[sprite] = slot
        return slot

    def _drop_slot(self, sprite: S) -> None:
        """Release the vertex slot of a sprite that is destroyed."""
        slot = self.sprite_slot.pop(sprite, None)
        if slot is not None:
            self._sprite_buffer_free_slots.append(slot)

    def _mark_outdated(self, sprite: S, slot: int) -> None:
        """Write the look of a drawn sprite again, now and when it next enters."""
        self._outdated.add(slot)
        self._update_all(sprite)

    def _enter(self, sprite: S, slot: int, changed: bool, row: Any) -> None:
        """Draw the sprite from now on. Cost: O(1), besides the spatial hash.

        Args:
            sprite: One that is in its place already.
            slot: Its vertex slot here.
            changed: True if it may not look as it did when it was fresh, except for its place and angle.
            row: Its place and angle, if it is in batched motion.
        """
        count = self._sprite_index_slots
        if count != len(self.sprite_list):
            # User code has changed sprite_list itself (test_raw_removal_and_then_a_spawn).
            self._follow_list()
            count = self._sprite_index_slots
        self._sprite_index_slots = count + 1
        if count >= self._idx_capacity:
            self._grow_index_buffer()
        self._sprite_index_data[count] = slot
        self._sprite_index_changed = True
        self._place[slot] = count
        self.sprite_list.append(sprite)
        sprite.sprite_lists.append(self)
        if changed:
            self._outdated.add(slot)
        if slot in self._outdated:
            self._follow_window()
            self._update_all(sprite)
            if not changed:
                self._outdated.discard(slot)
        else:
            data = self._sprite_pos_angle_data
            start = slot * 4
            if row is None:
                data[start], data[start + 1] = sprite._position
                data[start + 3] = sprite._angle
            else:
                data[start], data[start + 1], data[start + 3] = row.xs[slot], row.ys[slot], row.angles[slot]
            self._sprite_pos_angle_changed = True
        if self.spatial_hash is not None:
            self.spatial_hash.add(sprite)

    def _leave(self, sprite: S, slot: int) -> None:
        """Stop drawing the sprite. Cost: O(1), besides the spatial hash; O(n) with `keep_order`."""
        if self.spatial_hash is not None:
            leave_hash(self.spatial_hash, sprite)
        if self in sprite.sprite_lists:
            sprite.sprite_lists.remove(self)
        if self._visits:
            self._leavings = self._left[slot] = self._leavings + 1
            # A copy: a visit that is found dead here takes itself out.
            for each in self._visits.copy():
                if (visit := each()) is not None:
                    visit.check_each()
        sprites = self.sprite_list
        place = self._place[slot]
        if place >= len(sprites) or sprites[place] is not sprite:
            # User code has changed sprite_list itself (test_list_changed_behind_the_back).
            self._follow_list()
            place = self._place[slot]
            if place >= len(sprites) or sprites[place] is not sprite:
                return
        index = self._sprite_index_data
        if self._keep_order:
            del sprites[place]
            del index[place]
            index.append(0)
            for moved in range(place, len(sprites)):
                self._place[index[moved]] = moved
        else:
            last = sprites.pop()
            if last is not sprite:
                sprites[place] = last
                index[place] = moved = index[len(sprites)]
                self._place[moved] = place
        self._sprite_index_slots = len(sprites)
        self._sprite_index_changed = True

    def _follow_list(self) -> None:
        """Make the index buffer and the places follow `sprite_list` again. Cost: O(n)."""
        for place, sprite in enumerate(self.sprite_list):
            slot = self.sprite_slot[sprite]
            self._sprite_index_data[place] = slot
            self._place[slot] = place
        self._sprite_index_slots = len(self.sprite_list)
        self._sprite_index_changed = True

    def _rebuild(self, active: list[S], known: list[S]) -> list[tuple[S, Exception]]:
        """Make the list hold just these sprites, after an interruption. Cost: O(n).

        Args:
            active: Those to be drawn; where they are drawn already their order stays.
            known: Those that have a slot here.

        Returns:
            Those that the spatial hash could not take, and why.
        """
        wanted = {id(sprite): sprite for sprite in active}
        order = [sprite for sprite in self.sprite_list if wanted.pop(id(sprite), None) is not None]
        order += wanted.values()
        for sprite in known:
            sprite.sprite_lists[:] = [each for each in sprite.sprite_lists if each is not self]
        used = set(self.sprite_slot.values())
        self._sprite_buffer_free_slots.clear()
        self._sprite_buffer_free_slots.extend(slot for slot in range(self._sprite_buffer_slots) if slot not in used)
        self.sprite_list[:] = order
        self._sprite_index_slots = len(order)
        while self._idx_capacity < len(order):
            self._grow_index_buffer()
        self._follow_list()
        self._outdated |= used
        failed: list[tuple[S, Exception]] = []
        if self.spatial_hash is not None:
            self.spatial_hash.reset()  # type: ignore[no-untyped-call]  # Arcade's
        for sprite in order:
            sprite.sprite_lists.append(self)
            self._update_all(sprite)
            if self.spatial_hash is not None:
                try:
                    self.spatial_hash.add(sprite)
                except Exception as error:
                    failed.append((sprite, error))
        return failed

    def _slotted(self) -> list[S]:
        """Return the sprites that have a slot here."""
        return list(self.sprite_slot)

    def _visit(self, owner: Any, *, backwards: bool = False) -> Iterator[S]:
        """Visit the sprites of this moment that have not left, once each."""
        began = self._leavings
        ahead = self.sprite_list.copy()
        if backwards:
            ahead.reverse()
        visit = Visit(ahead, partial(self._stayed, began))
        # It goes with its iterator, when that comes to its end or is dropped before (benchmarks, row "collision").
        self._visits.append(weakref.ref(visit, self._end_visit))
        return visit.sprites()

    def _end_visit(self, visit: weakref.ref[Visit[S]]) -> None:
        self._visits.remove(visit)
        if not self._visits:
            self._left.clear()

    def _stayed(self, began: int, sprite: S) -> bool:
        slot = self.sprite_slot.get(sprite)
        return slot is not None and self._left.get(slot, 0) <= began

    def _holds(self, sprite: object) -> bool:
        """True if the sprite is drawn: an idle one keeps its slot, so Arcade's test for a slot would find it."""
        slot = self.sprite_slot.get(sprite)  # type: ignore[call-overload]  # any object may be asked about
        if slot is None:
            return False
        place = self._place[slot]
        return place < len(self.sprite_list) and self.sprite_list[place] is sprite

    # --- what Arcade calls when the window or a sprite's look changes ---

    def _follow_window(self) -> None:
        """Start again in a new window: the objects of OpenGL went with the old one."""
        try:
            moved = self._initialized and self.ctx is not arcade.get_window().ctx
        except RuntimeError:
            return  # there is no window: nothing can be drawn, and nothing is
        if moved:
            self._initialized = False
            if self._atlas is self.ctx.default_atlas:
                self._atlas = None
            self._init_deferred()

    def _init_deferred(self) -> None:
        if self._initialized:
            self._follow_window()
        else:
            super()._init_deferred()
            # Arcade writes the textures of drawn sprites; idle ones are written when they enter.
            self._outdated.update(range(self._sprite_buffer_slots))

    _update_texture = _marking("_update_texture")
    _update_color = _marking("_update_color")
    _update_size = _marking("_update_size")
    _update_width = _marking("_update_width")
    _update_height = _marking("_update_height")
    _update_depth = _marking("_update_depth")
