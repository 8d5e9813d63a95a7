"""Test the page when it is opened from disk, and the single file that contains all its parts."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT, game_files, runtime_files
from qwixx.publish.script_bundles import bundle_contents, single_file
from qwixx.ui.files.single_file import BUNDLES
from tests.browser.driver import (
    Driver,
    assert_page_shows,
    is_finished,
    press_retry,
    wait_for_failure,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = pytest.mark.fresh_page


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the page in a folder whose name needs escaping in a URL."""
    copy = tmp_path_factory.mktemp("disk") / "Würfel spiel #1 100%"
    for name in [*runtime_files(), *game_files(), *bundle_contents()]:
        copy.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture
def visitor(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A browser context without a network."""
    visitor = new_context()
    visitor.set_offline(True)
    return visitor


def open_file(visitor: BrowserContext, file: Path, query: str = "") -> Driver:
    page: Page = visitor.new_page()
    page.goto(f"{file.as_uri()}{query}")
    driver = Driver(page)
    driver.wait_until_ready()
    return driver


def test_game_opened_from_disk_is_playable(visitor: BrowserContext, site_folder: Path) -> None:
    query = "?start=1&bots=medium&first=0&seed=21&speed=instant&variant=longo&lang=he"
    driver = open_file(visitor, site_folder / "index.html", query)
    assert driver.page.locator(".notices").inner_text() == ""  # no warning about storage
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)


def test_game_opened_from_disk_is_restored(visitor: BrowserContext, site_folder: Path) -> None:
    query = "?start=1&players=2&first=0&seed=5&speed=instant"
    driver = open_file(visitor, site_folder / "index.html", query)
    driver.click_action("roll")
    driver.click_action("pass")
    state = driver.saved_game().state
    reopened_game = open_file(visitor, site_folder / "index.html")
    assert_page_shows(reopened_game, state, actor=1)


@pytest.mark.expects_errors
@pytest.mark.parametrize("bundle", BUNDLES)
def test_missing_script_bundle_is_reported(
    visitor: BrowserContext, site_folder: Path, bundle: str
) -> None:
    file = site_folder / bundle
    moved_file = file.rename(file.with_suffix(".aside"))
    page = visitor.new_page()
    page.goto(site_folder.joinpath("index.html").as_uri())
    wait_for_failure(page)
    message = page.locator("#boot-failure p").inner_text()
    assert bundle in message
    assert "Unpack the whole ZIP file" in message
    moved_file.rename(file)
    press_retry(page)


# The single file


def test_single_file_from_menu_works_offline(
    request: pytest.FixtureRequest,
    open_page: Callable[..., Driver],
    visitor: BrowserContext,
    tmp_path: Path,
) -> None:
    hosted = open_page()
    hosted.click_action("menu")
    with hosted.page.expect_download() as download:
        hosted.click_action("make-file")
    assert download.value.suggested_filename == "qwixx.html"
    file = tmp_path / "Ein Öl #2 50%.html"
    download.value.save_as(file)
    if request.config.getoption("--source"):  # otherwise it contains the assembled page
        assert file.read_text(encoding="utf-8") == single_file()
    assert hosted.page.locator(".notices").inner_text() == ""

    query = "?start=1&bots=greedy&first=0&seed=21&speed=instant"
    driver = open_file(visitor, file, query)
    assert driver.page.locator(".notices").inner_text() == ""
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)
    driver.click_action("menu")  # the single file cannot create another one
    assert driver.page.locator("[data-action='make-file']").count() == 0


def test_single_file_works_on_server_without_other_files(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    text = single_file()
    page.route("**/alone/qwixx.html*", lambda route: route.fulfill(body=text))
    page.goto(f"{address}alone/qwixx.html?start=1&first=0&seed=5")
    driver = Driver(page)
    driver.wait_until_ready()
    driver.click_action("roll")
    page.locator("html[data-phase=white]").wait_for(state="attached")


@pytest.mark.expects_errors  # blocked storage
def test_single_file_works_in_frame_without_origin(
    visitor: BrowserContext, tmp_path: Path
) -> None:
    """In a frame without an origin, access to `navigator.serviceWorker` throws an exception."""
    tmp_path.joinpath("qwixx.html").write_text(single_file(), encoding="utf-8")
    post = tmp_path / "post.html"
    post.write_text(
        '<iframe sandbox="allow-scripts" src="qwixx.html?start=1&first=0"></iframe>', "utf-8"
    )
    page = visitor.new_page()
    page.add_init_script("""
        if (self !== parent) Object.defineProperty(navigator, 'serviceWorker', {
          get() { throw new DOMException('sandboxed', 'SecurityError'); },
        });
    """)
    page.goto(post.as_uri())
    frame = page.locator("iframe").content_frame
    frame.locator("[data-action='roll']").first.click()
    frame.locator("html[data-phase=white]").wait_for(state="attached")


SIGN_IN_PAGE = "<!doctype html><title>Sign in</title><link><script></script>"


def respond_with(text: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text)


@pytest.mark.parametrize("kind", ["portal", "other version"])
def test_single_file_is_not_made_from_wrong_parts(
    open_page: Callable[..., Driver], address: str, kind: str
) -> None:
    driver = open_page()
    page = driver.page
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))  # noqa: PLW0108 - for mypy
    for part in ("index.html", "static/css/print_media.css", "static/js/boot.js", *BUNDLES[1:]):
        text = SIGN_IN_PAGE if kind == "portal" else page.request.get(address + part).text() + "\n"
        page.route(f"**/{part}", respond_with(text))
        driver.click_action("menu")
        driver.click_action("make-file")
        error_notice = page.get_by_text("couldn’t be created")
        error_notice.wait_for()
        page.unroute(f"**/{part}")
        driver.click_action("dismiss")
        error_notice.wait_for(state="detached")
    assert downloads == []


@pytest.mark.expects_errors
def test_failure_to_make_single_file_is_reported(
    open_page: Callable[..., Driver], page_problems: list[str]
) -> None:
    driver = open_page()
    driver.page.route("**/static/file/runtime.js", lambda route: route.abort())
    driver.click_action("menu")
    driver.click_action("make-file")
    driver.page.get_by_text("couldn’t be created").wait_for()
    assert driver.page_state() == "ready"
    assert page_problems
