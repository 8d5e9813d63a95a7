"""Finished games: their texts, files of many, statistics."""
