"""Test a guest's page against a dishonest host."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.rules.state import Phase
from qwixx.ui.model.messages import PeerTextReceived
from qwixx.ui.screens.live_table.model import LiveTableScreen
from tests.example_counts import scale_examples
from tests.ui.fake_page import text_of
from tests.ui.live_devices import Device, open_table
from tests.ui.live_positions import changed_view_text, play_until


def start_game() -> tuple[Device, Device]:
    """Return the host and the first guest of a game in its second turn."""
    _network, (host, ben, cem) = open_table("classic", 2)
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
def test_guest_rejects_impossible_view_and_declares_dice_unfair(
    changes: dict[str, object],
) -> None:
    _host, ben = start_game()
    screen_before = ben.screen
    ben.send(PeerTextReceived(0, changed_view_text(ben, **changes)))
    assert "The dice weren’t fair" in text_of(ben.view())
    assert ben.screen.guest is not None
    assert screen_before.guest is not None
    assert ben.screen.board == screen_before.board
    assert ben.screen.guest.view == screen_before.guest.view
    assert ben.screen.guest.dice_verdict == "wrong"


def test_host_cannot_make_page_of_guest_play_as_bot() -> None:
    _host, ben = start_game()
    decisions_before = ben.game.state.decisions
    ben.send(PeerTextReceived(0, changed_view_text(ben, chairs=[["easy", "", False]] * 3)))
    ben.network.settle()
    assert ben.model.local_people == (1,)
    assert ben.game.state.decisions == decisions_before


def test_guest_is_not_moved_to_another_seat() -> None:
    for seat in (2, -1):
        _host, ben = start_game()
        ben.send(PeerTextReceived(0, changed_view_text(ben, seat=seat)))
        assert "The dice weren’t fair: the host changed a decision or the seats." in text_of(
            ben.view()
        )
        assert ben.model.local_people == (1,)


OCCUPANTS = st.tuples(
    st.sampled_from(["free", "here", "guest", "hard", "x"]), st.just("A"), st.booleans()
)


SEAT_LISTS = st.lists(st.integers(0, 4), max_size=5)


EVENT_LISTS = st.lists(st.sampled_from(["4,1:3,6,2,6", "0 -", "1 r5", "2 g9"]), max_size=6)


VIEW_CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "seat": st.integers(-1, 4),
        "variant": st.sampled_from(["classic", "longo"]),
        "chairs": st.lists(OCCUPANTS.map(list), max_size=5),
        "game": st.integers(-1, 2),
        "terms": st.lists(st.sampled_from(["here", "guest", "hard"]), max_size=5),
        "starting": st.booleans(),
        "undone": st.lists(
            st.tuples(st.integers(0, 4), st.integers(0, 9), st.integers(0, 2)).map(list),
            max_size=3,
        ),
        "length": st.integers(0, 9),
        "delaying": SEAT_LISTS,
        "pausing": SEAT_LISTS,
        "playing": st.booleans(),
        "first": st.integers(0, 4),
        "events": EVENT_LISTS,
        "decided": SEAT_LISTS,
        "asked": st.integers(0, 2),
        "asker": st.integers(-1, 4),
        "waiting": SEAT_LISTS,
    },
)


@pytest.mark.no_cover  # slow when traced
@given(st.lists(VIEW_CHANGES, min_size=1, max_size=4))
@scale_examples(2)
def test_page_survives_random_changes_to_views(changes_of_views: list[dict[str, object]]) -> None:
    _host, ben = start_game()
    for changes in changes_of_views:
        ben.send(PeerTextReceived(0, changed_view_text(ben, **changes)))
        ben.view()
        for action in ("pass", "undo", "agree", "door", "to-game"):
            ben.press(action)
            ben.view()
        assert isinstance(ben.model.screen, LiveTableScreen)
