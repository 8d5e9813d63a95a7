"""Test updates: a page keeps its release until the next one is fully cached and active."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT, fetched_files, runtime_files
from qwixx.publish.renew import renew_version_ids
from qwixx.publish.script_bundles import bundle_contents, write_stale_bundles
from qwixx.ui.files.single_file import FONTS, PROGRAM
from qwixx.ui.files.versions import BOOT
from tests.browser.driver import Driver, wait_until
from tests.browser.offline.conftest import (
    BASE_PATH,
    CHECK_FOR_UPDATE,
    COUNT_CACHED_FILES,
    HAS_CONTROLLER,
    LIST_CACHES,
    WAIT_FOR_ACTIVE_WORKER,
    SiteServer,
    deploy_next_release,
    read_heading,
    reload_and_wait,
    wait_until_worker_is_unregistered,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Worker


def find_worker(context: BrowserContext, state: str) -> Worker:
    """Return the service worker in a state of its life cycle."""
    (worker,) = (
        worker
        for worker in context.service_workers
        if worker.evaluate("self.serviceWorker.state") == state
    )
    return worker


def test_page_updates_on_request_and_keeps_its_game(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    open_page().page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    first_tab = open_page(start=1, players=2, seed=11, first=0)
    other_tab = open_page(start=1, players=3, seed=12, first=0)
    for tab in (first_tab, other_tab):
        assert tab.page.evaluate(HAS_CONTROLLER)
        tab.click_action("roll")
    caches = first_tab.page.evaluate(LIST_CACHES)
    games_before = first_tab.read_game(), other_tab.read_game()
    server.worker_requests.clear()

    deploy_next_release(server.folder)
    first_tab.page.evaluate(CHECK_FOR_UPDATE)
    update_button = first_tab.page.locator("[data-action='update']")
    update_button.wait_for()
    assert update_button.get_attribute("aria-label") == "Reload to update"
    assert read_heading(first_tab.page) == "Qwixx"
    new_tab = open_page()  # new tabs still have the same release
    assert read_heading(new_tab.page) == "Qwixx"
    new_tab.page.close()
    assert (first_tab.read_game(), other_tab.read_game()) == games_before
    changed_files = {PROGRAM, BOOT, ""}  # the page and its boot script contain version IDs
    assert set(server.worker_requests) - {"sw.js"} == changed_files  # all other files were cached

    update_button.click()
    for tab in (first_tab, other_tab):
        tab.page.locator("h1", has_text="Qwixx 2").wait_for()
        tab.wait_until_ready()
    # Each tab still has its own game.
    assert (first_tab.read_game(), other_tab.read_game()) == games_before
    first_tab.click_action("pass")
    runtime_cache, game_cache = sorted(caches, reverse=True)
    caches_after = first_tab.page.evaluate(LIST_CACHES)
    assert runtime_cache in caches_after
    assert game_cache not in caches_after
    assert len(caches_after) == 2


def test_reload_of_last_open_page_activates_update(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    other_page = open_page()
    deploy_next_release(server.folder)
    driver.page.evaluate(CHECK_FOR_UPDATE)
    driver.page.locator("[data-action='update']").wait_for()
    # Chromium may delay a change of workers by 30 seconds while requests are in flight, and even
    # longer with a debugger, as here. This test therefore ends with the call of `skipWaiting`.
    waiting_worker = find_worker(context, "installed")
    waiting_worker.evaluate("""() => {
      self.messages = [];
      self.skipWaiting = () => { self.messages.push('skip'); };
      addEventListener('message', ({data}) => { if (data !== 'list') self.messages.push(data); });
    }""")
    reload_and_wait(driver)
    wait_until(lambda: waiting_worker.evaluate("self.messages") == ["alone"], driver.page)
    driver.page.locator("[data-action='update']").wait_for()
    other_page.page.close()
    driver.page.reload()
    wait_until(
        lambda: waiting_worker.evaluate("self.messages") == ["alone", "alone", "skip"], driver.page
    )


def test_page_requests_update_until_it_is_active(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    """Chromium may forget a request that comes while the active worker is busy."""
    driver = open_page()
    page = driver.page
    page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    deploy_next_release(server.folder)
    page.evaluate(CHECK_FOR_UPDATE)
    update_button = page.locator("[data-action='update']")
    update_button.wait_for()
    find_worker(context, "installed").evaluate("""() => {
      const skipWaiting = self.skipWaiting.bind(self);
      self.skipWaiting = () => { self.skipWaiting = skipWaiting; };
    }""")
    update_button.click()
    page.locator("h1", has_text="Qwixx 2").wait_for()
    driver.wait_until_ready()


def test_page_of_first_visit_offers_update(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.click_action("unfold")
    driver.page.locator("[data-action='count'][value='4']").check(force=True)
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    deploy_next_release(server.folder)
    driver.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    driver.page.locator("[data-action='update']").click()
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()
    assert driver.page.locator("[data-action='count'][value='4']").is_checked()


def test_preview_reloads_when_update_becomes_active(
    server: SiteServer, open_page: Callable[..., Driver], context: BrowserContext
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    deploy_next_release(server.folder)
    driver.page.evaluate(CHECK_FOR_UPDATE)
    driver.page.locator("[data-action='update']").wait_for()
    # While pages request files of the old release, Chromium keeps that release's worker for up to
    # 30 seconds, and even longer with a debugger, as here. A waiting preview requests nothing.
    preview = Driver(context.new_page())
    preview.page.add_init_script(
        "window.starts = Number(sessionStorage.starts = Number(sessionStorage.starts ?? 0) + 1)"
    )
    preview.page.goto(f"{server.address}?embed=1", wait_until="networkidle")
    assert preview.page_state() == "loading"
    driver.click_action("update")
    preview.page.wait_for_function("() => window.starts === 2")
    preview.page.locator("[data-action='play']").click()
    preview.wait_until_ready()
    assert read_heading(preview.page) == "Qwixx 2"


def test_interrupted_installation_is_completed_on_next_visit(
    server: SiteServer, open_page: Callable[..., Driver], page_problems: list[str]
) -> None:
    server.worker_responses_left = 30
    driver = open_page()
    wait_until_worker_is_unregistered(driver)
    page_problems.clear()
    cached_paths = driver.page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const {url} of await (await caches.open(name)).keys())
          found.push(new URL(url).pathname);
      return found;
    }""")
    cached_paths = {path.removeprefix(BASE_PATH) for path in cached_paths}
    assert 20 < len(cached_paths) < 40
    server.worker_responses_left = 10_000
    server.worker_requests.clear()
    reload_and_wait(driver)
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    assert cached_paths.isdisjoint(server.worker_requests)
    server.stop()
    reload_and_wait(driver)
    driver.click_action("start")
    server.start()


