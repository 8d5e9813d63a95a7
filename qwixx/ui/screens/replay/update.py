"""Replay: step through a game, and play on from any step."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from qwixx.bots import BOTS, has_weights
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui import late
from qwixx.ui.model import DialogState, Model, Result, with_notice
from qwixx.ui.model.board import Board
from qwixx.ui.model.effects import (
    ClearFragment,
    ContinueReview,
    FocusElement,
    LoadWeights,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.public import GAME_LINK
from qwixx.ui.model.setup import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game import record
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.kind import ControlHandler, without_arguments
from qwixx.ui.screens.replay.model import PACE, ReplayScreen
from qwixx.ui.screens.stack import pop, push, replace_all_or_ask_first
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.games.game import Game
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.model.messages import (
        ControlUsed,
        PageOpened,
        ReviewProgressed,
        TimerFired,
        WeightsLoaded,
    )
    from qwixx.ui.screens.kind import ArchivedGameToOpen
    from qwixx.ui.screens.replay.model import ReplayModel

    ReplayResult: TypeAlias = tuple[ReplayModel, list[Effect]]


def open_replay_at_decisive_step(model: Model, action: str) -> Result:
    """Open a replay of the shown finished game, at the decision that mattered most."""
    if model.game is None or model.game.furthest.phase is not Phase.OVER:
        return model, []
    board = model.board
    reviewed = None if board.review is None else 1.0
    game = board.game.go_to(_decisive_step(board))
    screen = ReplayScreen(
        game, board.setup, review=board.review, reviewed=reviewed, game_id=board.slot
    )
    return _push_with_review(model, screen, f'[data-action="{action}"]')


def _decisive_step(board: Board) -> int:
    """Return the step after the local people's decision that mattered most; 0 if none did."""
    if board.review is None:
        return 0
    people = board.local_people
    decisions = filter(
        None, (board.review.worst_decision(people), board.review.best_decision(people))
    )
    most = max(decisions, key=lambda one: max(one.cost, one.gain), default=None)
    return 0 if most is None else most.event + 1


def open_game_link_of_page(model: Model, message: PageOpened) -> Result | None:
    """Open the game in the share link with which the page was opened."""
    return _open_game_link(model, message.fragment, by_page=True)


def open_game_link(model: Model, fragment: str) -> Result:
    """Open the game in a share link."""
    return _open_game_link(model, fragment)


def _open_game_link(model: Model, fragment: str, *, by_page: bool | None = None) -> Result:
    """Open the game in a share link; show a finished game from its start."""
    try:
        link = late.share_link.parse_link(fragment.removeprefix(GAME_LINK))
    except late.share_link.LinkError:
        return with_notice(model, "bad-link"), [ClearFragment()]
    kinds = link.kinds or (PERSON,) * len(link.game.names)
    known = [kind if kind == PERSON or kind in BOTS else OPPONENT for kind in kinds]
    numbers = [str(number + 1) for number in range(len(known))]
    names = [
        "" if name == number else name
        for name, number in zip(link.game.names, numbers, strict=True)
    ]
    seats = tuple(Seat(kind, name) for kind, name in zip(known, names, strict=True))
    _ = texts_of(model)
    seats = texts.without_you(seats, _)
    game = link.game.rename(texts.seat_names_for_others(seats, _))
    is_finished = game.state.phase is Phase.OVER
    setup = Setup(game.variant, seats)
    shown = game.go_to(0) if is_finished else game
    return open_game_replay(model, shown, setup, by_page=by_page, is_own=False)


def open_game_replay(  # noqa: PLR0913 - most have defaults
    model: Model,
    game: Game,
    setup: Setup,
    opener_selector: str = "main",
    *,
    by_page: bool | None = None,
    game_id: str = "",
    is_own: bool = True,
) -> ReplayResult:
    """Open the replay of a game.

    Args:
        model: the model.
        game: the game, at the first step to show.
        setup: setup of the game.
        opener_selector: CSS selector of the control that opened the replay.
        by_page: whether the page was opened with the replay; None for the replaced screen's value.
        game_id: see `ReplayScreen`.
        is_own: see `ReplayScreen`.
    """
    screen = ReplayScreen(game, setup, game_id=game_id, is_own=is_own)
    return _push_with_review(model, screen, opener_selector, by_page=by_page)


