"""Same dice: open and close the screen, and handle messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.same_dice.game import SameDice
from qwixx.games.written.join_code import SEED_COUNT, SameDiceError, SharedSetup
from qwixx.rules.dice import next_seed
from qwixx.ui.address import requested_table, starts_game_at_once, wants_pad, wants_same_dice
from qwixx.ui.model import KEYS, Model, Result, quarantine_with_notice
from qwixx.ui.model.effects import ClearFragment, Effect, FocusElement, LoadSameDice
from qwixx.ui.model.grid import WAYS, neighbor_cell
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.model.public import SAME_LINK, SAME_SLOT
from qwixx.ui.model.values import replace
from qwixx.ui.screens.hand_played import archive_effect, open_archived_or_notify
from qwixx.ui.screens.kind import ArchivedGameToOpen, ControlHandler, without_arguments
from qwixx.ui.screens.same_dice import saved
from qwixx.ui.screens.same_dice.lobby_update import CHOICES
from qwixx.ui.screens.same_dice.model import NO_STATUS, SameDiceScreen, StatusLine
from qwixx.ui.screens.same_dice.reports import REPORTS, add_reported_sheet
from qwixx.ui.screens.same_dice.touching import MOVES, save_effect
from qwixx.ui.screens.stack import pop, push

if TYPE_CHECKING:
    from qwixx.ui.address import RequestedTable
    from qwixx.ui.model.messages import (
        KeyPressed,
        PageOpened,
        SameDiceLoaded,
        SlotChangedElsewhere,
    )
    from qwixx.ui.screens.same_dice.model import SameDiceModel
    from qwixx.ui.screens.same_dice.saved import SavedSameDice
    from qwixx.ui.screens.same_dice.touching import GameHandler


# Open and close


def load_saved_game(model: Model, _action: str) -> Result:
    """Load the saved game."""
    return model, [LoadSameDice()]


def load_game_for_link(model: Model, fragment: str) -> Result:
    """Load the saved game, because a link may lead to it."""
    return model, [LoadSameDice(fragment)]


def open_requested_or_reopen(model: Model, message: PageOpened) -> Result | None:
    """Open the requested table, or the game that was open; return None if neither applies."""
    text, parameters = message.saved.get(SAME_SLOT, ""), message.parameters
    if wants_same_dice(parameters) or message.fragment.startswith(SAME_LINK):
        requested = requested_table(parameters)
        return open_game_or_lobby(model, text, requested, fragment=message.fragment, by_page=True)
    if (
        not text
        or starts_game_at_once(parameters)
        or wants_pad(parameters)
        or "daily" in parameters
    ):
        return None
    return _reopen_game_if_left_open(model, text)


def on_same_dice_loaded(model: Model, message: SameDiceLoaded) -> Result:
    """Open the saved game, the lobby of a new table, or the table that a link leads to."""
    text, screen = message.text, model.screen
    if isinstance(screen, SameDiceScreen) and screen.game is not None and not screen.is_read_only:
        # Without storage, the game exists only on the screen.
        text = saved.write_save(screen.game, screen.name, model.session.query)
    return open_game_or_lobby(
        model, text, fragment=message.fragment, by_page=bool(message.fragment)
    )


def open_game_or_lobby(
    model: Model,
    saved_text: str,
    requested: RequestedTable | None = None,
    *,
    fragment: str = "",
    by_page: bool = False,
) -> Result:
    """Open the saved game, the lobby, or the table that a link leads to.

    Args:
        model: the model.
        saved_text: the save; see `saved.write_save`.
        requested: the requested table; None if the URL requests none.
        fragment: the URL fragment; "" if it leads to no table.
        by_page: whether the page was opened with this screen.
    """
    effects: list[Effect] = []
    try:
        found = saved.parse_save(saved_text)
    except ValueError:
        model, effects = quarantine_with_notice(model, [(SAME_SLOT, saved_text)])
        found = saved.SavedSameDice()
    if fragment.startswith(SAME_LINK):
        shown, more = _open_lobby_or_report_result(model, found, fragment, by_page=by_page)
    else:
        game = found.game
        loaded_anew = by_page and found.is_open and found.query == model.session.query
        if game is not None and (loaded_anew or not game.state.is_finished):
            shown, more = _open_game(model, found, game, by_page=by_page)
        else:
            renamed = (
                found
                if requested is None or not requested.name
                else found.replace(name=requested.name)
            )
            shown, more = _open_lobby(
                model, renamed, _new_setup(model, found, requested), by_page=by_page
            )
    return shown, [*effects, *more]


def _reopen_game_if_left_open(model: Model, saved_text: str) -> Result | None:
    """Open the saved game if it was open; return None if not."""
    try:
        found = saved.parse_save(saved_text)
    except ValueError:
        return None  # reported when the screen is opened
    game = found.game if found.is_open else None
    return None if game is None else _open_game(model, found, game)


def _open_lobby_or_report_result(
    model: Model, found: SavedSameDice, fragment: str, *, by_page: bool
) -> Result:
    """Open the lobby or game that a link leads to, and add the link's result to a saved game."""
    try:
        link = saved.parse_link(fragment)
    except SameDiceError as error:
        status = StatusLine("fault", reason=error.reason)
        return _open_lobby(
            model, found, _new_setup(model, found, None), status=status, by_page=by_page
        )
    game = found.game
    if game is None or not (link.result or game.setup == link.setup):
        return _open_lobby(model, found, link.setup, is_own_table=False, by_page=by_page)
    shown, effects = _open_game(model, found, game, by_page=by_page)
    if not link.result:
        return shown, effects
    # The call refuses a result from another table.
    reported, more = add_reported_sheet(shown, shown.screen, game, link, -1)
    return reported, [*effects, *more]


