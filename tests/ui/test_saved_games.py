"""Test saved games: opening a page, reloading it, and sharing games with other tabs."""

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
    ControlUsed,
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
from qwixx.ui.screens.turns.model import TurnsScreen
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

# Opening a page


def test_saved_game_is_resumed() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll", "pass")
    other = Tab(store)
    assert (other.seed, other.events, other.model.notices) == (11, 2, ())
    assert (tab.reload().seed, tab.reload().events) == (11, 2)


def test_second_tab_starts_own_game_and_offers_first() -> None:
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
    assert second.press("resume").seed == 22  # the other direction
    # The first tab is unaffected.
    assert first.press("pass").events == 3
    assert first.model.notices == ()
    assert first.reload().seed == 11
    # A new tab opens the game played last.
    assert Tab(store).seed == 11


def test_start_screen_shows_state_of_other_game() -> None:
    """A saved game that has not been parsed yet is offered by a plain button, without a card."""
    store = large_storage()
    open_game(store, 11).press("roll", "pass", "pass", "pass")
    second = open_game(store, 22).press("roll", "new-game", "leave")
    (card,) = continue_cards(second.model)
    assert "Continue your game Classic, turn 2 " in text_of(card)
    assert "Player 1: \u2066−5" in text_of(card)
    assert [text_of(node) for node in continue_cards(second.reload().model)] == [text_of(card)]
    (in_german,) = continue_cards(model_after(second.model, ControlUsed("language", "de")))
    assert "Spieler 1: " in text_of(in_german)  # nobody typed a name
    # With only two saved games, each one offers the other.
    assert second.press("resume").seed == 11
    third = open_game(store, 33).press("roll", "resume")
    assert third.seed == 11
    (card,) = continue_cards(third.press("new-game", "leave").model)
    assert "turn 1 " in text_of(card)
    assert third.press("resume").seed == 33
    open_game(store, 44).press("roll")
    fourth = open_game(store, 55).press("roll", "resume", "new-game", "leave")
    assert continue_cards(fourth.model) == []
    assert "Resume another game" in text_of(view(fourth.model))


def test_home_control_saves_game_and_offers_it_first() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = open_game(store, 22).press("roll", "menu")
    assert "home" in page_actions(tab.model)
    assert "this game stays saved" in text_of(view(tab.model))
    tab.press("home")
    assert isinstance(tab.model.screen, StartScreen)
    (card,) = continue_cards(tab.model)
    assert "turn 1 " in text_of(card)
    assert tab.press("resume").seed == 22
    assert tab.reload().seed == 22
    empty = open_game(store, 33).press("menu")
    assert "stays saved" not in text_of(view(empty.model))
    assert len(empty.press("home").model.session.others) == 2
    finished = finish_game(open_game(store, 44)).press("menu", "home")
    assert isinstance(finished.model.screen, StartScreen)


def continue_cards(model: Model) -> list[Node]:
    """Return the cards that offer to resume a saved game."""
    return [
        node for node in walk(view(model)) if node.attributes.get("class") == "card saved-game"
    ]


def test_reload_resumes_own_game_despite_start_parameter() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    open_game(store, 22).press("roll")
    reloaded = tab.reload(start="1", seed="11", players="2", first="0")
    assert (reloaded.seed, reloaded.events, reloaded.model.notices) == (11, 1, ())


def test_embedded_page_resumes_last_game() -> None:
    store = large_storage()
    tab = Tab(store, embed="1", players="2", first="0", seed="5").press("roll")
    assert Tab(store, embed="1", players="2", first="0", seed="5").events == 1
    assert tab.press("new-game", "leave").reload(embed="1", players="2").events == 0


def test_finished_game_is_saved_but_not_resumed() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert [name.partition(":")[0] for name in store.texts_by_name()] == ["setup", "over"]
    new_tab = Tab(store)
    assert isinstance(new_tab.model.screen, StartScreen)
    assert new_tab.model.notices == ()
    # Only the finished game's own tab offers to resume it.
    reloaded = tab.reload()
    assert isinstance(reloaded.model.screen, StartScreen)
    assert reloaded.model.notices == ("last-over",)
    assert reloaded.press("resume").seed == 11
    restarted = tab.reload(start="1", seed="22", players="2", first="0")
    assert restarted.seed == 22
    assert restarted.model.notices == ("last-over",)
    restarted.press("new-game", "leave")
    # Going back in a finished game does not make it unfinished.
    at_earlier_event = tab.press("jump:3")
    assert at_earlier_event.model.game is not None
    assert at_earlier_event.model.game.state.phase is not Phase.OVER
    assert Tab(store).seed is None
    assert tab.reload().events == 3
    # Neither a rematch nor leaving removes the saved copy.
    tab.press("to-end", "rematch", "new-game", "leave")
    kinds = [name.partition(":")[0] for name in store.texts_by_name()]
    assert kinds.count("over") == 1
    assert "game" not in kinds
    assert isinstance(tab.reload().model.screen, StartScreen)
    finish_game(open_game(store, 33)).press("new-game")
    assert [name.partition(":")[0] for name in store.texts_by_name()].count("over") == 2


