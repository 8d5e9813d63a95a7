"""Test the sources of dice, and games that begin in any position."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, PASS, Roll, parse_position
from qwixx.bots import BOTS, play_game
from qwixx.games.chains import Chained, MadeRoll, make_chain
from qwixx.games.dice_source import Entered, Seeded, Untold
from qwixx.games.game import Game
from qwixx.games.written.playthrough import is_start_of_game, write_playthrough
from qwixx.games.written.save_format import RecordError
from qwixx.games.written.share_link import decode_game, encode_game
from qwixx.rules.dice import MAX_SEED, seeded_roll
from qwixx.rules.state import Phase, new_game

if TYPE_CHECKING:
    from qwixx.games.dice_source import DiceSource
    from qwixx.rules.state import State

NAMES = ("Ann", "Bob")
START = new_game("classic", 2)
ROLL = Roll((1, 2), (3, 4, 5, 6))
LATE = parse_position("classic 9 1 roll - - r2,3,4,5,6/y/g/b12/1 r/y2/g/b/0")
IN_WHITE_STEP = LATE.apply_roll(ROLL).play(0, PASS)
CHAIN = make_chain("0" * 32, "1" * 32)
MADE = MadeRoll(0, 0, ((CHAIN.anchor, 1),), (CHAIN.links[1],))
SOURCES: tuple[DiceSource, ...] = (
    Seeded(7),
    Untold(7),
    Entered(((0, ROLL),), 7),
    Chained("0" * 32, (MADE,), 7),
)


def test_seeded_dice_are_those_of_the_seed() -> None:
    assert Game.at(START, NAMES, Seeded(7)) == Game("classic", NAMES, 7, first=0)
    for turn in range(3):
        state = parse_position(f"classic {turn} 0 roll - - r/y/g/b/0 r/y/g/b/0")
        assert Seeded(7).roll(state) == seeded_roll(7, turn, CLASSIC, state.closed)
    for seed in (-1, MAX_SEED + 1):
        with pytest.raises(ValueError, match="a seed must be"):
            Seeded(seed)


def test_untold_dice_are_told_one_by_one() -> None:
    game = Game.at(START, NAMES, Untold())
    with pytest.raises(ValueError, match="the dice of turn 1 are not known yet"):
        game.roll()
    assert game.roll_if_known() is game
    rolled = game.apply_or_redo(ROLL)
    assert (rolled.state.roll, rolled.has_given_rolls) == (ROLL, True)
    assert rolled.undo().roll_if_known().can_redo  # the game does not roll by itself


def test_entered_dice_lack_those_of_closed_rows() -> None:
    dice = Entered().with_roll(0, Roll((6, 6), (1, 1, 1, 1))).with_roll(0, ROLL).with_roll(3, ROLL)
    assert [turn for turn, _roll in dice.rolls] == [0, 3]
    game = Game.at(START, NAMES, dice).roll()
    assert (game.state.roll, game.has_given_rolls) == (ROLL, True)
    closed = parse_position("classic 3 0 roll - - r2,3,4,5,6,12/y/g/b/0 r/y/g/b/0")
    assert dice.roll(closed) == Roll((1, 2), (None, 4, 5, 6))
    assert dice.roll(parse_position("classic 1 0 roll - - r/y/g/b/0 r/y/g/b/0")) is None


def test_chained_dice_follow_from_all_links() -> None:
    rolled = Game.at(START, NAMES, Chained("0" * 32, (MADE,))).roll()
    assert rolled.state.roll == Chained("0" * 32, (MADE,)).roll(START)
    other = make_chain("0" * 32, "2" * 32)
    both = MadeRoll(0, 0, (*MADE.chains, (other.anchor, 1)), (*MADE.links, other.links[1]))
    assert Chained("0" * 32, (both,)).roll(START) != rolled.state.roll
    assert Chained("0" * 32).roll(START) is None


@pytest.mark.parametrize("dice", SOURCES, ids=lambda dice: type(dice).__name__)
def test_save_has_the_same_rolls_whatever_their_source(dice: DiceSource) -> None:
    game = Game.at(START, NAMES, dice)
    game = game.roll_if_known() if dice.roll(START) else game.apply_or_redo(ROLL)
    game = game.play(0, PASS)
    read = Game.from_json(game.to_json())
    assert (read.events, read.seed, read.names) == (game.events, 7, NAMES)
    assert read.with_dice(dice).events == game.events
    assert json.loads(game.to_json())["version"] == (1 if isinstance(dice, Seeded) else 2)


@pytest.mark.parametrize("state", [LATE, IN_WHITE_STEP])
def test_game_from_any_position_is_played_saved_and_undone(state: State) -> None:
    game = Game.at(state, NAMES, Seeded(3))
    finished = play_game(game, [BOTS["greedy"]] * 2, random.Random(1))
    assert finished.state.phase is Phase.OVER
    assert finished.go_to(0).state == state
    assert Game.from_json(finished.to_json()) == finished
    assert Game.from_json(game.to_json()) == game


def test_only_a_whole_game_fits_a_share_link() -> None:
    with pytest.raises(ValueError, match="a link holds a whole game"):
        encode_game(Game.at(LATE, NAMES, Seeded(3)))
    with pytest.raises(ValueError, match="must start at the start"):
        write_playthrough(Game.at(LATE, NAMES, Seeded(3)).playthrough())
    longo = Game("longo", NAMES, 3, lucky=[(5, 8), (6, 11)])
    assert is_start_of_game(longo.state)
    assert decode_game(encode_game(longo)).states[0] == longo.state


def test_save_with_impossible_position_is_refused() -> None:
    fields = json.loads(Game.at(LATE, NAMES, Seeded(3)).to_json())
    assert (fields["version"], fields["start"]) == (3, LATE.code)
    for start in ("", "classic 0 0 roll - - r2,3/y/g/b/0", 7, LATE.code + " r/y/g/b/0"):
        with pytest.raises(RecordError):
            Game.from_json(json.dumps({**fields, "start": start}))
    with pytest.raises(RecordError, match="fields do not match version 2"):
        Game.from_json(json.dumps({**fields, "version": 2}))
    with pytest.raises(ValueError, match="expected 2 names"):
        Game.at(LATE, ["Ann"], Seeded(3))
