"""PoolManager: the pools of a game or a scene.

It is long because each public call carries its contract; what time does to pools is in clock.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from arcade_pool.checks import checked_coroutine, checked_count, checked_factory, checked_seconds
from arcade_pool.config_file import read_config, recommended
from arcade_pool.errors import NotPooled, UnknownPool
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.item import PoolItem
from arcade_pool.pools.leaks import Leak, find_leaks
from arcade_pool.pools.lease import Lease, RecycleReason
from arcade_pool.pools.pool import Pool
from arcade_pool.pools.registry import DestroyedObjects
from arcade_pool.pools.stats import PoolStats, table
from arcade_pool.pools.update_loop import GameClock
from arcade_pool.timing.task import Task

if TYPE_CHECKING:
    import arcade

    from arcade_pool.preload import Preload
    from arcade_pool.sprites.bounds import Bounds
    from arcade_pool.sprites.pool import SpritePool
    from arcade_pool.sprites.sprite_list import PooledSpriteList

__all__ = ["PoolManager"]

T = TypeVar("T")
S = TypeVar("S", bound="arcade.BasicSprite")
P = TypeVar("P", bound=Pool[Any])


class PoolManager(GameClock):
    """Makes pools, gives them time, and clears them together.

    Iterating gives the keys; ``manager[key]`` is the pool. ``with PoolManager() as manager:`` closes it at the end.

    Args:
        debug: Remember where each lease was spawned and ended, warn (`PoolWarning`) of what hides bugs, and raise
            `WrongThread` when a pool is used off the update thread. A lease costs a few times as much then.
        errors: What `update` does with the errors it collected: ``"raise"`` them at its end, or ``"log"`` them.
        max_delta_time: Seconds by which one update moves game time at most, before `time_scale`; None: no limit.
        bounds: The area `OffScreen` means, unless it says so itself: an ``arcade.Rect``, a function that returns one,
            or a ``Camera2D`` for the part of the world it shows. A game with a scrolling camera sets this once. None:
            the window's rectangle.

    Raises:
        ValueError: An argument is out of its range.
    """

    def __init__(
        self,
        *,
        debug: bool = False,
        errors: Literal["raise", "log"] = "raise",
        max_delta_time: float | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        super().__init__(errors, max_delta_time)
        #: The area that `OffScreen` means. See the class.
        self.bounds = bounds
        self._debug = debug
        if debug:
            from arcade_pool.debug.thread_check import MANAGER_CALLS, guard

            guard(self, MANAGER_CALLS, self, "the manager")
        self._defaults: dict[str, Any] = {}
        self._pools: dict[Hashable, Pool[Any]] = {}
        self._items: dict[int, PoolItem[Any]] = {}
        self._destroyed = DestroyedObjects()
        self._tasks: dict[Task, object] = {}
        self._loading: dict[Task, object] = {}
        # Told after each update what the sprites' updates of each pool took, in seconds.
        self._meters: list[Callable[[dict[Pool[Any], float]], object]] = []

    # --- pools ---

    def create_pool(
        self,
        factory: Callable[[], T],
        *,
        key: Hashable = None,
        group: Hashable = None,
        config: PoolConfig | None = None,
        **overrides: Any,
    ) -> Pool[T]:
        """Makes a pool for any Python objects; one for sprites is made by `create_sprite_pool`.

        Cost: O(prewarm).

        Args:
            factory: A class or any function without arguments that returns a new object at each call.
            key: What the pool is called; by default the factory itself.
            group: What it is cleared and closed together with.
            config: Settings to start from.
            **overrides: Single fields of `PoolConfig`, over those of `config`.

        Raises:
            ValueError: The key is in use, or a setting is out of its range.
            TypeError: The factory cannot be called without arguments or is a `PooledSprite` class, or there is no such
                setting.
            Exception: What the factory raised while prewarming; there is no pool then.
        """
        pool_key = self._free_key(factory, key)
        if _is_pooled_sprite(factory):
            raise TypeError(
                f"{factory!r} is a sprite class: make its pool with create_sprite_pool, which draws and updates its "
                "sprites and gives them their lease"
            )
        return self._open(Pool(self, factory, pool_key, group, self._configured(config or PoolConfig(), overrides)))

    def create_sprite_pool(
        self,
        factory: Callable[[], S],
        *,
        key: Hashable = None,
        group: Hashable = None,
        config: PoolConfig | None = None,
        keep_order: bool = False,
        use_spatial_hash: bool = False,
        sprites: PooledSpriteList[S] | None = None,
        **overrides: Any,
    ) -> SpritePool[S]:
        """Makes a pool for sprites: a `PooledSprite` class, or anything that returns Arcade sprites.

        Cost: O(prewarm).

        Args:
            factory: A class or any function without arguments that returns a new sprite at each call.
            key: What the pool is called; by default the factory itself.
            group: What it is cleared and closed together with.
            config: Settings to start from; by default the class's ``pool_config``.
            keep_order: Draw in the order of spawning; a recycle then costs O(active).
            use_spatial_hash: Keep a spatial hash, for sprites that hardly move.
            sprites: A list of your own, made with other parameters; it must be empty and serve no other pool.
            **overrides: Single fields of `PoolConfig`, over those of `config`.

        Raises:
            ValueError: The key is in use, the list is in use, or a setting is out of its range.
            TypeError: The factory cannot be called without arguments, or there is no such setting.
            Exception: What the factory raised while prewarming; there is no pool then.
        """
        from arcade_pool.sprites.pool import SpritePool
        from arcade_pool.sprites.sprite_list import PooledSpriteList

        pool_key = self._free_key(factory, key)
        if config is None:
            config = getattr(factory, "pool_config", None) or PoolConfig()
        if sprites is None:
            sprites = PooledSpriteList(use_spatial_hash=use_spatial_hash, keep_order=keep_order)
        elif not isinstance(sprites, PooledSpriteList):
            raise TypeError(f"a pool's list must be a PooledSpriteList, not {sprites!r}; it takes the same parameters")
        elif use_spatial_hash or keep_order:
            raise ValueError("keep_order and use_spatial_hash belong to the list: give them to your PooledSpriteList")
        return self._open(SpritePool(self, factory, pool_key, group, self._configured(config, overrides), sprites))

    def _free_key(self, factory: Callable[[], Any], key: Hashable) -> Hashable:
        checked_factory(factory)
        pool_key = factory if key is None else key
        if pool_key in self._pools:
            raise ValueError(f"key {pool_key!r} is in use; pass key= for a second pool of the same factory")
        return pool_key

    def _configured(self, config: PoolConfig, overrides: dict[str, Any]) -> PoolConfig:
        return config.replace({**self._defaults, **overrides})

    def _open(self, pool: P) -> P:
        self._pools[pool.key] = pool
        if self._debug:
            from arcade_pool.debug.watcher import watch

            watch(pool)
        try:
            pool._open()
        except BaseException:
            pool.close()
            raise
        return pool

    def _forget_pool(self, pool: Pool[Any]) -> None:
        if self._pools.get(pool.key) is pool:
            del self._pools[pool.key]

    @overload
    def __getitem__(self, key: type[S]) -> SpritePool[S]: ...
    @overload
    def __getitem__(self, key: type[T]) -> Pool[T]: ...
    @overload
    def __getitem__(self, key: Hashable) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        try:
            return self._pools[key]
        except KeyError:
            known = ", ".join(pool._name for pool in self._pools.values()) or "none yet"
            name = getattr(key, "__name__", repr(key))
            raise UnknownPool(
                f"there is no pool {name}; known pools: {known}. Make it with create_pool or create_sprite_pool"
            ) from None

    def __contains__(self, key: object) -> bool:
        return key in self._pools

    def __iter__(self) -> Iterator[Hashable]:
        return iter(list(self._pools))

    def __len__(self) -> int:
        return len(self._pools)

    def __bool__(self) -> bool:
        return True

    # --- leases ---

    @overload
    def spawn(self, key: type[T], /, *args: Any, **kwargs: Any) -> T: ...
    @overload
    def spawn(self, key: Hashable, /, *args: Any, **kwargs: Any) -> Any: ...
    def spawn(self, key: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Spawns from the pool `key`. A `PooledSprite` subclass without a pool gets one on first use.

        Args:
            key: The pool's key.
            *args: As for the pool's ``spawn``.
            **kwargs: As for the pool's ``spawn``.

        Raises:
            UnknownPool: There is no such pool.
            Exception: As the pool's ``spawn``.
        """
        if key not in self._pools and _is_pooled_sprite(key):
            self.create_sprite_pool(key)
        return self[key].spawn(*args, **kwargs)

    def recycle(self, obj_or_lease: object) -> bool:
        """Ends the lease, or the present lease of the object, whichever pool it belongs to.

        Returns:
            True if this call ended a lease; False if it had ended before.

        Raises:
            NotPooled: No pool of this manager owns it.
        """
        lease = self.lease(obj_or_lease)
        return lease.pool._end(lease, RecycleReason.RECYCLED)

    @overload
    def lease(self, obj: Lease[T]) -> Lease[T]: ...
    @overload
    def lease(self, obj: T) -> Lease[T]: ...
    def lease(self, obj: Any) -> Lease[Any]:
        """The object's present lease, else its last one, also when the pool has destroyed the object.

        Raises:
            NotPooled: No pool of this manager owns it.
        """
        if isinstance(obj, Lease):
            if obj.pool._manager is not self:
                raise NotPooled(f"{obj!r} belongs to another manager")
            return obj
        item = self._items.get(id(obj))
        if item is not None:
            return item.last_lease()
        lease = self._destroyed.last_lease(obj)
        if lease is None:
            raise NotPooled(f"{obj!r} belongs to no pool here: it was not spawned by this manager")
        return lease

    # --- time and drawing ---

    def start(self, coroutine: Generator[object, Any, Any], *, group: Hashable = None) -> Task:
        """Runs a coroutine of the game's own: a wave, a cutscene, a boss fight.

        Args:
            coroutine: A generator, as a function with ``yield`` returns it. Runs to its first ``yield`` in here.
            group: What it is cleared and closed together with.

        Raises:
            TypeError: `coroutine` is no generator, or was started before.
            Exception: What its first step raised.
        """
        task = Task(checked_coroutine(coroutine, "a task"), self._scheduler, self._tasks, group=group)
        if (error := task._step(self._scheduler.time)) is not None:
            raise error
        return task

    def _repair(self) -> None:
        from arcade_pool.pools.repair import repair

        repair(self)

    def _end_rests(self) -> None:
        for pool in self._pools.values():
            if pool._resting:
                pool._end_rest()

    def _update_sprites(self, delta_time: float) -> None:
        if self._meters:
            self._update_metered(delta_time)
            return
        # All of them are listed before the first is updated, so that newcomers wait for the next update (I2).
        listed = [(pool, pool._to_update(delta_time)) for pool in list(self._pools.values())]
        for pool, leases in listed:
            pool._update(leases, delta_time)

    def _update_metered(self, delta_time: float) -> None:
        """The same, and tells the meters what it took; apart, so that a game without an overlay pays nothing."""
        listed = []
        seconds: dict[Pool[Any], float] = {}
        for pool in list(self._pools.values()):
            start = perf_counter()
            listed.append((pool, pool._to_update(delta_time)))
            seconds[pool] = perf_counter() - start
        for pool, leases in listed:
            start = perf_counter()
            pool._update(leases, delta_time)
            seconds[pool] += perf_counter() - start
        for meter in list(self._meters):
            meter(seconds)

    def _sample(self, delta_time: float) -> None:
        for pool in self._pools.values():
            pool._counts.sample(delta_time, len(pool._active), pool.idle_count)

    def draw(self, **kwargs: Any) -> None:
        """Draws the sprite pools, in the order of their creation.

        Args:
            **kwargs: As for ``arcade.SpriteList.draw``.
        """
        for pool in self._pools.values():
            pool._draw(kwargs)

    # --- all of them ---

    def configure(self, **overrides: Any) -> None:
        """Changes settings of every pool, now and later.

        Args:
            **overrides: Fields of `PoolConfig`.

        Raises:
            TypeError: A name is no setting, or a value has the wrong type; nothing was changed.
            ValueError: A value is out of its range for a pool; nothing was changed.
        """
        PoolConfig().replace({**self._defaults, **overrides})
        for pool in self._pools.values():
            pool._config.replace(overrides)
        self._defaults.update(overrides)
        for pool in list(self._pools.values()):
            pool.configure(**overrides)

    def load_config(self, path: str | Path) -> None:
        """Configures the pools there are from a TOML file with a table for each, named by its key or its class.

        ``"none"`` turns an optional setting off. `recommend` writes the same form.

        Args:
            path: The file.

        Raises:
            OSError: It cannot be read.
            ValueError: A name fits no pool or two, a setting does not exist, or a value has the wrong type or range;
                the message names file, table and setting, and nothing was changed.
        """
        for pool, settings in read_config(path, self._pools.values()):
            pool.configure(**settings)

    def recommend(self) -> str:
        """Settings with the sizes that this run has needed, as TOML for `load_config`."""
        return recommended(self._pools.values())

    def preload(self, paths: Iterable[str | Path], *, per_frame: int = 1) -> Preload:
        """Decodes textures on a thread, and uploads them on the update thread; a sprite then finds them loaded.

        A file that is missing or damaged is named by an error at the end of an update, and does not stop the others.

        Args:
            paths: Image files, as a sprite names them.
            per_frame: Textures uploaded in one update at most.

        Returns:
            Its progress, and a way to cancel it.

        Raises:
            TypeError: `paths` is a single path, or `per_frame` is no whole number.
            ValueError: `per_frame` is less than 1.
        """
        from arcade_pool.preload import Preload

        return Preload(self, paths, per_frame)

    def trim(self, max_idle: int = 0) -> int:
        """Destroys idle items above `max_idle` in each pool; returns how many in all."""
        checked_count(max_idle, "max_idle")
        return sum(pool.trim(max_idle) for pool in self._pools.values())

    def clear(self, group: Hashable = None) -> None:
        """Ends every lease (reason ``CLEARED``) and the game's own tasks; pools, idle items and sizing stay.

        Args:
            group: Only those of this group; None: all.
        """
        errors: list[BaseException] = []
        self._stop_tasks(group, errors)
        for pool in self._of_group(group):
            pool._end_all(RecycleReason.CLEARED, errors)
        self._settle(errors)

    def close(self, group: Hashable = None) -> None:
        """Ends every lease (reason ``CLOSED``), task and prewarm, destroys every item, forgets the pools.

        Args:
            group: Only those of this group; None: all.
        """
        errors: list[BaseException] = []
        self._stop_tasks(group, errors)
        if group is None:
            for task in list(self._loading):
                task._stop(errors)
        for pool in self._of_group(group):
            pool._close(errors)
        # What hooks have started meanwhile does not outlive this either.
        self._stop_tasks(group, errors)
        self._settle(errors)

    def _of_group(self, group: Hashable) -> list[Pool[Any]]:
        return [pool for pool in self._pools.values() if group is None or pool.group == group]

    def _stop_tasks(self, group: Hashable, errors: list[BaseException]) -> None:
        for task, its_group in list(self._tasks.items()):
            if group is None or its_group == group:
                task._stop(errors)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- insight ---

    def stats(self) -> dict[Hashable, PoolStats]:
        """Every pool's snapshot, by key."""
        return {key: pool.stats() for key, pool in self._pools.items()}

    def total(self) -> PoolStats:
        """The sum of all pools."""
        return sum(self.stats().values(), PoolStats())

    def report(self) -> str:
        """The main figures of all pools as a text table."""
        return table([*((pool._name, pool.stats()) for pool in self._pools.values()), ("total", self.total())])

    def leaks(self, older_than: float = 30.0) -> list[Leak]:
        """Return old leases that nothing will end, grouped by the line that spawned them; the oldest group first.

        A lease with seconds to run, a running coroutine or a polled condition is not a leak. What is meant to last says
        so with ``lifetime=Forever()``. Borrows that were never closed are named too. In
        debug mode each group has its line; a difference of two `stats` shows what a level has left behind.

        Cost: O(active). No garbage collection is needed.

        Args:
            older_than: Seconds of game time.

        Raises:
            ValueError: `older_than` is negative, NaN or infinite.
        """
        checked_seconds(older_than, "older_than")
        return find_leaks(self._pools.values(), self._borrows.held(), self.time, older_than)

    def reset_stats(self) -> None:
        """Event counts and means to zero, peaks to now; created, destroyed, lost and faulted go on."""
        for pool in self._pools.values():
            pool._counts.reset(pool.active_count, pool.total_count)


def _is_pooled_sprite(kind: object) -> bool:
    """Whether it is a `PooledSprite` class. Only who has imported the sprite layer can have one."""
    layer = sys.modules.get("arcade_pool.sprites.sprite")
    return layer is not None and isinstance(kind, type) and issubclass(kind, layer.PooledSprite)
