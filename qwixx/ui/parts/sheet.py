"""A player's sheet: rows, penalties, and points.

Rows and sums depend on few values and are cached: unchanged ones are the same objects, so
rendering them costs nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.moves import Color, Mark
from qwixx.rules.sheet import Sheet
from qwixx.ui.parts.html import Node, h
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import find_catalog

if TYPE_CHECKING:
    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


_CROSS = "M2 2.5 8 7.5M8 2 2 8"
_PADLOCK = ("M2.500 4.800h5v3.700h-5z", "M3.500 4.800v-1a1.500 1.500 0 0 1 3 0v1")


class Offer(NamedTuple):
    """A cell that may be crossed out.

    Args:
        mark: the mark that a tap makes.
        when: "now", "instead" of a pending mark, "early" if a tap plans it for the color step, or
            "free" if the dice are unknown.
        dice: the dice that make its number, such as "4+3"; "" for the white sum.
    """

    mark: Mark
    when: str
    dice: str


class Flag(NamedTuple):
    """A hint's label on a cell.

    Args:
        code: code of the cell.
        text: text of the label.
        best: whether the cell belongs to the best move.
        under: whether the label is at the lower edge.
    """

    code: str
    text: str
    best: bool
    under: bool

    @property
    def css_classes(self) -> str:
        """CSS classes: "best", "under", both, or neither."""
        return " ".join(["best"] * self.best + ["under"] * self.under)


BIG_GAIN = 10
"""Minimum gain from one cross, in points, for which the total jumps higher."""
LARGE = frozenset({"letters", "pips", "points"})
SMALL: frozenset[str] = frozenset()


_LONG = 13
"""Minimum number of cells in a long row."""


def size_attributes(variant: Variant) -> dict[str, str | None]:
    """Return the attributes by which style sheets choose sizes: the cells of the longest row.

    `static/css/rows.css` has sizes for rows of 3 to 20 cells.
    """
    columns = max(len(spec.numbers) for spec in variant.rows)
    return {"data-columns": str(columns), "data-long": "1" if columns >= _LONG else None}


class Gain(NamedTuple):
    """Points that a player's last step has gained or lost.

    Args:
        code: code of the crossed cell; "" for a penalty.
        points: the points; negative for a penalty.
        row_before: the row's points before.
        total_before: the player's points before.
        after: the event of `model.timeline` that it follows: the cross, the lock, or the penalty;
            `COUNT` if the cross was written before.
    """

    code: str
    points: int
    row_before: int
    total_before: int
    after: str

    @property
    def row(self) -> int | None:
        """Index of the row; None for a penalty."""
        return Mark.from_code(self.code).row if self.code else None

    @property
    def text(self) -> str:
        """The points, such as "+3"."""
        return f"+{self.points}" if self.points > 0 else f"−{-self.points}"


class SheetLook(NamedTuple):
    """Everything that a drawing of a sheet shows besides its crosses.

    Args:
        closed: for each row, whether its free cells are shown as closed.
        closed_locks: for each row, whether its lock is shown as locked by another player; () if
            the locks agree with the cells.
        offers: the cells that may be crossed out.
        pending: the tentative, decided, or planned marks, and those that a tap undoes.
        last_marks: the marks to highlight as the latest.
        written: the marks that the pen writes now.
        gain: the points of one of them, which rise from its cell, or None.
        tab_stop: code of the cell in the tab order; "" if there is none.
        expected: code of the cell that a lesson asks for, or that a replay explains; "" if there
            is none.
        flags: labels of a hint.
        lock_action: beginning of the `data-action` of the locks; "" if they are not buttons.
        shows: "letters" of the rows, "pips" of the locks, and "points" of the rows.
        is_printed: whether the sheet is on paper, where only crosses and closed rows matter.
    """

    closed: tuple[bool, ...]
    closed_locks: tuple[bool, ...] = ()
    offers: tuple[Offer, ...] = ()
    pending: tuple[Mark, ...] = ()
    last_marks: tuple[Mark, ...] = ()
    written: tuple[Mark, ...] = ()
    gain: Gain | None = None
    tab_stop: str = ""
    expected: str = ""
    flags: tuple[Flag, ...] = ()
    lock_action: str = ""
    shows: frozenset[str] = LARGE
    is_printed: bool = False

    def in_row(self, row: int, offers: tuple[Offer, ...]) -> SheetLook:
        """Return the look of one row as that of a sheet of one row, with the offers in it."""
        letter = Color(row).letter
        return SheetLook(
            self.closed[row : row + 1],
            (self.closed_locks or self.closed)[row : row + 1],
            offers,
            tuple([mark for mark in self.pending if mark.row == row]),
            tuple([mark for mark in self.last_marks if mark.row == row]),
            tuple([mark for mark in self.written if mark.row == row]),
            self.gain if self.gain and self.gain.row == row else None,
            self.tab_stop if self.tab_stop[:1] == letter else "",
            self.expected if self.expected[:1] == letter else "",
            tuple([flag for flag in self.flags if flag.code[:1] == letter]),
            self.lock_action,
            self.shows,
            self.is_printed,
        )


@lru_cache(maxsize=128)
def sheet_rows(language: str, sheet: Sheet, look: SheetLook) -> tuple[Node, ...]:
    """Return the rows of a sheet."""
    draw = _printed_row if look.is_printed else _row
    offers: list[list[Offer]] = [[] for _ in sheet.rows]
    for offer in look.offers:
        offers[offer.mark.row].append(offer)
    return tuple(
        draw(language, sheet.variant, row, crosses, look.in_row(row, tuple(offers[row])))
        for row, crosses in enumerate(sheet.rows)
    )


@lru_cache(maxsize=4096)
def _cell(  # noqa: PLR0913, PLR0917 - all arguments are part of the cache key
    language: str,
    mark: Mark,
    color: Color,
    state: str,
    offered_step: str,
    points_gained: int,
    dice_pair: str,
    is_last_mark: bool,  # noqa: FBT001 - cached by position
    is_written: bool,  # noqa: FBT001
    gain: Gain | None,
    emphasis: str,
    is_tab_stop: bool,  # noqa: FBT001
    flag: Flag | None = None,
    *,
    letter: str = "",
) -> Node:
    """Return a cell; the style sheet may show points below its number.

    A cell with the letter of its color is in a row of several colors.
    """
    _ = find_catalog(language).gettext
    name = label = texts.box_name(language, color, mark.number)
    if state == "crossed":
        label = _("{cell}, crossed out").format(cell=name)
    elif offered_step and dice_pair:
        label = _("{cell}, available with {dice}, +{points}").format(
            cell=name, dice=dice_pair, points=points_gained
        )
    elif offered_step:
        label = _("{cell}, available, +{points}").format(cell=name, points=points_gained)
    elif state == "skipped":
        label = _("{cell}, skipped").format(cell=name)
    elif state == "pending":
        label = _("{cell}, crossed out; tap again to undo").format(cell=name)
    return h(
        "button",
        {
            "type": "button",
            "class": f"cell {color.name.lower()}" if letter else "cell",
            "data-cell": mark.code,
            "data-state": state,
            "data-offer": offered_step or None,
            "data-gain": f"+{points_gained}" if offered_step else None,
            "data-dice": dice_pair or None,
            "data-last": is_last_mark,
            "data-pen": is_written,
            "data-after": gain and gain.after,
            "data-flag": flag and flag.css_classes,
            "data-marked": emphasis or None,
            "data-pending": state == "pending",
            "aria-pressed": "true" if state in ("crossed", "pending") else "false",
            "aria-disabled": "false" if offered_step or state == "pending" else "true",
            "aria-label": label,
            "tabindex": "0" if is_tab_stop else "-1",
        },
        _small_dice_pair(dice_pair) if dice_pair and offered_step == "now" else None,
        str(mark.number),
        _box_letter(letter) if letter else None,
        h("span", {"class": "rising-gain", "data-plus": gain.text}) if gain else None,
        _flag_label(flag) if flag else None,
    )


@lru_cache(maxsize=128)
def _small_dice_pair(dice_pair: str) -> Node:
    """Return the two dice that make a number, as small nodes."""
    white, colored = dice_pair.strip("\u2066\u2069").split("+")
    return h(
        "span",
        {"class": "cell-dice", "aria-hidden": "true"},
        h("span", None, white),
        h("span", None, colored),
    )


def _flag_label(flag: Flag) -> Node:
    return h(
        "span", {"class": f"flag {flag.css_classes}".rstrip(), "aria-hidden": "true"}, flag.text
    )


def _cell_state(crosses: int, bit: int, *, is_row_closed: bool) -> str:
    """Return the state of a cell: "crossed", "skipped", "closed" with its row, or "open".

    Args:
        crosses: the row's crosses, as in `Sheet.rows`.
        bit: the cell's bit.
        is_row_closed: whether the row is shown as closed.
    """
    if crosses & bit:
        return "crossed"
    return "skipped" if crosses > bit else "closed" if is_row_closed else "open"


@lru_cache(maxsize=512)
def _row(language: str, variant: Variant, row: int, crosses: int, look: SheetLook) -> Node:
    """Return a row.

    Args:
        language: code of the language.
        variant: the variant.
        row: index of the row.
        crosses: its crosses, as in `Sheet.rows`; crosses in other rows do not matter.
        look: the look of this row; see `SheetLook.in_row`.
    """
    spec, sheet = variant.rows[row], _sheet_of_row(variant, row, crosses)
    points = sheet.row_points(row)
    offered = {offer.mark.number: offer for offer in look.offers}
    flagged = {flag.code: flag for flag in look.flags}
    expected = next((flag.code for flag in look.flags if flag.best), look.expected)
    cells = []
    for mark in variant.marks[row]:
        state = _cell_state(crosses, spec.bits[mark.number], is_row_closed=look.closed[0])
        offer, code = offered.get(mark.number), mark.code
        color = spec.color_of(mark.number)
        cells.append(
            _cell(
                language,
                mark,
                color,
                "pending" if mark in look.pending else state,
                offer.when if offer else "",
                _points_gained(variant, row, crosses, mark.number) if offer else 0,
                offer.dice if offer else "",
                mark in look.last_marks,
                mark in look.written,
                look.gain if look.gain and look.gain.code == code else None,
                "wanted" if code == expected else "",
                code == look.tab_stop,
                flagged.get(code),
                letter=texts.color_letter(language, color) if spec.dice else "",
            )
        )
    letter = Color(row).letter
    return h(
        "div",
        {
            "class": f"row {_row_class(variant, row)}",
            "role": "group",
            "aria-label": _row_label(language, variant, row),
            "data-row": letter,
        },
        _color_letter(language, variant, row) if "letters" in look.shows else None,
        *cells,
        _lock(
            language,
            variant,
            row,
            "crossed" if sheet.locked(row) else "closed" if look.closed_locks[0] else "open",
            spec.lock_needs,
            min(spec.lock_needs, sheet.count(row)),
            shows_pips="pips" in look.shows,
            action=f"{look.lock_action}:{letter}" if look.lock_action else "",
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(points))
        if "points" in look.shows
        else None,
    )


@lru_cache(maxsize=1024)
def _points_gained(variant: Variant, row: int, crosses: int, number: int) -> int:
    """Return the points that a row gains from a cross."""
    sheet = _sheet_of_row(variant, row, crosses)
    return sheet.cross(Mark(row, number)).row_points(row) - sheet.row_points(row)


def _sheet_of_row(variant: Variant, row: int, crosses: int) -> Sheet:
    """Return a sheet with crosses in one row only."""
    return Sheet(variant, tuple(crosses if each == row else 0 for each in range(len(Color))))


@lru_cache(maxsize=64)
def _row_label(language: str, variant: Variant, row: int) -> str:
    return texts.row_name(language, variant, row)


def _row_class(variant: Variant, row: int) -> str:
    """Return the CSS classes of a row: its color, and "mixed" if its boxes have several."""
    return f"{Color(row).name.lower()}{' mixed' if variant.rows[row].dice else ''}"


def _color_letter(language: str, variant: Variant, row: int) -> Node:
    """Return the letter of a row's color, for color-blind players; boxes have it in mixed rows."""
    letter = {"class": "letter", "aria-hidden": "true", "translate": "no"}
    return h("span", letter, "" if variant.rows[row].dice else texts.color_letter(language, row))


