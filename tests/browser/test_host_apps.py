"""Test the page inside apps that lack what browsers have: printing, downloads, and sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.driver import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext

    from tests.browser.driver import Driver

PRINT = {
    "does nothing": "window.print = () => {};",
    "is missing": "Object.defineProperty(window, 'print', { value: undefined });",
    "throws": "window.print = () => { throw new Error('no printer'); };",
}
WEB_VIEW = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Version/4.0 Chrome/126.0 Mobile Safari/537.36"
)


@pytest.mark.parametrize("print_function", PRINT)
def test_page_says_that_app_cannot_print(
    context: BrowserContext, open_page: Callable[..., Driver], print_function: str
) -> None:
    context.add_init_script(PRINT[print_function])
    page = open_page(context, print=1, lang="en").page
    page.locator("[data-action=print]").click()
    page.locator(".notices", has_text="This app can’t print.").wait_for()
    assert "went wrong" not in page.locator("#app").inner_text()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # it can, after all
    page.locator(".notices", has_text="This app can’t print.").wait_for(state="detached")


def test_page_that_prints_shows_no_notice(
    context: BrowserContext, open_page: Callable[..., Driver]
) -> None:
    context.add_init_script(
        "const wait = setTimeout; self.setTimeout = (done, ms, ...rest) => "
        "wait(() => { done(...rest); if (ms === 1500) self.hasLooked = true; }, Math.min(ms, 10));"
        "window.print = () => ['beforeprint', 'afterprint'].forEach((kind) => "
        "dispatchEvent(new Event(kind)));"
    )
    page = open_page(context, print=1, lang="en").page
    page.locator("[data-action=print]").click()
    page.wait_for_function("self.hasLooked")
    assert page.locator(".notice-texts > *").count() == 0


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (
            "HTMLAnchorElement.prototype.click = () => { throw new TypeError('no'); };",
            "This app can’t save files.",
        ),
        (
            f"Object.defineProperty(navigator, 'userAgent', {{ value: '{WEB_VIEW}' }});",
            "No file?",
        ),
    ],
)
def test_page_says_that_app_cannot_save_files(
    context: BrowserContext, open_page: Callable[..., Driver], script: str, sentence: str
) -> None:
    context.add_init_script(script)
    driver = open_page(context, players=2, start=1, first=0, seed=5, lang="en")
    page = driver.page
    driver.play_to_end()
    driver.click_action("share")
    driver.click_action("paint")
    page.locator(".notices", has_text=sentence).wait_for()
    assert "went wrong" not in page.locator("#app").inner_text()


@pytest.mark.parametrize(("error", "is_told"), [("NotAllowedError", True), ("AbortError", False)])
def test_result_is_shared_with_a_picture_in_one_touch(
    context: BrowserContext,
    open_page: Callable[..., Driver],
    error: str,
    is_told: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """If the app cannot share, the page says so."""
    context.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (shared) => "
        f"{{ self.shared = shared; throw new DOMException('no', '{error}'); }};"
    )
    driver = open_page(context, players=2, start=1, first=0, seed=5, lang="en")
    driver.play_to_end()
    driver.click_action("send-result")
    page = driver.page
    wait_until(lambda: page.evaluate("self.shared !== undefined"), page)
    picture = page.evaluate("""async () => {
      const [file] = shared.files;
      const { width, height } = await createImageBitmap(file);
      return [shared.text.startsWith('Qwixx '), file.name, file.type, width, height];
    }""")
    assert picture == [True, "qwixx.png", "image/png", 1080, 1080]
    if is_told:
        page.locator(".notices", has_text="This app can’t share.").wait_for()
    else:
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        assert page.locator(".notice-texts > *").count() == 0
