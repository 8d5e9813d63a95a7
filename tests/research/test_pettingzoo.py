"""Test the PettingZoo environment: PettingZoo's own tests, rewards, and hidden decisions."""

from __future__ import annotations

import ast
import importlib.util
import pickle
import random
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from qwixx import CLASSIC, PASS, VARIANTS, IllegalMoveError, Variant
from qwixx.bots import find_bot
from qwixx.research.encoding import encoding_for, returns
from qwixx.research.pettingzoo import RawEnv, env, raw_env

if TYPE_CHECKING:
    from numpy.typing import NDArray

# PettingZoo warns about every environment with an action mask except its own environments.
MASK_WARNINGS = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
]


def make_raw_env(variant: Variant = CLASSIC, players: int = 2, seed: int = 7) -> RawEnv:
    environment = RawEnv(variant, players)
    environment.reset(seed=seed)
    return environment


def observe(environment: RawEnv, agent: str) -> dict[str, NDArray[np.int8]]:
    observation = environment.observe(agent)
    assert isinstance(observation, dict)
    return observation


def observation_bits(environment: RawEnv, agent: str) -> list[int]:
    return [int(bit) for bit in observe(environment, agent)["observation"]]


@pytest.mark.no_cover  # slow when traced
@pytest.mark.filterwarnings(*MASK_WARNINGS)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_passes_pettingzoo_tests(
    variant: Variant, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(variant, players), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: env(variant, players), num_cycles=40)


@pytest.mark.parametrize("variant", VARIANTS)
def test_mask_in_info_causes_no_warnings(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(variant, 3, mask_in_info=True), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    environment = env(variant, 3, mask_in_info=True)
    environment.reset(seed=1)
    observation, _, _, _, info = environment.last()
    assert isinstance(observation, np.ndarray)
    raw = RawEnv(variant, 3)
    raw.reset(seed=1)
    assert np.array_equal(observation, observe(raw, "player_0")["observation"])
    assert np.array_equal(info["action_mask"], observe(raw, "player_0")["action_mask"])


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env)  # type: ignore[arg-type] # annotated with another library's class
    out = capsys.readouterr().out
    assert out.startswith("classic 0 0 white ")
    with pytest.raises(
        ValueError, match="render_mode must be ansi, human, or None, got 'rgb_array'"
    ):
        env(render_mode="rgb_array")


def test_without_render_mode_nothing_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env(render_mode=None)
    environment.reset(seed=7)
    environment.step(44)
    with pytest.warns(UserWarning, match="without specifying any render mode"):
        assert environment.render() is None
    assert RawEnv("classic", 2, render_mode=None).render_mode is None
    assert capsys.readouterr().out == ""


def library_module(path: str) -> str:
    """Return the source of a game in PettingZoo, whose own dependencies may be missing."""
    spec = importlib.util.find_spec("pettingzoo")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    [folder] = spec.submodule_search_locations
    return Path(folder, path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", ["classic/chess/chess.py", "classic/connect_four/connect_four.py"]
)
def test_environment_follows_conventions_of_librarys_own_games(path: str) -> None:
    """`api_test` does not check names, arguments, or metadata."""
    tree = ast.parse(library_module(path))
    [game] = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert game.name == "raw_env"
    assert raw_env is RawEnv
    for method in (node for node in game.body if isinstance(node, ast.FunctionDef)):
        public = method.name == "__init__" or hasattr(AECEnv, method.name)
        for argument in method.args.args if public else []:
            if argument.arg not in ("screen_height", "screen_scaling"):
                assert argument.arg in signature(getattr(RawEnv, method.name)).parameters
    [metadata] = (
        ast.literal_eval(node.value)
        for node in game.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "metadata"
    )
    assert RawEnv.metadata.keys() == metadata.keys()
    assert {name: type(value) for name, value in RawEnv.metadata.items()} == {
        name: type(value) for name, value in metadata.items()
    }
    copied = pickle.loads(pickle.dumps(env("longo", 3, render_mode=None)))  # noqa: S301 - ours
    copied.reset(seed=1)
    assert (copied.unwrapped.position.variant.name, copied.num_agents) == ("longo", 3)


