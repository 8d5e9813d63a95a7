"""Scan QR codes with the camera.

The view must contain a `video[data-camera]`. The script that decodes QR codes is fetched on first
use.
If the camera, the permission, or that script is missing, `CameraUnavailable` is sent.
"""

from __future__ import annotations

import contextlib
from asyncio import sleep
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException

from qwixx.ui.browser.document import js_options
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.model.messages import CameraUnavailable, Message, QrCodeScanned

if TYPE_CHECKING:
    from collections.abc import Callable

READER = "static/vendor/qr/decode.js"
PAUSE = 0.2
"""Seconds between two scans."""
LARGEST = 960
"""Maximum width and height of a scanned image, in pixels; larger images only take longer."""
_FAILURES = (JsException, AttributeError, TypeError)


class Scanner:
    """The camera of a page.

    Args:
        send: handles each message.
    """

    def __init__(self, send: Callable[[Message], None]) -> None:
        self.send = send
        self._wish: object = None  # a new object for each scan
        self._stream: Any = None

    def scan(self) -> None:
        """Open the camera and scan until a code is found or `stop` is called."""
        if self._wish is None:
            self._wish = object()
            run_in_background(self._scan_until_found(self._wish))

    def stop(self) -> None:
        """Stop scanning and close the camera."""
        self._wish = None
        stream, self._stream = self._stream, None
        if stream is not None:
            _stop_camera(stream)
        video = document.querySelector("video[data-camera]")
        if video:
            video.srcObject = None

    async def _scan_until_found(self, wish: object) -> None:
        try:
            reader = await _load_reader()
            stream = await _open_camera()
            if self._wish is not wish:  # stopped before the person allowed the camera
                _stop_camera(stream)
                return
            self._stream = stream
            text = await self._wait_for_code_or_stop(reader, wish)
        except _FAILURES:
            if self._wish is wish:
                self.stop()
                self.send(CameraUnavailable())
            return
        if self._wish is wish:
            self.stop()
            if text:
                self.send(QrCodeScanned(text))

    async def _wait_for_code_or_stop(self, reader: Any, scan_id: object) -> str:
        """Return a code's text; "" once scanning stops or the video is no longer shown.

        Raises:
            JsException, AttributeError, TypeError: the camera is no longer available.
        """
        canvas = document.createElement("canvas")
        pen = canvas.getContext("2d", js_options(willReadFrequently=True))
        while self._wish is scan_id:
            video = document.querySelector("video[data-camera]")
            if not video:
                return ""
            if not video.srcObject:
                video.muted = video.playsInline = True
                video.srcObject = self._stream
                with contextlib.suppress(JsException):  # the element was replaced
                    await video.play()
            if self._stream.getVideoTracks()[0].readyState == "ended":
                msg = "the camera has gone"
                raise TypeError(msg)
            if video.videoWidth:
                scale = min(1, LARGEST / max(video.videoWidth, video.videoHeight))
                size = int(video.videoWidth * scale), int(video.videoHeight * scale)
                if (canvas.width, canvas.height) != size:
                    canvas.width, canvas.height = size
                pen.drawImage(video, 0, 0, *size)
                text = _decode_image(reader, pen.getImageData(0, 0, *size))
                if text:
                    return text
            await sleep(PAUSE)
        return ""


def _decode_image(reader: Any, picture: Any) -> str:
    """Return the text of a code in an image, or ""."""
    try:
        return str(reader.decodeQR(picture))
    except JsException:
        return ""


async def _load_reader() -> Any:
    """Return the QR decoder.

    Raises:
        JsException, AttributeError: the decoder is not available.
    """
    location = window.location
    if location.protocol not in ("http:", "https:") or hasattr(window, "qwixxImport"):
        raise AttributeError(READER)  # such a page embeds its files, but not the decoder
    # PyScript's function for importing modules is available only after the game has started.
    return await window.qwixxModule(window.URL.new(READER, document.baseURI).href)


async def _open_camera() -> Any:
    """Return a camera's stream, from the rear camera if there are two.

    Raises:
        JsException, AttributeError: there is no camera, or the page may not use it.
    """
    constraints = {"facingMode": "environment", "width": {"ideal": 1280}, "height": {"ideal": 720}}
    return await window.navigator.mediaDevices.getUserMedia(
        js_options(video=constraints, audio=False)
    )


def _stop_camera(stream: Any) -> None:
    for track in stream.getTracks():
        track.stop()
