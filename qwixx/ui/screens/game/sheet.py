"""A player's sheet in a game, as nodes: owner, legal cells, and hint."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.follow_ups import has_earned
from qwixx.rules.moves import Color, Mark
from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model.board import (
    crosses_of_last_turn,
    decisions_of_last_turn,
    legal_marks,
    marks_of_last_turn,
    new_marks,
    plannable_marks,
    without_decision,
)
from qwixx.ui.model.timeline import COUNT, CROSS, LOCK, PENALTY
from qwixx.ui.parts.card_note import card_note
from qwixx.ui.parts.html import LazyNode, Node, h, untranslated
from qwixx.ui.parts.sheet.chips import cell_chip
from qwixx.ui.parts.sheet.extras import extras_below_rows
from qwixx.ui.parts.sheet.look import LARGE, SMALL, Gain, Offer, SheetLook
from qwixx.ui.parts.sheet.offers import offer
from qwixx.ui.parts.sheet.rows import sheet_rows
from qwixx.ui.parts.sheet.sums import (
    penalty_boxes,
    point_parts,
    points_by_crosses_table,
    sum_line,
)
from qwixx.ui.parts.token import seat_token
from qwixx.ui.screens.game.coaching import win_chances_at_turn_start
from qwixx.ui.screens.game.handover_cover import handover_cover
from qwixx.ui.texts import game_texts
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.rules.moves import Move
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import State
    from qwixx.ui.model import Model
    from qwixx.ui.model.board import Board
    from qwixx.ui.parts.sheet.look import Flag
    from qwixx.ui.texts.languages import Texts

_NO_HINT = h("div", {"class": "hint-anchor"})


def lazy_sheet_section(model: Model, player: int) -> LazyNode:
    """Return a player's sheet, which is made when it is needed."""
    make = partial(sheet_section, model, player)
    return LazyNode("section", make, key=_sheet_key(model, player))


def _sheet_key(model: Model, player: int) -> str:
    """Return a key that reuses the nodes for the next player's sheet: little differs."""
    return f"sheet{_is_large(model, player)}"


def _is_large(model: Model, player: int) -> bool:
    return player == model.board.large_seat or model.layout != "one"


def sheet_section(model: Model, player: int) -> Node:
    """Return a player's sheet, large or small."""
    _, board = texts_of(model), model.board
    game, state = board.game, board.game.state
    shown, large = player == board.large_seat, _is_large(model, player)
    state_of_player = state.sheets[player]
    chosen = board.pending_mark(player)
    to_act = model.is_person(player) and not board.is_covered
    to_act = to_act and (player in state.to_act or chosen is not None)
    offers = _legal_cell_offers(state, player, chosen) if to_act and large else ()
    last = crosses_of_last_turn(game)[player]
    gain = _gain_of_last_step(model, player) if large else None
    look = SheetLook(
        state.closed,
        offers=offers,
        pending=() if chosen is None else (chosen,),
        last_marks=last,
        written=_marks_being_written(model, player, chosen),
        gain=gain,
        tab_stop=board.tab_stop_code if shown else "",
        expected=board.policy.expects if to_act else "",
        flags=_hint_flags(_, board) if shown else (),
        shows=LARGE if large else SMALL,
    )
    # During a game, the status names the owner of the large sheet.
    alone = shown and model.layout == "one" and not board.shows_result
    slip = _hint_slip(_, board) if shown else None
    kind = (
        "sheet",
        "large" if large else "small",
        *(("hinted",) if slip and slip.children else ()),
        *(("two-letters",) if not large and texts.has_letter_pairs(_) else ()),
    )
    return h(
        "section",
        {
            "class": " ".join(kind),
            "data-player": str(player),
            "data-active": "true" if player == state.active else None,
            "data-turn": "true" if shown and to_act else None,
            "data-decided": "true" if has_decided(board, player) else None,
            "data-reaction": _reaction(model, player) or None,
            "aria-label": texts.sheet_name(
                _,
                game.names[player],
                state_of_player,
                yours=player == model.sole_local_person,
            ),
        },
        untranslated(game.names[player], "name visually-hidden")
        if alone
        else _owner_heading(model, player),
        h("div", {"class": "rows", "dir": "ltr"}, *sheet_rows(_, state_of_player, look)),
        extras_below_rows(_, state_of_player, gain=gain),
        None if large else _enlarge_button(_, player, game.names[player]),
        slip,
        sum_line(
            _,
            state_of_player,
            player if alone else None,
            gain,
        )
        if large
        else None,
        points_by_crosses_table(_, game.variant) if shown else None,
        handover_cover(model) if shown and (board.is_covered or model.is_hot_seat) else None,
        key=_sheet_key(model, player),
    )


