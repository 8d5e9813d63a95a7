"""The rules: what may be crossed out, what it scores, when a game ends. See `README.md` here."""
