"""A fake camera that films a QR code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.ui.parts import qr
from tests.browser.conftest import CHROMIUM_FLAGS, TIMEOUT_MS, chromium_path

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


def write_camera_video(path: Path, text: str) -> None:
    """Write a video that shows the QR code of a text."""
    width, height, module_size = 640, 480, 6
    rows = qr.qr_module_rows(text)
    image = [bytearray([200]) * width for _ in range(height)]
    left = (width - module_size * len(rows)) // 2
    top = (height - module_size * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            for line in range(top + module_size * y, top + module_size * (y + 1)):
                start = left + module_size * x
                image[line][start : start + module_size] = (
                    bytes([40 if module == "#" else 220]) * module_size
                )
    frame = b"".join(image) + bytes([128]) * (width * height // 2)
    path.write_bytes(b"YUV4MPEG2 W640 H480 F5:1 Ip A1:1 C420jpeg\nFRAME\n" + frame)


def open_page_with_camera(chromium: Browser, video: Path, problems: list[str]) -> Page:
    """Open a page in a new browser whose camera shows the video.

    The browser reads the file when a page opens the camera. Errors and warnings of the page are
    added to `problems`.
    """
    camera_flags = [
        *("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"),
        f"--use-file-for-fake-video-capture={video}",
    ]
    path = chromium_path(chromium.browser_type)
    browser = chromium.browser_type.launch(
        executable_path=path, args=[*CHROMIUM_FLAGS, *camera_flags]
    )
    page = browser.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    levels = ("error", "warning")
    page.on(
        "console",
        lambda message: problems.append(message.text) if message.type in levels else None,
    )
    page.on("pageerror", lambda error: problems.append(f"{error}"))
    return page


def close_browser(page: Page) -> None:
    """Close the browser of a page with a camera."""
    browser = page.context.browser
    assert browser is not None
    browser.close()
