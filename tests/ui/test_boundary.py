"""Test that the page shows a notice and stays usable after any exception."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn
from unittest.mock import DEFAULT, Mock

import pytest

from qwixx.coach.mistakes import parse_mistakes
from qwixx.games.archive import archived_game
from qwixx.games.written.challenge_link import Challenge
from qwixx.ui import rescue, storage
from qwixx.ui.boundary import recover, update_safely
from qwixx.ui.dialogs import view as dialogs
from qwixx.ui.model import Dialog, DialogState, Model
from qwixx.ui.model.effects import (
    DisconnectPeer,
    DownloadText,
    LoadCatalog,
    LogError,
    QuarantineText,
    ReloadPage,
    SaveText,
    SetTabSlot,
    StartTimer,
)
from qwixx.ui.model.messages import (
    ArchiveRead,
    BrowserWentIdle,
    CellTapped,
    ControlUsed,
    ExceptionRaised,
    FragmentChanged,
    Message,
    PageOpened,
    TimerFired,
)
from qwixx.ui.model.public import CHALLENGE_LINK
from qwixx.ui.model.start import StartScreen
from qwixx.ui.model.values import replace
from qwixx.ui.screens import SCREENS, load_screen_kind
from qwixx.ui.screens.game import sheet
from qwixx.ui.screens.game import view as game_view
from qwixx.ui.screens.game.model import GameScreen
from qwixx.ui.screens.history.model import HistoryScreen
from qwixx.ui.screens.start.view import start_main
from qwixx.ui.texts.languages import texts_in
from qwixx.ui.texts.sentences import notice_text
from qwixx.ui.update import update
from qwixx.ui.view import view
from tests.finished_games import finished_game
from tests.ui.fake_page import install_catalog, open_page, remove_installed_files, text_of, walk
from tests.ui.history_pages import MISTAKES_TEXT, make_archived_game
from tests.ui.live_devices import open_table
from tests.ui.pad_user import PadUser
from tests.ui.test_mutated import HALF, pad_text

if TYPE_CHECKING:
    from qwixx.ui.boundary import Step
    from qwixx.ui.model.screen import Screen

SCREEN_CLASSES = [load_screen_kind(folder).model for folder in SCREENS if folder != "loading"]
"""Classes of all screens except the loading screen."""
FIRST_FAILURE = notice_text(texts_in("en"), "went-wrong")
SECOND_FAILURE = notice_text(texts_in("en"), "went-wrong-again")


def raise_error(*_args: object, **_kwargs: object) -> Any:  # noqa: ANN401 - never returns
    msg = "boom"
    raise RuntimeError(msg)


def page_text(step: Step) -> str:
    assert step.page is not None
    return text_of(step.page.node)


def step_actions(step: Step) -> set[str]:
    assert step.page is not None
    return {node.attributes.get("data-action", "") for node in walk(step.page.node)}


def rolled_game(**parameters: str) -> Model:
    parameters = {"players": "2", "first": "0", "seed": "9", "names": "Ann,Bob", **parameters}
    return update_safely(open_page(start="1", **parameters), ControlUsed("roll")).model


def broken_screen(screen: type) -> Any:  # noqa: ANN401 - a screen of any kind
    """Return a screen whose fields all raise an error when read."""

    def fail(_self: object) -> NoReturn:
        raise AttributeError

    fields = dict.fromkeys(screen.__match_args__, property(fail))  # type: ignore[attr-defined]
    return object.__new__(type(screen.__name__, (screen,), fields))


@pytest.mark.parametrize("screen", SCREEN_CLASSES)
def test_completely_broken_screen_leads_to_start_screen(screen: type) -> None:
    """The screen's update and view both raise errors, so the previous model cannot be shown."""
    model = replace(open_page(), screen=broken_screen(screen))
    for message in (
        ControlUsed("menu"),
        ControlUsed("roll"),
        CellTapped(0, "r5"),
        TimerFired(model.timer),
        BrowserWentIdle(),
    ):
        step = update_safely(model, message)
        if step.model is model:
            continue  # this message needs no screen
        assert isinstance(step.model.screen, StartScreen)
        assert SECOND_FAILURE in page_text(step)
        assert any(isinstance(effect, LogError) for effect in step.effects)
        restarted = update_safely(step.model, ControlUsed("start"))
        assert isinstance(restarted.model.screen, GameScreen)


