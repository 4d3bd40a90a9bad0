"""Debug mode: what it remembers, compares and warns of. Imported only when it is on."""
