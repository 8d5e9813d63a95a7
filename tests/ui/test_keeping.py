"""Saved games: which one a page opens with, what goes along, and what other tabs do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    FocusElement,
    LoadCatalog,
    ReloadPage,
    SaveText,
    SetTabSlot,
)
from qwixx.ui.model.messages import (
    PageOpened,
    SaveStatusChanged,
    SlotChangedElsewhere,
    TimerFired,
    UpdateActivated,
)
from qwixx.ui.model.start import StartScreen
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.lesson.model import LessonScreen
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.browser_tabs import (
    SLOTS_PER_DAY,
    MemoryStorage,
    Tab,
    finish_game,
    large_storage,
    open_game,
)
from tests.ui.fake_page import (
    effects_of,
    install_catalog,
    model_after,
    page_actions,
    remove_installed_files,
    text_of,
    walk,
)

if TYPE_CHECKING:
    from qwixx.ui.parts.html import Node

# Which game a page opens with


def test_a_game_goes_on_where_it_was() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll", "pass")
    other = Tab(store)
    assert (other.seed, other.events, other.model.notices) == (11, 2, ())
    assert (tab.reload().seed, tab.reload().events) == (11, 2)


def test_a_second_tab_starts_at_once_and_the_first_game_is_kept_and_offered() -> None:
    store = large_storage()
    first = open_game(store, 11).press("roll", "pass")
    second = open_game(store, 22).press("roll")
    assert (second.seed, second.model.notices) == (22, ("earlier",))
    assert "Your earlier game is still saved." in text_of(view(second.model))
    assert "resume" in page_actions(second.model)
    assert second.press("resume").seed == 11
    assert second.events == 2
    assert second.model.notices == ()
    assert "resume" not in page_actions(second.model)
    second.press("menu")
    assert "resume" in page_actions(second.model)
    assert second.press("resume").seed == 22  # and back again
    # The first tab has gone on as if nothing had been.
    assert first.press("pass").events == 3
    assert first.model.notices == ()
    assert first.reload().seed == 11
    # The one that was played last is the one that a new tab shows.
    assert Tab(store).seed == 11


def test_the_start_screen_shows_how_the_other_game_stands() -> None:
    """On whichever way one has come there; of games that were not looked at it shows none."""
    store = large_storage()
    open_game(store, 11).press("roll", "pass", "pass", "pass")
    second = open_game(store, 22).press("roll", "new-game", "leave")
    (card,) = cards(second.model)
    assert "Continue your game Classic, turn 2 " in text_of(card)
    assert "Player 1: \u2066−5" in text_of(card)
    assert [text_of(each) for each in cards(second.reload().model)] == [text_of(card)]
    # Whoever went to the other game finds the first one there, if there is no third.
    assert second.press("resume").seed == 11
    third = open_game(store, 33).press("roll", "resume")
    assert third.seed == 11
    (card,) = cards(third.press("new-game", "leave").model)
    assert "turn 1 " in text_of(card)
    assert third.press("resume").seed == 33
    open_game(store, 44).press("roll")
    fourth = open_game(store, 55).press("roll", "resume", "new-game", "leave")
    assert cards(fourth.model) == []
    assert "Another saved game" in text_of(view(fourth.model))


def test_the_way_home_keeps_the_game_and_offers_it_first() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = open_game(store, 22).press("roll", "menu")
    assert "home" in page_actions(tab.model)
    assert "this game stays saved" in text_of(view(tab.model))
    tab.press("home")
    assert isinstance(tab.model.screen, StartScreen)
    (card,) = cards(tab.model)
    assert "turn 1 " in text_of(card)
    assert tab.press("resume").seed == 22
    assert tab.reload().seed == 22
    empty = open_game(store, 33).press("menu")
    assert "stays saved" not in text_of(view(empty.model))
    assert len(empty.press("home").model.session.others) == 2
    over = finish_game(open_game(store, 44)).press("menu", "home")
    assert isinstance(over.model.screen, StartScreen)


def cards(model: Model) -> list[Node]:
    """Return the card that leads to another game."""
    return [node for node in walk(view(model)) if node.attributes.get("class") == "card continue"]


def test_the_tabs_own_game_goes_on_even_if_the_address_says_start() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    open_game(store, 22).press("roll")
    again = tab.reload(start="1", seed="11", players="2", first="0")
    assert (again.seed, again.events, again.model.notices) == (11, 1, ())


def test_in_another_page_the_last_game_goes_on() -> None:
    store = large_storage()
    tab = Tab(store, embed="1", players="2", first="0", seed="5").press("roll")
    assert Tab(store, embed="1", players="2", first="0", seed="5").events == 1
    assert tab.press("new-game", "leave").reload(embed="1", players="2").events == 0


def test_a_game_that_is_over_is_kept_and_not_resumed() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert [name.partition(":")[0] for name in store.texts_by_name()] == ["setup", "over"]
    plain = Tab(store)
    assert isinstance(plain.model.screen, StartScreen)
    assert plain.model.notices == ()
    # In its own tab the way back is shown.
    again = tab.reload()
    assert isinstance(again.model.screen, StartScreen)
    assert again.model.notices == ("last-over",)
    assert again.press("resume").seed == 11
    anew = tab.reload(start="1", seed="22", players="2", first="0")
    assert anew.seed == 22
    assert anew.model.notices == ("last-over",)
    anew.press("new-game", "leave")
    # Who looks back at it does not play it again.
    look = tab.press("jump:3")
    assert look.model.game is not None
    assert look.model.game.state.phase is not Phase.OVER
    assert Tab(store).seed is None
    assert tab.reload().events == 3
    # A rematch and leaving do not forget it.
    tab.press("to-end", "rematch", "new-game", "leave")
    kinds = [name.partition(":")[0] for name in store.texts_by_name()]
    assert kinds.count("over") == 1
    assert "game" not in kinds
    assert isinstance(tab.reload().model.screen, StartScreen)
    finish_game(open_game(store, 33)).press("new-game")
    assert [name.partition(":")[0] for name in store.texts_by_name()].count("over") == 2


def test_a_game_that_an_older_version_saved_at_its_end_is_not_resumed() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert tab.model.game is not None
    text = storage.write_game(tab.model.game, tab.model.setup, "")
    store.texts = {"qwixx:game": text}
    assert isinstance(Tab(store).model.screen, StartScreen)
    assert store.texts_by_name() == {"over:0": text}


def test_without_a_mark_the_last_game_goes_on() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    open_game(store, 22).press("roll").press("new-game", "leave")
    assert Tab(store).seed == 11


def test_games_in_which_nothing_was_played_are_not_offered_and_do_not_pile_up() -> None:
    store = large_storage()
    open_game(store, 11)
    assert open_game(store, 22).model.notices == ()
    assert Tab(store).seed == 22  # but the last one goes on
    Tab.opened_count += SLOTS_PER_DAY // 1000
    assert open_game(store, 33).model.notices == ()
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 1
    # Whoever goes to another game leaves none behind.
    played = open_game(store, 44).press("roll")
    other = open_game(store, 55)
    other.press("resume")
    assert other.seed == 44
    assert other.model.session.others == ()
    assert played.model.board.slot == other.model.board.slot
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 2


def test_whoever_was_at_the_start_stays_there() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = open_game(store, 22).press("roll", "new-game", "leave")
    again = tab.reload()
    assert isinstance(again.model.screen, StartScreen)
    assert again.press("menu").press("resume").seed == 11
    (reload,) = (e for e in effects_of(tab.model, UpdateActivated()) if isinstance(e, ReloadPage))
    assert isinstance(Tab(store, tab_state=reload.tab_state).model.screen, StartScreen)


def test_the_start_screen_leads_to_a_game_that_is_offered_and_no_further() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll", "new-game", "leave")
    assert isinstance(tab.press("resume").model.screen, StartScreen)  # there is none


# The page is loaded anew


def reload_of(tab: Tab) -> str:
    (reload,) = (e for e in effects_of(tab.model, UpdateActivated()) if isinstance(e, ReloadPage))
    return reload.tab_state


def test_a_reload_takes_the_tabs_own_game_along_even_if_nothing_can_be_saved() -> None:
    store = MemoryStorage(capacity=0)
    tab = open_game(store, 11).press("roll", "pass")
    place = reload_of(tab)
    assert Tab(store, tab_state=place).events == 2
    store.capacity = 100_000
    assert Tab(store, tab_state=place).events == 2
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 1
    # Older versions read the same text.
    assert storage.parse_game(place).game.seed == 11
    # And the page that replaces an older one reads what that has left.
    fields = json.loads(place)
    del fields["slot"]
    assert Tab(large_storage(), tab_state=json.dumps(fields)).events == 2


def test_after_a_reload_what_was_saved_since_is_newer() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    place = reload_of(tab)
    tab.press("pass")
    assert Tab(store, tab_state=place).events == 2


def test_a_game_that_is_over_goes_along_when_the_page_is_replaced() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert isinstance(Tab(store, tab_state=reload_of(tab)).model.screen, GameScreen)


def test_the_place_is_held_until_the_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload that is interrupted while the catalogue is on its way loses nothing."""
    store = large_storage()
    tab = open_game(store, 11, lang="en").press("roll")
    place = reload_of(tab)
    begin = PageOpened(saved={}, tab_state=place, languages=("cs",), next_slot=9)
    remove_installed_files(monkeypatch)
    waiting, effects = update(Model(), begin)
    assert effects == [LoadCatalog("cs")]  # and nothing else: what the tab holds stays
    assert model_after(waiting, SlotChangedElsewhere("1", "x")).screen == LoadingScreen(begin)
    model, effects = update(waiting, install_catalog("cs"))
    assert model.game is not None
    kinds = [type(effect) for effect in effects if isinstance(effect, SaveText | SetTabSlot)]
    assert kinds == [SaveText, SetTabSlot]


