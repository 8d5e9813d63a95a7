"""A player's sheet: rows, penalties, and points.

Rows and sums depend on few values and are cached: unchanged ones are the same objects, so
rendering them costs nothing.
"""
