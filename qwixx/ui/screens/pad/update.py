"""A score pad in the model: what a touch does, what it leaves open, what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.score_pad.pad import Pad
from qwixx.games.score_pad.pad_history import Block
from qwixx.rules.dice import next_seed
from qwixx.rules.variants import CLASSIC
from qwixx.ui.model import (
    KEYS,
    Dialog,
    Learning,
    Model,
    Overlay,
    Result,
    notify,
    set_aside,
)
from qwixx.ui.model.effects import Focus, Save
from qwixx.ui.model.grid import WAYS, beside
from qwixx.ui.model.messages import Act, FoundPad, Moved, Press, Reviewed, Tap, Tick, Weights
from qwixx.ui.model.pads import SLOT, VIEWS, Pads, Told
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.history import replaying
from qwixx.ui.screens.pad import kept
from qwixx.ui.screens.pad.choices import CHOICES
from qwixx.ui.screens.pad.throwing import THROWS
from qwixx.ui.screens.pad.touching import ARMED, TOUCHES, changed, in_reach, keep_pad, tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.archive.archived_game import Entry
    from qwixx.ui.address import PadAsked
    from qwixx.ui.model.messages import Message
    from qwixx.ui.screens.pad.kept import Kept


# How it opens and closes


def found(model: Model, message: FoundPad) -> Result:
    """Show the pad that was saved, or a new one."""
    if isinstance(model.screen, Pads):
        return model, []
    return show(model, message.text)


def show(
    model: Model, text: str, asked: PadAsked | None = None, *, arrived: bool = False
) -> Result:
    """Show the pad that was saved; what an address asks for otherwise is a new sheet on it."""
    if not text:
        return _open(model, None, asked, arrived=arrived)
    try:
        saved = kept.read(text)
    except ValueError:
        model, effects = set_aside(model, [(SLOT, text)])
        opened, more = _open(model, None, asked, arrived=arrived)
        return opened, [*effects, *more]
    return _open(model, saved, asked, arrived=arrived)


def show_again(model: Model, text: str) -> Result | None:
    """Show the pad that was saved if it lies open and its game goes on; else None."""
    try:
        saved = kept.read(text)
    except ValueError:
        return None  # it is told of when somebody wants the pad
    return _open(model, saved) if saved.is_open and not saved.pad.state.finished else None


def _open(
    model: Model, saved: Kept | None, asked: PadAsked | None = None, *, arrived: bool = False
) -> Result:
    back = model.screen.back if isinstance(model.screen, Pads | Learning) else model
    session, before = model.session, saved.pad if saved else None
    fresh = _blank(f"{session.ticket:x}", asked, before)
    model = model.lasting(ticket=session.ticket + 1, seed=next_seed(session.seed))
    screen = Pads(
        replace(back, over=Overlay(), notices=()), Block((fresh,)), arrived, seed=session.seed
    )
    if saved is not None:
        screen = replace(screen, **saved.fields)
        # An address that is loaded anew asks for nothing else, whatever was chosen since.
        if saved.query != session.query and not _fits(saved.pad, asked):
            screen = replace(screen, block=screen.block.turn_to(fresh), told=Told("new"), seat=0)
        elif saved.pad.can_undo:
            screen = replace(screen, told=Told("kept"))
    model = replace(model.timed(), screen=screen, over=Overlay())
    # Whoever closed the page as the game ended was quicker than the browser's database.
    missed = [keep_pad(screen.pad)] if screen.over else []
    return model, [*missed, Focus("main")]


def _blank(pad_id: str, asked: PadAsked | None, like: Pad | None) -> Pad:
    """Return a blank pad, as asked for; what is not is as before."""
    variant = (asked and asked.variant) or (like.variant if like else CLASSIC)
    names = (asked and asked.names) or (like.names if like else ())
    count = (asked and asked.sheets) or len(names) or 1
    named = [*names, *[""] * count][:count]
    return Pad(pad_id, variant, named, house_rules=bool(like and like.house_rules))


def _fits(pad: Pad, asked: PadAsked | None) -> bool:
    """Tell whether a pad is what an address asks for."""
    if asked is None:
        return True
    return asked.variant in (None, pad.variant) and asked.sheets in (None, len(pad.names))


def look_at(model: Model, entry: Entry) -> Result:
    """Look at one of the pads that were played."""
    try:
        pad = Pad.from_json(entry.pad)
    except ValueError:
        return notify(model, "bad-game"), []
    screen = Pads(replace(model, over=Overlay()), Block((pad,)), looked_at=True)
    return replace(model.timed(), screen=screen, over=Overlay()), [Focus("main")]


def leave(model: Model) -> Result:
    """Go back to what there was before; the pad is kept."""
    screen = model.screen
    if not isinstance(screen, Pads):
        return model, []
    text = kept.write(screen, model.session.query, is_open=False)
    left = [] if screen.looked_at else [Save(SLOT, text)]
    came, effects = game_screen.come_back(model, screen.back)
    came, more = replaying.resume(came)
    return came, [*left, *effects, *more, Focus('[data-action="pad"], main')]


# What happens on it


def in_pad(
    model: Model, screen: Pads, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while a pad is shown."""
    if isinstance(message, Act):
        return _act(model, screen, message) or update(model, message)
    if isinstance(message, Tap):
        return tap(model, screen, message)
    if isinstance(message, Moved):
        return _moved(model, screen, message)
    if isinstance(message, Press):
        return _press(model, screen, message) or update(model, message)
    if isinstance(message, Weights):
        return game_screen.weigh_below(model, screen, message), []
    return (model, []) if isinstance(message, Tick | Reviewed) else update(model, message)


