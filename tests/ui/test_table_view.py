"""A live table as it is shown: seats, invitations, a guest's way in, what it adds to a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC
from qwixx.games.game import Game
from qwixx.games.live.commit_reveal import Terms, UnfairReason, Verdict
from qwixx.games.live.guest import Guest
from qwixx.games.live.host import WATCHER, Holder, Host, Question
from qwixx.games.live.pins import Pins
from qwixx.games.live.protocol import GUEST, HERE, REFUSALS, Chair, Told
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.board import Board
from qwixx.ui.model.messages import Encoded
from qwixx.ui.model.session import Session
from qwixx.ui.model.settings import Settings
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.screens.game.touch import primary
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, Summons
from qwixx.ui.screens.live_table.texts import STATES, TOLD, seat_name, told
from qwixx.ui.view import root_attributes, view
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
EMMA, NOA = Holder(HERE, "Emma"), Holder(GUEST, "Noa", "1" * 32, peer=1)
GONE = Holder(GUEST, "Mia", "2" * 32)
INVITATION = Invitation(3, 7, 4, "AbC-_9")
ANSWERED = Invitation(3, 7, 4, "AbC-_9", answered=True)
SUMMONS = Summons("AbC-_9")


def page(screen: LiveTableScreen, *, address: str = ADDRESS, speed: str = "calm") -> Model:
    """Return a page that shows a table."""
    session = Session(address=address, can_share=True)
    return Model(settings=Settings(speed=speed), session=session, screen=screen)


def hosting(*holders: Holder, **changes: object) -> LiveTableScreen:
    """Return a host's table at whose seats these sit."""
    return replace(LiveTableScreen(host=Host(CLASSIC, holders, SALT)), **changes)  # type: ignore[arg-type]


def visiting(*chairs: Chair, seat: int = 1, **changes: object) -> LiveTableScreen:
    """Return a guest's table, connected if there are seats."""
    heard = Told(
        number=1,
        heard=0,
        seat=seat,
        variant="classic",
        chairs=chairs,
        round=0,
        commit=SALT,
        seals=(),
        nonces=(),
        playing=False,
        first=0,
        events=(),
        decided=(),
        asked=0,
        asker=-1,
        waiting=(),
        secret="",
        following="",
    )
    guest = Guest(PINS, linked=True, told=heard) if chairs else Guest(PINS)
    return replace(LiveTableScreen(guest=guest), **changes)  # type: ignore[arg-type]


def playing(screen: LiveTableScreen, here: int, players: int = 3) -> LiveTableScreen:
    """Return the table with a game in which one sits here, whose dice are rolled."""
    game = Game(CLASSIC, [f"P{seat}" for seat in range(players)], 5, first=0).roll()
    setup = Setup(CLASSIC, (Seat(),) * players)
    elsewhere = tuple(seat for seat in range(players) if seat != here)
    host = screen.host and replace(screen.host, game=game)
    board = Board(game, setup, shown=min(here, players - 1), elsewhere=elsewhere)
    return replace(screen, host=host, board=board, door=False)


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
    Chair(HERE, "Emma", away=False),
    Chair(GUEST, "Noa", away=False),
    Chair("hard", "", away=False),
    Chair(GUEST, "Mia", away=True),
    Chair("free", "", away=False),
)


# The host's door


def test_each_seat_tells_how_it_is_held() -> None:
    screen = hosting(EMMA, NOA, Holder("hard"), GONE, Holder())
    model = page(screen)
    assert root_attributes(model)["data-screen"] == "table"
    assert states(model) == ["here", "here", "bot", "away", "free"]
    coming = replace(screen, invitation=ANSWERED)
    assert states(page(coming)) == ["here", "here", "bot", "away", "joining"]
    assert states(page(visiting(*CHAIRS))) == ["here", "here", "bot", "away", "free"]
    assert {*states(model), *states(page(coming))} == {*STATES}
    for word in ("you", "connected", "Rex", "away", "nobody yet"):
        assert word in text(model)
    names = [seat_name("en", screen.chairs, seat) for seat in range(5)]
    assert names == ["Emma", "Noa", "Rex", "Mia", "Player 5"]
    twins = [("hard", "", False), ("hard", "", False), ("greedy", "", False)]
    standing_in = [("hard", "Mia", False), ("hard", "", False)]
    assert [seat_name("en", standing_in, seat) for seat in range(2)] == ["Mia", "Rex"]
    assert [seat_name("en", twins, seat) for seat in range(3)] == ["Rex 1", "Rex 2", "Bot 3"]


