"""A driver that plays the game on a page, and comparisons of the page with the engine."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, Game, Mark, Phase
from qwixx.rules.moves import Color, Move
from qwixx.ui.answer import answering_part
from qwixx.ui.model.messages import ControlUsed
from qwixx.ui.storage import parse_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Frame, Locator, Page

    from qwixx import State

# A page stores the slot of its own game in its history entry.
FIND_SAVED_GAME_KEY = """() => {
  const { slot } = JSON.parse(history.state ?? '{}');
  const folder = location.pathname.slice(0, location.pathname.lastIndexOf('/') + 1);
  const own = new RegExp(`^(game|over):${slot}([?].*)?$`);
  return Object.keys(localStorage).find((key) => key.startsWith(`qwixx:${folder}:`)
    && own.test(key.slice(`qwixx:${folder}:`.length))) ?? null;
}"""
# The page renders the rest of a tap in a task after the next frame; a hidden page, which has no
# frames, at once. Without a tap since the last wait, nothing is waited for.
WAIT_FOR_WHOLE_PAGE = """() => {
  const rest = () => document.hidden ? null : new Promise((done) => {
    requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
  });
  if (!('restOfTap' in window)) {
    window.restOfTap = rest();
    addEventListener('click', () => { window.restOfTap = rest(); }, true);
  }
  return window.restOfTap;
}"""
READ_GAME = """() => {
  const root = document.documentElement;
  const sheets = {};
  for (const sheet of document.querySelectorAll('[data-player]')) {
    const cells = {};
    for (const cell of sheet.querySelectorAll('[data-cell]'))
      cells[cell.dataset.cell] = [cell.getAttribute('aria-pressed') === 'true',
        cell.getAttribute('aria-disabled') === 'false' && cell.dataset.offer === 'now'];
    const marked = (name) => [...sheet.querySelectorAll(`[data-${name}][data-state=crossed]`)]
      .map((part) => part.dataset[name]);
    sheets[sheet.dataset.player] = {cells, locks: marked('lock'), penalties: marked('penalty'),
      score: sheet.querySelector('[data-score]').textContent};
  }
  const dice = {};
  for (const die of document.querySelectorAll('[data-die]'))
    dice[die.dataset.die] = die.dataset.value;
  return {sheets, dice, phase: root.dataset.phase, actor: root.dataset.actor ?? null};
}"""
GAP = """(cell) => {
  let open = 0;
  for (let left = cell.previousElementSibling; left; left = left.previousElementSibling) {
    if (left.dataset.state === 'crossed') break;
    open++;
  }
  return open;
}"""
"""JavaScript: return the number of open cells directly before a cell."""
# In each step, cross out the number that skips the fewest others, but at most two. If there is no
# such number, press the wide button.
PLAY_TO_END = (
    f"async () => {{ const gap = {GAP};"
    """
  for (let step = 0; document.documentElement.dataset.phase !== 'over'; step++) {
    if (step === 1000) throw new Error('the game does not end');
    const offered = [...document.querySelectorAll('[data-offer=now]')];
    const least = Math.min(...offered.map(gap));
    const target = least <= 2 ? offered.find((cell) => gap(cell) === least)
      : document.querySelector('.controls .wide');
    target.click();
    await new Promise((done) => setTimeout(done));
  }
}"""
)


def wait_for_failure(page: Page) -> None:
    """Wait for the error screen; the box of a slow start looks like it, and may disappear."""
    page.wait_for_selector("html[data-qwixx=failed]", state="attached")
    page.locator("#boot-failure").wait_for()


def press_retry(page: Page, button_selector: str = "#boot-retry") -> Driver:
    """Press a button of the error screen, wait for the reloaded page, and return its driver."""
    with page.expect_navigation():  # until then, the page is still marked as failed
        page.locator(button_selector).click()
    driver = Driver(page)
    driver.wait_until_ready()
    return driver


class Driver:
    """A simulated person who uses a page or one of its frames.

    Args:
        page: the page.
        frame: one of its frames; None for the main frame.
        has_frames: whether time passes on the page, so that frames are drawn.
    """

    def __init__(self, page: Page, frame: Frame | None = None, *, has_frames: bool = True) -> None:
        self.page = page
        self.frame = frame or page.main_frame
        self._has_frames = has_frames

    def wait_for_whole_page(self) -> None:
        """Wait until the page shows more of the last tap than the answer in the first frame."""
        if self._has_frames:
            self.frame.evaluate(WAIT_FOR_WHOLE_PAGE)

    def wait_until_ready(self) -> None:
        self.frame.wait_for_selector(
            "html[data-qwixx=ready], html[data-qwixx=failed]", state="attached"
        )
        assert self.page_state() == "ready"

    def page_state(self) -> str | None:
        """Return the value of `data-qwixx`: "loading", "ready", or "failed"."""
        return self.frame.locator("html").get_attribute("data-qwixx")

    def read_game(self) -> dict[str, Any]:
        """Return the sheets, dice, phase, and actor that the page shows."""
        self.wait_for_whole_page()
        shown: dict[str, Any] = self.frame.evaluate(READ_GAME)
        return shown

    def wait_for_person_or_end(self) -> None:
        """Wait until a person has to act or the game is finished."""
        self.wait_for_whole_page()
        self.frame.wait_for_selector("html[data-actor], html[data-phase=over]", state="attached")

    def status_text(self) -> str:
        """Return the text of the status line, including the part for screen readers."""
        self.wait_for_whole_page()
        return self.frame.locator(".status").inner_text()

    def click_action(self, action: str) -> None:
        """Click the first visible element that has the given action."""
        self.wait_for_whole_page()
        self.frame.locator(f"[data-action='{action}']:visible").first.click()
        if answering_part(ControlUsed(action)):
            self.wait_for_whole_page()

    def expand_settings(self) -> None:
        """Expand the settings in the menu of a game."""
        self.frame.locator("dialog summary").click()

    def cell(self, player: int, code: str) -> Locator:
        return self.frame.locator(f"[data-player='{player}'] [data-cell='{code}']")

    def play_move(self, player: int, move: Move) -> None:
        if isinstance(move, Mark):
            self.cell(player, move.code).click()
            self.wait_for_whole_page()
        else:
            self.click_action("pass")

    def play_to_end(self) -> None:
        self.frame.evaluate(PLAY_TO_END)
        assert self.frame.locator("html").get_attribute("data-phase") == "over"

    def saved_game(self) -> Game:
        """Return the page's game as saved in the browser."""
        return parse_game(self.saved_game_text()).game

    def saved_game_text(self) -> str:
        """Return the save of the page's game as text."""
        self.wait_for_whole_page()
        return str(self.frame.evaluate(f"() => localStorage.getItem(({FIND_SAVED_GAME_KEY})())"))

    def saved_game_key(self) -> str | None:
        """Return the storage key of the page's game, or None if no game is saved."""
        self.wait_for_whole_page()
        key: str | None = self.frame.evaluate(FIND_SAVED_GAME_KEY)
        return key


