"""Without a network: the service worker keeps a version whole, and hands over to the next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from qwixx.ui.files.single_file import PROGRAM
from tests.browser.driver import Driver
from tests.browser.offline.conftest import (
    CONTROLLED,
    HOME,
    KEPT,
    Host,
    load_anew,
    play_to_the_end,
    wait_until_given_up,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext


@pytest.mark.parametrize("host", ["source", "assembled"], indirect=True)
def test_after_the_first_visit_it_needs_no_network(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page(start=1, players=2, seed=11, first=0)
    driver.page.evaluate(KEPT)
    assert not driver.page.evaluate(CONTROLLED)  # it was loaded without, and stays so
    host.stop()
    load_anew(driver)
    assert driver.page.evaluate(CONTROLLED)
    play_to_the_end(driver)
    other = Driver(context.new_page())
    other.page.goto(f"{host.address}index.html?lang=he")
    other.wait_ready()
    assert other.page.locator("html").get_attribute("lang") == "he"
    strong = open_page(start=1, bots="hard", speed="instant", first=1, variant="longo")
    strong.wait_for_person()
    assert strong.page.locator(".notices").inner_text() == ""  # its weights were there
    host.start()


@pytest.mark.parametrize("host", ["assembled"], indirect=True)
def test_the_assembled_folder_takes_few_requests_and_each_hint_is_of_use(
    host: Host, open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    open_page(new_context(), start=1, bots="greedy")
    assert len(host.requests) == len(set(host.requests)), sorted(host.requests)
    assert len(host.requests) <= 30


@pytest.mark.parametrize("host", ["assembled"], indirect=True)
def test_a_reader_of_one_script_loads_its_fonts_and_no_others(
    host: Host, open_page: Callable[..., Driver], new_context: Callable[..., BrowserContext]
) -> None:
    driver = open_page(new_context())
    driver.act("menu")
    driver.act("close")
    driver.act("start")
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    latin = "static/vendor/rubik/rubik-latin-wght-normal.woff2"
    assert [path for path in host.requests if path.endswith(".woff2")] == [latin]
    host.requests.clear()
    driver = open_page(new_context(), lang="he", start=1)
    driver.page.evaluate("document.fonts.ready.then(() => 0)")
    fonts = [path for path in host.requests if path.endswith(".woff2")]
    assert sorted(fonts) == [latin.replace("latin", "hebrew"), latin]


@pytest.mark.expects_errors
def test_it_answers_for_nothing_but_its_files(
    host: Host, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
    host.folder.joinpath("other.txt").write_text("from the host", encoding="utf-8")
    host.folder.joinpath("index.html").write_text("changed", encoding="utf-8")
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
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    origin = host.address.removesuffix(HOME)
    control = context.new_cdp_session(context.new_page())
    control.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 200_000})
    driver = open_page(start=1, players=2, first=0)
    wait_until_given_up(driver)
    play_to_the_end(driver)
    load_anew(driver)
    assert not driver.page.evaluate(CONTROLLED)


@pytest.mark.parametrize("failing", ["put", "open"])
def test_what_was_removed_and_has_no_room_comes_from_the_network(
    host: Host,
    open_page: Callable[..., Driver],
    context: BrowserContext,
    failing: str,
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    load_anew(driver)
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
    host.asked.clear()
    load_anew(driver)
    assert driver.page.evaluate(CONTROLLED)
    driver.act("start")
    assert driver.page.locator(".notices").inner_text() == ""
    assert PROGRAM in host.asked  # and the worker is what asked
    assert max(map(host.asked.count, host.asked)) <= 2


@pytest.mark.parametrize("host", ["assembled"], indirect=True)
def test_it_can_be_installed(
    host: Host, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(KEPT)
    control = context.new_cdp_session(driver.page)
    manifest: dict[str, Any] = control.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["manifest"]["startUrl"] == host.address
    assert manifest["manifest"]["scope"] == host.address
    errors = control.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # What is tested here is a window without a profile.
    assert [error for error in errors if error["errorId"] != "in-incognito"] == []


def test_in_a_frame_it_keeps_nothing(host: Host, context: BrowserContext) -> None:
    host.folder.joinpath("blog.html").write_text(
        '<link rel="icon" href="data:,"><iframe src="./?embed=1"></iframe>', encoding="utf-8"
    )
    page = context.new_page()
    page.goto(f"{host.address}blog.html")
    page.frame_locator("iframe").locator("[data-action='play']").click()
    ready = page.frame_locator("iframe").locator("html[data-qwixx=ready]")
    ready.wait_for(state="attached")
    page.frame_locator("iframe").locator("[data-player]").first.wait_for()
    page.frame_locator("iframe").locator("[data-action='menu']").click()
    registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(registrations) == 0
