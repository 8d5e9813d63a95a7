"""History: finished games and statistics."""
