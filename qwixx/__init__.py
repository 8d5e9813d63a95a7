"""Qwixx, the dice game by Steffen Benndorf: rules, notation, records, and bots.

    from qwixx import LONGO, Mark, Roll, new_game

    state = new_game(LONGO, players=3)
    state = state.apply_roll(Roll(white=(4, 1), colored=(3, 6, 2, 8)))
    state = state.play(0, Mark(row=0, number=5))

Pure Python without dependencies. Nothing in the engine uses a browser, a locale, or a clock;
randomness is passed in as a `random.Random` or a seed.

Old versions of Python must be able to parse this module, so that it can reject them.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - as in pyproject.toml, which only pip reads
    _version = sys.version.split()[0] + " (" + sys.executable + ")"
    _problem = "Qwixx needs Python 3.11 or later, but this is Python " + _version + "."
    if sys.argv[:1] in (["-m"], ["-c"]):  # a command; Python 2 has "-c" for both
        sys.exit(_problem)
    raise ImportError(_problem)

from qwixx.games.game import Game
from qwixx.games.written.playthrough import (
    Playthrough,
    PlaythroughError,
    read_playthrough,
    write_playthrough,
)
from qwixx.games.written.position import NotationError, parse_position
from qwixx.games.written.save_format import RecordError
from qwixx.rules.boxes import RowSpec
from qwixx.rules.dice import Roll, roll_dice
from qwixx.rules.layout import Variant
from qwixx.rules.moves import (
    PASS,
    Color,
    IllegalMoveError,
    InvalidMoveError,
    Mark,
    Move,
    Pass,
    Reason,
    parse_move,
)
from qwixx.rules.sheet import Sheet
from qwixx.rules.state import Outcome, Phase, State, Termination, new_game
from qwixx.rules.variants import CLASSIC, LONGO, VARIANTS, find_variant

__version__ = "1.0.0"

__all__ = [
    "CLASSIC",
    "LONGO",
    "PASS",
    "VARIANTS",
    "Color",
    "Game",
    "IllegalMoveError",
    "InvalidMoveError",
    "Mark",
    "Move",
    "NotationError",
    "Outcome",
    "Pass",
    "Phase",
    "Playthrough",
    "PlaythroughError",
    "Reason",
    "RecordError",
    "Roll",
    "RowSpec",
    "Sheet",
    "State",
    "Termination",
    "Variant",
    "find_variant",
    "new_game",
    "parse_move",
    "parse_position",
    "read_playthrough",
    "roll_dice",
    "write_playthrough",
]
