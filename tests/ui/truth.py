"""Checks what the coach says in English against the rules, sentence by sentence.

It shares nothing with the coach but the sentences: what a move does is played out with the
second implementation of the rules, for whatever the others may do in the same step.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from tests.rules.reference import CROSSES_TO_LOCK, LOCKING, ROWS, ReferenceGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx import State

SIDES = {"classic": 6, "longo": 8}
NAMES = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
NAME = r"(red \d+|yellow \d+|green \d+|blue \d+|passing)"
CELL = r"(red \d+|yellow \d+|green \d+|blue \d+)"
LIST = r"(\d+(?:, \d+)*)"


def code_of(name: str) -> str:
    """Return the code of a move that a sentence names."""
    color, _, number = name.lower().partition(" ")
    return f"{NAMES[color]}{number}" if number else "-"


def plain(text: str) -> str:
    """Return a text without the marks of direction."""
    return re.sub("[\u2066-\u2069]", "", text)


class Claims:
    """A position in which a move was recommended, as against another one.

    Args:
        state: the position.
        player: index of the player.
        move: the code of what is recommended.
        other: the code of what it is compared with; None if there is nothing else.
        gap: how much more chance to win it gives, as the coach sees it.
    """

    def __init__(
        self, state: State, player: int, move: str, other: str | None, gap: float | None = None
    ) -> None:
        self.game = ReferenceGame.from_state(state.view(player))
        self.variant = state.variant.name
        self.player, self.move, self.other, self.gap = player, move, other, gap

    def check(self, text: str) -> list[str]:
        """Check every sentence of a text; return which claims it made."""
        rest, made = plain(text), []
        while rest:
            for pattern, claim in CLAIMS:
                found = re.match(rf"{pattern}(?: |$)", rest, re.IGNORECASE)
                if found:
                    where = f"{pattern!r} in {text!r} of {self.move} against {self.other}"
                    assert claim(self, *found.groups()), where
                    made.append(claim.__name__)
                    rest = rest[found.end() :]
                    break
            else:
                msg = f"nobody knows how to check {rest!r}"
                raise AssertionError(msg)
        return made

    # What happens

    def ways(self, move: str, *, scores: bool = False) -> list[ReferenceGame]:
        """Play a move out with all that the others may do meanwhile, until the step is over.

        Of each of them: nothing, and what locks a row; if it is for the scores, what brings
        most, too.
        """
        if self.game.phase == "color":
            after = self.game.copy()
            after.play(self.player, move)
            return [after]
        others = [seat for seat in range(self.game.players) if seat != self.player]
        ways = []
        for answers in product(*(self._answers(seat, scores=scores) for seat in others)):
            after = self.game.copy()
            after.play(self.player, move)
            for seat, answer in zip(others, answers, strict=True):
                after.play(seat, answer)
            ways.append(after)
        return ways

    def _answers(self, seat: int, *, scores: bool) -> set[str]:
        legal = self.game.legal(seat) - {"-"}
        answers = {"-", *filter(self.is_locking, legal)}
        if scores and legal:
            answers.add(max(legal, key=lambda code: self._alone(seat, code)))
        return answers

    def is_locking(self, code: str) -> bool:
        return int(code[1:]) in LOCKING[self.variant][code[0]]

    def _alone(self, seat: int, code: str) -> int:
        """Return a player's score after a cross, whoever may cross what."""
        after = self.game.copy()
        after._cross(seat, code)  # noqa: SLF001 - nobody has decided that
        return after.scores()[seat]

    def turn_ends(self, move: str) -> list[ReferenceGame]:
        """Play a move out, and then cross nothing more in the turn."""
        ends = []
        for way in self.ways(move, scores=True):
            if way.phase == "color":
                way.play(way.active, "-")
            ends.append(way)
        return ends

    def penalty(self, move: str) -> int:
        """Return which penalty a move surely costs, 0 if it may cost none."""
        if move != "-":
            return 0
        before = self.game.penalties[self.player]
        for way in self.ways("-"):
            if way.phase == "color" and way.active == self.player:
                if way.legal(self.player) != {"-"}:
                    return 0
                way.play(self.player, "-")
            if way.penalties[self.player] == before:
                return 0
        return before + 1

    def gain(self, move: str) -> int:
        """Return the points that a move brings."""
        if move == "-":
            return -5 if self.penalty(move) else 0
        return self._alone(self.player, move) - self.game.scores()[self.player]

    def skipped(self, move: str) -> list[int]:
        """Return the numbers that a move skips."""
        if move == "-":
            return []
        row, crossed = move[0], self.game.sheets[self.player][move[0]]
        left: list[int] = []
        for number in ROWS[self.variant][row]:
            if number == int(move[1:]):
                return left
            left = [] if number in crossed else [*left, number]
        raise AssertionError(move)

    def crosses(self, move: str) -> int:
        """Return how many crosses a row has after a move."""
        return len(self.game.sheets[self.player][move[0]]) + 1 + self.is_locking(move)

    def needs(self, move: str) -> int:
        """Return how many crosses a row lacks after a move that leaves it open, to be locked."""
        lacks = max(0, CROSSES_TO_LOCK[self.variant] - self.crosses(move))
        row = ROWS[self.variant][move[0]]
        right = row[row.index(int(move[1:])) + 1 :]
        room = [number for number in right if number not in LOCKING[self.variant][move[0]]]
        assert len(room) >= lacks
        assert all(move[0] not in way.closed() for way in self.ways(move))
        return lacks

    def following(self, move: str) -> tuple[int, int, int]:
        """Return the next number of a row after a move, and how many rolls of two dice make it."""
        row = ROWS[self.variant][move[0]]
        number = row[row.index(int(move[1:])) + 1]
        if number in LOCKING[self.variant][move[0]]:
            assert self.crosses(move) >= CROSSES_TO_LOCK[self.variant]
        assert all(move[0] not in way.closed() for way in self.ways(move))
        sides = range(1, SIDES[self.variant] + 1)
        sums = [first + second for first in sides for second in sides]
        return number, sums.count(number), len(sums)

    def leads(self, move: str) -> list[int]:
        """Return by how much the player leads at each end to which a move leads at once."""
        found = []
        for end in self.turn_ends(move):
            assert end.phase == "over"
            scores = end.scores()
            own = scores.pop(self.player)
            found.append(own - max(scores))
        return found

    def later(self, move: str, cell: str) -> list[bool]:
        """Tell for all that may happen whether a cell may be crossed in the color step."""
        return [
            way.phase == "color" and way.active == self.player and cell in way.legal(self.player)
            for way in self.ways(move)
        ]


