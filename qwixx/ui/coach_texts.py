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
        "Skips {count} number: {numbers}.", "Skips {count} numbers: {numbers}.", count
    )
    ahead = _("Ends the game with you {points} ahead.")
    behind = _("Ends the game with you {points} behind.")
    sentence = {
        Kind.GAIN: _("Brings this row's crosses to {count}: +{points}."),
        Kind.SKIPS: skips if count else _("Skips nothing."),
        Kind.LUCKY: _("Your lucky number allows it."),
        Kind.LOCKS: _("Locks the row for everyone."),
        Kind.LOCK_NEEDS: catalog.ngettext(
            "After that, you need {count} more cross before you can lock this row.",
            "After that, you need {count} more crosses before you can lock this row.",
            count,
        ),
        Kind.LOCK_READY: _("After that, you can lock this row with: {numbers}."),
        Kind.NEXT: _(
            "Next in this row: {numbers}, which comes up in {rolls} of {among} rolls of two dice."
        ),
        Kind.ENDS: ahead if points > 0 else behind if points else _("Ends the game in a tie."),
        Kind.SAVES_PENALTY: _("Saves you a penalty."),
        Kind.PENALTY: _("Costs you a penalty (no. {count}): −{points}."),
        Kind.FREE: _("Passing costs nothing right now."),
        Kind.WAITS: _("You can still use a colored die for: {cell}."),
        Kind.LEAST: catalog.ngettext(
            "The smallest jump skips {count} number: {cell}.",
            "The smallest jump skips {count} numbers: {cell}.",
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
