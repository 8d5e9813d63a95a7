"""Summary of a player's mistakes in a game, by kind, stored as JSON beside the archived game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.coach.advice import TELLING
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.coach.reviewing import Decided, Review
    from qwixx.games.game import Game

SKIP, PASS, PENALTY, LOCK, COLOR, SECOND, HASTE, ROW = KINDS = (
    *("skip", "pass", "penalty", "lock", "color", "second", "haste", "row"),
)
"""Kinds of mistakes.

In order: skipped numbers, a pass, a penalty, a missed lock, another mistake in the color step; and
in the white step, a mark without a second cross in the color step, a mark instead of a pass,
and a mark in the wrong row.
"""
MAX_WORST = 3
"""Maximum number of decisions in `MistakeSummary.worst`."""
MAX_EVENTS = 4096
"""Upper limit on the number of events in a game; no game reaches it."""
_MAX_CHANCE_SUM = 1000
"""Maximum absolute value of a sum of win probabilities; a game has about 100 decisions."""


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that lowered the player's win probability.

    Args:
        event_index: index of the decision in `Game.events`.
        cost: win probability lost.
        kind: one of `KINDS`.
    """

    event_index: int
    cost: float
    kind: str


@dataclass(frozen=True, slots=True)
class MistakeSummary:
    """A player's mistakes and luck in one game, as sums of win probabilities.

    A decision that costs less than `TELLING` is no mistake.

    Args:
        chance_lost: win probability lost through mistakes.
        luck: win probability gained from the dice; negative for bad luck.
        lost_by_kind: `chance_lost` by kind of mistake, in the order of `KINDS`.
        worst: the costliest decisions, worst first, at most `MAX_WORST`.
    """

    chance_lost: float
    luck: float
    lost_by_kind: tuple[float, ...]
    worst: tuple[CostlyDecision, ...]


def classify_mistake(game: Game, decided: Decided) -> str:
    """Return the kind of a mistake, one of `KINDS`."""
    state = game.states[decided.event]
    sheet, rows = state.sheets[decided.player], state.variant.rows
    move, better = decided.move, decided.better
    if isinstance(better, Mark):
        spec = rows[better.row]
        if spec.bits[better.number] & spec.locking_bits:
            return LOCK
    if state.phase is Phase.COLOR:
        return PENALTY if not isinstance(move, Mark) and state.penalty_due else COLOR
    if not isinstance(move, Mark):
        return PASS
    necessary = sheet.skips(better) if isinstance(better, Mark) else 0
    if sheet.skips(move) > necessary:
        return SKIP
    if not isinstance(better, Mark):
        return HASTE
    return SECOND if decided.then and not decided.move_then else ROW


def summarize_mistakes(game: Game, review: Review, player: int) -> MistakeSummary:
    """Summarize a player's mistakes in a reviewed game."""
    costly = [
        CostlyDecision(one.event, one.cost, classify_mistake(game, one))
        for one in review.decisions
        if one.player == player and one.cost >= TELLING
    ]
    worst = sorted(costly, key=lambda one: -one.cost)[:MAX_WORST]
    return MistakeSummary(
        chance_lost=sum(one.cost for one in costly),
        luck=review.accounts[player].luck,
        lost_by_kind=tuple(sum(one.cost for one in costly if one.kind == kind) for kind in KINDS),
        worst=tuple(worst),
    )


def write_mistakes(summary: MistakeSummary) -> str:
    """Return a summary as JSON, with numbers rounded to four decimals."""
    return json.dumps(
        {
            "lost": round(summary.chance_lost, 4),
            "luck": round(summary.luck, 4),
            "kinds": [round(part, 4) for part in summary.lost_by_kind],
            "worst": [
                [each.event_index, round(each.cost, 4), each.kind] for each in summary.worst
            ],
        },
        separators=(",", ":"),
    )


def parse_mistakes(text: str) -> MistakeSummary | None:
    """Parse a summary; return None if it is not valid, so the game counts as not reviewed.

    Summaries of earlier releases have fewer kinds of mistakes and are not valid, so that their
    games are reviewed anew.
    """
    try:
        fields = loads(text)
        kinds = tuple(map(_parse_probability_sum, fields["kinds"]))
        worst = tuple(_parse_decision(*each) for each in fields["worst"])
        summary = MistakeSummary(
            _parse_probability_sum(fields["lost"]),
            _parse_probability_sum(fields["luck"]),
            kinds,
            worst,
        )
    except (ValueError, TypeError, KeyError):
        return None
    return summary if len(kinds) == len(KINDS) and len(worst) <= MAX_WORST else None


def _parse_probability_sum(value: object) -> float:
    """Return a sum of win probabilities after checking it.

    Raises:
        ValueError: the value is not a number in range. Untrusted JSON may contain NaN, or 1e999,
            which is parsed as infinity.
    """
    if type(value) in (int, float) and -_MAX_CHANCE_SUM <= value <= _MAX_CHANCE_SUM:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    msg = "not a sum of probabilities"
    raise ValueError(msg)


def _parse_decision(event: object, cost: object, kind: object) -> CostlyDecision:
    """Return a costly decision after checking its fields.

    Raises:
        ValueError: a value is not valid.
    """
    if type(event) is not int or not 0 <= event < MAX_EVENTS or kind not in KINDS:
        msg = "not a costly decision"
        raise ValueError(msg)
    return CostlyDecision(event, _parse_probability_sum(cost), str(kind))
