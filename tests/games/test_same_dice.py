"""Same dice without a connection: each phone alone comes to what the engine comes to."""

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
from qwixx.games.same_dice.phone_state import PhoneState, initial_state
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


@pytest.mark.no_cover  # being traced, it takes four times as long
@scale_examples(0.4)
@given(deal=SETUPS, choices=CHOICE_SEEDS)
def test_every_phone_comes_to_what_the_engine_comes_to(deal: SharedSetup, choices: int) -> None:
    phones = new_phones(deal)
    for state, touched in random_phone_steps(deal, choices):
        for seat, step in touched:
            phones[seat] = phones[seat].apply_or_redo(step)
        if state.phase is Phase.WHITE:
            assert {phone.state.roll for phone in phones} == {state.roll}
            assert {phone.state.sheet for phone in phones} == {*state.sheets}
            for seat, phone in enumerate(phones):
                marks = [m for m in state.legal_moves(seat) if isinstance(m, Mark)]
                # Who may use the colored dice may use them for both steps at once.
                assert {*marks} <= {*phone.state.legal_marks()}
                if not phone.state.is_active:
                    assert [*phone.state.legal_marks()] == marks
    assert all(phone.state.is_finished for phone in phones)
    assert [phone.state.sheet.points for phone in phones] == [*state.scores()]
    told = [phone.sheet_code for phone in phones]
    outcome = state.outcome()
    for phone in phones:
        heard = phone
        for code in told:
            if code != phone.sheet_code:
                heard = heard.add_reported_sheet(code.lower())
        assert [*heard.sheets] == [*state.sheets]
        assert outcome
        assert heard.winners == outcome.winners
        assert find_discrepancies(heard) == []
        assert SameDice.from_json(heard.to_json()) == heard


def rolled(seat: int = 0, variant: Variant = CLASSIC, seed: int = 5) -> PhoneState:
    return initial_state(SharedSetup(variant, 2, seed), seat).apply(RollDice())


def test_nothing_can_be_crossed_before_the_first_roll_nor_after_the_end() -> None:
    page = initial_state(SharedSetup(CLASSIC, 3, 5), 1)
    assert page.refusal(Mark(0, 7)) is Reason.NOT_ROLLED
    assert page.legal_marks() == ()
    assert page.roll is None
    for step in (Lock(0), Finish(), Finish(by_other_player=True)):
        assert page.non_cross_refusal(step) == "not-rolled"
    over = page.apply(RollDice()).apply(Lock(0)).apply(Lock(1)).apply(Finish())
    assert over.refusal(Mark(0, 7)) is Reason.GAME_OVER
    for each in (RollDice(), Lock(0), Finish(), Finish(by_other_player=True)):
        with pytest.raises(SameDiceError) as error:
            over.apply(each)
        assert error.value.reason == "over"


def test_a_refused_number_has_its_reason() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, 1 - deal.first_seat).apply(RollDice())
    assert page.roll is not None
    total = page.roll.white_sum
    assert page.refusal(Mark(0, 99)) is Reason.NOT_ON_SHEET
    assert page.refusal(Mark(0, 3 if total != 3 else 4)) is Reason.NOT_WHITE_SUM
    assert page.refusal(Mark(0, 12)) is Reason.TOO_FEW_CROSSES
    crossed = page.apply(Cross(page.seat, Mark(0, total)))
    assert crossed.refusal(Mark(0, total)) is Reason.ALREADY_CROSSED
    assert crossed.refusal(Mark(1, total)) is Reason.ALREADY_DECIDED
    with pytest.raises(IllegalMoveError):
        crossed.apply(Cross(page.seat, Mark(1, total)))


def test_who_is_active_and_crosses_nothing_has_a_penalty() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, deal.first_seat).apply(RollDice())
    assert page.owes_penalty
    page = page.apply(RollDice())
    assert page.sheet.penalties == 1
    assert not page.owes_penalty
    for _ in range(5):
        page = page.apply(RollDice())
    assert page.sheet.penalties == 3
    assert page.turn_ends_game  # the next one is the last
    assert page.non_cross_refusal(RollDice()) == "ends"
    assert page.apply(Finish()).sheet.penalties == 4


def test_rows_that_others_lock_end_a_turn_without_a_penalty() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, deal.first_seat).apply(RollDice()).apply(Lock(0)).apply(Lock(1))
    assert not page.owes_penalty
    assert page.apply(Finish()).sheet.penalties == 0


