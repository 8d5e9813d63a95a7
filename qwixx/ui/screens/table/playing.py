"""The game of a live table on this device: what others do comes in, what is done here goes out.

At the host's device the game is the table's own. At a guest's it is what the host tells, with what
the guest has done since.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qwixx.bots import BOTS
from qwixx.games.events import Decision
from qwixx.games.game import Game
from qwixx.games.live import commit_reveal, host_actions
from qwixx.games.live.protocol import GUEST, PEOPLE
from qwixx.rules.moves import Mark
from qwixx.rules.state import Phase
from qwixx.ui.model.effects import After, Effect, HangUp, Keep, Post, Save, WaitForShares
from qwixx.ui.model.play import Play
from qwixx.ui.model.settings import CURTAIN, HOLD
from qwixx.ui.model.table import OPPONENT, PERSON, Seat, Setup
from qwixx.ui.model.together import Together
from qwixx.ui.screens.game import update as game_screen
from qwixx.ui.screens.table import kept
from qwixx.ui.texts import table as telling

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.games.live.guest import Step as GuestStep
    from qwixx.games.live.host import Sent
    from qwixx.games.live.host import Step as HostStep
    from qwixx.ui.model import Model, Result
    from qwixx.ui.model.messages import Tap

HOST_PEER = 0
"""What a guest calls the one peer it has."""


def hosted(model: Model, screen: Together, step: HostStep) -> Result:
    """Show the table after something has happened at it, tell its guests, and keep it."""
    host, sent = step
    before = screen.host
    if host is before:
        shown = model if screen is model.screen else replace(model, screen=screen)
        return shown, posted(sent)
    screen, timed = _timed(replace(screen, host=host))
    shown, effects = follow(replace(model, screen=screen), screen)
    now = shown.screen
    changed = before is None or host.saved != before.saved
    kept_ = [kept.save(now)] if changed and isinstance(now, Together) else []
    return shown, [*kept_, *posted(sent), *timed, *effects]  # saved first: see `_timed`


def _timed(screen: Together) -> tuple[Together, list[Effect]]:
    """Limit the time that guests have for their shares, once all of them are connected.

    Guests pin what they are told of a start, so a reload must not change it: it is saved first.
    """
    host = screen.host
    if host is None or not host.awaited or host.wait == screen.wait:
        return screen, []
    if any(host.holders[seat].peer is None for seat in host.awaited):
        return screen, []  # after a reload all guests are invited again, one after the other
    return replace(screen, wait=host.wait), [WaitForShares(host.wait)]


def guested(model: Model, screen: Together, step: GuestStep) -> Result:
    """Show the table as a guest knows it now, tell the host what the guest has done."""
    guest, texts = step
    before = screen.guest
    screen = replace(screen, guest=guest)
    shown, effects = follow(replace(model, screen=screen), screen)
    now = shown.screen
    sent: list[Effect] = [Post(HOST_PEER, text) for text in texts]
    if not isinstance(now, Together) or now.guest is None or before is None:
        return shown, [*sent, *effects]
    same = now.guest.to_text() == before.to_text()
    return shown, [*([] if same else [kept.save(now)]), *sent, *effects]  # pinned, then answered


def posted(sent: Iterable[Sent]) -> list[Effect]:
    """Return the effects that send what the host tells, and close what is to be closed."""
    return [Post(one.peer, one.text) if one.text else HangUp(one.peer) for one in sent]


def follow(model: Model, screen: Together) -> Result:
    """Bring the game that is shown to where the table is, and let people and bots go on."""
    game, language = _told(screen), model.settings.language
    if game is None:
        if screen.play is None or _awaits_rematch(screen, screen.play):
            return model, []  # the end stays in sight until the next game begins
        # A guest has come to another table, whose game has not begun.
        return replace(model.timed(), screen=replace(screen, play=None, commit="", door=True)), []
    setup, elsewhere = _seating(screen, game)
    chairs = screen.chairs
    names = [telling.seat_name(language, chairs, seat) for seat in range(len(chairs))]
    game = _with_seed(screen, game.rename(names))
    play, commit = screen.play, _commit(screen)
    decided = _decided(screen)
    if play is None or commit != screen.commit or _has_moved(screen, play):
        ticket = model.session.ticket
        play = Play(game, setup, lot=True, slot=f"{ticket:x}", shown=screen.seat or 0)
        play = replace(play, elsewhere=elsewhere, decided=decided)
        waits = screen.host is not None and bool(screen.host.away)
        begun = replace(screen, play=play, commit=commit, door=waits, told="")
        shown = replace(model.lasting(ticket=ticket + 1), screen=begun)
        return _going(*game_screen.go_on_with_weights(shown))
    model = model.playing(setup=setup, elsewhere=elsewhere, decided=decided)
    over = play.game.state.phase is Phase.OVER and play.game.seed == game.seed
    if over or (game == play.game and setup == play.setup and elsewhere == play.elsewhere):
        return model, []
    back = len(game.events) < len(play.game.events)
    model = model if _keeps_plan(play, game, elsewhere) else model.playing(plan=None)
    shown, effects = _held_on(*game_screen.go_on(model, game, back=back), play.held)
    return _going(*_covered(shown, effects, play))


def _awaits_rematch(screen: Together, play: Play) -> bool:
    """Return whether the players of a finished game are about to begin another one."""
    return screen.is_starting and screen.over and len(screen.chairs) == len(play.game.names)


def _has_moved(screen: Together, play: Play) -> bool:
    """Tell whether a guest has come back to another seat, whose sheet it has not seen yet."""
    own = () if screen.seat is None else (screen.seat,)
    return screen.guest is not None and play.people != own


def _keeps_plan(play: Play, game: Game, elsewhere: tuple[int, ...]) -> bool:
    """Tell whether what is planned for the color step still is: others may take back what they do.

    It falls with the decision that was made for it, and with the seat.
    """
    state = game.state
    if state.active in elsewhere or state.turn != play.game.state.turn:
        return False
    return state.phase is not Phase.WHITE or state.decisions[state.active] is not None


def _covered(model: Model, effects: list[Effect], before: Play) -> Result:
    """Keep a sheet covered that is handed on, whatever others do meanwhile."""
    play = model.play
    if not before.curtain or play.curtain or not play.actor == play.shown == before.shown:
        return model, effects
    return model.playing(curtain=True), [*effects, After(CURTAIN, model.timer)]


def _held_on(model: Model, effects: list[Effect], held: Tap | None) -> Result:
    """Go on showing a cross that has not counted yet to who made it, whatever others do."""
    if held is None or held.player not in model.people:  # the seat may be a guest's again
        return model, effects
    if model.play.game.state.refusal(held.player, Mark.from_code(held.code)) is not None:
        return model, effects
    model = model.playing(held=held, shown=held.player, curtain=False)
    return model, [*effects, After(HOLD, model.timer)]


def acted(model: Model, result: Result) -> Result:
    """Take what was done here to the table.

    Args:
        model: the page before.
        result: the page afterwards, with what the browser is asked to do.
    """
    after, effects = result
    screen = after.screen
    if not isinstance(screen, Together) or screen.play is None:
        return after, effects
    game, before = screen.play.game, model.game
    if before is None or game.events == before.events or before.state.phase is Phase.OVER:
        return after, effects
    shown, more = send(after, screen, game)
    return shown, [*effects, *more]


def send(model: Model, screen: Together, game: Game) -> Result:
    """Tell the others of the game as it is here now."""
    game = game.without_undone()
    if screen.host is not None:
        return hosted(model, screen, host_actions.played(screen.host, game))
    if screen.guest is not None and screen.guest.game is not None:
        named = game.rename(screen.guest.game.names)
        return guested(model, screen, screen.guest.played(named))
    return model, []


def _going(model: Model, effects: list[Effect]) -> Result:
    """Go on from what a game has done by itself, a plan that was carried out."""
    screen = model.screen
    if not isinstance(screen, Together) or screen.play is None:
        return model, effects
    game, told = screen.play.game, _told(screen)
    if told is None or game.state.phase is Phase.OVER or game.events == told.events:
        return model, effects
    shown, more = send(model, screen, game)
    return shown, [*effects, *more]


def kept_once(model: Model, effects: Iterable[Effect]) -> Result:
    """Leave out what would keep a game by itself, and see that one that is over is kept once.

    A guest keeps it when its dice are known to be what the host says: then it has a seed. Who
    only watched has not played it.
    """
    screen = model.screen
    if not isinstance(screen, Together):
        return model, [*effects]
    slot = "" if screen.play is None else screen.play.slot
    others: list[Effect] = [one for one in effects if not _is_kept_here(one, slot)]
    archived = [one for one in others if isinstance(one, Keep) and one.store == "games"]
    if not archived:
        return model, others
    seeded = screen.host is not None or (screen.play is not None and screen.play.game.seed)
    if screen.seat is not None and seeded and screen.kept != screen.commit:
        screen = replace(screen, kept=screen.commit)
        return replace(model, screen=screen), [*others, kept.save(screen)]
    return model, [one for one in others if one not in archived]


def _is_kept_here(effect: Effect, slot: str) -> bool:
    """Tell whether an effect saves the game as this tab's alone: it is kept with its table."""
    return isinstance(effect, Save) and effect.key in (f"game:{slot}", f"over:{slot}")


