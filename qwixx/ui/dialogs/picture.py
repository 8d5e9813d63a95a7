"""The sheets of a game as an SVG image for sharing; the browser converts it to PNG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.sheet import Sheet

WIDTH = 720
"""Width of the image in pixels; its height depends on the number of players."""
_HEAD, _GAP, _ROW, _CELL = 56, 16, 34, 26
_BANDS = {
    Color.RED: ("#d42f3a", "#fde6e4", "#96131f"),
    Color.YELLOW: ("#f2b20c", "#fff2cc", "#6a4700"),
    Color.GREEN: ("#14864c", "#ddf4e4", "#0a5530"),
    Color.BLUE: ("#2a63d4", "#e1ebff", "#173f94"),
}
"""Colors of each row: band, cells, and numbers."""
_MIXED_BAND = "#56607f"
"""Band of a row of several colors."""
_MARKS = "\u2066\u2069"
_INK, _PAGE, _FONT = "#1b2140", "#efe7d8", "font-family='Rubik, system-ui, sans-serif'"


def sheets_svg(game: Game, names: list[str]) -> str:
    """Return all sheets of a game as SVG, highest score first.

    Args:
        game: the game.
        names: player names, in turn order.
    """
    scores = game.state.scores()
    ranking = sorted(range(len(names)), key=lambda player: -scores[player])
    each = _HEAD + len(Color) * _ROW + _GAP
    height = _GAP + each * len(names)
    shown = [
        _sheet_svg(game.state.sheets[player], names[player], _GAP + each * place)
        for place, player in enumerate(ranking)
    ]
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}'"
        f" viewBox='0 0 {WIDTH} {height}'>"
        f"<rect width='{WIDTH}' height='{height}' fill='{_PAGE}'/>{''.join(shown)}</svg>"
    )


def _sheet_svg(sheet: Sheet, name: str, top: int) -> str:
    points = texts.points_number(sheet.points).strip(_MARKS)
    heading = (
        f"<text x='{_GAP}' y='{top + 34}' {_FONT} font-size='26' font-weight='700'"
        f" fill='{_INK}'>{escape(name)}</text>"
        f"<text x='{WIDTH - _GAP}' y='{top + 36}' {_FONT} font-size='32' font-weight='800'"
        f" fill='{_INK}' text-anchor='end'>{points}</text>"
    )
    rows = (_row_svg(sheet, color, top + _HEAD + color * _ROW - 6) for color in Color)
    return heading + "".join(rows)


def _row_svg(sheet: Sheet, color: Color, top: int) -> str:
    spec, last = sheet.variant.rows[color], sheet.rows[color].bit_length()
    long = WIDTH - 2 * _GAP
    width = (long - 84) / len(spec.numbers)
    band = _MIXED_BAND if spec.dice else _BANDS[color][0]
    box = f"<rect x='{_GAP}' y='{top}' width='{long}' height='{_ROW - 3}' rx='7' fill='{band}'/>"
    drawn = [box]
    for place, value in enumerate(spec.numbers):
        crossed = sheet.rows[color] >> place & 1
        left = _GAP + 6 + place * width
        box_band, tile, number = _BANDS[spec.color_of(value)]
        faded = " opacity='0.45'" if not crossed and place < last else ""
        middle = left + width / 2 - 1
        drawn.append(
            f"<g{faded}><rect x='{left:.1f}' y='{top + 3}' width='{width - 3:.1f}'"
            f" height='{_CELL - 1}' rx='5' fill='{tile}'{_edge(box_band) if spec.dice else ''}/>"
            f"<text x='{middle:.1f}' y='{top + 21}' {_FONT} font-size='15' font-weight='700'"
            f" fill='{number}' text-anchor='middle'>{value}</text></g>"
        )
        if crossed:
            drawn.append(
                f"<path d='M{middle - 9:.1f} {top + 6}l18 20m0-20l-18 20' stroke='{_INK}'"
                " stroke-width='3.5' stroke-linecap='round'/>"
            )
    locked = "×" if sheet.locked(color) else ""
    drawn.append(
        f"<text x='{WIDTH - _GAP - 10}' y='{top + 22}' {_FONT} font-size='17' font-weight='700'"
        f" fill='#fff' text-anchor='end'>{locked} {sheet.row_points(color)}</text>"
    )
    return "".join(drawn)


def _edge(color: str) -> str:
    """Return the attributes of an edge that shows a box's own color."""
    return f" stroke='{color}' stroke-width='2.5'"
