"""Game time: waits, conditions, lifetimes and coroutines. Knows no pool."""
