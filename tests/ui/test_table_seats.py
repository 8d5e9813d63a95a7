"""The seats of a live table, as the host and the guests see them."""

from __future__ import annotations

import pytest

from qwixx.games.live.host import NO_SEAT, Occupant
from qwixx.games.live.protocol import REFUSALS, OccupantView
from qwixx.ui.model.messages import QrCodeGenerated
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.links import answer_link, invitation_link
from qwixx.ui.screens.live_table.model import Invitation, LiveTableScreen, ReceivedInvitation
from qwixx.ui.screens.live_table.texts import STATES, seat_name
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import walk
from tests.ui.table_pages import (
    ABSENT_GUEST,
    ANSWERED_INVITATION,
    EMMA,
    INVITATION,
    NOA,
    OCCUPANTS,
    PAGE_URL,
    RECEIVED_INVITATION,
    enabled_actions,
    find_nodes,
    guest_screen,
    host_screen,
    page_text,
    seat_states,
    table_page,
    with_game,
    with_guest,
)


def test_each_seat_shows_its_occupant() -> None:
    screen = host_screen(EMMA, NOA, Occupant("hard"), ABSENT_GUEST, Occupant())
    model = table_page(screen)
    assert root_attributes(model)["data-screen"] == "table"
    assert seat_states(model) == ["here", "here", "bot", "away", "free"]
    joining = replace(screen, invitation=ANSWERED_INVITATION)
    assert seat_states(table_page(joining)) == ["here", "here", "bot", "away", "joining"]
    assert seat_states(table_page(guest_screen(*OCCUPANTS))) == [
        "here",
        "here",
        "bot",
        "away",
        "free",
    ]
    assert {*seat_states(model), *seat_states(table_page(joining))} == {*STATES}
    for word in ("you", "connected", "Rex", "disconnected", "nobody yet"):
        assert word in page_text(model)
    names = [seat_name(texts_in("en"), screen.table.occupants, seat) for seat in range(5)]
    assert names == ["Emma", "Noa", "Rex", "Mia", "Player 5"]
    twins = [OccupantView(kind, "", away=False) for kind in ("hard", "hard", "greedy")]
    substitutes = [OccupantView("hard", name, away=False) for name in ("Mia", "")]
    assert [seat_name(texts_in("en"), substitutes, seat) for seat in range(2)] == ["Mia", "Rex"]
    assert [seat_name(texts_in("en"), twins, seat) for seat in range(3)] == [
        "Rex",
        "Zara",
        "Bot 3",
    ]


def test_host_can_invite_guests_and_fill_seats() -> None:
    screen = host_screen(EMMA, *[Occupant()] * 4)
    model = table_page(screen)
    actions = enabled_actions(model)
    for action in ("invite", "invite-watcher", "seat-bot", "seat-here", "table-name:0"):
        assert actions.count(action) == 1, action
    for action in ("table-variant", "scan", "summons", "same-dice", "leave-table"):
        assert action in actions
    assert "free:0" not in actions  # the first seat is the host's own
    assert "start" not in actions
    assert "to-game" not in actions
    ready = table_page(host_screen(EMMA, NOA, Occupant("hard")))
    assert "start" in enabled_actions(ready)
    assert "Start (3)" in page_text(ready)
    assert "seat-bot" not in enabled_actions(ready)  # no seat is free
    assert "invite" not in enabled_actions(ready)
    assert "summons" not in enabled_actions(ready)  # a guest is connected
    select = next(n for n in find_nodes(ready, "data-action", "table-bot:2"))
    assert [n.attributes["value"] for n in walk(select) if n.tag == "option"] == [
        "easy",
        "medium",
        "hard",
    ]


def test_invitation_is_shown_until_it_is_used() -> None:
    screen = host_screen(EMMA, *[Occupant()] * 4, invitation=INVITATION)
    model = table_page(screen)
    link = invitation_link(model, screen)
    assert link == f"{PAGE_URL}#join=AbC-_9"
    assert [n.attributes["value"] for n in find_nodes(model, "id", "table-link")] == [link]
    assert len(find_nodes(model, "data-invite")) == 1
    assert not find_nodes(model, "class", "qr")
    for action in ("table-share", "table-copy", "scan", "answer"):
        assert enabled_actions(model).count(action) == 1, action
    with_qr_code = replace(screen, code=QrCodeGenerated(link, ("# ", " #")))
    assert find_nodes(table_page(with_qr_code), "class", "qr")
    with_other_code = replace(with_qr_code, code=QrCodeGenerated("another", ("# ", " #")))
    assert not find_nodes(table_page(with_other_code), "class", "qr")
    with_failed_code = replace(with_qr_code, code=QrCodeGenerated(link, ()))
    assert "make a QR code" in page_text(table_page(with_failed_code))
    assert "Copied." in page_text(table_page(replace(screen, status="copied")))
    for used_invitation in (ANSWERED_INVITATION, Invitation(3, 7, 4)):
        page = table_page(replace(screen, invitation=used_invitation))
        assert len(find_nodes(page, "data-invite")) == 1
        assert not find_nodes(page, "data-link")
        assert "table-copy" not in enabled_actions(page)
    answered = replace(screen, invitation=ANSWERED_INVITATION)
    assert "Connecting" in page_text(table_page(answered))
    for_spectator = replace(screen, invitation=Invitation(3, 7, NO_SEAT, "AbC-_9"))
    assert "For a spectator" in page_text(table_page(for_spectator))
    for_absent_guest = host_screen(EMMA, ABSENT_GUEST, invitation=Invitation(3, 7, 1, "AbC-_9"))
    assert "For Mia" in page_text(table_page(for_absent_guest))


