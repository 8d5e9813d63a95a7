"""Texts of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwixx.ui.model.messages import PracticeProgressed
    from qwixx.ui.texts.languages import Texts

SURE = 2
"""Number of standard errors by which a bot must be ahead to count as better."""


def verdict_text(_: Texts, progress: PracticeProgressed) -> str:
    """Return a sentence that says whether the bot is better than its opponent, as far as known."""
    lead = progress.share - 0.5
    if abs(lead) <= SURE * progress.error:
        return _("So far, the two are about equally good: more games would tell.")
    if lead > 0:
        return _("Your bot is better.")
    return _("Your bot is worse.")


def visible_things(_: Texts) -> list[tuple[str, str]]:
    """Return the things that a bot can see: pairs of code and its meaning."""
    return [
        ("state.legal_moves(player)", _("all moves that are allowed now; one of them is PASS")),
        ("state.sheets[player]", _("your sheet; the others’ sheets are there, too")),
        ("sheet.skips(mark)", _("how many numbers this mark skips")),
        ("sheet.count(mark.row)", _("how many crosses the row of this mark has")),
        ("sheet.cross(mark).points", _("your points after this mark")),
        ("sheet.points, sheet.penalties", _("your points and your penalties now")),
        ("mark.code", _("the name of a box, such as r7")),
        ("state.roll.white_sum", _("the sum of the white dice")),
        ("state.active == player", _("whether it’s your turn")),
        ("state.penalty_due", _("whether passing now costs a penalty")),
        ("state.closed", _("for each row, whether it’s closed")),
        ("rng.random()", _("chance: a number from 0 to 1")),
        ("print(state)", _("shows a position under “Output”")),
        ("NAME, plays(variant, players)", _("optional: a name, and whether the bot plays a game")),
    ]
