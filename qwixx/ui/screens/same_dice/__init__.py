"""Same-dice games without a connection: the lobby, the game on this phone, and its result."""
