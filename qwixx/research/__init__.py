"""Research tools: PettingZoo and OpenSpiel adapters, perft, an arena and the training code."""