def test_a_row_that_is_called_out_closes_with_the_next_roll() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, 1 - deal.first_seat).apply(RollDice())
    assert page.roll is not None
    called = page.apply(Lock(0))
    assert called.refusal(Mark(0, page.roll.white_sum)) is None  # in the same step
    assert called.non_cross_refusal(Lock(0)) == "locked"
    nearly = called.apply(RollDice())
    assert nearly.roll is not None
    assert nearly.roll.colored[0] is None
    assert nearly.refusal(Mark(0, 7)) is Reason.ROW_CLOSED
    assert nearly.apply(Lock(1)).turn_ends_game


def test_what_a_colored_die_made_was_after_others_locked() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, deal.first_seat).apply(RollDice())
    mark = next(mark for mark in page.legal_marks() if not page.fits_white_step(mark))
    page = page.apply(Cross(page.seat, mark))
    assert page.color_mark == mark
    assert page.non_cross_refusal(Lock(mark.row)) == "color-first"
    other = page.apply(Lock((mark.row + 1) % 4))
    assert (
        other.non_cross_refusal(Lock((mark.row + 2) % 4)) == "color-first"
    )  # no color step at all


def test_only_who_has_been_active_four_times_can_have_four_penalties() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, 1 - deal.first_seat)
    for turn in range(7):
        page = page.apply(RollDice())
        if page.is_active:
            assert page.non_cross_refusal(Finish(by_other_player=True)) == "yours"
            page = page.apply(Cross(page.seat, page.legal_marks()[0]))
        else:
            assert page.non_cross_refusal(Finish(by_other_player=True)) == (
                "" if turn == 6 else "early"
            )
            assert page.non_cross_refusal(Finish()) == "goes-on"
    assert page.apply(Finish(by_other_player=True)).is_finished


def test_there_are_no_other_seats() -> None:
    for seat in (2, -1, True, None):
        with pytest.raises(SameDiceError):
            initial_state(SharedSetup(LONGO, 2, 5), seat)  # type: ignore[arg-type]
    assert initial_state(SharedSetup(LONGO, 2, 5), 1).sheet.lucky == LONGO.lucky_pairs[1]


# What is taken back and kept


def phone_of(seat: int = 0, variant: Variant = CLASSIC) -> SameDice:
    return new_same_dice_game("7", SharedSetup(variant, 2, 5), seat, ["Ann", ""]).apply_or_redo(
        RollDice()
    )


def test_steps_are_taken_back_and_brought_back() -> None:
    phone = phone_of()
    mark = phone.state.legal_marks()[0]
    crossed = phone.apply_or_redo(Cross(phone.seat, mark))
    assert crossed.own_marks == (mark,)
    back = crossed.undo()
    assert back.state == phone.state
    assert back.can_redo
    assert back.redo() == crossed
    assert back.apply_or_redo(Cross(back.seat, mark)) == crossed  # the same again
    assert not back.apply_or_redo(Lock(3)).can_redo
    assert back.without_undone() == phone
    blank = phone.undo()
    for fails in (blank.undo, crossed.redo):
        with pytest.raises(ValueError, match="nothing to"):
            fails()


def test_a_cross_is_taken_back_from_under_others() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    phone = new_same_dice_game("7", deal, deal.first_seat, ["", ""]).apply_or_redo(RollDice())
    white = next(mark for mark in phone.state.legal_marks() if phone.state.fits_white_step(mark))
    phone = phone.apply_or_redo(Cross(phone.seat, white)).apply_or_redo(Lock(3))
    assert phone.undo_out_of_order(Lock(3)).state.white_mark == white
    without = phone.undo_out_of_order(Cross(phone.seat, white))
    assert without.state.sheet == Sheet(CLASSIC)
    assert without.state.closed_now[3]
    later = phone.apply_or_redo(RollDice())
    with pytest.raises(SameDiceError):
        later.undo_out_of_order(Cross(phone.seat, white))  # of an earlier turn
    with pytest.raises(SameDiceError):
        phone.undo_out_of_order(Lock(0))


