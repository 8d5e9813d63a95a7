"""The printed sheets, copied by hand for the second implementation of the rules.

Rows are "r", "y", "g", "b", and the bonus rows "ry" and "gb"; boxes have the codes of moves: "r7".
A sheet that is missing in a dictionary does not print that thing.
"""

from __future__ import annotations

UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
DOWN = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
PLAIN_ROWS = {"r": UP, "y": UP, "g": DOWN, "b": DOWN}
PLAIN_LOCKS = {"r": [12], "y": [12], "g": [2], "b": [2]}

ROWS = {
    "classic": PLAIN_ROWS,
    "longo": {
        "r": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        "y": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        "g": [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
        "b": [16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    },
    "mixx-a": PLAIN_ROWS,
    "mixx-b": {
        "r": [10, 6, 2, 8, 3, 4, 12, 5, 9, 7, 11],
        "y": [9, 12, 4, 6, 7, 2, 5, 8, 11, 3, 10],
        "g": [8, 2, 10, 12, 6, 9, 7, 4, 5, 11, 3],
        "b": [5, 7, 11, 9, 12, 3, 8, 10, 2, 6, 4],
    },
    "big-points": PLAIN_ROWS,
    "bonus-a": PLAIN_ROWS,
    "bonus-b": PLAIN_ROWS,
    "connected-a": PLAIN_ROWS,
    "connected-b": PLAIN_ROWS,
    "x-change": PLAIN_ROWS,
    "double-a": PLAIN_ROWS,
}
LOCKING_NUMBERS = {
    "classic": PLAIN_LOCKS,
    "longo": {"r": [15, 16], "y": [15, 16], "g": [3, 2], "b": [3, 2]},
    "mixx-a": PLAIN_LOCKS,
    "mixx-b": {"r": [11], "y": [10], "g": [3], "b": [4]},
    "big-points": PLAIN_LOCKS,
    "bonus-a": PLAIN_LOCKS,
    "bonus-b": PLAIN_LOCKS,
    "connected-a": PLAIN_LOCKS,
    "connected-b": PLAIN_LOCKS,
    "x-change": PLAIN_LOCKS,
    "double-a": PLAIN_LOCKS,
}
CROSSES_TO_LOCK = {
    "classic": 5,
    "longo": 6,
    "mixx-a": 5,
    "mixx-b": 5,
    "big-points": 5,
    "bonus-a": 5,
    "bonus-b": 5,
    "connected-a": 5,
    "connected-b": 5,
    "x-change": 5,
    "double-a": 7,
}
COUNTED_CROSSES = {"big-points": 15, "double-a": 16}
"""Number of crosses after which the points table ends, where a row can have more."""

COLORS_OF_BOXES = {
    # The lock of a row has the color of its last box.
    "mixx-a": {"r": "yyybbbgggrr", "y": "rrggggbbyyy", "g": "bbbyyyrrrgg", "b": "ggrrrryybbb"},
}

BONUS_ROWS = {"big-points": {"ry": UP, "gb": DOWN}}
"""Rows between two others, whose colors name them."""

BOXED_NUMBERS = {
    "bonus-a": ["r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"]
}
COLOR_BAR = {"bonus-a": "rygbgrbyrybg"}

REWARDS = {
    "bonus-b": {
        "two in fewest": ["y11", "g9"],  # circles
        "one in each": ["y7", "b7"],  # notched squares
        "lowest twice": ["r8", "b10"],  # squares
        "thirteen": ["r6", "b4"],  # octagons
        "free penalties": ["y3", "g5"],  # stars
    }
}

STEPS = {
    # For each card, the row that has the step in the first, second, ... place.
    "connected-a": {
        "A": "ygbgyrygbgy",
        "B": "bgyrygbgyry",
        "C": "gbgyrygbgyr",
        "D": "yrygbgyrygb",
        "E": "rygbgyrygbg",
    }
}
PARTNERS = {
    "connected-b": {
        "A": ["r6-y6", "r11-y11", "y3-g11", "y8-g6", "g9-b9", "g4-b4"],
        "B": ["r4-y4", "r9-y9", "y6-g8", "y11-g3", "g11-b11", "g6-b6"],
        "C": ["r3-y3", "r8-y8", "y6-g8", "y11-g3", "g10-b10", "g5-b5"],
        "D": ["r5-y5", "r10-y10", "y3-g11", "y8-g6", "g8-b8", "g3-b3"],
        "E": ["r6-y6", "r9-y9", "y3-g11", "y11-g3", "g9-b9", "g6-b6"],
    }
}
SWAPS = {"x-change": [[8, 5], [9, 7], [11, 3], [7, 4], [10, 3], [8, 6], [10, 5], [11, 9], [6, 4]]}
SECOND_CROSSES = ["double-a"]
"""Sheets with room for a second cross below every number but the last of a row."""
