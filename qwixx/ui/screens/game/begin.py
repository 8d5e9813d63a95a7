"""Game: start a game or a rematch, and leave a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.game import Game
from qwixx.rules.dice import next_seed
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Dialog, DialogState, Model, Result, with_notice, without_notice
from qwixx.ui.model.board import Board
from qwixx.ui.model.cards import chosen_or_dealt_cards
from qwixx.ui.model.effects import FocusElement, SaveText, SetTabSlot
from qwixx.ui.model.lucky import notices_of_invalid_lucky_pairs, parse_or_deal_lucky_pairs
from qwixx.ui.model.policy import Policy
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import record
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.game.tap import confirm_tap
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.setup import Setup


def start_rematch(model: Model) -> Result:
    """Start another game with the same setup; the next player in turn order goes first."""
    first_player = model.board.game.playthrough().start.active
    following = (first_player + 1) % len(model.seats)
    return start_game(model, model.board.setup, following)


def start_game(
    model: Model, setup: Setup, first_seat: int | None = None, *, teaches: bool = False
) -> Result:
    """Start a game, or report invalid lucky numbers.

    Args:
        model: the model.
        setup: the setup.
        first_seat: seat of the first player; None to use the setup's choice.
        teaches: whether spotlights teach the game, if one person plays.
    """
    chosen = SaveText("setup", storage.write_setup(setup))
    setup, count = setup.with_known_bots, len(setup.seats)
    errors = notices_of_invalid_lucky_pairs(setup.variant, setup.lucky[:count])
    if errors:
        return _report_invalid_lucky_numbers(model, min(errors))
    typed = setup.lucky[:count] if setup.variant.lucky_pairs else ()
    lucky = parse_or_deal_lucky_pairs(setup.variant, typed) or None
    cards = chosen_or_dealt_cards(setup.variant, setup.cards[:count])
    names = texts.seat_names(setup.seats, texts_of(model))
    if first_seat is None and setup.first is not None and setup.first < count:
        first_seat = setup.first
    model, slot = model.with_new_slot()
    seed = model.session.seed
    game = Game(setup.variant, names, seed, first=first_seat, lucky=lucky, cards=cards)
    policy = Policy(draws=first_seat is None, teaches=teaches and len(setup.person_seats) == 1)
    board = Board(game, setup, slot, policy)
    screen = GameScreen(board)
    started = replace(without_notice(model, "bad-lucky"), screen=screen, dialog=DialogState())
    moved, effects = record.start_or_resume_game(
        started.with_session(seed=next_seed(game.seed), own_setup=setup, is_first_visit=False)
    )
    return moved, [chosen, *effects, SetTabSlot(board.slot), FocusElement("main")]


def _report_invalid_lucky_numbers(model: Model, seat: int) -> Result:
    """Report invalid lucky numbers, and focus the seat's field."""
    screen = model.screen
    if isinstance(screen, StartScreen):
        model = replace(model, screen=replace(screen, unfolded=True))
    return with_notice(model, "bad-lucky"), [FocusElement(f'[data-action="lucky:{seat}"]')]


def leave_or_ask_first(model: Model) -> Result:
    """Go to the start screen; ask first if an unfinished game would be lost."""
    if model.screen.is_in_progress and not model.board.policy.is_played_once:
        return replace(model, dialog=replace(model.dialog, kind=Dialog.LEAVE)), []
    return leave_discarding_unfinished(model)


def go_to_start_keeping_game(model: Model) -> Result:
    """Go to the start screen, which offers to resume the suspended game."""
    model, effects = confirm_tap(model, record.play_game_step)
    if not model.screen.is_in_progress:
        at_start, more = leave_discarding_unfinished(model)
        return at_start, [*effects, *more]
    suspended, more = record.suspend_game(without_notice(model, "earlier"), offer_first=True)
    return _replace_by_start_screen(suspended, [*effects, *more])


def leave_archiving_game(model: Model) -> Result:
    """Archive the unfinished game and go to the start screen."""
    if not model.board.game.events:
        return leave_discarding_unfinished(model)
    archived = storage.archive_game_effect(model.board)
    at_start, effects = leave_discarding_unfinished(model)
    return at_start, [archived, *effects]


def leave_discarding_unfinished(model: Model) -> Result:
    """Go to the start screen; discard an unfinished game unless it is played once."""
    # The start screen offers the earlier game itself.
    model, board = without_notice(model, "earlier"), model.board
    is_finished = board.game.furthest.phase is Phase.OVER
    forgotten: list[Effect] = (
        []
        if is_finished or board.policy.is_played_once
        else [SaveText(f"{storage.RUNNING}:{board.slot}", "")]
    )
    if board.policy.is_played_once:  # it cannot be restarted, so it must be resumable
        model, _effects = record.suspend_game(model)
    return _replace_by_start_screen(model, forgotten)


def _replace_by_start_screen(model: Model, effects: list[Effect]) -> Result:
    """Replace the game with the start screen, which shows the setup that the player chose."""
    start = StartScreen(model.session.setup_after(model.board))
    at_start = replace(model.with_new_timer(), screen=start, dialog=DialogState())
    return at_start, [*effects, SetTabSlot(""), FocusElement('[data-action="start"]')]
