"""Same dice without a connection: codes of tables and sheets, and what contradicts what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, Sheet
from qwixx.games.actions import Cross, Finish, Lock, RollDice
from qwixx.games.same_dice.game import sit_down
from qwixx.games.same_dice.sheet_audit import Doubt, doubts
from qwixx.games.written.join_code import LENGTH, LETTERS, Deal, DealError, typed_letters
from qwixx.games.written.sheet_code import read_end, write_end
from tests.examples import share
from tests.games.same import CHOICES, DEALS, finished

# Codes of tables


@given(DEALS)
def test_a_code_comes_back_however_it_was_typed(deal: Deal) -> None:
    assert len(deal.code) == LENGTH
    typed = deal.code.lower().replace("0", "o").replace("1", "l")
    for text in (deal.code, typed, f" {typed[:3]}-{typed[3:]}\n"):
        assert Deal.from_code(text) == deal
    assert deal.next != deal
    assert (deal.next.variant, deal.next.players) == (deal.variant, deal.players)


@given(DEALS, st.integers(0, LENGTH - 1), st.sampled_from(LETTERS))
def test_any_one_letter_that_is_another_is_noticed(deal: Deal, place: int, letter: str) -> None:
    mistyped = deal.code[:place] + letter + deal.code[place + 1 :]
    if mistyped == deal.code:
        return
    with pytest.raises(DealError):
        Deal.from_code(mistyped)


@pytest.mark.parametrize(
    "text", ["", "12345", "1234567", "ABC-EF", "UUUUUU", "ÄÄÄÄÄÄ", 5, "ZZZZZZ", "1" * 99]
)
def test_what_is_no_code_is_refused(text: object) -> None:
    with pytest.raises(DealError):
        Deal.from_code(text)


def test_digits_are_those_of_any_keyboard() -> None:
    assert typed_letters("٣a-o") == "3A0"


# Codes of sheets


@share(0.2)
@given(DEALS, CHOICES, st.integers(0, 99), st.sampled_from(LETTERS))
def test_a_sheet_comes_back_and_a_slip_never_does(
    deal: Deal, choices: int, place: int, letter: str
) -> None:
    phone = finished(deal, choices)[0]
    code = phone.end_code.replace(" ", "")
    assert len(code) == (15 if deal.variant is LONGO else 12)
    assert read_end(deal, phone.end_code.lower()) == (0, phone.state.sheet)
    place %= len(code)
    damaged = code[:place] + letter + code[place + 1 :]
    swapped = code[:place] + code[place : place + 2][::-1] + code[place + 2 :]
    for text in {damaged, swapped} - {code}:
        with pytest.raises(DealError) as slip:
            read_end(deal, text)
        assert slip.value.why == "slip"
    for text in (code[:-1], code + "0", ""):
        with pytest.raises(DealError) as length:
            read_end(deal, text)
        assert length.value.why == "length"


def test_a_code_of_another_table_is_said_to_be_one() -> None:
    deal = Deal(CLASSIC, 2, 5)
    code = write_end(deal, 1, Sheet(CLASSIC))
    told = []
    for seed in range(6, 300):
        try:
            read_end(Deal(CLASSIC, 2, seed), code)
        except DealError as refused:
            told.append(refused.why)
    assert {*told} == {"other-table"}
    assert len(told) > 280  # one in 97 is taken for this table's
    with pytest.raises(DealError) as error:
        read_end(deal.next, code)
    assert error.value.why == "other-table"


def test_only_rows_that_the_rules_allow_have_a_code() -> None:
    last = CLASSIC.rows[0].bits[12]
    with pytest.raises(ValueError, match="no row"):
        write_end(Deal(CLASSIC, 2, 5), 0, Sheet(CLASSIC, (last, 0, 0, 0)))
    with pytest.raises(DealError):  # no such seat
        read_end(Deal(CLASSIC, 2, 5), write_end(Deal(CLASSIC, 2, 5), 4, Sheet(CLASSIC)))


def test_ones_own_code_is_no_news() -> None:
    phones = finished(Deal(CLASSIC, 2, 7), 3)
    with pytest.raises(DealError) as error:
        phones[0].hear(phones[0].end_code)
    assert error.value.why == "own"
    heard = phones[0].hear(phones[1].end_code, "Bob")
    assert heard.names == ("", "Bob")
    assert heard.unhear(1).winners == ()


# What contradicts what


def test_what_contradicts_is_said() -> None:
    deal = Deal(CLASSIC, 2, 7)
    phone, other = finished(deal, 3)

    def told(sheet: Sheet) -> set[str]:
        return {doubt.kind for doubt in doubts(phone.hear(write_end(deal, 1, sheet)))}

    full = other.state.sheet
    assert told(full) == set()
    assert "dice" in told(Sheet(CLASSIC, (0b1111, 0, 0, 0), full.penalties))
    assert "penalties" in told(Sheet(CLASSIC, full.rows, 4)) or len(phone.turns) > 8
    assert "dice" in told(Sheet(CLASSIC, (0b110000011111,) * 4))
    assert Doubt("nobody", row=0) not in doubts(phone)  # not all sheets are known


def test_a_game_that_nothing_ended_is_said_to_be_one() -> None:
    deal = Deal(CLASSIC, 2, 5)
    phone = sit_down("1", deal, deal.first, ["", ""]).take(RollDice())
    phone = phone.take(Lock(0)).take(Lock(1)).take(Finish())
    other = 1 - deal.first
    heard = phone.hear(write_end(deal, other, Sheet(CLASSIC)))
    kinds = [doubt.kind for doubt in doubts(heard)]
    assert kinds == ["nobody", "nobody", "open"]
    phone = sit_down("1", deal, other, ["", ""])
    for _ in range(7):
        phone = phone.take(RollDice())
        if phone.state.is_active:
            phone = phone.take(Cross(phone.seat, phone.state.legal()[0]))
    phone = phone.take(Finish(elsewhere=True))
    blank = phone.hear(write_end(deal, deal.first, Sheet(CLASSIC)))
    assert [doubt.kind for doubt in doubts(blank)] == ["fourth"]
    fourth = phone.hear(write_end(deal, deal.first, Sheet(CLASSIC, penalties=4)))
    assert doubts(fourth) == []
    locks = Sheet(CLASSIC, (0b110000011111, 0, 0, 0), 4)
    kinds = [doubt.kind for doubt in doubts(phone.hear(write_end(deal, deal.first, locks)))]
    assert kinds == ["crosses", "unheard"]