def newly_shown_move(game: Game, player: int) -> Move | None:
    """Return the decision of a player that the last step shows, or None.

    The last decision in a white step shows those before it.
    """
    last = game.events[-1] if game.events else None
    if not isinstance(last, Decision) or game.state.phase is Phase.WHITE:
        return None
    if last.player != player and game.states[-2].phase is not Phase.WHITE:
        return None
    moves = decisions_of_last_turn(game)[player]
    return moves[-1] if moves else None


def _marks_being_written(model: Model, player: int, chosen: Mark | None) -> tuple[Mark, ...]:
    """Return the marks of a sheet that the pen writes now.

    A pending cross is written when it is tapped. It keeps its state when it counts, so it is not
    written again.
    """
    board = model.board
    game = board.game
    if not model.is_moving:
        return ()
    if chosen is not None:
        return (chosen,)
    if player in board.local_people and player != model.sole_local_person:
        last = game.events[-1] if game.events else None
        if not isinstance(last, Decision) or last.player != player:
            return ()  # it was written on this device before the last step
    move = newly_shown_move(game, player)
    if not isinstance(move, Mark):
        return ()
    if not game.variant.makes_crosses:
        return (move,)
    before = next(state for state in reversed(game.states[:-1]) if state.phase is not Phase.BONUS)
    followed = new_marks(before.sheets[player], game.state.sheets[player])
    return (move, *(mark for mark in followed if mark != move))


def _gain_of_last_step(model: Model, player: int) -> Gain | None:
    """Return the points that a player's last step of this turn gained or lost, or None.

    Return None after an undo, and in a hot-seat game, where other sheets have been shown since.
    """
    game = model.board.game
    if not model.is_moving or model.is_hot_seat:
        return None
    for after, before in pairwise(reversed(game.states)):
        was, now = before.sheets[player], after.sheets[player]
        if was is not now and was != now:
            decided = marks_of_last_turn(game)[player]
            return _gain_between(
                was, now, _event_before_gain(game, player, after, before), decided
            )
        if before.phase is Phase.ROLL:
            break  # earlier changes belong to earlier turns
    return None


def _event_before_gain(game: Game, player: int, after: State, before: State) -> str:
    """Return the event of `model.timeline` that a gain follows.

    Args:
        game: the game.
        player: the player.
        after: the state with the gain.
        before: the state before it.
    """
    if after.closed != before.closed:
        return LOCK
    event = game.events[game.states.index(before)]
    return CROSS if isinstance(event, Decision) and event.player == player else COUNT