def _moved(model: Model, screen: Pads, message: Moved) -> Result:
    """Show what was touched on the same pad in another tab."""
    try:
        saved = {**kept.read(message.text).fields, "seat": screen.seat}
    except ValueError:
        return model, []
    there = replace(screen, question=None, told=Told(), **saved)
    return replace(model, screen=in_reach(there)), []


def _act(model: Model, screen: Pads, act: Act) -> Result | None:
    """Do what a control does; None if it is none of this screen."""
    name, _, rest = act.action.partition(":")
    if name == "leave-pad":
        return leave(model)
    if name == "pad-seat" and rest in map(str, range(len(screen.pad.names))):
        return replace(model, screen=_show_sheet(screen, int(rest))), []
    if name == "swipe":
        return replace(model, screen=_swipe(screen, rest)), []
    if name not in _CHANGES:
        return None
    means_it = act.at >= screen.armed or not model.paced or act.action == "answer:"
    early = name in ARMED and not means_it
    if screen.looked_at or early:
        return model, []
    return _CHANGES[name](model, screen, Act(rest, act.value, act.at))


def _show_view(model: Model, screen: Pads, act: Act) -> Result:
    """Show something else, or the sheets again."""
    view = "sheets" if act.action == screen.view else act.action
    if view not in VIEWS:
        return model, []
    told = Told() if screen.told.kind == "bad-lucky" else screen.told
    shown = replace(screen, view=view, question=None, told=told)
    return replace(model, screen=shown), [Focus("main")]


def _hide(model: Model, screen: Pads, _act: Act) -> Result:
    """Hide the points, or show them again; those of a game that is over stay in sight."""
    if screen.over:
        return model, []
    return changed(model, replace(screen, hidden=not screen.hidden))


def _show_sheet(screen: Pads, seat: int) -> Pads:
    """Turn to a sheet; at the end, from it back to the result."""
    result = screen.over and not screen.result and seat == screen.seat
    return replace(screen, seat=seat, result=result, question=None)


def _swipe(screen: Pads, way: str) -> Pads:
    """Turn to the sheet beside this one."""
    step = 1 if way == "next" else -1
    return _show_sheet(screen, (screen.seat + step) % len(screen.pad.names))


def _press(model: Model, screen: Pads, message: Press) -> Result | None:
    """Do what a key stands for; None if it stands for nothing here."""
    if model.dialog is not Dialog.NONE:
        return None
    if message.key == "Escape" and screen.question is not None:
        return _act(model, screen, Act("answer:"))
    if message.cell and message.key in WAYS:
        return _move_focus(model, screen, message)
    action = KEYS.get(message.command, "")
    known = action in ("undo", "redo") and screen.view == "sheets"  # elsewhere nobody sees it
    return _act(model, screen, Act(action, at=message.at)) if known else None


def _move_focus(model: Model, screen: Pads, message: Press) -> Result:
    """Move the focus over a sheet, whose numbers run to the right, or down if it is turned."""
    key = _TURNED.get(message.key, message.key) if message.down else message.key
    mark = beside(screen.pad.variant, message.cell, key)
    shown = replace(screen, focus=mark)
    cell_of = f'[data-player="{message.sheet}"] [data-cell="{mark.code}"]'
    return replace(model, screen=shown), [Focus(cell_of)]


_TURNED = {
    "ArrowLeft": "ArrowUp",
    "ArrowUp": "ArrowLeft",
    "ArrowRight": "ArrowDown",
    "ArrowDown": "ArrowRight",
}
"""What an arrow means on a sheet that is turned: its rows stand side by side."""
_CHANGES: dict[str, Callable[[Model, Pads, Act], Result]] = {
    **TOUCHES,
    **CHOICES,
    **THROWS,
    "pad-view": _show_view,
    "hide-points": _hide,
}
"""What each control does, by the first word of its `data-action`; the rest comes with it."""
