"""What a model looks like: `view` returns the page as a tree of nodes.

Parts that depend on little are cached, so that what has not changed is the same object
and costs nothing when the page is brought up to date.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.i18n import LANGUAGES, PSEUDO, translations
from qwixx.moves import Color, Mark
from qwixx.state import Phase
from qwixx.ui import texts
from qwixx.ui.html import Node, h
from qwixx.ui.model import (
    KEYS,
    LAYOUTS,
    PERSON,
    SPEEDS,
    THEMES,
    Dialog,
    Model,
    actor,
    focused,
    last_marks,
    plans,
)
from qwixx.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.record import Game
    from qwixx.sheet import Sheet
    from qwixx.variants import Variant


def root_attributes(model: Model) -> dict[str, str | None]:
    """Return the attributes of the page's root element; None for those to be absent."""
    language = (LANGUAGES | PSEUDO)[model.settings.language]
    attributes: dict[str, str | None] = {
        "lang": language.code,
        "dir": "rtl" if language.rtl else "ltr",
        "data-theme": model.settings.theme,
        "data-screen": model.screen.value,
        "data-embed": "1" if model.embedded else None,
        "data-layout": model.settings.layout,
        "data-phase": None,
        "data-actor": None,
        "data-variant": None,
    }
    if model.game is not None:
        player = actor(model.game.state, model.seats)
        attributes["data-variant"] = model.game.variant.name
        attributes["data-phase"] = model.game.state.phase.value
        attributes["data-actor"] = None if player is None else str(player)
    return attributes


def view(model: Model) -> Node:
    """Return the page."""
    screen = _start_screen(model) if model.game is None else _game_screen(model, model.game)
    return h("div", {"class": "app"}, _header(model), _notices(model), screen, _dialog(model))


# Around it


def _header(model: Model) -> Node:
    _ = translations(model.settings.language).gettext
    game = model.game
    playing = game is not None
    return h(
        "header",
        {"class": "bar"},
        h("h1", None, "Qwixx"),
        _icon("undo", "↶", _("Undo"), enabled=game is not None and game.can_undo)
        if playing
        else None,
        _icon("redo", "↷", _("Redo"), enabled=game is not None and game.can_redo)
        if playing
        else None,
        _icon("rules", "?", _("Rules")),
        _icon("menu", "☰", _("Menu")),
    )


def _icon(action: str, sign: str, label: str, *, enabled: bool = True) -> Node:
    return h(
        "button",
        {
            "type": "button",
            "class": "icon",
            "data-action": action,
            "aria-label": label,
            "title": label,
            "aria-disabled": None if enabled else "true",
        },
        h("span", {"aria-hidden": "true"}, sign),
        key=action,
    )


def _button(action: str, label: str, kind: str = "", **attributes: str | bool | None) -> Node:
    return h(
        "button",
        {"type": "button", "class": f"button {kind}".strip(), "data-action": action, **attributes},
        label,
        key=action,
    )


def _notices(model: Model) -> Node:
    _ = translations(model.settings.language).gettext
    language = model.settings.language
    if not model.notices:
        return h("div", {"class": "notices"})
    return h(
        "div",
        {"class": "notices", "role": "alert"},
        *(h("p", None, texts.notice(language, key)) for key in model.notices),
        _button("download", _("Download")) if model.kept_aside else None,
        _button("dismiss", _("OK")),
    )


# Start


