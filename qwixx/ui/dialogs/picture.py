"""A player's sheet as a square picture for sharing; the browser converts it to PNG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.moves import Color
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.rules.sheet import Sheet

SIZE = 1080
"""Width and height of the picture."""
_MARGIN, _SHEET_TOP, _BAND, _PITCH, _POINTS = 64, 206, 108, 120, 170
_LEFT, _RIGHT = 58, SIZE - 58
"""Left and right edge of the rows."""
_ROWS_HEIGHT = 4 * _PITCH
_BONUS_SHARE, _EXTRA_SHARE = 0.7, 0.35
"""Heights of a bonus row, and of the line of extra points, as shares of a row's height."""
_INK, _PAPER, _SOFT, _GOLD = "#1b2140", "#fffdf8", "#cbd1ec", "#f2b20c"
_BANDS = {
    Color.RED: ("#d42f3a", "#fde6e4", "#96131f", "#fff"),
    Color.YELLOW: ("#f2b20c", "#fff2cc", "#6a4700", "#1b2140"),
    Color.GREEN: ("#14864c", "#ddf4e4", "#0a5530", "#fff"),
    Color.BLUE: ("#2a63d4", "#e1ebff", "#173f94", "#fff"),
}
"""Colors of each row: band, boxes, numbers, and points, as in colors.css."""
_MIXED_BAND = "#56607f"
"""Band of a bonus row, and of a row of several colors."""
STROKES = {
    "down-stroke-1": "11 12 18 9 25 13 45 38 67 62 90 84 90 90 84 90 58 70 33 46 11 20 10 16",
    "up-stroke-1": "89 9 92 14 89 21 65 42 42 66 21 91 15 92 13 87 32 59 56 32 82 9 86 8",
    "down-stroke-2": "14 15 22 13 29 18 46 42 65 64 87 80 87 86 81 87 54 70 32 48 13 23 12 19",
    "up-stroke-2": "85 6 90 10 88 17 70 42 48 67 26 92 20 92 19 87 37 58 56 31 78 8 82 6",
}
"""Strokes of the pen, as coordinates in percent, by their names in colors.css."""
_CROSSES = (
    ("down-stroke-1", "up-stroke-1"),
    ("down-stroke-2", "up-stroke-1"),
    ("down-stroke-1", "up-stroke-2"),
)
_LOCK = (
    "M24 44V33a26 26 0 0 1 52 0v11q7 4 7 11v24q-3 11-11 11H27Q17 86 17 79V55q0-7 7-11Z"
    "M35 44V33a15 15 0 0 1 30 0v11Z"
)


class Poster(NamedTuple):
    """The contents of a picture.

    Args:
        sheet: the player's sheet.
        has_numbers: whether it shows which numbers are crossed out; if not, only how many.
        title: name of the variant or of the daily game.
        day: day of the game, as text; "" if unknown.
        owner: name of the player; "" for none.
        note: another line about the player; "" for none.
        others: names and points of the other players; "" for none.
        address: address of the page, without its scheme; "" for none.
        is_rtl: whether the texts are written from right to left.
        label: the picture in words, for screen readers.
    """

    sheet: Sheet
    has_numbers: bool
    title: str
    day: str
    owner: str
    note: str
    others: str
    address: str
    is_rtl: bool
    label: str