@lru_cache(maxsize=16)
def _box_letter(letter: str) -> Node:
    """Return the letter of a box's color, in a row of several colors."""
    return h("span", {"class": "box-letter", "aria-hidden": "true", "translate": "no"}, letter)


@lru_cache(maxsize=256)
def _lock(  # noqa: PLR0913 - all arguments are part of the cache key
    language: str,
    variant: Variant,
    row: int,
    state: str,
    crosses_needed: int,
    crosses: int,
    *,
    shows_pips: bool,
    action: str = "",
) -> Node:
    """Return the lock at the end of a row, with a pip for each cross that it needs.

    It has the letter of the row's color, for color-blind players, where the row has no other one.

    Args:
        language: code of the language.
        variant: the variant.
        row: index of the row.
        state: "open", "crossed", or "closed" by another player.
        crosses_needed: number of crosses that the lock needs.
        crosses: number of crosses in the row.
        shows_pips: whether to show the pips.
        action: its `data-action`; "" if it is not a button.
    """
    catalog = find_catalog(language)
    _ = catalog.gettext
    missing = crosses_needed - crosses
    if state == "crossed":
        label = _("lock, crossed out")
    elif state == "closed":
        label = _("lock, row locked")
    elif not missing:
        label = _("lock, ready")
    else:
        label = catalog.ngettext(
            "lock, {count} more cross needed", "lock, {count} more crosses needed", missing
        ).format(count=missing)
    kind = {"type": "button", "data-action": action} if action else {"role": "img"}
    if action:
        label = _("{name}: {told}").format(name=texts.row_name(language, variant, row), told=label)
    return h(
        "button" if action else "span",
        {
            **kind,
            "class": f"lock {Color(row).name.lower()}" if variant.rows[row].dice else "lock",
            "data-lock": Color(row).letter,
            "data-state": state,
            "aria-label": label,
        },
        h(
            "span",
            {"class": "lock-letter", "aria-hidden": "true", "translate": "no"},
            texts.color_letter(language, row),
        ),
        h("b", None),
        h(
            "span",
            {"class": "pips"},
            *(h("i", {"class": "on"} if pip < crosses else None) for pip in range(crosses_needed)),
        )
        if shows_pips and state == "open"
        else None,
    )


