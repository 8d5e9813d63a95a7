"""The game of a live table: the table owns it, and each device's board shows it.

The host's own page is a client like the others. `play_at_table` sends steps on the board to the
table, and only `sync_board` brings the table's state back to the board. On a guest's device, the
table is the host's last view plus the guest's pending actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from qwixx.bots import BOTS
from qwixx.games.archive.dice_proof import write_proof
from qwixx.games.live import host_actions
from qwixx.games.live.protocol import GUEST, PEOPLE
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model.board import Board, plannable_marks
from qwixx.ui.model.delays import CONFIRM_DELAY_MS, HANDOVER_COVER_MS
from qwixx.ui.model.effects import (
    DisconnectPeer,
    Effect,
    FocusElement,
    SendText,
    StartTableTimer,
    StartTimer,
)
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.setup import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import coaching
from qwixx.ui.screens.game.advance import Change, show_position, with_planned_mark_played
from qwixx.ui.screens.game.bots import show_game_loading_weights
from qwixx.ui.screens.live_table import saved
from qwixx.ui.screens.live_table import texts as table_texts
from qwixx.ui.screens.live_table.model import LiveTableScreen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.games.game import Game
    from qwixx.games.live.guest import Step as GuestStep
    from qwixx.games.live.host import Sent
    from qwixx.games.live.host import Step as HostStep
    from qwixx.ui.model import Model
    from qwixx.ui.model.messages import CellTapped
    from qwixx.ui.screens.live_table.model import TableModel, TableResult

HOST_PEER = 0
"""The number that a guest uses for its only peer, the host."""


def apply_host_step(
    model: TableModel, screen: LiveTableScreen, step: HostStep, change: Change | None = None
) -> TableResult:
    """Show the host's table after a step, save any change, and send the step's messages."""
    host, sent = step
    before = screen.host
    if host is before:
        shown = model if screen is model.screen else replace(model, screen=screen)
        return shown, send_effects(sent)
    screen, timers = _limit_wait_for_links(replace(screen, host=host))
    shown, effects = sync_board(replace(model, screen=screen), change)
    changed = before is None or host.without_transient_fields != before.without_transient_fields
    saves = [saved.save_effect(shown.screen)] if changed else []
    return shown, [
        *saves,
        *send_effects(sent),
        *timers,
        *effects,
    ]  # a roll is saved before it is told


def _limit_wait_for_links(screen: LiveTableScreen) -> tuple[LiveTableScreen, list[Effect]]:
    """Limit the wait for the links of a roll, after which its guests are named."""
    host = screen.host
    if host is None or not host.seats_delaying_roll or host.roll_wait_id == screen.wait:
        return screen, []
    return replace(screen, wait=host.roll_wait_id), [StartTableTimer(host.roll_wait_id)]


def apply_guest_step(
    model: TableModel, screen: LiveTableScreen, step: GuestStep, change: Change | None = None
) -> TableResult:
    """Show a guest's table after a step, save any change, and send messages to the host."""
    guest, texts = step
    before = screen.guest
    screen = replace(screen, guest=guest)
    shown, effects = sync_board(replace(model, screen=screen), change)
    now = shown.screen
    sent: list[Effect] = [SendText(HOST_PEER, text) for text in texts]
    if now.guest is None or before is None:
        return shown, [*sent, *effects]
    same = now.guest.saved_fields == before.saved_fields
    return shown, [
        *([] if same else [saved.save_effect(now)]),
        *sent,
        *effects,
    ]  # pins are saved before the guest answers


def send_effects(sent: Iterable[Sent]) -> list[Effect]:
    """Return the effects that send messages or close connections."""
    return [SendText(one.peer, one.text) if one.text else DisconnectPeer(one.peer) for one in sent]


def play_at_table(model: TableModel, game: Game, change: Change) -> TableResult:
    """Send a step on the board to the table, and show the result.

    The board does not know the dice, which come from all devices, so an unchanged game asks for
    them.
    """
    screen, game, known = model.screen, game.without_undone(), _table_game(model.screen)
    if known is None:
        return model, []
    is_roll = game.state.phase is Phase.ROLL and game.events == known.events
    if screen.host is not None:
        host_step = (
            host_actions.request_roll(screen.host, game.state.active)
            if is_roll
            else host_actions.adopt_played_game(screen.host, game)
        )
        return apply_host_step(model, screen, host_step, change)
    if screen.guest is not None:
        guest_step = (
            screen.guest.request_roll()
            if is_roll
            else screen.guest.send_changes(game.rename(known.names))
        )
        return apply_guest_step(model, screen, guest_step, change)
    return model, []


