"""View of a finished same-dice game: this player's sheet code, all points, and discrepancies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.same_dice.sheet_audit import find_discrepancies
from qwixx.ui.parts.controls import ENTRY, button, icon_button, text_field
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.results import results_table
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.same_dice import texts as same_texts
from qwixx.ui.screens.same_dice.lobby_view import share_controls
from qwixx.ui.screens.same_dice.sheet import same_dice_sheet
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.same_dice.game import SameDice
    from qwixx.ui.model import Model
    from qwixx.ui.screens.same_dice.model import SameDiceScreen
    from qwixx.ui.texts.languages import Texts


def result_view(model: Model, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return the result, as far as it is known on this phone."""
    _ = texts_of(model)
    text = same_texts.announcement_text(_, screen)
    return h(
        "main",
        {"class": "same-dice-result", "tabindex": "-1"},
        _own_result(model, screen, game),
        h(
            "section",
            {"class": "card table-card"},
            h("h2", None, same_texts.winners_or_missing_text(_, game)),
            h("p", {"class": "visually-hidden", "role": "status", "data-status": True}, text),
            _points_table(_, game),
            None if screen.is_read_only else _other_sheet_code_fields(_, screen, game),
            _discrepancy_list(_, game),
        ),
        same_dice_sheet(_, screen, game),
        None
        if screen.is_read_only
        else h(
            "div",
            {"class": "controls"},
            icon_button("undo", _("Undo"), is_enabled=game.can_undo),
            button("same-again", _("Next game at this table"), "primary wide"),
            key="controls",
        ),
        key="same-dice-result",
    )


def _own_result(model: Model, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return this player's points and sheet code."""
    _ = texts_of(model)
    groups = [h("b", None, group) for group in game.sheet_code.split()]
    code = {"class": "code-groups", "dir": "ltr", "translate": "no", "data-end-code": ""}
    points = texts.points_number(game.state.sheet.points)
    return h(
        "section",
        {"class": "table-panel felt"},
        h("p", None, _("Your points")),
        h("strong", {"class": "own-points", "dir": "ltr"}, points),
        *(
            []
            if screen.is_read_only
            else [
                h("p", None, _("Read your result code to the others:")),
                h("p", code, *groups),
                share_controls(model, screen),
            ]
        ),
    )


def _points_table(_: Texts, game: SameDice) -> Node:
    """Return a table of the points of all known sheets."""
    sheets = {seat: sheet for seat, sheet in enumerate(game.sheets) if sheet is not None}
    names = {seat: same_texts.player_name(_, game, seat) for seat in sheets}
    return results_table(_, sheets, names, game.winners)


def _other_sheet_code_fields(_: Texts, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return, for each other player, a field for the sheet code or a button to re-enter it."""
    return h(
        "ul",
        {"class": "reported-sheets"},
        *(_other_sheet_code_field(_, screen, game, seat) for seat in _other_seats(game)),
    )


def _other_seats(game: SameDice) -> list[int]:
    return [seat for seat in range(game.setup.players) if seat != game.seat]


def _other_sheet_code_field(_: Texts, screen: SameDiceScreen, game: SameDice, seat: int) -> Node:
    name = same_texts.player_name(_, game, seat)
    label = _("{name}’s result: code or link").format(name=texts.isolated(_, name))
    if game.reported_sheets[seat] is not None:
        label = _("Re-enter {name}’s result").format(name=texts.isolated(_, name))
        parts: list[Node | None] = [
            untranslated(name, "name"),
            icon_button(f"same-forget:{seat}", label),
        ]
    else:
        wrong = screen.status.kind == "fault" and screen.status.seat in (seat, -1)
        error_id = f"same-fault-{seat}" if wrong else ""
        parts = [
            text_field(
                f"same-result:{seat}",
                label,
                "",
                _("{name}: …").format(name=name),
                error_id=error_id,
                attributes=ENTRY,
            ),
            h(
                "p",
                {"class": "error", "role": "alert", "id": error_id},
                same_texts.code_error_text(_, screen.status),
            )
            if wrong
            else None,
        ]
    is_reported = game.reported_sheets[seat] is not None
    return h(
        "li",
        {"data-heard": is_reported},
        seat_token("person", seat),
        *parts,
        key=f"{game.id} {seat} {is_reported}",
    )


def _discrepancy_list(_: Texts, game: SameDice) -> Node | None:
    """Return the list of discrepancies, or None; the list is for information only."""
    found = find_discrepancies(game)
    if not found:
        return None
    return h(
        "div",
        {"class": "discrepancies", "role": "note"},
        h("b", None, _("Something doesn’t add up:")),
        h(
            "ul",
            None,
            *(h("li", None, same_texts.discrepancy_text(_, game, one)) for one in found),
        ),
    )
