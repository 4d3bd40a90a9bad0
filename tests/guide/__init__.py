"""Tests of what users read: the README, the pages of the guide and their code, and the examples."""