def test_a_host_invites_and_fills_seats() -> None:
    screen = hosting(EMMA, *[Holder()] * 4)
    model = page(screen)
    found = actions(model)
    for action in ("invite", "invite-watcher", "seat-bot", "seat-here", "table-name:0"):
        assert found.count(action) == 1, action
    for action in ("table-variant", "scan", "summons", "same-dice", "leave-table"):
        assert action in found
    assert "free:0" not in found  # the first seat is the host's own
    assert "start" not in found
    assert "to-game" not in found
    ready = page(hosting(EMMA, NOA, Holder("hard")))
    assert "start" in actions(ready)
    assert "Start (3)" in text(ready)
    assert "seat-bot" not in actions(ready)  # no seat is free
    assert "invite" not in actions(ready)
    assert "summons" not in actions(ready)  # somebody has come
    select = next(n for n in all_of(ready, "data-action", "table-bot:2"))
    assert [n.attributes["value"] for n in walk(select) if n.tag == "option"] == [
        "easy",
        "medium",
        "hard",
    ]


def test_the_invitation_is_shown_until_it_is_used() -> None:
    screen = hosting(EMMA, *[Holder()] * 4, invitation=INVITATION)
    model = page(screen)
    link = invitation_link(model, screen)
    assert link == f"{ADDRESS}#join=AbC-_9"
    assert [n.attributes["value"] for n in all_of(model, "id", "table-link")] == [link]
    assert len(all_of(model, "data-invite")) == 1
    assert not all_of(model, "class", "qr")
    for action in ("table-share", "table-copy", "scan", "answer"):
        assert actions(model).count(action) == 1, action
    coded = replace(screen, code=Encoded(link, ("# ", " #")))
    assert all_of(page(coded), "class", "qr")
    other = replace(coded, code=Encoded("another", ("# ", " #")))
    assert not all_of(page(other), "class", "qr")
    failed = replace(coded, code=Encoded(link, ()))
    assert "No QR code" in text(page(failed))
    assert "Copied." in text(page(replace(screen, told="copied")))
    for used in (ANSWERED, Invitation(3, 7, 4)):
        gone = page(replace(screen, invitation=used))
        assert len(all_of(gone, "data-invite")) == 1
        assert not all_of(gone, "data-link")
        assert "table-copy" not in actions(gone)
    answered = replace(screen, invitation=ANSWERED)
    assert "Connecting" in text(page(answered))
    watcher = replace(screen, invitation=Invitation(3, 7, WATCHER, "AbC-_9"))
    assert "only watches" in text(page(watcher))
    back = hosting(EMMA, GONE, invitation=Invitation(3, 7, 1, "AbC-_9"))
    assert "For Mia" in text(page(back))


def test_links_carry_the_speed_and_need_no_address() -> None:
    screen = hosting(EMMA, Holder(), invitation=INVITATION)
    guest = visiting(summons=Summons("AbC-_9", "Xy", sat=True))
    assert invitation_link(page(screen, speed="quick"), screen) == (
        f"{ADDRESS}?speed=quick#join=AbC-_9"
    )
    assert answer_link(page(guest, speed="quick"), guest) == f"{ADDRESS}#answer=Xy"
    assert invitation_link(page(screen, address=""), screen) == "join=AbC-_9"
    assert answer_link(page(guest, address=""), guest) == "answer=Xy"
    assert not answer_link(page(screen), screen)
    assert not invitation_link(page(guest), guest)


