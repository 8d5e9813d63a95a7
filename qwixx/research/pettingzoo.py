"""A PettingZoo environment. Needs the extra `pettingzoo`."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from qwixx.research.encoding import encoding_for, returns
from qwixx.rules.dice import roll_dice
from qwixx.rules.moves import short_repr
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import CLASSIC

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from qwixx.rules.layout import Variant

Observation: TypeAlias = "dict[str, NDArray[np.int8]] | NDArray[np.int8]"


def env(
    variant: Variant | str = CLASSIC,
    players: int = 2,
    *,
    render_mode: str | None = "ansi",
    max_cycles: int | None = None,
    mask_in_info: bool = False,
) -> AECEnv[str, Any, Any]:
    """Return an AEC environment for the game.

    Args:
        variant: the variant, or the name of a registered one.
        players: number of players. Agents are "player_0", "player_1", and so on, by seat.
        render_mode: "ansi": `render` returns the position as one line of text; "human": each
            position is printed; None: nothing is rendered.
        max_cycles: number of turns after which the game is cut off: all agents are truncated,
            without a reward. None plays to the end, which takes about 25 turns.
        mask_in_info: whether each observation is a NumPy array only, with the mask of legal
            actions in `info["action_mask"]`; otherwise, each observation is a dict with both.

    Raises:
        ValueError: the variant or the render mode is unknown, the variant does not support that
            number of players, or `max_cycles` is less than 1.
    """
    raw = RawEnv(
        variant,
        players,
        render_mode=render_mode,
        max_cycles=max_cycles,
        mask_in_info=mask_in_info,
    )
    wrapped: AECEnv[str, Any, Any] = OrderEnforcingWrapper(raw)
    return wrapped


class RawEnv(AECEnv[str, Any, Any]):
    """The environment without PettingZoo's check of the order of calls; see `env`.

    Agents make white decisions in seat order, without seeing the others' decisions. The
    environment rolls the dice, with a random generator that `reset` seeds.

    An observation is a dict with "observation" (see `Encoding.observe`, shape `(n,)`, int8) and
    "action_mask" (shape `(actions,)`, int8: 1 for each legal action, all zeros for an agent that
    has nothing to decide); with `mask_in_info`, an observation is only the first array. An action
    is an index into `Encoding.moves`. Rewards are given at the end of a game; see `returns`.

    Attributes:
        position: the engine's state; to let a bot play, pass it `position.view(seat)`.
        encoding: encoding of actions and observations.
    """

    metadata = {  # noqa: RUF012 - as in PettingZoo
        "name": "qwixx_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: Variant | str,
        players: int,
        *,
        render_mode: str | None = "ansi",
        max_cycles: int | None = None,
        mask_in_info: bool = False,
    ) -> None:
        """Create the spaces."""
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            msg = f"render_mode must be ansi, human, or None, got {short_repr(render_mode)}"
            raise ValueError(msg)
        if max_cycles is not None and max_cycles < 1:
            msg = f"max_cycles must be at least 1, got {max_cycles}"
            raise ValueError(msg)
        self.render_mode = render_mode
        self._max_cycles = max_cycles
        self._mask_in_info = mask_in_info
        self.encoding = encoding_for(variant)
        self.position = self._start = new_game(variant, players)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = random.Random()  # noqa: S311 - dice, not secrets
        size = len(self.encoding.observe(self._start, 0))
        actions = len(self.encoding.moves)
        bits = Box(0, 1, (size,), np.int8)
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: bits
            if mask_in_info
            else Dict({"observation": bits, "action_mask": Box(0, 1, (actions,), np.int8)})
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
            seed: seed of the dice, which gives the same rolls on every Python version; None
                continues with the current random generator.
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
        self._advance_to_next_decision(self._start)

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action, which must be None once the game is over or cut off.

        Raises:
            IllegalMoveError: the rules forbid the move; the environment is unchanged.
            ValueError: the value is not a valid action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.encoding.moves):
            msg = f"action must be 0 to {len(self.encoding.moves) - 1}, got {action}"
            raise ValueError(msg)
        after = self.position.play(self._seats[agent], self.encoding.moves[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance_to_next_decision(after)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation."""
        bits = np.array(self.encoding.observe(self.position, self._seats[agent]), np.int8)
        if self._mask_in_info:
            return bits
        return {"observation": bits, "action_mask": self._action_mask(agent)}

    def render(self) -> str | None:
        """Return the position as one line of text; in mode "human", print it and return None.

        Pending secret decisions are hidden. Without a mode, warn and return None, as PettingZoo's
        own games do.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(
                "You are calling render method without specifying any render mode."
            )
            return None
        position = self.position
        text = position.view(position.to_act[0]).code if position.to_act else position.code
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _advance_to_next_decision(self, position: State) -> None:
        """Roll the dice if needed, then select the next agent, or end or cut off the game."""
        if position.phase is Phase.ROLL:
            roll = roll_dice(self._rng, position.variant, position.closed)
            position = position.apply_roll(roll)
        self.position = position
        outcome = position.outcome()
        if outcome:
            self.rewards = dict(
                zip(self.agents, returns(position.players, outcome.winners), strict=True)
            )
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_cycles is not None and position.turn >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        is_cut_off = any(self.truncations.values())
        seat = 0 if outcome or is_cut_off else position.to_act[0]
        self.agent_selection = self.possible_agents[seat]
        if self._mask_in_info:
            self.infos = {
                agent: {"action_mask": self._action_mask(agent)} for agent in self.agents
            }
        if self.render_mode == "human":
            self.render()

    def _action_mask(self, agent: str) -> NDArray[np.int8]:
        """Return an agent's mask of actions: 1 for each legal action, 0 for the others."""
        mask = np.zeros(len(self.encoding.moves), np.int8)
        mask[self.encoding.legal(self.position, self._seats[agent])] = 1
        return mask


raw_env = RawEnv  # the name that PettingZoo's own games give this class
