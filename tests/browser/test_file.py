"""The page opened from a disk: no server, and a browser that lets it read next to nothing."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from qwixx.publish.files import ROOT, game_files, runtime_files
from qwixx.publish.script_bundles import bundle_contents, single_file
from qwixx.ui.files.single_file import BUNDLES
from tests.browser.driver import Driver, assert_page_shows, is_finished, press_retry

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page, Route

pytestmark = pytest.mark.fresh_page


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the page in a folder with a name that an address must encode."""
    to = tmp_path_factory.mktemp("disk") / "Würfel spiel #1 100%"
    for name in [*runtime_files(), *game_files(), *bundle_contents()]:
        to.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, to / name)
    return to


@pytest.fixture
def visitor(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """Somebody without a network."""
    visitor = new_context()
    visitor.set_offline(True)
    return visitor


def open_file(visitor: BrowserContext, file: Path, query: str = "") -> Driver:
    page: Page = visitor.new_page()
    page.goto(f"{file.as_uri()}{query}")
    driver = Driver(page)
    driver.wait_until_ready()
    return driver


def test_a_game_by_double_click(visitor: BrowserContext, folder: Path) -> None:
    query = "?start=1&bots=medium&first=0&seed=21&speed=instant&variant=longo&lang=he"
    driver = open_file(visitor, folder / "index.html", query)
    assert driver.page.locator(".notices").inner_text() == ""  # it can save
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)


def test_a_game_is_kept_on_the_disk(visitor: BrowserContext, folder: Path) -> None:
    query = "?start=1&players=2&first=0&seed=5&speed=instant"
    driver = open_file(visitor, folder / "index.html", query)
    driver.click_action("roll")
    driver.click_action("pass")
    state = driver.saved_game().state
    again = open_file(visitor, folder / "index.html")
    assert_page_shows(again, state, actor=1)


@pytest.mark.expects_errors
@pytest.mark.parametrize("missing", BUNDLES)
def test_a_missing_script_bundle_is_told_of(
    visitor: BrowserContext, folder: Path, missing: str
) -> None:
    file = folder / missing
    aside = file.rename(file.with_suffix(".aside"))
    page = visitor.new_page()
    page.goto(folder.joinpath("index.html").as_uri())
    page.locator("#boot-failure").wait_for()
    said = page.locator("#boot-failure p").inner_text()
    assert missing in said
    assert "Unpack the whole ZIP file" in said
    aside.rename(file)
    press_retry(page)


# Everything in one file


def test_the_menu_gives_the_game_as_one_file_that_plays_offline(
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
    if request.config.getoption("--source"):  # else the page in it is another
        assert file.read_text(encoding="utf-8") == single_file()
    assert hosted.page.locator(".notices").inner_text() == ""

    query = "?start=1&bots=greedy&first=0&seed=21&speed=instant"
    driver = open_file(visitor, file, query)
    assert driver.page.locator(".notices").inner_text() == ""
    driver.play_to_end()
    game = driver.saved_game()
    assert is_finished(game)
    assert_page_shows(driver, game.state, actor=None)
    driver.click_action("menu")  # it cannot give what it has no more
    assert driver.page.locator("[data-action='make-file']").count() == 0


def test_one_file_plays_on_a_host_that_has_nothing_else(
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
def test_one_file_plays_in_a_frame_without_an_origin(
    visitor: BrowserContext, tmp_path: Path
) -> None:
    """Such a frame has no service worker; browsers tell so by an exception."""
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


PORTAL = "<!doctype html><title>Sign in</title><link><script></script>"


def giving(text: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=text)


@pytest.mark.parametrize("kind", ["portal", "other version"])
def test_a_file_of_other_parts_is_not_offered(
    open_page: Callable[..., Driver], address: str, kind: str
) -> None:
    driver = open_page()
    page = driver.page
    downloads: list[object] = []
    page.on("download", lambda download: downloads.append(download))  # noqa: PLW0108 - for mypy
    for part in ("index.html", "static/css/print_media.css", "static/js/boot.js", *BUNDLES[1:]):
        text = PORTAL if kind == "portal" else page.request.get(address + part).text() + "\n"
        page.route(f"**/{part}", giving(text))
        driver.click_action("menu")
        driver.click_action("make-file")
        told = page.get_by_text("couldn't be created")
        told.wait_for()
        page.unroute(f"**/{part}")
        driver.click_action("dismiss")
        told.wait_for(state="detached")
    assert downloads == []


@pytest.mark.expects_errors
def test_a_file_that_cannot_be_made_is_told_of(
    open_page: Callable[..., Driver], page_problems: list[str]
) -> None:
    driver = open_page()
    driver.page.route("**/static/file/runtime.js", lambda route: route.abort())
    driver.click_action("menu")
    driver.click_action("make-file")
    driver.page.get_by_text("couldn't be created").wait_for()
    assert driver.page_state() == "ready"
    assert page_problems
