"""Share links: a whole game in a URL, as a version and a number (see `mixed_radix`).

A game is stored as its seed plus, for each decision, the index of the move among the legal moves.
A game with given rolls, as at a live table, has version 2, which also stores the dice; they are
not proved. `link_schema` defines the format: which values are stored, in which order, and the
options of each.
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
from qwixx.games.written.playthrough import is_start_of_game
from qwixx.games.written.variant_choice import variant_schema, variant_values
from qwixx.rules.dice import Roll
from qwixx.rules.moves import PASS, short_repr
from qwixx.rules.state import Phase
from qwixx.rules.variants import entry_in_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from qwixx.games.written.mixed_radix import ChoiceSchema
    from qwixx.rules.state import State

PERSON = "person"
MAX_LINK = 2_000
"""Maximum length of a link's text; a five-player Longo game with the longest names needs less."""

_VERSION, _VERSION_WITH_ROLLS = "1", "2"
_SPELLED = ""
# Kinds of occupants in version 1. New kinds replace a None, so the others keep their indexes. A
# bot without an index here is spelled out, so new bots need no index.
_KINDS = (
    *(PERSON, "easy", "medium", "hard", "greedy", "heuristic", "random", _SPELLED),
    *[None] * 56,
)
_NUMBERED = frozenset(filter(None, _KINDS))
_LETTERS = ascii_lowercase + decimals + "-"
_SEED_HIGH, _SEED_LOW = range(1 << 27), range(1 << 26)  # split: `len` is 32-bit in the browser
_EVENTS = range(4096)  # more than in any game
FINISHED = 0
"""Stored event count of a finished game; any other game stores its number of events plus one."""
_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT = range(3)  # see `_next_to_decide`


class LinkError(ValueError):
    """The text is not a share link, or its game is not legal."""


class LinkContents(NamedTuple):
    """The contents of a share link.

    Args:
        game: the game, finished or not.
        kinds: "person" or the name of a bot, by seat; () if the link does not hold them.
        has_names: whether the link holds player names; otherwise they are "1", "2", and so on.
    """

    game: Game
    kinds: tuple[str, ...]
    has_names: bool


def encode_game(game: Game, kinds: Sequence[str] = (), names: bool = False) -> str:  # noqa: FBT001, FBT002 - an argument of the public function
    """Return a game as the text of a share link, without its undone events.

    Args:
        game: the game.
        kinds: "person" or the name of a bot, by seat; () to leave them out.
        names: whether to include the player names.

    Raises:
        ValueError: `kinds` has the wrong length, a bot or the variant is not registered, or the
            game begins in another position than usual.
    """
    if kinds and (len(kinds) != game.state.players or not {*kinds} <= _NUMBERED | KINDS):
        msg = f"expected {game.state.players} known kinds, got {short_repr(list(kinds))}"
        raise ValueError(msg)
    entry_in_codes(game.variant)
    if not is_start_of_game(game.states[0]):
        msg = f"a link holds a whole game, not one from {short_repr(game.states[0].code)}"
        raise ValueError(msg)
    values = link_values(LinkContents(game, tuple(kinds), names))
    has_rolls = game.has_given_rolls
    number = mixed_radix.encode_choices(link_schema(game, has_rolls=has_rolls), values)
    version = _VERSION_WITH_ROLLS if has_rolls else _VERSION
    return version + mixed_radix.to_checked_base64(number, kind=has_rolls)


def decode_game(text: str) -> Game:
    """Return the game in a share link's text; without stored names, players are "1", "2", etc.

    Raises:
        LinkError: the text is not a legal game.
    """
    return parse_link(text).game


def parse_link(text: str) -> LinkContents:
    """Return the contents of a share link's text.

    Raises:
        LinkError: the text is not a legal game.
    """
    if not isinstance(text, str) or len(text) > MAX_LINK:
        msg = f"not a game: {short_repr(text)}"
        raise LinkError(msg)
    if text[:1] not in (_VERSION, _VERSION_WITH_ROLLS):
        msg = f"not a game of version {_VERSION} or {_VERSION_WITH_ROLLS}: {short_repr(text)}"
        raise LinkError(msg)
    has_rolls = text[:1] == _VERSION_WITH_ROLLS
    try:
        number = mixed_radix.from_checked_base64(text[1:], kind=has_rolls)
        return mixed_radix.decode_choices(link_schema(has_rolls=has_rolls), number)
    except ValueError as error:
        msg = f"not a game: {error}: {short_repr(text)}"
        raise LinkError(msg) from error


