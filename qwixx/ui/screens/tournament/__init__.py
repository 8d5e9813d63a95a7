"""The round robin: every two bots of a class play against each other."""
