"""The end of a game, as nodes: result, win probabilities, and next steps."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

from qwixx.ui.parts.chart import win_chance_chart
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.chips import tile
from qwixx.ui.parts.sheet.sums import point_parts
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.coaching import has_coach_for
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.texts import game_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import move_name, unsigned_change_text
from qwixx.ui.texts.dates import end_of_day_text
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.coach import Decided
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import Outcome
    from qwixx.ui.model import Model


def result_view(
    model: Model, outcome: Outcome, dice_verdict: Node | None, more_actions: tuple[Node, ...] = ()
) -> Node:
    """Return the result of the game.

    Args:
        model: the model.
        outcome: the outcome of the game.
        dice_verdict: the verdict on its dice, or None.
        more_actions: buttons of the board's owner.
    """
    _, board = texts_of(model), model.board
    game, scores = board.game, outcome.scores
    ranking = sorted(range(game.state.players), key=lambda player: -scores[player])
    behind = game_texts.losing_margin_text(_, outcome, model.sole_local_person)
    reason = game_texts.end_reason_text(
        _, game.state, outcome, game.names, model.sole_local_person
    )
    scale = Scale.fitting(game.state.sheets)
    return h(
        "section",
        {"class": "game-result", "aria-label": _("Result")},
        h(
            "div",
            {
                "class": "result-banner won"
                if _is_won_by_person(model, outcome)
                else "result-banner"
            },
            h(
                "h2",
                {"tabindex": "-1"},
                game_texts.winner_text(_, game, outcome, model.sole_local_person),
            ),
            h("p", None, reason, f" {behind}" if behind else None),
            h("p", None, end_of_day_text(_, board.policy.day.date, model.session))
            if board.policy.day.date
            else None,
            dice_verdict,
            h(
                "ol",
                {"class": "podium", "aria-hidden": "true"},  # the ranking below says the same
                *(
                    h(
                        "li",
                        {"data-winner": player in outcome.winners},
                        seat_token(board.seats[player].kind, player),
                        untranslated(game.names[player], "name"),
                        h(
                            "strong",
                            {"class": "tally"},
                            *_tallies(game.state.sheets[player]),
                            texts.points_number(scores[player]),
                        ),
                    )
                    for player in ranking
                ),
            ),
        ),
        h(
            "ol",
            {"class": "ranking"},
            *(
                h(
                    "li",
                    {"data-winner": player in outcome.winners},
                    seat_token(board.seats[player].kind, player),
                    untranslated(game.names[player], "name"),
                    h(
                        "span",
                        {"class": "visually-hidden", "dir": "ltr"},
                        _spoken_points_sum(game.state.sheets[player]),
                    ),
                    _points_bar(game.state.sheets[player], scale),
                    h(
                        "strong",
                        {"class": "total", "aria-hidden": "true"},
                        texts.points_number(scores[player]),
                    ),
                )
                for player in ranking
            ),
        ),
        h(
            "div",
            {"class": "actions"},
            button("replay", _("Replay")),
            _share_button(model) if model.session.address and not board.policy.day.date else None,
            *more_actions,
        )
        if offers_control(model, "replay")
        else None,
        _chart_and_decisions(model),  # last: long decisions enlarge it, and move what is below
    )


def end_controls(model: Model) -> Node:
    """Return the controls of a finished game."""
    _ = texts_of(model)
    return h(
        "div",
        {"class": "controls"},
        button("new-game", _("New game")),
        _large_share_button(model)
        if model.board.policy.day.date
        else button("rematch", _("Rematch"), "primary wide"),
        button("review", _("Review")) if has_coach_for(model.board.game) else None,
    )


def _large_share_button(model: Model) -> Node:
    """Return the large button of a finished daily game, which has no rematch."""
    _ = texts_of(model)
    if not model.session.address:
        return button("home", _("Start screen"), "primary wide")
    return _share_button(model, "primary wide")


def _share_button(model: Model, css_class: str = "") -> Node:
    """Return the button that opens the system's share dialog, or else the page's own."""
    _ = texts_of(model)
    is_direct = model.session.can_share and offers_control(model, "send-result")
    return button("send-result" if is_direct else "share", _("Share"), css_class)


def _chart_and_decisions(model: Model) -> Node | None:
    """Return the chart of win probabilities, with the best and worst decisions.

    Placeholders reserve space for the decisions until the review is complete, so that nothing
    moves. Return None if no review has been requested.
    """
    _, board = texts_of(model), model.board
    review = board.review
    if review is None and board.review_progress is None and not board.waits:
        return None
    best = review.best_decision(model.local_people) if review else None
    worst = review.worst_decision(model.local_people) if review else None
    awaited = review is None and bool(model.local_people)
    return h(
        "div",
        {"class": "game-facts"},
        win_chance_chart(
            _,
            board.game.names,
            review,
            best=best,
            worst=worst,
            bright=_highlighted_players(model),
        ),
        _decision_button(model, "good", best)
        if best
        else _decision_placeholder("good")
        if awaited
        else None,
        _decision_button(model, "bad", worst)
        if worst
        else _decision_placeholder("bad")
        if awaited
        else None,
        key="facts",
    )


def _highlighted_players(model: Model) -> set[int]:
    """Return the players whose lines in the chart stand out: local people and the winners."""
    outcome = model.board.game.furthest.outcome()
    return {*model.local_people, *(outcome.winners if outcome else ())}


def _decision_placeholder(kind: Literal["good", "bad"]) -> Node:
    """Return the placeholder for a decision while the review is incomplete."""
    return h(
        "div", {"class": f"decision {kind} placeholder", "aria-hidden": "true"}, key=f"no {kind}"
    )


def _decision_button(model: Model, kind: Literal["good", "bad"], decided: Decided) -> Node:
    """Return the best or worst decision, as a button if the screen can jump to its position."""
    _, variant = texts_of(model), model.board.game.variant
    if len(model.local_people) > 1:
        title = _("{name}: best decision") if kind == "good" else _("{name}: costliest decision")
    else:
        title = _("This helped you the most") if kind == "good" else _("This cost you the most")
    name = texts.isolated(_, model.board.game.names[decided.player])
    if kind == "good":
        text = _("Turn {number}: {move}. Win chance up {gain}.")
    else:
        text = _("Turn {number}: {move}. Win chance down {cost}.")
    jumps: dict[str, str] = {}
    if offers_control(model, "jump"):
        jumps = {"type": "button", "data-action": f"jump:{decided.event}"}
    return h(
        "button" if jumps else "div",
        {"class": f"decision {kind}", **jumps},
        tile(variant, decided.move),
        h("b", None, title.format(name=name)),
        h(
            "span",
            None,
            text.format(
                number=decided.turn + 1,
                move=move_name(_, variant, decided.move),
                gain=unsigned_change_text(_, decided.gain),
                cost=unsigned_change_text(_, decided.cost),
            ),
        ),
        key=kind,
    )


def _spoken_points_sum(sheet: Sheet) -> str:
    """Return a sheet's points as a sum, for screen readers."""
    rows = " + ".join(str(points) for _kind, points in point_parts(sheet))
    return f"{rows} − {sheet.penalty_points} = {texts.points_number(sheet.points)}"


