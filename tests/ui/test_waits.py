"""Test the large button while people wait for bots: only a long wait can be skipped with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwixx import Phase, new_game
from qwixx.ui.model.delays import MOTION_DELAYS_MS, SKIPPABLE_MS, wait_for_bots_ms
from qwixx.ui.model.timeline import COUNT, CROSS, LOCK, PENALTY, RIVAL, part_of
from qwixx.ui.view import view
from tests.ui.fake_page import page_actions, text_of, walk
from tests.ui.timed_page import TimedPage, open_bot_game


@pytest.mark.parametrize(
    ("people", "players", "active", "turn", "wait"),
    [
        # A bot's whole turn: the white step, the color step, and a person rolls
        ((0,), 2, 1, 1, {Phase.WHITE: 1800, Phase.COLOR: 1800, Phase.BONUS: 1800}),
        # A person's turn: after the white step, this person decides again.
        ((0,), 2, 0, 2, {Phase.WHITE: 900}),
        # A bot rolls after a person's turn, or first of all.
        ((0,), 2, 1, 1, {Phase.ROLL: 600}),
        ((0, 1), 3, 2, 2, {Phase.ROLL: 600}),
        ((0,), 2, 1, 0, {Phase.ROLL: 600}),
        # Another bot's turn follows.
        ((0,), 3, 1, 1, {Phase.WHITE: 2400, Phase.COLOR: 2400}),
        ((0,), 3, 2, 2, {Phase.ROLL: 2400}),
        ((0, 2), 4, 2, 2, {Phase.WHITE: 900}),
    ],
)
def test_wait_is_the_same_at_each_of_its_moments(
    people: tuple[int, ...], players: int, active: int, turn: int, wait: dict[Phase, int]
) -> None:
    for phase, expected in wait.items():
        state = replace(new_game(players=players), active=active, turn=turn, phase=phase)
        assert wait_for_bots_ms("calm", state, people) == expected
        assert wait_for_bots_ms("instant", state, people) == 0


def large_button(page: TimedPage) -> tuple[str, str, str | None]:
    """Return action, text, and state of the large button."""
    button = next(node for node in walk(view(page.model)) if node.key == "large")
    text = text_of(button).strip()
    return button.attributes["data-action"], text, button.attributes.get("aria-disabled")


def test_button_and_hint_stay_during_brief_waits() -> None:
    """The bar keeps its layout in the person's own turn."""
    page = open_bot_game()
    page.press("roll")
    page.wait(1000)
    page.press("pass")
    assert page.model.board.next_local_bot == 1
    assert wait_for_bots_ms("calm", page.game.state, (0,)) < SKIPPABLE_MS
    assert large_button(page) == ("pass", "Pass", "true")
    assert "hint" in page_actions(page.model)
    assert "skip-always" not in page_actions(page.model)
    page.wait(1000)
    assert page.phase() is Phase.COLOR
    assert large_button(page)[2] is None


def test_long_wait_can_be_skipped() -> None:
    page = open_bot_game(first="1")
    page.wait(2000)
    assert page.phase() is Phase.WHITE
    page.press("pass")
    action, _text, disabled = large_button(page)
    assert (action, disabled) == ("skip", None)
    assert "skip-always" in page_actions(page.model)
    page.wait(1000)  # the bot has decided once, and goes on
    assert page.phase() is Phase.COLOR
    assert large_button(page)[0] == "skip"


@pytest.mark.parametrize("speed", ["calm", "quick"])
def test_bots_act_only_after_total_and_lock_are_shown(speed: str) -> None:
    delays = MOTION_DELAYS_MS[speed]
    assert delays[CROSS] >= part_of(CROSS, "written").at_ms + part_of(COUNT, "total").at_ms
    crossed = part_of(LOCK, "second")
    assert delays[LOCK] >= crossed.at_ms + crossed.long_ms


FRAMES_MS = 100
"""Time after which a motion has surely begun, in which slow phones render the position."""


@pytest.mark.parametrize("speed", ["calm", "quick"])
def test_bots_act_only_after_crosses_of_other_players_are_shown(speed: str) -> None:
    pen, points = part_of(RIVAL, "pen"), part_of(RIVAL, "points")
    page = open_bot_game(bots="greedy,greedy", first="1", speed=speed)
    causes = set()
    for _step in range(200):
        board = page.model.board
        if board.cause in (COUNT, PENALTY, RIVAL) and board.is_local_bot_next:
            causes.add(board.cause)
            next_ms = min(at for at, timer in page.timers if timer == page.model.timer)
            assert next_ms - page.now >= max(pen.at_ms + pen.long_ms, points.at_ms) + FRAMES_MS
        if page.timers:
            page.wait(min(page.timers)[0] - page.now)
        else:
            page.wait(1000)
            page.press_large_button()
    assert causes == {COUNT, PENALTY, RIVAL}
