"""Same dice without a connection: the door to a table, the game on this phone, its result."""