def _new_setup(
    model: Model, found: SavedSameDice, requested: RequestedTable | None
) -> SharedSetup:
    """Return the setup of a new table, with values from the URL, the saved game, or defaults."""
    previous = found.game.setup if found.game else None
    variant = (requested and requested.variant) or (
        previous.variant if previous else model.setup.variant
    )
    players = (requested and requested.players) or (previous.players if previous else 2)
    return SharedSetup(variant, variant.nearest_count(players), model.session.seed % SEED_COUNT)


def _open_lobby(
    model: Model,
    found: SavedSameDice,
    setup: SharedSetup,
    *,
    is_own_table: bool = True,
    status: StatusLine = NO_STATUS,
    by_page: bool = False,
) -> Result:
    game = found.game
    other = game if game is not None and not game.is_complete else None
    screen = SameDiceScreen(
        setup,
        other=other,
        is_own_table=is_own_table,
        seat=0 if is_own_table else None,
        name=found.name,
        status=status,
    )
    model = model.with_session(seed=next_seed(model.session.seed))
    return push(model, screen, by_page=by_page, moves_notices=True)


def _open_game(
    model: Model, found: SavedSameDice, game: SameDice, *, by_page: bool = False
) -> tuple[SameDiceModel, list[Effect]]:
    status = StatusLine("kept") if game.can_undo and not game.state.is_finished else NO_STATUS
    screen = SameDiceScreen(game.setup, game, name=found.name, status=status, seat=game.seat)
    shown, effects = push(model, screen, by_page=by_page, moves_notices=True)
    # The page may have been closed before the database stored the finished game.
    missed = [archive_effect(game)] if game.state.is_finished else []
    saves = [] if found.is_open else [save_effect(shown, screen)]
    return shown, [*missed, *saves, *effects]


def open_archived_game(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open an archived game."""

    def read() -> SameDiceScreen:
        game = SameDice.from_json(archived.entry.same_dice_json)
        return SameDiceScreen(game.setup, game, is_read_only=True)

    return open_archived_or_notify(model, archived, read)


def close_invitation_or_screen(model: SameDiceModel) -> Result:
    """Close the invitation if it is shown; otherwise, close the screen."""
    if not model.screen.invites:
        return close_same_dice(model)
    screen = replace(model.screen, invites=False, qr_text="", code=None)
    return replace(model, screen=screen), []


def close_same_dice(model: SameDiceModel) -> Result:
    """Close the screen; the game remains saved."""
    screen = model.screen
    played = screen.game is not None and not screen.is_read_only
    found = [save_effect(model, screen, is_open=False)] if played else []
    popped, effects = pop(model)
    return popped, [*found, ClearFragment(), *effects]


# Controls and messages


def on_newer_save(model: SameDiceModel, message: SlotChangedElsewhere) -> Result | None:
    """Show the newer game that another tab saved; return None if this screen is unaffected."""
    screen = model.screen
    if message.slot != SAME_SLOT or screen.is_read_only:
        return None
    try:
        found = saved.parse_save(message.text)
    except ValueError:
        return model, []
    if found.game is None:
        return model, []
    if screen.game is None:
        return replace(model, screen=replace(screen, other=found.game)), []
    resumed = replace(
        screen, game=found.game, setup=found.game.setup, status=NO_STATUS, is_roll_field_open=False
    )
    return replace(model, screen=resumed), []


def _toggle_invitation(model: SameDiceModel) -> Result:
    """Toggle the invitation over the game."""
    screen = model.screen
    if screen.game is None:
        return model, []
    turned = replace(screen, invites=not screen.invites, qr_text="", code=None, status=NO_STATUS)
    return replace(model, screen=turned), [FocusElement("main")]


def _only_in_editable_game(action: GameHandler) -> ControlHandler[SameDiceScreen]:
    """Return an action that does nothing without a game or in an archived game."""

    def act(model: SameDiceModel, act: ControlUsed) -> Result:
        screen = model.screen
        if screen.game is None or screen.is_read_only:
            return model, []
        return action(model, screen.game, act)

    return act


def on_key(model: SameDiceModel, message: KeyPressed) -> Result | None:
    """Handle a key; return None if this screen does not handle it."""
    screen = model.screen
    action = KEYS.get(message.key_on_latin_layout, "")
    if screen.game is None or screen.invites:
        return (model, []) if action in ACTIONS else None
    if message.cell and message.key in WAYS:
        mark = neighbor_cell(screen.setup.variant, message.cell, message.key)
        cell = f'[data-player="{message.player}"] [data-cell="{mark.code}"]'
        return replace(model, screen=replace(screen, focus=mark)), [FocusElement(cell)]
    if message.key == "Escape" and screen.is_roll_field_open:
        return ACTIONS["where"](model, ControlUsed("where"))
    if action == "roll" and screen.is_finished:
        return model, []
    if action == "roll" and screen.game.state.turn_ends_game:
        return ACTIONS["finish"](model, ControlUsed("finish", at=message.at))
    return None


ACTIONS: dict[str, ControlHandler[SameDiceScreen]] = {
    **CHOICES,
    **{name: _only_in_editable_game(action) for name, action in {**MOVES, **REPORTS}.items()},
    "invite": without_arguments(_toggle_invitation),
    "leave-same": without_arguments(close_invitation_or_screen),
}
"""Actions of the game and the lobby."""
