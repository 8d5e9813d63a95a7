"""A whole game as a text for a link: a version and a number (see `mixed_radix`).

A game is its seed and its decisions, and of each decision it is enough to say which of the legal
moves it was. `link_schema` is the format: what is to be known of a game, in which order, and what
may be answered.
"""

from __future__ import annotations

from itertools import combinations
from string import ascii_lowercase
from string import digits as decimals
from typing import TYPE_CHECKING, Any, NamedTuple

from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.games.names import KINDS, MAX_KIND, MAX_NAME
from qwixx.games.written import mixed_radix
from qwixx.rules.moves import PASS, short_repr
from qwixx.rules.state import Phase
from qwixx.rules.variants import code_number, variants_by_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.games.written.mixed_radix import ChoiceSchema
    from qwixx.rules.state import State

PERSON = "person"
MAX_LINK = 2_000
"""The longest text that is read; five players of Longo with the longest names need less."""

_VERSION = "1"
_SPELLED = ""
# The kinds of seats in version 1. Something new takes the place of a None: the others keep theirs.
# A bot without a place here is spelled, so a new one needs none.
_KINDS = (
    *(PERSON, "easy", "medium", "hard", "greedy", "heuristic", "random", _SPELLED),
    *[None] * 56,
)
_NUMBERED = frozenset(filter(None, _KINDS))
_LETTERS = ascii_lowercase + decimals + "-"
_SEED_HIGH, _SEED_LOW = range(1 << 27), range(1 << 26)  # where Python has 32 bits none is longer
_EVENTS = range(4096)  # more than happen in any game
FINISHED = 0
"""How much of a game has happened: all, it is over. Else it is how many events, and one more."""
_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT = range(3)  # who decides next: see `_next_to_decide`


class LinkError(ValueError):
    """A text that is not a game."""


class LinkContents(NamedTuple):
    """What a link holds.

    Args:
        game: the game, as far as it was played.
        seats: for each player "person" or the name of a bot; empty if that is not said.
        named: whether the players' names are their own.
    """

    game: Game
    seats: tuple[str, ...]
    named: bool


def encode(game: Game, seats: Sequence[str] = (), names: bool = False) -> str:  # noqa: FBT001, FBT002 - in words it is clear
    """Return a game as a text, without its undone events.

    Args:
        game: the game.
        seats: for each player "person" or the name of a bot; empty to leave that unsaid.
        names: whether the text holds the players' names.

    Raises:
        ValueError: the seats are not this game's, one holds a bot that is not registered, or
            the variant is not.
    """
    if seats and (len(seats) != game.state.players or not {*seats} <= _NUMBERED | KINDS):
        msg = f"no seats of this game: {short_repr(list(seats))}"
        raise ValueError(msg)
    code_number(game.variant)
    told = link_values(LinkContents(game, tuple(seats), names))
    return _VERSION + mixed_radix.to_checked_base64(
        mixed_radix.encode_choices(link_schema(game), told)
    )


def decode(text: str) -> Game:
    """Return the game of a text; who is not named in it is called by a number.

    Raises:
        LinkError: the text is not a legal game.
    """
    return read_link(text).game


def read_link(text: str) -> LinkContents:
    """Return all that a text holds.

    Raises:
        LinkError: the text is not a legal game.
    """
    if not isinstance(text, str) or len(text) > MAX_LINK:
        msg = f"not a game: {short_repr(text)}"
        raise LinkError(msg)
    if text[:1] != _VERSION:
        msg = f"not a game of version {_VERSION}: {short_repr(text)}"
        raise LinkError(msg)
    try:
        return mixed_radix.decode_choices(link_schema(), mixed_radix.from_checked_base64(text[1:]))
    except ValueError as error:
        msg = f"not a game: {error}: {short_repr(text)}"
        raise LinkError(msg) from error


