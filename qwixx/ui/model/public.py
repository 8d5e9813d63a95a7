"""Strings in saves and URLs; they never change."""

PAD_SLOT, SAME_SLOT, LESSON_SLOT = "pad", "same", "lesson"
"""Storage keys of the score pad, the same-dice game and the lesson."""
TABLE_SLOT, SEAT_SLOT = "table", "seat"
"""Storage keys of this device's live table, and of its seat at another one."""
GAME_LINK, SAME_LINK, JOIN, ANSWER = "g=", "same=", "join=", "answer="
"""Prefixes of fragments: game, same-dice game, invitation, answer."""
