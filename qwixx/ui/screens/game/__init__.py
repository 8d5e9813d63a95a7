"""The game screen: sheets, dice, controls, hints."""
