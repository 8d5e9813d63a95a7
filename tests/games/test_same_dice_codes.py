"""Test same-dice games: join codes, sheet codes, and discrepancies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, Sheet
from qwixx.games.paper_actions import Cross, Finish, Lock, RollDice
from qwixx.games.same_dice.game import new_same_dice_game
from qwixx.games.same_dice.sheet_audit import Discrepancy, find_discrepancies
from qwixx.games.written.join_code import (
    LENGTH,
    SameDiceError,
    SharedSetup,
    normalize_typed,
)
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from qwixx.rules.base32 import LETTERS
from qwixx.rules.variants import (
    BIG_POINTS,
    BONUS_A,
    DOUBLE_A,
    X_CHANGE,
)
from tests.example_counts import scale_examples
from tests.games.phone_games import CHOICE_SEEDS, SETUPS, finished_phones

# Join codes


@given(SETUPS)
def test_join_code_round_trips_in_any_spelling(setup: SharedSetup) -> None:
    has_long_code = (setup.variant.number or 0) > 7
    assert len(setup.code) == LENGTH + has_long_code
    typed = setup.code.lower().replace("0", "o").replace("1", "l")
    for text in (setup.code, typed, f" {typed[:3]}-{typed[3:]}\n"):
        assert SharedSetup.from_code(text) == setup
    assert setup.next_setup != setup
    assert (setup.next_setup.variant, setup.next_setup.players) == (setup.variant, setup.players)


@given(SETUPS, st.integers(0, LENGTH - 1), st.sampled_from(LETTERS))
def test_single_wrong_character_is_detected(
    setup: SharedSetup, index: int, character: str
) -> None:
    mistyped = setup.code[:index] + character + setup.code[index + 1 :]
    if mistyped == setup.code:
        return
    with pytest.raises(SameDiceError):
        SharedSetup.from_code(mistyped)


@pytest.mark.parametrize(
    "text", ["", "12345", "1234567", "ABC-EF", "UUUUUU", "ÄÄÄÄÄÄ", 5, "ZZZZZZ", "1" * 99]
)
def test_invalid_join_code_is_refused(text: object) -> None:
    with pytest.raises(SameDiceError):
        SharedSetup.from_code(text)


def test_digits_of_other_scripts_are_accepted() -> None:
    assert normalize_typed("٣a-o") == "3A0"


# Sheet codes


@scale_examples(0.2)
@given(SETUPS, CHOICE_SEEDS, st.integers(0, 99), st.sampled_from(LETTERS))
def test_sheet_code_round_trips_and_typos_are_detected(
    setup: SharedSetup, choice_seed: int, index: int, character: str
) -> None:
    phone = finished_phones(setup, choice_seed)[0]
    code = phone.sheet_code.replace(" ", "")
    lengths = {LONGO: 15, BONUS_A: 15, X_CHANGE: 15, BIG_POINTS: 18, DOUBLE_A: 21}
    assert len(code) == lengths.get(setup.variant, 12)
    assert decode_sheet(setup, phone.sheet_code.lower()) == (0, phone.state.sheet)
    index %= len(code)
    damaged = code[:index] + character + code[index + 1 :]
    swapped = code[:index] + code[index : index + 2][::-1] + code[index + 2 :]
    for text in {damaged, swapped} - {code}:
        with pytest.raises(SameDiceError) as check_error:
            decode_sheet(setup, text)
        assert check_error.value.reason == "slip"
    for text in (code[:-1], code + "0", ""):
        with pytest.raises(SameDiceError) as length_error:
            decode_sheet(setup, text)
        assert length_error.value.reason == "length"


def test_sheet_code_of_other_table_is_refused() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    code = encode_sheet(setup, 1, Sheet(CLASSIC))
    reasons = []
    for seed in range(6, 300):
        try:
            decode_sheet(SharedSetup(CLASSIC, 2, seed), code)
        except SameDiceError as refusal:
            reasons.append(refusal.reason)
    assert {*reasons} == {"other-table"}
    assert len(reasons) > 280  # one code in 97 passes the check by chance
    with pytest.raises(SameDiceError) as error:
        decode_sheet(setup.next_setup, code)
    assert error.value.reason == "other-table"


def test_illegal_row_has_no_sheet_code() -> None:
    last_bit = CLASSIC.rows[0].bits[12]
    with pytest.raises(ValueError, match="not a legal row"):
        encode_sheet(SharedSetup(CLASSIC, 2, 5), 0, Sheet(CLASSIC, (last_bit, 0, 0, 0)))
    with pytest.raises(SameDiceError):  # no such seat
        decode_sheet(
            SharedSetup(CLASSIC, 2, 5), encode_sheet(SharedSetup(CLASSIC, 2, 5), 4, Sheet(CLASSIC))
        )


def test_own_sheet_code_is_refused() -> None:
    phones = finished_phones(SharedSetup(CLASSIC, 2, 7), 3)
    with pytest.raises(SameDiceError) as error:
        phones[0].add_reported_sheet(phones[0].sheet_code)
    assert error.value.reason == "own"
    phone_with_report = phones[0].add_reported_sheet(phones[1].sheet_code, "Bob")
    assert phone_with_report.names == ("", "Bob")
    assert phone_with_report.remove_reported_sheet(1).winners == ()


# Discrepancies


def test_discrepancies_of_reported_sheet() -> None:
    setup = SharedSetup(CLASSIC, 2, 7)
    phone, other_phone = finished_phones(setup, 3)

    def discrepancy_reasons(sheet: Sheet) -> set[str]:
        return {
            discrepancy.reason
            for discrepancy in find_discrepancies(
                phone.add_reported_sheet(encode_sheet(setup, 1, sheet))
            )
        }

    full_sheet = other_phone.state.sheet
    assert discrepancy_reasons(full_sheet) == set()
    assert "dice" in discrepancy_reasons(Sheet(CLASSIC, (0b1111, 0, 0, 0), full_sheet.penalties))
    assert (
        "penalties" in discrepancy_reasons(Sheet(CLASSIC, full_sheet.rows, 4))
        or len(phone.turn_starts) > 8
    )
    assert "dice" in discrepancy_reasons(Sheet(CLASSIC, (0b110000011111,) * 4))
    assert Discrepancy("nobody", row=0) not in find_discrepancies(phone)  # a sheet is missing


def test_discrepancies_of_game_without_end() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    phone = new_same_dice_game("1", setup, setup.first_seat, ["", ""]).apply_or_redo(RollDice())
    phone = phone.apply_or_redo(Lock(0)).apply_or_redo(Lock(1)).apply_or_redo(Finish())
    other_seat = 1 - setup.first_seat
    phone_with_report = phone.add_reported_sheet(encode_sheet(setup, other_seat, Sheet(CLASSIC)))
    reasons = [discrepancy.reason for discrepancy in find_discrepancies(phone_with_report)]
    assert reasons == ["nobody", "nobody", "open"]
    phone = new_same_dice_game("1", setup, other_seat, ["", ""])
    for _ in range(7):
        phone = phone.apply_or_redo(RollDice())
        if phone.state.is_active:
            phone = phone.apply_or_redo(Cross(phone.seat, phone.state.legal_marks()[0]))
    phone = phone.apply_or_redo(Finish(by_other_player=True))
    with_blank_sheet = phone.add_reported_sheet(
        encode_sheet(setup, setup.first_seat, Sheet(CLASSIC))
    )
    assert [discrepancy.reason for discrepancy in find_discrepancies(with_blank_sheet)] == [
        "fourth"
    ]
    with_four_penalties = phone.add_reported_sheet(
        encode_sheet(setup, setup.first_seat, Sheet(CLASSIC, penalties=4))
    )
    assert find_discrepancies(with_four_penalties) == []
    sheet_with_lock = Sheet(CLASSIC, (0b110000011111, 0, 0, 0), 4)
    reasons = [
        discrepancy.reason
        for discrepancy in find_discrepancies(
            phone.add_reported_sheet(encode_sheet(setup, setup.first_seat, sheet_with_lock))
        )
    ]
    assert reasons == ["crosses", "unheard"]
