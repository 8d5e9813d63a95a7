"""A version is kept while its host is in trouble: bad answers, a login page, an emptied worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import Driver, press_retry, wait_until
from tests.browser.faulty_server import SIGN_IN_PAGE
from tests.browser.offline.conftest import (
    CHECK_FOR_UPDATE,
    WAIT_FOR_ACTIVE_WORKER,
    SiteServer,
    deploy_next_release,
    reload_and_wait,
)

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
PORTAL = (200, "text/html", SIGN_IN_PAGE)


@pytest.mark.expects_errors
def test_one_bad_answer_ends_no_offline_play(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    for answer, said in ((TROUBLE, "503"), (PORTAL, "sign in")):
        page.evaluate(EVICT, "python_stdlib.bin")
        server.overrides = {"": answer}  # sw.js, too
        page.reload()
        page.locator("#boot-failure h2").wait_for()
        assert said in page.locator("#boot-failure p").inner_text()
        assert page.evaluate(IS_KEPT)
        server.overrides = {}
        press_retry(page)
        assert page.evaluate(IS_KEPT)

    # The page itself was removed: its place takes what the host has, as a way to sign in.
    page.evaluate(EVICT, server.address)
    server.overrides = {"": PORTAL}
    page.reload()
    page.locator("h1", has_text="Sign in").wait_for()
    server.overrides = {}
    reload_and_wait(driver)
    assert page.evaluate(IS_KEPT)
    server.stop()
    reload_and_wait(driver)
    driver.click_action("start")
    server.start()


def test_an_empty_worker_is_no_next_version(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    button = page.locator("[data-action='update']")
    for content in (b"", b"// cut\n"):
        server.overrides = {r"^sw\.js$": (200, "text/javascript", content)}
        page.evaluate(CHECK_FOR_UPDATE)
        wait_until(lambda: page.evaluate(WAITING) == "installed", page)
        page.evaluate(ANSWERED)  # so would this one have by now
        assert button.count() == 0
    server.overrides = {}
    deploy_next_release(server.folder)
    page.evaluate(CHECK_FOR_UPDATE)
    button.click()
    page.locator("h1", has_text="Qwixx 2").wait_for()
    driver.wait_until_ready()