def _push_with_review(
    model: Model, screen: ReplayScreen, opener_selector: str, *, by_page: bool | None = None
) -> ReplayResult:
    """Push a replay, and start the review of its game."""
    shown, effects = push(model, screen, opener_selector=opener_selector, by_page=by_page)
    judged, more = start_review(shown)
    return judged, [*effects, *more]


def open_archived_game(model: Model, archived: ArchivedGameToOpen) -> Result:
    """Open the replay of an archived game, or of a bot's game with the same dice."""
    try:
        game = archived.entry.decode_game()
    except ValueError:
        return with_notice(model, "bad-game"), []
    entry = archived.entry
    seats = tuple(Seat(kind, name) for kind, name in zip(entry.kinds, entry.names, strict=True))
    opener = f'[data-game-id="{entry.id}"] button'
    step = min(archived.step, game.event_count_with_undone)
    setup = Setup(game.variant, seats)
    shown, effects = open_game_replay(model, game.go_to(step), setup, opener, game_id=entry.id)
    if not archived.by_bot:
        return shown, effects
    rerun, more = late.bot_rerun.show_bot_or_own_game(shown, by_bot=True)
    return rerun, [*effects, *more]


def resume_review_when_uncovered(model: ReplayModel) -> Result:
    """Stop playback and the bot, and restart a review that another screen may have stopped."""
    screen = model.screen
    other = None if screen.thinks else screen.other
    reviewed = None if screen.review is None else screen.reviewed
    screen = replace(screen, running=False, thinks=False, other=other, reviewed=reviewed)
    return start_review(replace(model, screen=screen))


def start_review(model: ReplayModel) -> ReplayResult:
    """Start the review of a finished game, or load the coach's missing weights first."""
    screen = model.screen
    whole = screen.whole_own_game
    if whole.state.phase is not Phase.OVER or screen.reviewed is not None:
        return model, []
    if not has_weights(whole.variant, whole.state.players):
        return model, []
    name = late.weights.missing_file(whole.variant, whole.state.players)
    if name:
        return replace(model, screen=replace(screen, wants=True)), [LoadWeights(name)]
    return replace(model, screen=replace(screen, wants=False, reviewed=0.0)), [
        ContinueReview(whole)
    ]


def on_playback_or_bot_timer(model: ReplayModel, _message: TimerFired) -> Result:
    """Show the next step, or continue the bot's game."""
    screen = model.screen
    if screen.thinks:
        return late.bot_rerun.play_bot_decision(model)
    if not screen.running:
        return model, []
    has_next = screen.step + 1 < screen.game.event_count_with_undone
    shown, effects = _show_step(model.with_new_timer(), screen.step + 1, is_running=has_next)
    return shown, [*effects, _next_step_timer(shown)] if has_next else effects


def _show_step(model: ReplayModel, step: int, *, is_running: bool = False) -> ReplayResult:
    """Show a step; playback stops unless `is_running`."""
    screen = model.screen
    step = min(max(step, 0), screen.game.event_count_with_undone)
    moved = replace(screen, game=screen.game.go_to(step), running=is_running)
    return replace(model, screen=moved), []


def _show_slider_step(model: ReplayModel, act: ControlUsed) -> Result:
    """Show the step chosen with the slider."""
    value = act.argument or act.value
    return _show_step(model, int(value) if value.isdecimal() else model.screen.step)


