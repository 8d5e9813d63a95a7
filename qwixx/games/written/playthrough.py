"""Playthroughs: a whole game as text that people can read, type, and replay.

    variant classic
    players 2
    seed 7
    first 1
    roll 4,1:3,6,2,6
    0 r5
    1 -
    1 b10
    ...
    end rows closed, scores 34 20, winners 0

The header names the variant and the number of players. Without a `seed` line, any dice are
accepted, for games played at a real table. `first` defaults to 0; `lucky` (one pair per player,
"5,8 6,11") and `cards` (one letter per player, "A C") default to the variant's own. One line
follows for each roll and one for each decision: the player's index and the move. White decisions
may come in any order. Three more kinds of lines are checked against the game at that point:
`position` (its notation), `legal` (a player's index and legal moves), and `end`. A `#` starts a
comment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from qwixx.games.events import Decision, Event, apply_event
from qwixx.games.written.position import parse_comma_separated_ints, parse_non_negative_int
from qwixx.rules.dice import Roll, check_seed, seeded_roll
from qwixx.rules.moves import short_repr
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEADER = ("variant", "players", "seed", "first", "lucky", "cards")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game from its start up to a certain event.

    Args:
        start: the state before the first event.
        events: the events, in order.
        seed: seed of the dice; None if the dice do not come from a seed.
    """

    start: State
    events: tuple[Event, ...]
    seed: int | None = None

    def states(self) -> Iterator[State]:
        """Yield the state at the start and after each event.

        Raises:
            ValueError: an event is not possible in the state before it.
        """
        state = self.start
        yield state
        for event in self.events:
            state = apply_event(state, event)
            yield state


class PlaythroughError(ValueError):
    """The text is not a playthrough, or breaks the rules.

    Attributes:
        line: number of the invalid line, from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        """Store the number of the line."""
        super().__init__(line, message)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.args[1]}"


@lru_cache(maxsize=8)  # each step of a game is saved with the same first state
def is_start_of_game(state: State) -> bool:
    """Return whether a state is one in which games begin, without any cross."""
    lucky, cards = _lucky_pairs(state), _cards(state)
    first = state.active
    return state == new_game(state.variant, state.players, first=first, lucky=lucky, cards=cards)


def _lucky_pairs(state: State) -> list[tuple[int, ...]] | None:
    """Return the players' lucky numbers; None if the variant has none."""
    return [sheet.lucky for sheet in state.sheets] if state.variant.lucky_pairs else None


def _cards(state: State) -> list[str] | None:
    """Return the letters of the players' cards; None if the variant has none."""
    return [sheet.card for sheet in state.sheets] if state.variant.cards else None


def write_playthrough(playthrough: Playthrough, *, annotate: bool = False) -> str:
    """Return the text of a playthrough.

    Args:
        playthrough: a game, finished or not.
        annotate: whether to add the position before each roll and at the end of a finished game,
            and the legal moves before each decision; `read_playthrough` checks these lines.

    Raises:
        ValueError: `start` is not the start of a game, or an event is not possible in the state
            before it.
    """
    start = playthrough.start
    lucky, cards = _lucky_pairs(start), _cards(start)
    if not is_start_of_game(start):
        msg = f"a playthrough must start at the start of a game, not at {start.code!r}"
        raise ValueError(msg)
    lines = [f"variant {start.variant.name}", f"players {start.players}"]
    if playthrough.seed is not None:
        lines.append(f"seed {playthrough.seed}")
    lines.append(f"first {start.active}")
    if lucky is not None:
        lines.append(" ".join(["lucky", *(f"{low},{high}" for low, high in lucky)]))
    if cards is not None:
        lines.append(" ".join(["cards", *cards]))
    states = playthrough.states()
    state = next(states)
    for event, after in zip(playthrough.events, states, strict=True):
        if annotate:
            lines.append(
                _legal_line(state, event.player)
                if isinstance(event, Decision)
                else _position_line(state)
            )
        lines.append(event.code if isinstance(event, Decision) else f"roll {event.code}")
        state = after
    if state.phase is Phase.OVER:
        lines += [_position_line(state), _end_line(state)] if annotate else [_end_line(state)]
    return "\n".join(lines) + "\n"


