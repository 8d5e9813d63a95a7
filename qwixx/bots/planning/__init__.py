"""Planning for the bots: row states, the network, and the search through a turn."""
