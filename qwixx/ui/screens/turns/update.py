"""Games by turns: handle messages."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from qwixx.games.chains import tagged_hash
from qwixx.games.turns.record import Stage, can_play_by_turns
from qwixx.games.turns.saved_game import parse_turn_game
from qwixx.games.turns.turn_game import accept, invite
from qwixx.rules.variants import known_variant
from qwixx.ui.address import fragment_if_known, requested_variant
from qwixx.ui.model import Dialog, DialogState, Model, Result
from qwixx.ui.model.effects import (
    CopyField,
    DownloadText,
    GenerateQrCode,
    PickFile,
    SaveTurnGame,
    ShareText,
)
from qwixx.ui.model.public import TURNS_LINK
from qwixx.ui.model.values import replace
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.stack import push
from qwixx.ui.screens.turns import playing
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.model import TurnsScreen, can_begin_another, record_in, turn_game
from qwixx.ui.screens.turns.progress import (
    leave_game,
    new_list,
    open_link_over,
    read_link,
    save,
    show_game,
    with_game,
    with_screen,
)
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.model.messages import (
        ControlUsed,
        FilePicked,
        PageOpened,
        QrCodeGenerated,
    )
    from qwixx.ui.screens.turns.model import TurnsModel

FILE = "qwixx-turns.json"


def open_turns(model: Model, _action: str = "") -> Result:
    """Open the list of games."""
    return push(model, new_list(model))


def open_page(model: Model, message: PageOpened) -> Result | None:
    """Open the link with which the page was opened, or the list of games."""
    if message.fragment.startswith(TURNS_LINK):
        return open_link_over(model, message.fragment, by_page=True)
    if message.parameters.get("turns") != "1":
        return None
    return push(model, new_list(model, requested_variant(message.parameters)), by_page=True)


def open_link(model: Model, fragment: str) -> Result:
    """Open the game of a link."""
    return open_link_over(model, fragment)


def _open_game(model: TurnsModel, act: ControlUsed) -> Result:
    """Open a game of the list."""
    if turn_game(model, act.argument) is None:
        return model, []
    return show_game(model, act.argument)


def _paste(model: TurnsModel, act: ControlUsed) -> Result:
    """Read a pasted link."""
    if not act.value.strip():
        return with_screen(model, status=""), []
    return read_link(model, _link_of_pasted_text(act.value))


def _link_of_pasted_text(text: str) -> str:
    """Return the link in a pasted text, which may contain its address or further text."""
    _, found, rest = text.strip().rpartition(TURNS_LINK)
    return fragment_if_known(found + rest).removeprefix(found) if found else text.strip()


def is_whole_link(_screen: TurnsScreen, text: str) -> bool:
    """Return whether a text is a whole link, with or without its URL."""
    return record_in(_link_of_pasted_text(text)) is not None


# Invite, accept, reply


def _draw_secrets(model: TurnsModel) -> tuple[TurnsModel, str, str, str]:
    """Return the model with the next ticket, an id, a secret, and a slot."""
    session = model.session
    drawn = sha256(f"turns {session.ticket} {session.chance}".encode()).hexdigest()
    model, slot = model.with_new_slot()
    return model, tagged_hash("turns", drawn)[:32], drawn[:32], slot


def _invite(model: TurnsModel) -> Result:
    """Begin a game, and show its invitation."""
    variant = known_variant(model.screen.variant)
    if model.screen.saving or variant is None or not can_play_by_turns(variant):
        return model, []
    if not can_begin_another(model):
        return with_screen(model, status="turns-too-many"), []
    model, table, secret, slot = _draw_secrets(model)
    game = invite(table, variant, model.screen.name, secret, slot)
    return save(model, replace(game, since=model.session.local_day))


def _accept(model: TurnsModel) -> Result:
    """Accept the shown invitation."""
    invitation = record_in(model.screen.link)
    if model.screen.saving or invitation is None or invitation.stage is not Stage.INVITED:
        return model, []
    if not can_begin_another(model):
        return with_screen(model, status="turns-too-many"), []
    model, _table, secret, slot = _draw_secrets(model)
    game = accept(invitation, model.screen.name, secret, slot)
    return save(model, replace(game, since=model.session.local_day))


def _reply(model: TurnsModel) -> Result:
    """Make the link of the step, once it is saved."""
    screen = model.screen
    turns = turn_game(model, screen.game_id)
    if turns is None or screen.saving or not turns.is_awaited:
        return model, []
    moves = screen.moves
    while (game := turns.next_state_to_decide(moves)) is not None:
        legal = game.state.legal_moves(turns.seat)
        if len(legal) > 1:
            return model, []
        moves = (*moves, legal[0])
    return save(model, turns.reply(moves, model.session.local_day))


def _change_decision(model: TurnsModel) -> Result:
    """Let this person decide again before the link is made."""
    return playing.show_step(with_screen(model, board=None))


# The link


def link_to_send(model: Model, game: TurnGame) -> str:
    """Return the address to send; "" while the other person's link is to be answered."""
    if not game.link:
        return ""
    address = model.session.address
    return f"{address}#{TURNS_LINK}{game.link}" if address else f"{TURNS_LINK}{game.link}"


