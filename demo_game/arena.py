"""The arena: the view in which the game is played, and its rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random

import arcade
from arcade import key

from arcade_pool import Lease, PooledView, PoolStats
from demo_game import autopilot
from demo_game.actors import Pickup, Ship
from demo_game.blasts import damage, sweep
from demo_game.cabinet import Cabinet
from demo_game.controls import Controls
from demo_game.enemies import Enemy
from demo_game.hud import Hud
from demo_game.lifetimes import Script
from demo_game.score import MAX_BOMBS, Tally
from demo_game.showcase import Showcase
from demo_game.spawner import Spawner
from demo_game.textures import GOLD, HEIGHT, NIGHT, RED, WIDTH, polygon
from demo_game.waves import director


class Arena(PooledView):
    """The game itself. Pools, waves and rules; what it looks like and how long things live is said elsewhere.

    Args:
        window: The window.
        seed: The same seed and the same controls give the same game.
        autoplay: Whether the autopilot has the controls.
        on_pause: Called when the player wants a break.
        on_over: Called when the round is over.
    """

    window: Cabinet
    # The pause screen hides this view; what is going on must still be there afterwards.
    clear_on_hide = False

    def __init__(
        self,
        window: Cabinet,
        seed: int,
        *,
        autoplay: bool,
        on_pause: Callable[[], None],
        on_over: Callable[[], None],
    ) -> None:
        super().__init__(window, NIGHT)
        self._on_pause, self._on_over = on_pause, on_over
        # OffScreen means what the camera shows, not what the window's pixels are.
        self.pools.bounds = window.stage.camera
        self.rng = Random(seed)
        #: Chances of what is only for the eye.
        self.looks = Random(seed)
        self.sounds = window.sounds
        self.controls = Controls()
        self.autoplay = autoplay
        #: How each round went, the present one last.
        self.rounds: list[Tally] = []
        #: Where the ship is, or was last.
        self.target = (WIDTH / 2, HEIGHT / 2)
        #: The ship's lease, not the ship: a sprite is another ship in its next life, a lease is this one for ever.
        #: There is one from the first round on.
        self.ship: Lease[Ship]
        self.over = False
        self.is_record = False
        self.spawner = Spawner(self)
        self.hud = Hud(self.controls, self.spawner)
        self.showcase = Showcase(self.pools, self.spawner)
        self._final: dict[Hashable, PoolStats] | None = None

    def close(self) -> None:
        """The end: of every lease, every task and every pool. How the rounds went is still known."""
        self._final = self.pools.stats()
        self.showcase.close()
        self.pools.close()

    def stats(self) -> dict[Hashable, PoolStats]:
        """The figures of each pool, by its name; after the end, the last ones."""
        return self.pools.stats() if self._final is None else self._final

    # --- rounds ---

    @property
    def tally(self) -> Tally:
        """The round so far."""
        return self.rounds[-1]

    def new_round(self) -> None:
        """Begins again: every lease and every task of the last round ends, and the pools are as good as new."""
        self.pools.clear()
        self.pools.time_scale = 1.0
        self.rounds.append(Tally())
        self.over = self.is_record = False
        self.ship = self.spawner.ships.spawn(WIDTH / 2, HEIGHT / 2).lease
        self.pools.start(self.spawner.glitter())
        self.pools.start(self._round())

    def _round(self) -> Script:
        """The course of a round: waves for as long as the ship lives, and its end in slow motion."""
        waves = self.pools.start(director(self))
        yield self.ship  # a lease: until it has ended
        waves.cancel()
        self.spawner.notices.clear()
        self.spawner.big_bang(*self.target, 300)
        self.sounds.play("game_over")
        self.pools.time_scale = 0.3
        yield 0.5
        self.is_record = self.window.best.offer(self.tally.score)
        self.over = True

    def begin_wave(self, wave: int, news: str) -> None:
        """Announces a wave."""
        self.tally.wave = wave
        self.spawner.notice(f"Wave {wave}", news)
        self.sounds.play("wave")

    def end_wave(self) -> None:
        """Rewards a wave that was survived."""
        self.tally.score += 100 * self.tally.wave
        self.tally.bombs = min(self.tally.bombs + 1, MAX_BOMBS)

    # --- a frame ---

    def on_update(self, delta_time: float) -> None:
        """Controls, then the pools (movement and everything that is due), then who has hit whom."""
        if self.autoplay:
            autopilot.steer(self.controls, self.ship.get(), self.spawner)
        else:
            self.window.devices.read(self.controls, self.target)
        # After a stall the game goes on where it was.
        delta_time = min(delta_time, 1 / 20)
        self.window.stage.update(delta_time)
        # Pools are updated by their manager; what was made without one comes first, by the same game time.
        self.pools.call_soon(self.spawner.update, delta_time * self.pools.time_scale)
        super().on_update(delta_time)
        if self.window.closed:
            return
        self._shots_at_enemies()
        if (ship := self.ship.get()) is not None:
            self._what_touches(ship)
            if self.controls.drop_bomb and self.tally.bombs and self.spawner.bombs.try_spawn(*ship.position):
                self.tally.bombs -= 1
        self.controls.drop_bomb = False
        self.sounds.flush()
        if self.over:
            self._on_over()

    def on_draw(self) -> None:
        """Backdrop, pools, head-up display."""
        self.clear()
        self.window.stage.draw_backdrop()
        with self.window.stage.camera.activate():
            self.spawner.draw()
        with self.window.stage.still.activate():
            self.hud.draw(self.tally, self.ship.get(), self.window.best.value)
        # Not behind the screens on top of this one.
        if self.window.current_view is self:
            self.showcase.overlay.draw()

    # --- rules ---

    def _shots_at_enemies(self) -> None:
        for enemy in self.spawner.everybody():
            life = enemy.lease
            for bullet in self.spawner.bullets.touching(enemy):
                self.spawner.sparks(*bullet.position, enemy.COLOUR, 2, 4)
                bullet.recycle()
                enemy.hit()
                # Not enemy.hp: a sprite that was recycled is as good as new, and may be another one already.
                if not life.alive:
                    break

    def _what_touches(self, ship: Ship) -> None:
        for pickup in self.spawner.pickups.touching(ship):
            self._collect(pickup, ship)
        for bullet in self.spawner.enemy_bullets.touching(ship):
            self.spawner.sparks(*bullet.position, RED, 6, 5)
            bullet.recycle()
            ship.hurt()
        for supply in self.spawner.enemies.values():
            for enemy in supply.touching(ship):
                enemy.ram()
                ship.hurt()

    def destroy(self, enemy: Enemy, *, rammed: bool = False) -> None:
        """An enemy's end. One that was rammed gives no points."""
        x, y = enemy.position
        self.spawner.explosion(x, y, enemy.COLOUR, enemy.width / 66)
        self.sounds.play("explosion")
        if not rammed:
            self.tally.kills += 1
            self.tally.score += enemy.POINTS
            self.spawner.popups.spawn(x, y, text=f"+{enemy.POINTS}", colour=GOLD)
            if self.rng.random() < enemy.LUCK:
                self._leave_pickup(x, y)
        enemy.burst()
        enemy.recycle()

    def _leave_pickup(self, x: float, y: float) -> None:
        ship = self.ship.get()
        needs_repair = ship is not None and ship.health < Ship.MAX_HEALTH
        kind = self.rng.choices(("heal", "refill", "power", "shield"), (3 if needs_repair else 0, 1, 2, 1.5))[0]
        self.spawner.pickups.try_spawn(x, y, kind=kind)

    def _collect(self, pickup: Pickup, ship: Ship) -> None:
        if pickup.kind == "heal":
            ship.health = min(ship.health + 1, Ship.MAX_HEALTH)
        elif pickup.kind == "refill":
            self.tally.bombs = min(self.tally.bombs + 1, MAX_BOMBS)
        elif pickup.kind == "power":
            ship.lease.start(ship.overcharge())
        else:
            ship.raise_shield()
        name, colour = Pickup.KINDS[pickup.kind]
        self.spawner.popups.spawn(*pickup.position, text=name, colour=colour)
        self.spawner.shockwaves.spawn(*pickup.position, colour=colour, reach=60)
        self.sounds.play("pickup")
        pickup.recycle()

    # --- what sprites report ---

    def bang(self, x: float, y: float, reach: float, clear: float) -> None:
        """Something large goes off, and the air is clear of bullets around it."""
        self.sounds.play("bomb")
        self.spawner.big_bang(x, y, reach)
        self.window.stage.shake(14)
        self.pools.start(sweep(self.spawner, x, y, clear))

    def bomb_went_off(self, x: float, y: float, radius: float) -> None:
        """Hurls shots about, sweeps bullets away, and damages who is near."""
        self.spawner.bullets.spawn_many(polygon(24, 20, 0, (x, y)), origin=(x, y))
        self.bang(x, y, radius, 1.3 * radius)
        self.pools.start(damage(self.spawner, x, y, radius))

    def ship_was_hit(self, x: float, y: float) -> None:
        """Breathing space: no second hit at once."""
        self.sounds.play("hurt")
        self.spawner.shockwaves.spawn(x, y, colour=RED, reach=170)
        self.spawner.sparks(x, y, RED, 24, 8)
        self.window.stage.shake(9)
        self.pools.start(sweep(self.spawner, x, y, 170))

    # --- input ---

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Drops a bomb, pauses, or shows what the library does."""
        if symbol == key.SPACE:
            self.controls.drop_bomb = True
        elif symbol in (key.ESCAPE, key.P):
            self._on_pause()
        elif symbol == key.F1:
            self.showcase.overlay.toggle()
        elif symbol == key.F2:
            self.showcase.switch_pooling()
        elif symbol == key.F3:
            self.showcase.switch_storm()

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """The left button shoots, the right one drops a bomb."""
        if button == arcade.MOUSE_BUTTON_LEFT:
            self.controls.fire = True
        elif button == arcade.MOUSE_BUTTON_RIGHT:
            self.controls.drop_bomb = True

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Ceases fire."""
        if button == arcade.MOUSE_BUTTON_LEFT:
            self.controls.fire = False

    def on_deactivate(self) -> None:
        """The player has switched to another window."""
        if not self.autoplay:
            self._on_pause()

    def on_show_view(self) -> None:
        """A cross-hair takes the place of the mouse pointer."""
        self.window.show_pointer(visible=False)

    def on_hide_view(self) -> None:
        """The mouse button may be released elsewhere."""
        self.controls.fire = False
        self.window.show_pointer(visible=True)
        super().on_hide_view()
