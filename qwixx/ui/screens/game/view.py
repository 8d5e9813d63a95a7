"""The game screen, as nodes: other sheets, dice, status, own sheet, and controls."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from qwixx.rules.moves import Color, Mark
from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model.board import find_seats_to_act, legal_marks
from qwixx.ui.model.delays import SKIPPABLE_MS, wait_for_bots_ms
from qwixx.ui.model.hand import Scores
from qwixx.ui.model.policy import Help
from qwixx.ui.model.timeline import LOCK, ROLL
from qwixx.ui.model.values import dataclass
from qwixx.ui.parts.controls import button, icon_button
from qwixx.ui.parts.dice import dice_tray
from qwixx.ui.parts.html import LazyNode, Node, h, untranslated
from qwixx.ui.parts.newer import reload_to_update_button
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.sheet import (
    lazy_sheet_section,
    newly_shown_move,
    sheet_notes,
    sheet_section,
)
from qwixx.ui.screens.stack import offers_control
from qwixx.ui.texts import game_texts, log, refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.dates import formatted_day
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll
    from qwixx.rules.layout import Variant
    from qwixx.rules.state import Outcome, State
    from qwixx.ui.model import Model, ModelOf
    from qwixx.ui.model.board import Board
    from qwixx.ui.screens.game.first_game import Spotlight
    from qwixx.ui.screens.game.model import GameScreen
    from qwixx.ui.texts.languages import Texts

MAX_STATUS_LENGTH = 90
"""Number of characters in the status from which its text is smaller."""
LOGGED_TURNS = 5
"""Maximum number of turns listed beside the sheet; a dialog lists all turns."""
_NO_NOTE = h("div", {"class": "earlier-position-wrapper"})


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that a screen adds to the view of its board, or replaces in it.

    Args:
        kind: an additional CSS class of the main element, or "".
        status: a replacement for the status, or None.
        below: nodes below the controls.
        next_label: label of the button that continues a lesson, or "".
        controls: a replacement for the controls of an unfinished game, or None.
        checked: verdict on the dice, or None.
        end_controls: controls of a finished game; None for the default ones.
        tray: a replacement for the tray, or None.
        end_actions: additional buttons below the result.
    """

    kind: str = ""
    status: Node | None = None
    below: Node | None = None
    next_label: str = ""
    controls: Node | None = None
    checked: Node | None = None
    end_controls: Node | None = None
    tray: Node | None = None
    end_actions: tuple[Node, ...] = ()


def game_view(
    model: ModelOf[GameScreen], title: Node, parts: Parts | None = None
) -> tuple[Node, Node]:
    """Return the header and the main element of the game screen."""
    header = game_header(model, title, can_redo=model.board.game.can_redo)
    return header, game_main(model, parts or Parts())


def game_header(model: Model, title: Node, *, can_redo: bool = False) -> Node:
    """Return the header of a game.

    Args:
        model: the model.
        title: the page's heading.
        can_redo: whether there is a step to redo.
    """
    _ = texts_of(model)
    return h(
        "header",
        {"class": "bar"},
        title,
        h("div", {"class": "bar-title"}, _game_title(model)),
        reload_to_update_button(model),
        icon_button("redo", _("Redo")) if can_redo else None,
        icon_button("rules", _("Rules")),
        icon_button("menu", _("Menu")),
    )


def _game_title(model: Model) -> str:
    """Return the title of a game: variant and turn or, of a daily game, its day."""
    _, day = texts_of(model), model.board.policy.day.date
    if not day:
        return texts.variant_and_turn_text(_, model.board.game)
    return f"{_('Daily game')} · {formatted_day(_, day)}"


def game_main(model: Model, parts: Parts) -> Node:
    """Return the main element: the board, with the screen's own parts."""
    board = model.board
    game, state, player = board.game, board.game.state, board.person_to_act
    ending = state.outcome() if board.shows_result else None
    spotlight = _spotlight(model)
    kind = (
        "game",
        *(("finished",) if ending else ()),
        *((parts.kind,) if parts.kind else ()),
    )
    return h(
        "main",
        {
            "class": " ".join(kind),
            "tabindex": "-1",
            "data-players": str(state.players),
            "data-event": _moving_event(model) or None,
            "data-landing": are_dice_landing(model),
            "data-locking": _newly_locked_row_letters(model) or None,
            "data-spotlight": None if spotlight is None else spotlight.name,
        },
        parts.tray or _dice_or_roll_button(model),
        parts.status or LazyNode("div", partial(_status, model, game, player)),
        lazy_sheet_section(model, board.large_seat),
        *(
            _end_view(model, ending, parts)
            if ending
            else (
                parts.controls
                or LazyNode("div", partial(_controls, model, game, player, parts.next_label)),
            )
        ),
        parts.below,
        LazyNode("div", partial(_side, model)),
        key=f"game{game.variant.name}{state.players}",
    )


