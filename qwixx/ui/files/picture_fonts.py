"""The page's fonts in a picture, which cannot use those of the page."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = "static/vendor/rubik"
_RANGES = {
    "latin": ((0, 0xFF),),
    "latin-ext": ((0x100, 0x2BA), (0x1E00, 0x1E9F)),
    "cyrillic": ((0x400, 0x45F), (0x490, 0x491), (0x4B0, 0x4B1)),
    "hebrew": ((0x590, 0x5FF),),
    "arabic": ((0x600, 0x6FF), (0x750, 0x77F), (0xFE70, 0xFEFC)),
}
"""Letters in each file of the typeface, as in fonts.css."""


def font_paths(text: str) -> tuple[str, ...]:
    """Return the paths of the font files that have the letters of a text."""
    codes = {*map(ord, text)}
    return tuple(
        f"{_FOLDER}/rubik-{name}-wght-normal.woff2"
        for name, ranges in _RANGES.items()
        if any(low <= code <= high for code in codes for low, high in ranges)
    )


def with_fonts(svg: str, fonts: Mapping[str, bytes]) -> str:
    """Return an SVG document that contains fonts; those that could not be loaded are empty."""
    faces = []
    for path, data in fonts.items():
        name = path.removeprefix(f"{_FOLDER}/rubik-").removesuffix("-wght-normal.woff2")
        ranges = ",".join(f"U+{low:X}-{high:X}" for low, high in _RANGES[name])
        source = f"url(data:font/woff2;base64,{b64encode(data).decode()})"
        if data:
            faces.append(
                "@font-face{font-family:Rubik;font-weight:300 900;"
                f"src:{source};unicode-range:{ranges}}}"
            )
    head, end, body = svg.partition(">")
    return f"{head}{end}<style>{''.join(faces)}</style>{body}" if faces else svg
