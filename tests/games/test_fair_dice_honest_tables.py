"""Test fair dice: no honest device is accused, whatever the network does."""

from __future__ import annotations

import random

import pytest

from qwixx.games.live import host_actions
from qwixx.games.live.protocol import TableView, parse_host_message
from qwixx.rules.state import Phase
from tests.games.bad_network import play_in_bad_network
from tests.games.simulated_table import SimulatedTable, play_step, started_table

SEEDS = (*range(5), 196)  # in 196, a guest returns to a rematch that began with its substitute


@pytest.mark.no_cover  # four times slower when traced
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_accused_in_bad_network(seed: int) -> None:
    play_in_bad_network(seed)


@pytest.mark.exhaustive
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [seed for seed in range(200) if seed not in SEEDS])
def test_nobody_is_accused_at_200_tables(seed: int) -> None:
    play_in_bad_network(seed)


def test_counts_stay_zero_in_good_network() -> None:
    table, rng = started_table(3), random.Random(8)
    while not table.host.is_finished:
        play_step(table, rng)
        table.deliver_all()
    for peer in (1, 2, 3):
        pins = table.guests[peer].pins
        assert (pins.called_off, pins.missed, pins.went_back, pins.broken_off) == (0, 0, 0, 0)


def table_in_white_step(seed: int) -> SimulatedTable:
    """Return a table in the white step of a turn that depends on the seed."""
    table, rng = started_table(2), random.Random(seed)
    for _ in range(5 + 3 * (seed % 20)):
        if table.host.is_finished:
            break
        play_step(table, rng)
        table.deliver_all()
    while table.game.state.phase is not Phase.WHITE and not table.host.is_finished:
        play_step(table, rng)
        table.deliver_all()
    return table


def texts_to_others(seed: int, seat: int, choice: int) -> list[tuple[int, str]]:
    """Return what others are told in a world in which a player makes one of its moves."""
    table = table_in_white_step(seed)
    moves = table.game.state.legal_moves(seat)
    move = moves[choice % len(moves)]
    texts: list[tuple[int, str]] = []
    for number in range(3):
        host, sent = (
            host_actions.adopt_played_game(table.host, table.game.play(seat, move))
            if number == 0
            else host_actions.undo_or_request_consent(table.host, (seat + 1) % 3)
            if number == 1
            else host_actions.withdraw_decision(table.host, seat)
        )
        texts += [one for one in sent if host.seat_of(one.peer) != seat]
        table.apply_host_step((host, sent))
    return texts


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(4, 36))]
)
def test_white_decision_does_not_leak(seed: int) -> None:
    """Three worlds that differ only in one secret decision look the same to everybody else."""
    for seat in range(3):
        worlds = [texts_to_others(seed, seat, choice) for choice in (0, 1, -1)]
        assert worlds[0] == worlds[1] == worlds[2]
        assert worlds[0]
        assert all(isinstance(parse_host_message(text), TableView) for _peer, text in worlds[0])
