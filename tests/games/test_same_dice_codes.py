"""Same dice without a connection: codes of tables and sheets, and what contradicts what."""

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
    LETTERS,
    SameDiceError,
    SharedSetup,
    normalize_typed,
)
from qwixx.games.written.sheet_code import decode_sheet, encode_sheet
from tests.example_counts import scale_examples
from tests.games.phone_games import CHOICE_SEEDS, SETUPS, finished_phones

# Codes of tables


@given(SETUPS)
def test_a_code_comes_back_however_it_was_typed(deal: SharedSetup) -> None:
    assert len(deal.code) == LENGTH
    typed = deal.code.lower().replace("0", "o").replace("1", "l")
    for text in (deal.code, typed, f" {typed[:3]}-{typed[3:]}\n"):
        assert SharedSetup.from_code(text) == deal
    assert deal.next_setup != deal
    assert (deal.next_setup.variant, deal.next_setup.players) == (deal.variant, deal.players)


@given(SETUPS, st.integers(0, LENGTH - 1), st.sampled_from(LETTERS))
def test_any_one_letter_that_is_another_is_noticed(
    deal: SharedSetup, place: int, letter: str
) -> None:
    mistyped = deal.code[:place] + letter + deal.code[place + 1 :]
    if mistyped == deal.code:
        return
    with pytest.raises(SameDiceError):
        SharedSetup.from_code(mistyped)


@pytest.mark.parametrize(
    "text", ["", "12345", "1234567", "ABC-EF", "UUUUUU", "ÄÄÄÄÄÄ", 5, "ZZZZZZ", "1" * 99]
)
def test_what_is_no_code_is_refused(text: object) -> None:
    with pytest.raises(SameDiceError):
        SharedSetup.from_code(text)


def test_digits_are_those_of_any_keyboard() -> None:
    assert normalize_typed("٣a-o") == "3A0"


# Codes of sheets


@scale_examples(0.2)
@given(SETUPS, CHOICE_SEEDS, st.integers(0, 99), st.sampled_from(LETTERS))
def test_a_sheet_comes_back_and_a_slip_never_does(
    deal: SharedSetup, choices: int, place: int, letter: str
) -> None:
    phone = finished_phones(deal, choices)[0]
    code = phone.sheet_code.replace(" ", "")
    assert len(code) == (15 if deal.variant is LONGO else 12)
    assert decode_sheet(deal, phone.sheet_code.lower()) == (0, phone.state.sheet)
    place %= len(code)
    damaged = code[:place] + letter + code[place + 1 :]
    swapped = code[:place] + code[place : place + 2][::-1] + code[place + 2 :]
    for text in {damaged, swapped} - {code}:
        with pytest.raises(SameDiceError) as slip:
            decode_sheet(deal, text)
        assert slip.value.reason == "slip"
    for text in (code[:-1], code + "0", ""):
        with pytest.raises(SameDiceError) as length:
            decode_sheet(deal, text)
        assert length.value.reason == "length"


def test_a_code_of_another_table_is_said_to_be_one() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    code = encode_sheet(deal, 1, Sheet(CLASSIC))
    told = []
    for seed in range(6, 300):
        try:
            decode_sheet(SharedSetup(CLASSIC, 2, seed), code)
        except SameDiceError as refused:
            told.append(refused.reason)
    assert {*told} == {"other-table"}
    assert len(told) > 280  # one in 97 is taken for this table's
    with pytest.raises(SameDiceError) as error:
        decode_sheet(deal.next_setup, code)
    assert error.value.reason == "other-table"


def test_only_rows_that_the_rules_allow_have_a_code() -> None:
    last = CLASSIC.rows[0].bits[12]
    with pytest.raises(ValueError, match="not a legal row"):
        encode_sheet(SharedSetup(CLASSIC, 2, 5), 0, Sheet(CLASSIC, (last, 0, 0, 0)))
    with pytest.raises(SameDiceError):  # no such seat
        decode_sheet(
            SharedSetup(CLASSIC, 2, 5), encode_sheet(SharedSetup(CLASSIC, 2, 5), 4, Sheet(CLASSIC))
        )


def test_ones_own_code_is_no_news() -> None:
    phones = finished_phones(SharedSetup(CLASSIC, 2, 7), 3)
    with pytest.raises(SameDiceError) as error:
        phones[0].add_reported_sheet(phones[0].sheet_code)
    assert error.value.reason == "own"
    heard = phones[0].add_reported_sheet(phones[1].sheet_code, "Bob")
    assert heard.names == ("", "Bob")
    assert heard.remove_reported_sheet(1).winners == ()


# What contradicts what


def test_what_contradicts_is_said() -> None:
    deal = SharedSetup(CLASSIC, 2, 7)
    phone, other = finished_phones(deal, 3)

    def told(sheet: Sheet) -> set[str]:
        return {
            doubt.reason
            for doubt in find_discrepancies(phone.add_reported_sheet(encode_sheet(deal, 1, sheet)))
        }

    full = other.state.sheet
    assert told(full) == set()
    assert "dice" in told(Sheet(CLASSIC, (0b1111, 0, 0, 0), full.penalties))
    assert "penalties" in told(Sheet(CLASSIC, full.rows, 4)) or len(phone.turn_starts) > 8
    assert "dice" in told(Sheet(CLASSIC, (0b110000011111,) * 4))
    assert Discrepancy("nobody", row=0) not in find_discrepancies(
        phone
    )  # not all sheets are known


def test_a_game_that_nothing_ended_is_said_to_be_one() -> None:
    deal = SharedSetup(CLASSIC, 2, 5)
    phone = new_same_dice_game("1", deal, deal.first_seat, ["", ""]).apply_or_redo(RollDice())
    phone = phone.apply_or_redo(Lock(0)).apply_or_redo(Lock(1)).apply_or_redo(Finish())
    other = 1 - deal.first_seat
    heard = phone.add_reported_sheet(encode_sheet(deal, other, Sheet(CLASSIC)))
    kinds = [doubt.reason for doubt in find_discrepancies(heard)]
    assert kinds == ["nobody", "nobody", "open"]
    phone = new_same_dice_game("1", deal, other, ["", ""])
    for _ in range(7):
        phone = phone.apply_or_redo(RollDice())
        if phone.state.is_active:
            phone = phone.apply_or_redo(Cross(phone.seat, phone.state.legal_marks()[0]))
    phone = phone.apply_or_redo(Finish(by_other_player=True))
    blank = phone.add_reported_sheet(encode_sheet(deal, deal.first_seat, Sheet(CLASSIC)))
    assert [doubt.reason for doubt in find_discrepancies(blank)] == ["fourth"]
    fourth = phone.add_reported_sheet(
        encode_sheet(deal, deal.first_seat, Sheet(CLASSIC, penalties=4))
    )
    assert find_discrepancies(fourth) == []
    locks = Sheet(CLASSIC, (0b110000011111, 0, 0, 0), 4)
    kinds = [
        doubt.reason
        for doubt in find_discrepancies(
            phone.add_reported_sheet(encode_sheet(deal, deal.first_seat, locks))
        )
    ]
    assert kinds == ["crosses", "unheard"]
