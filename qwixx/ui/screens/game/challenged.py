"""Challenges on a board: play the dice of a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.challenge_log import LoggedChallenge
from qwixx.games.game import Game
from qwixx.ui.model import DialogState, Model, Result
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import ClearFragment, Effect, FocusElement, SetTabSlot
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.setup import PERSON, Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import record
from qwixx.ui.screens.game.challenge_record import (
    is_known_challenge,
    log_of,
    parse_known_challenge,
    with_log,
)
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model.messages import GameLoaded


def policy_of_challenge(code: str) -> Policy:
    """Return the policy of a game against a challenger: no hints, and undo only within a turn."""
    return Policy(Undo.THIS_TURN, advice=Help.NONE, origin=code)


def start_challenge_game(model: Model, code: str, name: str = "", slot: str = "") -> Result:
    """Start the game of a challenge: its dice, bots, and first player.

    Args:
        model: the model as the lowest screen sees it.
        code: the challenge.
        name: name of the person who plays, or "".
        slot: slot of the game; "" for a new one.
    """
    challenge = parse_known_challenge(code)
    start = challenge.game.states[0]
    model, effects = record.suspend_game(model.with_session(own_setup=model.own_setup))
    if not slot:
        model, slot = model.with_new_slot()
    seats = tuple(Seat(kind, name if kind == PERSON else "") for kind in challenge.kinds)
    setup = Setup(start.variant, seats, start.active)
    names = texts.seat_names(seats, texts_of(model))
    lucky = [sheet.lucky for sheet in start.sheets] if start.variant.lucky_pairs else None
    cards = [sheet.card for sheet in start.sheets] if start.variant.cards else None
    seed = challenge.game.seed
    game = Game(start.variant, names, seed, first=start.active, lucky=lucky, cards=cards)
    board = Board(game, setup, slot, policy_of_challenge(code))
    model = replace(model, screen=GameScreen(board), dialog=DialogState(), notices=())
    logged = LoggedChallenge(challenge.id, code, slot, is_own=False)
    model, saves = with_log(model, log_of(model).with_challenge(logged))
    moved, more = record.start_or_resume_game(model.with_session(is_first_visit=False))
    shown: list[Effect] = [ClearFragment(), SetTabSlot(slot), FocusElement("main")]
    return moved, [*effects, *saves, *more, *shown]


def lost_challenge(model: Model, message: GameLoaded) -> LoggedChallenge | None:
    """Return the challenge whose unfinished game is not saved any more; None for other games."""
    logged = log_of(model).find_slot(message.slot)
    if logged is None or logged.is_own or logged.answers:
        return None
    return logged if is_known_challenge(logged.code) else None
