"""The score pad: sheets on the screen for players who roll real dice."""
