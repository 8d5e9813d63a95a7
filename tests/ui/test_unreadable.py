"""Room for what is saved, and what of it cannot be read: nothing is lost."""

from __future__ import annotations

import pytest

from qwixx.ui.model import Model
from qwixx.ui.model.effects import (
    DownloadText,
)
from qwixx.ui.model.messages import ControlUsed, PageOpened, SaveStatusChanged
from qwixx.ui.model.values import replace
from qwixx.ui.view import view
from tests.ui.fake import actions, after, catalog_of, effects_of, text_of, without_files
from tests.ui.tabs import Store, Tab, finish, start, store_with_room

# Room


def test_a_notice_comes_when_a_write_fails_and_goes_when_one_succeeds() -> None:
    store = store_with_room()
    tab = start(store, 11).act("roll")
    before = store.names()
    store.room = 0
    assert tab.act("pass").model.notices == ("no-room",)
    assert "no space" in text_of(view(tab.model))
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
    model = after(Model(), PageOpened(can_save=False, languages=("en",)))
    assert model.notices == ("cannot-save",)
    assert after(model, SaveStatusChanged(ok=False)).notices == ("cannot-save",)
    assert after(model, SaveStatusChanged(ok=True)).notices == ()


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
    assert effects_of(tab.model, ControlUsed("download")) == [
        DownloadText("qwixx-game.json", text)
    ]
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
    store.texts[f"qwixx:/:game:{tab.model.board.slot}"] = "torn"
    again = tab.again()
    assert again.model.notices == ("kept-aside",)
    assert store.names()["aside:1"] == "torn"


def test_all_that_was_put_aside_can_be_downloaded_later() -> None:
    store = store_with_room()
    tab = Tab(store).act("menu")
    assert "download" not in actions(tab.model)
    assert effects_of(tab.model, ControlUsed("download")) == []
    for text in ("torn", "worn"):
        store.texts["qwixx:/:game:1"] = text
        tab = Tab(store)
    store.texts["qwixx:/:aside:10"] = "tenth"
    tab = Tab(store).act("menu")
    assert tab.model.notices == ()
    assert {"download", "download:0", "download:1"} <= actions(tab.model)
    for action, text in (("download", "tenth"), ("download:0", "torn"), ("download:1", "worn")):
        assert effects_of(tab.model, ControlUsed(action)) == [
            DownloadText("qwixx-game.json", text)
        ]
    assert effects_of(tab.model, ControlUsed("download:9")) == []


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
    tab.send(ControlUsed("language", "he"))
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
    assert tab.model.board.slot == other.model.board.slot


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
