"""Research tools: PettingZoo and OpenSpiel adapters, perft, an arena, the training code."""
