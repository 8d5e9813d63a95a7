"""A camera before which somebody holds a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts import qr
from tests.browser.conftest import FLAGS, PATIENCE, chromium_path

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def camera_film(path: Path, text: str) -> None:
    """Write what a camera sees that somebody holds a code before."""
    width, height, size = 640, 480, 6
    rows = qr.qr_module_rows(text)
    picture = [bytearray([200]) * width for _ in range(height)]
    left = (width - size * len(rows)) // 2
    top = (height - size * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            for line in range(top + size * y, top + size * (y + 1)):
                start = left + size * x
                picture[line][start : start + size] = bytes([40 if module == "#" else 220]) * size
    frame = b"".join(picture) + bytes([128]) * (width * height // 2)
    path.write_bytes(b"YUV4MPEG2 W640 H480 F5:1 Ip A1:1 C420jpeg\nFRAME\n" + frame)


def with_camera(chromium: Browser, film: Path, complaints: list[str]) -> Page:
    """Open a page in another browser, whose camera sees what a file has when it is opened.

    What the page complains of is added to `complaints`.
    """
    camera = [
        *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
        f"--use-file-for-fake-video-capture={film}",
    ]
    path = chromium_path(chromium.browser_type)
    browser = chromium.browser_type.launch(executable_path=path, args=[*FLAGS, *camera])
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    wrong = ("error", "warning")
    page.on("console", lambda said: complaints.append(said.text) if said.type in wrong else None)
    page.on("pageerror", lambda error: complaints.append(f"{error}"))
    return page


def close(page: Page) -> None:
    """Close such a page, with its browser."""
    browser = page.context.browser
    assert browser is not None
    browser.close()
