"""PooledSpriteList: a sprite list that a pool's sprites enter and leave in O(1).

What of Arcade's list is kept and what is replaced: a sprite keeps its vertex slot and its atlas entry while it is
idle. Entering appends its slot to the drawn part of the index buffer; leaving moves the last drawn slot into its
place. So the order of drawing changes as sprites come and go, unless `keep_order` asks for Arcade's O(n) removal.

What a slot's buffers hold is the sprite's fresh look, until a setter changes it: then Arcade calls one of the
``_update_...`` methods, the slot is marked as outdated, and is written anew when the sprite next enters.

Without a pool the list is an `arcade.SpriteList` in every respect.

It is long because every way of changing an `arcade.SpriteList` has to be answered for.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from operator import length_hint
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

import arcade
from arcade.texture_atlas import TextureAtlasBase

from arcade_pool.sprites.arcade_internals import FAST, leave_hash

if TYPE_CHECKING:
    from arcade_pool.sprites.pool import SpritePool

__all__ = ["PooledSpriteList"]

S = TypeVar("S", bound=arcade.BasicSprite)


class _Visit(Generic[S]):
    """One iteration over a pool's list.

    Args:
        sprites: The list.
        backwards: True to begin with the last sprite.
    """

    __slots__ = ("__weakref__", "_ahead", "_began", "_rest", "_sprites", "_walk")

    def __init__(self, sprites: PooledSpriteList[S], backwards: bool) -> None:
        self._sprites = sprites
        self._began = sprites._leavings
        self._ahead = sprites.sprite_list.copy()
        if backwards:
            self._ahead.reverse()
        self._walk = iter(self._ahead)
        self._rest: list[S] = []

    def sprites(self) -> Iterator[S]:
        """Visits one after the other, at the speed of a plain list as long as nobody leaves."""
        return chain(self._walk, self._rest_of_them())

    def slow_down(self) -> None:
        """Somebody leaves: ends the quick walk. From here on each is asked whether it is still there."""
        if self._ahead:
            self._rest = self._ahead[len(self._ahead) - length_hint(self._walk) :]
            self._ahead.clear()

    def _rest_of_them(self) -> Iterator[S]:
        for sprite in self._rest:
            if self._sprites._stayed(sprite, self._began):
                yield sprite


def _marking(name: str) -> Any:
    """A method of Arcade's that writes a look into a buffer, and notes the slot as outdated before.

    Called for each change of a colour or a size, so it goes straight to Arcade's: without ``super`` and a method for
    the note, a setter costs a tenth less.
    """
    write = getattr(arcade.SpriteList, name)

    def update(sprites: PooledSpriteList[Any], sprite: Any) -> None:
        sprites._outdated.add(sprites.sprite_slot[sprite])
        write(sprites, sprite)

    return update


class PooledSpriteList(arcade.SpriteList[S]):
    """An `arcade.SpriteList` for one pool's active sprites, for drawing and for Arcade's collision functions.

    Iterating over it while sprites are recycled or spawned skips nobody, visits nobody twice and no newcomers.

    Args:
        use_spatial_hash: As in Arcade.
        spatial_hash_cell_size: As in Arcade, in pixels.
        atlas: As in Arcade.
        capacity: As in Arcade, in sprites.
        lazy: As in Arcade.
        visible: As in Arcade.
        keep_order: Draw in the order of spawning; leaving then costs O(n).
    """

    def __init__(
        self,
        use_spatial_hash: bool = False,
        spatial_hash_cell_size: int = 128,
        atlas: TextureAtlasBase | None = None,
        capacity: int = 100,
        lazy: bool = False,
        visible: bool = True,
        *,
        keep_order: bool = False,
    ) -> None:
        self._pool: SpritePool[S] | None = None
        self._keep_order = keep_order
        # By slot: where its sprite stands in sprite_list (meaningless while it is idle).
        self._place: list[int] = []
        # The iterations that are under way, which nobody has to end; and while there are any, by slot, the number of
        # leavings when its sprite last left. A greater one than an iteration began with means that the sprite is not
        # the one that it set out to visit.
        self._visits: list[weakref.ref[_Visit[S]]] = []
        self._left: dict[int, int] = {}
        self._leavings = 0
        # Slots whose buffers may hold something else than the sprite's fresh look.
        self._outdated: set[int] = set()
        super().__init__(use_spatial_hash, spatial_hash_cell_size, atlas, capacity, lazy, visible)

    # --- for the pool ---

    def _serve(self, pool: SpritePool[S]) -> None:
        """Binds the list to its pool.

        Raises:
            ValueError: It is not empty, or serves another pool.
        """
        if self._pool is not None:
            raise ValueError(f"this sprite list serves pool {self._pool._name} already; make one for each pool")
        if len(self.sprite_list):
            raise ValueError("this sprite list has sprites of its own; give a pool an empty one")
        self._pool = pool

    def _dismiss(self) -> None:
        """Frees the list from its pool, which was closed."""
        self._pool = None

    def _take_slot(self, sprite: S) -> int:
        """Gives a new sprite its vertex slot, without drawing it yet."""
        slot = self._next_slot()
        self.sprite_slot[sprite] = slot
        while len(self._place) <= slot:
            self._place.append(0)
        self._outdated.add(slot)
        return slot

    def _drop_slot(self, sprite: S) -> None:
        """Gives up the vertex slot of a sprite that is destroyed."""
        slot = self.sprite_slot.pop(sprite, None)
        if slot is not None:
            self._sprite_buffer_free_slots.append(slot)

    def _enter(self, sprite: S, slot: int, changed: bool) -> None:
        """Draws the sprite from now on. Cost: O(1), besides the spatial hash.

        Args:
            sprite: One that is in its place already.
            slot: Its vertex slot here.
            changed: Whether it may look otherwise than when it was fresh, but for its place and angle.
        """
        if not FAST:
            super().append(sprite)
            return
        count = self._sprite_index_slots
        if count != len(self.sprite_list):
            # Somebody has changed sprite_list itself (test_raw_removal_and_then_a_spawn).
            self._repair()
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
            data[start], data[start + 1] = sprite._position
            data[start + 3] = sprite._angle
            self._sprite_pos_angle_changed = True
        if self.spatial_hash is not None:
            self.spatial_hash.add(sprite)

    def _leave(self, sprite: S, slot: int) -> None:
        """Draws the sprite no more. Cost: O(1), besides the spatial hash; O(n) with `keep_order`."""
        if not FAST:
            self._leave_slowly(sprite)
            return
        if self.spatial_hash is not None:
            leave_hash(self.spatial_hash, sprite)
        if self in sprite.sprite_lists:
            sprite.sprite_lists.remove(self)
        if self._visits:
            self._leavings = self._left[slot] = self._leavings + 1
            # A copy: one that is found dead here takes itself out.
            for each in self._visits.copy():
                if (visit := each()) is not None:
                    visit.slow_down()
        sprites = self.sprite_list
        place = self._place[slot]
        if place >= len(sprites) or sprites[place] is not sprite:
            # Somebody has changed sprite_list itself (test_list_changed_behind_the_back).
            self._repair()
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

    def _leave_slowly(self, sprite: S) -> None:
        """By Arcade's public methods alone. Cost: O(n)."""
        if self not in sprite.sprite_lists:
            sprite.sprite_lists.append(self)
        try:
            arcade.SpriteList.remove(self, sprite)
        except KeyError:
            # A NaN position has taken it out of the spatial hash already; Arcade finds that out when all else is done.
            if self in sprite.sprite_lists:
                raise
        except ValueError:
            # Somebody has changed sprite_list itself: it is filled anew.
            rest = list(self.sprite_list)
            sprite.sprite_lists.remove(self)
            super().clear()
            for each in rest:
                if each is not sprite:
                    super().append(each)

    def _repair(self) -> None:
        """Makes the index buffer and the places follow `sprite_list` again. Cost: O(n)."""
        for place, sprite in enumerate(self.sprite_list):
            slot = self.sprite_slot[sprite]
            self._sprite_index_data[place] = slot
            self._place[slot] = place
        self._sprite_index_slots = len(self.sprite_list)
        self._sprite_index_changed = True

    def _rebuild(self, active: list[S], all_sprites: list[S]) -> None:
        """Makes the list hold just these sprites, after an interruption. Cost: O(n).

        Args:
            active: Those to be drawn; where they are drawn already their order stays.
            all_sprites: Those that have a slot here.
        """
        wanted = {id(sprite): sprite for sprite in active}
        order = [sprite for sprite in self.sprite_list if wanted.pop(id(sprite), None) is not None]
        order += wanted.values()
        for sprite in all_sprites:
            sprite.sprite_lists[:] = [each for each in sprite.sprite_lists if each is not self]
        if not FAST:
            super().clear(deep=False)
            for sprite in order:
                super().append(sprite)
            return
        used = set(self.sprite_slot.values())
        self._sprite_buffer_free_slots.clear()
        self._sprite_buffer_free_slots.extend(slot for slot in range(self._sprite_buffer_slots) if slot not in used)
        self.sprite_list[:] = order
        self._sprite_index_slots = len(order)
        while self._idx_capacity < len(order):
            self._grow_index_buffer()
        self._repair()
        self._outdated |= used
        if self.spatial_hash is not None:
            self.spatial_hash.reset()  # type: ignore[no-untyped-call]  # Arcade's
        for sprite in order:
            sprite.sprite_lists.append(self)
            self._update_all(sprite)
            if self.spatial_hash is not None:
                self.spatial_hash.add(sprite)

    # --- looking ---

    def __iter__(self) -> Iterator[S]:
        return iter(self.sprite_list) if self._pool is None else self._visit(self._pool)

    def __reversed__(self) -> Iterator[S]:
        return reversed(self.sprite_list) if self._pool is None else self._visit(self._pool, backwards=True)

    def _visit(self, pool: SpritePool[S], *, backwards: bool = False) -> Iterator[S]:
        if not FAST:
            return self._visit_leases(pool, backwards)
        visit = _Visit(self, backwards)
        # It goes with its iterator, whether that comes to its end or is dropped before (benchmarks, row "collision").
        self._visits.append(weakref.ref(visit, self._end_visit))
        return visit.sprites()

    def _end_visit(self, visit: weakref.ref[_Visit[S]]) -> None:
        self._visits.remove(visit)
        if not self._visits:
            self._left.clear()

    def _visit_leases(self, pool: SpritePool[S], backwards: bool) -> Iterator[S]:
        leases = [(sprite, pool.lease(sprite)) for sprite in self.sprite_list]
        for sprite, lease in reversed(leases) if backwards else leases:
            if lease.alive:
                yield sprite

    def _stayed(self, sprite: S, began: int) -> bool:
        slot = self.sprite_slot.get(sprite)
        return slot is not None and self._left.get(slot, 0) <= began

    def __contains__(self, sprite: object) -> bool:
        if self._pool is None or not FAST:
            return super().__contains__(sprite)
        # An idle sprite keeps its slot, so Arcade's test for a slot would find it.
        slot = self.sprite_slot.get(sprite)  # type: ignore[call-overload]  # any object may be asked about
        if slot is None:
            return False
        place = self._place[slot]
        return place < len(self.sprite_list) and self.sprite_list[place] is sprite

    # --- changing ---

    def _refuse(self) -> NoReturn:
        name = self._pool._name if self._pool is not None else ""
        raise ValueError(
            f"this list belongs to pool {name}, which puts its sprites in: spawn from the pool, or use a "
            "list of your own besides"
        )

    def append(self, sprite: S) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._pool is not None:
            self._refuse()
        super().append(sprite)

    def insert(self, index: int, sprite: S) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._pool is not None:
            self._refuse()
        super().insert(index, sprite)

    def extend(self, sprites: Iterable[S]) -> None:
        """As in Arcade; a pool's list refuses with a ValueError: spawn instead."""
        if self._pool is not None:
            self._refuse()
        super().extend(sprites)

    def __setitem__(self, index: int, sprite: S) -> None:
        if self._pool is not None:
            self._refuse()
        super().__setitem__(index, sprite)

    def remove(self, sprite: S) -> None:
        """As in Arcade; in a pool's list it ends the sprite's lease (reason ``KILLED``)."""
        if self._pool is None:
            super().remove(sprite)
        elif self not in sprite.sprite_lists:
            raise ValueError("Sprite is not in the SpriteList")
        else:
            self._pool._kill(sprite)

    def pop(self, index: int = -1) -> S:
        """As in Arcade; in a pool's list it ends the sprite's lease (reason ``KILLED``)."""
        if self._pool is None:
            return super().pop(index)
        sprite = self.sprite_list[index]
        self._pool._kill(sprite)
        return sprite

    def clear(self, *, capacity: int | None = None, deep: bool = True) -> None:
        """As in Arcade; in a pool's list it ends every lease (reason ``KILLED``), however deep, and keeps the buffers.

        Args:
            capacity: As in Arcade; of no effect in a pool's list, whose idle sprites keep their slots.
            deep: As in Arcade; of no effect in a pool's list.
        """
        if self._pool is None:
            super().clear(capacity=capacity, deep=deep)
        else:
            self._pool._kill_all()

    def swap(self, index_1: int, index_2: int) -> None:
        """As in Arcade."""
        super().swap(index_1, index_2)
        self._follow()

    def reverse(self) -> None:
        """As in Arcade. Cost: O(n)."""
        super().reverse()
        self._follow()

    def shuffle(self) -> None:
        """As in Arcade. Cost: O(n)."""
        if self.sprite_list:  # Arcade's raises for an empty list
            super().shuffle()
            self._follow()

    def sort(self, *, key: Callable[[S], Any], reverse: bool = False) -> None:
        """As in Arcade. Cost: O(n log n)."""
        super().sort(key=key, reverse=reverse)
        self._follow()

    def _follow(self) -> None:
        if self._pool is not None and FAST:
            self._repair()

    # --- updating ---

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Calls ``update`` of every sprite. Not needed unless the pool says ``update=False``: the manager does it."""
        if self._pool is None:
            super().update(delta_time, *args, **kwargs)
        else:
            self._pool._update_each(delta_time, args, kwargs)

    def update_animation(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        """Calls ``update_animation`` of every sprite. Not needed unless the pool says ``update=False``."""
        if self._pool is None:
            super().update_animation(delta_time, *args, **kwargs)
        else:
            self._pool._animate_each(delta_time, args, kwargs)

    # --- what Arcade calls when a sprite's look changes ---

    # Not where Arcade differs inside: there its own methods are used as they are.
    if FAST:

        def _follow_window(self) -> None:
            """Starts anew in a new window: OpenGL's objects went with the old one."""
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
