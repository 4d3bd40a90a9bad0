"""The sprite layer: the only part of the library that imports Arcade or numpy."""
