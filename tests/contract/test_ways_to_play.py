"""Test that a folder and a registry entry are enough to add a way to play on a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from qwixx import Mark, Roll, parse_position
from qwixx.games.dice_source import Entered
from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.rules.state import Phase
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import SaveText, StartTimer
from qwixx.ui.model.messages import CellTapped, ControlUsed, TimerFired
from qwixx.ui.model.policy import Help, Policy, Undo
from qwixx.ui.model.screen import Screen
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens import Entry
from qwixx.ui.screens.game.advance import Change, show_position
from qwixx.ui.screens.game.board import board_actions, board_message_handlers
from qwixx.ui.screens.game.view import Parts, game_main
from qwixx.ui.screens.kind import ScreenKind, without_arguments
from qwixx.ui.screens.stack import pop, push
from qwixx.ui.update import update
from qwixx.ui.view import root_attributes, view
from tests.ui.fake_page import control_messages, model_after, open_page, page_actions
from tests.ui.made_up_screens import registered_screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qwixx.ui.model import Model, ModelOf, Result

POSITION = parse_position("classic 9 0 roll - - r2,3,4,5,6/y/g/b/1 r/y2/g/b/0")
ROLL = Roll((3, 4), (5, 5, 5, 5))
BOT_ROLL = Roll((1, 2), (6, 6, 6, 6))
DICE = Entered(((9, ROLL),))
POLICY = Policy(Undo.NONE, advice=Help.NONE)


@dataclass(frozen=True, slots=True)
class RiddleScreen(Screen):
    """A position with given dice, to be played once.

    Args:
        board: the board; None in the lobby.
    """

    folder: ClassVar[str] = "riddle"

    board: Board | None = None


def riddle_view(model: ModelOf[RiddleScreen], title: Node) -> tuple[Node, Node]:
    """Return the lobby, which has one button, or the board."""
    if model.screen.board is None:
        return h("header", None, title), h("main", None, button("begin", "Begin"))
    return h("header", None, title), game_main(model, Parts())


def begin(model: ModelOf[RiddleScreen]) -> Result:
    """Show the position."""
    setup = Setup(POSITION.variant, (Seat(), Seat("greedy")))
    board = Board(Game.at(POSITION, ["Ann", "Bob"], DICE), setup, policy=POLICY)
    return show_position(replace(model, screen=RiddleScreen(board)), board.game, Change.BACK)


def play_riddle_step(model: ModelOf[RiddleScreen], game: Game, change: Change) -> Result:
    """Enter dice that the game does not know yet, and write every step down."""
    if game.state.phase is Phase.ROLL and game.events == model.board.game.events:
        entered = DICE.with_roll(game.state.turn, BOT_ROLL)
        game = game.with_dice(entered).roll()
    shown, effects = show_position(model, game, change)
    return shown, [*effects, SaveText("riddle", game.state.code)]


RIDDLE = ScreenKind(
    RiddleScreen,
    riddle_view,
    pop,
    actions={
        **board_actions(play_riddle_step, "roll", "tray", "pass", "undo", "hint", "skip", "done"),
        "begin": without_arguments(begin),
    },
    handlers=board_message_handlers(play_riddle_step),
    open=lambda model, _action: push(model, RiddleScreen()),
)


@pytest.fixture(autouse=True)
def register_riddle(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the folder and the registry entry, and a control for it to the start screen."""
    yield from registered_screen(monkeypatch, "riddle", RIDDLE, Entry(("riddle",)))


@pytest.fixture
def lobby() -> Model:
    """Return the page with the lobby, opened by its control."""
    return model_after(open_page(speed="instant"), ControlUsed("riddle"))


def legal_cells(model: Model) -> list[str]:
    messages = control_messages(view(model))
    return [message.code for message in messages if isinstance(message, CellTapped)]


def test_lobby_of_one_button_opens_the_board(lobby: Model) -> None:
    assert root_attributes(lobby)["data-screen"] == "riddle"
    assert "begin" in page_actions(lobby)
    assert model_after(lobby, ControlUsed("roll"), CellTapped(0, "r7")) == lobby
    model = model_after(lobby, ControlUsed("begin"))
    assert model.board.game.state == POSITION
    assert "roll" in page_actions(model)


def test_board_rolls_the_entered_dice_and_passes_each_step_to_its_owner(lobby: Model) -> None:
    rolled, effects = update(model_after(lobby, ControlUsed("begin")), ControlUsed("roll"))
    assert rolled.board.game.state.roll == ROLL
    assert SaveText("riddle", rolled.board.game.state.code) in effects
    assert "r7" in legal_cells(rolled)
    crossed, effects = update(rolled, CellTapped(0, "r7"))
    assert crossed.board.game.events[-1] == Decision(0, Mark.from_code("r7"))
    assert SaveText("riddle", crossed.board.game.state.code) in effects


def test_owner_enters_the_dice_that_the_game_does_not_know(lobby: Model) -> None:
    model, effects = update(model_after(lobby, ControlUsed("begin")), ControlUsed("roll"))
    for _step in range(9):
        if model.board.game.state.turn == 10 and model.board.game.state.roll is not None:
            break
        timers = [effect for effect in effects if isinstance(effect, StartTimer)]
        message = TimerFired(model.timer) if timers else ControlUsed("pass")
        model, effects = update(model, message)
    assert model.board.game.state.roll == BOT_ROLL


def test_policy_forbids_undo_and_advice(lobby: Model) -> None:
    model = model_after(lobby, ControlUsed("begin"), ControlUsed("roll"), ControlUsed("pass"))
    assert not model.board.can_undo
    assert model_after(model, ControlUsed("undo")).board.game == model.board.game
    assert model_after(model, ControlUsed("hint")).board.hint == ()
    free = model.with_board(policy=Policy())
    assert free.board.can_undo
    assert model_after(free, ControlUsed("undo")).board.game != free.board.game