def _toggle_playback(model: ReplayModel) -> Result:
    """Toggle playback; after the last step, start over."""
    screen = model.screen
    if screen.thinks:
        return model, []  # the bot is using the timer
    at_end = screen.step == screen.game.event_count_with_undone
    game = screen.game.go_to(0) if at_end else screen.game
    model = replace(
        model.with_new_timer(), screen=replace(screen, game=game, running=not screen.running)
    )
    return model, [] if screen.running else [_next_step_timer(model)]


def _next_step_timer(model: ReplayModel) -> StartTimer:
    decision, pace = model.screen.shown_decision, PACE[model.settings.speed]
    passed = decision is not None and not isinstance(decision.move, Mark)
    return StartTimer(pace // 3 if passed else pace, model.timer)


def on_review_progressed(model: ReplayModel, message: ReviewProgressed) -> Result | None:
    """Show the review or its progress; return None for a review of another game."""
    screen = model.screen
    if message.game.furthest is not screen.whole_own_game.state or screen.review is not None:
        return None
    screen = replace(screen, review=message.review, reviewed=message.progress)
    return replace(model, screen=screen), [] if message.review else [ContinueReview(message.game)]


def on_weights_loaded(model: ReplayModel, message: WeightsLoaded) -> Result:
    """Continue the review and the bot's game; if loading failed, cancel the bot's game."""
    screen = model.screen
    if not message.ok:
        return replace(model, screen=replace(screen, thinks=False, other=None)), []
    judged, effects = start_review(model) if screen.wants else (model, [])
    return judged, [*effects, *([StartTimer(0, model.timer)] if screen.thinks else [])]


def _choose_own_or_bot_game(model: ReplayModel, act: ControlUsed) -> Result:
    """Switch between the person's game and the bot's."""
    return late.bot_rerun.show_bot_or_own_game(model, by_bot=(act.argument or act.value) == "bot")


def _start_game_at_shown_step(model: ReplayModel, act: ControlUsed) -> Result:
    """Start a new game at the shown position; any game in progress remains saved."""
    screen = model.screen
    if screen.game.state.phase is Phase.OVER:
        return model, []
    setup = screen.setup
    if not setup.person_seats:  # a person takes over from a bot
        seats = list(setup.seats)
        seats[screen.large_seat] = Seat()
        setup = replace(setup, seats=tuple(seats))
    names = texts.seat_names(setup.seats, texts_of(model))
    game = screen.game.without_undone().rename(names)
    return replace_all_or_ask_first(
        model, act, lambda base: _replace_by_new_game(base, game, setup)
    )


def _replace_by_new_game(model: Model, game: Game, setup: Setup) -> Result:
    """Suspend the game on the screen, and start another."""
    model, effects = record.suspend_game(model)
    model, slot = model.with_new_slot()
    board = Board(game, setup, slot)
    started = replace(model, screen=GameScreen(board), dialog=DialogState(), notices=())
    moved, more = record.start_or_resume_game(started)
    return moved, [*effects, *more, SetTabSlot(board.slot), ClearFragment(), FocusElement("main")]


def close_replay(model: ReplayModel) -> Result:
    """Return to the covered screen."""
    popped, effects = pop(model)
    return popped, [ClearFragment(), *effects]


ACTIONS: dict[str, ControlHandler[ReplayScreen]] = {
    "first": without_arguments(lambda model: _show_step(model, 0)),
    "previous": without_arguments(lambda model: _show_step(model, model.screen.step - 1)),
    "next": without_arguments(lambda model: _show_step(model, model.screen.step + 1)),
    "last": without_arguments(
        lambda model: _show_step(model, model.screen.game.event_count_with_undone)
    ),
    "seek": _show_slider_step,
    "run": without_arguments(_toggle_playback),
    "play-on": _start_game_at_shown_step,
    "instead": _choose_own_or_bot_game,
    "leave-replay": without_arguments(close_replay),
}
"""Actions of the replay."""
KEYS = {"ArrowLeft": "previous", "ArrowRight": "next", "Home": "first", "End": "last", " ": "run"}
"""Actions by key, in addition to those of the page."""
