"""Replay: a bot plays the person's seat with the same dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.bots import missing_weights
from qwixx.games.daily import OPPONENT
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import LoadWeights, StartTimer
from qwixx.ui.model.setup import Seat
from qwixx.ui.model.values import replace
from qwixx.ui.screens.game.bots import with_bot_decision_if_ready
from qwixx.ui.texts import sentences as texts
from qwixx.ui.texts.languages import texts_of

if TYPE_CHECKING:
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.effects import Effect
    from qwixx.ui.screens.replay.model import ReplayModel, ReplayScreen


def show_bot_or_own_game(model: ReplayModel, *, by_bot: bool) -> Result:
    """Switch to the bot's game, playing it first if necessary, or back to the person's."""
    screen = model.screen
    if screen.replayable_seat is None or by_bot == (screen.by_bot or screen.thinks):
        return model, []
    if screen.thinks:
        return replace(model, screen=replace(screen, thinks=False, other=None)), []
    if screen.other is not None:
        return replace(model, screen=_with_other_game_shown(screen)), []
    return _begin_rerun(model.with_new_timer(), screen, screen.replayable_seat)


def _begin_rerun(model: Model, screen: ReplayScreen, person: int) -> Result:
    seats = [Seat(seat.kind) for seat in screen.setup.seats]  # unnamed: bots are renumbered
    seats[person] = Seat(OPPONENT)
    setup = replace(screen.setup, seats=tuple(seats)).with_known_bots
    names = texts.seat_names(setup.seats, texts_of(model))
    game = screen.whole_own_game.go_to(0).without_undone().rename(names)
    started = replace(screen, other=(game, setup), thinks=True, running=False)
    bots = [seat.kind for seat in setup.seats if not seat.is_person]
    name = missing_weights(bots, game.variant, game.state.players)
    effects: list[Effect] = [LoadWeights(name)] if name and not screen.wants else []
    if not name:
        effects = [StartTimer(0, model.timer)]
    return replace(model, screen=started), effects


def play_bot_decision(model: ReplayModel) -> Result:
    """Play one decision of a bot; after the last one, show the bot's game."""
    screen = model.screen
    assert screen.other is not None  # noqa: S101 - set while the bot plays
    game, setup = screen.other
    later = StartTimer(0, model.timer)
    if game.state.phase is Phase.ROLL:
        game = game.roll()
    decided = with_bot_decision_if_ready(game, setup.seats)
    if decided is None:
        return model, [later]
    screen = replace(screen, other=(decided, setup))
    if decided.state.phase is not Phase.OVER:
        return replace(model, screen=screen), [later]
    return replace(model, screen=_with_other_game_shown(replace(screen, thinks=False))), []


def _with_other_game_shown(screen: ReplayScreen) -> ReplayScreen:
    """Return the screen with the other game shown."""
    assert screen.other is not None  # noqa: S101 - both games exist
    game, setup = screen.other
    return replace(
        screen,
        game=game,
        setup=setup,
        other=(screen.game, screen.setup),
        by_bot=not screen.by_bot,
        running=False,
    )
