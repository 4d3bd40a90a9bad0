"""SpritePool[T]: a pool of sprites, with the sprite list that holds the active ones.

It is long because spawning repeats its contract with a place; what Arcade is asked is in arcade_inside.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, SupportsFloat, TypeVar, cast

import arcade
from arcade.types import Point2

from arcade_pool.errors import PoolExhausted
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.item import RETIRING, PoolItem
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.lifecycle import DEFAULT, begin_lease, undo_lease
from arcade_pool.pools.pool import Pool
from arcade_pool.pools.reset import Snapshot
from arcade_pool.sprites.arcade_internals import FAST, ITEM, LAST_LEASE, ROW, leave_foreign_list
from arcade_pool.sprites.batched_hit_box import follows, land
from arcade_pool.sprites.batched_motion import DIRECT, Motion, Row, is_batched
from arcade_pool.sprites.lazy_attributes import is_looked_at
from arcade_pool.sprites.snapshot import SpriteSnapshot, snapshot_of
from arcade_pool.sprites.sprite import PooledSprite
from arcade_pool.sprites.sprite_list import PooledSpriteList
from arcade_pool.timing.lifetimes import LifetimeSpec, checked_lifetime

if TYPE_CHECKING:
    from arcade_pool.pools.manager import PoolManager

__all__ = ["SpritePool"]

S = TypeVar("S", bound=arcade.BasicSprite)

_LOOK: Final = attrgetter("_texture", "_color", "_visible", "_width", "_height", "_depth", "_velocity", "change_angle")

_MOVERS = ("position", "center_x", "center_y", "angle", "scale", "hit_box")


class SpriteItem(PoolItem[S]):
    """An item whose object is a sprite.

    Args:
        obj: The sprite.
        pool: Its pool.

    Raises:
        TypeError: Its class asks for batched motion, and overrides ``update`` as well.
    """

    __slots__ = (
        "animated", "batched", "direct", "hit_box", "look", "never_spared", "pymunk", "row", "slot",
    )  # fmt: skip

    def __init__(self, obj: S, pool: Pool[S]) -> None:
        super().__init__(obj, pool)
        kind = type(obj)
        #: Whether its class has an ``update_animation`` of its own.
        self.animated = kind.update_animation is not arcade.BasicSprite.update_animation
        #: Whether its pool moves it, in one batch with others.
        self.batched = is_batched(kind)
        #: Where its place and speed lie in that batch.
        self.row: Row | None = None
        #: Whether its place may be stored without going through its properties: its class changes none of them.
        self.direct = FAST and all(
            getattr(kind, name, None) in (getattr(arcade.Sprite, name), DIRECT.get(name)) for name in _MOVERS
        )
        #: What is drawn of the fresh sprite, and its speed: the very objects that a reset stores back.
        self.look: tuple[Any, ...] = ()
        #: Its vertex slot in the pool's list; -1 where that is Arcade's business.
        self.slot = -1
        #: Its own hit box and pymunk settings.
        self.hit_box: Any = getattr(obj, "_hit_box", None)
        self.pymunk: Any = getattr(obj, "__dict__", {}).get("pymunk")
        #: Whether somebody may have changed one of the attributes in seldom.py while it was made: then no later life
        #: can be told from the note.
        self.looked_at = self.never_spared = is_looked_at(obj)


def _was_written_to(sprite: Any, look: tuple[Any, ...]) -> bool:
    """True if user code has changed what is drawn of an idle sprite, or its speed.

    By identity, since a reset stores the same objects back; read one by one, which costs a third of an `attrgetter`.
    """
    texture, color, visible, width, height, depth, velocity, change_angle = look
    return (
        sprite._color is not color
        or sprite._texture is not texture
        or sprite._visible is not visible
        or sprite._width is not width
        or sprite._height is not height
        or sprite._depth is not depth
        or sprite._velocity is not velocity
        or sprite.change_angle is not change_angle
    )


class SpritePool(Pool[S]):
    """A pool of sprites. Made by `PoolManager.create_sprite_pool`, never directly."""

    def __init__(
        self,
        manager: PoolManager,
        factory: Callable[[], S],
        key: Hashable,
        group: Hashable,
        config: PoolConfig,
        sprites: PooledSpriteList[S],
    ) -> None:
        super().__init__(manager, factory, key, group, config)
        if isinstance(factory, type):
            is_batched(factory)  # refuses before there is a pool
        self._sprites = sprites
        sprites._serve(self)
        self._motion: Motion | None = None
        # Whether any sprite is updated or animated by itself.
        self._one_by_one = False
        # Leases whose sprites could not be moved in this update, and why.
        self._stuck: list[tuple[Lease[S], Exception]] = []

    @property
    def sprites(self) -> PooledSpriteList[S]:
        """The active sprites: an `arcade.SpriteList`, for drawing and for Arcade's collision functions."""
        return self._sprites

    def draw(self, **kwargs: Any) -> None:
        """Draws the active sprites.

        Args:
            **kwargs: As for ``arcade.SpriteList.draw``.
        """
        self._sprites.draw(**kwargs)

    def _draw(self, kwargs: dict[str, Any]) -> None:
        self._sprites.draw(**kwargs)

    # --- spawning ---
    #
    # Where a method takes an item as Any, it is a SpriteItem: all that this pool makes are.

    def spawn(
        self,
        center_x: float | None = None,
        center_y: float | None = None,
        *,
        angle: float | None = None,
        scale: float | Point2 | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> S:
        """Begins a lease: the sprite is in its place, drawn and hit from now on.

        Cost: O(1); a new instance where nothing is idle.

        Args:
            center_x: Pixels; None: as the instance was made.
            center_y: Pixels; None: as the instance was made.
            angle: Degrees, clockwise; None: as the instance was made.
            scale: Factor, or one for each axis; None: as the instance was made.
            lifetime: What ends this lease; None: nothing does. Not given: the pool's default, else the class's.
            **kwargs: Handed to the sprite's ``on_spawn``.

        Returns:
            The sprite. Its lease may be over already, if ``on_spawn`` or the lifetime ended it.

        Raises:
            PoolExhausted: The pool is at `max_size`, with nothing idle and nothing to steal.
            PoolClosed: The pool was closed.
            TypeError: A bad lifetime, or keyword arguments that ``on_spawn`` does not take.
            Exception: What the factory, ``on_spawn`` or the lifetime raised; the spawn is undone then.
        """
        item = begin_lease(self, (center_x, center_y, angle, scale), lifetime, kwargs)
        return self._turn_away() if item is None else item.obj

    def try_spawn(
        self,
        center_x: float | None = None,
        center_y: float | None = None,
        *,
        angle: float | None = None,
        scale: float | Point2 | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> S | None:
        """Like `spawn`, but returns None where this pool would raise `PoolExhausted`."""
        item = begin_lease(self, (center_x, center_y, angle, scale), lifetime, kwargs)
        return None if item is None else item.obj

    def spawn_many(
        self,
        positions: Iterable[tuple[float, float]],
        *,
        angle: float | None = None,
        scale: float | Point2 | None = None,
        lifetime: LifetimeSpec = DEFAULT,
        **kwargs: Any,
    ) -> list[S]:
        """Spawns one sprite at each position: all of them, or none.

        Cost: O(positions).

        Args:
            positions: Pairs of pixels.
            angle: As for `spawn`, the same for all.
            scale: As for `spawn`, the same for all.
            lifetime: As for `spawn`, the same for all.
            **kwargs: Handed to each sprite's ``on_spawn``.

        Returns:
            The sprites, in the order of the positions.

        Raises:
            PoolExhausted: There is not room for all (what may be stolen counts as room); nothing was done.
            TypeError: `lifetime` is a generator object, which can serve one spawn only; nothing was done.
            Exception: What a spawn raised; those before it are undone then.
        """
        if isinstance(lifetime, Generator):
            raise TypeError(
                "a generator object can serve one spawn only; give spawn_many the generator function itself"
            )
        if lifetime is not DEFAULT:
            checked_lifetime(lifetime)
        places = [(x, y, angle, scale) for x, y in positions]
        if (room := self._room(len(places))) is not None and len(places) > room:
            self._counts.exhausted += 1
            raise PoolExhausted(
                f"pool {self._name} has room for {room} of {len(places)} sprites: raise max_size, or spawn fewer"
            )
        spawned: list[tuple[S, Lease[S], int]] = []
        try:
            for place in places:
                epoch = self._counts.epoch
                item: Any = begin_lease(self, place, lifetime, kwargs)
                if item is None:
                    self._turn_away()
                spawned.append((item.obj, item.lease, epoch))
        except BaseException as error:
            for _, lease, epoch in reversed(spawned):
                undo_lease(lease, error, epoch)
            raise
        return [sprite for sprite, *_ in spawned]

    def _room(self, needed: int) -> int | None:
        """The number of sprites that could be spawned now; counts what may be stolen only if `needed` asks for it."""
        limit = self._config.max_size
        if limit is None:
            return None
        room = limit - self.total_count - self._making + self.idle_count
        if room < needed and self._config.overflow == "steal_oldest":
            room += sum(map(self._at_rest, self._active))
        return room

    def _put_in(self, item: Any, place: tuple[Any, ...]) -> None:
        x, y, angle, scale = place
        sprite = item.obj
        try:
            # What a sprite looks like may have survived its life, or user code has written to it while it was idle.
            changed = not (self._straight and item.direct) or _was_written_to(sprite, item.look)
            if changed and self._straight:
                # A physics engine that still holds the sprite has given it a speed: that belongs to no life (L7).
                self._stop(item)
            if item.direct and x is not None and y is not None:
                # What arcade.Sprite.position does, without the checks for lists it is not in yet.
                sprite._position = position = (x, y)
                hit_box = sprite._hit_box
                hit_box._position = position
                hit_box._adjusted_cache_dirty = True
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
            if item.row is not None:
                item.row.enter(sprite)
            self._sprites._enter(sprite, item.slot, changed)
        except TypeError as error:
            given = {"center_x": x, "center_y": y, "angle": angle}.items()
            wrong = [f"{name}={value!r}" for name, value in given if not isinstance(value, SupportsFloat | None)]
            if not wrong:
                raise
            raise TypeError(
                f"{' and '.join(wrong)} must be a number; a pair is handed on as spawn(*position)"
            ) from error

    def _stop(self, item: Any) -> None:
        """Gives an idle sprite back the speed that it was made with."""
        if item.look and type(item.look[-2]) is tuple:
            *_, item.obj._velocity, item.obj.change_angle = item.look

    # --- making and destroying ---

    def _new_item(self, obj: S) -> PoolItem[S]:
        if not isinstance(obj, arcade.BasicSprite):
            raise TypeError(
                f"the factory of sprite pool {self._name} returned {obj!r}, which is no Arcade sprite; for other "
                "objects use create_pool"
            )
        if ITEM in getattr(obj, "__dict__", ()) or any(getattr(each, "_pool", None) for each in obj.sprite_lists):
            raise ValueError(
                f"the factory of pool {self._name} returned {obj!r}, which is pooled already by another manager"
            )
        kind: Any = type(obj)
        if kind.__eq__ is not object.__eq__ or kind.__hash__ is not object.__hash__:
            raise TypeError(
                f"{kind.__name__} overrides __eq__ or __hash__; Arcade keeps sprites in dictionaries and pools "
                "tell them apart by identity, so compare them in a method of another name"
            )
        item = SpriteItem(obj, self)
        self._one_by_one = self._one_by_one or item.animated or not item.batched
        return item

    def _equip(self, item: Any) -> None:
        sprite = item.obj
        # A class that joins lists of the game's in __init__ would be drawn while idle, and only in its first life.
        self._leave_late(item)
        if isinstance(sprite, PooledSprite):
            sprite.__dict__.pop(LAST_LEASE, None)
            sprite.__dict__[ITEM] = item
        if FAST:
            item.slot = self._sprites._take_slot(sprite)
        try:
            if item.batched:
                if self._motion is None:
                    self._motion = Motion(self._sprites)
                item.row = Row(self._motion, sprite, item.slot)
            super()._equip(item)
        except BaseException:
            self._discard(item)
            raise
        if isinstance(sprite, arcade.Sprite):
            item.look = item.snapshot.look() if isinstance(item.snapshot, SpriteSnapshot) else _LOOK(sprite)
        # The snapshot's own look is over.
        item.looked_at = item.never_spared
        # The base's hooks do nothing; not calling them is the difference between a plain lease and one with hooks.
        if getattr(type(sprite), "on_spawn", None) is PooledSprite.on_spawn:
            item.on_spawn = None
        if getattr(type(sprite), "on_recycle", None) is PooledSprite.on_recycle:
            item.on_recycle = None
        item.plain = item.on_spawn is item.on_recycle is None and not item.components and item.direct

    def _snapshot(self, obj: S) -> Snapshot:
        return snapshot_of(obj)

    def _discard(self, item: Any) -> None:
        errors: list[BaseException] = []
        self._take_out(item, errors)
        self._manager._settle_later(errors)
        if item.row is not None:
            item.row.dismiss(item.obj)
            item.row = None
        if FAST:
            self._sprites._drop_slot(item.obj)
        if isinstance(item.obj, PooledSprite):
            item.obj.__dict__.pop(ITEM, None)
            item.obj.__dict__[LAST_LEASE] = item.last_lease()

    def _close(self, errors: list[BaseException]) -> None:
        if not self._closed:
            super()._close(errors)
            self._sprites._dismiss()

    # --- leaving ---

    def _retire(self, item: Any, errors: list[BaseException]) -> None:
        sprite = item.obj
        lists = sprite.sprite_lists
        if (
            item.holds
            or item.doomed
            or item.looked_at
            or item.row is not None
            or self._closed
            or not self._straight
            or (self._limited and self._over_limit())
            or len(lists) != 1
            or lists[0] is not self._sprites
        ):
            super()._retire(item, errors)
            return
        # The commonest end in one go, without the questions that are answered already: 3 percent of a lease.
        self._sprites._leave(sprite, item.slot)
        try:
            item.snapshot._store_back(item)
        except BaseException as error:
            self._give_up_on(item, error, errors)
            return
        self._store(item)

    def _take_out(self, item: Any, errors: list[BaseException]) -> None:
        sprite = item.obj
        if item.row is not None:
            item.row.leave(sprite)
        lists = sprite.sprite_lists
        if len(lists) == 1 and lists[0] is self._sprites:
            self._sprites._leave(sprite, item.slot)
        elif lists:
            self._leave_lists(item, errors)
        if not lists and sprite in self._sprites:
            # The sprite has lost its note of the list, as by a second __init__ (test_a_second_init_leaves_no_ghost).
            self._sprites._leave(sprite, item.slot)
        if item.looked_at and getattr(sprite, "physics_engines", None):
            self._leave_engines(sprite, errors)

    def _leave_lists(self, item: Any, errors: list[BaseException]) -> None:
        sprite = item.obj
        for sprites in list(sprite.sprite_lists):
            try:
                if sprites is self._sprites:
                    sprites._leave(sprite, item.slot)
                else:
                    leave_foreign_list(sprite, sprites)
            except BaseException as error:
                errors.append(error)
                # A list that will not give the sprite up is not asked again.
                sprite.sprite_lists[:] = [each for each in sprite.sprite_lists if each is not sprites]

    def _leave_engines(self, sprite: Any, errors: list[BaseException]) -> None:
        for engine in list(sprite.physics_engines):
            try:
                # A game may have taken it out of the engine itself, which Arcade does not note on the sprite.
                if sprite in getattr(engine, "sprites", (sprite,)):
                    engine.remove_sprite(sprite)
            except BaseException as error:
                errors.append(error)
        sprite.physics_engines.clear()

    def _leave_late(self, item: Any) -> None:
        """Takes a sprite out of what code of its ended life put it into.

        Tested by test_ended_sprite_that_joins_a_list_leaves_it_again.

        Raises:
            Exception: What an engine raised.
        """
        errors: list[BaseException] = []
        self._take_out(item, errors)
        if errors:
            raise errors[0]

    def _clean(self, item: Any) -> None:
        sprite = item.obj
        if sprite.sprite_lists or item.looked_at:
            self._leave_late(item)
        super()._clean(item)

    def _is_placed(self, item: Any) -> bool:
        return item.obj in self._sprites

    def _repair_places(self, items: list[Any]) -> None:
        active = [item.obj for item in items if item.is_on_lease()]
        known = {id(item.obj) for item in items}
        for sprite in [sprite for sprite in self._sprites.sprite_slot if id(sprite) not in known]:
            # It was never finished.
            row = sprite.__dict__.pop(ROW, None)
            if row is not None and follows(row.box, row):
                land(row.box)
            sprite.__dict__.pop(ITEM, None)
            if FAST:
                self._sprites._drop_slot(sprite)
        if self._motion is not None:
            self._motion.make_room(len(self._motion.places[0]) - 1)
        self._sprites._rebuild(active, [item.obj for item in items])
        for item in items:
            if item.row is not None:
                item.row.repair(item.obj, active=item.is_on_lease())

    def _rejoin(self, item: Any) -> None:
        """Has a sprite on lease know its list again, after a second ``__init__`` has made it forget all lists."""
        sprite = item.obj
        if item.is_on_lease() and sprite in self._sprites:
            sprite.sprite_lists.append(self._sprites)
            self._sprites._outdated.add(item.slot)
            self._sprites._update_all(sprite)
            self._noticed_second_init(item)

    def _noticed_second_init(self, item: Any) -> None:
        """Notes that a sprite's ``__init__`` ran again while it was on lease; debug mode warns."""

    def _kill(self, sprite: S) -> None:
        """Ends the lease of a sprite that was taken out of the list (I3)."""
        self._end(self.lease(sprite), RecycleReason.KILLED)

    def _kill_all(self) -> None:
        errors: list[BaseException] = []
        self._end_all(RecycleReason.KILLED, errors)
        self._manager._settle(errors)

    # --- updating ---

    def _to_update(self, delta_time: float) -> list[Lease[S]]:
        if len(self._sprites.sprite_list) != len(self._active):
            self._find_taken()
        if not self._config.update:
            return []
        if self._motion is not None:
            # Now, before any sprite's own update: what those spawn here moves from the next update on (I2).
            self._stuck = self._move(self._motion, delta_time)
        return list(self._active) if self._one_by_one else []

    def _move(self, motion: Motion, delta_time: float) -> list[tuple[Lease[S], Exception]]:
        return [(self.lease(cast(Any, sprite)), error) for sprite, error in motion.move(delta_time)]

    def _give_up(self, stuck: list[tuple[Lease[S], Exception]]) -> None:
        """Ends the leases of sprites that could not be moved (F4)."""
        errors: list[BaseException] = []
        for lease, error in stuck:
            errors.append(error)
            self._end_lease(lease, RecycleReason.FAILED, errors)
        self._manager._settle(errors)

    def _find_taken(self) -> None:
        """Ends the leases of sprites that somebody took out of the list's own list (I3)."""
        if FAST:
            self._sprites._repair()
        present = {id(sprite) for sprite in self._sprites.sprite_list}
        for lease in list(self._active):
            if lease._item is not None and id(lease._item.obj) not in present:
                self._end(lease, RecycleReason.KILLED)

    def _update(self, leases: list[Lease[S]], delta_time: float) -> None:
        if self._stuck:
            stuck, self._stuck = self._stuck, []
            self._give_up(stuck)
        for lease in leases:
            item: Any = lease._item
            if item is None:
                continue
            item.holds += 1
            try:
                if not item.batched:
                    item.obj.update(delta_time)
                if item.animated and lease._item is not None:
                    item.obj.update_animation(delta_time)
            except Exception as error:
                self._manager._settle([error])
                lease._lifetime_over(error)
            finally:
                # What goes on, and that is nearly all, needs no call.
                if item.state is RETIRING:
                    item.release()
                else:
                    item.holds -= 1

    def _update_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Updates every active sprite on the game's behalf: what that raises reaches the game."""
        if self._motion is not None:
            self._give_up(self._move(self._motion, delta_time))
        # Handing nothing on costs a tenth of an update.
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

    def _animate_each(self, delta_time: float, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Animates every active sprite on the game's behalf: what that raises reaches the game."""
        for lease in list(self._active):
            item = lease._item
            if item is not None:
                item.holds += 1
                try:
                    item.obj.update_animation(delta_time, *args, **kwargs)
                finally:
                    item.release()
