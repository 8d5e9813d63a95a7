"""The coach, as nodes: hints in a game, and the review of one that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach import Kind, reasons
from qwixx.i18n import translations
from qwixx.ui.coach_texts import (
    move_name,
    points_of_percent,
    reason_text,
    signed_percent,
)
from qwixx.ui.controls import button
from qwixx.ui.html import Node, h
from qwixx.ui.texts import isolated, percent

if TYPE_CHECKING:
    from qwixx.coach import Decided, Review
    from qwixx.record import Game
    from qwixx.ui.model import Model

SHOWN = 3
"""How many moves a hint shows."""
SHORT = {Kind.SKIPS, Kind.PENALTY, Kind.ENDS}
"""What is said of moves that are not the best."""
WIDTH, HEIGHT = 300, 120
"""The chart's size, in units of its own."""


def hint_panel(model: Model) -> Node:
    """Return what may be done now, the best first, and why."""
    language = model.settings.language
    _ = translations(language).gettext
    return h(
        "section",
        {"class": "hint", "aria-label": _("Hint"), "tabindex": "-1"},
        h(
            "ol",
            None,
            *(
                h(
                    "li",
                    None,
                    h(
                        "p",
                        {"class": "advice"},
                        h("strong", None, move_name(language, advice.move)),
                        h("meter", {"value": f"{advice.chance:.3f}", "aria-hidden": "true"}),
                        h("span", None, percent(language, advice.chance)),
                    ),
                    h(
                        "p",
                        {"class": "news"},
                        " ".join(
                            reason_text(language, one)
                            for one in advice.reasons
                            if number == 0 or one.kind in SHORT
                        ),
                    ),
                )
                for number, advice in enumerate(model.hint[:SHOWN])
            ),
        ),
        h("p", {"class": "small"}, _("Percentages show your chance of winning.")),
        key="hint",
    )


def review_body(model: Model) -> list[Node]:
    """Return the review of the game; how far it is, until it is there."""
    language = model.settings.language
    _ = translations(language).gettext
    game, review = model.game, model.review
    if game is None or review is None:
        return [
            h("p", {"id": "reviewing"}, _("Reviewing the game…")),
            h("progress", {"value": f"{model.reviewed:.2f}", "aria-labelledby": "reviewing"}),
        ]
    return [
        _chart(language, game, review),
        *_costliest(model, game, review),
        _accounts(language, game, review),
        _table(language, game, review),
    ]


def _chart(language: str, game: Game, review: Review) -> Node:
    """Return each player's chance to win over the turns, drawn."""
    _ = translations(language).gettext
    last = max(len(review.moments) - 1, 1)
    lines = [
        h(
            "polyline",
            {
                "class": f"line line-{player}",
                "points": " ".join(
                    f"{index * WIDTH / last:.1f},{HEIGHT * (1 - moment.chances[player]):.1f}"
                    for index, moment in enumerate(review.moments)
                ),
            },
        )
        for player in range(game.state.players)
    ]
    legend = [
        h(
            "li",
            None,
            h(
                "svg",
                {"viewBox": "0 0 30 6", "class": "key", "aria-hidden": "true"},
                h("polyline", {"class": f"line line-{player}", "points": "0,3 30,3"}),
            ),
            h("bdi", None, name),
        )
        for player, name in enumerate(game.names)
    ]
    return h(
        "figure",
        {"class": "chart"},
        h("figcaption", None, _("Win chances, turn by turn")),
        h(
            "svg",
            {
                "viewBox": f"-2 -4 {WIDTH + 4} {HEIGHT + 8}",
                "role": "img",
                "aria-label": _("Win chances, turn by turn; see the table below for the numbers"),
            },
            *(
                h(
                    "polyline",
                    {"class": "grid", "points": f"0,{HEIGHT * part} {WIDTH},{HEIGHT * part}"},
                )
                for part in (0, 0.5, 1)
            ),
            *lines,
        ),
        h("ul", {"class": "legend"}, *legend),
    )


def _costliest(model: Model, game: Game, review: Review) -> list[Node]:
    """Return the costliest decisions of each person, with what was better and why."""
    language = model.settings.language
    _ = translations(language).gettext
    nodes: list[Node] = []
    for player, name in enumerate(game.names):
        if not model.is_person(player):
            continue
        costly = review.costliest(player)
        title = _("{name}: costliest decisions").format(name=isolated(language, name))
        nodes.append(h("h3", None, title))
        if not costly:
            nodes.append(h("p", None, _("No mistakes: every decision was the best one.")))
            continue
        nodes.append(
            h("ol", {"class": "costly"}, *(_decision(language, game, one) for one in costly))
        )
    return nodes


def _decision(language: str, game: Game, decided: Decided) -> Node:
    _ = translations(language).gettext
    state = game.states[decided.event].view(decided.player)
    why = reasons(state, decided.player, decided.better)
    return h(
        "li",
        None,
        h(
            "p",
            None,
            _("Turn {number}: {move}. Better: {better}. It cost {cost} percentage points.").format(
                number=decided.turn + 1,
                move=move_name(language, decided.move),
                better=move_name(language, decided.better),
                cost=points_of_percent(language, decided.cost),
            ),
        ),
        h("p", {"class": "news"}, " ".join(reason_text(language, reason) for reason in why)),
        button(f"jump:{decided.event}", _("Show this position"), "link"),
    )


def _accounts(language: str, game: Game, review: Review) -> Node:
    """Return luck against skill, as a table whose rows add up."""
    _ = translations(language).gettext
    heads = (
        h("span", {"class": "hidden"}, _("Player")),  # a phone has no room, and names say it
        _("Start"),
        _("Dice"),
        _("Decisions"),
        _("Opponents"),
        _("Result"),
    )
    return h(
        "table",
        {"class": "numbers"},
        h("caption", None, _("Luck and skill, in percentage points of win chance")),
        h("thead", None, h("tr", None, *(h("th", {"scope": "col"}, head) for head in heads))),
        h(
            "tbody",
            None,
            *(
                h(
                    "tr",
                    None,
                    h("th", {"scope": "row"}, h("bdi", None, name)),
                    h("td", None, percent(language, account.start)),
                    h("td", None, signed_percent(language, account.luck)),
                    h("td", None, signed_percent(language, account.skill)),
                    h("td", None, signed_percent(language, account.others)),
                    h("td", None, percent(language, account.result)),
                )
                for name, account in zip(game.names, review.accounts, strict=True)
            ),
        ),
    )


def _table(language: str, game: Game, review: Review) -> Node:
    """Return the numbers of the chart."""
    _ = translations(language).gettext
    return h(
        "details",
        None,
        h("summary", None, _("Show as a table")),
        h(
            "table",
            {"class": "numbers"},
            h(
                "thead",
                None,
                h(
                    "tr",
                    None,
                    h("th", {"scope": "col"}, _("Turn")),
                    *(h("th", {"scope": "col"}, h("bdi", None, name)) for name in game.names),
                ),
            ),
            h(
                "tbody",
                None,
                *(
                    h(
                        "tr",
                        None,
                        h("th", {"scope": "row"}, str(number + 1)),
                        *(h("td", None, percent(language, chance)) for chance in moment.chances),
                    )
                    for number, moment in enumerate(review.moments)
                ),
            ),
        ),
    )
