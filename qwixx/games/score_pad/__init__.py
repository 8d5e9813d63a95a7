"""The score pad: sheets of players who roll real dice."""
