"""SpritePlacement: how a pool's sprites enter its list at a spawn, and leave every list and engine at an end."""

from __future__ import annotations

from typing import Any, SupportsFloat

import arcade

from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.reset import Snapshot
from arcade_pool.sprites.batched_hit_box import detach, follows
from arcade_pool.sprites.batched_motion import Motion, Row
from arcade_pool.sprites.default_update import is_default
from arcade_pool.sprites.item import SpriteItem
from arcade_pool.sprites.keys import ITEM, LAST_LEASE, ROW
from arcade_pool.sprites.leaving import leave_engines, leave_foreign_list
from arcade_pool.sprites.places import pair_of
from arcade_pool.sprites.snapshot import snapshot_of
from arcade_pool.sprites.sprite import PooledSprite
from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["SpritePlacement"]

# An item is a SpriteItem here: all that this makes are. They are typed as Any, for the protocol says PoolItem.


class SpritePlacement:
    """The `Placement` of a pool of sprites.

    Args:
        sprites: The pool's list.
    """

    def __init__(self, sprites: PooledSpriteList[Any]) -> None:
        self.sprites = sprites
        #: Places and speeds, once there is a sprite in batched motion.
        self.motion: Motion | None = None
        #: True if any sprite is updated or animated by itself.
        self.one_by_one = False
        # The classes of the sprites, as long as all of them have the update of `arcade.Sprite`.
        self._default_kinds: set[type[Any]] | None = set()

    # --- new items ---

    def new_item(self, obj: Any, lifecycle: Any) -> PoolItem[Any]:
        """See `Placement.new_item`."""
        if not isinstance(obj, arcade.BasicSprite):
            raise TypeError(
                f"the factory of sprite pool {lifecycle.name} returned {obj!r}, which is not an Arcade sprite; for "
                "other objects use create_pool"
            )
        lists = [each for each in obj.sprite_lists if isinstance(each, PooledSpriteList)]
        if ITEM in getattr(obj, "__dict__", ()) or any(each._owner is not None for each in lists):
            raise ValueError(
                f"the factory of pool {lifecycle.name} returned {obj!r}, which is pooled already by another manager"
            )
        kind: Any = type(obj)
        if kind.__eq__ is not object.__eq__ or kind.__hash__ is not object.__hash__:
            raise TypeError(
                f"{kind.__name__} overrides __eq__ or __hash__; Arcade keeps sprites in dictionaries and pools "
                "tell them apart by identity, so compare them in a method of another name"
            )
        item = SpriteItem(obj, lifecycle, self)
        self.one_by_one = self.one_by_one or item.animated or not item.batched
        if not item.default_update:
            self._default_kinds = None
        elif self._default_kinds is not None:
            self._default_kinds.add(kind)
        return item

    def is_written_out(self) -> bool:
        """True if the update of all sprites may be written out."""
        return bool(self._default_kinds) and self.sprites.spatial_hash is None and is_default(self._default_kinds or ())

    def prepare(self, item: Any) -> None:
        """See `Placement.prepare`."""
        sprite = item.obj
        # A class that joins lists of the game in __init__ would be drawn while idle, and only in its first life.
        errors: list[BaseException] = []
        self.detach(item, errors)
        if errors:
            raise errors[0]
        if isinstance(sprite, PooledSprite):
            sprite.__dict__.pop(LAST_LEASE, None)
            sprite.__dict__[ITEM] = item
        item.slot = self.sprites._take_slot(sprite)
        if item.batched:
            if self.motion is None:
                self.motion = Motion(self.sprites)
            item.row = Row(self.motion, sprite, item.slot)

    def snapshot(self, obj: Any) -> Snapshot:
        """See `Placement.snapshot`."""
        return snapshot_of(obj)

    def prepared(self, item: Any) -> None:
        """See `Placement.prepared`."""
        item.note_fresh_look()
        # The base's hooks do nothing; not calling them is the difference between a plain lease and one with hooks.
        kind = type(item.obj)
        if getattr(kind, "on_spawn", None) is PooledSprite.on_spawn:
            item.on_spawn = None
        if getattr(kind, "on_recycle", None) is PooledSprite.on_recycle:
            item.on_recycle = None

    def discard(self, item: Any, errors: list[BaseException]) -> None:
        """See `Placement.discard`."""
        self.detach(item, errors)
        if item.row is not None:
            item.row.dismiss(item.obj)
            item.row = None
        self.sprites._drop_slot(item.obj)
        if isinstance(item.obj, PooledSprite):
            item.obj.__dict__.pop(ITEM, None)
            item.obj.__dict__[LAST_LEASE] = item.last_lease()

    # --- a spawn ---

    def place(self, item: Any, where: tuple[Any, ...]) -> None:
        """Put a sprite in its place and draw it from now on.

        Args:
            item: Its item.
            where: ``center_x``, ``center_y``, ``angle``, ``scale`` and ``velocity``, each of them or None.
        """
        x, y, angle, scale, velocity = where
        sprite = item.obj
        row = item.row
        try:
            resets_all = item.lifecycle.inventory.resets_all
            # What a sprite looks like may have survived its life, or user code has written to it while it was idle.
            changed = not (resets_all and item.direct) or item.was_written_to()
            if changed and resets_all:
                item.restore_speed()
            if item.direct and x is not None and y is not None:
                # What arcade.Sprite.position does, without the checks for lists it is not in yet.
                if row is None:
                    sprite._position = position = (x, y)
                    hit_box = sprite._hit_box
                    hit_box._position = position
                    hit_box._adjusted_cache_dirty = True
                else:  # the hit box follows the row
                    row.xs[row.slot], row.ys[row.slot] = x, y
            else:
                changed = changed or not item.direct
                if x is not None or y is not None:
                    before = sprite.position
                    sprite.position = (before[0] if x is None else x, before[1] if y is None else y)
            if angle is not None:
                sprite.angle = angle
            if scale is not None:
                sprite.scale = scale
                changed = True
            if velocity is not None:
                self._set_velocity(sprite, velocity)
            if row is not None:
                row.enter(sprite)
            self.sprites._enter(sprite, item.slot, changed, row)
        except TypeError as error:
            given = {"center_x": x, "center_y": y, "angle": angle}.items()
            wrong = [f"{name}={value!r}" for name, value in given if not isinstance(value, SupportsFloat | None)]
            if not wrong:
                raise
            raise TypeError(
                f"{' and '.join(wrong)} must be a number; a pair is handed on as spawn(*position)"
            ) from error

    def _set_velocity(self, sprite: Any, velocity: Any) -> None:
        if not isinstance(sprite, arcade.Sprite):
            raise TypeError(f"velocity is for an arcade.Sprite; a {type(sprite).__name__} does not move by itself")
        sprite.velocity = pair_of(velocity)

    # --- an end ---

    def detach(self, item: Any, errors: list[BaseException]) -> None:
        """Take a sprite out of every list and engine."""
        sprite = item.obj
        if item.row is not None:
            item.row.leave(sprite)
        lists = sprite.sprite_lists
        if len(lists) == 1 and lists[0] is self.sprites:
            self.sprites._leave(sprite, item.slot)
        else:
            if lists:
                self._leave_lists(item, errors)
            if sprite in self.sprites:
                # It has lost its note of the list, as by a second __init__ (test_a_second_init_leaves_no_ghost).
                self.sprites._leave(sprite, item.slot)
        if item.touched and getattr(sprite, "physics_engines", None):
            leave_engines(sprite, errors)

    def _leave_lists(self, item: Any, errors: list[BaseException]) -> None:
        sprite = item.obj
        for sprites in list(sprite.sprite_lists):
            try:
                if sprites is self.sprites:
                    sprites._leave(sprite, item.slot)
                else:
                    leave_foreign_list(sprite, sprites)
            except BaseException as error:
                errors.append(error)
                # A list that fails to release the sprite is not asked again.
                sprite.sprite_lists[:] = [each for each in sprite.sprite_lists if each is not sprites]

    # --- repairs ---

    def is_placed(self, item: Any) -> bool:
        """See `Placement.is_placed`."""
        return item.obj in self.sprites

    def rejoin(self, item: Any) -> None:
        """Have a sprite on lease know its list again, after a second ``__init__`` has made it forget all lists."""
        sprite = item.obj
        if item.is_on_lease() and sprite in self.sprites:
            sprite.sprite_lists.append(self.sprites)
            self.sprites._mark_outdated(sprite, item.slot)
            if item.lifecycle.hooks is not None:
                item.lifecycle.hooks.initialised_again(item)

    def repair(self, items: list[Any]) -> list[tuple[Any, Exception]]:
        """See `Placement.repair`."""
        active = [item.obj for item in items if item.is_on_lease()]
        known = {id(item.obj) for item in items}
        for sprite in [sprite for sprite in self.sprites._slotted() if id(sprite) not in known]:
            # It was never finished.
            row = sprite.__dict__.pop(ROW, None)
            if row is not None and follows(row.box, row):
                detach(row.box)
            sprite.__dict__.pop(ITEM, None)
            self.sprites._drop_slot(sprite)
        if self.motion is not None:
            self.motion.make_room(len(self.motion.places[0]) - 1)
        failed = self.sprites._rebuild(active, [item.obj for item in items])
        for item in items:
            if item.row is not None:
                try:
                    item.row.repair(item.obj, active=item.is_on_lease())
                except Exception as error:
                    failed.append((item.obj, error))
        return failed
