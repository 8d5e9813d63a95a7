"""From the start screen into a game, into another one, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.rules.dice import next_seed
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Dialog, DialogState, Model, Result, StartScreen, notify, withdraw
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import Focus, Hold, Save
from qwixx.ui.model.lucky import lucky_faults, read_lucky
from qwixx.ui.screens.game.update import go_on_with_weights, put_by
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.ui.model.setup import Setup


def start(model: Model) -> Result:
    """Begin the game that the start screen describes."""
    if not isinstance(model.screen, StartScreen):
        return model, []
    return _begin(model, model.screen.setup)


def rematch(model: Model) -> Result:
    """Begin another game with the same players; the next one starts."""
    if model.game is None:
        return model, []
    started = model.game.playthrough().start.active
    following = (started + 1) % len(model.seats)
    return _begin(model, model.board.setup, following)


def _begin(model: Model, setup: Setup, first: int | None = None) -> Result:
    """Begin a game.

    Args:
        model: the model.
        setup: what the game is made from.
        first: who begins; None if `setup` says so.
    """
    chosen = Save("setup", storage.write_setup(setup))
    setup, count = setup.seated, len(setup.seats)
    faults = lucky_faults(setup.variant, setup.lucky[:count])
    if faults:
        return _refuse_lucky(model, min(faults))
    typed = setup.lucky[:count] if setup.variant.lucky_pairs else ()
    lucky = read_lucky(setup.variant, typed) or None
    names = texts.seat_names(setup.seats, model.settings.language)
    if first is None and setup.first is not None and setup.first < count:
        first = setup.first
    session = model.session
    game = Game(setup.variant, names, session.seed, first=first, lucky=lucky)
    board = Board(game, setup, slot=f"{session.ticket:x}", lot=first is None)
    begun = replace(withdraw(model, "bad-lucky"), screen=board, dialog=DialogState())
    begun = begun.lasting(seed=next_seed(session.seed), ticket=session.ticket + 1)
    moved, effects = go_on_with_weights(begun)
    return moved, [chosen, *effects, Hold(board.slot), Focus("main")]


def _refuse_lucky(model: Model, seat: int) -> Result:
    """Tell what is wrong with typed lucky numbers, at their field."""
    if isinstance(model.screen, StartScreen):
        model = replace(model, screen=replace(model.screen, unfolded=True))
    return notify(model, "bad-lucky"), [Focus(f'[data-action="lucky:{seat}"]')]


def ask_new_game(model: Model) -> Result:
    """Go to the start screen, after a question if a game is going on that would be lost."""
    going_on = model.game is not None and model.game.state.phase is not Phase.OVER
    if going_on and not model.board.counts:
        return replace(model, dialog=replace(model.dialog, kind=Dialog.LEAVE)), []
    return leave(model)


def leave_and_keep(model: Model) -> Result:
    """Leave the game as it is, and keep it among those that were played."""
    if model.game is None or not model.game.events:
        return leave(model)
    kept = storage.keep_past(model.board)
    left, effects = leave(model)
    return left, [kept, *effects]


def leave(model: Model) -> Result:
    """Go to the start screen; a game that is over stays where it is saved."""
    focus = Focus('[data-action="start"]')
    if model.game is None:
        return replace(model, dialog=DialogState()), [Hold(""), focus]
    model, board = withdraw(model, "earlier"), model.board  # the start screen offers it, too
    over = board.game.furthest.phase is Phase.OVER
    forgotten = [] if over or board.counts else [Save(f"{storage.RUNNING}:{board.slot}", "")]
    if board.counts:  # it cannot be begun again: it waits until one goes on with it
        model, _effects = put_by(model)
    left = replace(model.timed(), screen=StartScreen(board.setup), dialog=DialogState())
    return left, [*forgotten, Hold(""), focus]
