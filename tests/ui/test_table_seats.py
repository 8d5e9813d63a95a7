"""The seats of a live table, as its host and its guests see them."""

from __future__ import annotations

import pytest

from qwixx.games.live.guest import Guest
from qwixx.games.live.host import NO_SEAT, Occupant
from qwixx.games.live.protocol import REFUSALS, OccupantView
from qwixx.ui.model.messages import QrCodeGenerated
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, ReceivedInvitation
from qwixx.ui.screens.live_table.texts import STATES, seat_name
from qwixx.ui.view import root_attributes, view
from tests.ui.fake import walk
from tests.ui.table_views import (
    ADDRESS,
    ANSWERED,
    CHAIRS,
    EMMA,
    GONE,
    INVITATION,
    NOA,
    PINS,
    SUMMONS,
    actions,
    all_of,
    hosting,
    page,
    playing,
    states,
    text,
    visiting,
)


def test_each_seat_tells_how_it_is_held() -> None:
    screen = hosting(EMMA, NOA, Occupant("hard"), GONE, Occupant())
    model = page(screen)
    assert root_attributes(model)["data-screen"] == "table"
    assert states(model) == ["here", "here", "bot", "away", "free"]
    coming = replace(screen, invitation=ANSWERED)
    assert states(page(coming)) == ["here", "here", "bot", "away", "joining"]
    assert states(page(visiting(*CHAIRS))) == ["here", "here", "bot", "away", "free"]
    assert {*states(model), *states(page(coming))} == {*STATES}
    for word in ("you", "connected", "Rex", "disconnected", "nobody yet"):
        assert word in text(model)
    names = [seat_name("en", screen.occupants, seat) for seat in range(5)]
    assert names == ["Emma", "Noa", "Rex", "Mia", "Player 5"]
    twins = [OccupantView(kind, "", away=False) for kind in ("hard", "hard", "greedy")]
    standing_in = [OccupantView("hard", name, away=False) for name in ("Mia", "")]
    assert [seat_name("en", standing_in, seat) for seat in range(2)] == ["Mia", "Rex"]
    assert [seat_name("en", twins, seat) for seat in range(3)] == ["Rex 1", "Rex 2", "Bot 3"]


def test_a_host_invites_and_fills_seats() -> None:
    screen = hosting(EMMA, *[Occupant()] * 4)
    model = page(screen)
    found = actions(model)
    for action in ("invite", "invite-watcher", "seat-bot", "seat-here", "table-name:0"):
        assert found.count(action) == 1, action
    for action in ("table-variant", "scan", "summons", "same-dice", "leave-table"):
        assert action in found
    assert "free:0" not in found  # the first seat is the host's own
    assert "start" not in found
    assert "to-game" not in found
    ready = page(hosting(EMMA, NOA, Occupant("hard")))
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
    screen = hosting(EMMA, *[Occupant()] * 4, invitation=INVITATION)
    model = page(screen)
    link = invitation_link(model, screen)
    assert link == f"{ADDRESS}#join=AbC-_9"
    assert [n.attributes["value"] for n in all_of(model, "id", "table-link")] == [link]
    assert len(all_of(model, "data-invite")) == 1
    assert not all_of(model, "class", "qr")
    for action in ("table-share", "table-copy", "scan", "answer"):
        assert actions(model).count(action) == 1, action
    coded = replace(screen, code=QrCodeGenerated(link, ("# ", " #")))
    assert all_of(page(coded), "class", "qr")
    other = replace(coded, code=QrCodeGenerated("another", ("# ", " #")))
    assert not all_of(page(other), "class", "qr")
    failed = replace(coded, code=QrCodeGenerated(link, ()))
    assert "make a QR code" in text(page(failed))
    assert "Copied." in text(page(replace(screen, status="copied")))
    for used in (ANSWERED, Invitation(3, 7, 4)):
        gone = page(replace(screen, invitation=used))
        assert len(all_of(gone, "data-invite")) == 1
        assert not all_of(gone, "data-link")
        assert "table-copy" not in actions(gone)
    answered = replace(screen, invitation=ANSWERED)
    assert "Connecting" in text(page(answered))
    watcher = replace(screen, invitation=Invitation(3, 7, NO_SEAT, "AbC-_9"))
    assert "For a spectator" in text(page(watcher))
    back = hosting(EMMA, GONE, invitation=Invitation(3, 7, 1, "AbC-_9"))
    assert "For Mia" in text(page(back))


def test_links_carry_the_speed_and_need_no_address() -> None:
    screen = hosting(EMMA, Occupant(), invitation=INVITATION)
    guest = visiting(received_invitation=ReceivedInvitation("AbC-_9", "Xy", is_accepted=True))
    assert invitation_link(page(screen, speed="quick"), screen) == (
        f"{ADDRESS}?speed=quick#join=AbC-_9"
    )
    assert answer_link(page(guest, speed="quick"), guest) == f"{ADDRESS}#answer=Xy"
    assert invitation_link(page(screen, address=""), screen) == "join=AbC-_9"
    assert answer_link(page(guest, address=""), guest) == "answer=Xy"
    assert not answer_link(page(screen), screen)
    assert not invitation_link(page(guest), guest)


@pytest.mark.parametrize("screen", [hosting(EMMA, Occupant()), visiting()])
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
    door = replace(playing(table, 0), is_lobby_open=True)
    found = actions(page(door))
    for action in ("to-game", "seat-bot:1", "seat-bot:2", "seat-here:2", "invite"):
        assert found.count(action) == 1, action
    for action in ("start", "free:1", "table-variant", "seat-here:1", "summons"):
        assert action not in found


def test_a_guest_sits_down_answers_and_waits() -> None:
    invited = page(visiting(received_invitation=SUMMONS, name="Noa"))
    assert "You're invited" in text(invited)
    assert {"join", "table-name", "same-dice", "leave-table"} <= {*actions(invited)}
    [field] = all_of(invited, "data-action", "table-name")
    assert field.attributes["value"] == "Noa"
    sat = ReceivedInvitation("AbC-_9", is_accepted=True)
    assert not all_of(page(visiting(received_invitation=sat)), "data-answer")
    answered = ReceivedInvitation("AbC-_9", "Xy", is_accepted=True)
    model = page(visiting(received_invitation=answered))
    assert len(all_of(model, "data-answer")) == 1
    assert [n.attributes["value"] for n in all_of(model, "data-link")] == [f"{ADDRESS}#answer=Xy"]
    assert {"table-share", "table-copy", "same-dice"} <= {*actions(model)}
    assert "join" not in actions(model)
    found = page(visiting(received_invitation=answered.replace(host_reachable=True)))
    assert "Found the" in text(found)
    blocked = page(visiting(received_invitation=answered.replace(host_reachable=False)))
    assert "can't see each other" in text(blocked)
    assert "Waiting for the host to start" in text(page(visiting(*CHAIRS)))
    watching = page(visiting(*CHAIRS, seat=-1))
    assert "You're watching" in text(watching)
    over_a_game = page(replace(playing(visiting(*CHAIRS[:3]), 1), is_lobby_open=True))
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