def test_mixed_files_of_two_releases_are_not_installed(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    caches = driver.page.evaluate(LIST_CACHES)
    program = server.folder / PROGRAM
    old_program = program.read_bytes()
    deploy_next_release(server.folder)
    new_program = program.read_bytes()
    program.write_bytes(old_program)  # not deployed yet
    read_installation_result = """async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return new Promise((done) => {
        registration.addEventListener('updatefound', () => {
          const coming = registration.installing;
          coming.onstatechange = () => { done(coming.state); };
        });
        registration.update().catch(() => {});
      });
    }"""
    assert driver.page.evaluate(read_installation_result) == "redundant"
    reload_and_wait(driver)
    assert read_heading(driver.page) == "Qwixx"
    assert set(caches) <= set(driver.page.evaluate(LIST_CACHES))
    program.write_bytes(new_program)
    driver.page.evaluate(CHECK_FOR_UPDATE)
    driver.click_action("update")
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()


def test_single_file_is_not_made_from_next_release(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    """Files that the worker does not cache may already belong to the next release."""
    for name in bundle_contents():
        server.folder.joinpath(name).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / name, server.folder / name)
    write_stale_bundles(server.folder)
    renew_version_ids(server.folder)
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    driver.click_action("menu")
    with driver.page.expect_download():
        driver.click_action("make-file")
    deploy_next_release(server.folder)
    with server.folder.joinpath(FONTS).open("a", encoding="utf-8") as file:
        file.write("\n")  # the fonts are bundled, too
    write_stale_bundles(server.folder)
    renew_version_ids(server.folder)
    driver.click_action("menu")
    driver.click_action("make-file")
    driver.page.get_by_text("couldn’t be created").wait_for()


def test_deleted_cache_is_filled_again(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys())"
        " if (name.includes('game')) await caches.delete(name); }"
    )
    reload_and_wait(driver)
    file_count = len(runtime_files()) + len(fetched_files())
    wait_until(lambda: driver.page.evaluate(COUNT_CACHED_FILES) == file_count, driver.page)
    server.stop()
    reload_and_wait(driver)
    driver.click_action("start")
    server.start()


@pytest.mark.expects_errors
def test_release_without_cached_files_is_replaced(
    server: SiteServer, open_page: Callable[..., Driver]
) -> None:
    """The cache was deleted in the browser, and the server has the files of the next release."""
    driver = open_page()
    driver.page.evaluate(WAIT_FOR_ACTIVE_WORKER)
    reload_and_wait(driver)
    deploy_next_release(server.folder)
    driver.page.evaluate(
        "async () => { for (const name of await caches.keys())"
        " if (name.includes('game')) await caches.delete(name); }"
    )
    driver.page.reload()
    root = driver.page.locator("html[data-qwixx=failed], html[data-qwixx=ready]")
    root.wait_for(state="attached")
    if driver.page_state() == "failed":
        driver.page.locator("#boot-retry").click()
    driver.page.locator("h1", has_text="Qwixx 2").wait_for()
