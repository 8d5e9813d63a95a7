"""What somebody gave away in a game, by kind, as one short text that is kept beside the game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from qwixx.coach.reviewing import Decided, Review
    from qwixx.games.game import Game

SKIP, PASS, PENALTY, LOCK, COLOR, OTHER = KINDS = (
    *("skip", "pass", "penalty", "lock", "color"),
    "other",
)
"""What was wrong: numbers skipped, a pass, a penalty, a lock missed, the color step, the rest."""
MAX_WORST = 3
MIN_COST = 0.01
"""The least chance of winning that makes a decision one of the costliest."""
MAX_EVENTS = 4096
"""More than happen in any game."""
_MAX_CHANCE_SUM = 1000
"""The largest sum of chances that is read: a game has some hundred decisions."""


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that cost much.

    Args:
        event: its index in `Game.events`.
        cost: the chance of winning that it gave away.
        kind: one of `KINDS`.
    """

    event: int
    cost: float
    kind: str


@dataclass(frozen=True, slots=True)
class MistakeSummary:
    """What one player gave away in a game, and what the dice gave.

    Args:
        lost: the chance of winning that was given away.
        luck: what the dice gave, good or bad.
        kinds: how much of `lost` was of which kind, in the order of `KINDS`.
        worst: the costliest decisions, the worst first.
    """

    lost: float
    luck: float
    kinds: tuple[float, ...]
    worst: tuple[CostlyDecision, ...]


def classify_mistake(game: Game, decided: Decided) -> str:
    """Return what was wrong with a decision, one of `KINDS`."""
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
    least = sheet.skips(better) if isinstance(better, Mark) else 0
    return SKIP if sheet.skips(move) > least else OTHER


def summarize_mistakes(game: Game, review: Review, player: int) -> MistakeSummary:
    """Return what a player gave away in a game that was reviewed."""
    costly = [
        CostlyDecision(one.event, one.cost, classify_mistake(game, one))
        for one in review.decisions
        if one.player == player and one.cost > 0
    ]
    worst = sorted(costly, key=lambda one: -one.cost)[:MAX_WORST]
    return MistakeSummary(
        lost=sum(one.cost for one in costly),
        luck=review.accounts[player].luck,
        kinds=tuple(sum(one.cost for one in costly if one.kind == kind) for kind in KINDS),
        worst=tuple(one for one in worst if one.cost >= MIN_COST),
    )


def write_mistakes(judged: MistakeSummary) -> str:
    """Return a judgement as a text; no number in it has more digits than mean anything."""
    return json.dumps(
        {
            "lost": round(judged.lost, 4),
            "luck": round(judged.luck, 4),
            "kinds": [round(part, 4) for part in judged.kinds],
            "worst": [[one.event, round(one.cost, 4), one.kind] for one in judged.worst],
        },
        separators=(",", ":"),
    )


def read_mistakes(text: str) -> MistakeSummary | None:
    """Read a judgement back; None if the text is none: then the game was not judged."""
    try:
        fields = loads(text)
        kinds = tuple(map(_parse_chance, fields["kinds"]))
        worst = tuple(_parse_decision(*each) for each in fields["worst"])
        judged = MistakeSummary(
            _parse_chance(fields["lost"]), _parse_chance(fields["luck"]), kinds, worst
        )
    except (ValueError, TypeError, KeyError):
        return None
    return judged if len(kinds) == len(KINDS) and len(worst) <= MAX_WORST else None


def _parse_chance(value: object) -> float:
    """Return a sum of chances.

    Raises:
        ValueError: it is none; JSON from outside may hold NaN, or 1e999, which is infinite.
    """
    if type(value) in (int, float) and -_MAX_CHANCE_SUM <= value <= _MAX_CHANCE_SUM:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    msg = "no chance"
    raise ValueError(msg)


def _parse_decision(event: object, cost: object, kind: object) -> CostlyDecision:
    """Return a decision that cost much.

    Raises:
        ValueError: it is none.
    """
    if type(event) is not int or not 0 <= event < MAX_EVENTS or kind not in KINDS:
        msg = "no decision"
        raise ValueError(msg)
    return CostlyDecision(event, _parse_chance(cost), str(kind))
