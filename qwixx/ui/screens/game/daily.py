"""Daily game: start it, resume it, and update the daily log."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from qwixx.games import daily
from qwixx.games.game import Game
from qwixx.ui.model import DialogState, Model, Result, with_notice
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import Effect, FocusElement, LoadGame, SaveText, SetTabSlot
from qwixx.ui.model.policy import Day, Help, Policy, Undo
from qwixx.ui.model.setup import Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import record
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.stack import replace_all_or_ask_first
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model.messages import DateReceived, DayChanged, GameLoaded, Message


def policy_of(day: Day) -> Policy:
    """Return the policy of a game on one device.

    In a daily game that counts, people can neither ask for a hint nor undo what they did before
    the last roll.
    """
    if day.counts:
        return Policy(Undo.THIS_TURN, advice=Help.CHANCES, day=day)
    return Policy(day=day)


def on_date_received(model: Model, message: DateReceived) -> Result:
    """Open the daily game of the current date."""
    return open_daily_game(with_date_and_daily_log(model, message), message, message.date)


def with_date_and_daily_log(model: Model, message: DateReceived | DayChanged) -> Model:
    """Return the model with the current date, and with the saved daily log merged into its own."""
    log = model.session.daily_log
    with contextlib.suppress(ValueError):  # the saved log is missing or damaged
        log = log.merged_preferring(daily.parse_daily_log(message.daily_log))
    local_day = message.local_date or message.date
    return model.with_session(
        daily_log=log,
        today=message.date,
        local_day=local_day,
        hours_left=message.hours_left,
    )


def restart_lost_daily_game(model: Model, message: GameLoaded) -> Result | None:
    """Restart an unfinished daily game whose save is lost; return None for other games' slots."""
    log = model.session.daily_log
    lost = (
        day
        for day in log.started
        if log.score(day) is None and _slot_of_daily_that_counts(day) == message.slot
    )
    day = next(lost, None)
    return None if day is None else _start_or_ask_first(model, message, day, counts=True)


def open_daily_game(model: Model, message: Message, today: str, day: str = "") -> Result:
    """Open the daily game of a day.

    The first game of a day counts if it starts on that day. While it is unfinished, it is resumed.
    All other games are practice.

    Args:
        model: the model.
        message: the message that requested the game.
        today: the current UTC day.
        day: the requested day; "" for today.
    """
    day = day or today
    log = model.session.daily_log
    slot = _slot_of_daily_that_counts(day)
    if day in log.started and log.score(day) is None:
        board = model.screen.board
        is_shown = board is not None and board.slot == slot
        return model, [] if is_shown else [LoadGame(slot)]
    return _start_or_ask_first(model, message, day, counts=log.would_count(day, today))


def _start_or_ask_first(model: Model, message: Message, day: str, *, counts: bool) -> Result:
    return replace_all_or_ask_first(
        model, message, lambda base: _start_daily_game(base, day, counts_for_daily=counts)
    )


def _start_daily_game(model: Model, day: str, *, counts_for_daily: bool) -> Result:
    """Start the daily game of a day."""
    log, ticket = model.session.daily_log, model.session.ticket
    model, effects = record.suspend_game(model.with_session(own_setup=model.own_setup))
    setup = Setup(daily.daily_variant(day), (Seat(), Seat(daily.OPPONENT))).with_known_bots
    names = texts.seat_names(setup.seats, texts_of(model))
    game = Game(setup.variant, names, daily.daily_seed(day))
    slot = _slot_of_daily_that_counts(day) if counts_for_daily else f"{ticket:x}"
    policy = replace(policy_of(Day(day, counts_for_daily)), draws=True)
    board = Board(game, setup, slot, policy)
    saves: list[Effect] = []
    if counts_for_daily:
        log = log.with_started(day)
        saves = [SaveText("daily", daily.write_daily_log(log))]
    model = replace(model, screen=GameScreen(board), dialog=DialogState(), notices=())
    model = model.with_session(
        ticket=ticket + (not counts_for_daily), daily_log=log, is_first_visit=False
    )
    if not counts_for_daily:
        model = with_notice(model, _practice_notice_key(model, day))
    moved, more = record.start_or_resume_game(model)
    return moved, [*effects, *saves, *more, SetTabSlot(slot), FocusElement("main")]


def _practice_notice_key(model: Model, day: str) -> str:
    """Return the key of the notice on a practice game, which may still count for its local day."""
    session, log = model.session, model.session.daily_log
    repeats = day == session.today and log.score(day) is not None
    marks = repeats and log.with_finished_game(day, 0, session.local_day) != log
    return "practice-day" if marks else "practice"


def _slot_of_daily_that_counts(day: str) -> str:
    """Return the slot of the daily game that counts for a day: the same slot on every device."""
    return f"{daily.days_since_epoch(day) * daily.MS_PER_DAY << 20:x}"


def parse_day(parameter: str, today: str) -> str | None:
    """Return the requested day, or None if it is invalid, before 2020, or in the future."""
    if parameter == "1":
        return today
    try:
        daily.days_since_epoch(parameter)
    except ValueError:
        return None
    return parameter if "2020" <= parameter <= today else None
