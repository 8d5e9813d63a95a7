"""Texts of same-dice games: the roll, applied actions, refusals, and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.games.paper_actions import Cross, Lock, RollDice
from qwixx.rules.follow_ups import follow_ups
from qwixx.rules.moves import Mark, Reason
from qwixx.ui.texts import refusals
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.follow_ups import mark_text, question_text, rewards_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qwixx.games.paper_actions import PaperAction
    from qwixx.games.same_dice.game import SameDice
    from qwixx.games.same_dice.phone_state import PhoneState
    from qwixx.games.same_dice.sheet_audit import Discrepancy
    from qwixx.rules.layout import Variant
    from qwixx.ui.screens.same_dice.model import SameDiceScreen, StatusLine
    from qwixx.ui.texts.languages import Texts


def player_name(_: Texts, game: SameDice, seat: int) -> str:
    """Return a player's name, or a default name."""
    return game.names[seat] or _("Player {number}").format(number=seat + 1)


def _isolated_name(_: Texts, game: SameDice, seat: int) -> str:
    return texts.isolated(_, player_name(_, game, seat))


def active_player_text(_: Texts, game: SameDice) -> str:
    """Return whose roll it is or, before the first roll, who was drawn to go first."""
    now = game.state
    seat = game.setup.active_player(max(now.turn, 0))
    if now.turn < 0:
        if seat == game.seat:
            return _("By random draw, you go first.")
        text = _("By random draw, {name} goes first.")
        return text.format(name=_isolated_name(_, game, seat))
    if seat == game.seat:
        return _("Your roll")
    # Translators: above the dice: the player who has rolled them.
    return _("{name}’s roll").format(name=_isolated_name(_, game, seat))


def code_text(_: Texts, screen: SameDiceScreen) -> str:
    """Return the instruction about the join code in the lobby."""
    if screen.game is not None:
        return _("Read this code aloud: anyone who enters it gets the same dice.")
    if screen.is_own_table:
        return _("Read this code aloud, or enter the one you hear.")
    return _("Code accepted. Pick a seat that nobody else has, then join.")


def link_only_text(_: Texts, screen: SameDiceScreen) -> str:
    """Return the instruction about the link of a table whose code is too long to type."""
    if screen.game is not None or screen.is_own_table:
        return _("Send the link or the QR code: this block has no code to type.")
    return _("Code accepted. Pick a seat that nobody else has, then join.")


def look_alikes_text(_: Texts, digits: Sequence[str]) -> str:
    """Return a note that some signs of a code are digits, not the letters they look like.

    Args:
        _: the texts of the language.
        digits: the digits, some of `LOOK_ALIKES`.
    """
    notes = {
        # Translators: below a table's code, which people read aloud.
        "0": _("0 is the digit zero. Codes have no letter O."),
        # Translators: below a table's code, which people read aloud.
        "1": _("1 is the digit one. Codes have no letter I or L."),
    }
    return " ".join(notes[digit] for digit in digits)


def event_or_options_text(_: Texts, game: SameDice, status: StatusLine) -> str:
    """Return the last event or the possible actions, with a note if the game is about to end."""
    text = texts.capitalized(_last_event_text(_, game, status))
    now = game.state
    if text and status.kind != "done":
        return text
    if now.step_ends_game and not now.is_finished:
        count = sum(now.closed_now)
        ends = _("Locked rows: {count}. The game ends after this step.").format(count=count)
        return f"{text} {ends}".strip()
    if text:
        return text
    if now.turn < 0:
        return _("Roll once everyone is seated.")
    if now.is_active:
        return _("Cross out the white sum, a colored sum, or both.")
    return _("Cross out the white sum, or nothing.")


def _last_event_text(_: Texts, game: SameDice, status: StatusLine) -> str:
    """Return the last event, or ""."""
    if status.kind == "done" and status.step is not None:
        return _action_text(_, game, status.step)
    if status.kind == "undone" and status.step is not None:
        return _("Undone: {told}").format(told=_action_name(_, game.setup.variant, status.step))
    if status.kind == "refused" and isinstance(status.step, Cross):
        return illegal_mark_text(_, game.state, status.step.mark)
    if status.kind == "objected":
        return refusal_text(_, game.setup.variant, status)
    if status.kind == "caught-up":
        text = _("This phone is now on roll {number}.").format(number=game.state.turn + 1)
        note = _("You roll next.")
        return f"{text} {note}" if game.state.is_active_next else text
    others = {
        "kept": _("Your sheet is as you left it."),
        "copied": _("Copied."),
        "fault": code_error_text(_, status),
    }
    return others.get(status.kind, "")


def _action_text(_: Texts, game: SameDice, action: PaperAction) -> str:
    """Return the text of an applied lock, or of a mark with the sheet's points; otherwise, ""."""
    if isinstance(action, Lock):
        return texts.row_locked_text(_, game.setup.variant, action.row)
    if not isinstance(action, Cross):
        return ""
    points, variant = texts.points_number(game.state.sheet.points), game.setup.variant
    before, after = (state.sheet for state in game.states[-2:])
    roll = game.state.roll if game.states[-2].fits_white_step(action.mark) else None
    brings = follow_ups(before, after, action.mark, roll.white_sum if roll else None)
    text = mark_text(_, variant, action.mark, brings)
    if after.pending:
        return f"{text}. {question_text(_, variant)}"
    if brings.rewards:
        text = f"{text}. {rewards_text(_, brings)}".removesuffix(".")
    return _("{told}. Points: {points}").format(told=text, points=points)


