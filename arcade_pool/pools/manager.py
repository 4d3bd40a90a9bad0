"""PoolManager: the pools of a game or a scene."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, overload

from arcade_pool.pools.clock import GameClock
from arcade_pool.pools.config import PoolConfig
from arcade_pool.pools.pool import Pool
from arcade_pool.pools.shared import Shared
from arcade_pool.pools.update_loop import UpdateLoop

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
        super().__init__(UpdateLoop(self, errors, max_delta_time))
        #: The area that `OffScreen` means. See the class.
        self.bounds = bounds
        make_hooks = None
        if debug:
            from arcade_pool.debug.watcher import Watcher, refuse_other_threads

            refuse_other_threads(self._loop)
            make_hooks = Watcher
        self._shared = Shared(self._loop, self._registry, self._borrows, self._forget_pool, make_hooks)

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
        """Make a pool for any Python objects; one for sprites is made by `create_sprite_pool`.

        Cost: O(prewarm).

        Args:
            factory: A class or any function without arguments that returns a new object at each call.
            key: The pool's name; by default the factory itself.
            group: What it is cleared and closed together with.
            config: Settings to start from.
            **overrides: Single fields of `PoolConfig`, over those of `config`.

        Raises:
            ValueError: The key is in use, or a setting is out of its range.
            TypeError: The factory cannot be called without arguments or is a `PooledSprite` class, or a setting does
                not exist.
            Exception: What the factory raised while prewarming; there is no pool then.
        """
        self._check_thread("create_pool")
        pool_key = self._free_key(factory, key)
        if _is_pooled_sprite(factory):
            raise TypeError(
                f"{factory!r} is a sprite class: make its pool with create_sprite_pool, which draws and updates its "
                "sprites and gives them their lease"
            )
        config = self._configured(config or PoolConfig(), overrides)
        return self._open(Pool(self._shared, factory, pool_key, group, config))

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
        """Make a pool for sprites: a `PooledSprite` class, or anything that returns Arcade sprites.

        Cost: O(prewarm).

        Args:
            factory: A class or any function without arguments that returns a new sprite at each call.
            key: The pool's name; by default the factory itself.
            group: What it is cleared and closed together with.
            config: Settings to start from; by default the class's ``pool_config``.
            keep_order: Draw in the order of spawning; a recycle then costs O(active).
            use_spatial_hash: Keep a spatial hash, for sprites that rarely move.
            sprites: A list of your own, made with other parameters; it must be empty and serve no other pool.
            **overrides: Single fields of `PoolConfig`, over those of `config`.

        Raises:
            ValueError: The key is in use, the list is in use, or a setting is out of its range.
            TypeError: The factory cannot be called without arguments, or a setting does not exist.
            Exception: What the factory raised while prewarming; there is no pool then.
        """
        from arcade_pool.sprites.pool import SpritePool
        from arcade_pool.sprites.sprite_list import list_for_pool

        self._check_thread("create_sprite_pool")
        pool_key = self._free_key(factory, key)
        config = self._configured(config or getattr(factory, "pool_config", None) or PoolConfig(), overrides)
        used = list_for_pool(sprites, keep_order=keep_order, use_spatial_hash=use_spatial_hash)
        return self._open(SpritePool(self._shared, factory, pool_key, group, config, used))

    def _configured(self, config: PoolConfig, overrides: dict[str, Any]) -> PoolConfig:
        return config.replace({**self._defaults, **overrides})

    def _open(self, pool: P) -> P:
        lifecycle = self._lifecycles[pool.key] = pool._lifecycle
        try:
            pool.prewarm(pool.config.prewarm)
            lifecycle.sizing.restart_shrinking()
        except BaseException:
            pool.close()
            raise
        return pool

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: type[S]) -> SpritePool[S]: ...
        @overload
        def __getitem__(self, key: type[T]) -> Pool[T]: ...
        @overload
        def __getitem__(self, key: Hashable) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...

    # --- leases ---

    @overload
    def spawn(self, key: type[T], /, *args: Any, **kwargs: Any) -> T: ...
    @overload
    def spawn(self, key: Hashable, /, *args: Any, **kwargs: Any) -> Any: ...
    def spawn(self, key: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Spawn from the pool `key`. A `PooledSprite` subclass without a pool gets one on first use.

        Args:
            key: The pool's key.
            *args: As for the pool's ``spawn``.
            **kwargs: As for the pool's ``spawn``.

        Raises:
            UnknownPool: There is no such pool.
            Exception: As the pool's ``spawn``.
        """
        if key not in self._lifecycles and _is_pooled_sprite(key):
            self.create_sprite_pool(key)
        return self[key].spawn(*args, **kwargs)

    # --- all of them ---

    def load_config(self, path: str | Path) -> None:
        """Configure the existing pools from a TOML file with a table for each, named by its key or its class.

        ``"none"`` turns an optional setting off. `recommend` writes the same form.

        Args:
            path: The file.

        Raises:
            OSError: It cannot be read.
            ValueError: A name fits no pool or two, a setting does not exist, or a value has the wrong type or range;
                the message names file, table and setting, and nothing was changed.
        """
        from arcade_pool.config_file import read_config

        self._check_thread("load_config")
        for pool, settings in read_config(path, self._lifecycles.values()):
            pool.configure(**settings)

    def recommend(self) -> str:
        """Return settings with the sizes that this run has needed, as TOML for `load_config`."""
        from arcade_pool.config_file import recommended

        return recommended(self._lifecycles.values())

    def preload(self, paths: Iterable[str | Path], *, per_frame: int = 1) -> Preload:
        """Decode textures on a thread, and upload them on the update thread; a sprite then finds them loaded.

        A file that is missing or damaged is named by an error at the end of an update, and does not stop the others.

        Args:
            paths: Image files, as a sprite names them.
            per_frame: Textures uploaded in one update at most.

        Returns:
            Its progress, and a way to cancel it.

        Raises:
            TypeError: `paths` is a single path, or `per_frame` is not a whole number.
            ValueError: `per_frame` is less than 1.
        """
        from arcade_pool.preload import Preload

        self._check_thread("preload")
        return Preload(self, paths, per_frame)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _is_pooled_sprite(kind: object) -> bool:
    """True for a `PooledSprite` class. There can only be one if the sprite layer was imported."""
    layer = sys.modules.get("arcade_pool.sprites.sprite")
    return layer is not None and isinstance(kind, type) and issubclass(kind, layer.PooledSprite)
