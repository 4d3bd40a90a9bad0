"""Lease of Life: a small arena shooter in which everything that comes and goes lives in a pool.

Play it with ``python -m demo_game``. Read `lifetimes` first, then `spawner`, `actors` and `waves`.

A new kind of enemy is a class in `enemies`, a line in the table of `spawner`, and a squad in `waves.plan`.
"""
