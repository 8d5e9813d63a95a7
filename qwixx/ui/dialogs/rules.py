"""Dialog: the rules, one page per topic, illustrated with small sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark, Reason
from qwixx.rules.sheet import Sheet
from qwixx.rules.state import Phase
from qwixx.ui.dialogs.rule_pictures import dice_tray, figure, isolated_sum, picture_nodes
from qwixx.ui.model.board import tap_refusal
from qwixx.ui.model.values import dataclass, replace
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet.look import Offer, SheetLook
from qwixx.ui.parts.sheet.sums import points_by_crosses_table, sum_line
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.rules.boxes import RowSpec
    from qwixx.rules.explanation import Explanation
    from qwixx.rules.layout import Variant
    from qwixx.ui.model import Model
    from qwixx.ui.texts.languages import Texts

AIM, WHITE, COLOR, ORDER, LOCKS, PENALTIES, END, OWN = range(8)
"""The topics in reading order; the last one is only for variants with rules of their own."""
WHITES = (4, 1)
"""Values of the white dice in the examples, possible on any dice with four or more sides."""


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


def relevant_topic(model: Model) -> int:
    """Return the index of the topic that fits the state of the game."""
    game = model.game
    # A sheet that differs from the classic one begins with the difference.
    first = OWN if model.setup.variant.summary else AIM
    if game is None:
        return first
    refused = model.board.refused_tap
    reason = tap_refusal(game, refused) if refused else None
    topic = (
        {
            Reason.LEFT_OF_LAST: ORDER,
            Reason.TOO_FEW_CROSSES: LOCKS,
            Reason.ROW_CLOSED: LOCKS,
            Reason.NOT_LEFTMOST: OWN,
            Reason.NOT_FEWEST: OWN,
            Reason.NOT_WHITE_SUM: WHITE,
            Reason.NOT_YOUR_TURN: COLOR,
            Reason.NOT_COLOR_SUM: COLOR,
            Reason.NO_NEIGHBOR: OWN,
            Reason.NOT_LAST_CROSS: OWN,
            Reason.NOT_BONUS: OWN,
        }.get(reason)
        if reason
        else None
    )
    if topic is not None:
        return topic
    return {
        Phase.WHITE: WHITE,
        Phase.COLOR: COLOR,
        Phase.BONUS: OWN,
        Phase.OVER: END,
    }.get(game.state.phase, first)


def rules_body(model: Model) -> list[Node]:
    """Return the current topic, with buttons for choosing a topic."""
    _ = texts_of(model)
    variant = model.setup.variant
    topics = _make_topics(_, variant)
    topic_index = min(model.dialog.topic, len(topics) - 1)
    topic = topics[topic_index]
    return [
        h(
            "nav",
            {"class": "topics", "aria-label": _("Topics")},
            *(
                button(
                    f"topic:{index}",
                    other.title,
                    "chip",
                    **{"aria-current": "true" if index == topic_index else None},
                )
                for index, other in enumerate(topics)
            ),
        ),
        h(
            "section",
            {
                "class": "topic",
                "aria-label": topic.title,
                "tabindex": "0",
            },  # lets keyboard users scroll it
            h("h3", {"tabindex": "-1"}, topic.title),
            *topic.examples,
            *(h("p", None, line) for line in topic.lines),
            h(
                "div",
                {"class": "actions"},
                button("learn", _("Learn by playing")) if offers_control(model, "learn") else None,
                button("learn-longo", _("Learn Longo"))
                if offers_control(model, "learn") and variant.lucky_pairs
                else None,
            ),
            key=str(topic_index),
        ),
        h(
            "div",
            {"class": "actions steps"},
            _neighbor_topic_button(
                "back", _("Back"), max(topic_index - 1, 0), "", is_enabled=topic_index > 0
            ),
            _neighbor_topic_button(
                "forward",
                _("Next"),
                min(topic_index + 1, len(topics) - 1),
                "primary",
                is_enabled=topic_index < len(topics) - 1,
            ),
        ),
    ]


def _neighbor_topic_button(
    key: str, label: str, topic: int, css_class: str, *, is_enabled: bool = True
) -> Node:
    """Return a button to the previous or next topic; its fixed key preserves the focus."""
    disabled = None if is_enabled else "true"
    leads = button(f"topic:{topic}", label, css_class, **{"aria-disabled": disabled})
    return replace(leads, key=key)


def _make_topics(_: Texts, variant: Variant) -> list[Topic]:
    needs = variant.rows[Color.YELLOW].lock_needs
    last = variant.marks[Color.YELLOW][-1]
    lucky = variant.lucky_pairs[0][-1] if variant.lucky_pairs else 0

    def sheet(row: Color, *places: int) -> Sheet:
        """Return a sheet with crosses in one row, at places counted from 0 on the left."""
        rows = [0] * len(variant.rows)
        rows[row] = sum(1 << place for place in places)
        return Sheet(variant, tuple(rows))

    def example(shown: Sheet, caption: str, *offers: Offer, closed: bool = False) -> Node:
        """Return a captioned figure of the rows that have crosses or offers."""
        rows = [
            color.letter
            for color in Color
            if shown.rows[color] or any(offer.mark.row == color for offer in offers)
        ]
        look = SheetLook((closed,) * len(variant.rows), offers=offers)
        return figure(_, shown, look, caption, rows)

    def offered(shown: Sheet, number: int, *rows: Color) -> list[Offer]:
        """Return an offer of a number in each of the rows where it may be crossed out."""
        marks = (Mark(row.value, number) for row in rows)
        return [Offer(mark, "now", "") for mark in marks if shown.may_cross(mark)]

    def colored(shown: Sheet, color: Color, die: int) -> list[Offer]:
        """Return an offer of each box that a colored die and a white die cross out."""
        return [
            Offer(mark, "now", f"{white}+{die}")
            for white in WHITES
            for mark in _boxes(variant, color, white + die)
            if shown.may_cross(mark)
        ]

    def leftmost(shown: Sheet) -> list[Offer]:
        """Return offers for a lucky sum: the first free number in rows with the fewest crosses."""
        free = [
            Mark(row.color.value, number)
            for row in variant.rows
            for number, bit in row.bits.items()
            if bit == shown.lucky_bit(row.color.value, (False,) * len(variant.rows))
        ]
        return [Offer(mark, "now", "") for mark in free if shown.may_cross(mark)]

    white = sum(WHITES)
    started = sheet(Color.GREEN, 0)
    green = _green_value_with_most_marks(started)
    color_offers = colored(started, Color.GREEN, green)
    topics = [
        Topic(
            _("Goal"),
            (
                _("Cross out as many numbers as you can, but only from left to right."),
                _("The more crosses a row has, the more each one is worth."),
            ),
            (points_by_crosses_table(_, variant),),
        ),
        Topic(
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
                    Sheet(variant),
                    _("The white dice show {dice}: everyone may cross out one {sum}.").format(
                        dice=isolated_sum(WHITES), sum=white
                    ),
                    *offered(Sheet(variant), white, *Color),
                ),
            ),
        ),
        Topic(
            _("Colored dice"),
            (
                _(
                    "Then only the active player may add one white die to one colored die and "
                    "cross out that sum."
                ),
                _color_sentence(_, variant),
            ),
            (
                dice_tray(_, variant, WHITES, (Color.GREEN, green)),
                example(
                    started,
                    _("White dice {dice}, green die {die}: cross out one of these.").format(
                        dice=isolated_sum(WHITES), die=green
                    ),
                    *color_offers,
                ),
            ),
        ),
        Topic(
            _("Left to right"),
            (
                _("Cross out numbers from left to right. Whatever you skip is gone for good."),
                _("You may start anywhere in a row."),
            ),
            (
                example(
                    sheet(Color.RED, 1, 3),
                    _("A thin line marks a skipped number."),
                ),
            ),
        ),
        Topic(
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
                    example(
                        sheet(Color.YELLOW, *range(count)),
                        _.ngettext(
                            "The lock shows that you need {count} more cross.",
                            "The lock shows that you need {count} more crosses.",
                            1,
                        ).format(count=1),
                    )
                    for count in range(max(needs - 1, 0), needs)
                ),
                example(
                    sheet(Color.YELLOW, *range(needs)),
                    _("Now you may cross out the {number}, and the lock with it.").format(
                        number=last.number
                    ),
                    Offer(last, "now", ""),
                ),
                example(sheet(Color.YELLOW, *range(needs)).cross(last), _("Locked."), closed=True),
            ),
        ),
        Topic(
            _("Penalties"),
            (
                _(
                    "If the active player crosses out nothing at all, they take a penalty: "
                    "−{points}."
                ).format(points=variant.penalty_points),
                _("Only the active player can take a penalty."),
            ),
            (_points_sum(_, Sheet(variant, penalties=1)),),
        ),
        Topic(
            _("End and scoring"),
            (
                _end_sentence(_, variant),
                _(
                    "Add up the points for your rows and subtract your penalties. The highest "
                    "score wins."
                ),
            ),
            (_points_sum(_, _example_sheet(variant)),),
        ),
    ]
    if any(row.dice for row in variant.rows):
        empty = Sheet(variant)
        six = _green_value_with_most_marks(empty)
        topics.append(
            Topic(
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
                    dice_tray(_, variant, WHITES, (Color.GREEN, six)),
                    example(
                        empty,
                        _("White dice {dice}, green die {die}: cross out one of these.").format(
                            dice=isolated_sum(WHITES), die=six
                        ),
                        *colored(empty, Color.GREEN, six),
                    ),
                    example(
                        sheet(Color.YELLOW, *range(needs)).cross(last),
                        _("Locked with {cell}: the die of this color leaves the game.").format(
                            cell=texts.cell_name(_, variant, last)
                        ),
                        closed=True,
                    ),
                ),
            )
        )
    if not all(_is_in_order(row) for row in variant.rows):
        mixed = sheet(Color.RED, 1, 3)
        crossed = variant.marks[Color.RED][1], variant.marks[Color.RED][3]
        gone = variant.marks[Color.RED][0], variant.marks[Color.RED][2]
        topics.append(
            Topic(
                _("Mixed numbers"),
                (
                    _(
                        "The numbers are mixed within the rows, and each row has every number "
                        "once. From left to right means by place: after a high number, a lower "
                        "one may follow."
                    ),
                    _("The last number of each row locks it: {cells}.").format(
                        cells=texts.joined_by_commas(
                            _,
                            [texts.cell_name(_, variant, variant.marks[row][-1]) for row in Color],
                        )
                    ),
                ),
                (
                    example(
                        mixed,
                        _("Crossed out: {crossed}. Gone: {gone}.").format(
                            crossed=_numbers_text(crossed), gone=_numbers_text(gone)
                        ),
                    ),
                    example(
                        sheet(Color.RED, *range(needs)),
                        _("Now you may cross out the {number}, and the lock with it.").format(
                            number=variant.marks[Color.RED][-1].number
                        ),
                        Offer(variant.marks[Color.RED][-1], "now", ""),
                    ),
                ),
            )
        )
    if variant.lucky_pairs:
        topics.append(
            Topic(
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
                        sheet(Color.RED, 0),
                        _(
                            "{sum} is lucky: cross it out, or take one of the next free numbers."
                        ).format(sum=lucky),
                        *offered(sheet(Color.RED, 0), lucky, *Color),
                        *leftmost(sheet(Color.RED, 0)),
                    ),
                ),
            )
        )
    if variant.explanation is not None:
        topics.append(_explained(_, variant, variant.explanation))
    return topics


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


def _numbers_text(marks: Sequence[Mark]) -> str:
    """Return numbers in a list that reads from left to right in every language."""
    return f"\u2066{', '.join(str(mark.number) for mark in marks)}\u2069"


def _is_in_order(row: RowSpec) -> bool:
    """Return whether a row's numbers rise or fall from left to right."""
    return sorted(row.numbers) in (list(row.numbers), list(row.numbers[::-1]))


