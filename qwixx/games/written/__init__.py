"""Text forms of games, positions and sheets, and readers of untrusted text."""
