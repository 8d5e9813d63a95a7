"""Somebody's sheet, large: what a tap on a small one shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet import points_table, row_of, sum_line
from qwixx.ui.texts.languages import translations
from qwixx.ui.texts.sentences import isolated

if TYPE_CHECKING:
    from qwixx.ui.model import Model


def title(model: Model) -> str:
    """Return whose sheet it is."""
    language = model.settings.language
    name = model.play.game.names[model.over.seat]
    return translations(language).gettext("{name}'s sheet").format(name=isolated(language, name))


def large_sheet(model: Model) -> list[Node]:
    """Return the sheet, and a way to the next one."""
    language, game = model.settings.language, model.play.game
    _ = translations(language).gettext
    seat, players = model.over.seat, game.state.players
    sheet = game.state.sheets[seat]
    rows = [
        row_of(language, sheet, row, closed=closed) for row, closed in enumerate(game.state.closed)
    ]
    # The game may go on behind: the one that was looked at may be the one that is shown.
    others = [(seat + step) % players for step in range(1, players)]
    following = next((other for other in others if other != model.play.shown), None)
    return [
        h(
            "div",
            {"class": "example"},
            h(
                "div",
                {"class": "sheet large", "inert": True},
                h("div", {"class": "rows", "dir": "ltr"}, *rows),
                sum_line(language, sheet),
                points_table(language, game.variant),
            ),
        ),
        *([] if following is None else [button(f"look:{following}", _("Next sheet"))]),
    ]
