"""The link that holds the whole record of a game by turns.

The decisions are indexes among the legal moves. Reading a link replays the game, so a link cannot
hold a game that breaks the rules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from qwixx.games.chains import previous_link
from qwixx.games.names import sanitize_name
from qwixx.games.turns.record import (
    MAX_TURNS,
    SEATS,
    STAGES,
    STEPS_OF_SPLIT_TURN,
    STEPS_WITH_OPENING,
    P,
    Q,
    Record,
    Stage,
    can_play_by_turns,
    game_before_turn,
    is_split_turn,
    turn_seed,
    with_roll,
)
from qwixx.games.written import mixed_radix
from qwixx.games.written.link_seal import SealedLinkError, SealedLinkReason, open_link, seal_link
from qwixx.games.written.variant_choice import variant_schema, variant_values
from qwixx.rules.moves import PASS
from qwixx.rules.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.games.game import Game
    from qwixx.games.written.mixed_radix import ChoiceSchema
    from qwixx.rules.moves import Move
    from qwixx.rules.state import State

MAX_LINK = 300
"""Maximum number of characters of a link."""
MAX_NAME_BYTES = 40
"""Maximum number of bytes of a name in a link."""
_VERSION = "1"
_CHECKED = 2
"""Number of characters with which `mixed_radix` checks a number; the seal has a check as well."""


def shortened_name(text: str) -> str:
    """Return a name that fits a link, cleaned; "" if nothing is visible."""
    return sanitize_name(text, MAX_NAME_BYTES)


def with_step(record: Record, stage: Stage, **changes: object) -> Record:
    """Return the record after another step, replayed by the rules.

    Raises:
        ValueError: the step is not possible.
    """
    fields: dict[str, Any] = {"commitment": "", "opening": "", **changes}
    return parse_record_link(write_record_link(replace(record, stage=stage, **fields)))


def write_record_link(record: Record) -> str:
    """Return the text of the link that tells a record.

    Raises:
        ValueError: the record is not a game.
    """
    number = mixed_radix.encode_choices(_record_schema(), _record_values(record))
    return seal_link(_VERSION, mixed_radix.to_checked_base64(number)[:-_CHECKED])


@lru_cache(maxsize=64)
def parse_record_link(text: str) -> Record:
    """Parse a link, and replay its game; characters after its end are ignored.

    Raises:
        SealedLinkError: the text is not a link, or its game breaks the rules.
    """
    body = open_link(_VERSION, text)
    if len(body) > MAX_LINK:
        raise SealedLinkError(SealedLinkReason.INVALID)
    number = 0
    try:
        for character in body:
            number = number * len(mixed_radix.ALPHABET) + mixed_radix.ALPHABET.index(character)
        return mixed_radix.decode_choices(_record_schema(), number)
    except ValueError as error:
        raise SealedLinkError(SealedLinkReason.INVALID) from error


def _record_values(record: Record) -> Iterator[object]:
    """Yield the values of a record in the order of `_record_schema`."""
    yield from (record.stage, record.turn, *variant_values(record.variant))
    yield from bytes.fromhex(record.table)
    for name, link in zip(record.names, record.links, strict=True):
        if link:
            letters = name.encode()
            yield from (*bytes.fromhex(link), len(letters), *letters)
    yield from record.known_moves
    if record.stage is Stage.ASKED:
        yield from bytes.fromhex(record.commitment)
    if record.stage in STEPS_WITH_OPENING:
        yield from bytes.fromhex(record.opening)


def _record_schema() -> ChoiceSchema[Record]:
    """Yield the options of each stored value, receive the chosen option, and return the record."""
    stage: Stage = yield STAGES
    turn: int = yield range(MAX_TURNS)
    variant = yield from variant_schema()
    if variant is None or not can_play_by_turns(variant):
        msg = "another version's sheet"
        raise ValueError(msg)
    table = yield from _bytes_schema()
    _require((turn == 0) == (stage in (Stage.INVITED, Stage.JOINED)), "a turn without a step")
    named = [(yield from _chain_schema())]
    if stage is not Stage.INVITED:
        named.append((yield from _chain_schema()))
    (link_p, name_p), (link_q, name_q) = (*named, ("", ""))[:2]
    record = Record(table, variant, (name_p, name_q), (link_p, link_q), stage, turn)
    if stage in (Stage.INVITED, Stage.JOINED):
        return record
    game, moves = yield from _game_schema(record)
    commitment = (yield from _bytes_schema()) if stage is Stage.ASKED else ""
    opening = (yield from _bytes_schema()) if stage in STEPS_WITH_OPENING else ""
    return replace(record, moves=moves, commitment=commitment, opening=opening, game=game)


def _bytes_schema(size: int = 16) -> ChoiceSchema[str]:
    octets = []
    for _ in range(size):
        octets.append((yield range(256)))  # noqa: PERF401 - a comprehension cannot yield
    return bytes(octets).hex()


def _chain_schema() -> ChoiceSchema[tuple[str, str]]:
    """Yield the options of a chain's last link and of its person's name, and return both."""
    link = yield from _bytes_schema()
    size = yield range(MAX_NAME_BYTES + 1)
    name = bytes.fromhex((yield from _bytes_schema(size))).decode()
    _require(name == sanitize_name(name), "not a name")
    return link, name


def _game_schema(record: Record) -> ChoiceSchema[tuple[Game, tuple[tuple[Move, ...], ...]]]:
    """Yield the options of each decision, and return the game and the decisions by turn."""
    links = [
        _links_from_first(record.table, link, record.link_number(seat))
        for seat, link in enumerate(record.links)
    ]
    game = game_before_turn(record, links[P][0], links[Q][0])
    moves = []
    for turn in range(1, record.turn + 1):
        _require(game.state.phase is Phase.ROLL, "a turn after the end")
        game = with_roll(game, turn_seed(record.table, turn, *(each[turn - 1] for each in links)))
        stage = record.stage if turn == record.turn else None
        game, decided = yield from _turn_schema(game, stage)
        moves.append(decided)
    return game, tuple(moves)


def _links_from_first(table: str, link: str, number: int) -> list[str]:
    """Return the links of a chain from its first one to a known one."""
    links = [link]
    while len(links) < number:
        links.append(previous_link(table, links[-1]))
    return links[::-1]


def _turn_schema(game: Game, stage: Stage | None) -> ChoiceSchema[tuple[Game, tuple[Move, ...]]]:
    """Yield the options of each decision of a turn that is told at a stage.

    Args:
        game: the game after the roll.
        stage: the last step; None for a turn that is followed by another one.
    """
    state = game.state
    decided: tuple[Move, ...] = ()
    if stage is Stage.ASKED:
        return game, decided
    is_split = is_split_turn(state)
    _require(stage is None or (stage in STEPS_OF_SPLIT_TURN) == is_split, "a step of another turn")
    # In a split turn, each step tells one decision; otherwise, one person's white and color ones.
    for seat in (Q, P):
        white = yield state.legal_moves(seat)
        game, decided = game.play(seat, white), (*decided, white)
        if not is_split and seat == state.active:
            color = yield from _color_schema(state, seat, white)
            decided = (*decided, *color)
        if seat == Q and stage in (Stage.ANSWERED, Stage.WHITE):
            return game, decided
    if is_split and game.state.phase is Phase.COLOR:
        if stage is Stage.OPENED and state.active == Q:
            return game, decided
        color = yield game.state.legal_moves(state.active)
        decided = (*decided, color)
    if game.state.phase is Phase.COLOR:
        game = game.play(state.active, decided[-1 if is_split or state.active == P else 1])
    is_over = game.state.phase is Phase.OVER
    ends = (Stage.CLOSED, Stage.COLORED_LAST)
    _require(stage is Stage.OPENED or is_over == (stage in ends), "not at the end")
    is_color_of_q = state.active == Q and len(decided) > len(SEATS)
    _require(stage is not Stage.COLORED_LAST or is_color_of_q, "no color decision of Q")
    return game, decided


def _color_schema(state: State, seat: int, white: Move) -> ChoiceSchema[tuple[Move, ...]]:
    """Yield the options of a color decision that the other's white decision cannot change."""
    after = state.play(seat, white).play(1 - seat, PASS)
    if after.phase is not Phase.COLOR:
        return ()
    return ((yield after.legal_moves(seat)),)


def _require(condition: bool, problem: str) -> None:  # noqa: FBT001 - as in an assertion
    """Raise ValueError unless a condition holds."""
    if not condition:
        raise ValueError(problem)