@pytest.mark.parametrize("screen", [hosting(EMMA, Holder()), visiting()])
def test_the_camera_leaves_the_field_in_reach(screen: LiveTableScreen) -> None:
    model = page(replace(screen, scanning=True))
    [video] = [n for n in walk(view(model)) if n.tag == "video"]
    assert {"data-camera", "muted", "playsinline"} <= video.attributes.keys()
    assert actions(model).count("stop-scan") == 1
    assert actions(model).count("summons") == 1
    assert "scan" not in actions(model)
    invited = page(replace(screen, scanning=True, invitation=INVITATION))
    if screen.host is not None:
        assert actions(invited).count("answer") == 1
        assert all_of(invited, "data-camera")


def test_a_game_changes_what_a_host_may_do() -> None:
    table = hosting(EMMA, NOA, GONE)
    door = replace(playing(table, 0), door=True)
    found = actions(page(door))
    for action in ("to-game", "seat-bot:1", "seat-bot:2", "seat-here:2", "invite"):
        assert found.count(action) == 1, action
    for action in ("start", "free:1", "table-variant", "seat-here:1", "summons"):
        assert action not in found


# A guest's door


def test_a_guest_sits_down_answers_and_waits() -> None:
    invited = page(visiting(summons=SUMMONS, name="Noa"))
    assert "You are invited" in text(invited)
    assert {"join", "table-name", "same-dice", "leave-table"} <= {*actions(invited)}
    [field] = all_of(invited, "data-action", "table-name")
    assert field.attributes["value"] == "Noa"
    sat = Summons("AbC-_9", sat=True)
    assert not all_of(page(visiting(summons=sat)), "data-answer")
    answered = Summons("AbC-_9", "Xy", sat=True)
    model = page(visiting(summons=answered))
    assert len(all_of(model, "data-answer")) == 1
    assert [n.attributes["value"] for n in all_of(model, "data-link")] == [f"{ADDRESS}#answer=Xy"]
    assert {"table-share", "table-copy", "same-dice"} <= {*actions(model)}
    assert "join" not in actions(model)
    found = page(visiting(summons=Summons("AbC-_9", "Xy", sat=True, found=True)))
    assert "is found" in text(found)
    blocked = page(visiting(summons=Summons("AbC-_9", "Xy", sat=True, found=False)))
    assert "don't see each other" in text(blocked)
    assert "Waiting for the host to start" in text(page(visiting(*CHAIRS)))
    watching = page(visiting(*CHAIRS, seat=-1))
    assert "You watch" in text(watching)
    over_a_game = page(replace(playing(visiting(*CHAIRS[:3]), 1), door=True))
    assert "to-game" in actions(over_a_game)


def test_without_an_invitation_a_guest_is_told_what_helps() -> None:
    for screen in (visiting(), LiveTableScreen(), visiting(lost=True)):
        model = page(screen)
        assert "Ask the host for a new invitation" in text(model)
        assert {"scan", "summons", "same-dice"} <= {*actions(model)}
    said = set()
    for why in REFUSALS:
        said.add(text(page(visiting(guest=Guest(PINS, refused=why)))))
    said.add(text(page(visiting(guest=Guest(PINS, closed=True)))))
    said.add(text(page(visiting())))
    assert len(said) == len(REFUSALS) + 2


# What is told


@pytest.mark.parametrize("key", TOLD)
def test_whatever_happens_is_told(key: str) -> None:
    for screen in (hosting(EMMA, GONE, invitation=INVITATION), visiting(summons=SUMMONS)):
        shown = replace(screen, told=key)
        words = told("en", shown)
        assert len(words) > 5
        alone = page(shown)
        if key == "copied":
            continue
        assert words in [text_of(n) for n in all_of(alone, "role", "alert")]


