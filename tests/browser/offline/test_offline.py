"""Test offline play, requests, full storage, and installation with the service worker."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.ui.files.single_file import PROGRAM
from tests.browser.driver import Driver
from tests.browser.offline.conftest import (
    BASE_PATH,
    HAS_CONTROLLER,
    WAIT_FOR_ACTIVE_WORKER,
    SiteServer,
    pass_until_end,
    reload_and_wait,
    wait_until_cache_is_checked,
    wait_until_worker_is_unregistered,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext


@pytest.mark.parametrize("server", ["source", "assembled"], indirect=True)
def test_page_works_offline_after_first_visit(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page(start=1, players=2, seed=11, first=0)
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    assert not driver.page.evaluate(HAS_CONTROLLER)  # the first load has no worker
    server.stop()
    reload_and_wait(driver)
    assert driver.page.evaluate(HAS_CONTROLLER)
    pass_until_end(driver)
    hebrew_page = Driver(context.new_page())
    hebrew_page.page.goto(f"{server.address}index.html?lang=he")
    hebrew_page.wait_until_ready()
    assert hebrew_page.page.locator("html").get_attribute("lang") == "he"
    hard_bot_game = open_page(start=1, bots="hard", speed="instant", first=1, variant="longo")
    hard_bot_game.wait_for_person_or_end()
    # There is no notice, because the weights of the bot's network were cached.
    assert hard_bot_game.page.locator(".notices").inner_text() == ""
    server.start()


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_assembled_site_needs_few_requests_and_repeats_none(
    server: SiteServer,
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
) -> None:
    open_page(new_context(), start=1, bots="greedy")
    # A preload that does not match its later request would fetch the file twice.
    assert len(server.requested_paths) == len(set(server.requested_paths)), sorted(
        server.requested_paths
    )
    assert len(server.requested_paths) <= 30


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_page_loads_only_fonts_of_its_scripts(
    server: SiteServer,
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
) -> None:
    driver = open_page(new_context())
    driver.click_action("menu")
    driver.click_action("close")
    driver.click_action("start")
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    latin_font = "static/vendor/rubik/rubik-latin-wght-normal.woff2"
    assert [path for path in server.requested_paths if path.endswith(".woff2")] == [latin_font]
    server.requested_paths.clear()
    driver = open_page(new_context(), lang="he", start=1)
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    fonts = [path for path in server.requested_paths if path.endswith(".woff2")]
    assert sorted(fonts) == [latin_font.replace("latin", "hebrew"), latin_font]


@pytest.mark.expects_errors
def test_worker_answers_only_requests_for_cached_files(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    server.folder.joinpath("other.txt").write_text("from the host", encoding="utf-8")
    server.folder.joinpath("index.html").write_text("changed", encoding="utf-8")
    fetch_script = """async ([path, options]) => {
      const answer = await fetch(path, options);
      return [answer.status, (await answer.text()).slice(0, 15)];
    }"""
    fetch = partial(driver.page.evaluate, fetch_script)
    assert fetch(["other.txt", {}]) == [200, "from the host"]
    assert fetch(["pyscript.toml?fresh", {"cache": "reload"}])[0] == 200
    assert fetch(["index.html", {}]) == [200, "<!doctype html>"]
    assert fetch(["index.html", {"headers": {"Range": "bytes=0-2"}, "cache": "reload"}])[1] != (
        "<!doctype html>"
    )
    assert fetch(["index.html", {"method": "POST"}])[0] == 501


def test_page_works_online_if_cache_exceeds_quota(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    origin = server.address.removesuffix(BASE_PATH)
    devtools = context.new_cdp_session(context.new_page())
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 200_000})
    driver = open_page(start=1, players=2, first=0)
    wait_until_worker_is_unregistered(driver)
    pass_until_end(driver)
    reload_and_wait(driver)
    assert not driver.page.evaluate(HAS_CONTROLLER)


def test_cache_is_checked_although_browser_is_never_idle(
    open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    context.add_init_script(
        "self.requestIdleCallback = (call, options) => options?.timeout ? setTimeout(call) : 0;"
    )
    wait_until_cache_is_checked(open_page(start=1).page)


@pytest.mark.parametrize("failing_method", ["put", "open"])
def test_deleted_files_come_from_network_if_storage_is_full(
    server: SiteServer,
    open_page: Callable[..., Driver],
    context: BrowserContext,
    failing_method: str,
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    wait_until_cache_is_checked(driver.page)
    (worker,) = context.service_workers
    worker.evaluate(
        """(failing) => {
          const where = failing === 'put' ? Cache.prototype : CacheStorage.prototype;
          where[failing] = async () => { throw new DOMException('full', 'QuotaExceededError'); };
        }""",
        failing_method,
    )
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
    )
    server.worker_requests.clear()
    reload_and_wait(driver)
    assert driver.page.evaluate(HAS_CONTROLLER)
    driver.click_action("start")
    assert driver.page.locator(".notices").inner_text() == ""
    wait_until_cache_is_checked(driver.page)
    assert driver.page.evaluate("self.offlineStatuses") == ["offline space"]
    assert PROGRAM in server.worker_requests
    assert max(map(server.worker_requests.count, server.worker_requests)) <= 2


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_page_can_be_installed(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    devtools = context.new_cdp_session(driver.page)
    manifest: dict[str, Any] = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == server.address
    assert manifest["manifest"]["scope"] == server.address
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The browser contexts of tests are incognito windows.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_frame_registers_no_service_worker(server: SiteServer, context: BrowserContext) -> None:
    server.folder.joinpath("blog.html").write_text(
        '<link rel="icon" href="data:,"><iframe src="./?embed=1"></iframe>', encoding="utf-8"
    )
    page = context.new_page()
    page.goto(f"{server.address}blog.html")
    page.frame_locator("iframe").locator("[data-action='play']").click()
    ready = page.frame_locator("iframe").locator("html[data-qwixx=ready]")
    ready.wait_for(state="attached")
    page.frame_locator("iframe").locator("[data-player]").first.wait_for()
    page.frame_locator("iframe").locator("[data-action='menu']").click()
    count_registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(count_registrations) == 0
