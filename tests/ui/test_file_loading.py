"""Test that the page keeps working while catalogs and weights are loading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.rules.state import Phase
from qwixx.ui.model import KEYS, Model
from qwixx.ui.model.effects import (
    Effect,
    LoadCatalog,
    LoadWeights,
    ReloadPage,
    SaveText,
    StartTimer,
)
from qwixx.ui.model.hand import Weights
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
from qwixx.ui.model.policy import NEXT
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
    """A page that records its pending requests and running timers."""

    def __init__(self, **parameters: str) -> None:
        self.model = Model()
        self.pending_requests: list[LoadCatalog | LoadWeights] = []
        self.timers: list[int] = []
        self.send(PageOpened(parameters=parameters, languages=("en",), seed=SEED))

    def send(self, *messages: Message) -> Page:
        for message in messages:
            if isinstance(message, TimerFired) and message.timer_id in self.timers:
                self.timers.remove(message.timer_id)
            self.model, effects = update(self.model, message)
            self.record_requests_and_timers(effects)
            self.check_consistency()
        return self

    def record_requests_and_timers(self, effects: list[Effect]) -> None:
        self.pending_requests += [
            effect for effect in effects if isinstance(effect, LoadCatalog | LoadWeights)
        ]
        self.timers += [effect.timer_id for effect in effects if isinstance(effect, StartTimer)]

    def answer_request(self, *, succeeds: bool) -> Page:
        """Answer the oldest pending request with the file or with a failure."""
        effect = self.pending_requests.pop(0)
        if isinstance(effect, LoadCatalog):
            message = (
                install_catalog(effect.language)
                if succeeds
                else CatalogLoaded(effect.language, ok=False)
            )
            return self.send(message)
        return self.send(
            install_weights(effect.name) if succeeds else WeightsLoaded(effect.name, ok=False)
        )

    def copy(self) -> Page:
        page = object.__new__(Page)
        page.model, page.pending_requests, page.timers = (
            self.model,
            [*self.pending_requests],
            [*self.timers],
        )
        return page

    def check_consistency(self) -> None:
        """Check that the page can be rendered and that each awaited file or timer is pending."""
        model = self.model
        if isinstance(model.screen, LoadingScreen):
            assert self.pending_requests
            return
        assert render_html(view(model))
        pending_languages = [
            request.language
            for request in self.pending_requests
            if isinstance(request, LoadCatalog)
        ]
        assert not model.session.loading or model.session.loading in pending_languages
        if model.game is None:
            return
        board, is_loading_weights = (
            model.board,
            any(isinstance(request, LoadWeights) for request in self.pending_requests),
        )
        is_reading_lesson = (
            find_lesson(model) is not None and get_lesson(model).expected_step == NEXT
        )
        is_timer_running = model.timer in self.timers
        is_requested = board.weights is Weights.REQUESTED
        assert is_loading_weights or not is_requested
        assert is_loading_weights or is_timer_running or not board.waits
        if (
            (board.is_local_bot_next and not is_requested and not is_reading_lesson)
            or board.is_covered
            or board.tentative_tap
        ):
            assert is_timer_running

    def possible_messages(self) -> Iterator[Message]:
        """Yield the messages of all cells, controls, keys, and running timers."""
        yield from control_messages(view(self.model))
        yield from map(KeyPressed, KEYS)
        yield from map(TimerFired, dict.fromkeys(self.timers))


def play_until_finished(page: Page) -> Page:
    """Pass for both people until the game is finished."""
    while page.model.game is not None and page.model.game.state.phase is not Phase.OVER:
        must_roll = page.model.game.state.phase is Phase.ROLL
        page.send(ControlUsed("roll" if must_roll else "pass"))
    return page


HOT_SEAT_PARAMETERS = {"start": "1", "players": "2", "first": "0", "speed": "instant"}
BOT_PARAMETERS = {"start": "1", "bots": "hard", "first": "1", "speed": "calm"}
OPEN_PAGE_BY_PURPOSE: dict[str, Callable[[], Page]] = {
    "language at the start": lambda: Page().send(ControlUsed("language", "cs")),
    "language in a menu": lambda: Page(**HOT_SEAT_PARAMETERS).send(
        ControlUsed("menu"), ControlUsed("language", "he")
    ),
    "bot": lambda: Page(**BOT_PARAMETERS),
    "bot, with no wait": lambda: Page(**BOT_PARAMETERS | {"speed": "instant"}),
    "bot behind a lesson": lambda: Page(**BOT_PARAMETERS).send(
        ControlUsed("learn"), ControlUsed("language", "de")
    ),
    "hint": lambda: Page(**HOT_SEAT_PARAMETERS).send(ControlUsed("roll"), ControlUsed("hint")),
    "chances": lambda: Page(**HOT_SEAT_PARAMETERS).send(
        ControlUsed("roll"), ControlUsed("menu"), ControlUsed("chances", "shown")
    ),
    "review": lambda: play_until_finished(Page(**HOT_SEAT_PARAMETERS)).send(ControlUsed("review")),
}
"""Functions that open a page waiting for a file, by the purpose of the file."""


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.parametrize("succeeds", [True, False])
@pytest.mark.parametrize("name", OPEN_PAGE_BY_PURPOSE)
def test_page_handles_all_messages_while_file_is_loading(
    name: str, *, succeeds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_installed_files(monkeypatch)
    waiting_page = OPEN_PAGE_BY_PURPOSE[name]()
    assert waiting_page.pending_requests
    for message in waiting_page.possible_messages():
        page = waiting_page.copy().send(message)
        while page.pending_requests:
            page.answer_request(succeeds=succeeds)
        remove_installed_files(monkeypatch)  # otherwise, the next page would find the files


@pytest.mark.no_cover  # takes four times as long under tracing
@pytest.mark.parametrize("succeeds", [True, False])
def test_page_handles_all_messages_after_file_has_loaded(
    *, succeeds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for open_page in OPEN_PAGE_BY_PURPOSE.values():
        remove_installed_files(monkeypatch)  # otherwise, the next page would find the files
        loaded_page = open_page().answer_request(succeeds=succeeds)
        for message in loaded_page.possible_messages():
            loaded_page.copy().send(message)


@pytest.mark.no_cover  # takes four times as long under tracing
@settings(max_examples=30)
@given(st.data(), st.sampled_from(sorted(OPEN_PAGE_BY_PURPOSE)))
def test_files_can_load_at_any_time(data: st.DataObject, name: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        remove_installed_files(monkeypatch)
        page = OPEN_PAGE_BY_PURPOSE[name]()
        for _ in range(data.draw(st.integers(1, 25))):
            answers_request = data.draw(st.booleans())
            if page.pending_requests and answers_request:
                page.answer_request(succeeds=data.draw(st.booleans()))
            else:
                page.send(data.draw(st.sampled_from([*page.possible_messages()])))


def test_tab_state_and_saves_survive_first_catalog_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remove_installed_files(monkeypatch)
    saved = {"setup": '{"torn'}
    page_opened = PageOpened({"lang": "de"}, saved, seed=SEED, tab_state='{"slot": "7"}')
    loading, effects = update(Model(), page_opened)
    assert effects == [LoadCatalog("de")]
    controls: list[Message] = [ControlUsed(name) for name in ("start", "leave", "learn")]
    for message in (*controls, SlotChangedElsewhere("7", ""), KeyPressed("m")):
        assert update(loading, message) == (loading, [])
    # An update keeps the tab state and overwrites no save.
    assert update(loading, UpdateActivated()) == (loading, [ReloadPage(page_opened.tab_state)])
    with_update, effects = update(loading, UpdateReady())
    assert effects == []
    for succeeds in (True, False):
        opened, effects = update(
            with_update, install_catalog("de") if succeeds else CatalogLoaded("de", ok=False)
        )
        assert opened.session.newer
        assert opened.settings.language == ("de" if succeeds else "en")
        assert not [effect for effect in effects if isinstance(effect, SaveText)]
