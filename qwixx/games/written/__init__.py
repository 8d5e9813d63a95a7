"""Text forms of games, positions and sheets, and parsers for untrusted text."""
