"""Notices and questions at a live table, before, during, and after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx.games.live.host import Occupant, UndoRequest
from qwixx.games.live.protocol import GUEST, HERE, OccupantView
from qwixx.rules.variants import find_variant
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.hand import Refused
from qwixx.ui.model.messages import CellTapped
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.texts import STATUSES, status_text
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import variant_name
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import text_of, walk
from tests.ui.table_pages import (
    ABSENT_GUEST,
    EMMA,
    HOSTILE_NAME,
    INVITATION,
    NOA,
    OCCUPANTS,
    PINS,
    RECEIVED_INVITATION,
    VERDICTS,
    enabled_actions,
    find_nodes,
    guest_screen,
    host_screen,
    page_text,
    seat_states,
    table_page,
    with_game,
    with_guest,
    with_host,
)

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node


@pytest.mark.parametrize("key", STATUSES)
def test_each_status_is_shown_as_alert(key: str) -> None:
    for screen in (
        host_screen(EMMA, ABSENT_GUEST, invitation=INVITATION),
        guest_screen(received_invitation=RECEIVED_INVITATION),
    ):
        with_status = replace(screen, status=key)
        status = status_text(texts_in("en"), with_status)
        assert len(status) > 5
        page = table_page(with_status)
        if key == "copied":
            continue
        assert status in [text_of(n) for n in find_nodes(page, "role", "alert")]


def test_html_in_names_is_escaped() -> None:
    hostile_guest = replace(NOA, name=HOSTILE_NAME)
    occupants = (
        OccupantView(HERE, HOSTILE_NAME, away=False),
        OccupantView(GUEST, HOSTILE_NAME, away=True),
    )
    for screen in (
        host_screen(EMMA, hostile_guest, Occupant()),
        host_screen(EMMA, replace(ABSENT_GUEST, name=HOSTILE_NAME), status="lost"),
        guest_screen(*occupants),
        with_game(host_screen(EMMA, replace(ABSENT_GUEST, name=HOSTILE_NAME), hostile_guest), 0),
    ):
        model = table_page(screen)
        assert HOSTILE_NAME in page_text(model)
        assert all(n.tag != "img" for n in walk(view(model)))
    [name] = [
        n
        for n in walk(view(table_page(host_screen(EMMA, hostile_guest))))
        if n.attributes.get("class") == "name"
    ]
    assert name.tag == "bdi"


def test_seat_strip_shows_connections_and_pending_decisions() -> None:
    screen = with_game(host_screen(EMMA, NOA, ABSENT_GUEST), 0)
    model = table_page(screen)
    assert root_attributes(model)["data-screen"] == "game"
    assert seat_states(model) == ["here", "here", "away"]
    seats = find_nodes(model, "data-seat")
    assert ["data-waited" in n.attributes for n in seats] == [True, True, True]
    assert "invite" in enabled_actions(model)
    assert "hint" not in enabled_actions(model)
    assert model.board.main_action == "pass"
    assert "turn 1" in page_text(model)  # for screen readers
    passed = screen.board and replace(
        screen.board, game=screen.board.game.play(0, screen.board.game.state.legal_moves(0)[-1])
    )
    waiting = table_page(replace(screen, board=passed))
    seats = find_nodes(waiting, "data-seat")
    assert ["data-decided" in n.attributes for n in seats] == [True, False, False]
    assert ["data-waited" in n.attributes for n in seats] == [False, True, True]
    assert waiting.board.main_action == "wait"
    [button] = find_nodes(waiting, "data-action", "wait")
    assert button.attributes["aria-disabled"] == "true"
    assert "Waiting for P1 and P2" in page_text(waiting)
    guest = table_page(with_game(guest_screen(*OCCUPANTS[:3]), 1))
    assert {"door", "leave-table"} <= {*enabled_actions(guest)}
    assert "invite" not in enabled_actions(guest)


def test_spectator_has_no_game_actions() -> None:
    as_spectator = with_game(guest_screen(*OCCUPANTS[:3], seat=-1), 9)
    model = table_page(as_spectator)
    assert seat_states(model) == ["here", "here", "bot"]
    assert {*enabled_actions(model)}.isdisjoint({"wait", "pass", "roll", "undo", "hint"})
    host = host_screen(EMMA, NOA)
    assert "Spectators" not in page_text(table_page(host))
    with_spectators = with_host(host, spectators=(5, 6))
    assert "Spectators: 2" in page_text(table_page(with_spectators))


def test_table_shows_connection_losses_and_undo_requests() -> None:
    table = with_game(host_screen(EMMA, NOA, replace(NOA, name="Zoe", peer=2)), 0)
    assert not find_nodes(table_page(table), "class", "table-notices")
    away = table_page(with_game(host_screen(EMMA, NOA, ABSENT_GUEST), 0))
    assert "Disconnected: Mia" in page_text(away)
    occupants = (*OCCUPANTS[:2], OccupantView(GUEST, "Zoe", away=False))
    guest = with_game(guest_screen(*occupants), 1)
    assert guest.guest is not None
    assert guest.guest.view is not None
    undo_request_view = guest.guest.view._replace(undo_request=1, requester=0, waiting=(1, 2))
    asked_guest = with_guest(guest, view=undo_request_view)
    assert "Emma wants to undo a move" in page_text(table_page(asked_guest))
    assert {"agree", "refuse"} <= {*enabled_actions(table_page(asked_guest))}
    unasked_guest = with_guest(guest, view=undo_request_view._replace(waiting=(2,)))
    assert "agree" not in enabled_actions(table_page(unasked_guest))
    requester = with_guest(guest, view=undo_request_view._replace(requester=1, waiting=(0,)))
    assert "Asking the others" in page_text(table_page(requester))
    assert "agree" not in enabled_actions(table_page(requester))
    waiting_host = with_host(table, undo_request=UndoRequest(1, 0, 0))
    assert "Asking the others" in page_text(table_page(waiting_host))
    assert "The host isn’t responding right now." in page_text(
        table_page(replace(guest, silent=True))
    )
    lost = table_page(replace(guest, lost=True))
    assert "Lost the connection to the host" in page_text(lost)
    assert "door" in enabled_actions(lost)


def class_of(node: Node) -> str:
    return str(node.attributes.get("class", ""))


def test_lost_host_is_reported_in_status_and_covers_no_sheet() -> None:
    screen = replace(with_game(guest_screen(*OCCUPANTS[:3]), 1), lost=True)
    for shown in (screen, replace(screen, silent=True)):
        nodes = list(walk(view(table_page(shown))))
        assert "table-notices" not in map(class_of, nodes)
        (status,) = (node for node in nodes if class_of(node) == "status")
        assert "Lost the connection to the host." in text_of(status)
        assert "door" in [node.attributes.get("data-action") for node in walk(status)]
    assert screen.board is not None
    refused = replace(screen.board, note=Refused(CellTapped(1, "r5", 0)))
    assert "Lost the" not in page_text(table_page(replace(screen, board=refused)))


def test_lost_host_is_reported_beside_result(finished_model: Model) -> None:
    screen = replace(with_game(guest_screen(*OCCUPANTS[:2]), 1, 2), lost=True)
    assert screen.board is not None
    board = replace(screen.board, game=finished_model.board.game)
    page = table_page(replace(screen, board=board))
    assert any(class_of(node) == "table-notices" for node in walk(view(page)))


@pytest.mark.parametrize("name", ["classic", "longo", "mixx-a", "block:R7K2M9"])
def test_guest_who_waits_sees_which_sheet_will_be_played(name: str) -> None:
    waiting = guest_screen(*OCCUPANTS[:2])
    assert waiting.guest is not None
    assert waiting.guest.view is not None
    variant = find_variant(name)
    page = table_page(with_guest(waiting, view=waiting.guest.view._replace(variant=name)))
    title = f"Play together · {variant_name(texts_in('en'), variant)}"
    assert title in [text_of(node) for node in walk(view(page))]
    later = with_guest(waiting, view=waiting.guest.view._replace(variant="of-a-newer-release"))
    assert "Play together" in [text_of(node) for node in walk(view(table_page(later)))]


@pytest.mark.parametrize(
    ("page_url", "is_reachable"),
    [
        ("http://localhost:8000/", False),
        ("http://qwixx.localhost/", False),
        ("http://127.0.0.1:8000/", False),
        ("http://[::1]:8000/qwixx/", False),
        ("https://localhost/", False),
        ("http://192.168.0.7:8000/", True),
        ("https://localhost.example.org/", True),
        ("https://example.org/127.0.0.1/", True),
        ("", True),
    ],
)
def test_host_reads_that_others_cannot_open_invitation(
    page_url: str, *, is_reachable: bool
) -> None:
    host = host_screen(EMMA, Occupant(), invitation=INVITATION)
    page = table_page(host, page_url=page_url)
    notes = find_nodes(page, "data-unreachable")
    assert bool(notes) != is_reachable
    assert all("Other devices can’t open" in text_of(note) for note in notes)


def test_host_reads_what_to_do_with_plain_television() -> None:
    for_spectator = replace(INVITATION, seat=-1)
    page = table_page(host_screen(EMMA, Occupant(), invitation=for_spectator))
    assert "No camera or keyboard on the television?" in page_text(page)
    for_guest = table_page(host_screen(EMMA, Occupant(), invitation=INVITATION))
    assert "No camera or keyboard" not in page_text(for_guest)


def test_only_host_can_start_rematch_after_game(finished_model: Model) -> None:
    table = with_game(host_screen(EMMA, NOA), 0, 2)
    assert table.board is not None
    finished_board = replace(table.board, game=finished_model.board.game)
    finished = with_host(table, game=finished_model.board.game)
    host = table_page(replace(finished, board=finished_board))
    assert enabled_actions(host).count("leave-table") == 1
    assert "rematch" in enabled_actions(host)
    assert "new-game" not in enabled_actions(host)
    texts = set()
    for pins in (PINS, *VERDICTS):
        guest = with_guest(guest_screen(*OCCUPANTS[:2]), pins=pins)
        model = table_page(replace(guest, board=finished_board, is_lobby_open=False))
        assert "rematch" not in enabled_actions(model)
        assert "Waiting for the host" in page_text(model)
        assert enabled_actions(model).count("leave-table") == 1
        assert bool(find_nodes(model, "data-dice", "wrong")) == (pins.verdict == "wrong")
        texts.add(page_text(model))
    assert len(texts) == 1 + len(VERDICTS)


def test_guest_sees_unfair_dice_immediately() -> None:
    for pins in VERDICTS:
        in_game = with_game(guest_screen(*OCCUPANTS[:3]), 1)
        screen = with_guest(in_game, pins=pins)
        is_reported = "The dice weren’t fair" in page_text(table_page(screen))
        assert is_reported == (pins.reason is not None)
        in_lobby = replace(with_guest(screen, closed=True), is_lobby_open=True, lost=True)
        assert find_nodes(table_page(in_lobby), "data-dice")


def test_page_says_at_once_that_roll_was_called_off() -> None:
    in_game = with_game(guest_screen(*OCCUPANTS[:3]), 1)
    assert in_game.board is not None
    for turn, is_said in ((0, True), (1, False)):
        pins = replace(PINS, called_off=1, counted_in=turn)
        screen = with_guest(in_game, pins=pins, known=in_game.board.game)
        text = page_text(table_page(screen))
        assert ("1 roll was called off after your device had answered." in text) == is_said


def test_late_guests_are_named_and_can_be_replaced() -> None:
    table = host_screen(EMMA, NOA)
    screen = with_host(table, starting=("Emma", "Noa"), terms=("here", "guest"))
    assert "Preparing the dice…" in page_text(table_page(screen))
    assert {*enabled_actions(table_page(screen))} & {
        "start",
        "seat-bot",
        "table-variant",
        "table-name:0",
    } == set()
    late = with_game(with_host(screen, delaying=(1,)), 0)
    assert "The dice are waiting for Noa." in page_text(table_page(late))
    assert "go-on-without" in enabled_actions(table_page(late))
    guest = with_game(guest_screen(*OCCUPANTS[:2]), 1, 2)
    assert guest.guest is not None
    assert guest.guest.view is not None
    late_view = guest.guest.view._replace(delaying=(0,))
    screen = with_guest(guest, view=late_view)
    assert "The dice are waiting for Emma." in page_text(table_page(screen))
    assert "go-on-without" not in enabled_actions(table_page(screen))


def test_leaving_table_requires_confirmation() -> None:
    host, guest = host_screen(EMMA, NOA, ABSENT_GUEST), guest_screen(*OCCUPANTS)
    for screen, warning in (
        (host, "close for everyone"),
        (with_game(host, 0), "guests will wait"),
        (guest, "To come back"),
        (with_game(guest, 1, 5), "seat is kept"),
    ):
        model = replace(table_page(screen), dialog=DialogState(Dialog.LEAVE_TABLE))
        assert "leave-table-now" in enabled_actions(model)
        assert warning in page_text(model)


def test_menu_at_table_offers_no_other_games() -> None:
    model = replace(
        table_page(with_game(host_screen(EMMA, NOA, ABSENT_GUEST), 0)),
        dialog=DialogState(Dialog.MENU),
    )
    actions = {*enabled_actions(model)}
    assert actions.isdisjoint(
        {"new-game", "pad", "print", "history", "chances", "together", "share"}
    )
    assert {"log", "rules", "layout", "speed"} <= actions
    start_page = replace(Model(), dialog=DialogState(Dialog.MENU))
    assert {"together", "same-dice"} <= {*enabled_actions(start_page)}
