"""Same-dice lobby: handle the join code, the choices, the seat, and invitations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.names import sanitize_name
from qwixx.games.same_dice.game import new_same_dice_game
from qwixx.games.written.join_code import SEED_COUNT, SameDiceError, SharedSetup
from qwixx.rules.dice import next_seed
from qwixx.rules.variants import known_variant
from qwixx.ui.model.delays import GUARD_MS
from qwixx.ui.model.effects import (
    ClearFragment,
    CopyField,
    FocusElement,
    GenerateQrCode,
    ShareText,
)
from qwixx.ui.model.values import replace
from qwixx.ui.screens.same_dice import saved
from qwixx.ui.screens.same_dice import texts as same_texts
from qwixx.ui.screens.same_dice.model import NO_STATUS, SameDiceScreen, StatusLine
from qwixx.ui.screens.same_dice.touching import record_change
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import ControlUsed, QrCodeGenerated
    from qwixx.ui.screens.kind import ControlHandler
    from qwixx.ui.screens.same_dice.model import SameDiceModel


def table_or_result_link(model: Model, screen: SameDiceScreen) -> str:
    """Return the link to the table; after the game, it includes this player's result.

    Return "" if others cannot open the page.
    """
    game, address = screen.game, model.session.address
    if not address or game is None or not game.state.is_finished or screen.invites:
        return saved.invitation_or_result_url(address, screen.setup) if address else ""
    return saved.invitation_or_result_url(
        address, game.setup, game.sheet_code, game.names[game.seat]
    )


def show_lobby(
    model: SameDiceModel, screen: SameDiceScreen, setup: SharedSetup, *, is_own_table: bool
) -> Result:
    """Show the lobby for a join code; regenerate the QR code if one is shown."""
    seat = min(screen.seat or 0, setup.players - 1) if is_own_table else None
    chosen = replace(
        screen, setup=setup, is_own_table=is_own_table, seat=seat, status=NO_STATUS, code=None
    )
    shown = replace(model, screen=chosen)
    return _generate_qr_code(shown, chosen) if screen.qr_text else (shown, [])


def _show_lobby_of_new_code(model: SameDiceModel, _act: ControlUsed) -> Result:
    screen = model.screen
    seed = model.session.seed
    drawn = replace(screen.setup, seed=seed % SEED_COUNT)
    return show_lobby(model.with_session(seed=next_seed(seed)), screen, drawn, is_own_table=True)


def _choose_variant(model: SameDiceModel, act: ControlUsed) -> Result:
    screen = model.screen
    variant = known_variant(act.value)
    if variant is None or not screen.is_own_table:
        return model, []
    players = variant.nearest_count(screen.setup.players)
    return show_lobby(
        model, screen, SharedSetup(variant, players, screen.setup.seed), is_own_table=True
    )


def _choose_player_count(model: SameDiceModel, act: ControlUsed) -> Result:
    screen = model.screen
    if act.value not in map(str, screen.setup.variant.players) or not screen.is_own_table:
        return model, []
    return show_lobby(
        model, screen, replace(screen.setup, players=int(act.value)), is_own_table=True
    )


def is_whole_code(_screen: SameDiceScreen, text: str) -> bool:
    """Return whether a text is a join code, or a link with one."""
    try:
        saved.parse_link(text)
    except SameDiceError:
        return False
    return True


def _show_lobby_of_typed_code(model: SameDiceModel, act: ControlUsed) -> Result:
    """Show the lobby for a typed join code, or report an error in the code."""
    screen = model.screen
    try:
        setup = saved.parse_link(act.value).setup
    except SameDiceError as error:
        status = StatusLine("fault", reason=error.reason)
        return replace(model, screen=replace(screen, status=status)), []
    if setup == screen.setup:
        return replace(model, screen=replace(screen, status=NO_STATUS)), []
    return show_lobby(model, screen, setup, is_own_table=False)


def _choose_seat(model: SameDiceModel, act: ControlUsed) -> Result:
    screen = model.screen
    if act.argument not in map(str, range(screen.setup.players)):
        return model, []
    return replace(model, screen=replace(screen, seat=int(act.argument))), []


def _choose_name(model: SameDiceModel, act: ControlUsed) -> Result:
    screen = model.screen
    name = sanitize_name(act.value)
    if screen.game is None:
        return replace(model, screen=replace(screen, name=name)), []
    return record_change(
        model, replace(screen, name=name, game=screen.game.rename(screen.game.seat, name))
    )


def _start_game(model: SameDiceModel, act: ControlUsed) -> Result:
    """Start the game at the chosen seat, replacing any game at another table."""
    screen = model.screen
    setup, seat = screen.setup, screen.seat
    if screen.status.kind == "fault" or screen.game is not None or seat is None:
        return model, []
    model, slot = model.with_new_slot()
    names = [screen.name if at == seat else "" for at in range(setup.players)]
    game = new_same_dice_game(slot, setup, seat, names)
    seated = replace(screen, game=game, other=None, status=NO_STATUS, qr_text="", code=None)
    shown, effects = record_change(
        model, replace(seated, blocked_until=act.at + GUARD_MS), sound="turn"
    )
    return shown, [*effects, FocusElement("main")]


def _return_to_other_game(model: SameDiceModel, _act: ControlUsed) -> Result:
    """Return to the game at another table."""
    screen = model.screen
    if screen.other is None:
        return model, []
    game = screen.other
    restored = replace(
        screen, game=game, other=None, setup=game.setup, seat=game.seat, status=NO_STATUS
    )
    shown, effects = record_change(model, replace(restored, qr_text="", code=None))
    return shown, [*effects, ClearFragment(), FocusElement("main")]


# Invitation


def _share_link(model: SameDiceModel, _act: ControlUsed) -> Result:
    screen = model.screen
    text = same_texts.share_text(texts_of(model), screen, table_or_result_link(model, screen))
    return model, [ShareText(text)]


def _copy_link(model: SameDiceModel, _act: ControlUsed) -> Result:
    return model, [CopyField("#same-link")]


def _show_copied(model: SameDiceModel, _act: ControlUsed) -> Result:
    return replace(model, screen=replace(model.screen, status=StatusLine("copied"))), []


def _toggle_qr_code(model: SameDiceModel, _act: ControlUsed) -> Result:
    """Toggle the QR code."""
    screen = model.screen
    if screen.qr_text:
        return replace(model, screen=replace(screen, qr_text="", code=None)), []
    return _generate_qr_code(model, screen)


def _generate_qr_code(model: SameDiceModel, screen: SameDiceScreen) -> Result:
    text = table_or_result_link(model, screen)
    effects: list[Effect] = [GenerateQrCode(text)] if text else []
    return replace(model, screen=replace(screen, qr_text=text, code=None)), effects


def on_qr_code_generated(model: SameDiceModel, message: QrCodeGenerated) -> Result | None:
    """Show a generated QR code; return None if the code encodes a different text."""
    screen = model.screen
    if message.text != screen.qr_text:
        return None
    return replace(model, screen=replace(screen, code=message)), []


CHOICES: dict[str, ControlHandler[SameDiceScreen]] = {
    "same-new": _show_lobby_of_new_code,
    "same-variant": _choose_variant,
    "same-players": _choose_player_count,
    "same-code": _show_lobby_of_typed_code,
    "same-seat": _choose_seat,
    "same-name": _choose_name,
    "sit": _start_game,
    "same-other": _return_to_other_game,
    "same-share": _share_link,
    "same-copy": _copy_link,
    "copied": _show_copied,
    "same-qr": _toggle_qr_code,
}
"""Actions of the lobby, by the first word of their `data-action`."""