def assert_page_shows(driver: Driver, state: State, *, actor: int | None) -> None:
    """Check that the page shows a state: its phase, dice, and sheets, and the person to act."""
    shown = driver.read_game()
    assert shown["phase"] == state.phase.value
    assert shown["actor"] == (None if actor is None else str(actor))
    roll = state.roll
    expected = {"w1": "", "w2": "", "r": "", "y": "", "g": "", "b": ""}
    if roll is not None:
        expected |= {"w1": str(roll.white[0]), "w2": str(roll.white[1])}
        expected |= {
            color.letter: "" if die is None else str(die)
            for color, die in zip(Color, roll.colored, strict=True)
        }
    assert shown["dice"] == expected
    assert len(shown["sheets"]) == state.players
    for player, sheet in enumerate(state.sheets):
        page_sheet = shown["sheets"][str(player)]
        legal = state.legal_moves(player) if player == actor else ()
        for row, marks in enumerate(state.variant.marks):
            crossed = sheet.crossed(row)
            for mark in marks:
                pressed, offered = page_sheet["cells"][mark.code]
                assert pressed == (mark.number in crossed), mark.code
                assert offered == (mark in legal), mark.code
        locks = [color.letter for color in Color if sheet.locked(color)]
        assert page_sheet["locks"] == locks
        assert page_sheet["penalties"] == [str(n + 1) for n in range(sheet.penalties)]
        assert page_sheet["score"] == str(sheet.points)


def choose_patient_move(state: State, player: int) -> Move:
    """Return the mark that skips the fewest numbers, or a pass if every mark skips more than two.

    Such moves lead to long games. If a pass would cost a penalty, any mark is preferred to it.
    """
    max_skips = 99 if state.penalty_due else 2
    best: Move = PASS
    for move in state.legal_moves(player):
        if isinstance(move, Mark) and state.sheets[player].skips(move) <= max_skips:
            best, max_skips = move, state.sheets[player].skips(move)
    return best


def is_finished(game: Game) -> bool:
    return game.state.phase is Phase.OVER


def wait_until(condition: Callable[[], bool], page: Page, attempts: int = 1200) -> None:
    """Wait until a condition is true; fail the test if that takes too long.

    Playwright's `wait_for_function` uses `eval`, which a page's security policy may forbid.

    Args:
        condition: called ten times a second; a failure reports its source.
        page: the page that continues to run between the calls.
        attempts: maximum number of calls.
    """
    for _ in range(attempts):
        if condition():
            return
        page.wait_for_timeout(100)
    pytest.fail(f"it did not happen: {inspect.getsource(condition).strip()}")


def wait_for_posted_messages(sender: Page | Frame, receiver: Page | Frame) -> None:
    """Wait until all messages posted from one document to another have arrived.

    Messages between two windows arrive in the order in which they were posted.
    """
    receiver.evaluate("""() => {
      self.settled = new Promise((done) => addEventListener('message', ({ data }) => {
        if (data === 'settle') setTimeout(done);
      }));
    }""")
    sender.evaluate("""() => {
      const frame = document.querySelector('iframe');
      (frame?.contentWindow ?? parent).postMessage('settle', '*');
    }""")
    receiver.evaluate("() => settled")
