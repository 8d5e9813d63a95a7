"""The page in Python: model, update and view are plain; `browser` alone knows a browser."""
