"""Attributes that hardly any game asks for are put back where somebody asked for one, and spared the look elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import arcade
import pytest

from arcade_pool import PooledSprite, PoolManager

from .helpers import Dot, small_texture


class Keeper(Dot):
    """Keeps what Arcade made, and changes it in its lives by that name alone."""

    def __init__(self) -> None:
        super().__init__()
        self._mine = (self.textures, self.force, self.pymunk)


class Setter(Dot):
    """Sets what Arcade made to something that it keeps."""

    def __init__(self) -> None:
        super().__init__()
        self._mine = ([small_texture()], [1.0, 2.0], self.pymunk)
        self.textures, self.force, _ = self._mine


def _texture_in(sprite: Any) -> None:
    sprite.textures.append(small_texture())


def _force_in(sprite: Any) -> None:
    sprite.force[0] = 7.0


def _pymunk_in(sprite: Any) -> None:
    sprite.pymunk.damping = 0.5


def _force_deleted(sprite: Any) -> None:
    del sprite.force


def _pymunk_deleted(sprite: Any) -> None:
    del sprite.pymunk


def _state(sprite: Any) -> tuple[object, ...]:
    return (list(sprite.textures), list(sprite.force), sprite.pymunk.damping, list(sprite.physics_engines))


@pytest.mark.parametrize("change", [_texture_in, _force_in, _pymunk_in, _force_deleted, _pymunk_deleted])
def test_what_a_life_did_to_them_is_put_back(manager: PoolManager, change: Callable[[Any], None]) -> None:
    """L7: life after life, whichever of them a life asked for."""
    pool = manager.create_sprite_pool(Dot)
    fresh = _state(Dot())
    for _ in range(3):
        sprite = pool.spawn()
        change(sprite)
        sprite.recycle()
        # No one looks between two lives: a look would be noted.
        lease = pool.spawn().lease
        lease.recycle()
        assert _state(pool.spawn()) == fresh
        pool.clear()


@pytest.mark.parametrize("kind", [Keeper, Setter])
def test_who_kept_them_while_it_was_made_is_never_spared(manager: PoolManager, kind: type[Any]) -> None:
    """A life may change them by a name of its own, of which there is no note."""
    pool = manager.create_sprite_pool(kind)
    fresh = _state(kind())
    for _ in range(3):
        sprite = pool.spawn()
        textures, force, pymunk = sprite._mine
        textures.append(small_texture())
        force[1] = 9.0
        pymunk.damping = 0.1
        sprite.recycle()
        assert _state(pool.spawn()) == fresh
        pool.clear()


def test_class_that_makes_other_attributes_of_them_is_never_spared(manager: PoolManager) -> None:
    """Nobody notes looks there."""

    class Own(Dot):
        force: list[float] = []  # noqa: RUF012  # shadows the base's attribute, in the instance then

    pool = manager.create_sprite_pool(Own)
    sprite = pool.spawn()
    sprite.force.append(3.0)
    _texture_in(sprite)
    sprite.recycle()
    assert _state(pool.spawn()) == _state(Own())


def test_sprite_of_arcade_is_never_spared(manager: PoolManager) -> None:
    """Its class notes nothing."""
    pool = manager.create_sprite_pool(lambda: arcade.Sprite(small_texture()))
    sprite = pool.spawn()
    _texture_in(sprite)
    _force_in(sprite)
    _pymunk_in(sprite)
    pool.recycle(sprite)
    fresh = pool.spawn()
    assert (len(fresh.textures), fresh.force, fresh.pymunk.damping) == (1, [0.0, 0.0], None)


def test_without_a_pool_they_are_arcades() -> None:
    """Read, set, deleted, and missing with Arcade's own error."""
    sprite: Any = PooledSprite(small_texture())
    assert isinstance(sprite.pymunk, type(arcade.Sprite(small_texture()).pymunk))
    sprite.force = [1.0, 1.0]
    assert sprite.force == [1.0, 1.0]
    for name in ("force", "pymunk", "textures"):
        delattr(sprite, name)
        with pytest.raises(AttributeError, match=name):
            getattr(sprite, name)
        with pytest.raises(AttributeError, match=name):
            delattr(sprite, name)


def test_sprite_that_nobody_asked_is_spared_the_look(manager: PoolManager) -> None:
    """And is looked at in the lives in which somebody did, only."""
    pool = manager.create_sprite_pool(Dot)
    sprite = pool.spawn()
    below = vars(arcade.Sprite)["force"].__get__
    force = below(sprite)
    sprite.recycle()
    pool.spawn()
    assert below(sprite) is force
    assert sprite.force is force
    sprite.recycle()
    assert below(sprite) is not force