def _side(model: Model) -> Node:
    """Return the other sheets, and the log beside them."""
    board = model.board
    others = [seat for seat in range(board.game.state.players) if seat != board.large_seat]
    return h(
        "div",
        {"class": "side"},
        h("div", {"class": "other-sheets"}, *(sheet_section(model, seat) for seat in others)),
        _log_panel(texts_of(model), _LoggedGame(board.game)),
    )


def are_dice_landing(model: Model) -> bool:
    """Return whether to hold back legal cells and texts until the dice have landed."""
    return _moving_event(model) == ROLL


def _teaches(board: Board) -> bool:
    """Return whether the game shows spotlights; the module of these is loaded only then."""
    return board.policy.teaches and late.first_game.is_teaching(board)


def _spotlight(model: Model) -> Spotlight | None:
    """Return the spotlight on the next decision, or None."""
    if not _teaches(model.board):
        return None
    found: Spotlight | None = late.first_game.current_spotlight(texts_of(model), model.board)
    return found


def _moving_event(model: Model) -> str:
    """Return the event of `model.timeline` whose motion is shown, or ""."""
    return model.board.cause if model.is_moving else ""


def _newly_locked_row_letters(model: Model) -> str:
    """Return the letters, separated by spaces, of the rows that the last event closed."""
    game = model.board.game
    if _moving_event(model) != LOCK:
        return ""
    before, after = (game.states[index].closed for index in (-2, -1))
    return " ".join(
        color.letter
        for color, was, now in zip(Color, before, after, strict=True)
        if now and not was
    )


def _dice_or_roll_button(model: Model) -> Node:
    """Return the dice, which are also a button when a person is to roll."""
    _ = texts_of(model)
    board, state = model.board, model.board.game.state
    mine = board.person_to_act == state.active
    marks = legal_marks(state, state.active) if mine and state.phase is Phase.COLOR else ()
    return dice_tray(
        _,
        state,
        _dice_colors(state, marks),
        button("tray", _("Roll"), "roll", tabindex="-1", **{"aria-hidden": "true"})
        if board.main_action == "roll"
        else None,
        is_own_turn=board.shown == state.active and state.active in model.local_people,
        is_falling=are_dice_landing(model),
        earlier=_roll_before_last_step(model),
        lifted=_dice_of_rivals(model),
        repeats_sum_upside_down=model.has_seats_across,
    )


def _dice_colors(state: State, marks: tuple[Mark, ...]) -> set[Color]:
    """Return the colors of the dice that the active player's marks use."""
    sheet, roll = state.sheets[state.active], state.roll
    pairs = [sheet.color_pair(roll, mark) for mark in marks] if roll else []
    return {pair[1] for pair in pairs if pair}


def _dice_of_rivals(model: Model) -> frozenset[str]:
    """Return the codes of the dice that other players' decisions in the last step used."""
    game = model.board.game
    roll = game.states[-2].roll if game.events else None
    if roll is None or not model.is_moving:
        return frozenset()
    rivals = [seat for seat in range(game.state.players) if seat not in model.local_people]
    codes: set[str] = set()
    for seat in rivals:
        move = newly_shown_move(game, seat)
        if isinstance(move, Mark) and game.states[-2].phase is Phase.WHITE:
            codes |= {"w1", "w2"}
        elif isinstance(move, Mark):
            pair = game.states[-2].sheets[seat].color_pair(roll, move)
            if pair is not None:
                white, color = pair
                codes |= {"w1" if white == roll.white[0] else "w2", color.letter}
    return frozenset(codes)


def _roll_before_last_step(model: Model) -> Roll | None:
    """Return the dice that the last step decided about; None if nothing moves."""
    return model.board.game.states[-2].roll if _moving_event(model) else None


def _end_view(model: Model, outcome: Outcome, parts: Parts) -> tuple[Node, Node]:
    """Return the result of the game and the next steps."""
    return (
        late.end.result_view(model, outcome, parts.checked, parts.end_actions),
        parts.end_controls or late.end.end_controls(model),
    )


