"""Test score pads and pad series: legality, scores, undo, and saves."""

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


def blank_pad(players: int = 1, variant: Variant = CLASSIC, *, house_rules: bool = False) -> Pad:
    return Pad("1", variant, [""] * players, house_rules=house_rules)


def with_crosses(pad: Pad, codes: str, player: int = 0) -> Pad:
    for code in codes.split():
        pad = pad.cross(player, Mark.from_code(code))
    return pad


def refusal(pad: Pad, code: str, player: int = 0, *, in_lock_step: bool = False) -> Reason | None:
    return pad.refusal(player, Mark.from_code(code), in_lock_step=in_lock_step)


@pytest.mark.no_cover  # four times slower when traced
@scale_examples(10)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    players=st.integers(2, 5),
    data=st.data(),
    seed=st.integers(0, 2**32),
)
def test_sheets_and_points_agree_with_engine(
    variant: Variant, players: int, data: st.DataObject, seed: int
) -> None:
    """Play random games with some of the players on the pad; undo mistaken taps."""
    seats = st.lists(st.sampled_from(range(players)), min_size=1, unique=True)
    pad_seats = tuple(data.draw(seats))
    rng = random.Random(seed)
    cards = [variant.cards[seat] for seat in pad_seats] if variant.cards else None
    blank = pad = Pad("1", variant, [""] * len(pad_seats), cards=cards)
    all_marks = variant.tables.marks
    for actions, state in random_pad_steps(variant, players, pad_seats, rng):
        for action in actions:
            if rng.random() < 0.3:  # a mistaken tap
                mistake = Cross(rng.randrange(len(pad_seats)), rng.choice(all_marks))
                if pad.accepts(mistake):
                    state_before = pad.state
                    pad = pad.apply_or_redo(mistake).undo()
                    assert pad.state == state_before
            if isinstance(action, Finish) and not action.by_other_player:
                assert pad.state.sheets_end_game
            pad = pad.apply_or_redo(action)
        # a pad does not know when a step ends, so it crosses out fields of closed rows later
        parts = len(variant.tables.strips) - bool(variant.tables.closes)
        assert [sheet.rows[:parts] for sheet in pad.sheets] == [
            state.sheets[seat].rows[:parts] for seat in pad_seats
        ]
        assert [sheet.points for sheet in pad.sheets] == [
            state.sheets[seat].points for seat in pad_seats
        ]
        assert pad.state.closed_rows == state.closed
    assert pad.state.is_finished
    assert not pad.state.used_house_rules
    assert Pad.from_json(pad.to_json()) == pad
    while pad.can_undo:
        pad = pad.undo()
    assert pad.sheets == blank.sheets
    while pad.can_redo:
        pad = pad.redo()
    assert pad.state.is_finished


@scale_examples(0.5)
@given(
    variant=st.sampled_from([*VARIANTS.values()]),
    seed=st.integers(0, 2**32),
    house_rules=st.booleans(),
)
def test_pad_survives_random_actions_and_round_trips(
    variant: Variant, seed: int, *, house_rules: bool
) -> None:
    """No sequence of random actions breaks a pad."""
    rng = random.Random(seed)
    pad = blank_pad(3, variant, house_rules=house_rules)
    all_marks = variant.tables.marks
    for _ in range(120):
        player = rng.randrange(3)
        action: PaperAction = Cross(player, rng.choice(all_marks), rng.random() < 0.2)
        if rng.random() < 0.1:
            other_actions: list[PaperAction] = [Penalty(player), Lock(rng.randrange(4)), Finish()]
            action = rng.choice(other_actions)
        if pad.accepts(action):
            pad = pad.apply_or_redo(action)
        if rng.random() < 0.2 and pad.can_undo:
            pad = pad.undo()
        assert all(sheet.points >= -20 for sheet in pad.sheets)
        legal = tuple(mark for mark in all_marks if pad.refusal(player, mark) is None)
        assert pad.legal_marks(player) == legal
    assert house_rules or not pad.state.used_house_rules
    assert Pad.from_json(pad.to_json()) == pad


