"""Paired measurements against what a user would do otherwise. Run ``python -m benchmarks``."""

import os

# Before any module in here imports Arcade: a benchmark needs a context, but no screen.
os.environ.setdefault("ARCADE_HEADLESS", "True")
