"""Makes the weights of the bots. Nothing else needs this, nor NumPy and numba, which it needs."""
