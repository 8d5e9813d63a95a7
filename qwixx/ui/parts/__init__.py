"""Reusable view components."""
