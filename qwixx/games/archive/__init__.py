"""Archived games: their text form, archive files, statistics."""