def test_links_contain_speed_and_work_without_page_url() -> None:
    screen = host_screen(EMMA, Occupant(), invitation=INVITATION)
    guest = guest_screen(received_invitation=ReceivedInvitation("AbC-_9", "Xy", is_accepted=True))
    assert invitation_link(table_page(screen, speed="quick"), screen) == (
        f"{PAGE_URL}?speed=quick#join=AbC-_9"
    )
    assert answer_link(table_page(guest, speed="quick"), guest) == f"{PAGE_URL}#answer=Xy"
    assert invitation_link(table_page(screen, page_url=""), screen) == "join=AbC-_9"
    assert answer_link(table_page(guest, page_url=""), guest) == "answer=Xy"
    assert not answer_link(table_page(screen), screen)
    assert not invitation_link(table_page(guest), guest)


@pytest.mark.parametrize("screen", [host_screen(EMMA, Occupant()), guest_screen()])
def test_text_field_stays_available_while_camera_scans(screen: LiveTableScreen) -> None:
    model = table_page(replace(screen, scanning=True))
    [video] = [n for n in walk(view(model)) if n.tag == "video"]
    assert {"data-camera", "muted", "playsinline"} <= video.attributes.keys()
    assert enabled_actions(model).count("stop-scan") == 1
    assert enabled_actions(model).count("summons") == 1
    assert "scan" not in enabled_actions(model)
    invited = table_page(replace(screen, scanning=True, invitation=INVITATION))
    if screen.host is not None:
        assert enabled_actions(invited).count("answer") == 1
        assert find_nodes(invited, "data-camera")


def test_running_game_changes_actions_of_host() -> None:
    table = host_screen(EMMA, NOA, ABSENT_GUEST)
    lobby = replace(with_game(table, 0), is_lobby_open=True)
    actions = enabled_actions(table_page(lobby))
    for action in ("to-game", "seat-bot:1", "seat-bot:2", "seat-here:2", "invite"):
        assert actions.count(action) == 1, action
    for action in ("start", "free:1", "table-variant", "seat-here:1", "summons"):
        assert action not in actions


def test_guest_joins_answers_and_waits() -> None:
    invited = table_page(guest_screen(received_invitation=RECEIVED_INVITATION, name="Noa"))
    assert "You’re invited" in page_text(invited)
    assert {"join", "table-name", "same-dice", "leave-table"} <= {*enabled_actions(invited)}
    [field] = find_nodes(invited, "data-action", "table-name")
    assert field.attributes["value"] == "Noa"
    accepted = ReceivedInvitation("AbC-_9", is_accepted=True)
    assert not find_nodes(table_page(guest_screen(received_invitation=accepted)), "data-answer")
    answered = ReceivedInvitation("AbC-_9", "Xy", is_accepted=True)
    model = table_page(guest_screen(received_invitation=answered))
    assert len(find_nodes(model, "data-answer")) == 1
    assert [n.attributes["value"] for n in find_nodes(model, "data-link")] == [
        f"{PAGE_URL}#answer=Xy"
    ]
    assert {"table-share", "table-copy", "same-dice"} <= {*enabled_actions(model)}
    assert "join" not in enabled_actions(model)
    host_found = table_page(
        guest_screen(received_invitation=answered.replace(host_reachable=True))
    )
    assert "Found the" in page_text(host_found)
    host_not_found = table_page(
        guest_screen(received_invitation=answered.replace(host_reachable=False))
    )
    assert "can’t see each other" in page_text(host_not_found)
    assert "Waiting for the host to start" in page_text(table_page(guest_screen(*OCCUPANTS)))
    spectator = table_page(guest_screen(*OCCUPANTS, seat=-1))
    assert "You’re watching" in page_text(spectator)
    in_lobby_during_game = table_page(
        replace(with_game(guest_screen(*OCCUPANTS[:3]), 1), is_lobby_open=True)
    )
    assert "to-game" in enabled_actions(in_lobby_during_game)


def test_guest_without_invitation_sees_instructions() -> None:
    for screen in (guest_screen(), guest_screen(lost=True)):
        model = table_page(screen)
        assert "Ask the host for a new invitation" in page_text(model)
        assert {"scan", "summons", "same-dice"} <= {*enabled_actions(model)}
    texts = set()
    for reason in REFUSALS:
        texts.add(page_text(table_page(with_guest(guest_screen(), refused=reason))))
    texts.add(page_text(table_page(with_guest(guest_screen(), closed=True))))
    texts.add(page_text(table_page(guest_screen())))
    assert len(texts) == len(REFUSALS) + 2
