"""Charts for the statistics, each with a table for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.archive.statistics import BIN_POINTS
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import day_of_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from qwixx.games.archive.archived_game import ArchivedGame
    from qwixx.games.archive.statistics import Statistics
    from qwixx.ui.texts.languages import Texts

_ROOM = 96
"""Height of a chart, in SVG units."""
_LEAST_BINS = 7
"""Minimum number of bins in a histogram, so that a single game appears as a bar, not a block."""


def line_chart(
    _: Texts,
    caption: str,
    values_by_game: list[tuple[ArchivedGame, float]],
    format_value: Callable[[float], str],
) -> list[Node]:
    """Return a line chart of a value over games, with a table for screen readers.

    Return [] for fewer than two games.

    Args:
        language: language of the texts.
        caption: title of the table.
        values_by_game: games with their values, oldest first.
        format_value: formats a value as text.
    """
    if len(values_by_game) < 2:
        return []
    values = [value for _entry, value in values_by_game]
    high, low = max(*values, 0.01), min(*values, 0.0)
    points = " ".join(
        f"{300 * index / (len(values) - 1):.1f},{_ROOM * (high - value) / (high - low):.1f}"
        for index, value in enumerate(values)
    )
    zero = f"{_ROOM * high / (high - low):.1f}"
    rows = (
        h(
            "tr",
            None,
            h("th", {"scope": "row"}, day_of_game(_, entry)),
            h("td", None, format_value(value)),
        )
        for entry, value in values_by_game
    )
    days = (day_of_game(_, values_by_game[at][0]) for at in (0, -1))
    return [
        h(
            "div",
            {"class": "trend", "aria-hidden": "true"},
            h(
                "div",
                {"class": "scale"},
                *(h("span", None, format_value(value)) for value in (high, low)),
            ),
            h(
                "svg",
                {
                    "class": "trend-chart",
                    "viewBox": f"-6 -6 312 {_ROOM + 12}",
                    "preserveAspectRatio": "none",
                },
                h("path", {"class": "grid", "d": f"M0 0H300M0 {zero}H300M0 {_ROOM}H300"}),
                h("polyline", {"class": "line line-1", "points": points}),
            ),
            h("div", {"class": "trend-days"}, *(h("span", None, day) for day in days)),
        ),
        _screen_reader_table(caption, rows),
    ]


def points_histogram(_: Texts, statistics: Statistics) -> Node:
    """Return a histogram of points, with a table for screen readers."""
    bars = statistics.points_histogram()
    most = max(count for _begin, count in bars)
    more = max(0, _LEAST_BINS - len(bars))
    before = min(more // 2, max(0, bars[0].lowest_points // BIN_POINTS))
    first = bars[0].lowest_points - before * BIN_POINTS
    bins = range(first, first + (len(bars) + more) * BIN_POINTS, BIN_POINTS)
    width = 100 / len(bins)
    drawn = [
        h(
            "rect",
            {
                "x": f"{width * index + 0.6:.2f}%",
                "width": f"{width - 1.2:.2f}%",
                "y": f"{_ROOM * (1 - count / most):.1f}",
                "height": f"{_ROOM * count / most:.1f}",
                "rx": "3",
            },
        )
        for index, (_begin, count) in enumerate(bars, before)
    ]
    spans = [
        (f"\u2066{texts.points_number(begin)}…{texts.points_number(end)}\u2069", count)
        for begin, end, count in ((begin, begin + BIN_POINTS - 1, count) for begin, count in bars)
    ]
    return h(
        "section",
        {"class": "card"},
        h("h2", None, _("Points")),
        h("svg", {"class": "histogram", "aria-hidden": "true"}, *drawn),
        h(
            "div",
            {"class": "axis", "dir": "ltr", "aria-hidden": "true"},
            *(h("span", None, texts.points_number(begin)) for begin in bins),
        ),
        _screen_reader_table(
            _("Games by points"),
            (
                h("tr", None, h("th", {"scope": "row"}, span), h("td", None, str(count)))
                for span, count in spans
            ),
        ),
    )


def _screen_reader_table(caption: str, rows: Iterable[Node]) -> Node:
    """Return a chart's data as a table for screen readers.

    A wrapper hides the table, because a table cannot be narrower than its words.
    """
    table = h("table", None, h("caption", None, caption), h("tbody", None, *rows))
    return h("div", {"class": "visually-hidden"}, table)
