"""Playthroughs: a whole game as text that a person can read, type and replay.

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

The header names the rules and who plays. Without a `seed` line the dice are taken as
they are written, as for a game played at a table; `first` is 0 and `lucky` (a pair for
each player, "5,8 6,11") is dealt unless they are given. Then comes a line for each roll
and one for each decision: the player's index and the move. White decisions may come in
any order. Three more kinds of line are checked where they stand: `position` (the
position there), `legal` (a player's index and legal moves), and `end`. What follows a
`#` is a comment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from qwixx.games.events import Decision, Event, apply_event
from qwixx.games.written.position import parse_int, parse_numbers
from qwixx.rules.dice import Roll, check_seed, seeded_roll
from qwixx.rules.moves import short_repr
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEADER = ("variant", "players", "seed", "first", "lucky")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game from its beginning as far as it was played.

    Args:
        start: the state in which it begins.
        events: what happened, in order.
        seed: where the dice come from; None if they are as written.
    """

    start: State
    events: tuple[Event, ...]
    seed: int | None = None

    def states(self) -> Iterator[State]:
        """Return the state at the start and after each event.

        Raises:
            ValueError: an event does not fit where it stands.
        """
        state = self.start
        yield state
        for event in self.events:
            state = apply_event(state, event)
            yield state


class PlaythroughError(ValueError):
    """A text that is no playthrough, or breaks the rules.

    Attributes:
        line: number of the line that is wrong, from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        """Keep the line's number."""
        super().__init__(line, message)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.args[1]}"


def write_playthrough(playthrough: Playthrough, *, annotate: bool = False) -> str:
    """Return the text of a playthrough.

    Args:
        playthrough: a game, over or not.
        annotate: write also the position before each roll and at the end, and the
            legal moves before each decision, to be checked when the text is read.

    Raises:
        ValueError: the start is not the beginning of a game, or an event does not fit
            where it stands.
    """
    start = playthrough.start
    lucky = [sheet.lucky for sheet in start.sheets] if start.variant.lucky_pairs else None
    if start != new_game(start.variant, start.players, first=start.active, lucky=lucky):
        msg = f"a playthrough starts where a game does, not at {start.code!r}"
        raise ValueError(msg)
    lines = [f"variant {start.variant.name}", f"players {start.players}"]
    if playthrough.seed is not None:
        lines.append(f"seed {playthrough.seed}")
    lines.append(f"first {start.active}")
    if lucky is not None:
        lines.append(" ".join(["lucky", *(f"{low},{high}" for low, high in lucky)]))
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
    """Read a playthrough and check each line against the rules.

    Raises:
        PlaythroughError: a line is not one of a playthrough, breaks the rules, has
            other dice than the seed gives, or says what is not so.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            reader.read(number, words[0], " ".join(words[1:]))
    return reader.finish()


class _Reader:
    """Takes in a playthrough line by line; raises `PlaythroughError`."""

    def __init__(self) -> None:
        self.line = 1
        self.header: dict[str, tuple[int, str]] = {}
        self.events: list[Event] = []
        self.seed: int | None = None
        self.start: State | None = None
        self.state: State | None = None

    def read(self, line: int, key: str, rest: str) -> None:
        """Take in a line that is not empty."""
        self.line = line
        if self.state is None and key in _HEADER:
            if key in self.header:
                raise PlaythroughError(line, f"a second {key!r}")
            self.header[key] = (line, rest)
            return
        state = self.begin()
        try:
            self.read_event(state, key, rest)
        except ValueError as error:
            raise PlaythroughError(line, str(error)) from error

    def read_event(self, state: State, key: str, rest: str) -> None:
        if key == "roll":
            self.follow(state, self.check_dice(state, Roll.from_code(rest)))
        elif key == "legal":
            player = parse_int(rest.partition(" ")[0])
            if player >= state.players:
                msg = f"there is no player {player}"
                raise ValueError(msg)
            _compare(f"legal {rest}", _legal_line(state, player))
        elif key == "position":
            _compare(f"position {rest}", _position_line(state))
        elif key == "end":
            _compare(f"end {rest}", _end_line(state))
        elif key.isdecimal():
            self.follow(state, Decision.from_code(f"{key} {rest}"))
        else:
            msg = f"unknown or misplaced {short_repr(key)}"
            raise ValueError(msg)

    def begin(self) -> State:
        """Return the current state; the first time, make it from the header."""
        if self.state is None:
            variant = self.take("variant", find_variant)
            start = self.take("players", lambda text: new_game(variant, parse_int(text)))
            make = partial(new_game, variant, start.players)
            if "seed" in self.header:
                self.seed = self.take("seed", lambda text: check_seed(parse_int(text)))
            if "first" in self.header:
                start = self.take("first", lambda text: make(first=parse_int(text)))
            if "lucky" in self.header:
                make = partial(make, first=start.active)
                start = self.take("lucky", lambda text: make(lucky=_parse_pairs(text)))
            self.start = self.state = start
        return self.state

    def take(self, key: str, read: Callable[[str], _T]) -> _T:
        """Read a value of the header; an error is about its line."""
        if key not in self.header:
            raise PlaythroughError(self.line, f"the header lacks {key!r}")
        line, text = self.header[key]
        try:
            return read(text)
        except ValueError as error:
            raise PlaythroughError(line, str(error)) from error

    def check_dice(self, state: State, roll: Roll) -> Roll:
        if self.seed is not None and state.phase is Phase.ROLL:
            due = seeded_roll(self.seed, state.turn, state.variant, state.closed)
            _compare(f"roll {roll.code}", f"roll {due.code}")
        return roll

    def follow(self, state: State, event: Event) -> None:
        self.state = apply_event(state, event)
        self.events.append(event)

    def finish(self) -> Playthrough:
        state = self.begin()
        return Playthrough(self.start or state, tuple(self.events), self.seed)


def _parse_pairs(text: str) -> list[tuple[int, ...]]:
    return [parse_numbers(pair) for pair in text.split()]


def _compare(found: str, due: str) -> None:
    if found != due:
        msg = f"found {found!r}, but it is {due!r}"
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