def only(claims: Claims) -> bool:
    return claims.other is None and claims.game.legal(claims.player) == {"-"}


def even(claims: Claims, other: str) -> bool:
    return code_of(other) == claims.other and claims.gap is not None and claims.gap < 0.0005


def judged(claims: Claims) -> bool:
    assert claims.other is not None
    more = claims.gain(claims.move) > claims.gain(claims.other)
    fewer = len(claims.skipped(claims.move)) < len(claims.skipped(claims.other))
    return not more and not fewer


def other_penalty(claims: Claims, number: str, points: str) -> bool:
    assert claims.move != "-"
    return claims.other == "-" and claims.penalty("-") == int(number) and points == "5"


def penalty(claims: Claims, number: str, points: str) -> bool:
    return claims.penalty(claims.move) == int(number) and points == "5"


def ahead(claims: Claims, more: str | None, points: str) -> bool:
    leads = claims.leads(claims.move)
    return min(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def behind(claims: Claims, more: str | None, points: str) -> bool:
    leads = claims.leads(claims.move)
    return -max(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def tie(claims: Claims) -> bool:
    return set(claims.leads(claims.move)) == {0}


def depends(claims: Claims) -> bool:
    leads = claims.leads(claims.move)
    return min(leads) <= 0 <= max(leads) and min(leads) < max(leads)


def other_behind(claims: Claims, other: str, more: str | None, points: str) -> bool:
    assert code_of(other) == claims.other
    leads = claims.leads(claims.other)
    return -max(leads) == int(points) > 0 and (min(leads) < max(leads)) == bool(more)


def other_tie(claims: Claims, other: str) -> bool:
    return code_of(other) == claims.other and set(claims.leads(claims.other)) == {0}


def locks(claims: Claims) -> bool:
    assert claims.other is not None
    others = claims.other != "-" and claims.is_locking(claims.other)
    row = claims.move[0]
    closes = row not in claims.game.closed()
    return not others and closes and all(row in way.closed() for way in claims.ways(claims.move))


def skips_nothing(claims: Claims) -> bool:
    return claims.move != "-" and claims.skipped(claims.move) == []


def skips(claims: Claims, but: str | None, count: str, noun: str, numbers: str) -> bool:
    told = [int(number) for number in numbers.split(", ")]
    assert claims.other is not None
    rival = len(claims.skipped(claims.other))
    assert len(told) > rival if but else len(told) < rival
    return (
        claims.skipped(claims.move) == told
        and len(told) == int(count)
        and noun == ("number" if len(told) == 1 else "numbers")
    )


def other_skips(claims: Claims, other: str, count: str, noun: str, numbers: str) -> bool:
    told = [int(number) for number in numbers.split(", ")]
    assert code_of(other) == claims.other
    return (
        claims.skipped(claims.other) == told
        and len(told) == int(count)
        and noun == ("number" if len(told) == 1 else "numbers")
    )


def other_skips_nothing(claims: Claims, other: str) -> bool:
    return code_of(other) == claims.other != "-" and claims.skipped(claims.other) == []


def gain(claims: Claims, count: str, points: str) -> bool:
    assert claims.crosses(claims.move) == int(count)
    return claims.gain(claims.move) == int(points)


def more_points(claims: Claims, points: str, noun: str, other: str) -> bool:
    assert code_of(other) == claims.other
    assert noun == ("point" if int(points) == 1 else "points")
    return claims.gain(claims.move) - claims.gain(claims.other) == int(points) > 0


def fewer_points(claims: Claims, other: str, points: str, noun: str) -> bool:
    assert code_of(other) == claims.other
    assert noun == ("point" if int(points) == 1 else "points")
    return claims.gain(claims.other) - claims.gain(claims.move) == int(points) > 0


def keeps(claims: Claims, cell: str, other: str) -> bool:
    assert code_of(other) == claims.other
    assert not any(claims.later(claims.other, code_of(cell)))
    return waits(claims, cell)


def waits(claims: Claims, cell: str) -> bool:
    return claims.move == "-" and all(claims.later("-", code_of(cell)))


def ready(claims: Claims, numbers: str) -> bool:
    assert claims.other is not None
    assert claims.needs(claims.other) > 0
    told = [int(number) for number in numbers.split(", ")]
    return claims.needs(claims.move) == 0 and told == LOCKING[claims.variant][claims.move[0]]


def closer(claims: Claims, count: str, noun: str, other: str, rival: str) -> bool:
    assert code_of(other) == claims.other
    assert noun == ("cross" if int(count) == 1 else "crosses")
    assert claims.needs(claims.other) == int(rival) > int(count)
    return claims.needs(claims.move) == int(count) > 0


def likelier(claims: Claims, *told: str) -> bool:
    number, rolls, among, other, rival, rival_rolls, rival_among = told
    assert code_of(other) == claims.other
    assert int(rolls) > int(rival_rolls)
    assert claims.following(claims.other) == (int(rival), int(rival_rolls), int(rival_among))
    return claims.following(claims.move) == (int(number), int(rolls), int(among))


def lucky(claims: Claims) -> bool:
    total = sum(claims.game.white)
    assert claims.game.phase == "white"
    return total in claims.game.lucky[claims.player] and claims.move[1:] != str(total)


def free(claims: Claims) -> bool:
    before = claims.game.scores()[claims.player]
    ends = claims.turn_ends("-")
    return claims.move == "-" and all(end.scores()[claims.player] == before for end in ends)


CLAIMS: list[tuple[str, Callable[..., bool]]] = [
    (r"You can only pass\.", only),
    (rf"About as good as {NAME}\.", even),
    (
        r"It's no better for points or skipped numbers now, but it should pay off later\.",
        judged,
    ),
    (r"Passing costs you a penalty \(no\. (\d)\): −(\d+)\.", other_penalty),
    (r"Costs you a penalty \(no\. (\d)\): −(\d+)\.", penalty),
    (r"Ends the game with you (at least )?(\d+) ahead\.", ahead),
    (r"Ends the game with you (at least )?(\d+) behind\.", behind),
    (r"Ends the game in a tie\.", tie),
    (r"Ends the game; who wins depends on what the others cross out now\.", depends),
    (rf"{NAME} ends the game with you (at least )?(\d+) behind\.", other_behind),
    (rf"{NAME} ends the game in a tie\.", other_tie),
    (r"Locks the row for everyone\.", locks),
    (r"Skips nothing\.", skips_nothing),
    (rf"(But it )?skips (\d+) (numbers?): {LIST}\.", skips),
    (rf"{NAME} skips (\d+) (numbers?): {LIST}\.", other_skips),
    (rf"{NAME} skips nothing\.", other_skips_nothing),
    (r"That makes (\d+) cross(?:es)? in this row: \+(\d+)\.", gain),
    (rf"Brings (\d+) more (points?) than {NAME}\.", more_points),
    (rf"But {NAME} brings (\d+) more (points?)\.", fewer_points),
    (
        rf"You can still use a colored die for: {CELL}\. After {NAME}, you can't anymore\.",
        keeps,
    ),
    (rf"You can still use a colored die for: {CELL}\.", waits),
    (rf"After that, you can lock this row with: {LIST}\.", ready),
    (
        (
            r"After that, you need (\d+) more (cross|crosses) before you can lock this row\. "
            rf"After {NAME}, its row needs (\d+) more\."
        ),
        closer,
    ),
    (
        (
            r"Next in this row: (\d+), which comes up in (\d+) of (\d+) rolls of two dice\. "
            rf"After {NAME}, it is (\d+): (\d+) of (\d+)\."
        ),
        likelier,
    ),
    (r"Your lucky number allows it\.", lucky),
    (r"Passing costs nothing right now\.", free),
]
"""What can be said, and how to check it."""