def test_illegal_cross_is_refused_with_reason() -> None:
    pad = with_crosses(blank_pad(2), "r4 r7")
    assert refusal(pad, "r7") is Reason.ALREADY_CROSSED
    assert refusal(pad, "r5") is Reason.LEFT_OF_LAST
    assert refusal(pad, "r12") is Reason.TOO_FEW_CROSSES
    assert refusal(pad, "r13") is Reason.NOT_ON_SHEET
    assert refusal(pad, "r8", 2) is Reason.NO_SUCH_PLAYER
    assert refusal(pad, "r8") is None
    assert refusal(pad, "g12") is None
    assert refusal(pad.apply_or_redo(Lock(0)), "r8") is Reason.ROW_CLOSED
    with pytest.raises(IllegalMoveError) as error:
        pad.cross(0, Mark.from_code("r5"))
    assert error.value.reason is Reason.LEFT_OF_LAST


def test_last_number_locks_row_and_closes_it_on_all_sheets() -> None:
    pad = with_crosses(blank_pad(2), "r2 r3 r4 r5 r6")
    assert pad.locking_marks(0, 0) == (Mark(0, 12),)
    assert pad.locking_marks(1, 0) == ()
    pad = with_crosses(pad, "r12")
    assert pad.sheets[0].locked(0)
    assert pad.sheets[0].points == 28
    assert refusal(pad, "r2", 1) is Reason.ROW_CLOSED
    assert pad.last_mark(0) == Mark(0, 12)
    assert pad.last_mark(1) is None


def test_last_two_numbers_lock_row_in_longo() -> None:
    pad = with_crosses(blank_pad(1, LONGO), "b16 b15 b14 b13 b12 b11")
    assert pad.locking_marks(0, 3) == (Mark(3, 3), Mark(3, 2))
    assert with_crosses(pad, "b3").sheets[0].locked(3)


def test_several_players_lock_row_in_same_step() -> None:
    pad = with_crosses(with_crosses(blank_pad(3), "r2 r3 r4 r5 r6"), "r4 r5 r6 r7 r8", 1)
    last_mark = Mark(0, 12)
    pad = pad.cross(0, last_mark)
    assert refusal(pad, "r12", 1) is Reason.ROW_CLOSED
    assert pad.is_legal_only_in_lock_step(1, last_mark)
    assert not pad.is_legal_only_in_lock_step(2, last_mark)  # too few crosses for the lock
    assert pad.locking_marks(1, 0) == (last_mark,)
    both_locked = pad.cross(1, last_mark, in_lock_step=True)
    assert both_locked.sheets[1].locked(0)
    assert both_locked.events[-1] == Cross(1, last_mark, in_lock_step=True)
    later_pad = with_crosses(pad, "y2", 1)  # a later step of this player
    assert not later_pad.is_legal_only_in_lock_step(1, last_mark)
    assert later_pad.locking_marks(1, 0) == ()


def test_lucky_number_is_legal_in_lock_step() -> None:
    pad = blank_pad(2, LONGO).apply_or_redo(Lock(2))
    assert pad.is_legal_only_in_lock_step(0, Mark(2, 16))
    assert pad.cross(0, Mark(2, 16), in_lock_step=True).sheets[0].crossed(2) == (16,)


def test_lock_step_flag_is_dropped_if_unnecessary() -> None:
    assert blank_pad().cross(0, Mark(0, 2), in_lock_step=True).events == (Cross(0, Mark(0, 2)),)


def test_penalties_are_limited_by_boxes() -> None:
    pad = blank_pad()
    for count in range(4):
        assert not pad.state.sheets_end_game
        pad = pad.apply_or_redo(Penalty(0))
        assert pad.sheets[0].penalties == count + 1
    assert pad.state.sheets_end_game
    assert pad.sheets[0].points == -20
    assert not pad.accepts(Penalty(0))
    assert not pad.accepts(Penalty(1))


