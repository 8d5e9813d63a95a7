"""Interactive lessons: played, but not whole games."""
