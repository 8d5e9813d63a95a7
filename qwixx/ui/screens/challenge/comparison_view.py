"""View of the challenge screen after the game: the games side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import has_weights
from qwixx.ui.parts.controls import choice_of_few_or_many
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.results import results_table
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import SMALL, SheetLook, size_attributes
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.screens.challenge import comparison
from qwixx.ui.screens.challenge import texts as challenge_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import unsigned_change_text
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.written.challenge_link import Challenge
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.challenge.comparison import TurnOfPlayer
    from qwixx.ui.screens.challenge.games import Games
    from qwixx.ui.screens.challenge.model import ChallengeModel, ChallengeScreen
    from qwixx.ui.texts.languages import Texts

TELLING_COST = 0.005
"""The least win probability, lost in a turn, that is shown: it rounds to 1%."""


def comparison_section(model: ChallengeModel, games: Games) -> Node | None:
    """Return the points of all, and two games side by side; None while there is nothing."""
    if games.own is None or not games.others:
        return None
    _, screen = texts_of(model), model.screen
    shown = min(screen.shown, len(games.others) - 1)
    names = {0: _("You")}
    names |= {
        index + 1: challenge_texts.friend_name(_, games, index)
        for index in range(len(games.others))
    }
    people = [games.own, *games.others]
    sheets = {index: one.sheet for index, one in enumerate(people)}
    best = max(sheet.points for sheet in sheets.values())
    choices = [(str(index - 1), names[index]) for index in names if index]
    is_own = games.logged is not None and games.logged.is_own
    return h(
        "section",
        {"class": "card table-card comparison"},
        h("h2", None, challenge_texts.lead_text(_, games, shown))
        if is_own
        else h("h2", None, _("Side by side")),
        results_table(
            _,
            sheets,
            names,
            [index for index, sheet in sheets.items() if sheet.points == best],
        ),
        choice_of_few_or_many("challenge-with", _("Compare with"), choices, str(shown))
        if len(choices) > 1
        else None,
        h(
            "div",
            {"class": "compared-sheets", **size_attributes(games.own.game.variant)},
            _sheet(_, games.own, names[0], is_own=True),
            _sheet(_, games.others[shown], names[shown + 1], is_own=False),
        ),
        _turns_table(model, games.own, games.others[shown], names[shown + 1]),
        key="comparison",
    )


def _sheet(_: Texts, one: Challenge, name: str, *, is_own: bool) -> Node:
    """Return a final sheet."""
    sheet = one.sheet
    look = SheetLook(one.game.state.closed, shows=SMALL)
    return h(
        "section",
        {
            "class": "sheet small",
            "inert": True,
            "role": "img",
            "aria-label": texts.sheet_name(_, name, sheet, yours=is_own),
        },
        h(
            "div",
            {"class": "owner"},
            untranslated(name, "name"),
            h("strong", {"class": "total"}, texts.points_number(sheet.points)),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(_, sheet, look)),
        extras_below_rows(_, sheet),
    )


def _turns_table(model: ChallengeModel, own: Challenge, other: Challenge, name: str) -> Node:
    """Return both players' decisions, turn by turn, and what each gave away."""
    _, screen = texts_of(model), model.screen
    reviews = (screen.review_of(own.game), screen.review_of(other.game))
    turns = comparison.compare(own.game, other.game, own.seat)
    variant = own.game.variant
    return h(
        "div",
        {"class": "compared-turns"},
        h("p", {"class": "fine-print"}, _coach_note(_, screen, own, other)),
        h(
            "table",
            {"class": "decisions"},
            h("caption", {"class": "visually-hidden"}, _("Decisions, turn by turn")),
            h(
                "thead",
                None,
                h(
                    "tr",
                    None,
                    h("th", {"scope": "col"}, _("Turn")),
                    h("th", {"scope": "col"}, _("You")),
                    h("th", {"scope": "col"}, untranslated(name, "name")),
                ),
            ),
            h(
                "tbody",
                None,
                *(
                    h(
                        "tr",
                        {"data-differs": turn.differs},
                        h("th", {"scope": "row"}, str(turn.number)),
                        *(
                            _turn_cell(_, variant, one, one.cost(review) if one else 0)
                            for one, review in zip((turn.own, turn.other), reviews, strict=True)
                        ),
                        key=str(turn.number),
                    )
                    for turn in turns
                ),
            ),
            h(
                "tfoot",
                None,
                h(
                    "tr",
                    None,
                    h("th", {"scope": "row"}, _("Given away")),
                    *(
                        h(
                            "td",
                            None,
                            texts.whole_percent_text(
                                _, comparison.total_cost(one.game, one.seat, review)
                            )
                            if review
                            else "…",
                        )
                        for one, review in zip((own, other), reviews, strict=True)
                    ),
                ),
            )
            if any(reviews)
            else None,
        ),
    )


def _coach_note(_: Texts, screen: ChallengeScreen, own: Challenge, other: Challenge) -> str:
    """Return a note on the percentages, or on why there are none."""
    if screen.review_of(own.game) and screen.review_of(other.game):
        return _("In percent: the win chance that a decision gave away.")
    state = own.game.state
    if not has_weights(state.variant, state.players):
        return _("The decisions in this kind of game can’t be rated.")
    return _("Reviewing the game…") if screen.reviewing else ""


def _turn_cell(_: Texts, variant: Variant, turn: TurnOfPlayer | None, cost: float) -> Node:
    """Return a player's decisions in a turn, and what they gave away."""
    if turn is None:
        return h("td", {"class": "none"}, _("Over"))
    shown: list[Node] = [cell_chip(variant, mark) for mark in turn.marks]
    if turn.has_penalty:
        shown.append(h("span", {"class": "move-chip penalty-chip"}, f"−{variant.penalty_points}"))
    if not shown:
        shown.append(h("span", {"class": "none"}, "–"))
    if cost >= TELLING_COST:
        shown.append(h("small", {"class": "cost"}, unsigned_change_text(_, cost)))
    return h("td", None, *shown)
