"""Catalogues and weights come when they come: whatever is pressed meanwhile, the page goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.rules.state import Phase
from qwixx.ui.model import KEYS, Model
from qwixx.ui.model.board import NEXT
from qwixx.ui.model.effects import (
    Effect,
    LoadCatalog,
    LoadWeights,
    ReloadPage,
    SaveText,
    StartTimer,
)
from qwixx.ui.model.messages import (
    CatalogLoaded,
    ControlUsed,
    KeyPressed,
    Message,
    PageOpened,
    SlotChangedElsewhere,
    TimerFired,
    UpdateActivated,
    UpdateReady,
    WeightsLoaded,
)
from qwixx.ui.screens.loading.model import LoadingScreen
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.ui.fake_page import (
    control_messages,
    install_catalog,
    install_weights,
    remove_installed_files,
    render_html,
)
from tests.ui.screen_lookup import find_lesson, get_lesson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEED = 5


class Page:
    """A page without files: it remembers what it has asked for, and which timers run."""

    def __init__(self, **parameters: str) -> None:
        self.model = Model()
        self.coming: list[LoadCatalog | LoadWeights] = []
        self.timers: list[int] = []
        self.send(PageOpened(parameters=parameters, languages=("en",), seed=SEED))

    def send(self, *messages: Message) -> Page:
        for message in messages:
            if isinstance(message, TimerFired) and message.timer_id in self.timers:
                self.timers.remove(message.timer_id)
            self.model, effects = update(self.model, message)
            self.heed(effects)
            self.check()
        return self

    def heed(self, effects: list[Effect]) -> None:
        self.coming += [
            effect for effect in effects if isinstance(effect, LoadCatalog | LoadWeights)
        ]
        self.timers += [effect.timer_id for effect in effects if isinstance(effect, StartTimer)]

    def come(self, *, done: bool) -> Page:
        """Let what was asked for first come, or fail to."""
        effect = self.coming.pop(0)
        if isinstance(effect, LoadCatalog):
            there = (
                install_catalog(effect.language)
                if done
                else CatalogLoaded(effect.language, ok=False)
            )
            return self.send(there)
        return self.send(
            install_weights(effect.name) if done else WeightsLoaded(effect.name, ok=False)
        )

    def copy(self) -> Page:
        page = object.__new__(Page)
        page.model, page.coming, page.timers = self.model, [*self.coming], [*self.timers]
        return page

    def check(self) -> None:
        """Check that the page can be shown, and waits for nothing that will not come."""
        model = self.model
        if isinstance(model.screen, LoadingScreen):
            assert self.coming
            return
        assert render_html(view(model))
        loading = [each.language for each in self.coming if isinstance(each, LoadCatalog)]
        assert not model.session.loading or model.session.loading in loading
        if model.game is None:
            return
        board, fetching = model.board, any(isinstance(each, LoadWeights) for each in self.coming)
        reads = find_lesson(model) is not None and get_lesson(model).expected_step == NEXT
        runs = model.timer in self.timers
        assert fetching or not board.weights_requested
        assert fetching or runs or not board.after_weights
        if (
            (board.is_local_bot_next and not board.weights_requested and not reads)
            or board.is_covered
            or board.tentative_tap
        ):
            assert runs

    def everything(self) -> Iterator[Message]:
        """Return all that can be pressed, and what comes by itself."""
        yield from control_messages(view(self.model))
        yield from map(KeyPressed, KEYS)
        yield from map(TimerFired, dict.fromkeys(self.timers))


def over(page: Page) -> Page:
    """Let both people pass until the game is over."""
    while page.model.game is not None and page.model.game.state.phase is not Phase.OVER:
        rolls = page.model.game.state.phase is Phase.ROLL
        page.send(ControlUsed("roll" if rolls else "pass"))
    return page


TWO = {"start": "1", "players": "2", "first": "0", "speed": "instant"}
CALM = {"start": "1", "bots": "hard", "first": "1", "speed": "calm"}
PAGES: dict[str, Callable[[], Page]] = {
    "language at the start": lambda: Page().send(ControlUsed("language", "cs")),
    "language in a menu": lambda: Page(**TWO).send(
        ControlUsed("menu"), ControlUsed("language", "he")
    ),
    "bot": lambda: Page(**CALM),
    "bot, with no wait": lambda: Page(**CALM | {"speed": "instant"}),
    "bot behind a lesson": lambda: Page(**CALM).send(
        ControlUsed("learn"), ControlUsed("language", "de")
    ),
    "hint": lambda: Page(**TWO).send(ControlUsed("roll"), ControlUsed("hint")),
    "chances": lambda: Page(**TWO).send(
        ControlUsed("roll"), ControlUsed("menu"), ControlUsed("chances", "shown")
    ),
    "review": lambda: over(Page(**TWO)).send(ControlUsed("review")),
}
"""Pages that wait for a file, by what it is for."""


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("name", PAGES)
def test_everything_is_pressed_while_a_file_is_on_its_way(
    name: str, *, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_installed_files(monkeypatch)
    waiting = PAGES[name]()
    assert waiting.coming
    for message in waiting.everything():
        page = waiting.copy().send(message)
        while page.coming:
            page.come(done=done)
        remove_installed_files(monkeypatch)  # what has come is there for the next page, too


@pytest.mark.no_cover  # being traced, it takes four times as long
@pytest.mark.parametrize("done", [True, False])
def test_everything_is_pressed_when_a_file_has_come(
    *, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for make in PAGES.values():
        remove_installed_files(monkeypatch)  # what has come is there for the next page, too
        come = make().come(done=done)
        for message in come.everything():
            come.copy().send(message)


@pytest.mark.no_cover  # being traced, it takes four times as long
@settings(max_examples=30)
@given(st.data(), st.sampled_from(sorted(PAGES)))
def test_files_come_at_any_time(data: st.DataObject, name: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        remove_installed_files(monkeypatch)
        page = PAGES[name]()
        for _ in range(data.draw(st.integers(1, 25))):
            comes = data.draw(st.booleans())
            if page.coming and comes:
                page.come(done=data.draw(st.booleans()))
            else:
                page.send(data.draw(st.sampled_from([*page.everything()])))


def test_nothing_is_lost_before_the_first_catalog_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remove_installed_files(monkeypatch)
    saved = {"setup": '{"torn'}
    begin = PageOpened({"lang": "de"}, saved, seed=SEED, tab_state='{"slot": "7"}')
    opening, effects = update(Model(), begin)
    assert effects == [LoadCatalog("de")]
    touches: list[Message] = [ControlUsed(name) for name in ("start", "leave", "learn")]
    for message in (*touches, SlotChangedElsewhere("7", ""), KeyPressed("m")):
        assert update(opening, message) == (opening, [])
    # The tab stays what it was when a newer version is loaded; nothing is saved over.
    assert update(opening, UpdateActivated()) == (opening, [ReloadPage(begin.tab_state)])
    newer, effects = update(opening, UpdateReady())
    assert effects == []
    for done in (True, False):
        shown, effects = update(
            newer, install_catalog("de") if done else CatalogLoaded("de", ok=False)
        )
        assert shown.session.newer
        assert shown.settings.language == ("de" if done else "en")
        assert not [effect for effect in effects if isinstance(effect, SaveText)]
