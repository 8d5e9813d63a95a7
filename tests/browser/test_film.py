"""Films of a game: one pen, one clock."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.browser.driver import GAP
from tests.browser.film import Film, Motion

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.driver import Driver


PLAY = (
    f"async () => {{ const gap = {GAP};"
    """
  const root = document.documentElement;
  for (let step = 0; root.dataset.phase !== 'over'; step++) {
    if (step === 300) throw new Error('the game does not end');
    if (root.dataset.actor) {
      const offered = [...document.querySelectorAll('[data-offer=now]')];
      const least = Math.min(...offered.map(gap));
      const button = document.querySelector('.controls .wide');
      (least <= 2 || (offered.length && button.classList.contains('penalizing'))
        ? offered.find((cell) => gap(cell) === least) : button).click();
      await film.frame();
    }
    if (root.dataset.phase !== 'over') await film.advance(900);
  }
}"""
)
"""Script that plays a game to its end, but does not yet show the result."""
OPTIONS = {"start": 1, "first": 0, "seed": 5, "speed": "calm", "viewport": (390, 844)}
TOLERANCE_MS = 40
DICE = """() => [...document.querySelectorAll('.tray .die')].map((die) => {
  const { left, top, width } = die.getBoundingClientRect();
  return [left, top, width].map(Math.round);
})"""


def wake_sounds(driver: Driver) -> None:
    """Tap the page, which plays no sound before."""
    driver.page.mouse.click(2, 2)


def assert_each_note_has_its_motion(notes: list[float], motions: list[Motion]) -> None:
    """Check that each note starts with, or at the end of, a motion."""
    assert notes
    times = [time for motion in motions for time in (motion.begin, motion.end)]
    for note in notes:
        assert min(abs(note - time) for time in times) <= TOLERANCE_MS, (note, times)


def assert_no_number_is_missing(film: Film) -> None:
    """Check that each new number is shown in the frame in which the old one disappears."""
    for new in film.motions("unlabeled"):
        olds = [old for old in film.motions("until") if old.target == new.target]
        assert all(new.end <= old.end for old in olds), (new, olds)


def test_white_step_is_written_once_and_undone_at_once(open_page: Callable[..., Driver]) -> None:
    driver = open_page(bots="greedy", **OPTIONS)
    wake_sounds(driver)
    with Film(driver) as film:
        dice = driver.page.evaluate(DICE)
        film.tap("[data-action=roll]")
        assert driver.page.evaluate(DICE) == dice  # picked up from where they are
        # Each die clicks when it touches the felt, and shows its value then.
        assert_each_note_has_its_motion(film.notes(), film.motions("blank"))
        assert len(film.notes()) == 7
        landings = sorted(motion.end for motion in film.motions("tumble"))
        assert all(after - before >= 30 for before, after in pairwise(landings))
        [sum_motion, *_others] = film.motions("pop", "sum")
        assert sum_motion.begin < min(motion.begin for motion in film.motions("rise"))
        film.advance(1000)

        film.clear()
        film.tap("[data-player='0'] [data-cell=r8]")
        written = film.motions("write", "0 r8")
        assert [motion.part for motion in written] == ["::before", "::after"]
        assert_each_note_has_its_motion(film.notes(), written)
        film.advance(3000)  # the bot decides, and the cross counts
        assert film.motions("write", "0 r8") == written
        [chip] = film.motions("rise-from-cell", "r8")
        [points] = film.motions("bump", "subtotal red")
        [total] = film.motions("bump", "0 total")
        assert written[-1].end <= chip.begin < points.begin <= total.begin
        [landing] = film.motions("land", "subtotal red")
        assert landing.end <= points.begin
        # Until then, the old numbers are shown.
        assert [motion.end for motion in film.motions("until", "0 ")] == [
            points.begin,
            total.begin,
        ]
        assert_no_number_is_missing(film)

        film.clear()
        film.tap("[data-action=undo]")
        assert driver.page.locator("[data-offer=now]").count() == 4
        assert film.motions("write") == film.motions("tumble") == film.motions("appear") == []
        assert film.motions("pop") == []  # the white sum is there
        assert all(motion.begin <= 50 for motion in film.motions("rise"))

        # Dialogs open with one motion.
        for action in ("rules", "menu"):
            film.clear()
            film.tap(f"[data-action={action}]")
            assert len(film.motions("drawer", "dialog")) == 1
            film.tap("dialog [data-action=close]")


def test_lock_is_shut_with_its_sound(open_page: Callable[..., Driver]) -> None:
    lesson = {"name": "classic", "step": 10, "query": ""}
    driver = open_page(speed="calm", viewport=(390, 844))
    driver.page.evaluate(
        "(text) => localStorage.setItem('qwixx:/:lesson', text)", json.dumps(lesson)
    )
    driver = open_page(driver, speed="calm")
    wake_sounds(driver)
    with Film(driver) as film:
        film.tap("[data-player='0'] [data-cell=g2]")
        film.advance(1000)
        [leaving] = film.motions("leave", "die green")  # with its value
        assert driver.page.locator(".die.removed > .die[data-value='3']").count() == 1
        film.advance(1000)
        [shackle] = film.motions("close-lock", "0")
        [flash] = film.motions("flash", "row green")
        crossed = film.motions("write", "lock")
        assert shackle.end == flash.begin == leaving.begin <= crossed[0].begin
        motions = [*film.motions("write", "0 g2"), shackle, *crossed]
        assert_each_note_has_its_motion(film.notes(), motions)
        assert len(film.notes()) == 6
        # The pen's cross stands out from the lock, which may have its color.
        lock = driver.page.locator("[data-player='0'] .lock[data-state=crossed] > b")
        assert lock.evaluate("lock => getComputedStyle(lock).opacity") == "0.35"


def test_whole_game_is_written_once_and_nothing_moves_in_its_layout(
    open_page: Callable[..., Driver],
) -> None:
    driver = open_page(bots="random", **OPTIONS)
    wake_sounds(driver)
    with Film(driver) as film:
        driver.page.evaluate(PLAY)
        assert film.shifts() == []
        strokes = Counter(
            (motion.target, motion.part)
            for motion in film.motions("write", "0 ")
            if "cell" in motion.target
        )
        assert {*strokes.values()} == {1}
        sheet = driver.saved_game().state.sheets[0]
        assert len(film.motions("write", "0 penalty")) == 2 * sheet.penalties

        film.clear()
        film.advance(3000)  # the last cross is held, and then the result is shown
        bars, [headline, *_others] = film.motions("grow"), film.motions("win")
        assert_each_note_has_its_motion(film.notes(), [*bars, headline])
        assert len(film.notes()) == 5
        assert max(bar.end for bar in bars) <= headline.begin
        # The totals are counted with the bars: each number follows its bar.
        assert all(one.begin >= max(bar.end for bar in bars) for one in film.motions("appear"))
        for color in ("red", "yellow", "green"):
            [number, *_others] = film.motions("until", color)
            [bar, *_others] = film.motions("grow", color)
            assert number.begin == bar.end
        assert all(
            one.end == max(bar.end for bar in bars) for one in film.motions("unlabeled", "tally")
        )
