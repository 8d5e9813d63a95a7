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
from tests.ui.browser_tabs import MemoryStorage, Tab, finish_game, large_storage, open_game
from tests.ui.fake_page import (
    effects_of,
    install_catalog,
    model_after,
    page_actions,
    remove_installed_files,
    text_of,
)

# Room


def test_a_notice_comes_when_a_write_fails_and_goes_when_one_succeeds() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    before = store.texts_by_name()
    store.capacity = 0
    assert tab.press("pass").model.notices == ("no-room",)
    assert "no space" in text_of(view(tab.model))
    assert store.texts_by_name() == before
    store.capacity = 100_000
    assert tab.press("pass").model.notices == ()
    assert Tab(store).events == 3
    store.capacity = 0
    tab.press("pass", "dismiss")
    assert tab.press("roll").model.notices == ()  # it has been told


def test_a_full_storage_hides_and_destroys_nothing() -> None:
    store = large_storage()
    open_game(store, 11).press("roll")
    before = store.texts_by_name()
    store.capacity = 0
    tab = Tab(store)
    assert (tab.seed, tab.events) == (11, 1)
    assert tab.model.notices == ("no-room",)
    fresh = open_game(store, 22)
    assert (fresh.seed, fresh.model.notices) == (22, ("no-room", "earlier"))
    assert store.texts_by_name() == before


def test_nothing_can_be_saved() -> None:
    model = model_after(Model(), PageOpened(can_save=False, languages=("en",)))
    assert model.notices == ("cannot-save",)
    assert model_after(model, SaveStatusChanged(ok=False)).notices == ("cannot-save",)
    assert model_after(model, SaveStatusChanged(ok=True)).notices == ()


# What cannot be read

TORN = ["null", "{", '{"game":1}', '{"game":"{}","setup":"{}","query":""}', "[" * 10**5]
TORN += ['{"game":"[]","setup":"{}","query":""}']


@pytest.mark.parametrize("text", TORN)
@pytest.mark.parametrize("begin", [{}, {"start": "1"}, {"embed": "1"}], ids=str)
def test_a_save_that_cannot_be_read_is_kept(text: str, begin: dict[str, str]) -> None:
    store = MemoryStorage(capacity=500_000)
    store.texts = {"qwixx:/:game:1": text}
    tab = Tab(store, **begin)
    assert (tab.model.game is not None) == bool(begin)
    assert tab.model.notices == ("kept-aside",)
    assert "couldn't be read" in text_of(view(tab.model))
    assert store.texts_by_name()["aside:1"] == text
    assert "game:1" not in store.texts_by_name()
    assert effects_of(tab.model, ControlUsed("download")) == [
        DownloadText("qwixx-game.json", text)
    ]
    assert tab.press("dismiss").model.notices == ()


def test_a_game_behind_one_that_cannot_be_read_goes_on() -> None:
    store = large_storage()
    good = open_game(store, 11).press("roll")
    store.texts["qwixx:/:game:ffffff"] = "torn"
    store.texts["qwixx:/:newest"] = "ffffff"
    tab = Tab(store)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert good.reload().model.notices == ()


def test_the_tabs_own_game_that_cannot_be_read_is_put_aside() -> None:
    store = large_storage()
    tab = open_game(store, 11).press("roll")
    store.texts[f"qwixx:/:game:{tab.model.board.slot}"] = "torn"
    again = tab.reload()
    assert again.model.notices == ("kept-aside",)
    assert store.texts_by_name()["aside:1"] == "torn"


def test_all_that_was_put_aside_can_be_downloaded_later() -> None:
    store = large_storage()
    tab = Tab(store).press("menu")
    assert "download" not in page_actions(tab.model)
    assert effects_of(tab.model, ControlUsed("download")) == []
    for text in ("torn", "worn"):
        store.texts["qwixx:/:game:1"] = text
        tab = Tab(store)
    store.texts["qwixx:/:aside:10"] = "tenth"
    tab = Tab(store).press("menu")
    assert tab.model.notices == ()
    assert {"download", "download:0", "download:1"} <= page_actions(tab.model)
    for action, text in (("download", "tenth"), ("download:0", "torn"), ("download:1", "worn")):
        assert effects_of(tab.model, ControlUsed(action)) == [
            DownloadText("qwixx-game.json", text)
        ]
    assert effects_of(tab.model, ControlUsed("download:9")) == []


@pytest.mark.parametrize("name", ["settings", "setup"])
@pytest.mark.parametrize("text", ["{", "[" * 10**4, "null"])
def test_choices_that_cannot_be_read_are_kept_aside(name: str, text: str) -> None:
    store = large_storage()
    store.texts[f"qwixx:/:{name}"] = text
    tab = Tab(store)
    assert tab.model.notices == ("unread-choices",)
    assert store.texts_by_name() == {"aside:1": text}
    assert Tab(store).model.notices == ()


def test_a_language_and_a_lesson_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn is pressed before the catalogue has come that was asked for."""
    tab = Tab(large_storage())
    remove_installed_files(monkeypatch)
    tab.send(ControlUsed("language", "he"))
    tab.press("learn")
    assert tab.model.session.loading == "he"
    left = replace(tab.model)
    tab.send(install_catalog("he"))
    assert tab.model.settings.language == "he"
    assert not tab.model.session.loading
    tab.press("leave-lesson")
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")
    # And if the lesson is left before it comes.
    tab.model = left
    tab.press("leave-lesson")
    tab.send(install_catalog("he"))
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")


def test_a_finished_game_is_not_offered_again_by_the_one_that_is_shown_instead() -> None:
    store = large_storage()
    other = open_game(store, 11).press("roll")
    tab = finish_game(open_game(store, 22))
    assert tab.press("menu", "resume").seed == 11
    assert tab.model.session.others == ()
    assert tab.model.board.slot == other.model.board.slot


def test_a_second_game_that_cannot_be_read_is_put_aside_too() -> None:
    """It is not replayed before it is wanted, but its text is looked at."""
    store = large_storage()
    open_game(store, 11).press("roll")
    open_game(store, 22).press("roll")
    open_game(store, 33).press("roll")
    (slot, *_rest) = (
        name for name, text in store.texts_by_name().items() if '\\"seed\\":11' in text
    )
    store.texts[f"qwixx:/:{slot}"] = '{"game":"{}","setup":"{}","query":""}'
    tab = Tab(store)
    assert tab.seed == 33
    assert tab.model.notices == ("kept-aside",)
    assert len(tab.model.session.others) == 1


def test_an_empty_text_is_nothing() -> None:
    store = large_storage()
    store.texts = {"qwixx:/:game:1": "", "qwixx:/:setup": ""}
    assert Tab(store).model.notices == ()