def poster_view(poster: Poster) -> Node:
    """Return a picture as an SVG node."""
    start, end = (SIZE - _MARGIN, _MARGIN) if poster.is_rtl else (_MARGIN, SIZE - _MARGIN)
    points = texts.points_number(poster.sheet.points).strip("\u2066\u2069")
    lines = [
        _Line(start, 148, 92, _PAPER, "Qwixx", weight=800),
        _Line(end, 96, 36, _SOFT, poster.title, anchor="end"),
        _Line(end, 144, 36, _SOFT, poster.day, anchor="end"),
        _Line(start, 850, 40, _SOFT, poster.owner, width=560),
        _Line(start, 1012, 210, _PAPER, points, weight=800),
        _Line(end, 902, 42, _GOLD, poster.note, anchor="end", weight=700, width=620),
        _Line(end, 962, 36, _SOFT, poster.others, anchor="end", width=560),
        _Line(end, 1016, 28, _SOFT, poster.address, anchor="end", width=560),
    ]
    return h(
        "svg",
        {
            "viewBox": f"0 0 {SIZE} {SIZE}",
            "class": "poster",
            "role": "img",
            "aria-label": poster.label,
            "direction": "rtl" if poster.is_rtl else "ltr",
            "font-family": "Rubik, system-ui, sans-serif",
        },
        h("rect", {"width": SIZE, "height": SIZE, "fill": "#1e2548"}),
        h("path", {"d": f"M0 0H{SIZE}V120Q540 420 0 120Z", "fill": "#36427a", "opacity": "0.55"}),
        h("g", {"transform": "rotate(-4 540 460)", "direction": "ltr"}, *_sheet(poster)),
        *(line.node for line in lines if line.text),
    )


def svg_text(node: Node, *, is_root: bool = True) -> str:
    """Return an SVG node as a document, at its whole size."""
    attributes = dict(node.attributes)
    if is_root:
        attributes |= {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": str(SIZE),
            "height": str(SIZE),
        }
    content = "".join(
        escape(child, quote=False) if isinstance(child, str) else svg_text(child, is_root=False)
        for child in node.children
    )
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{node.tag}{written}>{content}</{node.tag}>"


class _Line(NamedTuple):
    """A line of text.

    Args:
        x: its start, middle, or end.
        y: its baseline.
        size: its font size.
        fill: its color.
        text: the text.
        anchor: which part of it is at `x`: "start", "middle", or "end".
        weight: its font weight.
        width: the width that a longer text is reduced to, roughly; 0 for any.
    """

    x: float
    y: float
    size: float
    fill: str
    text: str
    anchor: str = "start"
    weight: int = 500
    width: float = 0

    @property
    def node(self) -> Node:
        """The line as a node."""
        fitting = self.size
        if self.width:
            fitting = min(self.size, self.width / (0.56 * max(len(self.text), 1)))
        return h(
            "text",
            {
                "x": f"{self.x:.1f}",
                "y": f"{self.y:.1f}",
                "font-size": f"{fitting:.1f}",
                "font-weight": self.weight,
                "fill": self.fill,
                "text-anchor": self.anchor,
            },
            self.text,
        )


def _box(x: float, y: float, width: float, height: float, radius: int, fill: str) -> Node:
    return h(
        "rect",
        {
            "x": f"{x:.1f}",
            "y": f"{y:.1f}",
            "width": f"{width:.1f}",
            "height": f"{height:.1f}",
            "rx": radius,
            "fill": fill,
        },
    )


def _sheet(poster: Poster) -> Iterator[Node]:
    """Yield the sheet: its paper, its rows, and points that come from no row."""
    variant = poster.sheet.variant
    rows, has_extra = variant.row_order, bool(variant.tables.points)
    shares = [1.0 if row < len(variant.rows) else _BONUS_SHARE for row in rows]
    pitch = _ROWS_HEIGHT / (sum(shares) + _EXTRA_SHARE * has_extra)
    height = _ROWS_HEIGHT + 36
    yield h("g", {"opacity": "0.45"}, _box(26, _SHEET_TOP + 8, SIZE - 52, height, 44, "#0b0e20"))
    yield _box(34, _SHEET_TOP - 4, SIZE - 68, height, 40, _PAPER)
    top = _SHEET_TOP + 20.0
    for row, share in zip(rows, shares, strict=True):
        yield from _row(poster, row, top, share * pitch / _PITCH)
        top += share * pitch
    if has_extra:
        extra = f"+{poster.sheet.extra_points}"
        yield _Line(_RIGHT - 24, top + 26, 34, _INK, extra, anchor="end", weight=800).node


