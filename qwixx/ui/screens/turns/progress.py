"""Games by turns: open the screen, read links, and save each state before its link is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from qwixx.games.turns.reading import Reading
from qwixx.games.turns.reading import read_link as read_next_link
from qwixx.games.turns.record import can_play_by_turns
from qwixx.games.turns.record_link import parse_record_link
from qwixx.games.turns.saved_game import write_turn_game
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model.effects import ClearFragment, FocusElement, SaveTurnGame
from qwixx.ui.model.public import TURNS_KEY
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.setup import PERSON
from qwixx.ui.model.values import replace
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.screens.turns import playing
from qwixx.ui.screens.turns import texts as turn_texts
from qwixx.ui.screens.turns.model import TurnsScreen, link_in, turn_game, turn_games
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.turns.turn_game import TurnGame
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Model, ModelOf, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import SlotChangedElsewhere, TurnGameSaved
    from qwixx.ui.screens.turns.model import TurnsModel

S = TypeVar("S", bound=Screen)

_PROBLEMS = {
    SealedLinkReason.INCOMPLETE: "link-incomplete",
    SealedLinkReason.DAMAGED: "link-damaged",
    SealedLinkReason.NEWER: "link-newer",
    SealedLinkReason.INVALID: "turns-unreadable",
}
"""Keys of the notices on texts that are no links, by reason."""


def open_link_over(model: Model, fragment: str, *, by_page: bool | None = None) -> Result:
    """Open the game of a link over the current screen.

    Args:
        model: the model.
        fragment: the fragment of the URL.
        by_page: see `push`.
    """
    shown, effects = push(model, new_screen(model), by_page=by_page)
    read, more = read_link(shown, link_in(fragment))
    return read, [*effects, ClearFragment(), *more]


def new_screen(model: Model) -> TurnsScreen:
    """Return the screen with the list of games."""
    return replace(new_list(model), status="")


def new_list(model: Model, requested: Variant | None = None) -> TurnsScreen:
    """Return the list of games, with a notice if the chosen sheet is not offered.

    Args:
        model: the model.
        requested: the sheet that the URL requests; None for that of the shown setup.
    """
    variant = requested or model.setup.variant
    is_offered = can_play_by_turns(variant)
    return TurnsScreen(
        name=_name_of_person(model),
        variant=variant.name if is_offered else CLASSIC.name,
        status="" if is_offered else "turns-not-offered",
    )


def _name_of_person(model: Model) -> str:
    """Return this person's name: that of the start screen or else of a game by turns, or ""."""
    people = [seat for seat in model.setup.seats if seat.kind == PERSON][:1]
    names = [seat.name for seat in texts.without_you(people, texts_of(model))]
    names += [game.record.names[game.seat] for game in turn_games(model)]
    return next(filter(None, names), "")


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


def show_game(model: TurnsModel, game_id: str, status: str = "") -> Result:
    """Show a game, with a notice on its last link."""
    screen = TurnsScreen(
        game_id, name=model.screen.name, variant=model.screen.variant, status=status
    )
    shown, effects = playing.show_step(replace(model, screen=screen))
    return shown, [*effects, FocusElement("main")]


def read_link(model: TurnsModel, link: str) -> Result:
    """Read a link: the next step of a game, an invitation, or a game of another device."""
    try:
        received = parse_record_link(link)
    except SealedLinkError as error:
        return with_screen(model, status=_PROBLEMS[error.reason]), []
    turns = turn_game(model, received.table)
    if turns is None:
        screen = replace(new_screen(model), link=link, name=model.screen.name)
        return replace(model.with_new_timer(), screen=screen), []
    reading, game = read_next_link(turns, link, model.session.local_day)
    if reading is Reading.NEW:
        opened = TurnsScreen(received.table, name=model.screen.name, variant=model.screen.variant)
        return save(replace(model, screen=opened), game)
    return show_game(model, received.table, turn_texts.STATUS_OF_READING[reading])


def save(model: TurnsModel, game: TurnGame) -> Result:
    """Save the next state of a game; it is used when the reply says that it is saved."""
    game_id, text = game.record.table, write_turn_game(game)
    before = dict(model.session.turn_games).get(game_id, "")
    return with_screen(model, game_id=game_id, saving=text), [SaveTurnGame(game_id, before, text)]


def on_saved(model: TurnsModel, message: TurnGameSaved) -> Result | None:
    """Use a saved state, and show its link; show no link of a state that is not saved."""
    screen = model.screen
    if message.game_id != screen.game_id or not screen.saving:
        return None
    settled = with_screen(model, saving="", board=None)
    if not message.ok:
        known = turn_game(model, screen.game_id) is not None
        game_id = screen.game_id if known else ""
        return with_screen(settled, status="turns-unsaved", game_id=game_id), []
    before = turn_game(model, message.game_id)
    stored = with_game(settled, message.game_id, message.text)
    if message.text != screen.saving:
        return show_game(stored, message.game_id, "turns-moved")
    game = turn_game(stored, message.game_id)
    effects: list[Effect] = []
    if game is not None and not (before is not None and before.record.is_finished):
        effects = playing.archive_effects(stored, game)
    shown, more = show_game(stored, message.game_id)
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
    return show_game(changed, game_id, "turns-moved")


def on_changed_elsewhere_while_closed(model: Model, message: SlotChangedElsewhere) -> Result:
    """Take over a game that another tab has saved, while the screen is closed."""
    kind, _, game_id = message.slot.partition(":")
    is_own = kind == TURNS_KEY and bool(game_id)
    return (with_game(model, game_id, message.text) if is_own else model), []


def with_screen(model: TurnsModel, **changes: object) -> TurnsModel:
    """Return the model with changes to the screen."""
    return replace(model, screen=replace(model.screen, **changes))  # type: ignore[arg-type]