def sync_board(model: TableModel, change: Change | None = None) -> TableResult:
    """Show the table's game on the board, and continue with the next person or bot.

    Args:
        model: the model with the current table and the previous board.
        change: how the board reached this game; None if another device changed the game.
    """
    screen, language = model.screen, model.settings.language
    game = _table_game(screen)
    if game is None:
        if screen.board is None or _is_awaiting_rematch(screen, screen.board):
            return model, []  # keep showing the end until the next game begins
        # A guest joined another table, whose game has not begun.
        return replace(
            model.with_new_timer(),
            screen=replace(screen, board=None, game_id="", is_lobby_open=True),
        ), []
    setup, elsewhere = _setup_and_other_seats(screen, game)
    names = table_texts.seat_names(language, screen.occupants)
    game = game.rename(names)
    board, game_id = screen.board, _current_game_id(screen)
    policy, decided = _policy(elsewhere), _decided_seats(screen)
    if board is None or game_id != screen.game_id or _is_at_unshown_seat(screen, board):
        model, slot = model.with_new_slot()
        board = Board(game, setup, slot, policy, shown=screen.seat or 0, decided=decided)
        waits = screen.host is not None and bool(screen.host.away_seats)
        started = replace(screen, board=board, game_id=game_id, is_lobby_open=waits, status="")
        return show_game_loading_weights(replace(model, screen=started))
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
        screen.is_game_starting
        and screen.is_finished
        and len(screen.occupants) == len(board.game.names)
    )


def _is_at_unshown_seat(screen: LiveTableScreen, board: Board) -> bool:
    """Return whether a guest has returned to a different seat, whose sheet is not shown yet."""
    own = () if screen.seat is None else (screen.seat,)
    return screen.guest is not None and board.local_people != own


def _is_plan_valid(board: Board, game: Game, elsewhere: tuple[int, ...]) -> bool:
    """Return whether the planned mark is still valid after undos by others.

    It lapses if the turn changes, the white-step decision is undone, or another device takes the
    seat.
    """
    state = game.state
    if state.active in elsewhere or state.turn != board.game.state.turn:
        return False
    return state.phase is not Phase.WHITE or state.decisions[state.active] is not None


def _keep_handover_cover(model: TableModel, effects: list[Effect], before: Board) -> TableResult:
    """Keep the handover cover after another device's step, if the same person is to act."""
    board = model.board
    if (
        not before.is_covered
        or board.is_covered
        or not board.person_to_act == board.shown == before.shown
    ):
        return model, effects
    return model.with_board(is_covered=True), [
        *effects,
        StartTimer(HANDOVER_COVER_MS, model.timer),
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
    model = model.with_board(tentative_tap=tap, shown=tap.player, is_covered=False)
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
    if screen.seat is not None and screen.archived_id != screen.game_id:
        screen = replace(screen, archived_id=screen.game_id)
        proof = _proof(screen)
        effects = [storage.archive_live_game_effect(model.board, proof), saved.save_effect(screen)]
        model = replace(model, screen=screen)
    judged, more = coaching.start_review(model)
    return judged, [*effects, FocusElement(".game-result h2"), *more]


def _proof(screen: LiveTableScreen) -> str:
    """Return the proof that the dice of the game come from the devices' links."""
    if screen.host is not None:
        return write_proof(screen.host.table_id, screen.host.made)
    if screen.guest is not None:
        return write_proof(screen.guest.pins.table, screen.guest.pins.made)
    return ""


def _table_game(screen: LiveTableScreen) -> Game | None:
    """Return the table's game; None before it begins."""
    if screen.host is not None:
        return screen.host.game
    return None if screen.guest is None else screen.guest.game_with_pending_acts


def _current_game_id(screen: LiveTableScreen) -> str:
    if screen.host is not None:
        return screen.host.game_id
    if screen.guest is None:
        return ""
    return f"{screen.guest.pins.table} {screen.guest.pins.game}"


def _decided_seats(screen: LiveTableScreen) -> tuple[int, ...]:
    view = None if screen.guest is None else screen.guest.view
    return () if view is None else tuple(seat for seat in view.decided if seat != view.seat)


def _policy(elsewhere: tuple[int, ...]) -> Policy:
    """Return the policy of a table, with seats on other devices; alone, a host may undo all."""
    undo = Undo.OWN_OPEN if elsewhere else Undo.FREE
    return Policy(undo, elsewhere, Help.NONE, draws=True)


def _setup_and_other_seats(screen: LiveTableScreen, game: Game) -> tuple[Setup, tuple[int, ...]]:
    """Return the setup, and the seats that are played on other devices."""
    occupants, own = screen.occupants, screen.seat
    seats = tuple(
        Seat(PERSON if kind in PEOPLE or seat == own else _known_bot_or_default(kind), name)
        for seat, (kind, name, _away) in enumerate(occupants)
    )
    if screen.host is not None:
        elsewhere = tuple(seat for seat, one in enumerate(occupants) if one.kind == GUEST)
    else:
        elsewhere = tuple(seat for seat in range(len(occupants)) if seat != own)
    return Setup(game.variant, seats).with_known_bots, elsewhere


def _known_bot_or_default(kind: str) -> str:
    """Return a bot's name, or the default opponent's if this release does not know the bot."""
    return kind if kind in BOTS else OPPONENT
