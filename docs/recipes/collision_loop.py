import arcade


def hit_enemies(bullets, enemies):
    """Every bullet harms what it touches, and is used up."""
    for bullet in bullets:  # looping over a pool is safe while you recycle
        for enemy in arcade.check_for_collision_with_list(bullet, enemies.sprites):
            enemy.hp -= 1
            if enemy.hp <= 0:
                enemy.recycle()
            bullet.recycle()
            break  # one bullet harms one enemy