def _boxes(variant: Variant, color: Color, number: int) -> list[Mark]:
    """Return the boxes of a color with a number."""
    return [
        Mark(at, number)
        for at, row in enumerate(variant.rows)
        if number in row.numbers and row.color_of(number) is color
    ]


def _mixed_colors_sentence(_: Texts, variant: Variant) -> str:
    """Return the sentence about the boxes that a colored sum is for."""
    counts = [
        len(_boxes(variant, color, total)) for color in Color for total in variant.white_sums
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


def _green_value_with_most_marks(sheet: Sheet) -> int:
    """Return the value of the green die with the most legal sums, preferably 6."""

    def crossable(die: int) -> int:
        boxes = (_boxes(sheet.variant, Color.GREEN, white + die) for white in WHITES)
        return len([mark for marks in boxes for mark in marks if sheet.may_cross(mark)])

    sides: int = sheet.variant.die_sides
    dice: list[int] = [min(6, sides), *range(1, sides + 1)]
    return max(dice, key=crossable)


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
        "What ends the game: locked rows ({rows}), or penalties of one player ({penalties})."
    ).format(rows=variant.rows_to_end, penalties=variant.penalty_boxes)


def _points_sum(_: Texts, sheet: Sheet) -> Node:
    """Return the points of a sheet: the sum line, and the total as a caption."""
    points = sheet.points
    text = _.ngettext("{points} point.", "{points} points.", abs(points))
    return h(
        "figure",
        {"class": "example"},
        h(
            "div",
            {"class": "sheet large", "inert": True, "aria-hidden": "true"},
            sum_line(_, sheet),
        ),
        h("figcaption", None, text.format(points=texts.points_number(points))),
    )


def _example_sheet(variant: Variant) -> Sheet:
    """Return the sheet of the worked example. Source: rules, "Score", "Longo: score"."""
    counts = (4, 3, 8, 7) if not variant.lucky_pairs else (4, 3, 9, 8)
    rows = tuple(
        (1 << min(count, len(spec.numbers) - spec.lock_cells)) - 1
        for count, spec in zip(counts, variant.rows, strict=True)
    )
    return Sheet(variant, rows, penalties=2)
