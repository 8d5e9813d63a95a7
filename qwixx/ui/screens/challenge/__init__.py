"""Challenge: the same dice in a link, and the answers of friends."""
