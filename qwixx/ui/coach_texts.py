"""What the coach says, in the player's language: a sentence for each fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach import Kind
from qwixx.i18n import translations
from qwixx.moves import Mark
from qwixx.ui.texts import cell_name

if TYPE_CHECKING:
    from qwixx.coach import Reason
    from qwixx.moves import Move


def percent(chance: float) -> str:
    """Return a chance as whole percents, left to right in every language."""
    return f"\u2066{round(100 * chance)} %\u2069"


def signed_percent(change: float) -> str:
    """Return a change of a chance in percents, with its sign and one decimal."""
    number = round(100 * change, 1)
    sign = "−" if number < 0 else "+"
    return f"\u2066{sign}{abs(number):.1f}\u2069"


def move_name(language: str, move: Move) -> str:
    """Return what a move is called: "green 5", or to pass."""
    _ = translations(language).gettext
    return cell_name(language, move) if isinstance(move, Mark) else _("pass")


def reason_text(language: str, reason: Reason) -> str:
    """Return a fact as a sentence; "" if there is nothing to be said."""
    catalog = translations(language)
    _, many = catalog.gettext, catalog.ngettext
    count, points = reason.count, reason.points
    numbers = f"\u2066{', '.join(map(str, reason.numbers))}\u2069"
    cell = cell_name(language, reason.mark) if reason.mark else ""
    kind = reason.kind
    if kind is Kind.GAIN:
        return _("Cross number {count} of its row: +{points}.").format(count=count, points=points)
    if kind is Kind.SKIPS and not count:
        return _("It skips nothing.")
    if kind is Kind.SKIPS:
        return many(
            "It skips {count} number: {numbers}.", "It skips {count} numbers: {numbers}.", count
        ).format(count=count, numbers=numbers)
    if kind is Kind.LUCKY:
        return _("A lucky number: it skips nothing.")
    if kind is Kind.LOCKS:
        return _("It locks the row for everybody.")
    if kind is Kind.LOCK_NEEDS:
        return many(
            "Then the row needs {count} more cross before it can be locked.",
            "Then the row needs {count} more crosses before it can be locked.",
            count,
        ).format(count=count)
    if kind is Kind.LOCK_READY:
        return _("Then the row can be locked with: {numbers}.").format(numbers=numbers)
    if kind is Kind.NEXT and reason.chance is not None:
        return _("Next comes {numbers}: {rolls} of {among} rolls of two dice make it.").format(
            numbers=numbers, rolls=reason.chance.rolls, among=reason.chance.among
        )
    if kind is Kind.ENDS and points > 0:
        return _("It ends the game, with you ahead by {points}.").format(points=points)
    if kind is Kind.ENDS and points < 0:
        return _("It ends the game, with you behind by {points}.").format(points=-points)
    if kind is Kind.ENDS:
        return _("It ends the game in a tie.")
    if kind is Kind.SAVES_PENALTY:
        return _("It saves you a penalty.")
    if kind is Kind.PENALTY:
        return _("It costs a penalty, your number {count}: −{points}.").format(
            count=count, points=-points
        )
    if kind is Kind.FREE:
        return _("To pass costs nothing now.")
    if kind is Kind.WAITS:
        return _("You can still cross in the color step: {cell}.").format(cell=cell)
    if kind is Kind.LEAST:
        return many(
            "What skips least skips {count} number: {cell}.",
            "What skips least skips {count} numbers: {cell}.",
            count,
        ).format(count=count, cell=cell)
    return ""
