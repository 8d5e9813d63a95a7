"""Without a network: the service worker keeps a version whole, and hands over to the next."""

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
    wait_until_worker_is_unregistered,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext


@pytest.mark.parametrize("server", ["source", "assembled"], indirect=True)
def test_after_the_first_visit_it_needs_no_network(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page(start=1, players=2, seed=11, first=0)
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    assert not driver.page.evaluate(HAS_CONTROLLER)  # it was loaded without, and stays so
    server.stop()
    reload_and_wait(driver)
    assert driver.page.evaluate(HAS_CONTROLLER)
    pass_until_end(driver)
    other = Driver(context.new_page())
    other.page.goto(f"{server.address}index.html?lang=he")
    other.wait_until_ready()
    assert other.page.locator("html").get_attribute("lang") == "he"
    strong = open_page(start=1, bots="hard", speed="instant", first=1, variant="longo")
    strong.wait_for_person_or_end()
    assert strong.page.locator(".notices").inner_text() == ""  # its weights were there
    server.start()


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_the_assembled_folder_takes_few_requests_and_each_hint_is_of_use(
    server: SiteServer,
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
) -> None:
    open_page(new_context(), start=1, bots="greedy")
    assert len(server.requested_paths) == len(set(server.requested_paths)), sorted(
        server.requested_paths
    )
    assert len(server.requested_paths) <= 30


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_a_reader_of_one_script_loads_its_fonts_and_no_others(
    server: SiteServer,
    open_page: Callable[..., Driver],
    new_context: Callable[..., BrowserContext],
) -> None:
    driver = open_page(new_context())
    driver.click_action("menu")
    driver.click_action("close")
    driver.click_action("start")
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    latin = "static/vendor/rubik/rubik-latin-wght-normal.woff2"
    assert [path for path in server.requested_paths if path.endswith(".woff2")] == [latin]
    server.requested_paths.clear()
    driver = open_page(new_context(), lang="he", start=1)
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    fonts = [path for path in server.requested_paths if path.endswith(".woff2")]
    assert sorted(fonts) == [latin.replace("latin", "hebrew"), latin]


@pytest.mark.expects_errors
def test_it_answers_for_nothing_but_its_files(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    server.folder.joinpath("other.txt").write_text("from the host", encoding="utf-8")
    server.folder.joinpath("index.html").write_text("changed", encoding="utf-8")
    fetched = """async ([path, options]) => {
      const answer = await fetch(path, options);
      return [answer.status, (await answer.text()).slice(0, 15)];
    }"""
    ask = partial(driver.page.evaluate, fetched)
    assert ask(["other.txt", {}]) == [200, "from the host"]
    assert ask(["pyscript.toml?fresh", {"cache": "reload"}])[0] == 200
    assert ask(["index.html", {}]) == [200, "<!doctype html>"]
    assert ask(["index.html", {"headers": {"Range": "bytes=0-2"}, "cache": "reload"}])[1] != (
        "<!doctype html>"
    )
    assert ask(["index.html", {"method": "POST"}])[0] == 501


def test_without_room_it_plays_on_with_the_network(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    origin = server.address.removesuffix(BASE_PATH)
    control = context.new_cdp_session(context.new_page())
    control.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 200_000})
    driver = open_page(start=1, players=2, first=0)
    wait_until_worker_is_unregistered(driver)
    pass_until_end(driver)
    reload_and_wait(driver)
    assert not driver.page.evaluate(HAS_CONTROLLER)


@pytest.mark.parametrize("failing", ["put", "open"])
def test_what_was_removed_and_has_no_room_comes_from_the_network(
    server: SiteServer,
    open_page: Callable[..., Driver],
    context: BrowserContext,
    failing: str,
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    (worker,) = context.service_workers
    worker.evaluate(
        """(failing) => {
          const where = failing === 'put' ? Cache.prototype : CacheStorage.prototype;
          where[failing] = async () => { throw new DOMException('full', 'QuotaExceededError'); };
        }""",
        failing,
    )
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys()) await caches.delete(name); }"
    )
    server.worker_requests.clear()
    reload_and_wait(driver)
    assert driver.page.evaluate(HAS_CONTROLLER)
    driver.click_action("start")
    assert driver.page.locator(".notices").inner_text() == ""
    assert PROGRAM in server.worker_requests  # and the worker is what asked
    assert max(map(server.worker_requests.count, server.worker_requests)) <= 2


@pytest.mark.parametrize("server", ["assembled"], indirect=True)
def test_it_can_be_installed(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    control = context.new_cdp_session(driver.page)
    manifest: dict[str, Any] = control.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == server.address
    assert manifest["manifest"]["scope"] == server.address
    errors = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # What is tested here is a window without a profile.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_in_a_frame_it_keeps_nothing(server: SiteServer, context: BrowserContext) -> None:
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
    registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(registrations) == 0
