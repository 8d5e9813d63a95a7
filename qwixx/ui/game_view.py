"""The game screen, as nodes: others' sheets, dice, status, one's own sheet, controls."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.i18n import translations
from qwixx.moves import Color
from qwixx.state import Phase
from qwixx.ui import texts
from qwixx.ui.html import Node, h
from qwixx.ui.model import (
    Model,
    actor,
)

if TYPE_CHECKING:
    from qwixx.record import Game
    from qwixx.state import Outcome
    from qwixx.ui.lessons import Lesson

from qwixx.ui.controls import button
from qwixx.ui.lessons import NEXT, lesson_text
from qwixx.ui.sheet_view import sheet_section, sum_line


def game_screen(model: Model, game: Game) -> Node:
    """Return the game."""
    language, state = model.settings.language, game.state
    _ = translations(language).gettext
    player = actor(state, model.seats)
    outcome = state.outcome()
    others = [seat for seat in range(state.players) if seat != model.shown]
    return h(
        "main",
        {"class": "game", "tabindex": "-1", "data-players": str(state.players)},
        h("div", {"class": "others"}, *(sheet_section(model, game, seat) for seat in others)),
        _dice(language, game),
        _status(model, game, player),
        _earlier(model, game),
        sheet_section(model, game, model.shown),
        _final(language, game, outcome)
        if outcome and not model.lesson
        else _controls(model, game, player),
        button("leave-lesson", _("Leave the lesson"), "link") if model.lesson else None,
        _log(language, game),
        key=f"game{game.variant.name}{state.players}",
    )


def _spoken_hint(model: Model) -> str:
    """Return what a hint says to who listens; "" without one."""
    if not (model.hint or model.no_hint):
        return ""
    from qwixx.ui.coach_view import spoken_hint  # noqa: PLC0415 - loads when first needed

    return spoken_hint(model)


def _earlier(model: Model, game: Game) -> Node:
    """Tell that a game that was over is looked at, and lead back to its end."""
    _ = translations(model.settings.language).gettext
    over = game.state.phase is not Phase.OVER and game.furthest.phase is Phase.OVER
    if not over or model.lesson:
        return h("div", {"class": "earlier-place"})
    return h(
        "div",
        {"class": "earlier-place"},
        h(
            "div",
            {"class": "earlier"},
            h("p", {}, _("This game was over. Whoever decides otherwise here plays a new end.")),
            button("to-end", _("Back to the end")),
        ),
    )


def _status(model: Model, game: Game, player: int | None) -> Node:
    language = model.settings.language
    _ = translations(language).gettext
    lesson = model.lesson
    if lesson is not None and (player is not None or lesson.wanted == NEXT):
        return _lesson_status(model, game, lesson)
    news = texts.news(language, game)
    told = texts.why(language, game, model.why) if model.why else ""
    if model.scores:
        told = texts.scores(game)
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"role": "status", "data-status": True, "aria-live": "polite"},
            h("p", {"class": "headline"}, texts.headline(language, game, player)),
            h("p", {"class": "detail"}, told or texts.detail(language, game, player)),
            h("p", {"class": "detail early"}, "" if told else texts.early(language, game, player)),
            h("p", {"class": "hidden"}, texts.choices(language, game, player)),
            h("p", {"class": "news"}, news),
            h("p", {"class": "hidden"}, _spoken_hint(model)),
        ),
    )


def _lesson_status(model: Model, game: Game, lesson: Lesson) -> Node:
    language = model.settings.language
    _ = translations(language).gettext
    told = ""
    if model.why is not None:
        told = texts.why(language, game, model.why, odds=False) or _(
            "That is possible, too, but something else is asked for now."
        )
    return h(
        "div",
        {"class": "status lesson"},
        h(
            "div",
            {"role": "status", "data-status": True, "aria-live": "polite"},
            h("p", {"class": "told"}, lesson_text(language, lesson)),
            h("p", {"class": "news"}, told),
        ),
        h(
            "progress",
            {"value": lesson.step + 1, "max": len(lesson.steps), "aria-hidden": "true"},
        ),
        key="lesson",
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
                texts.die_name(language, color.value),
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
    if model.lesson is not None and model.lesson.wanted == NEXT:
        label = _("Finish") if model.lesson.last else _("Next")
        return h("div", {"class": "controls"}, button("next", label, "primary wide"))
    if model.hurry:  # a moment in which nothing need change
        return h("div", {"class": "controls"}, button("pass", _("Pass"), "primary wide"))
    if player is None:
        return h("div", {"class": "controls"}, button("skip", _("Skip"), "wide"))
    if state.phase is Phase.ROLL:
        return h("div", {"class": "controls"}, button("roll", _("Roll"), "primary wide"))
    label = texts.pass_label(language, state, player)
    return h(
        "div",
        {"class": "controls"},
        button("pass", label, "primary wide"),
        button("hint", _("Hint"), **{"aria-pressed": "true" if model.hint else "false"})
        if model.lesson is None
        else None,
    )


def _log(language: str, game: Game) -> Node:
    """Return the turns before the one of which the status tells."""
    _ = translations(language).gettext
    told = 2 if game.state.phase is Phase.WHITE else 1
    entries = texts.log(language, game, told + 2)[told:]
    return h(
        "aside",
        {"class": "log", "aria-label": _("Log")},
        *(_log_entry(heading, " · ".join(lines)) for heading, lines in entries),
        button("log", _("Whole log"), "link") if game.events else None,
    )


@lru_cache(maxsize=16)
def _log_entry(heading: str, line: str) -> Node:
    return h("div", {"class": "entry"}, h("h3", None, heading), h("p", None, line))


def _final(language: str, game: Game, outcome: Outcome) -> Node:
    _ = translations(language).gettext
    ranking = sorted(range(game.state.players), key=lambda p: -outcome.scores[p])
    return h(
        "section",
        {"class": "final", "aria-label": _("Result")},
        h("h2", {"tabindex": "-1"}, texts.result(language, game, outcome)),
        h(
            "ol",
            {"class": "ranking"},
            *(
                h(
                    "li",
                    {"data-winner": player in outcome.winners},
                    h("bdi", {"class": "name"}, game.names[player]),
                    sum_line(language, game.state.sheets[player]).children[0],
                )
                for player in ranking
            ),
        ),
        h(
            "div",
            {"class": "controls"},
            button("rematch", _("Rematch"), "primary"),
            button("review", _("Review")),
            button("new-game", _("New game")),
        ),
    )
