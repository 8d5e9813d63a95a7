"""The replay, as nodes: the shown step of a game, its decision, and a better one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.daily import OPPONENT
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.parts.controls import button, closable_header, icon_button, segmented_control
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import Node, h, untranslated
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import LARGE, SMALL, SheetLook
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.sheet.sums import penalty_boxes, points_by_crosses_table, sum_line
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.replay.model import WORTH_TELLING
from qwixx.ui.texts import game_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.coach import choice_name, unsigned_change_text
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.rules.sheet import Sheet
    from qwixx.ui.screens.replay.model import ReplayModel, ReplayScreen
    from qwixx.ui.texts.languages import Texts


def replay_view(model: ReplayModel, title: Node) -> tuple[Node, Node]:
    """Return the header, and the game at the shown step."""
    return _header(model, title), _main(model)


def _main(model: ReplayModel) -> Node:
    """Return the game at the shown step."""
    screen, _ = model.screen, texts_of(model)
    game = screen.game
    state, printing = game.state, model.session.printing
    others = [seat for seat in range(state.players) if seat != screen.large_seat]
    return h(
        "main",
        {"class": "game replay", "tabindex": "-1", "data-players": str(state.players)},
        # The last roll stays visible until the next one.
        dice_tray(_, game.states[-2] if state.roll is None and screen.step else state),
        _status(_, screen),
        _sheet(_, screen, screen.large_seat, large=True),
        _controls(_, screen),
        h(
            "div",
            {"class": "side"},
            h(
                "div",
                {"class": "other-sheets"},
                *(_sheet(_, screen, seat, large=printing) for seat in others),
            ),
        ),
        _own_or_bot_game_choice(_, screen),
        button("challenge", _("Challenge a friend"), "link") if screen.can_challenge else None,
        key=f"replay{game.variant.name}{state.players}",
    )


def _header(model: ReplayModel, title: Node) -> Node:
    """Return the header: close button, title, and controls."""
    _ = texts_of(model)
    screen = model.screen
    is_unfinished = screen.game.state.phase is not Phase.OVER
    return closable_header(
        _,
        "leave-replay",
        title,
        _title_text(_, screen),
        icon_button("play-on", _("Play on from here"), is_enabled=is_unfinished),
        icon_button("share", _("Share")) if model.session.address else None,
    )


def _title_text(_: Texts, screen: ReplayScreen) -> str:
    """Return the title: the result of a shared game, or else the turn."""
    shared = screen.shared_result
    if shared is None:
        return texts.variant_and_turn_text(_, screen.game)
    points = " : ".join(map(texts.points_number, shared.state.scores()))
    return f"{texts.variant_name(_, shared.variant)} · \u2066{points}\u2069"


def _headline_text(_: Texts, screen: ReplayScreen) -> str:
    """Return the last event or, at the start of a shared game, its result."""
    shared = screen.shared_result
    if shared is not None and not screen.step:
        return texts.scores_text(_, shared)
    return game_texts.last_event_and_result_text(_, screen.game, screen.sole_person)


def _sheet(_: Texts, screen: ReplayScreen, player: int, *, large: bool) -> Node:
    """Return a player's sheet; the mark of the last decision is ringed."""
    game, state = screen.game, screen.game.state
    sheet, decision = state.sheets[player], screen.shown_decision
    move = decision.move if decision and decision.player == player else None
    done = move if isinstance(move, Mark) else None
    # Marks of the white step appear on the sheets only after all players have decided.
    pending = done if done and done.code not in _crossed_codes(sheet) else None
    look = SheetLook(
        state.closed,
        pending=() if pending is None else (pending,),
        last_marks=() if done is None else (done,),
        written=() if done is None else (done,),
        expected=done.code if done else "",
        shows=LARGE if large else SMALL,
    )
    name = game.names[player]
    return h(
        "section",
        {
            "class": f"sheet {'large' if large else 'small'}",
            "data-player": str(player),
            "data-active": "true" if player == state.active else None,
            "aria-label": texts.sheet_name(_, name, sheet, yours=player == screen.sole_person),
        },
        untranslated(name, "name visually-hidden") if large else _owner(_, screen, player),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(_, sheet, look)),
        extras_below_rows(_, sheet),
        sum_line(_, sheet, player) if large else None,
        points_by_crosses_table(_, game.variant) if large else None,
        key=f"sheet{large}",
    )


def _crossed_codes(sheet: Sheet) -> set[str]:
    marks = sheet.variant.tables.marks
    return {mark.code for at, mark in enumerate(marks) if sheet.crosses >> at & 1}