def test_names_stay_texts() -> None:
    rude = replace(NOA, name=HOSTILE)
    chairs = (Chair(HERE, HOSTILE, away=False), Chair(GUEST, HOSTILE, away=True))
    for screen in (
        hosting(EMMA, rude, Holder()),
        hosting(EMMA, replace(GONE, name=HOSTILE), told="lost"),
        visiting(*chairs),
        playing(hosting(EMMA, replace(GONE, name=HOSTILE), rude), 0),
    ):
        model = page(screen)
        assert HOSTILE in text(model)
        assert all(n.tag != "img" for n in walk(view(model)))
    [name] = [
        n for n in walk(view(page(hosting(EMMA, rude)))) if n.attributes.get("class") == "name"
    ]
    assert name.tag == "bdi"


# In the game


def test_the_strip_tells_who_is_there_and_who_is_waited_for() -> None:
    screen = playing(hosting(EMMA, NOA, GONE), 0)
    model = page(screen)
    assert root_attributes(model)["data-screen"] == "game"
    assert states(model) == ["here", "here", "away"]
    seats = all_of(model, "data-seat")
    assert ["data-waited" in n.attributes for n in seats] == [True, True, True]
    assert "invite" in actions(model)
    assert "hint" not in actions(model)
    assert primary(model) == "pass"
    assert "turn 1" in text(model)  # for who listens
    passed = screen.board and replace(
        screen.board, game=screen.board.game.play(0, screen.board.game.state.legal_moves(0)[-1])
    )
    waiting = page(replace(screen, board=passed))
    seats = all_of(waiting, "data-seat")
    assert ["data-decided" in n.attributes for n in seats] == [True, False, False]
    assert ["data-waited" in n.attributes for n in seats] == [False, True, True]
    assert primary(waiting) == "wait"
    [button] = all_of(waiting, "data-action", "wait")
    assert button.attributes["aria-disabled"] == "true"
    assert "Waiting for P1 and P2" in text(waiting)
    guest = page(playing(visiting(*CHAIRS[:3]), 1))
    assert {"door", "leave-table"} <= {*actions(guest)}
    assert "invite" not in actions(guest)


def test_who_only_watches_is_asked_nothing() -> None:
    watching = playing(visiting(*CHAIRS[:3], seat=-1), 9)
    model = page(watching)
    assert states(model) == ["here", "here", "bot"]
    assert {*actions(model)}.isdisjoint({"wait", "pass", "roll", "undo", "hint"})
    host = hosting(EMMA, NOA)
    assert host.host is not None
    assert "Watching" not in text(page(host))
    watched = replace(host, host=replace(host.host, watchers=(5, 6)))
    assert "Watching: 2" in text(page(watched))


def test_a_table_asks_and_tells() -> None:
    table = playing(hosting(EMMA, NOA, replace(NOA, name="Zoe", peer=2)), 0)
    assert table.host is not None
    assert not all_of(page(table), "class", "table-notices")
    away = page(playing(hosting(EMMA, NOA, GONE), 0))
    assert "Away: Mia" in text(away)
    asked = (*CHAIRS[:2], Chair(GUEST, "Zoe", away=False))
    guest = playing(visiting(*asked), 1)
    assert guest.guest is not None
    assert guest.guest.told is not None
    wish = guest.guest.told._replace(asked=1, asker=0, waiting=(1, 2))
    concerned = replace(guest, guest=replace(guest.guest, told=wish))
    assert "Emma would like to take back" in text(page(concerned))
    assert {"agree", "refuse"} <= {*actions(page(concerned))}
    others = replace(guest, guest=replace(guest.guest, told=wish._replace(waiting=(2,))))
    assert "agree" not in actions(page(others))
    own = replace(guest, guest=replace(guest.guest, told=wish._replace(asker=1, waiting=(0,))))
    assert "Asking the others" in text(page(own))
    assert "agree" not in actions(page(own))
    hosts = replace(table, host=replace(table.host, question=Question(1, 0, 0)))
    assert "Asking the others" in text(page(hosts))
    assert "Nothing comes from the host" in text(page(replace(guest, silent=True)))
    lost = page(replace(guest, lost=True))
    assert "connection to the host is gone" in text(lost)
    assert "door" in actions(lost)