def test_a_phone_that_is_behind_catches_up_as_far_as_others_roll() -> None:
    deal = SharedSetup(CLASSIC, 4, 5)
    first = deal.first_seat
    phone = new_same_dice_game("7", deal, (first + 3) % 4, [""] * 4)
    assert phone.roll_ahead_until_own_turn(9).state.turn == 2  # the next one is its own
    assert phone.roll_ahead_until_own_turn(1).state.turn == 1
    assert phone.roll_ahead_until_own_turn(2).roll_ahead_until_own_turn(9).state.turn == 6
    assert phone.roll_ahead_until_own_turn(9).state.sheet.penalties == 0
    assert phone.roll_ahead_until_own_turn(-1) is phone


def test_every_phone_comes_to_the_same_next_game() -> None:
    phones = [phone_of(0).rematch("8"), phone_of(1).rematch("9")]
    assert {phone.setup for phone in phones} == {SharedSetup(CLASSIC, 2, 5).next_setup}
    assert [phone.seat for phone in phones] == [0, 1]
    assert phones[0].names == ("Ann", "")


@scale_examples(0.2)
@given(SETUPS, CHOICE_SEEDS)
def test_a_record_comes_back_and_a_damaged_one_is_refused_or_legal(
    deal: SharedSetup, choices: int
) -> None:
    rng = random.Random(choices)
    phone = finished_phones(deal, choices)[0]
    for _ in range(rng.randrange(4)):
        phone = phone.undo()
    text = phone.to_json()
    assert SameDice.from_json(text) == phone
    at = rng.randrange(len(text))
    damaged = text[:at] + rng.choice('0123456789abr"[]{},:') + text[at + 1 :]
    try:
        read = SameDice.from_json(damaged)
    except SameDiceError:
        return
    assert SameDice.from_json(read.to_json()) == read


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
def test_what_is_no_record_is_refused(changes: dict[str, object]) -> None:
    fields = json.loads(phone_of().to_json())
    with pytest.raises(SameDiceError):
        SameDice.from_json(json.dumps(fields | changes))
    with pytest.raises(SameDiceError):
        SameDice.from_json("[" * 99)


def test_a_sheet_at_another_seat_is_refused() -> None:
    deal = SharedSetup(CLASSIC, 3, 5)
    phone = new_same_dice_game("7", deal, 0, ["", "", ""])
    fields = json.loads(phone.to_json())
    fields["heard"] = ["", "", encode_sheet(deal, 1, Sheet(CLASSIC))]
    with pytest.raises(SameDiceError):
        SameDice.from_json(json.dumps(fields))


@pytest.mark.parametrize("code", ["roll", "r7", "lock g", "end", "end!"])
def test_a_step_has_a_text(code: str) -> None:
    assert code_without_player(parse_action(code, 0)) == code


def test_the_color_step_comes_after_all_white_ones() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    page = initial_state(deal, deal.first_seat).apply(RollDice())
    white = next(mark for mark in page.legal_marks() if page.fits_white_step(mark))
    color = next(
        m for m in page.legal_marks() if not page.fits_white_step(m) and m.row != white.row
    )
    assert page.apply(Cross(page.seat, color)).refusal(white) is not None  # white first
    assert page.apply(Lock(color.row)).refusal(color) is not None  # its die has gone
    assert page.apply(Lock(color.row)).refusal(white) is None
    rows = [row for row in range(4) if row not in (white.row, color.row)]
    over = page.apply(Lock(rows[0])).apply(Lock(rows[1]))
    assert over.refusal(color) is not None  # no color step at all
    assert over.refusal(white) is None


def test_nothing_is_crossed_in_a_row_that_was_locked_before() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    other = 1 - deal.first_seat
    phone = new_same_dice_game("1", deal, deal.first_seat, ["", ""]).apply_or_redo(RollDice())
    first = phone.state.roll
    assert first
    phone = phone.apply_or_redo(Lock(0)).apply_or_redo(RollDice())
    second = phone.state.roll
    assert second
    assert second.white_sum != first.white_sum

    def kinds(row: int, number: int) -> list[str]:
        sheet = Sheet(CLASSIC).cross(Mark(row, number))
        return [
            doubt.reason
            for doubt in find_discrepancies(
                phone.add_reported_sheet(encode_sheet(deal, other, sheet))
            )
        ]

    assert kinds(0, first.white_sum) == []  # in the very step
    assert kinds(0, second.white_sum) == ["dice"]
    assert kinds(1, second.white_sum) == []