def test_max_cycles_truncates_game() -> None:
    environment = env("longo", 3, max_cycles=2)
    pass_action = encoding_for("longo").action(PASS)
    environment.reset(seed=1)
    decisions = 0
    for _agent in environment.agent_iter():
        _, reward, terminated, truncated, _ = environment.last()
        assert (terminated, reward) == (False, 0)
        decisions += not truncated
        environment.step(None if truncated else pass_action)
    assert decisions == 2 * (3 + 1)
    with pytest.raises(ValueError, match="max_cycles must be at least 1, got 0"):
        env(max_cycles=0)


@pytest.mark.parametrize("players", [2, 3])
def test_rewards_of_whole_game(players: int) -> None:
    environment = make_raw_env(CLASSIC, players)
    rng = random.Random(1)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    order: list[str] = []
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        assert observation is not None
        assert not truncated
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        assert terminated == (len(legal) == 0)
        if not terminated:
            assert reward == 0
            order.append(agent)
        environment.step(None if terminated else int(legal[int(rng.random() * len(legal))]))
    outcome = environment.position.outcome()
    assert outcome is not None
    assert list(rewards.values()) == returns(players, outcome.winners)
    assert sum(map(abs, rewards.values())) > 0
    seats = [f"player_{seat}" for seat in range(players)]
    assert order[: players + 1] == [*seats, seats[0]]  # white step by seat, then color step
    assert order[players + 1 : 2 * (players + 1)] == [*seats, seats[1]]


def test_bot_plays_in_environment() -> None:
    environment, bot = make_raw_env(), find_bot("greedy")
    for seat in (0, 1):
        position = environment.position
        move = bot.choose_move(position.view(seat), seat, random.Random(1))
        environment.step(environment.encoding.action(move))
    assert environment.position.phase.value == "color"


def test_white_decisions_are_hidden_until_all_have_decided() -> None:
    before, rendered = observe(environment := make_raw_env(), "player_1"), environment.render()
    environment.step(environment.encoding.legal(environment.position, 0)[0])
    after = observe(environment, "player_1")
    assert all(np.array_equal(before[key], after[key]) for key in ("observation", "action_mask"))
    assert environment.render() == rendered
    assert not observe(environment, "player_0")["action_mask"].any()
    environment.step(encoding_for(CLASSIC).legal(environment.position, 1)[-1])
    assert environment.render() != rendered


def test_seed_determines_dice() -> None:
    environment = make_raw_env(seed=3)
    first_roll = environment.position.roll
    environment.reset()
    assert environment.position.roll != first_roll
    environment.reset(seed=3)
    assert environment.position.roll == first_roll
    environment.reset(seed=int(np.int64(4)))
    assert environment.position.roll != first_roll


def test_illegal_actions_do_not_change_position() -> None:
    environment = make_raw_env()
    position = environment.position
    mask = observe(environment, "player_0")["action_mask"]
    with pytest.raises(IllegalMoveError):
        environment.step(int(np.flatnonzero(mask == 0)[0]))
    for action in (None, -1, 45):
        with pytest.raises(ValueError, match="action must be 0 to 44"):
            environment.step(action)
    assert environment.position is position
    with pytest.raises(ValueError, match="2 to 5 players"):
        env(players=6)


def test_finished_game_is_rendered_and_closed() -> None:
    environment = make_raw_env()
    while not any(environment.terminations.values()):
        environment.step(44)  # always passing leads to four penalties
    assert environment.render() == environment.position.code
    assert environment.position.phase.value == "over"
    assert observation_bits(environment, "player_0")[-45:] == [0] * 45
    environment.close()