def _start_screen(model: Model) -> Node:
    language, setup = model.settings.language, model.setup
    _ = translations(language).gettext
    names = texts.seat_names(setup.seats, language)
    lucky = bool(setup.variant.lucky_pairs)
    rows = []
    for index, seat in enumerate(setup.seats):
        number = index + 1
        rows.append(
            h(
                "li",
                {"class": "seat"},
                _select(
                    f"kind:{index}",
                    _("Who sits at seat {number}").format(number=number),
                    [(kind, texts.kind_name(language, kind)) for kind in (PERSON, *_bots())],
                    seat.kind,
                ),
                _input(
                    f"name:{index}",
                    _("Name at seat {number}").format(number=number),
                    seat.name,
                    names[index],
                ),
                _input(
                    f"lucky:{index}",
                    _("Lucky numbers at seat {number}").format(number=number),
                    setup.lucky[index],
                    _("dealt"),
                )
                if lucky
                else None,
            )
        )
    return h(
        "main",
        {"class": "start", "tabindex": "-1"},
        h("p", {"class": "lead"}, _("Cross out as many numbers as you can, from left to right.")),
        _button("quick", _("Play against a bot"), "primary big"),
        h("h2", None, _("Or choose")),
        h(
            "div",
            {"class": "choices"},
            _select(
                "variant",
                _("Variant"),
                [(v.name, texts.variant_name(language, v)) for v in VARIANTS.values()],
                setup.variant.name,
                shown=True,
            ),
            _select(
                "count",
                _("Players"),
                [(str(count), str(count)) for count in setup.variant.players],
                str(len(setup.seats)),
                shown=True,
            ),
            _select(
                "first",
                _("Who begins"),
                [("", _("by lot")), *((str(i), name) for i, name in enumerate(names))],
                "" if setup.first is None else str(setup.first),
                shown=True,
            ),
        ),
        h("ol", {"class": "seats"}, *rows, key=f"{setup.variant.name}{len(rows)}"),
        _button("start", _("Start"), "primary"),
        h("div", {"class": "choices"}, *_page_choices(model)),
        h(
            "p",
            {"class": "small"},
            _("An unofficial version of the dice game by Steffen Benndorf."),
        ),
        key="start",
    )


def _bots() -> Iterable[str]:
    return sorted(BOTS, key=lambda name: name == "random")


def _select(
    action: str,
    label: str,
    options: list[tuple[str, str]],
    chosen: str,
    *,
    shown: bool = False,
) -> Node:
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": None if shown else "hidden"}, label),
        h(
            "select",
            {"data-action": action},
            *(
                h("option", {"value": value, "selected": value == chosen}, text)
                for value, text in options
            ),
        ),
        key=action,
    )


def _input(action: str, label: str, value: str, placeholder: str) -> Node:
    return h(
        "label",
        {"class": "field"},
        h("span", {"class": "hidden"}, label),
        h(
            "input",
            {
                "data-action": action,
                "value": value,
                "placeholder": placeholder,
                "autocomplete": "off",
                "dir": "auto",
            },
        ),
        key=action,
    )


def _page_choices(model: Model) -> list[Node]:
    settings = model.settings
    _ = translations(settings.language).gettext
    themes = {"auto": _("as the device"), "light": _("light"), "dark": _("dark")}
    speeds = {"calm": _("calm"), "quick": _("quick"), "instant": _("at once")}
    layouts = {"one": _("one sheet large"), "all": _("all sheets large")}
    languages = [(code, language.name) for code, language in LANGUAGES.items()]
    if settings.language in PSEUDO:
        languages.append((settings.language, PSEUDO[settings.language].name))
    return [
        _select("language", _("Language"), languages, settings.language, shown=True),
        _select(
            "theme", _("Colors"), [(t, themes[t]) for t in THEMES], settings.theme, shown=True
        ),
        _select(
            "speed", _("Bots play"), [(s, speeds[s]) for s in SPEEDS], settings.speed, shown=True
        ),
        _select(
            "layout", _("Show"), [(o, layouts[o]) for o in LAYOUTS], settings.layout, shown=True
        ),
    ]


# Game


def _game_screen(model: Model, game: Game) -> Node:
    language, state = model.settings.language, game.state
    player = actor(state, model.seats)
    over = state.phase is Phase.OVER
    others = [seat for seat in range(state.players) if seat != model.shown]
    return h(
        "main",
        {"class": "game", "tabindex": "-1", "data-players": str(state.players)},
        h("div", {"class": "others"}, *(_sheet(model, game, seat) for seat in others)),
        _dice(language, game),
        _status(model, game, player),
        _sheet(model, game, model.shown),
        _final(language, game) if over else _controls(model, game, player),
        _log(language, game),
        key=f"game{game.variant.name}{state.players}",
    )


def _status(model: Model, game: Game, player: int | None) -> Node:
    language = model.settings.language
    _ = translations(language).gettext
    news = texts.news(language, game)
    why = texts.why(language, model.why) if model.why else ""
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"role": "status", "data-status": True, "aria-live": "polite"},
            h("p", {"class": "headline"}, texts.headline(language, game, player)),
            h("p", {"class": "detail"}, why or texts.detail(language, game, player)),
            h("p", {"class": "news"}, news),
        ),
    )


