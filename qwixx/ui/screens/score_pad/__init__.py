"""A score pad: sheets crossed by touch, for people who roll real dice."""
