"""Checks of the coach's English sentences against the rules, one claim at a time.

Only the sentences come from the coach: the effects of a move are played out with the reference
implementation of the rules, for all relevant moves of the other players in the same step.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from qwixx.coach import TELLING
from tests.rules.printed_sheets import CROSSES_TO_LOCK, LOCKING_NUMBERS, ROWS
from tests.rules.reference import ReferenceGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx import State

SIDES = {"classic": 6, "longo": 8}
COLOR_LETTERS = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
MOVE = r"(red \d+|yellow \d+|green \d+|blue \d+|passing)"
CELL = r"(red \d+|yellow \d+|green \d+|blue \d+)"
NUMBERS = r"(\d+(?:, \d+)*)"


def move_code(name: str) -> str:
    """Return the code of a move from its name in a sentence."""
    color, _, number = name.lower().partition(" ")
    return f"{COLOR_LETTERS[color]}{number}" if number else "-"


def without_direction_marks(text: str) -> str:
    """Return a text without directional isolate characters."""
    return re.sub("[\u2066-\u2069]", "", text)


class Recommendation:
    """A position in which the coach recommends one move over another.

    Args:
        state: the position.
        player: index of the player to move.
        move: code of the recommended move.
        other: code of the move that was not recommended, or None if only one move is legal.
        gap: difference in win probability between the moves as estimated by the coach, or None
            if unknown.
    """

    def __init__(
        self, state: State, player: int, move: str, other: str | None, gap: float | None = None
    ) -> None:
        self.game = ReferenceGame.from_state(state.view(player))
        self.variant = state.variant.name
        self.player, self.move, self.other, self.gap = player, move, other, gap

    def names_of_checked_claims(self, text: str) -> list[str]:
        """Check every sentence of a text, and return the names of its claims."""
        rest, claim_names = without_direction_marks(text), []
        while rest:
            for pattern, claim in CLAIMS:
                match = re.match(rf"{pattern}(?: |$)", rest, re.IGNORECASE)
                if match:
                    message = f"{pattern!r} in {text!r} of {self.move} against {self.other}"
                    assert claim(self, *match.groups()), message
                    claim_names.append(claim.__name__)
                    rest = rest[match.end() :]
                    break
            else:
                msg = f"nobody knows how to check {rest!r}"
                raise AssertionError(msg)
        return claim_names

    # Effects of a move

    def outcomes(self, move: str, *, scores: bool = False) -> list[ReferenceGame]:
        """Return the games after a move, for all relevant moves of the others in this step.

        Each other player passes or locks a row or, with `scores`, makes the mark that scores the
        most. In the color step, the others do not move.
        """
        if self.game.phase == "color":
            after = self.game.copy()
            after.play(self.player, move)
            return [after]
        others = [seat for seat in range(self.game.players) if seat != self.player]
        outcomes = []
        for answers in product(*(self._relevant_moves(seat, scores=scores) for seat in others)):
            after = self.game.copy()
            after.play(self.player, move)
            for seat, answer in zip(others, answers, strict=True):
                after.play(seat, answer)
            outcomes.append(after)
        return outcomes

    def _relevant_moves(self, seat: int, *, scores: bool) -> set[str]:
        legal = self.game.legal_moves(seat) - {"-"}
        answers = {"-", *filter(self.is_locking, legal)}
        if scores and legal:
            answers.add(max(legal, key=lambda code: self._score_after_cross(seat, code)))
        return answers

    def is_locking(self, code: str) -> bool:
        return int(code[1:]) in LOCKING_NUMBERS[self.variant][code[0]]

    def _score_after_cross(self, seat: int, code: str) -> int:
        """Return a player's score after a mark, without checking whether the mark is legal."""
        after = self.game.copy()
        after.cross_out(seat, code)  # not recorded as this player's decision
        return after.scores()[seat]

    def turn_ends(self, move: str) -> list[ReferenceGame]:
        """Return the games after a move and, if the color step follows, a pass in that step."""
        ends = []
        for outcome in self.outcomes(move, scores=True):
            if outcome.phase == "color":
                outcome.play(outcome.active, "-")
            ends.append(outcome)
        return ends

    def penalty_number(self, move: str) -> int:
        """Return the ordinal number of the penalty that a move is certain to cost, or 0."""
        if move != "-":
            return 0
        before = self.game.penalties[self.player]
        for outcome in self.outcomes("-"):
            if outcome.phase == "color" and outcome.active == self.player:
                if outcome.legal_moves(self.player) != {"-"}:
                    return 0
                outcome.play(self.player, "-")
            if outcome.penalties[self.player] == before:
                return 0
        return before + 1

    def points_gained(self, move: str) -> int:
        """Return the change in score that a move is certain to cause."""
        if move == "-":
            return -5 if self.penalty_number(move) else 0
        return self._score_after_cross(self.player, move) - self.game.scores()[self.player]

    def skipped_numbers(self, move: str) -> list[int]:
        """Return the numbers that a move skips."""
        if move == "-":
            return []
        row, crossed = move[0], self.game.sheets[self.player][move[0]]
        skipped: list[int] = []
        for number in ROWS[self.variant][row]:
            if number == int(move[1:]):
                return skipped
            skipped = [] if number in crossed else [*skipped, number]
        raise AssertionError(move)

    def cross_count(self, move: str) -> int:
        """Return the number of marks in a move's row after the move, including the lock."""
        return len(self.game.sheets[self.player][move[0]]) + 1 + self.is_locking(move)

    def crosses_needed(self, move: str) -> int:
        """Return the number of marks needed after a move before its row can be locked."""
        missing = max(0, CROSSES_TO_LOCK[self.variant] - self.cross_count(move))
        row = ROWS[self.variant][move[0]]
        right = row[row.index(int(move[1:])) + 1 :]
        room = [number for number in right if number not in LOCKING_NUMBERS[self.variant][move[0]]]
        assert len(room) >= missing
        assert all(move[0] not in outcome.closed_rows() for outcome in self.outcomes(move))
        return missing

    def next_number_odds(self, move: str) -> tuple[int, int, int]:
        """Return the number that follows a move's number in its row, and the odds of rolling it.

        The odds are two counts: the rolls of two dice with this sum, and all rolls.
        """
        row = ROWS[self.variant][move[0]]
        number = row[row.index(int(move[1:])) + 1]
        if number in LOCKING_NUMBERS[self.variant][move[0]]:
            assert self.cross_count(move) >= CROSSES_TO_LOCK[self.variant]
        assert all(move[0] not in outcome.closed_rows() for outcome in self.outcomes(move))
        sides = range(1, SIDES[self.variant] + 1)
        sums = [first + second for first in sides for second in sides]
        return number, sums.count(number), len(sums)

    def possible_leads(self, move: str) -> list[int]:
        """Return the player's lead in each final position that a move can produce in this turn."""
        leads = []
        for end in self.turn_ends(move):
            assert end.phase == "over"
            scores = end.scores()
            own = scores.pop(self.player)
            leads.append(own - max(scores))
        return leads

    def color_step_allows(self, move: str, cell: str) -> list[bool]:
        """Return, by outcome of a move, whether a cell may be crossed out in the color step."""
        return [
            outcome.phase == "color"
            and outcome.active == self.player
            and cell in outcome.legal_moves(self.player)
            for outcome in self.outcomes(move)
        ]


