"""Lease of Life: a small arena shooter in which everything that comes and goes lives in a pool.

Play it with ``python -m demo_game``. Read `lifetimes` first, then `spawner`, `actors` and `waves`.
"""
