"""Replay: a game, step by step."""
