"""QR codes: what a camera would read in them."""

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
PIXELS = 4
"""How wide a module is where a code is read."""


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make codes with the page's own file."""
    monkeypatch.syspath_prepend(ROOT / qr.LIBRARY)


def read(rows: tuple[str, ...]) -> str:
    """Return what a scanner finds."""
    size = len(rows) + 2 * qr.MARGIN
    picture = np.full((size, size), 255, np.uint8)
    for y, row in enumerate(rows, qr.MARGIN):
        for x, module in enumerate(row, qr.MARGIN):
            picture[y, x] = 0 if module == "#" else 255
    [code] = zxingcpp.read_barcodes(picture.repeat(PIXELS, 0).repeat(PIXELS, 1))
    return str(code.text)


@pytest.mark.parametrize(
    "text",
    [
        "https://me.org/?daily=2026-11-20",
        "https://me.org/qwixx/#g=" + encode_game(finished_game(), ("person", "hard")),
        "https://me.org/qwixx/#g=" + encode_game(finished_game("longo", 5), names=True),
    ],
)
def test_what_is_in_it_can_be_read(text: str) -> None:
    assert read(qr.qr_module_rows(text)) == text


def test_what_is_too_long_for_any_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        qr.qr_module_rows("x" * 3000)


def test_without_its_library_none_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "qrcode", None)
    with pytest.raises(ImportError):
        qr.qr_module_rows("x")