def _printed_row(language: str, variant: Variant, row: int, crosses: int, look: SheetLook) -> Node:
    """Return a row on paper; see `_row`."""
    spec, sheet = variant.rows[row], _sheet_of_row(variant, row, crosses)
    return h(
        "div",
        {"class": f"printed-row {_row_class(variant, row)}", "data-closed": look.closed[0]},
        h("i", None, "" if spec.dice else texts.color_letter(language, row)),
        *(
            h(
                "span",
                {
                    "class": " ".join(
                        [spec.color_of(number).name.lower()] * bool(spec.dice)
                        + ["locking-number"] * bool(bit & spec.locking_bits)
                    )
                    or None
                },
                str(number),
                h("small", None, texts.color_letter(language, spec.color_of(number)))
                if spec.dice
                else None,
                printed_cross() if crosses & bit else None,
            )
            for number, bit in spec.bits.items()
        ),
        h(
            "span",
            {"class": "printed-lock"},
            _printed_shape("padlock", *_PADLOCK),
            h("small", None, f"{spec.lock_needs} ×"),
            printed_cross() if sheet.locked(row) else None,
        ),
    )


def printed_cross() -> Node:
    """Return a cross on paper."""
    return _printed_shape("cross", _CROSS)


@lru_cache(maxsize=4)
def _printed_shape(kind: str, *paths: str) -> Node:
    shapes = (h("path", {"d": path}) for path in paths)
    return h("svg", {"class": kind, "viewBox": "0 0 10 10", "aria-hidden": "true"}, *shapes)