def _told(screen: Together) -> Game | None:
    """Return the game as the table has it; None before it begins."""
    if screen.host is not None:
        return screen.host.game
    return None if screen.guest is None else screen.guest.game


def _commit(screen: Together) -> str:
    if screen.host is not None:
        return screen.host.commit(screen.host.round)
    return "" if screen.guest is None else screen.guest.pins.commit


def _decided(screen: Together) -> tuple[int, ...]:
    told = None if screen.guest is None else screen.guest.told
    return () if told is None else tuple(seat for seat in told.decided if seat != told.seat)


def _seating(screen: Together, game: Game) -> tuple[Setup, tuple[int, ...]]:
    """Return who plays, and which seats are held at other devices."""
    chairs, own = screen.chairs, screen.seat
    seats = tuple(
        Seat(PERSON if kind in PEOPLE or seat == own else _bot(kind), name)
        for seat, (kind, name, _away) in enumerate(chairs)
    )
    if screen.host is not None:
        elsewhere = tuple(n for n, (kind, _, _) in enumerate(chairs) if kind == GUEST)
    else:
        elsewhere = tuple(seat for seat in range(len(chairs)) if seat != own)
    return Setup(game.variant, seats).seated, elsewhere


def _bot(kind: str) -> str:
    """Return the name of a bot as this release knows it."""
    return kind if kind in BOTS else OPPONENT


def _with_seed(screen: Together, game: Game) -> Game:
    """Return a game that is over with the seed of its dice, once the host has told it."""
    guest = screen.guest
    told = None if guest is None else guest.told
    if (
        guest is None
        or told is None
        or guest.dice not in (commit_reveal.Verdict.FAIR, commit_reveal.Verdict.LATE)
    ):
        return game
    if guest.pins.terms is None or game.state.phase is not Phase.OVER:
        return game
    seed = commit_reveal.seed_of(guest.pins.terms, told.secret, told.nonces)
    whole = Game(game.variant, game.names, seed)
    for event in game.events:
        whole = (
            whole.play(event.player, event.move) if isinstance(event, Decision) else whole.roll()
        )
    return whole
