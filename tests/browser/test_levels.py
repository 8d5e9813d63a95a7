"""Bots that need weights: fetched when a game needs them, and the same bots as elsewhere."""

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
def test_a_bot_decides_in_the_page_as_it_does_here(
    open_page: Callable[..., Driver], context: BrowserContext, variant: str, file: str
) -> None:
    fetched: list[str] = []
    context.on(
        "request",
        lambda request: (
            fetched.append(request.url.rpartition("/")[2]) if "/weights/" in request.url else None
        ),
    )
    driver = open_page(bots="medium", variant=variant, seed=7, first=1, speed="instant")
    assert fetched == []  # nothing that the first screen could do without
    driver.click_action("start")
    for _ in range(12):
        driver.wait_for_person_or_end()
        state = driver.saved_game().state
        if state.phase is Phase.ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(0, choose_patient_move(state, 0))
    driver.wait_for_person_or_end()
    assert fetched == [f"{file}.bin"]
    game = driver.saved_game()
    decided = 0
    for index, event, state in zip(count(), game.events, game.states, strict=False):
        if isinstance(event, Decision) and event.player == 1:
            rng = bot_rng(game.seed, index)
            assert find_bot("medium").choose_move(state.view(1), 1, rng) == event.move
            decided += 1
    assert decided > 4


@pytest.mark.expects_errors
def test_without_weights_the_game_goes_on(
    open_page: Callable[..., Driver], context: BrowserContext, page_problems: list[str]
) -> None:
    context.route("**/weights/*.bin", lambda route: route.abort())
    driver = open_page(bots="hard", seed=7, start=1, first=1, speed="instant")
    driver.wait_for_person_or_end()
    assert driver.read_game()["phase"] == "white"
    assert "couldn't be loaded" in driver.page.locator("body").inner_text()
    assert all("ERR_FAILED" in complaint for complaint in page_problems)
