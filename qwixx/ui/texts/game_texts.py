"""Texts of the game screen.

A sole person at the device is addressed as "you"; several people are referred to by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.events import Decision
from qwixx.rules.follow_ups import follow_ups, follow_ups_of_move
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase, Termination
from qwixx.ui.model.board import legal_marks, plannable_marks
from qwixx.ui.texts import log
from qwixx.ui.texts.follow_ups import mark_text, question_text
from qwixx.ui.texts.sentences import (
    capitalized,
    cell_name,
    isolated,
    joined_by_and,
    joined_by_commas,
    points_number,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.game import Game
    from qwixx.rules.dice import Roll
    from qwixx.rules.sheet import Sheet
    from qwixx.rules.state import Outcome, State
    from qwixx.ui.model.board import Board
    from qwixx.ui.texts.languages import Texts


def headline_text(
    _: Texts,
    game: Game,
    person_to_act: int | None,
    you: int | None,
    awaited_seats: Sequence[int] = (),
) -> str:
    """Return the headline: the current step, or whom the game is waiting for.

    Args:
        _: the texts of the language.
        game: the game.
        person_to_act: index of the person to act, or None.
        you: index of the sole person at the device; None if there are several.
        awaited_seats: seats that a live table is waiting for.
    """
    state = game.state
    names = [isolated(_, name) for name in game.names]
    if state.phase is Phase.OVER:
        return _("The game is over")
    if person_to_act is None and awaited_seats:
        awaited = [names[seat] for seat in awaited_seats]
        return _("Waiting for {names}").format(names=joined_by_and(_, awaited))
    if person_to_act is None:
        thinker = names[state.to_act[0]] if state.to_act else names[state.active]
        return _("{name} is thinking…").format(name=thinker)
    if state.phase is Phase.ROLL:
        text = _("{name}, roll the dice") if you is None else _("Your turn: roll the dice")
    elif state.phase is Phase.COLOR:
        text = _("{name}: colored dice") if you is None else _("Your colored dice")
    elif state.phase is Phase.BONUS:
        text = _("{name}: bonus") if you is None else _("Your bonus")
    elif you is None and person_to_act == state.active:
        text = _("{name}: white sum {sum}")
    elif you is None:
        text = _("{name}: white sum {sum} (rolled by {active})")
    elif you == state.active:
        text = _("You rolled: white sum {sum}")
    else:
        text = _("{active} rolled: white sum {sum}")
    total = state.roll.white_sum if state.roll else ""
    return text.format(name=names[person_to_act], active=names[state.active], sum=total)


def drawn_starter_text(_: Texts, game: Game, you: int | None) -> str:
    """Return a sentence naming the player who was drawn to go first."""
    first = game.playthrough().start.active
    if first == you:
        return _("By random draw, you go first.")
    return _("By random draw, {name} goes first.").format(name=isolated(_, game.names[first]))


def options_or_end_reason_text(
    _: Texts, game: Game, person_to_act: int | None, you: int | None
) -> str:
    """Return the options of the person to act and the cost of a pass, or why the game ended."""
    state = game.state
    outcome = state.outcome()
    if outcome is not None:
        return end_reason_text(_, state, outcome, game.names, you)
    if person_to_act is None or state.phase is Phase.ROLL:
        return ""
    marks = legal_marks(state, person_to_act)
    if state.phase is Phase.BONUS:
        return question_text(_, state.variant)
    if state.phase is Phase.WHITE:
        return _white_options_text(_, state, person_to_act, marks)
    if not marks:
        if state.penalty_due:
            return _("No sum fits. Passing costs you a penalty: −{points}.").format(
                points=state.variant.penalty_points
            )
        return _("No sum fits: pass.")
    if state.penalty_due:
        return _("White + colored die: cross out a sum, or take a penalty.")
    return _("White + colored die: cross out a sum, or pass.")


def _white_options_text(_: Texts, state: State, player: int, marks: Sequence[Mark]) -> str:
    """Return the options of a player in the white step."""
    total = state.roll.white_sum if state.roll else 0
    if not marks:
        text = _("There’s no {sum} you can cross out: pass.")
    elif any(mark.number != total for mark in marks):
        text = (
            _("Lucky {sum}: cross out any highlighted number, or pass.")
            if state.variant.lucky_pairs
            else _("Cross out one {sum}, use a swap field, or pass.")
        )
    elif player != state.active:
        text = _("Cross out one {sum}, or pass at no cost.")
    else:
        text = _("Cross out one {sum}, or pass.")
    return text.format(sum=total)


def planned_mark_text(_: Texts, board: Board) -> str:
    """Return the next step of a mark that is planned for the color step, or else ""."""
    mark, roll = board.shown_plan, board.game.state.roll
    if mark is None or roll is None:
        return ""
    # Translators: pass on the white sum, then cross out a cell: "Pass on 11, then red 7."
    sentence = _("Pass on {sum}, then {cell}.")
    return sentence.format(sum=roll.white_sum, cell=cell_name(_, board.game.variant, mark))


def small_dice_legend_text(_: Texts, game: Game, person_to_act: int | None) -> str:
    """Return a legend for the small dice on cells; "" after the first two rounds."""
    if not _is_in_first_rounds(game.state, person_to_act):
        return ""
    if person_to_act is None or not plannable_marks(game.state, person_to_act):
        return ""
    # Translators: a small die on a number: it fits one line of a phone, some 48 characters.
    return _("Small die: tap to pass now, then cross it out.")


def _is_in_first_rounds(state: State, person_to_act: int | None) -> bool:
    return person_to_act is not None and state.turn < 2 * state.players and bool(state.to_act)


def gains_legend_text(_: Texts, game: Game, person_to_act: int | None) -> str:
    """Return a legend for the gains on cells, unless there are small dice; "" after two rounds."""
    state = game.state
    if person_to_act is None or not _is_in_first_rounds(state, person_to_act):
        return ""
    marks = legal_marks(state, person_to_act)
    if not marks or plannable_marks(state, person_to_act):
        return ""
    if state.phase is Phase.COLOR and state.roll is not None:
        dice = dice_pair_text(state.sheets[person_to_act], state.roll, marks[0])
        return _("{dice}: white + colored die. +{points}: points for the cross.").format(
            dice=dice, points=_points_gained(state, person_to_act, marks[0])
        )
    return _("+{points}: points for the cross.").format(
        points=_points_gained(state, person_to_act, marks[0])
    )


def _points_gained(state: State, player: int, mark: Mark) -> int:
    sheet = state.sheets[player]
    return sheet.cross(mark, state.closed).points - sheet.points


def legal_cells_text(_: Texts, game: Game, person_to_act: int | None) -> str:
    """Return the cells that the person may cross out and, in the color step, the dice of each."""
    state = game.state
    if person_to_act is None or state.roll is None:
        return ""
    marks = legal_marks(state, person_to_act)
    if state.phase is not Phase.COLOR:
        return joined_by_commas(
            _,
            [
                mark_text(_, state.variant, mark, follow_ups_of_move(state, person_to_act, mark))
                for mark in marks
            ],
        )
    return joined_by_commas(
        _,
        [
            # Translators: a number to cross out, and the dice that make it: "red 7 (4+3)".
            _("{cell} ({dice})").format(
                cell=mark_text(
                    _, state.variant, mark, follow_ups_of_move(state, person_to_act, mark)
                ),
                dice=dice_pair_text(state.sheets[person_to_act], state.roll, mark),
            )
            for mark in marks
        ],
    )


def dice_pair_text(sheet: Sheet, roll: Roll, mark: Mark) -> str:
    """Return the dice that make a number in the color step, white die first, such as "4+3"."""
    pair = sheet.color_pair(roll, mark)
    if pair is None:
        return ""
    white, color = pair
    # Isolated left to right: the white die comes first in every language.
    return f"\u2066{white}+{roll.colored[color]}\u2069"


def pass_label(_: Texts, state: State, player: int | None) -> str:
    """Return the label of the pass button."""
    variant = state.variant
    if player is None or state.phase is not Phase.COLOR or not state.penalty_due:
        return _("Pass")
    if state.sheets[player].penalties + 1 == variant.penalty_boxes:
        text = _("Last penalty: −{points}, ends the game")
    else:
        text = _("Take a penalty: −{points}")
    return text.format(points=variant.penalty_points)


def free_pass_text(_: Texts, state: State, player: int | None) -> str:
    """Return a note that a pass is free; "" if it costs a penalty or is impossible."""
    if player is None or player not in state.to_act or state.penalty_due:
        return ""
    if state.phase is Phase.WHITE and player == state.active:
        return _("free: the colored dice come next")
    return _("free")


def last_event_and_result_text(_: Texts, game: Game, you: int | None) -> str:
    """Return the last event of a game, and the result if the game ended with it.

    Args:
        _: the texts of the language.
        game: the game.
        you: index of the person addressed as "you", or None.
    """
    if not game.events:
        return _("The game begins")
    event, before, state = game.events[-1], game.states[-2], game.state
    if not isinstance(event, Decision):
        return _("Turn {number} ({name}): white sum {sum}").format(
            number=state.turn + 1,
            name=isolated(_, game.names[state.active]),
            sum=event.white_sum,
        )
    name = isolated(_, game.names[event.player])
    fined = state.sheets[event.player].penalties - before.sheets[event.player].penalties
    if isinstance(event.move, Mark):
        in_white_step = before.phase is Phase.WHITE and before.roll
        effects = follow_ups(
            before.sheets[event.player],
            state.sheets[event.player],
            event.move,
            before.roll.white_sum if in_white_step and before.roll else None,
        )
        text = _("{name}: {cell}").format(
            name=name, cell=mark_text(_, game.variant, event.move, effects)
        )
    elif fined:
        points = game.variant.penalty_points
        text = _("{name}: penalty −{points}").format(name=name, points=points)
    else:
        text = _("{name}: pass").format(name=name)
    outcome = state.outcome()
    return text if outcome is None else f"{text}. {winner_text(_, game, outcome, you)}"


def announcement_text(_: Texts, board: Board, you: int | None) -> str:
    """Return the screen reader announcement of the latest changes, most important first.

    The announcement is empty while bots think, except for a planned mark. After the game, it omits
    the headline because the result has the focus.
    """
    game, player = board.game, board.person_to_act
    is_finished = game.state.phase is Phase.OVER
    if board.shown_plan is not None:
        return planned_mark_text(_, board)
    if player is None and not is_finished:
        return ""
    begin, person = log.last_local_event(game, board.local_people)
    cells = legal_cells_text(_, game, player)
    headline = "" if is_finished else headline_text(_, game, player, you)
    lines = [
        log.newly_locked_rows_text(_, board),
        drawn_starter_text(_, game, you) if board.announces_drawn_starter else "",
        headline + "." if headline else "",
        options_or_end_reason_text(_, game, player, you),
        f"{capitalized(cells)}." if cells else "",
        *(
            text
            for step in log.steps_since(game, begin)
            for text in (
                log.own_effects_text(_, game, step, person),
                log.step_decisions_line(_, game, step, excluded_player=person),
            )
        ),
    ]
    return " ".join(filter(None, lines))


def end_reason_text(
    _: Texts, state: State, outcome: Outcome, names: Sequence[str], you: int | None
) -> str:
    """Return the reason for the end of a game."""
    if outcome.termination is Termination.ROWS_CLOSED:
        rows = sum(state.closed)
        return _.ngettext("{count} row is locked.", "{count} rows are locked.", rows).format(
            count=rows
        )
    boxes = state.variant.penalty_boxes
    player = next(seat for seat, sheet in enumerate(state.sheets) if sheet.penalties == boxes)
    if player == you:
        return _("You took your fourth penalty.")
    name = isolated(_, names[player])
    return _("{name} took a fourth penalty.").format(name=name)


def losing_margin_text(_: Texts, outcome: Outcome, you: int | None) -> str:
    """Return the margin by which the sole person lost; "" for a winner or several people."""
    if you is None or you in outcome.winners:
        return ""
    points = max(outcome.scores) - outcome.scores[you]
    return _.ngettext(
        "You were {points} point behind.", "You were {points} points behind.", points
    ).format(points=points_number(points))


def winner_text(_: Texts, game: Game, outcome: Outcome, you: int | None) -> str:
    """Return a sentence with the winners and their points."""
    names = [isolated(_, game.names[winner]) for winner in outcome.winners]
    points = max(outcome.scores)
    if outcome.winners == (you,):
        text = _.ngettext(
            "You win with {points} point", "You win with {points} points", abs(points)
        )
    elif len(names) == 1:
        text = _.ngettext(
            "{name} wins with {points} point", "{name} wins with {points} points", abs(points)
        )
    else:
        text = _.ngettext(
            "Tie at {points} point: {names}", "Tie at {points} points: {names}", abs(points)
        )
    return text.format(name=names[0], names=joined_by_and(_, names), points=points_number(points))