def test_finished_legacy_game_is_not_resumed() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert tab.model.game is not None
    text = storage.write_game(tab.model.game, tab.model.setup, "")
    store.texts = {"qwixx:game": text}
    assert isinstance(Tab(store).model.screen, StartScreen)
    assert store.texts_by_name() == {"over:0": text}


def test_new_tab_resumes_last_game_still_saved() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    open_game(store, 22).press("roll").press("new-game", "leave")
    assert Tab(store).seed == 11


def test_unplayed_games_are_not_offered_and_do_not_accumulate() -> None:
    store = large_storage()
    open_game(store, 11)
    assert open_game(store, 22).model.notices == ()
    assert Tab(store).seed == 22  # the last one is resumed
    Tab.opened_count += SLOTS_PER_DAY // 1000
    assert open_game(store, 33).model.notices == ()
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 1
    # Resuming another game removes an unplayed one.
    played = open_game(store, 44).press("roll")
    other = open_game(store, 55)
    other.press("resume")
    assert other.seed == 44
    assert other.model.session.others == ()
    assert played.model.board.slot == other.model.board.slot
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 2


def test_reload_stays_on_start_screen() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = open_game(store, 22).press("roll", "new-game", "leave")
    reloaded = tab.reload()
    assert isinstance(reloaded.model.screen, StartScreen)
    assert reloaded.press("menu").press("resume").seed == 11
    (reload,) = (
        effect
        for effect in effects_of(tab.model, UpdateActivated())
        if isinstance(effect, ReloadPage)
    )
    assert isinstance(Tab(store, tab_state=reload.tab_state).model.screen, StartScreen)


def test_resume_without_other_game_stays_on_start_screen() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll", "new-game", "leave")
    assert isinstance(tab.press("resume").model.screen, StartScreen)  # there is no other game


# Reloading a page


def tab_state_for_reload(tab: Tab) -> str:
    (reload,) = (
        effect
        for effect in effects_of(tab.model, UpdateActivated())
        if isinstance(effect, ReloadPage)
    )
    return reload.tab_state


def test_reload_keeps_game_without_storage() -> None:
    store = MemoryStorage(capacity=0)
    tab = open_game(store, 11).press("roll", "pass")
    tab_state = tab_state_for_reload(tab)
    assert Tab(store, tab_state=tab_state).events == 2
    store.capacity = 100_000
    assert Tab(store, tab_state=tab_state).events == 2
    assert sum(name.startswith("game:") for name in store.texts_by_name()) == 1
    # Older releases can read the same text.
    assert storage.parse_game(tab_state).game.seed == 11
    # This release reads the tab state of older ones.
    fields = json.loads(tab_state)
    del fields["slot"]
    assert Tab(large_storage(), tab_state=json.dumps(fields)).events == 2


def test_newer_save_wins_over_tab_state() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    tab_state = tab_state_for_reload(tab)
    tab.press("pass")
    assert Tab(store, tab_state=tab_state).events == 2


def test_update_keeps_finished_game_open() -> None:
    store = large_storage()
    tab = finish_game(open_game(store, 11))
    assert isinstance(Tab(store, tab_state=tab_state_for_reload(tab)).model.screen, GameScreen)


