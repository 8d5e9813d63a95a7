"""Test whole games on the page and compare them with the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qwixx import CLASSIC, LONGO, Game, Mark, Phase, Variant
from qwixx.ui.model.board import find_person_to_act
from tests.browser.driver import Driver, assert_page_shows, choose_patient_move, is_finished

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext


@pytest.mark.parametrize(
    ("variant", "seed"), [(CLASSIC, 11), (LONGO, 12)], ids=["classic", "longo"]
)
def test_two_people_play_by_mouse(
    open_page: Callable[..., Driver], variant: Variant, seed: int
) -> None:
    driver = open_page(variant=variant.name, players=2, seed=seed, start=1)
    game = Game(variant, ["Player 1", "Player 2"], seed)
    while not is_finished(game):
        state = game.state
        player = find_person_to_act(state, (0, 1))
        assert player is not None
        assert_page_shows(driver, state, actor=player)
        if state.phase is Phase.ROLL:
            driver.click_action("roll")
            game = game.roll()
        else:
            move = choose_patient_move(state, player)
            driver.play_move(player, move)
            game = game.play(player, move)
    assert_page_shows(driver, game.state, actor=None)
    assert driver.saved_game().state == game.state
    outcome = game.state.outcome()
    assert outcome is not None
    assert str(max(outcome.scores)) in driver.page.locator(".game-result h2").inner_text()
    for sheet in game.state.sheets:
        parts = "+".join(str(sheet.row_points(row)) for row in range(4))
        formula = f"{parts}−{5 * sheet.penalties}={sheet.points}"
        assert formula in "".join(driver.page.locator(".ranking").inner_text().split())


def test_person_plays_against_bot_by_keyboard(open_page: Callable[..., Driver]) -> None:
    driver = open_page(bots="greedy", seed=21, start=1, speed="instant", first=0)
    press = driver.page.keyboard.press
    for _ in range(300):
        driver.wait_for_person_or_end()
        game = driver.saved_game()
        player = find_person_to_act(game.state, (0,))
        assert_page_shows(driver, game.state, actor=player)
        if is_finished(game):
            break
        assert player == 0
        if game.state.phase is Phase.ROLL:
            press("r")
            continue
        move = choose_patient_move(game.state, 0)
        if not isinstance(move, Mark):
            press("p")
            continue
        # Tab moves the focus to the sheet; arrow keys move it within the sheet.
        read_focused_cell = "document.activeElement?.dataset?.cell ?? ''"
        for _ in range(40):
            if driver.page.evaluate(read_focused_cell):
                break
            press("Tab")
        focused_mark = Mark.from_code(driver.page.evaluate(read_focused_cell))
        numbers = game.variant.rows[move.row].numbers
        for _ in range(abs(move.row - focused_mark.row)):
            press("ArrowDown" if move.row > focused_mark.row else "ArrowUp")
        focused_mark = Mark.from_code(driver.page.evaluate(read_focused_cell))
        steps = numbers.index(move.number) - numbers.index(focused_mark.number)
        for _ in range(abs(steps)):
            press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert driver.page.evaluate(read_focused_cell) == move.code
        press("Enter")
    assert driver.page.locator("html").get_attribute("data-phase") == "over"
    assert driver.page.locator("[data-action='rematch']").is_visible()


def test_person_plays_against_four_bots_by_touch(
    open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    visitor = new_context(has_touch=True, is_mobile=True)
    driver = open_page(
        visitor,
        variant="longo",
        bots="greedy,random,greedy,random",
        seed=3,
        start=1,
        speed="instant",
    )
    for step in range(400):
        driver.wait_for_person_or_end()
        game = driver.saved_game()
        if step < 40 or is_finished(game):
            assert_page_shows(driver, game.state, actor=find_person_to_act(game.state, (0,)))
        if is_finished(game):
            break
        excess_width = driver.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert excess_width <= 0
        if game.state.phase is Phase.ROLL:
            driver.page.locator("[data-action='roll']").tap()
            continue
        move = choose_patient_move(game.state, 0)
        if isinstance(move, Mark):
            driver.cell(0, move.code).tap()
        else:
            driver.page.locator("[data-action='pass']").tap()
    assert driver.page.locator("html").get_attribute("data-phase") == "over"


# Prevent bots' pauses from ending, so that a test can read the page in the meantime.
SUPPRESS_LONG_TIMEOUTS = """{
  const wait = self.setTimeout;
  self.setTimeout = (done, pause, ...rest) => pause >= 500 ? 0 : wait(done, pause, ...rest);
}"""


def test_bot_turns_are_visible_and_can_be_skipped(
    open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    context.add_init_script(SUPPRESS_LONG_TIMEOUTS)
    driver = open_page(bots="greedy", seed=4, start=1, first=1, speed="calm")
    assert driver.read_game()["actor"] is None
    assert "thinking" in driver.page.locator(".headline").inner_text()
    driver.page.locator(".status").click()
    driver.wait_for_person_or_end()
    assert driver.read_game()["phase"] == "white"


def test_undo_and_redo_skip_bot_moves(open_page: Callable[..., Driver]) -> None:
    driver = open_page(bots="greedy", seed=21, start=1, speed="instant", first=0)
    states = []
    for _ in range(9):
        game = driver.saved_game()
        states.append(game.state)
        if game.state.phase is Phase.ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(0, choose_patient_move(game.state, 0))
        driver.wait_for_person_or_end()
    end = driver.saved_game().state
    for state in reversed(states):
        driver.click_action("undo")
        assert driver.saved_game().state == state
        assert_page_shows(driver, state, actor=0)
    assert driver.page.locator("[data-action='undo']").get_attribute("aria-disabled") == "true"
    for state in [*states[1:], end]:
        driver.page.keyboard.press("y")
        assert driver.saved_game().state == state
        assert_page_shows(driver, state, actor=0)


def test_game_survives_reload_in_every_phase(
    open_page: Callable[..., Driver], reload_page: Callable[[Driver], None]
) -> None:
    driver = open_page(players=3, seed=8, start=1, names="Ann,Bob,Cem", first=1)
    tested_steps: set[tuple[Phase, int]] = set()
    for _ in range(8):
        game = driver.saved_game()
        state = game.state
        player = find_person_to_act(state, (0, 1, 2))
        assert player is not None
        if state.phase in {phase for phase, _ in tested_steps}:
            reload_page(driver)
        else:  # once per phase, with a restart of Python
            driver.page.reload()
            driver.wait_until_ready()
        tested_steps.add((state.phase, len(state.to_act)))
        assert driver.saved_game().state == state
        assert_page_shows(driver, state, actor=player)
        if state.phase is Phase.ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(player, choose_patient_move(state, player))
    assert {phase for phase, _ in tested_steps} == {Phase.ROLL, Phase.WHITE, Phase.COLOR}
    reloaded_game = driver.saved_game()
    new_game = Game(CLASSIC, ["Ann", "Bob", "Cem"], 8, first=1)
    assert reloaded_game.events[0] == new_game.roll().state.roll


def test_planned_mark_passes_white_step_and_applies_in_color_step(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(players=2, seed=5, start=1, first=0)
    driver.click_action("roll")
    early_offers = driver.page.locator("[data-player='0'] [data-offer='early']")
    code = early_offers.first.get_attribute("data-cell")
    assert code is not None
    early_offers.first.click()
    assert driver.read_game()["actor"] == "1"
    driver.click_action("pass")
    game = driver.saved_game()
    assert game.state.phase is Phase.ROLL
    assert game.state.sheets[0].code.count(",") == 0
    assert Mark.from_code(code).number in game.state.sheets[0].crossed(Mark.from_code(code).row)
    assert [event.code for event in game.events[1:]] == ["0 -", "1 -", f"0 {code}"]
    driver.click_action("undo")
    assert driver.saved_game().state.phase is Phase.COLOR


def test_white_decisions_are_revealed_together(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, seed=5, start=1, first=0)
    driver.click_action("roll")
    roll = driver.saved_game().state.roll
    assert roll is not None
    driver.cell(0, f"r{roll.white_sum}").click()
    shown = driver.read_game()
    assert shown["actor"] == "1"
    assert not any(pressed for pressed, _ in shown["sheets"]["0"]["cells"].values())
    assert f"Player 1: red {roll.white_sum}" not in driver.status_text()
    driver.click_action("pass")
    assert driver.read_game()["sheets"]["0"]["cells"][f"r{roll.white_sum}"][0]
    assert f"Player 1: red {roll.white_sum}" in driver.status_text()


def test_illegal_cell_explains_refusal(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, seed=5, start=1, first=0)
    driver.click_action("roll")
    driver.cell(0, "r12").click(force=True)  # otherwise Playwright waits until the cell is enabled
    assert "You need 5 crosses in this row before 12: 5 more to go." in driver.status_text()
    assert driver.saved_game().state.decisions == (None, None)


def test_rematch_and_new_game(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, seed=5, start=1, first=0, names="Ann,Bob")
    for _turn in range(7):  # nobody crosses out a number
        driver.click_action("roll")
        for _ in range(3):
            driver.click_action("pass")
    assert driver.saved_game().state.outcome() is not None
    assert "fourth penalty" in driver.status_text()
    driver.click_action("rematch")
    game = driver.saved_game()
    assert (game.state.active, game.names, game.events) == (1, ("Ann", "Bob"), ())
    assert game.seed != 5
    driver.click_action("menu")
    driver.click_action("new-game")
    assert driver.page.locator("dialog").get_attribute("data-dialog") == "leave"
    driver.click_action("leave")
    assert driver.page.locator("[data-action='start']").is_visible()
    assert driver.saved_game_key() is None


def test_pass_button_states_its_cost(open_page: Callable[..., Driver]) -> None:
    driver = open_page(players=2, seed=5, start=1, first=0)
    driver.click_action("roll")
    pass_button = driver.page.locator("[data-action='pass']")
    assert pass_button.inner_text().split("\n") == ["Pass", "free: the colored dice come next"]
    driver.click_action("pass")
    assert pass_button.inner_text().split("\n") == ["Pass", "free"]
    driver.click_action("pass")
    assert pass_button.inner_text() == "Take a penalty: −5"
