"""The start screen: who plays what."""