@pytest.mark.parametrize("place", ["{", "[" * 20_000, '{"slot":7}', '{"slot":"../x"}', "null"])
def test_a_place_that_cannot_be_read_is_kept_aside(place: str) -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = Tab(store, tab_state=place)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert tab.model.session.quarantined == (place,)
    assert store.texts_by_name()["aside:1"] == place


def test_a_place_without_a_game_or_a_slot_says_nothing() -> None:
    assert storage.parse_tab_state("{}") == storage.TabState() == storage.parse_tab_state("")
    assert storage.parse_tab_state(
        storage.write_tab_state(storage.TabState("a"))
    ) == storage.TabState("a")


# Two tabs, one game


def test_a_stale_tab_takes_the_newer_position_over_and_says_so() -> None:
    store = large_storage()
    ahead = open_game(store, 11).press("roll")
    stale = Tab(store)
    ahead.press("pass", "pass", "pass", "roll")
    stale.press("pass")  # it has heard nothing yet
    assert stale.events == ahead.events == 5
    assert stale.model.notices == ("moved-on",)
    assert "another tab" in text_of(view(stale.model))
    stale.press("pass")
    assert ahead.receive_storage_events().events == stale.events == 6
    assert ahead.model.notices == ("moved-on",)
    assert Tab(store).events == 6
    ahead.press("undo")
    assert stale.receive_storage_events().events == 5  # newer is not longer