def _row(poster: Poster, row: int, top: float, scale: float) -> Iterator[Node]:
    """Yield a row: its band, its boxes, its lock if it is crossed out, and its points.

    Args:
        poster: the picture.
        row: index of the row, bonus rows last.
        top: upper edge of the row.
        scale: height of the row, as a multiple of `_PITCH`.
    """
    sheet, variant = poster.sheet, poster.sheet.variant
    is_bonus = row >= len(variant.rows)
    marks, (once, twice) = variant.marks[row], _crossed_places(poster, row)
    is_mixed = is_bonus or bool(variant.rows[row].dice)
    width, band = (_RIGHT - _LEFT - _POINTS - 12) / len(marks), _BAND * scale
    fill = _MIXED_BAND if is_mixed else _BANDS[Color(row)][0]
    yield _box(_LEFT, top, _RIGHT - _LEFT, band, 20, fill)
    for place, mark in enumerate(marks):
        left, is_crossed = _LEFT + 12 + place * width, place in once
        is_skipped = not is_crossed and place < max(once, default=0)
        parts = [_box(left, top + band / 9, width - 6, band * 7 / 9, 12, _PAPER)]
        ink = _INK
        if not is_bonus:
            edge, tile, ink, _on = _BANDS[variant.color_of(mark)]
            attributes = {**parts[0].attributes, "fill": tile}
            parts = [
                h("rect", attributes | ({"stroke": edge, "stroke-width": "5"} if is_mixed else {}))
            ]
        middle = left + width / 2 - 3
        if poster.has_numbers:
            large = min(36 * scale, width / 2)
            size, base = (20, 34) if is_crossed else (large / scale, 67)
            at, number = top + base * scale, str(mark.number)
            text = _Line(middle, at, size * scale, ink, number, anchor="middle", weight=700)
            parts.append(text.node)
        yield h("g", {"opacity": "0.5"}, *parts) if is_skipped else h("g", None, *parts)
        if is_crossed:
            side = min(width - 4, 66 * scale) * (0.55 if place in twice else 1)
            below = top + (69 * scale if poster.has_numbers else band / 2) - side / 2
            shifts = (-0.5, 0.5) if place in twice else (0,)
            for cross, shift in enumerate(shifts):
                x = middle + (shift - 0.5) * side
                yield _cross(x, below, side, place + row + cross)
    if is_bonus:
        return
    on = _BANDS[Color(row)][3] if not is_mixed else "#fff"
    if sheet.locked(row) and poster.has_numbers:
        at_lock = f"translate({_RIGHT - _POINTS - 4} {top + 30 * scale:.1f})"
        lock = {"d": _LOCK, "fill": on, "fill-rule": "evenodd"}
        yield h("path", {**lock, "transform": f"{at_lock} scale({0.5 * scale:.3f})"})
    points = str(sheet.row_points(row))
    at, size = top + 72 * scale, 50 * scale
    yield _Line(_RIGHT - 24, at, size, on, points, anchor="end", weight=800).node


def _crossed_places(poster: Poster, row: int) -> tuple[set[int], set[int]]:
    """Return the places of a row with a cross, and those of them with a second one.

    Without numbers, the crosses are moved to the start of the row.
    """
    sheet = poster.sheet
    marks = sheet.variant.marks[row]
    if not poster.has_numbers:
        count = sheet.count(row)
        seconds = count - sheet.locked(row) - len(marks) if sheet.variant.second_marks(row) else 0
        return {*range(min(count, len(marks)))}, {*range(seconds)}
    once, twice = sheet.crossed(row), sheet.crossed_twice(row)
    places = {mark.number: place for place, mark in enumerate(marks)}
    return {places[number] for number in once}, {places[number] for number in twice}


def _cross(x: float, y: float, side: float, style: int) -> Node:
    """Return a cross of the pen in one of its styles, in a square with its corner at (x, y)."""
    place = {"fill": _INK, "transform": f"translate({x:.1f} {y:.1f}) scale({side / 100:.3f})"}
    strokes = (STROKES[name] for name in _CROSSES[style % len(_CROSSES)])
    return h("g", {"class": "cross"}, *(h("path", {"d": f"M{d}Z", **place}) for d in strokes))
