"""Games by turns: handle messages."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

from qwixx.games.chains import tagged_hash
from qwixx.games.turns.record import (
    RecordLinkError,
    RecordReason,
    Stage,
    parse_record_link,
    playable_variants,
)
from qwixx.games.turns.turn_game import (
    Reading,
    accept,
    invite,
    parse_turn_game,
    write_turn_game,
)
from qwixx.rules.variants import CLASSIC, VARIANTS
from qwixx.ui.address import fragment_if_known
from qwixx.ui.model import Dialog, DialogState, Model, ModelOf, Result
from qwixx.ui.model.effects import (
    ClearFragment,
    CopyField,
    DownloadText,
    FocusElement,
    GenerateQrCode,
    PickFile,
    SaveTurnGame,
    ShareText,
)
from qwixx.ui.model.public import TURNS_KEY, TURNS_LINK
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.setup import PERSON
from qwixx.ui.model.values import replace
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.screens.turns import playing
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.model import TurnsScreen, link_in, record_in, turn_game
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import (
        ControlUsed,
        FilePicked,
        PageOpened,
        QrCodeGenerated,
        SlotChangedElsewhere,
        TurnGameSaved,
    )
    from qwixx.ui.screens.turns.model import TurnsModel

S = TypeVar("S", bound=Screen)

FILE = "qwixx-turns.json"
_PROBLEMS = {
    RecordReason.INCOMPLETE: "link-incomplete",
    RecordReason.DAMAGED: "link-damaged",
    RecordReason.NEWER: "turns-unreadable",
    RecordReason.BROKEN: "turns-unreadable",
}


# Open


def open_turns(model: Model, _action: str = "") -> Result:
    """Open the list of games."""
    return push(model, _new_screen(model))


def open_page(model: Model, message: PageOpened) -> Result | None:
    """Open the link with which the page was opened, or the list of games."""
    if message.fragment.startswith(TURNS_LINK):
        return _open_link(model, message.fragment, by_page=True)
    if message.parameters.get("turns") != "1":
        return None
    return push(model, _new_screen(model), by_page=True)


def open_link(model: Model, fragment: str) -> Result:
    """Open the game of a link."""
    return _open_link(model, fragment)


def _open_link(model: Model, fragment: str, *, by_page: bool | None = None) -> Result:
    shown, effects = push(model, _new_screen(model), by_page=by_page)
    read, more = read_link(shown, link_in(fragment))
    return read, [*effects, ClearFragment(), *more]


def _new_screen(model: Model) -> TurnsScreen:
    person = next((seat for seat in model.setup.seats if seat.kind == PERSON), None)
    seats = () if person is None else texts.without_you((person,), texts_of(model))
    variant = model.setup.variant
    chosen = variant if variant in playable_variants() else CLASSIC
    return TurnsScreen(name=seats[0].name if seats else "", variant=chosen.name)


def close_turns(model: TurnsModel) -> Result:
    """Return to the covered screen."""
    popped, effects = pop(model)
    return popped, [ClearFragment(), *effects]


def leave_game(model: TurnsModel) -> Result:
    """Return from a game to the list, or from the list to the covered screen."""
    screen = model.screen
    if not (screen.game_id or screen.link):
        return close_turns(model)
    listed = TurnsScreen(name=screen.name, variant=screen.variant)
    return replace(model.with_new_timer(), screen=listed), [FocusElement("main")]


def _open_game(model: TurnsModel, act: ControlUsed) -> Result:
    """Open a game of the list."""
    if turn_game(model, act.argument) is None:
        return model, []
    return _show_game(model, act.argument)


def _show_game(model: TurnsModel, game_id: str, status: str = "") -> Result:
    screen = TurnsScreen(
        game_id, name=model.screen.name, variant=model.screen.variant, status=status
    )
    shown, effects = playing.show_step(replace(model, screen=screen))
    return shown, [*effects, FocusElement("main")]


# Read links


def read_link(model: TurnsModel, link: str) -> Result:
    """Read a link: the next step of a game, an invitation, or a game of another device."""
    try:
        received = parse_record_link(link)
    except RecordLinkError as error:
        return _with(model, status=_PROBLEMS[error.reason]), []
    turns = turn_game(model, received.table)
    if turns is None:
        screen = replace(_new_screen(model), link=link, name=model.screen.name)
        return replace(model.with_new_timer(), screen=screen), []
    reading, game = turns.read(link, model.session.local_day)
    if reading is Reading.NEW:
        opened = TurnsScreen(received.table, name=model.screen.name, variant=model.screen.variant)
        return _save(replace(model, screen=opened), game)
    return _show_game(model, received.table, turn_texts.STATUS_OF_READING[reading])


def _paste(model: TurnsModel, act: ControlUsed) -> Result:
    """Read a pasted link."""
    if not act.value.strip():
        return _with(model, status=""), []
    return read_link(model, _link_of_pasted_text(act.value))


def _link_of_pasted_text(text: str) -> str:
    """Return the link in a pasted text, which may contain its address or further text."""
    _, found, rest = text.strip().rpartition(TURNS_LINK)
    return fragment_if_known(found + rest).removeprefix(found) if found else text.strip()


def is_whole_link(_screen: TurnsScreen, text: str) -> bool:
    """Return whether a text is a whole link, with or without its URL."""
    return record_in(_link_of_pasted_text(text)) is not None


# Save


def _save(model: TurnsModel, game: TurnGame) -> Result:
    """Save the next state of a game; it is used when the reply says that it is saved."""
    game_id, text = game.record.table, write_turn_game(game)
    before = dict(model.session.turn_games).get(game_id, "")
    return _with(model, game_id=game_id, link="", saving=text), [
        SaveTurnGame(game_id, before, text)
    ]


def on_saved(model: TurnsModel, message: TurnGameSaved) -> Result | None:
    """Use a saved state, and show its link; show no link of a state that is not saved."""
    screen = model.screen
    if message.game_id != screen.game_id or not screen.saving:
        return None
    settled = _with(model, saving="", board=None)
    if not message.ok:
        known = turn_game(model, screen.game_id) is not None
        return _with(settled, status="turns-unsaved", game_id=screen.game_id if known else ""), []
    before = turn_game(model, message.game_id)
    stored = with_game(settled, message.game_id, message.text)
    if message.text != screen.saving:
        return _show_game(stored, message.game_id, "turns-moved")
    game = turn_game(stored, message.game_id)
    effects: list[Effect] = []
    if game is not None and not (before is not None and before.record.is_finished):
        effects = playing.archive_effects(stored, game)
    shown, more = _show_game(stored, message.game_id)
    return shown, [*effects, *more]


def with_game(model: ModelOf[S], game_id: str, text: str) -> ModelOf[S]:
    """Return the model with another saved text of a game; "" removes it."""
    games = {**dict(model.session.turn_games), game_id: text}
    return model.with_session(turn_games=tuple(pair for pair in games.items() if pair[1]))


def on_changed_elsewhere(model: TurnsModel, message: SlotChangedElsewhere) -> Result | None:
    """Take over a game that another tab has saved."""
    kind, _, game_id = message.slot.partition(":")
    if kind != TURNS_KEY or not game_id:
        return None
    changed = with_game(model, game_id, message.text)
    if model.screen.game_id != game_id or model.screen.saving or changed == model:
        return changed, []
    if turn_game(changed, game_id) is None:
        return leave_game(changed)
    return _show_game(changed, game_id, "turns-moved")


def on_changed_elsewhere_while_closed(model: Model, message: SlotChangedElsewhere) -> Result:
    """Take over a game that another tab has saved, while the screen is closed."""
    kind, _, game_id = message.slot.partition(":")
    is_own = kind == TURNS_KEY and bool(game_id)
    return (with_game(model, game_id, message.text) if is_own else model), []


# Invite, accept, reply


def _draw_secrets(model: TurnsModel) -> tuple[TurnsModel, str, str, str]:
    """Return the model with the next ticket, an id, a secret, and a slot."""
    session = model.session
    drawn = sha256(f"turns {session.ticket} {session.chance}".encode()).hexdigest()
    model, slot = model.with_new_slot()
    return model, tagged_hash("turns", drawn)[:32], drawn[:32], slot


def _invite(model: TurnsModel) -> Result:
    """Begin a game, and show its invitation."""
    variant = VARIANTS.get(model.screen.variant)
    if model.screen.saving or variant is None or variant not in playable_variants():
        return model, []
    model, table, secret, slot = _draw_secrets(model)
    game = invite(table, variant, model.screen.name, secret, slot)
    return _save(model, replace(game, since=model.session.local_day))


def _accept(model: TurnsModel) -> Result:
    """Accept the shown invitation."""
    invitation = record_in(model.screen.link)
    if model.screen.saving or invitation is None or invitation.stage is not Stage.INVITED:
        return model, []
    model, _table, secret, slot = _draw_secrets(model)
    game = accept(invitation, model.screen.name, secret, slot)
    return _save(model, replace(game, since=model.session.local_day))


def _reply(model: TurnsModel) -> Result:
    """Make the link of the step, once it is saved."""
    screen = model.screen
    turns = turn_game(model, screen.game_id)
    if turns is None or screen.saving or not playing.is_awaited(turns):
        return model, []
    moves = screen.moves
    while (game := turns.next_state_to_decide(moves)) is not None:
        legal = game.state.legal_moves(turns.seat)
        if len(legal) > 1:
            return model, []
        moves = (*moves, legal[0])
    return _save(model, turns.reply(moves, model.session.local_day))


def _change_decision(model: TurnsModel) -> Result:
    """Decide anew, before the link is made."""
    return playing.show_step(_with(model, board=None))


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
    return _with(model, qr_text=text, qr=None), [GenerateQrCode(text)] if text else []


def on_qr_code_generated(model: TurnsModel, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None if the code encodes a different text."""
    return (_with(model, qr=message), []) if message.text == model.screen.qr_text else None


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
        return _with(model, status="turns-no-file"), []
    known = turn_game(model, game.record.table)
    if known is not None and known.record.place >= game.record.place:
        return _show_game(model, game.record.table, "turns-old")
    return _save(model, game)


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


