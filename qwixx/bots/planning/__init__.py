"""How the bots that think do so: row states, a network, plans."""
