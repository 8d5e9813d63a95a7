"""The browser: what the page asks of it, and how its own files are put together."""
