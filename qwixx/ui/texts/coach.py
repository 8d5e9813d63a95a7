"""Texts of the coach: a sentence or two for each reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.coach.reasoning import Kind
from qwixx.rules.moves import Color, Mark
from qwixx.ui.texts.follow_ups import marks_text, reward_names
from qwixx.ui.texts.sentences import (
    capitalized,
    cell_name,
    whole_percent_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.coach import Advice
    from qwixx.coach.reasoning import Reason
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move
    from qwixx.ui.texts.languages import Texts


def chance_texts(_: Texts, advice: Sequence[Advice]) -> list[str]:
    """Return the win probability of each move as a whole percentage; "" if it is unknown.

    Decimals would be noise: the estimates are not that good.
    """
    return [whole_percent_text(_, one.chance) if one.has_win_probability else "" for one in advice]


def unsigned_change_text(_: Texts, change: float) -> str:
    """Return a change of a win probability as a whole percentage without a sign."""
    percents = _("{number}%")
    return f"\u2066{percents.format(number=_format_change(change))}\u2069"


def signed_change_text(_: Texts, change: float) -> str:
    """Return a change of a win probability as a whole percentage with its sign."""
    percents = _("{number}%")
    signed = f"{_change_sign(change)}{_format_change(change)}"
    return f"\u2066{percents.format(number=signed)}\u2069"


def signed_change_without_percent(change: float) -> str:
    """Return a change with its sign, for tables whose caption has the percent sign."""
    return f"\u2066{_change_sign(change)}{_format_change(change)}\u2069"


def _format_change(change: float) -> str:
    return str(abs(round(100 * change)))


def _change_sign(change: float) -> str:
    return "−" if round(100 * change) < 0 else "+"


def move_name(_: Texts, variant: Variant, move: Move) -> str:
    """Return the name of a move, such as "green 5" or "pass"."""
    return cell_name(_, variant, move) if isinstance(move, Mark) else _("pass")


def choice_name(_: Texts, variant: Variant, move: Move, planned_mark: Mark | None) -> str:
    """Return the name of a move and, after a pass, of the mark planned for the color step."""
    if isinstance(move, Mark) or planned_mark is None:
        return move_name(_, variant, move)
    # Translators: pass on the white sum, then cross out this cell in the color step.
    sentence = _("pass, then {cell}")
    return sentence.format(cell=cell_name(_, variant, planned_mark))


def main_reasons_text(_: Texts, variant: Variant, advice: Sequence[Advice]) -> str:
    """Return the main reasons why the best move beats the second best."""
    return reasons_text(_, variant, _first_and_essential_reasons(advice[0].reasons))


def reasons_text(_: Texts, variant: Variant, reasons: Sequence[Reason]) -> str:
    """Return reasons as sentences."""
    return " ".join(reason_text(_, variant, reason) for reason in reasons)


def spoken_hint_text(_: Texts, variant: Variant, advice: Sequence[Advice]) -> str:
    """Return a hint for screen readers: the best move, the reasons, and the other moves."""
    best, *others = (
        (_("{move}: {chance} to win.") if chance else "{move}.").format(
            move=capitalized(choice_name(_, variant, one.move, one.then)), chance=chance
        )
        for one, chance in zip(advice, chance_texts(_, advice), strict=True)
    )
    return " ".join([_("Hint."), best, main_reasons_text(_, variant, advice), *others])


def reason_text(_: Texts, variant: Variant, reason: Reason) -> str:
    """Return a reason as a sentence or two."""
    kind = reason.kind
    if kind in _ABOUT_SKIPS:
        return _skipped_numbers_text(_, variant, reason)
    if kind in (Kind.ENDS, Kind.OTHER_ENDS):
        return _game_end_text(_, variant, reason)
    count, points, chance, than = (
        reason.count,
        abs(reason.points),
        reason.chance,
        reason.other_chance,
    )
    sentence = {
        Kind.ONLY: _("You can only pass."),
        Kind.EVEN: _("About as good as {other}."),
        Kind.JUDGED: _(
            "It’s no better for points or skipped numbers now, but it should pay off later."
        ),
        Kind.OTHER_PENALTY: _("Passing costs you a penalty (no. {count}): −{points}."),
        Kind.LOCKS: _("Locks the row for everyone."),
        Kind.GAIN: _.ngettext(
            "That makes {count} cross in this row: +{points}.",
            "That makes {count} crosses in this row: +{points}.",
            count,
        ),
        Kind.MORE: _.ngettext(
            "Scores {points} more point than {other}.",
            "Scores {points} more points than {other}.",
            points,
        ),
        Kind.KEEPS: _("You can still use a colored die for: {cell}.")
        + " "
        + _("After {other}, you can’t anymore."),
        Kind.THEN: _("Then {cell} with a colored die: +{points}."),
        Kind.THEN_IF_OPEN: _(
            "Then {cell} with a colored die, if the row is still open: +{points}."
        ),
        Kind.LOCK_READY: _("After that, you can lock this row with: {numbers}."),
        Kind.CLOSER: _.ngettext(
            "After that, you need {count} more cross before you can lock this row.",
            "After that, you need {count} more crosses before you can lock this row.",
            count,
        )
        + " "
        + _("After {other}, its row needs {other_count} more."),
        Kind.OTHER_GIVES_UP_LOCK: _("After {other}, too few numbers are left to lock its row."),
        Kind.LIKELIER: _(
            "Next in this row: {numbers}, which comes up in {rolls} of {among} rolls of two dice."
        )
        + " "
        + _("After {other}, it’s {other_numbers}: {other_rolls} of {among}."),
        Kind.BRINGS: _("It also crosses out: {cells}."),
        Kind.EARNS: _("Earned: {rewards}."),
        # Translators: a swap field turns the white sum into its other number.
        Kind.SWAPS: _("A swap field turns {count} into {numbers}."),
        Kind.BRINGS_SKIPS: _("But what comes with it skips: {cells}."),
        Kind.LUCKY: _("Your lucky number allows it."),
        Kind.FREE: _("Passing costs nothing right now."),
        Kind.WAITS: _("You can still use a colored die for: {cell}."),
        Kind.PENALTY: _("Costs you a penalty (no. {count}): −{points}."),
        Kind.GIVES_UP_LOCK: _("But then too few numbers are left to lock this row."),
        Kind.LESS: _.ngettext(
            "But {other} scores {points} more point.",
            "But {other} scores {points} more points.",
            points,
        ),
    }[kind]
    return sentence.format(
        count=count,
        points=points,
        other=_move_as_subject(_, variant, reason.other),
        other_count=reason.other_count,
        numbers=_numbers_text(reason.numbers),
        other_numbers=_numbers_text(reason.other_numbers),
        cell=cell_name(_, variant, reason.mark) if reason.mark else "",
        cells=marks_text(_, variant, reason.marks),
        rewards=reward_names(_, reason.rewards),
        rolls=chance.rolls if chance else "",
        other_rolls=than.rolls if than else "",
        among=chance.among if chance else "",
    )


_ABOUT_SKIPS = {Kind.FEWER_SKIPPED, Kind.MORE_SKIPPED, Kind.NO_SKIPS}
_ESSENTIAL = {
    *(Kind.THEN, Kind.THEN_IF_OPEN, Kind.PENALTY, Kind.ENDS, Kind.ONLY),
    *(Kind.BRINGS, Kind.EARNS),
}
"""Kinds of reasons that a hint always mentions."""


def _first_and_essential_reasons(reasons: Sequence[Reason]) -> list[Reason]:
    """Return the first reason for a move, the first against it, and all essential ones."""
    firsts = [
        next((reason for reason in reasons if reason.is_against is against), None)
        for against in (False, True)
    ]
    return [reason for reason in reasons if reason in firsts or reason.kind in _ESSENTIAL]


def _move_as_subject(_: Texts, variant: Variant, move: Move) -> str:
    """Return the name of a move as the subject of a sentence."""
    if not isinstance(move, Mark):
        # Translators: passing, the second part of "It brings 3 more points than passing."
        return _("passing")
    if move.row >= len(variant.rows) or move.second:
        return cell_name(_, variant, move)
    names = {
        # Translators: a cell, in "It brings 3 more points than red 7."; add an article if needed.
        Color.RED: _.pgettext("in a sentence", "red {number}"),
        Color.YELLOW: _.pgettext("in a sentence", "yellow {number}"),
        Color.GREEN: _.pgettext("in a sentence", "green {number}"),
        Color.BLUE: _.pgettext("in a sentence", "blue {number}"),
    }
    return names[variant.color_of(move)].format(number=move.number)


def _numbers_text(numbers: Sequence[int]) -> str:
    return f"\u2066{', '.join(map(str, numbers))}\u2069"


def _skipped_numbers_text(_: Texts, variant: Variant, reason: Reason) -> str:
    """Return sentences about the numbers that two moves skip; a pass skips none."""
    numbers, others, sentences = reason.numbers, reason.other_numbers, []
    if reason.kind is Kind.MORE_SKIPPED:
        sentences.append(
            _.ngettext(
                "But it skips {count} number: {numbers}.",
                "But it skips {count} numbers: {numbers}.",
                len(numbers),
            ).format(count=len(numbers), numbers=_numbers_text(numbers))
        )
    elif numbers:
        sentences.append(
            _.ngettext(
                "Skips {count} number: {numbers}.",
                "Skips {count} numbers: {numbers}.",
                len(numbers),
            ).format(count=len(numbers), numbers=_numbers_text(numbers))
        )
    elif reason.mark:
        sentences.append(_("Skips nothing."))
    if isinstance(reason.other, Mark) and reason.kind is not Kind.NO_SKIPS:
        other = capitalized(_move_as_subject(_, variant, reason.other))
        if others:
            sentence = _.ngettext(
                "{other} skips {count} number: {numbers}.",
                "{other} skips {count} numbers: {numbers}.",
                len(others),
            )
        else:
            sentence = _("{other} skips nothing.")
        sentences.append(
            sentence.format(other=other, count=len(others), numbers=_numbers_text(others))
        )
    return " ".join(sentences)


def _game_end_text(_: Texts, variant: Variant, reason: Reason) -> str:
    """Return a sentence about how a move ends the game.

    In the white step, other players' marks may still change the scores.
    """
    least, most = reason.points, reason.most
    exact, other = least == most, capitalized(_move_as_subject(_, variant, reason.other))
    if reason.kind is Kind.OTHER_ENDS:
        if most == 0:
            sentence = _("{other} ends the game in a tie.")
        elif exact:
            sentence = _("{other} ends the game with you {points} behind.")
        else:
            sentence = _("{other} ends the game with you at least {points} behind.")
    elif least > 0:
        sentence = (
            _("Ends the game with you {points} ahead.")
            if exact
            else _("Ends the game with you at least {points} ahead.")
        )
    elif most < 0:
        sentence = (
            _("Ends the game with you {points} behind.")
            if exact
            else _("Ends the game with you at least {points} behind.")
        )
    elif exact:
        sentence = _("Ends the game in a tie.")
    else:
        sentence = _("Ends the game; who wins depends on what the others cross out now.")
    return sentence.format(points=least if least > 0 else -most, other=other)