def _tallies(sheet: Sheet) -> list[Node]:
    """Return the points after each row, which are shown one after another as the bars grow."""
    parts = point_parts(sheet)
    totals = accumulate(points for _kind, points in parts)
    return [
        h("i", {"class": kind, "aria-hidden": "true"}, str(total))
        for (kind, _points), total in zip(parts, totals, strict=True)
    ]


def _points_of_all_parts(sheet: Sheet) -> int:
    return sum(points for _kind, points in point_parts(sheet))


class Scale(NamedTuple):
    """The common scale of all players' bars, in points.

    Args:
        lost: the most points that a player lost to penalties, left of zero.
        gained: the most points that a player scored in all rows, right of zero; at least 1.
    """

    lost: int
    gained: int

    @classmethod
    def fitting(cls, sheets: Sequence[Sheet]) -> Scale:
        """Return a scale on which all bars fit."""
        lost = max(sheet.penalty_points for sheet in sheets)
        return cls(lost, max(1, *map(_points_of_all_parts, sheets)))


def _points_bar(sheet: Sheet, scale: Scale) -> Node:
    """Return a bar of a player's points: a part for each row, and penalties left of zero."""
    lost = sheet.penalty_points
    shown = _bar_part("lost", -lost, lost, f"−{lost}", scale)
    begin = 0
    for kind, points in point_parts(sheet):
        shown += _bar_part(kind, begin, points, str(points), scale)
        begin += points
    if scale.lost:
        at = f"{100 * scale.lost / (scale.lost + scale.gained):.2f}%"
        shown.append(h("line", {"class": "zero", "x1": at, "x2": at, "y2": "100%"}))
    return h("svg", {"class": "bars", "aria-hidden": "true"}, *shown)


def _bar_part(
    css_class: str, start_points: int, points: int, label: str, scale: Scale
) -> list[Node]:
    """Return the nodes of a part of a bar, without a label that does not fit; [] for 0 points.

    Args:
        css_class: CSS class of the part.
        start_points: start of the part, in points from zero.
        points: length of the part, in points.
        label: label of the part.
        scale: the scale of all bars.
    """
    if not points:
        return []
    most = scale.lost + scale.gained
    start, width = 100 * (scale.lost + start_points) / most, 100 * points / most
    part = {"class": f"bar-part {css_class}", "x": f"{start:.2f}%", "width": f"{width:.2f}%"}
    shown = [h("rect", {**part, "height": "100%"})]
    if css_class == "lost":
        ends = {"x1": f"{start:.2f}%", "x2": f"{start + width:.2f}%", "y1": "50%", "y2": "50%"}
        shown.append(h("line", {"class": "hatch", **ends}))
    if width > 3.5 * len(label) + 1:
        shown.append(
            h("text", {"class": css_class, "x": f"{start + width / 2:.2f}%", "y": "50%"}, label)
        )
    return shown


def _is_won_by_person(model: Model, outcome: Outcome) -> bool:
    return not {*outcome.winners}.isdisjoint(model.local_people)
