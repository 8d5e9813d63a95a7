"""A player's sheet, as nodes.

Rows and sums depend on little and are cached, so that what has not changed is the same
object and costs nothing when the page is brought up to date.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules.moves import Color, Mark
from qwixx.rules.state import Phase
from qwixx.ui.model import (
    Model,
    awaited,
    focused,
    last_marks,
    pending,
    plans,
    undecided,
)
from qwixx.ui.parts.html import Node, h
from qwixx.ui.screens.game.coaching import turn_chances
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts import telling
from qwixx.ui.texts.languages import translations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.layout import Variant
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State
    from qwixx.ui.screens.game.coach_view import Flag


def sheet_section(model: Model, game: Game, player: int) -> Node:
    """Return a player's sheet, large for who decides, else small and complete."""
    language, state = model.settings.language, game.state
    shown = player == model.shown
    large = shown or model.settings.layout == "all"
    state_of_player = state.sheets[player]
    chosen = pending(model, player)
    to_act = model.is_person(player) and not model.curtain
    to_act = to_act and (player in state.to_act or chosen is not None)
    offers = _offers(state, player, chosen) if to_act and large else []
    last = last_marks(game)[player]
    focus = focused(model, game) if shown else ""
    wanted = model.lesson.wanted if model.lesson and to_act else ""
    flags = _flags(model) if shown else ()
    rows = [
        _row(
            language,
            game.variant,
            row,
            state_of_player,
            state.closed[row],
            tuple(offer for offer in offers if offer.mark.row == row),
            tuple(mark for mark in last if mark.row == row),
            focus if focus[:1] == Color(row).letter else "",
            chosen if chosen and chosen.row == row else None,
            wanted if wanted[:1] == Color(row).letter else "",
            tuple(flag for flag in flags if flag.code[:1] == Color(row).letter),
        )
        for row in range(len(game.variant.rows))
    ]
    name, chances = game.names[player], turn_chances(model, game)
    decided = bool(state.decisions) and state.decisions[player] is not None
    return h(
        "section",
        {
            "class": f"sheet {'large' if large else 'small'}",
            "data-player": str(player),
            "data-active": "true" if player == state.active else None,
            "data-turn": "true" if shown and to_act else None,
            "data-decided": "true" if decided else None,
            "aria-label": _label(language, name, state_of_player.points, player == model.you),
        },
        h(
            "div",
            {"class": "owner"},
            h("bdi", {"class": "name"}, name),
            _turn(model, game, player) if shown else None,
            _decided(language) if decided and not shown else None,
            _lucky(language, state_of_player),
            _chance(language, chances[player]) if chances else None,
            h(
                "span",
                {"class": "score", "data-score": str(player)},
                h("span", {"dir": "ltr"}, str(state_of_player.points)),
            ),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *rows),
        _hint(model) if shown else None,
        sum_line(language, state_of_player),
        points_table(language, game.variant) if shown else None,
        _curtain(model, game) if shown and model.curtain else None,
        key=f"sheet{large}",  # another player's is made of this one: little differs
    )


def _label(language: str, name: str, points: int, yours: bool) -> str:  # noqa: FBT001 - one use
    """Return what a sheet is called for who listens."""
    catalog = translations(language)
    told = (
        catalog.ngettext("Your sheet: {points} point", "Your sheet: {points} points", abs(points))
        if yours
        else catalog.ngettext(
            "{name}'s sheet: {points} point", "{name}'s sheet: {points} points", abs(points)
        )
    )
    return told.format(name=texts.isolated(language, name), points=texts.number(points))


def _turn(model: Model, game: Game, player: int) -> Node | None:
    """Tell several people at one device whose touch is awaited."""
    if model.you is not None or awaited(model) != player:
        return None
    _ = translations(model.settings.language).gettext
    told = _("your turn") if player == game.state.active else _("your choice")
    # Of its own for each person, so that it is made anew, and moves, when it goes round.
    return h("span", {"class": "turn"}, told, key=f"turn{player}")


