"""Test same-dice games: without a connection, each phone agrees with the engine."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given

from qwixx import CLASSIC, LONGO, IllegalMoveError, Mark, Phase, Sheet, Variant
from qwixx.games.paper_actions import (
    Cross,
    Finish,
    Lock,
    RollDice,
    code_without_player,
    parse_action,
)
from qwixx.games.same_dice.game import SameDice, new_same_dice_game
from qwixx.games.same_dice.phone_state import initial_state
from qwixx.games.same_dice.sheet_audit import find_discrepancies
from qwixx.games.written.join_code import SameDiceError, SharedSetup
from qwixx.games.written.sheet_code import encode_sheet
from qwixx.rules.moves import Reason
from tests.example_counts import scale_examples
from tests.games.phone_games import (
    CHOICE_SEEDS,
    SETUPS,
    finished_phones,
    new_phones,
    random_phone_steps,
)

# Dice and rules


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(0.4)
@given(setup=SETUPS, choice_seed=CHOICE_SEEDS)
def test_every_phone_agrees_with_engine(setup: SharedSetup, choice_seed: int) -> None:
    phones = new_phones(setup)
    for state, actions in random_phone_steps(setup, choice_seed):
        for seat, action in actions:
            phones[seat] = phones[seat].apply_or_redo(action)
        if state.phase is Phase.WHITE:
            assert {phone.state.roll for phone in phones} == {state.roll}
            assert {phone.state.sheet for phone in phones} == {*state.sheets}
            for seat, phone in enumerate(phones):
                marks = [mark for mark in state.legal_moves(seat) if isinstance(mark, Mark)]
                # The active player's phone offers the marks of both steps.
                assert {*marks} <= {*phone.state.legal_marks()}
                if not phone.state.is_active:
                    assert [*phone.state.legal_marks()] == marks
    assert all(phone.state.is_finished for phone in phones)
    assert [phone.state.sheet.points for phone in phones] == [*state.scores()]
    sheet_codes = [phone.sheet_code for phone in phones]
    outcome = state.outcome()
    for phone in phones:
        audited_phone = phone
        for code in sheet_codes:
            if code != phone.sheet_code:
                audited_phone = audited_phone.add_reported_sheet(code.lower())
        assert [*audited_phone.sheets] == [*state.sheets]
        assert outcome
        assert audited_phone.winners == outcome.winners
        assert find_discrepancies(audited_phone) == []
        assert SameDice.from_json(audited_phone.to_json()) == audited_phone


def test_marks_are_refused_before_first_roll_and_after_end() -> None:
    state = initial_state(SharedSetup(CLASSIC, 3, 5), 1)
    assert state.refusal(Mark(0, 7)) is Reason.NOT_ROLLED
    assert state.legal_marks() == ()
    assert state.roll is None
    for step in (Lock(0), Finish(), Finish(by_other_player=True)):
        assert state.non_cross_refusal(step) == "not-rolled"
    finished = state.apply(RollDice()).apply(Lock(0)).apply(Lock(1)).apply(Finish())
    assert finished.refusal(Mark(0, 7)) is Reason.GAME_OVER
    for action in (RollDice(), Lock(0), Finish(), Finish(by_other_player=True)):
        with pytest.raises(SameDiceError) as error:
            finished.apply(action)
        assert error.value.reason == "over"


def test_illegal_mark_is_refused_with_reason() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, 1 - setup.first_seat).apply(RollDice())
    assert state.roll is not None
    white_sum = state.roll.white_sum
    assert state.refusal(Mark(0, 99)) is Reason.NOT_ON_SHEET
    assert state.refusal(Mark(0, 3 if white_sum != 3 else 4)) is Reason.NOT_WHITE_SUM
    assert state.refusal(Mark(0, 12)) is Reason.TOO_FEW_CROSSES
    crossed = state.apply(Cross(state.seat, Mark(0, white_sum)))
    assert crossed.refusal(Mark(0, white_sum)) is Reason.ALREADY_CROSSED
    assert crossed.refusal(Mark(1, white_sum)) is Reason.ALREADY_DECIDED
    with pytest.raises(IllegalMoveError):
        crossed.apply(Cross(state.seat, Mark(1, white_sum)))


def test_active_player_without_mark_takes_penalty() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, setup.first_seat).apply(RollDice())
    assert state.owes_penalty
    state = state.apply(RollDice())
    assert state.sheet.penalties == 1
    assert not state.owes_penalty
    for _ in range(5):
        state = state.apply(RollDice())
    assert state.sheet.penalties == 3
    assert state.turn_ends_game  # the fourth penalty ends the game
    assert state.non_cross_refusal(RollDice()) == "ends"
    assert state.apply(Finish()).sheet.penalties == 4


def test_end_by_rows_locked_elsewhere_causes_no_penalty() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, setup.first_seat).apply(RollDice()).apply(Lock(0)).apply(Lock(1))
    assert not state.owes_penalty
    assert state.apply(Finish()).sheet.penalties == 0


def test_row_locked_elsewhere_closes_with_next_roll() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, 1 - setup.first_seat).apply(RollDice())
    assert state.roll is not None
    locked_elsewhere = state.apply(Lock(0))
    assert (
        locked_elsewhere.refusal(Mark(0, state.roll.white_sum)) is None
    )  # still in the same step
    assert locked_elsewhere.non_cross_refusal(Lock(0)) == "locked"
    next_turn = locked_elsewhere.apply(RollDice())
    assert next_turn.roll is not None
    assert next_turn.roll.colored[0] is None
    assert next_turn.refusal(Mark(0, 7)) is Reason.ROW_CLOSED
    assert next_turn.apply(Lock(1)).turn_ends_game


def test_rows_cannot_be_locked_elsewhere_after_color_mark() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, setup.first_seat).apply(RollDice())
    mark = next(mark for mark in state.legal_marks() if not state.fits_white_step(mark))
    state = state.apply(Cross(state.seat, mark))
    assert state.color_mark == mark
    assert state.non_cross_refusal(Lock(mark.row)) == "color-first"
    locked_elsewhere = state.apply(Lock((mark.row + 1) % 4))
    assert (
        locked_elsewhere.non_cross_refusal(Lock((mark.row + 2) % 4)) == "color-first"
    )  # the game ends before the color step


def test_other_player_needs_four_turns_for_four_penalties() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, 1 - setup.first_seat)
    for turn in range(7):
        state = state.apply(RollDice())
        if state.is_active:
            assert state.non_cross_refusal(Finish(by_other_player=True)) == "yours"
            state = state.apply(Cross(state.seat, state.legal_marks()[0]))
        else:
            assert state.non_cross_refusal(Finish(by_other_player=True)) == (
                "" if turn == 6 else "early"
            )
            assert state.non_cross_refusal(Finish()) == "goes-on"
    assert state.apply(Finish(by_other_player=True)).is_finished


def test_invalid_seat_is_refused() -> None:
    for seat in (2, -1, True, None):
        with pytest.raises(SameDiceError):
            initial_state(SharedSetup(LONGO, 2, 5), seat)  # type: ignore[arg-type]
    assert initial_state(SharedSetup(LONGO, 2, 5), 1).sheet.lucky == LONGO.lucky_pairs[1]


# Undo and saves


def phone_after_first_roll(seat: int = 0, variant: Variant = CLASSIC) -> SameDice:
    return new_same_dice_game("7", SharedSetup(variant, 2, 5), seat, ["Ann", ""]).apply_or_redo(
        RollDice()
    )


def test_undo_and_redo() -> None:
    phone = phone_after_first_roll()
    mark = phone.state.legal_marks()[0]
    crossed = phone.apply_or_redo(Cross(phone.seat, mark))
    assert crossed.own_marks == (mark,)
    undone = crossed.undo()
    assert undone.state == phone.state
    assert undone.can_redo
    assert undone.redo() == crossed
    assert undone.apply_or_redo(Cross(undone.seat, mark)) == crossed  # repeats the undone action
    assert not undone.apply_or_redo(Lock(3)).can_redo
    assert undone.without_undone() == phone
    blank = phone.undo()
    for undo_or_redo in (blank.undo, crossed.redo):
        with pytest.raises(ValueError, match="nothing to"):
            undo_or_redo()


def test_cross_can_be_undone_out_of_order() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    phone = new_same_dice_game("7", setup, setup.first_seat, ["", ""]).apply_or_redo(RollDice())
    white_mark = next(
        mark for mark in phone.state.legal_marks() if phone.state.fits_white_step(mark)
    )
    phone = phone.apply_or_redo(Cross(phone.seat, white_mark)).apply_or_redo(Lock(3))
    assert phone.undo_out_of_order(Lock(3)).state.white_mark == white_mark
    without_cross = phone.undo_out_of_order(Cross(phone.seat, white_mark))
    assert without_cross.state.sheet == Sheet(CLASSIC)
    assert without_cross.state.closed_now[3]
    later_phone = phone.apply_or_redo(RollDice())
    with pytest.raises(SameDiceError):
        later_phone.undo_out_of_order(Cross(phone.seat, white_mark))  # from an earlier turn
    with pytest.raises(SameDiceError):
        phone.undo_out_of_order(Lock(0))


def test_phone_rolls_ahead_until_own_turn() -> None:
    setup = SharedSetup(CLASSIC, 4, 5)
    first_seat = setup.first_seat
    phone = new_same_dice_game("7", setup, (first_seat + 3) % 4, [""] * 4)
    assert phone.roll_ahead_until_own_turn(9).state.turn == 2  # the next turn is the phone's own
    assert phone.roll_ahead_until_own_turn(1).state.turn == 1
    assert phone.roll_ahead_until_own_turn(2).roll_ahead_until_own_turn(9).state.turn == 6
    assert phone.roll_ahead_until_own_turn(9).state.sheet.penalties == 0
    assert phone.roll_ahead_until_own_turn(-1) is phone


def test_every_phone_starts_same_rematch() -> None:
    phones = [phone_after_first_roll(0).rematch("8"), phone_after_first_roll(1).rematch("9")]
    assert {phone.setup for phone in phones} == {SharedSetup(CLASSIC, 2, 5).next_setup}
    assert [phone.seat for phone in phones] == [0, 1]
    assert phones[0].names == ("Ann", "")


@scale_examples(0.2)
@given(SETUPS, CHOICE_SEEDS)
def test_save_round_trips_and_damaged_save_is_refused_or_legal(
    setup: SharedSetup, choice_seed: int
) -> None:
    rng = random.Random(choice_seed)
    phone = finished_phones(setup, choice_seed)[0]
    for _ in range(rng.randrange(4)):
        phone = phone.undo()
    text = phone.to_json()
    assert SameDice.from_json(text) == phone
    index = rng.randrange(len(text))
    damaged = text[:index] + rng.choice('0123456789abr"[]{},:') + text[index + 1 :]
    try:
        loaded = SameDice.from_json(damaged)
    except SameDiceError:
        return
    assert SameDice.from_json(loaded.to_json()) == loaded


@pytest.mark.parametrize(
    "changes",
    [
        {"v": 2},
        {"id": "x"},
        {"id": 5},
        {"deal": "000000"},
        {"seat": 2},
        {"names": ["Ann"]},
        {"names": ["A\x00", ""]},
        {"names": None},
        {"steps": ["roll", "r7", "r8"]},
        {"steps": ["Roll"]},
        {"steps": [5]},
        {"steps": "roll"},
        {"done": 9},
        {"done": -1},
        {"heard": [""]},
        {"heard": ["", "7"]},
        {"heard": [5, ""]},
    ],
)
def test_save_with_invalid_field_is_refused(changes: dict[str, object]) -> None:
    fields = json.loads(phone_after_first_roll().to_json())
    with pytest.raises(SameDiceError):
        SameDice.from_json(json.dumps(fields | changes))
    with pytest.raises(SameDiceError):
        SameDice.from_json("[" * 99)


def test_reported_sheet_of_other_seat_is_refused() -> None:
    setup = SharedSetup(CLASSIC, 3, 5)
    phone = new_same_dice_game("7", setup, 0, ["", "", ""])
    fields = json.loads(phone.to_json())
    fields["heard"] = ["", "", encode_sheet(setup, 1, Sheet(CLASSIC))]
    with pytest.raises(SameDiceError):
        SameDice.from_json(json.dumps(fields))


@pytest.mark.parametrize("code", ["roll", "r7", "lock g", "end", "end!"])
def test_action_code_round_trips(code: str) -> None:
    assert code_without_player(parse_action(code, 0)) == code


def test_color_step_follows_all_white_steps() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    state = initial_state(setup, setup.first_seat).apply(RollDice())
    white_mark = next(mark for mark in state.legal_marks() if state.fits_white_step(mark))
    color_mark = next(
        mark
        for mark in state.legal_marks()
        if not state.fits_white_step(mark) and mark.row != white_mark.row
    )
    assert (
        state.apply(Cross(state.seat, color_mark)).refusal(white_mark) is not None
    )  # the white step was skipped
    assert state.apply(Lock(color_mark.row)).refusal(color_mark) is not None  # the die was removed
    assert state.apply(Lock(color_mark.row)).refusal(white_mark) is None
    rows = [row for row in range(4) if row not in (white_mark.row, color_mark.row)]
    finished = state.apply(Lock(rows[0])).apply(Lock(rows[1]))
    assert finished.refusal(color_mark) is not None  # the game ends before the color step
    assert finished.refusal(white_mark) is None


def test_mark_in_closed_row_is_discrepancy() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    other_seat = 1 - setup.first_seat
    phone = new_same_dice_game("1", setup, setup.first_seat, ["", ""]).apply_or_redo(RollDice())
    first_roll = phone.state.roll
    assert first_roll
    phone = phone.apply_or_redo(Lock(0)).apply_or_redo(RollDice())
    second_roll = phone.state.roll
    assert second_roll
    assert second_roll.white_sum != first_roll.white_sum

    def discrepancy_reasons(row: int, number: int) -> list[str]:
        sheet = Sheet(CLASSIC).cross(Mark(row, number))
        return [
            discrepancy.reason
            for discrepancy in find_discrepancies(
                phone.add_reported_sheet(encode_sheet(setup, other_seat, sheet))
            )
        ]

    assert discrepancy_reasons(0, first_roll.white_sum) == []  # in the same step as the lock
    assert discrepancy_reasons(0, second_roll.white_sum) == ["dice"]
    assert discrepancy_reasons(1, second_roll.white_sum) == []