def test_finish_requires_end_on_sheets_or_other_player() -> None:
    pad = blank_pad().apply_or_redo(Lock(0))
    assert not pad.accepts(Lock(0))
    assert not pad.accepts(Finish())
    assert pad.accepts(Finish(by_other_player=True))
    finished = pad.apply_or_redo(Lock(1)).apply_or_redo(Finish())
    assert finished.state.is_finished
    for action in (
        Cross(0, Mark(2, 12)),
        Penalty(0),
        Lock(2),
        Finish(),
        Finish(by_other_player=True),
    ):
        assert not finished.accepts(action)
    assert refusal(finished, "g12") is Reason.GAME_OVER
    assert not finished.undo().state.is_finished


def test_winners_have_most_points_of_several_players() -> None:
    assert blank_pad().winners == ()
    assert blank_pad(2).winners == (0, 1)
    assert with_crosses(blank_pad(2), "r2", 1).winners == (1,)


def test_house_rules_allow_more_crosses_and_are_recorded() -> None:
    pad = with_crosses(blank_pad(2), "r7")
    house_pad = pad.with_settings(house_rules=True)
    assert house_pad.events == pad.events
    for code in ("r2", "r12"):
        assert refusal(pad, code) is not None
        assert refusal(house_pad, code) is None
    assert refusal(house_pad, "r7") is Reason.ALREADY_CROSSED
    assert refusal(house_pad, "r13") is Reason.NOT_ON_SHEET
    assert not with_crosses(house_pad, "r8").state.used_house_rules
    with_house_mark = with_crosses(house_pad, "r2")
    assert with_house_mark.state.used_house_rules
    assert with_house_mark.sheets[0].points == 3
    assert with_house_mark.accepts(Finish())
    # The pad still records the use of house rules after the rules are switched off.
    without_house_rules = with_house_mark.with_settings(house_rules=False)
    assert without_house_rules.state.used_house_rules
    assert refusal(without_house_rules, "r3") is Reason.LEFT_OF_LAST
    assert Pad.from_json(without_house_rules.to_json()) == without_house_rules


def test_row_has_at_most_as_many_crosses_as_points_table() -> None:
    pad = blank_pad(1, LONGO, house_rules=True)
    for mark in reversed(LONGO.marks[0]):
        if refusal(pad, mark.code) is None:
            pad = pad.cross(0, mark)
        marks = (mark for row in LONGO.marks for mark in row)
        legal = tuple(mark for mark in marks if refusal(pad, mark.code) is None)
        assert pad.legal_marks(0) == legal
    assert pad.sheets[0].row_points(0) == LONGO.points[-1]
    assert refusal(pad, "r2") is Reason.ROW_CLOSED


def test_names_and_lucky_numbers_are_not_actions() -> None:
    pad = with_crosses(blank_pad(2, LONGO), "r7").undo()
    named = pad.with_settings(names=["Ann", ""], lucky=[(8, 5), ()])
    assert named.names == ("Ann", "")
    assert [sheet.lucky for sheet in named.sheets] == [(5, 8), ()]
    assert named.can_redo
    assert named.redo().sheets[0].lucky == (5, 8)
    assert named.with_settings(lucky=[(), ()]).sheets[0].lucky == ()
    for invalid_settings in ({"names": ["Ann"]}, {"names": ["\n", ""]}, {"lucky": [(5, 5), ()]}):
        with pytest.raises(PadError):
            pad.with_settings(**invalid_settings)


def test_classic_ignores_lucky_numbers() -> None:
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
def test_invalid_settings_are_refused(pad_id: object, names: object, lucky: object) -> None:
    with pytest.raises(PadError):
        Pad(pad_id, LONGO, names, lucky=lucky)  # type: ignore[arg-type]