def test_a_tab_that_hears_takes_no_focus_and_writes_nothing() -> None:
    store = large_storage()
    ahead, stale = open_game(store, 11).press("roll"), Tab(store)
    ahead.press("pass")
    text = store.texts_by_name()[f"game:{ahead.model.board.slot}"]
    # As another version would have written it.
    store.texts[f"qwixx:/:game:{ahead.model.board.slot}"] = text + " "
    store.written_keys.clear()
    effects = effects_of(stale.model, SlotChangedElsewhere(ahead.model.board.slot, text + " "))
    assert not [effect for effect in effects if isinstance(effect, FocusElement)]
    stale.receive_storage_events()
    assert stale.events == 2
    assert store.written_keys == []


def test_two_tabs_with_bots_come_to_the_same_end() -> None:
    store = large_storage()
    tabs = [open_game(store, 11, bots="greedy").press("roll", "pass")]
    tabs.append(Tab(store))
    for _ in range(40):
        for tab in tabs:
            tab.receive_storage_events()
            if tab.model.board.is_local_bot_next:
                tab.send(TimerFired(tab.model.session.timer))
            elif tab.model.game and tab.model.game.state.phase is Phase.ROLL:
                tab.press("roll")
            else:
                tab.press("pass")
    first, second = (tab.receive_storage_events().model.game for tab in tabs)
    assert first is not None
    assert second is not None
    assert first.to_json() == second.to_json()


