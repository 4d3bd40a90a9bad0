"""Tests of debug mode."""
