"""The rules engine: legal moves, scores, end of the game. `README.md` states the rules."""