def link_schema(known: Game | None = None) -> ChoiceSchema[LinkContents]:
    """Ask for all that is to be known of a game, and make it of the answers.

    Args:
        known: the game of which the answers tell, so that it need not be played again.

    Raises:
        ValueError: from these answers comes no game.
    """
    variant = yield variants_by_number()
    if variant is None:
        raise _newer_version_error()
    players: int = yield variant.players
    first = yield range(players)
    lucky = None
    if variant.lucky_pairs:
        lucky = yield from _ask_many(players, [*combinations(variant.white_sums, 2)])
    said = yield (False, True)
    seats = (yield from _kinds_schema(players)) if said else []
    names = [str(player + 1) for player in range(players)]
    named = yield (False, True)
    if named:
        for player in range(players):
            size = yield range(4 * MAX_NAME + 1)
            names[player] = bytes((yield from _ask_many(size, range(256)))).decode()
    high, low = (yield _SEED_HIGH), (yield _SEED_LOW)
    count = yield _EVENTS
    order = yield (_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT)
    if known is not None:
        game = known.go_to(0)
    else:
        game = Game(variant, names, high * len(_SEED_LOW) + low, first=first, lucky=lucky)
    game = yield from _replay_choices(game, count, order, seats)
    return LinkContents(game, tuple(seats), named)


def _kinds_schema(players: int) -> ChoiceSchema[list[str]]:
    """Ask for the kind of each seat."""
    seats: list[str] = []
    for _ in range(players):
        kind: str | None = yield _KINDS
        if kind is None:
            raise _newer_version_error()
        if kind == _SPELLED:
            size = yield range(MAX_KIND + 1)
            kind = "".join((yield from _ask_many(size, _LETTERS)))
            if kind not in KINDS or kind in _NUMBERED:
                raise _newer_version_error()
        seats.append(kind)
    return seats


def _newer_version_error() -> LinkError:
    return LinkError("it is from a newer Qwixx")


def _ask_many(count: int, options: Sequence[Any]) -> ChoiceSchema[list[Any]]:
    chosen = []
    for _ in range(count):
        chosen.append((yield options))  # noqa: PERF401 - no comprehension can ask
    return chosen


def _replay_choices(
    game: Game, count: int, order: int, seats: Sequence[str]
) -> ChoiceSchema[Game]:
    """Ask for each decision, and return the game with them."""
    while len(game.events) != count - 1:
        state = game.state
        if state.phase is Phase.OVER:
            if count == FINISHED:
                break
            msg = "it goes on after its end"
            raise LinkError(msg)
        player, move = None, PASS
        if state.phase is not Phase.ROLL:
            player = (
                (yield state.to_act)
                if order == _EXPLICIT
                else _next_to_decide(order, state, seats)
            )
            move = yield state.legal_moves(player)
        if game.can_redo:
            game = game.redo()
        else:
            game = game.roll() if player is None else game.play(player, move)
    return game


def link_values(link: LinkContents) -> Iterator[Any]:
    """Give what `link_schema` asks for, in its order."""
    game, seats, named = link
    start = game.states[0]
    yield from (game.variant, start.players, start.active)
    if game.variant.lucky_pairs:
        yield from (sheet.lucky for sheet in start.sheets)
    yield bool(seats)
    for kind in seats:
        if kind in _NUMBERED:
            yield kind
        else:
            yield from (_SPELLED, len(kind), *kind)
    yield named
    for name in game.names if named else ():
        letters = name.encode()
        yield len(letters)
        yield from letters
    yield from divmod(game.seed, len(_SEED_LOW))
    yield FINISHED if game.state.phase is Phase.OVER else len(game.events) + 1
    decided = [
        (state, event)
        for state, event in zip(game.states, game.events, strict=False)
        if isinstance(event, Decision)
    ]
    order = next(
        order
        for order in (_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT)
        if order == _EXPLICIT
        or all(event.player == _next_to_decide(order, state, seats) for state, event in decided)
    )
    yield order
    for _, event in decided:
        if order == _EXPLICIT:
            yield event.player
        yield event.move


def _next_to_decide(order: int, state: State, seats: Sequence[str]) -> int:
    """Return who decides next where that goes by a rule.

    Either in the order of the seats, as bots among themselves do; or people first, beginning
    with who rolled, as they do at one device. Where no seats are said all are people.
    """
    to_act: tuple[int, ...] = state.to_act
    if order == _PEOPLE_FIRST:
        for step in range(state.players):
            player = (state.active + step) % state.players
            if player in to_act and (not seats or seats[player] == PERSON):
                return player
    return to_act[0]