@lru_cache(maxsize=256)
def cell_chip(color: Color, mark: Mark, *, is_new: bool = False) -> Node:
    """Return a crossed cell for use in a line of text.

    Args:
        color: its color.
        mark: the mark.
        is_new: whether it was just made.
    """
    return h(
        "span",
        {
            "class": f"move-chip {color.name.lower()}",
            "data-cross": True,
            "data-new": is_new,
            "aria-hidden": "true",
            "translate": "no",
        },
        str(mark.number),
        key=mark.code,
    )


@lru_cache(maxsize=256)
def tile(variant: Variant, move: Move, *, is_crossed: bool = True) -> Node:
    """Return the cell of a move for use beside a text, or a dash for a pass."""
    color = variant.color_of(move).name.lower() if isinstance(move, Mark) else ""
    return h(
        "span",
        {
            "class": f"tile {color}".rstrip(),
            "data-crossed": is_crossed and isinstance(move, Mark),
            "aria-hidden": "true",  # the text names it
            "translate": "no",
        },
        str(move.number) if isinstance(move, Mark) else "–",
    )


@lru_cache(maxsize=64)
def sum_line(
    language: str, sheet: Sheet, player: int | None = None, gain: Gain | None = None
) -> Node:
    """Return the sum line of the printed sheet: four rows minus penalties equals the points.

    Args:
        language: code of the language.
        sheet: the sheet.
        player: index of the player for `data-score`, or None to omit it.
        gain: the points of the last step, before which the old points are shown, or None.
    """
    parts: list[Node | str] = []
    for color in Color:
        if parts:
            parts.append(h("span", {"class": "operator"}, "+"))
        points = str(sheet.row_points(color))  # also the key: new points need a new element
        is_new = gain is not None and gain.row == color.value
        part = {
            "class": f"subtotal {color.name.lower()}",
            "data-plus": gain.text if gain and is_new else None,
            "data-was": str(gain.row_before) if gain and is_new else None,
        }
        parts.append(h("span", part, points, key=points))
    foot = h(
        "div",
        {"class": "foot", "dir": "ltr", "data-after": gain and gain.after},
        *parts,
        h("span", {"class": "operator"}, "−"),
        penalty_boxes(language, sheet),
        h("span", {"class": "operator"}, "="),
        h(
            "strong",
            {
                "class": "total",
                "data-score": None if player is None else str(player),
                "data-was": str(gain.total_before) if gain else None,
                "data-big": gain is not None and gain.points >= BIG_GAIN,
            },
            str(sheet.points),
            # A gain needs a new element, which is animated.
            key=f"total{sheet.points}" if gain else "total",
        ),
    )
    return h("div", {"class": "foot-wrapper"}, foot)


