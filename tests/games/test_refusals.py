"""Test that states, score pads, and phones refuse a mark for the same reason."""

from __future__ import annotations

import pytest

from qwixx import CLASSIC, LONGO, Mark, Variant
from qwixx.games.paper_actions import RollDice
from qwixx.games.same_dice.game import new_same_dice_game
from qwixx.games.score_pad.pad_state import PadState
from qwixx.games.written.join_code import SharedSetup
from qwixx.rules.moves import Reason
from tests.finished_games import finished_game

REASONS_OF_DICE = {None, Reason.NOT_WHITE_SUM, Reason.NOT_LEFTMOST, Reason.NOT_FEWEST}


@pytest.mark.parametrize("variant", [CLASSIC, LONGO])
@pytest.mark.parametrize("seed", range(3))
def test_reason_of_sheet_takes_precedence_over_dice(variant: Variant, seed: int) -> None:
    seen_reasons = set[Reason | None]()
    marks = [Mark(row, number) for row in range(4) for number in range(1, 20)]
    for state in finished_game(variant.name, 2, seed).states:
        if not state.to_act:
            continue
        player = state.to_act[0]
        pad = PadState(state.sheets)
        for mark in marks:
            sheet = state.sheets[player]
            reason = sheet.refusal(mark, is_closed=state.closed[mark.row])
            seen_reasons.add(reason)
            assert pad.refusal(player, mark) is reason
            state_reason = state.refusal(player, mark)
            if reason is not None:
                assert state_reason is reason
            else:
                assert state_reason in REASONS_OF_DICE | {Reason.NOT_COLOR_SUM}
    assert seen_reasons > {None, Reason.NOT_ON_SHEET, Reason.ALREADY_CROSSED, Reason.LEFT_OF_LAST}


def test_phone_checks_sheet_before_dice() -> None:
    setup = SharedSetup(CLASSIC, 2, 5)
    phone = new_same_dice_game("7", setup, 0, ["", ""]).apply_or_redo(RollDice()).state
    for mark in (Mark(0, 1), Mark(0, 12), Mark(2, 2)):
        reason = phone.sheet.refusal(mark, is_closed=False)
        assert reason is not None
        assert phone.refusal(mark) is reason
