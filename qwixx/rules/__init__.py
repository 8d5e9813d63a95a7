"""The rules engine: legal moves, scores, and the end of the game. `README.md` states the rules."""
