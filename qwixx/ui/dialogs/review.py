"""Dialog: the review of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach.reasoning import reasons
from qwixx.rules.moves import Mark
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.chips import tile
from qwixx.ui.texts.coach import (
    choice_name,
    move_name,
    reasons_text,
    signed_change_without_percent,
    unsigned_change_text,
)
from qwixx.ui.texts.languages import texts_of
from qwixx.ui.texts.sentences import isolated, whole_percent_text

if TYPE_CHECKING:
    from qwixx.coach import Decided, Review
    from qwixx.games.game import Game
    from qwixx.rules.moves import Move
    from qwixx.ui.model import Model
    from qwixx.ui.texts.languages import Texts


def review_body(model: Model) -> list[Node]:
    """Return the review of the game, or a progress bar until it is complete.

    The chart of win probabilities is part of the game's result, not of this dialog.
    """
    _ = texts_of(model)
    board = model.board
    game, review = board.game, board.review
    if review is None:
        return [
            h("p", {"id": "reviewing"}, _("Reviewing the game…")),
            h(
                "progress",
                {"value": f"{board.review_progress or 0:.2f}", "aria-labelledby": "reviewing"},
            ),
        ]
    return [
        *_costliest_decisions(model, game, review),
        _luck_and_skill_table(_, game, review),
        _win_chance_table(_, game, review),
    ]


def _costliest_decisions(model: Model, game: Game, review: Review) -> list[Node]:
    """Return each person's costliest decisions, with the better moves and the reasons."""
    _ = texts_of(model)
    nodes: list[Node] = []
    for player, name in enumerate(game.names):
        if not model.is_person(player):
            continue
        costly = review.costliest_decisions(player)
        title = _("This cost you the most")
        if len(model.local_people) > 1:
            title = _("{name}: costliest decisions").format(name=isolated(_, name))
        nodes.append(h("h3", None, title))
        if not costly:
            nodes.append(h("p", None, _("No mistakes worth mentioning.")))
            continue
        nodes.append(
            h(
                "ol",
                {"class": "costly-decisions"},
                *(_decision_item(_, game, one) for one in costly),
            )
        )
    return nodes


def _decision_item(_: Texts, game: Game, decided: Decided) -> Node:
    state = game.states[decided.event].view(decided.player)
    sentences = reasons(
        state,
        decided.player,
        decided.better,
        decided.move,
        decided.then,
        decided.move_then,
    )
    decision = _("Turn {number}: {move}. Win chance down {cost}.").format(
        number=decided.turn + 1,
        move=move_name(_, state.variant, decided.move),
        cost=unsigned_change_text(_, decided.cost),
    )
    better = _("Better: {better}.").format(
        better=choice_name(_, state.variant, decided.better, decided.then)
    )
    return h(
        "li",
        None,
        h(
            "div",
            {"class": "decision bad"},
            tile(state.variant, decided.move),
            h("p", None, decision),
        ),
        h(
            "div",
            {"class": "decision good"},
            tile(state.variant, _first_mark_of_better_plan(decided), is_crossed=False),
            h(
                "p",
                None,
                h("b", None, better),
                " ",
                reasons_text(_, state.variant, sentences),
            ),
        ),
        button(f"jump:{decided.event}", _("Show this position"), "link"),
    )


def _first_mark_of_better_plan(decided: Decided) -> Move:
    """Return the first mark of the better plan; `PASS` if the plan has no marks."""
    if isinstance(decided.better, Mark) or decided.then is None:
        return decided.better
    return decided.then


def _luck_and_skill_table(_: Texts, game: Game, review: Review) -> Node:
    """Return a table of each player's luck and skill, with a note on the column "Rest"."""
    heads = (
        h("span", {"class": "visually-hidden"}, _("Player")),  # too wide for phones
        _("Start"),
        _("Dice"),
        _("Decisions"),
        # Translators: a column of a table: the effect of the other players on the chance to win.
        _("Others"),
        # Translators: a column of a table: the part that the other columns do not explain.
        _("Rest"),
        _("Result"),
    )
    title = _("Luck and skill: what changed the win chance, in %")
    table = h(
        "table",
        {"class": "numbers", "aria-label": title},
        h("thead", None, h("tr", None, *(h("th", {"scope": "col"}, head) for head in heads))),
        h(
            "tbody",
            None,
            *(
                h(
                    "tr",
                    None,
                    h("th", {"scope": "row"}, untranslated(name)),
                    h("td", None, whole_percent_text(_, account.start)),
                    h("td", None, signed_change_without_percent(account.luck)),
                    h("td", None, signed_change_without_percent(account.skill)),
                    h("td", None, signed_change_without_percent(account.others)),
                    h("td", None, signed_change_without_percent(account.misjudged)),
                    h("td", None, whole_percent_text(_, account.result)),
                )
                for name, account in zip(game.names, review.accounts, strict=True)
            ),
        ),
    )
    note = _("Rest: what the review couldn’t foresee, such as other players’ choices.")
    return h(
        "details", None, h("summary", None, title), table, h("p", {"class": "fine-print"}, note)
    )


def _win_chance_table(_: Texts, game: Game, review: Review) -> Node:
    """Return the chart's win probabilities as a table."""
    return h(
        "details",
        None,
        h("summary", None, _("Win chances, turn by turn")),
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
                    *(h("th", {"scope": "col"}, untranslated(name)) for name in game.names),
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
                        *(
                            h("td", None, whole_percent_text(_, chance))
                            for chance in moment.chances
                        ),
                    )
                    for number, moment in enumerate(review.moments)
                ),
            ),
        ),
    )