def _gain_between(was: Sheet, now: Sheet, after: str, decided: tuple[Mark, ...]) -> Gain:
    """Return the gain between two sheets of a player that differ by one step.

    Args:
        was: the sheet before the step.
        now: the sheet after it.
        after: see `Gain`.
        decided: the player's own marks of this turn, from one of which the gain rises.
    """
    new, points = new_marks(was, now), now.points - was.points
    pairs = zip(point_parts(was), point_parts(now), strict=True)
    changes = tuple(
        (part, before) for part, ((_, before), (_, value)) in enumerate(pairs) if before != value
    )
    if not new:
        return Gain("", points, changes, was.points, PENALTY)
    mark = next((mark for mark in decided if mark in new), new[0])
    track = now.track & ~was.track
    if after == COUNT and (len(new) > 1 or track):
        after = CROSS  # the pen still writes what follows from the cross
    earned = [
        reward.name
        for reward in now.variant.rewards
        if has_earned(now, reward) and not has_earned(was, reward)
    ]
    return Gain(mark.code, points, changes, was.points, after, track, tuple(earned))


@lru_cache(maxsize=32)
def _enlarge_button(_: Texts, player: int, name: str) -> Node:
    """Return the button over a small sheet that enlarges it."""
    label = _("Enlarge {name}’s sheet")
    return h(
        "button",
        {
            "type": "button",
            "class": "enlarge-button",
            "data-action": f"look:{player}",
            "aria-label": label.format(name=texts.isolated(_, name)),
        },
    )


def has_decided(board: Board, player: int) -> bool:
    """Return whether a player has decided in the open step."""
    decisions = board.game.state.decisions
    return player in board.decided or (bool(decisions) and decisions[player] is not None)


def _owner_heading(model: Model, player: int) -> Node:
    """Return the heading of a sheet: its owner, notes, last mark, and points."""
    _, board = texts_of(model), model.board
    game, state = board.game, board.game.state
    shown = player == board.large_seat
    small = not shown and model.layout == "one"
    return h(
        "div",
        {"class": "owner"},
        seat_token(board.seats[player].kind, player),
        untranslated(game.names[player], "name"),
        penalty_boxes(_, state.sheets[player]) if small else None,
        *sheet_notes(model, player),
        _decided_note(_)
        if has_decided(board, player) and not shown
        else _move_chip(model, player),
        h(
            "span",
            {
                "class": "score",
                "data-score": str(player),
                "data-was": _points_before(model, player),
            },
            h("span", {"dir": "ltr"}, str(state.sheets[player].points)),
        ),
    )


def _points_before(model: Model, player: int) -> str | None:
    """Return the points that a rival had before the last step, or None if they are the same."""
    game = model.board.game
    if not model.is_moving or not game.events:
        return None
    was, now = game.states[-2].sheets[player].points, game.state.sheets[player].points
    return None if was == now else str(was)


def sheet_notes(model: Model, player: int) -> list[Node | None]:
    """Return the notes beside a player's name: turn, lucky numbers, card, win probability."""
    _ = texts_of(model)
    # () at live tables, which give no advice
    chances = win_chances_at_turn_start(model)
    return [
        _hot_seat_turn_note(model, player) if player == model.board.large_seat else None,
        _lucky_numbers(
            _,
            model.board.game.state.sheets[player],
            explains=player == model.board.large_seat,
        ),
        card_note(
            _,
            model.board.game.state.sheets[player].card,
            explains=player == model.board.large_seat,
        ),
        _chance_note(_, chances[player]) if chances else None,
    ]


def _move_chip(model: Model, player: int) -> Node | None:
    """Return a chip with a player's last visible mark of the latest turn, or with a pass."""
    game = model.board.game
    moves = decisions_of_last_turn(game)[player]
    marks = [move for move in moves if isinstance(move, Mark)]
    is_new = model.is_moving and newly_shown_move(game, player) is not None
    if marks:
        return cell_chip(game.variant, marks[-1], is_new=is_new)
    if not moves:
        return None
    return h(
        "span",
        {"class": "move-chip", "data-pass": True, "data-new": is_new, "aria-hidden": "true"},
        key=f"pass {game.state.turn}",
    )


