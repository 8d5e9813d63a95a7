"""Test codes, cards, refusals, and damaged texts of the additional sheets.

What may be crossed out, and what follows, is tested in `test_printed_rules`.
"""

from __future__ import annotations

import json

import pytest

from qwixx import (
    PASS,
    VARIANTS,
    Game,
    IllegalMoveError,
    Mark,
    NotationError,
    Phase,
    Reason,
    RecordError,
    Roll,
    find_variant,
    new_game,
)
from qwixx.games.written.position import parse_position
from qwixx.rules.moves import InvalidMoveError, parse_move
from tests.rules.sheet_positions import legal, played, position, rolled

PLAIN = "r/y/g/b/0"
BIG = f"{PLAIN}/ry/gb"
FIELDS = f"{PLAIN}/-"


def test_boxes_of_mixed_colors_are_each_number_once_in_every_color() -> None:
    rows = find_variant("mixx-a").rows
    boxes = [pair for row in rows for pair in zip(row.dice, row.numbers, strict=True)]
    assert len({*boxes}) == len(boxes) == 44
    assert [row.dice[-1] for row in rows] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("name", "boxes", "dice", "move", "reason"),
    [
        ("mixx-b", "r2", (5, 5), "r10", Reason.LEFT_OF_LAST),
        ("mixx-b", "r2", (5, 5), "y10", Reason.TOO_FEW_CROSSES),
        ("big-points", "r5", (1, 5), "ry6", Reason.NO_NEIGHBOR),
        ("big-points", "r5 r6 ry6", (2, 3), "ry5", Reason.LEFT_OF_LAST),
        ("connected-b", "y2 y4 y5 y7", (6, 6), "y12", Reason.TOO_FEW_CROSSES),
        ("double-a", "r5 r6", (2, 3), "r5+", Reason.NOT_LAST_CROSS),
        ("double-a", "r5", (3, 3), "r6+", Reason.NOT_LAST_CROSS),
        ("double-a", "r5", (2, 3), "r5", Reason.ALREADY_CROSSED),
        ("double-a", "r5", (6, 6), "r12+", Reason.NOT_ON_SHEET),
        ("double-a", "r2 r2+ r3 r3+ r4 r4+", (6, 6), "r12", Reason.TOO_FEW_CROSSES),
    ],
)
def test_refusal_says_which_sentence_forbids_a_move(
    name: str, boxes: str, dice: tuple[int, int], move: str, reason: Reason
) -> None:
    state = rolled(position(name, boxes, ""), dice)
    assert state.refusal(0, parse_move(move)) is reason


def test_choice_of_a_bonus_refuses_all_else_and_survives_its_code() -> None:
    state = played(rolled(position("bonus-b", "y11", ""), (4, 5)), "g9", "-")
    assert state.refusal(0, PASS) is state.refusal(0, Mark(0, 9)) is Reason.NOT_BONUS
    assert state.refusal(1, PASS) is Reason.NO_BONUS
    assert state.outcome() is None
    assert parse_position(state.code) == state
    state = played(rolled(position("bonus-b", "y11", ""), (3, 3), "1161"), "-", "-")
    state = played(state, "g9")
    assert (state.phase, state.is_color_bonus) == (Phase.BONUS, True)
    assert parse_position(state.code) == state


def test_mark_codes_of_bonus_rows_and_second_crosses() -> None:
    for mark in (Mark(4, 7), Mark(5, 12), Mark(0, 7, second=True)):
        assert Mark.from_code(mark.code) == mark
    assert [Mark(4, 7).code, Mark(5, 7).code, Mark(0, 7, second=True).code] == [
        "ry7",
        "gb7",
        "r7+",
    ]
    for bad in ("yr7", "rg7", "r7++", "+r7", "ry", "-+"):
        with pytest.raises(InvalidMoveError):
            Mark.from_code(bad)