def _spoken_hint(model: Model) -> str:
    """Return the hint for screen readers, or "" if no hint was requested."""
    board = model.board
    if not board.has_hint_slip:
        return ""
    return late.hint.spoken_hint(texts_of(model), board)


def _earlier_moment_note(model: Model, game: Game) -> Node:
    """Return a note on an earlier moment of a finished game, or else an empty placeholder."""
    _ = texts_of(model)
    is_earlier = game.state.phase is not Phase.OVER and game.furthest.phase is Phase.OVER
    if not is_earlier:
        return _NO_NOTE
    return h(
        "div",
        {"class": "earlier-position-wrapper"},
        h(
            "div",
            {"class": "earlier-position"},
            h(
                "p",
                {},
                _("This game is over. Make a different choice to play on from here."),
            ),
            button("to-end", _("Back to the result")),
        ),
    )


def _status(model: Model, game: Game, player: int | None) -> Node:
    _, board, state = texts_of(model), model.board, game.state
    text, spotlight = "", _spotlight(model)
    if board.refused_tap:
        text = refusals.illegal_tap_text(_, game, board.refused_tap, with_odds=spotlight is None)
    if board.note == Scores():
        text = texts.scores_text(_, game)
    locked, you = log.newly_locked_rows_text(_, board), model.sole_local_person
    early = "" if text else game_texts.small_dice_legend_text(_, game, player)
    gains = "" if text else game_texts.gains_legend_text(_, game, player)
    detail = game_texts.options_or_end_reason_text(_, game, player, you)
    plan = game_texts.planned_mark_text(_, board)
    if board.tentative_tap is not None:
        early = gains = ""
        detail = _("Tap it again to undo, or tap another number to move it.")
    if plan:
        how_to_undo = _("Tap it again to undo.")
        detail = f"{plan} {how_to_undo}"
    if board.shows_drawn_starter and not text:
        detail = f"{game_texts.drawn_starter_text(_, game, you)} {detail}"
    thinking = board.seats_to_act if board.policy.elsewhere else ()
    seat = board.shown if player is None else player
    if player is None and state.phase is not Phase.OVER and board.tentative_tap is None:
        seat = thinking[0] if thinking else find_seats_to_act(state)[0]  # as in the headline
    headline = game_texts.headline_text(_, game, player, you, thinking)
    spoken = game_texts.announcement_text(_, board, you)
    if spotlight is not None:
        spoken = f"{spotlight.text} {spoken}"
        early = gains = ""
        headline, detail = ("", "") if text else (spotlight.text, "")
    is_long = len(headline) + len(locked) + len(text or detail) > MAX_STATUS_LENGTH
    return h(
        "div",
        {"class": "status refused" if text else "status"},
        h(
            "div",
            {"class": "head"},
            seat_token(board.seats[seat].kind, seat),
            h(
                "div",
                {
                    "class": "status-text long" if is_long else "status-text",
                    "aria-hidden": "true",
                },  # for screen readers, the announcement below replaces it
                # not paragraphs: browsers and style sheets give those a margin
                h("div", {"class": "headline"}, headline),
                h(
                    "div",
                    {"class": "detail"},
                    h("span", {"class": "locked"}, f"{locked} ") if locked else None,
                    text or detail,
                ),
                h("div", {"class": "detail early-marks"}, early),
                h("div", {"class": "detail gains"}, gains),
                None if spotlight is None or text else spotlight.picture,
            ),
            *([] if board.shows_result else sheet_notes(model, board.shown)),
            button("know-it", _("I know it"), "link") if _teaches(board) else None,
        ),
        h(
            "div",
            {
                "class": "visually-hidden",
                "role": "status",
                "data-status": True,
                "aria-live": "polite",
            },
            text or _spoken_hint(model) or spoken,
        ),
        _earlier_moment_note(model, game),
    )


