"""Tests of the rules that hold everywhere, whichever module they are kept in."""
