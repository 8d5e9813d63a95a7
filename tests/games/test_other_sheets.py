"""Test games, positions, and codes of one sheet that are read as those of another one.

They are legal there, or refused by the error of their format; nothing else happens.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest

from qwixx import (
    PASS,
    VARIANTS,
    Game,
    IllegalMoveError,
    NotationError,
    Phase,
    PlaythroughError,
    Reason,
    RecordError,
    Sheet,
    parse_position,
    read_playthrough,
)
from qwixx.games.events import Decision
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet

GOLDEN = Path(__file__).parent / "playthroughs"
WITH_CHOICES = [name for name, variant in VARIANTS.items() if variant.has_choices]


def random_game(name: str, seed: int = 3) -> Game:
    """Return a finished game of random moves."""
    rng = random.Random(seed)
    game = Game(name, ["Ann", "Bob"], seed)
    while game.state.phase is not Phase.OVER:
        if game.state.phase is Phase.ROLL:
            game = game.roll()
        else:
            player = game.state.to_act[0]
            moves = game.state.legal_moves(player)
            game = game.play(player, moves[int(rng.random() * len(moves))])
    return game


@pytest.mark.parametrize("name", VARIANTS)
def test_save_of_another_sheet_is_refused_or_legal(name: str) -> None:
    text = random_game(name).to_json()
    for other in VARIANTS.keys() - {name}:
        with suppress(RecordError):
            game = Game.from_json(json.dumps({**json.loads(text), "variant": other}))
            assert game.variant.name == other
    assert Game.from_json(text).to_json() == text


@pytest.mark.parametrize("name", VARIANTS)
def test_playthrough_of_another_sheet_is_refused(name: str) -> None:
    text = GOLDEN.joinpath(f"{name}-2-1.txt").read_text(encoding="utf-8")
    for other in VARIANTS.keys() - {name}:
        with pytest.raises(PlaythroughError):  # its positions name the sheet
            read_playthrough(text.replace(f"variant {name}\n", f"variant {other}\n"))


@pytest.mark.parametrize("name", VARIANTS)
def test_position_of_another_sheet_is_refused_or_legal(name: str) -> None:
    states = random_game(name).states
    for other in VARIANTS.keys() - {name}:
        for state in states[:: len(states) // 5]:
            with suppress(NotationError):
                text = state.code.replace(name, other, 1)
                assert parse_position(text).code == text


@pytest.mark.parametrize("name", VARIANTS)
def test_sheet_code_of_another_sheet_is_refused(name: str) -> None:
    code = encode_sheet(SharedSetup(VARIANTS[name], 2, 5), 1, Sheet(name, penalties=2))
    for other in VARIANTS.keys() - {name}:
        with pytest.raises(SameDiceError):
            decode_sheet(SharedSetup(VARIANTS[other], 2, 5), code)


@pytest.mark.parametrize("name", VARIANTS)
def test_lucky_numbers_and_cards_of_another_sheet_are_refused(name: str) -> None:
    record = json.loads(random_game(name).to_json())
    if not VARIANTS[name].lucky_pairs:
        with pytest.raises(RecordError, match="has no lucky numbers"):
            Game.from_json(json.dumps({**record, "lucky": [[5, 8], [6, 11]]}))
    if not VARIANTS[name].cards:
        with pytest.raises(RecordError, match="has no cards"):
            Game.from_json(json.dumps({**record, "cards": ["A", "B"]}))


# Choices that a bonus leaves


def game_with_choice(name: str) -> tuple[Game, int]:
    """Return a game, and the index of an event that makes a choice."""
    for seed in range(1000):
        game = random_game(name, seed)
        for index, state in enumerate(game.states):
            if state.phase is Phase.BONUS:
                return game, index
    raise AssertionError(name)


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_choice_cannot_be_passed(name: str) -> None:
    game, index = game_with_choice(name)
    state = game.states[index]
    with pytest.raises(IllegalMoveError) as error:
        state.play(state.to_act[0], PASS)
    assert error.value.reason is Reason.NOT_BONUS
    others = set(range(state.players)) - set(state.to_act)
    for player in others:
        assert state.refusal(player, PASS) is Reason.NO_BONUS


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_record_without_due_choice_or_with_another_is_refused(name: str) -> None:
    game, index = game_with_choice(name)
    record = json.loads(game.to_json())
    events = record["events"]
    assert isinstance(game.events[index], Decision)
    changed = {
        "left out": [*events[:index], *events[index + 1 :]],
        "twice": [*events[:index], events[index], *events[index:]],
        "passed": [*events[:index], f"{events[index][0]} -", *events[index + 1 :]],
        "too early": [*events[: index - 1], events[index], *events[index - 1 :]],
    }
    for case, changed_events in changed.items():
        with pytest.raises(RecordError) as error:
            Game.from_json(json.dumps({**record, "events": changed_events, "done": 0}))
        assert error.value.event is not None, case
    assert Game.from_json(game.to_json()) == game
