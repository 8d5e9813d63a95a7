"""Same dice without a connection: each page alone comes to what the engine comes to."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, VARIANTS, IllegalMoveError, Mark, Phase, Variant, new_game
from qwixx.games.same_dice import (
    LENGTH,
    SEEDS,
    Called,
    Crossed,
    Deal,
    DealError,
    Ended,
    Rolled,
    Seat,
    sit,
)
from qwixx.rules.dice import seeded_roll
from qwixx.rules.moves import Reason
from tests.examples import share

DEALS = st.builds(
    Deal,
    st.sampled_from([*VARIANTS.values()]),
    st.integers(2, 5),
    st.integers(0, SEEDS - 1),
)


@share(4)
@given(deal=DEALS, choices=st.integers(0, 2**32))
def test_every_page_comes_to_what_the_engine_comes_to(deal: Deal, choices: int) -> None:
    """People decide at random; what others lock, and how it ends, is called out."""
    rng = random.Random(choices)
    pages = [sit(deal, seat) for seat in range(deal.players)]
    state = new_game(deal.variant, deal.players, first=deal.first)
    while state.outcome() is None:
        if state.phase is Phase.ROLL:
            pages = [page.after(Rolled()) for page in pages]
            state = state.apply_roll(
                seeded_roll(deal.seed, state.turn, deal.variant, state.closed)
            )
            assert {page.roll for page in pages} == {state.roll}
            assert {page.sheet for page in pages} == {*state.sheets}
        before = state
        while state.phase is before.phase:
            player = state.to_act[0]
            legal = state.legal_moves(player)
            marks = [move for move in legal if isinstance(move, Mark)]
            # On a page, who may use the colored dice may use them for both at once.
            assert {*marks} <= {*pages[player].legal()}
            if not pages[player].is_active:
                assert [*pages[player].legal()] == marks
            cautious = [m for m in marks if state.sheets[player].skips(m) < 2]
            move = rng.choice(cautious) if cautious and rng.random() < 0.8 else rng.choice(legal)
            if isinstance(move, Mark):
                pages[player] = pages[player].after(Crossed(move))
            state = state.play(player, move)
        for row, shut in enumerate(state.closed):
            pages = [
                page.after(Called(row)) if shut and not page.called[row] else page
                for page in pages
            ]
    pages = [page.after(Ended(elsewhere=not page.ends_here)) for page in pages]
    assert [page.sheet.points for page in pages] == [*state.scores()]


def rolled(seat: int = 0, variant: Variant = CLASSIC, seed: int = 5) -> Seat:
    return sit(Deal(variant, 2, seed), seat).after(Rolled())


@given(DEALS)
def test_a_code_comes_back_however_it_was_typed(deal: Deal) -> None:
    assert len(deal.code) == LENGTH
    typed = deal.code.lower().replace("0", "o").replace("1", "l")
    for text in (deal.code, typed, f" {typed[:3]} {typed[3:]}\n"):
        assert Deal.from_code(text) == deal


@given(DEALS, st.integers(0, LENGTH - 1), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_letter_that_was_mistyped_is_noticed_nearly_always(
    deal: Deal, place: int, letter: str
) -> None:
    mistyped = deal.code[:place] + letter + deal.code[place + 1 :]
    try:
        assert Deal.from_code(mistyped).code == mistyped
    except DealError:
        assert mistyped != deal.code


def test_of_all_mistakes_in_one_letter_few_are_missed() -> None:
    missed = tried = 0
    for seed in range(0, SEEDS, SEEDS // 20):
        code = Deal(LONGO, 4, seed).code
        for place in range(LENGTH):
            for letter in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
                if letter == code[place]:
                    continue
                tried += 1
                try:
                    Deal.from_code(code[:place] + letter + code[place + 1 :])
                    missed += 1
                except DealError:
                    pass
    assert missed / tried < 0.09


@pytest.mark.parametrize(
    "text", ["", "12345", "1234567", "ABC-EF", "UUUUUU", "ÄÄÄÄÄÄ", 5, "ZZZZZZ"]
)
def test_what_is_no_code_is_refused(text: object) -> None:
    with pytest.raises(DealError):
        Deal.from_code(text)  # type: ignore[arg-type]


def test_nothing_can_be_crossed_before_the_first_roll_nor_after_the_end() -> None:
    page = sit(Deal(CLASSIC, 3, 5), 1)
    assert page.refusal(Mark(0, 7)) is Reason.NOT_ROLLED
    assert page.legal() == ()
    assert page.roll is None
    over = page.after(Ended(elsewhere=True))
    assert over.refusal(Mark(0, 7)) is Reason.GAME_OVER
    for step in (Rolled(), Called(0), Ended(), Ended(elsewhere=True)):
        with pytest.raises(DealError):
            over.after(step)


def test_a_refused_number_has_its_reason() -> None:
    deal = Deal(CLASSIC, 2, 5)
    page = sit(deal, 1 - deal.first).after(Rolled())
    assert page.roll is not None
    total = page.roll.white_sum
    assert page.refusal(Mark(0, 99)) is Reason.NOT_ON_SHEET
    assert page.refusal(Mark(0, 12 if total != 12 else 2)) in {
        Reason.TOO_FEW_CROSSES,
        Reason.NOT_WHITE_SUM,
    }
    crossed = page.after(Crossed(Mark(0, total)))
    assert crossed.refusal(Mark(0, total)) is Reason.ALREADY_CROSSED
    assert crossed.refusal(Mark(1, total)) is Reason.ALREADY_DECIDED
    with pytest.raises(IllegalMoveError):
        crossed.after(Crossed(Mark(1, total)))


def test_who_is_active_and_crosses_nothing_has_a_penalty() -> None:
    deal = Deal(CLASSIC, 2, 5)
    page = sit(deal, deal.first).after(Rolled())
    assert page.owes_penalty
    page = page.after(Rolled())
    assert page.sheet.penalties == 1
    assert not page.owes_penalty
    for _ in range(5):
        page = page.after(Rolled())
    assert page.sheet.penalties == 3
    assert page.ends_here  # the next one is the last
    with pytest.raises(DealError):
        page.after(Rolled())
    assert page.after(Ended()).sheet.penalties == 4


def test_a_row_that_is_called_out_closes_with_the_next_roll() -> None:
    deal = Deal(CLASSIC, 2, 5)
    page = sit(deal, 1 - deal.first).after(Rolled())
    assert page.roll is not None
    total = Mark(0, page.roll.white_sum)
    called = page.after(Called(0))
    assert called.refusal(total) is None  # in the same step
    with pytest.raises(DealError):
        called.after(Called(0))
    nearly = called.after(Rolled())
    assert nearly.roll is not None
    assert nearly.roll.colored[0] is None
    assert nearly.refusal(Mark(0, 7)) is Reason.ROW_CLOSED
    assert nearly.after(Called(1)).ends_here


@pytest.mark.parametrize(("seat", "lucky"), [(2, None), (-1, None), (True, None), (0, (5, 5))])
def test_there_are_no_other_seats_nor_numbers(seat: int, lucky: tuple[int, int] | None) -> None:
    with pytest.raises(DealError):
        sit(Deal(LONGO, 2, 5), seat, lucky)


def test_lucky_numbers_are_dealt_or_those_of_the_card() -> None:
    deal = Deal(LONGO, 2, 5)
    assert sit(deal, 1).sheet.lucky == LONGO.lucky_pairs[1]
    assert sit(deal, 1, (13, 4)).sheet.lucky == (4, 13)
    assert sit(Deal(CLASSIC, 2, 5), 1, (13, 4)).sheet.lucky == ()
