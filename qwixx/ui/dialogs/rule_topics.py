"""The topics of the rules: paragraphs and examples, all of them derived from the variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.rules.sheet import Sheet
from qwixx.ui.dialogs.rule_examples import (
    WHITES,
    boxes_of_color,
    die_offers,
    example,
    green_value_with_most_marks,
    lucky_offers,
    number_offers,
    points_sum,
    scored_sheet,
    sheet_with_crosses,
)
from qwixx.ui.dialogs.rule_pictures import dice_tray, isolated_sum, picture_nodes
from qwixx.ui.model.values import dataclass
from qwixx.ui.parts.sheet.look import Offer
from qwixx.ui.parts.sheet.sums import points_by_crosses_table
from qwixx.ui.texts import sentences as texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.boxes import RowSpec
    from qwixx.rules.explanation import Explanation
    from qwixx.rules.layout import Variant
    from qwixx.ui.parts.html import Node
    from qwixx.ui.texts.languages import Texts

AIM, WHITE, COLOR, ORDER, LOCKS, PENALTIES, END, OWN = range(8)
"""The topics in reading order; the last one is only for variants with rules of their own."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the rules.

    Args:
        title: heading of the page.
        lines: paragraphs of the page.
        examples: small sheets, each with a caption.
    """

    title: str
    lines: tuple[str, ...]
    examples: tuple[Node, ...] = ()


def topics_of(_: Texts, variant: Variant) -> list[Topic]:
    """Return the topics of a variant; their indexes are `AIM`, `WHITE`, and so on."""
    topics = [
        _aim(_, variant),
        _white_dice(_, variant),
        _colored_dice(_, variant),
        _order(_, variant),
        _locks(_, variant),
        _penalties(_, variant),
        _end(_, variant),
    ]
    if any(row.dice for row in variant.rows):
        topics.append(_mixed_colors(_, variant))
    if not all(_is_in_order(row) for row in variant.rows):
        topics.append(_mixed_numbers(_, variant))
    if variant.lucky_pairs:
        topics.append(_lucky_numbers(_, variant))
    if variant.explanation is not None:
        topics.append(_explained(_, variant, variant.explanation))
    return topics


# Topics of all variants


def _aim(_: Texts, variant: Variant) -> Topic:
    return Topic(
        _("Goal"),
        (
            _("Cross out as many numbers as you can, but only from left to right."),
            _("The more crosses a row has, the more each one is worth."),
        ),
        (points_by_crosses_table(_, variant),),
    )


def _white_dice(_: Texts, variant: Variant) -> Topic:
    empty, total = Sheet(variant), sum(WHITES)
    caption = _("The white dice show {dice}: everyone may cross out one {sum}.")
    return Topic(
        _("White dice"),
        (
            _(
                "The active player rolls all the dice. Everyone may then cross out the sum of "
                "the two white dice in any one row."
            ),
            _("Nobody has to, and everyone decides at the same time."),
        ),
        (
            dice_tray(_, variant, WHITES),
            example(
                _,
                empty,
                caption.format(dice=isolated_sum(WHITES), sum=total),
                *number_offers(empty, total),
            ),
        ),
    )


def _colored_dice(_: Texts, variant: Variant) -> Topic:
    return Topic(
        _("Colored dice"),
        (
            _(
                "Then only the active player may add one white die to one colored die and "
                "cross out that sum."
            ),
            _color_sentence(_, variant),
        ),
        _green_die_example(_, sheet_with_crosses(variant, Color.GREEN, 0)),
    )


def _green_die_example(_: Texts, sheet: Sheet) -> tuple[Node, Node]:
    """Return the dice and the sheet of a decision about the green die."""
    green = green_value_with_most_marks(sheet)
    caption = _("White dice {dice}, green die {die}: cross out one of these.").format(
        dice=isolated_sum(WHITES), die=green
    )
    return (
        dice_tray(_, sheet.variant, WHITES, (Color.GREEN, green)),
        example(_, sheet, caption, *die_offers(sheet, Color.GREEN, green)),
    )


def _order(_: Texts, variant: Variant) -> Topic:
    crossed = sheet_with_crosses(variant, Color.RED, 1, 3)
    return Topic(
        _("Left to right"),
        (
            _("Cross out numbers from left to right. Whatever you skip is gone for good."),
            _("You may start anywhere in a row."),
        ),
        (example(_, crossed, _("A thin line marks a skipped number.")),),
    )


def _locks(_: Texts, variant: Variant) -> Topic:
    needs = variant.rows[Color.YELLOW].lock_needs
    last = variant.marks[Color.YELLOW][-1]
    one_more = _.ngettext(
        "The lock shows that you need {count} more cross.",
        "The lock shows that you need {count} more crosses.",
        1,
    ).format(count=1)
    enough = sheet_with_crosses(variant, Color.YELLOW, *range(needs))
    return Topic(
        _("Locks"),
        (
            *_lock_sentences(_, variant),
            _(
                "Nobody can cross out any more numbers in a locked row, and its die leaves "
                "the game. The lock counts as one more cross."
            ),
            _(
                "If several players lock a row with the same white sum, each of them gets "
                "the lock."
            ),
        ),
        (
            *(
                example(_, sheet_with_crosses(variant, Color.YELLOW, *range(count)), one_more)
                for count in range(max(needs - 1, 0), needs)
            ),
            _lock_offer_example(_, enough, last),
            example(_, enough.cross(last), _("Locked."), is_closed=True),
        ),
    )


def _lock_offer_example(_: Texts, sheet: Sheet, last: Mark) -> Node:
    """Return a sheet with enough crosses to lock a row with its last number."""
    caption = _("Now you may cross out the {number}, and the lock with it.")
    return example(_, sheet, caption.format(number=last.number), Offer(last, "now", ""))


def _penalties(_: Texts, variant: Variant) -> Topic:
    return Topic(
        _("Penalties"),
        (
            _(
                "If the active player crosses out nothing at all, they take a penalty: −{points}."
            ).format(points=variant.penalty_points),
            _("Only the active player can take a penalty."),
        ),
        (points_sum(_, Sheet(variant, penalties=1)),),
    )


def _end(_: Texts, variant: Variant) -> Topic:
    return Topic(
        _("End and scoring"),
        (
            _end_sentence(_, variant),
            _(
                "Add up the points for your rows and subtract your penalties. The highest "
                "score wins."
            ),
        ),
        (points_sum(_, scored_sheet(variant)),),
    )


# Topics of some variants


def _mixed_colors(_: Texts, variant: Variant) -> Topic:
    last = variant.marks[Color.YELLOW][-1]
    needs = variant.rows[Color.YELLOW].lock_needs
    locked = sheet_with_crosses(variant, Color.YELLOW, *range(needs)).cross(last)
    caption = _("Locked with {cell}: the die of this color leaves the game.")
    return Topic(
        _("Mixed colors"),
        (
            _mixed_colors_sentence(_, variant),
            _(
                "The white sum, the order from left to right, locks, and points go by "
                "row, not by color."
            ),
            _(
                "When a row is locked, the die in the color of its lock leaves the game. "
                "Boxes of that color in other rows can still be crossed out with the "
                "white dice."
            ),
        ),
        (
            *_green_die_example(_, Sheet(variant)),
            example(
                _, locked, caption.format(cell=texts.cell_name(_, variant, last)), is_closed=True
            ),
        ),
    )


def _mixed_numbers(_: Texts, variant: Variant) -> Topic:
    needs = variant.rows[Color.YELLOW].lock_needs
    marks = variant.marks[Color.RED]
    last_cells = [texts.cell_name(_, variant, variant.marks[row][-1]) for row in Color]
    return Topic(
        _("Mixed numbers"),
        (
            _(
                "The numbers are mixed within the rows, and each row has every number "
                "once. From left to right means by place: after a high number, a lower "
                "one may follow."
            ),
            _("The last number of each row locks it: {cells}.").format(
                cells=texts.joined_by_commas(_, last_cells)
            ),
        ),
        (
            example(
                _,
                sheet_with_crosses(variant, Color.RED, 1, 3),
                _("Crossed out: {crossed}. Gone: {gone}.").format(
                    crossed=_numbers_text([marks[1], marks[3]]),
                    gone=_numbers_text([marks[0], marks[2]]),
                ),
            ),
            _lock_offer_example(
                _, sheet_with_crosses(variant, Color.RED, *range(needs)), marks[-1]
            ),
        ),
    )


def _lucky_numbers(_: Texts, variant: Variant) -> Topic:
    lucky, started = variant.lucky_pairs[0][-1], sheet_with_crosses(variant, Color.RED, 0)
    return Topic(
        _("Lucky numbers"),
        (
            _(
                "When the white sum is one of your lucky numbers, you may instead cross "
                "out the next free number in a row where you have the fewest crosses."
            ),
            _("You skip nothing that way, and it works on every player’s turn."),
        ),
        (
            example(
                _,
                started,
                _("{sum} is lucky: cross it out, or take one of the next free numbers.").format(
                    sum=lucky
                ),
                *number_offers(started, lucky),
                *lucky_offers(started),
            ),
        ),
    )


def _explained(_: Texts, variant: Variant, explanation: Explanation) -> Topic:
    """Return the page that a variant brings."""
    translated = _  # not literals: marked in the variant's file
    return Topic(
        translated(explanation.title),
        tuple(translated(line) for line in explanation.lines),
        tuple(
            node for picture in explanation.pictures for node in picture_nodes(_, variant, picture)
        ),
    )


# Sentences


def _numbers_text(marks: Sequence[Mark]) -> str:
    """Return numbers in a list that reads from left to right in every language."""
    return f"\u2066{', '.join(str(mark.number) for mark in marks)}\u2069"


def _is_in_order(row: RowSpec) -> bool:
    """Return whether a row's numbers rise or fall from left to right."""
    return sorted(row.numbers) in (list(row.numbers), list(row.numbers[::-1]))


