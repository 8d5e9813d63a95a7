"""A film of a page: its animations, sounds, and timers on one clock that stands still.

The clock moves only when the test moves it, so that no load of the machine changes a film.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from types import TracebackType

    from tests.browser.driver import Driver

# Timers of the game wait for the clock; shorter ones, which only let the page continue, do not.
START = """() => {
  const original = {setTimeout, clearTimeout, requestAnimationFrame, now: performance.now};
  const film = self.film = {original, now: 1e6, timers: new Map(), lastId: 0, seen: new WeakSet(),
    motions: [], notes: [], shifts: []};
  performance.now = () => film.now;
  self.setTimeout = (act, delay = 0, ...given) => {
    if (delay < 20) return original.setTimeout.call(self, act, delay, ...given);
    film.timers.set(--film.lastId, {at: film.now + delay, act});
    return film.lastId;
  };
  self.clearTimeout = (id) => film.timers.delete(id) || original.clearTimeout.call(self, id);
  self.requestAnimationFrame = (act) =>
    original.requestAnimationFrame.call(self, () => act(film.now));
  // The sounds of this context start at times of the film, which are too far away to be heard.
  film.Context = AudioContext;
  self.AudioContext = class extends AudioContext {
    get currentTime() { return film.now / 1000; }
    note(source) {
      const start = source.start;
      source.start = (when) => {
        film.notes.push(1000 * when);
        start.call(source, when);
      };
      return source;
    }
    createBufferSource() { return this.note(super.createBufferSource()); }
    createOscillator() { return this.note(super.createOscillator()); }
  };
  const describe = (target) => {
    const cell = target.closest('[data-cell]'), sheet = target.closest('[data-player]');
    return [sheet?.dataset.player, cell?.dataset.cell, target.getAttribute('class')]
      .filter((part) => part).join(' ');
  };
  film.frame = async () => {
    for (let n = 0; n < 2; n++)
      await new Promise((done) => original.requestAnimationFrame.call(self, done));
    await new Promise((done) => original.setTimeout.call(self, done, 5));
    for (const animation of document.getAnimations()) {
      if (film.seen.has(animation)) continue;
      film.seen.add(animation);
      const { target, pseudoElement } = animation.effect;
      const { delay, activeDuration } = animation.effect.getComputedTiming();
      film.motions.push({name: animation.animationName ?? animation.transitionProperty,
        part: pseudoElement ?? '', target: describe(target), begin: film.now + delay,
        end: film.now + delay + activeDuration, shown: film.now});
    }
  };
  film.advance = async (duration) => {
    const until = film.now + duration;
    for (;;) {
      const [id, timer] = [...film.timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      const next = Math.min(timer?.at ?? Infinity, until);
      for (const animation of document.getAnimations())
        animation.currentTime = Number(animation.currentTime ?? 0) + next - film.now;
      film.now = next;
      if (!timer || timer.at > until) break;
      film.timers.delete(id);
      timer.act();
      await film.frame();
    }
    await film.frame();
  };
  film.tap = async (selector) => {
    document.querySelector(selector).click();
    await film.frame();
  };
  film.observer = new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const { node, previousRect: from, currentRect: to } of sources)
        if (Math.hypot(to.x - from.x, to.y - from.y) >= 1) // not a rounded line of text
          film.shifts.push(`${node?.className}: ${from.x},${from.y} to ${to.x},${to.y}`);
  });
  film.observer.observe({type: 'layout-shift'});
}"""
END = """() => {
  const { original, observer } = film;
  observer.disconnect();
  performance.now = original.now;
  self.AudioContext = film.Context;
  for (const name of ['setTimeout', 'clearTimeout', 'requestAnimationFrame'])
    self[name] = original[name];
}"""


class Motion(NamedTuple):
    """An animation of the page.

    Args:
        name: its name in the style sheet.
        part: the pseudo-element, such as "::before", or "".
        target: player, cell, and classes of the element, as far as it has them.
        begin: its start after the last `clear`, in milliseconds of the film.
        end: its end.
        shown: the time of the frame that started it; before `begin` lies its delay.
    """

    name: str
    part: str
    target: str
    begin: float
    end: float
    shown: float


class Film:
    """A film of a driver's page. As a context manager, it stops and restores the page's clocks."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.page = driver.page
        self.begin = 0.0

    def __enter__(self) -> Self:
        self.devtools = self.page.context.new_cdp_session(self.page)
        self.devtools.send("Animation.enable")
        self.devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})
        self.page.evaluate(START)
        self.clear()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.page.evaluate(END)
        self.devtools.send("Animation.setPlaybackRate", {"playbackRate": 1})
        self.devtools.detach()

    def tap(self, selector: str) -> None:
        """Tap an element and show the next frame."""
        self.page.evaluate("(selector) => film.tap(selector)", selector)

    def advance(self, duration_ms: float) -> None:
        """Move the clock, and fire the timers on the way."""
        self.page.evaluate("(duration) => film.advance(duration)", duration_ms)

    def clear(self) -> None:
        """Forget all motions and notes, and count the time from now."""
        self.begin = self.page.evaluate("""async () => {
          await film.frame();
          film.motions = []; film.notes = [];
          return film.now;
        }""")

    def motions(self, name: str, target: str = "") -> list[Motion]:
        """Return the motions with a name whose target contains a text, in order."""
        found = [
            Motion(**motion)
            for motion in self.page.evaluate("film.motions")
            if motion["name"] == name and target in motion["target"]
        ]
        moved = [
            one._replace(
                begin=one.begin - self.begin,
                end=one.end - self.begin,
                shown=one.shown - self.begin,
            )
            for one in found
        ]
        return sorted(moved, key=lambda one: one.begin)

    def notes(self) -> list[float]:
        """Return the starts of all notes, in milliseconds since the last `clear`, in order."""
        return sorted(at - self.begin for at in self.page.evaluate("film.notes"))

    def shifts(self) -> list[str]:
        """Return what has moved in the layout, without animations, since the film began."""
        return [str(shift) for shift in self.page.evaluate("film.shifts")]
