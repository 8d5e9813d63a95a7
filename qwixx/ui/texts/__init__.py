"""The sentences of the page, in the player's language."""
