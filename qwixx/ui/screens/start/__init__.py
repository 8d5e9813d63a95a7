"""The start screen: choose the players and the variant."""