def _action_name(_: Texts, variant: Variant, action: PaperAction) -> str:
    if isinstance(action, Cross):
        return texts.cell_name(_, variant, action.mark)
    if isinstance(action, Lock):
        return texts.lock_name(_, variant, action.row)
    return _("the last roll") if isinstance(action, RollDice) else _("end of the game")


def illegal_mark_text(_: Texts, state: PhoneState, mark: Mark) -> str:
    """Return why a number cannot be crossed out now; "" if it can."""
    reason, roll = state.refusal(mark), state.roll
    if reason is None:
        return ""
    if roll is None or reason is Reason.NOT_ROLLED:
        return _("Roll the dice first.")
    if reason is Reason.ALREADY_DECIDED:
        return _("You’ve already made your choice for this white sum.")
    if reason not in (Reason.NOT_WHITE_SUM, Reason.NOT_COLOR_SUM):
        return refusals.always_illegal_text(_, state.sheet, mark, reason)
    white = _("The white dice make {sum}, not {number}.").format(
        sum=roll.white_sum, number=mark.number
    )
    reasons = [white] if reason is Reason.NOT_WHITE_SUM else []
    if state.is_active:
        reasons.append(refusals.color_sum_refusal_text(_, state.sheet.variant, roll, mark))
    return " ".join(reasons)


def refusal_text(_: Texts, variant: Variant, status: StatusLine) -> str:
    """Return why an action is refused; "" for an unknown reason."""
    if status.reason == "locked" and isinstance(status.step, Lock):
        return texts.row_locked_text(_, variant, status.step.row)
    return {
        "over": _("The game is over."),
        "not-rolled": _("Roll the dice first."),
        "ends": _("There’s no next roll: the game ends with this one."),
        "color-first": _(
            "Other players lock rows before you use your colored dice. Undo your colored cross "
            "first, then tap the lock."
        ),
        "yours": _("This is your roll, so nobody else can take a penalty. Tap “Undo” to go back."),
        "early": _("Nobody can have four penalties yet."),
    }.get(status.reason, "")


def code_error_text(_: Texts, status: StatusLine) -> str:
    """Return the error in a code that was typed or came from a link."""
    if status.reason == "length" and status.seat < 0:
        return _(
            "A table code has six or seven letters and digits; with a random block, it has twelve."
        )
    return {
        "length": _("The code is too short or too long."),
        "other-table": _("This result is from a different table."),
        "own": _("This is your own code."),
    }.get(status.reason, _("One letter or digit is wrong. Ask to hear it again."))


def discrepancy_text(_: Texts, game: SameDice, discrepancy: Discrepancy) -> str:
    """Return a discrepancy as a sentence."""
    sentences = {
        "dice": _("{name}: these crosses don’t match the dice ({row})."),
        "crosses": _("{name}: more crosses than these rolls allow."),
        "penalties": _("{name}: more penalties than turns."),
        "unheard": _("{name} locked a row that isn’t locked on this phone ({row})."),
        "nobody": _("A row is locked on this phone, but nobody locked it ({row})."),
        "fourth": _("The game ended with a fourth penalty, but nobody has four."),
        "open": _("According to these sheets, the game isn’t over."),
    }[discrepancy.reason]
    name = "" if discrepancy.seat < 0 else _isolated_name(_, game, discrepancy.seat)
    variant = game.setup.variant
    row = "" if discrepancy.row < 0 else texts.row_name(_, variant, discrepancy.row)
    return sentences.format(name=name, row=row)


def winners_or_missing_text(_: Texts, game: SameDice) -> str:
    """Return the winners, or the players whose results are missing."""
    winners = game.winners
    if not winners:
        missing = [
            _isolated_name(_, game, seat)
            for seat, sheet in enumerate(game.sheets)
            if sheet is None
        ]
        return _("Still waiting for: {names}").format(names=texts.joined_by_and(_, missing))
    names = [_isolated_name(_, game, seat) for seat in winners]
    if len(names) > 1:
        return _("Most points: {names}").format(names=texts.joined_by_and(_, names))
    return _("{name} has the most points").format(name=names[0])


def announcement_text(_: Texts, screen: SameDiceScreen) -> str:
    """Return the announcement for screen readers; after a roll, its number, player, and dice."""
    game = screen.game
    if game is None:
        return code_error_text(_, screen.status) if screen.status.kind == "fault" else ""
    now, status = game.state, screen.status
    if now.is_finished:
        status_texts = {"fault": code_error_text(_, status), "copied": _("Copied.")}
        return status_texts.get(status.kind) or winners_or_missing_text(_, game)
    rolled = isinstance(status.step, RollDice) and status.kind == "done"
    if now.roll is not None and (rolled or status.kind == "caught-up"):
        number = _("Roll {number}").format(number=now.turn + 1)
        dice = texts.roll_text(_, now.roll)
        return f"{number}. {active_player_text(_, game)}. {dice}"
    return event_or_options_text(_, game, status)


def share_text(_: Texts, screen: SameDiceScreen, link: str) -> str:
    """Return the text to share: an invitation or, after the game, this player's result."""
    game = screen.game
    if game is None or not game.state.is_finished or screen.invites:
        text = _("Qwixx with the same dice. Code: {code}").format(code=screen.setup.short_code)
    else:
        name = player_name(_, game, game.seat)
        # Translators: the first line of a message with a result.
        title = _("Qwixx {code} · {name}: {points}")
        points = texts.points_number(game.state.sheet.points)
        text = title.format(code=game.setup.short_code, name=name, points=points)
        text = f"{text}\n{game.sheet_code}"
    return f"{text}\n{link}".strip()