def _shown_link(model: TurnsModel) -> str:
    game = turn_game(model, model.screen.game_id)
    return "" if game is None or model.screen.saving else link_to_send(model, game)


def _share(model: TurnsModel) -> Result:
    game, link = turn_game(model, model.screen.game_id), _shown_link(model)
    if game is None or not link:
        return model, []
    text = turn_texts.share_text(texts_of(model), game, link)
    return model, [ShareText(text)]


def _toggle_qr_code(model: TurnsModel) -> Result:
    text = "" if model.screen.qr_text else _shown_link(model)
    return with_screen(model, qr_text=text, qr=None), [GenerateQrCode(text)] if text else []


def on_qr_code_generated(model: TurnsModel, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None if the code encodes a different text."""
    return (with_screen(model, qr=message), []) if message.text == model.screen.qr_text else None


# Files, and the end of a game


def _save_file(model: TurnsModel) -> Result:
    """Save the shown game, secrets included, as a file."""
    text = dict(model.session.turn_games).get(model.screen.game_id, "")
    return model, [DownloadText(FILE, text)] if text else []


def on_file_picked(model: TurnsModel, message: FilePicked) -> Result:
    """Open a game from a file, unless this browser knows a later state of it."""
    try:
        game = parse_turn_game(message.text)
    except ValueError:
        return with_screen(model, status="turns-no-file"), []
    known = turn_game(model, game.record.table)
    if known is None and not can_begin_another(model):
        return with_screen(model, status="turns-too-many"), []
    if known is not None and known.record.place >= game.record.place:
        return show_game(model, game.record.table, "turns-old")
    return save(model, game)


def _ask_to_drop(model: TurnsModel) -> Result:
    """Remove a finished game from the list; ask before an unfinished one is given up."""
    game = turn_game(model, model.screen.game_id)
    if game is None:
        return model, []
    if game.record.is_finished:
        return _drop(model)
    return replace(model, dialog=DialogState(Dialog.DROP_TURNS)), []


def _drop(model: TurnsModel) -> Result:
    """Remove the shown game."""
    game_id = model.screen.game_id
    before = dict(model.session.turn_games).get(game_id, "")
    closed = replace(with_game(model, game_id, ""), dialog=DialogState())
    left, effects = leave_game(closed)
    return left, [SaveTurnGame(game_id, before, ""), *effects]


ACTIONS: dict[str, ControlHandler[TurnsScreen]] = {
    "turns-invite": without_arguments(_invite),
    "turns-accept": without_arguments(_accept),
    "turns-open": _open_game,
    "turns-send": without_arguments(_reply),
    "turns-change": without_arguments(_change_decision),
    "turns-result": without_arguments(playing.show_result),
    "turns-paste": _paste,
    "turns-name": lambda model, act: (with_screen(model, name=act.value), []),
    "turns-variant": lambda model, act: (
        (with_screen(model, variant=act.value), []) if known_variant(act.value) else (model, [])
    ),
    "turns-share": without_arguments(_share),
    "turns-copy": lambda model, _act: (model, [CopyField("#turns-link")]),
    "copied": lambda model, _act: (with_screen(model, is_copied=True), []),
    "turns-qr": without_arguments(_toggle_qr_code),
    "turns-save": without_arguments(_save_file),
    "turns-load": lambda model, _act: (model, [PickFile(".json,application/json")]),
    "turns-drop": without_arguments(_ask_to_drop),
    "turns-drop-now": without_arguments(_drop),
    "turns-list": without_arguments(leave_game),
    "leave-turns": without_arguments(leave_game),
}
"""Actions of the screen, without those of its board."""