def read_playthrough(text: str) -> Playthrough:
    """Parse a playthrough and check each line against the rules.

    Raises:
        PlaythroughError: a line is malformed, breaks the rules, has dice other than
            the seed's, or contradicts the game.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            reader.read_line(number, words[0], " ".join(words[1:]))
    return reader.finish()


class _Reader:
    """Incremental parser; raises `PlaythroughError` on the first invalid line."""

    def __init__(self) -> None:
        self.line = 1
        self.header: dict[str, tuple[int, str]] = {}
        self.events: list[Event] = []
        self.seed: int | None = None
        self.start: State | None = None
        self.state: State | None = None

    def read_line(self, line: int, key: str, rest: str) -> None:
        """Parse one nonempty line."""
        self.line = line
        if self.state is None and key in _HEADER:
            if key in self.header:
                raise PlaythroughError(line, f"a second {key!r}")
            self.header[key] = (line, rest)
            return
        state = self.ensure_state()
        try:
            self.read_body_line(state, key, rest)
        except ValueError as error:
            raise PlaythroughError(line, str(error)) from error

    def read_body_line(self, state: State, key: str, rest: str) -> None:
        """Apply an event, or check a line that describes the game."""
        if key == "roll":
            self.apply_event(state, self.check_roll(state, Roll.from_code(rest)))
        elif key == "legal":
            player = parse_non_negative_int(rest.partition(" ")[0])
            if player >= state.players:
                msg = f"player must be 0 to {state.players - 1}, got {player}"
                raise ValueError(msg)
            _require_equal(f"legal {rest}", _legal_line(state, player))
        elif key == "position":
            _require_equal(f"position {rest}", _position_line(state))
        elif key == "end":
            _require_equal(f"end {rest}", _end_line(state))
        elif key.isdecimal():
            self.apply_event(state, Decision.from_code(f"{key} {rest}"))
        else:
            msg = f"unknown or misplaced {short_repr(key)}"
            raise ValueError(msg)

    def ensure_state(self) -> State:
        """Return the current state; on the first call, build it from the header."""
        if self.state is None:
            variant = self.parse_header_value("variant", find_variant)
            start = self.parse_header_value(
                "players", lambda text: new_game(variant, parse_non_negative_int(text))
            )
            make = partial(new_game, variant, start.players)
            if "seed" in self.header:
                self.seed = self.parse_header_value(
                    "seed", lambda text: check_seed(parse_non_negative_int(text))
                )
            if "first" in self.header:
                start = self.parse_header_value(
                    "first", lambda text: make(first=parse_non_negative_int(text))
                )
            make = partial(make, first=start.active)
            if "lucky" in self.header:
                start = self.parse_header_value(
                    "lucky", lambda text: make(lucky=_parse_pairs(text))
                )
                make = partial(make, lucky=[sheet.lucky for sheet in start.sheets])
            if "cards" in self.header:
                start = self.parse_header_value("cards", lambda text: make(cards=text.split()))
            self.start = self.state = start
        return self.state

    def parse_header_value(self, key: str, parse: Callable[[str], _T]) -> _T:
        """Parse a value of the header; error messages name the line of the value."""
        if key not in self.header:
            raise PlaythroughError(self.line, f"the header lacks {key!r}")
        line, text = self.header[key]
        try:
            return parse(text)
        except ValueError as error:
            raise PlaythroughError(line, str(error)) from error

    def check_roll(self, state: State, roll: Roll) -> Roll:
        if self.seed is not None and state.phase is Phase.ROLL:
            expected = seeded_roll(self.seed, state.turn, state.variant, state.closed)
            _require_equal(f"roll {roll.code}", f"roll {expected.code}")
        return roll

    def apply_event(self, state: State, event: Event) -> None:
        self.state = apply_event(state, event)
        self.events.append(event)

    def finish(self) -> Playthrough:
        state = self.ensure_state()
        return Playthrough(self.start or state, tuple(self.events), self.seed)


def _parse_pairs(text: str) -> list[tuple[int, ...]]:
    return [parse_comma_separated_ints(pair) for pair in text.split()]


def _require_equal(found: str, expected: str) -> None:
    if found != expected:
        msg = f"expected {expected!r}, found {found!r}"
        raise ValueError(msg)


def _position_line(state: State) -> str:
    return f"position {state.code}"


def _legal_line(state: State, player: int) -> str:
    moves = [move.code for move in state.legal_moves(player)]
    return " ".join(["legal", str(player), *moves])


def _end_line(state: State) -> str:
    outcome = state.outcome()
    if outcome is None:
        return "end: not yet"
    scores = " ".join(map(str, outcome.scores))
    winners = " ".join(map(str, outcome.winners))
    return f"end {outcome.termination.value}, scores {scores}, winners {winners}"
