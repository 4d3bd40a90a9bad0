"""Tests of the sprite layer, with Arcade itself and software OpenGL, without a screen."""