def _with(model: TurnsModel, **changes: object) -> TurnsModel:
    return replace(model, screen=replace(model.screen, **changes))  # type: ignore[arg-type]


ACTIONS: dict[str, ControlHandler[TurnsScreen]] = {
    "turns-invite": without_arguments(_invite),
    "turns-accept": without_arguments(_accept),
    "turns-open": _open_game,
    "turns-send": without_arguments(_reply),
    "turns-change": without_arguments(_change_decision),
    "turns-result": without_arguments(playing.show_result),
    "turns-paste": _paste,
    "turns-name": lambda model, act: (_with(model, name=act.value), []),
    "turns-variant": lambda model, act: (
        (_with(model, variant=act.value), []) if act.value in VARIANTS else (model, [])
    ),
    "turns-share": without_arguments(_share),
    "turns-copy": lambda model, _act: (model, [CopyField("#turns-link")]),
    "copied": lambda model, _act: (_with(model, is_copied=True), []),
    "turns-qr": without_arguments(_toggle_qr_code),
    "turns-save": without_arguments(_save_file),
    "turns-load": lambda model, _act: (model, [PickFile(".json,application/json")]),
    "turns-drop": without_arguments(_ask_to_drop),
    "turns-drop-now": without_arguments(_drop),
    "turns-list": without_arguments(leave_game),
    "leave-turns": without_arguments(leave_game),
}
"""Actions of the screen, without those of its board."""