def test_the_end_leads_on_at_the_table(over: Model) -> None:
    table = playing(hosting(EMMA, NOA), 0, 2)
    assert table.board is not None
    assert table.host is not None
    ended = replace(table.board, game=over.board.game)
    host = page(replace(table, board=ended, host=replace(table.host, game=over.board.game)))
    assert actions(host).count("leave-table") == 1
    assert "rematch" in actions(host)
    assert "new-game" not in actions(host)
    said = set()
    for pins in (PINS, *VERDICTS):
        told = visiting(*CHAIRS[:2]).guest.told  # type: ignore[union-attr]
        guest = Guest(pins, linked=True, told=told, closed=pins.terms is not None)
        dice = guest.dice
        screen = replace(visiting(*CHAIRS[:2]), guest=guest, board=ended, door=False)
        model = page(screen)
        assert "rematch" not in actions(model)
        assert "Waiting for the host" in text(model)
        assert actions(model).count("leave-table") == 1
        assert bool(all_of(model, "data-dice", "wrong")) == (dice == "wrong")
        said.add(text(model))
    assert len(said) == 1 + len(VERDICTS)


def test_a_guest_is_told_of_unfair_dice_at_once() -> None:
    for pins in VERDICTS:
        watching = playing(visiting(*CHAIRS[:3]), 1)
        assert watching.guest is not None
        screen = replace(watching, guest=replace(watching.guest, pins=pins))
        said = "The dice were not fair" in text(page(screen))
        assert said == (pins.reason is not None)
        at_door = replace(screen, guest=replace(screen.guest, closed=True), door=True, lost=True)  # type: ignore[type-var]
        assert all_of(page(at_door), "data-dice")


def test_a_start_tells_whom_it_waits_for() -> None:
    table = hosting(EMMA, replace(NOA, seal="1" * 64))
    assert table.host is not None
    starting = replace(table.host, starting=("Emma", "Noa"), seals=("", "1" * 64))
    screen = replace(table, host=starting)
    assert "Mixing the dice. Waiting for Noa" in text(page(screen))
    assert {*actions(page(screen))} & {
        "start",
        "seat-bot",
        "table-variant",
        "table-name:0",
    } == set()
    assert "Mixing the dice. Waiting for Noa" in text(page(playing(screen, 0)))
    guest = visiting(*CHAIRS[:2])
    assert guest.guest is not None
    assert guest.guest.told is not None
    fixed = guest.guest.told._replace(seals=("", "1" * 64))
    screen = replace(guest, guest=replace(guest.guest, told=fixed))
    assert "Mixing the dice…" in text(page(screen))


def test_leaving_asks_first() -> None:
    host, guest = hosting(EMMA, NOA, GONE), visiting(*CHAIRS)
    for screen, word in (
        (host, "closes for everybody"),
        (playing(host, 0), "guests wait"),
        (guest, "You can come back"),
        (playing(guest, 1, 5), "seat is kept"),
    ):
        model = replace(page(screen), dialog=DialogState(Dialog.LEAVE_TABLE))
        assert "leave-table-now" in actions(model)
        assert word in text(model)


def test_the_menu_leads_nowhere_else() -> None:
    model = replace(page(playing(hosting(EMMA, NOA, GONE), 0)), dialog=DialogState(Dialog.MENU))
    found = {*actions(model)}
    assert found.isdisjoint(
        {"new-game", "pad", "print", "history", "chances", "together", "share"}
    )
    assert {"log", "rules", "layout", "speed"} <= found
    start = replace(Model(), dialog=DialogState(Dialog.MENU))
    assert {"together", "same-dice"} <= {*actions(start)}
