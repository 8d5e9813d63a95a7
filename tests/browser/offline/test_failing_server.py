"""Test that an installed release survives invalid responses of its server."""

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
    wait_until_cache_is_checked,
)

if TYPE_CHECKING:
    from collections.abc import Callable

DELETE_CACHED_FILE = """async (path) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.endsWith(path)) await cache.delete(request);
  }
}"""
IS_WORKER_ACTIVE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && !!navigator.serviceWorker.controller;
}"""
READ_WAITING_WORKER_STATE = (
    "async () => (await navigator.serviceWorker.getRegistration()).waiting?.state ?? null"
)
WAIT_FOR_LIST_REPLY = """async () => {
  const { waiting, active } = await navigator.serviceWorker.getRegistration();
  const answered = new Promise((done) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data === 'list') done();
    });
  });
  waiting.postMessage('list');
  active.postMessage('list');
  await answered;
}"""
UNAVAILABLE_RESPONSE = (503, "text/plain", b"down")
SIGN_IN_RESPONSE = (200, "text/html", SIGN_IN_PAGE)


@pytest.mark.expects_errors
def test_invalid_responses_do_not_end_offline_play(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    for response, expected_text in ((UNAVAILABLE_RESPONSE, "503"), (SIGN_IN_RESPONSE, "sign in")):
        wait_until_cache_is_checked(page)
        page.evaluate(DELETE_CACHED_FILE, "python_stdlib.bin")
        server.overrides = {"": response}  # including sw.js
        page.reload()
        page.locator("#boot-failure h2").wait_for()
        assert expected_text in page.locator("#boot-failure p").inner_text()
        assert page.evaluate(IS_WORKER_ACTIVE)
        server.overrides = {}
        press_retry(page)
        assert page.evaluate(IS_WORKER_ACTIVE)

    # Without a cached page, the server's own page is shown, so visitors can sign in.
    wait_until_cache_is_checked(page)
    page.evaluate(DELETE_CACHED_FILE, server.address)
    server.overrides = {"": SIGN_IN_RESPONSE}
    page.reload()
    page.locator("h1", has_text="Sign in").wait_for()
    server.overrides = {}
    reload_and_wait(driver)
    assert page.evaluate(IS_WORKER_ACTIVE)
    server.stop()
    reload_and_wait(driver)
    driver.click_action("start")
    server.start()


def test_empty_worker_is_not_offered_as_update(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    page = driver.page
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    update_button = page.locator("[data-action='update']")
    for content in (b"", b"// cut\n"):
        server.overrides = {r"^sw\.js$": (200, "text/javascript", content)}
        page.evaluate(CHECK_FOR_UPDATE)
        wait_until(lambda: page.evaluate(READ_WAITING_WORKER_STATE) == "installed", page)
        page.evaluate(WAIT_FOR_LIST_REPLY)  # an intact waiting worker would have replied
        assert update_button.count() == 0
    server.overrides = {}
    deploy_next_release(server.folder)
    page.evaluate(CHECK_FOR_UPDATE)
    update_button.click()
    page.locator("h1", has_text="Qwixx 2").wait_for()
    driver.wait_until_ready()
