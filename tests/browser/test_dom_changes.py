"""Test the page while a browser translates it and extensions change its elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    from tests.browser.driver import Driver

# Chromium's translation wraps each text in two elements; a search highlights letters; dark modes
# set attributes; password managers and spell checkers add elements next to fields.
INSTALL_DOM_CHANGES = """() => {
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
READ_TEXTS = """() => [document.getElementById('app').textContent.replace(/[«»\\s]/g, ''),
  ...[...document.querySelectorAll('#app [aria-label]')].map((part) => part.ariaLabel)]"""
# To ask an element takes longer than most updates; without other programs there is no reason to.
COUNT_ASKED_ELEMENTS = """() => {
  const { get } = Object.getOwnPropertyDescriptor(Node.prototype, 'isConnected');
  window.asked = 0;
  Object.defineProperty(Node.prototype, 'isConnected', {
    get() { asked++; return get.call(this); },
  });
}"""
# Click the leftmost number that is offered among the first nine of a row, or else the wide button;
# without `crosses`, always the wide button, so that penalties end the game soon.
PLAY_STEP = """(crosses) => {
  const gap = (cell) => [...cell.parentNode.children].indexOf(cell);
  const offered = [...document.querySelectorAll('[data-offer=now]')];
  const least = Math.min(...offered.map(gap));
  (crosses && least < 9 ? offered.find((cell) => gap(cell) === least)
    : document.querySelector('.controls .wide')).click();
  return document.documentElement.dataset.phase;
}"""
# Autofill sends a keydown event without a key; extensions add their own fields and dialogs, and
# people type in those.
DISPATCH_FOREIGN_EVENTS = """() => {
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
DIALOG_ACTIONS = ["menu", "close", "rules", "topic:2", "close", "log", "close", "rematch"]


def test_page_shows_same_texts_despite_dom_changes(
    new_context: Callable[..., BrowserContext], open_page: Callable[..., Driver]
) -> None:
    game_parameters = {"players": 2, "names": "Ana,Ben", "first": 0, "seed": 5, "start": 1}
    # Both pages keep what the test installs in them, so no other test may use them.
    unchanged_page, changed_page = (
        open_page(new_context(), **game_parameters).page for _ in range(2)
    )

    def compare_and_change_again() -> None:
        # At the end, the win probabilities of the turns appear one by one.
        wait_until(
            lambda: changed_page.evaluate(READ_TEXTS) == unchanged_page.evaluate(READ_TEXTS),
            unchanged_page,
        )
        changed_page.evaluate("hands.all()")

    for page in (unchanged_page, changed_page):
        page.evaluate(COUNT_ASKED_ELEMENTS)
    changed_page.evaluate(INSTALL_DOM_CHANGES)
    phase, steps = "", 0
    while phase != "over":
        unchanged_page.evaluate(PLAY_STEP, steps < 30)
        phase = changed_page.evaluate(PLAY_STEP, steps < 30)
        compare_and_change_again()
        steps += 1
    assert unchanged_page.evaluate("asked") <= 2 * steps < changed_page.evaluate("asked")
    for action in DIALOG_ACTIONS:
        for page in (unchanged_page, changed_page):
            click_action(page, action)
        compare_and_change_again()
    changed_page.evaluate(DISPATCH_FOREIGN_EVENTS)
    compare_and_change_again()
    assert not changed_page.locator("body > dialog").is_visible()


def click_action(page: Page, action: str) -> None:
    page.locator(f"[data-action='{action}']").last.evaluate("(button) => button.click()")