def test_undo_and_redo_stop_at_ends() -> None:
    pad = blank_pad()
    for undo_or_redo in (pad.undo, pad.redo):
        with pytest.raises(ValueError, match="nothing to"):
            undo_or_redo()
    undone = with_crosses(pad, "r2 r3 r4").undo().undo()
    assert with_crosses(undone, "r3").can_redo  # repeats the undone action
    assert not with_crosses(undone, "r4").can_redo
    assert undone.without_undone().can_redo is False
    assert repr(undone) == "<Pad classic - r2/y/g/b/0>"
    assert repr(undone.apply_or_redo(Lock(3))) == "<Pad classic b r2/y/g/b/0>"


@pytest.mark.parametrize(
    "action",
    [Cross(0, Mark(0, 7)), Cross(4, Mark(3, 12), in_lock_step=True), Penalty(2), Lock(1)]
    + [Finish(by_other_player) for by_other_player in (False, True)],
)
def test_action_code_round_trips(action: PaperAction) -> None:
    assert parse_action(action.code) == action


@pytest.mark.parametrize(
    "code", ["", "0", "5 r7", "0 r7?", "lock", "lock x", "0 x!", "end?", "r7", 5]
)
def test_invalid_action_code_is_refused(code: object) -> None:
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
def test_save_with_invalid_field_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(with_crosses(blank_pad(), "r2 r3").to_json())
    with pytest.raises(PadError):
        Pad.from_json(json.dumps({**fields, **change}))


@pytest.mark.parametrize("text", ["", "5", "[]", "{}", "nothing", '{"v":1}', "[" * 10_000])
def test_text_without_pad_is_refused(text: str) -> None:
    with pytest.raises(PadError):
        Pad.from_json(text)
    with pytest.raises(PadError):
        PadSeries.from_json(text)


# Pad series


def test_new_pad_can_be_undone() -> None:
    first_pad = with_crosses(blank_pad(), "r2 r3").undo()
    series = PadSeries((first_pad,)).with_new_pad(Pad("2", LONGO, ["Ann", "Bo"]))
    assert series.open_pad.id == "2"
    undone = series.undo()
    assert undone.open_pad == first_pad.without_undone()
    assert undone.redo().open_pad.id == "2"
    assert undone.undo().open_pad.events == ()
    with pytest.raises(ValueError, match="nothing to undo"):
        undone.undo().undo()
    assert not undone.undo().can_undo
    redone = undone.undo().redo().redo()
    assert redone.open_pad.id == "2"
    with pytest.raises(ValueError, match="nothing to redo"):
        redone.redo()
    assert not redone.can_redo


def test_cross_on_earlier_pad_drops_later_pads() -> None:
    series = (
        PadSeries((with_crosses(blank_pad(), "r2"),)).with_new_pad(Pad("2", CLASSIC, [""])).undo()
    )
    assert series.with_open_pad_changed_keeping_later(
        series.open_pad.with_settings(names=["Ann"])
    ).can_redo
    assert not series.with_open_pad_changed(with_crosses(series.open_pad, "r3")).can_redo


def test_series_keeps_last_pads_without_blank_ones() -> None:
    series = PadSeries((blank_pad(),))
    assert series.with_new_pad(Pad("2", CLASSIC, [""])).pads == (Pad("2", CLASSIC, [""]),)
    for number in range(2, 9):
        series = series.with_open_pad_changed(with_crosses(series.open_pad, "r2")).with_new_pad(
            Pad(str(number), CLASSIC, [""])
        )
    assert [pad.id for pad in series.pads] == ["5", "6", "7", "8"]
    assert len(series.pads) == MAX_PADS
    assert PadSeries.from_json(series.to_json()) == series
    for open_index in (-1, 4, "1"):
        with pytest.raises(PadError):
            PadSeries.from_json(json.dumps({**json.loads(series.to_json()), "at": open_index}))
