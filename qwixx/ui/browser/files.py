"""Fetch the page's own files, offer downloads, and read picked files."""

from __future__ import annotations

import importlib
import sys
from asyncio import sleep
from pathlib import Path
from typing import TYPE_CHECKING, Any

from js import document, window
from pyodide.ffi import JsException, create_once_callable

from qwixx.bots import THINKING
from qwixx.ui.browser.arrivals import try_install_catalog, try_install_weights
from qwixx.ui.browser.document import attribute_or_empty, js_options
from qwixx.ui.browser.tasks import run_in_background
from qwixx.ui.files.versions import PAGE
from qwixx.ui.model.messages import FilePicked, FilesPicked, QrCodeGenerated
from qwixx.ui.texts.languages import catalog_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.ui.model.effects import (
        CopyField,
        DownloadImage,
        DownloadSingleFile,
        DownloadText,
        GenerateQrCode,
        LoadCatalog,
        LoadWeights,
        PickFile,
        PickFiles,
        ShareImage,
        ShareText,
    )
    from qwixx.ui.model.messages import CatalogLoaded, Message, WeightsLoaded


_QR_LIBRARY = "/qrcode.whl"


async def fetch_own_file_or_empty(path: str, cache: str = "default") -> bytes:
    """Fetch one of the page's own files; return b"" if that fails.

    Args:
        path: the file's path.
        cache: how to use the browser's cache, as for the browser's `fetch`.
    """
    try:
        answer = await window.fetch(path, js_options(cache=cache))
        return bytes((await answer.arrayBuffer()).to_bytes()) if answer.ok else b""
    except JsException:  # no network
        return b""


async def load_weights(effect: LoadWeights) -> WeightsLoaded:
    """Fetch and install weights; a damaged file is detected by its digest."""
    data = await fetch_own_file_or_empty(f"qwixx/bots/weights/{effect.name}")
    for name in THINKING:  # one at a time, so that a slow page stays responsive
        importlib.import_module(name)
        await sleep(0)
    return try_install_weights(effect.name, data)


async def load_catalog(effect: LoadCatalog) -> CatalogLoaded:
    """Fetch and install the catalog of a language."""
    return try_install_catalog(
        effect.language, await fetch_own_file_or_empty(f"qwixx/{catalog_path(effect.language)}")
    )


def download_text(effect: DownloadText) -> str:
    """Offer a text for download as a JSON or Python file; see `_offer_blob`."""
    kind = "text/x-python" if effect.filename.endswith(".py") else "application/json"
    return _offer_text(effect.filename, effect.text, kind)


async def download_single_file(effect: DownloadSingleFile) -> str:
    """Offer the page for download as a single file.

    Returns:
        "file-failed" if parts are missing or stale; otherwise, see `_offer_blob`.
    """
    from qwixx.ui.files.single_file import make_single_file, part_paths  # noqa: PLC0415 - loads when first needed

    build = attribute_or_empty(document.documentElement, "data-build")
    try:
        page = await fetch_own_file_or_empty(PAGE)
        names = part_paths(page.decode())
        text = make_single_file(
            {PAGE: page, **{name: await fetch_own_file_or_empty(name) for name in names}}, build
        )
    except (KeyError, ValueError):  # not our page, or another version
        return "file-failed"
    return _offer_text(effect.filename, text, "text/html")


async def copy_field(effect: CopyField) -> bool:
    """Copy a field's text; return False if that fails, with the text left selected."""
    field, focused = document.querySelector(effect.selector), document.activeElement
    field.focus()
    field.select()
    try:
        await window.navigator.clipboard.writeText(field.value)
    except (JsException, AttributeError):
        if not document.execCommand("copy"):
            return False
    if document.activeElement == field:
        focused.focus(js_options(preventScroll=True))
    return True


async def generate_qr_code(effect: GenerateQrCode) -> QrCodeGenerated:
    """Generate a QR code; the library is fetched for the first code."""
    from qwixx.ui.parts import qr  # noqa: PLC0415 - loads when first needed

    if _QR_LIBRARY not in sys.path:
        _make_qr_library_importable(await fetch_own_file_or_empty(qr.LIBRARY))
    try:
        return QrCodeGenerated(effect.text, qr.qr_module_rows(effect.text))
    except ImportError:  # not available now; maybe later
        sys.path.remove(_QR_LIBRARY)
        sys.path_importer_cache.pop(_QR_LIBRARY, None)
    except ValueError:  # too long
        pass
    return QrCodeGenerated(effect.text, ())


def _make_qr_library_importable(wheel: bytes) -> None:
    """Add the QR code library to Python's path."""
    Path(_QR_LIBRARY).write_bytes(wheel)
    sys.path.append(_QR_LIBRARY)


async def share_text(effect: ShareText) -> bool:
    """Open the system's share dialog, which may be closed; return False if there is none."""
    return await _share(js_options(text=effect.text))