def _dice(language: str, game: Game) -> Node:
    _ = translations(language).gettext
    state = game.state
    roll = state.roll
    white: list[int | None] = list(roll.white) if roll else [None, None]
    colored: list[int | None] = list(roll.colored) if roll else [None] * 4
    white_label, sides = _("white die"), game.variant.die_sides
    total = str(roll.white_sum) if roll else ""
    return h(
        "div",
        {"class": "dice", "role": "group", "aria-label": _("Dice")},
        _die("w1", "white", white_label, white[0], sides),
        _die("w2", "white", white_label, white[1], sides),
        h("output", {"class": "sum", "aria-hidden": "true"}, total),
        *(
            _die(
                color.letter,
                color.name.lower(),
                texts.row_name(language, color.value),
                colored[color],
                sides,
                out=state.closed[color],
            )
            for color in Color
        ),
    )


@lru_cache(maxsize=256)
def _die(
    code: str, color: str, label: str, value: int | None, sides: int, *, out: bool = False
) -> Node:
    return h(
        "span",
        {
            "class": f"die {color}{' out' if out else ''}{' eight' if sides > 6 else ''}",
            "data-die": code,
            "data-value": "" if value is None else str(value),
            "role": "img",
            "aria-label": f"{label}: {'–' if value is None else value}",
        },
        str(value) if value is not None and sides > 6 else "",
    )


def _controls(model: Model, game: Game, player: int | None) -> Node:
    language, state = model.settings.language, game.state
    _ = translations(language).gettext
    if player is None:
        return h("div", {"class": "controls"}, _button("skip", _("Skip"), "wide"))
    if state.phase is Phase.ROLL:
        return h("div", {"class": "controls"}, _button("roll", _("Roll"), "primary wide"))
    label = texts.pass_label(language, state, player)
    return h("div", {"class": "controls"}, _button("pass", label, "primary wide"))


