"""Dialogs, one module each."""
