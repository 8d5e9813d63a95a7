"""Sheets for the printer: their contents and layout."""
