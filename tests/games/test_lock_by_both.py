"""Games by turns in which both people lock a row in one white step."""

from __future__ import annotations

import pytest

from qwixx.games.turns.reading import Reading, read_link
from qwixx.games.turns.record import Stage, is_split_turn
from qwixx.games.turns.saved_game import parse_turn_game, write_turn_game
from qwixx.rules.moves import Color
from qwixx.rules.state import Phase, State
from tests.games.turn_games import whole_game


def index_of_turn(seed: int, turn: int, stage: Stage) -> int:
    """Return the index of the link of a stage in a turn, which is counted from 1."""
    places = [(link.after.record.turn, link.stage) for link in whole_game(seed)]
    return places.index((turn, stage))


def state_before_and_after(seed: int, turn: int) -> tuple[State, State]:
    """Return the white step of a turn, and the state after both decisions."""
    game = whole_game(seed)[-1].after.record.game
    assert game is not None
    states = [state for state in game.states if state.turn == turn - 1]
    white = [state for state in states if state.phase is Phase.WHITE]
    return white[0], game.states[game.states.index(white[-1]) + 1]


CASES = [
    pytest.param(19, 12, Color.RED, False, id="the game continues"),
    pytest.param(15, 23, Color.GREEN, True, id="the game ends"),
]


@pytest.mark.parametrize(("seed", "turn", "row", "ends"), CASES)
def test_both_lock_one_row(seed: int, turn: int, row: Color, *, ends: bool) -> None:
    before, after = state_before_and_after(seed, turn)
    assert not before.closed[row]
    assert is_split_turn(before)
    assert after.closed[row]
    assert [sheet.locked(row) for sheet in after.sheets] == [True, True]
    for old, new in zip(before.sheets, after.sheets, strict=True):
        assert new.count(row) == old.count(row) + 2  # the last number and the lock
    assert (after.phase is Phase.OVER) == ends
    if not ends:
        assert after.roll is not None
        assert after.roll.colored[row] is None


@pytest.mark.parametrize(("seed", "turn", "row", "ends"), CASES)
def test_devices_agree_on_lock_by_both(seed: int, turn: int, row: Color, *, ends: bool) -> None:
    links = whole_game(seed)
    at = index_of_turn(seed, turn, Stage.WHITE)
    waiting, opened = links[at].after, links[at + 1]
    # P's decision is secret until Q has decided, so the row is still open for Q.
    assert waiting.record.game is not None
    assert not waiting.record.game.state.closed[row]
    reading, received = read_link(waiting, opened.text)
    assert reading is Reading.NEW
    assert received.record.game == opened.after.record.game
    assert received.record.game is not None
    assert received.record.game.state.closed[row]
    assert received.record.is_finished == opened.after.record.is_finished == ends
    assert parse_turn_game(write_turn_game(received)) == received
