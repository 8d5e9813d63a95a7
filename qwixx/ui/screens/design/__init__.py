"""A block of one's own: drawn from a code, or set by hand, to play or to print."""
