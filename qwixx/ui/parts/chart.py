"""The chart of win probabilities over the turns of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from qwixx.coach import Decided, Review
    from qwixx.ui.texts.languages import Texts

WIDTH, HEIGHT = 300, 96
"""Size of the chart, in units of its view box."""
GOOD, BAD = "m-3.5 0 2.5 2.5 4.5-5", "m-2.5-2.5 5 5m0-5-5 5"
"""SVG paths of a check mark and a cross, around the origin."""
DISC = "h0"
"""SVG path of the dot behind each sign, as wide as its stroke."""
SCALE = (1, 0.5, 0)
"""Probabilities marked by grid lines, from the top."""


def win_chance_chart(
    _: Texts,
    names: Sequence[str],
    review: Review | None,
    *,
    best: Decided | None = None,
    worst: Decided | None = None,
    bright: Container[int],
) -> Node:
    """Return the chart of win probabilities; without a review, an empty chart of the same size.

    Args:
        _: the texts of the language.
        names: player names.
        review: the review, or None.
        best: the decision that gets a check mark, or None.
        worst: the decision that gets a cross, or None.
        bright: indexes of the players whose lines stand out.
    """
    title = _("Win chances, turn by turn")
    moments = review.moments if review else ()
    last = max(len(moments) - 1, 1)

    def at(turn: int, player: int) -> str:
        return f"{turn * WIDTH / last:.1f},{HEIGHT * (1 - moments[turn].chances[player]):.1f}"

    # The lines that stand out are drawn last, over the others.
    players = sorted(range(len(names)), key=lambda player: player in bright)
    lines = [
        h(
            "polyline",
            {
                "class": _line_classes(player, bright),
                "points": " ".join(at(turn, player) for turn in range(len(moments))),
            },
        )
        for player in players
        if moments
    ]
    signs = [
        h("path", {"class": f"chart-marker {kind}", "d": f"M{at(one.turn, one.player)}{stroke}"})
        for kind, shape, one in (("good", GOOD, best), ("bad", BAD, worst))
        if one
        for stroke in (DISC, shape)
    ]
    return h(
        "figure",
        {"class": "chart"},
        h("figcaption", None, title),
        h(
            "div",
            {"class": "scale", "dir": "ltr", "aria-hidden": "true"},
            *(h("span", None, texts.whole_percent_text(_, chance)) for chance in SCALE),
        ),
        h(
            "svg",
            {
                "viewBox": f"-8 -8 {WIDTH + 16} {HEIGHT + 16}",
                "role": "img",
                "aria-label": title,
            },
            *(h("path", {"class": "grid", "d": f"M0 {HEIGHT * y:.0f}H{WIDTH}"}) for y in SCALE),
            *lines,
            *signs,
        ),
        h(
            "ul",
            {"class": "legend"},
            *(
                _line_legend(_line_classes(player, bright), name)
                for player, name in enumerate(names)
            ),
        ),
    )


def _line_classes(player: int, bright: Container[int]) -> str:
    """Return the CSS classes of a player's line."""
    return f"line line-{player + 1}{'' if player in bright else ' faint'}"


def _line_legend(css_classes: str, name: str) -> Node:
    """Return the legend entry of a line."""
    line = {"class": css_classes, "points": "0,3 30,3"}
    return h(
        "li",
        None,
        h("svg", {"viewBox": "0 0 30 6", "aria-hidden": "true"}, h("polyline", line)),
        untranslated(name),
    )