def _mixed_colors_sentence(_: Texts, variant: Variant) -> str:
    """Return the sentence about the boxes that a colored sum is for."""
    counts = [
        len(boxes_of_color(variant, color, total))
        for color in Color
        for total in variant.white_sums
    ]
    if max(counts) == 1:
        return _(
            "The colors are mixed within the rows, and each box has its own. A white "
            "and a colored die make a sum for one box only: the one of that color "
            "with that number, whichever row it is in."
        )
    return _(
        "The colors are mixed within the rows, and each box has its own. A white and a colored "
        "die make a sum for any one box of that color with that number, whichever row it is in."
    )


def _color_sentence(_: Texts, variant: Variant) -> str:
    """Return the sentence about where a colored sum is crossed out."""
    if any(row.dice for row in variant.rows):
        return _(
            "Cross it out in the box of that color, whichever row it is in. The small numbers "
            "show which dice make the sum."
        )
    return _(
        "Cross it out in the row of that color. The small numbers show which dice make the sum."
    )


def _lock_sentences(_: Texts, variant: Variant) -> list[str]:
    """Return the sentences about locking rows, one per kind of row."""
    sentences = {  # by the number of cells that lock a row
        1: _(
            "To cross out the last number of a row, you need at least {needs} crosses "
            "in that row. It locks the row."
        ),
        2: _(
            "To cross out either of the last two numbers of a row, you need at least "
            "{needs} crosses in that row. Either one locks it."
        ),
    }
    more = _(
        "The last {count} numbers of a row lock it. To cross out one of them, you need at "
        "least {needs} crosses in that row."
    )
    kinds: dict[tuple[int, int], list[str]] = {}
    for row in variant.rows:
        kind = row.lock_cells, row.lock_needs
        kinds.setdefault(kind, []).append(texts.row_name(_, variant, row.color))
    lines = []
    for (count, needs), rows in kinds.items():
        sentence = sentences.get(count, more).format(count=count, needs=needs)
        if len(kinds) > 1:
            name = texts.joined_by_commas(_, rows)
            sentence = _("{name}: {told}").format(name=name, told=sentence)
        lines.append(sentence)
    return lines


def _end_sentence(_: Texts, variant: Variant) -> str:
    """Return the sentence about the end of the game."""
    if (variant.rows_to_end, variant.penalty_boxes) == (2, 4):
        return _("The game ends as soon as two rows are locked or someone takes a fourth penalty.")
    return _(
        "The game ends when this many rows are locked: {rows}, or one player has this many "
        "penalties: {penalties}."
    ).format(rows=variant.rows_to_end, penalties=variant.penalty_boxes)
