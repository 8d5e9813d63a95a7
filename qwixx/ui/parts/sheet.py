"""A player's sheet: rows, penalties, points.

Rows and sums depend on few values and are cached: unchanged ones are the same object, so that
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
    from collections.abc import Sequence

    from qwixx.rules.layout import Variant
    from qwixx.rules.moves import Move


class Offer(NamedTuple):
    """A cell that may be crossed out.

    Args:
        when: "now", "instead" of a pending mark, or "early" if a tap plans it for the color step.
        dice: the dice that make it, as "4+3"; "" for the white sum.
    """

    mark: Mark
    when: str
    dice: str


class Flag(NamedTuple):
    """A hint's label at a cell.

    Args:
        under: whether it is at the lower edge.
    """

    code: str
    text: str
    best: bool
    under: bool

    @property
    def kind(self) -> str:
        """CSS classes: "best", "under", both or neither."""
        return " ".join(["best"] * self.best + ["under"] * self.under)


def example_row(
    language: str, sheet: Sheet, row: int, *, closed: bool = False, offers: Sequence[Offer] = ()
) -> Node:
    """Return a single row, to illustrate a rule."""
    offered = tuple(offer for offer in offers if offer.mark.row == row)
    crosses = sheet.rows[row]
    return sheet_row(language, sheet.variant, row, crosses, closed, offered, (), "", None, "", ())


@lru_cache(maxsize=4096)
def cell(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
    language: str,
    row: int,
    number: int,
    state: str,
    offer: str,
    gain: int,
    dice: str,
    last: bool,  # noqa: FBT001 - cached by position
    marked: str,
    focused: bool,  # noqa: FBT001
    flag: Flag | None = None,
) -> Node:
    """Return a cell; its style may show points below the number."""
    _ = find_catalog(language).gettext
    mark = Mark(row, number)
    name = label = texts.cell_name(language, mark)
    if state == "crossed":
        label = _("{cell}, crossed out").format(cell=name)
    elif offer and dice:
        label = _("{cell}, available with {dice}, +{points}").format(
            cell=name, dice=dice, points=gain
        )
    elif offer:
        label = _("{cell}, available, +{points}").format(cell=name, points=gain)
    elif state == "skipped":
        label = _("{cell}, skipped").format(cell=name)
    elif state == "pending":
        label = _("{cell}, crossed out; tap again to take it back").format(cell=name)
    return h(
        "button",
        {
            "type": "button",
            "class": "cell",
            "data-cell": mark.code,
            "data-state": state,
            "data-offer": offer or None,
            "data-gain": f"+{gain}" if offer else None,
            "data-dice": dice or None,
            "data-last": last,
            "data-flag": flag and flag.kind,
            "data-marked": marked or None,
            "data-pending": state == "pending",
            "aria-pressed": "true" if state in ("crossed", "pending") else "false",
            "aria-disabled": "false" if offer or state == "pending" else "true",
            "aria-label": label,
            "tabindex": "0" if focused else "-1",
        },
        _small_dice(dice) if dice and offer == "now" else None,
        str(number),
        _flag_label(flag) if flag else None,
    )


@lru_cache(maxsize=128)
def _small_dice(dice: str) -> Node:
    """Return the two dice that make a number, small."""
    white, colored = dice.strip("\u2066\u2069").split("+")
    return h(
        "span",
        {"class": "made-of", "aria-hidden": "true"},
        h("span", None, white),
        h("span", None, colored),
    )


def _flag_label(flag: Flag) -> Node:
    return h("span", {"class": f"flag {flag.kind}".rstrip(), "aria-hidden": "true"}, flag.text)


def row_group(language: str, row: int, *parts: Node | None) -> Node:
    """Return the parts of a row as one group."""
    return h(
        "div",
        {
            "class": f"row {Color(row).name.lower()}",
            "role": "group",
            "aria-label": texts.row_name(language, row),
            "data-row": Color(row).letter,
        },
        *parts,
    )


def row_letter(language: str, row: int) -> Node:
    """Return the letter of a row's color, for color-blind players."""
    letter = {"class": "letter", "aria-hidden": "true", "translate": "no"}
    return h("span", letter, texts.row_letter(language, row))


def cell_state(crosses: int, bit: int, *, closed: bool) -> str:
    """Return the state of a cell: "crossed", "skipped", "closed" with its row, or "open".

    Args:
        crosses: the row's crosses, as in `Sheet.rows`.
        bit: the cell's bit.
        closed: whether the row is locked.
    """
    if crosses & bit:
        return "crossed"
    return "skipped" if crosses > bit else "closed" if closed else "open"


