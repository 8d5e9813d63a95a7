"""Sentences that say why a cell cannot be crossed out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Mark, Reason
from qwixx.ui.model.board import tap_refusal
from qwixx.ui.texts.sentences import whole_percent_text

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State
    from qwixx.ui.model.messages import CellTapped
    from qwixx.ui.texts.languages import Texts

_DICE = {
    Reason.NOT_ROLLED,
    Reason.NOT_WHITE_SUM,
    Reason.NOT_COLOR_SUM,
    Reason.NOT_LEFTMOST,
    Reason.NOT_FEWEST,
}
"""Reasons that may no longer apply after another roll."""


def illegal_tap_text(_: Texts, game: Game, tap: CellTapped, *, with_odds: bool = True) -> str:
    """Return why a cell cannot be crossed out, or "" if it can.

    If another roll may make the cell legal, the odds are added.

    Args:
        _: the texts of the language.
        game: the game.
        tap: the tapped cell.
        with_odds: whether to add the odds.
    """
    reason = tap_refusal(game, tap)
    if reason is None:
        return ""
    state, player, mark = game.state, tap.player, Mark.from_code(tap.code)
    text = illegal_mark_text(_, state, player, mark, reason)
    if reason not in _DICE or not with_odds:
        return text
    return f"{text} {_later_odds_text(_, state, player, mark)}".rstrip()


def _later_odds_text(_: Texts, state: State, player: int, mark: Mark) -> str:
    """Return the odds of crossing out a number in later turns; "" if it is never legal."""
    from qwixx.coach.odds import cell_chance, chance_in_turns  # noqa: PLC0415 - loads when first needed

    own = cell_chance(state, player, mark, active=True).value
    if not own:
        return ""
    others = cell_chance(state, player, mark, active=False).value
    probability = chance_in_turns(state, player, mark, state.players)
    return _(
        "Chance of rolling it: {own} on your turn, {others} on another player’s, {soon} "
        "within a round."
    ).format(
        own=whole_percent_text(_, own),
        others=whole_percent_text(_, others),
        soon=whole_percent_text(_, probability),
    )


def illegal_mark_text(_: Texts, state: State, player: int, mark: Mark, reason: Reason) -> str:
    """Return why a mark is illegal, for a reason of `State.refusal`."""
    roll = state.roll
    if reason is Reason.NOT_WHITE_SUM and roll is not None:
        return _("The white dice make {sum}, not {number}.").format(
            sum=roll.white_sum, number=mark.number
        )
    if reason is Reason.NOT_COLOR_SUM and roll is not None:
        return color_sum_refusal_text(_, state.variant, roll, mark)
    return {
        Reason.NOT_ROLLED: _("Roll the dice first."),
        Reason.ALREADY_DECIDED: _("You’ve already made your choice for this white sum."),
        Reason.NOT_YOUR_TURN: _("Only the active player may use the colored dice."),
        Reason.NOT_LEFTMOST: _(
            "With your lucky number you may take only the next free number in this row."
        ),
        Reason.NOT_FEWEST: _(
            "Your lucky number works only in a row where you have the fewest crosses."
        ),
        Reason.NO_BONUS: _("You have no bonus to use right now."),
    }.get(reason) or always_illegal_text(_, state.sheets[player], mark, reason)


def color_sum_refusal_text(_: Texts, variant: Variant, roll: Roll, mark: Mark) -> str:
    """Return why the colored dice do not make a number."""
    if mark.row >= len(variant.rows):
        return _(
            "A white die and a colored die must make {number}, and the box of that color beside "
            "it must be crossed out."
        ).format(number=mark.number)
    die = roll.colored[variant.color_of(mark)]
    if die is None:  # locked in another row, in a sheet of mixed colors
        return _(
            "This color’s die has left the game, so only the white dice can make {number}."
        ).format(number=mark.number)
    sums = sorted({white + die for white in roll.white})
    return _("A white die and this color’s {die} make {sums}, not {number}.").format(
        die=die, sums=" / ".join(map(str, sums)), number=mark.number
    )


def always_illegal_text(_: Texts, sheet: Sheet, mark: Mark, reason: Reason) -> str:
    """Return why a cell is illegal with any dice; "" if that depends on the dice."""
    if reason is Reason.LEFT_OF_LAST:
        return _(
            "{number} is to the left of your last cross in this row ({last}), so it’s gone."
        ).format(number=mark.number, last=sheet.crossed(mark.row)[-1])
    if reason is Reason.TOO_FEW_CROSSES:
        spec = sheet.variant.rows[mark.row]
        missing = spec.lock_needs - sheet.count(mark.row)
        return _.ngettext(
            "You need {needs} crosses in this row before {number}: {count} more to go.",
            "You need {needs} crosses in this row before {number}: {count} more to go.",
            missing,
        ).format(number=mark.number, needs=spec.lock_needs, count=missing)
    return {
        Reason.GAME_OVER: _("The game is over."),
        Reason.ALREADY_CROSSED: _("This number is already crossed out."),
        Reason.ROW_CLOSED: _("This row is locked."),
        Reason.NOT_BONUS: _("Your bonus goes into one of the highlighted boxes."),
        Reason.NO_NEIGHBOR: _(
            "First cross out the {number} above or below it: a box in a bonus row needs one of "
            "them."
        ).format(number=mark.number),
        Reason.NOT_LAST_CROSS: _(
            "Only the last number that you have crossed out in a row can get a second cross."
        ),
    }.get(reason, "")
