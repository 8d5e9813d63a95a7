"""The game of a live table: the table owns it, and each device's board shows it.

The host's own page is a client like the others. `play_at_table` sends steps on the board to the
table (`games/live/table.py`), and only `sync_board` brings the table's state back to the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from qwixx.bots import BOTS
from qwixx.games.archive.dice_proof import write_proof
from qwixx.games.live.protocol import PEOPLE
from qwixx.games.live.table import of_host
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model.board import Board, plannable_marks, planned_mark_of_code
from qwixx.ui.model.delays import CONFIRM_DELAY_MS, HANDOVER_COVER_MS
from qwixx.ui.model.effects import (
    DisconnectPeer,
    Effect,
    FocusElement,
    SendText,
    StartTableTimer,
    StartTimer,
)
from qwixx.ui.model.hand import Covered, Tentative
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.setup import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, show_position, with_planned_mark_played
from qwixx.ui.screens.game.bots import show_game_loading_weights
from qwixx.ui.screens.live_table import saved
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.model import LiveTableScreen
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.games.game import Game
    from qwixx.games.live.host import Sent
    from qwixx.games.live.host import Step as HostStep
    from qwixx.games.live.table import Step, Table
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import CellTapped
    from qwixx.ui.screens.live_table.model import TableModel, TableResult


def apply_step(
    model: TableModel, screen: LiveTableScreen, step: Step, change: Change | None = None
) -> TableResult:
    """Show the table after a step, save any change, and send the step's messages."""
    table, sent = step
    before = screen.table
    if table == before:
        shown = model if screen is model.screen else replace(model, screen=screen)
        return shown, send_effects(sent)
    shown, effects = show_table(model, replace(screen, table=table), change)
    same = table.saved_fields == before.saved_fields
    saves = [] if same else [saved.save_effect(shown.screen)]
    # A roll is saved before it is told, and a guest's pins before the guest answers.
    return shown, [*saves, *send_effects(sent), *effects]


def show_table(
    model: TableModel, screen: LiveTableScreen, change: Change | None = None
) -> TableResult:
    """Show a changed or opened table, and limit a new wait for the links of a roll."""
    timers: list[Effect] = []
    wait = screen.table.roll_wait_id
    if wait and wait != screen.wait:
        screen, timers = replace(screen, wait=wait), [StartTableTimer(wait)]
    shown, effects = sync_board(replace(model, screen=screen), change)
    return shown, [*timers, *effects]


def apply_host_step(model: TableModel, screen: LiveTableScreen, step: HostStep) -> TableResult:
    """Show the host's table after a step of the host; see `apply_step`."""
    return apply_step(model, screen, of_host(step))


def send_effects(sent: Iterable[Sent]) -> list[Effect]:
    """Return the effects that send messages or close connections."""
    return [SendText(one.peer, one.text) if one.text else DisconnectPeer(one.peer) for one in sent]


def play_at_table(model: TableModel, game: Game, change: Change) -> TableResult:
    """Send a step on the board to the table, and show the result.

    The board does not know the dice, which come from all devices, so an unchanged game asks for
    them.
    """
    screen = model.screen
    return apply_step(model, screen, screen.table.play(game.without_undone()), change)


def sync_board(model: TableModel, change: Change | None = None) -> TableResult:
    """Show the table's game on the board, and continue with the next person or bot.

    Args:
        model: the model with the current table and the previous board.
        change: how the board reached this game; None if another device changed the game.
    """
    screen, _ = model.screen, texts_of(model)
    table, game = screen.table, screen.table.game
    if game is None:
        if screen.board is None or _is_awaiting_rematch(screen, screen.board):
            return model, []  # keep showing the end until the next game begins
        # A guest joined another table, whose game has not begun.
        return replace(
            model.with_new_timer(),
            screen=replace(screen, board=None, game_id="", is_lobby_open=True),
        ), []
    setup, elsewhere = _setup(table, game), table.elsewhere
    names = table_texts.seat_names(_, table.occupants)
    game = game.rename(names)
    board, game_id = screen.board, table.game_id
    policy, decided = _policy(elsewhere, can_roll=not screen.lost), table.decided_seats
    if board is None or game_id != screen.game_id or _is_at_unshown_seat(screen, board):
        model, slot = model.with_new_slot()
        board = Board(game, setup, slot, policy, shown=table.seat or 0, decided=decided)
        board = replace(board, planned_mark=_planned_mark_to_resume(screen, game))
        waits = table.is_host and any(one.away for one in table.occupants)
        started = replace(screen, board=board, game_id=game_id, is_lobby_open=waits, status="")
        model = replace(model, screen=started)
        planned = with_planned_mark_played(board, game)
        if planned is not game:  # the white step ended while the page was reloaded
            return play_at_table(model, planned, Change.STEP)
        return show_game_loading_weights(model)
    model = model.with_board(setup=setup, policy=policy, decided=decided)
    if board.game.state.phase is Phase.OVER or (
        game == board.game and setup == board.setup and elsewhere == board.policy.elsewhere
    ):
        return model, []
    if change is not None:
        return show_position(model, game, change)
    model = (
        model if _is_plan_valid(board, game, elsewhere) else model.with_board(planned_mark=None)
    )
    planned = with_planned_mark_played(model.board, game)
    if planned is not game:
        return play_at_table(model, planned, Change.STEP)
    undone = len(game.events) < len(board.game.events)
    change = Change.BACK if undone else Change.STEP
    shown, effects = _keep_tentative_tap(*show_position(model, game, change), board.tentative_tap)
    return _keep_handover_cover(shown, effects, board)


