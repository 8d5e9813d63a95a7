"""What the coach says, in the player's language: a sentence for each fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach import Kind
from qwixx.i18n import KNOWN, translations
from qwixx.moves import Mark
from qwixx.ui.texts import cell_name

if TYPE_CHECKING:
    from qwixx.coach import Reason
    from qwixx.moves import Move


def points_of_percent(language: str, change: float) -> str:
    """Return a change of a chance in percents, with one decimal and without a sign."""
    return f"{abs(round(100 * change, 1)):.1f}".replace(".", KNOWN[language].decimal)


def signed_percent(language: str, change: float) -> str:
    """Return a change of a chance in percents, with its sign and one decimal."""
    sign = "−" if round(100 * change, 1) < 0 else "+"
    return f"\u2066{sign}{points_of_percent(language, change)}\u2069"


def move_name(language: str, move: Move) -> str:
    """Return what a move is called: "green 5", or to pass."""
    _ = translations(language).gettext
    return cell_name(language, move) if isinstance(move, Mark) else _("pass")


def reason_text(language: str, reason: Reason) -> str:
    """Return a fact as a sentence."""
    catalog = translations(language)
    _ = catalog.gettext
    count, points, chance = reason.count, reason.points, reason.chance
    skips = catalog.ngettext(
        "It skips {count} number: {numbers}.", "It skips {count} numbers: {numbers}.", count
    )
    ahead = _("It ends the game, with you ahead by {points}.")
    behind = _("It ends the game, with you behind by {points}.")
    sentence = {
        Kind.GAIN: _("Cross number {count} of its row: +{points}."),
        Kind.SKIPS: skips if count else _("It skips nothing."),
        Kind.LUCKY: _("A lucky number allows it."),
        Kind.LOCKS: _("It locks the row for everybody."),
        Kind.LOCK_NEEDS: catalog.ngettext(
            "Then the row needs {count} more cross before it can be locked.",
            "Then the row needs {count} more crosses before it can be locked.",
            count,
        ),
        Kind.LOCK_READY: _("Then the row can be locked with: {numbers}."),
        Kind.NEXT: _("Next comes {numbers}: {rolls} of {among} rolls of two dice make it."),
        Kind.ENDS: ahead if points > 0 else behind if points else _("It ends the game in a tie."),
        Kind.SAVES_PENALTY: _("It saves you a penalty."),
        Kind.PENALTY: _("It costs a penalty, your number {count}: −{points}."),
        Kind.FREE: _("To pass costs nothing now."),
        Kind.WAITS: _("You can still cross in the color step: {cell}."),
        Kind.LEAST: catalog.ngettext(
            "What skips least skips {count} number: {cell}.",
            "What skips least skips {count} numbers: {cell}.",
            count,
        ),
    }[reason.kind]
    return sentence.format(
        count=count,
        points=abs(points),
        numbers=f"\u2066{', '.join(map(str, reason.numbers))}\u2069",
        cell=cell_name(language, reason.mark) if reason.mark else "",
        rolls=chance.rolls if chance else "",
        among=chance.among if chance else "",
    )
