"""Test live tables whose players are asked about a bonus, and tables with other sheets."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from qwixx import PASS, Game, IllegalMoveError, Phase, find_variant
from qwixx.games.live import host_actions
from tests.games import simulated_table
from tests.games.simulated_table import (
    SimulatedTable,
    play_step,
    play_to_end,
    seat_to_request,
    started_table,
)

if TYPE_CHECKING:
    from qwixx import Move, State
    from qwixx.rules.layout import Variant

WITH_CHOICES = find_variant("bonus-b")


class _Collector:
    """A bot with which one seat crosses out two boxes whose reward can leave a choice.

    Args:
        seat: the seat; the others cross out as little as possible.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def plays(self, variant: Variant, players: int) -> bool:
        return (variant, players) == (WITH_CHOICES, 2)

    def choose_move(self, state: State, player: int, rng: random.Random) -> Move:
        moves = state.legal_moves(player)
        pair = [move for move in moves if move.code in ("y11", "g9")]
        if pair and player == self.seat:
            return pair[0]
        can_pass = PASS in moves and state.sheets[player].penalties < 3
        return PASS if can_pass else rng.choice(moves)


def play_to_question(monkeypatch: pytest.MonkeyPatch, seat: int) -> SimulatedTable:
    """Return a table at which a seat is asked about a bonus, and nobody else."""
    monkeypatch.setattr(simulated_table, "RANDOM_BOT", _Collector(seat))
    for seed in range(100):
        table, rng = started_table(1, WITH_CHOICES), random.Random(seed)
        while not table.host.is_finished:
            play_step(table, rng)
            table.deliver_all()
            if table.game.state.phase is Phase.BONUS:
                assert table.game.state.to_act == (seat,)
                table.assert_views_match_host()
                return table
    pytest.fail("nobody was asked")


def choose(game: Game, seat: int) -> Game:
    return game.play(seat, game.state.legal_moves(seat)[-1])


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("name", ["bonus-b", "mixx-a", "block:R7K2M9"])
def test_whole_game_on_another_sheet(name: str) -> None:
    table = started_table(2, find_variant(name), bot=True)
    play_to_end(table, random.Random(1))
    assert [guest.dice_verdict for guest in table.guests.values()] == ["fair"] * 2 + ["no-share"]


def test_guest_answers_its_question_before_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = play_to_question(monkeypatch, 1)
    before = table.game
    known = table.guests[1].game_with_pending_acts
    assert known is not None
    assert known.state.legal_moves(1) == before.state.legal_moves(1)
    spectated = table.guests[9].game_with_pending_acts
    assert spectated is not None
    assert spectated.state.to_act == (1,)
    with pytest.raises(IllegalMoveError):
        known.play(1, PASS)
    table.apply_guest_step(1, table.guests[1].send_changes(choose(known, 1)))
    table.deliver_all()
    table.assert_views_match_host()
    assert table.game.events[: len(before.events)] == before.events
    assert table.game.state.sheets[1] == choose(before, 1).state.sheets[1]
    assert table.game.state.phase is not Phase.BONUS


def test_host_answers_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_to_question(monkeypatch, 0)
    game = choose(table.game, 0)
    table.apply_host_step(host_actions.adopt_played_game(table.host, game))
    table.deliver_all()
    table.assert_views_match_host()
    assert table.game.state.sheets[0] == game.state.sheets[0]


def test_guest_that_was_away_finds_its_question_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_to_question(monkeypatch, 1)
    guest = table.disconnect(1)
    table.deliver_all()
    assert table.game.state.to_act == (1,)
    table.connect(5, guest, seat_to_request(guest))
    table.deliver_all()
    table.assert_views_match_host()
    known = table.guests[5].game_with_pending_acts
    assert known is not None
    table.apply_guest_step(5, table.guests[5].send_changes(choose(known, 1)))
    table.deliver_all()
    table.assert_views_match_host()
    play_to_end(table, random.Random(3))


def test_answer_of_a_question_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_to_question(monkeypatch, 1)
    before = table.game
    known = table.guests[1].game_with_pending_acts
    assert known is not None
    table.apply_guest_step(1, table.guests[1].send_changes(choose(known, 1)))
    table.deliver_all()
    table.apply_guest_step(1, table.guests[1].request_undo())
    table.deliver_all()
    table.apply_host_step(
        host_actions.answer_or_cancel_undo_request(table.host, table.host.local_seats, yes=True)
    )
    table.deliver_all()
    table.assert_views_match_host()
    assert table.game.state == before.state
