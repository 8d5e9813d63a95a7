"""The table of a round robin as an SVG image for sharing; the browser converts it to PNG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from qwixx.bots.tournaments import rank_bots
from qwixx.ui.screens.tournament.texts import entrant_names
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.bots import share_text

if TYPE_CHECKING:
    from qwixx.ui.screens.tournament.model import TournamentScreen
    from qwixx.ui.texts.languages import Texts

WIDTH = 720
"""Width of the image in pixels; its height depends on the number of bots."""
_GAP, _ROW, _HEAD, _NAME, _FIGURES = 24, 40, 64, 250, 180
_INK, _PAGE, _BAR, _WELL = "#1b2140", "#efe7d8", "#2a63d4", "#ddd2bc"
_FONT = "font-family='Rubik, system-ui, sans-serif'"


def standings_svg(_: Texts, screen: TournamentScreen) -> str:
    """Return the standings as SVG: a bar for each bot's share of wins."""
    ranking = rank_bots(screen.tallies, screen.playing)
    names = entrant_names(_, screen)
    height = _HEAD + _ROW * len(ranking) + _GAP
    title = f"Qwixx · {texts.variant_name(_, screen.shown_variant)}"
    rows = []
    for place, rank in enumerate(ranking):
        top = _HEAD + _ROW * place
        share = share_text(_, rank.share, rank.std_error) if rank.games else "–"
        left = _GAP + _NAME
        room = WIDTH - left - _FIGURES - _GAP
        rows += [
            _text(_GAP, top + 26, f"{place + 1}. {_shortened(names[rank.bot])}", 20),
            _bar(left, top + 8, room, _WELL),
            _bar(left, top + 8, room * rank.share, _BAR),
            _text(WIDTH - _GAP, top + 26, share.strip("\u2066\u2069"), 18, anchor="end"),
        ]
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height}'"
        f" viewBox='0 0 {WIDTH} {height}'>"
        f"<rect width='{WIDTH}' height='{height}' fill='{_PAGE}'/>"
        f"{_text(_GAP, 44, title, 26)}{''.join(rows)}</svg>"
    )


def _text(left: int, bottom: int, text: str, size: int, *, anchor: str = "start") -> str:
    return (
        f"<text x='{left}' y='{bottom}' {_FONT} font-size='{size}' font-weight='700'"
        f" fill='{_INK}' text-anchor='{anchor}'>{escape(text)}</text>"
    )


def _bar(left: int, top: int, width: float, color: str) -> str:
    return f"<rect x='{left}' y='{top}' width='{width:.1f}' height='22' rx='6' fill='{color}'/>"


def _shortened(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"