async def share_image(effect: ShareImage) -> bool:
    """Open the system's share dialog with a picture if it takes files; see `share_text`."""
    shared = js_options(text=effect.text)
    try:
        png = await _svg_to_png(effect.svg)
        file = window.File.new(window.Array.of(png), effect.filename, js_options(type="image/png"))
        with_picture = js_options(text=effect.text)
        with_picture.files = window.Array.of(file)
        if window.navigator.canShare(with_picture):
            shared = with_picture
    except (JsException, AttributeError):  # no pictures here
        pass
    return await _share(shared)


async def _share(shared: Any) -> bool:
    """Open the system's share dialog, which may be closed; return False if there is none."""
    try:
        await window.navigator.share(shared)
    except JsException as error:
        return getattr(error, "name", "") == "AbortError"  # closed
    except AttributeError:
        return False
    return True


def pick_file(effect: PickFile, send: Callable[[Message], None]) -> None:
    """Open the file dialog and send the text of the picked file."""
    _pick(effect.mime_type, lambda files: send(FilePicked(files[0][1] if files else "")))


def pick_files(effect: PickFiles, send: Callable[[Message], None]) -> None:
    """Open the file dialog and send the names and texts of the picked files."""
    _pick(effect.mime_type, lambda files: send(FilesPicked(tuple(files))), multiple=True)


def _pick(
    mime_type: str, on_read: Callable[[list[tuple[str, str]]], None], *, multiple: bool = False
) -> None:
    """Open the file dialog, and pass the names and texts of the picked files to a function."""
    field = document.createElement("input")
    field.type = "file"
    field.accept = f".json,{mime_type}"
    field.multiple = multiple

    async def read() -> None:
        picked = [field.files.item(index) for index in range(field.files.length)]
        on_read([(str(file.name), await _read_text_or_empty(file)) for file in picked])

    field.onchange = create_once_callable(lambda _event: run_in_background(read()))
    field.click()


async def _read_text_or_empty(file: Any) -> str:
    """Return the text of a picked file; "" if it is too large or cannot be read."""
    from qwixx.games.archive.archived_game import MAX_FILE  # noqa: PLC0415 - loads when first needed
    from qwixx.games.written.text_file import decode_to_unix_text  # noqa: PLC0415

    try:
        data = (await file.arrayBuffer()).to_bytes() if file.size <= MAX_FILE else b""
    except (JsException, AttributeError):
        return ""
    return decode_to_unix_text(bytes(data), "replace")


async def download_image(effect: DownloadImage) -> str:
    """Offer an SVG for download as a PNG, or else as SVG; see `_offer_blob`."""
    try:
        return _offer_blob(effect.filename, await _svg_to_png(effect.svg))
    except (JsException, AttributeError):
        return _offer_text(effect.filename.replace(".png", ".svg"), effect.svg, "image/svg+xml")


async def _svg_to_png(svg: str) -> Any:
    """Return an SVG, with the page's fonts, as a PNG of the same size.

    Raises:
        AttributeError: the browser lacks a function.
        JsException: the browser cannot draw the image.
    """
    from qwixx.ui.files.picture_fonts import font_paths, with_fonts  # noqa: PLC0415 - loads when first needed

    fonts = {path: await fetch_own_file_or_empty(path) for path in font_paths(svg)}
    image = document.createElement("img")
    image.src = f"data:image/svg+xml,{window.encodeURIComponent(with_fonts(svg, fonts))}"
    await image.decode()
    canvas = document.createElement("canvas")
    canvas.width, canvas.height = image.naturalWidth, image.naturalHeight
    canvas.getContext("2d").drawImage(image, 0, 0)
    blob_promise = create_once_callable(lambda resolve, _reject: canvas.toBlob(resolve))
    return await window.Promise.new(blob_promise)


def _offer_text(name: str, text: str, kind: str) -> str:
    return _offer_blob(name, window.Blob.new(window.Array.of(text), js_options(type=kind)))


def _offer_blob(name: str, blob: Any) -> str:
    """Offer a file for download.

    Returns:
        the key of a notice: "no-files" if that is impossible, "maybe-no-files" in an app that may
        ignore downloads; otherwise, "".
    """
    try:
        link = document.createElement("a")
        link.href = window.URL.createObjectURL(blob)
        link.download = name
        link.click()
        window.URL.revokeObjectURL(link.href)
    except (JsException, AttributeError):
        return "no-files"
    return "maybe-no-files" if _is_in_app(str(window.navigator.userAgent)) else ""


def _is_in_app(user_agent: str) -> bool:
    """Return whether another app shows the page: a web view of Android or of iOS."""
    is_ios = "AppleWebKit" in user_agent and "Mobile/" in user_agent
    return "; wv)" in user_agent or (is_ios and "Safari/" not in user_agent)
