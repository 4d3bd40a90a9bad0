import math

from arcade_pool import OffScreen, PooledSprite


class Shot(PooledSprite):
    batched_motion = True  # the pool moves all of them at once
    lifetime = OffScreen()

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserRed01.png")


def fire_ring(shots, x, y, *, count=36, speed=4.0, turn=0.0):
    """Fires a ring; a spiral, where `turn` grows from one to the next."""
    for number, shot in enumerate(shots.spawn_many([(x, y)] * count)):
        shot.angle = turn + 360 * number / count
        direction = math.radians(shot.angle)
        shot.velocity = speed * math.sin(direction), speed * math.cos(direction)
