"""Sheets for the printer: what is printed, and how it lies on the page."""
