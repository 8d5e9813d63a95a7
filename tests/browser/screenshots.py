"""Take pictures of the page anew, and draw the icons: `python3 -m tests.browser.screenshots`.

Names of some, as in `python3 -m tests.browser.screenshots social icons`, leave out the others.
"""

from __future__ import annotations

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
from tests.browser.driver import Driver, patient_move

STATIC = Path(__file__).parents[2] / "static"
FOLDER = STATIC / "screenshots"
ICONS = STATIC / "icons"
FELT = "#1e2548"  # the ground of icon.svg
ICON_SIZES = {
    "icon-48": (48, ""),
    "icon-180": (180, FELT),
    "icon-192": (192, ""),
    "icon-512": (512, ""),
}
"""Width of each icon, and the ground if its corners are to be filled."""
FAMILY = {"players": 3, "names": "Emma,Noa,Lin", "bots": "medium"}
FIVE = {"players": 5, "names": "Emma,Noa,Max,Lin", "bots": "medium"}
SHOTS: dict[str, dict[str, Any]] = {
    "phone": {"size": (360, 740), "page": {"bots": "medium", "names": "Emma"}},
    "start": {"size": (360, 740), "steps": 0, "page": {}},
    "tablet": {"size": (820, 1180), "page": FAMILY},
    "desktop": {"size": (1280, 800), "page": FAMILY},
    "dark": {"size": (1280, 800), "page": {**FAMILY, "theme": "dark"}},
    "hebrew": {"size": (360, 740), "page": {"bots": "medium", "names": "נועה", "lang": "he"}},
    "longo": {"size": (1280, 900), "page": {**FIVE, "variant": "longo"}},
    "longo-phone": {"size": (360, 740), "page": {**FIVE, "variant": "longo"}},
    "social": {"size": (1200, 630), "steps": 40, "page": FAMILY},
    "over": {"size": (360, 740), "steps": 999, "page": {"bots": "medium", "names": "Emma"}},
}


def main(names: list[str]) -> None:
    """Write pictures."""
    FOLDER.mkdir(exist_ok=True)
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            if name in names or not names:
                take(browser, f"http://127.0.0.1:{server.server_port}/", name, shot)
        if "icons" in names or not names:
            for name, (size, ground) in ICON_SIZES.items():
                draw_icon(browser, name, size, ground, 1)
            draw_icon(browser, "icon-maskable", 512, FELT, 0.8)  # what every mask leaves
        browser.close()
        server.shutdown()


def take(browser: Browser, address: str, name: str, shot: dict[str, Any]) -> None:
    """Play as far as a picture asks for, and take it."""
    width, height = shot["size"]
    page = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", locale="en-US"
    ).new_page()
    steps = shot.get("steps", 32)
    parameters = {"seed": 11, "first": 0, "speed": "instant", **shot["page"]}
    if steps:
        parameters["start"] = 1
    page.goto(f"{address}?{urlencode(parameters)}" if steps else address)
    driver = Driver(page)
    driver.wait_ready()
    for step in range(steps):
        driver.wait_for_person()
        saved = parse_game(driver.saved_text())
        state = saved.game.state
        player = find_person_to_act(state, saved.setup.person_seats)
        if player is None:
            break
        if step >= steps - 6 and state.phase is Phase.WHITE and player == state.active:
            break  # a picture of a decision
        if state.phase is Phase.ROLL:
            driver.act("roll")
        else:
            driver.play(player, patient_move(state, player))
    if driver.read()["phase"] == Phase.OVER.value:
        page.locator(".verdict").first.wait_for()
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.screenshot(path=FOLDER / f"{name}.png")
    page.context.close()


def draw_icon(browser: Browser, name: str, size: int, ground: str, scale: float) -> None:
    """Draw icon.svg in some size, on a ground or none."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = ICONS.joinpath("icon.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>body {{ margin: 0; background: {ground or 'transparent'}; display: grid;"
        f" block-size: 100vh; place-items: center }} svg {{ width: {100 * scale}% }}</style>"
        + drawing
    )
    page.screenshot(path=ICONS / f"{name}.png", omit_background=not ground)
    page.close()


if __name__ == "__main__":
    main(sys.argv[1:])
