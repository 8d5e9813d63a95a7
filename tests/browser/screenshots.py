"""Write the page's screenshots and icons: `python3 -m tests.browser.screenshots`.

To write only some images, pass names: `python3 -m tests.browser.screenshots social icons`.

The texts on each screenshot are written beside them, so that a test can tell when the page no
longer has these texts (`tests/i18n/test_screenshots.py`).
"""

from __future__ import annotations

import json
import shutil
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from qwixx import Phase
from qwixx.publish.serve import make_server
from qwixx.ui.model.board import find_person_to_act
from qwixx.ui.storage import parse_game
from tests.browser.driver import Driver, choose_patient_move

STATIC_FOLDER = Path(__file__).parents[2] / "static"
SCREENSHOTS_FOLDER = STATIC_FOLDER / "screenshots"
PAGE_TIMEOUT_MS = 120_000
TEXTS_FILE = SCREENSHOTS_FOLDER / "texts.json"
"""The visible texts of each screenshot, by name."""
ICONS_FOLDER = STATIC_FOLDER / "icons"
ICON_BACKGROUND = "#1e2548"  # background color of icon.svg
ICON_SIZES = {
    "icon-48": (48, ""),
    "icon-180": (180, ICON_BACKGROUND),
    "icon-192": (192, ""),
    "icon-512": (512, ""),
}
"""Width of each icon in pixels, and the color of its corners ("" for transparent ones)."""
THREE_PLAYERS = {"players": 3, "names": "Emma,Noa,Lin", "bots": "medium"}
FIVE_PLAYERS = {"players": 5, "names": "Emma,Noa,Max,Lin", "bots": "medium"}
SCREENSHOTS: dict[str, dict[str, Any]] = {
    "phone": {"size": (360, 740), "page": {"bots": "medium", "names": "Emma"}},
    "start": {"size": (360, 740), "steps": 0, "page": {}},
    "tablet": {"size": (820, 1180), "page": THREE_PLAYERS},
    "desktop": {"size": (1280, 800), "page": THREE_PLAYERS},
    "dark": {"size": (1280, 800), "page": {**THREE_PLAYERS, "theme": "dark"}},
    "hebrew": {"size": (360, 740), "page": {"bots": "medium", "names": "נועה", "lang": "he"}},
    "longo": {"size": (1280, 900), "page": {**FIVE_PLAYERS, "variant": "longo"}},
    "longo-phone": {"size": (360, 740), "page": {**FIVE_PLAYERS, "variant": "longo"}},
    "social": {"size": (1200, 630), "steps": 40, "page": THREE_PLAYERS},
    "over": {"size": (360, 740), "steps": 999, "page": {"bots": "medium", "names": "Emma"}},
}

READ_TEXTS = """() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const isVisible = node.parentElement
      .checkVisibility({ opacityProperty: true, visibilityProperty: true });
    range.selectNodeContents(node);
    const isInSight = Array.from(range.getClientRects()).some(({ left, right, top, bottom }) =>
      right - left > 2 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight);
    const isClipped = node.parentElement.closest(".visually-hidden");
    if (isVisible && isInSight && !isClipped) texts.add(node.data.trim());
  }
  return [...texts].filter((text) => /\\p{L}/u.test(text)).sort();
}"""


def main(names: list[str]) -> None:
    """Write the screenshots with the given names, and all icons for the name "icons".

    Without names, write everything.
    """
    SCREENSHOTS_FOLDER.mkdir(exist_ok=True)
    texts = json.loads(TEXTS_FILE.read_text(encoding="utf-8")) if TEXTS_FILE.exists() else {}
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, options in SCREENSHOTS.items():
            if name in names or not names:
                address = f"http://127.0.0.1:{server.server_port}/"
                texts[name] = take_screenshot(browser, address, name, options)
                known = {name: texts[name] for name in SCREENSHOTS if name in texts}
                content = json.dumps(known, ensure_ascii=False, indent=1)
                TEXTS_FILE.write_text(content + "\n", encoding="utf-8")
        if "icons" in names or not names:
            for name, (size, background) in ICON_SIZES.items():
                draw_icon(browser, name, size, background, 1)
            draw_icon(
                browser, "icon-maskable", 512, ICON_BACKGROUND, 0.8
            )  # scaled to the area that every mask shows
        browser.close()
        server.shutdown()


def take_screenshot(
    browser: Browser, address: str, name: str, options: dict[str, Any]
) -> list[str]:
    """Play at most the number of steps in `options`, save a screenshot, and return its texts."""
    width, height = options["size"]
    page = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-US"
    ).new_page()
    page.set_default_timeout(PAGE_TIMEOUT_MS)
    steps = options.get("steps", 32)
    parameters = {"seed": 11, "first": 0, "speed": "instant", **options["page"]}
    if steps:
        parameters["start"] = 1
    page.goto(f"{address}?{urlencode(parameters)}" if steps else address)
    driver = Driver(page)
    driver.wait_until_ready()
    for step in range(steps):
        driver.wait_for_person_or_end()
        saved = parse_game(driver.saved_game_text())
        state = saved.game.state
        player = find_person_to_act(state, saved.setup.person_seats)
        if player is None:
            break
        if step >= steps - 6 and state.phase is Phase.WHITE and player == state.active:
            break  # show the active player's decision
        if state.phase is Phase.ROLL:
            driver.click_action("roll")
        else:
            driver.play_move(player, choose_patient_move(state, player))
    if driver.read_game()["phase"] == Phase.OVER.value:
        page.locator(".decision").first.wait_for()
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=SCREENSHOTS_FOLDER / f"{name}.png")
    texts: list[str] = page.evaluate(READ_TEXTS)
    page.context.close()
    return texts


def draw_icon(browser: Browser, name: str, size: int, background: str, scale: float) -> None:
    """Write icon.svg as a PNG file; `scale` is the icon's share of the image's width."""
    page = browser.new_page(viewport={"width": size, "height": size})
    svg = ICONS_FOLDER.joinpath("icon.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>body {{ margin: 0; background: {background or 'transparent'}; display: grid;"
        f" block-size: 100vh; place-items: center }} svg {{ width: {100 * scale}% }}</style>" + svg
    )
    page.screenshot(path=ICONS_FOLDER / f"{name}.png", omit_background=not background)
    page.close()


if __name__ == "__main__":
    main(sys.argv[1:])
