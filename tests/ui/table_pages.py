"""Pages that show a live table in a given state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import CLASSIC
from qwixx.games.chains import MadeRoll
from qwixx.games.game import Game
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.pins import Pins, UnfairReason
from qwixx.games.live.protocol import GUEST, HERE, OccupantView
from qwixx.games.live.table import GuestTable, HostTable
from qwixx.ui.model import Model
from qwixx.ui.model.board import Board
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.session import Session
from qwixx.ui.model.settings import Settings
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.signals import Signal, pack
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, ReceivedInvitation
from qwixx.ui.view import view
from tests.games.simulated_table import LOBBY_VIEW
from tests.ui.fake_page import text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

PAGE_URL = "https://example.org/qwixx/"
ZEROS = "0" * 64
ANCHOR = "a" * 32
PINS = Pins(ZEROS[:32], anchors=((ANCHOR, 1),))
FINISHED = replace(PINS, is_finished=True)
FAIR = replace(FINISHED, made=(MadeRoll(0, -1, ((ANCHOR, 1),), (ANCHOR,)),))
VERDICTS = (
    FAIR,
    *(
        replace(FAIR, **{count: number})  # type: ignore[arg-type]
        for count in ("called_off", "missed", "broken_off", "went_back")
        for number in (1, 2)
    ),
    FINISHED,  # without a part in the dice
    *(replace(FAIR, reason=reason) for reason in UnfairReason),
)
HOSTILE_NAME = "<img src=x onerror=1>"
EMMA, NOA = Occupant(HERE, "Emma"), Occupant(GUEST, "Noa", "1" * 32, peer=1)
ABSENT_GUEST = Occupant(GUEST, "Mia", "2" * 32)
INVITATION = Invitation(3, 7, 4, "AbC-_9")
ANSWERED_INVITATION = Invitation(3, 7, 4, "AbC-_9", answered=True)
RECEIVED_INVITATION = ReceivedInvitation(pack(Signal(5, 1, bytes(32), "AAAA", "A" * 24)))


def table_page(screen: LiveTableScreen, *, page_url: str = PAGE_URL, speed: str = "calm") -> Model:
    """Return the model of a page that shows a table."""
    session = Session(address=page_url, can_share=True)
    return Model(settings=Settings(speed=speed), session=session, screen=screen)


def host_screen(*occupants: Occupant, **changes: object) -> LiveTableScreen:
    """Return the screen of a host whose table has the given occupants."""
    return replace(LiveTableScreen(HostTable(Host(CLASSIC, occupants, ZEROS))), **changes)  # type: ignore[arg-type]


def guest_screen(*occupants: OccupantView, seat: int = 1, **changes: object) -> LiveTableScreen:
    """Return the screen of a guest, who is connected to a table if occupants are given."""
    table_view = LOBBY_VIEW._replace(seat=seat, occupants=occupants)
    guest = Guest(PINS, linked=True, view=table_view) if occupants else Guest(PINS)
    return replace(LiveTableScreen(GuestTable(guest)), **changes)  # type: ignore[arg-type]


def with_game(screen: LiveTableScreen, local_seat: int, player_count: int = 3) -> LiveTableScreen:
    """Return the screen with a game after its first roll, in which one seat is local."""
    game = Game(CLASSIC, [f"P{seat}" for seat in range(player_count)], 5, first=0).roll()
    setup = Setup(CLASSIC, (Seat(),) * player_count)
    elsewhere = tuple(seat for seat in range(player_count) if seat != local_seat)
    policy = Policy(Undo.OWN_OPEN, elsewhere, Help.NONE)
    board = Board(game, setup, policy=policy, shown=min(local_seat, player_count - 1))
    if screen.host:
        screen = with_host(screen, game=game)
    return replace(screen, board=board, is_lobby_open=False)


def with_host(screen: LiveTableScreen, **changes: object) -> LiveTableScreen:
    """Return a host's screen after changes of the host."""
    assert screen.host is not None
    return replace(screen, table=HostTable(replace(screen.host, **changes)))  # type: ignore[arg-type]


def with_guest(screen: LiveTableScreen, **changes: object) -> LiveTableScreen:
    """Return a guest's screen after changes of the guest."""
    assert screen.guest is not None
    return replace(screen, table=GuestTable(replace(screen.guest, **changes)))  # type: ignore[arg-type]


def find_nodes(model: Model, name: str, value: str | None = None) -> list[Node]:
    """Return the nodes that have an attribute, optionally with a given value."""
    return [
        n
        for n in walk(view(model))
        if name in n.attributes and value in (None, n.attributes[name])
    ]


def enabled_actions(model: Model) -> list[str]:
    """Return the actions of the enabled controls."""
    nodes = find_nodes(model, "data-action")
    return [n.attributes["data-action"] for n in nodes if "aria-disabled" not in n.attributes]


def seat_states(model: Model) -> list[str]:
    """Return the state of each seat, in order."""
    seats = find_nodes(model, "data-seat")
    assert [n.attributes["data-seat"] for n in seats] == [str(n) for n in range(len(seats))]
    return [n.attributes["data-state"] for n in seats]


def page_text(model: Model) -> str:
    return text_of(view(model))


OCCUPANTS = (
    OccupantView(HERE, "Emma", away=False),
    OccupantView(GUEST, "Noa", away=False),
    OccupantView("hard", "", away=False),
    OccupantView(GUEST, "Mia", away=True),
    OccupantView("free", "", away=False),
)
