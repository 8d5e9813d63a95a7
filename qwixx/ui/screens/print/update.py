"""Sheets for the printer, in the model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.rules.variants import VARIANTS
from qwixx.ui.model import DialogState, LessonScreen, Model, Result
from qwixx.ui.model.effects import Focus, Print
from qwixx.ui.model.messages import Act, Message, Reviewed, Tap, Tick, Weights
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.print.model import COUNTS, INKS, SIZES, PrintScreen
from qwixx.ui.screens.replay import update as replaying
from qwixx.ui.screens.replay.model import ReplayScreen
from qwixx.ui.screens.score_pad.model import ScorePadScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.rules.sheet import Sheet


def show(model: Model, *, arrived: bool = False) -> Result:
    """Show what can be printed: the sheets of the game that is over, if one is shown."""
    back = model.screen.back if isinstance(model.screen, PrintScreen | LessonScreen) else model
    sheets = _finished(model)
    variant = (model.variant or back.setup.variant).name
    screen = PrintScreen(
        replace(back, dialog=DialogState()), variant, arrived, sheets=sheets, filled=bool(sheets)
    )
    return replace(model.timed(), screen=screen, dialog=DialogState(), notices=()), [Focus("main")]


def _finished(model: Model) -> tuple[tuple[str, Sheet], ...]:
    """Return the sheets of the game that is shown, as it ended; () if none is, or it goes on."""
    if isinstance(model.screen, ScorePadScreen):
        pad = model.screen.pad
        return tuple(zip(pad.names, pad.sheets, strict=True)) if model.screen.over else ()
    game = model.screen.whole if isinstance(model.screen, ReplayScreen) else model.game
    if game is None or model.lesson is not None:
        return ()
    whole = game.go_to(game.length).state
    pairs = zip(game.names, whole.sheets, strict=True)
    return tuple(pairs) if whole.phase is Phase.OVER else ()


def in_paper(
    model: Model, screen: PrintScreen, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while sheets are looked at that may be printed."""
    if isinstance(message, Act):
        return _act(model, screen, message) or update(model, message)
    if isinstance(message, Weights):
        return game_screen.weigh_below(model, screen, message), []
    nothing = isinstance(message, Tap | Tick | Reviewed)
    return (model, []) if nothing else update(model, message)


def _act(model: Model, screen: PrintScreen, act: Act) -> Result | None:
    """Do what a control does; None if it is none of this screen."""
    if act.action == "print":
        return model, [Print()]
    if act.action == "leave-print":
        return leave(model)
    changed = _choose(screen, act.action, act.value)
    return None if changed is None else (replace(model, screen=changed), [])


def _choose(screen: PrintScreen, action: str, value: str) -> PrintScreen | None:
    """Return the screen after a choice on it; None if it is none."""
    choices = {
        "print-what": (("blank", "game") if screen.sheets else ("blank",)),
        "print-variant": tuple(VARIANTS),
        "print-count": tuple(map(str, COUNTS)),
        "print-size": SIZES,
        "print-ink": INKS,
    }
    if action not in choices:
        return None
    if value not in choices[action]:
        return screen
    if action == "print-what":
        return replace(screen, filled=value == "game")
    if action == "print-count":
        return replace(screen, count=int(value))
    return replace(screen, **{action.removeprefix("print-"): value})  # type: ignore[arg-type]


def leave(model: Model) -> Result:
    """Go back to what there was before."""
    screen = model.screen
    if not isinstance(screen, PrintScreen):
        return model, []
    came, effects = game_screen.come_back(model, screen.back)
    came, more = replaying.resume(came)
    return came, [*effects, *more, Focus("main")]