def _sheet(model: Model, game: Game, player: int) -> Node:
    language, state = model.settings.language, game.state
    shown = player == model.shown
    large = shown or model.settings.layout == "all"
    state_of_player = state.sheets[player]
    to_act = player in state.to_act and model.is_person(player)
    legal: tuple[Mark, ...] = ()
    early: tuple[Mark, ...] = ()
    if to_act and large:
        legal = tuple(move for move in state.legal_moves(player) if isinstance(move, Mark))
        early = plans(state, player)
    last = last_marks(game)[player]
    focus = focused(model, game) if shown else ""
    rows = [
        _row(
            language,
            game.variant,
            row,
            state_of_player,
            state.closed[row],
            tuple(mark for mark in legal if mark.row == row),
            tuple(mark for mark in early if mark.row == row),
            tuple(mark for mark in last if mark.row == row),
            focus if focus[:1] == Color(row).letter else "",
            model.plan if model.plan and model.plan.row == row and shown else None,
        )
        for row in range(len(game.variant.rows))
    ]
    _ = translations(language).gettext
    name = game.names[player]
    return h(
        "section",
        {
            "class": f"sheet {'large' if large else 'small'}",
            "data-player": str(player),
            "data-active": "true" if player == state.active else None,
            "data-turn": "true" if shown and to_act else None,
            "aria-label": _("Sheet of {name}: {points} points").format(
                name=name, points=state_of_player.points
            ),
        },
        h(
            "div",
            {"class": "owner"},
            h("bdi", {"class": "name"}, name),
            _lucky(language, state_of_player),
            h(
                "span",
                {"class": "score", "data-score": str(player), "dir": "ltr"},
                str(state_of_player.points),
            ),
        ),
        h("div", {"class": "rows", "dir": "ltr"}, *rows),
        _sum(language, state_of_player),
        _points_table(language, game.variant) if shown else None,
        key=f"sheet{player}{large}",
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


@lru_cache(maxsize=512)
def _row(  # noqa: PLR0913, PLR0917 - all that it depends on, for the cache
    language: str,
    variant: Variant,
    row: int,
    sheet: Sheet,
    closed: bool,  # noqa: FBT001 - cached by position
    legal: tuple[Mark, ...],
    early: tuple[Mark, ...],
    last: tuple[Mark, ...],
    focus: str,
    plan: Mark | None,
) -> Node:
    _ = translations(language).gettext
    spec = variant.rows[row]
    crosses = sheet.rows[row]
    cells = []
    for mark in variant.marks[row]:
        bit = spec.bits[mark.number]
        crossed = bool(crosses & bit)
        skipped = not crossed and crosses > bit
        offer = "now" if mark in legal else "early" if mark in early else ""
        name = texts.cell_name(language, mark)
        label = name
        gain = 0
        if crossed:
            label = _("{cell}, crossed").format(cell=name)
        elif offer:
            gain = sheet.cross(mark).points - sheet.points
            label = _("{cell}, may be crossed, +{points}").format(cell=name, points=gain)
        elif skipped:
            label = _("{cell}, skipped").format(cell=name)
        cells.append(
            h(
                "button",
                {
                    "type": "button",
                    "class": "cell",
                    "data-cell": mark.code,
                    "data-state": "crossed"
                    if crossed
                    else "skipped"
                    if skipped
                    else "closed"
                    if closed
                    else "open",
                    "data-offer": offer or None,
                    "data-last": mark in last,
                    "data-plan": mark == plan,
                    "aria-pressed": "true" if crossed else "false",
                    "aria-disabled": "false" if offer else "true",
                    "aria-label": label,
                    "tabindex": "0" if mark.code == focus else "-1",
                },
                h("span", {"class": "number"}, str(mark.number)),
                h("span", {"class": "gain"}, f"+{gain}" if offer else ""),
            )
        )
    missing = max(0, spec.lock_needs - sheet.count(row))
    locked = sheet.locked(row)
    if locked:
        lock_label = _("lock, crossed")
    elif closed:
        lock_label = _("lock, closed")
    else:
        lock_label = (
            translations(language)
            .ngettext(
                "lock, {count} more cross needed", "lock, {count} more crosses needed", missing
            )
            .format(count=missing)
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
        h(
            "span",
            {
                "class": "lock",
                "data-lock": Color(row).letter,
                "data-state": "crossed" if locked else "closed" if closed else "open",
                "role": "img",
                "aria-label": lock_label,
            },
            h("span", {"class": "on-lock"}, texts.row_letter(language, row)),
            h("span", {"class": "missing"}, str(missing) if missing and not closed else ""),
        ),
        h("span", {"class": "points", "aria-hidden": "true"}, str(sheet.row_points(row))),
    )


@lru_cache(maxsize=64)
def _sum(language: str, sheet: Sheet) -> Node:
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
def _points_table(language: str, variant: Variant) -> Node:
    _ = translations(language).gettext
    pairs = list(enumerate(variant.points))[1:]
    return h(
        "table",
        {"class": "table", "dir": "ltr"},
        h("caption", {"class": "hidden"}, _("Points for crosses in a row")),
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


def _log(language: str, game: Game) -> Node:
    """Return the turns before the one of which the status tells."""
    _ = translations(language).gettext
    told = 2 if game.state.phase is Phase.WHITE else 1
    entries = texts.log(language, game)[told : told + 2]
    return h(
        "aside",
        {"class": "log", "aria-label": _("Log")},
        *(
            h(
                "div",
                {"class": "entry"},
                h("h3", None, heading),
                h("p", None, " · ".join(lines)),
            )
            for heading, lines in entries
        ),
        _button("log", _("Whole log"), "link") if game.events else None,
    )


def _final(language: str, game: Game) -> Node | None:
    outcome = game.state.outcome()
    if outcome is None:
        return None
    _ = translations(language).gettext
    ranking = sorted(range(game.state.players), key=lambda p: -outcome.scores[p])
    return h(
        "section",
        {"class": "final", "aria-label": _("Result")},
        h("h2", None, texts.result(language, game, outcome)),
        h(
            "ol",
            {"class": "ranking"},
            *(
                h(
                    "li",
                    {"data-winner": player in outcome.winners},
                    h("bdi", {"class": "name"}, game.names[player]),
                    _sum(language, game.state.sheets[player]).children[0],
                )
                for player in ranking
            ),
        ),
        h(
            "div",
            {"class": "controls"},
            _button("rematch", _("Rematch"), "primary"),
            _button("new-game", _("New game")),
        ),
    )


# Dialogs


def _dialog(model: Model) -> Node | None:
    if model.dialog is Dialog.NONE:
        return None
    language = model.settings.language
    _ = translations(language).gettext
    titles = {
        Dialog.MENU: _("Menu"),
        Dialog.RULES: _("Rules in short"),
        Dialog.KEYS: _("Keys"),
        Dialog.LOG: _("Log"),
        Dialog.LEAVE: _("Leave this game?"),
    }
    bodies = {
        Dialog.MENU: _menu,
        Dialog.RULES: _rules,
        Dialog.KEYS: _keys,
        Dialog.LOG: _whole_log,
        Dialog.LEAVE: _leave,
    }
    return h(
        "dialog",
        {"class": "dialog", "data-dialog": model.dialog.value, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title"}, titles[model.dialog]),
        *bodies[model.dialog](model),
        _button("close", _("Close"), "wide"),
        key=model.dialog.value,
    )


def _menu(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    playing = model.game is not None
    return [
        h("div", {"class": "choices"}, *_page_choices(model)),
        h(
            "div",
            {"class": "actions"},
            *([_button("new-game", _("New game")), _button("log", _("Log"))] if playing else []),
            _button("rules", _("Rules")),
            _button("keys", _("Keys")),
        ),
    ]


def _rules(model: Model) -> list[Node]:
    variant = model.game.variant if model.game is not None else model.setup.variant
    spec = variant.rows[0]
    _ = translations(model.settings.language).gettext
    lines = [
        _("Cross numbers from left to right. What you skip is lost."),
        _("The active player rolls. Everybody may cross the sum of the white dice in one row."),
        _("Then the active player may add one white die to one colored die and cross that sum."),
        _("Who is active and crosses nothing in both steps takes a penalty: −{points}.").format(
            points=variant.penalty_points
        ),
        translations(model.settings.language)
        .ngettext(
            "The last number of a row needs {needs} crosses before it; it locks the row.",
            "Each of the last {count} numbers of a row needs {needs} crosses before it and "
            "locks the row.",
            spec.lock_cells,
        )
        .format(count=spec.lock_cells, needs=spec.lock_needs),
        _("A locked row is closed for everybody and its die is gone. The lock counts as a cross."),
        _("The game ends with the second closed row or somebody's fourth penalty."),
        _("More crosses in a row score more and more: see the table under your sheet."),
    ]
    if variant.lucky_pairs:
        lines.append(
            _(
                "When the white sum is one of your lucky numbers, you may instead cross the "
                "next free number in a row where you have the fewest crosses."
            )
        )
    return [h("ul", {"class": "rules"}, *(h("li", None, line) for line in lines))]


def _keys(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    names = {
        "roll": _("Roll"),
        "pass": _("Pass"),
        "undo": _("Undo"),
        "redo": _("Redo"),
        "log": _("Log"),
        "menu": _("Menu"),
        "rules": _("Rules"),
        "keys": _("Keys"),
    }
    rows = [*((key.upper(), names[action]) for key, action in KEYS.items())]
    rows += [("← → ↑ ↓", _("Move on the sheet")), ("Enter", _("Cross")), ("Esc", _("Close"))]
    return [
        h(
            "dl",
            {"class": "keys"},
            *(
                h("div", None, h("dt", None, h("kbd", None, key)), h("dd", None, name))
                for key, name in rows
            ),
        )
    ]


def _whole_log(model: Model) -> list[Node]:
    if model.game is None:
        return []
    entries = texts.log(model.settings.language, model.game)
    return [
        h(
            "ol",
            {"class": "whole-log"},
            *(
                h("li", None, h("strong", None, heading), h("p", None, " · ".join(lines)))
                for heading, lines in entries
            ),
        )
    ]


def _leave(model: Model) -> list[Node]:
    _ = translations(model.settings.language).gettext
    return [
        h("p", None, _("The game that is going on will be lost.")),
        _button("leave", _("Leave the game"), "primary wide"),
    ]
