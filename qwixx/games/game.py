"""The record of a game: who plays, the seed of the dice, what happened, undo and redo."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from qwixx.games.events import Decision, Event, apply_event
from qwixx.games.nesting import loads
from qwixx.games.transcript import Playthrough
from qwixx.rules.dice import Roll, check_seed, draw_first, seeded_roll
from qwixx.rules.moves import quote
from qwixx.rules.state import State, new_game
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move

FORMAT = "qwixx-game"
VERSION = 1
MAX_NAME = 40
"""How many characters a player's name may have."""
_ROLL = "roll"
_FIELDS = set("format version variant names seed first lucky events done".split())  # noqa: SIM905 - shorter
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
# What turns the text around a name, or is no part of any: names saved earlier may have them.
_UNSEEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
# Parts of letters and emoji (joiners, fillers, variation selectors, tags) show nothing alone.
_BLANK = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u200c\u200d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SEEN = re.compile(f"[^\\s{_BLANK}]")


class RecordError(ValueError):
    """A text that is not the record of a game, or of one that breaks the rules.

    Attributes:
        event: index of the event that breaks the rules; None if something else is wrong.
    """

    def __init__(self, message: str, event: int | None = None) -> None:
        """Keep the event's index."""
        super().__init__(message, event)
        self.event = event

    def __str__(self) -> str:
        return str(self.args[0])


