"""An enemy that zigzags in, stops, spins on the spot while it shoots, and zigzags out again."""

from arcade_pool import OffScreen, Until
from demo_game.actors import course
from demo_game.enemies import Enemy
from demo_game.textures import HEIGHT, PINK, WIDTH


class Spinner(Enemy):
    SHAPE, COLOUR, RADIUS, POINTS, STRENGTH = "hunter", PINK, 20, 60, 4

    def lifetime(self):
        zigzag = self.lease.start(self.dodge())
        yield Until(lambda it: 200 < it.center_x < WIDTH - 200 and 150 < it.center_y < HEIGHT - 150) | 5.0
        zigzag.cancel()
        self.velocity = 0, 0
        for angle in range(0, 360, 45):
            self.angle = angle
            self.arena.spawner.enemy_shot(self, angle)
            yield 0.1
        self.lease.start(self.dodge())
        yield OffScreen()

    def dodge(self):
        towards = self._direction_to(self.arena.target)
        while True:
            for turn in (40, -40):
                self.angle = towards + turn
                self.velocity = course(self.angle, 3.5)
                yield 0.4
