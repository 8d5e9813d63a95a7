"""Pages that show a live table in a given state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx import CLASSIC
from qwixx.games.game import Game
from qwixx.games.live.commit_reveal import Terms, UnfairReason, Verdict
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Host, Occupant
from qwixx.games.live.pins import Pins
from qwixx.games.live.protocol import GUEST, HERE, OccupantView
from qwixx.ui.model import Model
from qwixx.ui.model.board import Board
from qwixx.ui.model.session import Session
from qwixx.ui.model.settings import Settings
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, ReceivedInvitation
from qwixx.ui.view import view
from tests.games.tables import LOBBY
from tests.ui.fake import text_of, walk

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

ADDRESS = "https://example.org/qwixx/"
SALT = "0" * 64
PINS = Pins(SALT, commit=SALT)
TERMS = Terms("", 0, SALT, "classic", ("", ""))
VERDICTS = (
    replace(PINS, verdict=Verdict.FAIR),
    replace(PINS, verdict=Verdict.FAIR, restarts=1),
    replace(PINS, verdict=Verdict.FAIR, restarts=2),
    replace(PINS, verdict=Verdict.LATE),
    replace(PINS, terms=TERMS),  # and the host has left
    *(replace(PINS, reason=reason) for reason in UnfairReason),
)
HOSTILE = "<img src=x onerror=1>"
EMMA, NOA = Occupant(HERE, "Emma"), Occupant(GUEST, "Noa", "1" * 32, peer=1)
GONE = Occupant(GUEST, "Mia", "2" * 32)
INVITATION = Invitation(3, 7, 4, "AbC-_9")
ANSWERED = Invitation(3, 7, 4, "AbC-_9", answered=True)
SUMMONS = ReceivedInvitation("AbC-_9")


def page(screen: LiveTableScreen, *, address: str = ADDRESS, speed: str = "calm") -> Model:
    """Return a page that shows a table."""
    session = Session(address=address, can_share=True)
    return Model(settings=Settings(speed=speed), session=session, screen=screen)


def hosting(*holders: Occupant, **changes: object) -> LiveTableScreen:
    """Return a host's table at whose seats these sit."""
    return replace(LiveTableScreen(host=Host(CLASSIC, holders, SALT)), **changes)  # type: ignore[arg-type]


def visiting(*chairs: OccupantView, seat: int = 1, **changes: object) -> LiveTableScreen:
    """Return a guest's table, connected if there are seats."""
    heard = LOBBY._replace(seat=seat, occupants=chairs, commit=SALT)
    guest = Guest(PINS, linked=True, view=heard) if chairs else Guest(PINS)
    return replace(LiveTableScreen(guest=guest), **changes)  # type: ignore[arg-type]


def playing(screen: LiveTableScreen, here: int, players: int = 3) -> LiveTableScreen:
    """Return the table with a game in which one sits here, whose dice are rolled."""
    game = Game(CLASSIC, [f"P{seat}" for seat in range(players)], 5, first=0).roll()
    setup = Setup(CLASSIC, (Seat(),) * players)
    elsewhere = tuple(seat for seat in range(players) if seat != here)
    host = screen.host and replace(screen.host, game=game)
    board = Board(game, setup, shown=min(here, players - 1), remote_seats=elsewhere)
    return replace(screen, host=host, board=board, is_lobby_open=False)


def all_of(model: Model, name: str, value: str | None = None) -> list[Node]:
    """Return what has an attribute, maybe with a certain value."""
    return [
        n
        for n in walk(view(model))
        if name in n.attributes and value in (None, n.attributes[name])
    ]


def actions(model: Model) -> list[str]:
    """Return what can be done."""
    found = all_of(model, "data-action")
    return [n.attributes["data-action"] for n in found if "aria-disabled" not in n.attributes]


def states(model: Model) -> list[str]:
    """Return how the seats are held, in their order."""
    seats = all_of(model, "data-seat")
    assert [n.attributes["data-seat"] for n in seats] == [str(n) for n in range(len(seats))]
    return [n.attributes["data-state"] for n in seats]


def text(model: Model) -> str:
    return text_of(view(model))


CHAIRS = (
    OccupantView(HERE, "Emma", away=False),
    OccupantView(GUEST, "Noa", away=False),
    OccupantView("hard", "", away=False),
    OccupantView(GUEST, "Mia", away=True),
    OccupantView("free", "", away=False),
)
