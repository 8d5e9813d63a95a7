"""A guest's side of a table: the host's last view, and the guest's actions since then."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from qwixx.games import chains
from qwixx.games.chains import CHAIN_LENGTH, DRAW, SPARE_LINKS, Call, Chained, MadeRoll
from qwixx.games.dice_source import Untold
from qwixx.games.events import Decision, parse_event
from qwixx.games.game import Game
from qwixx.games.live import visibility
from qwixx.games.live.pins import Pins, UnfairReason, Verdict
from qwixx.games.live.protocol import (
    BACK,
    INVITATION_VERSION,
    ROLL,
    VERSION,
    Act,
    Agree,
    Anchor,
    Ask,
    Bye,
    Hello,
    InvitationRequest,
    Link,
    Open,
    OpenInvitation,
    Refuse,
    TableError,
    TableView,
    Welcome,
    encode_message,
    is_id_or_empty,
    parse_host_message,
)
from qwixx.games.live.record import own_acts, with_record_or_accusation
from qwixx.games.names import sanitize_name
from qwixx.games.written import old_saves
from qwixx.games.written.safe_json import loads
from qwixx.rules.moves import parse_move
from qwixx.rules.state import Phase, new_game
from qwixx.rules.variants import known_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.chains import Chain
    from qwixx.games.live.protocol import FromHost
    from qwixx.games.live.record import SentAct


@dataclass(frozen=True, slots=True)
class Guest:
    """A table as a guest knows it. Immutable.

    Args:
        pins: the part of the table that the host must not change.
        entropy: random digits from which chains are made; new at each load, and not saved.
        name: the player's name.
        build: release of the page.
        token: token with which the guest returns to its seat; "" if none.
        chain: the device's chain at the table; None before it is needed. Not saved.
        chain_count: number of chains that this page has made; not saved.
        given: number of the last link given of the chain.
        sent: the guest's decisions over this connection.
        is_greeted: whether the host has sent its greeting over this connection.
        is_informed: whether the host has sent a view over this connection.
        host_build: release of the host's page.
        linked: whether the guest is connected to a host that it can play with.
        view: the host's last view; None before the first.
        known: the game in that view; None before the game begins.
        pending: the guest's actions that the host has not acknowledged.
        count: sequence number of the guest's last message.
        refused: reason why the host refused the guest, one of `REFUSALS`; "" if none.
        closed: whether the host has left for good.
        invitation: the host's open invitation, which a television shows; "" if none. Not saved.
    """

    pins: Pins
    entropy: str = ""
    name: str = ""
    build: str = ""
    token: str = ""
    chain: Chain | None = None
    chain_count: int = 0
    given: int = 0
    sent: frozenset[SentAct] = frozenset()
    is_greeted: bool = False
    is_informed: bool = False
    host_build: str = ""
    linked: bool = False
    view: TableView | None = None
    known: Game | None = None
    pending: tuple[Act, ...] = ()
    count: int = 0
    refused: str = ""
    closed: bool = False
    invitation: str = ""

    @property
    def seat(self) -> int | None:
        """Index of the guest's seat; None for a spectator, and before the guest has a seat."""
        return None if self.view is None or self.view.seat < 0 else self.view.seat

    @property
    def anchor(self) -> str:
        """The anchor of the device's chain; "" if there is none."""
        return "" if self.chain is None else self.chain.anchor

    @property
    def dice_verdict(self) -> Verdict:
        """The verdict on the dice."""
        return self.pins.verdict

    @property
    def is_game_starting(self) -> bool:
        """Whether a start is in progress: the terms are fixed, but the game has not begun."""
        return self.view is not None and self.view.starting

    @property
    def has_new_count(self) -> bool:
        """Whether a roll was called off, or the host went back, in the turn that is shown."""
        turn = DRAW if self.known is None else self.known.state.turn
        return self.pins.counted_in == turn

    @property
    def game_with_pending_acts(self) -> Game | None:
        """The game with the unacknowledged actions applied; None before the game begins."""
        game = self.known
        if game is not None:
            for act in self.pending:
                game = self._apply_own_act_if_legal(game, act)
        return game

    def _apply_own_act_if_legal(self, game: Game, act: Act) -> Game:
        """Return the game after one of the guest's actions.

        An illegal action changes nothing, nor does a roll, since only the host knows the dice.
        """
        state, seat = game.state, self.seat
        if seat is None or (act.turn, act.phase) != (state.turn, state.phase.value):
            return game
        if act.do == BACK:
            return visibility.without_secret_decision(game, seat)
        if act.do == ROLL:
            return game
        try:
            return game.apply_or_redo(Decision(seat, parse_move(act.do)))
        except ValueError:
            return game

    # The guest's actions

    def without_connection(self) -> Guest:
        """Return the guest as it is after losing its connection."""
        return replace(
            self,
            linked=False,
            is_greeted=False,
            is_informed=False,
            sent=frozenset(),
            invitation="",
        )

    def with_accusation(self, reason: UnfairReason) -> Guest:
        """Return the guest with an accusation against the host."""
        return replace(self, pins=self.pins.with_accusation(reason))

    def request_roll(self) -> Step:
        """Ask the host to roll the dice if it is this guest's turn to roll."""
        game = self.game_with_pending_acts
        if game is None or game.state.phase is not Phase.ROLL or game.state.active != self.seat:
            return self, ()
        if any(act.do == ROLL for act in self.pending):
            return self, ()
        return self._send_acts([(game.state.turn, game.state.phase, ROLL)])

    def send_changes(self, game: Game) -> Step:
        """Send the decisions and withdrawals that lead from the current game to another game."""
        before, seat = self.game_with_pending_acts, self.seat
        if before is None or seat is None or game == before:
            return self, ()
        old, new = before.events, game.events
        same = next(
            (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
            min(len(old), len(new)),
        )
        done: list[tuple[int, Phase, str]] = []
        if any(isinstance(event, Decision) and event.player == seat for event in old[same:]):
            done.append((before.state.turn, before.state.phase, BACK))
        done += [
            (game.states[same + n].turn, game.states[same + n].phase, event.move.code)
            for n, event in enumerate(new[same:])
            if isinstance(event, Decision) and event.player == seat
        ]
        return self._send_acts(done)

    def request_undo(self) -> Step:
        """Request an undo of this guest's last decision."""
        ask = Ask(self.count + 1)
        pins = replace(self.pins, asks=self.pins.asks + 1)
        return replace(self, pins=pins, count=ask.number), (encode_message(ask),)

    def answer_or_cancel_undo_request(self, *, yes: bool) -> Step:
        """Answer the open undo request, or cancel this guest's own."""
        if self.view is None or not self.view.undo_request or self.seat is None:
            return self, ()
        if self.seat not in self.view.waiting and (yes or self.seat != self.view.requester):
            return self, ()
        agree = Agree(self.count + 1, self.view.undo_request, yes)
        agreed = (self.view.undo_request, self.view.length) if yes else self.pins.agreed
        pins = replace(self.pins, agreed=agreed)
        return replace(self, pins=pins, count=agree.number), (encode_message(agree),)

    def request_invitations(self) -> Step:
        """Ask the host for its open invitations; only a spectator may show them."""
        if not self.is_informed or self.seat is not None:
            return self, ()
        return self, (encode_message(InvitationRequest(INVITATION_VERSION)),)

    def farewell_messages(self) -> tuple[str, ...]:
        """Return the messages to send when the guest leaves for good."""
        return (encode_message(Bye()),)

    def _send_acts(self, turn_phase_do: Sequence[tuple[int, Phase, str]]) -> Step:
        """Send actions, which are pending until the host acknowledges them."""
        acts = tuple(
            Act(self.count + n, turn, phase.value, do)
            for n, (turn, phase, do) in enumerate(turn_phase_do, start=1)
        )
        sent = self.sent.union((act.turn, act.phase, act.do) for act in acts)
        guest = replace(self, pending=(*self.pending, *acts), count=self.count + len(acts))
        return replace(guest, sent=sent), tuple(map(encode_message, acts))

    # Messages from the host

    def receive(self, text: object) -> Step:
        """Handle a text from the host; an invalid text during a game makes the verdict `WRONG`.

        Raises:
            TableError: the text is not a valid message from a host, and no game has begun or is
                starting.
        """
        is_playing = bool(self.pins.kinds)
        try:
            message = parse_host_message(text)
            is_playing = is_playing or (isinstance(message, TableView) and message.playing)
            return self._handle(message)
        except TableError:
            if not is_playing:
                raise
            return self.with_accusation(UnfairReason.RULES), ()

    def _handle(self, message: FromHost) -> Step:
        if isinstance(message, Open):
            return self._on_open(message)
        if isinstance(message, Refuse):
            is_known = message.reason == "message" and self.view is not None
            return replace(self, refused="" if is_known else message.reason), ()
        if isinstance(message, Bye):
            return replace(self, closed=True, invitation=""), ()
        if self.refused == "version":
            return self, ()
        if isinstance(message, Welcome):
            return self._on_welcome(message)
        if isinstance(message, OpenInvitation):
            is_shown = self.is_informed and self.seat is None
            return replace(self, invitation=message.text) if is_shown else self, ()
        if isinstance(message, Call):
            return self._on_call(message)
        if isinstance(message, MadeRoll):
            return self._on_roll(message)
        return self._on_view(message)

    def _on_open(self, message: Open) -> Step:
        if message.version == 0:  # see `OUTDATED_OPEN`
            return self, ()
        if message.version != VERSION:
            return replace(self, host_build="", linked=True, refused="version", closed=False), ()
        if self.is_greeted:  # a second greeting over the same connection
            return self.with_accusation(UnfairReason.RULES), ()
        guest = replace(
            self._at_table(message.table).with_usable_chain(),
            host_build=message.build,
            linked=True,
            is_greeted=True,
            refused="",
            closed=False,
        )
        made = guest.pins.made[-1] if guest.pins.made else None
        token, number = guest.token, guest.given + 1
        hello = Hello(VERSION, self.build, self.name, token, guest.anchor, number, made)
        return guest, (encode_message(hello),)

    def _at_table(self, table: str) -> Guest:
        """Return the guest at a table; of an earlier table, only `Pins.broken_off` remains."""
        if table == self.pins.table:
            return self
        pins = self.pins.with_table(table)
        guest = replace(self, pins=pins, token="", chain=None, given=0)
        return replace(guest, view=None, known=None, pending=())

    def with_usable_chain(self) -> Guest:
        """Return the guest with a chain that has links left.

        Raises:
            ValueError: a new chain is needed, but there is no entropy.
        """
        if self.chain is not None and self.given <= CHAIN_LENGTH - SPARE_LINKS:
            return self
        count = self.chain_count + 1
        chain = chains.derive_chain(self.pins.table, self.entropy, count)
        return replace(self, chain=chain, chain_count=count, given=0)

    def _on_welcome(self, message: Welcome) -> Step:
        acts = self.pending if message.token else ()  # a spectator has no actions
        pending = tuple(act for act in acts if act.number > message.last_received)
        pins = self.pins if message.token == self.token else replace(self.pins, seat=-1)
        guest = replace(
            self,
            pins=pins,
            token=message.token,
            pending=pending,
            count=max(self.count, message.last_received),
            sent=self.sent.union((act.turn, act.phase, act.do) for act in pending),
        )
        return guest, tuple(map(encode_message, pending))

    # The dice

    def _on_call(self, call: Call) -> Step:
        """Give the next link, if the call is for the roll that is due and for this chain.

        The same call gets the same link; a turn that has a roll gets this roll.
        """
        pins, chain = self.pins, self.chain
        if chain is None or call.game != pins.game or not self.is_informed or pins.is_finished:
            return self, ()
        made = chains.find_roll(pins.made, call.turn)
        if made is not None:
            return self, (encode_message(made),)
        number = dict(call.chains).get(chain.anchor)
        if number is not None and call == pins.call and number == self.given:
            return self, (encode_message(Link(number, chain.links[number])),)
        used = {chain.anchor, *dict(pins.anchors)}
        own = [anchor for anchor, _number in call.chains if anchor in used]
        is_mine = own == [chain.anchor] and number == self.given + 1 and call.is_possible
        if not self._is_due(call.turn) or not is_mine or number is None:
            return replace(self, pins=pins.with_given_up_call(call)), ()
        guest = replace(self, pins=pins.with_call(call, chain.anchor), given=number)
        return guest, (encode_message(Link(number, chain.links[number])),)

    def _is_due(self, turn: int) -> bool:
        """Return whether the host's last view is at the roll of a turn."""
        if self.known is None:
            return turn == DRAW and self.is_game_starting and not self.pins.made
        state = self.known.state
        return state.phase is Phase.ROLL and state.turn == turn

    def _on_roll(self, made: MadeRoll) -> Step:
        if not self.pins.table:
            return self, ()
        guest = self._in_game(made.game)
        if made.game < guest.pins.game:
            return guest.with_accusation(UnfairReason.CHANGED), ()
        guest = replace(guest, pins=guest.pins.with_roll_or_accusation(made))
        if self.chain is None or self.given <= CHAIN_LENGTH - SPARE_LINKS:
            return guest, ()
        guest = guest.with_usable_chain()
        return guest, (encode_message(Anchor(guest.anchor)),)

    def _in_game(self, game: int) -> Guest:
        """Return the guest in a game of the table, without the record of an earlier game."""
        if game <= self.pins.game:
            return self
        pins = self.pins.with_game(game)
        return replace(self, pins=pins, known=None, pending=(), sent=frozenset())

    # Views

    def _on_view(self, view: TableView) -> Step:
        if self.view is not None and view.number < self.view.number:
            return self, ()  # outdated
        if not self.pins.table:
            return self, ()  # no greeting
        _check_consistency(view)
        if known_variant(view.variant) is None:
            return replace(self, refused="version"), ()
        guest = self._in_game(view.game)
        if view.game < guest.pins.game:
            return guest.with_accusation(UnfairReason.CHANGED), ()
        known = None
        if view.starting or view.playing:
            guest = _with_terms_checked(guest, view)
        if view.playing:
            known = _checked_game(guest, view)
            guest = _with_game_checked(guest, view, known)
        elif guest.pins.made:  # a game does not disappear
            guest = guest.with_accusation(UnfairReason.CHANGED)
        if guest.pins.reason and not self.pins.reason:
            return guest, ()  # the view is refused, and not shown
        acts = () if known is None else guest.pending
        pending = tuple(act for act in acts if act.number > view.last_received)
        return replace(guest, view=view, known=known, pending=pending, is_informed=True), ()

    def to_json(self) -> str:
        """Return a save with which the guest can return to its seat; see `from_json`."""
        fields = {
            "version": VERSION,
            "name": self.name,
            "token": self.token,
            "pins": self.pins.to_fields(),
        }
        return json.dumps(fields, separators=(",", ":"))

    @property
    def saved_fields(self) -> tuple[object, ...]:
        """The fields whose changes need a save."""
        return self.name, self.token, self.pins

    @classmethod
    def from_json(cls, text: str, build: str = "", entropy: str = "") -> Guest:
        """Parse a save in the current format or an older one; see `old_saves`.

        Args:
            text: the save.
            build: release of the page.
            entropy: see `Guest`; "" for a seat that is only looked at.

        Raises:
            TableError: the text is not a guest's save.
        """
        try:
            return _guest_from_fields(loads(text), build, entropy)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no guest: {error}"
            raise TableError(msg) from error


Step: TypeAlias = tuple[Guest, tuple[str, ...]]
"""The changed guest, and the texts to send to the host."""


def new_guest(entropy: str, build: str = "") -> Guest:
    """Return a guest without a table.

    Args:
        entropy: 64 random hexadecimal digits, new at each load of the page.
        build: release of the page.
    """
    return Guest(Pins(), entropy, build=build)


def _guest_from_fields(fields: dict[str, Any], build: str, entropy: str) -> Guest:
    """Return a guest from the fields of a save.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the fields are not a guest's.
    """
    if old_saves.is_guest_of_old_version(fields):
        name, token, pins = old_saves.name_of_old_guest(fields), "", Pins()
    else:
        name, token, pins = fields["name"], fields["token"], Pins.from_fields(fields["pins"])
    if sanitize_name(name) != name or not is_id_or_empty(token):
        msg = "no name, or no token"
        raise ValueError(msg)
    return Guest(pins, entropy, name, build, token)


def _check_consistency(view: TableView) -> None:
    """Check a view as far as possible without its game.

    Raises:
        TableError: the view names a seat that does not exist, or contradicts itself.
    """
    seat_count = len(view.occupants)
    seats = (view.seat, view.first, view.requester, *view.decided, *view.waiting, *view.delaying)
    if max(seats) >= seat_count or (view.undo_request and view.requester < 0):
        msg = "no such seat"
        raise TableError(msg)
    if (view.starting and view.playing) or (view.game < 0 and (view.starting or view.playing)):
        msg = "no start"
        raise TableError(msg)


def _with_terms_checked(guest: Guest, view: TableView) -> Guest:
    before = () if guest.view is None else guest.view.occupants
    pins = guest.pins.with_terms_or_accusation(view, before, was_away=not guest.is_informed)
    return replace(guest, pins=pins)


def _with_game_checked(guest: Guest, view: TableView, game: Game) -> Guest:
    """Return the guest after a check of the dice and the decisions in a view."""
    if not _has_dice_of(guest.pins, game, guest.known):
        return guest.with_accusation(UnfairReason.DICE)
    was_away = not guest.is_informed
    pins = with_record_or_accusation(guest.pins, view, game, guest.sent, was_away=was_away)
    if was_away:  # including a substitute's decision in the open white step
        count = len(game.events)
        guest = replace(guest, sent=guest.sent.union(own_acts(game, view.seat, 0, count)))
    return replace(guest, pins=pins)


def _checked_game(guest: Guest, view: TableView) -> Game:
    """Return the game in a view after checking it against the rules.

    Raises:
        TableError: the game breaks the rules.
    """
    names = [occupant.name or str(seat + 1) for seat, occupant in enumerate(view.occupants)]
    before, codes = guest.known, view.events
    try:
        seed = int(guest.pins.table[:13], 16)  # for a copy of the game that is played elsewhere
        start = new_game(view.variant, len(names), first=view.first)
        game = Game.at(start, names, Untold(seed))
        if before is not None and guest.view is not None and before.states[0] == game.states[0]:
            pairs = enumerate(zip(guest.view.events, codes, strict=False))
            short = min(len(guest.view.events), len(codes))
            same = next((n for n, (old, new) in pairs if old != new), short)
            game = before.rename(names).go_to(same).without_undone()
        for code in codes[len(game.events) :]:
            game = game.apply_or_redo(parse_event(code))
    except ValueError as error:
        msg = f"the host breaks the rules: {error}"
        raise TableError(msg) from error
    return game


def _has_dice_of(pins: Pins, game: Game, checked: Game | None) -> bool:
    """Return whether the first player and all dice of a game come from the rolls.

    Args:
        pins: the guest's pins, with the rolls.
        game: the game.
        checked: an earlier state of the game, which needs no further check, or None.
    """
    draw = chains.find_roll(pins.made, DRAW)
    if draw is None:
        return False
    if chains.first_player_of(pins.table, draw, game.state.players) != game.states[0].active:
        return False
    dice = Chained(pins.table, pins.made)
    known = () if checked is None or checked.states[0] != game.states[0] else checked.events
    new = len(known) if game.events[: len(known)] == known else 0
    return all(
        isinstance(event, Decision) or event == dice.roll(state)
        for state, event in zip(game.states[new:], game.events[new:], strict=False)
    )
