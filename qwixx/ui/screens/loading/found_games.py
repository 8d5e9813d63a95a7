"""Loading: find the saved games, and the one to resume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model.effects import SaveText
from qwixx.ui.model.values import dataclass, replace

if TYPE_CHECKING:
    from qwixx.ui.model.messages import PageOpened
    from qwixx.ui.model.setup import SavedGame

_DAY = 24 * 60 * 60 * 1000 << 20  # the difference between tickets issued one day apart


@dataclass(frozen=True, slots=True)
class FoundGames:
    """Saved games found when the page opens.

    Args:
        slot: slot of the game to resume.
        game: the game to resume, or None.
        others: slots of other games to offer: the last played first, then from newest to oldest.
        offer: the first game of `others`; None if it was not parsed.
        is_own_finished: whether the tab's own game is finished, so `others` starts with it.
        unread: pairs of a key and an unreadable text; the key is "" for the tab state.
        tidied: effects that clean up storage by renaming or deleting entries.
    """

    slot: str
    game: SavedGame | None = None
    others: tuple[str, ...] = ()
    offer: SavedGame | None = None
    is_own_finished: bool = False
    unread: tuple[tuple[str, str], ...] = ()
    tidied: tuple[SaveText, ...] = ()


def find_saved_games(message: PageOpened, *, prefers_new_game: bool) -> FoundGames:
    """Find the saved games, and choose the one to resume.

    Args:
        message: how the page was opened.
        prefers_new_game: whether to start a new game unless this tab already has one.
    """
    unread: list[tuple[str, str]] = []
    try:
        state = storage.parse_tab_state(message.tab_state)
    except ValueError:
        state = storage.TabState()
        unread.append(("", message.tab_state))
    own = _game_of_tab(message, state)
    if own.game is None:
        others = _games_of_no_tab(
            message, own.slot, resumes_newest=state.slot is None and not prefers_new_game
        )
    else:
        others = _games_of_no_tab(message, own.slot, resumes_newest=False)
    chosen = own if others.game is None else others
    return FoundGames(
        chosen.slot,
        chosen.game,
        (*([own.slot] if own.is_own_finished else []), *others.others),
        None if own.is_own_finished else others.offer,
        own.is_own_finished,
        (*unread, *own.unread, *others.unread),
        others.tidied,
    )


def _game_of_tab(message: PageOpened, state: storage.TabState) -> FoundGames:
    """Return the game that this tab had before it was reloaded."""
    slot = state.slot or f"{message.next_slot:x}"
    finished, running = f"{storage.OVER}:{slot}", f"{storage.RUNNING}:{slot}"
    name = finished if finished in message.saved else running
    # The save may be newer than the copy in the tab state.
    text = message.saved.get(name, state.game)
    if not text:
        return FoundGames(slot)
    try:
        game = storage.parse_game(text)
    except ValueError:
        return FoundGames(slot, unread=((name if name in message.saved else "", text),))
    if game.game.state.phase is Phase.OVER and not state.game:
        return FoundGames(slot, is_own_finished=True)
    return FoundGames(slot, game)


def _games_of_no_tab(message: PageOpened, own_slot: str, *, resumes_newest: bool) -> FoundGames:
    """Return the unfinished games in all slots but this tab's, the last played first.

    Args:
        message: how the page was opened.
        own_slot: slot of the tab's own game, which is left out.
        resumes_newest: whether to resume the first of these games.
    """
    texts = {
        name.partition(":")[2]: text
        for name, text in message.saved.items()
        if name.startswith(f"{storage.RUNNING}:")
    }
    texts.pop(own_slot, None)
    newest = message.saved.get("newest", "")
    found = FoundGames("")

    def last_played_first(slot: str) -> tuple[bool, bool, int]:
        # A slot from the future comes last: the clock was wrong when its game began.
        started = int(slot, 16)
        return slot == newest, started <= message.next_slot, started

    for slot in sorted(texts, key=last_played_first, reverse=True):
        name, text = f"{storage.RUNNING}:{slot}", texts[slot]
        try:
            # Parsing replays the game, which takes time: parse only the first one.
            game = None if found.others or found.game else storage.parse_game(text)
            events = storage.count_events(text)
        except ValueError:
            found = replace(found, unread=(*found.unread, (name, text)))
            continue
        if game is not None and game.game.furthest.phase is Phase.OVER:  # from an older release
            found = replace(
                found, tidied=(*found.tidied, SaveText(f"{storage.OVER}:{slot}", text))
            )
        elif game is not None and resumes_newest:
            found = replace(found, slot=slot, game=game)
        elif events:
            offer = found.offer if found.others or game is None else game
            found = replace(found, others=(*found.others, slot), offer=offer)
        elif message.next_slot - int(slot, 16) > _DAY:
            found = replace(found, tidied=(*found.tidied, SaveText(name, "")))
    return found
