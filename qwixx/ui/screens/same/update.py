"""A game with the same dice in the model: how it opens and closes, who takes which message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.games.same_dice.game import SameDice
from qwixx.games.written.join_code import SEEDS, Deal, DealError
from qwixx.rules.dice import next_seed
from qwixx.ui.model import (
    KEYS,
    TABLE,
    Dialog,
    Learning,
    Model,
    Overlay,
    Result,
    notify,
    set_aside,
)
from qwixx.ui.model.effects import Address, Effect, Focus
from qwixx.ui.model.grid import WAYS, beside
from qwixx.ui.model.messages import Act, Encoded, Moved, Press, Reviewed, Tap, Tick, Weights
from qwixx.ui.model.same import SLOT, UNHEARD, Heard, Same
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.history import replaying
from qwixx.ui.screens.same import kept
from qwixx.ui.screens.same.door import CHOICES, encoded
from qwixx.ui.screens.same.hearing import HEARING, hear
from qwixx.ui.screens.same.touching import TOUCHES, keep_game, save, tap

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwixx.games.archive.archived_game import Entry
    from qwixx.ui.address import TableAsked
    from qwixx.ui.model.messages import FoundSame, Message
    from qwixx.ui.screens.same.kept import Kept


# How it opens and closes


def found(model: Model, message: FoundSame) -> Result:
    """Show what was saved, or the door to a new table, or what a link leads to."""
    text, screen = message.text, model.screen
    if isinstance(screen, Same) and screen.game is not None and not screen.looked_at:
        # Where nothing can be saved it is here only.
        text = kept.write(screen.game, screen.name, model.session.query)
    return show(model, text, fragment=message.fragment, arrived=bool(message.fragment))


def show(
    model: Model,
    text: str,
    asked: TableAsked | None = None,
    *,
    fragment: str = "",
    arrived: bool = False,
) -> Result:
    """Show a game that goes on, or the door to a table.

    Args:
        model: the model.
        text: what was saved, as `kept.write` has it.
        asked: what the address asks for; None if it does not.
        fragment: what stands after "#" in it; "" if that leads to no table.
        arrived: whether the page was opened with it.
    """
    effects: list[Effect] = []
    try:
        saved = kept.read(text)
    except ValueError:
        model, effects = set_aside(model, [(SLOT, text)])
        saved = kept.Kept()
    if fragment.startswith(TABLE):
        shown, more = _follow(model, saved, fragment, arrived=arrived)
    else:
        game = saved.game
        loaded_anew = arrived and saved.is_open and saved.query == model.session.query
        if game is not None and (loaded_anew or not game.state.over):
            shown, more = _game(model, saved, game, arrived=arrived)
        else:
            named = saved if asked is None or not asked.name else saved.but(name=asked.name)
            shown, more = _door(model, named, _fresh(model, saved, asked), arrived=arrived)
    return shown, [*effects, *more]


def show_again(model: Model, text: str) -> Result | None:
    """Show the game that was saved if it lies open; else None."""
    try:
        saved = kept.read(text)
    except ValueError:
        return None  # it is told of when somebody wants the table
    game = saved.game if saved.is_open else None
    return None if game is None else _game(model, saved, game)


def _follow(model: Model, saved: Kept, fragment: str, *, arrived: bool) -> Result:
    """Go where a link leads: to a table, or with a result to the table at which one sits."""
    try:
        said = kept.read_link(fragment)
    except DealError as error:
        shown, effects = _door(model, saved, _fresh(model, saved, None), arrived=arrived)
        return _told(shown, Heard("fault", why=error.why)), effects
    game = saved.game
    if game is not None and (said.result or game.deal == said.deal):
        shown, effects = _game(model, saved, game, arrived=arrived)
        if said.result and isinstance(shown.screen, Same):  # of another table it is refused
            shown, more = hear(shown, shown.screen, game, said, -1)
            effects = [*effects, *more]
        return shown, effects
    return _door(model, saved, said.deal, ours=False, arrived=arrived)


def _told(model: Model, told: Heard) -> Model:
    screen = model.screen
    return replace(model, screen=replace(screen, told=told)) if isinstance(screen, Same) else model


def _fresh(model: Model, saved: Kept, asked: TableAsked | None) -> Deal:
    """Return a new table, as asked for; what is not is as before."""
    like = saved.game.deal if saved.game else None
    variant = (asked and asked.variant) or (like.variant if like else model.setup.variant)
    players = (asked and asked.players) or (like.players if like else 2)
    return Deal(variant, variant.nearest_count(players), model.session.seed % SEEDS)


def _behind(model: Model) -> Model:
    back = model.screen.back if isinstance(model.screen, Same | Learning) else model
    return replace(back, over=Overlay(), notices=())


def _door(
    model: Model, saved: Kept, deal: Deal, *, ours: bool = True, arrived: bool = False
) -> Result:
    game = saved.game
    other = game if game is not None and not game.is_complete else None
    screen = Same(_behind(model), deal, other=other, ours=ours, name=saved.name, arrived=arrived)
    model = model.lasting(seed=next_seed(model.session.seed))
    return replace(model.timed(), screen=screen, over=Overlay()), [Focus("main")]


def _game(model: Model, saved: Kept, game: SameDice, *, arrived: bool = False) -> Result:
    told = Heard("kept") if game.can_undo and not game.state.over else UNHEARD
    screen = Same(_behind(model), game.deal, game, name=saved.name, arrived=arrived, told=told)
    shown = replace(model.timed(), screen=replace(screen, seat=game.seat), over=Overlay())
    # Whoever closed the page as the game ended was quicker than the browser's database.
    missed = [keep_game(game)] if game.state.over else []
    opened = [] if saved.is_open else [save(shown, screen)]
    return shown, [*missed, *opened, Focus("main")]


def look_at(model: Model, entry: Entry) -> Result:
    """Look at one of the games that were played."""
    try:
        game = SameDice.from_json(entry.same)
    except ValueError:
        return notify(model, "bad-game"), []
    screen = Same(replace(model, over=Overlay()), game.deal, game, looked_at=True)
    return replace(model.timed(), screen=screen, over=Overlay()), [Focus("main")]


def leave(model: Model) -> Result:
    """Go back to what there was before; the game is kept."""
    screen = model.screen
    if not isinstance(screen, Same):
        return model, []
    if screen.invites:
        return replace(model, screen=replace(screen, invites=False, wanted="", code=None)), []
    played = screen.game is not None and not screen.looked_at
    left = [save(model, screen, is_open=False)] if played else []
    came, effects = game_screen.come_back(model, screen.back)
    came, more = replaying.resume(came)
    back = Focus('[data-action="same-dice"], [data-action="menu"], main')
    return came, [*left, *effects, *more, Address(), back]


# What happens on it


def in_same(
    model: Model, screen: Same, message: Message, update: Callable[[Model, Message], Result]
) -> Result:
    """Take a message while a game with the same dice is shown, or the door to one."""
    if isinstance(message, Act):
        return _act(model, screen, message) or update(model, message)
    if isinstance(message, Tap):
        return tap(model, screen, message)
    if isinstance(message, Moved):
        return _moved(model, screen, message)
    if isinstance(message, Encoded):
        return encoded(model, screen, message)
    if isinstance(message, Press):
        return _press(model, screen, message) or update(model, message)
    if isinstance(message, Weights):
        return game_screen.weigh_below(model, screen, message), []
    return (model, []) if isinstance(message, Tick | Reviewed) else update(model, message)


def _moved(model: Model, screen: Same, message: Moved) -> Result:
    """Show what was touched in another tab."""
    try:
        saved = kept.read(message.text)
    except ValueError:
        return model, []
    if saved.game is None or screen.looked_at:
        return model, []
    if screen.game is None:
        return replace(model, screen=replace(screen, other=saved.game)), []
    there = replace(screen, game=saved.game, deal=saved.game.deal, told=UNHEARD, going=False)
    return replace(model, screen=there), []


def _act(model: Model, screen: Same, act: Act) -> Result | None:
    """Do what a control does; None if it is none of this screen."""
    name, _, rest = act.action.partition(":")
    if name == "leave-same":
        return leave(model)
    if name == "invite" and screen.game is not None:
        turned = replace(screen, invites=not screen.invites, wanted="", code=None, told=UNHEARD)
        return replace(model, screen=turned), [Focus("main")]
    if name == "copied" and model.dialog is not Dialog.NONE:
        return None
    done = Act(rest, act.value, act.at)
    if name in CHOICES:
        return CHOICES[name](model, screen, done)
    of_game = TOUCHES.get(name) or HEARING.get(name)
    if of_game is None:
        return None
    if screen.game is None or screen.looked_at:
        return model, []
    return of_game(model, screen, screen.game, done)


def _press(model: Model, screen: Same, message: Press) -> Result | None:
    """Do what a key stands for; None if it stands for nothing here."""
    if model.dialog is not Dialog.NONE or screen.game is None or screen.invites:
        return None
    if message.cell and message.key in WAYS:
        mark = beside(screen.deal.variant, message.cell, message.key)
        cell = f'[data-player="{message.sheet}"] [data-cell="{mark.code}"]'
        return replace(model, screen=replace(screen, focus=mark)), [Focus(cell)]
    if message.key == "Escape" and screen.going:
        return _act(model, screen, Act("where"))
    action = KEYS.get(message.command, "")
    if action == "roll" and screen.game.state.ends_here:
        action = "finish"
    known = action in ("undo", "redo") or (action in ("roll", "finish") and not screen.over)
    return _act(model, screen, Act(action, at=message.at)) if known else None
