"""The browser: what the page asks of it, and what it tells."""
