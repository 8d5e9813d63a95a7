"""Text forms of games, positions, and sheets; parsers for untrusted text."""
