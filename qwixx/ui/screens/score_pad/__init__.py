"""A score pad: sheets on the screen, for people who roll real dice."""
