"""The game screen, as nodes: others' sheets, dice, status, one's own sheet, controls."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color
from qwixx.rules.state import Phase
from qwixx.ui.model.lesson import NEXT
from qwixx.ui.parts.controls import button
from qwixx.ui.parts.html import Node, h
from qwixx.ui.parts.sheet import sum_line
from qwixx.ui.screens.game.sheet import sheet_section
from qwixx.ui.screens.game.touch import primary
from qwixx.ui.texts import log, telling
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import translations
from qwixx.ui.texts.lesson import lesson_text

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.state import Outcome
    from qwixx.ui.model import Model
    from qwixx.ui.model.lesson import Lesson


def game_screen(model: Model) -> Node:
    """Return the game."""
    language, play = model.settings.language, model.play
    _ = translations(language).gettext
    game, state, player = play.game, play.game.state, play.actor
    outcome = state.outcome()
    others = [seat for seat in range(state.players) if seat != play.shown]
    return h(
        "main",
        {"class": "game", "tabindex": "-1", "data-players": str(state.players)},
        _dice(language, game),
        _status(model, game, player),
        _earlier(model, game),
        sheet_section(model, play.shown),
        _final(language, game, outcome, model.you)
        if outcome and not model.lesson
        else _controls(model, game, player),
        button("leave-lesson", _("Leave lesson"), "link") if model.lesson else None,
        h("div", {"class": "others"}, *(sheet_section(model, seat) for seat in others)),
        _log(language, game),
        key=f"game{game.variant.name}{state.players}",
    )


def _spoken_hint(model: Model) -> str:
    """Return what a hint says to who listens; "" without one."""
    play = model.play
    if not (play.hint or play.no_hint):
        return ""
    from qwixx.ui.screens.game.hint import spoken_hint  # noqa: PLC0415 - loads when first needed

    return spoken_hint(model.settings.language, play)


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
            h(
                "p",
                {},
                _(
                    "This game is over. Choose differently here, and you replay it from "
                    "this point."
                ),
            ),
            button("to-end", _("Back to the result")),
        ),
    )


def _status(model: Model, game: Game, player: int | None) -> Node:
    language, play, lesson = model.settings.language, model.play, model.lesson
    _ = translations(language).gettext
    if lesson is not None and (player is not None or lesson.wanted == NEXT):
        return _lesson_status(model, game, lesson)
    told = texts.why(language, game, play.why) if play.why else ""
    if play.scores:
        told = texts.scores(game)
    locked, you = log.locked(language, play), model.you
    hints = "" if told or locked else telling.early(language, game, player)
    detail = telling.detail(language, game, player, you)
    if play.held is not None:
        hints = ""
        detail = _("Tap it again to take it back, or another number to move it.")
    # What is told at length takes the place of the news: the sheet below stays where it is.
    long = told or (hints and game.state.phase is Phase.COLOR and not model.session.embedded)
    news = "" if long else log.news(language, game)
    begun = play.is_beginning
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"aria-hidden": "true"},  # who listens is told below, in another order
            h("p", {"class": "headline"}, telling.headline(language, game, player, you)),
            h("p", {"class": "locked"}, locked) if locked else None,
            h("p", {"class": "detail"}, told or detail),
            h("p", {"class": "detail early"}, hints),
            h(
                "p",
                {"class": "news"},
                telling.beginning(language, game, you) if begun and not long else news,
            ),
        ),
        h(
            "div",
            {"class": "hidden", "role": "status", "data-status": True, "aria-live": "polite"},
            told or _spoken_hint(model) or telling.announcement(language, play, you),
        ),
    )


def _lesson_status(model: Model, game: Game, lesson: Lesson) -> Node:
    language = model.settings.language
    _ = translations(language).gettext
    told, tapped = "", model.play.why
    if tapped is not None:
        told = texts.why(language, game, tapped, odds=False) or _(
            "You could do that, too, but let's do something else right now."
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
    language, play = model.settings.language, model.play
    _ = translations(language).gettext
    action = primary(model)
    label = {
        "next": _("Finish") if model.lesson is not None and model.lesson.last else _("Next"),
        "skip": _("Skip ahead"),
        "roll": _("Roll"),
        "done": _("Done"),
    }.get(action, telling.pass_label(language, game.state, player))
    # A moment in which bots hurry shows what was there before.
    kind = "wide" if action == "skip" else "primary wide"
    steps = [button(action or "pass", label, kind)]
    if model.lesson is None and (action == "skip" or play.ahead):
        pressed = "true" if play.ahead else "false"
        title = _("Skip ahead for the rest of the game")
        steps.append(button("skip-always", _("Always"), title=title, **{"aria-pressed": pressed}))
    if action == "pass" and model.lesson is None:
        pressed = "true" if play.hint else "false"
        steps.append(button("hint", _("Hint"), **{"aria-pressed": pressed}))
    return h("div", {"class": "controls"}, *steps)


def _log(language: str, game: Game) -> Node:
    """Return the turns before the one of which the status tells."""
    _ = translations(language).gettext
    told = 2 if game.state.phase is Phase.WHITE else 1
    entries = log.turns(language, game, told + 2)[told:]
    return h(
        "aside",
        {"class": "log", "aria-label": _("Game log")},
        *(_log_entry(heading, tuple(lines)) for heading, lines in entries),
        button("log", _("Full log"), "link") if game.events else None,
    )


@lru_cache(maxsize=16)
def _log_entry(heading: str, lines: tuple[str, ...]) -> Node:
    return h(
        "div", {"class": "entry"}, h("h3", None, heading), *(h("p", None, line) for line in lines)
    )


def _final(language: str, game: Game, outcome: Outcome, you: int | None) -> Node:
    _ = translations(language).gettext
    ranking = sorted(range(game.state.players), key=lambda p: -outcome.scores[p])
    return h(
        "section",
        {"class": "final", "aria-label": _("Result")},
        h("h2", {"tabindex": "-1"}, telling.result(language, game, outcome, you)),
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
