"""Take the pictures of README anew: `python3 -m tests.browser.screenshots`."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from qwixx import Phase
from qwixx.serve import make_server
from qwixx.ui.model import actor
from qwixx.ui.storage import read_game
from tests.browser.driver import Driver, patient_move

FOLDER = Path(__file__).parents[2] / "static" / "screenshots"
FAMILY = {"players": 3, "names": "Emma,Noa,Lin", "bots": "greedy"}
FIVE = {"players": 5, "names": "Emma,Noa,Max,Lin", "bots": "greedy"}
SHOTS: dict[str, dict[str, Any]] = {
    "phone": {"size": (360, 740), "page": {"bots": "greedy", "names": "Emma"}},
    "start": {"size": (360, 740), "steps": 0, "page": {}},
    "tablet": {"size": (820, 1180), "page": FAMILY},
    "desktop": {"size": (1280, 800), "page": FAMILY},
    "dark": {"size": (1280, 800), "page": {**FAMILY, "theme": "dark"}},
    "hebrew": {"size": (360, 740), "page": {"bots": "greedy", "names": "נועה", "lang": "he"}},
    "longo": {"size": (1280, 900), "page": {**FIVE, "variant": "longo"}},
    "longo-phone": {"size": (360, 740), "page": {**FIVE, "variant": "longo"}},
    "over": {"size": (360, 740), "steps": 999, "page": {"bots": "greedy", "names": "Emma"}},
}


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with make_server(0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            take(browser, f"http://127.0.0.1:{server.server_port}/", name, shot)
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
        text = page.evaluate("() => localStorage.getItem('qwixx:game')")
        saved = read_game(text)
        state = saved.game.state
        player = actor(state, saved.setup.seats)
        if player is None:
            break
        if step >= steps - 6 and state.phase is Phase.WHITE and player == state.active:
            break  # a picture of a decision
        if state.phase is Phase.ROLL:
            driver.act("roll")
        else:
            driver.play(player, patient_move(state, player))
    page.evaluate("window.scrollTo(0, 0)")
    page.screenshot(path=FOLDER / f"{name}.png")
    page.context.close()


if __name__ == "__main__":
    main()
