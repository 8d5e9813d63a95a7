"""Planning bots: row states, the network, and the search of a turn."""
