import math

from arcade_pool import OffScreen, PooledSprite


class Shot(PooledSprite):
    batched_motion = True  # the pool moves all of them at once
    lifetime = OffScreen()

    def __init__(self):
        super().__init__(":resources:/images/space_shooter/laserRed01.png")


def fire_ring(shots, x, y, *, count=36, speed=4.0, turn=0.0):
    """Fire a ring; a spiral, if `turn` grows from one to the next."""
    angles = [turn + 360 * number / count for number in range(count)]
    velocities = [
        (speed * math.sin(math.radians(angle)), speed * math.cos(math.radians(angle))) for angle in angles
    ]  # fmt: skip
    shots.spawn_many([(x, y)] * count, angle=angles, velocity=velocities)
