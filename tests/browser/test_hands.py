"""The page in the hands of others: a browser that translates it, and extensions that change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.driver import Driver

# Chromium puts two elements around each text; a search highlights letters; dark modes write
# attributes; password managers and spelling checkers put elements beside fields.
HANDS = """() => {
  window.hands = {
    texts() {
      const all = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT);
      const found = [];
      while (all.nextNode()) found.push(all.currentNode);
      return found.filter((text) => text.data.trim()
        && !text.parentNode.closest('[translate=no]'));
    },
    translate() {
      for (const text of this.texts()) {
        if (text.data.startsWith('«')) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = `«${text.data}»`;
        outer.append(inner);
        text.replaceWith(outer);
      }
      document.documentElement.lang = 'fr';
      document.documentElement.classList.add('translated-ltr');
    },
    split() {
      for (const text of this.texts()) {
        if (text.length < 2) continue;
        const mark = document.createElement('mark');
        text.splitText(1);
        text.replaceWith(mark);
        mark.append(text);
      }
    },
    normalize() { document.normalize(); },
    darken() {
      for (const part of document.querySelectorAll('#app *')) {
        part.setAttribute('data-dark', '1');
        part.style.setProperty('--dark', '#000');
      }
    },
    add() {
      for (const field of document.querySelectorAll('#app :is(input, select, .field)')) {
        field.before(document.createElement('x-icon'));
        field.after(document.createElement('x-icon'));
      }
      document.body.append(document.createElement('x-panel'));
    },
    copy() {
      [...document.querySelectorAll('#app :not(dialog, dialog *)')].forEach((part, at) => {
        if (at % 3 === 0 && part.isConnected) part.replaceWith(part.cloneNode(true));
      });
    },
    seed: 0,
    all() {
      const names = ['translate', 'split', 'normalize', 'darken', 'add', 'copy'];
      this[names[this.seed++ % names.length]]();
      this.translate();
    },
  };
  hands.all();
}"""
SHOWN = """() => [document.getElementById('app').textContent.replace(/[«»\\s]/g, ''),
  ...[...document.querySelectorAll('#app [aria-label]')].map((part) => part.ariaLabel)]"""
# What skips least, else the one control there is.
STEP = """() => {
  const gap = (cell) => [...cell.parentNode.children].indexOf(cell);
  const offered = [...document.querySelectorAll('[data-offer=now]')];
  const least = Math.min(...offered.map(gap));
  (least < 9 ? offered.find((cell) => gap(cell) === least)
    : document.querySelector('.controls .wide')).click();
  return document.documentElement.dataset.phase;
}"""
# A browser that fills in a field sends a keydown without a key; extensions have fields and
# dialogs of their own, in which people type.
EVENTS = """() => {
  const [text, panel, dialog] = ['div', 'x-panel', 'dialog'].map((tag) =>
    document.body.appendChild(document.createElement(tag)));
  text.contentEditable = 'true';
  const field = panel.attachShadow({ mode: 'open' }).appendChild(document.createElement('input'));
  for (const target of [document, document.body, text, field]) {
    for (const kind of ['click', 'change', 'input', 'keydown', 'touchstart', 'cancel'])
      target.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    const key = { key: 'p', bubbles: true, composed: true };
    if (target !== document.body) target.dispatchEvent(new KeyboardEvent('keydown', key));
  }
}"""
DIALOGS = ["menu", "close", "rules", "topic:2", "close", "log", "close", "rematch"]


def test_the_page_shows_what_it_would_untouched(
    new_context: Callable[..., BrowserContext], open_page: Callable[..., Driver]
) -> None:
    game = {"players": 2, "names": "Ana,Ben", "first": 0, "seed": 5, "start": 1}
    ours, theirs = (open_page(new_context(), **game).page for _ in range(2))

    def compare() -> None:
        # At the end, the chances of each turn come one after another.
        wait_until(lambda: theirs.evaluate(SHOWN) == ours.evaluate(SHOWN), ours)
        theirs.evaluate("hands.all()")

    theirs.evaluate(HANDS)
    phase = ""
    while phase != "over":
        ours.evaluate(STEP)
        phase = theirs.evaluate(STEP)
        compare()
    for action in DIALOGS:
        for page in (ours, theirs):
            click(page, action)
        compare()
    theirs.evaluate(EVENTS)
    compare()
    assert not theirs.locator("body > dialog").is_visible()


def click(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']").last.evaluate("(button) => button.click()")
