"""A game looked at step by step."""
