"""The workshop, in which players write bots of their own."""
