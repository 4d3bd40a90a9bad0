"""Tests of what happens over time: the scheduler, its conditions and its tasks. They import no arcade."""
