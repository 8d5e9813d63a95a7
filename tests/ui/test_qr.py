"""QR codes, read back by a scanner library."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import zxingcpp

from qwixx.games.written.share_link import encode_game
from qwixx.ui.parts import qr
from tests.finished_games import finished_game

ROOT = Path(__file__).parents[2]
PIXELS_PER_MODULE = 4
"""Width of a QR module in the scanned image."""


@pytest.fixture(autouse=True)
def qr_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the page's own copy of the QR library importable."""
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)


def scan(rows: tuple[str, ...]) -> str:
    """Return the text that a scanner reads from the rows of a QR code."""
    size = len(rows) + 2 * qr.MARGIN
    picture = np.full((size, size), 255, np.uint8)
    for y, row in enumerate(rows, qr.MARGIN):
        for x, module in enumerate(row, qr.MARGIN):
            picture[y, x] = 0 if module == "#" else 255
    [code] = zxingcpp.read_barcodes(
        picture.repeat(PIXELS_PER_MODULE, 0).repeat(PIXELS_PER_MODULE, 1)
    )
    return str(code.text)


@pytest.mark.parametrize(
    "text",
    [
        "https://me.org/?daily=2026-11-20",
        "https://me.org/qwixx/#g=" + encode_game(finished_game(), ("person", "hard")),
        "https://me.org/qwixx/#g=" + encode_game(finished_game("longo", 5), names=True),
    ],
)
def test_code_can_be_scanned(text: str) -> None:
    assert scan(qr.qr_module_rows(text)) == text


def test_text_too_long_for_a_code_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        qr.qr_module_rows("x" * 3000)


def test_missing_library_raises_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qrcode", None)
    with pytest.raises(ImportError):
        qr.qr_module_rows("x")
