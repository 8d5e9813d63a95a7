"""Games: event logs with undo, text forms, score pads, same-dice games, live tables, archives."""
