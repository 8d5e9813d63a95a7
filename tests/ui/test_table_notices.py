"""What a live table tells and asks, before, during and after a game."""

from __future__ import annotations

import pytest

from qwixx.games.live.guest import Guest
from qwixx.games.live.host import Occupant, UndoRequest
from qwixx.games.live.protocol import GUEST, HERE, OccupantView
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.values import replace
from qwixx.ui.screens.live_table.texts import STATUSES, status_text
from qwixx.ui.touch_guard import large_button_action
from qwixx.ui.view import root_attributes, view
from tests.ui.fake import text_of, walk
from tests.ui.table_views import (
    CHAIRS,
    EMMA,
    GONE,
    HOSTILE,
    INVITATION,
    NOA,
    PINS,
    SUMMONS,
    VERDICTS,
    actions,
    all_of,
    hosting,
    page,
    playing,
    states,
    text,
    visiting,
)


@pytest.mark.parametrize("key", STATUSES)
def test_whatever_happens_is_told(key: str) -> None:
    for screen in (
        hosting(EMMA, GONE, invitation=INVITATION),
        visiting(received_invitation=SUMMONS),
    ):
        shown = replace(screen, status=key)
        words = status_text("en", shown)
        assert len(words) > 5
        alone = page(shown)
        if key == "copied":
            continue
        assert words in [text_of(n) for n in all_of(alone, "role", "alert")]


def test_names_stay_texts() -> None:
    rude = replace(NOA, name=HOSTILE)
    chairs = (OccupantView(HERE, HOSTILE, away=False), OccupantView(GUEST, HOSTILE, away=True))
    for screen in (
        hosting(EMMA, rude, Occupant()),
        hosting(EMMA, replace(GONE, name=HOSTILE), status="lost"),
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


def test_the_strip_tells_who_is_there_and_who_is_waited_for() -> None:
    screen = playing(hosting(EMMA, NOA, GONE), 0)
    model = page(screen)
    assert root_attributes(model)["data-screen"] == "game"
    assert states(model) == ["here", "here", "away"]
    seats = all_of(model, "data-seat")
    assert ["data-waited" in n.attributes for n in seats] == [True, True, True]
    assert "invite" in actions(model)
    assert "hint" not in actions(model)
    assert large_button_action(model) == "pass"
    assert "turn 1" in text(model)  # for who listens
    passed = screen.board and replace(
        screen.board, game=screen.board.game.play(0, screen.board.game.state.legal_moves(0)[-1])
    )
    waiting = page(replace(screen, board=passed))
    seats = all_of(waiting, "data-seat")
    assert ["data-decided" in n.attributes for n in seats] == [True, False, False]
    assert ["data-waited" in n.attributes for n in seats] == [False, True, True]
    assert large_button_action(waiting) == "wait"
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
    watched = replace(host, host=replace(host.host, spectators=(5, 6)))
    assert "Spectators: 2" in text(page(watched))


def test_a_table_asks_and_tells() -> None:
    table = playing(hosting(EMMA, NOA, replace(NOA, name="Zoe", peer=2)), 0)
    assert table.host is not None
    assert not all_of(page(table), "class", "table-notices")
    away = page(playing(hosting(EMMA, NOA, GONE), 0))
    assert "Disconnected: Mia" in text(away)
    asked = (*CHAIRS[:2], OccupantView(GUEST, "Zoe", away=False))
    guest = playing(visiting(*asked), 1)
    assert guest.guest is not None
    assert guest.guest.view is not None
    wish = guest.guest.view._replace(undo_request=1, requester=0, waiting=(1, 2))
    concerned = replace(guest, guest=replace(guest.guest, view=wish))
    assert "Emma would like to take back" in text(page(concerned))
    assert {"agree", "refuse"} <= {*actions(page(concerned))}
    others = replace(guest, guest=replace(guest.guest, view=wish._replace(waiting=(2,))))
    assert "agree" not in actions(page(others))
    own = replace(guest, guest=replace(guest.guest, view=wish._replace(requester=1, waiting=(0,))))
    assert "Asking the others" in text(page(own))
    assert "agree" not in actions(page(own))
    hosts = replace(table, host=replace(table.host, undo_request=UndoRequest(1, 0, 0)))
    assert "Asking the others" in text(page(hosts))
    assert "The host isn't responding right now." in text(page(replace(guest, silent=True)))
    lost = page(replace(guest, lost=True))
    assert "Lost the connection to the host" in text(lost)
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
        told = visiting(*CHAIRS[:2]).guest.view  # type: ignore[union-attr]
        guest = Guest(pins, linked=True, view=told, closed=pins.terms is not None)
        dice = guest.dice_verdict
        screen = replace(visiting(*CHAIRS[:2]), guest=guest, board=ended, is_lobby_open=False)
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
        said = "The dice weren't fair" in text(page(screen))
        assert said == (pins.reason is not None)
        assert screen.guest is not None
        guest = replace(screen.guest, closed=True)
        at_door = replace(screen, guest=guest, is_lobby_open=True, lost=True)
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
    assert guest.guest.view is not None
    fixed = guest.guest.view._replace(seals=("", "1" * 64))
    screen = replace(guest, guest=replace(guest.guest, view=fixed))
    assert "Mixing the dice…" in text(page(screen))


def test_leaving_asks_first() -> None:
    host, guest = hosting(EMMA, NOA, GONE), visiting(*CHAIRS)
    for screen, word in (
        (host, "close for everyone"),
        (playing(host, 0), "guests will wait"),
        (guest, "To come back"),
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
