"""Interactive lessons, played in short scenes."""
