"""A dishonest host that plays against a genuine guest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qwixx.games import chains
from qwixx.games.chains import DRAW, Call, Chain, MadeRoll, make_chain
from qwixx.games.game import Game
from qwixx.games.live import visibility
from qwixx.games.live.guest import Guest, new_guest
from qwixx.games.live.protocol import (
    GUEST,
    HERE,
    VERSION,
    Hello,
    Link,
    OccupantView,
    Open,
    Undone,
    Welcome,
    encode_message,
    parse_guest_message,
)
from qwixx.rules.moves import PASS, Move
from qwixx.rules.state import Phase
from qwixx.rules.variants import CLASSIC
from tests.games.simulated_table import LOBBY_VIEW

TABLE_ID, TOKEN = "ab" * 16, "c1" * 16
KINDS = (HERE, GUEST, GUEST)
NAMES = ("Ann", "Ben", "Cem")


@dataclass
class DishonestHost:
    """A host that may cheat the genuine guest in the second of three seats.

    The third seat belongs to an accomplice, whose chain the host knows.
    """

    guest: Guest = field(default_factory=lambda: new_guest("1" * 64))
    table_id: str = TABLE_ID
    chain: Chain = field(default_factory=lambda: make_chain(TABLE_ID, "05" * 16))
    accomplice: Chain = field(default_factory=lambda: make_chain(TABLE_ID, "06" * 16))
    number: int = 0
    game_number: int = 0
    revision: int = 0
    game: Game | None = None
    made: list[MadeRoll] = field(default_factory=list)
    undone: list[Undone] = field(default_factory=list)
    received: list[Any] = field(default_factory=list)

    def send(self, *messages: Any) -> list[Any]:  # noqa: ANN401 - any message
        """Deliver messages to the guest, and return the guest's replies."""
        replies: list[Any] = []
        for message in messages:
            text = message if isinstance(message, str) else encode_message(message)
            self.guest, texts = self.guest.receive(text)
            replies += map(parse_guest_message, texts)
        self.received += replies
        return replies

    def connect(self) -> Hello:
        """Greet the guest over a new connection, and return its greeting."""
        self.guest = self.guest.without_connection()
        hello = self.send(Open(VERSION, "", self.table_id))[0]
        self.send(Welcome(TOKEN, self.guest.count))
        assert isinstance(hello, Hello)
        return hello

    def reload_guest(self, entropy: str = "2" * 64) -> Hello:
        """Reload the guest's page, and connect it again as an honest host would."""
        self.guest = Guest.from_json(self.guest.to_json(), "", entropy)
        hello = self.connect()
        self.send(*self.made)
        self.send_game()
        return hello

    def send_view(self, **changes: Any) -> list[Any]:  # noqa: ANN401 - any field
        """Send the next view: a view of the lobby with changed fields."""
        self.revision += 1
        lobby = LOBBY_VIEW._replace(
            number=self.revision,
            last_received=self.guest.count,
            occupants=tuple(
                OccupantView(kind, name, away=False)
                for kind, name in zip(KINDS, NAMES, strict=True)
            ),
        )
        return self.send(lobby._replace(**changes))

    def send_start(self, **changes: Any) -> None:  # noqa: ANN401 - any field
        """Send the view of a start."""
        fields = {"game": self.game_number, "terms": KINDS, "starting": True}
        self.send_view(**{**fields, **changes})

    def send_game(self, game: Game | None = None, **changes: Any) -> list[Any]:  # noqa: ANN401 - any field
        """Send a view of the game, or of another one."""
        game = game or self.game
        assert game is not None
        fields = {
            "game": self.game_number,
            "terms": KINDS,
            "playing": True,
            "first": game.states[0].active,
            "events": tuple(event.code for event in visibility.visible_events(game, 1)),
            "decided": visibility.decided_seats(game),
            "undone": tuple(self.undone),
        }
        return self.send_view(**{**fields, **changes})

    # Rolls

    def next_call(self, turn: int, **changes: Any) -> Call:  # noqa: ANN401 - any field
        """Return an honest call for the next links of all chains."""
        self.number += 1
        numbered = (
            (self.chain.anchor, self.number),
            (self.guest.anchor, self.guest.given + 1),
            (self.accomplice.anchor, self.number),
        )
        return Call(self.game_number, turn, numbered)._replace(**changes)

    def link_for(self, call: Call) -> str:
        """Call the guest, and return its link; "" if it gives none."""
        replies = self.send(call)
        assert all(isinstance(reply, Link) for reply in replies)
        return replies[0].link if replies else ""

    def roll_of(self, call: Call, link: str) -> MadeRoll:
        """Return the roll of a call with the guest's link."""
        own = {chain.anchor: chain.links for chain in (self.chain, self.accomplice)}
        links = (own[a][i] if a in own else link for a, i in call.chains)
        return MadeRoll(*call, tuple(links))

    def make_roll(self, turn: int) -> MadeRoll:
        """Make an honest roll, and tell it."""
        call = self.next_call(turn)
        made = self.roll_of(call, self.link_for(call))
        self.publish(made)
        return made

    def publish(self, made: MadeRoll) -> None:
        """Tell a roll, and show the game after it."""
        self.made.append(made)
        self.send(made)
        if made.turn == DRAW:
            first = chains.first_player_of(self.table_id, made, 3)
            self.game = Game(CLASSIC, NAMES, 0, first=first)
        else:
            assert self.game is not None
            dice = chains.Chained(self.table_id, (made,)).roll(self.game.state)
            assert dice is not None
            self.game = self.game.apply_or_redo(dice)
        self.send_game()

    def seed_of(self, made: MadeRoll) -> int:
        return chains.roll_seed(self.table_id, made)

    # Play

    def start(self) -> None:
        """Begin a game honestly."""
        self.connect()
        self.send_view()
        self.send_start()
        self.make_roll(DRAW)

    def roll(self) -> None:
        """Roll the dice of the turn honestly."""
        assert self.game is not None
        self.make_roll(self.game.state.turn)

    def decide(self, seat: int, move: Move = PASS) -> None:
        """Let a player decide, and show the game."""
        assert self.game is not None
        if seat == 1:
            known = self.guest.game_with_pending_acts
            assert known is not None
            self.guest, texts = self.guest.send_changes(known.play(1, move))
            assert texts
        self.game = self.game.play(seat, move)
        self.send_game()

    def play_turn(self, *, until: Phase = Phase.ROLL) -> None:
        """Roll, and let everybody pass, until the game is in a phase again."""
        self.roll()
        assert self.game is not None
        while self.game.state.phase not in (until, Phase.OVER):
            self.decide(self.game.state.to_act[0])

    def play_to_end(self) -> None:
        assert self.game is not None
        while self.game.state.phase is not Phase.OVER:
            self.play_turn()

    def take_back(self, length: int, seat: int = 0, undo_request: int = 0) -> None:
        """Undo the game to a length, and show it."""
        assert self.game is not None
        self.game = self.game.go_to(length).without_undone()
        self.undone.append(Undone(seat, length, undo_request))

    @property
    def verdict(self) -> str:
        """The guest's verdict on the dice, followed by the reason if there is one."""
        reason = self.guest.pins.reason
        return f"{self.guest.dice_verdict}{f' {reason}' if reason else ''}"

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The guest's counts: called off, missed, broken off, and went back."""
        pins = self.guest.pins
        return pins.called_off, pins.missed, pins.broken_off, pins.went_back
