"""Strings in saves and URLs; they never change."""

PAD_SLOT, SAME_SLOT, LESSON_SLOT = "pad", "same", "lesson"
"""Storage keys of the score pad, the same-dice game, and the lesson."""
TABLE_SLOT, SEAT_SLOT = "table", "seat"
"""Storage keys of this device's own live table and of its seat at another device's table."""
GAME_LINK, SAME_LINK, JOIN, ANSWER = "g=", "same=", "join=", "answer="
"""Prefixes of URL fragments: for a game, a same-dice game, an invitation, and an answer."""