@pytest.mark.parametrize("part", ["_status", "_controls", "_side", "sheet_section"])
def test_failure_of_lazy_part_keeps_model(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model, module = rolled_game(), sheet if part == "sheet_section" else game_view
    part_of_page = Mock(wraps=getattr(module, part), side_effect=[RuntimeError, *9 * [DEFAULT]])
    monkeypatch.setattr(module, part, part_of_page)
    step = update_safely(model, ControlUsed("pass"))
    assert step.model.game is model.game
    assert FIRST_FAILURE in page_text(step)


@pytest.mark.parametrize("function", ["update", "view"])
@pytest.mark.parametrize("screen", SCREEN_CLASSES)
def test_second_failure_of_update_or_view_leads_to_start(
    screen: type, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first failure keeps the screen; a second one in a row leads to the start screen."""
    original: Any = {"update": update, "view": view}[function]

    def fail_on_menu(model: Model, *args: Message) -> object:
        is_shown = isinstance(model.screen, screen)
        if is_shown and (
            args == (ControlUsed("menu"),)
            or (function == "view" and model.dialog.kind is Dialog.MENU)
        ):
            raise_error()
        return original(model, *args)

    monkeypatch.setattr(f"qwixx.ui.boundary.{function}", fail_on_menu)
    model = page_with_screen(screen)
    if model is None:
        pytest.skip("no way there is known here; the test above has it broken")
    step = update_safely(model, ControlUsed("menu"))
    assert FIRST_FAILURE in page_text(step)
    assert step.model.screen == model.screen
    assert {"dismiss", "menu"} & step_actions(step)
    dismissed = update_safely(step.model, ControlUsed("dismiss"))
    assert FIRST_FAILURE not in page_text(dismissed)
    again = update_safely(dismissed.model, ControlUsed("menu"))
    assert SECOND_FAILURE in page_text(again)
    assert isinstance(again.model.screen, StartScreen)


def challenge_code() -> str:
    return Challenge(finished_game(), ("person", "greedy")).code


def page_with_screen(screen: type[Screen]) -> Model | None:
    """Return a page that shows a screen, or None if no known path leads to the screen."""
    entry = SCREENS[screen.folder]
    paths: list[tuple[dict[str, str], list[Message]]] = [
        ({}, []),
        ({"start": "1", "players": "2"}, []),
        ({"workshop": "1"}, [ControlUsed("round-robin")]),
        ({}, [FragmentChanged(CHALLENGE_LINK + challenge_code())]),
        (
            {},
            [
                ControlUsed("history"),
                ArchiveRead(
                    "history",
                    (archived_game.write_archived_game(make_archived_game()),),
                    ("",),
                    1,
                    from_database=True,
                ),
                ControlUsed("open:0"),
            ],
        ),
    ]
    paths += [({name: "1"}, []) for name in entry.parameters]
    paths += [({}, [ControlUsed(action)]) for action in entry.actions]
    for parameters, messages in paths:
        model = open_page(**parameters)
        for message in messages:
            model = update_safely(model, message).model
        if isinstance(model.screen, screen):
            return model
    return None


def test_all_screens_can_be_reached() -> None:
    assert [screen for screen in SCREEN_CLASSES if page_with_screen(screen) is None] == []


@pytest.mark.parametrize("dialog", [each for each in Dialog if each is not Dialog.NONE])
def test_dialog_that_raises_is_closed(dialog: Dialog, monkeypatch: pytest.MonkeyPatch) -> None:
    game_dialogs = load_screen_kind("game").dialogs
    bodies = game_dialogs if dialog in game_dialogs else dialogs._BODIES  # noqa: SLF001 - shared dialogs
    monkeypatch.setitem(bodies, dialog, raise_error)
    model = rolled_game()
    with_dialog = replace(model, dialog=DialogState(dialog))
    step = update_safely(with_dialog, ControlUsed("hint"))
    assert FIRST_FAILURE in page_text(step)
    assert step.model.dialog.kind is Dialog.NONE
    assert step.model.game is model.game
    assert {"roll", "pass"} & step_actions(step)


def test_running_game_can_be_downloaded_for_the_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = rolled_game()
    with monkeypatch.context() as patch:
        patch.setattr("qwixx.ui.boundary.update", raise_error)
        step = update_safely(model, ControlUsed("pass"))
        assert {"rescue", "to-start", "dismiss"} <= step_actions(step)
        download = update_safely(step.model, ControlUsed("rescue"))  # `update` still raises
        first = update_safely(step.model, ControlUsed("to-start"))
        second = update_safely(step.model, ControlUsed("pass"))
    [file] = [effect for effect in download.effects if isinstance(effect, DownloadText)]
    [text] = archived_game.parse_archive_file(file.text)
    imported = archived_game.parse_untrusted_game(text)
    assert imported is not None
    assert model.game is not None
    assert imported.decode_game().events == model.game.events
    for left in (first, second):
        assert isinstance(left.model.screen, StartScreen)
        assert left.model.session.others[0] == model.board.slot
        assert {"resume"} <= step_actions(left)
        # The save is neither changed nor removed.
        assert not any(isinstance(effect, SaveText) for effect in left.effects)
        assert SetTabSlot("") in left.effects


def test_score_pad_can_be_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    user = PadUser(players="2", names="Ana,Ben")
    user.tap("r2")
    monkeypatch.setattr("qwixx.ui.boundary.update", raise_error)
    step = update_safely(user.model, ControlUsed("menu"))
    [file] = [
        effect
        for effect in update_safely(step.model, ControlUsed("rescue")).effects
        if isinstance(effect, DownloadText)
    ]
    [text] = archived_game.parse_archive_file(file.text)
    assert archived_game.parse_archived_game(text).pad_json
    failed_again = update_safely(step.model, ControlUsed("undo"))
    assert [effect.key for effect in failed_again.effects if isinstance(effect, SaveText)] == [
        "pad"
    ]


def test_table_closes_after_second_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    _network, (host, _guest) = open_table()
    host.press("start", "history")  # the history covers the table
    monkeypatch.setattr("qwixx.ui.boundary.update", raise_error)
    step = update_safely(update_safely(host.model, ControlUsed("pass")).model, ControlUsed("pass"))
    assert isinstance(step.model.screen, StartScreen)
    assert any(isinstance(effect, DisconnectPeer) for effect in step.effects)


def test_successful_message_resets_failure_count(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rolled_game()
    with monkeypatch.context() as patch:
        patch.setattr("qwixx.ui.boundary.update", raise_error)
        model = update_safely(model, ControlUsed("pass")).model
    model = update_safely(model, ControlUsed("pass")).model
    assert model.session.failures == 0
    monkeypatch.setattr("qwixx.ui.boundary.update", raise_error)
    assert isinstance(update_safely(model, ControlUsed("pass")).model.screen, GameScreen)


def test_message_without_effect_keeps_failure_count(monkeypatch: pytest.MonkeyPatch) -> None:
    original = update

    def update_raising_on_pass(model: Model, message: Message) -> object:
        return raise_error() if message == ControlUsed("pass") else original(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", update_raising_on_pass)
    model = update_safely(rolled_game(), ControlUsed("pass")).model
    model = update_safely(model, ControlUsed("dismiss")).model
    for message in (TimerFired(model.timer), ControlUsed("skip"), ControlUsed("unknown")):
        model = update_safely(model, message).model
    assert isinstance(update_safely(model, ControlUsed("pass")).model.screen, StartScreen)


def test_failed_timer_is_retried_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = open_page(start="1", bots="greedy", first="1", seed="5", speed="calm")
    timer_fired = TimerFired(model.timer)
    original = update

    def update_raising_on_timer(model: Model, message: Message) -> object:
        return raise_error() if isinstance(message, TimerFired) else original(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", update_raising_on_timer)
    step = update_safely(model, timer_fired)
    assert FIRST_FAILURE in page_text(step)
    assert not any(isinstance(effect, StartTimer) for effect in step.effects)
    step = update_safely(step.model, ControlUsed("dismiss"))
    assert StartTimer(0, step.model.timer) in step.effects
    step = update_safely(step.model, TimerFired(step.model.timer))
    assert isinstance(step.model.screen, StartScreen)
    assert not any(isinstance(effect, StartTimer) for effect in step.effects)


def test_exception_outside_update_only_shows_notice() -> None:
    model = rolled_game()
    step = update_safely(model, ExceptionRaised("Traceback"))
    assert step.effects == [LogError("Traceback")]
    assert FIRST_FAILURE in page_text(step)
    assert step.model.game is model.game
    again = update_safely(
        update_safely(step.model, ExceptionRaised("x")).model, ExceptionRaised("y")
    )
    assert again.model.game is model.game


@pytest.mark.parametrize("name", ["game:5", "pad", "setup", "lesson", "settings", "place"])
def test_text_that_breaks_opening_is_quarantined(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = update
    saved = {"game:5": HALF, "pad": pad_text(), "lesson": "{}", "settings": "{}", "setup": "{}"}
    tab_state = storage.write_tab_state(storage.TabState("7", HALF))

    def update_raising_on_text(model: Model, message: Message) -> object:
        if isinstance(message, PageOpened) and (
            name in message.saved or (name == "place" and message.tab_state)
        ):
            raise_error()
        return original(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", update_raising_on_text)
    broken_text = {name: saved[name]} if name in saved else {}
    page_opened = PageOpened(
        saved={"game:6": HALF, **broken_text}, tab_state=tab_state if name == "place" else ""
    )
    step = update_safely(Model(), page_opened)
    assert page_text(step)
    text = tab_state if name == "place" else saved[name]
    assert [e.text for e in step.effects if isinstance(e, QuarantineText)][-1] == text
    notices = {"kept-aside", "unread-choices"}
    assert notices & {*step.model.notices}
    if name != "pad":
        assert isinstance(step.model.screen, GameScreen)  # resumes the other game


def test_page_opens_without_url_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    original = update

    def update_raising_on_url(model: Model, message: Message) -> object:
        if isinstance(message, PageOpened) and (message.fragment or message.parameters):
            raise_error()
        return original(model, message)

    monkeypatch.setattr("qwixx.ui.boundary.update", update_raising_on_url)
    step = update_safely(Model(), PageOpened(parameters={"start": "1"}, fragment="g=1abc"))
    assert {"bad-parameters", "bad-link"} <= {*step.model.notices}


def test_language_that_breaks_the_page_is_replaced_by_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remove_installed_files(monkeypatch)
    step = update_safely(Model(), PageOpened(languages=("ar",)))
    assert step.effects == [LoadCatalog("ar")]
    original = view
    monkeypatch.setattr(
        "qwixx.ui.boundary.view",
        lambda model: raise_error() if model.settings.language == "ar" else original(model),
    )
    step = update_safely(step.model, install_catalog("ar"))
    assert step.model.settings.language == "en"
    assert page_text(step)


def test_failure_page_is_shown_if_no_view_renders(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rolled_game(lang="de")
    monkeypatch.setattr("qwixx.ui.boundary.view", raise_error)
    step = update_safely(model, ControlUsed("menu"))
    assert notice_text(texts_in("de"), "went-wrong") in page_text(step)
    assert step_actions(step) == {"", "load-again"}
    [reload] = update_safely(step.model, ControlUsed("load-again")).effects
    assert isinstance(reload, ReloadPage)
    monkeypatch.setattr("qwixx.ui.boundary.notice_text", raise_error)
    assert "Something went wrong" in page_text(update_safely(model, ControlUsed("menu")))
    assert "Something went wrong" in page_text(update_safely(Model(), PageOpened()))


def test_default_start_screen_replaces_one_that_raises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = rolled_game(players="3")
    original = start_main
    monkeypatch.setattr(
        "qwixx.ui.screens.start.view.start_main",
        lambda model: raise_error() if len(model.setup.seats) == 3 else original(model),
    )
    step = update_safely(recover(model, ControlUsed("x"), "1").model, ExceptionRaised("2"))
    assert isinstance(recover(step.model, ControlUsed("x"), "3").model.screen, StartScreen)


def test_history_omits_games_that_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [archived_game.write_archived_game(make_archived_game(seed)) for seed in range(1, 8)]
    original_parse_mistakes = parse_mistakes

    def parse_or_raise(text: str) -> object:
        return raise_error() if text == "bad" else original_parse_mistakes(text)

    monkeypatch.setattr("qwixx.ui.screens.history.update.parse_mistakes", parse_or_raise)
    original_parse_game = archived_game.parse_archived_game
    monkeypatch.setattr(
        archived_game,
        "parse_archived_game",
        lambda text: raise_error() if text == games[3] else original_parse_game(text),
    )
    model = update_safely(open_page(), ControlUsed("history")).model
    review_texts = ["", "bad", *[MISTAKES_TEXT] * 5]
    step = update_safely(
        model, ArchiveRead("history", tuple(games), tuple(review_texts), 7, from_database=True)
    )
    assert isinstance(step.model.screen, HistoryScreen)
    assert len(step.model.screen.entries) == 6
    assert "Games that can’t be read: 1." in page_text(step)


def test_history_that_raises_does_not_load_forever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = update_safely(open_page(), ControlUsed("history")).model
    monkeypatch.setattr("qwixx.ui.screens.history.view._game_list", raise_error)
    archive_read = ArchiveRead(
        "history",
        (archived_game.write_archived_game(make_archived_game()),),
        ("",),
        1,
        from_database=True,
    )
    step = update_safely(model, archive_read)
    assert FIRST_FAILURE in page_text(step)
    step = update_safely(step.model, ControlUsed("dismiss"))
    assert isinstance(step.model.screen, HistoryScreen)
    assert step.model.screen.read_view_effect in step.effects
    assert isinstance(update_safely(step.model, archive_read).model.screen, StartScreen)


def test_any_running_game_can_be_exported() -> None:
    pad_page = open_page(pad="1", players="2")
    same_dice_page = open_page(same="1")
    assert not rescue.has_exportable_game(same_dice_page)
    seated = update_safely(same_dice_page, ControlUsed("sit")).model
    _network, devices = open_table("classic", 1)
    devices[0].press("start")
    devices[0].press("roll")
    table = next(device.model for device in devices if device.game.events)
    table = update_safely(table, ControlUsed("learn")).model  # the lesson covers the table
    for model in (rolled_game(), pad_page, seated, table):
        assert rescue.has_exportable_game(model)
        assert archived_game.parse_archive_file(rescue.export_text(model))
    assert not rescue.export_text(open_page())


def test_game_without_share_link_can_be_exported() -> None:
    board = rolled_game().board
    invalid_setup = replace(
        board.setup, seats=tuple(replace(seat, kind="x") for seat in board.setup.seats)
    )
    assert json.loads(storage.game_file_text(board.game, invalid_setup, board.slot))["game"]
