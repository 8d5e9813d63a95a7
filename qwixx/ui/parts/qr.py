"""QR codes. The library is fetched on first use."""

from __future__ import annotations

from itertools import groupby

from qwixx.ui.parts.html import Node, h

LIBRARY = "static/vendor/qrcode/qrcode-8.2-py3-none-any.whl"
"""Path of the library."""
MARGIN = 4
"""Width of the quiet zone that the standard requires, in modules."""


def qr_module_rows(text: str) -> tuple[str, ...]:
    """Return the rows of a text's QR code, with "#" for a dark module.

    Raises:
        ImportError: the library is not available.
        ValueError: the text is too long for a QR code.
    """
    from qrcode import ERROR_CORRECT_L, QRCode  # noqa: PLC0415 - loads when first needed

    code = QRCode(error_correction=ERROR_CORRECT_L, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple("".join(" #"[bool(dark)] for dark in row) for row in code.modules)


def qr_code(module_rows: tuple[str, ...], label: str) -> Node:
    """Return a QR code as an image: dark on light in every theme, as cameras require.

    Args:
        module_rows: rows of the code, as `qr_module_rows` returns them.
        label: description for screen readers.
    """
    size = len(module_rows) + 2 * MARGIN
    return h(
        "svg",
        {
            "class": "qr",
            "viewBox": f"0 0 {size} {size}",
            "role": "img",
            "aria-label": label,
            "shape-rendering": "crispEdges",
        },
        h("path", {"class": "light", "d": f"M0 0h{size}v{size}h-{size}z"}),
        h(
            "path",
            {"class": "dark", "d": "".join(map(_row_path, range(len(module_rows)), module_rows))},
        ),
    )


def _row_path(y: int, row: str) -> str:
    """Return the dark modules of a row as an SVG path."""
    parts, x = [], MARGIN
    for dark, run in groupby(row):
        width = len([*run])
        if dark == "#":
            parts.append(f"M{x} {y + MARGIN}h{width}v1h-{width}z")
        x += width
    return "".join(parts)
