"""Test the OpenSpiel game: OpenSpiel's own tests, parameters, chance, and hidden decisions."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    generate_playthrough,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

from qwixx import VARIANTS, Roll, parse_position
from qwixx.research.encoding import encoding_for, returns
from qwixx.research.openspiel import Game as SpielGame
from qwixx.research.openspiel import GameState as SpielState
from qwixx.research.openspiel import Observer


def load_game(variant: str = "classic", players: int = 2) -> Any:  # noqa: ANN401 - untyped library
    return pyspiel.load_game(f"python_qwixx(variant={variant},players={players})")


def state_after_dice(game: Any, *dice: int) -> Any:  # noqa: ANN401
    state = game.new_initial_state()
    for die in dice:
        state.apply_action(die - 1)
    return state


def play(state: Any, *codes: str) -> None:  # noqa: ANN401
    for code in codes:
        state.apply_action(state.string_to_action(state.current_player(), code))


@pytest.mark.no_cover  # slow when traced
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_passes_openspiel_simulation(variant: str, players: int) -> None:
    serialize = players == 2  # slow with more players
    pyspiel.random_sim_test(load_game(variant, players), 1, serialize, verbose=False)


def test_game_parameters() -> None:
    assert pyspiel.load_game("python_qwixx").num_players() == 2
    game = load_game("longo", 3)
    assert game.num_players() == 3
    assert game.get_parameters() == {"variant": "longo", "players": 3}
    assert game.num_distinct_actions() == 61
    assert game.max_chance_outcomes() == 8
    assert game.max_chance_nodes_in_history() == 6 * game.max_game_length() / 4
    assert game.observation_tensor_shape() == [len(game.encoding.observe(game.start, 0))]
    with pytest.raises(ValueError, match="unknown variant 'long'; known: classic, longo"):
        load_game("long")
    with pytest.raises(ValueError, match="2 to 5 players, got 6"):
        load_game("classic", 6)
    with pytest.raises(ValueError, match="no parameters"):
        SpielGame().make_py_observer(params={"a": 1})


def test_dice_are_separate_chance_nodes() -> None:
    game = load_game("longo")
    state = state_after_dice(game, 4, 1, 3, 8)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(side, 1 / 8) for side in range(8)]
    assert state.action_to_string(7) == "die 8"
    assert str(state).endswith("[4 1 3 8]")
    for die in (2, 5):
        state.apply_action(die - 1)
    assert state.position.roll == Roll((4, 1), (3, 8, 2, 5))
    assert str(state) == state.position.code
    assert state.current_player() == 0


def test_closed_rows_have_no_die() -> None:
    state = load_game().new_initial_state()
    red_numbers = [*range(2, 7), 12]
    for turn, number in enumerate(red_numbers):
        white = (number // 2, number - number // 2)
        for die in (*white, *(1, 1, 1, 1)):
            state.apply_action(die - 1)
        play(state, f"r{number}", "-", "-")
        assert state.position.turn == turn + 1
    for die in (6, 5, 4, 3, 2):
        assert state.is_chance_node()
        state.apply_action(die - 1)
    assert state.position.roll == Roll((6, 5), (None, 4, 3, 2))


def test_white_decisions_are_hidden_until_all_have_decided() -> None:
    views_of_player_1 = []
    for code in ("r5", "y5", "-"):
        state = state_after_dice(load_game(players=3), 4, 1, 3, 6, 2, 5)
        play(state, code)
        assert state.current_player() == 1
        assert state.legal_actions(0) == []
        views_of_player_1.append(
            (
                state.information_state_string(1),
                state.observation_string(1),
                tuple(state.observation_tensor(1)),
            )
        )
        own_information = state.information_state_string(0)
        assert own_information.endswith(
            f" {encoding_for(state.position.variant).action(state.position.decisions[0])}"
        )
        play(state, "-")
        assert state.information_state_string(1).endswith("? 44")
        assert state.information_state_string(2).endswith("? ?")
        play(state, "-")
        assert "?" not in state.information_state_string(1)
    assert len(set(views_of_player_1)) == 1


def test_information_state_includes_history() -> None:
    # The states have the same position after different rolls.
    game = load_game()
    states = [state_after_dice(game, *dice, 3, 6, 2, 5) for dice in ((4, 1), (1, 4))]
    for state in states:
        play(state, "-", "-", "-")
    observations = {state.observation_string(0) for state in states}
    assert len(observations) == 1
    assert len({state.information_state_string(0) for state in states}) == 2
    observer = Observer(game, history=True)
    observer.set_from(states[0], 0)
    assert observer.tensor is None


def test_returns_are_zero_until_the_end() -> None:
    state = load_game(players=3).new_initial_state()
    rng = random.Random(5)
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0]
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
    outcome = state.position.outcome()
    assert outcome is not None
    assert state.returns() == returns(3, outcome.winners)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert len(state.full_history()) < state.get_game().max_game_length()


def test_copies_are_independent() -> None:
    state = state_after_dice(load_game(), 4, 1, 3, 6, 2, 5)
    clone = state.clone()
    play(clone, "r5")
    assert state.position.to_act == (0, 1)
    assert clone.position.to_act == (1,)
    for other in (copy.deepcopy(clone), pickle.loads(pickle.dumps(clone))):  # noqa: S301 - pickled here
        assert other.position == clone.position
        assert other.history() == clone.history()
        assert np.array_equal(other.observation_tensor(0), clone.observation_tensor(0))


# OpenSpiel's tools and algorithms


def test_generated_playthrough() -> None:
    text = generate_playthrough.playthrough("python_qwixx(variant=longo)", [3, 0, 2, 7, 1, 4])
    assert "# classic" not in text
    assert "# longo 0 0 white 4,1:3,8,2,5 ?,? " in text
    assert 'ObservationString(1) = "1: longo 0 0 white 4,1:3,8,2,5 ?,? ' in text


def test_tree_search_finds_winning_lock() -> None:
    game = load_game()
    position = (
        "classic 30 0 color 1,1:-,6,1,1 crossed r2,3,4,5,6,12/y/g12,11,10,9,8,7/b/0 r/y2,3/g/b/0"
    )
    state = SpielState(game, parse_position(position))
    search = mcts.MCTSBot(
        game,
        uct_c=1.5,
        max_simulations=30,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
    )
    action = search.step(state)
    assert state.action_to_string(0, action) == "g2"


def test_learning_algorithms_run() -> None:
    game = load_game()
    np.random.seed(1)  # noqa: NPY002 - OpenSpiel uses it
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = state_after_dice(game, 4, 1, 3, 6, 2, 5)
    assert set(policy.action_probabilities(state)) == set(state.legal_actions())

    environment = rl_environment.Environment(game, seed=1)
    agents = [tabular_qlearner.QLearner(seat, game.num_distinct_actions()) for seat in (0, 1)]
    for _ in range(2):
        step = environment.reset()
        while not step.last():
            output = agents[step.observations["current_player"]].step(step)
            step = environment.step([output.action])
        assert sum(step.rewards) == 0
        for agent in agents:
            agent.step(step)
    assert agents[0].loss is not None


def test_information_state_tensor_is_not_implemented() -> None:
    game = load_game()
    state = game.new_initial_state()
    for call in (
        lambda: state.information_state_tensor(0),
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
    ):
        with pytest.raises(NotImplementedError, match="use observation_tensor"):
            call()
