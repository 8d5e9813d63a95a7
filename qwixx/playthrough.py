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
from typing import TYPE_CHECKING, TypeAlias

from qwixx.dice import Roll, check_seed, seeded_roll
from qwixx.moves import Move, parse_move
from qwixx.notation import parse_numbers, parse_whole
from qwixx.state import Phase, State, new_game
from qwixx.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Decision:
    """What one player decided.

    Args:
        player: index of the player.
        move: the move.
    """

    player: int
    move: Move

    @property
    def code(self) -> str:
        """The text form: the player's index and the move, as in "0 r7"."""
        return f"{self.player} {self.move.code}"

    @classmethod
    def from_code(cls, code: str) -> Decision:
        """Read `code` back.

        Raises:
            ValueError: the text is no decision.
        """
        player, _, move = code.partition(" ")
        return cls(parse_whole(player), parse_move(move))


Event: TypeAlias = Roll | Decision
"""What moves a game on: the dice are rolled, or somebody decides."""


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


def apply_event(state: State, event: Event) -> State:
    """Return the state after an event.

    Raises:
        ValueError: it does not fit the state (`IllegalMoveError` for a decision).
    """
    if isinstance(event, Decision):
        return state.play(event.player, event.move)
    return state.apply_roll(event)


def write_playthrough(playthrough: Playthrough, *, annotate: bool = False) -> str:
    """Return the text of a playthrough.

    Args:
        playthrough: a game, over or not.
        annotate: write also the position before each roll and at the end, and the
            legal moves before each decision, to be checked when the text is read.

    Raises:
        ValueError: an event does not fit where it stands.
    """
    start = playthrough.start
    lines = [f"variant {start.variant.name}", f"players {start.players}"]
    if playthrough.seed is not None:
        lines.append(f"seed {playthrough.seed}")
    lines.append(f"first {start.active}")
    if start.variant.lucky_pairs:
        pairs = [",".join(map(str, sheet.lucky)) for sheet in start.sheets]
        lines.append(f"lucky {' '.join(pairs)}")
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
        lines += [_position_line(state)] * annotate + [_end_line(state)]
    return "\n".join(lines) + "\n"


def read_playthrough(text: str) -> Playthrough:
    """Read a playthrough and check each line against the rules.

    Raises:
        PlaythroughError: a line is not one of a playthrough, breaks the rules, has
            other dice than the seed gives, or says what is not so.
    """
    reader = _Reader()
    number = 1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            reader.read(words[0], " ".join(words[1:]))
        except ValueError as error:
            raise PlaythroughError(number, str(error)) from error
    try:
        return reader.finish()
    except ValueError as error:
        raise PlaythroughError(number, str(error)) from error


class _Reader:
    """Takes in a playthrough line by line; a `ValueError` says what is wrong with one."""

    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.events: list[Event] = []
        self.seed: int | None = None
        self.start: State | None = None
        self.state: State | None = None

    def read(self, key: str, rest: str) -> None:
        if self.state is None and key in ("variant", "players", "seed", "first", "lucky"):
            if key in self.header:
                msg = f"a second {key!r}"
                raise ValueError(msg)
            self.header[key] = rest
            return
        state = self.begin()
        if key == "roll":
            self.follow(self.check_dice(state, Roll.from_code(rest)))
        elif key == "legal":
            _compare(f"legal {rest}", _legal_line(state, parse_whole(rest.partition(" ")[0])))
        elif key == "position":
            _compare(f"position {rest}", _position_line(state))
        elif key == "end":
            _compare(f"end {rest}", _end_line(state))
        elif key.isdecimal():
            self.follow(Decision.from_code(f"{key} {rest}"))
        else:
            msg = f"unknown or misplaced {key[:40]!r}"
            raise ValueError(msg)

    def begin(self) -> State:
        """Return the current state; the first time, make it from the header."""
        if self.state is None:
            header = self.header
            if missing := [key for key in ("variant", "players") if key not in header]:
                msg = f"the header lacks {missing[0]!r}"
                raise ValueError(msg)
            if "seed" in header:
                self.seed = check_seed(parse_whole(header["seed"]))
            self.start = self.state = new_game(
                find_variant(header["variant"]),
                parse_whole(header["players"]),
                first=parse_whole(header.get("first", "0")),
                lucky=[parse_numbers(pair) for pair in header["lucky"].split()]
                if "lucky" in header
                else None,
            )
        return self.state

    def check_dice(self, state: State, roll: Roll) -> Roll:
        if self.seed is not None and state.phase is Phase.ROLL:
            due = seeded_roll(self.seed, state.turn, state.variant, state.closed)
            _compare(f"roll {roll.code}", f"roll {due.code}")
        return roll

    def follow(self, event: Event) -> None:
        self.state = apply_event(self.begin(), event)
        self.events.append(event)

    def finish(self) -> Playthrough:
        start = self.start or self.begin()
        return Playthrough(start, tuple(self.events), self.seed)


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
        return "not the end"
    scores = " ".join(map(str, outcome.scores))
    winners = " ".join(map(str, outcome.winners))
    return f"end {outcome.termination.value}, scores {scores}, winners {winners}"
