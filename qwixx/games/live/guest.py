"""A guest's side of a table: the host's last view, and the guest's actions since then."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.games.live import visibility
from qwixx.games.live.commit_reveal import Terms, UnfairReason, Verdict
from qwixx.games.live.pins import Pins
from qwixx.games.live.protocol import (
    BACK,
    ROLL,
    VERSION,
    Act,
    Agree,
    Ask,
    Bye,
    Hello,
    Open,
    Refuse,
    Seal,
    Share,
    TableError,
    TableView,
    Welcome,
    encode_message,
    is_nonce_or_empty,
    parse_host_message,
)
from qwixx.games.names import sanitize_name
from qwixx.games.written import old_saves
from qwixx.games.written.safe_json import loads
from qwixx.rules.dice import Roll
from qwixx.rules.moves import parse_move
from qwixx.rules.state import Phase
from qwixx.rules.variants import find_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.events import Event
    from qwixx.games.live.protocol import FromHost


@dataclass(frozen=True, slots=True)
class Guest:
    """A table as a guest knows it. Immutable.

    Args:
        pins: the values that the host must not change.
        name: the player's name.
        build: release of the page.
        token: token with which the guest returns to its seat; "" if none.
        sealed: commitment of the last seal sent over this connection; "" before the first seal.
        is_informed: whether the host has sent a view over this connection.
        was_seated: whether the guest has had a seat over this connection.
        host_build: release of the host's page.
        linked: whether the host has sent its greeting over this connection.
        view: the host's last view; None before the first.
        known: the game in that view; None before the game begins.
        pending: the guest's actions that the host has not acknowledged.
        count: sequence number of the guest's last message.
        refused: reason why the host refused the guest, one of `REFUSALS`; "" if none.
        closed: whether the host has left for good.
    """

    pins: Pins
    name: str = ""
    build: str = ""
    token: str = ""
    sealed: str = ""
    is_informed: bool = False
    was_seated: bool = False
    host_build: str = ""
    linked: bool = False
    view: TableView | None = None
    known: Game | None = None
    pending: tuple[Act, ...] = ()
    count: int = 0
    refused: str = ""
    closed: bool = False

    @property
    def seat(self) -> int | None:
        """Index of the guest's seat; None for a spectator, and before the guest has a seat."""
        return None if self.view is None or self.view.seat < 0 else self.view.seat

    @property
    def dice_verdict(self) -> Verdict:
        """The verdict on the dice."""
        pins, known = self.pins, self.known
        if pins.reason:
            return Verdict.WRONG
        is_finished = known is not None and known.state.phase is Phase.OVER
        has_left = self.closed or (is_finished and not self.linked)
        unrevealed = has_left and pins.terms is not None and not pins.verdict
        return Verdict.UNREVEALED if unrevealed else pins.verdict

    @property
    def is_game_starting(self) -> bool:
        """Whether a start is in progress: the terms are fixed, but the game has not begun."""
        return self.view is not None and bool(self.view.seals) and not self.view.playing

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
        """Return the guest after a lost connection."""
        return replace(self, linked=False, sealed="", is_informed=False, was_seated=False)

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
        return replace(self, count=self.count + 1), (encode_message(Ask(self.count + 1)),)

    def answer_or_cancel_undo_request(self, *, yes: bool) -> Step:
        """Answer the open undo request, or cancel this guest's own."""
        if self.view is None or not self.view.undo_request or self.seat is None:
            return self, ()
        if self.seat not in self.view.waiting and (yes or self.seat != self.view.requester):
            return self, ()
        agree = Agree(self.count + 1, self.view.undo_request, yes)
        return replace(self, count=agree.number), (encode_message(agree),)

    def farewell_messages(self) -> tuple[str, ...]:
        """Return the messages to send when the guest leaves for good."""
        return (encode_message(Bye()),)

    def _send_acts(self, turn_phase_do: Sequence[tuple[int, Phase, str]]) -> Step:
        """Send actions, which are pending until the host acknowledges them."""
        acts = tuple(
            Act(self.count + n, turn, phase.value, do)
            for n, (turn, phase, do) in enumerate(turn_phase_do, start=1)
        )
        guest = replace(self, pending=(*self.pending, *acts), count=self.count + len(acts))
        return guest, tuple(map(encode_message, acts))

    # Messages from the host

    def receive(self, text: object) -> Step:
        """Handle a text from the host; an invalid text during a game makes the verdict `WRONG`.

        Raises:
            TableError: the text is not a valid message from a host, and no game has begun or is
                starting.
        """
        is_playing = self.pins.terms is not None
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
        if isinstance(message, Welcome):
            acts = self.pending if message.token else ()  # a spectator has no actions
            pending = tuple(act for act in acts if act.number > message.last_received)
            count = max(self.count, message.last_received)
            guest = replace(self, token=message.token, pending=pending, count=count)
            return guest, tuple(map(encode_message, pending))
        if isinstance(message, Refuse):
            reason = (
                "" if message.reason == "message" and self.view is not None else message.reason
            )
            return replace(self, refused=reason), ()
        if isinstance(message, Bye):
            return replace(self, closed=True), ()
        return self._on_view(message)

    def _on_open(self, message: Open) -> Step:
        if message.version == 0:  # see `OUTDATED_OPEN`
            return self, ()
        if message.version != VERSION:
            return replace(self, host_build="", linked=True, refused="version", closed=False), ()
        pins = self.pins.with_new_table(message.table)
        if pins is not self.pins and self.linked and self.pins.terms and not self.pins.verdict:
            return self.with_accusation(
                UnfairReason.CHANGED
            ), ()  # another table over the same connection
        pins = pins.with_round_or_accusation(
            message.round, message.commit, was_away=not self.is_informed
        )
        guest = replace(
            self._with_pins_dropping_old_game(pins),
            host_build=message.build,
            linked=True,
            refused="",
            closed=False,
        )
        seal = pins.seal_for(message.commit)
        hello = Hello(VERSION, self.build, self.name, message.commit, seal, guest.token)
        return replace(guest, sealed=message.commit), (encode_message(hello),)

    def _with_pins_dropping_old_game(self, pins: Pins) -> Guest:
        """Return the guest with new pins, without the game of an earlier round."""
        if (pins.table, pins.round) == (self.pins.table, self.pins.round):
            return replace(self, pins=pins)
        guest = replace(self, pins=pins, view=None, known=None, pending=())
        if pins.table == self.pins.table:
            return guest
        return replace(guest, token="", is_informed=False, was_seated=False)

    def _on_view(self, view: TableView) -> Step:
        if self.view is not None and view.number < self.view.number:
            return self, ()  # outdated
        _check_consistency(view)
        was_away = not self.is_informed
        pins = self.pins.with_round_or_accusation(view.round, view.commit, was_away=was_away)
        guest, texts = _accept_terms(self._with_pins_dropping_old_game(pins), view)
        if not _matches_pins(guest.pins, view):  # reject the view, and withhold the nonce
            return replace(self, pins=guest.pins), ()
        known = _checked_game(guest, view) if view.playing else None
        acts = () if known is None else guest.pending
        guest = replace(
            guest,
            pins=_pins_after_dice_check(guest, view, known),
            view=view,
            known=known,
            pending=tuple(act for act in acts if act.number > view.last_received),
            is_informed=True,
            was_seated=guest.was_seated or view.seat >= 0,
        )
        guest, seals = _send_missing_seal(guest, view)
        return guest, (*texts, *seals)

    def to_json(self) -> str:
        """Return a save with which the guest can return to its seat; see `from_json`."""
        fields = {"name": self.name, "token": self.token, "pins": self.pins.to_fields()}
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, build: str = "") -> Guest:
        """Parse a save in the current format or an older one; see `old_saves`.

        Raises:
            TableError: the text is not a guest's save.
        """
        try:
            return _guest_from_fields(loads(text), build)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            msg = f"no guest: {error}"
            raise TableError(msg) from error


