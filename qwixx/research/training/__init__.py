"""Training of the bots' networks. The game does not need this package, NumPy, or numba."""
