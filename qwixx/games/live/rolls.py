"""The host's side of the dice: calls for links, and the rolls that they make; see `chains`.

Every device with a player at a seat has a link in every roll, without exception, and the
host's own link comes first. A call stays open until all links are there. It is given up only if a
device's chain or a seat's occupant changes; then each device is called for its next link.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games import chains
from qwixx.games.chains import Call, Chained, MadeRoll
from qwixx.games.dice_source import Untold
from qwixx.games.game import Game
from qwixx.games.live.broadcast import broadcast
from qwixx.games.live.host import Host, Sent
from qwixx.games.live.protocol import GUEST, encode_message
from qwixx.rules.state import new_game

if TYPE_CHECKING:
    from qwixx.games.live.host import Occupant, Step


def advance_roll(host: Host) -> Step:
    """Continue the roll that was requested, if there is one: call for links, or make the roll."""
    turn = host.turn_to_roll
    if turn is None:
        return (host if host.call is None else _without_call(host)), ()
    earlier = chains.find_roll(host.made, turn)
    if earlier is not None:  # a turn keeps its roll, whatever was undone
        return _apply_roll(host, earlier)
    sent: tuple[Sent, ...] = ()
    if host.call is None or not _is_call_current(host, host.call):
        if host.undo_request is not None or not all(map(_is_ready, _guests(host))):
            return _without_call(host), ()
        host, sent = _send_call(host, turn)
    if host.call is None or len(host.links) < len(host.call.chains):
        return host, sent
    links = dict(host.links)
    made = MadeRoll(*host.call, tuple(links[anchor] for anchor, _number in host.call.chains))
    news = tuple(Sent(peer, encode_message(made)) for peer in host.informed_peers)
    host, views = _apply_roll(replace(host, made=(*host.made, made)), made)
    return host, (*sent, *news, *views)


def with_link(host: Host, anchor: str, number: int, link: str) -> Host | None:
    """Return the table with a link; None if the link is wrong. Links for old calls are ignored."""
    call = host.call
    if call is None or (anchor, number) not in call.chains or anchor in dict(host.links):
        return host
    known = chains.last_known_link(host.made, anchor)
    if not chains.is_next_link(host.table_id, known, number, link):
        return None
    return replace(host, links=(*host.links, (anchor, link)))


def take_up_lost_roll(host: Host, made: MadeRoll) -> Step:
    """Take up the roll that follows the table's last one, if its host made it and lost it.

    Only the host knew the links of its own chains that it had not used, so nobody can make up a
    roll with a later one.
    """
    is_next = made.game == host.game_number and made.turn == len(host.made) - 1
    anchors = [anchor for anchor, _number in made.chains]
    if not is_next or not anchors or anchors[0] not in host.own_anchors:
        return host, ()
    if not {*anchors} <= {*host.anchors}:
        return host, ()
    if not chains.fits_earlier_rolls(host.table_id, made, host.made):
        return host, ()
    text = encode_message(made)
    news = tuple(Sent(peer, text) for peer in host.informed_peers)
    return replace(host, made=(*host.made, made)), news


def _guests(host: Host) -> list[Occupant]:
    return [one for one in host.occupants if one.kind == GUEST]


def _is_ready(guest: Occupant) -> bool:
    return guest.peer is not None and guest.has_link


def _is_call_current(host: Host, call: Call) -> bool:
    """Return whether a call is for the roll that is due, and has the chains of all devices."""
    anchors = [anchor for anchor, _number in call.chains]
    own = "" if host.chain is None else host.chain.anchor
    is_due = (call.game, call.turn) == (host.game_number, host.turn_to_roll)
    return is_due and anchors == [own, *(one.anchor for one in _guests(host))]


def _without_call(host: Host) -> Host:
    return replace(host, call=None, links=(), delaying=())


def _send_call(host: Host, turn: int) -> Step:
    """Call each device for its next link; the host's own link is there at once."""
    host, chain = host.with_usable_chain()
    number, guests = host.given + 1, _guests(host)
    numbered = ((chain.anchor, number), *((one.anchor, one.next_number) for one in guests))
    call = Call(host.game_number, turn, numbered)
    occupants = tuple(
        replace(one, next_number=one.next_number + 1) if one.kind == GUEST else one
        for one in host.occupants
    )
    own = ((chain.anchor, chain.links[number]),)
    host = replace(host, occupants=occupants, call=call, links=own, given=number, delaying=())
    text = encode_message(call)
    peers = (one.peer for one in guests if one.peer is not None)
    return host, tuple(Sent(peer, text) for peer in peers)


def _apply_roll(host: Host, made: MadeRoll) -> Step:
    """Begin the game with the drawn player, or roll the dice of its turn."""
    host = replace(_without_call(host), rolling=None)
    if host.game is None:
        first = chains.first_player_of(host.table_id, made, len(host.starting))
        seed = int(host.derive_digits("bots", host.game_number)[:13], 16)
        start = new_game(host.variant, len(host.starting), first=first)
        game = Game.at(start, host.starting, Untold(seed))
        return broadcast(replace(host, game=game, starting=()))
    dice = Chained(host.table_id, (made,)).roll(host.game.state)
    assert dice is not None  # noqa: S101 - it is the roll of this turn
    return broadcast(replace(host, game=host.game.apply_or_redo(dice)))
