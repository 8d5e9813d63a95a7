"""Saved games: which one a page opens with, what other tabs do, and what cannot be read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from qwixx.rules.state import Phase
from qwixx.ui import storage
from qwixx.ui.browser.shelf import Shelf
from qwixx.ui.model import Learning, Model, Opening, Start
from qwixx.ui.model.effects import (
    Download,
    Effect,
    Focus,
    Hold,
    Load,
    Recall,
    Reload,
    Save,
    SetAside,
)
from qwixx.ui.model.messages import Act, Begin, Moved, Recalled, Replaced, Tick, Written
from qwixx.ui.model.play import Play
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake import actions, after, catalog_of, effects_of, text_of, without_files
from tests.ui.test_shelf import Store

DAY = 24 * 60 * 60 * 1000 << 20


class Tab:
    """A page in a browser whose storage it shares with others."""

    tabs = 0

    def __init__(self, store: Store, *, place: str = "", **parameters: str) -> None:
        Tab.tabs += 1
        parameters = {"speed": "instant", **parameters}  # nobody waits for anybody
        self.shelf = Shelf(store, "/")
        self.store = store
        self.place = place
        self.told: list[str] = []
        self.works = self.shelf.has_room()
        self.model = Model()
        try:
            own = storage.read_place(place).slot or ""
        except ValueError:
            own = ""
        self.send(
            Begin(
                parameters=parameters,
                saved=self.shelf.read(own),
                place=place,
                languages=("en",),
                has_room=self.works,
                ticket=1000 * Tab.tabs,
            )
        )

    def send(self, *messages: object) -> Tab:
        for message in messages:
            self.model, effects = update(self.model, message)  # type: ignore[arg-type]
            for effect in effects:
                self.do(effect)
        return self

    def act(self, *actions: str) -> Tab:
        return self.send(*map(Act, actions))

    def do(self, effect: Effect) -> None:
        """Do as the browser's page.py does."""
        if isinstance(effect, Save):
            try:
                newer = self.shelf.write(effect.key, effect.text)
            except OSError:
                newer, works = "", False
            else:
                works = self.shelf.wrote or self.works
            if works is not self.works:
                self.works = works
                self.send(Written(works))
            if newer:
                self.send(Moved(effect.key.partition(":")[2], newer))
        elif isinstance(effect, SetAside):
            self.shelf.set_aside(effect.key, effect.text)
        elif isinstance(effect, Recall):
            self.send(Recalled(effect.slot, self.shelf.look(effect.slot)))
        elif isinstance(effect, Hold):
            self.place = storage.write_place(storage.Place(effect.slot))

    def hear(self) -> Tab:
        """Hear all that others have written."""
        for key in [*self.store.texts]:
            for slot, text in self.shelf.heard(key).items():
                self.send(Moved(slot, text))
        return self

    def again(self, **parameters: str) -> Tab:
        """The same tab, loaded anew."""
        return Tab(self.store, place=self.place, **parameters)

    @property
    def events(self) -> int:
        assert self.model.game is not None
        return len(self.model.game.events)

    @property
    def seed(self) -> int | None:
        return self.model.game.seed if self.model.game else None


def start(store: Store, seed: int, **parameters: str) -> Tab:
    return Tab(store, start="1", seed=str(seed), players="2", first="0", **parameters)


def store_with_room() -> Store:
    return Store(room=100_000)


def finish(tab: Tab) -> Tab:
    """Pass until the fourth penalty."""
    for _ in range(7):
        tab.act("roll", "pass", "pass", "pass")
    assert tab.model.game is not None
    assert tab.model.game.state.phase is Phase.OVER
    return tab


# Which game a page opens with


def test_a_game_goes_on_where_it_was() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll", "pass")
    other = Tab(store)
    assert (other.seed, other.events, other.model.notices) == (11, 2, ())
    assert (tab.again().seed, tab.again().events) == (11, 2)


def test_a_second_tab_starts_at_once_and_the_first_game_is_kept_and_offered() -> None:
    store = store_with_room()
    first = start(store, 11).act("roll", "pass")
    second = start(store, 22).act("roll")
    assert (second.seed, second.model.notices) == (22, ("earlier",))
    assert "Your earlier game is still saved." in text_of(view(second.model))
    assert "resume" in actions(second.model)
    assert second.act("resume").seed == 11
    assert second.events == 2
    assert second.model.notices == ()
    assert "resume" not in actions(second.model)
    second.act("menu")
    assert "resume" in actions(second.model)
    assert second.act("resume").seed == 22  # and back again
    # The first tab has gone on as if nothing had been.
    assert first.act("pass").events == 3
    assert first.model.notices == ()
    assert first.again().seed == 11
    # The one that was played last is the one that a new tab shows.
    assert Tab(store).seed == 11


