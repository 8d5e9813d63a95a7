"""Research tools: PettingZoo and OpenSpiel adapters, perft, an arena, a ladder, and training."""