Step: TypeAlias = tuple[Guest, tuple[str, ...]]
"""The changed guest, and the texts to send to the host."""


def new_guest(key: str, build: str = "") -> Guest:
    """Return a guest without a table; the key is a secret of 64 hexadecimal digits."""
    return Guest(Pins(key), build=build)


def _guest_from_fields(fields: dict[str, Any], build: str) -> Guest:
    """Return a guest from the fields of a save.

    Raises:
        ValueError, TypeError, KeyError, AttributeError: the fields are not a guest's.
    """
    fields = old_saves.upgrade_guest_fields(fields)
    pins, name, token = Pins.from_fields(fields["pins"]), fields["name"], fields["token"]
    is_text = isinstance(pins.key, str) and len(pins.key) <= 64
    if not is_text or sanitize_name(name) != name or not is_nonce_or_empty(token):
        msg = "no key, no name, or no token"
        raise ValueError(msg)
    return Guest(pins, name, build, token)


def _check_consistency(view: TableView) -> None:
    """Check a view as far as possible without its game.

    Raises:
        TableError: the view names a seat that does not exist, or its seals do not fit its seats.
    """
    seat_count = len(view.occupants)
    seats = (view.seat, view.first, view.requester, *view.decided, *view.waiting)
    if max(seats) >= seat_count or (view.undo_request and view.requester < 0):
        msg = "no such seat"
        raise TableError(msg)
    if len(view.seals) not in ((seat_count,) if view.playing else (0, seat_count)):
        msg = "no terms for these seats"
        raise TableError(msg)


