"""Games by turns: two people play by links in messages, without a connection."""