def test_a_game_that_another_tab_leaves_goes_on_here() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    other = Tab(store)
    other.press("new-game", "leave")
    tab.send(SlotChangedElsewhere(tab.model.board.slot, ""))
    assert tab.model.notices == ("left-elsewhere",)
    assert tab.events == 1
    tab.press("pass")
    assert Tab(store).events == 2
    assert tab.send(SlotChangedElsewhere("abc", "")).model.notices == (
        "left-elsewhere",
    )  # another game


def test_leaving_in_a_stale_tab_removes_nothing() -> None:
    store = large_storage()
    ahead = open_game(store, 11).press("roll")
    stale = Tab(store)
    ahead.press("pass")
    stale.press("new-game", "leave")
    assert Tab(store).events == 2


def test_what_a_newer_version_has_written_into_the_slot_is_kept_and_so_is_this() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    slot = tab.model.board.slot
    store.texts[f"qwixx:/:game:{slot}"] = "of tomorrow"
    tab.press("pass")
    assert tab.model.board.slot != slot
    assert store.texts_by_name()[f"game:{slot}"] == "of tomorrow"
    assert tab.reload().events == 2


def test_a_game_that_was_offered_may_be_gone_or_unreadable() -> None:
    store = large_storage()
    first = open_game(store, 11).press("roll")
    second = open_game(store, 22).press("roll")
    del store.texts[f"qwixx:/:game:{first.model.board.slot}"]
    assert second.press("resume").model.notices == ("gone",)
    assert second.seed == 22
    third = open_game(store, 33).press("roll")
    store.texts[f"qwixx:/:game:{second.model.board.slot}"] = "torn"
    assert third.press("resume").model.notices == ("kept-aside",)
    assert third.seed == 33
    assert store.texts_by_name()["aside:1"] == "torn"
    assert f"game:{second.model.board.slot}" not in store.texts_by_name()


def test_in_a_lesson_it_is_the_game_behind_it_that_moves_on() -> None:
    store = large_storage()
    ahead = open_game(store, 11, bots="greedy").press("roll", "pass")
    learner = Tab(store).press("learn")
    ahead.send(TimerFired(ahead.model.session.timer))
    learner.receive_storage_events()
    assert isinstance(learner.model.screen, LessonScreen)
    learner.send(SaveStatusChanged(ok=False))
    assert (learner.model.notices, learner.model.below[-1].notices) == (
        ("no-room",),
        ("moved-on", "no-room"),
    )
    learner.press("leave-lesson")
    assert learner.events == ahead.events
    assert learner.model.notices == ("moved-on", "no-room")
    # Nor does that count as a step of the game that is the lesson's.
    assert Tab(store).events == ahead.events
