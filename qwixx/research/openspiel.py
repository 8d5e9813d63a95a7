"""An OpenSpiel game, registered when this module is imported. Needs the extra `openspiel`.

    game = pyspiel.load_game("python_qwixx(variant=longo,players=3)")

A sequential game of imperfect information with explicit chance nodes: one per die, white dice
first, so each chance node has as many outcomes as a die has sides. White decisions follow in seat
order; no player sees the others' decisions until all have been made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pyspiel

from qwixx.research.encoding import encoding_for, returns
from qwixx.rules.dice import Roll
from qwixx.rules.state import Phase, State, new_game
from qwixx.rules.variants import CLASSIC, VARIANTS, find_variant

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME_TYPE = pyspiel.GameType(
    short_name="python_qwixx",
    long_name="Qwixx",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=max(max(variant.players) for variant in VARIANTS.values()),
    min_num_players=min(min(variant.players) for variant in VARIANTS.values()),
    provides_information_state_string=True,
    provides_information_state_tensor=False,  # it would have to hold the whole history
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": CLASSIC.name, "players": 2},
)

_NO_TENSOR = (
    "python_qwixx has no information state tensor, since a history has no fixed length: use"
    " observation_tensor (what the player sees now), or information_state_string (the history)"
)


class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel is compiled code without types
    """The game, with the parameters "variant" (a name) and "players".

    An action is an index into `Encoding.moves`; at a chance node, it is one less than the value of
    the die. For the returns, see `returns`.

    Attributes:
        encoding: encoding of actions and observations.
        start: the engine's state at the start of a game.

    Raises:
        ValueError: the variant is unknown, or does not support that number of players.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Look up the variant, and compute upper limits on a game's length."""
        parameters = {"variant": CLASSIC.name, "players": 2, **(params or {})}
        variant = find_variant(parameters["variant"])
        players: int = parameters["players"]
        self.start = new_game(variant, players)
        self.encoding = encoding_for(variant)
        # In each turn but the last, the active player crosses out at least one box or penalty box.
        turns = players * (len(self.encoding.moves) - 1 + variant.penalty_boxes)
        choices = players * len(self.encoding.moves) * variant.has_choices
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=variant.die_sides,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turns * (players + 1) + choices,
        )
        self._max_chance_nodes = turns * (2 + len(variant.rows))
        super().__init__(GAME_TYPE, info, parameters)

    def new_initial_state(self) -> GameState:
        """Return the state at the start of a game."""
        return GameState(self, self.start)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of dice rolled in a game."""
        return self._max_chance_nodes

    def information_state_tensor_shape(self) -> NoReturn:
        """Raise an error; see `GameState.information_state_tensor`."""
        raise NotImplementedError(_NO_TENSOR)

    def information_state_tensor_size(self) -> NoReturn:
        """Raise an error; see `GameState.information_state_tensor`."""
        raise NotImplementedError(_NO_TENSOR)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer:
        """Return an observer.

        Raises:
            ValueError: there are parameters; the observer takes none.
        """
        if params:
            msg = f"the observer has no parameters, got {params}"
            raise ValueError(msg)
        return Observer(self, history=bool(kind and kind.perfect_recall))


class GameState(pyspiel.State):  # type: ignore[misc] # as above
    """A state of the game, possibly with some of the dice rolled."""

    def __init__(self, game: Game, start: State) -> None:
        """Start a game; called only by `Game.new_initial_state`."""
        super().__init__(game)
        self._shared = _SharedPosition(start)
        self._dice: tuple[int, ...] = ()

    @property
    def position(self) -> State:
        """The engine's state; to let a bot play, pass it `position.view(player)`."""
        return self._shared.position

    def current_player(self) -> int:
        """Return the player who decides, or OpenSpiel's constant for chance or a finished game."""
        if self.position.phase is Phase.ROLL:
            return int(pyspiel.PlayerId.CHANCE)
        to_act = self.position.to_act
        return to_act[0] if to_act else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next die with their probabilities."""
        sides = self.position.variant.die_sides
        return [(side, 1 / sides) for side in range(sides)]

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self.position.phase is Phase.OVER

    def returns(self) -> list[float]:
        """Return each player's return, which is 0 until the game has ended."""
        outcome = self.position.outcome()
        players = self.position.players
        return returns(players, outcome.winners) if outcome else [0.0] * players

    def __str__(self) -> str:
        dice = " ".join(str(die) for die in self._dice)
        return f"{self.position.code} [{dice}]" if dice else self.position.code

    def information_state_tensor(self, player: int) -> NoReturn:
        """Raise an error: the tensor would have to hold the whole history.

        Raises:
            NotImplementedError: always; the message says what to use instead.
        """
        raise NotImplementedError(_NO_TENSOR)

    def _legal_actions(self, player: int) -> list[int]:
        return encoding_for(self.position.variant).legal(self.position, player)

    def _apply_action(self, action: int) -> None:
        position = self.position
        if position.phase is Phase.ROLL:
            self._dice = (*self._dice, action + 1)
            if len(self._dice) < 2 + position.closed.count(False):
                return
            after, self._dice = position.apply_roll(self._finished_roll()), ()
        else:
            after = position.play(position.to_act[0], encoding_for(position.variant).moves[action])
        self._shared = _SharedPosition(after)

    def _finished_roll(self) -> Roll:
        first, second, *rest = self._dice
        colored = iter(rest)
        closed = self.position.closed
        return Roll((first, second), tuple(None if out else next(colored) for out in closed))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return encoding_for(self.position.variant).moves[action].code


class Observer:
    """An observer of states, with the interface that OpenSpiel calls `PyObserver`.

    Args:
        game: the game.
        history: whether to observe everything that the player has seen so far, as text only;
            otherwise, only the current `State.view` is observed.

    Attributes:
        tensor: the last observation (see `Encoding.observe`), shape `(n,)`, float32; None if
            `history` is true.
        dict: {"observation": `tensor`}; {} if `history` is true.
    """

    def __init__(self, game: Game, *, history: bool) -> None:
        """Allocate the tensor."""
        self._encoding = game.encoding
        self._history = history
        self.tensor = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if not history:
            self.tensor = np.zeros(len(game.encoding.observe(game.start, 0)), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: GameState, player: int) -> None:
        """Write a player's observation to the tensor, if there is one."""
        if self.tensor is not None:
            self.tensor[:] = self._encoding.observe(state.position, player)

    def string_from(self, state: GameState, player: int) -> str:
        """Return a player's observation as text."""
        view = state.position.view(player)
        if not self._history:
            return f"{player}: {view.code}"
        actions = [(action.player, action.action) for action in state.full_history()]
        known = len(actions)
        if view.phase is Phase.WHITE:  # the last decisions are still secret
            known -= view.players - len(state.position.to_act)
        seen = [
            str(action) if index < known or actor == player else "?"
            for index, (actor, action) in enumerate(actions)
        ]
        return f"{player}: {' '.join(seen)}"


class _SharedPosition:
    """An immutable position that all copies of a state share.

    Whenever OpenSpiel clones a state, it deep-copies the state's attributes.
    """

    def __init__(self, position: State) -> None:
        self.position = position

    def __deepcopy__(self, _memo: object) -> _SharedPosition:
        return self


pyspiel.register_game(GAME_TYPE, Game)