def _controls(model: Model, game: Game, player: int | None, next_label: str) -> Node:
    _, board = texts_of(model), model.board
    action, is_brief = board.main_action, _is_wait_brief(model)
    if is_brief:
        action = ""
    label = {
        "next": next_label,
        "skip": _("Skip ahead"),
        "wait": _("Waiting…"),
        "roll": _("Roll"),
        "done": _("Done"),
        "choose": _("Choose a number"),
    }.get(action, game_texts.pass_label(_, game.state, player))
    # During fast-forward and brief waits, the action is "", and the button is drawn as "pass".
    may_cross = action == "pass" and can_cross_any(game.state, player)
    waits = is_brief or action in ("wait", "choose")
    kind = "wide" if waits or action == "skip" or may_cross else "primary wide"
    if may_cross and game.state.penalty_due:
        kind += " penalizing"
    steps = (
        [icon_button("undo", _("Undo"), is_enabled=board.can_undo)]
        if offers_control(model, "undo")
        else []
    )
    price = game_texts.free_pass_text(_, game.state, player) if action == "pass" else ""
    if action == "skip":
        price = _("to your next decision")
    disabled = "true" if waits else None
    # One element whatever it does, so that it keeps the focus.
    steps.append(
        button(action or "pass", label, kind, price, key="large", **{"aria-disabled": disabled})
    )
    if offers_control(model, "skip-always") and (action == "skip" or board.always_fast_forward):
        pressed = "true" if board.always_fast_forward else "false"
        title = _("Fast-forward the bots’ turns for the rest of the game")
        steps.append(button("skip-always", _("Always"), title=title, **{"aria-pressed": pressed}))
    elif offers_control(model, "hint"):
        steps.append(
            icon_button(
                "hint",
                _("Hint"),
                is_enabled=action == "pass" and board.policy.advice is Help.FULL,
                is_pressed=bool(board.hint),
            )
        )
    return h("div", {"class": "controls"}, *steps)


def _is_wait_brief(model: Model) -> bool:
    """Return whether people wait so briefly that no other button appears for that time."""
    board = model.board
    if board.is_held:  # before the result
        return True
    if board.main_action != "skip" or not model.is_paced:
        return False
    people = board.setup.person_seats
    return wait_for_bots_ms(model.settings.speed, board.game.state, people) < SKIPPABLE_MS


def can_cross_any(state: State, player: int | None) -> bool:
    """Return whether a player can cross out a number now."""
    if player is None or player not in state.to_act:
        return False
    return bool(legal_marks(state, player))


class _LoggedGame:
    """A game as a cache key of its log: without a roll, and decisions, that no step has ended."""

    __slots__ = ("_logged", "game")

    def __init__(self, game: Game) -> None:
        count = len(game.events)
        while count and game.history.states[count].phase is Phase.WHITE:
            count -= 1
        self.game = game
        self._logged = (
            *(game.names, game.history.states[0], bool(game.events)),
            game.history.events[:count],
        )

    def __eq__(self, other: object) -> bool:
        """Return whether the logs are the same; most of the compared values are identical."""
        return isinstance(other, _LoggedGame) and self._logged == other._logged

    def __hash__(self) -> int:
        """Return the hash of the names: to hash all events would take longer than the log."""
        return hash(self.game.names)


@lru_cache(maxsize=2)
def _log_panel(_: Texts, logged: _LoggedGame) -> Node:
    """Return the log panel, with the decisions of the latest turns.

    Most taps end no step, so the panel stays the same object.
    """
    game = logged.game
    latest = log.latest_turns_first(_, game, LOGGED_TURNS + 1)  # the last may have no steps yet
    turns = [turn for turn in latest if turn.steps][:LOGGED_TURNS]
    return h(
        "aside",
        {"class": "log", "aria-label": _("Game log")},
        h(
            "div",
            {"class": "entries", "tabindex": "0"},  # lets keyboard users scroll it
            *(_log_entry(turn, game.names, game.variant) for turn in turns),
            None if turns else h("p", None, _("Recent turns will appear here.")),
        ),
        button("log", _("Full log"), "link") if game.events else None,
    )


@lru_cache(maxsize=16)
def _log_entry(turn: log.Turn, names: tuple[str, ...], variant: Variant) -> Node:
    """Return a turn of the log: visible chips, and lines for screen readers."""
    marks: dict[int, list[Node]] = {}
    for step, _line in turn.steps:
        for decision in step.decisions:
            chips = marks.setdefault(decision.player, [])
            if isinstance(decision.move, Mark):
                chips.append(cell_chip(variant, decision.move))
            if step.fined:
                chips.append(
                    h("span", {"class": "move-chip penalty-chip"}, f"−{variant.penalty_points}")
                )
    return h(
        "div",
        {"class": "entry"},
        h("h2", None, turn.heading),
        *(h("p", {"class": "visually-hidden"}, line) for line in turn.lines),
        *(
            h(
                "p",
                {"class": "entry-moves", "aria-hidden": "true"},
                untranslated(names[player]),
                *chips,
            )
            for player, chips in marks.items()
            if chips
        ),
        *(h("p", {"aria-hidden": "true"}, sentence) for sentence in turn.locked),
    )