def only(case: Recommendation) -> bool:
    return case.other is None and case.game.legal_moves(case.player) == {"-"}


def even(case: Recommendation, other: str) -> bool:
    return move_code(other) == case.other and case.gap is not None and case.gap < TELLING


def judged(case: Recommendation) -> bool:
    assert case.other is not None
    more = case.points_gained(case.move) > case.points_gained(case.other)
    fewer = len(case.skipped_numbers(case.move)) < len(case.skipped_numbers(case.other))
    return not more and not fewer


def other_penalty(case: Recommendation, number: str, points: str) -> bool:
    assert case.move != "-"
    return case.other == "-" and case.penalty_number("-") == int(number) and points == "5"


def penalty(case: Recommendation, number: str, points: str) -> bool:
    return case.penalty_number(case.move) == int(number) and points == "5"


def ends_game_ahead(case: Recommendation, more: str | None, points: str) -> bool:
    leads = case.possible_leads(case.move)
    return min(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def ends_game_behind(case: Recommendation, more: str | None, points: str) -> bool:
    leads = case.possible_leads(case.move)
    return -max(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def tie(case: Recommendation) -> bool:
    return set(case.possible_leads(case.move)) == {0}


def depends(case: Recommendation) -> bool:
    leads = case.possible_leads(case.move)
    return min(leads) <= 0 <= max(leads) and min(leads) < max(leads)


def other_ends_game_behind(
    case: Recommendation, other: str, more: str | None, points: str
) -> bool:
    assert move_code(other) == case.other
    leads = case.possible_leads(case.other)
    return -max(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def other_tie(case: Recommendation, other: str) -> bool:
    return move_code(other) == case.other and set(case.possible_leads(case.other)) == {0}


def locks(case: Recommendation) -> bool:
    assert case.other is not None
    others = case.other != "-" and case.is_locking(case.other)
    row = case.move[0]
    closes = row not in case.game.closed_rows()
    return (
        not others
        and closes
        and all(row in outcome.closed_rows() for outcome in case.outcomes(case.move))
    )


def skips_nothing(case: Recommendation) -> bool:
    return case.move != "-" and case.skipped_numbers(case.move) == []


def skips(case: Recommendation, has_but: str | None, count: str, noun: str, numbers: str) -> bool:
    named = [int(number) for number in numbers.split(", ")]
    assert case.other is not None
    rival = len(case.skipped_numbers(case.other))
    assert len(named) > rival if has_but else len(named) < rival
    return (
        case.skipped_numbers(case.move) == named
        and len(named) == int(count)
        and noun == ("number" if len(named) == 1 else "numbers")
    )


def other_skips(case: Recommendation, other: str, count: str, noun: str, numbers: str) -> bool:
    named = [int(number) for number in numbers.split(", ")]
    assert move_code(other) == case.other
    return (
        case.skipped_numbers(case.other) == named
        and len(named) == int(count)
        and noun == ("number" if len(named) == 1 else "numbers")
    )


def other_skips_nothing(case: Recommendation, other: str) -> bool:
    return move_code(other) == case.other != "-" and case.skipped_numbers(case.other) == []


def gain(case: Recommendation, count: str, points: str) -> bool:
    assert case.cross_count(case.move) == int(count)
    return case.points_gained(case.move) == int(points)


def more_points(case: Recommendation, points: str, noun: str, other: str) -> bool:
    assert move_code(other) == case.other
    assert noun == ("point" if int(points) == 1 else "points")
    return case.points_gained(case.move) - case.points_gained(case.other) == int(points) > 0


def fewer_points(case: Recommendation, other: str, points: str, noun: str) -> bool:
    assert move_code(other) == case.other
    assert noun == ("point" if int(points) == 1 else "points")
    return case.points_gained(case.other) - case.points_gained(case.move) == int(points) > 0


def keeps(case: Recommendation, cell: str, other: str) -> bool:
    assert move_code(other) == case.other
    assert not any(case.color_step_allows(case.other, move_code(cell)))
    return waits(case, cell)


def then(case: Recommendation, cell: str, points: str) -> bool:
    mark = move_code(cell)
    assert any(case.color_step_allows(case.move, mark))
    after = case.game.copy()
    if case.move != "-":
        after.cross_out(case.player, case.move)
    before = after.scores()[case.player]
    after.cross_out(case.player, mark)
    return after.scores()[case.player] - before == int(points) > 0


def then_if_open(case: Recommendation, cell: str, points: str) -> bool:
    assert not all(case.color_step_allows(case.move, move_code(cell)))
    return then(case, cell, points)


def waits(case: Recommendation, cell: str) -> bool:
    return case.move == "-" and all(case.color_step_allows("-", move_code(cell)))


def ready(case: Recommendation, numbers: str) -> bool:
    assert case.other is not None
    assert case.crosses_needed(case.other) > 0
    named = [int(number) for number in numbers.split(", ")]
    return (
        case.crosses_needed(case.move) == 0
        and named == LOCKING_NUMBERS[case.variant][case.move[0]]
    )


def closer(case: Recommendation, count: str, noun: str, other: str, rival: str) -> bool:
    assert move_code(other) == case.other
    assert noun == ("cross" if int(count) == 1 else "crosses")
    assert case.crosses_needed(case.other) == int(rival) > int(count)
    return case.crosses_needed(case.move) == int(count) > 0


def can_lock_later(case: Recommendation, crossed: frozenset[int], row: str) -> bool:
    """Return whether enough numbers are left in a row to lock it after these crosses."""
    numbers = ROWS[case.variant][row]
    free = numbers[max(map(numbers.index, crossed), default=-1) + 1 :]
    locking = LOCKING_NUMBERS[case.variant][row]
    room = [number for number in free if number not in locking]
    return len(crossed) + len(room) >= CROSSES_TO_LOCK[case.variant] and bool(
        set(free) & set(locking)
    )


def gives_up_lock(case: Recommendation, move: str) -> bool:
    sheet = case.game.sheets[case.player][move[0]]
    crossed = frozenset(number for number in sheet if isinstance(number, int))
    assert not case.is_locking(move)
    return can_lock_later(case, crossed, move[0]) and not can_lock_later(
        case, crossed | {int(move[1:])}, move[0]
    )


def move_gives_up_lock(case: Recommendation) -> bool:
    return gives_up_lock(case, case.move)


def other_gives_up_lock(case: Recommendation, other: str) -> bool:
    return move_code(other) == case.other and gives_up_lock(case, case.other)


def likelier(case: Recommendation, *groups: str) -> bool:
    number, rolls, total, other, rival, rival_rolls, rival_total = groups
    assert move_code(other) == case.other
    assert int(rolls) > int(rival_rolls)
    assert case.next_number_odds(case.other) == (
        int(rival),
        int(rival_rolls),
        int(rival_total),
    )
    return case.next_number_odds(case.move) == (
        int(number),
        int(rolls),
        int(total),
    )


def lucky(case: Recommendation) -> bool:
    total = sum(case.game.white)
    assert case.game.phase == "white"
    return total in case.game.lucky[case.player] and case.move[1:] != str(total)


def free(case: Recommendation) -> bool:
    before = case.game.scores()[case.player]
    ends = case.turn_ends("-")
    return case.move == "-" and all(end.scores()[case.player] == before for end in ends)


CLAIMS: list[tuple[str, Callable[..., bool]]] = [
    (r"You can only pass\.", only),
    (rf"About as good as {MOVE}\.", even),
    (
        r"It’s no better for points or skipped numbers now, but it should pay off later\.",
        judged,
    ),
    (r"Passing costs you a penalty \(no\. (\d)\): −(\d+)\.", other_penalty),
    (r"Costs you a penalty \(no\. (\d)\): −(\d+)\.", penalty),
    (r"Ends the game with you (at least )?(\d+) ahead\.", ends_game_ahead),
    (r"Ends the game with you (at least )?(\d+) behind\.", ends_game_behind),
    (r"Ends the game in a tie\.", tie),
    (r"Ends the game; who wins depends on what the others cross out now\.", depends),
    (rf"{MOVE} ends the game with you (at least )?(\d+) behind\.", other_ends_game_behind),
    (rf"{MOVE} ends the game in a tie\.", other_tie),
    (r"Locks the row for everyone\.", locks),
    (r"Skips nothing\.", skips_nothing),
    (rf"(But it )?skips (\d+) (numbers?): {NUMBERS}\.", skips),
    (rf"{MOVE} skips (\d+) (numbers?): {NUMBERS}\.", other_skips),
    (rf"{MOVE} skips nothing\.", other_skips_nothing),
    (r"That makes (\d+) cross(?:es)? in this row: \+(\d+)\.", gain),
    (rf"Scores (\d+) more (points?) than {MOVE}\.", more_points),
    (rf"But {MOVE} scores (\d+) more (points?)\.", fewer_points),
    (
        rf"You can still use a colored die for: {CELL}\. After {MOVE}, you can’t anymore\.",
        keeps,
    ),
    (rf"You can still use a colored die for: {CELL}\.", waits),
    (
        rf"Then {CELL} with a colored die, if the row is still open: \+(\d+)\.",
        then_if_open,
    ),
    (rf"Then {CELL} with a colored die: \+(\d+)\.", then),
    (rf"After that, you can lock this row with: {NUMBERS}\.", ready),
    (
        (
            r"After that, you need (\d+) more (cross|crosses) before you can lock this row\. "
            rf"After {MOVE}, its row needs (\d+) more\."
        ),
        closer,
    ),
    (
        (
            r"Next in this row: (\d+), which comes up in (\d+) of (\d+) rolls of two dice\. "
            rf"After {MOVE}, it’s (\d+): (\d+) of (\d+)\."
        ),
        likelier,
    ),
    (r"But then too few numbers are left to lock this row\.", move_gives_up_lock),
    (rf"After {MOVE}, too few numbers are left to lock its row\.", other_gives_up_lock),
    (r"Your lucky number allows it\.", lucky),
    (r"Passing costs nothing right now\.", free),
]
"""Sentence patterns, each with the function that checks the claim."""