@lru_cache(maxsize=8)
def _decided(language: str) -> Node:
    """Tell that somebody has decided on the white sum; how is not told before all have."""
    told = translations(language).gettext("decided")
    return h(
        "span",
        {"class": "decided", "title": told},
        h("span", {"aria-hidden": "true"}, "✓"),
        h("span", {"class": "hidden"}, told),
    )


def _curtain(model: Model, game: Game) -> Node:
    """Cover a sheet while the device goes to the next person."""
    headline = telling.headline(model.settings.language, game, model.shown, model.you)
    return h("div", {"class": "curtain"}, h("p", None, headline), key="curtain")


def _flags(model: Model) -> tuple[Flag, ...]:
    """Return what a hint writes at cells."""
    if not model.hint:
        return ()
    from qwixx.ui.screens.game.coach_view import flags  # noqa: PLC0415 - loads when first needed

    return flags(model)


def _hint(model: Model) -> Node:
    """Return what a hint says, below the rows: it has a place of no height, so nothing moves."""
    if not (model.hint or model.no_hint):
        return h("div", {"class": "hint-place"})
    from qwixx.ui.screens.game.coach_view import hint_slip  # noqa: PLC0415 - loads when first needed

    return h("div", {"class": "hint-place"}, hint_slip(model))


class Offer(NamedTuple):
    """A cell that may be crossed.

    Args:
        mark: the cell.
        when: "now", "instead" of what is crossed and not final, or "early" for what a tap
            plans for the color step.
        dice: which dice make it, as "4+3"; empty for the white sum.
    """

    mark: Mark
    when: str
    dice: str


def _offers(state: State, player: int, chosen: Mark | None) -> list[Offer]:
    """Return what may be crossed, or instead of what is chosen already."""
    if chosen is not None:
        state = undecided(state, player)
    marks = [move for move in state.legal_moves(player) if isinstance(move, Mark)]
    roll, white = state.roll, state.phase is Phase.WHITE
    assert roll is not None  # noqa: S101 - who is to act has seen the dice
    when = "now" if chosen is None else "instead"
    now = [Offer(mark, when, "" if white else telling.pair_text(roll, mark)) for mark in marks]
    early = [
        Offer(mark, "early", telling.pair_text(roll, mark))
        for mark in plans(state, player)
        if mark not in marks
    ]
    return [offer for offer in now + early if offer.mark != chosen]


def row_of(
    language: str, sheet: Sheet, row: int, *, closed: bool = False, offers: Sequence[Offer] = ()
) -> Node:
    """Return one row of a sheet by itself, to show what a rule means."""
    offered = tuple(offer for offer in offers if offer.mark.row == row)
    return _row(language, sheet.variant, row, sheet, closed, offered, (), "", None, "", ())


def _chance(language: str, chance: float) -> Node:
    _ = translations(language).gettext
    label = _("Win chance at the start of this turn")
    return h(
        "span",
        {"class": "chance", "title": label},
        h("span", {"class": "hidden"}, label),
        h("meter", {"value": f"{chance:.3f}", "aria-hidden": "true"}),
        h("span", None, texts.percent(language, chance)),
    )


def _lucky(language: str, sheet: Sheet) -> Node | None:
    if not sheet.lucky:
        return None
    _ = translations(language).gettext
    pair = " ".join(map(str, sheet.lucky))
    return h(
        "span",
        {"class": "lucky", "title": _("Lucky numbers")},
        h("span", {"class": "hidden"}, _("Lucky numbers")),
        h("span", {"dir": "ltr"}, f"★ {pair}"),
    )


@lru_cache(maxsize=4096)
def _cell(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
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
    """Return a cell: one element, whose style writes gain and dice beside the number."""
    _ = translations(language).gettext
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
            "data-marked": marked or None,
            "data-pending": state == "pending",
            "aria-pressed": "true" if state in ("crossed", "pending") else "false",
            "aria-disabled": "false" if offer or state == "pending" else "true",
            "aria-label": label,
            "tabindex": "0" if focused else "-1",
        },
        str(number),
        _flag(flag) if flag else None,
    )


