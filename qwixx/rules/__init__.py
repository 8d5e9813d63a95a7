"""The rules engine: legal moves, scores, end of the game. `README.md` here has the rules."""
