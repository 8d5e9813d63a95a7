"""Event logs with undo, text forms, score pads, same-dice games, live tables, and archives."""