def test_the_tabs_own_game_goes_on_even_if_the_address_says_start() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    start(store, 22).act("roll")
    again = tab.again(start="1", seed="11", players="2", first="0")
    assert (again.seed, again.events, again.model.notices) == (11, 1, ())


def test_in_another_page_the_last_game_goes_on() -> None:
    store = store_with_room()
    tab = Tab(store, embed="1", players="2", first="0", seed="5").act("roll")
    assert Tab(store, embed="1", players="2", first="0", seed="5").events == 1
    assert tab.act("new-game", "leave").again(embed="1", players="2").events == 0


def test_a_game_that_is_over_is_kept_and_not_resumed() -> None:
    store = store_with_room()
    tab = finish(start(store, 11))
    assert [name.partition(":")[0] for name in store.names()] == ["setup", "over"]
    plain = Tab(store)
    assert isinstance(plain.model.screen, Start)
    assert plain.model.notices == ()
    # In its own tab the way back is shown.
    again = tab.again()
    assert isinstance(again.model.screen, Start)
    assert again.model.notices == ("last-over",)
    assert again.act("resume").seed == 11
    anew = tab.again(start="1", seed="22", players="2", first="0")
    assert anew.seed == 22
    assert anew.model.notices == ("last-over",)
    anew.act("new-game", "leave")
    # Who looks back at it does not play it again.
    look = tab.act("jump:3")
    assert look.model.game is not None
    assert look.model.game.state.phase is not Phase.OVER
    assert Tab(store).seed is None
    assert tab.again().events == 3
    # A rematch and leaving do not forget it.
    tab.act("to-end", "rematch", "new-game", "leave")
    kinds = [name.partition(":")[0] for name in store.names()]
    assert kinds.count("over") == 1
    assert "game" not in kinds
    assert isinstance(tab.again().model.screen, Start)
    finish(start(store, 33)).act("new-game")
    assert [name.partition(":")[0] for name in store.names()].count("over") == 2


def test_a_game_that_an_older_version_saved_at_its_end_is_not_resumed() -> None:
    store = store_with_room()
    tab = finish(start(store, 11))
    assert tab.model.game is not None
    text = storage.write_game(tab.model.game, tab.model.setup, "")
    store.texts = {"qwixx:game": text}
    assert isinstance(Tab(store).model.screen, Start)
    assert store.names() == {"over:0": text}


def test_without_a_mark_the_last_game_goes_on() -> None:
    store = store_with_room()
    start(store, 11).act("roll")
    start(store, 22).act("roll").act("new-game", "leave")
    assert Tab(store).seed == 11


def test_games_in_which_nothing_was_played_are_not_offered_and_do_not_pile_up() -> None:
    store = store_with_room()
    start(store, 11)
    assert start(store, 22).model.notices == ()
    assert Tab(store).seed == 22  # but the last one goes on
    Tab.tabs += DAY // 1000
    assert start(store, 33).model.notices == ()
    assert sum(name.startswith("game:") for name in store.names()) == 1
    # Whoever goes to another game leaves none behind.
    played = start(store, 44).act("roll")
    other = start(store, 55)
    other.act("resume")
    assert other.seed == 44
    assert other.model.session.others == ()
    assert played.model.play.slot == other.model.play.slot
    assert sum(name.startswith("game:") for name in store.names()) == 2


def test_whoever_was_at_the_start_stays_there() -> None:
    store = store_with_room()
    start(store, 11).act("roll")
    tab = start(store, 22).act("roll", "new-game", "leave")
    again = tab.again()
    assert isinstance(again.model.screen, Start)
    assert again.act("menu").act("resume").seed == 11
    (reload,) = (e for e in effects_of(tab.model, Replaced()) if isinstance(e, Reload))
    assert isinstance(Tab(store, place=reload.place).model.screen, Start)


def test_the_start_screen_leads_to_a_game_that_is_offered_and_no_further() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll", "new-game", "leave")
    assert isinstance(tab.act("resume").model.screen, Start)  # there is none


# The page is loaded anew