def _flag(flag: Flag) -> Node:
    classes = ("flag", "best" if flag.best else "", "under" if flag.under else "")
    return h("span", {"class": " ".join(filter(None, classes)), "aria-hidden": "true"}, flag.text)


@lru_cache(maxsize=512)
def _row(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
    language: str,
    variant: Variant,
    row: int,
    sheet: Sheet,
    closed: bool,  # noqa: FBT001 - cached by position
    offers: tuple[Offer, ...],
    last: tuple[Mark, ...],
    focus: str,
    chosen: Mark | None,
    wanted: str,
    flags: tuple[Flag, ...],
) -> Node:
    _ = translations(language).gettext
    spec = variant.rows[row]
    crosses = sheet.rows[row]
    offered = {offer.mark: offer for offer in offers}
    flagged = {flag.code: flag for flag in flags}
    wanted = next((flag.code for flag in flags if flag.best), wanted)
    cells = []
    for mark in variant.marks[row]:
        bit = spec.bits[mark.number]
        if crosses & bit:
            state = "crossed"
        elif mark == chosen:
            state = "pending"
        else:
            state = "skipped" if crosses > bit else "closed" if closed else "open"
        offer = offered.get(mark)
        cells.append(
            _cell(
                language,
                row,
                mark.number,
                state,
                offer.when if offer else "",
                sheet.cross(mark).points - sheet.points if offer else 0,
                offer.dice if offer else "",
                mark in last,
                "wanted" if mark.code == wanted else "",
                mark.code == focus,
                flagged.get(mark.code),
            )
        )
    return h(
        "div",
        {
            "class": f"row {Color(row).name.lower()}",
            "role": "group",
            "aria-label": texts.row_name(language, row),
            "data-row": Color(row).letter,
        },
        h("span", {"class": "letter", "aria-hidden": "true"}, texts.row_letter(language, row)),
        *cells,
        _lock(
            language,
            row,
            "crossed" if sheet.locked(row) else "closed" if closed else "open",
            max(0, spec.lock_needs - sheet.count(row)),
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(sheet.row_points(row))),
    )


@lru_cache(maxsize=256)
def _lock(language: str, row: int, state: str, missing: int) -> Node:
    """Return the lock at the end of a row, with how many crosses it still needs."""
    catalog = translations(language)
    _ = catalog.gettext
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
    return h(
        "span",
        {
            "class": "lock",
            "data-lock": Color(row).letter,
            "data-state": state,
            "role": "img",
            "aria-label": label,
        },
        h("span", {"class": "on-lock"}, texts.row_letter(language, row)),
        h("span", {"class": "missing"}, str(missing) if missing and state == "open" else ""),
    )


@lru_cache(maxsize=64)
def sum_line(language: str, sheet: Sheet) -> Node:
    """Return the sum as on the paper, 10 + 6 + 36 + 28 - 10 = 70, and the penalty boxes."""
    _ = translations(language).gettext
    variant = sheet.variant
    parts: list[Node | str] = []
    for color in Color:
        if parts:
            parts.append(h("span", {"class": "op"}, "+"))
        parts.append(
            h("span", {"class": f"part {color.name.lower()}"}, str(sheet.row_points(color)))
        )
    lost = sheet.penalties * variant.penalty_points
    parts += [
        h("span", {"class": "op"}, "−"),
        h("span", {"class": "part lost"}, str(lost)),
        h("span", {"class": "op"}, "="),
        h("strong", {"class": "total"}, str(sheet.points)),
    ]
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
    return h(
        "div",
        {"class": "foot"},
        h("span", {"class": "formula", "dir": "ltr"}, *parts),
        h("span", {"class": "penalties", "role": "img", "aria-label": label}, *boxes),
    )


@lru_cache(maxsize=16)
def points_table(language: str, variant: Variant) -> Node:
    """Return what each number of crosses in a row is worth."""
    _ = translations(language).gettext
    pairs = list(enumerate(variant.points))[1:]
    return h(
        "table",
        {"class": "table", "dir": "ltr"},
        h("caption", {"class": "hidden"}, _("Points by number of crosses in one row")),
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
