"""What games do: bullets that leave the screen, bullets that hit, lives of several stages.

In these rows the game ends the sprites of the other ways, so those that only count time differently are left out.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Generator
from typing import Any

import arcade

from arcade_pool import OffScreen, PooledSprite
from benchmarks.measure import Effort, Rounds, alternate, clock, settled
from benchmarks.results import Ratio, Row
from benchmarks.rivals import all_ways, ways
from benchmarks.texture import TEXTURE
from benchmarks.ways import Way
from benchmarks.ways.pooled import Pooled
from benchmarks.workload import DELTA_TIME, HEIGHT, WIDTH

__all__ = ["hits", "leaving", "stages"]

#: Pixels per frame: 120 frames from the bottom of the screen to its top.
SPEED = 5.0
BATCHED = f"{Pooled.name}, batched_motion"
ENEMY = arcade.make_soft_square_texture(24, arcade.color.BLUE, 255, 255)


class Bullet(PooledSprite):
    """Ends when it has left the screen."""

    lifetime = OffScreen()

    def __init__(self) -> None:
        super().__init__(TEXTURE)

    def on_spawn(self) -> None:
        """Flies up."""
        self.change_y = SPEED


class BatchedBullet(Bullet):
    """The same, moved with all others at once."""

    batched_motion = True


class Fuse(PooledSprite):
    """Two seconds of several stages: waits, glows, blinks."""

    def __init__(self) -> None:
        super().__init__(TEXTURE)

    def lifetime(self) -> Generator[float, None, None]:
        """The stages."""
        yield 0.5
        self.color = arcade.color.ORANGE
        yield 0.5
        for _ in range(5):
            self.alpha = 100
            yield 0.1
            self.alpha = 255
            yield 0.1


def _glow(sprite: arcade.Sprite) -> None:
    sprite.color = arcade.color.ORANGE


def _fade(sprite: arcade.Sprite) -> None:
    sprite.alpha = 100


def _show(sprite: arcade.Sprite) -> None:
    sprite.alpha = 255


#: The same stages for a state machine: seconds, and what is done then.
STAGES: tuple[tuple[float, Callable[[arcade.Sprite], None]], ...] = (
    (0.5, _glow),
    (0.5, _fade),
    *((0.1, _show), (0.1, _fade)) * 4,
    (0.1, _show),
    (0.1, lambda _: None),
)


def leaving(effort: Effort) -> Row:
    """10 bullets in each frame fly from the bottom of the screen to its top: 1,200 alive."""
    source = random.Random(1)

    def pooled(kind: type[Bullet]) -> Callable[[], None]:
        way = Pooled(1_300, kind=kind, update=True)

        def frame() -> None:
            for _ in range(10):
                way.pool.spawn(source.uniform(0, WIDTH), 0.0)
            way.update(DELTA_TIME)

        return frame

    def other(kind: type[Way]) -> Callable[[], None]:
        way = kind(1_300)

        def frame() -> None:
            for _ in range(10):
                sprite = way.spawn_lasting(source.uniform(0, WIDTH), 0.0)
                sprite.change_y = SPEED
            way.sprites.update(DELTA_TIME)
            # Arcade's examples compare `bottom`, which costs several times as much.
            for sprite in list(way.sprites):
                if sprite.center_y > HEIGHT + 4:
                    way.end(sprite)

        return frame

    rounds = _frames(
        effort,
        {
            Pooled.name: pooled(Bullet),
            BATCHED: pooled(BatchedBullet),
            **{kind.name: other(kind) for kind in ways()},
        },
    )
    name, ratio = _fastest(rounds, Pooled.name)
    _, batched = _fastest(rounds, BATCHED)
    return Row(
        "leaving",
        "bullets that leave the screen, 1,200 alive, moved in each frame",
        "us per frame",
        {"1,200 alive": rounds.medians()},
        [
            Ratio("times as fast as the fastest of the others", ratio, against=name),
            Ratio("the same, with batched_motion", batched),
        ],
    )


def hits(effort: Effort) -> Row:
    """300 bullets and 10 enemies: a bullet that hits is ended in the collision loop, and another one is shot."""

    def frame_of(way: Way) -> Callable[[], None]:
        source = random.Random(1)
        enemies = [arcade.Sprite(ENEMY, center_x=80 * number + 40, center_y=400) for number in range(10)]
        end, sprites = way.end, way.sprites

        def frame() -> None:
            for _ in range(300 - len(sprites)):
                way.spawn_lasting(source.uniform(0, WIDTH), source.uniform(0, 300)).change_y = SPEED
            sprites.update(DELTA_TIME)
            for enemy in enemies:
                for bullet in arcade.check_for_collision_with_list(enemy, sprites):
                    end(bullet)
            for bullet in list(sprites):
                if bullet.center_y > HEIGHT:
                    end(bullet)

        return frame

    rounds = _frames(effort, {kind.name: frame_of(kind(300)) for kind in all_ways()})
    name, ratio = _fastest(rounds, Pooled.name)
    return Row(
        "hits",
        "bullets that hit: 300 of them, 10 enemies, ended in the collision loop",
        "us per frame",
        {"300 alive": rounds.medians()},
        [Ratio("times as fast as the fastest of the others", ratio, against=name)],
    )


def stages(effort: Effort) -> Row:
    """1,200 fuses: a coroutine each here, a state machine in a loop there."""

    def pooled() -> Callable[[], None]:
        way = Pooled(1_300, kind=Fuse)

        def frame() -> None:
            for _ in range(10):
                way.pool.spawn(100.0, 100.0)
            way.update(DELTA_TIME)

        return frame

    def other(kind: type[Way]) -> Callable[[], None]:
        way = kind(1_300)

        def frame() -> None:
            for _ in range(10):
                sprite = way.spawn_lasting(100.0, 100.0)
                sprite.color = arcade.color.WHITE
                sprite.stage, sprite.timer = 0, STAGES[0][0]
            for sprite in list(way.sprites):
                sprite.timer -= DELTA_TIME
                if sprite.timer <= 1e-6:
                    _advance(way, sprite)

        return frame

    rounds = _frames(effort, {Pooled.name: pooled(), **{kind.name: other(kind) for kind in ways()}})
    name, ratio = _fastest(rounds, Pooled.name)
    return Row(
        "stages",
        "coroutines of 13 stages against a state machine in a loop, 1,200 alive",
        "us per frame",
        {"1,200 alive": rounds.medians()},
        [Ratio("times as fast as the fastest of the others", ratio, against=name)],
    )


def _advance(way: Way, sprite: Any) -> None:
    STAGES[sprite.stage][1](sprite)
    sprite.stage += 1
    if sprite.stage == len(STAGES):
        way.end(sprite)
    else:
        sprite.timer = STAGES[sprite.stage][0]


def _frames(effort: Effort, frames: dict[str, Callable[[], None]]) -> Rounds:
    """Runs the games until they are full, then in turn; microseconds per frame."""
    count = effort.times(60)

    def round_of(frame: Callable[[], None]) -> Callable[[], float]:
        def run() -> float:
            started = clock()
            for _ in range(count):
                frame()
            return (clock() - started) / count * 1e6

        return run

    with settled():
        for frame in frames.values():
            for _ in range(130):
                frame()
            gc.freeze()
        return alternate({name: round_of(frame) for name, frame in frames.items()}, effort.rounds)


def _fastest(rounds: Rounds, ours: str) -> tuple[str, float]:
    ratio, name = min((rounds.ratio(kind.name, ours), kind.name) for kind in ways())
    return name, ratio
