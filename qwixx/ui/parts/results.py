"""The results table: the known sheets of a finished game, with the winners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.sums import point_parts
from qwixx.ui.parts.token import seat_token
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from qwixx.rules.sheet import Sheet
    from qwixx.ui.texts.languages import Texts


def results_table(
    _: Texts, sheets: Mapping[int, Sheet], names: Mapping[int, str], winners: Collection[int]
) -> Node:
    """Return a table with a row for each known sheet, the highest score first.

    Args:
        _: the texts of the language.
        sheets: sheets by seat.
        names: player names, by seat.
        winners: seats of the winners.
    """
    ranking = sorted(sheets, key=lambda seat: -sheets[seat].points)
    has_extra = any(sheet.variant.tables.points for sheet in sheets.values())
    return h(
        "table",
        {"class": "results"},
        h("caption", {"class": "visually-hidden"}, _("Result")),
        h(
            "thead",
            None,
            h(
                "tr",
                None,
                h("th", {"scope": "col"}, _("Player")),
                *(
                    h(
                        "th",
                        {"scope": "col", "class": row.name.lower(), "translate": "no"},
                        texts.color_letter(_, row),
                    )
                    for row in Color
                ),
                h("th", {"scope": "col"}, "+") if has_extra else None,
                h("th", {"scope": "col"}, "−"),
                h("th", {"scope": "col"}, _("Points")),
            ),
        ),
        h(
            "tbody",
            None,
            *(
                _result_row(seat, names[seat], sheets[seat], won=seat in winners)
                for seat in ranking
            ),
        ),
    )


def _result_row(seat: int, name: str, sheet: Sheet, *, won: bool) -> Node:
    cells = [*(points for _kind, points in point_parts(sheet)), sheet.penalty_points]
    return h(
        "tr",
        {"data-winner": won, "data-result": str(seat)},
        h("th", {"scope": "row"}, seat_token("person", seat), untranslated(name, "name")),
        *(h("td", None, str(points)) for points in cells),
        h("td", {"class": "total"}, untranslated(texts.points_number(sheet.points), dir="ltr")),
        key=str(seat),
    )
