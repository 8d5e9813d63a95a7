"""Texts of the page, in the player's language."""