def _accept_terms(guest: Guest, view: TableView) -> Step:
    """Pin the terms in a view, and reveal this guest's nonce if the terms are new."""
    pins = guest.pins
    if not view.seals:
        if pins.terms is not None:  # fixed terms must not disappear
            guest = guest.with_accusation(UnfairReason.CHANGED)
        return guest, ()
    terms = _terms(pins, view)
    in_it = view.seat >= 0 and view.seals[view.seat] == pins.seal_for(pins.commit)
    is_news = pins.terms is None or not guest.is_informed
    pins = pins.with_terms_or_accusation(terms, in_it=in_it, was_seated=guest.was_seated)
    reveals = is_news and in_it and not view.playing
    return replace(guest, pins=pins), (encode_message(Share(pins.nonce)),) if reveals else ()


def _terms(pins: Pins, view: TableView) -> Terms:
    return Terms(pins.table, view.round, view.commit, view.variant, view.seals)


def _matches_pins(pins: Pins, view: TableView) -> bool:
    """Return whether a view has the pinned round and terms."""
    same_round = (view.round, view.commit) == (pins.round, pins.commit)
    return same_round and pins.terms in (None, _terms(pins, view))


def _checked_game(guest: Guest, view: TableView) -> Game:
    """Return the game in a view after checking it against the rules.

    Raises:
        TableError: the game breaks the rules.
    """
    names = [occupant.name or str(seat + 1) for seat, occupant in enumerate(view.occupants)]
    before, codes = guest.known, view.events
    try:
        game = Game(find_variant(view.variant), names, 0, first=view.first)
        if before is not None and guest.view is not None and before.states[0] == game.states[0]:
            pairs = enumerate(zip(guest.view.events, codes, strict=False))
            short = min(len(guest.view.events), len(codes))
            same = next((n for n, (old, new) in pairs if old != new), short)
            game = before.rename(names).go_to(same).without_undone()
        for code in codes[len(game.events) :]:
            game = game.apply_or_redo(_parse_event(code))
    except ValueError as error:
        msg = f"the host breaks the rules: {error}"
        raise TableError(msg) from error
    return game


def _pins_after_dice_check(guest: Guest, view: TableView, known: Game | None) -> Pins:
    """Return the pins after a check of the dice in a view.

    Args:
        guest: the guest, still with the previous view.
        view: the view that the host sent.
        known: the game in the view; None before the game begins.
    """
    pins, before = guest.pins, guest.view
    if known is None:
        return pins.with_accusation(UnfairReason.EARLY) if view.secret else pins
    pins = pins.with_nonces_or_accusation(view.nonces).with_game_or_accusation(
        known, view.secret, view.following
    )
    was_playing = before is not None and before.playing
    if before is not None and was_playing and before.first != view.first:
        return pins.with_accusation(UnfairReason.CHANGED)
    return pins


def _send_missing_seal(guest: Guest, view: TableView) -> Step:
    """Send a seal for the next start unless it was already sent."""
    pins = guest.pins
    commit = pins.following if view.playing else "" if view.seals else pins.commit
    if view.seat < 0 or commit in ("", guest.sealed):
        return guest, ()
    seal = Seal(commit, pins.seal_for(commit))
    return replace(guest, sealed=commit), (encode_message(seal),)


def _parse_event(code: str) -> Event:
    return Roll.from_code(code) if ":" in code else Decision.from_code(code)
