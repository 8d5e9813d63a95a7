"""A PettingZoo environment. Needs the extra `pettingzoo`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from qwixx.research.encoding import encoding_for, returns
from qwixx.rules.dice import roll_dice
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import CLASSIC

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from qwixx.rules.layout import Variant

Observation: TypeAlias = "dict[str, NDArray[np.int8]]"


def env(variant: Variant | str = CLASSIC, players: int = 2) -> AECEnv[str, Any, Any]:
    """Return an AEC environment of the game.

    Args:
        variant: the variant, or the name of a registered one.
        players: number of players. Agents are "player_0", "player_1" ... by seat.

    Raises:
        ValueError: the variant is unknown, or does not support that number of players.
    """
    wrapped: AECEnv[str, Any, Any] = OrderEnforcingWrapper(RawEnv(variant, players))
    return wrapped


class RawEnv(AECEnv[str, Any, Any]):
    """The environment without PettingZoo's check of the order of calls; see `env`.

    Agents make white decisions in seat order, without seeing those of the others. The environment
    rolls the dice, from a source that `reset` seeds.

    An observation is a dict with "observation" (see `Encoding.observe`, shape `(n,)`, int8) and
    "action_mask" (shape `(actions,)`, int8: 1 for each legal action, all zeros for an agent that
    must not decide now). An action is an index of `Encoding.moves`. Rewards come at the end, see
    `returns`.

    Attributes:
        position: the engine's state, for bots that play along with `position.view(seat)`.
        encoding: the meaning of the actions.
    """

    metadata = {"name": "qwixx_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it
    render_mode = "ansi"

    def __init__(self, variant: Variant | str, players: int) -> None:
        """Create the spaces."""
        super().__init__()
        self.encoding = encoding_for(variant)
        self.position = self._start = new_game(variant, players)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = random.Random()  # noqa: S311 - dice, not secrets
        size = len(self.encoding.observe(self._start, 0))
        actions = len(self.encoding.moves)
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (size,), np.int8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - required by PettingZoo
        """Start a game.

        Args:
            seed: seed of the dice, the same on every Python version; None continues the present
                random source.
            options: unused.
        """
        if seed is not None:
            self._rng.seed(int(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance(self._start)

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action; None after the end of the game.

        Raises:
            IllegalMoveError: the rules forbid the move; the environment is unchanged.
            ValueError: the number is not an action.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.encoding.moves):
            msg = f"action must be 0 to {len(self.encoding.moves) - 1}, got {action}"
            raise ValueError(msg)
        after = self.position.play(self._seats[agent], self.encoding.moves[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance(after)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and action mask."""
        seat = self._seats[agent]
        mask = np.zeros(len(self.encoding.moves), np.int8)
        mask[self.encoding.legal(self.position, seat)] = 1
        bits = np.array(self.encoding.observe(self.position, seat), np.int8)
        return {"observation": bits, "action_mask": mask}

    def render(self) -> str:
        """Return the position as one line of text, without secret decisions."""
        position = self.position
        return position.view(position.to_act[0]).code if position.to_act else position.code

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _advance(self, position: State) -> None:
        """Roll the dice if needed, then select the next agent or end the game."""
        if position.phase is Phase.ROLL:
            roll = roll_dice(self._rng, position.variant, position.closed)
            position = position.apply_roll(roll)
        self.position = position
        outcome = position.outcome()
        if outcome is None:
            self.agent_selection = self.possible_agents[position.to_act[0]]
            return
        self.rewards = dict(
            zip(self.agents, returns(position.players, outcome.winners), strict=True)
        )
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
