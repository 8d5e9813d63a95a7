"""Bots with weights: these load on demand, and the moves are the same as outside the browser."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from qwixx import Phase
from qwixx.bots import find_bot
from qwixx.games.events import Decision
from qwixx.rules.dice import bot_rng
from tests.browser.driver import choose_patient_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.browser.driver import Driver


@pytest.mark.parametrize(("variant", "file"), [("classic", "classic-2"), ("longo", "longo-2")])
def test_bot_chooses_same_moves_in_browser_as_in_cpython(
    open_page: Callable[..., Driver], context: BrowserContext, variant: str, file: str
) -> None:
    requested_weights: list[str] = []
    context.on(
        "request",
        lambda request: (
            requested_weights.append(request.url.rpartition("/")[2])
            if "/weights/" in request.url
            else None
        ),
    )
    driver = open_page(bots="medium", variant=variant, seed=7, first=1, speed="instant")
    assert requested_weights == []  # the start screen needs no weights
    driver.click_action("start")
    for _ in range(12):
        driver.wait_for_person_or_end()
        state = driver.saved_game().state
        if state.phase is Phase.ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(0, choose_patient_move(state, 0))
    driver.wait_for_person_or_end()
    assert requested_weights == [f"{file}.bin"]
    game = driver.saved_game()
    bot_move_count = 0
    for index, event, state in zip(count(), game.events, game.states, strict=False):
        if isinstance(event, Decision) and event.player == 1:
            rng = bot_rng(game.seed, index)
            assert find_bot("medium").choose_move(state.view(1), 1, rng) == event.move
            bot_move_count += 1
    assert bot_move_count > 4


@pytest.mark.expects_errors
def test_game_can_be_played_without_weights(
    open_page: Callable[..., Driver], context: BrowserContext, page_problems: list[str]
) -> None:
    context.route("**/weights/*.bin", lambda route: route.abort())
    driver = open_page(bots="hard", seed=7, start=1, first=1, speed="instant")
    driver.wait_for_person_or_end()
    assert driver.read_game()["phase"] == "white"
    assert "couldn’t be loaded" in driver.page.locator("body").inner_text()
    assert all("ERR_FAILED" in problem for problem in page_problems)
