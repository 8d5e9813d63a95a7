"""A host that lies to a guest's page."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.rules.state import Phase
from qwixx.ui.model.messages import PeerTextReceived
from qwixx.ui.screens.live_table.model import LiveTableScreen
from tests.ui.fake_page import text_of
from tests.ui.live_devices import Device, open_table
from tests.ui.live_positions import changed_view_text, play_until


def table() -> tuple[Device, Device]:
    """Return host and guest in the middle of a game."""
    _room, (host, ben, cem) = open_table("classic", 2)
    host.press("start")
    play_until([host, ben, cem], Phase.WHITE, 1)
    return host, ben


@pytest.mark.parametrize(
    "changes",
    [
        {"chairs": [["here", "", False]] * 5, "events": []},
        {"chairs": [["here", "", False]] * 2},
        {"chairs": []},
        {"variant": "longo"},
        {"first": 4},
        {"asked": 1, "asker": 4},
        {"asked": 1, "asker": -1},
        {"asked": 1, "asker": 0, "waiting": [3]},
        {"decided": [4]},
        {"seat": 3},
    ],
)
def test_a_guest_does_not_follow_what_no_host_can_tell_and_names_it(
    changes: dict[str, object],
) -> None:
    _host, ben = table()
    before = ben.screen
    ben.send(PeerTextReceived(0, changed_view_text(ben, **changes)))
    assert "The dice weren't fair" in text_of(ben.view())
    assert ben.screen.guest is not None
    assert before.guest is not None
    assert ben.screen.board == before.board
    assert ben.screen.guest.view == before.guest.view
    assert ben.screen.guest.dice_verdict == "wrong"


def test_a_host_does_not_let_a_guests_page_play_as_a_bot() -> None:
    _host, ben = table()
    decided = ben.game.state.decisions
    ben.send(PeerTextReceived(0, changed_view_text(ben, chairs=[["easy", "", False]] * 3)))
    ben.network.settle()
    assert ben.model.local_people == (1,)
    assert ben.game.state.decisions == decided


def test_a_guest_that_is_given_another_seat_plays_there() -> None:
    _host, ben = table()
    ben.send(PeerTextReceived(0, changed_view_text(ben, seat=2)))
    ben.view()
    assert ben.model.local_people == (2,)
    assert ben.model.board.shown == 2
    ben.send(PeerTextReceived(0, changed_view_text(ben, seat=-1)))
    ben.view()
    assert not ben.model.local_people


CHAIR = st.tuples(
    st.sampled_from(["free", "here", "guest", "hard", "x"]), st.just("A"), st.booleans()
)


SEATS = st.lists(st.integers(0, 4), max_size=5)


EVENTS = st.lists(st.sampled_from(["4,1:3,6,2,6", "0 -", "1 r5", "2 g9"]), max_size=6)


LIES = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.integers(-1, 4),
        "variant": st.sampled_from(["classic", "longo"]),
        "chairs": st.lists(CHAIR.map(list), max_size=5),
        "commit": st.sampled_from(["0" * 64, "1" * 64]),
        "round": st.integers(0, 2),
        "seals": st.lists(st.sampled_from(["", "2" * 64]), max_size=5),
        "nonces": st.lists(st.sampled_from(["", "2" * 32]), max_size=5),
        "playing": st.booleans(),
        "first": st.integers(0, 4),
        "events": EVENTS,
        "decided": SEATS,
        "asked": st.integers(0, 2),
        "asker": st.integers(-1, 4),
        "waiting": SEATS,
        "secret": st.sampled_from(["", "3" * 64]),
        "following": st.sampled_from(["", "4" * 64]),
    },
)


@given(st.lists(LIES, min_size=1, max_size=4))
@settings(max_examples=60)
def test_whatever_a_host_tells_the_page_can_be_shown(lies: list[dict[str, object]]) -> None:
    _host, ben = table()
    for lie in lies:
        ben.send(PeerTextReceived(0, changed_view_text(ben, **lie)))
        ben.view()
        for action in ("pass", "undo", "agree", "door", "to-game"):
            ben.press(action)
            ben.view()
        assert isinstance(ben.model.screen, LiveTableScreen)
