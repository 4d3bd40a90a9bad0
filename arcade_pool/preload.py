"""Preload: textures decoded on a thread and uploaded on the update thread, a few in each frame."""

from __future__ import annotations

import queue
import threading
from collections.abc import Generator, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import arcade

from arcade_pool.checks import checked_count
from arcade_pool.pools.sizing import NextUpdate
from arcade_pool.timing.task import start_task

__all__ = ["Preload"]


class Preload:
    """Textures on their way. Made by `PoolManager.preload`; looks like a `Prewarm`.

    Decoding an image and finding its hit box takes milliseconds, and needs no OpenGL: a thread does it. Writing it into
    the atlas needs OpenGL: the update thread does that, also while the game is paused.

    Args:
        manager: The `PoolManager` whose updates upload them.
        paths: Image files; one that is named twice is loaded once.
        per_frame: Textures uploaded in one update at most, at least 1.
    """

    def __init__(self, manager: Any, paths: Iterable[str | Path], per_frame: int) -> None:
        if isinstance(paths, (str, Path)):
            raise TypeError(f"preload takes a list of paths; for a single one write [{str(paths)!r}]")
        paths = list(paths)
        for path in paths:
            if not isinstance(path, (str, Path)):
                raise TypeError(f"preload takes paths, each a string or a Path, not {path!r}")
        if not checked_count(per_frame, "per_frame"):
            raise ValueError("per_frame must be at least 1, else preloading never ends")
        self._paths = list(dict.fromkeys(map(str, paths)))
        self._loop = loop = manager._loop
        self._per_frame = per_frame
        self._arrived: set[str] = set()
        self._cancelled = threading.Event()
        self._decoded: queue.SimpleQueue[tuple[str, arcade.Texture | Exception]] = queue.SimpleQueue()
        self._task = start_task(self._run(), loop.scheduler, loop.loading)

    @property
    def progress(self) -> float:
        """The share that has arrived, 0 to 1; 1 when it is done."""
        return 1.0 if self.done or not self._paths else len(self._arrived) / len(self._paths)

    @property
    def done(self) -> bool:
        """True if it has ended: all have arrived or failed, or it was cancelled."""
        return self._task.done

    def cancel(self) -> None:
        """Loads no more; what has arrived stays."""
        self._cancelled.set()
        self._task.cancel()

    def _start_thread(self) -> None:
        missing = [path for path in self._paths if path not in self._arrived]
        self._thread = threading.Thread(target=partial(self._decode, missing), name="arcade_pool.preload", daemon=True)
        self._thread.start()

    def _need_thread(self) -> None:
        """Starts another thread where the first one is gone before its work was done, as in a child of `os.fork`."""
        missing = len(self._arrived) < len(self._paths)
        if missing and not self._thread.is_alive() and self._decoded.empty():
            self._start_thread()

    def _decode(self, paths: list[str]) -> None:
        for path in paths:
            if self._cancelled.is_set():
                return
            try:
                # Arcade's own cache, so that a sprite that names the file later finds it there.
                self._decoded.put((path, arcade.texture.default_texture_cache.load_or_get_texture(path)))
            except Exception as error:
                self._decoded.put((path, error))

    def _run(self) -> Generator[object, Any, None]:
        if not self._paths:
            return
        self._start_thread()
        try:
            while len(self._arrived) < len(self._paths):
                yield NextUpdate()
                for _ in range(self._per_frame):
                    try:
                        path, texture = self._decoded.get_nowait()
                    except queue.Empty:
                        self._need_thread()
                        break
                    self._arrived.add(path)
                    self._upload(path, texture)
        finally:
            self._cancelled.set()

    def _upload(self, path: str, texture: arcade.Texture | Exception) -> None:
        try:
            if isinstance(texture, Exception):
                raise texture
            try:
                window = arcade.get_window()
            except RuntimeError:
                return  # without a window there is no atlas yet
            window.ctx.default_atlas.add(texture)
        except Exception as error:
            # Named, and raised at the end of this update; the others go on.
            error.add_note(f"while {path} was preloaded")
            self._loop.settle_later([error])