@pytest.mark.parametrize(
    ("variant", "cards", "message"),
    [
        ("connected-a", ["A", "F"], "cards must be of A, B, C, D, E"),
        ("connected-b", ["A"], "one letter per player"),
        ("connected-b", ["A", "B", "C"], "one letter per player"),
        ("connected-b", "AB", "one letter per player"),
        ("connected-b", ["A", None], "cards must be"),
        ("connected-b", ["a", "b"], "cards must be"),
        ("classic", ["A", "B"], "no cards"),
        ("mixx-a", [], "no cards"),
    ],
)
def test_invalid_cards_are_refused(variant: str, cards: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        new_game(variant, cards=cards)


def test_cards_are_dealt_in_order_and_given_ones_may_be_equal() -> None:
    assert [sheet.card for sheet in new_game("connected-a", 5).sheets] == [*"ABCDE"]
    state = new_game("connected-b", 3, cards=("C", "C", "A"))
    assert [sheet.card for sheet in state.sheets] == ["C", "C", "A"]


@pytest.mark.parametrize(
    ("variant", "code"),
    [
        ("classic", "ry7"),
        ("classic", "r7+"),
        ("double-a", "gb7"),
        ("big-points", "r7+"),
        ("mixx-b", "r13"),
    ],
)
def test_codes_of_other_sheets_are_refused(variant: str, code: str) -> None:
    state = new_game(variant).apply_roll(Roll((3, 4), (1, 1, 1, 1)))
    with pytest.raises(IllegalMoveError, match="no such number") as error:
        state.play(0, parse_move(code))
    assert error.value.reason is Reason.NOT_ON_SHEET


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (f"big-points 4 0 roll - - r/y/g/b/0/ry5/gb {BIG}", "ry5 is illegal"),
        (f"big-points 4 0 roll - - {PLAIN} {BIG}", "four rows"),
        (f"double-a 4 0 roll - - r5++/y/g/b/0 {PLAIN}", "whole number"),
        (f"double-a 4 0 roll - - r12+/y/g/b/0 {PLAIN}", "r12 is illegal"),
        (f"classic 4 0 roll - - r5+/y/g/b/0 {PLAIN}", "r5\\+ is illegal"),
        ("connected-b 4 0 roll - - r6/y/g/b/0/A r/y/g/b/0/B", "linked pair"),
        ("connected-a 4 0 roll - - r/y/g/b/0/F r/y/g/b/0/B", "cards must be"),
        ("connected-a 4 0 roll - - r/y/g/b/0/- r/y/g/b/0/B", "cards must be"),
        (f"x-change 4 0 roll - - r/y/g/b/0/10 {FIELDS}", "ascending"),
        (f"x-change 4 0 roll - - r/y/g/b/0/2,1 {FIELDS}", "ascending"),
        (f"bonus-a 4 0 roll - - r/y/g/b/0/1 {FIELDS}", "does not fit"),
        (f"bonus-a 4 0 roll - - r3,4/y/g/b/0/2 {FIELDS}", "left to right"),
        (f"bonus-a 4 0 roll - - r3,4/y/g/b/0/- {FIELDS}", "does not fit"),
        (f"bonus-a 4 0 roll - - r2,4,5,7,8,12/y/g/b/0/- {FIELDS}", "left to right"),
        (f"bonus-b 4 0 roll - - r/y11/g9/b/0/0 {FIELDS}", "phase 'bonus'"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g12/b/0/0 {FIELDS}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/1 {FIELDS}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/0,0 {FIELDS}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed r/y11/g9/b/0/7 {FIELDS}", "not due"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 crossed {FIELDS} {FIELDS}", "must be pending"),
        (f"bonus-b 4 0 bonus 4,5:-,1,1,1 crossed r/y11/g9/b/0/0 {FIELDS}", "closed rows"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 - r/y11/g9/b/0/0 {FIELDS}", "must be 'passed'"),
        (f"bonus-b 4 0 bonus 4,5:1,1,1,1 color {FIELDS} r/y11/g9/b/0/0", "active player"),
    ],
)
def test_impossible_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_position(position)


def test_bonus_position_is_accepted() -> None:
    state = parse_position(f"bonus-b 4 0 bonus 4,5:1,1,1,1 passed {FIELDS} r/y11/g9/b/0/0")
    assert (state.phase, state.penalty_due, state.to_act) == (Phase.BONUS, True, (1,))
    assert legal(state, 1) == "r2 b12"


def test_record_with_bonus_that_was_not_due_is_refused() -> None:
    game = Game("bonus-b", ["Ann", "Bob"], 7, first=0).roll()
    record = json.loads(game.to_json())
    record["events"] += ["0 -", "1 -", "1 r2"]
    with pytest.raises(RecordError, match="only the active player") as error:
        Game.from_json(json.dumps(record))
    assert error.value.event == 3


def test_record_with_wrong_cards_is_refused() -> None:
    record = json.loads(Game("connected-a", ["Ann", "Bob"], 7).to_json())
    assert record["cards"] == ["A", "B"]
    for cards in (["A"], ["A", "F"], "AB", [1, 2]):
        with pytest.raises(RecordError):
            Game.from_json(json.dumps({**record, "cards": cards}))
    del record["cards"]
    assert Game.from_json(json.dumps(record)).state.sheets[1].card == "B"
    classic = json.loads(Game("classic", ["Ann", "Bob"], 7).to_json())
    assert "cards" not in classic
    with pytest.raises(RecordError, match="no cards"):
        Game.from_json(json.dumps(classic | {"cards": ["A", "B"]}))


@pytest.mark.parametrize("name", VARIANTS)
def test_legal_moves_are_in_order_of_boxes(name: str) -> None:
    state = new_game(name).apply_roll(Roll((3, 4), (1, 1, 1, 1)))
    marks = [move for move in state.legal_moves(0) if isinstance(move, Mark)]
    order = [find_variant(name).tables.marks.index(mark) for mark in marks]
    assert order == sorted(order)
