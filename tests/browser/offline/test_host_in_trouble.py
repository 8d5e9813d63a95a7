"""A version is kept while its host is in trouble: bad answers, a login page, an emptied worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver, try_again, wait_until
from tests.browser.hosts import LOGIN
from tests.browser.offline.conftest import KEPT, LOOK, Host, deploy_next, load_anew

if TYPE_CHECKING:
    from collections.abc import Callable

EVICT = """async (path) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.endsWith(path)) await cache.delete(request);
  }
}"""
IS_KEPT = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && !!navigator.serviceWorker.controller;
}"""
WAITING = "async () => (await navigator.serviceWorker.getRegistration()).waiting?.state ?? null"
ANSWERED = """async () => {
  const { waiting, active } = await navigator.serviceWorker.getRegistration();
  const answered = new Promise((done) => {
    navigator.serviceWorker.addEventListener('message', done, { once: true });
  });
  waiting.postMessage('list');
  active.postMessage('list');
  await answered;
}"""
TROUBLE = (503, "text/plain", b"down")
PORTAL = (200, "text/html", LOGIN)


@pytest.mark.expects_errors
def test_one_bad_answer_ends_no_offline_play(host: Host, open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(KEPT)
    load_anew(driver)
    for answer, said in ((TROUBLE, "503"), (PORTAL, "sign in")):
        page.evaluate(EVICT, "python_stdlib.bin")
        host.odd = {"": answer}  # sw.js, too
        page.reload()
        page.locator("#boot-failure h2").wait_for()
        assert said in page.locator("#boot-failure p").inner_text()
        assert page.evaluate(IS_KEPT)
        host.odd = {}
        try_again(page)
        assert page.evaluate(IS_KEPT)

    # The page itself was removed: its place takes what the host has, as a way to sign in.
    page.evaluate(EVICT, host.address)
    host.odd = {"": PORTAL}
    page.reload()
    page.locator("h1", has_text="Sign in").wait_for()
    host.odd = {}
    load_anew(driver)
    assert page.evaluate(IS_KEPT)
    host.stop()
    load_anew(driver)
    driver.act("start")
    host.start()


def test_an_empty_worker_is_no_next_version(host: Host, open_page: Callable[..., Driver]) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(KEPT)
    load_anew(driver)
    button = page.locator("[data-action='update']")
    for content in (b"", b"// cut\n"):
        host.odd = {r"^sw\.js$": (200, "text/javascript", content)}
        page.evaluate(LOOK)
        wait_until(lambda: page.evaluate(WAITING) == "installed", page)
        page.evaluate(ANSWERED)  # so would this one have by now
        assert button.count() == 0
    host.odd = {}
    deploy_next(host.folder)
    page.evaluate(LOOK)
    button.click()
    page.locator("h1", has_text="Qwixx 2").wait_for()
    driver.wait_ready()