def _is_awaiting_rematch(screen: LiveTableScreen, board: Board) -> bool:
    """Return whether the players of a finished game are about to begin another."""
    return (
        screen.table.is_game_starting
        and screen.is_finished
        and len(screen.table.occupants) == len(board.game.names)
    )


def _is_at_unshown_seat(screen: LiveTableScreen, board: Board) -> bool:
    """Return whether a guest has returned to a different seat, whose sheet is not shown yet."""
    table = screen.table
    own = () if table.seat is None else (table.seat,)
    return not table.is_host and board.local_people != own


def _is_plan_valid(board: Board, game: Game, elsewhere: tuple[int, ...]) -> bool:
    """Return whether the planned mark is still valid after undos by others.

    It lapses if the turn changes, the white-step decision is undone, or another device takes the
    seat.
    """
    state = game.state
    if state.active in elsewhere or state.turn != board.game.state.turn:
        return False
    return state.phase is not Phase.WHITE or state.decisions[state.active] is not None


def _planned_mark_to_resume(screen: LiveTableScreen, game: Game) -> Mark | None:
    """Return the planned mark of before a reload; None if it does not belong to this step."""
    planned, state = screen.planned, game.state
    if planned is None or (planned.game_id, planned.turn) != (screen.table.game_id, state.turn):
        return None
    if state.active in screen.table.elsewhere:
        return None
    return planned_mark_of_code(state, planned.code)


def _keep_handover_cover(model: TableModel, effects: list[Effect], before: Board) -> TableResult:
    """Keep the handover cover after another device's step, if the same person is to act."""
    board = model.board
    if (
        not before.is_covered
        or board.is_covered
        or not board.person_to_act == board.shown == before.shown
    ):
        return model, effects
    return model.with_board(hand=Covered(board.shown)), [
        *effects,
        StartTimer(HANDOVER_COVER_MS[model.settings.speed], model.timer),
    ]


def _keep_tentative_tap(
    model: TableModel, effects: list[Effect], tap: CellTapped | None
) -> TableResult:
    """Keep showing a tentative tap after another device's step, if the tap is still legal."""
    if tap is None or tap.player not in model.local_people:  # the guest may be back at the seat
        return model, effects
    state, mark = model.board.game.state, Mark.from_code(tap.code)
    if state.refusal(tap.player, mark) and mark not in plannable_marks(state, tap.player):
        return model, effects
    model = model.with_board(hand=Tentative(tap), shown=tap.player)
    return model, [*effects, StartTimer(CONFIRM_DELAY_MS, model.timer)]


def is_live_table(model: Model) -> TypeGuard[TableModel]:
    """Return whether a live table is on top."""
    return isinstance(model.screen, LiveTableScreen)


def conclude_if_finished(model: TableModel) -> TableResult:
    """Archive a finished game once, and start its review. A spectator archives nothing."""
    screen = model.screen
    if screen.board is None or not screen.is_finished or len(screen.board.game.events) < 2:
        return model, []
    effects: list[Effect] = []
    if screen.table.seat is not None and screen.archived_id != screen.game_id:
        screen = replace(screen, archived_id=screen.game_id)
        proof = write_proof(screen.table.table_id, screen.table.made)
        effects = [storage.archive_live_game_effect(model.board, proof), saved.save_effect(screen)]
        model = replace(model, screen=screen)
    judged, more = coaching.start_review(model)
    return judged, [*effects, FocusElement(".game-result h2"), *more]


def _policy(elsewhere: tuple[int, ...], *, can_roll: bool) -> Policy:
    """Return the policy of a table, with seats on other devices; alone, a host may undo all."""
    undo = Undo.OWN_OPEN if elsewhere else Undo.FREE
    return Policy(undo, elsewhere, Help.NONE, draws=True, can_roll=can_roll)


def _setup(table: Table, game: Game) -> Setup:
    """Return the setup of the table's game, in which this device's player is a person."""
    seats = tuple(
        Seat(PERSON if kind in PEOPLE or seat == table.seat else _known_bot_or_default(kind), name)
        for seat, (kind, name, _away) in enumerate(table.occupants)
    )
    return Setup(game.variant, seats).with_known_bots


def _known_bot_or_default(kind: str) -> str:
    """Return a bot's name, or the default opponent's if this release does not know the bot."""
    return kind if kind in BOTS else OPPONENT
