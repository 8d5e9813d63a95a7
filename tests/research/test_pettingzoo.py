"""The PettingZoo environment: its peers' own tests, rewards, hidden decisions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from qwixx import CLASSIC, PASS, VARIANTS, IllegalMoveError, Variant
from qwixx.bots import find_bot
from qwixx.research.encoding import encoding_for, returns
from qwixx.research.pettingzoo import RawEnv, env

if TYPE_CHECKING:
    from numpy.typing import NDArray

# These two are said of all environments with an action mask but PettingZoo's own.
MASKED = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
]


def inner(variant: Variant = CLASSIC, players: int = 2, seed: int = 7) -> RawEnv:
    environment = RawEnv(variant, players)
    environment.reset(seed=seed)
    return environment


def observed(environment: RawEnv, agent: str) -> dict[str, NDArray[np.int8]]:
    observation = environment.observe(agent)
    assert isinstance(observation, dict)
    return observation


def bits(environment: RawEnv, agent: str) -> list[int]:
    return [int(bit) for bit in observed(environment, agent)["observation"]]


@pytest.mark.filterwarnings(*MASKED)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_is_what_pettingzoo_asks_for(
    variant: Variant, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(variant, players), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env(variant, players), num_cycles=40)


@pytest.mark.parametrize("variant", VARIANTS)
def test_with_the_mask_in_the_info_it_has_no_warnings(
    variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(variant, 3, mask_in_info=True), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    environment = env(variant, 3, mask_in_info=True)
    environment.reset(seed=1)
    observation, _, _, _, info = environment.last()
    assert isinstance(observation, np.ndarray)
    raw = RawEnv(variant, 3)
    raw.reset(seed=1)
    assert np.array_equal(observation, observed(raw, "player_0")["observation"])
    assert np.array_equal(info["action_mask"], observed(raw, "player_0")["action_mask"])


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)  # type: ignore[arg-type] # it names another library's class
    printed = capsys.readouterr().out
    assert printed.startswith("classic 0 0 white ")
    with pytest.raises(ValueError, match="render_mode must be ansi or human, got 'rgb_array'"):
        env(render_mode="rgb_array")


def test_a_game_can_be_cut_off() -> None:
    environment = env("longo", 3, max_cycles=2)
    pass_action = encoding_for("longo").action(PASS)
    environment.reset(seed=1)
    decisions = 0
    for _agent in environment.agent_iter():
        _, reward, over, cut, _ = environment.last()
        assert (over, reward) == (False, 0)
        decisions += not cut
        environment.step(None if cut else pass_action)
    assert decisions == 2 * (3 + 1)
    with pytest.raises(ValueError, match="max_cycles must be at least 1, got 0"):
        env(max_cycles=0)


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_and_its_rewards(players: int) -> None:
    environment = inner(CLASSIC, players)
    rng = random.Random(1)
    got = dict.fromkeys(environment.possible_agents, 0.0)
    order: list[str] = []
    for agent in environment.agent_iter():
        observation, reward, over, cut, _ = environment.last()
        assert observation is not None
        assert not cut
        got[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert over == (len(legal) == 0)
        if not over:
            assert reward == 0
            order.append(agent)
        environment.step(None if over else int(legal[int(rng.random() * len(legal))]))
    outcome = environment.position.outcome()
    assert outcome is not None
    assert list(got.values()) == returns(players, outcome.winners)
    assert sum(map(abs, got.values())) > 0
    seats = [f"player_{seat}" for seat in range(players)]
    assert order[: players + 1] == [*seats, seats[0]]  # white by seat, then color
    assert order[players + 1 : 2 * (players + 1)] == [*seats, seats[1]]


def test_a_bot_plays_along() -> None:
    environment, bot = inner(), find_bot("greedy")
    for seat in (0, 1):
        position = environment.position
        move = bot.choose_move(position.view(seat), seat, random.Random(1))
        environment.step(environment.encoding.action(move))
    assert environment.position.phase.value == "color"


def test_white_decisions_are_not_seen_before_all_are_in() -> None:
    before, shown = observed(environment := inner(), "player_1"), environment.render()
    environment.step(environment.encoding.legal(environment.position, 0)[0])
    after = observed(environment, "player_1")
    assert all(np.array_equal(before[key], after[key]) for key in ("observation", "action_mask"))
    assert environment.render() == shown
    assert not observed(environment, "player_0")["action_mask"].any()
    environment.step(encoding_for(CLASSIC).legal(environment.position, 1)[-1])
    assert environment.render() != shown


def test_a_seed_gives_the_same_dice_and_none_goes_on() -> None:
    environment = inner(seed=3)
    first = environment.position.roll
    environment.reset()
    assert environment.position.roll != first
    environment.reset(seed=3)
    assert environment.position.roll == first
    environment.reset(seed=int(np.int64(4)))
    assert environment.position.roll != first


def test_what_is_illegal_changes_nothing() -> None:
    environment = inner()
    position = environment.position
    mask = observed(environment, "player_0")["action_mask"]
    with pytest.raises(IllegalMoveError):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    for action in (None, -1, 45):
        with pytest.raises(ValueError, match="action must be 0 to 44"):
            environment.step(action)
    assert environment.position is position
    with pytest.raises(ValueError, match="2 to 5 players"):
        env(players=6)


def test_the_end_is_shown_and_closed() -> None:
    environment = inner()
    while not any(environment.terminations.values()):
        environment.step(44)  # to pass again and again costs four penalties
    assert environment.render() == environment.position.code
    assert environment.position.phase.value == "over"
    assert bits(environment, "player_0")[-45:] == [0] * 45
    environment.close()
