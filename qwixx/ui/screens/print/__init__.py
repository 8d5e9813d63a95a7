"""Sheets for the printer: which ones, and their layout on the page."""