class Game:
    """A game that is being played, with its past and, after undo, its future.

    The dice come from the seed and the turn, so no undo ever rolls others. An error
    changes nothing.

    Args:
        variant: the rules.
        names: the players' names, 1 to `MAX_NAME` characters each, none of them control
            characters.
        seed: where the dice come from, 0 to `MAX_SEED`.
        first: index of the player who begins; None draws by lot from the seed.
        lucky: see `new_game`.

    Raises:
        ValueError: one of these does not fit.
    """

    def __init__(
        self,
        variant: Variant,
        names: Sequence[str],
        seed: int,
        *,
        first: int | None = None,
        lucky: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Begin the game."""
        self._names = check_names(names)
        self._seed = check_seed(seed)
        if first is None:
            first = draw_first(seed, len(self._names))
        # Tuples, so that copy.copy is a snapshot.
        self._states: tuple[State, ...] = (
            new_game(variant, len(self._names), first=first, lucky=lucky),
        )
        self._events: tuple[Event, ...] = ()
        self._done = 0

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.state.variant

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return self._names

    @property
    def seed(self) -> int:
        """Where the dice come from."""
        return self._seed

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[self._done]

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened and is not undone, in order."""
        return self._events[: self._done]

    @property
    def states(self) -> tuple[State, ...]:
        """The state at the beginning and after each of `events`."""
        return self._states[: self._done + 1]

    @property
    def furthest(self) -> State:
        """The state after all that has happened, with what was taken back."""
        return self._states[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to take back."""
        return self._done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an event taken back that can be brought back."""
        return self._done < len(self._events)

    def rename(self, names: Sequence[str]) -> None:
        """Give the players other names.

        Raises:
            ValueError: they are no names, or too few or too many.
        """
        if len(names) != len(self._names):
            msg = f"{len(self._names)} players have {len(names)} names"
            raise ValueError(msg)
        self._names = check_names(names)

    def __repr__(self) -> str:
        return f"<Game {self._seed} {self.state.code}>"

    def roll(self) -> Roll:
        """Roll the dice of this turn and return them.

        Raises:
            ValueError: it is not the time to roll.
        """
        state = self.state
        roll = seeded_roll(self._seed, state.turn, state.variant, state.closed)
        self._follow(roll)
        return roll

    def play(self, player: int, move: Move) -> State:
        """Take a player's decision and return the state after it.

        Raises:
            InvalidMoveError: `move` is neither a `Mark` nor `PASS`.
            IllegalMoveError: the rules forbid it.
        """
        self._follow(Decision(player, move))
        return self.state

    def undo(self) -> bool:
        """Take back the last event, a decision or a roll; False if there is none."""
        if not self.can_undo:
            return False
        self._done -= 1
        return True

    def redo(self) -> bool:
        """Bring back what was taken back last; False if there is nothing."""
        if not self.can_redo:
            return False
        self._done += 1
        return True

    def playthrough(self) -> Playthrough:
        """Return what has happened and is not undone."""
        return Playthrough(self._states[0], self.events, self._seed)

    def to_json(self) -> str:
        """Return the whole record, with what can be redone, as JSON in ASCII.

        Names are in it, seats' bots and the like are not: they are not the game's.
        """
        start = self._states[0]
        record = {
            "format": FORMAT,
            "version": VERSION,
            "variant": start.variant.name,
            "names": self._names,
            "seed": self._seed,
            "first": start.active,
            "lucky": [sheet.lucky for sheet in start.sheets]
            if start.variant.lucky_pairs
            else None,
            "events": [
                event.code if isinstance(event, Decision) else _ROLL for event in self._events
            ],
            "done": self._done,
        }
        return json.dumps(record, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Read a record back, whatever the text is.

        Raises:
            RecordError: it is no record of a game, one of a newer version, or an event
                in it breaks the rules; `RecordError.event` says which.
        """
        record = _load(text)
        names, lucky, events = record["names"], record["lucky"], record["events"]
        _require(_is_list(names, str), "'names' is a list of texts")
        names = [_mended(name, seat + 1) for seat, name in enumerate(names)]
        _require(_is_list(events, str), "'events' is a list of texts")
        _require(
            lucky is None or (_is_list(lucky, list) and all(_is_list(p, int) for p in lucky)),
            "'lucky' is null or a list of pairs of numbers",
        )
        _require(type(record["first"]) is int, "'first' is a number")
        try:
            game = cls(
                find_variant(record["variant"]),
                names,
                record["seed"],
                first=record["first"],
                lucky=lucky,
            )
        except ValueError as error:
            raise RecordError(str(error)) from error
        for index, event in enumerate(events):
            try:
                if event == _ROLL:
                    game.roll()
                else:
                    game._follow(Decision.from_code(event))
            except ValueError as error:
                msg = f"event {index} {quote(event)}: {error}"
                raise RecordError(msg, index) from error
        done = record["done"]
        _require(type(done) is int and 0 <= done <= len(events), "'done' counts events")
        game._done = done
        return game

    def _follow(self, event: Event) -> None:
        """Let an event happen; to repeat what was taken back keeps what came after it."""
        if self.can_redo and self._events[self._done] == event:
            self._done += 1
            return
        state = apply_event(self.state, event)
        self._events = (*self.events, event)
        self._done += 1
        self._states = (*self._states[: self._done], state)


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return players' names if they can be such.

    Raises:
        ValueError: one of them is not a text of 1 to `MAX_NAME` characters, shows nothing,
            or holds control characters, those of the writing direction among them.
    """
    if isinstance(names, (tuple, list)) and all(
        isinstance(name, str)
        and _SEEN.search(name)
        and len(name) <= MAX_NAME
        and not _UNPRINTABLE.search(name)
        and not _UNSEEN.search(name)
        for name in names
    ):
        return tuple(names)
    msg = f"a name has 1 to {MAX_NAME} characters, none of them control characters"
    raise ValueError(msg)


def clean_name(text: str) -> str:
    """Return a text as a name that `Game` takes, or "" if nothing is left of it."""
    name = _UNSEEN.sub("", _UNPRINTABLE.sub("", text)).strip()[:MAX_NAME].strip()
    return name if _SEEN.search(name) else ""


def _mended(name: str, number: int) -> str:
    """Return a saved name without what was allowed once; a number if nothing is seen of it."""
    seen = _UNSEEN.sub("", name)
    return seen if _SEEN.search(seen) or not name.strip() else str(number)


def _load(text: str) -> dict[str, Any]:
    """Return the object that the text holds if it has the fields of a record."""
    _require(isinstance(text, str), "not a text")
    try:
        record = loads(text, _unique)
    except ValueError as error:
        msg = f"not JSON: {error}"
        raise RecordError(msg) from error
    _require(isinstance(record, dict) and record.get("format") == FORMAT, "not a game of Qwixx")
    version = record.get("version")
    _require(type(version) is int and version > 0, "no version")
    _require(
        version <= VERSION,
        f"version {quote(version)} is from a newer Qwixx; this one reads up to {VERSION}",
    )
    _require(set(record) == _FIELDS, f"its fields are not those of version {VERSION}")
    return dict(record)


def _require(condition: bool, message: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not condition:
        raise RecordError(message)


def _is_list(value: object, kind: type) -> bool:
    return type(value) is list and all(type(item) is kind for item in value)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        msg = "a field stands twice"
        raise ValueError(msg)
    return fields
