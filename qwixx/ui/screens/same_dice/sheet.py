"""View of this phone's sheet in a same-dice game, with the legal cells marked."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import Offer, SheetLook
from qwixx.ui.parts.sheet.offers import offer
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.sheet.sums import points_by_crosses_table, sum_line
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.game_texts import dice_pair_text

if TYPE_CHECKING:
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.same_dice.phone_state import PhoneState
    from qwixx.rules.moves import Mark
    from qwixx.ui.screens.same_dice.model import SameDiceScreen
    from qwixx.ui.texts.languages import Texts


def same_dice_sheet(_: Texts, screen: SameDiceScreen, game: SameDice) -> Node:
    """Return this phone's sheet."""
    sheet, seat = game.state.sheet, game.seat
    focus = screen.focus or game.setup.variant.marks[0][0]
    return h(
        "section",
        {
            "class": "sheet large",
            "data-player": str(seat),
            "aria-label": texts.sheet_name(_, "", sheet, yours=True),
        },
        untranslated(game.names[seat], "name visually-hidden"),
        h(
            "div",
            {"class": "rows", "dir": "ltr"},
            *sheet_rows(_, sheet, _look(game, focus.code)),
        ),
        extras_below_rows(_, sheet),
        sum_line(_, sheet, seat),
        points_by_crosses_table(_, sheet.variant),
        key=f"sheet {game.id}",
    )


def _look(game: SameDice, tab_stop: str) -> SheetLook:
    """Return the sheet's look; marks of this turn are pending, because a tap undoes them."""
    state = game.state
    own = (state.sheet.locked(row) for row in range(len(state.closed_now)))
    closed_rows = zip(state.closed_at_turn_start, own, strict=True)
    return SheetLook(
        tuple(is_closed and not is_own for is_closed, is_own in closed_rows),
        state.closed_now,
        offers=_offers(state),
        pending=() if state.is_finished else state.marks_this_turn,
        last_marks=game.own_marks[-1:],
        written=game.own_marks[-1:],
        tab_stop=tab_stop,
        lock_action="lock",
    )


@lru_cache(maxsize=4)
def _offers(state: PhoneState) -> tuple[Offer, ...]:
    """Return the legal cells."""
    return tuple(_offer(state, mark) for mark in state.legal_marks())


def _offer(state: PhoneState, mark: Mark) -> Offer:
    """Return the offer of a legal cell."""
    sheet, is_white = state.sheet, state.fits_white_step(mark)
    return offer(
        sheet,
        mark,
        "now",
        _dice_text(state, mark),
        closed=state.closed_at_turn_start if is_white or sheet.pending else state.closed_now,
        white_sum=state.roll.white_sum if state.roll and is_white else None,
    )


def _dice_text(state: PhoneState, mark: Mark) -> str:
    """Return the dice of a mark of the color step; "" for one of the white step."""
    if state.roll is None or state.sheet.pending or state.fits_white_step(mark):
        return ""
    return dice_pair_text(state.sheet, state.roll, mark)
