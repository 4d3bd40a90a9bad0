"""Tests of the overlay: what it shows, letter by letter."""
