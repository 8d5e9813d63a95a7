"""For researchers: the game as the environments of other people's libraries."""