@lru_cache(maxsize=512)
def sheet_row(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
    language: str,
    variant: Variant,
    row: int,
    crosses: int,
    closed: bool,  # noqa: FBT001 - cached by position
    offers: tuple[Offer, ...],
    last: tuple[Mark, ...],
    focus: str,
    chosen: Mark | None,
    expected: str,
    flags: tuple[Flag, ...],
    *,
    large: bool = True,
) -> Node:
    """Return one row of a sheet.

    Args:
        language: code of the language.
        variant: the variant.
        row: index of the row.
        crosses: its crosses, as in `Sheet.rows`; changes in other rows do not matter.
        closed: whether the row is closed.
        offers: legal cells in it.
        last: cells crossed out last.
        focus: code of the cell in the tab order; "" if it is not in this row.
        chosen: the tentative or pending mark.
        expected: code of the cell that a lesson asks for; "" if none here.
        flags: labels of a hint.
        large: whether there is room for its letter, its points and the crosses that its lock
            needs.
    """
    _ = find_catalog(language).gettext
    spec = variant.rows[row]
    sheet = Sheet(variant, tuple(crosses if each == row else 0 for each in range(len(Color))))
    offered = {offer.mark: offer for offer in offers}
    flagged = {flag.code: flag for flag in flags}
    expected = next((flag.code for flag in flags if flag.best), expected)
    cells = []
    for mark in variant.marks[row]:
        bit = spec.bits[mark.number]
        state = cell_state(crosses, bit, closed=closed)
        if mark == chosen and state != "crossed":
            state = "pending"
        offer = offered.get(mark)
        cells.append(
            cell(
                language,
                row,
                mark.number,
                state,
                offer.when if offer else "",
                sheet.cross(mark).points - sheet.points if offer else 0,
                offer.dice if offer else "",
                mark in last,
                "wanted" if mark.code == expected else "",
                mark.code == focus,
                flagged.get(mark.code),
            )
        )
    return row_group(
        language,
        row,
        row_letter(language, row) if large else None,
        *cells,
        lock(
            language,
            row,
            "crossed" if sheet.locked(row) else "closed" if closed else "open",
            spec.lock_needs,
            min(spec.lock_needs, sheet.count(row)),
            pips=large,
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(sheet.row_points(row)))
        if large
        else None,
    )


@lru_cache(maxsize=256)
def lock(  # noqa: PLR0913 - all that it depends on, for the cache
    language: str,
    row: int,
    state: str,
    needed: int,
    crosses: int,
    *,
    pips: bool,
    action: str = "",
) -> Node:
    """Return the lock at the end of a row, with a pip for each cross that it needs.

    Args:
        language: code of the language.
        row: index of the row.
        state: "open", "crossed", or "closed" by another player.
        needed: number of crosses it needs.
        crosses: number of crosses in the row.
        pips: whether to show the pips.
        action: its `data-action`; "" if it is not a button.
    """
    catalog = find_catalog(language)
    _ = catalog.gettext
    missing = needed - crosses
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
        label = _("{name}: {told}").format(name=texts.row_name(language, row), told=label)
    return h(
        "button" if action else "span",
        {
            **kind,
            "class": "lock",
            "data-lock": Color(row).letter,
            "data-state": state,
            "aria-label": label,
        },
        h("b", None),
        h(
            "span",
            {"class": "pips"},
            *(h("i", {"class": "on"} if pip < crosses else None) for pip in range(needed)),
        )
        if pips and state == "open"
        else None,
    )


@lru_cache(maxsize=256)
def cell_chip(mark: Mark) -> Node:
    """Return a crossed cell for use in a line of text."""
    return h(
        "span",
        {
            "class": f"did {Color(mark.row).name.lower()}",
            "data-cross": True,
            "aria-hidden": "true",
            "translate": "no",
        },
        str(mark.number),
        key=mark.code,
    )


@lru_cache(maxsize=256)
def tile(move: Move, *, is_crossed: bool = True) -> Node:
    """Return the cell of a move for use beside a text; a dash for a pass."""
    color = Color(move.row).name.lower() if isinstance(move, Mark) else ""
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
    language: str,
    sheet: Sheet,
    player: int | None = None,
    gained: tuple[int, ...] = (),
    leap: tuple[int, int] | None = None,
) -> Node:
    """Return the sum line of the printed sheet: four rows less penalties make the points.

    Args:
        language: code of the language.
        sheet: the sheet.
        player: index of the player, if nothing else on the page names them.
        gained: points of the last turn, by row; empty to omit them.
        leap: row and points of a cross whose points fly to the total, or None.
    """
    parts: list[Node | str] = []
    for color in Color:
        if parts:
            parts.append(h("span", {"class": "op"}, "+"))
        points = str(sheet.row_points(color))  # the key: new points are a new element, and move
        gain = gained[color] if gained and (leap is None or leap[0] != color.value) else 0
        part = {"class": f"part {color.name.lower()}", "data-plus": f"+{gain}" if gain else None}
        parts.append(h("span", part, points, key=points))
    foot = h(
        "div",
        {"class": "foot", "dir": "ltr"},
        *parts,
        h("span", {"class": "op"}, "−"),
        penalties(language, sheet),
        h("span", {"class": "op"}, "="),
        h(
            "strong",
            {
                "class": f"total {Color(leap[0]).name.lower()}" if leap else "total",
                "data-score": None if player is None else str(player),
                "data-plus": f"+{leap[1]}" if leap else None,
            },
            str(sheet.points),
            key=f"total{sheet.points}" if leap else "total",  # with a leap it is new, and moves
        ),
    )
    return h("div", {"class": "foot-place"}, foot)


@lru_cache(maxsize=64)
def penalties(language: str, sheet: Sheet) -> Node:
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
def points_table(language: str, variant: Variant) -> Node:
    """Return the points for each number of crosses in a row."""
    _ = find_catalog(language).gettext
    pairs = list(enumerate(variant.points))[1:]
    # The frame has margin and line: as those of a table, each browser computes them differently.
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
    return h("div", {"class": "table", "dir": "ltr"}, table)