def link_schema(
    known: Game | None = None, *, has_rolls: bool = False
) -> ChoiceSchema[LinkContents]:
    """Yield the options of each stored value, receive the chosen option, and return the contents.

    Args:
        known: the game that is being encoded, so that it need not be replayed; None to decode.
        has_rolls: whether the dice of each roll are stored.

    Raises:
        ValueError: the values do not make a legal game.
    """
    variant = yield from variant_schema()
    if variant is None:
        raise _newer_version_error()
    players: int = yield variant.players
    first = yield range(players)
    lucky = None
    if variant.lucky_pairs:
        lucky = yield from _repeated_schema(players, [*combinations(variant.white_sums, 2)])
    cards = (yield from _repeated_schema(players, variant.cards)) if variant.cards else None
    has_kinds = yield (False, True)
    kinds = (yield from _kinds_schema(players)) if has_kinds else []
    names = [str(player + 1) for player in range(players)]
    has_names = yield (False, True)
    if has_names:
        for player in range(players):
            size = yield range(4 * MAX_NAME + 1)
            names[player] = bytes((yield from _repeated_schema(size, range(256)))).decode()
    high, low = (yield _SEED_HIGH), (yield _SEED_LOW)
    count = yield _EVENTS
    order = yield (_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT)
    if known is not None:
        game = known.go_to(0)
    else:
        seed = high * len(_SEED_LOW) + low
        game = Game(variant, names, seed, first=first, lucky=lucky, cards=cards)
    game = yield from _replay_choices(game, count, order, kinds, has_rolls=has_rolls)
    return LinkContents(game, tuple(kinds), has_names)


def _kinds_schema(players: int) -> ChoiceSchema[list[str]]:
    """Yield the options of each seat's kind, and return the kinds."""
    kinds: list[str] = []
    for _ in range(players):
        kind: str | None = yield _KINDS
        if kind is None:
            raise _newer_version_error()
        if kind == _SPELLED:
            size = yield range(MAX_KIND + 1)
            kind = "".join((yield from _repeated_schema(size, _LETTERS)))
            if kind not in KINDS or kind in _NUMBERED:
                raise _newer_version_error()
        kinds.append(kind)
    return kinds


def _newer_version_error() -> LinkError:
    return LinkError("written by a newer version")


def _repeated_schema(count: int, options: Sequence[Any]) -> ChoiceSchema[list[Any]]:
    chosen = []
    for _ in range(count):
        chosen.append((yield options))  # noqa: PERF401 - a comprehension cannot yield
    return chosen


def _replay_choices(
    game: Game, count: int, order: int, kinds: Sequence[str], *, has_rolls: bool
) -> ChoiceSchema[Game]:
    """Yield the options of each decision and stored die; return the game after all of them."""
    while len(game.events) != count - 1:
        state = game.state
        if state.phase is Phase.OVER:
            if count == FINISHED:
                break
            msg = "events after the end of the game"
            raise LinkError(msg)
        player, move, dice = None, PASS, None
        if state.phase is Phase.ROLL and has_rolls:
            dice = yield from _dice_schema(state)
        if state.phase is not Phase.ROLL:
            player = (
                (yield state.to_act)
                if order == _EXPLICIT
                else _next_to_decide(order, state, kinds)
            )
            move = yield state.legal_moves(player)
        if game.can_redo:
            game = game.redo()
        elif player is not None:
            game = game.play(player, move)
        else:
            game = game.roll() if dice is None else game.apply_or_redo(dice)
    return game


def _dice_schema(state: State) -> ChoiceSchema[Roll]:
    """Yield the options of each die that is in the game, and return the roll."""
    sides = range(1, state.variant.die_sides + 1)
    white = yield from _repeated_schema(2, sides)
    colored = []
    for is_closed in state.closed:
        colored.append(None if is_closed else (yield sides))  # noqa: PERF401 - as above
    return Roll((white[0], white[1]), tuple(colored))


def link_values(link: LinkContents) -> Iterator[Any]:
    """Yield the values of a link in the order of `link_schema`."""
    game, kinds, has_names = link
    start = game.states[0]
    yield from (*variant_values(game.variant), start.players, start.active)
    if game.variant.lucky_pairs:
        yield from (sheet.lucky for sheet in start.sheets)
    if game.variant.cards:
        yield from (sheet.card for sheet in start.sheets)
    yield bool(kinds)
    for kind in kinds:
        if kind in _NUMBERED:
            yield kind
        else:
            yield from (_SPELLED, len(kind), *kind)
    yield has_names
    for name in game.names if has_names else ():
        letters = name.encode()
        yield len(letters)
        yield from letters
    yield from divmod(game.seed, len(_SEED_LOW))
    yield FINISHED if game.state.phase is Phase.OVER else len(game.events) + 1
    decisions: list[tuple[State, Decision]] = [
        (state, event)
        for state, event in zip(game.states, game.events, strict=False)
        if isinstance(event, Decision)
    ]
    order = next(
        order
        for order in (_SEAT_ORDER, _PEOPLE_FIRST, _EXPLICIT)
        if order == _EXPLICIT
        or all(event.player == _next_to_decide(order, state, kinds) for state, event in decisions)
    )
    yield order
    for event in game.events:
        if not isinstance(event, Decision):
            if game.has_given_rolls:
                yield from (*event.white, *(die for die in event.colored if die is not None))
            continue
        if order == _EXPLICIT:
            yield event.player
        yield event.move


def _next_to_decide(order: int, state: State, kinds: Sequence[str]) -> int:
    """Return the player who decides next under an ordering rule.

    `_SEAT_ORDER`: in seat order, as in games among bots. `_PEOPLE_FIRST`: people in order
    from the active player, then bots, as on one device; if `kinds` is empty, all count as people.
    """
    to_act: tuple[int, ...] = state.to_act
    if order == _PEOPLE_FIRST:
        for step in range(state.players):
            player = (state.active + step) % state.players
            if player in to_act and (not kinds or kinds[player] == PERSON):
                return player
    return to_act[0]
