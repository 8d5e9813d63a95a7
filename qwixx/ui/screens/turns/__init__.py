"""Games by turns: the list of games, the board of a step, and the link to send."""