def test_tab_state_is_kept_until_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload that is interrupted while a catalog is loading loses nothing."""
    store = large_storage()
    tab = open_game(store, 11, lang="en").press("roll")
    tab_state = tab_state_for_reload(tab)
    page_opened = PageOpened(saved={}, tab_state=tab_state, languages=("cs",), next_slot=9)
    remove_installed_files(monkeypatch)
    loading, effects = update(Model(), page_opened)
    assert effects == [LoadCatalog("cs")]  # no other effects: the tab state is preserved
    assert model_after(loading, SlotChangedElsewhere("1", "x")).screen == LoadingScreen(
        page_opened
    )
    model, effects = update(loading, install_catalog("cs"))
    assert model.game is not None
    effect_types = [
        type(effect) for effect in effects if isinstance(effect, SaveText | SetTabSlot)
    ]
    assert effect_types == [SaveText, SetTabSlot]


@pytest.mark.parametrize("tab_state", ["{", "[" * 20_000, '{"slot":7}', '{"slot":"../x"}', "null"])
def test_unreadable_tab_state_is_quarantined(tab_state: str) -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    tab = Tab(store, tab_state=tab_state)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert tab.model.session.quarantined == (tab_state,)
    assert store.texts_by_name()["aside:1"] == tab_state


def test_tab_state_may_lack_game_and_slot() -> None:
    assert storage.parse_tab_state("{}") == storage.TabState() == storage.parse_tab_state("")
    assert storage.parse_tab_state(
        storage.write_tab_state(storage.TabState("a"))
    ) == storage.TabState("a")


# Two tabs, one game


def test_stale_tab_loads_newer_game_and_shows_notice() -> None:
    store = large_storage()
    current = open_game(store, 11).press("roll")
    stale = Tab(store)
    current.press("pass", "pass", "pass", "roll")
    stale.press("pass")  # before any storage event
    assert stale.events == current.events == 5
    assert stale.model.notices == ("moved-on",)
    assert "another tab" in text_of(view(stale.model))
    stale.press("pass")
    assert current.receive_storage_events().events == stale.events == 6
    assert current.model.notices == ("moved-on",)
    assert Tab(store).events == 6
    current.press("undo")
    assert stale.receive_storage_events().events == 5  # the newer game may have fewer events


def test_storage_event_moves_no_focus_and_writes_nothing() -> None:
    store = large_storage()
    current, stale = open_game(store, 11).press("roll"), Tab(store)
    current.press("pass")
    text = store.texts_by_name()[f"game:{current.model.board.slot}"]
    # The same game as another release might write it
    store.texts[f"qwixx:/:game:{current.model.board.slot}"] = text + " "
    store.written_keys.clear()
    effects = effects_of(stale.model, SlotChangedElsewhere(current.model.board.slot, text + " "))
    assert not [effect for effect in effects if isinstance(effect, FocusElement)]
    stale.receive_storage_events()
    assert stale.events == 2
    assert store.written_keys == []


def test_two_tabs_with_bots_finish_same_game() -> None:
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


def test_game_left_in_another_tab_continues() -> None:
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
    )  # the message is about another game


def test_leaving_in_stale_tab_keeps_newer_save() -> None:
    store = large_storage()
    current = open_game(store, 11).press("roll")
    stale = Tab(store)
    current.press("pass")
    stale.press("new-game", "leave")
    assert Tab(store).events == 2


def test_save_of_newer_release_is_kept_and_game_moves_to_new_slot() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    slot = tab.model.board.slot
    store.texts[f"qwixx:/:game:{slot}"] = "of tomorrow"
    tab.press("pass")
    assert tab.model.board.slot != slot
    assert store.texts_by_name()[f"game:{slot}"] == "of tomorrow"
    assert tab.reload().events == 2


def test_offered_game_may_be_missing_or_unreadable() -> None:
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


def test_storage_event_updates_game_below_lesson() -> None:
    store = large_storage()
    current = open_game(store, 11, bots="greedy").press("roll", "pass")
    learner = Tab(store).press("learn")
    current.send(TimerFired(current.model.session.timer))
    learner.receive_storage_events()
    assert isinstance(learner.model.screen, LessonScreen)
    learner.send(SaveStatusChanged(ok=False))
    assert (learner.model.notices, learner.model.below[-1].notices) == (
        ("no-room",),
        ("moved-on", "no-room"),
    )
    learner.press("leave-lesson")
    assert learner.events == current.events
    assert learner.model.notices == ("moved-on", "no-room")
    # Neither the event nor leaving the lesson changes the saved game.
    assert Tab(store).events == current.events


@pytest.mark.parametrize(
    ("opening", "variant", "shown"),
    [
        ("print", "connected-b", "connected-b"),
        ("design", "block:R7K2M9", "block:R7K2M9"),
        ("pad", "bonus-b", "bonus-b"),
        ("turns", "bonus-a", "bonus-a"),
        ("turns", "bonus-b", "classic"),
    ],
)
def test_url_opens_its_own_sheet_although_a_game_is_resumed(
    opening: str, variant: str, shown: str
) -> None:
    store = large_storage()
    open_game(store, 11).press("roll", "pass")
    screen = Tab(store, **{opening: "1"}, variant=variant).model.screen
    shown_variant = screen.shown_variant
    found = shown_variant.name if shown_variant else getattr(screen, "variant", "")
    assert found == shown
    if isinstance(screen, TurnsScreen):
        assert screen.status == ("turns-not-offered" if variant == "bonus-b" else "")
