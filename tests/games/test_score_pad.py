"""A score pad takes what some dice allow, refuses what the rules forbid, and counts as they do."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx import CLASSIC, LONGO, VARIANTS, IllegalMoveError, Mark, Variant
from qwixx.games.paper_actions import Cross, Finish, Lock, PaperAction, Penalty, parse_action
from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_series import MAX_PADS, PadSeries
from qwixx.games.score_pad.pad_state import PadError
from qwixx.rules.moves import Reason
from tests.example_counts import scale_examples
from tests.games.pad_games import random_pad_steps


def blank(players: int = 1, variant: Variant = CLASSIC, *, house: bool = False) -> Pad:
    return Pad("1", variant, [""] * players, house_rules=house)


def crossed(pad: Pad, codes: str, player: int = 0) -> Pad:
    for code in codes.split():
        pad = pad.cross(player, Mark.from_code(code))
    return pad


def why(pad: Pad, code: str, player: int = 0, *, late: bool = False) -> Reason | None:
    return pad.refusal(player, Mark.from_code(code), in_lock_step=late)


@pytest.mark.no_cover  # being traced, it takes four times as long
@scale_examples(10)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    players=st.integers(2, 5),
    data=st.data(),
    seed=st.integers(0, 2**32),
)
def test_every_total_agrees_with_the_engine(
    variant: Variant, players: int, data: st.DataObject, seed: int
) -> None:
    """Whatever is played, with mis-taps that are taken back, at one pad or several."""
    seats = st.lists(st.sampled_from(range(players)), min_size=1, unique=True)
    here = tuple(data.draw(seats))
    rng = random.Random(seed)
    pad = Pad("1", variant, [""] * len(here))
    cells = [mark for row in variant.marks for mark in row]
    for touches, state in random_pad_steps(variant, players, here, rng):
        for touch in touches:
            if rng.random() < 0.3:  # a finger slips
                slip = Cross(rng.randrange(len(here)), rng.choice(cells))
                if pad.accepts(slip):
                    before = pad.state
                    pad = pad.apply_or_redo(slip).undo()
                    assert pad.state == before
            if isinstance(touch, Finish) and not touch.by_other_player:
                assert pad.state.sheets_end_game
            pad = pad.apply_or_redo(touch)
        assert [sheet.rows for sheet in pad.sheets] == [state.sheets[s].rows for s in here]
        assert [sheet.points for sheet in pad.sheets] == [state.sheets[s].points for s in here]
        assert pad.state.closed_rows == state.closed
    assert pad.state.is_finished
    assert not pad.state.used_house_rules
    assert Pad.from_json(pad.to_json()) == pad
    while pad.can_undo:
        pad = pad.undo()
    assert pad.sheets == Pad("1", variant, [""] * len(here)).sheets
    while pad.can_redo:
        pad = pad.redo()
    assert pad.state.is_finished


@scale_examples(0.5)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    seed=st.integers(0, 2**32),
    house=st.booleans(),
)
def test_whatever_is_touched_it_comes_back(variant: Variant, seed: int, *, house: bool) -> None:
    """Nothing that is touched at random breaks a pad, and it is read back as it was."""
    rng = random.Random(seed)
    pad = blank(3, variant, house=house)
    cells = [mark for row in variant.marks for mark in row]
    for _ in range(120):
        player = rng.randrange(3)
        touch: PaperAction = Cross(player, rng.choice(cells), rng.random() < 0.2)
        if rng.random() < 0.1:
            others: list[PaperAction] = [Penalty(player), Lock(rng.randrange(4)), Finish()]
            touch = rng.choice(others)
        if pad.accepts(touch):
            pad = pad.apply_or_redo(touch)
        if rng.random() < 0.2 and pad.can_undo:
            pad = pad.undo()
        assert all(sheet.points >= -20 for sheet in pad.sheets)
    assert house or not pad.state.used_house_rules
    assert Pad.from_json(pad.to_json()) == pad


def test_what_the_rules_forbid_for_good_is_refused_with_its_reason() -> None:
    pad = crossed(blank(2), "r4 r7")
    assert why(pad, "r7") is Reason.ALREADY_CROSSED
    assert why(pad, "r5") is Reason.LEFT_OF_LAST
    assert why(pad, "r12") is Reason.TOO_FEW_CROSSES
    assert why(pad, "r13") is Reason.NOT_ON_SHEET
    assert why(pad, "r8", 2) is Reason.NO_SUCH_PLAYER
    assert why(pad, "r8") is None
    assert why(pad, "g12") is None
    assert why(pad.apply_or_redo(Lock(0)), "r8") is Reason.ROW_CLOSED
    with pytest.raises(IllegalMoveError) as caught:
        pad.cross(0, Mark.from_code("r5"))
    assert caught.value.reason is Reason.LEFT_OF_LAST


def test_the_last_number_crosses_the_lock_and_closes_the_row_on_all_sheets() -> None:
    pad = crossed(blank(2), "r2 r3 r4 r5 r6")
    assert pad.locking_marks(0, 0) == (Mark(0, 12),)
    assert pad.locking_marks(1, 0) == ()
    pad = crossed(pad, "r12")
    assert pad.sheets[0].locked(0)
    assert pad.sheets[0].points == 28
    assert why(pad, "r2", 1) is Reason.ROW_CLOSED
    assert pad.last_mark(0) == Mark(0, 12)
    assert pad.last_mark(1) is None


def test_either_of_two_numbers_locks_a_row_of_longo() -> None:
    pad = crossed(blank(1, LONGO), "b16 b15 b14 b13 b12 b11")
    assert pad.locking_marks(0, 3) == (Mark(3, 3), Mark(3, 2))
    assert crossed(pad, "b3").sheets[0].locked(3)


def test_several_may_lock_a_row_in_the_same_step() -> None:
    pad = crossed(crossed(blank(3), "r2 r3 r4 r5 r6"), "r4 r5 r6 r7 r8", 1)
    last = Mark(0, 12)
    pad = pad.cross(0, last)
    assert why(pad, "r12", 1) is Reason.ROW_CLOSED
    assert pad.is_legal_only_in_lock_step(1, last)
    assert not pad.is_legal_only_in_lock_step(2, last)  # too few crosses, whenever it was
    assert pad.locking_marks(1, 0) == (last,)
    both = pad.cross(1, last, in_lock_step=True)
    assert both.sheets[1].locked(0)
    assert both.events[-1] == Cross(1, last, in_lock_step=True)
    later = crossed(pad, "y2", 1)  # another step has begun for this player
    assert not later.is_legal_only_in_lock_step(1, last)
    assert later.locking_marks(1, 0) == ()


def test_a_lucky_number_counts_in_the_step_in_which_somebody_locks_the_row() -> None:
    pad = blank(2, LONGO).apply_or_redo(Lock(2))
    assert pad.is_legal_only_in_lock_step(0, Mark(2, 16))
    assert pad.cross(0, Mark(2, 16), in_lock_step=True).sheets[0].crossed(2) == (16,)


def test_a_cross_that_need_not_be_late_is_not() -> None:
    assert blank().cross(0, Mark(0, 2), in_lock_step=True).events == (Cross(0, Mark(0, 2)),)


def test_penalties_end_when_the_boxes_do() -> None:
    pad = blank()
    for count in range(4):
        assert not pad.state.sheets_end_game
        pad = pad.apply_or_redo(Penalty(0))
        assert pad.sheets[0].penalties == count + 1
    assert pad.state.sheets_end_game
    assert pad.sheets[0].points == -20
    assert not pad.accepts(Penalty(0))
    assert not pad.accepts(Penalty(1))


def test_it_ends_when_it_must_or_when_somebody_elsewhere_says_so() -> None:
    pad = blank().apply_or_redo(Lock(0))
    assert not pad.accepts(Lock(0))
    assert not pad.accepts(Finish())
    assert pad.accepts(Finish(by_other_player=True))
    over = pad.apply_or_redo(Lock(1)).apply_or_redo(Finish())
    assert over.state.is_finished
    for touch in (
        Cross(0, Mark(2, 12)),
        Penalty(0),
        Lock(2),
        Finish(),
        Finish(by_other_player=True),
    ):
        assert not over.accepts(touch)
    assert why(over, "g12") is Reason.GAME_OVER
    assert not over.undo().state.is_finished


def test_winners_are_those_with_most_points_of_several() -> None:
    assert blank().winners == ()
    assert blank(2).winners == (0, 1)
    assert crossed(blank(2), "r2", 1).winners == (1,)


def test_house_rules_take_what_is_not_impossible_and_are_told_of() -> None:
    pad = crossed(blank(2), "r7")
    played = pad.with_settings(house_rules=True)
    assert played.events == pad.events
    for code in ("r2", "r12"):
        assert why(pad, code) is not None
        assert why(played, code) is None
    assert why(played, "r7") is Reason.ALREADY_CROSSED
    assert why(played, "r13") is Reason.NOT_ON_SHEET
    assert not crossed(played, "r8").state.used_house_rules
    differs = crossed(played, "r2")
    assert differs.state.used_house_rules
    assert differs.sheets[0].points == 3
    assert differs.accepts(Finish())
    # Switched off again, it stays what it is.
    strict = differs.with_settings(house_rules=False)
    assert strict.state.used_house_rules
    assert why(strict, "r3") is Reason.LEFT_OF_LAST
    assert Pad.from_json(strict.to_json()) == strict


def test_no_row_holds_more_crosses_than_the_table_of_points_says() -> None:
    pad = blank(1, LONGO, house=True)
    for mark in reversed(LONGO.marks[0]):
        if why(pad, mark.code) is None:
            pad = pad.cross(0, mark)
    assert pad.sheets[0].row_points(0) == LONGO.points[-1]
    assert why(pad, "r2") is Reason.ROW_CLOSED


def test_names_and_lucky_numbers_are_written_above_and_no_touch() -> None:
    pad = crossed(blank(2, LONGO), "r7").undo()
    named = pad.with_settings(names=["Ann", ""], lucky=[(8, 5), ()])
    assert named.names == ("Ann", "")
    assert [sheet.lucky for sheet in named.sheets] == [(5, 8), ()]
    assert named.can_redo
    assert named.redo().sheets[0].lucky == (5, 8)
    assert named.with_settings(lucky=[(), ()]).sheets[0].lucky == ()
    for wrong in ({"names": ["Ann"]}, {"names": ["\n", ""]}, {"lucky": [(5, 5), ()]}):
        with pytest.raises(PadError):
            pad.with_settings(**wrong)


def test_classic_has_no_lucky_numbers_whatever_is_written() -> None:
    assert Pad("1", CLASSIC, [""], lucky=[(5, 8)]).sheets[0].lucky == ()


@pytest.mark.parametrize(
    ("pad_id", "names", "lucky"),
    [
        ("", ["a"], None),
        ("G", ["a"], None),
        (5, ["a"], None),
        ("1", [], None),
        ("1", ["a"] * 6, None),
        ("1", "ab", None),
        ("1", [5], None),
        ("1", ["\u202e"], None),
        ("1", ["a"], [(5, 8), (6, 7)]),
        ("1", ["a"], [(5, 17)]),
        ("1", ["a"], ["58"]),
        ("1", ["a"], 5),
    ],
)
def test_what_is_no_pad_is_refused(pad_id: object, names: object, lucky: object) -> None:
    with pytest.raises(PadError):
        Pad(pad_id, LONGO, names, lucky=lucky)  # type: ignore[arg-type]


def test_undo_and_redo_know_their_ends() -> None:
    pad = blank()
    for step in (pad.undo, pad.redo):
        with pytest.raises(ValueError, match="nothing to"):
            step()
    touched = crossed(pad, "r2 r3 r4").undo().undo()
    assert crossed(touched, "r3").can_redo  # the same again
    assert not crossed(touched, "r4").can_redo
    assert touched.without_undone().can_redo is False
    assert repr(touched) == "<Pad classic - r2/y/g/b/0>"
    assert repr(touched.apply_or_redo(Lock(3))) == "<Pad classic b r2/y/g/b/0>"


@pytest.mark.parametrize(
    "touch",
    [Cross(0, Mark(0, 7)), Cross(4, Mark(3, 12), in_lock_step=True), Penalty(2), Lock(1)]
    + [Finish(elsewhere) for elsewhere in (False, True)],
)
def test_a_touch_has_a_text_form(touch: PaperAction) -> None:
    assert parse_action(touch.code) == touch


@pytest.mark.parametrize(
    "code", ["", "0", "5 r7", "0 r7?", "lock", "lock x", "0 x!", "end?", "r7", 5]
)
def test_what_is_no_touch_is_refused(code: object) -> None:
    with pytest.raises(ValueError, match="not an action"):
        parse_action(code)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"id": ""},
        {"variant": "chess"},
        {"variant": []},
        {"names": []},
        {"lucky": 5},
        {"house": 1},
        {"touches": "0 r7"},
        {"touches": ["0 r7", "0 r7"]},
        {"touches": ["0 z"]},
        {"touches": [5]},
        {"done": -1},
        {"done": 3},
        {"done": "1"},
        {"touches": ["end", "0 r7"]},
    ],
)
def test_a_text_that_is_no_pad_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(crossed(blank(), "r2 r3").to_json())
    with pytest.raises(PadError):
        Pad.from_json(json.dumps({**fields, **change}))


@pytest.mark.parametrize("text", ["", "5", "[]", "{}", "nothing", '{"v":1}', "[" * 10_000])
def test_any_text_is_refused_that_holds_no_pad_and_no_block(text: str) -> None:
    with pytest.raises(PadError):
        Pad.from_json(text)
    with pytest.raises(PadError):
        PadSeries.from_json(text)


# A block of pads


def test_a_new_sheet_can_be_taken_back() -> None:
    first = crossed(blank(), "r2 r3").undo()
    block = PadSeries((first,)).with_new_pad(Pad("2", LONGO, ["Ann", "Bo"]))
    assert block.open_pad.id == "2"
    back = block.undo()
    assert back.open_pad == first.without_undone()
    assert back.redo().open_pad.id == "2"
    assert back.undo().open_pad.events == ()
    with pytest.raises(ValueError, match="nothing to undo"):
        back.undo().undo()
    assert not back.undo().can_undo
    again = back.undo().redo().redo()
    assert again.open_pad.id == "2"
    with pytest.raises(ValueError, match="nothing to redo"):
        again.redo()
    assert not again.can_redo


def test_what_is_written_on_an_earlier_pad_takes_the_later_ones_away() -> None:
    block = PadSeries((crossed(blank(), "r2"),)).with_new_pad(Pad("2", CLASSIC, [""])).undo()
    assert block.with_pad_keeping_later(block.open_pad.with_settings(names=["Ann"])).can_redo
    assert not block.with_pad_dropping_later(crossed(block.open_pad, "r3")).can_redo


def test_a_block_keeps_the_last_pads_and_no_blank_ones() -> None:
    block = PadSeries((blank(),))
    assert block.with_new_pad(Pad("2", CLASSIC, [""])).pads == (Pad("2", CLASSIC, [""]),)
    for number in range(2, 9):
        block = block.with_pad_dropping_later(crossed(block.open_pad, "r2")).with_new_pad(
            Pad(str(number), CLASSIC, [""])
        )
    assert [pad.id for pad in block.pads] == ["5", "6", "7", "8"]
    assert len(block.pads) == MAX_PADS
    assert PadSeries.from_json(block.to_json()) == block
    for at in (-1, 4, "1"):
        with pytest.raises(PadError):
            PadSeries.from_json(json.dumps({**json.loads(block.to_json()), "at": at}))
