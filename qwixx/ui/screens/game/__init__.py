"""The game screen: sheets, dice, controls, and hints."""
