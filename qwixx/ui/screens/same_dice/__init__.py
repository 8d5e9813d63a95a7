"""Same dice without a connection: the lobby, the game on this phone, its result."""
