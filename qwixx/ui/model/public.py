"""Strings that saved texts and addresses hold: they never change."""

PAD_SLOT, SAME_SLOT, LESSON_SLOT = "pad", "same", "lesson"
"""Keys of the score pad, the game with the same dice and the lesson in the browser's storage."""
TABLE_SLOT, SEAT_SLOT = "table", "seat"
"""Keys of this device's live table, and of a seat at another one's."""
GAME_LINK, SAME_LINK, JOIN, ANSWER = "g=", "same=", "join=", "answer="
"""Starts of fragments: a game, a table with the same dice, an invitation, the answer to one."""
