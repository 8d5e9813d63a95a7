"""The proof that the dice of an archived game come from the links of the devices' chains.

For each chain, the proof holds its anchor and its last link, from which all earlier ones follow.
It does not prove whose chains these are; only the players know that.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from qwixx.games import chains
from qwixx.games.chains import CHAIN_LENGTH, DRAW, MAX_CHAINS, Call, Chained, MadeRoll
from qwixx.games.events import Decision
from qwixx.games.live.protocol import is_id
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import is_int_in_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game

MAX_GAME_CHAINS = 200
"""Maximum number of chains in a game."""
MAX_ROLLS = 400
"""Maximum number of rolls in a game."""


class ProofError(ValueError):
    """The text is not a proof, or the dice do not come from its links."""


def write_proof(table: str, made: Sequence[MadeRoll]) -> str:
    """Return the proof of a game's rolls as JSON; "" if there are no rolls.

    A roll with the same chains as the one before, each with its next link, is `null`.
    """
    if not made:
        return ""
    anchors = [*dict.fromkeys(anchor for roll in made for anchor, _number in roll.chains)]
    known = [(anchor, *chains.last_known_link(made, anchor)) for anchor in anchors]
    rolls: list[list[tuple[int, int]] | None] = []
    expected: tuple[tuple[str, int], ...] = ()
    for roll in made:
        numbered = [(anchors.index(anchor), number) for anchor, number in roll.chains]
        rolls.append(None if roll.chains == expected else numbered)
        expected = tuple((anchor, number + 1) for anchor, number in roll.chains)
    fields = {"table": table, "game": made[0].game, "chains": known, "rolls": rolls}
    return json.dumps(fields, separators=(",", ":"))


def check_proof(text: str, game: Game) -> None:
    """Check the first player and all dice of a game.

    Raises:
        ProofError: the text is not a proof, or the game has other dice.
    """
    table, made = _read_proof(text)
    if chains.first_player_of(table, made[0], game.state.players) != game.states[0].active:
        msg = "the first player does not come from the links"
        raise ProofError(msg)
    dice = Chained(table, tuple(made))
    for state, event in zip(game.states, game.events, strict=False):
        if isinstance(event, Decision):
            continue
        if dice.roll(state) != event:
            msg = f"the dice of turn {state.turn + 1} do not come from the links"
            raise ProofError(msg)


def _read_proof(text: str) -> tuple[str, list[MadeRoll]]:
    """Return the table's id and all rolls.

    Raises:
        ProofError: the text is not a proof.
    """
    try:
        fields = loads(text)
        table, number = fields["table"], fields["game"]
        known = [(anchor, last, link) for anchor, last, link in fields["chains"]]
        calls = _read_calls(number, [anchor for anchor, _last, _link in known], fields["rolls"])
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        msg = f"not a proof: {error}"
        raise ProofError(msg) from error
    links: dict[str, tuple[str, ...]] = {}
    for anchor, last, link in known:
        is_valid = is_id(table) and is_id(link) and is_int_in_range(last, 0, CHAIN_LENGTH)
        chain = chains.make_chain(table, link, last) if is_valid else None
        if chain is None or chain.anchor != anchor:
            msg = "a link does not fit its chain"
            raise ProofError(msg)
        links[anchor] = chain.links
    return table, [MadeRoll(*call, _links_of(call, links)) for call in calls]


def _read_calls(game: int, anchors: list[str], rolls: list[Any]) -> list[Call]:
    """Return the calls, without a check of their links.

    Raises:
        ValueError, TypeError, IndexError: the values are not those of a proof.
    """
    msg = "no rolls"
    if not (0 < len(anchors) <= MAX_GAME_CHAINS and 0 < len(rolls) <= MAX_ROLLS):
        raise ValueError(msg)
    calls: list[Call] = []
    for turn, roll in enumerate(rolls, start=DRAW):
        if roll is None:
            numbered = tuple((anchor, number + 1) for anchor, number in calls[-1].chains)
        elif len(roll) <= MAX_CHAINS and all(
            type(value) is int for pair in roll for value in pair
        ):
            numbered = tuple((anchors[index], number) for index, number in roll)
        else:
            raise ValueError(msg)
        calls.append(Call(game, turn, numbered))
        if not calls[-1].is_possible:
            raise ValueError(msg)
    return calls


def _links_of(call: Call, links: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the links of a call.

    Args:
        call: the call.
        links: the known links of each chain, by anchor.

    Raises:
        ProofError: the call needs a later link than the last known one.
    """
    try:
        return tuple(links[anchor][number] for anchor, number in call.chains)
    except IndexError as error:
        msg = "a link is missing"
        raise ProofError(msg) from error