def reload_of(tab: Tab) -> str:
    (reload,) = (e for e in effects_of(tab.model, Replaced()) if isinstance(e, Reload))
    return reload.place


def test_a_reload_takes_the_tabs_own_game_along_even_if_nothing_can_be_saved() -> None:
    store = Store(room=0)
    tab = start(store, 11).act("roll", "pass")
    place = reload_of(tab)
    assert Tab(store, place=place).events == 2
    store.room = 100_000
    assert Tab(store, place=place).events == 2
    assert sum(name.startswith("game:") for name in store.names()) == 1
    # Older versions read the same text.
    assert storage.read_game(place).game.seed == 11
    # And the page that replaces an older one reads what that has left.
    fields = json.loads(place)
    del fields["slot"]
    assert Tab(store_with_room(), place=json.dumps(fields)).events == 2


def test_after_a_reload_what_was_saved_since_is_newer() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    place = reload_of(tab)
    tab.act("pass")
    assert Tab(store, place=place).events == 2


def test_a_game_that_is_over_goes_along_when_the_page_is_replaced() -> None:
    store = store_with_room()
    tab = finish(start(store, 11))
    assert isinstance(Tab(store, place=reload_of(tab)).model.screen, Play)


def test_the_place_is_held_until_the_game_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reload that is interrupted while the catalogue is on its way loses nothing."""
    store = store_with_room()
    tab = start(store, 11, lang="en").act("roll")
    place = reload_of(tab)
    begin = Begin(saved={}, place=place, languages=("cs",), ticket=9)
    without_files(monkeypatch)
    waiting, effects = update(Model(), begin)
    assert effects == [Load("cs")]  # and nothing else: what the tab holds stays
    assert after(waiting, Moved("1", "x")).screen == Opening(begin)
    model, effects = update(waiting, catalog_of("cs"))
    assert model.game is not None
    kinds = [type(effect) for effect in effects if isinstance(effect, Save | Hold)]
    assert kinds == [Save, Hold]


@pytest.mark.parametrize("place", ["{", "[" * 20_000, '{"slot":7}', '{"slot":"../x"}', "null"])
def test_a_place_that_cannot_be_read_is_kept_aside(place: str) -> None:
    store = store_with_room()
    start(store, 11).act("roll")
    tab = Tab(store, place=place)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert tab.model.session.kept_aside == (place,)
    assert store.names()["aside:1"] == place


def test_a_place_without_a_game_or_a_slot_says_nothing() -> None:
    assert storage.read_place("{}") == storage.Place() == storage.read_place("")
    assert storage.read_place(storage.write_place(storage.Place("a"))) == storage.Place("a")


# Two tabs, one game


def test_a_stale_tab_takes_the_newer_position_over_and_says_so() -> None:
    store = store_with_room()
    ahead = start(store, 11).act("roll")
    stale = Tab(store)
    ahead.act("pass", "pass", "pass", "roll")
    stale.act("pass")  # it has heard nothing yet
    assert stale.events == ahead.events == 5
    assert stale.model.notices == ("moved-on",)
    assert "another tab" in text_of(view(stale.model))
    stale.act("pass")
    assert ahead.hear().events == stale.events == 6
    assert ahead.model.notices == ("moved-on",)
    assert Tab(store).events == 6
    ahead.act("undo")
    assert stale.hear().events == 5  # newer is not longer


def test_a_tab_that_hears_takes_no_focus_and_writes_nothing() -> None:
    store = store_with_room()
    ahead, stale = start(store, 11).act("roll"), Tab(store)
    ahead.act("pass")
    text = store.names()[f"game:{ahead.model.play.slot}"]
    # As another version would have written it.
    store.texts[f"qwixx:/:game:{ahead.model.play.slot}"] = text + " "
    store.log.clear()
    effects = effects_of(stale.model, Moved(ahead.model.play.slot, text + " "))
    assert not [effect for effect in effects if isinstance(effect, Focus)]
    stale.hear()
    assert stale.events == 2
    assert store.log == []


def test_two_tabs_with_bots_come_to_the_same_end() -> None:
    store = store_with_room()
    tabs = [start(store, 11, bots="greedy").act("roll", "pass")]
    tabs.append(Tab(store))
    for _ in range(40):
        for tab in tabs:
            tab.hear()
            if tab.model.play.waiting:
                tab.send(Tick(tab.model.session.timer))
            elif tab.model.game and tab.model.game.state.phase is Phase.ROLL:
                tab.act("roll")
            else:
                tab.act("pass")
    first, second = (tab.hear().model.game for tab in tabs)
    assert first is not None
    assert second is not None
    assert first.to_json() == second.to_json()


def test_a_game_that_another_tab_leaves_goes_on_here() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    other = Tab(store)
    other.act("new-game", "leave")
    tab.send(Moved(tab.model.play.slot, ""))
    assert tab.model.notices == ("left-elsewhere",)
    assert tab.events == 1
    tab.act("pass")
    assert Tab(store).events == 2
    assert tab.send(Moved("abc", "")).model.notices == ("left-elsewhere",)  # another game


def test_leaving_in_a_stale_tab_removes_nothing() -> None:
    store = store_with_room()
    ahead = start(store, 11).act("roll")
    stale = Tab(store)
    ahead.act("pass")
    stale.act("new-game", "leave")
    assert Tab(store).events == 2


def test_what_a_newer_version_has_written_into_the_slot_is_kept_and_so_is_this() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    slot = tab.model.play.slot
    store.texts[f"qwixx:/:game:{slot}"] = "of tomorrow"
    tab.act("pass")
    assert tab.model.play.slot != slot
    assert store.names()[f"game:{slot}"] == "of tomorrow"
    assert tab.again().events == 2


def test_a_game_that_was_offered_may_be_gone_or_unreadable() -> None:
    store = store_with_room()
    first = start(store, 11).act("roll")
    second = start(store, 22).act("roll")
    del store.texts[f"qwixx:/:game:{first.model.play.slot}"]
    assert second.act("resume").model.notices == ("gone",)
    assert second.seed == 22
    third = start(store, 33).act("roll")
    store.texts[f"qwixx:/:game:{second.model.play.slot}"] = "torn"
    assert third.act("resume").model.notices == ("kept-aside",)
    assert third.seed == 33
    assert store.names()["aside:1"] == "torn"
    assert f"game:{second.model.play.slot}" not in store.names()


def test_in_a_lesson_it_is_the_game_behind_it_that_moves_on() -> None:
    store = store_with_room()
    ahead = start(store, 11, bots="greedy").act("roll", "pass")
    learner = Tab(store).act("learn")
    ahead.send(Tick(ahead.model.session.timer))
    learner.hear()
    assert isinstance(learner.model.screen, Learning)
    learner.send(Written(done=False))
    assert (learner.model.notices, learner.model.screen.back.notices) == (
        ("no-room",),
        ("moved-on", "no-room"),
    )
    learner.act("leave-lesson")
    assert learner.events == ahead.events
    assert learner.model.notices == ("moved-on", "no-room")
    # Nor does that count as a step of the game that is the lesson's.
    assert Tab(store).events == ahead.events


# Room


def test_a_notice_comes_when_a_write_fails_and_goes_when_one_succeeds() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    before = store.names()
    store.room = 0
    assert tab.act("pass").model.notices == ("no-room",)
    assert "no room" in text_of(view(tab.model))
    assert store.names() == before
    store.room = 100_000
    assert tab.act("pass").model.notices == ()
    assert Tab(store).events == 3
    store.room = 0
    tab.act("pass", "dismiss")
    assert tab.act("roll").model.notices == ()  # it has been told


def test_a_full_storage_hides_and_destroys_nothing() -> None:
    store = store_with_room()
    start(store, 11).act("roll")
    before = store.names()
    store.room = 0
    tab = Tab(store)
    assert (tab.seed, tab.events) == (11, 1)
    assert tab.model.notices == ("no-room",)
    fresh = start(store, 22)
    assert (fresh.seed, fresh.model.notices) == (22, ("no-room", "earlier"))
    assert store.names() == before


def test_nothing_can_be_saved() -> None:
    model = after(Model(), Begin(can_save=False, languages=("en",)))
    assert model.notices == ("cannot-save",)
    assert after(model, Written(done=False)).notices == ("cannot-save",)
    assert after(model, Written(done=True)).notices == ()


# What cannot be read

TORN = ["null", "{", '{"game":1}', '{"game":"{}","setup":"{}","query":""}', "[" * 10**5]
TORN += ['{"game":"[]","setup":"{}","query":""}']


@pytest.mark.parametrize("text", TORN)
@pytest.mark.parametrize("begin", [{}, {"start": "1"}, {"embed": "1"}], ids=str)
def test_a_save_that_cannot_be_read_is_kept(text: str, begin: dict[str, str]) -> None:
    store = Store(room=500_000)
    store.texts = {"qwixx:/:game:1": text}
    tab = Tab(store, **begin)
    assert (tab.model.game is not None) == bool(begin)
    assert tab.model.notices == ("kept-aside",)
    assert "couldn't be read" in text_of(view(tab.model))
    assert store.names()["aside:1"] == text
    assert "game:1" not in store.names()
    assert effects_of(tab.model, Act("download")) == [Download("qwixx-game.json", text)]
    assert tab.act("dismiss").model.notices == ()


def test_a_game_behind_one_that_cannot_be_read_goes_on() -> None:
    store = store_with_room()
    good = start(store, 11).act("roll")
    store.texts["qwixx:/:game:ffffff"] = "torn"
    store.texts["qwixx:/:newest"] = "ffffff"
    tab = Tab(store)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert good.again().model.notices == ()


def test_the_tabs_own_game_that_cannot_be_read_is_put_aside() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    store.texts[f"qwixx:/:game:{tab.model.play.slot}"] = "torn"
    again = tab.again()
    assert again.model.notices == ("kept-aside",)
    assert store.names()["aside:1"] == "torn"


def test_all_that_was_put_aside_can_be_downloaded_later() -> None:
    store = store_with_room()
    tab = Tab(store).act("menu")
    assert "download" not in actions(tab.model)
    assert effects_of(tab.model, Act("download")) == []
    for text in ("torn", "worn"):
        store.texts["qwixx:/:game:1"] = text
        tab = Tab(store)
    store.texts["qwixx:/:aside:10"] = "tenth"
    tab = Tab(store).act("menu")
    assert tab.model.notices == ()
    assert {"download", "download:0", "download:1"} <= actions(tab.model)
    for action, text in (("download", "tenth"), ("download:0", "torn"), ("download:1", "worn")):
        assert effects_of(tab.model, Act(action)) == [Download("qwixx-game.json", text)]
    assert effects_of(tab.model, Act("download:9")) == []


@pytest.mark.parametrize("name", ["settings", "setup"])
@pytest.mark.parametrize("text", ["{", "[" * 10**4, "null"])
def test_choices_that_cannot_be_read_are_kept_aside(name: str, text: str) -> None:
    store = store_with_room()
    store.texts[f"qwixx:/:{name}"] = text
    tab = Tab(store)
    assert tab.model.notices == ("unread-choices",)
    assert store.names() == {"aside:1": text}
    assert Tab(store).model.notices == ()


def test_a_language_and_a_lesson_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn is pressed before the catalogue has come that was asked for."""
    tab = Tab(store_with_room())
    without_files(monkeypatch)
    tab.send(Act("language", "he"))
    tab.act("learn")
    assert tab.model.session.loading == "he"
    left = replace(tab.model)
    tab.send(catalog_of("he"))
    assert tab.model.settings.language == "he"
    assert not tab.model.session.loading
    tab.act("leave-lesson")
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")
    # And if the lesson is left before it comes.
    tab.model = left
    tab.act("leave-lesson")
    tab.send(catalog_of("he"))
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")


def test_a_finished_game_is_not_offered_again_by_the_one_that_is_shown_instead() -> None:
    store = store_with_room()
    other = start(store, 11).act("roll")
    tab = finish(start(store, 22))
    assert tab.act("menu", "resume").seed == 11
    assert tab.model.session.others == ()
    assert tab.model.play.slot == other.model.play.slot


def test_a_second_game_that_cannot_be_read_is_put_aside_too() -> None:
    """It is not replayed before it is wanted, but its text is looked at."""
    store = store_with_room()
    start(store, 11).act("roll")
    start(store, 22).act("roll")
    start(store, 33).act("roll")
    (slot, *_rest) = (name for name, text in store.names().items() if '\\"seed\\":11' in text)
    store.texts[f"qwixx:/:{slot}"] = '{"game":"{}","setup":"{}","query":""}'
    tab = Tab(store)
    assert tab.seed == 33
    assert tab.model.notices == ("kept-aside",)
    assert len(tab.model.session.others) == 1


def test_an_empty_text_is_nothing() -> None:
    store = store_with_room()
    store.texts = {"qwixx:/:game:1": "", "qwixx:/:setup": ""}
    assert Tab(store).model.notices == ()
