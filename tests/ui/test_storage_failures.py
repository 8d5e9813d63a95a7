"""Full storage and unreadable texts: no game is lost."""

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

# Full storage


def test_notice_appears_after_failed_write_and_goes_after_success() -> None:
    storage = large_storage()
    tab = open_game(storage, 11).press("roll")
    before = storage.texts_by_name()
    storage.capacity = 0
    assert tab.press("pass").model.notices == ("no-room",)
    assert "no space" in text_of(view(tab.model))
    assert storage.texts_by_name() == before
    storage.capacity = 100_000
    assert tab.press("pass").model.notices == ()
    assert Tab(storage).events == 3
    storage.capacity = 0
    tab.press("pass", "dismiss")
    assert tab.press("roll").model.notices == ()  # the notice was dismissed


def test_full_storage_hides_and_destroys_no_game() -> None:
    storage = large_storage()
    open_game(storage, 11).press("roll")
    before = storage.texts_by_name()
    storage.capacity = 0
    tab = Tab(storage)
    assert (tab.seed, tab.events) == (11, 1)
    assert tab.model.notices == ("no-room",)
    fresh = open_game(storage, 22)
    assert (fresh.seed, fresh.model.notices) == (22, ("no-room", "earlier"))
    assert storage.texts_by_name() == before


def test_notice_stays_if_saving_is_impossible() -> None:
    model = model_after(Model(), PageOpened(can_save=False, languages=("en",)))
    assert model.notices == ("cannot-save",)
    assert model_after(model, SaveStatusChanged(ok=False)).notices == ("cannot-save",)
    assert model_after(model, SaveStatusChanged(ok=True)).notices == ()


# Unreadable texts

UNREADABLE_SAVES = [
    "null",
    "{",
    '{"game":1}',
    '{"game":"{}","setup":"{}","query":""}',
    "[" * 10**5,
]
UNREADABLE_SAVES += ['{"game":"[]","setup":"{}","query":""}']


@pytest.mark.parametrize("text", UNREADABLE_SAVES)
@pytest.mark.parametrize("parameters", [{}, {"start": "1"}, {"embed": "1"}], ids=str)
def test_unreadable_save_is_quarantined(text: str, parameters: dict[str, str]) -> None:
    storage = MemoryStorage(capacity=500_000)
    storage.texts = {"qwixx:/:game:1": text}
    tab = Tab(storage, **parameters)
    assert (tab.model.game is not None) == bool(parameters)
    assert tab.model.notices == ("kept-aside",)
    assert "couldn’t be read" in text_of(view(tab.model))
    assert storage.texts_by_name()["aside:1"] == text
    assert "game:1" not in storage.texts_by_name()
    assert effects_of(tab.model, ControlUsed("download")) == [
        DownloadText("qwixx-game.json", text)
    ]
    assert tab.press("dismiss").model.notices == ()


def test_older_game_is_resumed_if_newest_is_unreadable() -> None:
    storage = large_storage()
    good = open_game(storage, 11).press("roll")
    storage.texts["qwixx:/:game:ffffff"] = "torn"
    storage.texts["qwixx:/:newest"] = "ffffff"
    tab = Tab(storage)
    assert tab.seed == 11
    assert tab.model.notices == ("kept-aside",)
    assert good.reload().model.notices == ()


def test_unreadable_game_of_own_tab_is_quarantined() -> None:
    storage = large_storage()
    tab = open_game(storage, 11).press("roll")
    storage.texts[f"qwixx:/:game:{tab.model.board.slot}"] = "torn"
    again = tab.reload()
    assert again.model.notices == ("kept-aside",)
    assert storage.texts_by_name()["aside:1"] == "torn"


def test_quarantined_texts_can_be_downloaded_later() -> None:
    storage = large_storage()
    tab = Tab(storage).press("menu")
    assert "download" not in page_actions(tab.model)
    assert effects_of(tab.model, ControlUsed("download")) == []
    for text in ("torn", "worn"):
        storage.texts["qwixx:/:game:1"] = text
        tab = Tab(storage)
    storage.texts["qwixx:/:aside:10"] = "tenth"
    tab = Tab(storage).press("menu")
    assert tab.model.notices == ()
    assert {"download", "download:0", "download:1"} <= page_actions(tab.model)
    for action, text in (("download", "tenth"), ("download:0", "torn"), ("download:1", "worn")):
        assert effects_of(tab.model, ControlUsed(action)) == [
            DownloadText("qwixx-game.json", text)
        ]
    assert effects_of(tab.model, ControlUsed("download:9")) == []


@pytest.mark.parametrize("name", ["settings", "setup"])
@pytest.mark.parametrize("text", ["{", "[" * 10**4, "null"])
def test_unreadable_choices_are_quarantined(name: str, text: str) -> None:
    storage = large_storage()
    storage.texts[f"qwixx:/:{name}"] = text
    tab = Tab(storage)
    assert tab.model.notices == ("unread-choices",)
    assert storage.texts_by_name() == {"aside:1": text}
    assert Tab(storage).model.notices == ()


def test_lesson_can_be_opened_while_catalog_is_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language changes once its catalog has loaded, in the lesson and after it."""
    tab = Tab(large_storage())
    remove_installed_files(monkeypatch)
    tab.send(ControlUsed("language", "he"))
    tab.press("learn")
    assert tab.model.session.loading == "he"
    before_catalog = replace(tab.model)
    tab.send(install_catalog("he"))
    assert tab.model.settings.language == "he"
    assert not tab.model.session.loading
    tab.press("leave-lesson")
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")
    # The same happens if the player leaves the lesson before the catalog has loaded.
    tab.model = before_catalog
    tab.press("leave-lesson")
    tab.send(install_catalog("he"))
    assert (tab.model.settings.language, tab.model.session.loading) == ("he", "")


def test_resumed_game_does_not_offer_finished_game() -> None:
    storage = large_storage()
    other = open_game(storage, 11).press("roll")
    tab = finish_game(open_game(storage, 22))
    assert tab.press("menu", "resume").seed == 11
    assert tab.model.session.others == ()
    assert tab.model.board.slot == other.model.board.slot


def test_unreadable_game_among_others_is_quarantined() -> None:
    """A game is replayed only when it is resumed, but its text is checked when the page opens."""
    storage = large_storage()
    open_game(storage, 11).press("roll")
    open_game(storage, 22).press("roll")
    open_game(storage, 33).press("roll")
    (slot, *_rest) = (
        name for name, text in storage.texts_by_name().items() if '\\"seed\\":11' in text
    )
    storage.texts[f"qwixx:/:{slot}"] = '{"game":"{}","setup":"{}","query":""}'
    tab = Tab(storage)
    assert tab.seed == 33
    assert tab.model.notices == ("kept-aside",)
    assert len(tab.model.session.others) == 1


def test_empty_texts_are_ignored() -> None:
    storage = large_storage()
    storage.texts = {"qwixx:/:game:1": "", "qwixx:/:setup": ""}
    assert Tab(storage).model.notices == ()
