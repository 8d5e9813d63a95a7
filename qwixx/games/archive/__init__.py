"""Archived games: their text form, archive files, and statistics."""