def _reaction(model: Model, player: int) -> str:
    """Return the event to which a bot's face reacts: its own lock or penalty, or ""."""
    game, cause = model.board.game, model.board.cause
    if not model.is_moving or cause not in (LOCK, PENALTY):
        return ""
    was, now = game.states[-2].sheets[player], game.state.sheets[player]
    is_own = (
        was.penalties != now.penalties
        if cause == PENALTY
        else any(now.locked(color) != was.locked(color) for color in Color)
    )
    return cause if is_own else ""


def _hot_seat_turn_note(model: Model, player: int) -> Node | None:
    """Return a note if this player is to act in a hot-seat game; otherwise, return None."""
    if model.sole_local_person is not None or model.board.touchable_player != player:
        return None
    _ = texts_of(model)
    text = _("your turn") if player == model.board.game.state.active else _("your choice")
    # A key per person, so that each handover creates a new element, which is animated.
    return h("span", {"class": "turn"}, text, key=f"turn{player}")


@lru_cache(maxsize=8)
def _decided_note(_: Texts) -> Node:
    """Return a note that a player has decided on the white sum."""
    text = _("decided")
    return h(
        "span",
        {"class": "decided", "title": text},
        h("span", {"aria-hidden": "true"}, "✓"),
        h("span", {"class": "visually-hidden"}, text),
    )


def _hint_flags(_: Texts, board: Board) -> tuple[Flag, ...]:
    """Return the flags that label a hint's cells."""
    if not board.hint:
        return ()
    return late.hint.hint_flags(_, board)


def _hint_slip(_: Texts, board: Board) -> Node:
    """Return the hint slip below the rows, in a wrapper without height, so that nothing moves."""
    if not board.has_hint_slip:
        return _NO_HINT
    return h("div", {"class": "hint-anchor"}, late.hint.hint_slip(_, board))


def _legal_cell_offers(
    state: State, player: int, tentative_mark: Mark | None
) -> tuple[Offer, ...]:
    """Return the legal and plannable cells, or the cells that can replace a tentative mark."""
    if tentative_mark is not None:
        state = without_decision(state, player)
    marks = legal_marks(state, player)
    roll, white = state.roll, state.phase is Phase.WHITE
    assert roll is not None  # noqa: S101 - players decide only after a roll
    when = "now" if tentative_mark is None else "instead"
    sheet, total = state.sheets[player], roll.white_sum if white else None
    is_color = state.phase is Phase.COLOR
    now = [
        offer(
            sheet,
            mark,
            when,
            game_texts.dice_pair_text(sheet, roll, mark) if is_color else "",
            closed=state.closed,
            white_sum=total,
        )
        for mark in marks
    ]
    early = [
        offer(
            sheet,
            mark,
            "early",
            game_texts.dice_pair_text(sheet, roll, mark),
            closed=state.closed,
        )
        for mark in plannable_marks(state, player)
        if mark not in marks
    ]
    return tuple(each for each in now + early if each.mark != tentative_mark)


def _chance_note(_: Texts, chance: float) -> Node:
    label = _("Win chance at the start of this turn")
    return h(
        "span",
        {"class": "win-probability", "title": label},
        h("span", {"class": "visually-hidden"}, label),
        h("meter", {"value": f"{chance:.3f}", "aria-hidden": "true"}),
        h("span", None, texts.whole_percent_text(_, chance)),
    )


def _lucky_numbers(_: Texts, sheet: Sheet, *, explains: bool) -> Node | None:
    """Return the lucky numbers of a sheet; None if it has none.

    Args:
        _: the texts of the language.
        sheet: the sheet.
        explains: whether a tap opens the rules of lucky numbers; small sheets are buttons already.
    """
    if not sheet.lucky:
        return None
    pair = " ".join(map(str, sheet.lucky))
    button = {"type": "button", "data-action": "rules:lucky"} if explains else {}
    return h(
        "button" if explains else "span",
        {"class": "lucky", "title": _("Lucky numbers"), **button},
        h("span", {"class": "visually-hidden"}, _("Lucky numbers")),
        h("span", {"dir": "ltr"}, f"★ {pair}"),
    )
