"""Plays on a page and compares it with the engine."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

from qwixx import PASS, Game, Mark, Phase
from qwixx.rules.moves import Color, Move
from qwixx.ui.storage import parse_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Frame, Locator, Page

    from qwixx import State

# A page remembers the slot of its own game in its history entry.
OWN = """() => {
  const { slot } = JSON.parse(history.state ?? '{}');
  const folder = location.pathname.slice(0, location.pathname.lastIndexOf('/') + 1);
  const own = new RegExp(`^(game|over):${slot}([?].*)?$`);
  return Object.keys(localStorage).find((key) => key.startsWith(`qwixx:${folder}:`)
    && own.test(key.slice(`qwixx:${folder}:`.length))) ?? null;
}"""
READ = """() => {
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
# Plays to the end: what skips least if that is two numbers at most, else the one control.
PLAY = """async () => {
  const gap = (cell) => {
    let open = 0;
    for (let left = cell.previousElementSibling; left; left = left.previousElementSibling) {
      if (left.dataset.state === 'crossed') break;
      open++;
    }
    return open;
  };
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


def try_again(page: Page, button: str = "#boot-retry") -> Driver:
    """Press a button of the screen that tells of a failure, and wait for the game.

    Until the page has gone it still says that it failed.
    """
    with page.expect_navigation():
        page.locator(button).click()
    driver = Driver(page)
    driver.wait_ready()
    return driver


class Driver:
    """A person at the page, or at a frame in it."""

    def __init__(self, page: Page, frame: Frame | None = None) -> None:
        self.page = page
        self.frame = frame or page.main_frame

    def wait_ready(self) -> None:
        self.frame.wait_for_selector(
            "html[data-qwixx=ready], html[data-qwixx=failed]", state="attached"
        )
        assert self.qwixx() == "ready"

    def qwixx(self) -> str | None:
        return self.frame.locator("html").get_attribute("data-qwixx")

    def read(self) -> dict[str, Any]:
        """Return what the page shows of the game."""
        shown: dict[str, Any] = self.frame.evaluate(READ)
        return shown

    def wait_for_person(self) -> None:
        """Wait until a person is to act or the game is over."""
        self.frame.wait_for_selector("html[data-actor], html[data-phase=over]", state="attached")

    def status(self) -> str:
        """Return what the page says of the game, to who looks and to who listens."""
        return self.frame.locator(".status").inner_text()

    def act(self, action: str) -> None:
        self.frame.locator(f"[data-action='{action}']:visible").first.click()

    def unfold_settings(self) -> None:
        """Open the choices in the menu of a game."""
        self.frame.locator("dialog summary").click()

    def cell(self, player: int, code: str) -> Locator:
        return self.frame.locator(f"[data-player='{player}'] [data-cell='{code}']")

    def play(self, player: int, move: Move) -> None:
        if isinstance(move, Mark):
            self.cell(player, move.code).click()
        else:
            self.act("pass")

    def play_to_the_end(self) -> None:
        self.frame.evaluate(PLAY)
        assert self.frame.locator("html").get_attribute("data-phase") == "over"

    def saved(self) -> Game:
        """Return the game as the page has saved it."""
        return parse_game(self.saved_text()).game

    def saved_text(self) -> str:
        """Return the page's own game as it lies in the browser's storage."""
        return str(self.frame.evaluate(f"() => localStorage.getItem(({OWN})())"))

    def own_key(self) -> str | None:
        """Return the key under which the page's own game lies; None if it has none."""
        key: str | None = self.frame.evaluate(OWN)
        return key


def assert_shows(driver: Driver, state: State, *, actor: int | None) -> None:
    """Compare all that the page shows with a state of the engine."""
    shown = driver.read()
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


def patient_move(state: State, player: int) -> Move:
    """Return a move that leads to a long game: what skips least, two at most if it can."""
    most = 99 if state.penalty_due else 2
    best: Move = PASS
    for move in state.legal_moves(player):
        if isinstance(move, Mark) and state.sheets[player].skips(move) <= most:
            best, most = move, state.sheets[player].skips(move)
    return best


def is_over(game: Game) -> bool:
    return game.state.phase is Phase.OVER


def wait_until(happened: Callable[[], bool], page: Page, looks: int = 300) -> None:
    """Wait for something; `wait_for_function` evaluates where the page's policy forbids it.

    Args:
        happened: says whether it has happened; its source is named where it does not.
        page: the page that goes on meanwhile.
        looks: how often it is asked, ten times a second.
    """
    for _ in range(looks):
        if happened():
            return
        page.wait_for_timeout(100)
    pytest.fail(f"it did not happen: {inspect.getsource(happened).strip()}")


def settle(sender: Page | Frame, receiver: Page | Frame) -> None:
    """Wait until all messages have arrived that one document has posted to another.

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
