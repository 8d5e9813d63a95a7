"""The page in Python.

`model`, `update`, and `view` are plain Python; only `browser` touches browser APIs.
"""
