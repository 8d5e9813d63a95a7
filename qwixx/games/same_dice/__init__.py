"""The same-dice game: every phone rolls the same dice, without a connection."""