@lru_cache(maxsize=64)
def penalty_boxes(language: str, sheet: Sheet) -> Node:
    """Return the penalty boxes."""
    _ = find_catalog(language).gettext
    variant = sheet.variant
    boxes = [
        h(
            "span",
            {
                "class": "penalty",
                "data-penalty": str(number),
                "data-state": "crossed" if number <= sheet.penalties else "open",
            },
            key=str(number),
        )
        for number in range(1, variant.penalty_boxes + 1)
    ]
    label = _("{count} of {boxes} penalties").format(
        count=sheet.penalties, boxes=variant.penalty_boxes
    )
    return h("span", {"class": "penalties", "role": "img", "aria-label": label}, *boxes)


@lru_cache(maxsize=16)
def points_by_crosses_table(language: str, variant: Variant) -> Node:
    """Return a table of the points for each number of crosses in a row."""
    _ = find_catalog(language).gettext
    pairs = list(enumerate(variant.points))[1:]
    # The wrapper has the margin and the border, which browsers compute differently for tables.
    table = h(
        "table",
        {"aria-label": _("Points by number of crosses in one row")},
        h(
            "tbody",
            None,
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "×"),
                *(h("td", None, str(k)) for k, _p in pairs),
            ),
            h(
                "tr",
                None,
                h("th", {"scope": "row"}, "="),
                *(h("td", None, str(p)) for _k, p in pairs),
            ),
        ),
    )
    return h("div", {"class": "points-table", "dir": "ltr"}, table)