def _owner(_: Texts, screen: ReplayScreen, player: int) -> Node:
    sheet = screen.game.state.sheets[player]
    return h(
        "div",
        {"class": "owner"},
        seat_token(screen.setup.seats[player].kind, player),
        untranslated(screen.game.names[player], "name"),
        penalty_boxes(_, sheet),
        h(
            "span",
            {"class": "score", "data-score": str(player)},
            h("span", {"dir": "ltr"}, str(sheet.points)),
        ),
    )


def _status(_: Texts, screen: ReplayScreen) -> Node:
    """Return the text of the step, and the coach's verdict."""
    return h(
        "div",
        {"class": "status"},
        h(
            "div",
            {"class": "head"},
            seat_token(screen.setup.seats[screen.large_seat].kind, screen.large_seat),
            h(
                "div",
                {
                    "class": "status-text",
                    "role": "status",
                    "data-status": True,
                    "aria-live": "polite",
                },
                h("div", {"class": "headline"}, _headline_text(_, screen)),
                h("div", {"class": "detail"}, _verdict_text(_, screen)),
            ),
        ),
    )


def _verdict_text(_: Texts, screen: ReplayScreen) -> str:
    """Return the coach's verdict on the shown decision, or what to do at a shared game's start."""
    judged = screen.shown_decision_review
    if screen.shared_result is not None and not screen.step:
        return _("A shared game. Watch it move by move, or play on from any step.")
    if screen.shown_decision is None:
        return ""
    if screen.by_bot:
        return ""
    if screen.review is None:
        waits = screen.wants or screen.reviewed is not None
        return _("Reviewing the game…") if waits else ""
    if judged is None:
        return _("No other move was possible.")
    if judged.cost < WORTH_TELLING:
        return _("The best choice.")
    return _("Win chance down {cost}. Better: {better}.").format(
        cost=unsigned_change_text(_, judged.cost),
        better=choice_name(_, screen.game.variant, judged.better, judged.then),
    )


def _controls(_: Texts, screen: ReplayScreen) -> Node:
    """Return the controls: a slider, and buttons for single steps and playback."""
    step, last = screen.step, screen.game.event_count_with_undone
    text = _("Step {number} of {count}").format(number=step, count=last)
    run = _("Pause") if screen.running else _("Play all steps")
    return h(
        "div",
        {"class": "controls"},
        h(
            "div",
            {"class": "scrubber", "dir": "ltr"},
            _mistake_marks(screen),
            h(
                "input",
                {
                    "type": "range",
                    "data-move-slider": True,
                    "data-action": "seek",
                    "min": "0",
                    "max": str(last),
                    "value": str(step),
                    "aria-label": _("Step"),
                    "aria-valuetext": text,
                },
            ),
        ),
        h(
            "div",
            {"class": "step-buttons", "dir": "ltr", "role": "group", "aria-label": text},
            icon_button("first", _("Go to start"), is_enabled=step > 0),
            icon_button("previous", _("One step back"), is_enabled=step > 0),
            icon_button("run", run, is_pressed=screen.running),
            icon_button("next", _("One step forward"), is_enabled=step < last),
            icon_button("last", _("Go to end"), is_enabled=step < last),
        ),
    )


def _own_or_bot_game_choice(_: Texts, screen: ReplayScreen) -> Node | None:
    """Return the choice between the person's game and the bot's with the same dice, or None."""
    person = screen.replayable_seat
    if person is None:
        return None
    own, bots = screen.whole_own_game, screen.bot_game
    rival = bots.names[person] if bots else texts.bot_name(_, OPPONENT)
    known = bots is not None and not screen.thinks
    points = bots.state.scores()[person] if bots else 0
    waiting = f"{rival}…" if screen.thinks else rival
    name = texts.isolated(_, own.names[person])
    options = [
        ("own", texts.points_text(_, name, own.state.scores()[person])),
        ("bot", texts.points_text(_, rival, points) if known else waiting),
    ]
    chosen = "bot" if screen.by_bot or screen.thinks else "own"
    return segmented_control("instead", _("With the same dice"), options, chosen)


def _mistake_marks(screen: ReplayScreen) -> Node:
    """Return the marks above the slider for the costliest decisions."""
    last = max(screen.game.event_count_with_undone, 1)
    review = None if screen.by_bot else screen.review
    costly = (
        [
            one
            for player in range(len(screen.game.names))
            for one in review.costliest_decisions(player)
        ]
        if review
        else []
    )
    marks = (
        h(
            "rect",
            {
                "class": f"seat-{one.player + 1}",
                "x": f"{100 * (one.event + 1) / last:.2f}%",
                "width": "3",
                "height": "100%",
            },
        )
        for one in costly
    )
    return h("svg", {"class": "decision-markers", "aria-hidden": "true"}, *marks)
